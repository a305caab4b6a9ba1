"""Labyrinths a little smaller than one, for whoever looks for the smallest; solves nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from decimal import Decimal

from pylab.base.errors import InstanceError
from pylab.families.theseus.floor import beside, planned
from pylab.families.theseus.model import Graph, Plan, Puzzle, Room

_HALF = Decimal("0.5")


def smaller(puzzle: Puzzle) -> Iterator[Puzzle]:
    """The plan without a strip of one unit, and without a door; the graph without an edge."""
    floor = puzzle.floor
    if isinstance(floor, Graph):
        for index in range(len(floor.edges)):
            edges = (*floor.edges[:index], *floor.edges[index + 1 :])
            yield replace(puzzle, floor=replace(floor, edges=edges))
        return
    for plan in (*_cut(floor), *_fewer_doors(floor)):
        yield replace(puzzle, floor=plan)


def _cut(plan: Plan) -> Iterator[Plan]:
    """Without a strip from south to north, and without one from west to east."""
    for left in range(int(plan.width)):
        yield from _built(plan, plan.width - 1, plan.height, _shift(left), lambda y: y)
    for bottom in range(int(plan.height)):
        yield from _built(plan, plan.width, plan.height - 1, lambda x: x, _shift(bottom))


def _shift(start: int) -> Callable[[Decimal], Decimal]:
    """Where a coordinate comes to lie when the unit after `start` is taken out."""
    return lambda place: place if place <= start else max(Decimal(start), place - 1)


def _built(
    plan: Plan,
    width: Decimal,
    height: Decimal,
    across: Callable[[Decimal], Decimal],
    along: Callable[[Decimal], Decimal],
) -> Iterator[Plan]:
    """The plan with its coordinates moved, if there is one, without doors that lose their wall.

    Start and goal are moved to the middle of a unit if they would come to lie between two.
    """
    if width < 1 or height < 1:
        return
    ends = []
    for end in plan.ends:
        x, y = across(end[0]), along(end[1])
        if end[1] in (0, plan.height):
            x = min(max(x, _HALF), width - _HALF) if x != int(x) else min(x + _HALF, width - _HALF)
        else:
            y = min(y + _HALF, height - _HALF) if y == int(y) else y
        ends.append((x, y))
    doors = dict.fromkeys((across(x), along(y)) for x, y in plan.doors)
    rooms = []
    for room in plan.rooms:
        x, y = across(room.x), along(room.y)
        rooms.append(Room(room.name, x, y, across(room.east) - x, along(room.north) - y))
    solid = [room for room in rooms if room.width > 0 and room.height > 0]
    kept = [door for door in doors if len(beside(door, solid)) == 2]
    try:
        yield planned(width, height, solid, kept, ends)
    except InstanceError:
        return


def _fewer_doors(plan: Plan) -> Iterator[Plan]:
    for index in range(len(plan.doors)):
        rest = [*plan.doors[:index], *plan.doors[index + 1 :]]
        yield planned(plan.width, plan.height, plan.rooms, rest, plan.ends)
