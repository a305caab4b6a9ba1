"""Boards a little smaller than a board, for whoever looks for the smallest; solves nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pylab.families.ravensburger.model import Board, Field


def smaller(board: Board) -> Iterator[Board]:
    """The board without a row and a column, and with fewer pushes; the greatest steps first.

    Start and goal move with their tiles; where theirs is taken out, to a neighbour.
    """
    lines = range(board.size, 0, -1)
    if board.size > 1:
        yield from (_without(board, line, line) for line in lines)
        yield from (_without(board, x, y) for x in lines for y in lines if x != y)
    for bound in sorted({0, 1, board.max_steps // 2, board.max_steps - 1}):
        if 0 <= bound < board.max_steps:
            yield replace(board, max_steps=bound)


def _without(board: Board, row: int, column: int) -> Board:
    def moved(field: Field) -> Field:
        return _closed_up(field[0], row, board.size), _closed_up(field[1], column, board.size)

    return replace(
        board,
        size=board.size - 1,
        connections=frozenset(
            (*moved((x, y)), direction)
            for x, y, direction in board.connections
            if x != row and y != column
        ),
        start=moved(board.start),
        goal=moved(board.goal),
    )


def _closed_up(line: int, gap: int, size: int) -> int:
    """Where a line is when another one, or itself, is taken out."""
    return line - 1 if line > gap or line == gap == size else line
