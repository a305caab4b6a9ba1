"""What stands in the way in a labyrinth without a path: walls and rules; knows no search."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from pylab.facts import Fact, integer
from pylab.families.theseus.model import Plan, Puzzle, exact
from pylab.families.theseus.units import parts_a_unit

_LEAVING = {
    "straight": "nobody goes straight on",
    "same_wall": "nobody leaves a room through the wall that they came in by",
    "back": "nobody goes back through the same door",
}
_LIMITS = {
    "door": "no door is passed",
    "room": "no room is crossed",
    "passage": "no way from door to door is walked",
    "edge": "no way from door to door is walked in the same direction",
    "point": "no point is touched",
}
_NUMBERED = re.compile(r"r\d+")
"""The name of a room that the plan does not name."""

_OFTEN = {1: "twice", 2: "more than twice"}


@dataclass(frozen=True, slots=True)
class Obstacles:
    """Requirements that can't all be met.

    Attributes:
        rules: how rooms are left, and limits, in words.
        walls: the middles of walls that have no door, each with what it parts, in words.
    """

    rules: tuple[str, ...]
    walls: tuple[tuple[tuple[Decimal, Decimal], str], ...]

    def words(self) -> list[str]:
        """The rules, then a line for each wall."""
        return [
            *self.rules,
            *(f"no door at ({x}, {y}){parted}" for (x, y), parted in self.walls),
        ]


def obstacles(puzzle: Puzzle, requirements: Sequence[Fact]) -> Obstacles:
    """Of the requirements door(X,Y), leaving(L) and limit(L,N), see reasons.lp."""
    scale = parts_a_unit(puzzle)
    rules = []
    walls = []
    for each in requirements:
        kind = str(each.arguments[0])
        if each.name == "leaving":
            rules.append(_LEAVING[kind])
        elif each.name == "limit":
            often = integer(each, 1)
            rules.append(f"{_LIMITS[kind]} {_OFTEN.get(often, f'more than {often} times')}")
        else:
            place = tuple(exact(Decimal(integer(each, i)) / scale) for i in (0, 1))
            walls.append(((place[0], place[1]), _parted(puzzle, *place)))
    return Obstacles(tuple(rules), tuple(walls))


def _parted(puzzle: Puzzle, x: Decimal, y: Decimal) -> str:
    """The rooms on both sides of a wall, where they have names that somebody gave them."""
    if not isinstance(puzzle.floor, Plan):
        return ""
    beside = [
        room.name
        for room in puzzle.floor.rooms
        if not _NUMBERED.fullmatch(room.name)
        if (room.x < x < room.east and y in (room.y, room.north))
        or (room.y < y < room.north and x in (room.x, room.east))
    ]
    return f" between rooms {' and '.join(beside)}" if len(beside) == 2 else ""
