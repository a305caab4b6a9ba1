"""What the family is tried by: all plays gone through, forgeries, broken encodings.

The rules are written here as `docs/dungeon.md` has them, one state at a time; nothing is shared
with the family but the data of its instances, not even its notion of what lies beside what.
"""

from __future__ import annotations

import itertools
import random
from collections import deque
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import clingo

from pylab.base.listing import Task
from pylab.families.dungeon.format import facts, gather
from pylab.families.dungeon.generate import sample
from pylab.families.dungeon.model import (
    DOORS,
    GLYPHS,
    Dungeon,
    Instance,
    Mission,
    Passage,
    Route,
    Tile,
    Witness,
    lock_name,
)
from pylab.families.dungeon.world import world_of
from pylab.family.testkit import FamilyTestkit, Forgery, Mutant, OverlayCase, PlayedGame, Truth
from pylab.text.facts import Fact, integer
from pylab.text.source import Source

Spot = Any
"""A room's name, or (room, row, column)."""

STEPS = {"n": (-1, 0), "s": (1, 0), "w": (0, -1), "e": (0, 1)}
WAY_OF = {"^": "n", "v": "s", "<": "w", ">": "e"}


@dataclass(frozen=True)
class Move:
    """From one spot to the next: the lock, its price, what is asked for, how the switch must be."""

    to: Spot
    lock: Any = None
    price: str = ""
    asks: tuple[frozenset[str], ...] = ()
    on: bool | None = None


@dataclass
class Maze:
    """What an instance says, spot by spot.

    Attributes:
        loot: of each spot, what is collected there: (kind, name) with kind key, bomb or flag.
        locks: of each lock, what it takes.
        rooms: of each room that has spots, these.
        begun: the state that plays begin at, where it is not the start.
    """

    start: Spot
    goals: set[Spot] = field(default_factory=set)
    moves: dict[Spot, list[Move]] = field(default_factory=dict)
    loot: dict[Spot, frozenset[tuple[str, Any]]] = field(default_factory=dict)
    switches: set[Spot] = field(default_factory=set)
    locks: dict[Any, str] = field(default_factory=dict)
    rooms: dict[str, set[Spot]] = field(default_factory=dict)
    keys: int = 0
    bombs: int = 0
    tiled: bool = False
    begun: State | None = None


State = tuple[Spot, frozenset[Any], frozenset[Any], bool]


def maze_of(instance: Any) -> Maze:
    """The maze of a dungeon of tiles (which has chambers) or of a mission graph."""
    maze = _of_tiles(instance) if hasattr(instance, "chambers") else _of_graph(instance)
    initial = instance.initial
    if initial is not None:
        emptied = (maze.loot[spot] for spot in (*initial.emptied, initial.place))
        named = {name_of(lock): lock for lock in maze.locks}
        unlocked = frozenset(named[name] for name in initial.unlocked)
        held = frozenset[Any]().union(*emptied)
        maze.begun = (initial.place, held, unlocked, initial.turned)
    return maze


def name_of(lock: Any) -> str:
    """As states have it: a door's, else that of its tile; of a passage, that of its rooms."""
    if isinstance(lock, frozenset):
        return lock_name(*sorted(lock))
    return lock[1] if isinstance(lock[1], str) else str(Tile(*lock[1]))


def _of_graph(mission: Any) -> Maze:
    maze = Maze(mission.start, set(mission.goals))
    for room in mission.rooms:
        found = {("flag", flag) for flag in room.flags}
        found |= {("key", (room.name, number)) for number in range(room.keys)}
        maze.loot[room.name] = frozenset(found)
        maze.moves[room.name] = []
        maze.rooms[room.name] = {room.name}
    for each in mission.passages:
        if each.sealed:
            continue
        lock = frozenset((each.tail, each.head)) if each.locked else None
        if lock is not None:
            maze.locks[lock] = "key"
        asks = tuple(frozenset((flag,)) for flag in each.flags)
        maze.moves[each.tail].append(Move(each.head, lock, "key" if each.locked else "", asks))
    return maze


def _of_tiles(dungeon: Any) -> Maze:
    signs: dict[Spot, str] = {}
    lies: dict[tuple[int, int], Any] = {}
    for room in dungeon.chambers:
        lies[room.row, room.column] = room
        for y, row in enumerate(room.rows):
            for x, sign in enumerate(row):
                if sign not in "#_":
                    signs[room.name, y, x] = sign
    maze = Maze(next(spot for spot, sign in signs.items() if sign == "@"), tiled=True)
    maze.goals = {spot for spot, sign in signs.items() if sign == "T"}
    maze.switches = {spot for spot, sign in signs.items() if sign == "!"}
    maze.keys, maze.bombs = dungeon.keys, dungeon.bombs or 0
    doors = {each.letter: (each.opened_by, each.name) for each in dungeon.legends}
    names = {"i": "item", **dict(dungeon.items)}
    for spot, sign in signs.items():
        maze.moves[spot] = []
        maze.rooms.setdefault(spot[0], set()).add(spot)
        maze.loot[spot] = frozenset(_loot(dungeon, names, spot, sign))
        lock, price = _lock(dungeon, doors, spot, sign)
        if lock is not None:
            maze.locks[lock] = price
    for room in dungeon.chambers:
        for y, x in itertools.product(range(len(room.rows)), range(len(room.rows[0]))):
            for way, (down, right) in STEPS.items():
                other = _beyond(room, y + down, x + right, lies)
                if (room.name, y, x) not in signs or other not in signs:
                    continue
                one, two = signs[room.name, y, x], signs[other]
                if "o" in (one, two) and not maze.switches:
                    continue  # walls
                if WAY_OF.get(one, way) == way == WAY_OF.get(two, way):
                    maze.moves[room.name, y, x].append(_onto(dungeon, doors, other, two))
    for warp in dungeon.warps:
        ends = []
        for name, digit in ((warp.room, warp.digit), (warp.to_room, warp.to_digit)):
            ends.append(next(s for s, sign in signs.items() if s[0] == name and sign == digit))
        maze.moves[ends[0]].append(Move(ends[1]))
        if warp.both:
            maze.moves[ends[1]].append(Move(ends[0]))
    return maze


def _beyond(room: Any, y: int, x: int, lies: Any) -> Spot:
    """The spot there, in the next room if that is beyond the edge; None if there is no room."""
    height, width = len(room.rows), len(room.rows[0])
    if 0 <= y < height and 0 <= x < width:
        return room.name, y, x
    down, right = (y >= height) - (y < 0), (x >= width) - (x < 0)
    other = lies.get((room.row + down, room.column + right))
    if other is None:
        return None
    y = 0 if down > 0 else len(other.rows) - 1 if down < 0 else y
    x = 0 if right > 0 else len(other.rows[0]) - 1 if right < 0 else x
    return other.name, y, x


def _loot(dungeon: Any, names: Any, spot: Spot, sign: str) -> Iterator[tuple[str, Any]]:
    if sign == "k":
        yield "key", spot
    if sign == "b" and dungeon.bombs is not None:
        yield "bomb", spot
    if sign == "K":
        yield "flag", ("boss", spot)
    if sign in names:
        yield "flag", (names[sign], spot)


def _lock(dungeon: Any, doors: Any, spot: Spot, sign: str) -> tuple[Any, str]:
    kind, name = doors.get(sign, ({"L": "key", "%": "bomb"}.get(sign, ""), spot))
    if kind == "key" or (kind == "bomb" and dungeon.bombs is not None):
        return ("door", name), kind
    return None, ""


def _onto(dungeon: Any, doors: Any, spot: Spot, sign: str) -> Move:
    lock, price = _lock(dungeon, doors, spot, sign)
    kind, name = doors.get(sign, ("boss" if sign == "B" else "", ""))
    asks: tuple[frozenset[str], ...] = ()
    if kind == "boss":
        asks = (frozenset(("boss",)),)
    elif kind == "item":
        asks = (frozenset((name,)),)
    elif sign == "~":
        asks = (frozenset(("ladder", "raft")),)
    return Move(spot, lock, price, asks, {"o": True, "x": False}.get(sign))


def _flags(held: Iterable[tuple[str, Any]]) -> set[str]:
    return {name if isinstance(name, str) else name[0] for kind, name in held if kind == "flag"}


def first(maze: Maze) -> State:
    """The state that plays begin at."""
    return maze.begun or (maze.start, maze.loot[maze.start], frozenset(), False)


def after(maze: Maze, state: State) -> Iterator[State]:
    """The states one move on."""
    spot, held, opened, on = state
    if spot in maze.goals:
        return
    have = _flags(held)
    for move in maze.moves[spot]:
        if any(not ask & have for ask in move.asks) or move.on not in (None, on):
            continue
        now = opened
        if move.lock is not None and move.lock not in opened:
            left = maze.keys if move.price == "key" else maze.bombs
            left += sum(kind == move.price for kind, _ in held)
            left -= sum(maze.locks[lock] == move.price for lock in opened)
            if left < 1:
                continue
            now = opened | {move.lock}
        yield move.to, held | maze.loot[move.to], now, on != (move.to in maze.switches)


@dataclass(frozen=True)
class Facts:
    """What is true of all plays.

    Attributes:
        moves: the fewest to a goal; None if no play gets there.
        states, dead: how many; dead ones can't get there any more.
        opened: the fewest key locks opened by a play to a goal.
        locks, keys: how many take keys; how many can be found.
        combinations: of collected, opened and switched.
    """

    moves: int | None
    states: int
    dead: int
    opened: int | None
    locks: int
    keys: int
    combinations: int


def facts_of(maze: Maze, most: int = 20_000) -> Facts | None:
    """All plays gone through; None if there are more states than `most`."""
    begin = first(maze)
    moves = {begin: 0}
    before: dict[State, list[State]] = {}
    queue = deque([begin])
    while queue:
        state = queue.popleft()
        for other in after(maze, state):
            before.setdefault(other, []).append(state)
            if other not in moves:
                moves[other] = moves[state] + 1
                queue.append(other)
        if len(moves) > most:
            return None
    goals = [state for state in moves if state[0] in maze.goals]
    live, stack = set(goals), list(goals)
    while stack:
        for state in before.get(stack.pop(), ()):
            if state not in live:
                live.add(state)
                stack.append(state)
    spent = [sum(maze.locks[lock] == "key" for lock in state[2]) for state in goals]
    return Facts(
        moves=min((moves[goal] for goal in goals), default=None),
        states=len(moves),
        dead=len(moves) - len(live),
        opened=min(spent, default=None),
        locks=sum(price == "key" for price in maze.locks.values()),
        keys=sum(kind == "key" for loot in maze.loot.values() for kind, _ in loot),
        combinations=len({state[1:] for state in moves}),
    )


def truth(instance: Instance, task: Task) -> Truth | None:
    """By all plays; of routes, of getting stuck, and of keys."""
    known = ("solve", "softlock", "minimal-keys")
    if not isinstance(instance, Dungeon | Mission) or task.name not in known:
        return None
    found = facts_of(maze_of(instance), 4000)
    if found is None:
        return None
    if task.name == "softlock":
        return Truth(found.dead > 0)
    return Truth(found.moves is not None, found.moves if task.name == "solve" else found.opened)


def unsolvable(rng: random.Random) -> Dungeon | Mission:
    """A small dungeon with fewer keys and flags, whose goal nobody reaches."""
    while True:
        instance = _poorer(sample(rng), rng)
        found = facts_of(maze_of(instance), 4000)
        if found is not None and found.moves is None:
            return instance


def _poorer(instance: Any, rng: random.Random) -> Dungeon | Mission:
    if isinstance(instance, Mission):
        rooms = tuple(r._replace(keys=0) if rng.random() < 0.7 else r for r in instance.rooms)
        rooms = tuple(r._replace(flags=()) if rng.random() < 0.5 else r for r in rooms)
        return replace(instance, rooms=rooms)
    assert isinstance(instance, Dungeon)
    gone = [t for t, g in instance.glyphs().items() if g in "kKi" and rng.random() < 0.7]
    return _floored(instance, gone)


def _floored(instance: Dungeon, tiles: Collection[Tile], walls: Collection[str] = ()) -> Dungeon:
    """With these tiles made floor, and the walls and voids of these rooms."""

    def glyph(tile: Tile, old: str) -> str:
        return "." if tile in tiles or (tile.room in walls and old in "#_") else old

    return instance.redrawn(glyph)


def relaxed(instance: Instance, loose: Sequence[Fact]) -> Instance:
    """The dungeon with more keys and bombs, open locks, and floor for walls."""
    given = {(str(f.arguments[0]), integer(f, 1)) for f in loose if f.name == "more"}
    more = {"key": 0, "bomb": 0}
    for kind in more:  # a second one only after a first one
        while (kind, more[kind] + 1) in given:
            more[kind] += 1
    if isinstance(instance, Mission):
        return _richer(instance, loose, more["key"])
    assert isinstance(instance, Dungeon)
    letters = {each.name: each.letter for each in instance.legends}
    tiles = set()
    for term in (each.arguments[0] for each in loose if each.name in ("lock", "floor")):
        if term.name == "door":
            letter = letters[term.arguments[0].string]
            tiles |= {tile for tile, glyph in instance.glyphs().items() if glyph == letter}
        else:
            room, y, x = term.arguments
            tiles.add(Tile(room.string, y.number, x.number))
    walls = [each.arguments[0].string for each in loose if each.name == "walls"]
    bombs = None if instance.bombs is None else instance.bombs + more["bomb"]
    return replace(_floored(instance, tiles, walls), keys=instance.keys + more["key"], bombs=bombs)


def _name(term: clingo.Symbol) -> str:
    return str(term.number) if term.type is clingo.SymbolType.Number else term.string


def _richer(mission: Mission, loose: Sequence[Fact], keys: int) -> Mission:
    flags = {each.arguments[0].string for each in loose if each.name == "grants"}
    locks = [each.arguments[0] for each in loose if each.name == "lock"]
    opened = [{_name(end) for end in lock.arguments} for lock in locks]
    free = tuple(
        Passage(_name(each.arguments[0]), _name(each.arguments[1]))
        for each in loose
        if each.name == "passage"
    )
    rooms = tuple(
        r._replace(keys=r.keys + keys, flags=tuple(sorted({*r.flags, *flags})))
        if r.name == mission.start
        else r
        for r in mission.rooms
    )
    passages = tuple(
        p._replace(locked=False) if {p.tail, p.head} in opened else p for p in mission.passages
    )
    ends = {(p.tail, p.head) for p in free}
    kept = tuple(p for p in passages if (p.tail, p.head) not in ends)
    return replace(mission, rooms=rooms, passages=kept + free)


def lets_go(before: Instance, after: Instance, requirement: Fact) -> bool:
    """Keys, flags, passages and floor are given; what that lets go of."""
    old, new = facts(before), facts(after)
    given = [each for each in new if each not in old]
    match requirement.name:
        case "more":
            what = f"{requirement.arguments[0]}s"
            return _held(new, what) - _held(old, what) >= integer(requirement, 1)
        case "grants":
            flag = requirement.arguments[0]
            return any(f.name == "grants" and f.arguments[1] == flag for f in given)
        case "passage":
            return _joined(new, requirement) and not _joined(old, requirement)
        case "floor" | "lock" if isinstance(before, Dungeon):
            return _opened(before, old, given, requirement.arguments[0])
    return False


def _opened(
    before: Dungeon, old: Sequence[Fact], given: Sequence[Fact], term: clingo.Symbol
) -> bool:
    """Whether a tile, or one of a door's, has become floor."""
    shown = {tuple(f.arguments[:3]): str(f.arguments[3]) for f in old if f.name == "tile"}
    floor = [tuple(f.arguments[:3]) for f in given if f.name == "tile"]
    if term.name != "door":
        return tuple(term.arguments) in floor
    letters = {f'"{e.letter}"' for e in before.legends if e.name == term.arguments[0].string}
    return any(shown[tile] in letters for tile in floor)


def _held(found: Sequence[Fact], what: str) -> int:
    """The keys or bombs at the start: a dungeon's, or those in a mission's first room."""
    start = [f.arguments[0] for f in found if f.name == "start"]
    numbers = [
        f.arguments[-1]
        for f in found
        if f.name == what and (len(f.arguments) == 1 or f.arguments[0] in start)
    ]
    return sum(n.number for n in numbers if n.type is clingo.SymbolType.Number)


def _joined(found: Sequence[Fact], passage: Fact) -> bool:
    ends = list(passage.arguments)
    sealed = {f.arguments[0] for f in found if f.name == "sealed"}
    return any(
        f.name == "passage" and list(f.arguments[1:]) == ends and f.arguments[0] not in sealed
        for f in found
    )


def played(instance: Instance, game: PlayedGame) -> Route:
    """The places that the hero came through."""
    assert isinstance(instance, Dungeon | Mission)
    places = world_of(instance).places
    return Route(tuple(places[number] for number in game.seen[-1]["state"]["path"]))


def _survey() -> Instance:
    """Two rooms with doors towards each other, and a graph of two rooms."""
    wall, door = "W" * 22, "WWFFFFFFFDWWDFFFFFFFWW"
    rows = [wall] * 7 + [door] * 2 + [wall] * 7
    graph = 'graph { 0 [label="s"] 1 [label="t"] 0 -- 1 }'
    return gather([Source("map.txt", "\n".join(rows)), Source("graph.dot", graph)])


def _walk(*spots: tuple[int, int], room: str = "A") -> str:
    return " ".join(f'at(("{room}",{y},{x}),{step}).' for step, (y, x) in enumerate(spots))


_AROUND = """dungeon around
start keys=1 bombs=0
legend g = door key gate
room Hall at 0,0
#######
#@.#.T#
#..g..#
#..#..#
#.....#
#######
"""

_COLOURS = """dungeon colours
legend R = door item red
room A at 0,0
#########
#@r.R.RT#
#...#####
#.....r.#
#########
item r = red
"""

_SPENT = """dungeon spent
start keys=1 bombs=1
room A at 0,0
###########
#.@.L.%.T##
#.b.#.#.###
##%########
#.k.L...###
###########
"""

_UNPAID = 'margin(1). opened("A(3,2)").'

_SAFER = 'margin(0). opened("pantry"). extra(1). freed("gate"). freed("pantry").'

_GUARANTEED = (
    'guarantee("Gate",2). opened("pantry","Gate"). guarantee("Hall",0). guarantee("Pantry",3). '
    'opened("gate","Pantry"). opened("vault","Pantry"). guarantee("Vault",3). '
    'opened("gate","Vault"). opened("pantry","Vault").'
)

_FORGERIES = (
    ("demo.dungeon", _walk((1, 2), (1, 3)), "start"),
    ("demo.dungeon", _walk((1, 1), (1, 2)), "goal"),
    ("demo.dungeon", _walk((1, 1), (1, 3)), "no-way"),
    ("demo.dungeon", _walk((1, 1), (0, 1)), "no-place"),
    ("demo.dungeon", _walk((1, 1), (1, 2), (1, 3), (2, 3)), "missing"),
    ("trap.dungeon", _walk((1, 1), (2, 1), (3, 1), (3, 2), (3, 3), (3, 4), (4, 4), room="Hall"),
     "locked"),
    ("trap.dungeon", _walk((1, 1), (1, 2), (1, 3), room="Hall") + " stuck.", "not-stuck"),
    ("trap.dungeon", 'margin(0). opened("pantry").', ""),
    ("trap.dungeon", 'margin(1). opened("pantry").', "margin"),
    ("trap.dungeon", 'margin(0). opened("nowhere").', "no-lock"),
    ("trap.dungeon", _SAFER, ""),
    ("trap.dungeon", _SAFER.replace("extra(1)", "extra(2)"), "extra"),
    ("trap.dungeon", _SAFER + ' freed("nowhere").', "no-lock"),
    ("trap.dungeon", _SAFER + ' freed("vault").', "freed"),
    ("trap.dungeon", _SAFER + ' moved(("Gate",2,4)).', "moved"),
    ("trap.dungeon", _SAFER + ' moved(("Hall",1,1)).', "no-key"),
    ("switchyard.dungeon", "margin(0).", "misfit"),
    (_SPENT, 'margin(1). opened("A(3,2)"). opened("A(4,4)").', ""),
    (_SPENT, 'margin(2). opened("A(3,2)"). opened("A(4,4)").', "margin"),
    (_SPENT, 'margin(2). opened("A(3,2)").', "margin"),
    (_SPENT, 'margin(1). opened("A(1,6)").', "far-door"),
    (_SPENT, 'margin(1). opened("A(4,4)").', "far-door"),
    (_SPENT.replace("bombs=1", "bombs=0").replace(".b.", "..."), _UNPAID, "unpaid"),
    ("trap.dungeon", 'opened("pantry"). stuck.', ""),
    ("trap.dungeon", 'opened("nowhere"). stuck.', "no-lock"),
    ("trap.dungeon", 'opened("gate"). stuck.', "not-stuck"),
    (_AROUND, _walk((1, 1), (2, 2), (2, 3), (1, 5), room="Hall") + " thrift.", "spent"),
    (_AROUND, _walk((1, 1), (1, 5), room="Hall") + " thrift.", ""),
    ("trap.dungeon", _GUARANTEED, ""),
    ("trap.dungeon", _GUARANTEED.replace('"Gate",2', '"Gate",1'), "keys"),
    ("trap.dungeon", _GUARANTEED.replace('"Hall",0', '"Hall",none'), "reached"),
    ("trap.dungeon", _GUARANTEED.replace('opened("pantry","G', 'opened("vault","G'), "far-door"),
    ("trap.dungeon", _GUARANTEED.replace('guarantee("Hall",0).', ""), "left-out"),
    ("trap.dungeon", "states(304). dead(108). moves(22). locks(3). found(2).", "dead"),
)  # fmt: skip

_MUTANTS = (
    Mutant(
        "a lock has to be opened from both sides",
        "solve", "mission.lp",
        "lock(E,(R',R)) :- way(E,R,R'), locked(E), R' < R.",
        "lock(E,(R,R')) :- way(E,R,R'), locked(E), R' < R.",
        ("none", "invalid", "optimum", "missing"), 13,
    ),
    Mutant(
        "keys are never used up",
        "solve", "places.lp",
        "balance(L,K,-W) :- price(L,K), fare(K,W).", "balance(L,K,0) :- price(L,K).",
        ("invalid", "optimum", "missing"), 20,
    ),
)  # fmt: skip

TESTKIT: FamilyTestkit[Instance, Witness] = FamilyTestkit(
    truth=truth,
    forgeries=[Forgery(*each) for each in _FORGERIES],
    specimens={"align": _survey},
    played=played,
    overlay_cases=[
        OverlayCase("bounded", "mission.dot", "solve", "found 15", "none", "bound=14"),
        OverlayCase("few-locks", _AROUND, "solve", "found 6", "found 10", "bound=30"),
        OverlayCase(
            "hours",
            _AROUND,
            "solve",
            "found 6",
            "found 10",
            "minutes=20",
            rules='shut(("Hall",2,3),18).',
        ),
        OverlayCase(
            "visit", "trap.dungeon", "solve", "found 22", "found 26", rules='visit(("Hall",3,1)).'
        ),
        OverlayCase(
            "resources", _COLOURS, "solve", "found 6", "found 16", rules='resource("red").'
        ),
    ],
    unsolvable=unsolvable,
    relaxed=relaxed,
    lets_go=lets_go,
    mutants=_MUTANTS,
    neutral=("prune", "strict"),
    apart=(("repair", "turned"),),  # margins are those of plays from the start
    kinds=(
        *(f'tile(_,_,_,"{glyph}")' for glyph in GLYPHS if glyph not in "#_0123456789"),
        *(f"legend(_,{kind},_)" for kind in DOORS),
        *("void(_,_,_)", "warp(_,_,_,_,both)", "warp(_,_,_,_,one)", "bombs(renewable)", "keys(1)"),
        *('item(_,"raft")', 'item(_,"ladder")', 'grants(_,"K")', 'grants(_,"I")', 'needs(_,"S1")'),
        *("locked(_)", "sealed(_)", 'mark(_,"b")', 'mark(_,"l")'),
    ),
    # from other formats and options
    elsewhere=(
        *("map", "map_room", "map_row", "map_door"),
        *("standing", "emptied", "unlocked", "turned", "tariff"),
    ),
)
