"""From floor plans to graphs of turns, and what can be said of a graph by walking it once.

Knows no routes and no limits; what a route may do twice is `walks`' matter.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import lru_cache
from heapq import heapify, heappop, heappush
from itertools import pairwise
from typing import Any, NamedTuple

from pylab.families.theseus.model import (
    LEAVING,
    OPPOSITE,
    Direction,
    Edge,
    Graph,
    Leaving,
    Plan,
    Puzzle,
    exact,
    state_of,
)
from pylab.family import walks

Ticker = Callable[[], None]
"""Called now and then; may raise to end the work."""


def _silent() -> None:
    """The ticker of those who need none."""


class Way(NamedTuple):
    """An edge before it has got its lane; ways with the same tag are each other's reverse."""

    source: int
    target: int
    weight: Decimal
    tag: Hashable
    rooms: tuple[int, ...] = ()
    heading: str = ""


def assemble(nodes: int, ways: Iterable[Way], start: int, goal: int) -> tuple[Graph, list[int]]:
    """The graph of these ways, and the index of each way's edge.

    Parallel edges get lanes by weight, then in the order given; passages are numbered in the
    order of the edges.
    """
    columns: list[Any] = [*zip(*ways, strict=True)] or [()] * 6
    return assemble_columns(nodes, columns, range(len(columns[0])), start, goal)


def assemble_columns(
    nodes: int, columns: Sequence[Sequence[Any]], given: Iterable[int], start: int, goal: int
) -> tuple[Graph, list[int]]:
    """The same of ways that are written field by field; `given` has the indices of those to take.

    Few steps follow the order of the edges, because they read memory at random.
    """
    sources, targets, weights, tags, rooms, headings = columns
    ends = [2 * nodes * source + target for source, target in zip(sources, targets, strict=True)]
    order = sorted(given, key=ends.__getitem__)
    placed = [ends[index] for index in order]
    lanes, indices = [1] * len(ends), [0] * len(ends)
    for end in {one for one, two in pairwise(placed) if one == two}:
        parallel = slice(bisect_left(placed, end), bisect_right(placed, end))
        order[parallel] = sorted(order[parallel], key=weights.__getitem__)
        for lane, index in enumerate(order[parallel], 1):
            lanes[index] = lane
    for at, index in enumerate(order):
        indices[index] = at
    numbers = {tag: number for number, tag in enumerate(dict.fromkeys([tags[i] for i in order]))}
    passages = map(numbers.__getitem__, tags)
    edges = [*map(Edge, sources, targets, lanes, weights, passages, rooms, headings)]
    return Graph(nodes, tuple([edges[index] for index in order]), start, goal), indices


def with_ends(graph: Graph, starts: Sequence[int], goals: Sequence[int]) -> Graph:
    """The graph whose paths lead from one of the starts to one of the goals.

    Several starts get a new door, with an edge of weight 0 from its first state to each of them,
    and several goals one with an edge from each of them. So a path may pass other starts and
    goals, and cycles stay the same.
    """
    doors = graph.nodes + (len(starts) > 1) + (len(goals) > 1)

    def state(old: int) -> int:
        return old if old < graph.nodes else old - graph.nodes + doors

    ways = [
        Way(state(e.source), state(e.target), e.weight, e.passage, e.rooms, e.heading)
        for e in graph.edges
    ]
    start, goal = state(starts[0]), state(goals[0])
    if len(starts) > 1:
        start = graph.nodes
        ways += [Way(start, state(each), Decimal(0), ("start", each)) for each in starts]
    if len(goals) > 1:
        goal = doors - 1
        ways += [Way(state(each), goal, Decimal(0), ("goal", each)) for each in goals]
    names = graph.names and (
        *graph.names,
        *["starts"] * (len(starts) > 1),
        *["goals"] * (len(goals) > 1),
    )
    return replace(assemble(doors, ways, start, goal)[0], names=names)


@lru_cache(maxsize=16)
def graph_of(puzzle: Puzzle) -> Graph:
    """The puzzle's graph; for a plan that with both states of every door.

    Entering a room by a door and leaving it by another, the distance is |x - x'| + |y - y'|.
    """
    floor = puzzle.floor
    if isinstance(floor, Graph):
        return floor
    ways = [
        way
        for room, doors in enumerate(_doors_by_room(floor))
        for way in _crossings(floor, room, doors, puzzle.rules.leaving)
    ]
    graph, _ = assemble(len(floor.openings), ways, floor.start_state, floor.goal_state)
    return graph


def _doors_by_room(plan: Plan) -> list[list[tuple[int, Direction]]]:
    """For each room its openings, each with the direction in which one walks in."""
    doors: list[list[tuple[int, Direction]]] = [[] for _ in plan.rooms]
    for number, opening in enumerate(plan.openings):
        if opening.before is not None:
            doors[opening.before].append((number, OPPOSITE[opening.forward]))
        if opening.behind is not None:
            doors[opening.behind].append((number, opening.forward))
    return doors


def _crossings(
    plan: Plan, room: int, doors: Sequence[tuple[int, Direction]], leaving: Leaving
) -> Iterable[Way]:
    """The puzzle's step: in by a door, and out by one that the rules allow."""
    nodes, allowed = len(plan.openings), LEAVING[: LEAVING.index(leaving) + 1]
    for door, inwards in doors:
        for other, back in doors:
            if _manner(inwards, OPPOSITE[back], door == other) in allowed:
                here, there = plan.openings[door], plan.openings[other]
                yield Way(
                    state_of(door, inwards, nodes),
                    state_of(other, OPPOSITE[back], nodes),
                    exact(abs(here.x - there.x) + abs(here.y - there.y)),
                    (room, min(door, other), max(door, other)),
                    (room,),
                    inwards + back,
                )


def _manner(inwards: Direction, outwards: Direction, same_door: bool) -> Leaving | None:
    """How a room is left; None for straight on, which is never allowed."""
    if outwards == inwards:
        return None
    if outwards != OPPOSITE[inwards]:
        return "turn"
    return "back" if same_door else "same-wall"


@dataclass(frozen=True, slots=True)
class Reduction:
    """A graph without the states that offer no choice.

    Attributes:
        graph: what is left, its doors numbered anew.
        doors: for each door that is left its number before.
        states: the states that are left, as numbered before.
        chains: for each edge the edges it stands for.
    """

    graph: Graph
    doors: tuple[int, ...]
    states: frozenset[int]
    chains: Mapping[tuple[int, int, int], tuple[Edge, ...]]


def reduce(graph: Graph, tick: Ticker = _silent) -> Reduction:
    """Remove states with at most one in-edge or at most one out-edge, as long as there are any.

    Their edges are joined and the weights added. Both states of start and goal stay, and so does
    a state with an edge to itself, which is a cycle. A door is gone when both its states are.
    The greatest door goes first, which decides what is left of a cycle that offers no choice.
    """
    outs = _contract(graph, tick)
    doors = sorted({state % graph.nodes for state in outs})
    number = {door: index for index, door in enumerate(doors)}

    def renumbered(state: int) -> int:
        door = number[state % graph.nodes]
        return door if state < graph.nodes else door + len(doors)

    ways: list[Way] = []
    joined = [chain.edges() for chains in outs.values() for chain in chains]
    for chain in joined:
        ends = renumbered(chain[0].source), renumbered(chain[-1].target)
        weight = exact(sum((edge.weight for edge in chain), Decimal(0)))
        rooms = tuple(room for edge in chain for room in edge.rooms)
        heading = chain[0].heading[:1] + chain[-1].heading[1:]
        ways.append(Way(*ends, weight, _both_ways(chain), rooms, heading))
    small, indices = assemble(len(doors), ways, renumbered(graph.start), renumbered(graph.goal))
    chains_by_key = {
        small.edges[index].key: chain for index, chain in zip(indices, joined, strict=True)
    }
    return Reduction(small, tuple(doors), frozenset(outs), chains_by_key)


def _both_ways(chain: Sequence[Edge]) -> tuple[int, ...]:
    """The passages of a chain, the same for the chain walked backwards."""
    passages = tuple(edge.passage for edge in chain)
    return min(passages, passages[::-1])


@dataclass(frozen=True, slots=True, eq=False)
class _Chain:
    """An edge, or two chains joined; joining copies nothing."""

    source: int
    target: int
    parts: Edge | tuple[_Chain, _Chain]

    def edges(self) -> tuple[Edge, ...]:
        found: list[Edge] = []
        pending = [self]
        while pending:
            parts = pending.pop().parts
            if isinstance(parts, Edge):
                found.append(parts)
            else:
                pending += reversed(parts)
        return tuple(found)


_Chains = dict[int, list[_Chain]]


def _contract(graph: Graph, tick: Ticker) -> _Chains:
    """For each state that stays the chains of edges that leave it."""
    states = range(2 * graph.nodes)
    ins: _Chains = {state: [] for state in states}
    outs: _Chains = {state: [] for state in states}
    for edge in graph.edges:
        chain = _Chain(edge.source, edge.target, edge)
        outs[edge.source].append(chain)
        ins[edge.target].append(chain)
    ends = {graph.start, graph.goal, graph.reverse(graph.start), graph.reverse(graph.goal)}
    pending = [(-(state % graph.nodes), state) for state in states]
    heapify(pending)
    while pending:
        tick()
        _, state = heappop(pending)
        if state in ends or state not in outs or min(len(ins[state]), len(outs[state])) > 1:
            continue
        if any(chain.target == state for chain in outs[state]):
            continue
        before, after = ins.pop(state), outs.pop(state)
        for chain in before:
            outs[chain.source].remove(chain)
        for chain in after:
            ins[chain.target].remove(chain)
        for first in before:
            for second in after:
                joined = _Chain(first.source, second.target, (first, second))
                outs[first.source].append(joined)
                ins[second.target].append(joined)
        for near in {*(c.source for c in before), *(c.target for c in after)}:
            heappush(pending, (-(near % graph.nodes), near))
    return outs


def edges_from(graph: Graph) -> dict[int, list[Edge]]:
    """The edges that leave each state, of those that any leave."""
    outs: dict[int, list[Edge]] = {}
    for edge in graph.edges:
        outs.setdefault(edge.source, []).append(edge)
    return outs


def reachable(graph: Graph, start: int, forward: bool = True) -> set[int]:
    """The states that can be reached from one, or that it can be reached from."""
    edges = graph.edges
    return reach([(e.source, e.target) if forward else (e.target, e.source) for e in edges], start)


def reach(edges: Iterable[tuple[int, int]], start: int) -> set[int]:
    """The ends that can be reached from one, along edges in their direction."""
    following = _following(edges)
    return set(walks.reach([start], lambda state: following.get(state, ())))


def _following(edges: Iterable[tuple[int, int]]) -> dict[int, list[int]]:
    following: dict[int, list[int]] = {}
    for source, target in edges:
        following.setdefault(source, []).append(target)
    return following


def on_cycles(graph: Graph, tick: Ticker = _silent) -> list[Graph]:
    """The parts that cycles lie in: states that lead to each other, by their least state.

    (M. Sharir: A Strong-Connectivity Algorithm, Computers & Mathematics with Applications 7,
    1981.)
    """
    order: dict[int, int] = {}
    outs, ends = edges_from(graph), [(edge.source, edge.target) for edge in graph.edges]
    following, before = _following(ends), _following((target, source) for source, target in ends)
    for state in following:
        tick()
        _finish(following, state, order)
    left = set(order)
    parts: list[Graph] = []
    for first in sorted(order, key=lambda each: -order[each]):
        tick()
        if first not in left:
            continue
        left.remove(first)
        knot = [first]
        for state in knot:
            for source in before.get(state, ()):
                if source in left:
                    left.remove(source)
                    knot.append(source)
        inside = set(knot)
        edges = [e for state in knot for e in outs.get(state, ()) if e.target in inside]
        if edges:
            ordered = tuple(sorted(edges, key=_key))
            parts.append(Graph(graph.nodes, ordered, graph.start, graph.goal))
    return sorted(parts, key=lambda part: part.edges[0].source)


def must_pass(graph: Graph, tick: Ticker = _silent) -> tuple[int, ...]:
    """The states that every path passes, from start to goal; empty if there is no path.

    They are the dominators of the goal. (K. D. Cooper, T. J. Harvey, K. Kennedy: A Simple, Fast
    Dominance Algorithm, Rice University 2001.)
    """
    edges = [(edge.source, edge.target) for edge in graph.edges]
    order: dict[int, int] = {}
    _finish(_following(edges), graph.start, order)
    if graph.goal not in order:
        return ()
    before: dict[int, list[int]] = {state: [] for state in order}
    for source, target in edges:
        if source in order:
            before[target].append(source)
    dominator = {graph.start: graph.start}
    changed = True
    while changed:
        changed = False
        for state in sorted(order, key=lambda each: -order[each]):
            if state == graph.start:
                continue
            tick()
            known = [each for each in before[state] if each in dominator]
            nearest = known[0]
            for each in known[1:]:
                nearest = _common(nearest, each, dominator, order)
            if dominator.get(state) != nearest:
                dominator[state] = nearest
                changed = True
    chain = [graph.goal]
    while chain[-1] != graph.start:
        chain.append(dominator[chain[-1]])
    return tuple(reversed(chain))


def _finish(following: Mapping[int, Sequence[int]], start: int, order: dict[int, int]) -> None:
    """Number the states that can be reached from one when all after them are numbered."""
    if start in order:
        return
    seen = {start}
    stack = [(start, iter(following.get(start, ())))]
    while stack:
        state, rest = stack[-1]
        for target in rest:
            if target not in seen and target not in order:
                seen.add(target)
                stack.append((target, iter(following.get(target, ()))))
                break
        else:
            order[state] = len(order)
            stack.pop()


def _common(one: int, other: int, dominator: Mapping[int, int], order: Mapping[int, int]) -> int:
    while one != other:
        while order[one] < order[other]:
            one = dominator[one]
        while order[other] < order[one]:
            other = dominator[other]
    return one


def parts(graph: Graph, tick: Ticker = _silent) -> list[Graph]:
    """The graph cut at the states that every path passes, so that the paths of the parts combine.

    What lies between two such states belongs to no other part: a path there and back again would
    lead around one of them. Edges that no path can use are gone. Empty if there is no path.
    """
    stations = must_pass(graph, tick)
    outs = edges_from(graph)
    return [
        Graph(graph.nodes, tuple(sorted(_between(outs, start, goal, tick), key=_key)), start, goal)
        for start, goal in pairwise(stations)
    ]


def _key(edge: Edge) -> tuple[int, int, int]:
    return edge.key


def _between(outs: Mapping[int, Sequence[Edge]], start: int, goal: int, tick: Ticker) -> list[Edge]:
    """The edges on walks from start to goal that pass neither of them twice."""

    def onward(state: int) -> list[Edge]:
        tick()
        return [edge for edge in outs.get(state, ()) if state != goal and edge.target != start]

    ahead = walks.reach([start], lambda state: [edge.target for edge in onward(state)])
    edges = [edge for state in ahead for edge in onward(state)]
    behind = reach([(edge.target, edge.source) for edge in edges], goal)
    return [edge for edge in edges if edge.target in behind]
