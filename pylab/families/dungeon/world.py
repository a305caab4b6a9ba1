"""Dungeons and mission graphs as one machine over places, bits and ways; solves nothing.

Here collected things and opened locks are bits of two integers, as in the formula sheet's state
(position, inventory, map bits). Keys and bombs in hand are what was collected minus what was spent.
`World.enter` is the step of all searches, of the generator's samples and of what is watched.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import assert_never

from pylab.base.errors import InstanceError
from pylab.families.dungeon.model import (
    ARROWS,
    CROSSING_ITEMS,
    THINGS,
    Dungeon,
    InitialState,
    Instance,
    Mark,
    Mission,
    Place,
    lock_name,
)
from pylab.family.walks import breadth_first, reach

INFINITE = float("inf")

ANY, UP, DOWN = -1, 0, 1
"""What a way asks of the switch: nothing, not switched, switched."""

Way = tuple[int, int, int, tuple[int, ...], int]
"""To which place, at what cost, through which lock (-1: none), what must have been collected
(of each mask, one bit), and how the switch must be."""

NEVER = 0
"""A need that nothing meets."""

Gate = tuple[int, tuple[int, ...], int]
"""The lock, the needs and the switch of a way."""

FREE: Gate = (-1, (), ANY)


def bits(mask: int) -> list[int]:
    """The numbers of the bits that are set."""
    return [bit for bit in range(mask.bit_length()) if mask >> bit & 1]


State = tuple[int, int, int, int]
"""A place, the collected bits, the opened bits, whether the switch is on (0 or 1)."""


@dataclass(slots=True)
class World:
    """A machine whose states are `State`.

    Attributes:
        places: what the numbers of places stand for.
        start: the first place.
        begun: the state that plays begin at, at `start`; None if nothing has come about yet.
        goals: for each place, whether it is a goal.
        ways: for each place, the ways out of it.
        gains: for each place, the bits collected there.
        switches: for each place, whether entering it turns the switch.
        keys, bombs: in hand at the start.
        key_bits, bomb_bits: the collected bits that are keys, and bombs.
        key_locks, bomb_locks: the opened bits that cost a key, and a bomb.
        locks: the names of the locks, by bit.
        things: what each collected bit is: `key`, `bomb`, `boss key`, an item or a flag by name.
        toggles: whether there is a switch at all.
    """

    places: list[Place]
    start: int
    goals: list[bool]
    ways: list[list[Way]]
    gains: list[int]
    switches: list[bool]
    keys: int = 0
    bombs: int = 0
    key_bits: int = 0
    bomb_bits: int = 0
    key_locks: int = 0
    bomb_locks: int = 0
    locks: list[str] = field(default_factory=list)
    things: list[str] = field(default_factory=list)
    begun: State | None = None

    @property
    def toggles(self) -> bool:
        return any(self.switches)

    @property
    def ends(self) -> list[int]:
        """The places that are goals."""
        return [place for place, goal in enumerate(self.goals) if goal]

    def first(self) -> State:
        """The state that plays begin at: at the start, with what lies there."""
        return self.begun or (self.start, self.gains[self.start], 0, 0)

    def keys_in_hand(self, collected: int, opened: int) -> int:
        found = (collected & self.key_bits).bit_count()
        return self.keys + found - (opened & self.key_locks).bit_count()

    def bombs_in_hand(self, collected: int, opened: int) -> int:
        found = (collected & self.bomb_bits).bit_count()
        return self.bombs + found - (opened & self.bomb_locks).bit_count()

    def enter(self, way: Way, state: State) -> State | None:
        """The state after going that way; None if it is closed."""
        target, _, lock, needs, switched = way
        _, collected, opened, switch = state
        if switched not in (ANY, switch):
            return None
        for mask in needs:
            if not collected & mask:
                return None
        if lock >= 0 and not opened >> lock & 1:
            bit = 1 << lock
            if bit & self.key_locks:
                if self.keys_in_hand(collected, opened) < 1:
                    return None
            elif self.bombs_in_hand(collected, opened) < 1:
                return None
            opened |= bit
        if self.switches[target]:
            switch = 1 - switch
        return target, collected | self.gains[target], opened, switch


def world_of(instance: Instance) -> World:
    """The machine of a dungeon or a mission graph. Raises InstanceError for a survey."""
    if isinstance(instance, Dungeon | Mission):
        world = _of_dungeon(instance) if isinstance(instance, Dungeon) else _of_mission(instance)
        return world if instance.initial is None else _beginning(world, instance.initial)
    raise InstanceError(
        "expected a dungeon or a mission graph, found a survey of a map and a graph, "
        "which can only be aligned"
    )


def _beginning(world: World, initial: InitialState) -> World:
    """The machine from that state on."""
    numbers = {place: number for number, place in enumerate(world.places)}
    start, collected = numbers[initial.place], 0
    for place in initial.emptied:
        collected |= world.gains[numbers[place]]
    opened = sum(1 << world.locks.index(lock) for lock in initial.unlocked)
    return replace(world, start=start, begun=(start, collected, opened, int(initial.turned)))


def _of_mission(mission: Mission) -> World:
    numbers = {room.name: i for i, room in enumerate(mission.rooms)}
    flags = sorted({f for room in mission.rooms for f in room.flags})
    bit = {flag: 1 << i for i, flag in enumerate(flags)}
    things = list(flags)
    gains = []
    for room in mission.rooms:
        mask = sum(bit[flag] for flag in room.flags)
        for _ in range(room.keys):
            mask |= 1 << len(things)
            things.append("key")
        gains.append(mask)
    # what lies nowhere is never held, but one such thing is not another
    absent = sorted({f for each in mission.passages for f in each.flags} - set(flags))
    bit |= {flag: 1 << i for i, flag in enumerate(absent, len(things))}
    locks: dict[str, int] = {}
    for each in mission.passages:
        if each.locked and not each.sealed:
            locks.setdefault(lock_name(each.tail, each.head), len(locks))
    ways: list[list[Way]] = [[] for _ in mission.rooms]
    for each in mission.passages:
        if not each.sealed:
            lock = locks[lock_name(each.tail, each.head)] if each.locked else -1
            needs = tuple(bit[flag] for flag in each.flags)
            ways[numbers[each.tail]].append((numbers[each.head], 1, lock, needs, ANY))
    goals = set(mission.goals)
    return World(
        places=[room.name for room in mission.rooms],
        start=numbers[mission.start],
        goals=[room.name in goals for room in mission.rooms],
        ways=ways,
        gains=gains,
        switches=[False] * len(mission.rooms),
        key_bits=(1 << len(things)) - (1 << len(flags)),
        key_locks=(1 << len(locks)) - 1,
        locks=list(locks),
        things=things,
    )


class _Compiler:
    """Numbers for a dungeon's things and locks, and what it takes to enter a tile."""

    def __init__(self, dungeon: Dungeon) -> None:
        self.spends_bombs = dungeon.bombs is not None
        self.marks = dungeon.marks()
        self.turns = any(mark.kind == "switch" for mark in self.marks.values())
        self.things: list[str] = []
        self.key_bits = self.bomb_bits = self.key_locks = self.bomb_locks = 0
        self.flags: dict[str, int] = {}
        self.locks: dict[tuple[str, str], int] = {}
        self.gains = [self._gain(mark) for mark in self.marks.values()]
        self.gates = {tile: self._gate(mark) for tile, mark in self.marks.items()}

    def _gain(self, mark: Mark) -> int:
        """The bit of what is collected there, if it is anything."""
        if mark.kind not in THINGS or (mark.kind == "bomb" and not self.spends_bombs):
            return 0
        what = mark.name if mark.kind == "item" else mark.kind
        bit = 1 << len(self.things)
        self.things.append(what)
        if mark.kind == "key":
            self.key_bits |= bit
        elif mark.kind == "bomb":
            self.bomb_bits |= bit
        else:
            self.flags[what] = self.flags.get(what, NEVER) | bit
        return bit

    def _gate(self, mark: Mark) -> Gate:
        """What it takes to enter the tile."""
        match mark.kind:
            case "lock":
                lock = self._lock("key", mark.name)
                self.key_locks |= 1 << lock
                return lock, (), ANY
            case "bombable wall":
                if not self.spends_bombs:
                    return FREE
                lock = self._lock("bomb", mark.name)
                self.bomb_locks |= 1 << lock
                return lock, (), ANY
            case "boss door":
                return -1, (self.flags.get("boss key", NEVER),), ANY
            case "item door":
                return -1, (self.flags.get(mark.name, NEVER),), ANY
            case "water":
                crossing = (self.flags.get(item, NEVER) for item in CROSSING_ITEMS)
                return -1, (sum(crossing),), ANY
            case "raised":
                return -1, (), DOWN
            case "lowered":
                return (-1, (), UP) if self.turns else FREE
            case (
                "floor" | "key" | "boss key" | "bomb" | "item" | "switch" | "one-way" | "stairs"
                | "start" | "goal"
            ):  # fmt: skip
                return FREE
            case _:
                assert_never(mark.kind)

    def _lock(self, kind: str, name: str) -> int:
        return self.locks.setdefault((kind, name), len(self.locks))


@lru_cache(maxsize=4)
def _of_dungeon(dungeon: Dungeon) -> World:
    compiler = _Compiler(dungeon)
    marks = compiler.marks
    numbers = {place: i for i, place in enumerate(marks)}
    ways: list[list[Way]] = []
    for tile, beside in dungeon.beside().items():
        out: list[Way] = []
        for direction, other in beside:
            arrows = [each.name for each in (marks[tile], marks[other]) if each.kind == "one-way"]
            if not direction or all(ARROWS[arrow] == direction for arrow in arrows):
                out.append((numbers[other], 1, *compiler.gates[other]))
        ways.append(out)
    kinds = [mark.kind for mark in marks.values()]
    return World(
        places=list(marks),
        start=kinds.index("start"),
        goals=[kind == "goal" for kind in kinds],
        ways=ways,
        gains=compiler.gains,
        switches=[kind == "switch" for kind in kinds],
        keys=dungeon.keys,
        bombs=dungeon.bombs or 0,
        key_bits=compiler.key_bits,
        bomb_bits=compiler.bomb_bits,
        key_locks=compiler.key_locks,
        bomb_locks=compiler.bomb_locks,
        locks=[name for _, name in compiler.locks],
        things=compiler.things,
    )


def points_of_interest(world: World) -> list[int]:
    """The places whose entry changes the state, depends on it, or can't be undone.

    The start and the goals too. Without the last kind a trap between points would be overlooked.
    """
    marked = zip(world.gains, world.switches, world.goals, strict=True)
    found = {place for place, marks in enumerate(marked) if any(marks)} | {world.start}
    free: list[list[int]] = []
    gates: dict[int, set[Gate]] = {}
    for ways in world.ways:
        free.append([way[0] for way in ways if way[2] < 0 and not way[3] and way[4] == ANY])
        if len(free[-1]) < len(ways):
            for target, _, lock, needs, switched in ways:
                if lock >= 0 or needs or switched != ANY:
                    gates.setdefault(target, set()).add((lock, needs, switched))
    found |= gates.keys()
    oneway = [
        (place, target)
        for place, targets in enumerate(free)
        for target in targets
        if place not in free[target] and target not in found
    ]
    ungated = {target for targets in free for target in targets} if oneway else set()
    for place, target in oneway:
        own = gates.get(place, set())
        passed = len(own) == 1 and place not in ungated and place != world.start
        if not (passed and any(w[0] == place and w[2:] in own for w in world.ways[target])):
            found.add(target)
    return sorted(found)


@dataclass(slots=True)
class Contraction:
    """A world whose ways lead from one point of interest to the next, by free walking between.

    All points that can be reached without touching another one are there, so nothing is lost: a
    state changes only at such points.

    Attributes:
        original: the world that was contracted.
        world: the contracted world, with the places' numbers of the original one.
        points: the points of interest.
        inner: of each place, where one can step that is no point.
        lasts: of each point and way out of it, the place before the way's end.
    """

    original: World
    world: World
    points: list[int]
    inner: list[list[int]]
    lasts: dict[tuple[int, Way], int]

    def around(self, point: int) -> Iterable[int]:
        """The places that can be walked to from a point before the next."""
        return list(reach([point], self.inner.__getitem__))[1:]

    def path(self, source: int, way: Way) -> list[int]:
        """The places after the source on one of its ways, the way's end last."""
        last = self.lasts[source, way]
        found = breadth_first([source], lambda at: ((at, to) for to in self.inner[at]), last.__eq__)
        return [*(place for _, place in found.way(last)), way[0]]


def contract(world: World) -> Contraction:
    """The macro actions: from each point of interest to all that are next to it, by breadth.

    Every way of the world costs 1.

    The same two points are joined by several ways if their conditions differ; the cheapest of
    each kind is kept. A switch can be left and entered again, which turns it once more; and any
    point by way of a lock that is not open yet, which costs a key.
    """
    points = points_of_interest(world)
    noted = set(points)
    inside = behind(world)
    inner: list[list[int]] = []
    exits: list[list[Way]] = []
    for place, out in enumerate(world.ways):
        leaving = [] if world.goals[place] else out
        inner.append([way[0] for way in leaving if way[0] not in noted])
        exits.append([way for way in leaving if way[0] in noted])
    ways: list[list[Way]] = [[] for _ in world.places]
    lasts: dict[tuple[int, Way], int] = {}
    for point in points:
        found: dict[tuple[int, int, tuple[int, ...], int], tuple[int, int]] = {}
        for place, far in reach([point], inner.__getitem__).items():
            for target, _, lock, needs, switched in exits[place]:
                if target == point and not world.switches[point] and lock in (-1, inside[point]):
                    continue
                found.setdefault((target, lock, needs, switched), (far + 1, place))
        for (target, lock, needs, switched), (total, place) in found.items():
            way = (target, total, lock, needs, switched)
            ways[point].append(way)
            lasts[point, way] = place
    return Contraction(world, replace(world, ways=ways), points, inner, lasts)


def behind(world: World) -> list[int]:
    """Of each place, the lock that must be open for anybody to be there; -1 if there is none."""
    into: list[set[int]] = [set() for _ in world.places]
    for ways in world.ways:
        for way in ways:
            into[way[0]].add(way[2])
    return [
        next(iter(locks)) if len(locks) == 1 and place != world.start else -1
        for place, locks in enumerate(into)
    ]


Turned = list[list[tuple[int, int]]]
"""Of each place, from where one gets to it and at what cost, with every door open."""


def turned(world: World) -> Turned:
    """The ways of a world turned round."""
    from_: Turned = [[] for _ in world.places]
    for place, out in enumerate(world.ways):
        for way in out:
            from_[way[0]].append((place, way[1]))
    return from_


def distances_to(from_: Turned, targets: Iterable[int]) -> list[float]:
    """Of each place, the least cost to a target with every door open; infinite if there is none.

    Dijkstra's algorithm in buckets of equal cost, against the ways.
    """
    distance = [INFINITE] * len(from_)
    buckets: list[list[int]] = [list(targets)]
    for target in buckets[0]:
        distance[target] = 0
    cost = 0
    while cost < len(buckets):
        for place in buckets[cost]:
            if distance[place] < cost:
                continue
            for other, step in from_[place]:
                total = cost + step
                if total < distance[other]:
                    distance[other] = total
                    buckets += [[] for _ in range(total + 1 - len(buckets))]
                    buckets[total].append(other)
        cost += 1
    return distance


def to_goal(world: World) -> list[float]:
    """Of each place, the least cost to a goal with every door open; infinite if there is none."""
    return distances_to(turned(world), world.ends)
