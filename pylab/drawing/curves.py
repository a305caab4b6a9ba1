"""Edges of graphs as curves that avoid the nodes. `lab/svg.js` has the same in JavaScript.

Both use only additions, products and square roots, in the same order, so that the results are
equal to the last digit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from pylab.drawing.svg import number

Point = tuple[float, float]

_BENDS = (0, 14, -14, 28, -28, 42, -42, 63, -63, 90, -90, 130, -130, 180, -180)
"""The bends of an edge, in the order in which they are tried."""

_SAMPLES = 16


@dataclass(frozen=True, slots=True)
class Curve:
    """A quadratic Bézier curve: its start, control point and end."""

    start: Point
    control: Point
    end: Point

    def at(self, share: float) -> Point:
        """The point at parameter `share`, from 0 to 1.

        >>> Curve((0, 0), (5, 4), (10, 0)).at(0.5)
        (5.0, 2.0)
        """
        rest = 1 - share
        a, b, c = rest * rest, 2 * rest * share, share * share
        return (
            a * self.start[0] + b * self.control[0] + c * self.end[0],
            a * self.start[1] + b * self.control[1] + c * self.end[1],
        )

    def aside(self, distance: float) -> Curve:
        """The curve shifted to the right as seen from its start; y grows downwards."""
        (ax, ay), (mx, my), (bx, by) = self.start, self.control, self.end
        length = sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay)) or 1.0
        dx, dy = -(by - ay) / length * distance, (bx - ax) / length * distance
        return Curve((ax + dx, ay + dy), (mx + dx, my + dy), (bx + dx, by + dy))

    def turned(self) -> Curve:
        """The curve in the other direction."""
        return Curve(self.end, self.control, self.start)

    def commands(self) -> str:
        """The commands of an SVG path.

        >>> Curve((0, 0), (5, 4), (10, 0)).commands()
        'M0 0Q5 4 10 0'
        """
        ax, ay, mx, my, bx, by = map(number, (*self.start, *self.control, *self.end))
        return f"M{ax} {ay}Q{mx} {my} {bx} {by}"

    def head(self, before: float, long: float = 10, wide: float = 5) -> list[Point]:
        """An arrowhead; its tip is at a distance before the curve's end."""
        share = 1.0
        while share > 0.5 and _apart(self.at(share), self.end) < before * before:
            share -= 1 / 128
        tip, back = self.at(share), self.at(share - 1 / 16)
        length = sqrt(_apart(tip, back)) or 1.0
        dx, dy = (tip[0] - back[0]) / length, (tip[1] - back[1]) / length
        x, y = tip[0] - dx * long, tip[1] - dy * long
        return [tip, (x - dy * wide, y + dx * wide), (x + dy * wide, y - dx * wide)]


def around(start: Point, end: Point, others: Sequence[Point], clear: float, bend: float) -> Curve:
    """A curve between two nodes, bent by `bend` or more until it is clear of the other nodes.

    It bends to the left as seen from its start. If no bend is clear, the one that is farthest from
    the other nodes is taken.
    """
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = sqrt(dx * dx + dy * dy)
    if not length:
        return Curve(start, start, end)
    mx, my = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    best, widest = Curve(start, (mx, my), end), -1.0
    for more in _BENDS:
        aside = 2 * (bend + more)
        control = mx + dy / length * aside, my - dx / length * aside
        curve = Curve(start, control, end)
        gap = _gap(curve, others)
        if gap >= clear * clear:
            return curve
        if gap > widest:
            best, widest = curve, gap
    return best


def _gap(curve: Curve, others: Sequence[Point]) -> float:
    """The square of the least distance between a curve and any of these points."""
    points = [curve.at(n / _SAMPLES) for n in range(1, _SAMPLES)]
    return min((_apart(point, other) for other in others for point in points), default=1e18)


def _apart(one: Point, other: Point) -> float:
    dx, dy = one[0] - other[0], one[1] - other[1]
    return dx * dx + dy * dy
