"""Compares two runs of a sweep: contradictions, lost and won instances, slower, quicker."""

from __future__ import annotations

import statistics
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from pylab.bench.analysis import JobOutcome, Topic, contradictions, outcomes
from pylab.bench.records import Record

LEAST_SECONDS = 0.1
"""Changes between shorter times than this are noise."""


@dataclass(frozen=True, slots=True)
class RunChange:
    """The change of a variant's outcome on an instance between two runs.

    Attributes:
        name: the instance, task and variant, for people.
        kind: `contradiction`, `lost`, `won`, `slower`, `quicker` or `same`.
        old, new: the outcome of each run, with its time.
        ratio: new / old time; None unless both solved it.
    """

    name: str
    kind: str
    old: str
    new: str
    ratio: float | None


KINDS = ("contradiction", "lost", "won", "slower", "quicker", "same")


@dataclass(frozen=True, slots=True)
class RunComparison:
    """The changes between two runs.

    Attributes:
        changes: the worst first.
        only_old, only_new: the number of questions that only one run asked.
        ratios: each variant's median of new / old time.
    """

    changes: tuple[RunChange, ...]
    only_old: int
    only_new: int
    ratios: Mapping[str, float]

    def of(self, kind: str) -> list[RunChange]:
        """The changes of a kind."""
        return [change for change in self.changes if change.kind == kind]

    @property
    def worse(self) -> bool:
        """Whether there is a contradiction, or an instance is lost or slower."""
        return any(change.kind in ("contradiction", "lost", "slower") for change in self.changes)


def compare(
    old: Iterable[Record], new: Iterable[Record], factor: float = 1.25, clock: str = "wall"
) -> RunComparison:
    """The changes from old to new; times that differ by more than `factor` are a change."""
    before, after = outcomes(old, _case, clock), outcomes(new, _case, clock)
    changes: list[RunChange] = []
    ratios: defaultdict[str, list[float]] = defaultdict(list)
    for case in (each for each in before if each in after):
        change = _change(before[case], after[case], factor)
        changes.append(change)
        if change.ratio is not None:
            ratios[case[-1]].append(change.ratio)
    changes.sort(key=lambda c: (KINDS.index(c.kind), -abs((c.ratio or 1) - 1), c.name))
    return RunComparison(
        changes=tuple(changes),
        only_old=len(before.keys() - after.keys()),
        only_new=len(after.keys() - before.keys()),
        ratios={variant: statistics.median(several) for variant, several in ratios.items()},
    )


def _case(record: Record) -> tuple[Topic, str, str]:
    """The key by which the records of two runs correspond."""
    return Topic.of(record), record.question.instance.digest, record.variant


def _change(old: JobOutcome, new: JobOutcome, factor: float) -> RunChange:
    ratio = new.time / max(old.time, 1e-6) if old.solved and new.solved else None
    asked = new.first.question
    name = f"{asked.instance.name} {asked.task} {new.first.variant}"
    return RunChange(
        name, _kind(old, new, ratio, factor), _outcome_text(old), _outcome_text(new), ratio
    )


def _kind(old: JobOutcome, new: JobOutcome, ratio: float | None, factor: float) -> str:
    both = [old.first, new.first]
    if all(each.status != "invalid" for each in both) and any(contradictions(both)):
        return "contradiction"
    if ratio is None:
        return "lost" if old.solved else "won" if new.solved else "same"
    if max(old.time, new.time) < LEAST_SECONDS:
        return "same"
    return "slower" if ratio > factor else "quicker" if ratio < 1 / factor else "same"


def _outcome_text(outcome: JobOutcome) -> str:
    first = outcome.first
    cost = f" {first.answer.cost}" if first.answer.cost is not None and first.solved else ""
    return f"{first.status}{cost} {outcome.time:.2f} s"
