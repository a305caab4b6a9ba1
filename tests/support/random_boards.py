"""Random boards for differential tests, and the symmetries of a board."""

from __future__ import annotations

import random

from pylab.families.ravensburger.model import Board


def boards(seed, count, largest=4):
    """Boards of all kinds: sparse and dense, tiny ones, start on the goal, bounds 0 to 3."""
    rng = random.Random(seed)
    for _ in range(count):
        size = rng.choice([1, 2, 2, *range(3, largest + 1), *range(3, largest + 1)])
        density = rng.choice([0, 0.2, 0.35, 0.5, 0.7, 1])
        lines = range(1, size + 1)
        yield Board(
            size=size,
            connections=frozenset(
                (x, y, d) for x in lines for y in lines for d in "nesw" if rng.random() < density
            ),
            start=(rng.choice(lines), rng.choice(lines)),
            goal=(rng.choice(lines), rng.choice(lines)),
            max_steps=rng.choice([0, 1, 2, 2, 3, 3]) if size < 4 else rng.choice([1, 2, 2, 3]),
        )


def rotated(board):
    """A quarter turn: what was north becomes east."""
    turn = {"n": "e", "e": "s", "s": "w", "w": "n"}

    def to(field):
        return board.size + 1 - field[1], field[0]

    return _moved(board, to, turn)


def mirrored(board):
    """West and east change places."""
    turn = {"n": "n", "s": "s", "e": "w", "w": "e"}
    return _moved(board, lambda field: (field[0], board.size + 1 - field[1]), turn)


def images(board):
    """The board under all eight symmetries of the square, itself first."""
    for _ in range(4):
        yield board
        yield mirrored(board)
        board = rotated(board)


def _moved(board, to, turn):
    return Board(
        board.size,
        frozenset((*to((x, y)), turn[d]) for x, y, d in board.connections),
        to(board.start),
        to(board.goal),
        board.max_steps,
    )
