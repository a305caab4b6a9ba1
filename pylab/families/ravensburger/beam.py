"""Beam search for a plan that need not be the shortest; knows neither proofs nor a checker.

A situation is what lies on the board and where the avatar can stand. Of all situations after one
more push, only the few are kept from which the cheapest chain of tiles leads to the goal (see
`chain`). Nothing follows from a search that fails.
"""

from __future__ import annotations

from collections.abc import Callable

from pylab.families.ravensburger.chain import Situation, after, cost, first
from pylab.families.ravensburger.model import Board
from pylab.families.ravensburger.moves import Grid, Tables


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
    begin = first(Tables(board))
    if begin.goal & begin.reached:
        return ()
    kept = [begin]
    for _ in range(limit):
        ranked: dict[tuple[object, ...], tuple[int, int, Situation]] = {}
        for situation in kept:
            for move in range(4 * board.size):
                following = after(grid, situation, move)
                if following.goal & following.reached:
                    return following.moves
                key = (following.openings, following.goal, following.reached)
                if key not in ranked:
                    steps = cost(grid, following, radius)
                    ranked[key] = (steps, -following.reached.bit_count(), following)
            tick()
        best = sorted(ranked.values(), key=lambda each: each[:2])
        kept = [situation for *_, situation in best[:width]]
    return None
