"""Random boards on which the target can be reached, and smaller ones; solves nothing."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

from pylab_ricochet.model import Board, Field
from pylab_ricochet.search import Slides

_NAMES = ("red", "green", "blue", "yellow")


def generate(
    rng: random.Random, size: int = 16, robots: int = 4, barriers: float = 0.1, moves: int = 8
) -> Board:
    """A board whose target is where a robot stops after random moves, as many as its length.

    Raises ValueError for a size beyond 1 to 100, for more robots than fields, and the like.
    """
    if not 1 <= size <= 100:
        raise ValueError(f"expected a size from 1 to 100, found {size}")
    if not 1 <= robots <= min(size * size, 26):
        raise ValueError(f"expected 1 to {min(size * size, 26)} robots, found {robots}")
    if not 0 <= barriers <= 1:
        raise ValueError(f"expected a share of barriers from 0 to 1, found {barriers}")
    if not 0 <= moves <= 1000:
        raise ValueError(f"expected 0 to 1000 moves, found {moves}")
    lines = range(1, size + 1)
    sides = [(x, y, "east") for y in lines for x in lines[:-1]]
    sides += [(x, y, "south") for y in lines[:-1] for x in lines]
    shut = frozenset(side for side in sides if rng.random() < barriers)
    fields = rng.sample([(x, y) for y in lines for x in lines], robots)
    names = [*_NAMES, *(f"robot{n}" for n in range(5, 27))]
    placed = tuple(sorted(zip(names, fields, strict=False)))
    board = Board(size, shut, placed, rng.choice(placed), moves)
    slides, at = Slides(board), {name: (y - 1) * size + x - 1 for name, (x, y) in placed}
    for _ in range(moves):
        name = rng.choice([*at])
        taken = sum(1 << each for each in at.values())
        at[name] = rng.choice([*slides.stops(at[name], taken & ~(1 << at[name])), at[name]])
        board = replace(board, target=(name, (at[name] % size + 1, at[name] // size + 1)))
    return board


def sample(rng: random.Random) -> Board:
    """A small board, with any target, so that there may be no plan, and a small bound."""
    size = rng.choice((1, 2, 3, 3, 4))
    most = min(size * size, rng.choice((1, 2, 2, 3)))
    board = generate(rng, size, most, rng.choice((0, 0.1, 0.3, 0.5)), rng.choice((1, 2, 4)))
    anywhere = rng.randint(1, size), rng.randint(1, size)
    target = rng.choice((board.target, (rng.choice(board.robots)[0], anywhere)))
    return replace(board, target=target, length=rng.choice((0, 1, 2, 3, 3, 4)))


def smaller(board: Board) -> Iterator[Board]:
    """The board without its last row and column, a robot or a barrier, or with fewer moves."""
    last = board.size - 1

    def closer(field: Field) -> Field:
        return min(field[0], last), min(field[1], last)

    robots = tuple((name, closer(field)) for name, field in board.robots)
    if last and len({field for _, field in robots}) == len(robots):
        shut = frozenset(b for b in board.barriers if max(b[:2]) <= last)
        target = board.target[0], closer(board.target[1])
        yield replace(board, size=last, barriers=shut, robots=robots, target=target)
    for each in board.robots:
        if each[0] != board.target[0]:
            yield replace(board, robots=tuple(r for r in board.robots if r != each))
    for side in sorted(board.barriers):
        yield replace(board, barriers=board.barriers - {side})
    for length in (board.length or 0) // 2, (board.length or 0) - 1:
        if board.length and 0 <= length < board.length:
            yield replace(board, length=length)
