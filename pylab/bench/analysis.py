"""What records say together: who solved what, how quickly, and who contradicts whom; draws nothing.

Records are compared within a *question*: the same family, task and `asks`. Repetitions of a job
make one *result*, whose time is the median. PAR2 counts an unsolved job with twice its time
limit, as SAT competitions do; the *virtual best* takes the quickest variant for each instance.
"""

from __future__ import annotations

import math
import statistics
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from pylab.bench.records import Record

VIRTUAL_BEST = "virtual best"
TIE = 1.05
"""Times whose ratio is below this are a tie; so are those that differ by less than TIE_SECONDS."""

TIE_SECONDS = 0.01


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, of many instances."""

    family: str
    task: str
    asks: str

    def __str__(self) -> str:
        return " ".join(filter(None, (self.family, self.task, self.asks)))


@dataclass(frozen=True, slots=True)
class Result:
    """A variant's outcome on an instance, of all repetitions together.

    Attributes:
        records: the repetitions.
        solved: whether each of them was.
        seconds: the median time, if solved.
        limit: the time limit; None if there was none.
    """

    records: tuple[Record, ...]
    solved: bool
    seconds: float | None
    limit: float | None

    @property
    def par2(self) -> float | None:
        """The time, or twice the limit; None if unsolved without a limit."""
        if self.seconds is not None:
            return self.seconds
        return None if self.limit is None else 2 * self.limit

    @property
    def status(self) -> str:
        """The worst status of the repetitions' (they should agree)."""
        return next((r.status for r in self.records if not r.solved), self.records[0].status)


@dataclass(frozen=True, slots=True)
class Row:
    """A variant in the table of a question; times in seconds, None where there are none.

    Attributes:
        variant: its name.
        instances: how many it was put to.
        solved: how many it solved.
        statuses: how many results of each status.
        par2: the mean over its instances.
        median: of the times of solved ones.
        total: their sum.
        memory: the median of peak memory in MB.
        alone: how many nobody else solved.
        best: how many nobody else solved more quickly.
    """

    variant: str
    instances: int
    solved: int
    statuses: Mapping[str, int]
    par2: float | None
    median: float | None
    total: float
    memory: float | None
    alone: int
    best: int


@dataclass(frozen=True, slots=True)
class Pair:
    """Two variants on the instances that both were put to.

    Attributes:
        first, second: their names.
        ratio: the median of second / first over instances that both solved; None without any.
        both: how many these are.
        wins: instances on which the first was quicker, or alone in solving.
        losses: the same for the second.
        ties: the rest, unless neither solved them.
    """

    first: str
    second: str
    ratio: float | None
    both: int
    wins: int
    losses: int
    ties: int


@dataclass(frozen=True, slots=True)
class Disagreement:
    """Records of one question and instance that can't all be right.

    Attributes:
        question, instance: what they are about.
        problem: in what they differ.
        claims: who says what, in lines.
    """

    question: Question
    instance: str
    problem: str
    claims: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """All results for a question.

    Attributes:
        question: what was asked.
        variants: their names, in the sweep's order.
        instances: their names, in the sweep's order.
        results: by variant and instance.
    """

    question: Question
    variants: tuple[str, ...]
    instances: tuple[str, ...]
    results: Mapping[tuple[str, str], Result]

    def of(self, variant: str) -> list[Result]:
        """A variant's results, in the order of the instances."""
        keys = ((variant, instance) for instance in self.instances)
        return [self.results[key] for key in keys if key in self.results]

    def times(self, variant: str) -> list[float]:
        """The times of what it solved, sorted."""
        results = self.best() if variant == VIRTUAL_BEST else self.of(variant)
        return sorted(r.seconds for r in results if r.seconds is not None)

    def best(self) -> list[Result]:
        """The virtual best: the quickest result on each instance."""
        return [
            min(
                (r for v in self.variants if (r := self.results.get((v, instance))) is not None),
                key=lambda r: (not r.solved, r.seconds or 0.0),
            )
            for instance in self.instances
        ]


def tables(records: Iterable[Record], clock: str = "wall") -> list[Table]:
    """The records by question, sorted as the sweep had them. `clock` is `wall` or `cpu`.

    A claim of none is refuted, not solved, where another record has an answer that is checked.
    """
    grouped: defaultdict[Question, list[Record]] = defaultdict(list)
    for record in _without_wrong_nones(list(records)):
        grouped[Question(record.family, record.task, record.asks)].append(record)
    return [_table(question, group, clock) for question, group in grouped.items()]


def _without_wrong_nones(records: Sequence[Record]) -> Iterable[Record]:
    answered = {_asked(record) for record in records if record.checked and record.count}
    for record in records:
        if record.status == "none" and _asked(record) in answered:
            yield replace(record, status="refuted", reason="another record has a checked answer")
        else:
            yield record


def _asked(record: Record) -> tuple[Question, str]:
    """What has to have the same answer."""
    options = str(sorted((name, str(value)) for name, value in record.options.items()))
    return Question(record.family, record.task, record.asks), record.digest + options


def _table(question: Question, records: Sequence[Record], clock: str) -> Table:
    cells: defaultdict[tuple[str, str], list[Record]] = defaultdict(list)
    names = _instance_names(records)
    for record in records:
        cells[record.variant, names[record.instance, record.digest]].append(record)
    variants = sorted({(r.rank, r.variant) for r in records})
    return Table(
        question=question,
        variants=tuple(dict.fromkeys(variant for _, variant in variants)),
        instances=tuple(dict.fromkeys(names[r.instance, r.digest] for r in records)),
        results={key: _result(group, clock) for key, group in cells.items()},
    )


def _instance_names(records: Iterable[Record]) -> dict[tuple[str, str], str]:
    """Names; instances that have the same one and differ get a part of their hash added."""
    digests: defaultdict[str, set[str]] = defaultdict(set)
    for record in records:
        digests[record.instance].add(record.digest)
    return {
        (name, digest): name if len(several) == 1 else f"{name} ({digest[:6]})"
        for name, several in digests.items()
        for digest in several
    }


def _result(records: Sequence[Record], clock: str) -> Result:
    solved = all(record.solved for record in records)
    times = [record.times.get(clock, 0.0) for record in records]
    limits = [record.time_limit for record in records]
    return Result(
        records=tuple(sorted(records, key=lambda r: (r.repetition, r.key))),
        solved=solved,
        seconds=statistics.median(times) if solved else None,
        limit=None if None in limits else max(x for x in limits if x is not None),
    )


def rows(table: Table) -> list[Row]:
    """A row for each variant and, where there are several, the virtual best."""
    made = [_row(table, variant, table.of(variant)) for variant in table.variants]
    if len(table.variants) > 1:
        made.append(_row(table, VIRTUAL_BEST, table.best()))
    return made


def _row(table: Table, variant: str, results: Sequence[Result]) -> Row:
    times = [r.seconds for r in results if r.seconds is not None]
    penalised = [r.par2 for r in results]
    statuses: dict[str, int] = {}
    for result in results:
        statuses[result.status] = statuses.get(result.status, 0) + 1
    virtual = variant == VIRTUAL_BEST
    return Row(
        variant=variant,
        instances=len(results),
        solved=len(times),
        statuses=dict(sorted(statuses.items())),
        par2=_mean(penalised),
        median=statistics.median(times) if times else None,
        total=math.fsum(times),
        memory=_median([r.memory for result in results for r in result.records]),
        alone=0 if virtual else sum(_alone(table, variant, i) for i in table.instances),
        best=0 if virtual else sum(_quickest(table, variant, i) for i in table.instances),
    )


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return math.fsum(known) / len(known) if known and len(known) == len(values) else None


def _median(values: Sequence[float]) -> float | None:
    return statistics.median(values) if values else None


def _alone(table: Table, variant: str, instance: str) -> bool:
    solvers = [
        v
        for v in table.variants
        if (r := table.results.get((v, instance))) is not None and r.solved
    ]
    return solvers == [variant] and len(table.variants) > 1


def _quickest(table: Table, variant: str, instance: str) -> bool:
    own = table.results.get((variant, instance))
    if own is None or own.seconds is None:
        return False
    others = [table.results.get((v, instance)) for v in table.variants if v != variant]
    times = [r.seconds for r in others if r is not None and r.seconds is not None]
    return bool(table.variants[1:]) and all(own.seconds <= seconds for seconds in times)


def pairs(table: Table) -> list[Pair]:
    """Each two variants of a question, the earlier one first."""
    return [
        pair(table, first, second)
        for i, first in enumerate(table.variants)
        for second in table.variants[i + 1 :]
    ]


def pair(table: Table, first: str, second: str) -> Pair:
    """Two variants, side by side."""
    ratios: list[float] = []
    wins = losses = ties = 0
    for instance in table.instances:
        a, b = table.results.get((first, instance)), table.results.get((second, instance))
        if a is None or b is None:
            continue
        if a.seconds is not None and b.seconds is not None:
            ratios.append(b.seconds / max(a.seconds, 1e-6))
        order = compare(a.seconds, b.seconds)
        wins += order < 0
        losses += order > 0
        ties += order == 0 and a.solved
    ratio = statistics.median(ratios) if ratios else None
    return Pair(first, second, ratio, len(ratios), wins, losses, ties)


def compare(first: float | None, second: float | None) -> int:
    """-1 if the first time is less, 1 if the second is, 0 for a tie; None is unsolved."""
    if first is None or second is None:
        return (first is None) - (second is None)
    near = abs(first - second) < TIE_SECONDS
    if near or max(first, second) < TIE * min(first, second):
        return 0
    return -1 if first < second else 1


def disagreements(records: Iterable[Record]) -> list[Disagreement]:
    """What can't be right: contradictions between answers, and answers that were refuted."""
    groups: defaultdict[tuple[Question, str], list[Record]] = defaultdict(list)
    for record in records:
        groups[_asked(record)].append(record)
    found = (
        Disagreement(question, group[0].instance, problem, tuple(sorted(set(claims))))
        for (question, _), group in groups.items()
        for problem, claims in _contradictions(group)
    )
    return list(dict.fromkeys(found))  # of files that were edited between runs, the same is said


def _contradictions(group: Sequence[Record]) -> Iterable[tuple[str, list[str]]]:
    refuted = [r for r in group if r.rejected]
    if refuted:
        yield "refuted", [f"{_who(r)}: {r.reason}" for r in refuted]
    torn = [r for r in group if r.status == "refuted" and not r.rejected]
    if torn:
        yield "engines that contradict each other", [f"{_who(r)}: {r.reason}" for r in torn]
    answered = [r for r in group if not r.rejected]
    some = [r for r in answered if r.count and r.checked]
    none = [r for r in answered if r.status == "none"]
    if some and none:
        told = [f"{_who(r)}: found, checked" for r in some] + [f"{_who(r)}: none" for r in none]
        yield "found and none", told
    optimal = [r for r in answered if r.optimal and r.cost is not None]
    if len({r.cost for r in optimal}) > 1:
        yield "different optima", [f"{_who(r)}: optimum {r.cost}" for r in optimal]
    elif not (some and none):  # else it has been said
        yield from _bounds(answered)
    yield from _counts(answered)


def _bounds(answered: Sequence[Record]) -> Iterable[tuple[str, list[str]]]:
    """Answers with fewer steps than somebody says that are needed."""
    bounds = [(r.at_least, r) for r in answered if r.at_least is not None]
    found = [(r.cost, r) for _, r in bounds if r.checked and r.cost is not None]
    highest = max((bound for bound, _ in bounds), default=0)
    lowest = min((cost for cost, _ in found), default=highest)
    if lowest < highest:
        told = [f"{_who(r)}: cost {cost}" for cost, r in found if cost < highest]
        told += [f"{_who(r)}: nothing below {bound}" for bound, r in bounds if bound > lowest]
        yield "an answer below a bound", told


def _counts(answered: Sequence[Record]) -> Iterable[tuple[str, list[str]]]:
    """All answers, by the same definition, and not as many."""
    groups: defaultdict[str, list[Record]] = defaultdict(list)
    for record in answered:
        if record.complete and record.solved:
            groups[record.counts].append(record)
    for group in groups.values():
        if len({r.count for r in group}) > 1:
            yield "different counts", [f"{_who(r)}: {r.count} in all" for r in group]


def _who(record: Record) -> str:
    return f"{record.variant} ({record.engine})"
