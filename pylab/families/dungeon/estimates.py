"""Estimates of the cost to the goal; searches nothing.

The formula sheet's plan-guided heuristic adds a local leg to the plan's distance and so counts
a leg twice. Where the local leg ends at the point j of the room at which the abstract distance
begins, h(s) = min over j of d_r(p, j) + D(j), it is the distance with every door open: it never
exceeds the true cost and falls by at most the cost of a move.
"""

from __future__ import annotations

from collections.abc import Callable

from pylab.base.errors import InstanceError
from pylab.families.dungeon.abstract import Graph
from pylab.families.dungeon.model import Dungeon, Instance, Tile
from pylab.families.dungeon.world import (
    INFINITE,
    State,
    Turned,
    World,
    behind,
    bits,
    distances_to,
    to_goal,
    turned,
)
from pylab.family.walks import reach

Estimate = Callable[[State], float]
"""A lower bound on the cost from a state to the goal; infinite if there is no way."""


def estimate(instance: Instance, world: World, original: World, name: str) -> Estimate:
    """The heuristic of that name for states of `world`, a contraction of `original` or the same.

    Raises InstanceError for manhattan in a graph without tiles.
    """
    if name == "none":
        return lambda _: 0
    if name == "manhattan":
        table = _manhattan(instance, original)
        return lambda state: table[state[0]]
    if name == "sheet":
        return _sheet(instance, original)
    if name == "rooms":
        left = to_goal(original)
        return lambda state: left[state[0]]
    assert name == "landmarks"
    return Landmarks(world).estimate


def _sheet(instance: Instance, world: World) -> Estimate:
    """The formula sheet's max(h_base, h_plan); not admissible, as h_plan counts a leg twice.

    Where it has no number, as the plan's next point is out of reach, the distance with every door
    open stands for it, which is infinite only where there is no way.
    """
    graph = Graph(world)
    base = _manhattan(instance, world) if isinstance(instance, Dungeon) else graph.left
    table = [
        left if sheet == INFINITE or left == INFINITE else max(least, sheet)
        for left, least, sheet in zip(graph.left, base, graph.sheet or graph.left, strict=True)
    ]
    return lambda state: table[state[0]]


def _manhattan(instance: Instance, world: World) -> list[float]:
    """Rows plus columns to the goal, or to the nearest warp and from there.

    Rooms of different sizes have no common rows and columns; then nothing is claimed.
    """
    if not isinstance(instance, Dungeon):
        raise InstanceError(
            "expected a heuristic of none, rooms, landmarks, sheet, found 'manhattan': "
            "a mission graph has no rows and columns"
        )
    if len({(room.height, room.width) for room in instance.chambers}) > 1:
        return [0] * len(world.places)
    height, width = instance.chambers[0].height, instance.chambers[0].width
    corners = {r.name: (r.row * height, r.column * width) for r in instance.chambers}
    spots = []
    for place in world.places:
        assert isinstance(place, Tile)
        row, column = corners[place.room]
        spots.append((row + place.y, column + place.x))
    goals = [spots[i] for i, goal in enumerate(world.goals) if goal]
    warps = [
        (spots[i], spots[way[0]])
        for i, ways in enumerate(world.ways)
        for way in ways
        if _apart(spots[i], spots[way[0]]) > 1
    ]
    beyond = min((min(_apart(end, g) for g in goals) for _, end in warps), default=0)
    found: list[float] = []
    for spot in spots:
        direct = min(_apart(spot, goal) for goal in goals)
        by_warp = min((_apart(spot, w) for w, _ in warps), default=direct) + 1 + beyond
        found.append(min(direct, by_warp) if warps else direct)
    return found


def _apart(one: tuple[int, int], other: tuple[int, int]) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


class Landmarks:
    """What still has to be fetched on the way: flags that the goal needs, and keys.

    A flag (boss key, item) is needed where every way to the goal asks for it; keys are, where
    every way leads through more closed locks than keys are in hand. With m keys to be fetched
    the m-th nearest one is a landmark too, since one of them is at least as far.
    """

    def __init__(self, world: World) -> None:
        self.world = world
        self.back = turned(world)
        self.to_goal = distances_to(self.back, world.ends)
        self.holders: dict[int, list[int]] = {}
        for place, gain in enumerate(world.gains):
            for bit in bits(gain):
                self.holders.setdefault(bit, []).append(place)
        self._through: dict[int, list[float]] = {}
        self._closed: dict[int, list[float]] = {}
        self._inside, self._loose = _extents(world)
        self._left = [place for place, ways in enumerate(world.ways) if ways]
        self._needs = self._needed()

    def estimate(self, state: State) -> float:
        """A lower bound on what is left to walk."""
        place, collected, opened, _ = state
        bound = self.to_goal[place]
        if bound == INFINITE:
            return INFINITE
        for mask, without in self._needs:
            if not collected & mask and without[place] == INFINITE:
                bound = max(
                    bound, min((self._via(bit)[place] for bit in bits(mask)), default=INFINITE)
                )
        world = self.world
        hand = world.keys_in_hand(collected, opened)
        missing = self._locks_ahead(opened)[place] - hand
        if missing > 0:
            left = world.key_bits & ~collected
            if missing > left.bit_count():
                return INFINITE
            tours = sorted(self._via(bit)[place] for bit in bits(left))
            bound = max(bound, tours[int(missing) - 1])
        return bound

    def _via(self, bit: int) -> list[float]:
        """Of each place, the least cost to the goal by way of this thing, with every door open."""
        if bit not in self._through:
            via = [INFINITE] * len(self.world.places)
            for holder in self.holders.get(bit, ()):
                legs = distances_to(self.back, [holder])
                rest = self.to_goal[holder]
                via = [min(v, leg + rest) for v, leg in zip(via, legs, strict=True)]
            self._through[bit] = via
        return self._through[bit]

    def _needed(self) -> list[tuple[int, list[float]]]:
        """The masks that ways ask for, each with the distances to the goal on all other ways."""
        masks = sorted({mask for ways in self.world.ways for way in ways for mask in way[3]})
        found = []
        for mask in masks:
            back: Turned = [[] for _ in self.world.places]
            for place in self._left:
                for way in self.world.ways[place]:
                    if mask not in way[3]:
                        back[way[0]].append((place, way[1]))
            found.append((mask, distances_to(back, self.world.ends)))
        return found

    def _locks_ahead(self, opened: int) -> list[float]:
        """Of each place, the fewest closed key locks on a way to the goal."""
        if opened not in self._closed:
            world = self.world
            shut = world.key_locks & ~opened & ~self._loose
            back: Turned = [[] for _ in world.places]
            for place in self._left:
                for target, _, lock, _, _ in world.ways[place]:
                    closed = lock >= 0 and self._inside[place] != lock and shut >> lock & 1
                    back[target].append((place, int(closed)))
            self._closed[opened] = distances_to(back, world.ends)
        return self._closed[opened]


def _extents(world: World) -> tuple[list[int], int]:
    """Of each place, the lock that must be open for anybody to be there (-1: none).

    And the locks that lie in several parts: a way may lead through such a lock twice, but pays
    for it once, so they can't be counted.
    """
    inside = behind(world)
    parts: dict[int, list[int]] = {}
    for place, lock in enumerate(inside):
        if lock >= 0:
            parts.setdefault(lock, []).append(place)
    loose = 0
    for lock, places in parts.items():
        beside = {
            place: [way[0] for way in world.ways[place] if way[0] in places] for place in places
        }
        if any(len(reach([place], beside.__getitem__)) < len(places) for place in places):
            loose |= 1 << lock
    return inside, loose
