"""Ways for corridors through a picture, around its boxes; knows points and squares only.

Each way is found on a lattice by A*, one after another, short ones first. To turn costs something,
and so does to follow where another way runs already; to cross it costs little. In characters, ways
stay apart: they run along rows and columns, share no step, and cross where both run straight on.
"""

from __future__ import annotations

import heapq
import itertools
import math
from collections.abc import Callable, Collection, Iterable, Sequence

Point = tuple[float, float]
Node = tuple[int, int]
Leg = tuple[Point, Point]
"""A straight piece of a way: a point on its line, and where it leads."""

_TURN = 0.7
"""What a turn of 45 degrees costs, in steps; more for sharper ones."""

_ASKEW = 0.5
"""What each 45 degrees cost at an end."""

_SHARED = 2.2
"""What a step along another way costs beside its length."""

_CROSS, _CROSS_APART = 0.3, 4.0
"""What a step to where other ways run costs for each of them; the same where ways stay apart."""

_STEPS = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))


def _turned(heading: int) -> list[tuple[int, float]]:
    """The directions that one may go on in, and what turning costs; below 0, from no heading."""
    turns = [
        0 if heading < 0 else abs((direction - heading + 4) % 8 - 4)
        for direction in range(len(_STEPS))
    ]
    return [(direction, _TURN * turn * turn) for direction, turn in enumerate(turns) if turn <= 2]


def _bent(heading: int, ahead: int) -> float:
    """The cost of the angle at which a way leaves or reaches an end; sharp turns cost more."""
    if min(heading, ahead) < 0:
        return 0.0
    turn = abs((ahead - heading + 4) % 8 - 4)
    return _ASKEW * turn if turn <= 2 else _TURN * turn * turn


def _heading(start: Point, end: Point) -> int:
    """The number of the step along a level or upright line; below 0 for one point."""
    across, down = end[0] - start[0], end[1] - start[1]
    step = (across > 1e-9) - (across < -1e-9), (down > 1e-9) - (down < -1e-9)
    return _STEPS.index(step) if step != (0, 0) else -1


class Routes:
    """A lattice of a square, the points that are blocked, and the ways found so far."""

    def __init__(
        self, side: float, steps: int, blocked: Callable[[Point], bool], apart: bool = False
    ) -> None:
        self.unit = side / steps
        self._apart = apart
        self.steps = steps
        self.free = {
            (i, j)
            for i in range(steps + 1)
            for j in range(steps + 1)
            if not blocked((i * self.unit, j * self.unit))
        }
        self._tall = steps + 3
        self._open = bytearray(self._tall**2)
        for node in self.free:
            self._open[self._number(node)] = 1
        self._used: dict[tuple[int, int], int] = {}
        self._visited: dict[int, int] = {}
        self._ahead = [
            [
                (direction, a * self._tall + b, math.hypot(a, b), cost)
                for direction, cost in _turned(heading)
                if not (apart and direction % 2)
                for a, b in [_STEPS[direction]]
            ]
            for heading in range(-1, len(_STEPS))
        ]

    def _number(self, node: Node) -> int:
        """Nodes by columns, with one more all around: their order is that of their numbers."""
        return (node[0] + 1) * self._tall + node[1] + 1

    def _node(self, number: int) -> Node:
        column, row = divmod(number, self._tall)
        return column - 1, row - 1

    def nearest(self, point: Point) -> Node:
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

    def point(self, node: Node) -> Point:
        """Where a lattice point lies."""
        return node[0] * self.unit, node[1] * self.unit

    def route(self, origin: Point, ahead: Point, beyond: Point, target: Point) -> list[Point]:
        """The points of a way between two points: its ends and the corners between.

        It leaves `origin` towards `ahead`, and comes to `target` from `beyond`, which are the same
        points if any direction will do. Its pieces are level, upright or diagonal; where that
        can't be, it leads straight from `ahead` to the lattice.
        """
        first, last = self.nearest(ahead), self.nearest(beyond)
        nodes = (
            self.way([first], [last], _heading(origin, ahead), _heading(beyond, target))
            or self.way([first], [last])
            or [first, last]
        )
        legs: list[Leg] = []
        for one, other in itertools.pairwise(nodes):
            heading = float(other[0] - one[0]), float(other[1] - one[1])
            if not legs or legs[-1][1] != heading:
                legs.append((self.point(one), heading))
        found = _corners(
            _held(_held(legs, origin, ahead), target, beyond, last=True), origin, target
        )
        if found is not None:
            return [origin, *found, target]
        corners = [self.point(b) for a, b, c in zip(nodes, nodes[1:], nodes[2:], strict=False)
                   if (b[0] - a[0], b[1] - a[1]) != (c[0] - b[0], c[1] - b[1])]  # fmt: skip
        # corners right beside an end would make hooks
        kept = [p for p in corners if min(math.dist(p, ahead), math.dist(p, beyond)) > self.unit]
        return [origin, ahead, *kept, beyond, target]

    def close(self, nodes: Iterable[Node]) -> None:
        """Let no way run through these nodes; it may still begin and end there."""
        for node in nodes:
            self._open[self._number(node)] = 0

    def way(
        self, origins: Iterable[Node], targets: Iterable[Node], before: int = -1, after: int = -1
    ) -> list[Node]:
        """The nodes of the cheapest way between two sets of nodes; none if there is no way.

        One comes with the heading `before`, and goes on with the heading `after`, if these are
        numbers of steps.
        """
        numbers = self._search(
            list(map(self._number, origins)), set(map(self._number, targets)), before, after
        )
        for here, there in itertools.pairwise(numbers):
            for edge in ((here, there), (there, here)):
                self._used[edge] = self._used.get(edge, 0) + 1
            self._visited[there] = self._visited.get(there, 0) + 1
        return [self._node(number) for number in numbers]

    def _search(
        self, origins: Iterable[int], targets: Collection[int], before: int, after: int
    ) -> list[int]:
        """Numbers of nodes; states are nine times these, and a heading's number from 1 or 0."""
        opened, used, visited, ahead = self._open, self._used, self._visited, self._ahead
        apart, crossed = self._apart, _CROSS_APART if self._apart else _CROSS
        goals, far = list(map(self._node, targets)), dict[int, float]()
        best = [math.inf] * (9 * len(opened))
        back: dict[int, int] = {}
        queue = [(0.0, 0.0, 9 * first) for first in sorted(origins)]
        for _, _, state in queue:
            best[state] = 0.0
        while queue:
            _, cost, state = heapq.heappop(queue)
            node, heading = divmod(state, 9)
            if node in targets:
                return self._chain(back, state)
            if cost > best[state]:
                continue
            for direction, step, length, turned in ahead[heading]:
                there = node + step
                if not (opened[there] or there in targets):
                    continue
                if apart and ((node, there) in used or (turned and node in visited)):
                    continue
                total = cost + length + turned
                total += _SHARED * used.get((node, there), 0)
                total += crossed * visited.get(there, 0)
                if not heading:
                    total += _bent(before, direction)
                if there in targets:
                    total += _bent(direction, after)
                key = 9 * there + direction + 1
                if total < best[key]:
                    best[key] = total
                    back[key] = state
                    if there not in far:
                        far[there] = min(math.dist(self._node(there), goal) for goal in goals)
                    heapq.heappush(queue, (total + far[there], total, key))
        return []

    @staticmethod
    def _chain(back: dict[int, int], end: int) -> list[int]:
        numbers = [end // 9]
        while end in back:
            end = back[end]
            numbers.append(end // 9)
        return numbers[::-1]


def _held(legs: Sequence[Leg], end: Point, beside: Point, last: bool = False) -> list[Leg]:
    """Legs of which the first one, or the last, goes through this end, by way of `beside`."""
    sign = -1 if last else 1
    heading = sign * (beside[0] - end[0]), sign * (beside[1] - end[1])
    where = -1 if last else 0
    if legs and abs(_cross(heading, legs[where][1])) < 1e-9:  # also where there is no heading
        kept = list(legs)
        kept[where] = end, legs[where][1]
        return kept
    return [*legs, (end, heading)] if last else [(end, heading), *legs]


def _corners(legs: Sequence[Leg], origin: Point, target: Point) -> list[Point] | None:
    """Where one leg meets the next, without those that would lead backwards; None if some can't."""
    left = list(legs)
    while all(abs(_cross(a[1], b[1])) > 1e-9 for a, b in itertools.pairwise(left)):
        corners = [_met(a, b) for a, b in itertools.pairwise(left)]
        points = [origin, *corners, target]
        ways = [(b[0] - a[0], b[1] - a[1]) for a, b in itertools.pairwise(points)]
        bad = [
            i
            for i, (way, (_, ahead)) in enumerate(zip(ways, left, strict=True))
            if way[0] * ahead[0] + way[1] * ahead[1] < -1e-9
        ]
        if not bad:
            # a single leg may not lead to both ends
            held = all(abs(_cross(w, leg[1])) < 1e-6 for w, leg in zip(ways, left, strict=True))
            return corners if held else None
        if bad[0] in (0, len(left) - 1):
            return None
        del left[bad[0]]
    return None


def _met(one: Leg, other: Leg) -> Point:
    """Where the lines of two legs meet."""
    ((x, y), ahead), ((u, v), across) = one, other
    part = _cross((u - x, v - y), across) / _cross(ahead, across)
    return x + part * ahead[0], y + part * ahead[1]


def _cross(one: Point, other: Point) -> float:
    return one[0] * other[1] - one[1] * other[0]
