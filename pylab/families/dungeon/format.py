"""Instances ⇄ facts, and the choice of a reader; knows what is well formed, not what is right."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from operator import attrgetter, itemgetter
from typing import TypeVar

import clingo

from pylab.base.errors import InstanceError
from pylab.base.words import counted
from pylab.families.dungeon import dotfile, dungeonfile, initial_state, roommap
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
from pylab.family.schema import NATURAL, Reading, Row, known_as
from pylab.text.facts import (
    ArgumentType,
    Fact,
    Quoted,
    argument,
    by_signature,
    integer,
    type_of,
)
from pylab.text.facts import text as string
from pylab.text.source import Source

K = TypeVar("K", int, str)

MAX_KEYS = 1000
"""The most keys of a room in a file of facts."""

_COUNT = range(dungeonfile.MAX_COUNT + 1)
_RASTER = range(-dungeonfile.MAX_COUNT, dungeonfile.MAX_COUNT + 1)
_SIDE = range(1, dungeonfile.MAX_TILES + 1)
_FEE = range(1, MAX_FEE + 1)


def _name(symbol: clingo.Symbol) -> str | None:
    """A room's name: a number from 0, or a string that is none."""
    if symbol.type is type_of.Number and symbol.number >= 0:
        return str(symbol.number)
    return symbol.string if symbol.type is type_of.String and is_name(symbol.string) else None


def _bombs(symbol: clingo.Symbol) -> int | None:
    if str(symbol) == "renewable":
        return None
    if symbol.type is not type_of.Number or symbol.number not in _COUNT:
        raise ValueError
    return symbol.number


_NAME = argument(
    f"a room: a number from 0 or 1 to {MAX_NAME} printable characters", _name, name_symbol
)
_OF_MAP = _NAME._replace(write=Quoted)
_ROOM = known_as("rooms", "a room", _NAME)
_STRING, _CHARACTER = string(), string("one character", lambda word: len(word) == 1)
_CHAMBER = known_as("chambers", "a room with a fact chamber", _STRING)
_NUMBER = argument(
    "a passage", lambda symbol: symbol.number if symbol.type is type_of.Number else None, int
)
_PASSAGE = known_as("passages", "a passage", _NUMBER)
_FLAG, _ROOM_SIGN, _PASSAGE_SIGN = (
    string("a mark that mission graphs have", each)
    for each in (dotfile.is_flag, dotfile.is_room_sign, dotfile.is_passage_sign)
)
_BOTH = argument(
    "both or one",
    lambda way: {"both": True, "one": False}.get(str(way)),
    lambda both: "both" if both else "one",
)
_LETTERS = string(f"a row of {roommap.LETTERS}", lambda row: set(row) <= set(roommap.LETTERS))

TARIFF = Row("tariff", of=Fees, alpha=_FEE, beta=_FEE, delta=range(MAX_FEE + 1))

START, GOAL = Row("start", room=_ROOM), Row("goal", room=_ROOM)
ROOM, KEYS = Row("room", name=_NAME), Row("keys", room=_ROOM, number=range(MAX_KEYS + 1))
GRANTS, SIGN = Row("grants", room=_ROOM, flag=_FLAG), Row("sign", room=_ROOM, sign=_ROOM_SIGN)
PASSAGE = Row("passage", number=NATURAL, tail=_ROOM, head=_ROOM)
LOCKED, SEALED = Row("locked", number=_PASSAGE), Row("sealed", number=_PASSAGE)
NEEDS = Row("needs", number=_PASSAGE, flag=_FLAG)
MARK = Row("mark", number=_PASSAGE, sign=_PASSAGE_SIGN)

DUNGEON, HELD = Row("dungeon", name=_STRING), Row("keys", number=_COUNT)
BOMBS = Row(
    "bombs",
    number=ArgumentType(
        f"renewable or an integer from 0 to {dungeonfile.MAX_COUNT}",
        _bombs,
        lambda bombs: "renewable" if bombs is None else bombs,
    ),
)
CHAMBER = Row("chamber", name=_STRING, row=_RASTER, column=_RASTER, height=_SIDE, width=_SIDE)
VOIDS = Row("void", room=_CHAMBER, y=NATURAL, x=NATURAL)
TILE = Row("tile", room=_CHAMBER, y=NATURAL, x=NATURAL, glyph=_CHARACTER)
LEGEND = Row("legend", of=Legend, letter=_CHARACTER, opened_by=tuple(DOORS), name=_STRING)
ITEM = Row("item", letter=_CHARACTER, name=_STRING)
WARP = Row(
    "warp", of=Warp, room=_STRING, digit=_STRING, to_room=_STRING, to_digit=_STRING, both=_BOTH
)

MAP, MAP_ROOM = Row("map", name=_OF_MAP), Row("map_room", name=_OF_MAP, row=int, column=int)
MAP_ROW = Row("map_row", room=_OF_MAP, y=range(10_001), row=_LETTERS)
MAP_DOOR = Row("map_door", room=_OF_MAP, direction=tuple(DIRECTIONS))


def read(source: Source) -> Instance:
    """A dungeon, a mission graph or a room map, by its first word.

    Raises InstanceError with the place.
    """
    text = re.sub(r"(//|\#(?!#))[^\n]*|/\*.*?\*/", " ", source.text[:5000], flags=re.DOTALL)
    word = re.match(r"\s*(\w*)", text, re.ASCII)
    first = word[1].lower() if word else ""
    if first in ("digraph", "graph", "strict"):
        return dotfile.read(source)
    return dungeonfile.read(source)


def write(instance: Instance) -> str:
    """The instance in its own format.

    Raises InstanceError for a survey, which has none, and for a state, which no format has.
    """
    if isinstance(instance, Dungeon):
        return dungeonfile.write(instance)
    if isinstance(instance, Mission):
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
        found = [*_facts_of_dungeon(instance)]
    elif isinstance(instance, Mission):
        found = [*_facts_of_mission(instance)]
    else:
        found = [*_facts_of_mission(instance.mission), *_facts_of_map(instance.map)]
    if instance.settings.fees != Fees():
        found.append(TARIFF.fact(instance.settings.fees))
    if not isinstance(instance, Survey):
        found += initial_state.facts(instance)
    return sorted(found, key=lambda each: each.symbol)


def _facts_of_mission(mission: Mission) -> Iterator[Fact]:
    yield START.fact(mission.start)
    yield from map(GOAL.fact, mission.goals)
    for room in mission.rooms:
        yield ROOM.fact(room.name)
        if room.keys:
            yield KEYS.fact((room.name, room.keys))
        for row, marks in ((GRANTS, room.flags), (SIGN, room.signs)):
            yield from (row.fact((room.name, mark)) for mark in marks)
    for number, each in enumerate(mission.passages):
        yield PASSAGE.fact((number, each.tail, each.head))
        for row, holds in ((LOCKED, each.locked), (SEALED, each.sealed)):
            if holds:
                yield row.fact(number)
        for row, marks in ((NEEDS, each.flags), (MARK, each.signs)):
            yield from (row.fact((number, mark)) for mark in marks)


def _facts_of_dungeon(dungeon: Dungeon) -> Iterator[Fact]:
    yield from (DUNGEON.fact(dungeon.name), HELD.fact(dungeon.keys), BOMBS.fact(dungeon.bombs))
    for room in dungeon.chambers:
        yield CHAMBER.fact((room.name, room.row, room.column, room.height, room.width))
        for y, row in enumerate(room.rows):
            for x, glyph in enumerate(row):
                if glyph == VOID:
                    yield VOIDS.fact((room.name, y, x))
                elif glyph != WALL:
                    yield TILE.fact((room.name, y, x, glyph))
    yield from map(LEGEND.fact, dungeon.legends)
    yield from map(ITEM.fact, dungeon.items)
    yield from map(WARP.fact, dungeon.warps)


def _facts_of_map(survey: RoomMap) -> Iterator[Fact]:
    yield MAP.fact(survey.name)
    for room, doors in zip(survey.chambers, survey.doors, strict=True):
        yield MAP_ROOM.fact((room.name, room.row, room.column))
        yield from (MAP_ROW.fact((room.name, *each)) for each in enumerate(room.rows))
        yield from (MAP_DOOR.fact((room.name, direction)) for direction in doors)


def from_facts(given: Sequence[Fact]) -> Instance:
    """The inverse of `facts`. Raises InstanceError for facts that make no instance."""
    reading = Reading(by_signature(given), {}, InstanceError, None)
    kinds = {each.name for each in reading.found}
    if "map" in kinds or "map_room" in kinds:
        return Survey(_map_from(reading), _mission_from(reading))
    made: Dungeon | Mission
    made = _dungeon_from(reading) if kinds & {"dungeon", "chamber"} else _mission_from(reading)
    if "tariff" in kinds:
        made = replace(made, settings=replace(made.settings, fees=reading.one(TARIFF)))
    return initial_state.from_facts(made, reading)


def _mission_from(reading: Reading) -> Mission:
    names = sorted({*reading.all(ROOM)}, key=natural)
    if not names:
        raise InstanceError("expected facts room(R) or chamber(R,I,J,H,W), found none")
    reading.known["rooms"] = {*names}
    keys: dict[str, int] = {}
    for each, (name, number) in reading.each(KEYS):
        if keys.setdefault(name, number) != number:
            raise InstanceError(f"expected one number of keys in {name}, found two", each.place)
    grants, signs = _grouped(reading.all(GRANTS)), _grouped(reading.all(SIGN))
    return Mission(
        rooms=tuple(
            Room(name, keys.get(name, 0), grants.get(name, ()), signs.get(name, ()))
            for name in names
        ),
        passages=_passages_from(reading),
        start=reading.one(START),
        goals=tuple(sorted({*reading.all(GOAL)}, key=natural)),
    )


def _grouped(pairs: Sequence[tuple[K, str]]) -> dict[K, tuple[str, ...]]:
    ordered = groupby(sorted({*pairs}), itemgetter(0))
    return {key: tuple(mark for _, mark in group) for key, group in ordered}


def _passages_from(reading: Reading) -> tuple[Passage, ...]:
    ends: dict[int, tuple[str, str]] = {}
    for each, (number, *pair) in reading.each(PASSAGE):
        if ends.setdefault(number, (*pair,)) != (*pair,):
            raise InstanceError(f"expected one passage {number}, found a second one", each.place)
        if pair[0] == pair[1]:
            raise InstanceError("expected two rooms, found the same twice", each.place)
    reading.known["passages"] = ends
    locked, sealed = {*reading.all(LOCKED)}, {*reading.all(SEALED)}
    needs, marks = _grouped(reading.all(NEEDS)), _grouped(reading.all(MARK))
    return tuple(
        Passage(*ends[n], n in locked, needs.get(n, ()), n in sealed, marks.get(n, ()))
        for n in sorted(ends)
    )


def _dungeon_from(reading: Reading) -> Dungeon:
    rooms: dict[str, tuple[int, int, int, int]] = {}
    total = 0
    for each, (name, *frame) in reading.each(CHAMBER):
        total += frame[2] * frame[3]
        if total > dungeonfile.MAX_TILES:
            raise InstanceError(
                f"expected at most {dungeonfile.MAX_TILES:,} tiles, found more", each.place
            )
        if name in rooms:
            raise InstanceError("expected a room once, found it again", each.place)
        rooms[name] = (*frame,)
    reading.known["chambers"] = rooms
    grids = {name: [[WALL] * r[3] for _ in range(r[2])] for name, r in rooms.items()}
    for each, (name, y, x, *glyph) in (*reading.each(TILE), *reading.each(VOIDS)):
        for index, side in ((1, 2), (2, 3)):
            integer(each, index, 0, rooms[name][side] - 1)
        shown = glyph[0] if glyph else VOID
        if grids[name][y][x] not in (WALL, shown):
            raise InstanceError("expected one tile there, found a second one", each.place)
        grids[name][y][x] = shown
    chambers = (
        Chamber(name, row, column, tuple(map("".join, grids[name])))
        for name, (row, column, *_) in rooms.items()
    )
    dungeon = Dungeon(
        name=reading.one(DUNGEON),
        chambers=tuple(sorted(chambers, key=attrgetter("row", "column"))),
        keys=reading.one(HELD),
        bombs=reading.one(BOMBS),
        legends=tuple(sorted(reading.all(LEGEND))),
        items=tuple(sorted(reading.all(ITEM))),
        warps=tuple(sorted(reading.all(WARP))),
    )
    places = dungeonfile.Places()
    dungeonfile.verify(dungeon, places)
    return replace(dungeon, assumptions=oddities(dungeon, places))


def _map_from(reading: Reading) -> RoomMap:
    named = reading.one(MAP)
    rows: dict[str, dict[int, str]] = {}
    for name, y, row in reading.all(MAP_ROW):
        rows.setdefault(name, {})[y] = row
    doors = _grouped(reading.all(MAP_DOOR))
    chambers = []
    for each, (name, row, column) in reading.each(MAP_ROOM):
        lines = rows.get(name, {})
        text = tuple(lines[y] for y in sorted(lines))
        wide = {len(line) for line in text}
        if sorted(lines) != list(range(len(lines))) or len(wide) != 1 or 0 in wide:
            raise InstanceError(f"expected rows of equal length in {name}, from 0 on", each.place)
        chambers.append(Chamber(name, row, column, text))
    chambers.sort(key=attrgetter("row", "column"))
    if not chambers:
        raise InstanceError("expected a fact map_room/3, found none", reading.only(MAP).place)
    return RoomMap(
        named,
        tuple(chambers),
        tuple(frozenset(doors.get(room.name, ())) for room in chambers),
    )


def is_part(source: Source) -> str:
    """The name of the mission graph that is missing beside a room map; else empty."""
    try:
        roommap.read(source)
    except InstanceError:
        return ""
    return "GRAPH.dot"


def gather(sources: Sequence[Source]) -> Survey:
    """A room map and a mission graph, in either order, as one survey.

    Raises InstanceError unless there is one of each.
    """
    missions = [s for s in sources if re.match(r"\s*(strict\s+)?(di)?graph\b", s.text, re.I)]
    maps = [s for s in sources if s not in missions]
    if len(missions) != 1 or len(maps) != 1:
        raise InstanceError(
            "expected a room map and a mission graph, found "
            f"{counted(len(maps), 'map')} and {counted(len(missions), 'graph')}"
        )
    mission = dotfile.read(missions[0])
    return Survey(roommap.read(maps[0]), mission, mission.assumptions)
