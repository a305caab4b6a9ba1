"""Where the parts of a labyrinth lie in a picture; knows no SVG and no runs.

A box is a small copy of the whole, so a port lies on its box as the outer location lies on the
frame. What can be chosen is the order of the locations around the frame and of the boxes in it;
both are improved by swaps as long as that shortens the corridors.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, islice
from typing import Any

from pylab.families.fractal.model import (
    Labyrinth,
    behind,
    box_of,
    is_outer,
)
from pylab.families.fractal.routes import Routes

Point = tuple[float, float]

SIDE = 100.0
"""The side of the square frame, whose lower corner is the origin; y downwards."""

_SWAPS = 100_000
"""The most swaps that are tried, times the corridors that each is judged by."""

_PENALTY = 14.0
"""What a point of a corridor within a box counts, in units of length."""

_LATTICE = 60
"""The steps of the lattice that corridors run on, along each side."""

_STUB = 2.4
"""How far a corridor goes straight ahead from the frame or a box."""

_SPREAD = 0.46
"""The part of a cell's side that its box takes."""


@dataclass(frozen=True, slots=True)
class Square:
    """A square in the picture: where it begins, and its side."""

    x: float
    y: float
    side: float

    def place(self, point: Point) -> Point:
        """A point of the frame, as it lies in this small copy of it."""
        return self.x + point[0] / SIDE * self.side, self.y + point[1] / SIDE * self.side

    def near(self, point: Point, margin: float) -> bool:
        """Whether a point is in the square, or less than a margin from it."""
        x, y = point
        low, high = -margin, self.side + margin
        return low < x - self.x < high and low < y - self.y < high


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """Points of locations and of corridors' hubs, squares of boxes, all within the frame.

    Attributes:
        points: of each location.
        boxes: of each box.
        hubs: of each clique of more than two locations, by its number.
        ways: corridors from location to location, or from one to a hub, see `hub_name`.
    """

    points: dict[str, Point]
    boxes: dict[str, Square]
    hubs: dict[int, Point]
    ways: dict[tuple[str, str], list[Point]]

    def normal(self, location: str) -> Point:
        """Where a corridor leaves a location to: out of its box, or into the frame, or nowhere."""
        box = box_of(location)
        x, y = self.points[location]
        square = Square(0, 0, SIDE)
        sign = -1.0
        if box is not None:
            square, sign = self.boxes[box], 1.0
        elif not is_outer(location):
            return 0.0, 0.0
        middle = square.side / 2
        dx, dy = x - square.x - middle, y - square.y - middle
        if abs(dx) > abs(dy):
            return math.copysign(1.0, dx) * sign, 0.0
        return 0.0, math.copysign(1.0, dy) * sign


MOST = 200
"""The most locations of a labyrinth on a page."""


def stretches(
    labyrinth: Labyrinth, plan: Layout, origin: str, target: str
) -> list[tuple[str, str]]:
    """The ways that a corridor is drawn by: one, in either direction, or two that meet at a hub."""
    found = [pair for pair in ((origin, target), (target, origin)) if pair in plan.ways]
    hubs = (hub_name(n) for n in plan.hubs if {origin, target} <= {*labyrinth.cliques[n]})
    return found[:1] or [(end, hub) for hub in islice(hubs, 1) for end in (origin, target)]


def hub_name(clique: int) -> str:
    """What a clique's hub is called where locations are; no location is called so."""
    return f"({clique})"


@lru_cache(maxsize=32)
def layout(labyrinth: Labyrinth) -> Layout:
    """Lay a labyrinth out; the same for the same one, and kept, as a picture of each step asks."""
    outer, boxes = labyrinth.outer(), labyrinth.boxes()
    edges = list(_edges(labyrinth))
    slots = dict(zip(outer, _around(len(outer)), strict=True))
    squares = dict(zip(boxes, _cells(len(boxes)), strict=True))
    _improve(slots, squares, edges)
    points = {each: _point(each, slots, squares) for each in labyrinth.locations()}
    free = _free(list(squares.values()))
    for location in labyrinth.locations():
        if not is_outer(location) and box_of(location) is None:
            beside = [points[q] for p, q in edges if p == location]
            beside += [points[p] for p, q in edges if q == location]
            points[location] = _take(free, _middle(beside))
    for location in labyrinth.locations():
        box, inside = box_of(location), behind(location)
        if box is not None and inside is not None:
            points[location] = squares[box].place(points[inside])
    hubs = {
        number: _take(free, _middle([points[location] for location in clique]))
        for number, clique in enumerate(labyrinth.cliques)
        if len(clique) > 2
    }
    bare = Layout(points, squares, hubs, {})
    return Layout(points, squares, hubs, _ways(labyrinth, bare))


def _ways(labyrinth: Labyrinth, plan: Layout) -> dict[tuple[str, str], list[Point]]:
    """A way for each corridor, short ones first; each leaves its ends at right angles."""
    pairs: list[tuple[str, str]] = []
    for index, clique in enumerate(labyrinth.cliques):
        if index in plan.hubs:
            pairs += [(location, hub_name(index)) for location in clique]
        elif len(clique) == 2:
            pairs.append((clique[0], clique[1]))
    pairs += labyrinth.oneways
    hubs = {hub_name(index): point for index, point in plan.hubs.items()}
    routes = Routes(
        SIDE,
        _LATTICE,
        lambda point: (
            min(point) < 2 or max(point) > SIDE - 2
            or any(square.near(point, 1.6) for square in plan.boxes.values())
        ),
    )  # fmt: skip

    inside = [point for name, point in plan.points.items() if plan.normal(name) == (0.0, 0.0)]
    routes.close(map(routes.nearest, (*inside, *hubs.values())))

    def end(name: str) -> tuple[Point, Point]:
        if name in hubs:
            return hubs[name], hubs[name]
        (x, y), (dx, dy) = plan.points[name], plan.normal(name)
        return (x, y), (x + dx * _STUB, y + dy * _STUB)

    ends = {pair: (end(pair[0]), end(pair[1])) for pair in dict.fromkeys(pairs)}
    ways = {}
    for pair in sorted(ends, key=lambda p: (math.dist(ends[p][0][0], ends[p][1][0]), p)):
        (origin, stub), (target, other) = ends[pair]
        ways[pair] = routes.route(origin, stub, other, target)
    return ways


def _edges(labyrinth: Labyrinth) -> Iterator[tuple[str, str]]:
    """What should lie close together: the ends of corridors, along cliques."""
    for clique in labyrinth.cliques:
        yield from combinations(clique[:8], 2)
    yield from labyrinth.oneways


def _around(count: int) -> Iterator[Point]:
    """Points around the frame, evenly on each side, clockwise from the upper side's left.

    A few of them lie on the lattice of corridors, which then begin without a bend.
    """
    unit = SIDE / _LATTICE
    sides = [int((index + 0.5) / count * 4) for index in range(count)]
    for index, side in enumerate(sides):
        part = (index - sides.index(side) + 0.75) / (sides.count(side) + 0.5) * SIDE
        part = round(part / unit) * unit if count <= _LATTICE else part
        yield [(part, 0.0), (SIDE, part), (SIDE - part, SIDE), (0.0, SIDE - part)][side]


def _cells(count: int) -> Iterator[Square]:
    """Squares in rows, evenly within the frame."""
    columns = math.ceil(math.sqrt(count)) or 1
    rows = math.ceil(count / columns) or 1
    for index in range(count):
        row, column = divmod(index, columns)
        width = count - row * columns if row == rows - 1 else columns
        width = min(width, columns)
        side = SIDE / max(columns, rows) * _SPREAD
        yield Square(
            SIDE * (column + 0.5) / width - side / 2, SIDE * (row + 0.5) / rows - side / 2, side
        )


def _point(location: str, slots: dict[str, Point], squares: dict[str, Square]) -> Point:
    box, inside = box_of(location), behind(location)
    if box is not None and inside is not None:
        return squares[box].place(_point(inside, slots, squares))
    return slots.get(location, (SIDE / 2, SIDE / 2))


def _badness(p: Point, q: Point, cells: Iterable[Square]) -> float:
    """The length of a corridor, more for what of it would lie in boxes."""
    total = math.dist(p, q)
    for part in (0.2, 0.4, 0.6, 0.8):
        point = (p[0] + (q[0] - p[0]) * part, p[1] + (q[1] - p[1]) * part)
        total += _PENALTY * any(cell.near(point, 0.0) for cell in cells)
    return total


def _improve(
    slots: dict[str, Any], squares: dict[str, Any], edges: Sequence[tuple[str, str]]
) -> None:
    """Swap two slots, or two boxes, as long as that makes the picture less bad."""
    touched: dict[str, set[int]] = {name: set() for name in (*slots, *squares)}
    for number, ends in enumerate(edges):
        for part in _parts(ends):
            touched.setdefault(part, set()).add(number)

    def badness(number: int) -> float:
        p, q = (_point(end, slots, squares) for end in edges[number])
        return _badness(p, q, squares.values())

    bad = list(map(badness, range(len(edges))))
    swaps = [(each, *pair) for each in (slots, squares) for pair in combinations(each, 2)]
    tries, better = max(1, _SWAPS // max(1, len(edges))), True
    while better:
        better = False
        for places, one, other in swaps:
            if tries <= 0:
                return
            tries -= 1
            moved = touched[one] | touched[other]
            places[one], places[other] = places[other], places[one]
            now = {number: badness(number) for number in moved}
            if sum(now.values()) < sum(bad[number] for number in moved) - 1e-9:
                better = True
                for number, each in now.items():
                    bad[number] = each
            else:
                places[one], places[other] = places[other], places[one]


def _parts(locations: Iterable[str]) -> Iterator[str]:
    """The boxes that locations lie in, and what they are called within these."""
    for each in locations:
        location: str | None = each
        while location is not None:
            if (box := box_of(location)) is not None:
                yield box
            else:
                yield location
            location = behind(location)


def _free(squares: Sequence[Square]) -> list[Point]:
    """Points of the lattice of corridors that lie in no box and not on the frame, nor do names."""
    lattice = [SIDE * k / _LATTICE for k in range(_LATTICE + 1)]
    return [
        (x, y)
        for x in lattice
        for y in lattice
        if min(x, y) > 7 and max(x, y) < SIDE - 7
        and not any(s.near((x, y - up), 4) for s in squares for up in (0, 3))
    ]  # fmt: skip


def _take(free: list[Point], wish: Point) -> Point:
    """The free point nearest to a wish; it and what lies close to it is free no more."""
    if not free:
        return wish
    chosen = min(free, key=lambda point: (math.dist(point, wish), point))
    free[:] = [point for point in free if math.dist(point, chosen) > 8]
    return chosen


def _middle(points: Sequence[Point]) -> Point:
    if not points:
        return SIDE / 2, SIDE / 2
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)
