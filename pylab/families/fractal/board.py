"""A labyrinth in characters: its frame and boxes, and on each location the letter of its corridor.

Where lines would run into each other, letters say which locations a corridor joins.
"""

from __future__ import annotations

from collections.abc import Mapping
from string import ascii_letters

from pylab.families.fractal.layout import SIDE, Layout, Point, layout
from pylab.families.fractal.model import Labyrinth, behind
from pylab.grid import Raster

_SIZES = ((52, 20), (68, 28), (68, 40), (68, 56))
"""Columns and rows of the frame, what is tried first first."""

_MARGIN = 6
_MOST = 120
"""The most locations that are drawn."""


def letters(labyrinth: Labyrinth) -> dict[str, str]:
    """Of each location, the letters of the corridors there; with `>` where one leads one way."""
    found: dict[str, str] = {}
    names = iter(ascii_letters)
    for clique in labyrinth.cliques:
        letter = next(names)
        for location in clique:
            found[location] = found.get(location, "") + letter
    for origin, target in labyrinth.oneways:
        letter = next(names)
        found[origin] = f"{found.get(origin, '')}{letter}>"
        found[target] = f"{found.get(target, '')}>{letter}"
    return found


def board(labyrinth: Labyrinth) -> str:
    """The picture; empty where letters or room are too few."""
    corridors = len(labyrinth.cliques) + len(labyrinth.oneways)
    if corridors > len(ascii_letters) or len(labyrinth.locations()) > _MOST:
        return ""
    plan, joined = layout(labyrinth), letters(labyrinth)
    for size in _SIZES:
        drawn = _drawn(plan, joined, size)
        if drawn is not None:
            return str(drawn)
    return ""


def _drawn(plan: Layout, joined: Mapping[str, str], size: tuple[int, int]) -> Raster | None:
    """The picture of that size; None if two things in it would be at the same place."""
    columns, rows = size

    def at(point: Point) -> tuple[int, int]:
        return (
            _MARGIN + round(point[0] / SIDE * columns),
            1 + round(point[1] / SIDE * rows),
        )

    raster = Raster()
    _frame(raster, at((0, 0)), at((SIDE, SIDE)), "┏━┓┃┗┛")
    for name, square in plan.boxes.items():
        corner = at((square.x, square.y))
        opposite = at((square.x + square.side, square.y + square.side))
        _frame(raster, corner, opposite, "┌─┐│└┘")
        middle = (corner[0] + opposite[0] - len(name)) // 2, (corner[1] + opposite[1]) // 2
        raster.put(*middle, name)
    taken: set[tuple[int, int]] = set()
    for location, point in plan.points.items():
        x, y = at(point)
        letter = joined.get(location, "·")
        name, nx, ny = _named(location), *plan.normal(location)
        across = (-len(name) - 1 if nx > 0 else len(letter) + 1) if nx else -(len(name) // 2)
        left, row = x + across, y + (-1 if ny > 0 else 1 if ny < 0 else 0)
        if not (nx or ny):
            left, row = x + len(letter) + 1, y
        words = [(left, row, name), (x, y, letter)]
        for begin, line, text in words:
            cells = {(begin + i, line) for i in range(len(text))}
            beside = {(begin - 1, line), (begin + len(text), line)}
            if begin < 0 or taken & (cells | beside):
                return None
            taken |= cells
        for begin, line, text in words:
            raster.put(begin, line, text)
    return raster


def _named(location: str) -> str:
    """What stands beside it: of a port, the outer location behind; of others, their own name."""
    return behind(location) or location.rpartition(".")[2]


def _frame(raster: Raster, corner: tuple[int, int], opposite: tuple[int, int], glyphs: str) -> None:
    (left, top), (right, bottom) = corner, opposite
    width = right - left - 1
    for row in range(top + 1, bottom):
        raster.put(left, row, glyphs[3] + " " * width + glyphs[3])
    raster.put(left, top, glyphs[0] + glyphs[1] * width + glyphs[2])
    raster.put(left, bottom, glyphs[4] + glyphs[1] * width + glyphs[5])
