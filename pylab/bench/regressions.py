"""Two runs of a sweep, old and new: what is answered differently, lost, won, slower, quicker."""

from __future__ import annotations

import statistics
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from pylab.bench.records import Record

Case = tuple[str, str, str, str, str]
"""Family, instance's digest, task, what is asked, variant: what two runs have in common."""

LEAST_SECONDS = 0.1
"""Changes of shorter times than this are noise."""


@dataclass(frozen=True, slots=True)
class Change:
    """A case in both runs.

    Attributes:
        name: for people.
        kind: `contradiction`, `lost`, `won`, `slower`, `quicker` or `same`.
        old, new: what each run says, with its time.
        ratio: new / old time; None unless both solved it.
    """

    name: str
    kind: str
    old: str
    new: str
    ratio: float | None


KINDS = ("contradiction", "lost", "won", "slower", "quicker", "same")


@dataclass(frozen=True, slots=True)
class Comparison:
    """All changes, the worst first, and the cases that only one run has."""

    changes: tuple[Change, ...]
    only_old: int
    only_new: int
    ratios: Mapping[str, float]

    def of(self, kind: str) -> list[Change]:
        """The changes of a kind."""
        return [change for change in self.changes if change.kind == kind]

    @property
    def worse(self) -> bool:
        """Whether there is a contradiction, something lost, or something slower."""
        return any(change.kind in ("contradiction", "lost", "slower") for change in self.changes)


def compare(
    old: Iterable[Record], new: Iterable[Record], factor: float = 1.25, clock: str = "wall"
) -> Comparison:
    """The changes from old to new; a time that is more than `factor` times the other is one."""
    before, after = _cases(old), _cases(new)
    changes = [
        _change(before[case], after[case], factor, clock) for case in before if case in after
    ]
    changes.sort(key=lambda c: (KINDS.index(c.kind), -abs((c.ratio or 1) - 1), c.name))
    ratios: defaultdict[str, list[float]] = defaultdict(list)
    for case in before:
        if case in after and (ratio := _ratio(before[case], after[case], clock)) is not None:
            ratios[case[-1]].append(ratio)
    return Comparison(
        changes=tuple(changes),
        only_old=len(before.keys() - after.keys()),
        only_new=len(after.keys() - before.keys()),
        ratios={variant: statistics.median(several) for variant, several in ratios.items()},
    )


def _cases(records: Iterable[Record]) -> dict[Case, list[Record]]:
    cases: defaultdict[Case, list[Record]] = defaultdict(list)
    for record in records:
        cases[record.family, record.digest, record.task, record.asks, record.variant].append(record)
    return dict(cases)


def _change(old: list[Record], new: list[Record], factor: float, clock: str) -> Change:
    ratio = _ratio(old, new, clock)
    return Change(
        name=f"{new[0].instance} {new[0].task} {new[0].variant}",
        kind=_kind(old, new, ratio, factor, clock),
        old=_said(old, clock),
        new=_said(new, clock),
        ratio=ratio,
    )


def _kind(
    old: list[Record], new: list[Record], ratio: float | None, factor: float, clock: str
) -> str:
    if _solved(old) and _solved(new) and _contradict(old[0], new[0]):
        return "contradiction"
    if any(r.status == "refuted" for r in new) and _solved(old):
        return "lost"
    if _solved(old) != _solved(new):
        return "won" if _solved(new) else "lost"
    if ratio is None or max(_seconds(old, clock), _seconds(new, clock)) < LEAST_SECONDS:
        return "same"
    if ratio > factor:
        return "slower"
    return "quicker" if ratio < 1 / factor else "same"


def _contradict(old: Record, new: Record) -> bool:
    """Whether two answers can't both be right."""
    if (old.status == "none") != (new.status == "none"):
        return True
    if old.optimal and new.optimal and None not in (old.cost, new.cost) and old.cost != new.cost:
        return True
    both = old.complete and new.complete and old.counts == new.counts
    return both and old.count != new.count


def _solved(records: list[Record]) -> bool:
    return all(record.solved for record in records)


def _seconds(records: list[Record], clock: str) -> float:
    return statistics.median(record.times.get(clock, 0.0) for record in records)


def _ratio(old: list[Record], new: list[Record], clock: str) -> float | None:
    if not (_solved(old) and _solved(new)):
        return None
    return _seconds(new, clock) / max(_seconds(old, clock), 1e-6)


def _said(records: list[Record], clock: str) -> str:
    first = next((r for r in records if not r.solved), records[0])
    cost = f" {first.cost}" if first.cost is not None and first.solved else ""
    return f"{first.status}{cost} {_seconds(records, clock):.2f} s"
