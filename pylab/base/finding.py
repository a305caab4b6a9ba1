"""The result of a search, for every engine; knows no puzzle, no engine and no terminal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Protocol

from pylab.base.errors import Ended

Number = int | float
"""A cost: whole, or with a fraction where the puzzle's weights have one."""


class Status(Enum):
    """Whether there is an answer; a search that a limit ended gives *unknown*, never *none*."""

    FOUND = "found"
    NONE = "none"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of a search without its witnesses, which were handed over as they were found.

    Attributes:
        status: found, none or unknown.
        count: how many witnesses were found.
        complete: whether these are all witnesses (with optimisation: all optimal ones).
        optimal: whether it is proven that there is no better witness: minimisation came to its
            end, or all smaller numbers of steps are refuted.
        least: for a stepwise program that minimises, whether it is proven that no witness with
            the same number of steps is better. One with more steps may be better, so `optimal`
            is False then.
        cost: the cost of the best witness, if the task has one: steps, or the minimised sum.
        costs: if clingo minimised, each value with its priority, the most important one first.
        at_least: a proven lower bound on the cost of all witnesses; None if none is known.
        ended: why the search ended.
        reason: the same in words, for people; empty if the search was settled.
        statistics: figures of the search, for `--stats`.
        messages: clingo's warnings.
    """

    status: Status
    count: int = 0
    complete: bool = False
    optimal: bool = False
    least: bool = False
    cost: Number | None = None
    costs: tuple[tuple[Number, int], ...] = ()
    at_least: Number | None = None
    ended: Ended = Ended.SETTLED
    reason: str = ""
    statistics: Mapping[str, Any] = field(default_factory=dict)
    messages: tuple[str, ...] = ()

    @property
    def settled(self) -> bool:
        """Whether the search ended by itself, not by a limit."""
        return self.ended is Ended.SETTLED


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a running search, with the bounds on the cost that are known so far.

    Attributes:
        conflicts: how much work has been done, in `unit`s; clingo reports it between its calls.
        unit: what `conflicts` counts.
        models: how many different witnesses have been found and checked.
        lower, upper: a proven lower bound on the cost, and the cost of the best witness so far.
        endless: whether nothing bounds the steps of the program.
    """

    phase: str
    step: int
    seconds: float
    conflicts: int
    models: int
    lower: Number | None = None
    upper: Number | None = None
    unit: str = "conflicts"
    endless: bool = False

    def __str__(self) -> str:
        at_least = f"at least {self.lower}" if self.lower else f"step {self.step}"
        bounds = at_least if self.upper is None else f"{at_least}, at most {self.upper}"
        return f"{self.phase} · {bounds} · {self.seconds:.1f} s"


class SearchWatch(Protocol):
    """The receiver of a native search's reports, which also tells the search when to stop."""

    def found(self, witness: Any) -> None:
        """Report a witness. Raises LimitReached if a limit is reached before there are enough."""

    def progress(self, **figures: int) -> None:
        """Report progress, often. Raises LimitReached when a limit is reached.

        `lower` and `upper` are bounds on the cost that are proven so far.
        """


def handed_over(
    witnesses: Iterable[Any],
    watch: SearchWatch,
    models: int,
    cost: int | None = None,
    others: str = "",
) -> Finding:
    """Report these witnesses to a watch, up to the number wanted (0: all), and return the finding.

    If `cost` is given, each witness has this cost, which is proven minimal. The witnesses are all
    that there are, unless `others` says why some were not searched. LimitReached passes through.
    """
    count = 0
    for witness in witnesses:
        watch.found(witness)
        count += 1
        if count == models:
            break
    status = Status.FOUND if count else Status.NONE
    done = not count or count != models
    if others and done:
        return Finding(status, count, ended=Ended.SIZE, reason=others)
    if cost is None or not count:
        return Finding(status, count, done, at_least=cost)
    return Finding(status, count, done, optimal=True, cost=cost, at_least=cost)
