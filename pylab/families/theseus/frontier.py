"""Counts paths and cycles by weight without walking them: dynamic programming over a frontier.

The states of the graph are decided one after the other: which edge leaves each, if any. All that
matters of the decisions so far is, for the states at the frontier between decided and undecided,
which are ends of the same piece of path (its *mates*), and which take no more edges. Choices
that agree there are counted together. States come greedily, or room by room: whichever order keeps
the frontier smaller.

(D. E. Knuth: The Art of Computer Programming 4A, section 7.1.4, exercise 225, "Simpath", there
for undirected graphs and edge by edge.)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from math import gcd
from typing import Any

from pylab.base import native
from pylab.base.errors import LimitReached
from pylab.families.theseus import compiled
from pylab.families.theseus.graph import reach
from pylab.families.theseus.model import Graph

WIDEST = 250
"""The most states that a frontier may have; far fewer are feasible."""

PACKED = 1 << 22
"""The most bits of one integer that has the numbers of all weights."""

_Edges = Mapping[int, Mapping[int, tuple[int, ...]]]
"""For each source, for each target, the weights of the edges between them."""

Profile = Mapping[int, int]
"""How many there are of each weight, in the parts that `scale_of` says."""

Ticker = Callable[[int], None]
"""Called with the number of frontiers kept; may raise to end the count."""

_FREE, _DONE = 0, 255
"""A state that is in no piece yet; one that takes no more edges. Else: its mate's slot + 1."""

_IDLE = bytes([_FREE, _DONE])
_TAIL, _GOAL = 0, 1
"""The slots of the path's far end, before its start, and of its goal."""


def scale_of(weights: Iterable[Decimal]) -> int:
    """The least number that makes all weights whole when they are multiplied with it.

    >>> scale_of([Decimal("2"), Decimal("1.5"), Decimal("0.25")])
    4
    """
    scale = 1
    for weight in set(weights):
        denominator = weight.as_integer_ratio()[1]
        scale = scale * denominator // gcd(scale, denominator)
    return scale


def count_paths(graph: Graph, scale: int, tick: Ticker = lambda _: None) -> Profile:
    """How many paths lead from start to goal, by weight times scale; no state is visited twice."""
    if all((edge.source, edge.target) == (graph.start, graph.goal) for edge in graph.edges):
        return Counter(int(edge.weight * scale) for edge in graph.edges)
    return _profile(Sweep.for_paths(graph, scale, tick), tick)


def count_cycles(graph: Graph, scale: int, tick: Ticker = lambda _: None) -> Profile:
    """How many cycles there are, by weight times scale; no state is visited twice."""
    return _profile(Sweep.for_cycles(graph, scale, tick), tick)


def product(profiles: Iterable[Profile], tick: Ticker = lambda _: None) -> Profile:
    """The profile of combinations of one from each."""
    combined = {0: 1}
    for profile in profiles:
        longer: dict[int, int] = {}
        for weight, number in combined.items():
            tick(len(longer))
            for more, times in profile.items():
                longer[weight + more] = longer.get(weight + more, 0) + number * times
        combined = longer
    return combined


def _profile(sweep: Sweep, tick: Ticker) -> Profile:
    """All numbers by weight, in C++ where that is there."""
    found = compiled.profile(sweep, tick) if native.available() else None
    found = profile(sweep, tick) if found is None else found
    return {sweep.base + sweep.stride * steps: number for steps, number in found.items()}


def profile(sweep: Sweep, tick: Ticker = lambda _: None) -> Profile:
    """Once for the numbers alone, then with weights, in strides.

    A profile is one great integer with a field of bits for each weight, so that adding is adding
    and lengthening is shifting. The first sweep finds how many bits no field can outgrow. Where
    weights are great and far between, it is a table.
    """
    total, greatest = sweep.run(lambda _: 1, tick)
    if total == 0:
        return {}
    bits = (greatest.bit_length() // 8 + 1) * 8
    if sweep.heaviest * bits > PACKED:
        table, _ = sweep.run(lambda weight: _Table({weight: 1}), tick, _Table({0: 1}))
        return dict(sorted(table.numbers.items()))
    packed, _ = sweep.run(lambda weight: 1 << weight * bits, tick)
    text = packed.to_bytes(packed.bit_length() // 8 + 1, "little")
    size = bits // 8
    fields = (text[at : at + size] for at in range(0, len(text), size))
    return {
        weight: int.from_bytes(field, "little") for weight, field in enumerate(fields) if any(field)
    }


@dataclass(frozen=True, slots=True)
class _Table:
    """Numbers by weight: added where weights are the same, multiplied where weights add up."""

    numbers: Mapping[int, int]

    def __add__(self, other: _Table | int) -> _Table:
        if isinstance(other, int):
            return self  # nothing, as sums begin with
        added = dict(self.numbers)
        for weight, number in other.numbers.items():
            added[weight] = added.get(weight, 0) + number
        return _Table(added)

    __radd__ = __add__

    def __mul__(self, other: _Table) -> _Table:
        return _Table(product([self.numbers, other.numbers]))


@dataclass(frozen=True, slots=True)
class Turn:
    """The decision of one state: which edge leaves it.

    Attributes:
        slot: its own.
        joinable: whether edges may still enter it, so that it can begin a piece.
        open_targets: undecided states it leads to, as slot and weights of the edges.
        decided_targets: the same for states that are decided already.
        ended: slots of decided states that no edge can enter any more.
        own: weights of the edges to itself.
    """

    slot: int
    joinable: bool
    open_targets: tuple[tuple[int, tuple[int, ...]], ...]
    decided_targets: tuple[tuple[int, tuple[int, ...]], ...]
    ended: tuple[int, ...]
    own: tuple[int, ...]


class Sweep:
    """A schedule of decisions, which can be run with different values.

    Attributes:
        first: the frontier before them.
        turns: the decisions; their weights are in strides.
        goal: of paths; None for cycles.
        base, stride: a path or cycle weighs so much, and a stride for each that it is told to.
    """

    def __init__(
        self,
        edges: _Edges,
        start: int | None,
        goal: int | None,
        by_rooms: Sequence[int],
        tick: Ticker,
    ) -> None:
        self.start, self.goal = start, goal
        edges, self.base, self.stride = _in_strides(edges, start, goal)
        best = _Schedule(edges, start, goal, _order(edges, start, tick))
        if by_rooms:
            best = min(best, _Schedule(edges, start, goal, by_rooms), key=lambda each: each.cost)
        if best.width > WIDEST:
            raise LimitReached(f"a frontier of more than {WIDEST} states")
        self.first, self.turns = best.first, best.turns

    @classmethod
    def for_paths(cls, graph: Graph, scale: int, tick: Ticker) -> Sweep:
        """Edges into the start and out of the goal are of no use."""
        useful = [
            (e.source, e.target, int(e.weight * scale))
            for e in graph.edges
            if e.target != graph.start and e.source != graph.goal and e.source != e.target
        ]
        edges = _useful(useful, graph.start, graph.goal)
        return cls(edges, graph.start, graph.goal, _by_rooms(graph, edges), tick)

    @classmethod
    def for_cycles(cls, graph: Graph, scale: int, tick: Ticker) -> Sweep:
        edges = _bundled((e.source, e.target, int(e.weight * scale)) for e in graph.edges)
        return cls(edges, None, None, _by_rooms(graph, edges), tick)

    @property
    def heaviest(self) -> int:
        """More than that no path weighs: one edge leaves each state."""
        ways = ((*turn.open_targets, *turn.decided_targets, (0, turn.own)) for turn in self.turns)
        return sum(max((w for _, weights in each for w in weights), default=0) for each in ways)

    def run(self, value_of: Callable[[int], Any], tick: Ticker, one: Any = 1) -> tuple[Any, int]:
        """The sum over all paths of the product of their edges' values; `one` is that of no edge.

        Also, where `one` is 1, the greatest of such sums that was met: over all frontiers of a
        turn, or over the paths completed by then.
        """
        layer = {bytes(self.first): one}
        total: Any = 0
        greatest = 0
        for turn in self.turns:
            total += sum(sum(map(value_of, (weight,))) for weight in turn.own)
            layer, completed = self._decide(turn, layer, value_of, tick)
            total += completed
            if one == 1:
                greatest = max(greatest, total, sum(layer.values()))
            tick(len(layer))
        return total, greatest

    def _decide(
        self, turn: Turn, layer: Mapping[bytes, Any], value_of: Callable[[int], Any], tick: Ticker
    ) -> tuple[dict[bytes, Any], Any]:
        """All frontiers after a decision, and the value of the paths that it completes."""
        slot, ended = turn.slot, turn.ended
        open_targets = [(t, sum(map(value_of, w))) for t, w in turn.open_targets]
        decided_targets = [(t, sum(map(value_of, w))) for t, w in turn.decided_targets]
        cycles = self.goal is None
        following: dict[bytes, Any] = {}
        completed: Any = 0

        def keep(frontier: bytearray, value: Any) -> None:
            for each in ended:
                if frontier[each] not in _IDLE:
                    return  # a piece would never get its beginning
                frontier[each] = _FREE
            key = bytes(frontier)
            following[key] = following.get(key, 0) + value

        for number, (frontier, value) in enumerate(layer.items()):
            if not number & 63:
                tick(len(layer))
            here = frontier[slot]
            if here == _FREE:
                skipped = bytearray(frontier)
                skipped[slot] = _DONE
                keep(skipped, value)
                if not turn.joinable:
                    continue
                for target, factor in open_targets:
                    if frontier[target] == _FREE:
                        longer = bytearray(frontier)
                        longer[slot], longer[target] = target + 1, slot + 1
                        keep(longer, value * factor)
                for target, factor in decided_targets:
                    there = frontier[target]
                    if there not in _IDLE:
                        longer = bytearray(frontier)
                        longer[target] = _DONE
                        longer[slot], longer[there - 1] = there, slot + 1
                        keep(longer, value * factor)
                continue
            tail = here - 1
            for target, factor in open_targets:
                if frontier[target] == _FREE:
                    longer = bytearray(frontier)
                    longer[slot] = _DONE
                    if target == _GOAL and tail == _TAIL and not cycles:
                        longer[tail] = _FREE
                        if not longer.translate(None, _IDLE):
                            completed += value * factor
                        continue
                    longer[target], longer[tail] = here, target + 1
                    keep(longer, value * factor)
            for target, factor in decided_targets:
                there = frontier[target]
                if there in _IDLE:
                    continue
                longer = bytearray(frontier)
                longer[slot] = longer[target] = _DONE
                head = there - 1
                if tail == target:
                    if cycles and not longer.translate(None, _IDLE):
                        completed += value * factor
                    continue
                if tail == _TAIL and head == _GOAL and not cycles:
                    longer[tail] = longer[head] = _FREE
                    if not longer.translate(None, _IDLE):
                        completed += value * factor
                    continue
                longer[tail], longer[head] = there, here
                keep(longer, value * factor)
        return following, completed


class _Schedule:
    """Every state has its turn, and a slot from when it is first met until it can't matter.

    Attributes:
        first, turns: see `Sweep`.
        width: how many slots there are.
        cost: what it may take, as each slot in use may double what there is.
    """

    def __init__(
        self, edges: _Edges, start: int | None, goal: int | None, order: Iterable[int]
    ) -> None:
        self.first, self.turns, self.cost = bytearray(2), list[Turn](), 0
        waiting: dict[int, int] = {}
        for targets in edges.values():
            for target in targets:
                waiting[target] = waiting.get(target, 0) + 1
        slots = _Slots(goal)
        decided: set[int] = set()
        if start is not None:
            own = slots.of(start)
            self.first = bytearray(own + 1)
            self.first[_TAIL], self.first[own] = own + 1, _TAIL + 1
        for state in order:
            if state == goal:
                continue
            targets = edges.get(state, {})
            loops = targets.get(state, ())
            waiting[state] = waiting.get(state, 0) - bool(loops)
            ways = [(t, w) for t, w in targets.items() if t != state]
            slot = slots.of(state)
            for target, _ in ways:
                waiting[target] -= 1
            decided.add(state)
            ended = [t for t, _ in [*ways, (state, ())] if t in decided and not waiting[t]]
            self.turns.append(
                Turn(
                    slot,
                    waiting[state] > 0,
                    tuple((slots.of(t), w) for t, w in ways if t not in decided),
                    tuple((slots.of(t), w) for t, w in ways if t in decided),
                    tuple(slots.of(t) for t in ended),
                    loops,
                )
            )
            for each in ended:
                slots.free(each)
            self.cost += 1 << min(slots.used, WIDEST)
        self.width = slots.width
        self.first.extend(bytes(max(0, slots.width - len(self.first))))


class _Slots:
    """Places in the frontier, reused as states come and go."""

    def __init__(self, goal: int | None) -> None:
        self._of = {} if goal is None else {goal: _GOAL}
        self._unused: list[int] = []
        self.width = 2

    @property
    def used(self) -> int:
        return len(self._of)

    def of(self, state: int) -> int:
        if state not in self._of:
            if not self._unused:
                self._unused.append(self.width)
                self.width += 1
            self._of[state] = self._unused.pop()
        return self._of[state]

    def free(self, state: int) -> None:
        self._unused.append(self._of.pop(state))


def _in_strides(edges: _Edges, start: int | None, goal: int | None) -> tuple[_Edges, int, int]:
    """The edges with as small weights as will do; what all routes have in common; and the stride.

    If each state has a height so that an edge's weight is the difference of its ends' heights but
    for a multiple of a number, that number is a stride: a route between two states weighs their
    difference and so many strides. On a plan of unit squares, for instance, all weights are 1, and
    the length of a path is known but for a multiple of 4.
    """
    near: dict[int, list[tuple[int, int]]] = {}
    for source, targets in edges.items():
        for target, (weight, *_) in targets.items():
            near.setdefault(source, []).append((target, weight))
            near.setdefault(target, []).append((source, -weight))
    heights: dict[int, int] = {}
    for root in near:
        heights.setdefault(root, 0)
        pending = [root]
        while pending:
            state = pending.pop()
            for other, rise in near[state]:
                if other not in heights:
                    heights[other] = heights[state] + rise
                    pending.append(other)
    stride = gcd(
        *(
            weight - heights[target] + heights[source]
            for source, targets in edges.items()
            for target, weights in targets.items()
            for weight in weights
        )
    )
    if stride < 2:
        return edges, 0, 1
    lessened = {
        source: {
            target: tuple(
                (w + heights[source] % stride - heights[target] % stride) // stride for w in weights
            )
            for target, weights in targets.items()
        }
        for source, targets in edges.items()
    }
    if start is None or goal is None:
        return lessened, 0, stride
    return lessened, heights.get(goal, 0) % stride - heights.get(start, 0) % stride, stride


def _by_rooms(graph: Graph, edges: _Edges) -> list[int]:
    """The states by the rooms that they lead into, row by row; empty where there are no rooms."""
    rooms = {edge.source: edge.rooms for edge in graph.edges}
    if not all(rooms.values()):
        return []
    states = {*edges, *(target for targets in edges.values() for target in targets)}
    return sorted(states, key=lambda state: (rooms.get(state, (len(edges),)), state))


def _bundled(edges: Iterable[tuple[int, int, int]]) -> _Edges:
    """For each source, for each target, the weights of the edges between them."""
    bundled: dict[int, dict[int, tuple[int, ...]]] = {}
    for source, target, weight in edges:
        targets = bundled.setdefault(source, {})
        targets[target] = (*targets.get(target, ()), weight)
    return bundled


def _useful(edges: Sequence[tuple[int, int, int]], start: int, goal: int) -> _Edges:
    """Only edges on some way from start to goal."""
    ahead = reach([(s, t) for s, t, _ in edges], start)
    behind = reach([(t, s) for s, t, _ in edges], goal)
    return _bundled(e for e in edges if e[0] in ahead and e[1] in behind)


def _order(edges: _Edges, start: int | None, tick: Ticker) -> list[int]:
    """An order of decisions that keeps the frontier small, found greedily.

    Next comes the state that makes the frontier grow least; among these the one met first.
    """
    sources: dict[int, set[int]] = {}
    for source, targets in edges.items():
        for target in targets:
            sources.setdefault(target, set()).add(source)
    states = sorted({*edges, *sources})
    left = {state: len(sources.get(state, ())) for state in states}
    met: dict[int, int] = {}
    decided: set[int] = set()
    order: list[int] = []

    def growth(state: int) -> tuple[int, int]:
        targets = edges.get(state, {})
        new = sum(1 for t in {*targets, state} if t not in met)
        gone = sum(1 for t in targets if left[t] == 1 and (t in decided or t == state))
        gone += left[state] == 0
        return new - gone, met.get(state, len(states))

    live: list[int] = []
    while len(order) < len(states):
        tick(len(live))
        live = [s for s in live if s not in decided or left[s]]
        near = [s for s in live if s not in decided]
        nearby = {s for t in live if left[t] for s in sources[t] if s not in decided}
        candidates = sorted({*near, *nearby}) or [s for s in states if s not in decided]
        if not order and start is not None:
            candidates = [start]
        state = min(candidates, key=growth)
        for target in (state, *edges.get(state, {})):
            if target not in met:
                met[target] = len(met)
                live.append(target)
        for target in edges.get(state, {}):
            left[target] -= 1
        decided.add(state)
        order.append(state)
    return order
