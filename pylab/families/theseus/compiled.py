"""The sweeps of `pylab.families.theseus.frontier` in C++; see there for the idea."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from pylab.base import native

if TYPE_CHECKING:
    from pylab.families.theseus.frontier import Profile, Sweep, Ticker, Turn

_WORD = (1 << 64) - 1


def profile(sweep: Sweep, tick: Ticker = lambda _: None) -> Profile | None:
    """As in `frontier`; None where weights or numbers are great, which Python does as well."""
    if sweep.heaviest > native.limit("weight"):
        return None
    given = [int(sweep.goal is None), len(sweep.turns), *flat(sweep.turns)]
    told = native.run("profile", given, bytes(sweep.first), tell=tick)
    return None if told.capped else dict(_numbers(told.numbers))


def flat(turns: Iterable[Turn]) -> Iterator[int]:
    """Turns as the library takes them: each list after its length."""
    for turn in turns:
        yield from (turn.slot, turn.joinable)
        for targets in (turn.open_targets, turn.decided_targets):
            yield len(targets)
            for slot, weights in targets:
                yield from (slot, len(weights), *weights)
        for numbers in (turn.ended, turn.own):
            yield from (len(numbers), *numbers)


def _numbers(words: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Pairs of a weight and how many there are: the weight, a length, so many words of 64 bits."""
    at = 0
    while at < len(words):
        weight, length = words[at : at + 2]
        at += 2 + length
        number = 0
        for word in reversed(words[at - length : at]):
            number = number << 64 | word & _WORD
        yield weight, number
