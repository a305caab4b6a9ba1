"""Random boards on which the target can be reached; solves nothing."""

import random
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
    fields = [(x, y) for y in range(1, size + 1) for x in range(1, size + 1)]
    sides = [(x, y, way) for x, y in fields for way, n in (("east", x), ("south", y)) if n < size]
    placed = tuple(sorted(zip(_NAMES, rng.sample(fields, robots), strict=False)))
    shut = frozenset(side for side in sides if rng.random() < barriers)
    board = Board(size, shut, placed, placed[0], moves)
    slides = Slides(board)
    at = {name: slides.numbers[field] for name, field in placed}
    for _ in range(moves):
        name = rng.choice([*at])
        here = at.pop(name)
        at[name] = rng.choice([*slides.stops(here, sum(1 << n for n in at.values())), here])
    after = {(name, fields[number]) for name, number in at.items()}
    return replace(board, target=rng.choice(sorted(after - {*placed}) or placed))


def sample(rng: random.Random) -> Board:
    """A small board with a small bound and any target, so that there may be no plan."""
    size = rng.choice((1, 2, 3, 3, 4))
    robots = min(size * size, rng.choice((1, 2, 2, 3)))
    board = generate(rng, size, robots, rng.choice((0, 0.1, 0.3, 0.5)), rng.choice((1, 2, 4)))
    anywhere = board.target[0], (rng.randint(1, size), rng.randint(1, size))
    target, length = rng.choice((board.target, anywhere)), rng.choice((0, 1, 2, 3, 3, 4))
    return replace(board, target=target, length=length)
