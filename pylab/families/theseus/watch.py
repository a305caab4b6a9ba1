"""A labyrinth as something to watch and to play; knows the graph of turns, and no rule beyond.

A door is passed on its right, as on a road: what is walked there and back lies side by side.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pylab.drawing.svg import Drawing, number
from pylab.families.theseus.check import check
from pylab.families.theseus.draw import BESIDE, columns, draw, middle, picture
from pylab.families.theseus.format import read
from pylab.families.theseus.graph import graph_of
from pylab.families.theseus.model import (
    DOWN,
    LEFT,
    RIGHT,
    UP,
    Edge,
    Graph,
    NoRoute,
    Plan,
    Puzzle,
    Route,
    Witness,
    numbered,
    turned,
)
from pylab.family.script import Game, Lesson, Script, Turn, Way, rules_beside
from pylab.text.source import Source

_TURNS = {UP: 0, RIGHT: 90, DOWN: 180, LEFT: 270}

Point = tuple[float, float]

_Places = Mapping[int, Point]
"""Where the walker is in each state of a door that there is."""


def script(puzzle: Puzzle, witnesses: Sequence[Witness]) -> Script:
    """The walk through this labyrinth, and the routes."""
    graph = graph_of(puzzle)
    routes = [witness for witness in witnesses if isinstance(witness, Route)]
    cycles = any(route.cycle for route in routes)
    places = _places(puzzle.floor)
    found = [_way(puzzle, graph, route, index) for index, route in enumerate(routes, 1)]
    playable = not (cycles or puzzle.rules.point)
    return Script(
        scene=_scene(puzzle, graph, places),
        data=_data(puzzle, graph, places, cycles),
        rules=rules_beside(__file__),
        ways=tuple(way for way in found if way is not None),
        howto=_howto(puzzle),
        trail="hero",
        playable=playable,
        remark=_remark(witnesses),
        lesson=_lesson(puzzle),
        game=_game(puzzle, graph, places, routes) if playable else None,
    )


def _game(puzzle: Puzzle, graph: Graph, places: _Places, routes: Sequence[Route]) -> Game:
    """The same in a terminal; a state is the route so far, which the checker lets go on."""

    def walked(edges: Sequence[Edge]) -> Route:
        states = (graph.start, *(edge.target for edge in edges))
        return Route(False, states, tuple(edge.lane for edge in edges))

    def turns(edges: tuple[Edge, ...]) -> Iterator[Turn]:
        here = edges[-1].target if edges else graph.start
        for edge in graph.edges if here != graph.goal else ():
            if edge.source != here:
                continue
            problems = check(puzzle, walked((*edges, edge))).problems
            if all(problem.code == "goal" for problem in problems):
                (x, y), (x1, y1) = places[here], places[edge.target]
                words = f"to door {edge.target % graph.nodes}"
                yield Turn(words, (*edges, edge), (x1 - x, y1 - y))

    def frame(passed: Sequence[tuple[Edge, ...]]) -> str:
        return [*_frames(puzzle, walked(passed[-1]))][-1]

    def won(edges: tuple[Edge, ...]) -> bool:
        return bool(edges) and edges[-1].target == graph.goal

    by_key = {edge.key: edge for edge in graph.edges}
    known = [[by_key[key] for key in route.keys if key in by_key] for route in routes]
    answers = [[tuple(edges[:count]) for count in range(len(edges) + 1)] for edges in known]
    return Game((), turns, won, frame, answers, lambda edges: (edges[-1:], frozenset(edges)))


_EXAMPLE = """+---+---+
|   o   G
+-o-+-o-+
|   o   |
+-S-+---+
"""


def _lesson(puzzle: Puzzle) -> Lesson:
    once = _once(puzzle)
    return Lesson(
        (
            "Walk through the doors, room by room, from the start to the goal.",
            "In every room turn left or right. Never go straight on.",
            f"{once[:1].upper()}{once[1:]}." if once else "Doors may be passed again.",
        ),
        lambda: script(read(Source("example", _EXAMPLE)), ()),
        ("0", "1", "3"),
    )


def _howto(puzzle: Puzzle) -> str:
    return f"Turn left or right in every room, never go straight on; {_once(puzzle)}. Click a door."


def _once(puzzle: Puzzle) -> str:
    limits = puzzle.rules.limits
    once = " and ".join(f"no {kind} more than {_often(most)}" for kind, most in limits.items())
    if not puzzle.rules.trails:
        once = "no door twice in the same direction" + (f", {once}" if once else "")
    return once


def _often(most: int) -> str:
    return {1: "once", 2: "twice"}.get(most, f"{most} times")


def _remark(witnesses: Sequence[Witness]) -> str:
    match witnesses:
        case [NoRoute(closed=closed)]:
            return (
                f"The goal is out of reach: nothing leads out of {numbered(len(closed), 'state')}."
            )
        case []:
            return ""
    return "" if isinstance(witnesses[0], Route) else "This answer is no way to be watched."


def _data(puzzle: Puzzle, graph: Graph, places: _Places, cycles: bool) -> Mapping[str, Any]:
    """What the rules in `watch.js` take."""
    floor, limits = puzzle.floor, puzzle.rules.limits
    plan = floor if isinstance(floor, Plan) else None
    turns = {s: None if plan is None else _TURNS[plan.direction(s)] for s in places}
    return {
        "doors": graph.nodes,
        "places": {str(state): [*place, turns[state]] for state, place in places.items()},
        "edges": [
            [
                edge.source,
                edge.target,
                float(edge.weight),
                list(edge.rooms),
                edge.passage,
                _corner(plan, places, edge),
            ]
            for edge in graph.edges
        ],
        "start": graph.start,
        "goal": graph.goal,
        "limits": {**limits, "state": int(cycles or not puzzle.rules.trails)},
        "cycles": cycles,
    }


def _corner(plan: Plan | None, places: _Places, edge: Edge) -> list[float] | None:
    """Where one turns within the room."""
    if plan is None:
        return None
    here, there = places[edge.source], places[edge.target]
    upright = plan.direction(edge.source) in (UP, DOWN)
    return [here[0], there[1]] if upright else [there[0], here[1]]


def _way(puzzle: Puzzle, graph: Graph, route: Route, index: int) -> Way | None:
    """The route by the indices of its edges; None if it takes one that there is not."""
    numbers = {edge.key: i for i, edge in enumerate(graph.edges)}
    if not route.states or any(key not in numbers for key in route.keys):
        return None
    moves = [str(numbers[key]) for key in route.keys]
    begin = [f"at {route.states[0]}"] if route.cycle else []
    kind = "cycle" if route.cycle else "path"
    weight = f", weight {route.weight:f}" if route.weights else ""
    return Way(f"{kind} {index}{weight}", (*begin, *moves), tuple(_frames(puzzle, route)))


def _frames(puzzle: Puzzle, route: Route) -> list[str]:
    """Where one is and, of a plan, its picture in characters with the doors passed so far."""
    path = [*route.states, *(route.states[:1] if route.cycle else ())]
    doors = graph_of(puzzle).nodes
    frames = []
    for passed in range(1, len(path) + 1):
        heading = f"step {passed - 1}: door {path[passed - 1] % doors}"
        if isinstance(puzzle.floor, Graph):
            frames.append(heading)
            continue
        part = replace(route, cycle=False, states=tuple(path[:passed]), lanes=(), weights=())
        frames.append(f"{heading}\n{picture(puzzle, part).rstrip()}")
    return [frames[0], *frames] if route.cycle else frames


def _places(floor: Plan | Graph) -> _Places:
    """A door is passed on its right; of a bare graph's, both states are at one place."""
    if isinstance(floor, Plan):
        states = range(2 * len(floor.openings))
        return {state: middle(floor, state, BESIDE) for state in states}
    found = columns(floor)
    doors = sorted(found)
    states_ = (*doors, *(turned(door, floor.nodes) for door in doors))
    return {state: found[state % floor.nodes] for state in states_}


def _scene(puzzle: Puzzle, graph: Graph, places: _Places) -> Drawing:
    """The picture of the puzzle, with doors to be clicked and somebody who walks."""
    plan = puzzle.floor if isinstance(puzzle.floor, Plan) else None
    drawing = draw(puzzle, None)
    drawing.title = "The labyrinth of Theseus"
    with drawing.group(id="trail", on="page", pointer_events="none"):
        pass
    for door in (state for state in places if state < graph.nodes):
        place = places[door] if plan is None else middle(plan, door)
        with drawing.group(data_actor=f"d{door}", on="page"):
            drawing.circle(*place, 13, fill="none", pointer_events="all")
            if door == graph.goal % graph.nodes:
                drawing.circle(*place, 16 if plan is None else 11, class_="goal")
            drawing.circle(*place, 12, class_="mark")
    x, y = places[graph.start]
    turn = 0 if plan is None else _TURNS[plan.direction(graph.start)]
    there = f"translate({number(x)} {number(y)}) rotate({turn})"
    with drawing.group(data_actor="hero", on="page", transform=there, pointer_events="none"):
        drawing.path("M0 -13L9 9L0 5L-9 9Z", class_="hero", stroke_linejoin="round")
    return drawing
