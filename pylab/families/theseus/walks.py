"""Walks every path and every cycle of a graph, depth first, and never into a dead end.

All meanings of "not twice" are one here: a limit is a thing with a capacity (a state, a door, a
room, a passage, a point of the plane), and an edge uses up some of each. An edge that a full
thing forbids is gone; before a branch is taken, the goal must still be in reach of it by the
edges that are left. Where only states are limited, every branch taken leads to a path.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import combinations, pairwise
from operator import or_

from pylab.base.errors import LimitReached
from pylab.families.theseus.model import UP, Edge, Graph, Plan, Point, Rules

Ticker = Callable[[], None]
"""Called now and then; may raise to end the walk."""

Walk = tuple[int, ...]
"""Indices of the edges taken, in order."""

_EVERY = 256
"""Branches between two calls of the ticker."""


MOST_EDGES = 30_000
"""The most edges that are compiled to masks, whose size grows with the square of their number."""

_Thing = tuple[str, int]
"""Something that edges use up: its kind and number."""


def _silent() -> None:
    """The ticker of those who need none."""


class Network:
    """A graph compiled to bit masks over its edges.

    Args:
        graph: whose edges are numbered as in `graph.edges`.
        rules: what must not happen twice; a cycle never visits a state twice.
        plan: where points are limited, the plan that they are points of.
    """

    def __init__(
        self, graph: Graph, rules: Rules, plan: Plan | None = None, cycles: bool = False
    ) -> None:
        self.graph = graph
        if len(graph.edges) > MOST_EDGES:
            raise LimitReached(f"a part of the graph with more than {MOST_EDGES} edges")
        ends = {state for edge in graph.edges for state in (edge.source, edge.target)}
        self.states = sorted(ends | (set() if cycles else {graph.start, graph.goal}))
        self.number = {state: number for number, state in enumerate(self.states)}
        self.targets = [self.number[edge.target] for edge in graph.edges]
        self.sources = [self.number[edge.source] for edge in graph.edges]
        self.outs = [0] * len(self.states)
        self.ins = [0] * len(self.states)
        for index, edge in enumerate(graph.edges):
            self.outs[self.number[edge.source]] |= 1 << index
            self.ins[self.number[edge.target]] |= 1 << index
        self.rules = rules
        self.by_states = not rules.trails or cycles
        self.exact = self.by_states and not rules.limits
        single, shared = self._things()
        masks = _masks(single)
        self.closes = [
            functools.reduce(or_, (masks[thing] for thing in things), 1 << index)
            for index, things in enumerate(single)
        ]
        if rules.point and plan is not None:
            self._close_crossings(plan)
        self.shared = [list(Counter(things).items()) for things in shared]
        self.shared_masks = _masks(shared)
        self.capacity = {
            thing: rules.door if thing[0] == "door" else rules.room for thing in self.shared_masks
        }

    def _things(self) -> tuple[list[list[_Thing]], list[list[_Thing]]]:
        """For each edge what it uses up at once, and what it shares with others up to a limit."""
        rules, edges = self.rules, self.graph.edges
        single: list[list[_Thing]] = [[] for _ in edges]
        shared: list[list[_Thing]] = [[] for _ in edges]
        for index, edge in enumerate(edges):
            if self.by_states:
                single[index].append(("state", edge.target))
            if rules.door or rules.point:
                kind = shared if rules.door > 1 and not rules.point else single
                kind[index].append(("door", edge.target % self.graph.nodes))
            if rules.passage:
                single[index].append(("passage", edge.passage))
            if rules.room:
                shared[index] += [("room", room) for room in edge.rooms]
        return single, shared

    def _close_crossings(self, plan: Plan) -> None:
        """Taking an edge closes those of the same room whose lines meet its own."""
        by_room: dict[tuple[int, ...], list[int]] = {}
        for index, edge in enumerate(self.graph.edges):
            by_room.setdefault(edge.rooms, []).append(index)
        for indices in by_room.values():
            lines = {i: line_of(self.graph.edges[i], plan) for i in indices}
            for one, other in combinations(indices, 2):
                if _meet(lines[one], lines[other]):
                    self.closes[one] |= 1 << other
                    self.closes[other] |= 1 << one

    def paths(self, start: int, goal: int, tick: Ticker = _silent) -> Iterator[Walk]:
        """Every path from one state to another, in the order of their edges."""
        everything = (1 << len(self.targets)) - 1
        if self.by_states:
            everything &= ~self.ins[self.number[start]]
        room_to_go = dict(self.capacity)
        door = ("door", start % self.graph.nodes)
        if self.rules.door == 1 or self.rules.point:
            for state in (start, self.graph.reverse(start)):
                if state in self.number:
                    everything &= ~self.ins[self.number[state]]
        elif door in room_to_go:
            room_to_go[door] -= 1
        ends = self.number[start], self.number[goal]
        return self._from(*ends, everything, room_to_go, tick)

    def cycles(self, tick: Ticker = _silent) -> Iterator[Walk]:
        """Every cycle once, from its least state, in the order of these."""
        everything = (1 << len(self.targets)) - 1
        for root in range(len(self.outs)):
            tick()
            yield from self._from(root, root, everything, dict(self.capacity), tick)
            everything &= ~(self.ins[root] | self.outs[root])

    def _from(
        self, start: int, goal: int, left: int, room_to_go: dict[_Thing, int], tick: Ticker
    ) -> Iterator[Walk]:
        """Depth first; each level has its open branches, and the edges left when it was entered."""
        targets, closes, shared = self.targets, self.closes, self.shared
        walk: list[int] = []
        levels = [(self._branches(start, goal, left), left)]
        countdown = _EVERY
        while levels:
            branches, left = levels[-1]
            if not branches:
                levels.pop()
                if walk:
                    self._give_back(walk.pop(), room_to_go)
                continue
            lowest = branches & -branches
            levels[-1] = branches ^ lowest, left
            edge = lowest.bit_length() - 1
            if targets[edge] == goal:
                if not shared[edge] or self._fits(edge, room_to_go):
                    yield (*walk, edge)
                continue
            countdown -= 1
            if not countdown:
                countdown = _EVERY
                tick()
            left &= ~closes[edge]
            if shared[edge]:
                if not self._fits(edge, room_to_go):
                    continue
                left = self._take(edge, left, room_to_go)
            walk.append(edge)
            levels.append((self._branches(targets[edge], goal, left), left))

    def _branches(self, state: int, goal: int, left: int) -> int:
        """The edges from a state that are left and from which the goal is in reach."""
        branches = self.outs[state] & left
        if self.exact and not branches & (branches - 1):
            return branches
        live = self.ins[goal] & left
        wanted = branches & ~live
        pending = live
        reached = 1 << goal
        sources, ins = self.sources, self.ins
        while pending and wanted:
            lowest = pending & -pending
            pending ^= lowest
            source = sources[lowest.bit_length() - 1]
            if not reached >> source & 1:
                reached |= 1 << source
                more = ins[source] & left & ~live
                live |= more
                wanted &= ~more
                pending |= more
        return branches & live

    def _fits(self, edge: int, room_to_go: dict[_Thing, int]) -> bool:
        return all(room_to_go[thing] >= times for thing, times in self.shared[edge])

    def _take(self, edge: int, left: int, room_to_go: dict[_Thing, int]) -> int:
        for thing, times in self.shared[edge]:
            room_to_go[thing] -= times
            if not room_to_go[thing]:
                left &= ~self.shared_masks[thing]
        return left

    def _give_back(self, edge: int, room_to_go: dict[_Thing, int]) -> None:
        for thing, times in self.shared[edge]:
            room_to_go[thing] += times


def _masks(things: Sequence[Sequence[_Thing]]) -> Mapping[_Thing, int]:
    """For each thing the edges that use it."""
    masks: dict[_Thing, int] = {}
    for index, used in enumerate(things):
        for thing in used:
            masks[thing] = masks.get(thing, 0) | 1 << index
    return masks


def line_of(edge: Edge, plan: Plan) -> tuple[Point, Point, Point]:
    """How an edge of a plan's graph is walked: from the door straight in, and around the corner."""
    here, there = plan.opening(edge.source), plan.opening(edge.target)
    corner = (here.x, there.y) if here.forward == UP else (there.x, here.y)
    return here.place, corner, there.place


def _meet(one: Sequence[Point], other: Sequence[Point]) -> bool:
    """Whether two lines of axis-parallel pieces have a point in common."""
    return any(
        _between(a[0], b[0], c[0], d[0]) and _between(a[1], b[1], c[1], d[1])
        for a, b in pairwise(one)
        for c, d in pairwise(other)
    )


def _between(a: Decimal, b: Decimal, c: Decimal, d: Decimal) -> bool:
    """Whether the intervals that a and b, c and d bound have a number in common."""
    return min(a, b) <= max(c, d) and min(c, d) <= max(a, b)
