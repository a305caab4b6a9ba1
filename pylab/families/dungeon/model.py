"""Dungeons as data: tile maps, mission graphs, room maps, and what answers a question about them.

Knows how tiles and rooms lie beside one another, but neither rules nor formats nor searches.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar, Literal, NamedTuple, get_args

WALL, FLOOR, WATER, VOID = "#", ".", "~", "_"
KEY, LOCK, BOSS_KEY, BOSS_DOOR = "k", "L", "K", "B"
BOMB, CRACKED, SWITCH, RAISED, LOWERED = "b", "%", "!", "o", "x"
ITEM, START, GOAL = "i", "@", "T"
WARPS = "0123456789"
ARROWS: Mapping[str, str] = {"^": "n", "v": "s", "<": "w", ">": "e"}
"""One-way tiles, and the direction in which they are entered and left."""

CROSSING_ITEMS = ("ladder", "raft")
"""The items with which water is crossed."""

Thing = Literal["key", "boss key", "bomb", "item"]
Gate = Literal["lock", "boss door", "bombable wall", "item door", "water", "raised", "lowered"]
Kind = Literal[Thing, Gate, "floor", "switch", "one-way", "stairs", "start", "goal"]
"""What a tile that one may stand on can be: something lies there, it may ask for something, or
neither."""

THINGS: tuple[Kind, ...] = get_args(Thing)
GATES: tuple[Kind, ...] = get_args(Gate)
LOCKS: Mapping[Kind, str] = {"lock": "key", "bombable wall": "bomb"}
"""The gates that something is spent on, and what."""

_TILES: Mapping[str, tuple[Kind, str]] = {
    FLOOR: ("floor", "floor"),
    WATER: ("water", "water, crossed with the ladder or raft"),
    KEY: ("key", "small key"),
    LOCK: ("lock", "locked door"),
    BOSS_KEY: ("boss key", "boss key"),
    BOSS_DOOR: ("boss door", "boss door"),
    BOMB: ("bomb", "bomb"),
    CRACKED: ("bombable wall", "bombable wall"),
    SWITCH: ("switch", "switch"),
    RAISED: ("raised", "toggle block, up at first"),
    LOWERED: ("lowered", "toggle block, down at first"),
    ITEM: ("item", "item"),
    START: ("start", "start"),
    GOAL: ("goal", "goal"),
    **{arrow: ("one-way", f"one-way towards {way}") for arrow, way in ARROWS.items()},
    **dict.fromkeys(WARPS, ("stairs", "stairs or warp")),
}
"""The characters of tiles that one may stand on, the kind of each, and what it is."""

GLYPHS: Mapping[str, str] = {
    WALL: "wall",
    VOID: "void",
    **{glyph: words for glyph, (_, words) in _TILES.items()},
}
"""What the characters of a room mean; all others need a legend."""

_NAMED_DOORS: Mapping[str, Kind] = {
    "key": "lock",
    "boss": "boss door",
    "bomb": "bombable wall",
    "item": "item door",
}

DOORS = tuple(_NAMED_DOORS)
"""What a door that a legend names is opened by."""

DIRECTIONS: Mapping[str, tuple[int, int]] = {"n": (-1, 0), "s": (1, 0), "w": (0, -1), "e": (0, 1)}
"""Rows down, columns to the right."""


class Tile(NamedTuple):
    """A tile: its room's name, row (from the top) and column (from the left), both from 0."""

    room: str
    y: int
    x: int

    def __str__(self) -> str:
        return f"{self.room}({self.y},{self.x})"


class Mark(NamedTuple):
    """What a tile shows.

    Attributes:
        kind: what it is.
        name: of an item; of a door, which is the tile's if no legend has another one; of the item
            that an item door needs; else the character.
    """

    kind: Kind
    name: str


Place = str | Tile
"""Where a hero is: a mission graph's room, by name, or a dungeon's tile."""


MAX_FEE = 1000
"""The most that a step costs, and the most that it costs more."""


class Fees(NamedTuple):
    """What steps cost: out of a room, within a room, and more where one is at risk."""

    alpha: int = 1
    beta: int = 1
    delta: int = 0


@dataclass(frozen=True, slots=True)
class Settings:
    """How a question is to be answered; no part of the puzzle.

    Attributes:
        heuristic: none, manhattan, rooms, landmarks or sheet.
        space: tiles or poi.
        weight: a route may cost this times the least, at most.
        repair: whether a margin comes with ways to make the dungeon safe.
        chosen: whether somebody asked for a heuristic, a space or a weight.
        fees: what a route costs: a step out of a room, one within a room, and what a step costs
            more where some step would lead into a dead state (alpha, beta, delta).
        prune: whether the search leaves dead states out.
        said: the words for the state that plays begin at, which are not to be taken twice.
    """

    heuristic: str = "landmarks"
    space: str = "poi"
    weight: float = 1.0
    repair: bool = False
    chosen: bool = False
    fees: Fees = field(default=Fees())
    prune: bool = False
    said: tuple[str | bool, ...] = ()

    @property
    def proves(self) -> bool:
        """Whether the search's route is a cheapest one by its method, and not just by its bound."""
        return self.weight == 1 and self.heuristic != "sheet"


@dataclass(frozen=True, slots=True)
class InitialState:
    """A state that plays begin at, instead of the start.

    Attributes:
        place: where the hero is.
        emptied: the places that hold something and whose things have been collected, in order.
        unlocked: the names of the locks that are open, sorted.
        turned: whether the switch is on.
    """

    place: Place
    emptied: tuple[Place, ...] = ()
    unlocked: tuple[str, ...] = ()
    turned: bool = False


class Chamber(NamedTuple):
    """A room of tiles: its name, its place on the raster of rooms, its rows from the top."""

    name: str
    row: int
    column: int
    rows: tuple[str, ...]

    @property
    def height(self) -> int:
        return len(self.rows)

    @property
    def width(self) -> int:
        return len(self.rows[0])


class Legend(NamedTuple):
    """A door with a name: every tile with its letter is that one door.

    Attributes:
        letter: the character that stands for it.
        opened_by: one of DOORS.
        name: of the door; of the item that it needs, where `opened_by` is `item`.
    """

    letter: str
    opened_by: str
    name: str


class Warp(NamedTuple):
    """Stairs between the tiles with these digits in these rooms, both ways or one."""

    room: str
    digit: str
    to_room: str
    to_digit: str
    both: bool


@dataclass(frozen=True, slots=True)
class Dungeon:
    """A dungeon of tiles.

    Attributes:
        name: as in the first line of its file.
        chambers: the rooms, by place on the raster.
        keys: small keys held at the start.
        bombs: bombs held at the start; None if they never run out.
        legends: the doors that have names.
        items: the characters that are items (besides `i`), and what they are.
        warps: stairs and the like.
        initial: the state that plays begin at; None for the start.
        assumptions: what a reader had to assume.
        settings: how questions are to be answered.
    """

    name: str
    chambers: tuple[Chamber, ...]
    keys: int = 0
    bombs: int | None = 0
    legends: tuple[Legend, ...] = ()
    items: tuple[tuple[str, str], ...] = ()
    warps: tuple[Warp, ...] = ()
    initial: InitialState | None = None
    assumptions: tuple[str, ...] = field(default=(), compare=False)
    settings: Settings = field(default=Settings(), compare=False)

    def glyphs(self) -> dict[Tile, str]:
        """All tiles but walls and voids, room by room, row by row."""
        return {
            Tile(room.name, y, x): glyph
            for room in self.chambers
            for y, row in enumerate(room.rows)
            for x, glyph in enumerate(row)
            if glyph not in (WALL, VOID)
        }

    def marks(self) -> dict[Tile, Mark]:
        """What the tiles of `glyphs` are."""
        legends = {legend.letter: legend for legend in self.legends}
        items = self.named()
        found = {}
        for tile, glyph in self.glyphs().items():
            legend = legends.get(glyph)
            if legend is not None:
                found[tile] = Mark(_NAMED_DOORS[legend.opened_by], legend.name)
            elif glyph in items:
                found[tile] = Mark("item", items[glyph])
            else:
                door = glyph in (LOCK, BOSS_DOOR, CRACKED)
                found[tile] = Mark(_TILES[glyph][0], str(tile) if door else glyph)
        return found

    def stuck(self) -> list[Tile]:
        """The blocks that are up for good, as there is no switch."""
        return [] if self.find(SWITCH) else self.find(RAISED)

    def legend_of(self, glyph: str) -> Legend | None:
        """The named door that a character stands for."""
        return next((each for each in self.legends if each.letter == glyph), None)

    def named(self) -> dict[str, str]:
        """The characters that are items, and which."""
        return {ITEM: "item", **dict(self.items)}

    def beside(self) -> dict[Tile, list[tuple[str, Tile]]]:
        """Of each tile but walls and voids, what lies beside it: the direction, and the tile.

        Nothing lies beside blocks that are up, and that no switch lowers: they are walls. Rooms
        that are neighbours on the raster touch along their facing edges, rows counted from the top
        and columns from the left. A warp leads somewhere without a direction, "".
        """
        glyphs, walls = self.glyphs(), set(self.stuck())
        raster = {(room.row, room.column): room for room in self.chambers}
        chambers = {room.name: room for room in self.chambers}
        found: dict[Tile, list[tuple[str, Tile]]] = {}
        for tile in glyphs:
            found[tile] = []
            for direction in () if tile in walls else DIRECTIONS:
                other = _towards(chambers[tile.room], tile, direction, raster)
                if other in glyphs and other not in walls:
                    found[tile].append((direction, other))
        for source, target in self._warped(glyphs):
            found[source].append(("", target))
        return found

    def _warped(self, glyphs: Mapping[Tile, str]) -> Iterator[tuple[Tile, Tile]]:
        ends = {(t.room, glyph): t for t, glyph in glyphs.items() if glyph in WARPS}
        for warp in self.warps:
            one, other = ends[warp.room, warp.digit], ends[warp.to_room, warp.to_digit]
            yield one, other
            if warp.both and one != other:
                yield other, one

    def redrawn(self, glyph: Callable[[Tile, str], str]) -> Dungeon:
        """With other characters: what a function makes of each tile and its character."""
        chambers = (
            room._replace(
                rows=tuple(
                    "".join(glyph(Tile(room.name, y, x), old) for x, old in enumerate(row))
                    for y, row in enumerate(room.rows)
                )
            )
            for room in self.chambers
        )
        return replace(self, chambers=tuple(chambers))

    def find(self, glyph: str) -> list[Tile]:
        """The tiles with this character."""
        return [tile for tile, found in self.glyphs().items() if found == glyph]


def _towards(
    room: Chamber, tile: Tile, direction: str, raster: Mapping[tuple[int, int], Chamber]
) -> Tile:
    """The tile one step on, in the neighbouring room if the step leaves this one."""
    down, right = DIRECTIONS[direction]
    y, x = tile.y + down, tile.x + right
    if 0 <= y < room.height and 0 <= x < room.width:
        return Tile(room.name, y, x)
    other = raster.get((room.row + down, room.column + right))
    if other is None:
        return Tile(room.name, -1, -1)
    y = other.height - 1 if y < 0 else 0 if y >= room.height else y
    x = other.width - 1 if x < 0 else 0 if x >= room.width else x
    return Tile(other.name, y, x)


class Room(NamedTuple):
    """A room of a mission graph.

    Attributes:
        name: as in the file.
        keys: how many small keys it holds.
        flags: what it gives for the whole dungeon: `K`, `I`, `S1`, ….
        signs: other marks (enemies, puzzles, …), sorted.
    """

    name: str
    keys: int = 0
    flags: tuple[str, ...] = ()
    signs: tuple[str, ...] = ()


class Passage(NamedTuple):
    """A passage of a mission graph, in one direction.

    Attributes:
        tail, head: from which room to which.
        locked: whether it needs a key; its lock is that of the unordered pair of rooms.
        flags: what must have been found: `K`, `I`, `S1`, ….
        sealed: it can be seen through but not walked through.
        signs: other marks (bombable, soft lock, …), sorted; they hinder nobody.
    """

    tail: str
    head: str
    locked: bool = False
    flags: tuple[str, ...] = ()
    sealed: bool = False
    signs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Mission:
    """A mission graph: rooms and passages, without tiles.

    Attributes:
        rooms: sorted by name, numbers first.
        passages: in the order of the file.
        start: a room's name.
        goals: names of rooms, sorted as they are; there may be none.
        initial: the state that plays begin at; None for the start.
        assumptions: what the reader had to assume.
        settings: how questions are to be answered.
    """

    rooms: tuple[Room, ...]
    passages: tuple[Passage, ...]
    start: str
    goals: tuple[str, ...]
    initial: InitialState | None = None
    assumptions: tuple[str, ...] = field(default=(), compare=False)
    settings: Settings = field(default=Settings(), compare=False)


@dataclass(frozen=True, slots=True)
class RoomMap:
    """Rooms of tiles without meaning: what a map of a real dungeon gives.

    Attributes:
        name: of the map.
        chambers: the rooms, in their source's own characters.
        doors: of each room, the directions that it has a door towards.
    """

    name: str
    chambers: tuple[Chamber, ...]
    doors: tuple[frozenset[str], ...]


@dataclass(frozen=True, slots=True)
class Survey:
    """A room map and the mission graph that belongs to it; what lies where is still to be found.

    Attributes:
        map: the rooms and their doors.
        mission: the graph.
        assumptions: what reading the graph assumed.
        settings: how questions are to be answered.
    """

    map: RoomMap
    mission: Mission
    assumptions: tuple[str, ...] = field(default=(), compare=False)
    settings: Settings = field(default=Settings(), compare=False)


Instance = Dungeon | Mission | Survey


MAX_NAME = 200
"""The most characters of a room's name."""


def is_name(name: str) -> bool:
    """Whether a room, a door or an item can be called that: nothing that steers a terminal."""
    return 0 < len(name) <= MAX_NAME and name.isprintable()


Natural = tuple[int, int, str, str]
"""What names are sorted by."""


def natural(name: str) -> Natural:
    """A key that sorts names of digits as numbers, before all others.

    >>> sorted(["10", "b", "9"], key=natural)
    ['9', '10', 'b']
    """
    if name.isascii() and name.isdigit():  # of any length: these numbers are never made
        digits = name.lstrip("0")
        return 0, len(digits), digits, name
    return 1, 0, name, name


def place_order(place: Place) -> tuple[Natural, int, int]:
    """A key that sorts places: rooms naturally, then rows, then columns."""
    if isinstance(place, Tile):
        return natural(place.room), place.y, place.x
    return natural(place), 0, 0


def room_of(place: Place) -> str:
    """The room that a place is, or is in."""
    return place.room if isinstance(place, Tile) else place


@dataclass(frozen=True, slots=True)
class _Places:
    places: tuple[Place, ...]


class Route(_Places):
    """A play that reaches the goal: the places step by step, the start first."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Priced:
    """A play that reaches the goal: the places step by step, and what has been paid by then."""

    places: tuple[Place, ...]
    paid: tuple[int, ...]

    @property
    def route(self) -> Route:
        return Route(self.places)


class Thrift(_Places):
    """A play that reaches the goal and spends few keys; it may skip walks as `Stuck` does."""

    __slots__ = ()


class Stuck(_Places):
    """A play after which nothing is left to collect or open, and the goal is out of reach.

    Walks on which nothing happens may be skipped: then the next place is where they end.
    """

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Wasted:
    """Locks of which a hero who opens these and no others is stuck in the end.

    She collects all that she can, and opens the locks in any order in which she has the keys.
    """

    doors: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Exhaustion:
    """A claim about all plays.

    Attributes:
        configurations: how many combinations of collected, opened and switched can come about,
            the goal counted as an end.
    """

    configurations: int
    refutes: ClassVar[bool] = True


class Safe(_Exhaustion):
    """The claim that nobody gets locked out."""

    __slots__ = ()


class Unsolvable(_Exhaustion):
    """The claim that no play reaches the goal."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Margin:
    """The key margin, and the doors that waste the keys.

    Attributes:
        margin: keys found minus locks opened, where least; None if nothing can keep the hero
            from the goal.
        doors: the names of the locks opened there.
        extra: keys at the start that make the dungeon safe; None if not asked for.
        freed: locks each of which, made free, makes it safe.
        moved: places of keys each of which, put where the hero starts, makes it safe.
    """

    margin: int | None
    doors: tuple[str, ...] = ()
    extra: int | None = None
    freed: tuple[str, ...] = ()
    moved: tuple[Place, ...] = ()


@dataclass(frozen=True, slots=True)
class Guarantee:
    """How many keys let the hero into a room, however they were spent before.

    Attributes:
        room: its name.
        keys: how many; None if the room can't be entered at all.
        doors: one lock fewer than that, which can be open while the room is out of reach.
    """

    room: str
    keys: int | None
    doors: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Guaranteed:
    """The guarantees of all rooms, in order."""

    rooms: tuple[Guarantee, ...]


@dataclass(frozen=True, slots=True)
class Statistics:
    """Figures of all plays.

    Attributes:
        states: (place, collected, opened, switched) that can come about; those at the goal count,
            and nothing follows them.
        dead: those from which the goal can't be reached.
        moves: the fewest moves to the goal; None if there is no way.
        locks, keys: how many locks and how many keys to find the dungeon has.
    """

    states: int
    dead: int
    moves: int | None
    locks: int
    keys: int


@dataclass(frozen=True, slots=True)
class Counter:
    """Where an estimate is no lower bound.

    Attributes:
        step: so many steps of the route have been made.
        ours, sheet: what the corrected formula says there, and the formula sheet's.
        left: how many steps are left of the route, which no play undercuts.
    """

    step: int
    ours: int
    sheet: int
    left: int


@dataclass(frozen=True, slots=True)
class Abstract:
    """The abstract graph, its plan, and what estimates say, beside what is true.

    Attributes:
        points: the points of interest, in order, and of each the steps from there to the goal with
            every door open, D; None if there is no way even so.
        plan: points from the start to a goal, each the next one of a cheapest way with every door
            open; empty if there is none.
        ours, sheet: the estimates at the start: the corrected one, and the formula sheet's; None
            without a plan.
        route: a cheapest route, whose length is the true cost; empty if no play reaches the goal.
        counter: where on the route the sheet's estimate exceeds what is left the most; None if it
            does so nowhere.
    """

    points: tuple[tuple[Place, int | None], ...]
    plan: tuple[Place, ...] = ()
    ours: int | None = None
    sheet: int | None = None
    route: tuple[Place, ...] = ()
    counter: Counter | None = None


@dataclass(frozen=True, slots=True)
class Alignment:
    """Which room of a map is which of a mission graph.

    Attributes:
        rooms: pairs of a map's room and a graph's, sorted by the map's.
    """

    rooms: tuple[tuple[str, str], ...]


Play = Route | Thrift | Stuck | Wasted
"""Witnesses that are replayed."""

Witness = (
    Play | Priced | Safe | Unsolvable | Margin | Guaranteed | Statistics | Abstract | Alignment
)


def lock_name(one: Place, other: Place) -> str:
    """The name of a mission graph's lock, by its rooms.

    >>> lock_name("10", "9")
    '9-10'

    No two pairs share one:

    >>> lock_name("1-2", "3"), lock_name("1", "2-3")
    ('3-"1-2"', '1-"2-3"')
    """
    ends = map(str, sorted((one, other), key=place_order))
    return "-".join(
        json.dumps(end, ensure_ascii=False) if "-" in end or end.startswith('"') else end
        for end in ends
    )
