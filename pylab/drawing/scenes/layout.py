"""Places for the nodes of a graph, in layers or on a circle; `lab/graph_scene.js` has the same.

Layers as Sugiyama, Tagawa and Toda have them (1981): edges that close a cycle are turned, each node
comes below all that lead to it, long edges get a stop in every layer, the order in a layer follows
the mean of the neighbours, and so do the places, as near to it as the distances allow.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import cos, floor, pi, sin, sqrt

from pylab.drawing.scenes.schema import LIMITS, TABLE

Point = tuple[float, float]
Edge = tuple[int, int]

_ARRANGED = TABLE["arranged"]
BESIDE, BELOW, STOP, CLEAR = (
    float(_ARRANGED[each]) for each in ("beside", "below", "stop", "clear")
)
_SWEEPS: int = _ARRANGED["sweeps"]


def layered(sizes: Sequence[Point], edges: Sequence[Edge]) -> tuple[list[Point], list[list[Point]]]:
    """The middles of nodes of these sizes, and the stops of each edge on its way.

    No two nodes overlap. Parts that aren't connected stand side by side.

    >>> layered([(54, 36)] * 3, [(0, 1), (0, 2)])[0]
    [(67.0, 18.0), (27.0, 102.0), (107.0, 102.0)]
    """
    places: list[Point] = [(0, 0)] * len(sizes)
    stops: list[list[Point]] = [[] for _ in edges]
    widest = 1.5 * sqrt(total((w + BESIDE) * (h + BELOW) for w, h in sizes))
    x = y = deepest = 0.0
    for nodes, own in _parts(len(sizes), edges):
        at = {node: index for index, node in enumerate(nodes)}
        found, bends, (width, height) = _part(
            [sizes[node] for node in at], [(at[edges[i][0]], at[edges[i][1]]) for i in own]
        )
        if x and x + width > widest:
            x, y, deepest = 0.0, y + deepest + BELOW, 0.0
        for node, (left, top) in zip(at, found, strict=True):
            places[node] = (left + x, top + y)
        for index, way in zip(own, bends, strict=True):
            stops[index] = [(left + x, top + y) for left, top in way]
        x, deepest = x + width + BESIDE, max(deepest, height)
    return places, stops


def total(values: Iterable[float]) -> float:
    """The sum, as JavaScript has it; Python's own corrects its rounding."""
    found = 0.0
    for each in values:
        found += each
    return found


def circle(sizes: Sequence[Point]) -> list[Point]:
    """The middles of nodes on a circle, clockwise from its top, with room between them."""
    count, room = len(sizes), max((max(size) for size in sizes), default=0) + BESIDE
    if count < 2:
        return [(w / 2, h / 2) for w, h in sizes]
    turn = 2 * pi / count
    radius = room / (2 * sin(turn / 2))
    # sines differ in their last digit between languages
    return [
        (
            floor(64 * radius * sin(n * turn) + 0.5) / 64,
            floor(-64 * radius * cos(n * turn) + 0.5) / 64,
        )
        for n in range(count)
    ]


def _parts(count: int, edges: Sequence[Edge]) -> list[tuple[list[int], list[int]]]:
    """The nodes that are connected with each other, by their first ones, and their edges."""
    part = [{node} for node in range(count)]
    for a, b in edges:
        if part[a] is not part[b]:
            less, more = sorted((part[a], part[b]), key=len)
            more |= less
            for node in less:
                part[node] = more
    found: dict[int, tuple[list[int], list[int]]] = {}
    for node in range(count):
        found.setdefault(id(part[node]), ([], []))[0].append(node)
    for index, (a, _) in enumerate(edges):
        found[id(part[a])][1].append(index)
    return list(found.values())


def _part(
    sizes: Sequence[Point], edges: Sequence[Edge]
) -> tuple[list[Point], list[list[Point]], Point]:
    """A connected graph: middles, stops, and the size of all."""
    downward = _downward(len(sizes), edges)
    layer = _layers(len(sizes), downward)
    wide, high = [w for w, _ in sizes], [h for _, h in sizes]
    if sum(max(0, layer[b] - layer[a] - 1) for a, b in downward) > LIMITS["stops"]:
        around = circle(sizes)
        reach = max(x for x, _ in around) + max(max(size) for size in sizes)
        return [(x + reach, y + reach) for x, y in around], [[] for _ in edges], (2 * reach,) * 2
    above: list[list[int]] = [[] for _ in sizes]
    below: list[list[int]] = [[] for _ in sizes]
    chains = []
    for a, b in downward:
        chain = [a]
        for level in range(layer[a] + 1, layer[b] if a != b else 0):
            chain.append(len(wide))
            layer.append(level)
            wide.append(STOP)
            high.append(0)
            above.append([])
            below.append([])
        chain.append(b)
        chains.append(chain)
        for upper, lower in pairwise(chain):
            if upper != lower:
                below[upper].append(lower)
                above[lower].append(upper)
    rows: list[list[int]] = [[] for _ in range(max(layer, default=0) + 1)]
    for node, level in enumerate(layer):
        rows[level].append(node)
    rows = _ordered(rows, above, below)
    middle = _spread(rows, above, below, wide)
    tops, tall, y = [], [], 0.0
    for row in rows:
        tall.append(max(high[node] for node in row))
        tops.append(y + tall[-1] / 2)
        y += tall[-1] + BELOW
    left = min(middle[node] - wide[node] / 2 for node in range(len(wide)))
    right = max(middle[node] + wide[node] / 2 for node in range(len(wide)))
    at = [(middle[node] - left, tops[layer[node]]) for node in range(len(wide))]

    def grazes(node: int, other: int) -> bool:
        """Whether a straight line to the other one comes too close to nodes beside this one."""
        (x, y), (u, v) = at[node], at[other]
        for beside in rows[layer[node]]:
            across = (u - x) * min(1, (high[beside] / 2 + CLEAR) / max(1, abs(v - y)))
            near = wide[beside] / 2 + CLEAR
            close = min(x, x + across) < at[beside][0] + near and (
                max(x, x + across) > at[beside][0] - near
            )
            if beside != node and beside < len(sizes) and close:
                return True
        return False

    def way(chain: Sequence[int]) -> Iterator[Point]:
        """A point in each layer that is passed, two where the way between nodes is narrow."""
        for before, node, after in zip([None, *chain], chain, [*chain[1:], None], strict=False):
            x, y = at[node]
            near = [each for each in (before, after) if each is not None and each != node]
            aside = tall[layer[node]] / 2 + CLEAR
            if node >= len(sizes) and not any(grazes(node, each) for each in near):
                yield x, y
                continue
            for each in near:
                if (
                    node >= len(sizes) or grazes(node, each)
                    or (each < len(sizes) and grazes(each, node))
                ):  # fmt: skip
                    yield x, y + (aside if each == after else -aside)

    stops = []
    for (a, _), (first, _), chain in zip(edges, downward, chains, strict=True):
        stops.append([*way(chain)][:: 1 if first == a else -1])
    return at[: len(sizes)], stops, (right - left, y - BELOW)


def _downward(count: int, edges: Sequence[Edge]) -> list[Edge]:
    """The edges, turned where they close a cycle."""
    onward: list[list[int]] = [[] for _ in range(count)]
    entered = [0] * count
    for index, (a, b) in enumerate(edges):
        onward[a].append(index)
        entered[b] += a != b
    found = list(edges)
    state = [0] * count  # 1: on the way that is being followed, 2: done
    for root in sorted(range(count), key=lambda node: entered[node] > 0):
        pending = [(root, 0)] if not state[root] else []
        while pending:
            node, at = pending.pop()
            state[node] = 1
            if at == len(onward[node]):
                state[node] = 2
                continue
            pending.append((node, at + 1))
            a, b = edges[onward[node][at]]
            if state[b] == 1:
                found[onward[node][at]] = (b, a)
            elif not state[b]:
                pending.append((b, 0))
    return found


def _layers(count: int, edges: Sequence[Edge]) -> list[int]:
    """The layer of each node: the longest way to it; a node without one is just above its next."""
    layer, waiting = [0] * count, [0] * count
    below: list[list[int]] = [[] for _ in range(count)]
    for a, b in edges:
        if a != b:
            below[a].append(b)
            waiting[b] += 1
    tops = [node for node in range(count) if not waiting[node]]
    pending = list(tops)
    for node in pending:
        for other in below[node]:
            layer[other] = max(layer[other], layer[node] + 1)
            waiting[other] -= 1
            if not waiting[other]:
                pending.append(other)
    for node in tops:
        if below[node]:
            layer[node] = min(layer[other] for other in below[node]) - 1
    return layer


def _ordered(
    rows: list[list[int]], above: Sequence[Sequence[int]], below: Sequence[Sequence[int]]
) -> list[list[int]]:
    """The layers in an order with few crossings: by the mean of the neighbours, down and up."""
    best, fewest = rows, _crossings(rows, below)
    for sweep in range(_SWEEPS):
        if not fewest:
            break
        near = below if sweep % 2 else above
        at: dict[int, float] = {}
        swept = []
        for row in rows[::-1] if sweep % 2 else rows:
            own = {node: float(index) for index, node in enumerate(row)}
            for node in row:
                known = [at[other] for other in near[node]]
                own[node] = total(known) / len(known) if known else own[node]
            row = sorted(row, key=lambda node: own[node])
            at |= {node: float(index) for index, node in enumerate(row)}
            swept.append(row)
        rows = _exchanged(swept[::-1] if sweep % 2 else swept, above, below)
        count = _crossings(rows, below)
        if count < fewest:
            best, fewest = rows, count
    return best


def _exchanged(
    rows: list[list[int]], above: Sequence[Sequence[int]], below: Sequence[Sequence[int]]
) -> list[list[int]]:
    """The layers with neighbours exchanged as long as that leaves fewer crossings."""
    if sum(map(len, below)) > LIMITS["exchanged"]:
        return rows
    at = {node: index for row in rows for index, node in enumerate(row)}

    def crossing(one: int, other: int) -> int:
        return sum(at[a] > at[b] for near in (above, below) for a in near[one] for b in near[other])

    for _ in range(_SWEEPS):
        better = False
        for row in rows:
            for index in range(len(row) - 1):
                one, other = row[index], row[index + 1]
                if crossing(one, other) > crossing(other, one):
                    row[index], row[index + 1] = other, one
                    at[one], at[other] = index + 1, index
                    better = True
        if not better:
            break
    return rows


def _crossings(rows: Sequence[Sequence[int]], below: Sequence[Sequence[int]]) -> int:
    """How many pairs of edges between neighbouring layers cross."""
    count = 0
    for row, after in pairwise(rows):
        at = {node: index for index, node in enumerate(after)}
        ends = [end for node in row for end in sorted(at[other] for other in below[node])]
        # an edge crosses those before it that end further to the right
        tree = [0] * (len(after) + 1)
        for seen, end in enumerate(ends):
            count += seen
            index = end + 1
            while index:
                count -= tree[index]
                index -= index & -index
            index = end + 1
            while index <= len(after):
                tree[index] += 1
                index += index & -index
    return count


def _spread(
    rows: Sequence[Sequence[int]],
    above: Sequence[Sequence[int]],
    below: Sequence[Sequence[int]],
    wide: Sequence[float],
) -> list[float]:
    """The middles of all nodes, side by side without overlaps and near to their neighbours."""
    middle = [0.0] * len(wide)
    for row in rows:
        x = 0.0
        for node in row:
            middle[node], x = x + wide[node] / 2, x + wide[node] + BESIDE
    for sweep in range(_SWEEPS * 2):
        last = sweep + 4 >= _SWEEPS * 2
        for row in rows[::-1] if sweep % 2 else rows:
            wanted = []
            for node in row:
                near = [*above[node], *below[node]] if last else below[node]
                near = near if sweep % 2 or last else above[node]
                known = [middle[other] for other in near]
                wanted.append(total(known) / len(known) if known else middle[node])
            _settle(row, wanted, wide, middle)
    return middle


def _settle(
    row: Sequence[int], wanted: Sequence[float], wide: Sequence[float], middle: list[float]
) -> None:
    """Put a row where it wants to be: least squares under the order and the distances."""
    shifts, x, before = [], 0.0, 0.0
    for index, node in enumerate(row):
        x += before + wide[node] / 2 + BESIDE if index else 0.0
        before = wide[node] / 2
        shifts.append(x)
    groups: list[tuple[float, int]] = []  # what each wants together, and how many they are
    for want, shift in zip(wanted, shifts, strict=True):
        total, count = want - shift, 1
        while groups and groups[-1][0] / groups[-1][1] > total / count:
            other, more = groups.pop()
            total, count = total + other, count + more
        groups.append((total, count))
    index = 0
    for total, count in groups:
        for _ in range(count):
            middle[row[index]] = total / count + shifts[index]
            index += 1


def distance(one: Point, other: Point) -> float:
    """How far two points are apart."""
    dx, dy = other[0] - one[0], other[1] - one[1]
    return sqrt(dx * dx + dy * dy)
