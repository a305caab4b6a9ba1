"""What a search finds out, whoever searches; knows no puzzle, no engine and no terminal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Protocol

from pylab.base.errors import Ended

Number = int | float
"""A cost: whole, or with a fraction where the puzzle's weights have one."""


class Status(Enum):
    """Three-valued: a limit never turns into a no."""

    FOUND = "found"
    NONE = "none"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Finding:
    """What a search found out beside the witnesses, which it handed over as it found them.

    Attributes:
        status: found, none or unknown.
        count: how many witnesses were found.
        complete: whether there are no others than these (with optimisation: no other optimal ones).
        optimal: whether it is proven that there is no better witness: something was minimised to
            the end, or every smaller step is refuted.
        least: where a stepwise program minimises something, whether it is proven that none of the
            witnesses with as many steps is better; one with more steps may be, so `optimal` is
            False then.
        cost: what the best witness costs, where the task counts it: steps, or the sum minimised.
        costs: where clingo minimised, each value with its priority, the most important one first.
        at_least: it is proven that no witness costs less than this; None if nothing is.
        ended: what brought the search to its end.
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
        """Whether the search came to an end by itself, not by a limit."""
        return self.ended is Ended.SETTLED


@dataclass(frozen=True, slots=True)
class Progress:
    """Where a running search is, and the bounds on the cost that are known.

    Attributes:
        conflicts: how much work has been done; clingo counts conflicts, and only between its calls.
        unit: what is counted there.
        models: how many witnesses have been found.
        lower, upper: no witness costs less; one that costs so much is known.
    """

    phase: str
    step: int
    seconds: float
    conflicts: int
    models: int
    lower: Number | None = None
    upper: Number | None = None
    unit: str = "conflicts"


class SearchWatch(Protocol):
    """What a native search reports to; it also says when to stop."""

    def found(self, witness: Any) -> None:
        """A witness. Raises LimitReached when a limit is over before there are enough of them."""

    def progress(self, **figures: int) -> None:
        """How far the search is, called often; raises LimitReached when a limit is over.

        `lower` and `upper` are bounds on the cost that are proven so far.
        """


def handed_over(
    witnesses: Iterable[Any],
    watch: SearchWatch,
    models: int,
    cost: int | None = None,
    others: str = "",
) -> Finding:
    """The finding once a watch has as many of these witnesses as are wanted (0: all).

    With a cost, each of them costs that much, and it is proven that none costs less. They are all
    that there are, unless `others` says why some are not looked for. Limits pass through.
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
