"""Puzzles as files and as facts; knows no search and no rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

import clingo

from pylab.base.errors import InstanceError, Place, quoted
from pylab.families.theseus import graph as graphs
from pylab.families.theseus.edgelist import (
    HEADER,
    MAX_NODES,
    MAX_WEIGHT,
    is_named,
    read_edges,
    write_edges,
)
from pylab.families.theseus.floor import MAX_EXTENT, MAX_PLACES, build
from pylab.families.theseus.graph import graph_of
from pylab.families.theseus.graphml import is_graphml, read_graphml
from pylab.families.theseus.listing import LISTING
from pylab.families.theseus.model import (
    LEAVING,
    LIMITS,
    Edge,
    Graph,
    Leaving,
    Plan,
    Point,
    Puzzle,
    Room,
    Rules,
    exact,
)
from pylab.families.theseus.planfile import read_plan, write_plan
from pylab.families.theseus.units import parts_a_unit
from pylab.family.schema import NATURAL, Depends, Reading, Row
from pylab.text.facts import INT_MAX, ArgumentType, Fact, by_signature, misfit, text, type_of
from pylab.text.source import Source

_MANNERS: Mapping[Leaving, tuple[str, ...]] = {
    "turn": (),
    "same-wall": ("same_wall",),
    "back": ("same_wall", "back"),
}

MAX_SCALE = 1_000_000


def read(source: Source) -> Puzzle:
    """A puzzle from a floor plan (drawn or listed), a list of edges, or GraphML.

    What it is shows in its first line. Raises InstanceError with the place.
    """
    if is_graphml(source):
        return Puzzle(read_graphml(source))
    listed = source.text.startswith(HEADER.split(",", maxsplit=1)[0]) or is_named(source)
    if listed or source.name.endswith(".csv"):
        return Puzzle(read_edges(source))
    return Puzzle(read_plan(source))


def write(puzzle: Puzzle) -> str:
    """A puzzle in the family's own format; a graph as a list of edges.

    Raises PylabError for a graph with other ends than a list of edges has, or whose edges can't be
    walked both ways.
    """
    if isinstance(puzzle.floor, Graph):
        return write_edges(puzzle.floor)
    return write_plan(puzzle.floor)


def adapt(instance: Puzzle, **options: Any) -> Puzzle:
    """The puzzle under other rules, ends, or in another graph; see OPTIONS.

    Ends are states of the graph that was given, also if it is reduced after that. Raises
    InstanceError for values that don't fit the puzzle.
    """
    given = {name: str(value) for name, value in options.items() if str(value) not in ("", "False")}
    unknown = set(given) - {option.name for option in LISTING.options}
    if unknown:
        raise TypeError(f"unknown options: {', '.join(sorted(unknown))}")
    rules = _adapted_rules(instance.rules, given)
    floor = instance.floor
    if isinstance(floor, Graph) and rules.leaving != instance.rules.leaving:
        raise InstanceError("expected a plan for another way of leaving rooms, found a graph")
    if "start" in given or "goal" in given:
        floor = _with_ends(floor, given)
    if given.get("graph") == "reduced":
        _refuse_reduction(rules)
        over = floor if isinstance(floor, Plan) else floor.over
        floor = replace(bare(graphs.reduce(graph_of(Puzzle(floor, rules))).graph), over=over)
    adapted = Puzzle(floor, rules)
    _refuse_rules(adapted, {})
    return adapted


def _refuse_reduction(rules: Rules) -> None:
    """States that offer no choice are passed, though the reduced graph doesn't have them.

    So what is limited would not be counted there, or twice what is one way.
    """
    if rules.limits:
        kinds = ", ".join(rules.limits)
        raise InstanceError(f"expected the full graph under a limit of {kinds}, found the reduced")


def bare(graph: Graph) -> Graph:
    """The graph without the rooms that its edges cross."""
    edges = tuple(replace(edge, rooms=()) for edge in graph.edges)
    return Graph(graph.nodes, edges, graph.start, graph.goal)


def _adapted_rules(rules: Rules, given: Mapping[str, str]) -> Rules:
    limits = {kind: getattr(rules, kind) for kind in LIMITS}
    for kind in LIMITS:
        if kind in given:
            limits[kind] = _positive(kind, given[kind])
    asked = given.get("leaving", rules.leaving)
    for leaving in LEAVING:
        if leaving == asked:
            return Rules(**limits, leaving=leaving)
    known = ", ".join(LEAVING)
    raise InstanceError(f"expected one of {known} for leaving, found {quoted(asked)}")


def _positive(name: str, value: str) -> int:
    if not (value.isascii() and value.isdigit() and len(value) <= 6 and int(value) > 0):
        raise InstanceError(f"expected a number above 0 for {name}, found {quoted(value)}")
    return int(value)


def _with_ends(floor: Plan | Graph, given: Mapping[str, str]) -> Graph:
    if isinstance(floor, Plan):
        raise InstanceError("expected a graph for another start or goal, found a plan")
    starts, goals = (
        list(dict.fromkeys(_state(each, name, floor) for each in given[name].split(",")))
        if name in given
        else [end]
        for name, end in (("start", floor.start), ("goal", floor.goal))
    )
    if len(starts) > 1 or len(goals) > 1:
        return graphs.with_ends(floor, starts, goals)
    if starts == goals:
        raise InstanceError("expected a goal other than the start, found the same state")
    return replace(floor, start=starts[0], goal=goals[0])


def _state(value: str, name: str, graph: Graph) -> int:
    """A state by its name or number, or by its door's, with a prime if walked down or left."""
    nodes = graph.nodes
    if value in graph.names:
        return graph.names.index(value)
    if graph.names:
        shown = ", ".join(graph.names[:10]) + ", …" * (nodes > 10)
        raise InstanceError(f"expected a node as {name}, one of {shown}, found {quoted(value)}")
    door = value.removesuffix("'")
    state = int(door) if door.isascii() and door.isdigit() and len(door) <= 9 else 2 * nodes
    if state < 2 * nodes and door == value:
        return state
    if state < nodes:
        return state + nodes
    raise InstanceError(
        f"expected a state below {2 * nodes} as {name}, or one as 0' to {nodes - 1}', "
        f"found {quoted(value)}"
    )


def _refuse_rules(puzzle: Puzzle, places: Mapping[str, Place | None]) -> None:
    """Limits that a puzzle's floor, or a mere set of edges, can't express."""
    rules = puzzle.rules
    for kind in ("passage", "edge", "point"):
        if getattr(rules, kind) not in (0, 1):
            raise InstanceError(f"expected 1 as limit of {kind}, found more", places.get(kind))
    if isinstance(puzzle.floor, Graph):
        for kind in ("room", "point"):
            if getattr(rules, kind):
                wanted = f"expected a plan for a limit on {kind}s"
                raise InstanceError(f"{wanted}, found a graph", places.get(kind))


def _length(low: int, most: int = MAX_EXTENT) -> Depends:
    """A length or weight, multiplied by the scale; it must be a decimal that files can say."""

    def column(known: Mapping[str, Any]) -> ArgumentType:
        scale, high = known["scale"], most * known["scale"]

        def read(symbol: clingo.Symbol) -> Decimal:
            if symbol.type is not type_of.Number or not low <= symbol.number <= high:
                raise ValueError(f"an integer from {low} to {high}")
            if symbol.number * 10**MAX_PLACES % scale:
                wanted = f"a number with at most {MAX_PLACES} decimals when divided by the scale"
                raise ValueError(f"{wanted} {scale}")
            return exact(Decimal(symbol.number) / scale)

        return ArgumentType("", read, int)

    return Depends(column)


_AT, _LONG = _length(0), _length(1)
_NAME = text(
    "a name as a string of 60 characters without spaces",
    lambda name: 0 < len(name) <= 60 and not any(map(str.isspace, name)),
)
_STATE = Depends(lambda known: range(2 * known["nodes"]))

SCALE, SIZE = Row("scale", number=range(1, MAX_SCALE + 1)), Row("size", width=_LONG, height=_LONG)
ROOM = Row("room", name=_NAME, x=_AT, y=_AT, width=_LONG, height=_LONG)
DOOR = Row("door", number=range(MAX_NODES + 1), x=_AT, y=_AT)
ENTRANCE, EXIT = Row("entrance", door=int), Row("exit", door=int)
NODES = Row("nodes", number=range(1, MAX_NODES + 1))
EDGE = Row(
    "edge", source=_STATE, target=_STATE, lane=range(1, INT_MAX + 1), weight=_length(0, MAX_WEIGHT)
)
PASSAGE = Row("passage", source=NATURAL, target=NATURAL, lane=NATURAL, number=NATURAL)
START, GOAL = Row("start", state=_STATE), Row("goal", state=_STATE)
LIMIT = Row("limit", kind=LIMITS, number=range(1, 1_000_000))
ALLOWED = Row("allowed", manner=("same_wall", "back"))


def facts(puzzle: Puzzle) -> list[Fact]:
    """The puzzle as clingo gets it; coordinates and weights are multiplied by `scale`.

    A plan: size(W,H), room(R,X,Y,W,H), door(N,X,Y), entrance(N), exit(N).
    A graph: nodes(N), edge(U,V,K,W), passage(U,V,K,P), start(U), goal(U).
    Rules that differ from the default: limit(L,N), allowed(M).
    """
    floor = puzzle.floor
    scale = parts_a_unit(puzzle)
    found = [SCALE.fact(scale)]
    found += _plan_facts(floor, scale) if isinstance(floor, Plan) else _graph_facts(floor, scale)
    found += map(LIMIT.fact, puzzle.rules.limits.items())
    found += map(ALLOWED.fact, _MANNERS[puzzle.rules.leaving])
    return sorted(found, key=lambda each: each.symbol)


def _plan_facts(plan: Plan, scale: int) -> Iterator[Fact]:
    def parts(*values: Decimal) -> list[int]:
        return [int(value * scale) for value in values]

    yield SIZE.fact(parts(plan.width, plan.height))
    for room in plan.rooms:
        yield ROOM.fact((room.name, *parts(room.x, room.y, room.width, room.height)))
    for number, opening in enumerate(plan.openings):
        yield DOOR.fact((number, *parts(opening.x, opening.y)))
    yield from (ENTRANCE.fact(plan.start), EXIT.fact(plan.goal))


def _graph_facts(graph: Graph, scale: int) -> Iterator[Fact]:
    yield NODES.fact(graph.nodes)
    for edge in graph.edges:
        yield EDGE.fact((*edge.key, int(edge.weight * scale)))
        yield PASSAGE.fact((*edge.key, edge.passage))
    yield from (START.fact(graph.start), GOAL.fact(graph.goal))


def from_facts(given: Sequence[Fact]) -> Puzzle:
    """The inverse of `facts`. Raises InstanceError."""
    place = given[0].place if given else None
    reading = Reading(by_signature(dict.fromkeys(given)), {}, InstanceError, place)
    reading.known["scale"] = reading.one(SCALE)
    of_graph, of_plan = (
        [each for row in rows for each in row.those(reading.found)]
        for rows in ((NODES, EDGE, START, GOAL), (SIZE, ROOM, DOOR, ENTRANCE, EXIT))
    )
    if of_graph and of_plan:
        raise InstanceError(
            f"expected a plan or a graph, found {of_plan[0].name} and {of_graph[0].name}",
            of_graph[0].place,
        )
    puzzle = Puzzle(_graph_from(reading) if of_graph else _plan_from(reading), _rules_from(reading))
    _refuse_rules(puzzle, {kind: each.place for each, (kind, _) in reading.each(LIMIT)})
    return puzzle


def _plan_from(reading: Reading) -> Plan:
    doors: dict[int, tuple[Fact, Point]] = {}
    for each, (number, x, y) in reading.each(DOOR):
        if number in doors:
            raise misfit(each, 0, "a new number")
        doors[number] = each, (x, y)
    ends = [reading.one(role) for role in (ENTRANCE, EXIT)]
    for role, number in zip((ENTRANCE, EXIT), ends, strict=True):
        if number not in doors:
            raise misfit(reading.only(role), 0, "the number of a door")
    inner = [door for number, door in doors.items() if number not in ends]
    openings = [inner, *([doors[end]] for end in ends)]
    placed = [*ROOM.those(reading.found), *(each for part in openings for each, _ in part)]
    points = [[point for _, point in part] for part in openings]
    rooms, size = [Room(*row) for row in reading.all(ROOM)], reading.only(SIZE)
    plan = build(reading.one(SIZE), rooms, points, lambda n: placed[n].place, size.place)
    for number, opening in enumerate(plan.openings):
        found = doors.get(number)
        if found is None or found[1] != opening.place:
            raise InstanceError(
                "expected doors numbered from 0 by y, then x, found another order",
                found[0].place if found else size.place,
            )
    return plan


def _graph_from(reading: Reading) -> Graph:
    reading.known["nodes"] = nodes = reading.one(NODES)
    passages: dict[tuple[int, int, int], int] = {}
    for each, (source, target, lane, number) in reading.each(PASSAGE):
        before = passages.setdefault((source, target, lane), number)
        if before != number:
            raise misfit(each, 3, f"the passage {before} as before")
    edges: dict[tuple[int, int, int], Edge] = {}
    for each, (source, target, lane, weight) in reading.each(EDGE):
        if (source, target, lane) not in passages:
            raise InstanceError("expected a passage for each edge, found none", each.place)
        edge = Edge(source, target, lane, weight, passages[source, target, lane])
        known = edges.setdefault(edge.key, edge)
        if known != edge:
            raise misfit(each, 3, f"the weight {known.weight * reading.known['scale']} as before")
    for each in PASSAGE.those(reading.found):
        if each.terms[:3] not in edges:
            raise InstanceError("expected an edge for each passage, found none", each.place)
    start, goal = reading.one(START), reading.one(GOAL)
    if start == goal:
        raise misfit(reading.only(GOAL), 0, "another state than the start's")
    return Graph(nodes, tuple(sorted(edges.values(), key=lambda e: e.key)), start, goal)


def _rules_from(reading: Reading) -> Rules:
    limits: dict[str, int] = {}
    for each, (kind, most) in reading.each(LIMIT):
        if kind in limits:
            raise misfit(each, 0, "one limit of each kind")
        limits[kind] = most
    allowed = {*reading.all(ALLOWED)}
    if allowed == {"back"}:
        raise InstanceError(
            "expected allowed(same_wall) beside allowed(back), found none",
            reading.only(ALLOWED).place,
        )
    leaving = next(name for name, manners in _MANNERS.items() if set(manners) == allowed)
    return Rules(**limits, leaving=leaving)
