"""Dungeons and mission graphs as one machine over places, bits and ways; solves nothing.

Here collected things and opened locks are bits of two integers, as in the formula sheet's state
(position, inventory, map bits). Keys and bombs in hand are what was collected minus what was spent.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from pylab.errors import InstanceError
from pylab.families.dungeon.model import (
    ARROWS,
    BOMB,
    BOSS_DOOR,
    BOSS_KEY,
    CRACKED,
    CROSSING_ITEMS,
    GOAL,
    KEY,
    LOCK,
    LOWERED,
    RAISED,
    START,
    SWITCH,
    WATER,
    Dungeon,
    Instance,
    Mission,
    Place,
    lock_name,
)

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

State = tuple[int, int, int, int]
"""A place, the collected bits, the opened bits, whether the switch is on (0 or 1)."""


@dataclass(slots=True)
class World:
    """A machine whose states are `State`.

    Attributes:
        places: what the numbers of places stand for.
        start: the first place.
        goals: for each place, whether it is a goal.
        ways: for each place, the ways out of it.
        gains: for each place, the bits collected there.
        switches: for each place, whether entering it turns the switch.
        keys, bombs: in hand at the start.
        key_bits, bomb_bits: the collected bits that are keys, and bombs.
        key_locks, bomb_locks: the opened bits that cost a key, and a bomb.
        locks: the names of the locks, by bit.
        things: where each collected bit lies, for messages: names by bit.
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

    @property
    def toggles(self) -> bool:
        return any(self.switches)

    def first(self) -> State:
        """The state at the start, with what lies there."""
        return self.start, self.gains[self.start], 0, 0

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
    if isinstance(instance, Dungeon):
        return _of_dungeon(instance)
    if isinstance(instance, Mission):
        return _of_mission(instance)
    raise InstanceError(
        "expected a dungeon or a mission graph, found a survey of a map and a graph, "
        "which can only be aligned"
    )


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
            things.append(f"key in {room.name}")
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
        self.dungeon = dungeon
        self.things: list[str] = []
        self.key_bits = self.bomb_bits = self.key_locks = self.bomb_locks = 0
        self.flags: dict[str, int] = {}
        self.locks: dict[str, int] = {}
        self.gains: dict[Place, int] = {}
        self.legends = {legend.letter: legend for legend in dungeon.legends}
        self.named = dungeon.named()
        glyphs = dungeon.glyphs()
        for tile, glyph in glyphs.items():
            self.gains[tile] = self._gain(tile, glyph)
        crossing = sum(self.flags.get(f"item {name}", 0) for name in CROSSING_ITEMS)
        self.water = (crossing,)
        self.boss = (self.flags.get("boss", NEVER),)
        self.turns = SWITCH in glyphs.values()

    def _gain(self, tile: Place, glyph: str) -> int:
        item = self.named.get(glyph)
        counts = glyph in (KEY, BOSS_KEY) or (glyph == BOMB and self.dungeon.bombs is not None)
        if item is None and not counts:
            return 0
        bit = 1 << len(self.things)
        self.things.append(f"{item or glyph} at {tile}")
        if item is not None:
            self.flags[f"item {item}"] = self.flags.get(f"item {item}", 0) | bit
        elif glyph == KEY:
            self.key_bits |= bit
        elif glyph == BOMB:
            self.bomb_bits |= bit
        else:
            self.flags["boss"] = self.flags.get("boss", 0) | bit
        return bit

    def gate(self, tile: Place, glyph: str) -> tuple[int, tuple[int, ...], int]:
        """Lock, needs and switch of entering the tile."""
        legend = self.legends.get(glyph)
        kind = {LOCK: "key", CRACKED: "bomb", BOSS_DOOR: "boss"}.get(glyph, "")
        name = str(tile)
        if legend is not None:
            kind, name = legend.opened_by, legend.name
        if kind == "key" or (kind == "bomb" and self.dungeon.bombs is not None):
            identity = f"{kind} {name}"
            lock = self.locks.setdefault(identity, len(self.locks))
            if kind == "key":
                self.key_locks |= 1 << lock
            else:
                self.bomb_locks |= 1 << lock
            return lock, (), ANY
        if kind == "boss":
            return -1, self.boss, ANY
        if kind == "item":
            return -1, (self.flags.get(f"item {name}", NEVER),), ANY
        if glyph == WATER:
            return -1, self.water, ANY
        if not self.turns:  # blocks stay as they are at first
            return -1, (NEVER,) if glyph == RAISED else (), ANY
        return -1, (), {RAISED: DOWN, LOWERED: UP}.get(glyph, ANY)


def _of_dungeon(dungeon: Dungeon) -> World:
    compiler = _Compiler(dungeon)
    glyphs = dungeon.glyphs()
    places: list[Place] = list(glyphs)
    numbers = {place: i for i, place in enumerate(places)}
    beside = dungeon.beside()
    gates = {tile: compiler.gate(tile, glyph) for tile, glyph in glyphs.items()}
    ways: list[list[Way]] = []
    for tile, glyph in glyphs.items():
        out: list[Way] = []
        for direction, other in beside[tile]:
            bound = (ARROWS.get(glyph), ARROWS.get(glyphs[other]))
            if direction and any(arrow not in (None, direction) for arrow in bound):
                continue
            lock, needs, switched = gates[other]
            out.append((numbers[other], 1, lock, needs, switched))
        ways.append(out)
    return World(
        places=places,
        start=numbers[dungeon.find(START)[0]],
        goals=[glyph == GOAL for glyph in glyphs.values()],
        ways=ways,
        gains=[compiler.gains[place] for place in places],
        switches=[glyph == SWITCH for glyph in glyphs.values()],
        keys=dungeon.keys,
        bombs=dungeon.bombs or 0,
        key_bits=compiler.key_bits,
        bomb_bits=compiler.bomb_bits,
        key_locks=compiler.key_locks,
        bomb_locks=compiler.bomb_locks,
        locks=[identity.split(" ", 1)[1] for identity in compiler.locks],
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

    def around(self, point: int) -> dict[int, int]:
        """The places that can be walked to from a point before the next, each with its parent."""
        parent: dict[int, int] = {}
        frontier = [] if self.original.goals[point] else [point]
        while frontier:
            following: list[int] = []
            for place in frontier:
                for target in self.inner[place]:
                    if target not in parent:
                        parent[target] = place
                        following.append(target)
            frontier = following
        return parent

    def path(self, source: int, way: Way) -> list[int]:
        """The places after the source on one of its ways, the way's end last."""
        parent, place = self.around(source), self.lasts[source, way]
        path = [way[0]]
        while place != source:
            path.append(place)
            place = parent[place]
        return path[::-1]


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
    for out in world.ways:
        beside = [way[0] for way in out]
        if noted.isdisjoint(beside):
            inner.append(beside)
            exits.append([])
        else:
            inner.append([target for target in beside if target not in noted])
            exits.append([way for way in out if way[0] in noted])
    ways: list[list[Way]] = [[] for _ in world.places]
    lasts: dict[tuple[int, Way], int] = {}
    for point in points:
        if world.goals[point]:
            continue
        seen = bytearray(len(world.places))
        border = [(1, point)]  # where points are beside, and the cost of a step from there
        frontier, cost = [point], 1
        while frontier:
            cost += 1
            following: list[int] = []
            for place in frontier:
                for target in inner[place]:
                    if not seen[target]:
                        seen[target] = 1
                        following.append(target)
                        if exits[target]:
                            border.append((cost, target))
            frontier = following
        found: dict[tuple[int, int, tuple[int, ...], int], tuple[int, int]] = {}
        for cost, place in border:
            for target, _, lock, needs, switched in exits[place]:
                kind = (target, lock, needs, switched)
                if target == point and not world.switches[point] and lock in (-1, inside[point]):
                    continue
                if kind not in found:
                    found[kind] = (cost, place)
        for (target, lock, needs, switched), (total, place) in found.items():
            way = (target, total, lock, needs, switched)
            ways[point].append(way)
            lasts[point, way] = place
    contracted = World(
        world.places,
        world.start,
        world.goals,
        ways,
        world.gains,
        world.switches,
        world.keys,
        world.bombs,
        world.key_bits,
        world.bomb_bits,
        world.key_locks,
        world.bomb_locks,
        world.locks,
        world.things,
    )
    return Contraction(world, contracted, points, inner, lasts)


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


def distances_to(from_: Turned, targets: list[int]) -> list[float]:
    """Of each place, the least cost to a target with every door open; infinite if there is none.

    Dijkstra's algorithm in buckets of equal cost, against the ways.
    """
    distance = [INFINITE] * len(from_)
    buckets: list[list[int]] = [list(targets)]
    for target in targets:
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
                    while len(buckets) <= total:
                        buckets.append([])
                    buckets[total].append(other)
        cost += 1
    return distance
