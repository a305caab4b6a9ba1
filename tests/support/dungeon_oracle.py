"""Answers to all of the dungeon's questions from the rules alone, one state at a time.

Written from the rules as `docs/dungeon.md` has them; shares nothing with the family but the data of
its instances, not even its notion of what lies beside what. Slow, and good for small puzzles.
"""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from pylab.families.dungeon.model import lock_name

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


State = tuple[Spot, frozenset[Any], frozenset[Any], bool]


def maze_of(instance: Any) -> Maze:
    """The maze of a dungeon of tiles (which has chambers) or of a mission graph."""
    return _of_tiles(instance) if hasattr(instance, "chambers") else _of_graph(instance)


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
    return maze.start, maze.loot[maze.start], frozenset(), False


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


def play(maze: Maze, spots: Sequence[Spot], skips: bool = False) -> set[State]:
    """The states that a sequence of spots may lead to; none if it is no play.

    With `skips`, walks on which nothing is collected or opened may be left out.
    """
    states = {first(maze)} if spots and spots[0] == maze.start else set()
    for spot in spots[1:]:
        onward = {other for state in states for other in after(maze, state)}
        if skips:
            onward |= {other for state in states for other in quiet(maze, state)}
        states = {other for other in onward if other[0] == spot}
    return states


def quiet(maze: Maze, state: State) -> set[State]:
    """Where one can walk without anything being collected or opened."""
    seen, stack = {state}, [state]
    while stack:
        for other in after(maze, stack.pop()):
            if other[1:3] == state[1:3] and other not in seen:
                seen.add(other)
                stack.append(other)
    return seen


def squandered(maze: Maze, names: Collection[str]) -> set[State]:
    """All states without a way on, for who opens none but the locks of these names."""
    told = {lock: _told(lock) for lock in maze.locks}
    seen, stack, ends = {first(maze)}, [first(maze)], set()
    while stack:
        state = stack.pop()
        onward = {
            other
            for here in quiet(maze, state)
            for other in after(maze, here)
            if other[1:3] != state[1:3] and {told[lock] for lock in other[2]} <= set(names)
        }
        if not onward:
            ends.add(state)
        stack += onward - seen
        seen |= onward
    return ends


def _told(lock: Any) -> str:
    """A lock by the name that the family has for it."""
    if isinstance(lock, frozenset):
        return lock_name(*lock)
    name = lock[1]
    return name if isinstance(name, str) else f"{name[0]}({name[1]},{name[2]})"


def is_stuck(maze: Maze, state: State) -> bool:
    """Whether nothing can be collected or opened any more, and no goal be reached."""
    seen, stack = {state}, [state]
    while stack:
        here = stack.pop()
        if here[0] in maze.goals:
            return False
        for other in after(maze, here):
            if other[1:3] != state[1:3]:
                return False
            if other not in seen:
                seen.add(other)
                stack.append(other)
    return True


# --- regions: sets of open locks without an order -----------------------------------------------


def region(maze: Maze, opened: Collection[Any]) -> tuple[set[Spot], set[str]]:
    """Where one can get with these locks open and all others shut, and the flags found there.

    The switch is as it is at first: regions are asked for only where nothing turns it.
    """
    seen = {maze.start}
    while True:
        have = _flags(loot for spot in seen for loot in maze.loot[spot])
        more = {
            move.to
            for spot in seen - maze.goals
            for move in maze.moves[spot]
            if (move.lock is None or move.lock in opened)
            and all(ask & have for ask in move.asks)
            and not move.on
        }
        if more <= seen:
            return seen, have
        seen |= more


def at_hand(maze: Maze, where: set[Spot], have: set[str]) -> set[Any]:
    """The locks that can be tried from there."""
    return {
        move.lock
        for spot in where - maze.goals
        for move in maze.moves[spot]
        if move.lock is not None and all(ask & have for ask in move.asks)
    }


def sets_of_doors(maze: Maze) -> Iterator[tuple[frozenset[Any], set[Spot]]]:
    """All sets of locks such that each is at hand when they are open, and where one can get."""
    locks = list(maze.locks)
    for count in range(len(locks) + 1):
        for chosen in itertools.combinations(locks, count):
            where, have = region(maze, chosen)
            if set(chosen) <= at_hand(maze, where, have):
                yield frozenset(chosen), where


def margin_applies(maze: Maze) -> bool:
    """No switch, no bombs that run out, a goal behind the doors, and every passage both ways."""
    if not guarantees_apply(maze) or not region(maze, maze.locks)[0] & maze.goals:
        return False
    for spot, each in maze.moves.items():
        for move in each:
            if {spot, move.to} & maze.goals:
                continue
            back = [m for m in maze.moves[move.to] if m.to == spot]
            if maze.tiled:
                if not back:
                    return False
            elif not any((m.lock, m.asks) == (move.lock, move.asks) for m in back):
                return False
    return True


def guarantees_apply(maze: Maze) -> bool:
    return not maze.switches and "bomb" not in maze.locks.values()


def margin(maze: Maze) -> int | None:
    """Keys minus locks opened, where least; None if nothing keeps the goal out of reach."""
    values = []
    for doors, where in sets_of_doors(maze):
        if not where & maze.goals:
            keys = sum(kind == "key" for spot in where for kind, _ in maze.loot[spot])
            values.append(maze.keys + keys - len(doors))
    return min(values, default=None)


def guaranteed(maze: Maze) -> dict[str, int | None]:
    """Of each room, how many keys let one in; None if nothing does."""
    everywhere = region(maze, maze.locks)[0]
    atonce = region(maze, ())[0]
    found: dict[str, int | None] = {}
    sets = list(sets_of_doors(maze))
    for room, spots in maze.rooms.items():
        if not spots & everywhere:
            found[room] = None
        elif spots & atonce:
            found[room] = 0
        else:
            found[room] = 1 + max(len(doors) for doors, where in sets if not where & spots)
    return found


# --- alignments ---------------------------------------------------------------------------------


def best_alignment(survey: Any) -> int:
    """The most rooms and doors that can agree: all partial matchings gone through."""
    rooms = {room.name: (room.row, room.column) for room in survey.map.chambers}
    doors = {
        room.name: each for room, each in zip(survey.map.chambers, survey.map.doors, strict=True)
    }
    cells = {cell: name for name, cell in rooms.items()}
    beside: dict[str, dict[str, str | None]] = {name: {} for name in rooms}
    for name, (row, column) in rooms.items():
        for way in doors[name]:
            down, right = STEPS[way]
            beside[name][way] = cells.get((row + down, column + right))
    back = {"n": "s", "s": "n", "w": "e", "e": "w"}
    facing = {
        (one, other)
        for one, ways in beside.items()
        for way, other in ways.items()
        if other is not None and back[way] in doors[other]
    }
    links = {frozenset((p.tail, p.head)) for p in survey.mission.passages}
    start = survey.mission.start
    outward = {name for name, ways in beside.items() if None in ways.values()}
    if outward:
        entries = {
            (name, other.name)
            for name in outward
            for other in survey.mission.rooms
            if other.name == start or frozenset((start, other.name)) in links
        }
    else:
        entries = {(name, start) for name in rooms}
    best = 0
    stack: list[dict[str, str]] = [{name: image} for name, image in entries]
    seen: set[frozenset[tuple[str, str]]] = set()
    while stack:
        images = stack.pop()
        key = frozenset(images.items())
        if key in seen:
            continue
        seen.add(key)
        agreed = {frozenset(pair) for pair in facing if set(pair) <= set(images)}
        if all(frozenset(images[name] for name in pair) in links for pair in agreed) and not (
            outward and any(v == start and n not in outward for n, v in images.items())
        ):
            best = max(best, len(images) + len(agreed))
        for name, other in facing:
            if name in images and other not in images:
                for link in links:
                    if images[name] in link and len(link) == 2:
                        (image,) = link - {images[name]}
                        if image not in images.values():
                            stack.append({**images, other: image})
    return best
