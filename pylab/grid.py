"""Squares in columns and rows, in a drawing and in a terminal; knows no puzzle.

A family says what is on a square; how squares lie beside each other is said here.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pylab.palette import QUIET
from pylab.svg import Drawing

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Grid:
    """Squares in a drawing, counted from 0, columns to the right and rows downwards.

    >>> grid = Grid(columns=3, rows=2, cell=10, left=5)
    >>> grid.corner(0, 0), grid.centre(2, 1), grid.width, grid.height
    ((5, 0), (30.0, 15.0), 30, 20)
    """

    columns: int
    rows: int
    cell: float
    left: float = 0
    top: float = 0

    @property
    def width(self) -> float:
        return self.columns * self.cell

    @property
    def height(self) -> float:
        return self.rows * self.cell

    def corner(self, column: float, row: float) -> Point:
        """The upper left corner of a square."""
        return self.left + column * self.cell, self.top + row * self.cell

    def centre(self, column: float, row: float) -> Point:
        return self.corner(column + 0.5, row + 0.5)

    def square(
        self, drawing: Drawing, column: float, row: float, inset: float = 0, **style: object
    ) -> None:
        """A square as a shape, smaller by an inset on each side."""
        x, y = self.corner(column, row)
        side = self.cell - 2 * inset
        drawing.rect(x + inset, y + inset, side, side, **style)

    def name_columns(
        self, drawing: Drawing, names: Iterable[object], baseline: float, size: float = 12
    ) -> None:
        """Names of the columns, so far below the grid's upper edge."""
        for column, name in enumerate(names):
            x, _ = self.centre(column, 0)
            drawing.text(x, self.top + baseline, str(name), size, fill=QUIET)

    def name_rows(
        self, drawing: Drawing, names: Iterable[object], middle: float, size: float = 12
    ) -> None:
        """Names of the rows, so far to the right of the grid's left edge."""
        for row, name in enumerate(names):
            _, y = self.centre(0, row)
            drawing.text(self.left + middle, y + size / 3, str(name), size, fill=QUIET)


class Raster:
    """Characters in columns and rows, counted from 0; as many as are needed.

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
        """Text from here to the right, its lines below each other, over what was there."""
        for down, line in enumerate(text.split("\n"), row):
            while len(self._rows) <= down:
                self._rows.append([])
            characters = self._rows[down]
            characters += " " * (column - len(characters))
            characters[column : column + len(line)] = line

    def lines(self) -> list[str]:
        """The rows, without blanks at their ends."""
        return ["".join(row).rstrip() for row in self._rows]

    def __str__(self) -> str:
        return "\n".join(self.lines())
