"""Squares in columns and rows, in a drawing and in a terminal; knows no puzzle.

A family draws what is on a square; this module places the squares.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pylab.drawing.svg import Drawing, number

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Grid:
    """Squares in a drawing, columns to the right and rows downwards, both counted from `first`.

    >>> grid = Grid(columns=3, rows=2, cell=10, left=5)
    >>> grid.corner(0, 0), grid.centre(2, 1), grid.width, grid.height
    ((5, 0), (30.0, 15.0), 30, 20)
    """

    columns: int
    rows: int
    cell: float
    left: float = 0
    top: float = 0
    first: int = 0

    @property
    def width(self) -> float:
        return self.columns * self.cell

    @property
    def height(self) -> float:
        return self.rows * self.cell

    def corner(self, column: float, row: float) -> Point:
        """The upper left corner of a square."""
        x, y = (n - self.first for n in (column, row))
        return self.left + x * self.cell, self.top + y * self.cell

    def centre(self, column: float, row: float) -> Point:
        return self.corner(column + 0.5, row + 0.5)

    def place(self, column: float, row: float, turn: float = 0) -> str:
        """The SVG transformation that moves what is drawn around (0, 0) onto a square.

        >>> Grid(3, 2, 10).place(2, 1), Grid(3, 2, 10).place(0, 0, turn=90)
        ('translate(25 15)', 'translate(5 5) rotate(90)')
        """
        x, y = map(number, self.centre(column, row))
        return f"translate({x} {y})" + (f" rotate({number(turn)})" if turn else "")

    def square(
        self, drawing: Drawing, column: float, row: float, inset: float = 0, **style: object
    ) -> None:
        """Draw a square, smaller by an inset on each side."""
        x, y = self.corner(column, row)
        side = self.cell - 2 * inset
        drawing.rect(x + inset, y + inset, side, side, **style)


STEPS = ((1, 0), (0, 1), (-1, 0), (0, -1))
"""The steps (column, row) to a square's neighbours, clockwise from the east."""

LIGHT, HEAVY = " ╵╶└╷│┌├╴┘─┴┐┤┬┼", " ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋"
SIDES = {(0, -1): 1, (1, 0): 2, (0, 1): 4, (-1, 0): 8}
"""Sides of a character as bits: the places in the strings above."""


class Raster:
    """Characters in columns and rows, counted from 0; it grows as needed.

    >>> raster = Raster()
    >>> raster.put(2, 1, "ab")
    >>> raster.put(3, 1, "cd\\nef")
    >>> print(raster)
    <BLANKLINE>
      acd
       ef
    """

    def __init__(self) -> None:
        self._rows: list[list[str]] = []

    def put(self, column: int, row: int, text: str) -> None:
        """Write text from here to the right, over what was there; further lines go below."""
        for down, line in enumerate(text.split("\n"), row):
            while len(self._rows) <= down:
                self._rows.append([])
            characters = self._rows[down]
            characters += " " * (column - len(characters))
            characters[column : column + len(line)] = line

    def lines(self) -> list[str]:
        """The rows, without trailing blanks."""
        return ["".join(row).rstrip() for row in self._rows]

    def __str__(self) -> str:
        return "\n".join(self.lines())


def branching(
    root: str, below: Mapping[str, Sequence[tuple[str, str]]], told: Mapping[str, str]
) -> list[str]:
    """A tree in box-drawing characters; `below` gives each node's children, with labels of edges.

    >>> below = {"hall": [("", "attic"), ("key", "cellar")], "attic": [("", "roof")]}
    >>> print("\\n".join(branching("hall", below, {"cellar": "cellar (dark)"})))
    hall
    ├─ attic
    │  └─ roof
    └─[key]─ cellar (dark)
    """
    lines = []
    stack = [(root, "", "")]
    while stack:
        name, first, rest = stack.pop()
        lines.append(first + told.get(name, name))
        under = below.get(name, ())
        for place, (label, child) in reversed(list(enumerate(under, 1))):
            last = place == len(under)
            joint = ("└─" if last else "├─") + (f"[{label}]─ " if label else " ")
            stack.append((child, rest + joint, rest + ("   " if last else "│  ")))
    return lines
