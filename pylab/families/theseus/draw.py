"""Pictures of labyrinths and routes, as SVG and in plain characters; knows no rules.

A plan is drawn to scale, with the route as a line of a colour that changes along the way. Where
a door, or a stretch between doors, is walked more than once, the lines run beside each other. A
bare graph has no geometry: its doors stand in columns by their distance from the start.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import pairwise
from textwrap import wrap

from pylab.drawing.curves import Curve, around
from pylab.drawing.grid import branching
from pylab.drawing.palette import CARD, FLOOR, GOAL, HERO, INK, PAPER, SCALE, WARN, WAY
from pylab.drawing.strip import explained
from pylab.drawing.svg import Drawing, caption_size
from pylab.families.theseus.graph import graph_of, reduce
from pylab.families.theseus.model import (
    DOWN,
    LEFT,
    RIGHT,
    UP,
    Count,
    Graph,
    Histogram,
    Log,
    NoRoute,
    Plan,
    Puzzle,
    Route,
    Rules,
    Statistics,
    Witness,
    mean,
    numbered,
    turned,
)
from pylab.families.theseus.obstacles import Obstacles
from pylab.families.theseus.planfile import draw_plan, list_plan, position
from pylab.family.walks import reach

UNIT = 56
"""Pixels a unit of a plan."""

MARGIN = 46
GAP = 0.3
"""The width of a door, in units."""

BESIDE = 0.085
"""The distance of lines that run beside each other, in units."""

_COLOURS = (SCALE[1], SCALE[2], SCALE[4], SCALE[6], SCALE[7])
"""From the first part of a route to the last."""

_ARROWS = {UP: "^", RIGHT: ">", DOWN: "v", LEFT: "<"}

Point = tuple[float, float]


def draw(puzzle: Puzzle, witness: Witness | Obstacles | None) -> Drawing:
    """An SVG document of the labyrinth, with the route; of figures, their histograms.

    Of obstacles, the walls without a door are marked. The reduced graph of a plan is drawn over it,
    its doors numbered.
    """
    drawing = _drawn(puzzle, witness)
    if isinstance(witness, Obstacles):
        marks = [("cross", "a wall without a door")] * bool(witness.walls)
        return explained(drawing, witness.words(), marks)
    return drawing


def _drawn(puzzle: Puzzle, witness: Witness | Obstacles | None, whole: int = 0) -> Drawing:
    """The same; of a route that is the beginning of one with so many steps, with who walks."""
    if isinstance(witness, Count | Statistics):
        return _draw_figures(witness)
    floor = puzzle.floor
    if isinstance(floor, Plan) and isinstance(witness, Log):
        floor = replace(reduce(graph_of(puzzle)).graph, over=floor)
    if isinstance(floor, Graph):
        numbered_over = _draw_over(floor, puzzle.rules, witness, whole)
        return numbered_over or _draw_graph(floor, witness, whole)
    return _draw_plan(floor, witness, whole)


def steps(_: Puzzle, witness: Witness | None) -> int:
    """How many steps a route has. Raises ValueError for an answer that is none."""
    if not isinstance(witness, Route):
        raise ValueError("expected a route, which has steps, found another answer")
    return witness.length


def draw_step(puzzle: Puzzle, witness: Route, step: int) -> Drawing:
    """The labyrinth with the first steps of a route. Raises ValueError if there are not so many."""
    last = steps(puzzle, witness)
    if not 0 <= step <= last:
        raise ValueError(f"expected a step from 0 to {last}, found {step}")
    states = (*witness.states, *(witness.states[:1] if witness.cycle else ()))
    shown = replace(
        witness,
        cycle=False,
        states=states[: step + 1],
        lanes=witness.lanes[:step],
        weights=witness.weights[:step],
    )
    return _drawn(puzzle, shown, last)


def picture(puzzle: Puzzle, witness: Witness | Obstacles | None) -> str:
    """The plan in characters; doors that a route passes are arrows, or `X` if passed both ways.

    A bare graph is drawn as a tree.

    Of obstacles, `x` stands where a wall has no door.
    """
    floor = puzzle.floor
    if isinstance(floor, Graph):
        return _outline(graph_of(puzzle), witness)
    drawn = draw_plan(floor)
    if drawn is None:
        return list_plan(floor)
    if not isinstance(witness, Route | Obstacles):
        return drawn
    canvas = [list(line) for line in drawn.splitlines()]
    if isinstance(witness, Obstacles):
        for (x, y), _ in witness.walls:
            column, row = position(floor, x, y)
            canvas[row][column] = "x"
        return "".join("".join(line) + "\n" for line in canvas)
    marks: dict[int, str] = {}
    for state in witness.states:
        if 0 <= state < 2 * len(floor.openings):
            arrow = _ARROWS[floor.direction(state)]
            door = state % len(floor.openings)
            marks[door] = "X" if marks.get(door, arrow) != arrow else arrow
    for door, mark in marks.items():
        opening = floor.openings[door]
        column, row = position(floor, opening.x, opening.y)
        if door not in (floor.start, floor.goal):
            canvas[row][column] = mark
    return "".join("".join(line) + "\n" for line in canvas)


def _outline(graph: Graph, witness: Witness | Obstacles | None) -> str:
    """A graph as a tree from its start, by the fewest steps, with weights and all other ways.

    A route is starred, and told below door by door.
    """
    nodes = graph.nodes
    ways: dict[int, dict[int, list[str]]] = {node: {} for node in sorted(columns(graph))}
    for edge in graph.edges:
        one, other = edge.source % nodes, edge.target % nodes
        ways[one].setdefault(other, []).append(f"{edge.weight:f}")
    route = [s % nodes for s in witness.states] if isinstance(witness, Route) else []
    above: dict[int, int | None] = {}
    lines: list[str] = []
    for root in (graph.start % nodes, *ways):
        if root in above:
            continue
        above[root] = None
        queue, below, told = [root], {}, {}
        for node in queue:
            fresh = [other for other in ways[node] if other not in above]
            above.update(dict.fromkeys(fresh, node))
            queue += fresh
            below[str(node)] = [(" ".join(ways[node][other]), str(other)) for other in fresh]
            seen = (node, above[node], *fresh)
            others = [f"{o}[{' '.join(w)}]" for o, w in ways[node].items() if o not in seen]
            words = {graph.start % nodes: " start", graph.goal % nodes: " goal"}.get(node, "")
            words += " *" * (node in route)
            told[str(node)] = f"{node}{words}" + (f"   also {' '.join(others)}" if others else "")
        lines += branching(str(root), below, told)
    if route:
        assert isinstance(witness, Route)
        closed = [*route, *(route[:1] if witness.cycle else ())]
        lines += ["", *wrap(f"{_caption(witness)}: {' → '.join(map(str, closed))}", 78)]
    return "\n".join(lines) + "\n"


def _draw_plan(plan: Plan, witness: Witness | Obstacles | None, whole: int) -> Drawing:
    caption = _caption(witness)
    drawing = _draw_floor(plan, caption)
    if isinstance(witness, Route):
        _draw_route(drawing, plan, witness, whole)
    elif isinstance(witness, NoRoute):
        for state in witness.closed:
            if state < 2 * len(plan.openings):
                drawing.circle(*middle(plan, state), 5, fill=_COLOURS[3])
    elif isinstance(witness, Obstacles):
        for place, _ in witness.walls:
            x, y = _at(plan, *map(float, place))
            for turn in (-1, 1):
                ends = (x - 7, y - 7 * turn, x + 7, y + 7 * turn)
                drawing.line(*ends, stroke=WARN, stroke_width=4)
    _draw_words(drawing, plan, caption)
    return drawing


def _draw_floor(plan: Plan, caption: str) -> Drawing:
    """The rooms, with a place for the caption below."""
    width, height = float(plan.width) * UNIT, float(plan.height) * UNIT
    drawing = Drawing(
        width + 2 * MARGIN,
        height + 2 * MARGIN + (22 if caption else 0),
        "the labyrinth of Theseus",
        f"a floor plan of {numbered(len(plan.rooms), 'room')}"
        + (f"; {caption}" if caption else ""),
    )
    drawing.rect(0, 0, drawing.width, drawing.height, fill=PAPER, on="picture")
    drawing.rect(MARGIN, MARGIN, width, height, fill=FLOOR)
    _draw_walls(drawing, plan)
    return drawing


def _draw_words(drawing: Drawing, plan: Plan, caption: str) -> None:
    _draw_ends(drawing, plan)
    if caption:
        drawing.text(drawing.width / 2, drawing.height - 14, caption, 15, fill=INK)


def _caption(witness: Witness | Obstacles | None) -> str:
    if isinstance(witness, Route):
        kind = "cycle" if witness.cycle else "path"
        weight = f"weight {witness.weight:f}, " if witness.weights else ""
        return f"{kind}: {weight}{numbered(witness.length, 'step')} from door to door"
    if isinstance(witness, Log):
        paths, cycles = numbered(witness.paths.total, "path"), f"{witness.cycles.total} cycles"
        return f"{witness.states} states, {witness.edges} edges, {paths}, {cycles}"
    if isinstance(witness, NoRoute):
        return "no path: one gets only through the marked doors"
    return ""


def _at(plan: Plan, x: float, y: float) -> Point:
    """A point of the plan in pixels."""
    return MARGIN + x * UNIT, MARGIN + (float(plan.height) - y) * UNIT


def middle(plan: Plan, state: int, right: float = 0.0) -> Point:
    """Where a door is walked through, so many units to the right of its middle; in pixels."""
    opening = plan.opening(state)
    dx, dy = _RIGHT[plan.direction(state)]
    return _at(plan, float(opening.x) + dx * right, float(opening.y) + dy * right)


def _draw_walls(drawing: Drawing, plan: Plan) -> None:
    """The rooms' outlines, then the openings broken into them."""
    for room in plan.rooms:
        x, y = _at(plan, float(room.x), float(room.north))
        drawing.rect(
            x,
            y,
            float(room.width) * UNIT,
            float(room.height) * UNIT,
            fill="none",
            stroke=INK,
            stroke_width=3.5,
        )
    for door, opening in enumerate(plan.openings):
        x, y = middle(plan, door)
        across = GAP * UNIT / 2
        dx, dy = (across, 0.0) if opening.forward == UP else (0.0, across)
        drawing.line(x - dx, y - dy, x + dx, y + dy, stroke=FLOOR, stroke_width=5)


def _draw_ends(drawing: Drawing, plan: Plan) -> None:
    for number, word, colour in ((plan.start, "start", HERO), (plan.goal, "goal", GOAL)):
        opening = plan.openings[number]
        x, y = middle(plan, number)
        if opening.forward == UP:
            y += -17 if opening.before is not None else 24
            drawing.text(x, y, word, 15, fill=colour, font_weight="bold")
        else:
            turn = 90 if opening.before is not None else -90
            x += 14 if opening.before is not None else -14
            around = f"rotate({turn} {x:.1f} {y:.1f})"
            drawing.text(x, y, word, 15, fill=colour, font_weight="bold", transform=around)


def _draw_route(drawing: Drawing, plan: Plan, route: Route, whole: int = 0) -> None:
    doors = len(plan.openings)
    states = [state for state in route.states if 0 <= state < 2 * doors]
    if len(states) != len(route.states) or not states:
        return
    if route.cycle:
        states.append(states[0])
    places = _places(plan, states)
    edges = whole or len(states) - 1
    for step, (one, other) in enumerate(pairwise(range(len(states)))):
        colour = _COLOURS[step * len(_COLOURS) // edges]
        _draw_bend(drawing, _bend(plan, states[one], places[one], places[other]), colour)
    _draw_arrows(drawing, plan, edges, states, places)
    if whole:
        _draw_walker(drawing, places[-1])


def _draw_walker(drawing: Drawing, point: Point) -> None:
    drawing.circle(*point, 9, fill=HERO, stroke=CARD, stroke_width=2)
    drawing.circle(*point, 3, fill=CARD)


def _bend(plan: Plan, state: int, here: Point, there: Point) -> tuple[Point, Point, Point]:
    """A way from door to door: straight in, around a corner, and straight out."""
    upright = plan.direction(state) in (UP, DOWN)
    return here, (here[0], there[1]) if upright else (there[0], here[1]), there


def _draw_bend(drawing: Drawing, points: Sequence[Point], colour: str) -> None:
    """Two pieces with a rounded corner."""
    (ax, ay), (bx, by), (cx, cy) = points
    radius = min(9.0, abs(ax - bx) + abs(ay - by), abs(bx - cx) + abs(by - cy))

    def towards(x: float, y: float) -> Point:
        away = abs(x - bx) + abs(y - by) or 1.0
        return bx + (x - bx) / away * radius, by + (y - by) / away * radius

    (px, py), (qx, qy) = towards(ax, ay), towards(cx, cy)
    commands = (
        f"M{ax:.1f} {ay:.1f} L{px:.1f} {py:.1f} Q{bx:.1f} {by:.1f} {qx:.1f} {qy:.1f} "
        f"L{cx:.1f} {cy:.1f}"
    )
    drawing.path(commands, fill="none", stroke=colour, stroke_width=3, stroke_linecap="round")


def _places(plan: Plan, states: Sequence[int]) -> list[Point]:
    """Where a route goes through each door: in its middle, or on its right if it comes back."""
    doors = len(plan.openings)
    closing = len(states) > 1 and states[0] == states[-1]
    walked = states[:-1] if closing else states
    often = Counter(walked)
    seen: Counter[int] = Counter()
    places: list[Point] = []
    for state in walked:
        first = -0.5 if often[turned(state, doors)] else (often[state] - 1) / 2
        places.append(middle(plan, state, (seen[state] - first) * BESIDE))
        seen[state] += 1
    return [*places, places[0]] if closing else places


_RIGHT = {UP: (1, 0), DOWN: (-1, 0), RIGHT: (0, -1), LEFT: (0, 1)}
"""To the right of who walks in a direction; y grows northwards."""

_HEADS = {
    UP: ((-4.5, 3.0), (4.5, 3.0), (0.0, -6.0)),
    DOWN: ((-4.5, -3.0), (4.5, -3.0), (0.0, 6.0)),
    RIGHT: ((-3.0, -4.5), (-3.0, 4.5), (6.0, 0.0)),
    LEFT: ((3.0, -4.5), (3.0, 4.5), (-6.0, 0.0)),
}


def _draw_arrows(
    drawing: Drawing, plan: Plan, edges: int, states: Sequence[int], places: Sequence[Point]
) -> None:
    """An arrow head in every door, in the colour of the step that leads there."""
    for index, (state, place) in enumerate(zip(states, places, strict=True)):
        step = max(0, index - 1)
        x, y = place
        points = [(x + dx, y + dy) for dx, dy in _HEADS[plan.direction(state)]]
        drawing.polygon(points, fill=_COLOURS[step * len(_COLOURS) // max(1, edges)])


def _draw_over(
    graph: Graph, rules: Rules, witness: Witness | Obstacles | None, whole: int
) -> Drawing | None:
    """A graph over the plan that it was made from: its ways, and the numbers of its doors.

    None for a graph that is not that plan's reduced one.
    """
    plan = graph.over
    reduction = reduce(graph_of(Puzzle(plan, rules))) if plan else None
    if not plan or not reduction or reduction.chains.keys() != {e.key for e in graph.edges}:
        return None
    chains = reduction.chains
    drawing = _draw_floor(plan, _caption(witness))
    ways = {edge.passage: edge for chain in chains.values() for edge in chain}
    for edge in ways.values():
        ends = middle(plan, edge.source), middle(plan, edge.target)
        _draw_bend(drawing, _bend(plan, edge.source, *ends), WAY)
    if isinstance(witness, Route) and chains.keys() >= {*witness.keys}:
        edges = [edge for key in witness.keys for edge in chains[key]]
        goal = () if witness.cycle else (edges[-1].target,)
        states = (*(edge.source for edge in edges), *goal)
        _draw_route(drawing, plan, Route(witness.cycle, states, (1,) * len(edges)))
        if whole:
            _draw_walker(drawing, middle(plan, states[-1]))
    for number, door in enumerate(reduction.doors):
        x, y = middle(plan, door)
        drawing.circle(x, y, 9, fill=CARD, stroke=INK, stroke_width=1)
        drawing.text(x, y + 4, str(number), 11, fill=INK)
    _draw_words(drawing, plan, _caption(witness))
    return drawing


def _draw_graph(graph: Graph, witness: Witness | Obstacles | None, whole: int) -> Drawing:
    """Doors in columns by distance; edges as curves, those of a route in colour."""
    places = columns(graph)
    width = max(x for x, _ in places.values()) + 60
    height = max(y for _, y in places.values()) + 80
    caption = _caption(witness)
    drawing = Drawing(width, height, "a graph of doors", caption)
    drawing.rect(0, 0, width, height, fill=PAPER, on="picture")
    nodes = graph.nodes
    for (one, other), number, heads in ways_of(graph):
        curve = _curve(places, one, other, _SPREAD * number)
        _draw_edge(drawing, curve, WAY, 1, heads)
    if isinstance(witness, Route) and all(0 <= s < 2 * nodes for s in witness.states):
        states = [*witness.states, *(witness.states[:1] if witness.cycle else ())]
        for step, (one, other) in enumerate((a % nodes, b % nodes) for a, b in pairwise(states)):
            if places.keys() >= {one, other}:
                colour = _COLOURS[step * len(_COLOURS) // (whole or len(states) - 1)]
                _draw_edge(drawing, _curve(places, one, other, _BESIDE), colour, 3, (True, False))
    for node, (x, y) in places.items():
        end = node in (graph.start % nodes, graph.goal % nodes)
        rim = HERO if node == graph.start % nodes else GOAL
        if end:
            drawing.circle(x, y, _NODE + 4, fill="none", stroke=rim, stroke_width=2)
        fill = INK if end else CARD
        drawing.circle(x, y, _NODE, fill=fill, stroke=INK, stroke_width=1.5)
        drawing.text(x, y + 4.5, str(node), 12, fill=CARD if end else INK)
    if isinstance(witness, Route) and whole and places.keys() >= {witness.states[-1] % nodes}:
        x, y = places[witness.states[-1] % nodes]
        _draw_walker(drawing, (x, y - _NODE))
    if caption:
        drawing.text(width / 2, height - 14, caption, caption_size(width), fill=INK)
    return drawing


_NODE, _CLEAR, _SPREAD, _BESIDE = 13, 21, 6.0, 9.0
"""A node's radius; what is kept free around its middle; between edges with the same ends; and how
far aside a route runs."""


def ways_of(graph: Graph) -> Iterator[tuple[tuple[int, int], int, tuple[bool, bool]]]:
    """What joins doors, once for both directions: the doors, the lower one first; which of those
    between them it is, from 1; whether it has an arrow at the second and at the first one."""
    nodes = graph.nodes
    there: Counter[tuple[int, int]] = Counter()
    for edge in graph.edges:
        there[edge.source % nodes, edge.target % nodes] += 1
    for one, other in sorted({(min(ends), max(ends)) for ends in there}):
        onward, back = there[one, other], there[other, one]
        both = onward // 2 if one == other else min(onward, back)
        kinds = [(False, False)] * both + [(True, False)] * (
            onward - (both + both * (one == other))
        )
        kinds += [(False, True)] * (0 if one == other else back - both)
        for number, heads in enumerate(kinds, 1):
            yield (one, other), number, heads


def _curve(places: Mapping[int, Point], one: int, other: int, bend: float) -> Curve:
    """Between two nodes and around the others."""
    others = [] if len(places) > _MOST else [p for n, p in places.items() if n not in (one, other)]
    return around(places[one], places[other], others, _CLEAR, bend)


_MOST = 200
"""In larger graphs edges are not led around nodes."""


def _draw_edge(
    drawing: Drawing, curve: Curve, colour: str, wide: float, heads: tuple[bool, bool]
) -> None:
    if curve.start == curve.end:
        x, y = curve.start
        drawing.circle(x, y - 16, 9, fill="none", stroke=colour, stroke_width=wide)
        return
    drawing.path(curve.commands(), fill="none", stroke=colour, stroke_width=wide)
    size = (6, 3) if wide < 2 else (10, 5)
    for shown, each in zip(heads, (curve, curve.turned()), strict=True):
        if shown:
            drawing.polygon(each.head(_NODE + 2, *size), fill=colour)


def columns(graph: Graph) -> dict[int, Point]:
    """Places of the doors; columns by distance from the start, in them near their neighbours.

    Doors that no way touches have none, unless they are the start's or the goal's.
    """
    nodes = graph.nodes
    ends = (graph.start, graph.goal)
    touched = {*ends, *(state for edge in graph.edges for state in (edge.source, edge.target))}
    near: dict[int, set[int]] = {node: set() for node in sorted({s % nodes for s in touched})}
    for edge in graph.edges:
        near[edge.source % nodes].add(edge.target % nodes)
        near[edge.target % nodes].add(edge.source % nodes)
    level = reach([graph.start % nodes], lambda node: sorted(near[node]))
    columns: dict[int, list[int]] = {}
    for node in near:
        columns.setdefault(level.get(node, max(level.values()) + 1), []).append(node)
    rank: dict[int, float] = {}
    for _, column in sorted(columns.items()):
        column.sort(key=lambda node: (_mean_rank(near[node], rank), node))
        rank.update({node: i - len(column) / 2 for i, node in enumerate(column)})
    tallest = max(len(column) for column in columns.values())
    return {
        node: (50 + 105.0 * x, 50 + 62.0 * (rank[node] + tallest / 2))
        for x, column in columns.items()
        for node in column
    }


def _mean_rank(nodes: set[int], rank: Mapping[int, float]) -> float:
    known = [rank[node] for node in nodes if node in rank]
    return sum(known) / len(known) if known else 0.0


def _draw_figures(witness: Count | Statistics) -> Drawing:
    """Histograms below one another."""
    if isinstance(witness, Count):
        noun = "cycle" if witness.cycles else "path"
        charts = [(f"{numbered(witness.total, noun)} by weight", witness.weights)]
    else:
        doors = f"in the graph of {numbered(witness.nodes, 'door')}"
        charts = []
        for summary, noun in ((witness.paths, "path"), (witness.cycles, "cycle")):
            title = numbered(summary.total, noun)
            charts.append((f"{title} by length {doors}", summary.lengths))
            charts.append((f"{title} by weight", summary.weights))
    charts = [chart for chart in charts if chart[1]]
    drawing = Drawing(760, 40 + 230 * len(charts), "the labyrinth of Theseus in figures")
    drawing.rect(0, 0, drawing.width, drawing.height, fill=PAPER)
    for index, (title, histogram) in enumerate(charts):
        _draw_chart(drawing, 30 + 230 * index, title, histogram)
    return drawing


def _draw_chart(drawing: Drawing, top: float, title: str, histogram: Histogram) -> None:
    left, width, height = 60.0, 660.0, 150.0
    values = [float(value) for value, _ in histogram]
    low, high = min(values), max(values)
    gap = min((b - a for a, b in pairwise(sorted(set(values)))), default=1.0)
    most = max(1, *(number for _, number in histogram))
    step = width / ((high - low) / gap + 1)
    base = top + 20 + height
    drawing.text(left, top + 8, f"{title}; mean {mean(histogram)}", 15, text_anchor="start")
    drawing.text(left - 8, top + 30, _short(most), 11, text_anchor="end", fill=WAY)
    shown = 0.0
    for value, (_, number) in zip(values, histogram, strict=True):
        x = left + (value - low) / gap * step
        tall = height * (number / most)
        drawing.rect(x + step * 0.08, base - tall, step * 0.84, tall, fill=_COLOURS[0])
        if x >= shown:
            drawing.text(x + step / 2, base + 15, f"{value:g}", 11, fill=INK)
            shown = x + 34
    drawing.line(left, base, left + width, base, stroke=INK, stroke_width=1)


def _short(number: int) -> str:
    return str(number) if number < 10**7 else f"{Decimal(number):.2g}"
