"""Ways for corridors through a picture, around its boxes; knows points and squares only.

Each way is found on a lattice by Dijkstra's algorithm, one after another, short ones first. To
turn costs something, and so does to follow where another way runs already; to cross it does not.
"""

from __future__ import annotations

import heapq
import itertools
import math
from collections.abc import Callable, Sequence

Point = tuple[float, float]
_Node = tuple[int, int]

_TURN = 0.7
"""What a turn of 45 degrees costs, in steps; more for sharper ones."""

_SHARED = 2.2
"""What a step along another way costs beside its length."""

_STEPS = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))


def _ahead(heading: int) -> list[tuple[int, _Node, float, float]]:
    """Where one may go on, with its length and what turning costs; below 0, from no heading."""
    turns = [
        0 if heading < 0 else abs((direction - heading + 4) % 8 - 4)
        for direction in range(len(_STEPS))
    ]
    return [
        (direction, step, math.hypot(*step), _TURN * turn * turn)
        for direction, (step, turn) in enumerate(zip(_STEPS, turns, strict=True))
        if turn <= 2
    ]


_AHEAD = {heading: _ahead(heading) for heading in range(-1, len(_STEPS))}


class Routes:
    """A lattice of a square, the points that are blocked, and the ways found so far."""

    def __init__(self, side: float, steps: int, blocked: Callable[[Point], bool]) -> None:
        self.unit = side / steps
        self.steps = steps
        self.free = {
            (i, j)
            for i in range(steps + 1)
            for j in range(steps + 1)
            if not blocked((i * self.unit, j * self.unit))
        }
        self._used: dict[tuple[_Node, _Node], int] = {}
        self._visited: dict[_Node, int] = {}

    def nearest(self, point: Point) -> _Node:
        """The free lattice point nearest to a point."""
        i, j = round(point[0] / self.unit), round(point[1] / self.unit)
        for reach in range(self.steps + 1):
            ring = [
                (i + a, j + b)
                for a in range(-reach, reach + 1)
                for b in range(-reach, reach + 1)
                if max(abs(a), abs(b)) == reach and (i + a, j + b) in self.free
            ]
            if ring:
                return min(ring, key=lambda node: (math.dist(self.point(node), point), node))
        return i, j

    def point(self, node: _Node) -> Point:
        """Where a lattice point lies."""
        return node[0] * self.unit, node[1] * self.unit

    def route(self, origin: Point, target: Point) -> list[Point]:
        """The points of a way between two points, its ends and the corners between."""
        first, last = self.nearest(origin), self.nearest(target)
        nodes = self._search(first, last)
        for here, there in itertools.pairwise(nodes):
            for edge in ((here, there), (there, here)):
                self._used[edge] = self._used.get(edge, 0) + 1
            self._visited[there] = self._visited.get(there, 0) + 1
        corners = [
            self.point(b)
            for a, b, c in zip(nodes, nodes[1:], nodes[2:], strict=False)
            if (b[0] - a[0], b[1] - a[1]) != (c[0] - b[0], c[1] - b[1])
        ]
        # corners right beside an end would make hooks
        kept = [p for p in corners if min(math.dist(p, origin), math.dist(p, target)) > self.unit]
        return [origin, *kept, target]

    def _search(self, first: _Node, last: _Node) -> list[_Node]:
        free, used, visited = self.free, self._used, self._visited
        queue: list[tuple[float, float, _Node, int]] = [(0.0, 0.0, first, -1)]
        best: dict[tuple[_Node, int], float] = {(first, -1): 0.0}
        back: dict[tuple[_Node, int], tuple[_Node, int]] = {}
        while queue:
            _, cost, node, heading = heapq.heappop(queue)
            if node == last:
                return self._chain(back, (node, heading))
            if cost > best[node, heading]:
                continue
            for direction, (a, b), length, turned in _AHEAD[heading]:
                there = (node[0] + a, node[1] + b)
                if there not in free:
                    continue
                total = cost + length + turned
                total += _SHARED * used.get((node, there), 0)
                total += 0.3 * visited.get(there, 0)
                key = (there, direction)
                if total < best.get(key, math.inf):
                    best[key] = total
                    back[key] = (node, heading)
                    guess = total + math.dist(there, last)
                    heapq.heappush(queue, (guess, total, there, direction))
        return [first, last]

    @staticmethod
    def _chain(
        back: dict[tuple[_Node, int], tuple[_Node, int]], end: tuple[_Node, int]
    ) -> list[_Node]:
        nodes = [end[0]]
        while end in back:
            end = back[end]
            nodes.append(end[0])
        return nodes[::-1]


def smooth(points: Sequence[Point], radius: float) -> str:
    """SVG path commands along points, the corners rounded."""
    kept = [p for i, p in enumerate(points) if i == 0 or math.dist(p, points[i - 1]) > 1e-6]
    words = [f"M{_pair(kept[0])}"]
    for before, here, after in zip(kept, kept[1:], kept[2:], strict=False):
        cut = min(radius, math.dist(before, here) / 2, math.dist(here, after) / 2)
        words.append(f"L{_pair(_toward(here, before, cut))}")
        words.append(f"Q{_pair(here)} {_pair(_toward(here, after, cut))}")
    words.append(f"L{_pair(kept[-1])}")
    return " ".join(words)


def beside(points: Sequence[Point], shift: float) -> list[Point]:
    """A line parallel to another one, to its left."""
    kept = [p for i, p in enumerate(points) if i == 0 or math.dist(p, points[i - 1]) > 1e-6]
    if len(kept) < 2 or not shift:
        return kept
    normals = []
    for (x0, y0), (x1, y1) in itertools.pairwise(kept):
        length = math.hypot(x1 - x0, y1 - y0)
        normals.append((-(y1 - y0) / length, (x1 - x0) / length))
    moved = []
    for index, (x, y) in enumerate(kept):
        a = normals[max(0, index - 1)]
        b = normals[min(len(normals) - 1, index)]
        scale = max(0.5, 1 + a[0] * b[0] + a[1] * b[1])
        moved.append((x + shift * (a[0] + b[0]) / scale, y + shift * (a[1] + b[1]) / scale))
    return moved


def _toward(here: Point, there: Point, distance: float) -> Point:
    length = math.dist(here, there) or 1.0
    part = distance / length
    return here[0] + (there[0] - here[0]) * part, here[1] + (there[1] - here[1]) * part


def _pair(point: Point) -> str:
    return f"{point[0]:.2f} {point[1]:.2f}"
