"""Mazes a little smaller than a maze, for whoever looks for the smallest; solves nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pylab.base.errors import InstanceError
from pylab.families.alice.format import begun_at
from pylab.families.alice.model import Maze, Square, State


def smaller(maze: Maze) -> Iterator[Maze]:
    """The maze without a column, and without a row, and begun at its start.

    Start and goal move with their squares; where theirs is taken out, to a neighbour. A maze with
    both on one square is none and is left out. Where no token can stand as it stood, it begins at
    the start.
    """
    cuts = [(x, None) for x in range(maze.width - 1, -1, -1) if maze.width > 1]
    for column, row in [
        *cuts,
        *((None, y) for y in range(maze.height - 1, -1, -1) if maze.height > 1),
    ]:
        cut = _without(maze, column, row)
        if cut.start != cut.goal:
            yield _begun(cut)
    if maze.begin is not None:
        yield replace(maze, begin=None)
    if maze.depth > 1:
        yield replace(maze, depth=maze.depth - 1)


def _begun(cut: Maze) -> Maze:
    if cut.begin is None:
        return cut
    try:
        return begun_at(cut, cut.begin)
    except InstanceError:
        return replace(cut, begin=None)


def _without(maze: Maze, column: int | None, row: int | None) -> Maze:
    def moved(square: Square) -> Square:
        return _closed_up(square[0], column, maze.width), _closed_up(square[1], row, maze.height)

    kept = [y * maze.width + x for x, y in maze.squares() if x != column and y != row]
    begin = maze.begin
    return replace(
        maze,
        width=maze.width - (column is not None),
        height=maze.height - (row is not None),
        start=moved(maze.start),
        goal=moved(maze.goal),
        arrows=bytes(maze.arrows[index] for index in kept),
        colours=bytes(maze.colours[index] for index in kept),
        begin=None if begin is None else State(*moved(begin.square), begin.d),
    )


def _closed_up(place: int, gap: int | None, size: int) -> int:
    """Where a column or row is when another one, or itself, is taken out."""
    if gap is None:
        return place
    return place - 1 if place > gap or place == gap == size - 1 else place
