"""Graphs by clingraph's predicates: `node`, `edge`, `graph` and `attr`.

`lab/graph_scene.js` has the same. What is not drawn is named in a remark, once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from html import unescape
from typing import Any

from pylab.base.errors import short
from pylab.drawing.curves import Point, around
from pylab.drawing.palette import CARD, INK, LINE, PAPER, QUIET, SCALE, WAY
from pylab.drawing.scenes import layout
from pylab.drawing.scenes.marks import breadth
from pylab.drawing.scenes.picture import ScenePicture, distinct
from pylab.drawing.scenes.schema import COLOURS, LIMITS, TABLE
from pylab.drawing.scenes.terms import Term, order, words, written
from pylab.drawing.svg import Drawing, caption_size, number

INCH = 72.0
_KNOWN = TABLE["graph"]
_LIST = re.compile(r"\{\{\s*([^\s{}\[\]]+)\s*(?:\[\s*([^\[\]{}]*?)\s*\])?\s*\}\}")
_TAGS = re.compile(r"<[^<>]*>")
_PLACE = re.compile(r"\s*(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)\s*!?\s*")
_SEVERAL = ("graph", "graph_nodes", "graph_edges", "node", "edge")


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


@dataclass(slots=True)
class _Frame:
    """One graph: its nodes by their names, its edges, and which nodes belong to which subgraph."""

    nodes: dict[str, Node] = field(default_factory=dict)
    edges: list[tuple[str, str, str]] = field(default_factory=list)
    clusters: dict[str, list[str]] = field(default_factory=dict)
    stops: list[list[Point]] = field(default_factory=list)
    placed: bool = False
    pairs: set[tuple[str, str]] = field(default_factory=set)


def read(
    terms: Sequence[Term], name: str, directed: bool, arrangement: str, prefix: str
) -> Graph | None:
    """The graph among these atoms; None if there is neither a node nor an edge."""
    names = {each[0] for each in terms if isinstance(each, list)}
    there = [each for each in ("viz_", "v") if {f"{each}node", f"{each}edge"} & names]
    begins = prefix or next(iter(there), "")
    if not {f"{begins}node", f"{begins}edge"} & names:
        return None
    return Graph(
        [
            [each[0].removeprefix(begins), *each[1:]]
            for each in terms
            if isinstance(each, list) and each[0].startswith(begins)
        ],
        name, directed, arrangement,
    )  # fmt: skip


class Graph(ScenePicture):
    """A graph, or several, each a frame."""

    def __init__(self, terms: Iterable[Term], name: str, directed: bool, layout: str) -> None:
        self.name, self._directed, self._layout = name, directed, layout
        self._remarks: list[str] = []
        self._left_out: dict[str, None] = {}
        self._attributes: dict[tuple[str, str], dict[str, dict[tuple[Any, ...], Term]]] = {}
        graphs: dict[str, Term] = {}
        self._parents: dict[str, str] = {}
        self._nodes: dict[tuple[str, str], Term] = {}
        self._edges: dict[tuple[str, str, str], Term] = {}
        for term in sorted(terms, key=order):
            match term:
                case ["graph", graph]:
                    graphs[written(graph)] = graph
                case ["graph", graph, parent]:
                    self._parents[written(graph)] = written(parent)
                case ["node", node, *graph] if len(graph) < 2:
                    self._nodes[written(node), "".join(map(written, graph))] = node
                case ["edge", ["", a, b] as ends, *graph] if len(graph) < 2:
                    self._edges[written(a), written(b), "".join(map(written, graph))] = ends
                case ["attr", kind, of, attribute, value]:
                    self._attribute(term, kind, of, attribute, value)
                case ["node" | "edge" | "attr", *_]:
                    expected = "node(N), edge((A,B)) or attr(Type,Of,Name,Value)"
                    self._remarks.append(f"{short(written(term), 100)}: expected {expected}")
        tops = [each for each in sorted(graphs, key=lambda each: order(graphs[each]))
                if each not in self._parents]  # fmt: skip
        self.frames = tuple(tops) if len(tops) > 1 else ()
        self._only = tops[0] if len(tops) == 1 else "default"
        self._directed |= self._of_graph("", "type") == "digraph"
        if self._of_graph("", "layout") in ("circle", "circo"):
            self._layout = "circle"
        if len(self._nodes) + len(self._edges) > LIMITS["shapes"]:
            self._remarks.append(f"more than {LIMITS['shapes']} nodes and edges: none are drawn")
            self._nodes, self._edges = {}, {}
        self._made = {each: self._frame(each) for each in self.frames or ("",)}
        self._drawings = {each: self._drawn(each) for each in self._made}  # which makes remarks
        self.empty = not any(each.nodes for each in self._made.values())
        if self._left_out:
            named = ", ".join(sorted(self._left_out))
            self._remarks.append(f"attributes that are not drawn: {named}")
        self.remarks = distinct(self._remarks)

    def _attribute(self, term: Term, kind: Term, of: Term, attribute: Term, value: Term) -> None:
        """Note an attribute; one that isn't drawn is named."""
        name, *parts = (isinstance(attribute, list) and attribute[1:]) or [attribute]
        where = {"graph_nodes": "node", "graph_edges": "edge"}.get(str(kind), str(kind))
        if kind not in _SEVERAL:
            expected = f"expected one of {', '.join(_SEVERAL)}"
            self._remarks.append(f"{short(written(term), 100)}: {expected}")
        elif words(name) not in _KNOWN[where]:
            self._left_out[f"{where}'s {short(words(name))}"] = None
        else:
            known = self._attributes.setdefault((str(kind), written(of)), {})
            known.setdefault(words(name), {})[tuple(map(words, parts))] = value

    def _root(self, graph: str) -> str:
        """The frame that a graph belongs to."""
        seen = set[str]()
        while graph in self._parents and graph not in seen:
            seen.add(graph)
            graph = self._parents[graph]
        return graph

    def _frame(self, frame: str) -> _Frame:
        """The graph of a frame, with what is in no graph."""
        made = _Frame()
        for (node, graph), term in self._nodes.items():
            if not frame or not graph or self._root(graph) == frame:
                made.nodes[node] = self._node(node, term, graph)
                if graph in self._parents:
                    made.clusters.setdefault(graph, []).append(node)
        for (a, b, graph), term in self._edges.items():
            ends = {a: term[1], b: term[2]}
            if frame and graph and self._root(graph) != frame:
                continue
            if frame and not graph and not {a, b} <= made.nodes.keys():
                continue
            for each in (a, b):
                if each not in made.nodes:  # as Graphviz does
                    made.nodes[each] = self._node(each, ends[each], graph)
            made.edges.append((a, b, graph))
        self._place(made)
        return made

    def _said(self, kind: str, of: str, graph: str, name: str) -> str | None:
        """The text of an attribute: its own, else its graph's, else that of all graphs."""
        several = {"node": "graph_nodes", "edge": "graph_edges"}.get(kind)
        places = [(kind, of)]
        if several:
            places += [(several, graph), (several, self._only), (several, "default")]
        for place in places:
            parts = self._attributes.get(place, {}).get(name)
            if parts is not None:
                return self._composed(parts)
        return None

    def _of_graph(self, graph: str, name: str) -> str | None:
        """An attribute of a graph, else that of all graphs."""
        own = self._said("graph", graph or self._only, "", name)
        return own or self._said("graph", "default", "", name)

    def _composed(self, parts: Mapping[tuple[Any, ...], Term]) -> str:
        """An attribute's text: its template with the parts in it, or its parts in a row."""
        if () not in parts:
            return "".join(words(each) for each in parts.values())
        text = words(parts[()])
        if "{%" in text:
            self._left_out["templates with {% %}"] = None
            text = re.sub(r"\{%.*?%\}", "", text)

        def filled(found: re.Match[str]) -> str:
            key = (found[1],) if found[2] is None else (found[1], found[2].strip("'\""))
            return words(parts.get(key, '"'))

        return _LIST.sub(filled, text)

    def _colour(self, text: str | None, scheme: str | None, otherwise: str) -> str:
        """A colour by Graphviz' names, by pylab's, of a scheme or as #rrggbb; nothing else."""
        if not text:
            return otherwise
        text = text.strip().lower()
        bare = text.rsplit("/", 1)[-1]
        grey = re.fullmatch(r"gr[ae]y(\d{1,2}|100)", text)
        if grey:
            shade = round(int(grey[1]) * 2.55)
            return f"#{shade:02x}{shade:02x}{shade:02x}"
        if re.fullmatch(r"#[0-9a-f]{6}([0-9a-f]{2})?", text):
            return text[:7]
        if bare.isdecimal() and (scheme or "/" in text):
            return SCALE[(int(bare[:6]) + len(SCALE) - 1) % len(SCALE)]
        if bare == "black":
            return INK
        known = _KNOWN["colours"].get(bare) or COLOURS.get(bare)
        if known is None:
            if text not in ("transparent", "none"):
                self._remarks.append(f"there is no colour {short(text)}")
            return otherwise
        return str(known)

    def _number(self, text: str | None, otherwise: float, most: float) -> float:
        """A number from 0 to `most`, as an attribute says it."""
        found = re.fullmatch(r"\s*(\d{1,6}(?:\.\d{1,6})?)\s*", text or "")
        if text and not found:
            self._remarks.append(f"expected a number, found {short(text)}")
        return min(most, float(found[1])) if found else otherwise

    def _node(self, name: str, term: Term, graph: str) -> Node:
        def said(attribute: str) -> str | None:
            return self._said("node", name, graph, attribute)

        label, shape = said("label"), (said("shape") or "ellipse").lower()
        if shape not in (*_KNOWN["boxes"], *_KNOWN["bare"], *_KNOWN["round"], "diamond"):
            self._left_out[f"shape {short(shape)}"] = None
            shape = "box"
        styles = frozenset((said("style") or "").replace(" ", "").split(","))
        scheme = said("colorscheme")
        edge = self._colour(said("color"), scheme, INK)
        filled = "filled" in styles
        fill = said("fillcolor") or (said("color") if filled else None)
        fill = self._colour(fill, scheme, LINE) if filled else "none"
        font = self._colour(said("fontcolor"), scheme, CARD if _is_deep(fill) else INK)
        size = self._number(said("fontsize"), 14, 200)
        own = term[1:] if isinstance(term, str) and term.startswith('"') else written(term)
        lines = _lines(own if label is None else label)
        point = shape == "point"
        lines = [] if point else lines
        wide = max((breadth(each) for each in lines), default=0) * size
        high = 1.25 * size * len(lines)
        bare = shape in _KNOWN["bare"]
        grown = 1.3 if shape in _KNOWN["round"] else 1.9 if shape == "diamond" else 1
        width = max(wide * grown + (4 if bare else 14), 8 if point else 0)
        height = max(high * (1.15 if grown > 1 else 1) + (2 if bare else 10), 8 if point else 0)
        width = max(width, self._number(said("width"), 0 if bare or point else 0.6, 50) * INCH)
        height = max(height, self._number(said("height"), 0 if bare or point else 0.45, 50) * INCH)
        if shape in ("square", "circle", "doublecircle", "point"):
            width = height = max(width if said("width") or wide else height, height)
        node = Node(
            lines, shape, styles, size, fill, edge, font,
            self._number(said("penwidth"), 1.4, 20), (width / 2, height / 2),
        )  # fmt: skip
        at = said("pos")
        place = _PLACE.fullmatch(at or "")
        if place:
            limit = LIMITS["coordinate"]
            x, y = (max(-limit, min(limit, float(each))) for each in place.groups())
            node.at, node.placed = (x * INCH, -y * INCH), True
        elif at:
            self._remarks.append(f"expected a pos of the form 1,2 (inches), found {short(at)}")
        return node

    def _place(self, made: _Frame) -> None:
        """Give the nodes places that the facts don't give."""
        fixed = [each for each in made.nodes.values() if each.placed]
        free = [name for name, each in made.nodes.items() if not each.placed]
        made.placed = not free
        made.stops = [[] for _ in made.edges]
        made.pairs = {(a, b) for a, b, _ in made.edges}
        if not free:
            return
        index = {each: number for number, each in enumerate(free)}
        sizes = [(2 * made.nodes[each].half[0], 2 * made.nodes[each].half[1]) for each in free]
        inner = [
            edge
            for edge, (a, b, _) in enumerate(made.edges)
            if a in index and b in index and self._together(made, a, b)
        ]
        if self._layout == "circle":
            places = layout.circle(sizes)
            stops: list[list[Point]] = [[] for _ in inner]
        else:
            pairs = [(index[made.edges[n][0]], index[made.edges[n][1]]) for n in inner]
            places, stops = layout.layered(sizes, pairs)
        down = 0.0
        if fixed:  # below those that have places
            down = max(each.at[1] + each.half[1] for each in fixed) + layout.BELOW
        for each, (x, y) in zip(free, places, strict=True):
            made.nodes[each].at = (x, y + down)
        for edge, way in zip(inner, stops, strict=True):
            made.stops[edge] = [(x, y + down) for x, y in way]

    def _together(self, made: _Frame, a: str, b: str) -> bool:
        """Whether an edge takes part in the layout: not if it leaves a subgraph."""
        return all((a in those) == (b in those) for those in made.clusters.values())

    def draw(self, frame: int | None = None) -> Drawing:
        return self._drawings[self._at(frame)]

    def _drawn(self, name: str) -> Drawing:
        """The drawing of a frame."""
        made = self._made[name]
        left, top, right, bottom = self._bounds()
        title = " ".join(_lines(self._of_graph(name, "label") or ""))
        size = caption_size(right - left)
        titled = any(self._of_graph(each, "label") for each in self._made)
        below = 1.6 * size if titled else 0
        wide = max(right - left + 36, breadth(title) * size + 36)
        extra = (wide - (right - left)) / 2
        drawing = Drawing(
            wide, bottom - top + 36 + below, title or self.name, left=left - extra, top=top - 18
        )
        paper = self._of_graph(name, "bgcolor")
        paper = None if (paper or "white").lower() == "white" else paper
        drawing.rect(*drawing.view, fill=self._colour(paper, None, PAPER))
        for cluster, nodes in made.clusters.items():
            self._cluster(drawing, cluster, [made.nodes[each] for each in nodes])
        for (a, b, graph), stops in zip(made.edges, made.stops, strict=True):
            self._edge(drawing, made, (a, b, graph), stops)
        for node in made.nodes.values():
            _draw_node(drawing, node)
        if title:
            drawing.text(drawing.left + wide / 2, bottom + 18 + 0.4 * size, title, size, fill=INK)
        return drawing

    def _bounds(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of all nodes and stops in any frame."""
        spots = [
            (node.at[0] + x * node.half[0], node.at[1] + y * node.half[1])
            for made in self._made.values()
            for node in made.nodes.values()
            for x, y in ((-1, -1), (1, 1))
        ]
        spots += [stop for made in self._made.values() for way in made.stops for stop in way]
        spots = spots or [(0, 0), (40, 40)]
        xs, ys = [x for x, _ in spots], [y for _, y in spots]
        room = 14 if any(made.clusters for made in self._made.values()) else 0
        return min(xs) - room, min(ys) - 2 * room, max(xs) + room, max(ys) + room

    def _cluster(self, drawing: Drawing, name: str, nodes: Sequence[Node]) -> None:
        """The frame of a subgraph, with its label."""
        left = min(each.at[0] - each.half[0] for each in nodes) - 10
        top = min(each.at[1] - each.half[1] for each in nodes) - 24
        right = max(each.at[0] + each.half[0] for each in nodes) + 10
        bottom = max(each.at[1] + each.half[1] for each in nodes) + 10
        frame = {"fill": "none", "stroke": QUIET, "stroke_width": 1, "rx": 6}
        drawing.rect(left, top, right - left, bottom - top, **frame)
        label = self._said("graph", name, "", "label")
        text = " ".join(_lines(name if label is None else label))
        drawing.text(left + 7, top + 15, text, 12, fill=QUIET, text_anchor="start")

    def _edge(
        self, drawing: Drawing, made: _Frame, edge: tuple[str, str, str], stops: Sequence[Point]
    ) -> None:
        a, b, graph = edge

        def said(attribute: str) -> str | None:
            return self._said("edge", f"({a},{b})", graph, attribute)

        styles = (said("style") or "").replace(" ", "").split(",")
        if "invis" in styles:
            return
        colour = self._colour(said("color"), said("colorscheme"), WAY)
        pen = self._number(said("penwidth"), 1.6 if "bold" not in styles else 3, 20)
        dashes = {"dashed": "6 4", "dotted": "1.5 3"}
        dash = next((dashes[each] for each in styles if each in dashes), None)
        start, end = made.nodes[a], made.nodes[b]
        points = _way(made, edge, stops)
        head = self._directed and said("arrowhead") != "none"
        path = {"fill": "none", "stroke": colour, "stroke_width": pen, "stroke_dasharray": dash}
        first, last = _border(start, points[1]), _border(end, points[-2])
        if a == b:
            first, last = points[0], points[-1]
        before = points[-2]
        tip = last
        if head:
            length = layout.distance(before, last) or 1
            dx, dy = (last[0] - before[0]) / length, (last[1] - before[1]) / length
            long, half = 7 + 2 * pen, 3 + 1.2 * pen
            last = (tip[0] - dx * long, tip[1] - dy * long)
            corners = [tip, (last[0] - dy * half, last[1] + dx * half),
                       (last[0] + dy * half, last[1] - dx * half)]  # fmt: skip
        drawing.path(_smooth([first, *points[1:-1], last]), **path)
        if head:
            drawing.polygon(corners, fill=colour)
        if label := said("label"):
            middle = points[len(points) // 2] if len(points) % 2 else (
                (points[len(points) // 2 - 1][0] + points[len(points) // 2][0]) / 2,
                (points[len(points) // 2 - 1][1] + points[len(points) // 2][1]) / 2,
            )  # fmt: skip
            font = self._colour(said("fontcolor"), said("colorscheme"), INK)
            size = self._number(said("fontsize"), 12, 200)
            halo = {"stroke": PAPER, "stroke_width": 4, "paint_order": "stroke"}
            text = " ".join(_lines(label))
            drawing.text(middle[0], middle[1] + 0.35 * size, text, size, fill=font, **halo)

    def text(self, frame: int | None = None) -> str:
        """Where all nodes have places their labels in rows; else each with its neighbours."""
        made = self._made[self._at(frame)]
        told = {n: " ".join(each.lines) or n for n, each in made.nodes.items()}
        bare = {n for n, each in made.nodes.items() if each.shape in _KNOWN["bare"]}
        if bare and len(bare) < len(told):
            told = {n: f" {text} " if n in bare else f"[{text}]" for n, text in told.items()}
        columns = sorted({each.at[0] for each in made.nodes.values()})
        rows = sorted({each.at[1] for each in made.nodes.values()})
        if made.placed and len(columns) * len(rows) <= 4 * len(made.nodes):
            wide = max(map(len, told.values()), default=0) + 1
            grid = [[""] * len(columns) for _ in rows]
            for name, node in made.nodes.items():
                grid[rows.index(node.at[1])][columns.index(node.at[0])] = told[name]
            return "\n".join("".join(f"{c:{wide}}" for c in row).rstrip() for row in grid)
        lines = []
        for name in made.nodes:
            look = self._said("node", name, "", "fillcolor") or self._said(
                "node", name, "", "color"
            )
            near = [told[b] for a, b, _ in made.edges if a == name]
            if not self._directed:
                near += [told[a] for a, b, _ in made.edges if b == name and a != name]
            joint = "->" if self._directed else "--"
            known = look and re.fullmatch(r"[\w/#]+", look)
            line = told[name] + (f" [{look}]" if known else "")
            lines.append(line + (f" {joint} {', '.join(near)}" if near else ""))
        return "\n".join(lines)


def _is_deep(colour: str) -> bool:
    """Whether light letters are read better on it."""
    if not colour.startswith("#"):
        return False
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return red * 299 + green * 587 + blue * 114 < 128_000


def _lines(text: str) -> list[str]:
    """The lines of a label; of an HTML-like one its text, a line for each row."""
    if text.startswith("<") and text.endswith(">"):
        text = re.sub(r"(?i)<br\s*/?>|</tr\s*>", "\n", text[1:-1])
        text = unescape(_TAGS.sub("", re.sub(r"(?i)</td\s*>", " ", text)))
    lines = [each.strip() for each in re.split(r"\n|\\[nlr]", text)]
    limit = LIMITS["text"]
    return [each[:limit] for each in lines if each][:40]


def _draw_node(drawing: Drawing, node: Node) -> None:
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


def _border(node: Node, towards: Point) -> Point:
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


def _way(made: _Frame, edge: tuple[str, str, str], stops: Sequence[Point]) -> list[Point]:
    """The points of an edge from middle to middle: around other nodes, a loop beside one."""
    a, b, _ = edge
    start, end = made.nodes[a], made.nodes[b]
    if a == b:
        (x, y), (wide, high) = start.at, start.half
        return [(x + wide * 0.7, y - high * 0.7), (x + wide + 20, y - high - 8),
                (x + wide + 20, y + high + 8), (x + wide * 0.7, y + high * 0.7)]  # fmt: skip
    if stops:
        return [start.at, *stops, end.at]
    there = (b, a) in made.pairs
    others = [
        each.at for name, each in made.nodes.items() if name not in (a, b)
    ] if made.placed and len(made.nodes) <= 150 else []  # fmt: skip
    near = min((layout.distance(start.at, end.at), *(max(each.half) for each in (start, end))))
    curve = around(start.at, end.at, others, 0.7 * near, 12 if there else 0)
    middle = curve.at(0.5)
    straight = (start.at[0] + end.at[0]) / 2, (start.at[1] + end.at[1]) / 2
    if layout.distance(middle, straight) < 0.01:
        return [start.at, end.at]
    return [start.at, middle, end.at]


def _smooth(points: Sequence[Point]) -> str:
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
