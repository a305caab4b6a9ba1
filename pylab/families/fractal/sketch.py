"""A labyrinth in characters: its frame, its boxes, and the corridors between; knows no runs.

Locations lie as `layout` has them. `Routes` leads the corridors on a coarser lattice. They meet at
`├`, `┬`, `┤` and `┴`; where a `│` stands between two `─`, one passes below the other.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations, pairwise

from pylab.drawing.grid import HEAVY, LIGHT, SIDES, Raster
from pylab.families.fractal.layout import SIDE, Layout, Point, layout
from pylab.families.fractal.model import Labyrinth, behind
from pylab.families.fractal.routes import Node, Routes

_SIZES = (12, 16, 20, 24, 28, 32, 36, 42)
"""The sides of the frame that are tried, in rows and pairs of columns."""

_LOCATIONS, _CORRIDORS, _NAME = 100, 60, 5
"""The most that is drawn so, and the longest name that stands at its place."""

_HEADS = {(1, 0): ">", (-1, 0): "<", (0, 1): "v", (0, -1): "^"}


class _Crowded(Exception):
    """There is not enough room."""


@dataclass(slots=True)
class _Sheet:
    """What stands where.

    Attributes:
        side: the side of the frame; a node is a row and every other column.
        signs: what stands there beside corridors, by column and row.
        places: the nodes of locations.
        doors: of locations on frames that corridors lead to, the nodes before them.
        arms: of nodes that corridors run through, the nodes beside them that these lead to.
        heads: the signs before the ends of one-way corridors, by column and row.
    """

    side: int
    signs: dict[tuple[int, int], str] = field(default_factory=dict)
    places: dict[str, Node] = field(default_factory=dict)
    doors: dict[str, Node] = field(default_factory=dict)
    arms: dict[Node, set[Node]] = field(default_factory=dict)
    heads: dict[tuple[int, int], str] = field(default_factory=dict)

    def node(self, point: Point) -> Node:
        """Where a point of the layout is."""
        return round(point[0] / SIDE * self.side), round(point[1] / SIDE * self.side)

    def free(self, column: int, row: int, text: str) -> bool:
        """Whether there is room for text, with a blank at both its ends."""
        return all((column + k, row) not in self.signs for k in range(-1, len(text) + 1))

    def put(self, column: int, row: int, text: str) -> None:
        """Write text from here to the right."""
        self.signs |= {(column + k, row): sign for k, sign in enumerate(text)}

    def frame(self, corner: Node, opposite: Node) -> None:
        """Draw a frame between two corners."""
        (left, top), (right, bottom) = corner, opposite
        wide = 2 * (right - left) - 1
        for y in range(top, bottom + 1):
            self.put(2 * left, y, HEAVY[5])
            self.put(2 * right, y, HEAVY[5])
        self.put(2 * left, top, HEAVY[6] + HEAVY[10] * wide + HEAVY[12])
        self.put(2 * left, bottom, HEAVY[3] + HEAVY[10] * wide + HEAVY[9])

    def draw(self, way: Iterable[Node]) -> None:
        """Draw a corridor, or a part of it."""
        for here, there in pairwise(way):
            self.arms.setdefault(here, set()).add(there)
            self.arms.setdefault(there, set()).add(here)


@dataclass(frozen=True, slots=True)
class Sketch:
    """A labyrinth that is drawn, and the column and row of each location."""

    drawn: tuple[str, ...]
    places: Mapping[str, tuple[int, int]]

    def lines(self, walker: str) -> list[str]:
        """The drawing with `@` where the walker is."""
        lines = list(self.drawn)
        if walker in self.places:
            x, y = self.places[walker]
            lines[y] = f"{lines[y][:x]}@{lines[y][x + 1 :]}"
        return lines


@lru_cache(maxsize=32)
def sketch(labyrinth: Labyrinth, plan: Layout | None = None) -> Sketch | None:
    """The labyrinth in characters; None if there is too much in it for that.

    Args:
        labyrinth: what is drawn.
        plan: where its parts lie, if that is known already.
    """
    corridors = len(labyrinth.cliques) + len(labyrinth.oneways)
    if len(labyrinth.locations()) > _LOCATIONS or corridors > _CORRIDORS:
        return None
    plan = plan or layout(labyrinth)
    long = dict.fromkeys(n for n in map(_name, labyrinth.locations()) if len(n) > _NAME)
    numbers = {name: f"#{n}" for n, name in enumerate(long, 1)}
    for side in _SIZES:
        try:
            sheet = _placed(labyrinth, plan, side, numbers)
            _lead(sheet, labyrinth)
        except _Crowded:
            continue
        return _finished(sheet, [f"{number} {name}" for name, number in numbers.items()])
    return None


def _name(location: str) -> str:
    """What stands beside a location: on the face of a box, the name within it."""
    return behind(location) or location.removeprefix("inner.")


def _placed(labyrinth: Labyrinth, plan: Layout, side: int, numbers: dict[str, str]) -> _Sheet:
    """The frames and locations, with their names."""
    sheet = _Sheet(side)
    frames = {"": ((0, 0), (side, side))}
    for box, square in plan.boxes.items():
        far = square.x + square.side, square.y + square.side
        frames[box] = sheet.node((square.x, square.y)), sheet.node(far)
    for frame in frames.values():
        sheet.frame(*frame)
    joined = {end for ends in (*labyrinth.cliques, *labyrinth.oneways) for end in ends}
    names = []
    for location in labyrinth.locations():
        x, y = sheet.places[location] = sheet.node(plan.points[location])
        right, down = map(int, plan.normal(location))
        if right or down:
            if location in joined:
                sheet.doors[location] = x + right, y + down
        elif not sheet.free(2 * x, y, "o"):
            raise _Crowded
        names.append((location, (right, down)))
    for column, row in sheet.places.values():
        sheet.put(2 * column, row, "o")
    if len(set(sheet.places.values())) < len(sheet.places):
        raise _Crowded
    for location, (right, down) in names:
        x, y = sheet.places[location]
        name = numbers.get(_name(location), _name(location))
        before, after, middle = 2 * x - 1 - len(name), 2 * x + 2, 2 * x - (len(name) - 1) // 2
        beside = [(middle, y - 1), (middle, y + 1), (after, y), (before, y)]
        if right or down:
            beside = [(before if right > 0 else after if right else middle, y - down)]
        _write(sheet, beside, name)
    for box, ((left, top), (right, low)) in frames.items():
        if box:
            _write(sheet, [(left + right - (len(box) - 1) // 2, (top + low) // 2)], box)
    return sheet


def _write(sheet: _Sheet, places: Iterable[tuple[int, int]], text: str) -> None:
    """Write text at the first place that has room for it. Raises _Crowded if none has."""
    for place in places:
        if sheet.free(*place, text):
            sheet.put(*place, text)
            return
    raise _Crowded


def _lead(sheet: _Sheet, labyrinth: Labyrinth) -> None:
    """Draw all corridors. Raises _Crowded if one can't be led."""
    taken = {(x + k, y) for x, y in sheet.signs for k in (-1, 0, 1)}
    routes = Routes(sheet.side, sheet.side, lambda at: (2 * at[0], at[1]) in taken, apart=True)
    if len({*sheet.doors.values()} & routes.free) < len(sheet.doors):
        raise _Crowded
    routes.close(sheet.doors.values())
    trees: dict[str, set[Node]] = {}
    for location, place in sheet.places.items():
        trees[location] = {sheet.doors.get(location, place)}
        sheet.draw((place, *trees[location] - {place}))
    pairs = [pair for clique in labyrinth.cliques for pair in combinations(clique, 2)]
    places = sheet.places
    for one, other in sorted(pairs, key=lambda p: math.dist(places[p[0]], places[p[1]])):
        tree, old = trees[one], trees[other]
        if tree is not old:
            tree |= old | {*_led(sheet, routes, tree, old)}
            trees |= {name: tree for name, each in trees.items() if each is old}
    for origin, target in labyrinth.oneways:
        if trees[origin] is not trees[target]:
            before = {*sheet.arms}
            (x, y), (a, b) = last = _led(sheet, routes, trees[origin], trees[target])[-2:]
            if x == a and last[0] in before:
                raise _Crowded
            sheet.heads[x + a, y] = _HEADS[a - x, b - y]
            routes.close(last[:1])


def _led(
    sheet: _Sheet, routes: Routes, origins: Iterable[Node], targets: Iterable[Node]
) -> list[Node]:
    """Draw a corridor between what is drawn of two others, where three ways may meet."""
    ends = [[n for n in each if len(sheet.arms.get(n, ())) < 3] for each in (origins, targets)]
    way = routes.way(ends[0], ends[1]) if all(ends) else []
    if not way:
        raise _Crowded
    sheet.draw(way)
    return way


def _finished(sheet: _Sheet, legend: Iterable[str]) -> Sketch:
    signs = {}
    for (x, y), leads in sheet.arms.items():
        bits = sum(SIDES[a - x, b - y] for a, b in leads)
        signs[2 * x, y] = LIGHT[bits] if len(leads) < 4 else LIGHT[5]
        if (x + 1, y) in leads:
            signs[2 * x + 1, y] = LIGHT[10]
    signs |= sheet.heads | sheet.signs
    left, top = (-min(cell[k] for cell in signs) for k in (0, 1))
    raster = Raster()
    for (x, y), sign in signs.items():
        raster.put(x + left, y + top, sign)
    places = {name: (2 * x + left, y + top) for name, (x, y) in sheet.places.items()}
    return Sketch((*raster.lines(), *legend), places)
