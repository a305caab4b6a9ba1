"""The `.dungeon` format: rooms drawn in characters, and a few lines about them.

Each tile `L`, `B`, `%` is a door of its own: two `L` that face each other across the edge of two
rooms are two locks and take two keys. Tiles are one door if a legend names them so: those of a
letter, and those of several letters whose doors have the same name and kind; a name for two kinds
is refused.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from pylab.base.errors import InstanceError, Place, quoted
from pylab.base.words import counted
from pylab.families.dungeon.initial_state import refuse
from pylab.families.dungeon.model import (
    DOORS,
    GLYPHS,
    GOAL,
    ITEM,
    START,
    WARPS,
    Chamber,
    Dungeon,
    Legend,
    Tile,
    Warp,
)
from pylab.families.dungeon.oddities import oddities
from pylab.text.source import Source
from pylab.text.words import lines

MAX_TILES = 250_000
"""The most tiles of a dungeon, walls included."""

MAX_COUNT = 1_000_000
"""The most keys or bombs, and the largest coordinate on the raster."""

_NAME = r"[A-Za-z0-9_][A-Za-z0-9_-]{0,63}"
_KEYWORD = re.compile(r"(dungeon|start|legend|room|item|warp)\s+\S", re.ASCII)
_ROOM = re.compile(rf"room\s+({_NAME})\s+at\s+(-?\d{{1,7}})\s*,\s*(-?\d{{1,7}})", re.ASCII)
_LEGEND = re.compile(rf"legend\s+(\S)\s*=\s*door\s+(\w+)\s+({_NAME})", re.ASCII)
_ITEM = re.compile(rf"item\s+(\S)\s*=\s*({_NAME})", re.ASCII)
_END = rf"({_NAME})\.(\S+)"
_WARP = re.compile(rf"warp\s+{_END}\s+(<->|->)\s+{_END}", re.ASCII)
_SETTING = re.compile(r"(keys|bombs)=(\w+)", re.ASCII)


@dataclass(slots=True)
class _Draft:
    """What has been read so far, with its lines for errors."""

    name: str = ""
    keys: int = 0
    bombs: int | None = 0
    started: bool = False
    chambers: list[tuple[Chamber, list[Source]]] = field(default_factory=list)
    legends: list[Legend] = field(default_factory=list)
    items: list[tuple[str, str]] = field(default_factory=list)
    warps: list[Warp] = field(default_factory=list)
    lines: dict[Part, Source] = field(default_factory=dict)


def read(source: Source) -> Dungeon:
    """A dungeon from its text; raises InstanceError with the place."""
    draft = _Draft()
    found = list(lines(source))
    if not found:
        raise InstanceError(
            "expected 'dungeon NAME', found the end of the text",
            source.place(len(source.text.rstrip())),
        )
    _title(draft, found[0])
    index = 1
    while index < len(found):
        line = found[index]
        word = line.text.split(maxsplit=1)[0]
        index += 1
        if word == "room":
            index = _room(draft, line, found, index)
        elif word in _STATEMENTS:
            _STATEMENTS[word](draft, line)
        else:
            wanted = "start, legend, room, item or warp"
            raise _error(wanted, line)
    chambers = sorted(draft.chambers, key=lambda each: (each[0].row, each[0].column))
    dungeon = Dungeon(
        name=draft.name,
        chambers=tuple(chamber for chamber, _ in chambers),
        keys=draft.keys,
        bombs=draft.bombs,
        legends=tuple(sorted(draft.legends)),
        items=tuple(sorted(draft.items)),
        warps=tuple(sorted(draft.warps)),
    )
    places = Places(source, draft.lines, [rows for _, rows in chambers])
    verify(dungeon, places)
    return replace(dungeon, assumptions=oddities(dungeon, places))


def write(dungeon: Dungeon) -> str:
    """The dungeon as text that `read` reads as the same. Raises InstanceError for a state."""
    refuse(dungeon)
    bombs = "renewable" if dungeon.bombs is None else dungeon.bombs
    lines = [f"dungeon {dungeon.name}", f"start keys={dungeon.keys} bombs={bombs}"]
    lines += [f"legend {e.letter} = door {e.opened_by} {e.name}" for e in dungeon.legends]
    for room in dungeon.chambers:
        lines += [f"room {room.name} at {room.row},{room.column}", *room.rows]
    lines += [f"item {letter} = {name}" for letter, name in dungeon.items]
    for each in dungeon.warps:
        arrow = "<->" if each.both else "->"
        lines.append(f"warp {each.room}.{each.digit} {arrow} {each.to_room}.{each.to_digit}")
    return "\n".join(lines) + "\n"


Part = tuple[str, object]
"""What stands in a line of its own: `room`, `letter` or `warp`, and which one."""


@dataclass(frozen=True, slots=True)
class Places:
    """Where errors point: nowhere, for a dungeon that was not read from a text.

    Attributes:
        source: the text.
        lines: where parts stand.
        rows: of each room, in the dungeon's order, the lines of its tiles.
    """

    source: Source | None = None
    lines: Mapping[Part, Source] = field(default_factory=dict)
    rows: Sequence[Sequence[Source]] = ()

    def start(self) -> Place | None:
        return self.source.place(0) if self.source else None

    def line(self, what: str, which: object) -> Place | None:
        """The line of a room's heading, of a legend's or an item's letter, of a warp."""
        line = self.lines.get((what, which))
        return line.place(0) if line else None

    def tile(self, index: int, y: int, x: int) -> Place | None:
        """A tile of the room with this index."""
        return self.rows[index][y].place(x) if self.rows else None

    def at(self, dungeon: Dungeon, tile: Tile) -> Place | None:
        """A tile of the dungeon."""
        index = next(i for i, room in enumerate(dungeon.chambers) if room.name == tile.room)
        return self.tile(index, tile.y, tile.x)


def verify(dungeon: Dungeon, places: Places) -> None:
    """Raises InstanceError for a dungeon whose parts don't fit together."""
    for where, words in _mistakes(dungeon, places):
        raise InstanceError(words, where)


Mistakes = Iterator[tuple[Place | None, str]]


def _mistakes(dungeon: Dungeon, places: Places) -> Mistakes:
    """What doesn't fit together. Those of one kind are only looked for if there is no other."""
    if not dungeon.chambers:
        yield places.start(), "expected a room, found none"
    yield from _rooms_apart(dungeon, places)
    yield from _names_fit(dungeon, places)
    yield from _letters_known(dungeon, places)
    starts = dungeon.find(START)
    if len(starts) != 1:
        where = places.at(dungeon, starts[1]) if starts else places.start()
        yield where, f"expected one start {START}, found {len(starts)}"
    if not dungeon.find(GOAL):
        yield places.start(), f"expected a goal {GOAL}, found none"
    ends = Counter((tile.room, glyph) for tile, glyph in dungeon.glyphs().items())
    for warp in dungeon.warps:
        for room, digit in ((warp.room, warp.digit), (warp.to_room, warp.to_digit)):
            count = ends[room, digit] if digit in WARPS else 0
            if count != 1:
                found = f"{count} of them" if count else "none"
                words = f"expected a tile {digit} in a room {room} for this warp, found {found}"
                yield places.line("warp", warp), words


def _rooms_apart(dungeon: Dungeon, places: Places) -> Mistakes:
    names: set[str] = set()
    cells: dict[tuple[int, int], str] = {}
    for room in dungeon.chambers:
        heading, cell = places.line("room", room.name), (room.row, room.column)
        yield from _named(room.name, "room", heading)
        if room.name in names:
            yield heading, f"expected a new name, found a second room {room.name}"
        if cell in cells:
            found = f"room {cells[cell]} and room {room.name}"
            yield heading, f"expected a place of its own at {cell[0]},{cell[1]}, found {found}"
        if not room.rows or not room.rows[0]:
            yield heading, f"expected rows of tiles in room {room.name}, found none"
        names.add(room.name)
        cells[cell] = room.name
    tiles = sum(room.height * room.width for room in dungeon.chambers)
    if tiles > MAX_TILES:
        yield places.start(), f"expected at most {MAX_TILES:,} tiles, found {tiles:,}"


def _named(name: str, what: str, place: Place | None) -> Mistakes:
    """A name that a file can't have."""
    if not re.fullmatch(_NAME, name, re.ASCII):
        wanted = f"a {what}'s name of 1 to 64 letters, digits, _ and -"
        yield place, f"expected {wanted}, found {name[:40]!r}"


def _names_fit(dungeon: Dungeon, places: Places) -> Mistakes:
    """Names are names, and each is one door's: that of tiles which are opened alike."""
    yield from _named(dungeon.name, "dungeon", places.start())
    for letter, name in dungeon.items:
        yield from _named(name, "item", places.line("letter", letter))
    kinds: dict[str, str] = {}
    for each in dungeon.legends:
        where = places.line("letter", each.letter)
        yield from _named(each.name, "door", where)
        if each.opened_by != "item":
            kind = kinds.setdefault(each.name, each.opened_by)
            if kind != each.opened_by:
                found = f"for a door of kind {kind} and for one of kind {each.opened_by}"
                yield where, f"expected another name, found {each.name} {found}"


def _letters_known(dungeon: Dungeon, places: Places) -> Mistakes:
    letters = [legend.letter for legend in dungeon.legends]
    doors = {*letters}
    letters += [letter for letter, _ in dungeon.items]
    often = Counter(letters)
    for letter in letters:
        where = places.line("letter", letter)
        if often[letter] > 1 or (letter in GLYPHS and (letter != ITEM or letter in doors)):
            meaning = GLYPHS.get(letter, "has a meaning already")
            yield where, f"expected a character without a meaning, found {letter!r} ({meaning})"
        if not letter.isprintable() or letter.isspace():
            yield where, f"expected a printable character, found {letter!r}"
    known = set(GLYPHS) | set(letters)
    for index, room in enumerate(dungeon.chambers):
        for y, row in enumerate(room.rows):
            if len(row) != room.width:
                wanted = f"{counted(room.width, 'tile')} as in the first row of room {room.name}"
                yield places.tile(index, y, 0), f"expected {wanted}, found {len(row)}"
            for x, glyph in enumerate(row):
                if glyph not in known:
                    wanted = f"one of the tiles {''.join(GLYPHS)} or a letter with a legend"
                    yield places.tile(index, y, x), f"expected {wanted}, found {glyph!r}"


def _error(wanted: str, line: Source, found: str = "") -> InstanceError:
    return InstanceError(f"expected {wanted}, found {quoted(found or line.text)}", line.place(0))


def _title(draft: _Draft, line: Source) -> None:
    found = re.fullmatch(rf"dungeon\s+({_NAME})", line.text, re.ASCII)
    if found is None:
        raise _error("'dungeon NAME'", line)
    draft.name = found[1]


def _start(draft: _Draft, line: Source) -> None:
    if draft.started:
        raise _error("one line 'start'", line)
    draft.started = True
    for word in line.text.split()[1:]:
        found = _SETTING.fullmatch(word)
        if found is None:
            raise _error("'start keys=N bombs=N' or bombs=renewable", line)
        if found[0] == "bombs=renewable":
            draft.bombs = None
            continue
        if not re.fullmatch(r"\d{1,7}", found[2], re.ASCII) or int(found[2]) > MAX_COUNT:
            raise _error(f"a number from 0 to {MAX_COUNT:,}", line, word)
        if found[1] == "keys":
            draft.keys = int(found[2])
        else:
            draft.bombs = int(found[2])


def _legend(draft: _Draft, line: Source) -> None:
    found = _LEGEND.fullmatch(line.text)
    if found is None or found[2] not in DOORS:
        wanted = f"'legend C = door KIND NAME' with a kind of {', '.join(DOORS)}"
        raise _error(wanted, line)
    draft.legends.append(Legend(found[1], found[2], found[3]))
    draft.lines["letter", found[1]] = line


def _item(draft: _Draft, line: Source) -> None:
    found = _ITEM.fullmatch(line.text)
    if found is None:
        raise _error("'item C = NAME'", line)
    draft.items.append((found[1], found[2]))
    draft.lines["letter", found[1]] = line


def _warp(draft: _Draft, line: Source) -> None:
    found = _WARP.fullmatch(line.text)
    if found is None or found[2] not in WARPS or found[5] not in WARPS:
        raise _error("'warp ROOM.DIGIT <-> ROOM.DIGIT' or ->", line)
    one, digit, arrow, other, to = found.groups()
    warp = Warp(one, digit, other, to, arrow == "<->")
    draft.warps.append(warp)
    draft.lines.setdefault(("warp", warp), line)


_STATEMENTS = {"start": _start, "legend": _legend, "item": _item, "warp": _warp}


def _room(draft: _Draft, line: Source, lines: Sequence[Source], index: int) -> int:
    """The room with this heading; the index of the line after it."""
    found = _ROOM.fullmatch(line.text)
    if found is None:
        raise _error("'room NAME at ROW,COLUMN'", line)
    row, column = int(found[2]), int(found[3])
    if max(abs(row), abs(column)) > MAX_COUNT:
        raise _error(f"a place within {MAX_COUNT:,} of 0,0", line)
    rows: list[Source] = []
    while index < len(lines) and not _KEYWORD.match(lines[index].text):
        rows.append(lines[index])
        index += 1
    if not rows:
        raise InstanceError(
            f"expected rows of tiles below the heading of room {found[1]}, found none",
            line.place(0),
        )
    texts = tuple(each.text for each in rows)
    draft.chambers.append((Chamber(found[1], row, column, texts), rows))
    draft.lines["room", found[1]] = line
    return index
