"""How far the goal is from what the avatar reaches, in steps by which tiles are out of place.

A *chain* of tiles leads from the goal to the avatar, each with an opening that fits the next one's.
A pair costs as many steps as its second tile is away from where it would have to lie, on the torus.
The cost of the cheapest chain is a guess at the pushes that are left, and proves nothing.

Sets of cells are the bits of an integer, row by row from the south-west corner.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pylab.families.ravensburger.moves import OPENING, Grid, Tables

HOPELESS = 1 << 30
"""The cost where there is no chain."""

RADIUS = 2
"""How far a tile may be out of place in `Guide`."""


@dataclass(frozen=True, slots=True)
class Situation:
    """After some pushes.

    Attributes:
        openings: for n, e, s, w, the cells whose tiles are open towards it.
        goal: the goal's cell, as a set.
        reached: the cells on which the avatar can stand.
        moves: the pushes so far, as numbers: four times the line, plus the direction's.
    """

    openings: tuple[int, ...]
    goal: int
    reached: int
    moves: tuple[int, ...]


def first(tables: Tables) -> Situation:
    """Before the first push, where the avatar stands still."""
    openings = tuple(
        sum(1 << cell for cell, kind in enumerate(tables.types) if kind & opening)
        for opening in OPENING.values()
    )
    return Situation(openings, 1 << tables.goal, 1 << tables.start, ())


def after(grid: Grid, before: Situation, move: int) -> Situation:
    """After one more push and a walk."""
    openings = tuple(grid.pushed(each, move) for each in before.openings)
    reached = grid.flooded(grid.pushed(before.reached, move), openings)
    return Situation(openings, grid.pushed(before.goal, move), reached, (*before.moves, move))


def cost(grid: Grid, situation: Situation, radius: int) -> int:
    """What the cheapest chain costs if no tile is further away than the radius."""
    openings = situation.openings
    level = grid.flooded(situation.goal, openings)
    seen, steps = level, 0
    due = [0] * radius
    while not level & situation.reached:
        for direction in range(4):
            fitting = openings[direction ^ 2]
            near = grid.around(level & openings[direction], direction)
            for away in range(radius):
                near = grid.ball(near)
                due[away] |= near & fitting
        if not any(each & ~seen for each in due):
            return HOPELESS
        steps += 1
        level = grid.flooded(due.pop(0) & ~seen, openings) & ~seen
        due.append(0)
        seen |= level
    return steps


class Guide:
    """Decides whether a node is worth searching; it may reject good ones.

    Args:
        tables: of the board.
        slack: each push should make the cheapest chain a step cheaper; it may cost so much more.
    """

    def __init__(self, tables: Tables, slack: int) -> None:
        self._grid = Grid(tables.size)
        self._begin = first(tables)
        self._most = cost(self._grid, self._begin, RADIUS) + slack

    def follows(self, moves: Sequence[int], cells: Iterable[int]) -> bool:
        """Whether the cheapest chain to these cells, after these pushes alone, is cheap enough."""
        openings, goal = self._begin.openings, self._begin.goal
        for move in moves:
            openings = tuple(self._grid.pushed(each, move) for each in openings)
            goal = self._grid.pushed(goal, move)
        reached = sum(1 << cell for cell in cells)
        now = Situation(openings, goal, reached, tuple(moves))
        return cost(self._grid, now, RADIUS) <= self._most - len(moves)
