"""Labyrinths a little smaller than one, for whoever looks for the smallest; solves nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from decimal import Decimal

from pylab.errors import InstanceError
from pylab.families.theseus.floor import Located, build
from pylab.families.theseus.model import Graph, Opening, Plan, Puzzle, Room

_HALF = Decimal("0.5")


def smaller(puzzle: Puzzle) -> Iterator[Puzzle]:
    """The plan without a strip of one unit, and without a door; the graph without an edge."""
    floor = puzzle.floor
    if isinstance(floor, Graph):
        for index in range(len(floor.edges)):
            edges = (*floor.edges[:index], *floor.edges[index + 1 :])
            yield replace(puzzle, floor=replace(floor, edges=edges))
        return
    for plan in (*_narrower(floor), *_lower(floor), *_fewer_doors(floor)):
        yield replace(puzzle, floor=plan)


def _narrower(plan: Plan) -> Iterator[Plan]:
    """Without a strip from south to north."""
    for left in range(int(plan.width)):
        shift = _shift(left)
        rooms = [
            replace(room, x=shift(room.x), width=shift(room.east) - shift(room.x))
            for room in plan.rooms
        ]
        yield from _built(plan, plan.width - 1, plan.height, rooms, shift, lambda y: y)


def _lower(plan: Plan) -> Iterator[Plan]:
    """Without a strip from west to east."""
    for bottom in range(int(plan.height)):
        shift = _shift(bottom)
        rooms = [
            replace(room, y=shift(room.y), height=shift(room.north) - shift(room.y))
            for room in plan.rooms
        ]
        yield from _built(plan, plan.width, plan.height - 1, rooms, lambda x: x, shift)


def _shift(start: int) -> Callable[[Decimal], Decimal]:
    """Where a coordinate comes to lie when the unit after `start` is taken out."""
    return lambda place: place if place <= start else max(Decimal(start), place - 1)


def _built(
    plan: Plan,
    width: Decimal,
    height: Decimal,
    rooms: list[Room],
    across: Callable[[Decimal], Decimal],
    along: Callable[[Decimal], Decimal],
) -> Iterator[Plan]:
    """The plan of these rooms, if there is one; doors that lose their wall are left out.

    Start and goal are moved to the middle of a unit if they would come to lie between two.
    """
    if width < 1 or height < 1:
        return
    ends = []
    for opening in (plan.openings[plan.start], plan.openings[plan.goal]):
        x, y = across(opening.x), along(opening.y)
        if opening.y in (0, plan.height):
            x = min(max(x, _HALF), width - _HALF) if x != int(x) else min(x + _HALF, width - _HALF)
        else:
            y = min(y + _HALF, height - _HALF) if y == int(y) else y
        ends.append((x, y))
    doors = [(across(o.x), along(o.y)) for o in _doors(plan)]
    kept: list[tuple[Decimal, Decimal]] = []
    solid = [room for room in rooms if room.width > 0 and room.height > 0]
    for door in dict.fromkeys(doors):
        if _joins_two(door, solid):
            kept.append(door)
    try:
        yield _plan(width, height, solid, kept, ends[0], ends[1])
    except InstanceError:
        return


def _joins_two(door: tuple[Decimal, Decimal], rooms: list[Room]) -> bool:
    """Whether it is in the middle of walls of two rooms."""
    x, y = door
    beside = [
        room
        for room in rooms
        if (room.x < x < room.east and y in (room.y, room.north))
        or (room.y < y < room.north and x in (room.x, room.east))
    ]
    return len(beside) == 2


def _fewer_doors(plan: Plan) -> Iterator[Plan]:
    doors = [(o.x, o.y) for o in _doors(plan)]
    start, goal = ((plan.openings[i].x, plan.openings[i].y) for i in (plan.start, plan.goal))
    for index in range(len(doors)):
        rest = [*doors[:index], *doors[index + 1 :]]
        yield _plan(plan.width, plan.height, list(plan.rooms), rest, start, goal)


def _doors(plan: Plan) -> list[Opening]:
    ends = (plan.start, plan.goal)
    return [opening for number, opening in enumerate(plan.openings) if number not in ends]


def _plan(
    width: Decimal,
    height: Decimal,
    rooms: list[Room],
    doors: list[tuple[Decimal, Decimal]],
    start: tuple[Decimal, Decimal],
    goal: tuple[Decimal, Decimal],
) -> Plan:
    return build(
        (width, height),
        [Located(room, None) for room in rooms],
        [Located(door, None) for door in doors],
        [Located(start, None)],
        [Located(goal, None)],
        None,
    )
