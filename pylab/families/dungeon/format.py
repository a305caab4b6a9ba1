"""Instances ⇄ facts, and the choice of a reader; knows what is well formed, not what is right."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import clingo

from pylab.base.errors import InstanceError
from pylab.base.listing import Signature
from pylab.base.words import counted
from pylab.families.dungeon import dungeonfile, initial_state
from pylab.families.dungeon.model import (
    DIRECTIONS,
    DOORS,
    MAX_FEE,
    MAX_NAME,
    VOID,
    WALL,
    Chamber,
    Dungeon,
    Fees,
    Instance,
    Legend,
    Mission,
    Passage,
    Room,
    RoomMap,
    Survey,
    Warp,
    is_name,
    natural,
)
from pylab.families.dungeon.oddities import oddities
from pylab.families.dungeon.terms import name_symbol
from pylab.text.facts import (
    Fact,
    argument,
    by_signature,
    constant,
    fact,
    integer,
    misfit,
    rows,
    type_of,
    values,
)
from pylab.text.facts import text as string
from pylab.text.source import Source

MAX_KEYS = 1000
"""The most keys of a room in a file of facts."""


_RASTER = range(-dungeonfile.MAX_COUNT, dungeonfile.MAX_COUNT + 1)
_SIDE = range(1, dungeonfile.MAX_TILES + 1)
_STRING, _CHARACTER = string(), string("one character", lambda word: len(word) == 1)
_BOTH = argument("both or one", lambda way: {"both": True, "one": False}.get(str(way)), str)


def read(source: Source) -> Instance:
    """A dungeon, a mission graph or a room map, by its first word.

    Raises InstanceError with the place.
    """
    text = re.sub(r"(//|\#(?!#))[^\n]*|/\*.*?\*/", " ", source.text[:5000], flags=re.DOTALL)
    word = re.match(r"\s*(\w*)", text, re.ASCII)
    first = word[1].lower() if word else ""
    if first in ("digraph", "graph", "strict"):
        from pylab.families.dungeon import dotfile

        return dotfile.read(source)
    return dungeonfile.read(source)


def write(instance: Instance) -> str:
    """The instance in its own format.

    Raises InstanceError for a survey, which has none, and for a state, which no format has.
    """
    if isinstance(instance, Dungeon):
        return dungeonfile.write(instance)
    if isinstance(instance, Mission):
        from pylab.families.dungeon import dotfile

        return dotfile.write(instance)
    raise InstanceError("a survey of a map and a graph has no format of its own")


def written(kind: type[Instance], what: str, instance: Instance) -> str:
    """The same of this kind of instances. Raises InstanceError for others."""
    if not isinstance(instance, kind):
        raise InstanceError(f"expected a {what} to be written as one")
    return write(instance)


def facts(instance: Instance) -> list[Fact]:
    """The instance as clingo gets it, sorted."""
    if isinstance(instance, Dungeon):
        found = _facts_of_dungeon(instance)
    elif isinstance(instance, Mission):
        found = _facts_of_mission(instance)
    else:
        found = _facts_of_mission(instance.mission) + _facts_of_map(instance.map)
    if instance.settings.fees != Fees():
        found.append(fact("tariff", *instance.settings.fees))
    if not isinstance(instance, Survey):
        found += initial_state.facts(instance)
    return sorted(found, key=lambda each: each.symbol)


def _facts_of_mission(mission: Mission) -> list[Fact]:
    found = [fact("start", name_symbol(mission.start))]
    found += [fact("goal", name_symbol(goal)) for goal in mission.goals]
    for room in mission.rooms:
        name = name_symbol(room.name)
        found.append(fact("room", name))
        found += [fact("keys", name, room.keys)] if room.keys else []
        found += [fact("grants", name, clingo.String(flag)) for flag in room.flags]
        found += [fact("sign", name, clingo.String(sign)) for sign in room.signs]
    for number, each in enumerate(mission.passages):
        found.append(fact("passage", number, name_symbol(each.tail), name_symbol(each.head)))
        found += [fact("locked", number)] if each.locked else []
        found += [fact("sealed", number)] if each.sealed else []
        found += [fact("needs", number, clingo.String(flag)) for flag in each.flags]
        found += [fact("mark", number, clingo.String(sign)) for sign in each.signs]
    return found


def _facts_of_dungeon(dungeon: Dungeon) -> list[Fact]:
    text = clingo.String
    found = [fact("dungeon", text(dungeon.name)), fact("keys", dungeon.keys)]
    found.append(fact("bombs", "renewable" if dungeon.bombs is None else dungeon.bombs))
    for room in dungeon.chambers:
        found.append(
            fact("chamber", text(room.name), room.row, room.column, room.height, room.width)
        )
        found += [
            fact("tile", text(room.name), y, x, text(glyph))
            for y, row in enumerate(room.rows)
            for x, glyph in enumerate(row)
            if glyph not in (WALL, VOID)
        ]
        found += [
            fact("void", text(room.name), y, x)
            for y, row in enumerate(room.rows)
            for x, glyph in enumerate(row)
            if glyph == VOID
        ]
    for each in dungeon.legends:
        found.append(fact("legend", text(each.letter), each.opened_by, text(each.name)))
    found += [fact("item", text(letter), text(name)) for letter, name in dungeon.items]
    for warp in dungeon.warps:
        ends = (warp.room, warp.digit, warp.to_room, warp.to_digit)
        found.append(fact("warp", *map(text, ends), "both" if warp.both else "one"))
    return found


def _facts_of_map(survey: RoomMap) -> list[Fact]:
    text = clingo.String
    found = [fact("map", text(survey.name))]
    for room, doors in zip(survey.chambers, survey.doors, strict=True):
        found.append(fact("map_room", text(room.name), room.row, room.column))
        found += [fact("map_row", text(room.name), y, text(row)) for y, row in enumerate(room.rows)]
        found += [fact("map_door", text(room.name), direction) for direction in doors]
    return found


def from_facts(given: Sequence[Fact]) -> Instance:
    """The inverse of `facts`. Raises InstanceError for facts that make no instance."""
    found = by_signature(given)
    kinds = {each.name for each in found}
    if "map" in kinds or "map_room" in kinds:
        return Survey(_map_from(found), _mission_from(found))
    made: Dungeon | Mission
    made = _dungeon_from(found) if kinds & {"dungeon", "chamber"} else _mission_from(found)
    if _all(found, "tariff", 3):
        each = _one(found, "tariff", 3)
        fees = Fees(*(integer(each, index, index < 2, MAX_FEE) for index in range(3)))
        made = replace(made, settings=replace(made.settings, fees=fees))
    return initial_state.from_facts(made, found)


Sorted = Mapping[Signature, Sequence[Fact]]


def _all(found: Sorted, name: str, arity: int) -> Sequence[Fact]:
    return found.get(Signature(name, arity), ())


def _one(found: Sorted, name: str, arity: int) -> Fact:
    facts = _all(found, name, arity)
    if len(facts) != 1:
        place = facts[1].place if len(facts) > 1 else None
        raise InstanceError(f"expected one fact {name}/{arity}, found {len(facts)}", place)
    return facts[0]


def _text(each: Fact, index: int) -> str:
    argument = each.arguments[index]
    if argument.type is type_of.String:
        return argument.string
    raise misfit(each, index, "a string")


def _name(each: Fact, index: int) -> str:
    """A room's name: a number from 0, or a string that is none."""
    argument = each.arguments[index]
    if argument.type is type_of.Number and argument.number >= 0:
        return str(argument.number)
    if argument.type is type_of.String and is_name(argument.string):
        return argument.string
    raise misfit(each, index, f"a room: a number from 0 or 1 to {MAX_NAME} printable characters")


def _mission_from(found: Sorted) -> Mission:
    names = sorted({_name(each, 0) for each in _all(found, "room", 1)}, key=natural)
    if not names:
        raise InstanceError("expected facts room(R) or chamber(R,I,J,H,W), found none")

    def room(each: Fact, index: int) -> str:
        name = _name(each, index)
        if name not in known:
            raise misfit(each, index, "a room")
        return name

    from pylab.families.dungeon import dotfile

    known = set(names)
    keys: dict[str, int] = {}
    for each in _all(found, "keys", 2):
        name, number = room(each, 0), integer(each, 1, 0, MAX_KEYS)
        if keys.setdefault(name, number) != number:
            raise InstanceError(f"expected one number of keys in {name}, found two", each.place)
    signs = _grouped(_all(found, "sign", 2), room, dotfile.is_room_sign)
    grants = _grouped(_all(found, "grants", 2), room, dotfile.is_flag)
    return Mission(
        rooms=tuple(
            Room(name, keys.get(name, 0), grants.get(name, ()), signs.get(name, ()))
            for name in names
        ),
        passages=_passages_from(found, room),
        start=room(_one(found, "start", 1), 0),
        goals=tuple(sorted({room(each, 0) for each in _all(found, "goal", 1)}, key=natural)),
    )


def _grouped(
    facts: Sequence[Fact], key: Callable[[Fact, int], str], known: Callable[[str], bool]
) -> dict[str, tuple[str, ...]]:
    groups: dict[str, set[str]] = {}
    for each in facts:
        if not known(_text(each, 1)):
            raise misfit(each, 1, "a mark that mission graphs have")
        groups.setdefault(key(each, 0), set()).add(_text(each, 1))
    return {name: tuple(sorted(group)) for name, group in groups.items()}


def _passages_from(found: Sorted, room: Callable[[Fact, int], str]) -> tuple[Passage, ...]:
    ends: dict[int, tuple[str, str]] = {}
    for each in _all(found, "passage", 3):
        number = integer(each, 0, 0)
        pair = (room(each, 1), room(each, 2))
        if ends.setdefault(number, pair) != pair:
            raise InstanceError(f"expected one passage {number}, found a second one", each.place)
        if pair[0] == pair[1]:
            raise InstanceError("expected a passage between two rooms, found one", each.place)

    def passage(each: Fact, index: int) -> str:
        number = integer(each, index, 0)
        if number not in ends:
            raise misfit(each, index, "a passage")
        return str(number)

    from pylab.families.dungeon import dotfile

    locked = {passage(each, 0) for each in _all(found, "locked", 1)}
    sealed = {passage(each, 0) for each in _all(found, "sealed", 1)}
    needs = _grouped(_all(found, "needs", 2), passage, dotfile.is_flag)
    marks = _grouped(_all(found, "mark", 2), passage, dotfile.is_passage_sign)
    return tuple(
        Passage(
            *ends[number],
            locked=str(number) in locked,
            flags=needs.get(str(number), ()),
            sealed=str(number) in sealed,
            signs=marks.get(str(number), ()),
        )
        for number in sorted(ends)
    )


def _dungeon_from(found: Sorted) -> Dungeon:
    rooms: dict[str, tuple[int, int, int, int]] = {}
    total = 0
    for each in _all(found, "chamber", 5):
        name, row, column, height, width = values(each, _STRING, _RASTER, _RASTER, _SIDE, _SIDE)
        total += height * width
        if total > dungeonfile.MAX_TILES:
            raise InstanceError(
                f"expected at most {dungeonfile.MAX_TILES:,} tiles, found more", each.place
            )
        if name in rooms:
            raise InstanceError("expected a room once, found it again", each.place)
        rooms[name] = (row, column, height, width)
    grids = {name: [[WALL] * r[3] for _ in range(r[2])] for name, r in rooms.items()}
    for each in (*_all(found, "tile", 4), *_all(found, "void", 3)):
        name, glyph = _text(each, 0), _text(each, 3) if each.name == "tile" else VOID
        if name not in rooms:
            raise misfit(each, 0, "a room with a fact chamber")
        y = integer(each, 1, 0, rooms[name][2] - 1)
        x = integer(each, 2, 0, rooms[name][3] - 1)
        if len(glyph) != 1:
            raise misfit(each, 3, "one character")
        if grids[name][y][x] not in (WALL, glyph):
            raise InstanceError("expected one tile there, found a second one", each.place)
        grids[name][y][x] = glyph
    dungeon = Dungeon(
        name=_text(_one(found, "dungeon", 1), 0),
        chambers=tuple(
            sorted(
                (
                    Chamber(name, row, column, tuple("".join(line) for line in grids[name]))
                    for name, (row, column, *_) in rooms.items()
                ),
                key=lambda room: (room.row, room.column),
            )
        ),
        keys=integer(_one(found, "keys", 1), 0, 0, dungeonfile.MAX_COUNT),
        bombs=_bombs(_one(found, "bombs", 1)),
        legends=tuple(
            sorted(
                Legend(*row)
                for row in rows(_all(found, "legend", 3), _CHARACTER, tuple(DOORS), _STRING)
            )
        ),
        items=tuple(sorted(rows(_all(found, "item", 2), _CHARACTER, _STRING))),
        warps=tuple(
            sorted(Warp(*row) for row in rows(_all(found, "warp", 5), *[_STRING] * 4, _BOTH))
        ),
    )
    places = dungeonfile.Places()
    dungeonfile.verify(dungeon, places)
    return replace(dungeon, assumptions=oddities(dungeon, places))


def _bombs(each: Fact) -> int | None:
    if str(each.arguments[0]) == "renewable":
        return None
    return integer(each, 0, 0, dungeonfile.MAX_COUNT)


def _map_from(found: Sorted) -> RoomMap:
    from pylab.families.dungeon import roommap

    rows: dict[str, dict[int, str]] = {}
    for each in _all(found, "map_row", 3):
        if not set(_text(each, 2)) <= set(roommap.LETTERS):
            raise misfit(each, 2, f"a row of {roommap.LETTERS}")
        rows.setdefault(_name(each, 0), {})[integer(each, 1, 0, 10_000)] = _text(each, 2)
    doors: dict[str, set[str]] = {}
    for each in _all(found, "map_door", 2):
        doors.setdefault(_name(each, 0), set()).add(constant(each, 1, tuple(DIRECTIONS)))
    chambers = []
    for each in _all(found, "map_room", 3):
        name = _name(each, 0)
        lines = rows.get(name, {})
        text = tuple(lines[y] for y in sorted(lines))
        wide = {len(line) for line in text}
        if sorted(lines) != list(range(len(lines))) or len(wide) != 1 or 0 in wide:
            raise InstanceError(f"expected rows of equal length in {name}, from 0 on", each.place)
        chambers.append(Chamber(name, integer(each, 1), integer(each, 2), text))
    chambers.sort(key=lambda room: (room.row, room.column))
    named = _one(found, "map", 1)
    if not chambers:
        raise InstanceError("expected a fact map_room/3, found none", named.place)
    return RoomMap(
        _name(named, 0),
        tuple(chambers),
        tuple(frozenset(doors.get(room.name, ())) for room in chambers),
    )


def is_part(source: Source) -> str:
    """The name of the mission graph that is missing beside a room map; else empty."""
    from pylab.families.dungeon import roommap

    try:
        roommap.read(source)
    except InstanceError:
        return ""
    return "GRAPH.dot"


def gather(sources: Sequence[Source]) -> Survey:
    """A room map and a mission graph, in either order, as one survey.

    Raises InstanceError unless there is one of each.
    """
    from pylab.families.dungeon import dotfile, roommap

    missions = [s for s in sources if re.match(r"\s*(strict\s+)?(di)?graph\b", s.text, re.I)]
    maps = [s for s in sources if s not in missions]
    if len(missions) != 1 or len(maps) != 1:
        raise InstanceError(
            "expected a room map and a mission graph, found "
            f"{counted(len(maps), 'map')} and {counted(len(missions), 'graph')}"
        )
    mission = dotfile.read(missions[0])
    return Survey(roommap.read(maps[0]), mission, mission.assumptions)
