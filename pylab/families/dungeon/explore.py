"""All states that plays can reach, forwards, and which can still reach the goal, backwards.

Nothing is inverted: the forward pass records its transitions, and one pass over them from the
goals finds the live states. Dead is explored and not live.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import compress

from pylab.base.finding import SearchWatch
from pylab.families.dungeon.world import Contraction, State, Way, World, contract
from pylab.family.walks import cheapest_first, reach


@dataclass(frozen=True, slots=True)
class Exploration:
    """The states between which points of interest are the steps.

    Attributes:
        contraction: the world that was explored.
        states: in the order found, by breadth; `numbers` are their places in it.
        successors, predecessors: of each state, the numbers of those that follow it, and of those
            that it follows.
        live: of each state, whether the goal can be reached from it.
    """

    contraction: Contraction
    states: list[State]
    numbers: dict[State, int]
    successors: list[list[int]]
    predecessors: list[list[int]]
    live: list[bool]

    def configurations(self) -> int:
        """How many combinations of collected, opened and switched there are."""
        return len({state[1:] for state in self.states})


def explore(world: World, watch: SearchWatch | None = None) -> Exploration:
    """Explore all plays, point of interest by point of interest."""
    contraction = contract(world)
    return Exploration(contraction, *_explored(contraction.world, watch))


def live_states(world: World, watch: SearchWatch | None = None) -> tuple[set[State], int]:
    """Of all states that plays come to, those that can still reach the goal; how many are dead."""
    states, *_, live = _explored(world, watch)
    return set(compress(states, live)), live.count(False)


def _explored(
    world: World, watch: SearchWatch | None
) -> tuple[list[State], dict[State, int], list[list[int]], list[list[int]], list[bool]]:
    """States, their numbers, what follows and precedes each, and which are live."""
    ways, enter, goals = world.ways, world.enter, world.goals
    states, numbers = [world.first()], {world.first(): 0}
    successors: list[list[int]] = []
    predecessors: list[list[int]] = [[]]

    def onward(number: int) -> list[int]:
        state, following = states[number], list[int]()
        for way in () if goals[state[0]] else ways[state[0]]:
            after = enter(way, state)
            if after is not None:
                other = numbers.setdefault(after, len(states))
                if other == len(states):
                    states.append(after)
                    predecessors.append([])
                following.append(other)
                predecessors[other].append(number)
        successors.append(following)
        return following

    reach([0], onward, watch)
    ends = [number for number, state in enumerate(states) if goals[state[0]]]
    live = leading_to(predecessors, ends)
    return states, numbers, successors, predecessors, live


@dataclass(frozen=True, slots=True)
class Rounds:
    """Reverse reachability, a step of a play at a time, over all states that plays come to.

    Attributes:
        layers: of each round k, the states that R(k) has and R(k-1) doesn't; round 0 has the goals.
        total: the number of states, dead ones too.
        after: of each live state but goals, one that follows it, a round before.
    """

    layers: list[list[State]]
    total: int
    after: dict[State, State]

    def steps(self, number: int) -> Iterator[tuple[State, State]]:
        """Of each new state of a round, a step into the round before."""
        return ((state, self.after[state]) for state in self.layers[number] if state in self.after)


def rounds(world: World) -> Rounds:
    """The rounds of reverse reachability: forwards once, then backwards by breadth."""
    states, _, successors, predecessors, _ = _explored(world, None)
    ends = [number for number, state in enumerate(states) if world.goals[state[0]]]
    far = reach(ends, predecessors.__getitem__)
    layers: list[list[State]] = [[] for _ in range(max(far.values(), default=-1) + 1)]
    after = {}
    for number, distance in far.items():
        layers[distance].append(states[number])
        nearer = (other for other in successors[number] if far.get(other, -1) == distance - 1)
        if distance:
            after[states[number]] = states[next(nearer)]
    return Rounds([sorted(layer) for layer in layers], len(states), after)


def leading_to(predecessors: Sequence[Sequence[int]], ends: Iterable[int]) -> list[bool]:
    """Which states lead to one of these: one pass backwards over the recorded transitions."""
    found = reach(ends, predecessors.__getitem__)
    return [number in found for number in range(len(predecessors))]


def count_places(found: Exploration) -> tuple[int, int]:
    """The numbers of states and of dead states, places between points of interest counted too.

    Where the hero can stand between two points does not depend on the state, so each combination
    of collected, opened and switched needs just a union of sets of places, as bits.
    """
    contraction = found.contraction
    ahead = {
        point: sum(1 << place for place in contraction.around(point))
        for point in contraction.points
    }
    behind = list(_behind(contraction))
    standing: dict[tuple[int, int, int], int] = {}
    living: dict[tuple[int, int, int], int] = {}
    for number, (place, *rest) in enumerate(found.states):
        key = (rest[0], rest[1], rest[2])
        standing[key] = standing.get(key, 0) | ahead[place] | 1 << place
        if found.live[number]:
            living[key] = living.get(key, 0) | 1 << place
    for key, places in standing.items():
        probe = (-1, *key)
        mask = living.get(key, 0)
        for way, sources in behind:
            if places & sources & ~mask:
                after = contraction.world.enter(way, probe)
                if after is not None and found.live[found.numbers[after]]:
                    mask |= sources
        living[key] = mask
    states = sum(places.bit_count() for places in standing.values())
    alive = sum((places & living[key]).bit_count() for key, places in standing.items())
    return states, states - alive


def _behind(contraction: Contraction) -> Iterator[tuple[Way, int]]:
    """The ways from places in between into points of interest, and who gets to take each."""
    world = contraction.original
    points = set(contraction.points)
    free: list[list[int]] = [[] for _ in world.places]
    into: dict[Way, list[int]] = {}
    for place, ways in enumerate(world.ways):
        if place in points:
            continue
        for way in ways:
            if way[0] in points:
                into.setdefault(way, []).append(place)
            else:
                free[way[0]].append(place)
    for way, sources in sorted(into.items()):
        yield way, sum(1 << place for place in reach(sources, free.__getitem__))


def shortest_to(found: Exploration, wanted: Callable[[int], bool]) -> list[int] | None:
    """A cheapest route to a state that is wanted, as places of the world; None if none is."""
    world = found.contraction.world

    def onward(number: int) -> Iterator[tuple[Way, int, int]]:
        state = found.states[number]
        for way in world.ways[state[0]]:
            after = world.enter(way, state)
            if after is not None:
                yield way, found.numbers[after], way[1]

    searched = cheapest_first([0], onward, wanted)
    if searched.goal is None:
        return None
    return walked(found.contraction, (way for way, _ in searched.way(searched.goal)))


def walked(contraction: Contraction, ways: Iterable[Way]) -> list[int]:
    """The places from the start on, going these ways from point to point."""
    places = [contraction.original.start]
    for way in ways:
        places += contraction.path(places[-1], way)
    return places


def terminal(found: Exploration) -> set[int]:
    """The states from which nothing can be collected or opened any more, nor a goal reached."""
    dead = {number for number, live in enumerate(found.live) if not live}
    moving = [
        number
        for number in dead
        if any(found.states[n][1:3] != found.states[number][1:3] for n in found.successors[number])
    ]
    return dead - reach(moving, lambda n: dead.intersection(found.predecessors[n])).keys()
