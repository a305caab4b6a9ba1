"""Random floor plans, and the plain one whose rooms are all squares with a door in every wall."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from decimal import Decimal

from pylab.families.theseus.floor import planned, rectangles
from pylab.families.theseus.model import Plan, Puzzle, Room, Rules, exact

HALF = Decimal("0.5")
_SIZES = re.compile(r"([0-9]{1,4})x([0-9]{1,4})", re.ASCII)

MOST = 100
"""The greatest width and height that are made."""


def generate(
    rng: random.Random,
    open: str = "",  # noqa: A002 - a parameter on the command line
    width: int = 5,
    height: int = 6,
    merge: float = 0.25,
    doors: float = 0.8,
) -> Puzzle:
    """The all-open plan of that size if `open` is given, else a random one.

    Raises ValueError for sizes and chances out of bounds.
    """
    if not open:
        return Puzzle(random_plan(rng, width, height, merge, doors))
    found = _SIZES.fullmatch(open)
    if found is None:
        raise ValueError(f"expected WIDTHxHEIGHT as in 10x10, found {open[:20]!r}")
    return Puzzle(open_plan(int(found[1]), int(found[2])))


def open_plan(width: int, height: int) -> Plan:
    """Unit rooms with a door in the middle of every inner wall.

    The start is in the south wall of column width // 2 (from 0); the goal is in the north wall,
    in the same column if the height is even, else in the column before it.
    """
    _refuse_sizes(width, height)
    column = width // 2
    goal = column if height % 2 == 0 else max(0, column - 1)
    squares = [(x, y, 1, 1) for y in range(height) for x in range(width)]
    return _plan(width, height, squares, list(_walls(squares)), column, goal)


def random_plan(
    rng: random.Random, width: int, height: int, merge: float = 0.3, doors: float = 0.8
) -> Plan:
    """Rooms of one or more unit squares, some with doors between them.

    Args:
        rng: whose next numbers decide everything.
        width, height: in units.
        merge: how likely a room grows by another row or column of squares.
        doors: how likely two rooms side by side have a door.
    """
    _refuse_sizes(width, height)
    for name, value in (("merge", merge), ("doors", doors)):
        if not 0 <= value <= 1:
            raise ValueError(f"expected {name} from 0 to 1, found {value}")

    def grows(_x: int, _y: int) -> bool:
        return rng.random() < merge

    squares = list(rectangles(width, height, grows, grows))
    walls = [wall for wall in _walls(squares) if rng.random() < doors]
    start, goal = rng.randrange(width), rng.randrange(width)
    return _plan(width, height, squares, walls, start, goal)


_Rectangle = tuple[int, int, int, int]


def sample(rng: random.Random) -> Puzzle:
    """A plan of at most 3 by 3 units, to try encodings on: with a way to the goal or without.

    Now and then under another rule than the default ones.
    """
    width, height = rng.randint(1, 3), rng.randint(1, 3)
    plan = random_plan(rng, width, height, rng.choice((0.0, 0.3)), 0.5 + rng.random() / 2)
    return Puzzle(plan, rng.choice(_RULES) if rng.random() < 0.4 else Rules())


_RULES = (
    Rules(door=1),
    Rules(room=1),
    Rules(passage=1),
    Rules(edge=1),
    Rules(point=1),
    Rules(leaving="same-wall"),
    Rules(leaving="back"),
)


def _walls(squares: list[_Rectangle]) -> Iterator[tuple[Decimal, Decimal]]:
    """The middles of all walls between two rooms, room by room, east before north."""
    owner = {
        (x + i, y + j): (x, y, w, h) for x, y, w, h in squares for i in range(w) for j in range(h)
    }
    for x, y, w, h in squares:
        east = dict.fromkeys(owner[x + w, y + j] for j in range(h) if (x + w, y + j) in owner)
        for _, other_y, _, other_h in east:
            low, high = max(y, other_y), min(y + h, other_y + other_h)
            yield Decimal(x + w), exact((low + high) * HALF)
        north = dict.fromkeys(owner[x + i, y + h] for i in range(w) if (x + i, y + h) in owner)
        for other_x, _, other_w, _ in north:
            low, high = max(x, other_x), min(x + w, other_x + other_w)
            yield exact((low + high) * HALF), Decimal(y + h)


def _plan(
    width: int,
    height: int,
    squares: list[_Rectangle],
    doors: list[tuple[Decimal, Decimal]],
    start: int,
    goal: int,
) -> Plan:
    rooms = [
        Room(f"r{number}", *(Decimal(value) for value in square))
        for number, square in enumerate(squares, 1)
    ]
    ends = ((start + HALF, Decimal(0)), (goal + HALF, Decimal(height)))
    return planned(width, height, rooms, doors, ends)


def _refuse_sizes(width: int, height: int) -> None:
    for name, value in (("width", width), ("height", height)):
        if not 1 <= value <= MOST:
            raise ValueError(f"expected a {name} from 1 to {MOST}, found {value}")
