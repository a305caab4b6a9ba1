"""A* over tiles, with the abstract plan's macro actions, and over points of interest.

Over tiles, a macro is one more move beside the single steps, so the optimum stays; it is carried
out step by step, and one that is stopped ends at the tile where it was. Over points of interest
the macros to all neighbours are the moves, which loses nothing either.
"""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass, field
from functools import partial

from pylab.base.finding import SearchWatch
from pylab.families.dungeon.abstract import Graph
from pylab.families.dungeon.estimates import Estimate, estimate
from pylab.families.dungeon.explore import live_states, walked
from pylab.families.dungeon.model import Instance, Settings
from pylab.families.dungeon.world import INFINITE, State, Way, World, contract, to_goal
from pylab.family.walks import breadth_first

MACRO_FAILURES = 16
"""After this many failed macros in a run they are switched off."""


@dataclass(slots=True)
class Figures:
    """What a search did.

    Attributes:
        expanded, generated: states.
        dominated: states not expanded since a better one was there.
        dead: states whose estimate is infinite: the coarse backward reachability.
        macros, macros_failed: macro actions tried, and stopped on the way.
        macros_off: whether they were switched off.
        pruned: moves not followed since they lead to dead states, if these are left out.
        dominance: whether dominance was used; it is not sound with switches.
    """

    expanded: int = 0
    generated: int = 0
    dominated: int = 0
    dead: int = 0
    macros: int = 0
    macros_failed: int = 0
    macros_off: bool = False
    pruned: int = 0
    dominance: bool = True


@dataclass(frozen=True, slots=True)
class Found:
    """A search's end.

    Attributes:
        places: the route, the start first; None if there is none.
        cost: its cost.
        bound: no route costs less.
        figures: what it took.
    """

    places: list[int] | None
    cost: int
    bound: int
    figures: Figures


@dataclass(slots=True)
class _Macros:
    """The plan's macro actions: from a point of the plan to the next, as ways."""

    routes: dict[int, list[Way]] = field(default_factory=dict)
    off: bool = False


def cheapest(instance: Instance, world: World, watch: SearchWatch | None = None) -> Found:
    """A cheapest route, or one within the settings' weight of it.

    Raises InstanceError for settings that don't fit.
    """
    settings = instance.settings
    if settings.space == "tiles":
        guess = estimate(instance, world, world, settings.heuristic)
        macros = _macros(world) if settings.heuristic in ("rooms", "landmarks") else _Macros()
        live = live_states(world, watch)[0] if settings.prune else None
        search = _Search(world, guess, settings, macros, watch, live)
        return search.run(lambda ways: [world.start, *(way[0] for way in ways)])
    contraction = contract(world)
    guess = estimate(instance, contraction.world, world, settings.heuristic)
    live = live_states(contraction.world, watch)[0] if settings.prune else None
    search = _Search(contraction.world, guess, settings, _Macros(), watch, live)
    return search.run(partial(walked, contraction))


def _macros(world: World) -> _Macros:
    """The paths between the plan's points, as the ways to be gone one by one."""
    routes: dict[int, list[Way]] = {}
    for one, other in itertools.pairwise(Graph(world).plan):
        path = _ways_between(world, one, other)
        if len(path) > 1:
            routes[one] = path
    return _Macros(routes)


def _ways_between(world: World, source: int, target: int) -> list[Way]:
    """The ways of a shortest path with every door open."""
    found = breadth_first(
        [source], lambda place: ((way, way[0]) for way in world.ways[place]), target.__eq__
    )
    return [way for way, _ in found.way(target)]


class _Search:
    """One run of A*."""

    def __init__(
        self,
        world: World,
        guess: Estimate,
        settings: Settings,
        macros: _Macros,
        watch: SearchWatch | None,
        live: Set[State] | None = None,
    ) -> None:
        self.live = live
        self.world, self.guess, self.settings, self.macros = world, guess, settings, macros
        self.weight = settings.weight
        self.watch = watch
        self.figures = Figures(dominance=not world.toggles)
        self.cost: dict[State, int] = {}
        self.parent: dict[State, tuple[State, Sequence[Way]]] = {}
        self.estimates: dict[State, float] = {}
        self.heap: list[tuple[float, int, int, State]] = []
        self.closed: dict[tuple[int, int], list[tuple[int, int]]] = {}

    def run(self, route: Callable[[Sequence[Way]], list[int]]) -> Found:
        """Search for ways to the goal; the route is the places that they lead through."""
        self._push(self.world.first(), 0, None, ())
        figures, goals = self.figures, self.world.goals
        while self.heap:
            priority, minus, _, state = heapq.heappop(self.heap)
            cost = -minus
            if cost > self.cost[state]:
                continue
            if goals[state[0]]:
                bound = self._bound(cost, priority)
                return Found(route(self._ways(state)), cost, bound, figures)
            if figures.dominance and self._is_dominated(state, cost):
                figures.dominated += 1
                continue
            figures.expanded += 1
            if self.watch is not None and figures.expanded % 256 == 0:
                self.watch.progress(nodes=figures.expanded)
            self._expand(state, cost)
        return Found(None, 0, 0, figures)

    def _expand(self, state: State, cost: int) -> None:
        enter = self.world.enter
        for way in self.world.ways[state[0]]:
            after = enter(way, state)
            if after is not None and self._is_live(after):
                self._push(after, cost + way[1], state, (way,))
        if not self.macros.off and state[0] in self.macros.routes:
            self._macro(state, cost, self.macros.routes[state[0]])

    def _macro(self, state: State, cost: int, path: list[Way]) -> None:
        """Carry out a macro; it ends where it is stopped, and single steps go on from there."""
        figures = self.figures
        figures.macros += 1
        here, gone = state, list[Way]()
        for way in path:
            after = self.world.enter(way, here)
            if after is None:
                figures.macros_failed += 1
                self.macros.off = figures.macros_off = figures.macros_failed >= MACRO_FAILURES
                break
            gone.append(way)
            here, cost = after, cost + way[1]
        if gone and self._is_live(here):
            self._push(here, cost, state, gone)

    def _is_live(self, state: State) -> bool:
        """Whether the goal can be reached from there, where that is known."""
        if self.live is None or state in self.live:
            return True
        self.figures.pruned += 1
        return False

    def _push(self, state: State, cost: int, parent: State | None, ways: Sequence[Way]) -> None:
        known = self.cost.get(state)
        if known is not None and known <= cost:
            return
        if state not in self.estimates:
            self.figures.generated += 1
            self.estimates[state] = self.guess(state)
        guess = self.estimates[state]
        if guess == INFINITE:
            self.figures.dead += 1
            return
        self.cost[state] = cost
        if parent is not None:
            self.parent[state] = (parent, ways)
        entry = (cost + self.weight * guess, -cost, len(self.parent), state)
        heapq.heappush(self.heap, entry)

    def _is_dominated(self, state: State, cost: int) -> bool:
        """Whether one at the same place with the same locks open has collected as much, no dearer.

        With more locks open, but the keys spent, a state may be worse off; so these must agree.
        """
        place, collected, opened, _ = state
        others = self.closed.setdefault((place, opened), [])
        for other, price in others:
            if price <= cost and collected & ~other == 0 and (other, price) != (collected, cost):
                return True
        others.append((collected, cost))
        return False

    def _bound(self, cost: int, priority: float) -> int:
        """What no route undercuts: of the states left open, the least cost plus estimate."""
        if self.settings.proves:
            return cost
        admissible = self.settings.heuristic != "sheet"
        behind = None if admissible else to_goal(self.world)
        left = [
            -minus + (self.estimates[state] if behind is None else behind[state[0]])
            for _, minus, _, state in self.heap
            if -minus == self.cost[state]
        ]
        least = int(min([float(cost), *left]))
        return max(least, -int(-(priority / self.weight) // 1)) if admissible else least

    def _ways(self, state: State) -> list[Way]:
        """The ways from the first state to this one."""
        found: list[Way] = []
        while state in self.parent:
            state, ways = self.parent[state]
            found.extend(reversed(ways))
        return found[::-1]
