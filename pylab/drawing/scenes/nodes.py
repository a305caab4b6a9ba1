"""Nodes of a graph as elements of a drawing, and the ways of its edges around them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from pylab.drawing.curves import Curve, Point, around
from pylab.drawing.scenes import layout
from pylab.drawing.scenes.schema import TABLE
from pylab.drawing.svg import Drawing, number

_KNOWN = TABLE["graph"]
BESIDE = TABLE["arranged"]["parallel"]
"""How much more each further edge between the same nodes is bent."""


Box = tuple[float, float, float, float]
"""Left, top, right and bottom."""


@dataclass(slots=True)
class Node:
    """A node as it is drawn: its text, shape, colours and, in pixels, its size and place."""

    lines: Sequence[str]
    shape: str
    styles: frozenset[str]
    size: float
    fill: str
    edge: str
    font: str
    pen: float
    half: Point
    at: Point = (0, 0)
    placed: bool = False


class Edge(NamedTuple):
    """An edge.

    Attributes:
        start, end: the names of its nodes.
        graph: the graph that it is in; empty for none.
        name: its term, by which attributes name it.
        before: how many edges from the same start to the same end come before it.
    """

    start: str
    end: str
    graph: str
    name: str
    before: int = 0


@dataclass(slots=True)
class GraphFrame:
    """One graph: its nodes by their names, its edges, and the nodes and boxes of subgraphs.

    Attributes:
        within: the subgraphs that a node is in, from the outermost to its own.
        labels: of an edge, by its number: the text, its size and where its middle is.
    """

    nodes: dict[str, Node] = field(default_factory=dict)
    edges: list[Edge] = field(default_factory=list)
    clusters: dict[str, list[str]] = field(default_factory=dict)
    within: dict[str, Sequence[str]] = field(default_factory=dict)
    boxes: dict[str, Box] = field(default_factory=dict)
    stops: list[list[Point]] = field(default_factory=list)
    placed: bool = False
    pairs: set[tuple[str, str]] = field(default_factory=set)
    ways: list[list[Point]] = field(default_factory=list)
    labels: dict[int, tuple[str, float, Point]] = field(default_factory=dict)


def is_deep(colour: str) -> bool:
    """Whether light letters are read better on it."""
    if not colour.startswith("#"):
        return False
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return red * 299 + green * 587 + blue * 114 < 128_000


def draw_node(drawing: Drawing, node: Node) -> None:
    """Draw a node at its place."""
    (x, y), (a, b) = node.at, node.half
    if "invis" in node.styles:
        return
    dash = "6 4" if "dashed" in node.styles else "1.5 3" if "dotted" in node.styles else None
    pen = max(node.pen, 3) if "bold" in node.styles else node.pen
    style = {"fill": node.fill, "stroke": node.edge, "stroke_width": pen, "stroke_dasharray": dash}
    if node.shape in _KNOWN["bare"]:
        style = {"fill": node.fill, "stroke": "none"}
    if node.shape == "point":
        style["fill"] = node.edge
    if node.shape == "diamond":
        drawing.polygon([(x, y - b), (x + a, y), (x, y + b), (x - a, y)], **style)
    elif node.shape not in _KNOWN["round"]:
        if node.shape not in _KNOWN["bare"] or node.fill != "none":
            rounded = {"rx": 7} if "rounded" in node.styles else {}
            drawing.rect(x - a, y - b, 2 * a, 2 * b, **rounded, **style)
    else:
        drawing.ellipse(x, y, a, b, **style)
        if node.shape == "doublecircle":
            drawing.ellipse(x, y, a - 3, b - 3, **{**style, "fill": "none"})
    first = y + node.size * (0.35 - 0.625 * (len(node.lines) - 1))
    for index, line in enumerate(node.lines):
        drawing.text(x, first + 1.25 * node.size * index, line, node.size, fill=node.font)


def border(node: Node, towards: Point) -> Point:
    """Where the line from a node's middle to a point leaves it."""
    (x, y), (a, b) = node.at, node.half
    dx, dy = towards[0] - x, towards[1] - y
    if node.shape in _KNOWN["round"]:
        length = layout.distance((0, 0), (dx / a, dy / b))
    elif node.shape == "diamond":
        length = abs(dx) / a + abs(dy) / b
    else:
        length = max(abs(dx) / a, abs(dy) / b)
    share = 1 / length if length > 1 else 1
    return x + dx * share, y + dy * share


def way_of(made: GraphFrame, edge: Edge, stops: Sequence[Point]) -> list[Point]:
    """The points of an edge from border to border: around other nodes, a loop beside one."""
    a, b = edge.start, edge.end
    start, end = made.nodes[a], made.nodes[b]
    if a == b:
        (x, y), (wide, high) = start.at, start.half
        out = 20 + BESIDE * edge.before
        tall = high + out - 12
        return [(x + wide * 0.7, y - high * 0.7), (x + wide + out, y - tall),
                (x + wide + out, y + tall), (x + wide * 0.7, y + high * 0.7)]  # fmt: skip
    if stops:
        return [border(start, stops[0]), *stops, border(end, stops[-1])]
    leaves = made.within.get(a) != made.within.get(b)
    bend = 12 * ((b, a) in made.pairs) + BESIDE * edge.before
    others = [
        each.at for name, each in made.nodes.items() if name not in (a, b)
    ] if (made.placed or leaves) and len(made.nodes) <= 150 else []  # fmt: skip
    near = min(
        (
            layout.distance(start.at, end.at),
            *(max(*each.half, 28 * leaves) for each in (start, end)),
        )
    )
    control = around(start.at, end.at, others, 0.7 * near, bend).control
    straight = (start.at[0] + end.at[0]) / 2, (start.at[1] + end.at[1]) / 2
    if layout.distance(control, straight) < 0.01:
        return [border(start, end.at), border(end, start.at)]
    return [border(start, control), control, border(end, control)]


def flat(points: Sequence[Point]) -> list[Point]:
    """Points on `smooth`, close together."""
    found = [points[0]]
    for index in range(1, len(points) - 1):
        (x, y), (u, v) = points[index], points[index + 1]
        end = (u, v) if index + 2 == len(points) else ((x + u) / 2, (y + v) / 2)
        curve = Curve(found[-1], (x, y), end)
        found += [curve.at(n / 8) for n in range(1, 9)]
    return [*found, points[-1]]


def spot_on(points: Sequence[Point], share: float) -> Point:
    """The point at a share of the way along `smooth`."""
    points = flat(points)
    lengths = [layout.distance(a, b) for a, b in pairwise(points)]
    left = share * layout.total(lengths)
    for (a, b), length in zip(pairwise(points), lengths, strict=True):
        if left <= length and length:
            return a[0] + (b[0] - a[0]) * left / length, a[1] + (b[1] - a[1]) * left / length
        left -= length
    return points[-1]


def smooth(points: Sequence[Point]) -> str:
    """A path through the first and last point, and near to those between."""
    told = [f"{number(x)} {number(y)}" for x, y in points]
    if len(points) == 2:
        return f"M{told[0]}L{told[1]}"
    parts = [f"M{told[0]}"]
    for index in range(1, len(points) - 1):
        (x, y), (u, v) = points[index], points[index + 1]
        end = (u, v) if index + 2 == len(points) else ((x + u) / 2, (y + v) / 2)
        parts.append(f"Q{told[index]} {number(end[0])} {number(end[1])}")
    return "".join(parts)
