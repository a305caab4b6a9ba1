"""What stands in the way in a labyrinth without a path, and a plan without that; no search."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from pylab.base.errors import InstanceError
from pylab.families.theseus.floor import beside, planned
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


def obstacles(puzzle: Puzzle, requirements: Sequence[Fact]) -> Obstacles:
    """Of the requirements door(X,Y), leaving(L) and limit(L,N), see reasons.lp.

    The rules, then a line for each wall.
    """
    rules, walls = [], []
    for each in requirements:
        kind = str(each.arguments[0])
        if each.name == "leaving":
            rules.append(_LEAVING[kind])
        elif each.name == "limit":
            rules.append(f"{_LIMITS[kind]} {more(integer(each, 1))}")
        else:
            x, y = _place_of(puzzle, each)
            walls.append(f"no door at ({x}, {y}){_parted(puzzle, (x, y))}")
    return Obstacles(requirements, [*rules, *walls])


def repair(
    puzzle: Puzzle, added: Sequence[Fact], _dropped: Sequence[Fact]
) -> tuple[Puzzle, list[str]]:
    """The plan with the doors `door(X,Y)`, in the scale of its facts; and what that means.

    Raises InstanceError for a graph, and for doors where none can be.
    """
    plan = puzzle.floor
    if not isinstance(plan, Plan):
        raise InstanceError("expected a plan for new doors, found a graph")
    new = [_place_of(puzzle, each) for each in added]
    mended = planned(plan.width, plan.height, plan.rooms, (*plan.doors, *new), plan.ends)
    return replace(puzzle, floor=mended), [f"with a door at ({x}, {y})" for x, y in new]


def _place_of(puzzle: Puzzle, door: Fact) -> Point:
    scale = parts_a_unit(puzzle)
    x, y = (exact(Decimal(integer(door, index)) / scale) for index in (0, 1))
    return x, y


def _parted(puzzle: Puzzle, place: Point) -> str:
    """The rooms on both sides of a wall, where they have names that somebody gave them."""
    if not isinstance(puzzle.floor, Plan):
        return ""
    rooms = beside(place, puzzle.floor.rooms)
    names = [room.name for room in rooms if not _NUMBERED.fullmatch(room.name)]
    return f" between rooms {' and '.join(names)}" if len(names) == 2 else ""
