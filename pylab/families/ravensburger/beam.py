"""Beam search for a plan that need not be the shortest; knows neither proofs nor a checker.

A situation is what lies on the board and where the avatar can stand. Of all situations after one
more push, only the few most promising are kept. Promising is where a chain of tiles leads from the
avatar to the goal, each with an opening that fits the next one's, that are little out of place: a
pair costs as many steps as its second tile is away from where it would have to lie, on the torus.
Nothing follows from a search that fails.

Sets of cells are the bits of an integer, row by row from the south-west corner.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pylab.families.ravensburger.model import STEPS, Board
from pylab.families.ravensburger.moves import Grid

_HOPELESS = 1 << 30


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


def beam(
    board: Board, width: int, radius: int, limit: int, tick: Callable[[], None] = lambda: None
) -> tuple[int, ...] | None:
    """A plan of at most `limit` pushes, as numbers of moves, or None.

    Args:
        board: the puzzle.
        width: how many situations are kept after each push.
        radius: how far a chain's tile may be out of place.
        limit: the most pushes.
        tick: called for each situation that is kept.
    """
    grid = Grid(board.size)
    first = _first(grid, board)
    if first.goal & first.reached:
        return ()
    kept = [first]
    for _ in range(limit):
        ranked: dict[tuple[object, ...], tuple[int, int, Situation]] = {}
        for situation in kept:
            for move in range(4 * board.size):
                following = _after(grid, situation, move)
                if following.goal & following.reached:
                    return following.moves
                key = (following.openings, following.goal, following.reached)
                if key not in ranked:
                    cost = _chain(grid, following, radius)
                    ranked[key] = (cost, -following.reached.bit_count(), following)
            tick()
        best = sorted(ranked.values(), key=lambda each: each[:2])
        kept = [situation for *_, situation in best[:width]]
    return None


def _first(grid: Grid, board: Board) -> Situation:
    def cell(row: int, column: int) -> int:
        return 1 << (row - 1) * grid.size + column - 1

    openings = [0] * 4
    for row, column, direction in board.connections:
        openings[tuple(STEPS).index(direction)] |= cell(row, column)
    return Situation(tuple(openings), cell(*board.goal), cell(*board.start), ())


def _after(grid: Grid, before: Situation, move: int) -> Situation:
    openings = tuple(grid.pushed(each, move) for each in before.openings)
    reached = grid.flooded(grid.pushed(before.reached, move), openings)
    return Situation(openings, grid.pushed(before.goal, move), reached, (*before.moves, move))


def _chain(grid: Grid, situation: Situation, radius: int) -> int:
    """What the cheapest chain costs, from the goal to the avatar."""
    openings = situation.openings
    level = grid.flooded(situation.goal, openings)
    seen, cost = level, 0
    due = [0] * radius
    while not level & situation.reached:
        for direction in range(4):
            fitting = openings[direction ^ 2]
            near = grid.around(level & openings[direction], direction)
            for away in range(radius):
                near = grid.ball(near)
                due[away] |= near & fitting
        if not any(each & ~seen for each in due):
            return _HOPELESS
        cost += 1
        level = grid.flooded(due.pop(0) & ~seen, openings) & ~seen
        due.append(0)
        seen |= level
    return cost
