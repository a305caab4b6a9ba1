"""Graphs by clingraph's predicates: `node`, `edge`, `graph` and `attr`.

`lab/graph_scene.js` has the same. What is not drawn is named in a remark, once.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

from pylab.base.errors import short
from pylab.drawing.curves import Point
from pylab.drawing.palette import CARD, INK, LINE, PAPER, QUIET, WAY
from pylab.drawing.scenes import layout
from pylab.drawing.scenes.attributes import SEVERAL, Attributes, lines_of
from pylab.drawing.scenes.marks import breadth
from pylab.drawing.scenes.nodes import (
    Box,
    Edge,
    GraphFrame,
    Node,
    draw_node,
    flat,
    is_deep,
    smooth,
    spot_on,
    way_of,
)
from pylab.drawing.scenes.picture import Cell, ScenePicture, distinct
from pylab.drawing.scenes.schema import LIMITS, TABLE
from pylab.drawing.scenes.terms import Term, order, written
from pylab.drawing.svg import Drawing, caption_size

INCH = 72.0
SIDE, TOP = 10, 24
"""The margins of a subgraph's box: beside and below its nodes, and above them for its label."""

DEEPEST = 20
"""The most boxes in each other; deeper subgraphs are drawn as a part of the innermost one."""

_KNOWN = TABLE["graph"]
_PLACE = re.compile(r"\s*(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)\s*!?\s*")


def read(
    terms: Sequence[Term], name: str, directed: bool, arrangement: str, prefix: str, itself: bool
) -> Graph | None:
    """The graph among these atoms; None if there is neither a node nor an edge.

    Atoms that draw `itself` are the usual facts of a graph, too, as long as nothing but nodes is
    in clingraph's form; the rest would be lost.
    """
    given = [each if isinstance(each, list) else [each] for each in terms]
    names = {each[0] for each in given}
    there = [each for each in ("viz_", "v") if {f"{each}node", f"{each}edge"} & names]
    begins = prefix or next(iter(there), "")
    if not {f"{begins}node", f"{begins}edge"} & names:
        return None
    own = [[head.removeprefix(begins), *rest] for head, *rest in given if head.startswith(begins)]
    graphs = _declared(own)
    others = [each for each in own if not _in_form(each, graphs)]
    told = {each[0] for each in own if _in_form(each, graphs)}
    if itself and others and begins != "viz_" and told <= {"node", "graph"}:
        return None
    picture = Graph(own, name, directed, arrangement)
    if itself and not begins and "attr" not in told:
        unseen = sorted({f"{head}/{len(rest)}" for head, *rest in others if head not in _HEADS})
        more = "attr(Type,Of,Name,Value) or a scene.lp shows more"
        alone = f"the graph is drawn without {short(', '.join(unseen), 100)}; {more}"
        picture.remarks += (alone,) if unseen else ()
    return picture


_HEADS = ("node", "edge", "graph", "attr")


def _declared(terms: Iterable[Term]) -> frozenset[str]:
    """The names of graphs."""
    return frozenset(written(each[1]) for each in terms if each[0] == "graph" and len(each) > 1)


def _in_form(term: Term, graphs: Collection[str]) -> bool:
    """Whether an atom is in clingraph's form.

    As the ends of an edge can be tuples, too, the second one of two tuples has to be a graph.
    """
    match term:
        case ["edge", ["", _, _, *_], ["", *_] as graph]:
            return written(graph) in graphs
        case ["edge", ["", _, _, *_], *graph]:
            return len(graph) < 2
        case ["node", _, graph]:
            return graph == "default" or written(graph) in graphs
        case ["attr", kind, _, _, _]:
            return kind in SEVERAL
        case ["node", _] | ["graph", _] | ["graph", _, _]:
            return True
    return False


class Graph(ScenePicture):
    """A graph, or several, each a frame."""

    def __init__(self, terms: Iterable[Term], name: str, directed: bool, layout: str) -> None:
        self.name, self._directed, self._layout = name, directed, layout
        self._told = Attributes()
        graphs: dict[str, Term] = {}
        self._parents: dict[str, str] = {}
        self._nodes: dict[tuple[str, str], Term] = {}
        self._edges: dict[tuple[str, str], Term] = {}
        terms = sorted(terms, key=order)
        declared = _declared(terms)
        ends = {
            (written(a), written(b))
            for term in terms
            if term[0] == "edge" and _in_form(term, declared)
            for a, b in [term[1][1:3]]
        }
        for term in terms:
            match term:
                case ["graph", graph]:
                    graphs[written(graph)] = graph
                case ["graph", graph, parent]:
                    self._parents[written(graph)] = written(parent)
                case ["node", node, *graph] if len(graph) < 2:
                    self._nodes[written(node), "".join(map(written, graph))] = node
                case ["edge", name, *graph] if _in_form(term, declared):
                    self._edges[written(name), "".join(map(written, graph))] = name
                case ["attr", kind, of, attribute, value]:
                    self._told.note(term, kind, of, attribute, value)
                case ["edge", a, b] if not {
                    (written(a), written(b)),
                    (written(b), written(a)),
                }.isdisjoint(ends):
                    pass  # the facts from which a scene derives what is drawn
                case ["node" | "edge" | "attr", *_]:
                    expected = "expected node(N), edge((A,B)) or attr(Type,Of,Name,Value)"
                    self._told.remarks.append(f"{short(written(term), 100)}: {expected}")
        self._around = _nested(self._parents)
        tops = [each for each in sorted(graphs, key=lambda each: order(graphs[each]))
                if each not in self._parents]  # fmt: skip
        self.frames = tuple(tops) if len(tops) > 1 else ()
        if len(tops) == 1:
            self._told.only = tops[0]
        self._directed |= self._told.of_graph("", "type") == "digraph"
        if self._told.of_graph("", "layout") in ("circle", "circo"):
            self._layout = "circle"
        if len(self._nodes) + len(self._edges) > LIMITS["shapes"]:
            self._told.remarks.append(
                f"more than {LIMITS['shapes']} nodes and edges: none are drawn"
            )
            self._nodes, self._edges = {}, {}
        self._made = {each: self._frame(each) for each in self.frames or ("",)}
        self._drawings = {each: self._drawn(each) for each in self._made}  # which makes remarks
        self.empty = not any(each.nodes for each in self._made.values())
        if self._told.left_out:
            named = ", ".join(sorted(self._told.left_out))
            self._told.remarks.append(f"attributes that are not drawn: {named}")
        self.remarks = distinct(self._told.remarks)

    def _root(self, graph: str) -> str:
        """The frame that a graph belongs to."""
        return self._parents[self._around[graph][0]] if graph in self._around else graph

    def _frame(self, frame: str) -> GraphFrame:
        """The graph of a frame, with what is in no graph."""
        made = GraphFrame()
        for (node, graph), term in self._nodes.items():
            if not frame or not graph or self._root(graph) == frame:
                made.nodes[node] = self._node(node, term, graph)
                for each in self._around.get(graph, ()):
                    made.clusters.setdefault(each, [])
                if graph in self._parents:
                    made.clusters[self._around[graph][-1]].append(node)
        before = Counter[tuple[str, str]]()
        for (name, graph), term in self._edges.items():
            ends = {written(each): each for each in term[1:3]}
            a, b = written(term[1]), written(term[2])
            if frame and graph and self._root(graph) != frame:
                continue
            if frame and not graph and not {a, b} <= made.nodes.keys():
                continue
            for each in (a, b):
                if each not in made.nodes:  # as Graphviz does
                    made.nodes[each] = self._node(each, ends[each], graph)
            made.edges.append(Edge(a, b, graph, name, before[a, b]))
            before[a, b] += 1
        self._place(made)
        return made

    def _node(self, name: str, term: Term, graph: str) -> Node:
        def said(attribute: str) -> str | None:
            return self._told.said("node", name, graph, attribute)

        label, shape = said("label"), (said("shape") or "ellipse").lower()
        if shape not in (*_KNOWN["boxes"], *_KNOWN["bare"], *_KNOWN["round"], "diamond"):
            self._told.left_out[f"shape {short(shape)}"] = None
            shape = "box"
        styles = frozenset((said("style") or "").replace(" ", "").split(","))
        scheme = said("colorscheme")
        edge = self._told.colour(said("color"), scheme, INK)
        filled = "filled" in styles
        fill = said("fillcolor") or (said("color") if filled else None)
        fill = self._told.colour(fill, scheme, LINE) if filled else "none"
        font = self._told.colour(said("fontcolor"), scheme, CARD if is_deep(fill) else INK)
        size = self._told.number(said("fontsize"), 14, 200)
        own = term[1:] if isinstance(term, str) and term.startswith('"') else written(term)
        lines = lines_of(own if label is None else label)
        lines += lines_of(re.sub(r".*[\\/]|\.\w+$", "", said("image") or ""))
        point = shape == "point"
        lines = [] if point else lines
        wide = max((breadth(each) for each in lines), default=0) * size
        high = 1.25 * size * len(lines)
        bare = shape in _KNOWN["bare"]
        grown = 1.3 if shape in _KNOWN["round"] else 1.9 if shape == "diamond" else 1
        width = max(wide * grown + (4 if bare else 14), 8 if point else 0)
        height = max(high * (1.15 if grown > 1 else 1) + (2 if bare else 10), 8 if point else 0)
        width = max(width, self._told.number(said("width"), 0 if bare or point else 0.6, 50) * INCH)
        height = max(
            height, self._told.number(said("height"), 0 if bare or point else 0.45, 50) * INCH
        )
        if shape in ("square", "circle", "doublecircle", "point"):
            width = height = max(width if said("width") or wide else height, height)
        node = Node(
            lines, shape, styles, size, fill, edge, font,
            self._told.number(said("penwidth"), 1.4, 20), (width / 2, height / 2),
        )  # fmt: skip
        at = said("pos")
        place = _PLACE.fullmatch(at or "")
        if place:
            limit = LIMITS["coordinate"]
            x, y = (max(-limit, min(limit, float(each))) for each in place.groups())
            node.at, node.placed = (x * INCH, -y * INCH), True
        elif at:
            self._told.remarks.append(f"expected a pos of the form 1,2 (inches), found {short(at)}")
        return node

    def _place(self, made: GraphFrame) -> None:
        """Give the nodes places that the facts don't give, and the subgraphs their boxes."""
        fixed = [each for each in made.nodes.values() if each.placed]
        free = [name for name, each in made.nodes.items() if not each.placed]
        made.placed = not free
        made.stops = [[] for _ in made.edges]
        made.pairs = {(each.start, each.end) for each in made.edges}
        for graph, nodes in made.clusters.items():
            made.within |= dict.fromkeys(nodes, self._around[graph])
        loose = {*free}
        edges = [n for n, (a, b, *_) in enumerate(made.edges) if a in loose and b in loose]
        if free:
            self._arrange(made, free, edges, 0)
        if fixed and free:  # below those that have places
            down = max(each.at[1] + each.half[1] for each in fixed) + layout.BELOW
            self._move(made, free, edges, (0, down))
        boxes = sorted(made.clusters, key=lambda each: -len(self._around[each]))
        inner: dict[str, list[Box]] = {}
        for graph in boxes:
            made.boxes[graph] = self._box(made, graph, inner.get(graph, ()))
            for outer in self._around[graph][-2:-1]:
                inner.setdefault(outer, []).append(made.boxes[graph])
        self._route(made)

    def _route(self, made: GraphFrame) -> None:
        """Set the ways of edges, and the places of labels, which stand apart on parallel edges."""
        twins: dict[tuple[str, str], list[int]] = {}
        for n, edge in enumerate(made.edges):
            ends = edge.start, edge.end
            twins.setdefault(ends[::-1] if ends[::-1] in twins else ends, []).append(n)
            made.ways.append(way_of(made, edge, made.stops[n]))
        for ends, those in twins.items():
            for rank, n in enumerate(those):
                _, _, graph, name, _ = edge = made.edges[n]
                if label := self._told.said("edge", name, graph, "label"):
                    share = (rank + 1) / (len(those) + 1)
                    spot = spot_on(made.ways[n], share if edge[:2] == ends else 1 - share)
                    size = self._told.number(
                        self._told.said("edge", name, graph, "fontsize"), 12, 200
                    )
                    made.labels[n] = " ".join(lines_of(label)), size, spot

    def _arrange(
        self, made: GraphFrame, nodes: Sequence[str], edges: Sequence[int], depth: int
    ) -> Point:
        """Place these nodes, and return the size of all. A subgraph is placed as one block."""
        key = {
            node: (*made.within.get(node, ())[depth : depth + 1], "", node)[:2] for node in nodes
        }
        items: dict[tuple[str, ...], list[str]] = {}
        for node in nodes:
            items.setdefault(key[node], []).append(node)
        inside: dict[tuple[str, ...], list[int]] = {}
        across: list[int] = []
        for n in edges:
            a, b = key[made.edges[n].start], key[made.edges[n].end]
            (inside.setdefault(a, []) if a == b and a[0] else across).append(n)
        sizes: list[Point] = []
        for (graph, _), those in items.items():
            wide, high = (2 * each for each in made.nodes[those[0]].half)
            if graph:
                own = inside.get((graph, ""), ())
                least, high = self._arrange(made, those, own, depth + 1)
                wide = max(least + 2 * SIDE, self._title(graph)[1])
                self._move(made, those, own, ((wide - least) / 2, TOP))
                high += TOP + SIDE
            sizes.append((wide, high))
        index = {each: number for number, each in enumerate(items)}
        stops: list[list[Point]] = [[] for _ in across]
        if self._layout == "circle":
            places = layout.circle(sizes)
        else:
            ends = [(made.edges[n].start, made.edges[n].end) for n in across]
            places, stops = layout.layered(sizes, [(index[key[a]], index[key[b]]) for a, b in ends])
        for (graph, _), those in items.items():
            (x, y), (wide, high) = places[index[graph, _]], sizes[index[graph, _]]
            if graph:
                self._move(made, those, inside.get((graph, ""), ()), (x - wide / 2, y - high / 2))
            else:
                made.nodes[those[0]].at = x, y
        for n, way in zip(across, stops, strict=True):
            made.stops[n] = way
        reach = [(x + w / 2, y + h / 2) for (x, y), (w, h) in zip(places, sizes, strict=True)]
        reach += [stop for way in stops for stop in way]
        return max(x for x, _ in reach), max(y for _, y in reach)

    def _move(
        self, made: GraphFrame, nodes: Iterable[str], edges: Iterable[int], by: Point
    ) -> None:
        for node in nodes:
            x, y = made.nodes[node].at
            made.nodes[node].at = x + by[0], y + by[1]
        for n in edges:
            made.stops[n] = [(x + by[0], y + by[1]) for x, y in made.stops[n]]

    def _title(self, graph: str) -> tuple[str, float]:
        """The label of a subgraph, and the least width of a box for it."""
        label = self._told.said("graph", graph, "", "label")
        text = " ".join(lines_of(graph if label is None else label))
        return text, 12 * breadth(text) + 14

    def _box(self, made: GraphFrame, graph: str, inner: Iterable[Box]) -> Box:
        """Left, top, right and bottom of a subgraph, around its nodes and the boxes in it."""
        nodes = [made.nodes[each] for each in made.clusters[graph]]
        spots = [(x - a, y - b, x + a, y + b) for (x, y), (a, b) in ((n.at, n.half) for n in nodes)]
        left, top, right, bottom = zip(*spots, *inner, strict=True)
        aside = max(SIDE, (self._title(graph)[1] - (max(right) - min(left))) / 2)
        return min(left) - aside, min(top) - TOP, max(right) + aside, max(bottom) + SIDE

    @property
    def places(self) -> dict[str, Point]:
        """The middles of the nodes of a graph without frames, in the drawing, by their names."""
        return {name: each.at for name, each in self._made[self._at(None)].nodes.items()}

    def draw(self, frame: int | None = None) -> Drawing:
        return self._drawings[self._at(frame)]

    def _drawn(self, name: str) -> Drawing:
        """The drawing of a frame."""
        made = self._made[name]
        left, top, right, bottom = self._bounds()
        title = " ".join(lines_of(self._told.of_graph(name, "label") or ""))
        size = caption_size(right - left)
        titled = any(self._told.of_graph(each, "label") for each in self._made)
        below = 1.6 * size if titled else 0
        wide = max(right - left + 36, breadth(title) * size + 36)
        extra = (wide - (right - left)) / 2
        drawing = Drawing(
            wide, bottom - top + 36 + below, title or self.name, left=left - extra, top=top - 18
        )
        paper = self._told.of_graph(name, "bgcolor")
        if (paper or "white").lower() == "white":  # as the page that it stands on
            drawing.rect(*drawing.view, fill=PAPER, on="picture")
        else:
            drawing.rect(*drawing.view, fill=self._told.colour(paper, None, PAPER))
        for graph in sorted(made.boxes, key=lambda each: len(self._around[each])):
            self._cluster(drawing, graph, made.boxes[graph])
        for n in range(len(made.edges)):
            self._edge(drawing, made, n)
        for node in made.nodes.values():
            draw_node(drawing, node)
        if title:
            drawing.text(drawing.left + wide / 2, bottom + 18 + 0.4 * size, title, size, fill=INK)
        return drawing

    def _bounds(self) -> Box:
        """Left, top, right and bottom of all that is drawn in any frame."""
        spots = [
            (node.at[0] + x * node.half[0], node.at[1] + y * node.half[1])
            for made in self._made.values()
            for node in made.nodes.values()
            for x, y in ((-1, -1), (1, 1))
        ]
        for made in self._made.values():
            for way, stops in zip(made.ways, made.stops, strict=True):
                spots += stops or flat(way)[1:-1]
            for text, size, (x, y) in made.labels.values():
                wide = breadth(text) * size / 2 + 4
                spots += [(x - wide, y - size / 2), (x + wide, y + size / 2)]
        boxes = [box for made in self._made.values() for box in made.boxes.values()]
        spots += [spot for a, b, c, d in boxes for spot in ((a, b), (c, d))]
        spots = spots or [(0, 0), (40, 40)]
        xs, ys = [x for x, _ in spots], [y for _, y in spots]
        return min(xs), min(ys), max(xs), max(ys)

    def _cluster(self, drawing: Drawing, graph: str, box: Box) -> None:
        """The frame of a subgraph, with its label."""
        left, top, right, bottom = box
        frame = {"fill": "none", "stroke": QUIET, "stroke_width": 1, "rx": 6}
        drawing.rect(left, top, right - left, bottom - top, **frame)
        text, _ = self._title(graph)
        drawing.text(left + 7, top + 15, text, 12, fill=QUIET, text_anchor="start")

    def _edge(self, drawing: Drawing, made: GraphFrame, n: int) -> None:
        edge, points = made.edges[n], made.ways[n]

        def said(attribute: str) -> str | None:
            return self._told.said("edge", edge.name, edge.graph, attribute)

        styles = (said("style") or "").replace(" ", "").split(",")
        if "invis" in styles:
            return
        colour = self._told.colour(said("color"), said("colorscheme"), WAY)
        pen = self._told.number(said("penwidth"), 1.6 if "bold" not in styles else 3, 20)
        dashes = {"dashed": "6 4", "dotted": "1.5 3"}
        dash = next((dashes[each] for each in styles if each in dashes), None)
        path = {"fill": "none", "stroke": colour, "stroke_width": pen, "stroke_dasharray": dash}
        before, tip = points[-2:]
        if self._has_head(edge):
            length = layout.distance(before, tip) or 1
            dx, dy = (tip[0] - before[0]) / length, (tip[1] - before[1]) / length
            long, half = 7 + 2 * pen, 3 + 1.2 * pen
            last = (tip[0] - dx * long, tip[1] - dy * long)
            drawing.path(smooth([*points[:-1], last]), **path)
            corners = [tip, (last[0] - dy * half, last[1] + dx * half),
                       (last[0] + dy * half, last[1] - dx * half)]  # fmt: skip
            drawing.polygon(corners, fill=colour)
        else:
            drawing.path(smooth(points), **path)
        if n in made.labels:
            text, size, (x, y) = made.labels[n]
            font = self._told.colour(said("fontcolor"), said("colorscheme"), INK)
            halo = {"stroke": PAPER, "stroke_width": 4, "paint_order": "stroke"}
            drawing.text(x, y + 0.35 * size, text, size, fill=font, **halo)

    def _has_head(self, edge: Edge) -> bool:
        """Whether an edge is drawn with an arrowhead."""
        head = self._told.said("edge", edge.name, edge.graph, "arrowhead")
        return self._directed and head != "none"

    def text(self, frame: int | None = None, here: Cell | None = None) -> str:  # noqa: ARG002
        """The labels in rows if all nodes have places; otherwise each node with its neighbours.

        `->` leads to those that an arrow leads to, `--` to those of an edge without an arrowhead.
        Neighbours by an edge with a look of its own have a star; the graph's label is below.
        """
        name = self._at(frame)
        made, label = self._made[name], self._told.of_graph(name, "label")
        below = "".join(f"\n{line}" for line in lines_of(label or "") if line)
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
                text = told[name] if node.lines else "·"
                grid[rows.index(node.at[1])][columns.index(node.at[0])] = text
            return "\n".join("".join(f"{c:{wide}}" for c in row).rstrip() for row in grid) + below
        stars = {e.name: "*" * self._told.stands_out(e.name) for e in made.edges}
        lines = []
        for name in made.nodes:
            look = self._told.own_colour(name)
            near: dict[str, dict[str, str]] = {}
            for edge in made.edges:
                joint = "->" if self._has_head(edge) else "--"
                ahead, back = edge.start == name, edge.end == name and joint == "--"
                if ahead or back:
                    other = told[edge.end if ahead else edge.start]
                    beside = near.setdefault(joint, {})
                    beside[other] = beside.get(other) or stars[edge.name]
            known = look and re.fullmatch(r"[\w/#]+", look)
            line = told[name] + (f" [{look}]" if known else "")
            told_near = [
                f" {joint} " + ", ".join(other + star for other, star in near[joint].items())
                for joint in sorted(near)
            ]
            lines.append(line + ";".join(told_near))
        lines += ["* an edge with a look of its own"] if any(stars.values()) else []
        return "\n".join(lines) + below


def _nested(parents: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """The subgraphs that each subgraph is in, from the outermost to itself; at most DEEPEST.

    Of a circle of subgraphs, the last that is reached counts as the outermost.
    """
    found: dict[str, tuple[str, ...]] = {}
    for graph in parents:
        chain: dict[str, None] = {}
        while graph in parents and graph not in found and graph not in chain:
            chain[graph] = None
            graph = parents[graph]
        for each in reversed(chain):
            found[each] = (*found.get(parents[each], ()), each)[:DEEPEST]
    return found
