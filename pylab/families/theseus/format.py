"""Puzzles as files and as facts; knows no search and no rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from functools import lru_cache
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
from pylab.families.theseus.floor import MAX_EXTENT, MAX_PLACES, Located, build
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
from pylab.text.facts import Fact, by_signature, constant, fact, integer, misfit
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
    _refuse_rules(adapted, None)
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


def _refuse_rules(puzzle: Puzzle, place: Place | None) -> None:
    """Limits that a puzzle's floor, or a mere set of edges, can't express."""
    rules = puzzle.rules
    for kind in ("passage", "edge", "point"):
        if getattr(rules, kind) not in (0, 1):
            raise InstanceError(f"expected 1 as limit of {kind}, found more", place)
    if isinstance(puzzle.floor, Graph):
        for kind in ("room", "point"):
            if getattr(rules, kind):
                raise InstanceError(f"expected a plan for a limit on {kind}s, found a graph", place)


def facts(puzzle: Puzzle) -> list[Fact]:
    """The puzzle as clingo gets it; coordinates and weights are multiplied by `scale`.

    A plan: size(W,H), room(R,X,Y,W,H), door(N,X,Y), entrance(N), exit(N).
    A graph: nodes(N), edge(U,V,K,W), passage(U,V,K,P), start(U), goal(U).
    Rules that differ from the default: limit(L,N), allowed(M).
    """
    floor = puzzle.floor
    scale = parts_a_unit(puzzle)
    found = [fact("scale", scale)]
    found += _plan_facts(floor, scale) if isinstance(floor, Plan) else _graph_facts(floor, scale)
    found += [fact("limit", kind, number) for kind, number in puzzle.rules.limits.items()]
    found += [fact("allowed", manner) for manner in _MANNERS[puzzle.rules.leaving]]
    return sorted(found, key=lambda each: each.symbol)


def _plan_facts(plan: Plan, scale: int) -> list[Fact]:
    def parts(*values: Decimal) -> list[int]:
        return [int(value * scale) for value in values]

    found = [fact("size", *parts(plan.width, plan.height))]
    for room in plan.rooms:
        name = clingo.String(room.name)
        found.append(fact("room", name, *parts(room.x, room.y, room.width, room.height)))
    for number, opening in enumerate(plan.openings):
        found.append(fact("door", number, *parts(opening.x, opening.y)))
    return [*found, fact("entrance", plan.start), fact("exit", plan.goal)]


def _graph_facts(graph: Graph, scale: int) -> list[Fact]:
    found = [fact("nodes", graph.nodes)]
    for edge in graph.edges:
        found.append(fact("edge", *edge.key, int(edge.weight * scale)))
        found.append(fact("passage", *edge.key, edge.passage))
    return [*found, fact("start", graph.start), fact("goal", graph.goal)]


def from_facts(given: Sequence[Fact]) -> Puzzle:
    """The inverse of `facts`. Raises InstanceError."""
    table = _Table(given)
    scale = integer(table.one("scale", 1), 0, 1, MAX_SCALE)
    of_graph = [each for each in ("nodes", "edge", "start", "goal") if table.some(each)]
    of_plan = [each for each in ("size", "room", "door", "entrance", "exit") if table.some(each)]
    if of_graph and of_plan:
        raise InstanceError(
            f"expected a plan or a graph, found {of_plan[0]} and {of_graph[0]}",
            table.some(of_graph[0])[0].place,
        )
    floor = _graph_from(table, scale) if of_graph else _plan_from(table, scale)
    puzzle = Puzzle(floor, _rules_from(table))
    limits = table.some("limit")
    _refuse_rules(puzzle, limits[0].place if limits else None)
    return puzzle


class _Table:
    """Facts by predicate."""

    def __init__(self, given: Sequence[Fact]) -> None:
        self.by_name = {s.name: found for s, found in by_signature(given).items()}
        self.place = given[0].place if given else None

    def some(self, name: str) -> list[Fact]:
        return self.by_name.get(name, [])

    def one(self, name: str, arity: int) -> Fact:
        found = sorted(set(self.some(name)), key=lambda each: each.symbol)
        if len(found) != 1:
            raise InstanceError(
                f"expected one fact {name}/{arity}, found {len(found) or 'none'}",
                found[1].place if found else self.place,
            )
        return found[0]


def _decimal(each: Fact, index: int, scale: int, low: int = 0) -> Decimal:
    return _in_units(each, index, scale, low, MAX_EXTENT)


def _in_units(each: Fact, index: int, scale: int, low: int, most: int) -> Decimal:
    """An argument divided by the scale; the quotient must be a decimal that files can say."""
    parts = integer(each, index, low, most * scale)
    if parts * 10**MAX_PLACES % scale:
        wanted = f"a number with at most {MAX_PLACES} decimals when divided by the scale {scale}"
        raise misfit(each, index, wanted)
    return _units(parts, scale)


@lru_cache(maxsize=1 << 12)
def _units(parts: int, scale: int) -> Decimal:
    return exact(Decimal(parts) / scale)


def _place_of(each: Fact) -> Callable[[], Place | None]:
    return lambda: each.place


def _plan_from(table: _Table, scale: int) -> Plan:
    rooms: list[Located[Room]] = []
    for each in dict.fromkeys(table.some("room")):
        term = each.terms[0]
        if isinstance(term, int | str) or term.type is not clingo.SymbolType.String:
            raise misfit(each, 0, "a string")
        name = term.string
        if not 0 < len(name) <= 60 or any(c.isspace() for c in name):
            raise misfit(each, 0, "a name of 60 characters without spaces")
        corner = _decimal(each, 1, scale), _decimal(each, 2, scale)
        extent = _decimal(each, 3, scale, 1), _decimal(each, 4, scale, 1)
        rooms.append(Located(Room(name, *corner, *extent), _place_of(each)))
    doors: dict[int, Located[Point]] = {}
    for each in dict.fromkeys(table.some("door")):
        number = integer(each, 0, 0, MAX_NODES)
        if number in doors:
            raise misfit(each, 0, "a new number")
        point = _decimal(each, 1, scale), _decimal(each, 2, scale)
        doors[number] = Located(point, _place_of(each))
    ends = {}
    for role in ("entrance", "exit"):
        end = table.one(role, 1)
        number = integer(end, 0)
        if number not in doors:
            raise misfit(end, 0, "the number of a door")
        ends[role] = number
    size = table.one("size", 2)
    plan = build(
        (_decimal(size, 0, scale, 1), _decimal(size, 1, scale, 1)),
        rooms,
        [located for number, located in doors.items() if number not in ends.values()],
        [doors[ends["entrance"]]],
        [doors[ends["exit"]]],
        size.place,
    )
    for number, opening in enumerate(plan.openings):
        found = doors.get(number)
        if found is None or found.what != (opening.x, opening.y):
            raise InstanceError(
                "expected doors numbered from 0 by y, then x, found another order",
                found.place if found else size.place,
            )
    return plan


def _graph_from(table: _Table, scale: int) -> Graph:
    nodes = integer(table.one("nodes", 1), 0, 1, MAX_NODES)
    passages: dict[tuple[int, ...], int] = {}
    for each in table.some("passage"):
        key = tuple(integer(each, i, 0) for i in range(3))
        if passages.setdefault(key, integer(each, 3, 0)) != integer(each, 3):
            raise misfit(each, 3, f"the passage {passages[key]} as before")
    edges: dict[tuple[int, int, int], Edge] = {}
    for each in table.some("edge"):
        source, target = (integer(each, i, 0, 2 * nodes - 1) for i in (0, 1))
        lane = integer(each, 2, 1)
        weight = _in_units(each, 3, scale, 0, MAX_WEIGHT)
        if (source, target, lane) not in passages:
            raise InstanceError("expected a passage for each edge, found none", each.place)
        edge = Edge(source, target, lane, weight, passages[source, target, lane])
        if edges.setdefault(edge.key, edge) != edge:
            raise misfit(each, 3, f"the weight {edges[edge.key].weight * scale} as before")
    for each in table.some("passage"):
        if tuple(integer(each, i) for i in range(3)) not in edges:
            raise InstanceError("expected an edge for each passage, found none", each.place)
    start, goal = (integer(table.one(name, 1), 0, 0, 2 * nodes - 1) for name in ("start", "goal"))
    if start == goal:
        raise misfit(table.one("goal", 1), 0, "another state than the start's")
    return Graph(nodes, tuple(sorted(edges.values(), key=lambda e: e.key)), start, goal)


def _rules_from(table: _Table) -> Rules:
    limits = {}
    for each in dict.fromkeys(table.some("limit")):
        kind = constant(each, 0, LIMITS)
        if kind in limits:
            raise misfit(each, 0, "one limit of each kind")
        limits[kind] = integer(each, 1, 1, 999_999)
    allowed = {constant(each, 0, ("same_wall", "back")) for each in table.some("allowed")}
    if allowed == {"back"}:
        raise InstanceError(
            "expected allowed(same_wall) beside allowed(back), found none",
            table.some("allowed")[0].place,
        )
    leaving = next(name for name, manners in _MANNERS.items() if set(manners) == allowed)
    return Rules(**limits, leaving=leaving)
