"""What can be said of a labyrinth without walking its routes."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Mapping, Sequence
from heapq import heapify, heappop, heappush

from pylab.families.theseus.check.floor import Floor, Ways


def turned(ways: Ways) -> Mapping[int, Sequence[int]]:
    """From each state those that a way comes from."""
    back: dict[int, list[int]] = {state: [] for state in ways}
    for source, on in ways.items():
        for target, _, _ in on:
            back[target].append(source)
    return back


def spread_from(state: int, following: Mapping[int, Sequence[int]]) -> set[int]:
    """All that one gets to."""
    seen, pending = {state}, [state]
    while pending:
        for each in following[pending.pop()]:
            if each not in seen:
                seen.add(each)
                pending.append(each)
    return seen


def stations_of(ways: Ways, start: int, goal: int) -> tuple[tuple[int, ...], list[set[int]]]:
    """The states that every path passes, in order, and all that may lie between two of them.

    One path is found, and followed: one of its states can be avoided if what was met before it,
    without walking on along the path, leads to a later one.
    """
    before = {start: start}
    pending = deque([start])
    while pending and goal not in before:
        state = pending.popleft()
        for target, _, _ in ways[state]:
            if target not in before:
                before[target] = state
                pending.append(target)
    if goal not in before:
        return (), []
    path = [goal]
    while path[-1] != start:
        path.append(before[path[-1]])
    path.reverse()
    place = {state: index for index, state in enumerate(path)}
    stations, segments, seen, furthest = [start], [{start}], set(path), 0
    for index, state in enumerate(path[:-1]):
        if index and furthest == index:
            segments[-1].add(state)
            stations.append(state)
            segments.append(set())
        segments[-1].add(state)
        away = [state]
        while away:
            for target, _, _ in ways[away.pop()]:
                if target in place:
                    furthest = max(furthest, place[target])
                elif target not in seen:
                    seen.add(target)
                    segments[-1].add(target)
                    away.append(target)
    segments[-1].add(goal)
    return (*stations, goal), segments


def knots(ways: Ways) -> list[list[int]]:
    """The states that lie on cycles, those together that lead to each other.

    (M. Sharir: A Strong-Connectivity Algorithm, Computers & Mathematics with Applications 7,
    1981.)
    """
    back = turned(ways)
    order: list[int] = []
    seen: set[int] = set()
    for first in ways:
        if first in seen:
            continue
        seen.add(first)
        stack = [(first, iter(ways[first]))]
        while stack:
            state, rest = stack[-1]
            fresh = next((target for target, _, _ in rest if target not in seen), None)
            if fresh is None:
                order.append(state)
                stack.pop()
            else:
                seen.add(fresh)
                stack.append((fresh, iter(ways[fresh])))
    found: list[list[int]] = []
    for first in reversed(order):
        if first not in seen:
            continue
        seen.remove(first)
        knot = [first]
        for state in knot:
            for source in back[state]:
                if source in seen:
                    seen.remove(source)
                    knot.append(source)
        if len(knot) > 1 or first in back[first]:
            found.append(knot)
    return found


def kept(floor: Floor, ways: Ways) -> tuple[set[int], int]:
    """The states of the reduced graph: those that offer a choice, and both of start and goal.

    Of the others, that of the greatest door goes first. Also the number of its edges.
    """
    after = {state: Counter(target for target, _, _ in on) for state, on in ways.items()}
    ends = {state % floor.doors for state in (floor.start, floor.goal)}
    before: dict[int, Counter[int]] = {state: Counter() for state in after}
    for source, targets in after.items():
        for target, number in targets.items():
            before[target][source] += number
    pending = [(-(state % floor.doors), state) for state in after]
    heapify(pending)
    while pending:
        _, state = heappop(pending)
        if state not in after or state % floor.doors in ends or state in after[state]:
            continue
        if min(after[state].total(), before[state].total()) > 1:
            continue
        onward, backward = after.pop(state), before.pop(state)
        for source in backward:
            del after[source][state]
        for target in onward:
            del before[target][state]
        for source, number in backward.items():
            for target, times in onward.items():
                after[source][target] += number * times
                before[target][source] += number * times
        for near in {*onward, *backward}:
            heappush(pending, (-(near % floor.doors), near))
    return set(after), sum(targets.total() for targets in after.values())
