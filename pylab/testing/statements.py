"""The claims of each party about a question, and contradictions between them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from pylab.base.finding import Number, Status
from pylab.base.listing import Task
from pylab.core.answer import Answer
from pylab.testing.subject import Asked, Subject, must

Facts = frozenset[str]
"""A witness's facts, as text."""


def facts_of(subject: Subject, witness: Any) -> Facts:
    """A witness's facts, as text."""
    return frozenset(map(str, subject.family.encode(witness)))


@dataclass(frozen=True, slots=True)
class PartyResult:
    """The claims of a party about a task; None where it makes none.

    Attributes:
        by: the party.
        low, high: bounds on the cost of the best answer.
        answers, some: all answers, and those that the party knows.
    """

    by: str
    status: Status
    low: Number | None = None
    high: Number | None = None
    count: int | None = None
    answers: frozenset[Facts] | None = None
    some: frozenset[Facts] = frozenset()

    @classmethod
    def of_answer(cls, subject: Subject, answer: Answer, by: str = "") -> PartyResult | None:
        """An engine's claims; None if it is undecided."""
        by = by or answer.engine
        if answer.status is Status.UNKNOWN:
            return None  # the encoding bounds the steps
        if answer.status is Status.NONE:
            return cls(by, Status.NONE)
        listed = [each.witness for each in answer.checked if not each.refutes]
        known = frozenset(facts_of(subject, each) for each in listed if each is not None)
        low = answer.cost if answer.optimal else answer.at_least
        whole = answer.complete and answer.question.task.models == 0
        found = Status.FOUND
        if whole:
            return cls(by, found, low, answer.cost, answer.count, known, known)
        return cls(by, found, low, answer.cost, some=known)


def said(subject: Subject, asked: Iterable[Asked]) -> list[PartyResult]:
    """The claims of the engines that are decided."""
    found = (PartyResult.of_answer(subject, each.answer) for each in asked)
    return [each for each in found if each is not None]


def known(subject: Subject, instance: Any, task: Task) -> list[PartyResult]:
    """The claims of the brute force; none if it can't tell."""
    truth = subject.truth(instance, task)
    if truth is None or not truth.found:
        return [] if truth is None else [PartyResult("brute force", Status.NONE)]
    cost, count, answers = truth.cost, truth.count, truth.answers
    return [PartyResult("brute force", Status.FOUND, cost, cost, count, answers)]


def agree(where: str, said: Sequence[PartyResult]) -> None:
    """Raises Unmet, with the names of the parties, if they contradict each other."""
    _same(where, "the answer is", {each.by: each.status.value for each in said})
    low = max(((s.low, s.by) for s in said if s.low is not None), default=None)
    high = min(((s.high, s.by) for s in said if s.high is not None), default=None)
    if low and high:
        told = f"{where}: the cost is {high[0]} by {high[1]}, {low[0]} by {low[1]}"
        must(low[0] <= high[0], told)
    _same(where, "the number of answers is", {s.by: s.count for s in said if s.count is not None})
    for one in said:
        for other in said if one.answers is not None else ():
            assert one.answers is not None
            told = f"{where}: {other.by} has an answer that {one.by} lacks: "
            more = sorted(map(sorted, (other.answers or other.some) - one.answers))
            must(not more, f"{told}{' '.join(more[0]) if more else ''}")


def _same(where: str, what: str, values: dict[str, object]) -> None:
    parties: dict[object, list[str]] = {}
    for by, value in values.items():
        parties.setdefault(value, []).append(by)
    told = ", ".join(f"{value} by {' and '.join(by)}" for value, by in parties.items())
    must(len(parties) < 2, f"{where}: {what} {told}")
