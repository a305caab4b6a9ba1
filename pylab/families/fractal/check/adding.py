"""What things that consist of one another add up to; knows no puzzle."""

from __future__ import annotations

from collections.abc import Callable, MutableMapping, Sequence
from typing import TypeVar

from pylab.base.verdict import Problem

K = TypeVar("K")
V = TypeVar("V")


def add_up(
    wanted: K,
    sums: MutableMapping[K, V],
    parts: Callable[[K], Sequence[K] | None],
    total: Callable[[K, Sequence[V]], V],
    words: Callable[[K], str],
) -> Problem | None:
    """Add up a thing and all that it consists of, each once, parts first; a problem if it can't be.

    Args:
        wanted: the thing.
        sums: what is added up already; the rest comes in.
        parts: what a thing consists of; None if there is no such thing.
        total: what it adds up to, by what its parts do.
        words: what it is called.
    """
    pending, begun = [wanted], set[K]()
    while pending:
        thing = pending[-1]
        if thing in sums:
            pending.pop()
            continue
        consists = parts(thing)
        if consists is None:
            return Problem("no-reason", f"nothing is said of {words(thing)}")
        left = [part for part in consists if part not in sums]
        if not left:
            sums[thing] = total(thing, [sums[part] for part in consists])
            pending.pop()
        elif thing in begun:
            return Problem("circle", f"{words(thing)} rests on itself")
        else:
            begun.add(thing)
            pending += left
    return None
