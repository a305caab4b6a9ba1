"""What a walk uses up at each step, and how often each of it may be used."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import assert_never

from pylab.families.theseus.check.floor import Floor, Key, Way
from pylab.families.theseus.model import Point

Use = tuple[str, Hashable, int]
"""A kind of thing, the thing, and how often it may be used."""


class Limits:
    """The rules of one kind of walk.

    Args:
        floor: where is walked.
        cycle: whether the walk returns to where it began; then no state is visited twice.
    """

    def __init__(self, floor: Floor, cycle: bool) -> None:
        self.floor, self.cycle = floor, cycle
        self.rules = floor.puzzle.rules
        self.by_states = cycle or not self.rules.trails
        self.only_states = self.by_states and not self.rules.limits
        self._known: dict[Key, Sequence[Use]] = {}

    def begun(self, start: int) -> Iterator[Use]:
        """What is used before the first step; a cycle uses it when it returns."""
        if not self.cycle:
            yield from self._entered(start)

    def walked(self, key: Key, way: Way) -> Sequence[Use]:
        """What is used by walking a way into its target."""
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = [*self._entered(key[1]), *self._passed(key, way)]
        return found

    def _passed(self, key: Key, way: Way) -> Iterator[Use]:
        for kind, most in self.rules.limits.items():
            match kind:
                case "room":
                    yield kind, way.room, most
                case "passage":
                    yield kind, way.passage, most
                case "edge":
                    yield kind, key, most
                case "door" | "point":
                    pass
                case _:
                    assert_never(kind)

    def _entered(self, state: int) -> Iterator[Use]:
        if self.by_states:
            yield "state", state, 1
        for kind in ("door", "point"):
            if most := getattr(self.rules, kind):
                yield kind, state % self.floor.doors, most

    def touched(self, way: Way, before: Iterable[Way]) -> int | None:
        """Where points are limited: the number, from 1, of a way before whose line meets this."""
        if not self.rules.point:
            return None
        for step, other in enumerate(before, 1):
            if way.room == other.room and _meet(way.line, other.line):
                return step
        return None


def _meet(one: Sequence[Point], other: Sequence[Point]) -> bool:
    """Whether two bent lines have a point in common: as boxes, their straight pieces overlap."""
    for (ax, ay), (bx, by) in zip(one, one[1:], strict=False):  # noqa: RUF007 - written out
        for (cx, cy), (dx, dy) in zip(other, other[1:], strict=False):  # noqa: RUF007
            apart = max(ax, bx) < min(cx, dx) or max(cx, dx) < min(ax, bx)
            apart = apart or max(ay, by) < min(cy, dy) or max(cy, dy) < min(ay, by)
            if not apart:
                return True
    return False
