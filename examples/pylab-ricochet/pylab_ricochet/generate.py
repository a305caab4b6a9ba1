"""Random boards on which the target can be reached, and smaller ones; solves nothing."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

from pylab_ricochet.model import Board
from pylab_ricochet.search import Slides

_NAMES = ("red", "green", "blue", "yellow", "silver", "black", "white", "pink", "orange")


def generate(
    rng: random.Random, size: int = 16, robots: int = 4, barriers: float = 0.1, moves: int = 8
) -> Board:
    """A board whose target is where a robot stops after random moves, as many as its length.

    Raises ValueError for values that make no board.
    """
    most = min(size * size, len(_NAMES))
    if not (0 < size <= 100 and 0 < robots <= most and 0 <= barriers <= 1 and 0 <= moves <= 1000):
        wanted = f"size from 1 to 100, 1 to {most} robots, barriers from 0 to 1, moves to 1000"
        raise ValueError(f"expected {wanted}, found {size}, {robots}, {barriers}, {moves}")
    lines = range(1, size + 1)
    sides = [(*pair, way) for n in lines[:-1] for m in lines
             for pair, way in (((n, m), "east"), ((m, n), "south"))]  # fmt: skip
    fields = rng.sample([(x, y) for y in lines for x in lines], robots)
    placed = tuple(sorted(zip(_NAMES, fields, strict=False)))
    shut = frozenset(side for side in sides if rng.random() < barriers)
    board = Board(size, shut, placed, placed[0], moves)
    slides = Slides(board)
    start = {name: slides.number(field) for name, field in placed}
    at = dict(start)
    for _ in range(moves):
        name = rng.choice([*at])
        here = at.pop(name)
        at[name] = rng.choice([*slides.stops(here, sum(1 << n for n in at.values())), here])
    away = [(name, there) for name, there in sorted(at.items()) if there != start[name]]
    name, there = rng.choice(away or sorted(at.items()))
    return replace(board, target=(name, (there % size + 1, there // size + 1)))


def sample(rng: random.Random) -> Board:
    """A small board with a small bound and any target, so that there may be no plan."""
    size = rng.choice((1, 2, 3, 3, 4))
    robots = min(size * size, rng.choice((1, 2, 2, 3)))
    board = generate(rng, size, robots, rng.choice((0, 0.1, 0.3, 0.5)), rng.choice((1, 2, 4)))
    anywhere = board.target[0], (rng.randint(1, size), rng.randint(1, size))
    target, length = rng.choice((board.target, anywhere)), rng.choice((0, 1, 2, 3, 3, 4))
    return replace(board, target=target, length=length)


def smaller(board: Board) -> Iterator[Board]:
    """The board without its last row and column, a robot or a barrier, or with fewer moves."""
    inside = board.size - 1
    fields = [board.target[1], *(field for _, field in board.robots)]
    if inside and max(map(max, fields)) <= inside:
        shut = frozenset(side for side in board.barriers if max(side[:2]) <= inside)
        yield replace(board, size=inside, barriers=shut)
    for each in board.robots:
        if each[0] != board.target[0]:
            yield replace(board, robots=tuple(robot for robot in board.robots if robot != each))
    for side in sorted(board.barriers):
        yield replace(board, barriers=board.barriers - {side})
    if board.length:
        yield replace(board, length=board.length - 1)
