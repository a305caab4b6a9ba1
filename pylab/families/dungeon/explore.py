"""All states that plays can come to, forwards, and which can still reach the goal, backwards.

Nothing is inverted: the forward pass records its transitions, and one pass over them from the
goals finds the live states. Dead is explored and not live.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from pylab.families.dungeon.world import Contraction, State, Way, World, contract

Progress = Callable[[int], None]
"""Called often with the number of states so far; may raise LimitReached."""


@dataclass(frozen=True, slots=True)
class Exploration:
    """The states between which points of interest are the steps.

    Attributes:
        contraction: the world that was explored.
        states: in the order found, by breadth.
        successors: of each state, the numbers of those that follow it.
        live: of each state, whether the goal can be reached from it.
        events: of each state, whether it came about by collecting, opening or switching.
    """

    contraction: Contraction
    states: list[State]
    numbers: dict[State, int]
    successors: list[list[int]]
    live: list[bool]

    @property
    def solvable(self) -> bool:
        return self.live[0]

    def configurations(self) -> int:
        """How many combinations of collected, opened and switched there are."""
        return len({state[1:] for state in self.states})


def explore(world: World, progress: Progress = lambda _: None) -> Exploration:
    """Explore all plays, point of interest by point of interest."""
    contraction = contract(world)
    first = world.first()
    states, numbers = [first], {first: 0}
    successors: list[list[int]] = []
    ways, enter, goals = contraction.world.ways, contraction.world.enter, world.goals
    at = 0
    while at < len(states):
        state = states[at]
        following: list[int] = []
        successors.append(following)
        at += 1
        if at % 256 == 0:
            progress(len(states))
        if goals[state[0]]:
            continue
        for way in ways[state[0]]:
            after = enter(way, state)
            if after is None:
                continue
            number = numbers.get(after)
            if number is None:
                number = numbers[after] = len(states)
                states.append(after)
            following.append(number)
    live = _live(successors, [i for i, s in enumerate(states) if goals[s[0]]])
    return Exploration(contraction, states, numbers, successors, live)


def _live(successors: list[list[int]], goals: list[int]) -> list[bool]:
    """Which states lead to one of the goals: one pass backwards over the recorded transitions."""
    before: list[list[int]] = [[] for _ in successors]
    for number, following in enumerate(successors):
        for after in following:
            before[after].append(number)
    live = [False] * len(successors)
    for goal in goals:
        live[goal] = True
    stack = list(goals)
    while stack:
        for number in before[stack.pop()]:
            if not live[number]:
                live[number] = True
                stack.append(number)
    return live


def count_places(found: Exploration) -> tuple[int, int]:
    """The numbers of states and of dead states, places between points of interest counted too.

    Where the hero can stand between two points does not depend on the state, so each combination
    of collected, opened and switched needs just a union of sets of places, as bits.
    """
    contraction = found.contraction
    world = contraction.original
    ahead = _ahead(contraction)
    behind = _behind(contraction)
    standing: dict[tuple[int, int, int], int] = {}
    living: dict[tuple[int, int, int], int] = {}
    for number, (place, *rest) in enumerate(found.states):
        key = (rest[0], rest[1], rest[2])
        standing[key] = standing.get(key, 0) | ahead[place] | 1 << place
        if found.live[number]:
            living[key] = living.get(key, 0) | 1 << place
            if world.goals[place]:
                continue
    for key, places in standing.items():
        probe = (-1, *key)
        mask = living.get(key, 0)
        for _target, ways in behind.items():
            for way, reach in ways:
                if places & reach & ~mask:
                    after = contraction.world.enter(way, probe)
                    if after is not None and found.live[found.numbers[after]]:
                        mask |= reach
        living[key] = mask
    states = sum(places.bit_count() for places in standing.values())
    alive = sum((places & living[key]).bit_count() for key, places in standing.items())
    return states, states - alive


def _ahead(contraction: Contraction) -> dict[int, int]:
    """Of each point of interest, the places in between that can be walked to from it."""
    return {
        point: sum(1 << place for place in contraction.around(point))
        for point in contraction.points
    }


def _behind(contraction: Contraction) -> dict[int, list[tuple[Way, int]]]:
    """Of each point of interest, the ways into it from places in between, and who gets there."""
    world = contraction.original
    points = set(contraction.points)
    free: list[list[int]] = [[] for _ in world.places]
    into: dict[int, dict[tuple[int, tuple[int, ...], int], list[int]]] = {}
    for place, ways in enumerate(world.ways):
        if place in points:
            continue
        for target, _, lock, needs, switched in ways:
            if target in points:
                into.setdefault(target, {}).setdefault((lock, needs, switched), []).append(place)
            else:
                free[target].append(place)
    behind = {}
    for target, kinds in sorted(into.items()):
        ways_in: list[tuple[Way, int]] = []
        for (lock, needs, switched), sources in kinds.items():
            seen = set(sources)
            stack = list(sources)
            while stack:
                for other in free[stack.pop()]:
                    if other not in seen:
                        seen.add(other)
                        stack.append(other)
            reach = sum(1 << place for place in seen)
            ways_in.append(((target, 0, lock, needs, switched), reach))
        behind[target] = ways_in
    return behind


def shortest_to(found: Exploration, wanted: Callable[[int], bool]) -> list[int] | None:
    """A cheapest route to a state that is wanted, as places of the world; None if none is."""
    world = found.contraction.world
    best: dict[int, int] = {0: 0}
    parent: dict[int, tuple[int, Way]] = {}
    buckets: list[deque[int]] = [deque([0])]
    cost = 0
    while cost < len(buckets):
        for number in buckets[cost]:
            if best[number] < cost:
                continue
            if wanted(number):
                return _walked(found, parent, number)
            state = found.states[number]
            if world.goals[state[0]]:
                continue
            for way in world.ways[state[0]]:
                after = world.enter(way, state)
                if after is None:
                    continue
                other, total = found.numbers[after], cost + way[1]
                if total < best.get(other, total + 1):
                    best[other] = total
                    parent[other] = (number, way)
                    while len(buckets) <= total:
                        buckets.append(deque())
                    buckets[total].append(other)
        cost += 1
    return None


def _walked(found: Exploration, parent: dict[int, tuple[int, Way]], number: int) -> list[int]:
    steps: list[tuple[int, Way]] = []
    while number in parent:
        number, way = parent[number]
        steps.append((found.states[number][0], way))
    return walked(found.contraction, reversed(steps))


def walked(contraction: Contraction, steps: Iterable[tuple[int, Way]]) -> list[int]:
    """The places from the start on, going these ways from these points."""
    places = [contraction.original.start]
    for point, way in steps:
        places += contraction.path(point, way)
    return places


def terminal(found: Exploration) -> list[bool]:
    """Of each state, whether nothing can be collected, opened or reached at the goal any more.

    Backwards from every transition that changes what is collected or opened.
    """
    moving = [False] * len(found.states)
    before: list[list[int]] = [[] for _ in found.states]
    for number, following in enumerate(found.successors):
        state = found.states[number]
        for after in following:
            other = found.states[after]
            before[after].append(number)
            if other[1:3] != state[1:3] or found.contraction.world.goals[other[0]]:
                moving[number] = True
        moving[number] |= found.contraction.world.goals[state[0]]
    stack = [number for number, each in enumerate(moving) if each]
    while stack:
        for number in before[stack.pop()]:
            if not moving[number]:
                moving[number] = True
                stack.append(number)
    return [not each for each in moving]
