"""What stands in the way in a maze without a route, square by square; knows no search."""

from __future__ import annotations

from collections.abc import Sequence

from pylab.base.words import alternatives
from pylab.families.alice.model import DIRECTIONS, Maze, Square
from pylab.family.derived import Obstacles
from pylab.text.facts import Fact, integer


def obstacles(_maze: Maze, requirements: Sequence[Fact]) -> Obstacles:
    """Of the requirements arrow(X,Y,A), colour(X,Y,C) and paint(X,Y,C), see reasons.lp.

    A line for each square, row by row; directions are clockwise from the north.
    """
    missing: dict[Square, list[str]] = {}
    colours: dict[Square, list[str]] = {}
    for each in requirements:
        square = integer(each, 0), integer(each, 1)
        last = str(each.arguments[2])
        if each.name == "arrow":
            missing.setdefault(square, []).append(last)
        else:
            is_or_not = "is" if each.name == "colour" else "is not"
            colours.setdefault(square, []).append(f"{is_or_not} {last}")
    lines, clockwise = [], list(DIRECTIONS)
    for square in sorted({*missing, *colours}, key=lambda square: square[::-1]):
        names = tuple(sorted(missing.get(square, ()), key=clockwise.index))
        parts = [f"has no arrow to {alternatives(names)}"] if names else []
        parts += colours.get(square, ())
        lines.append(f"square {square} {' and '.join(parts)}")
    return Obstacles(requirements, lines)
