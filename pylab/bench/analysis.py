"""Evaluates records: what each variant solved, how fast, and contradictions; draws nothing.

Records are compared within a *topic*: the same family, task and `asks`. The repetitions of a job
are one *outcome*, whose time is their median. PAR2 counts an unsolved job with twice its time
limit, as SAT competitions do; the *virtual best* is the fastest variant on each instance.
"""

from __future__ import annotations

import itertools
import math
import statistics
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from pylab.bench.records import Record
from pylab.family import registry

K = TypeVar("K")

VIRTUAL_BEST = "virtual best"
TIE = 1.05
"""Times with a lower ratio are a tie, as are times that differ by less than TIE_SECONDS."""

TIE_SECONDS = 0.01


@dataclass(frozen=True, slots=True)
class Topic:
    """A question that is asked about many instances."""

    family: str
    task: str
    asks: str

    @classmethod
    def of(cls, record: Record) -> Topic:
        """The topic of a record."""
        return cls(record.question.family, record.question.task, record.asks)

    def __str__(self) -> str:
        return " ".join(filter(None, (self.family, self.task, self.asks)))

    @property
    def called(self) -> str:
        """The same for people: the family by its title, and the task."""
        title = next((each.title for each in registry.listings() if each.name == self.family), "")
        return f"{title or self.family}: {' '.join(filter(None, (self.task, self.asks)))}"


@dataclass(frozen=True, slots=True)
class JobOutcome:
    """A variant's outcome on an instance over all repetitions.

    Attributes:
        records: the repetitions, in order.
        clock: the time that counts, `wall` or `cpu`.
    """

    records: tuple[Record, ...]
    clock: str

    @property
    def first(self) -> Record:
        """The first unsolved repetition, if there is one; else the first."""
        return next((r for r in self.records if not r.solved), self.records[0])

    @property
    def solved(self) -> bool:
        """Whether every repetition was solved."""
        return self.first.solved

    @property
    def time(self) -> float:
        """The median time in seconds, solved or not."""
        return statistics.median(record.times.get(self.clock, 0.0) for record in self.records)

    @property
    def seconds(self) -> float | None:
        """The median time in seconds; None if it is not solved."""
        return self.time if self.solved else None

    @property
    def par2(self) -> float | None:
        """The time if solved, else twice the limit; None if there is no limit."""
        limits = [record.question.limits.seconds for record in self.records]
        known = [limit for limit in limits if limit is not None]
        return self.time if self.solved else 2 * max(known) if known == limits else None


@dataclass(frozen=True, slots=True)
class VariantSummary:
    """A variant's results in a topic; times in seconds, None if there are none.

    Attributes:
        instances, solved: the numbers of its instances, and of those that it solved.
        statuses: the number of outcomes by status.
        par2: the mean over its instances.
        median, total: the median and sum of the times of solved instances.
        memory: the median of the peak memory in MB.
        alone: the number of instances that only this variant solved.
        best: the number of instances that no variant solved faster.
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
    """Two variants on their common instances.

    Attributes:
        ratio: the median of second / first over instances that both solved; None without any.
        both: the number of instances that both solved.
        wins, losses: the numbers that the first or the second solved faster, or alone.
        ties: the number of other instances that both solved.
    """

    first: str
    second: str
    ratio: float | None
    both: int
    wins: int
    losses: int
    ties: int


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Records of one topic and instance that can't all be correct.

    Attributes:
        problem: the kind of difference.
        claims: each variant's claim.
    """

    topic: Topic
    instance: str
    problem: str
    claims: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.topic}, {self.instance}: {self.problem}: {'; '.join(self.claims)}"


@dataclass(frozen=True, slots=True)
class Table:
    """All outcomes of a topic, by variant and instance, whose names are in the sweep's order."""

    topic: Topic
    variants: tuple[str, ...]
    instances: tuple[str, ...]
    outcomes: Mapping[tuple[str, str], JobOutcome]

    def of(self, variant: str) -> list[JobOutcome]:
        """A variant's outcomes by instance; for the virtual best, the fastest ones."""
        if variant == VIRTUAL_BEST:
            return [
                min(found.values(), key=lambda each: (not each.solved, each.seconds or 0.0))
                for found in map(self.on, self.instances)
            ]
        keys = ((variant, instance) for instance in self.instances)
        return [self.outcomes[key] for key in keys if key in self.outcomes]

    def on(self, instance: str) -> dict[str, JobOutcome]:
        """The outcomes on an instance, by variant."""
        keys = ((variant, instance) for variant in self.variants)
        return {key[0]: self.outcomes[key] for key in keys if key in self.outcomes}

    def times(self, variant: str) -> list[float]:
        """The times of a variant's solved instances, sorted."""
        return sorted(each.time for each in self.of(variant) if each.solved)

    def couples(self, first: str, second: str) -> Iterator[tuple[JobOutcome, JobOutcome]]:
        """Two variants' outcomes on each common instance."""
        for found in map(self.on, self.instances):
            if first in found and second in found:
                yield found[first], found[second]


def tables(records: Iterable[Record], clock: str = "wall") -> list[Table]:
    """A table for each topic, in the sweep's order. `clock` is `wall` or `cpu`.

    A claim that there is no answer is invalid, not solved, if another record has a checked answer.
    """
    grouped = _grouped(_without_wrong_nones(list(records)), Topic.of)
    return [_table(topic, group, clock) for topic, group in grouped.items()]


def outcomes(
    records: Iterable[Record], key: Callable[[Record], K], clock: str
) -> dict[K, JobOutcome]:
    """The outcomes of records with the same key."""
    return {
        each: JobOutcome(tuple(sorted(group, key=lambda r: (r.repetition, r.key))), clock)
        for each, group in _grouped(records, key).items()
    }


def _grouped(records: Iterable[Record], key: Callable[[Record], K]) -> dict[K, list[Record]]:
    groups: defaultdict[K, list[Record]] = defaultdict(list)
    for record in records:
        groups[key(record)].append(record)
    return groups


def _without_wrong_nones(records: Sequence[Record]) -> Iterable[Record]:
    answered = {_asked(record) for record in records if record.checked and record.answer.count}
    for record in records:
        if record.none and _asked(record) in answered:
            yield replace(record, status="invalid", reason="another record has a checked answer")
        else:
            yield record


def _asked(record: Record) -> tuple[Topic, str, str]:
    """The key of records that must have the same answer."""
    question = record.question
    options = str(sorted((name, str(value)) for name, value in question.means.options.items()))
    return Topic.of(record), question.instance.digest, options


def _table(topic: Topic, records: Sequence[Record], clock: str) -> Table:
    digests: defaultdict[str, set[str]] = defaultdict(set)
    for record in records:
        digests[record.question.instance.name].add(record.question.instance.digest)

    def name(record: Record) -> str:
        """The instance's name, with a part of its digest if other instances have the same name."""
        instance = record.question.instance
        several = len(digests[instance.name]) > 1
        return f"{instance.name} ({instance.digest[:6]})" if several else instance.name

    variants = sorted({(r.rank, r.variant) for r in records})
    return Table(
        topic=topic,
        variants=tuple(dict.fromkeys(variant for _, variant in variants)),
        instances=tuple(dict.fromkeys(map(name, records))),
        outcomes=outcomes(records, lambda record: (record.variant, name(record)), clock),
    )


def summaries(table: Table) -> list[VariantSummary]:
    """The summary of each variant and, if there are several, of the virtual best."""
    several = len(table.variants) > 1
    return [
        _summary(table, variant)
        for variant in (*table.variants, *([VIRTUAL_BEST] if several else []))
    ]


def _summary(table: Table, variant: str) -> VariantSummary:
    found, times = table.of(variant), table.times(variant)
    penalised = [each.par2 for each in found]
    known = [par2 for par2 in penalised if par2 is not None]
    memory = [record.memory for each in found for record in each.records]
    alone = best = 0
    for each in map(table.on, table.instances) if len(table.variants) > 1 else ():
        solved = {name: outcome.time for name, outcome in each.items() if outcome.solved}
        alone += solved.keys() == {variant}
        best += variant in solved and solved[variant] == min(solved.values())
    return VariantSummary(
        variant=variant,
        instances=len(found),
        solved=len(times),
        statuses=Counter(each.first.status for each in found),
        par2=math.fsum(known) / len(known) if known and known == penalised else None,
        median=statistics.median(times) if times else None,
        total=math.fsum(times),
        memory=statistics.median(memory) if memory else None,
        alone=alone,
        best=best,
    )


def pairs(table: Table) -> list[Pair]:
    """All pairs of variants in a topic, the earlier one first."""
    return [_pair(table, *names) for names in itertools.combinations(table.variants, 2)]


def _pair(table: Table, first: str, second: str) -> Pair:
    couples = list(table.couples(first, second))
    ratios = [b.time / max(a.time, 1e-6) for a, b in couples if a.solved and b.solved]
    orders = Counter(compare(a.seconds, b.seconds) for a, b in couples if a.solved or b.solved)
    ratio = statistics.median(ratios) if ratios else None
    return Pair(first, second, ratio, len(ratios), orders[-1], orders[1], orders[0])


def compare(first: float | None, second: float | None) -> int:
    """-1 if the first time is less, 1 if the second is, 0 for a tie; None means unsolved."""
    if first is None or second is None:
        return (first is None) - (second is None)
    near = abs(first - second) < TIE_SECONDS
    if near or max(first, second) < TIE * min(first, second):
        return 0
    return -1 if first < second else 1


def disagreements(records: Iterable[Record]) -> list[Contradiction]:
    """All contradictions between answers, and invalid answers."""
    found = (
        Contradiction(
            asked[0], group[0].question.instance.name, problem, tuple(sorted(set(claims)))
        )
        for asked, group in _grouped(records, _asked).items()
        for problem, claims in contradictions(group)
    )
    return list(dict.fromkeys(found))  # instances edited between runs may give the same twice


def contradictions(group: Sequence[Record]) -> Iterator[tuple[str, list[str]]]:
    """The problems among records of one question, each with the variants' claims."""
    wrong = [r for r in group if r.answer.invalid]
    if wrong:
        yield "invalid", [f"{_claimant(r)}: {r.reason}" for r in wrong]
    torn = [r for r in group if r.status == "invalid" and not r.answer.invalid]
    if torn:
        yield "engines that contradict each other", [f"{_claimant(r)}: {r.reason}" for r in torn]
    answered = [r for r in group if not r.answer.invalid]
    some = [r for r in answered if r.answer.count or r.checked]
    none = [r for r in answered if r.none]
    if some and none:
        told = [f"{_claimant(r)}: found{', checked' * bool(r.checked)}" for r in some]
        yield "found and none", told + [f"{_claimant(r)}: {r.status}" for r in none]
    optimal = [r for r in answered if r.answer.optimal and r.answer.cost is not None]
    if len({r.answer.cost for r in optimal}) > 1:
        yield "different optima", [f"{_claimant(r)}: optimum {r.answer.cost}" for r in optimal]
    elif not (some and none):  # otherwise it is reported already
        yield from _bounds(answered)
    yield from _counts(answered)


def _bounds(answered: Sequence[Record]) -> Iterable[tuple[str, list[str]]]:
    """Answers that cost less than another record's lower bound."""
    bounds = [(r.answer.at_least, r) for r in answered if r.answer.at_least is not None]
    there = [r for _, r in bounds if r.answer.count or r.checked]
    found = [(r.answer.cost, r) for r in there if r.answer.cost is not None]
    highest = max((bound for bound, _ in bounds), default=0)
    lowest = min((cost for cost, _ in found), default=highest)
    if lowest < highest:
        told = [f"{_claimant(r)}: cost {cost}" for cost, r in found if cost < highest]
        told += [f"{_claimant(r)}: nothing below {bound}" for bound, r in bounds if bound > lowest]
        yield "an answer below a bound", told


def _counts(answered: Sequence[Record]) -> Iterable[tuple[str, list[str]]]:
    """Different numbers of all answers, counted by the same definition."""
    complete = [r for r in answered if r.answer.complete and r.solved]
    for group in _grouped(complete, lambda r: " ".join(r.answer.counts.split())).values():
        if len({r.answer.count for r in group}) > 1:
            yield "different counts", [f"{_claimant(r)}: {r.answer.count} in all" for r in group]


def _claimant(record: Record) -> str:
    return f"{record.variant} ({record.engine})"
