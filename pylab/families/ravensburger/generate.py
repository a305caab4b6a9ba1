"""Random boards like the competition's; knows nothing of their solutions.

The competition's fields are open towards 1, 2, 3, 4 sides in about 57, 22, 17, 5 % of the cases,
1.7 on average and never 0. Here a field has one opening and each other side with a chance of its
own, drawn so that at the same average the shares are 58, 19, 13, 10 %.
"""

from __future__ import annotations

import random
from dataclasses import replace

from pylab.families.ravensburger.model import (
    FIXED_LINES,
    NO_UNDO,
    STEPS,
    WALK_FIRST,
    Board,
)


def generate(rng: random.Random, size: int = 6, density: float = 0.43, bound: int = 0) -> Board:
    """A board whose sides are open at random, start and goal anywhere.

    Args:
        rng: the source of all randomness.
        size: rows, and columns, at least 1.
        density: the share of sides that are open, 0 to 1; below 1/4 some fields have none.
        bound: the most pushes allowed; 0 for as many as the board has rows.

    Raises:
        ValueError: for values outside these.
    """
    if not 1 <= size <= 1000:
        raise ValueError(f"expected a size from 1 to 1000, found {size}")
    if not 0 <= density <= 1:
        raise ValueError(f"expected a density from 0 to 1, found {density}")
    if not 0 <= bound < 2**31:
        raise ValueError(f"expected a bound from 0 to {2**31 - 1}, found {bound}")
    lines = range(1, size + 1)
    connections = frozenset(
        (x, y, d) for x in lines for y in lines for d in _openings(rng, density)
    )
    start = (rng.choice(lines), rng.choice(lines))
    goal = (rng.choice(lines), rng.choice(lines))
    return Board(size, connections, start, goal, bound or size)


def sample(rng: random.Random) -> Board:
    """A board of at most 3 rows, to try encodings on: sparse or dense, with a solution or not.

    Tiles of all kinds, at most 0 to 3 pushes, now and then another rule than the competition's.
    """
    size = rng.choice((1, 2, 2, 3, 3, 3))
    board = generate(rng, size, rng.choice((0.1, 0.2, 0.35, 0.5, 0.7, 1)))
    rules = rng.sample((WALK_FIRST, FIXED_LINES, NO_UNDO), rng.choice((0, 0, 0, 0, 1, 2)))
    return replace(board, max_steps=rng.choice((0, 1, 2, 2, 3)), rules=frozenset(rules))


def _openings(rng: random.Random, density: float) -> list[str]:
    first, *others = rng.sample(list(STEPS), 4)
    if density <= 1 / 4:
        return [first] if rng.random() < 4 * density else []
    mean = (4 * density - 1) / 3
    chance = rng.random() ** (1 / mean - 1)
    return [first, *(d for d in others if rng.random() < chance)]
