"""What things that consist of one another add up to; knows no puzzle."""

from __future__ import annotations

from collections.abc import Callable, MutableMapping, Sequence
from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

K = TypeVar("K")
V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class Fault(Generic[K]):
    """A thing that adds up to nothing: one that is `missing`, or in a `circle` with itself."""

    kind: Literal["missing", "circle"]
    thing: K


def add_up(
    wanted: K,
    sums: MutableMapping[K, V],
    parts: Callable[[K], Sequence[K] | None],
    total: Callable[[K, Sequence[V]], V],
) -> Fault[K] | None:
    """Add up a thing and all that it consists of, each once, parts first.

    Args:
        wanted: the thing.
        sums: what is added up already; the rest comes in.
        parts: what a thing consists of; None if there is no such thing.
        total: what it adds up to, by what its parts do.
    """
    pending, begun = [wanted], set[K]()
    while pending:
        thing = pending[-1]
        if thing in sums:
            pending.pop()
            continue
        consists = parts(thing)
        if consists is None:
            return Fault("missing", thing)
        left = [part for part in consists if part not in sums]
        if not left:
            sums[thing] = total(thing, [sums[part] for part in consists])
            pending.pop()
        elif thing in begun:
            return Fault("circle", thing)
        else:
            begun.add(thing)
            pending += left
    return None
