"""What stands in the way in a labyrinth without a path: walls and rules; knows no search."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from pylab.families.theseus.floor import beside
from pylab.families.theseus.meaning import more
from pylab.families.theseus.model import Plan, Point, Puzzle, exact
from pylab.families.theseus.units import parts_a_unit
from pylab.family.derived import Obstacles
from pylab.text.facts import Fact, integer

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


@dataclass(frozen=True, slots=True)
class DoorObstacles(Obstacles):
    """Requirements that can't all be met: door(X,Y), leaving(L), limit(L,N); see reasons.lp."""

    puzzle: Puzzle

    def words(self) -> list[str]:
        """The rules, then a line for each wall."""
        scale = parts_a_unit(self.puzzle)
        rules, walls = [], []
        for each in self.facts:
            kind = str(each.arguments[0])
            if each.name == "leaving":
                rules.append(_LEAVING[kind])
            elif each.name == "limit":
                rules.append(f"{_LIMITS[kind]} {more(integer(each, 1))}")
            else:
                x, y = (exact(Decimal(integer(each, i)) / scale) for i in (0, 1))
                walls.append(f"no door at ({x}, {y}){_parted(self.puzzle, (x, y))}")
        return [*rules, *walls]


def obstacles(puzzle: Puzzle, requirements: Sequence[Fact]) -> DoorObstacles:
    """Of the requirements that can't all be met, what they are in this labyrinth."""
    return DoorObstacles(requirements, {}, puzzle)


def _parted(puzzle: Puzzle, place: Point) -> str:
    """The rooms on both sides of a wall, where they have names that somebody gave them."""
    if not isinstance(puzzle.floor, Plan):
        return ""
    rooms = beside(place, puzzle.floor.rooms)
    names = [room.name for room in rooms if not _NUMBERED.fullmatch(room.name)]
    return f" between rooms {' and '.join(names)}" if len(names) == 2 else ""
