"""What straight-line programs add up to, part by part; knows no puzzle."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


def fold(
    wanted: Iterable[K],
    parts: Callable[[K], Sequence[K]],
    total: Callable[[K, Sequence[V]], V],
    circular: V,
) -> dict[K, V]:
    """The values of all that is wanted and of what it consists of, each once, parts first.

    Args:
        wanted: names of what is wanted.
        parts: what it consists of.
        total: its value, by those of its parts.
        circular: the value of a part that rests on what it is a part of.
    """
    values: dict[K, V] = {}
    begun: set[K] = set()
    pending = list(wanted)
    while pending:
        name = pending[-1]
        if name in values:
            pending.pop()
        elif name in begun:
            values[name] = total(name, [values.get(part, circular) for part in parts(name)])
            pending.pop()
        else:
            begun.add(name)
            pending += [part for part in parts(name) if part not in begun]
    return values
