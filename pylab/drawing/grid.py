"""Squares in columns and rows, in a drawing and in a terminal; knows no puzzle.

A family draws what is on a square; this module places the squares.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from pylab.drawing.palette import FLOOR, INK, LINE, PAPER, QUIET
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

    def side(
        self, column: float, row: float, right: int, down: int, inset: float = 0, gap: float = 0
    ) -> tuple[float, float, float, float]:
        """The ends of a square's side towards a neighbour, moved inwards by `inset` and shortened
        by a gap at both ends; as `Drawing.line` takes them.

        >>> Grid(3, 2, 10).side(0, 0, right=1, down=0)
        (10.0, 0.0, 10.0, 10.0)
        """
        x, y = self.centre(column, row)
        x, y = x + right * (self.cell / 2 - inset), y + down * (self.cell / 2 - inset)
        across, along = abs(down) * (self.cell / 2 - gap), abs(right) * (self.cell / 2 - gap)
        return x - across, y - along, x + across, y + along

    def squares(self) -> list[tuple[int, int]]:
        """The columns and rows of all squares, row by row."""
        columns, rows = (range(self.first, self.first + n) for n in (self.columns, self.rows))
        return [(column, row) for row in rows for column in columns]

    def drawing(self, title: str, description: str = "", margin: float = 30) -> Drawing:
        """All squares in a frame, on paper, with the numbers of columns and rows beside them."""
        size = self.width + 2 * margin, self.height + 2 * margin
        drawn = Drawing(*size, title, description, self.left - margin, self.top - margin)
        drawn.rect(*drawn.view, fill=PAPER)
        for column, row in self.squares():
            self.square(drawn, column, row, fill=FLOOR, stroke=LINE)
        self.name_columns(drawn, range(self.first, self.first + self.columns), -margin / 3)
        self.name_rows(drawn, range(self.first, self.first + self.rows), -margin / 2)
        frame = {"fill": "none", "stroke": INK, "stroke_width": 4}
        drawn.rect(self.left, self.top, self.width, self.height, **frame)
        return drawn

    def square(
        self, drawing: Drawing, column: float, row: float, inset: float = 0, **style: object
    ) -> None:
        """Draw a square, smaller by an inset on each side."""
        x, y = self.corner(column, row)
        side = self.cell - 2 * inset
        drawing.rect(x + inset, y + inset, side, side, **style)

    def name_columns(
        self, drawing: Drawing, names: Iterable[object], baseline: float, size: float = 12
    ) -> None:
        """Write names of the columns, at a distance below the grid's upper edge."""
        for column, name in enumerate(names, self.first):
            x, _ = self.centre(column, 0)
            drawing.text(x, self.top + baseline, str(name), size, fill=QUIET)

    def name_rows(
        self, drawing: Drawing, names: Iterable[object], middle: float, size: float = 12
    ) -> None:
        """Write names of the rows, at a distance right of the grid's left edge."""
        for row, name in enumerate(names, self.first):
            _, y = self.centre(0, row)
            drawing.text(self.left + middle, y + size / 3, str(name), size, fill=QUIET)


def letters(names: Sequence[str]) -> Mapping[str, str]:
    """A character for each name: its first letter, or numbers if two names share one.

    >>> letters(["red", "blue"]), letters(["red", "_rose"])
    ({'red': 'R', 'blue': 'B'}, {'red': '1', '_rose': '2'})
    """
    found = {name: name.strip("_")[:1].upper() for name in names}
    alike = len(set(found.values())) < len(found)
    return {name: str(n) for n, name in enumerate(found, 1)} if alike else found


STEPS = ((1, 0), (0, 1), (-1, 0), (0, -1))
"""The steps (column, row) to a square's neighbours, clockwise from the east."""


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


class Fenced(Raster):
    """A grid in characters, with the walls between its squares.

    `fence(column, row, step)` says what the side to a neighbour has: True for a wall, False for
    nothing, or a character, which is drawn over any wall.

    >>> squares = Fenced(Grid(2, 1, 0), lambda column, row, step: step in ((0, 1), (0, -1)))
    >>> squares.mark(0, 0, "*")
    >>> squares.mark(0, 0, "R", beside=True)
    >>> print(squares)
    +---+---+
     R*   .
    +---+---+
    """

    def __init__(
        self, grid: Grid, fence: Callable[[int, int, tuple[int, int]], str | bool]
    ) -> None:
        super().__init__()
        self.first = grid.first
        for column, row in grid.squares():
            x, y = self._middle(column, row)
            self.put(x - 2, y - 1, "+   +\n  .  \n+   +")
        sides = [
            (fence(*square, step), *square, step) for square in grid.squares() for step in STEPS
        ]
        for sign, column, row, (right, down) in sorted(sides, key=lambda side: side[0] is not True):
            if sign:
                x, y = self._middle(column, row)
                mark = ("-" if down else "|") if sign is True else sign
                self.put(x + 2 * right - abs(down), y + down, mark * (1 + 2 * abs(down)))

    def mark(self, column: int, row: int, sign: str, beside: bool = False) -> None:
        """Put a character in the middle of a square, or beside its middle."""
        x, y = self._middle(column, row)
        self.put(x - beside, y, sign)

    def _middle(self, column: int, row: int) -> tuple[int, int]:
        return 4 * (column - self.first) + 2, 2 * (row - self.first) + 1


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
