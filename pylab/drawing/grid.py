"""Characters in columns and rows, and trees in characters; knows no puzzle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

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
