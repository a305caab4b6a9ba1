"""What stands in the way in a maze without a route, square by square; knows no search."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pylab.base.words import alternatives
from pylab.families.alice.model import DIRECTIONS, Maze, Square
from pylab.family import derived
from pylab.text.facts import Fact, integer


@dataclass(frozen=True, slots=True)
class Obstacles(derived.Obstacles):
    """Requirements that can't all be met.

    Attributes:
        missing: of squares, the directions that no arrow points towards, clockwise from the north.
        colours: of squares, what is said of their colour: `is red`, `is not yellow`.
    """

    missing: dict[Square, tuple[str, ...]]
    colours: dict[Square, tuple[str, ...]]

    def squares(self) -> list[Square]:
        """All squares that something is said of, row by row."""
        return sorted({*self.missing, *self.colours}, key=lambda square: square[::-1])

    def words(self) -> list[str]:
        """A line for each square."""
        lines = []
        for square in self.squares():
            names = self.missing.get(square, ())
            parts = [f"has no arrow to {alternatives(names)}"] if names else []
            parts += self.colours.get(square, ())
            lines.append(f"square {square} {' and '.join(parts)}")
        return lines


def obstacles(_maze: Maze, requirements: Sequence[Fact]) -> Obstacles:
    """Of the requirements arrow(X,Y,A), colour(X,Y,C) and paint(X,Y,C), see reasons.lp."""
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
    clockwise = list(DIRECTIONS)
    return Obstacles(
        requirements,
        {},
        {square: tuple(sorted(names, key=clockwise.index)) for square, names in missing.items()},
        {square: tuple(each) for square, each in colours.items()},
    )
