"""Searches over states: breadth first, Dijkstra and A*; knows no puzzle.

States are hashable; a function gives a state's successors. If a watch is given, it is told the
number of states and may end the search by raising `LimitReached`.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import count
from typing import Generic, NamedTuple, TypeVar

from pylab.base.finding import SearchWatch

S = TypeVar("S", bound=Hashable)
M = TypeVar("M")

_OFTEN = 1024
"""The number of states between two reports to a watch."""


class Found(NamedTuple, Generic[S, M]):
    """The result of a search.

    Attributes:
        cost: the least number of moves, or the least cost, of each state that was reached, in the
            order in which they were reached.
        before: for each of them except starts, the last move and the state before it;
            `cheapest_first` may have others, too.
        goal: the first goal state that was reached; None if there is none.
    """

    cost: Mapping[S, int]
    before: Mapping[S, tuple[M, S]]
    goal: S | None

    def way(self, state: S) -> list[tuple[M, S]]:
        """The moves from a start to a state, each with the state after it."""
        found = []
        while state in self.before:
            move, previous = self.before[state]
            found.append((move, state))
            state = previous
        return found[::-1]


def reach(
    starts: Iterable[S],
    onward: Callable[[S], Iterable[S]],
    watch: SearchWatch | None = None,
) -> dict[S, int]:
    """All reachable states, nearest first, each with its distance in moves.

    >>> reach([1], lambda n: [2 * n, n + 3] if n < 5 else [])
    {1: 0, 2: 1, 4: 1, 5: 2, 8: 2, 7: 2}
    """
    cost = dict.fromkeys(starts, 0)
    pending = list(cost)
    for number, state in enumerate(pending):
        if watch is not None and number % _OFTEN == 0:
            watch.progress(states=len(cost))
        further = cost[state] + 1
        for following in onward(state):
            if following not in cost:
                cost[following] = further
                pending.append(following)
    return cost


def breadth_first(
    starts: Iterable[S],
    onward: Callable[[S], Iterable[tuple[M, S]]],
    wanted: Callable[[S], bool] = lambda _: False,
    watch: SearchWatch | None = None,
) -> Found[S, M]:
    """The fewest moves to a goal state; without a goal, to all states.

    >>> found = breadth_first([1], lambda n: [("*2", 2 * n), ("+3", n + 3)], lambda n: n == 11)
    >>> found.way(found.goal)
    [('+3', 4), ('*2', 8), ('+3', 11)]
    """
    cost = dict.fromkeys(starts, 0)
    before: dict[S, tuple[M, S]] = {}
    pending = list(cost)
    for number, state in enumerate(pending):
        if wanted(state):
            return Found(cost, before, state)
        if watch is not None and number % _OFTEN == 0:
            watch.progress(states=len(cost))
        further = cost[state] + 1
        for move, following in onward(state):
            if following not in cost:
                cost[following] = further
                before[following] = move, state
                pending.append(following)
    return Found(cost, before, None)


def cheapest_first(
    starts: Iterable[S],
    onward: Callable[[S], Iterable[tuple[M, S, int]]],
    wanted: Callable[[S], bool] = lambda _: False,
    watch: SearchWatch | None = None,
) -> Found[S, M]:
    """The cheapest moves to a goal state; without a goal, to all states (Dijkstra).

    Costs must not be negative. Among states of equal cost, the one that was reached first is first.

    >>> roads = {"a": [("x", "b", 5), ("y", "c", 1)], "b": [], "c": [("z", "b", 2)]}
    >>> found = cheapest_first("a", roads.__getitem__, lambda town: town == "b")
    >>> found.cost[found.goal], found.way("b")
    (3, [('y', 'c'), ('z', 'b')])
    """
    met = count()
    least = dict.fromkeys(starts, 0)
    before: dict[S, tuple[M, S]] = {}
    cost: dict[S, int] = {}
    heap = [(0, next(met), state) for state in least]
    while heap:
        spent, _, state = heapq.heappop(heap)
        if state in cost:
            continue
        cost[state] = spent
        if wanted(state):
            return Found(cost, before, state)
        if watch is not None and len(cost) % _OFTEN == 0:
            watch.progress(states=len(cost))
        for move, following, price in onward(state):
            total = spent + price
            if following not in least or total < least[following]:
                least[following] = total
                before[following] = move, state
                heapq.heappush(heap, (total, next(met), following))
    return Found(cost, before, None)


class Fewest(NamedTuple, Generic[S]):
    """All ways with the fewest moves.

    Attributes:
        moves: their number of moves; if `ends` is empty, no way has fewer.
        ends: the goal states that they lead to; empty if there is no way.
        before: for each expanded state, all its predecessors on such ways.
    """

    moves: int
    ends: Sequence[S]
    before: Mapping[S, Sequence[S]]

    def ways(self) -> Iterator[list[S]]:
        """The states of each way, beginning at the start."""
        stack = [[each] for each in self.ends]
        while stack:
            states = stack.pop()
            earlier = self.before[states[-1]]
            if not earlier:
                yield states[::-1]
            stack.extend([*states, each] for each in earlier)


def fewest(
    start: S,
    needed: int | None,
    onward: Callable[[S], Iterable[tuple[S, int]]],
    most: int | None,
    watch: SearchWatch,
) -> Fewest[S]:
    """All ways with the fewest moves, at most `most` moves, to states whose estimate is 0 (A*).

    Each state comes with a lower bound on the number of moves that are left; a move lowers it by
    at most one. States are expanded in the order of moves made plus this bound (Hart, Nilsson and
    Raphael 1968), so the watch's `lower` is proven. The start's bound is None if there is no way.

    >>> from types import SimpleNamespace
    >>> quiet = SimpleNamespace(progress=lambda **_: None)
    >>> around = lambda n: [(after % 6, 1 if after % 6 else 0) for after in (n + 1, n - 1)]
    >>> found = fewest(3, 1, around, None, quiet)
    >>> found.moves, sorted(found.ways())
    (3, [[3, 2, 1, 0], [3, 4, 5, 0]])
    """
    before: dict[S, list[S]] = {}
    lower = needed or 0
    waiting: dict[tuple[int, int], dict[S, list[S]]] = {}
    if needed is not None:
        waiting[lower, 0] = {start: []}
    while waiting:
        lower, made = min(waiting)
        if most is not None and lower > most:
            break
        layer = waiting.pop((lower, made))
        if made == lower:
            return Fewest(lower, list(layer), before | layer)
        for state, earlier in layer.items():
            if state in before:
                continue
            if len(before) % _OFTEN == 0:
                watch.progress(lower=lower, states=len(before))
            before[state] = earlier
            for after, rest in onward(state):
                if after not in before:
                    there = waiting.setdefault((made + 1 + rest, made + 1), {})
                    there.setdefault(after, []).append(state)
    return Fewest(lower, (), before)
