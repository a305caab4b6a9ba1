"""Random dungeons and mission graphs; knows nothing of their solutions."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from pylab.families.dungeon.dotfile import PASSAGE_SIGNS, ROOM_SIGNS
from pylab.families.dungeon.dungeonfile import MAX_COUNT
from pylab.families.dungeon.model import (
    ARROWS,
    BOMB,
    BOSS_DOOR,
    BOSS_KEY,
    CRACKED,
    DOORS,
    FLOOR,
    GOAL,
    KEY,
    LOCK,
    LOWERED,
    RAISED,
    START,
    SWITCH,
    WALL,
    WATER,
    Chamber,
    Dungeon,
    Instance,
    Legend,
    Mission,
    Passage,
    Room,
    Warp,
)
from pylab.family.walks import reach

_SIDES = {"e": (0, 1), "s": (1, 0)}


def generate(
    rng: random.Random,
    kind: str = "tiles",
    rows: int = 3,
    columns: int = 3,
    size: int = 7,
    keys: int = 3,
    bombs: int = 0,
    oneways: float = 0.0,
    warps: int = 0,
    switches: int = 0,
    boss: bool = False,
    water: bool = False,
    blocks: float = 0.1,
    held: int = 0,
    charges: int = 0,
    strewn: float = 0.0,
) -> Instance:
    """A dungeon of rows by columns rooms, or a mission graph of as many; solvable or not.

    Raises:
        ValueError: for values that make none.
    """
    if kind not in ("tiles", "graph"):
        raise ValueError(f"expected a kind of tiles, graph, found {kind!r}")
    if not (1 <= rows <= 40 and 1 <= columns <= 40 and rows * columns >= 2):
        raise ValueError("expected at least two rooms, and 1 to 40 rows and columns")
    if not 5 <= size <= 40:
        raise ValueError(f"expected a size from 5 to 40, found {size}")
    counts = (keys, bombs, warps, switches)
    if min(counts) < 0 or sum(counts) > rows * columns * (size - 2):
        most = rows * columns * (size - 2)
        found = f"{keys}, {bombs}, {warps} and {switches}"
        raise ValueError(
            f"expected no negative number of keys, bombs, warps or switches, and at most {most} "
            f"of them in all, found {found}"
        )
    if not (0 <= oneways <= 1 and 0 <= blocks <= 0.5):
        raise ValueError("expected oneways from 0 to 1 and blocks from 0 to 0.5")
    if not (0 <= held <= MAX_COUNT and -1 <= charges <= MAX_COUNT):
        raise ValueError(f"expected 0 to {MAX_COUNT:,} keys, and bombs, held, or -1 of these")
    if not 0 <= strewn <= 1:
        raise ValueError("expected strewn from 0 to 1")
    joints = _joints(rng, rows, columns)
    if kind == "graph":
        if held or charges:
            raise ValueError("expected nothing held at the start of a graph")
        mission = _graph(rng, rows * columns, joints, keys, oneways, boss)
        return marked(rng, mission, strewn) if strewn else mission
    plan = _Plan(rng, rows, columns, size, joints)
    plan.strew(WALL, blocks)
    if water:
        plan.strew(WATER, 0.05)
    plan.cut(keys, bombs, oneways, switches)
    plan.furnish(keys, bombs, switches, boss, water)
    dungeon = plan.dungeon(water, warps)
    dungeon = replace(dungeon, keys=held, bombs=None if charges < 0 else charges)
    return strewed(rng, dungeon, strewn) if strewn else dungeon


Joint = tuple[int, int, str]
"""Two neighbouring rooms, and the side of the first that the second lies on."""


def sample(rng: random.Random) -> Instance:
    """A dungeon of a few rooms, to try encodings on: with a route to the goal or without.

    Sooner or later there is every tile, every kind of door, every mark and every option.
    """
    if rng.random() < 0.3:
        return generate(
            rng,
            kind="graph",
            rows=rng.randint(1, 2),
            columns=rng.randint(2, 3),
            keys=rng.randint(0, 2),
            oneways=rng.choice((0.0, 0.3)),
            strewn=rng.choice((0.0, 0.1, 0.3)),
        )
    if rng.random() < 0.5:  # nothing but arrows, or what they change is hidden by all the rest
        dungeon = generate(rng, rows=1, columns=2, size=6, keys=0, blocks=0.0)
        assert isinstance(dungeon, Dungeon)
        return strewed(rng, dungeon, 0.25, "".join(ARROWS))
    dungeon = generate(
        rng,
        rows=1,
        columns=2,
        size=5,
        keys=rng.randint(0, 1),
        bombs=rng.choice((0, 0, 1)),
        oneways=rng.choice((0.0, 0.3)),
        switches=rng.choice((0, 0, 1)),
        warps=rng.choice((0, 0, 1)),
        boss=rng.random() < 0.1,
        water=rng.random() < 0.1,
        blocks=0.0,
        held=rng.choice((0, 0, 1)),
        charges=rng.choice((0, 0, 1, -1)),
    )
    assert isinstance(dungeon, Dungeon)
    return strewed(rng, dungeon, rng.choice((0.15, 0.3)), rng.choice(_PALETTES))


_EVERY = "".join(ARROWS) + "ox!LB%~_kbiK"
_PALETTES = ("!ox", "kL%bB~K", _EVERY, _EVERY)
"""What is strewn together, so much of a kind that it matters."""

_DEAR = "kbi!K"
_MOST_DEAR = 4
"""So many things, and so many locks, are strewn at most: each may double the number of states."""

_MORE_ITEMS = ("raft", "ladder", "boat")


def strewed(rng: random.Random, dungeon: Dungeon, share: float, palette: str = _EVERY) -> Dungeon:
    """The dungeon with some of its floor, edges apart, made anything of a palette.

    Doors by legends are among it where it has more than arrows and blocks.
    """
    used = {legend.letter for legend in dungeon.legends} | {letter for letter, _ in dungeon.items}
    free = [letter for letter in "qrstuw" if letter not in used]
    kinds = rng.sample(DOORS, 2)
    item = rng.choice(_MORE_ITEMS)
    legends = [
        Legend(letter, kind, item if kind == "item" else f"strewn-{kind}")
        for letter, kind in zip(free, kinds, strict=False)
    ]
    letters = "".join(legend.letter for legend in legends)
    things = _DEAR + free[2]
    left = {"things": _MOST_DEAR, "locks": _MOST_DEAR}
    if LOCK in palette:
        palette += letters + free[2]

    def tile(glyph: str) -> str:
        if glyph != FLOOR or rng.random() >= share:
            return glyph
        chosen = rng.choice(palette)
        kind = "things" if chosen in things else "locks" if chosen in letters + "L%" else ""
        if kind and not left[kind]:
            return glyph
        if kind:
            left[kind] -= 1
        return chosen

    def row(text: str) -> str:
        return text[0] + "".join(map(tile, text[1:-1])) + text[-1]

    chambers = tuple(
        room._replace(rows=(room.rows[0], *map(row, room.rows[1:-1]), room.rows[-1]))
        for room in dungeon.chambers
    )
    return replace(
        dungeon,
        chambers=chambers,
        legends=tuple(sorted((*dungeon.legends, *legends))),
        items=tuple(sorted((*dungeon.items, (free[2], item)))),
    )


def marked(rng: random.Random, mission: Mission, share: float) -> Mission:
    """The mission with other marks on some of its rooms and passages, and other goals."""

    def some(marks: Sequence[str]) -> tuple[str, ...]:
        return (rng.choice(marks),) if rng.random() < share else ()

    rooms = tuple(
        room._replace(
            keys=room.keys + (rng.random() < share / 2),
            flags=tuple(sorted({*room.flags, *some(_FLAGS)})),
            signs=some(sorted(ROOM_SIGNS)),
        )
        for room in mission.rooms
    )
    passages = tuple(
        each._replace(
            locked=each.locked != (rng.random() < share / 2),
            flags=tuple(sorted({*each.flags, *some(_FLAGS)})),
            sealed=rng.random() < share / 3,
            signs=some(sorted(PASSAGE_SIGNS)),
        )
        for each in mission.passages
    )
    goals = mission.goals
    if rng.random() < share:
        goals = tuple(room.name for room in rooms if rng.random() < 0.3)
    return replace(mission, rooms=rooms, passages=passages, goals=goals)


_FLAGS = ("K", "I", "S1", "S2")


def _joints(rng: random.Random, rows: int, columns: int) -> list[Joint]:
    """A random spanning tree of the raster, and about a third as many joints more."""
    every = [
        (row * columns + column, (row + down) * columns + column + right, side)
        for row in range(rows)
        for column in range(columns)
        for side, (down, right) in _SIDES.items()
        if row + down < rows and column + right < columns
    ]
    rng.shuffle(every)
    parent = list(range(rows * columns))

    def root(room: int) -> int:
        while parent[room] != room:
            room = parent[room]
        return room

    tree, others = [], []
    for one, other, side in every:
        a, b = root(one), root(other)
        if a != b:
            parent[a] = b
            tree.append((one, other, side))
        else:
            others.append((one, other, side))
    return sorted(tree + others[: len(tree) // 3])


def _farthest(count: int, joints: list[Joint], start: int) -> int:
    beside: list[list[int]] = [[] for _ in range(count)]
    for one, other, _ in joints:
        beside[one].append(other)
        beside[other].append(one)
    return list(reach([start], beside.__getitem__))[-1]


def _graph(
    rng: random.Random, count: int, joints: list[Joint], keys: int, oneways: float, boss: bool
) -> Mission:
    start = rng.randrange(count)
    goal = _farthest(count, joints, start)
    locked = set(rng.sample(range(len(joints)), min(keys, len(joints))))
    held = [0] * count
    for _ in range(keys):
        held[rng.randrange(count)] += 1
    flags: list[tuple[str, ...]] = [() for _ in range(count)]
    if boss:
        flags[rng.randrange(count)] = ("K",)
    passages = []
    for number, (one, other, _) in enumerate(joints):
        wanted = ("K",) if boss and goal in (one, other) else ()
        ways = [(one, other), (other, one)]
        if rng.random() < oneways:
            ways = [rng.choice(ways)]
        passages += [
            Passage(str(a), str(b), locked=number in locked, flags=wanted) for a, b in ways
        ]
    return Mission(
        rooms=tuple(Room(str(room), held[room], flags[room]) for room in range(count)),
        passages=tuple(passages),
        start=str(start),
        goals=(str(goal),),
    )


class _Plan:
    """Rooms of tiles that are being furnished."""

    def __init__(
        self, rng: random.Random, rows: int, columns: int, size: int, joints: list[Joint]
    ) -> None:
        self.rng, self.rows, self.columns, self.size = rng, rows, columns, size
        self.joints = joints
        self.legends: list[Legend] = []
        self.letters = iter("acdefghjlmnpqrstuwyzACDEFGHIJMNOPQRSUVWXYZ")
        inner = WALL + FLOOR * (size - 2) + WALL
        self.rooms = [
            [list(WALL * size), *(list(inner) for _ in range(size - 2)), list(WALL * size)]
            for _ in range(rows * columns)
        ]
        self.doors = [self.rng.randrange(2, size - 2) for _ in joints]
        self.start = rng.randrange(len(self.rooms))
        self.goal = _farthest(len(self.rooms), joints, self.start)

    def strew(self, glyph: str, share: float) -> None:
        """Put a tile here and there, but not beside the outer walls."""
        for room in self.rooms:
            for y in range(2, self.size - 2):
                for x in range(2, self.size - 2):
                    if self.rng.random() < share:
                        room[y][x] = glyph

    def cut(self, keys: int, bombs: int, oneways: float, switches: int) -> None:
        """Doors in the walls between rooms: locked, bombable, one-way, toggled or free."""
        kinds = [LOCK] * keys + [CRACKED] * bombs + [RAISED, LOWERED] * switches
        kinds = kinds[: len(self.joints)] + [FLOOR] * max(0, len(self.joints) - len(kinds))
        self.rng.shuffle(kinds)
        for (one, other, side), at, kind in zip(self.joints, self.doors, kinds, strict=True):
            glyphs = (kind, FLOOR)
            if kind == FLOOR and self.rng.random() < oneways:
                arrow = self.rng.choice("<>" if side == "e" else "^v")
                glyphs = (arrow, arrow)
            elif kind == LOCK:
                letter = next(self.letters, "")
                if letter:
                    self.legends.append(Legend(letter, "key", f"door{len(self.legends) + 1}"))
                glyphs = (letter or LOCK, letter or FLOOR)
            last = self.size - 1
            if side == "e":
                self.rooms[one][at][last], self.rooms[other][at][0] = glyphs
            else:
                self.rooms[one][last][at], self.rooms[other][0][at] = glyphs

    def furnish(self, keys: int, bombs: int, switches: int, boss: bool, water: bool) -> None:
        """Start, goal and things, on free floor."""
        self._put(START, self.start)
        self._put(GOAL, self.goal)
        things = [KEY] * keys + [BOMB] * bombs + [SWITCH] * switches
        things += ["i"] * water + [BOSS_KEY] * boss
        for glyph in things:
            self._put(glyph, self.rng.randrange(len(self.rooms)))
        if boss:
            self._bar()

    def _put(self, glyph: str, room: int) -> None:
        tiles = self.rooms[room]
        inner = range(1, self.size - 1)
        free = [(y, x) for y in inner for x in inner if tiles[y][x] == FLOOR]
        if free:
            y, x = self.rng.choice(free)
            tiles[y][x] = glyph

    def _bar(self) -> None:
        """Free doors into the goal's room become boss doors."""
        tiles, last = self.rooms[self.goal], self.size - 1
        for y in range(self.size):
            for x in range(self.size):
                if (y in (0, last) or x in (0, last)) and tiles[y][x] == FLOOR:
                    tiles[y][x] = BOSS_DOOR

    def dungeon(self, water: bool, warps: int) -> Dungeon:
        """The dungeon, with stairs between rooms drawn at random."""
        pairs = []
        for digit in range(min(warps, 10)):
            one, other = self.rng.sample(range(len(self.rooms)), 2)
            self._put(str(digit), one)
            self._put(str(digit), other)
            if all(any(str(digit) in row for row in self.rooms[r]) for r in (one, other)):
                both = self.rng.random() < 0.5
                pairs.append(Warp(self._name(one), str(digit), self._name(other), str(digit), both))
        return Dungeon(
            name="generated",
            chambers=tuple(
                Chamber(
                    self._name(number),
                    number // self.columns,
                    number % self.columns,
                    tuple("".join(row) for row in tiles),
                )
                for number, tiles in enumerate(self.rooms)
            ),
            keys=0,
            bombs=0,
            legends=tuple(sorted(self.legends)),
            items=(("i", "ladder"),) if water else (),
            warps=tuple(sorted(pairs)),
        )

    def _name(self, number: int) -> str:
        return f"R{number // self.columns}-{number % self.columns}"
