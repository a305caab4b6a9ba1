"""A labyrinth as something to watch and to play: `scene.lp` draws it, `watch.js` has the rules.

A bare graph, or one reduced, has no floor: its doors are where the layout puts them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from pylab.base.words import counted
from pylab.drawing.scenes import ScenePicture
from pylab.drawing.scenes.graph import Graph as GraphPicture
from pylab.drawing.svg import Drawing, number
from pylab.families.theseus.check import check
from pylab.families.theseus.draw import picture
from pylab.families.theseus.family import FAMILY
from pylab.families.theseus.format import read
from pylab.families.theseus.graph import graph_of
from pylab.families.theseus.model import (
    Edge,
    Graph,
    NoRoute,
    Plan,
    Puzzle,
    Route,
    Witness,
)
from pylab.family.film import on_scene
from pylab.family.script import Game, LaterTexts, Lesson, Script, Turn, Way, rules_beside
from pylab.text.facts import fact
from pylab.text.source import Source

Point = tuple[float, float]


def script(puzzle: Puzzle, witnesses: Sequence[Witness]) -> Script:
    """The walk through this labyrinth, and the routes."""
    graph = graph_of(puzzle)
    routes = [witness for witness in witnesses if isinstance(witness, Route)]
    cycles = any(route.cycle for route in routes)
    found = [_way(puzzle, graph, route, index) for index, route in enumerate(routes, 1)]
    playable = not (cycles or puzzle.rules.point)
    shown = FAMILY.pictured(puzzle, page=True)
    places = _places(puzzle, shown)
    made = on_scene(
        shown,
        [fact("cycles")] if cycles else (),
        rules=rules_beside(__file__),
        ways=tuple(way for way in found if way is not None),
        howto=_howto(puzzle),
        playable=playable,
        remark=_remark(witnesses),
        lesson=_lesson(puzzle),
        game=_game(puzzle, graph, places, routes) if playable else None,
    )
    if isinstance(puzzle.floor, Graph):
        laid = _clicked(made.scene, places, graph)
        return replace(made, hero="hero", data={**made.data, "places": laid})
    return made


def _places(puzzle: Puzzle, shown: ScenePicture) -> Mapping[int, Point]:
    """Where doors are, by their numbers."""
    if isinstance(shown, GraphPicture):
        return {int(name): place for name, place in shown.places.items()}
    floor = puzzle.floor
    assert isinstance(floor, Plan)
    return {n: (float(each.x), -float(each.y)) for n, each in enumerate(floor.openings)}


def _clicked(drawing: Drawing, places: Mapping[int, Point], graph: Graph) -> dict[str, Point]:
    """The same, of a bare graph, whose doors are made to be clicked, with somebody who walks."""
    with drawing.group(id="trail", on="page", pointer_events="none"):
        pass
    for door, place in places.items():
        with drawing.group(data_actor=f"door({door})", on="page"):
            drawing.circle(*place, 20, class_="mark", pointer_events="all")
    x, y = places[graph.start % graph.nodes]
    there = f"translate({number(x)} {number(y)})"
    with drawing.group(data_actor="hero", on="page", transform=there, pointer_events="none"):
        drawing.circle(0, 0, 8, class_="hero")
    return {str(door): place for door, place in places.items()}


def _named(puzzle: Puzzle, door: int) -> str:
    """The number of a node, or of a door and where that is in the plan, as in answers."""
    if isinstance(puzzle.floor, Graph):
        return f"node {door}"
    place = puzzle.floor.openings[door]
    return f"door {door} at ({number(float(place.x))}, {number(float(place.y))})"


def _game(
    puzzle: Puzzle, graph: Graph, places: Mapping[int, Point], routes: Sequence[Route]
) -> Game:
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
                (x, y), (x1, y1) = (places[s % graph.nodes] for s in (here, edge.target))
                words = f"to {_named(puzzle, edge.target % graph.nodes)}"
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
    return Lesson(
        ("Walk from the start to the goal.", *_lines(puzzle)),
        lambda: script(read(Source("example", _EXAMPLE)), ()),
        ("0", "1", "3"),
    )


def _howto(puzzle: Puzzle) -> str:
    return " ".join([*_lines(puzzle), "Click a door."])


_ALSO = {
    "same-wall": ", or leave by another door of the wall you came in by",
    "back": ", or leave by any door of the wall you came in by",
}


def _lines(puzzle: Puzzle) -> tuple[str, str]:
    """How to go on from a door, and what must not happen too often."""
    also = _ALSO.get(puzzle.rules.leaving, "")
    onward = f"In every room turn left or right{also}. Never go straight on."
    if isinstance(puzzle.floor, Graph):
        onward = "From each node go on to one that is joined to it."
    once = _once(puzzle)
    told = f"{once[:1].upper()}{once[1:]}." if once else "Doors may be passed again."
    if isinstance(puzzle.floor, Graph):
        told = told.replace("door", "node").replace("Door", "Node")
    return onward, told


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
                f"The goal is out of reach: nothing leads out of {counted(len(closed), 'state')}."
            )
        case []:
            return ""
    return "" if isinstance(witnesses[0], Route) else "This answer is no way to be watched."


def _way(puzzle: Puzzle, graph: Graph, route: Route, index: int) -> Way | None:
    """The route by the indices of its edges; None if it takes one that there is not."""
    numbers = {edge.key: i for i, edge in enumerate(graph.edges)}
    if not route.states or any(key not in numbers for key in route.keys):
        return None
    moves = [str(numbers[key]) for key in route.keys]
    begin = [f"at {route.states[0]}"] if route.cycle else []
    kind = "cycle" if route.cycle else "path"
    weight = f", weight {route.weight:f}" if route.weights else ""
    return Way(
        f"{kind} {index}{weight}", (*begin, *moves), LaterTexts(lambda: _frames(puzzle, route))
    )


def _frames(puzzle: Puzzle, route: Route) -> list[str]:
    """Where one is and, of a plan, its picture with an `@` there and the doors passed so far."""
    path = [*route.states, *(route.states[:1] if route.cycle else ())]
    doors = graph_of(puzzle).nodes
    frames = []
    for passed in range(1, len(path) + 1):
        heading = f"step {passed - 1}: {_named(puzzle, path[passed - 1] % doors)}"
        if isinstance(puzzle.floor, Graph):
            frames.append(heading)
            continue
        states, lanes = tuple(path[:passed]), route.lanes[: passed - 1]
        part = replace(route, cycle=False, states=states, lanes=lanes, weights=())
        lines, here = picture(puzzle, part).rstrip().split("\n"), path[passed - 1] % doors
        door = puzzle.floor.openings[here]
        row, column = round(2 * (puzzle.floor.height - door.y)), round(4 * door.x)
        lines[row] = f"{lines[row][:column]}@{lines[row][column + 1 :]}"
        frames.append("\n".join([f"{heading}, at @", *lines]))
    return [frames[0], *frames] if route.cycle else frames
