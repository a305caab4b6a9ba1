"""The abstract graph as its source has it: points, distances, plan, and what estimates say.

The formula sheet's h_plan(s) = D_abs(u) + d_local(p, p_next) is worked out as it is printed, u
being the plan's point nearest to the hero. It counts the leg to p_next twice; see `estimates`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from pylab.families.dungeon.model import Abstract, Counter, Place, Tile, place_order
from pylab.families.dungeon.world import ANY, INFINITE, World, distances_to, to_goal, turned
from pylab.family.walks import reach


@dataclass(frozen=True)
class Graph:
    """The abstract graph of a dungeon, every door open."""

    world: World

    @cached_property
    def points(self) -> list[int]:
        """Where a step changes the state or depends on it, or leads to another room."""
        world = self.world
        marked = zip(world.gains, world.switches, world.goals, strict=True)
        found = {place for place, marks in enumerate(marked) if any(marks)} | {world.start}
        for place, ways in enumerate(world.ways):
            for target, _, lock, needs, switched in ways:
                if lock >= 0 or needs or switched != ANY:
                    found.add(target)
                if leaves(self.world, place, target):
                    found |= {place, target}
        return sorted(found, key=lambda point: place_order(world.places[point]))

    @cached_property
    def left(self) -> list[float]:
        """D of each place: the steps from there to the goal."""
        return to_goal(self.world)

    def legs(self, here: int) -> list[tuple[int, int]]:
        """The edges out of a point: d_r to the others of its room, 1 to those a step outside."""
        world, points = self.world, set(self.points)

        def within(place: int) -> list[int]:
            ways = world.ways[place]
            return [way[0] for way in ways if not leaves(self.world, place, way[0])]

        inside = reach([here], within)
        found = [(far, place) for place, far in inside.items() if far and place in points]
        return found + [(1, way[0]) for way in world.ways[here] if leaves(self.world, here, way[0])]

    @cached_property
    def plan(self) -> list[int]:
        """The points of a cheapest way from the start to the goal; none if there is no way."""
        here, left = self.world.start, self.left
        if left[here] == INFINITE:
            return []
        found = [here]
        while not self.world.goals[here]:
            order = (
                (leg, place_order(self.world.places[point]), point)
                for leg, point in self.legs(here)
                if leg + left[point] == left[here]
            )
            here = min(order)[2]
            found.append(here)
        return found

    @cached_property
    def sheet(self) -> list[float]:
        """The formula sheet's estimate for each place, if there is a plan."""
        back, plan = turned(self.world), self.plan
        if not plan:
            return []
        legs = [distances_to(back, [point]) for point in plan]
        found = []
        for place in range(len(self.world.places)):
            nearest = min(range(len(plan)), key=lambda i: (legs[i][place], -i))
            following = min(nearest + 1, len(plan) - 1)
            found.append(self.left[plan[nearest]] + legs[following][place])
        return found


def leaves(world: World, place: int, target: int) -> bool:
    """Whether a step leads to another room, or is a warp."""
    one, other = world.places[place], world.places[target]
    if isinstance(one, Tile) and isinstance(other, Tile) and one.room == other.room:
        return abs(one.y - other.y) + abs(one.x - other.x) > 1
    return True


def abstract(world: World, route: Sequence[int]) -> Abstract:
    """The answer to the task, given a cheapest route, or an empty one if there is none."""
    graph, places = Graph(world), world.places
    points = tuple((places[point], _number(graph.left[point])) for point in graph.points)
    if not graph.plan:
        return Abstract(points)
    return Abstract(
        points,
        plan=tuple(places[point] for point in graph.plan),
        ours=_number(graph.left[world.start]),
        sheet=_number(graph.sheet[world.start]),
        route=_places(world, route),
        counter=_counter(graph, route),
    )


def _places(world: World, route: Sequence[int]) -> tuple[Place, ...]:
    return tuple(world.places[place] for place in route)


def _counter(graph: Graph, route: Sequence[int]) -> Counter | None:
    """Where on the route the sheet's estimate exceeds what is left the most; None if nowhere."""
    excess = [
        (graph.sheet[place] - (len(route) - 1 - step), -step)
        for step, place in enumerate(route)
        if graph.sheet[place] < INFINITE
    ]
    most, minus = max(excess, default=(0, 0))
    if most <= 0:
        return None
    step = -minus
    place = route[step]
    return Counter(step, int(graph.left[place]), int(graph.sheet[place]), len(route) - 1 - step)


def _number(value: float) -> int | None:
    return None if value == INFINITE else int(value)
