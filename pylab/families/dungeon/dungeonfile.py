"""The `.dungeon` format: rooms drawn in characters, and a few lines about them.

Each tile `L`, `B`, `%` is a door of its own: two `L` that face each other across the edge of two
rooms are two locks and take two keys. Tiles are one door if a legend names them so: those of a
letter, and those of several letters whose doors have the same name and kind; a name for two kinds
is refused.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from pylab.base.errors import InstanceError, Place, quoted
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
    counted,
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

    source: Source
    name: str = ""
    keys: int = 0
    bombs: int | None = 0
    started: bool = False
    chambers: list[tuple[Chamber, Source, list[Source]]] = field(default_factory=list)
    legends: list[tuple[Legend, Source]] = field(default_factory=list)
    items: list[tuple[str, str, Source]] = field(default_factory=list)
    warps: list[tuple[Warp, Source]] = field(default_factory=list)

    def by_place(self) -> list[tuple[Chamber, Source, list[Source]]]:
        """The rooms by their places on the raster, with their headings and rows."""
        return sorted(self.chambers, key=lambda each: (each[0].row, each[0].column))


def read(source: Source) -> Dungeon:
    """A dungeon from its text; raises InstanceError with the place."""
    draft = _Draft(source)
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
    dungeon = Dungeon(
        name=draft.name,
        chambers=tuple(chamber for chamber, *_ in draft.by_place()),
        keys=draft.keys,
        bombs=draft.bombs,
        legends=tuple(sorted(legend for legend, _ in draft.legends)),
        items=tuple(sorted((letter, name) for letter, name, _ in draft.items)),
        warps=tuple(sorted(warp for warp, _ in draft.warps)),
    )
    places = _Places(draft)
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


class Places:
    """Where errors point; here, for a dungeon that was not read from a text, nowhere."""

    def start(self) -> Place | None:
        return None

    def at(self, dungeon: Dungeon, tile: Tile) -> Place | None:
        """A tile of the dungeon."""
        index = next(i for i, room in enumerate(dungeon.chambers) if room.name == tile.room)
        return self.tile(index, tile.y, tile.x)

    def tile(self, index: int, y: int, x: int) -> Place | None:
        """A tile of the room with this index."""
        del index, y, x
        return None

    def room(self, name: str) -> Place | None:
        """The heading of the room."""
        del name
        return None

    def warp(self, warp: Warp) -> Place | None:
        """The line of the warp."""
        del warp
        return None

    def letter(self, letter: str) -> Place | None:
        """The line of a legend or item."""
        del letter
        return None


class _Places(Places):
    def __init__(self, draft: _Draft) -> None:
        self.draft = draft
        self.rows = [rows for *_, rows in draft.by_place()]

    def start(self) -> Place | None:
        return self.draft.source.place(0)

    def tile(self, index: int, y: int, x: int) -> Place | None:
        return self.rows[index][y].place(x)

    def room(self, name: str) -> Place | None:
        return [line for room, line, _ in self.draft.chambers if room.name == name][-1].place(0)

    def warp(self, warp: Warp) -> Place | None:
        return next(line for each, line in self.draft.warps if each == warp).place(0)

    def letter(self, letter: str) -> Place | None:
        found = [line for legend, line in self.draft.legends if legend.letter == letter]
        found += [line for each, _, line in self.draft.items if each == letter]
        return found[-1].place(0)


def verify(dungeon: Dungeon, places: Places) -> None:
    """Raises InstanceError for a dungeon whose parts don't fit together."""
    if not dungeon.chambers:
        raise InstanceError("expected a room, found none", places.start())
    _rooms_apart(dungeon, places)
    _names_fit(dungeon, places)
    _letters_known(dungeon, places)
    for glyph, what in ((START, "start"), (GOAL, "goal")):
        found = dungeon.find(glyph)
        if glyph == START and len(found) != 1:
            place = places.at(dungeon, found[1]) if found else places.start()
            raise InstanceError(f"expected one start {START}, found {len(found)}", place)
        if not found:
            raise InstanceError(f"expected a {what} {glyph}, found none", places.start())
    ends: dict[tuple[str, str], list[Tile]] = {}
    for tile, glyph in dungeon.glyphs().items():
        if glyph in WARPS:
            ends.setdefault((tile.room, glyph), []).append(tile)
    for warp in dungeon.warps:
        for room, digit in ((warp.room, warp.digit), (warp.to_room, warp.to_digit)):
            count = len(ends.get((room, digit), ()))
            if count != 1:
                found_ = f"{count} of them" if count else "none"
                raise InstanceError(
                    f"expected a tile {digit} in a room {room} for this warp, found {found_}",
                    places.warp(warp),
                )


def _rooms_apart(dungeon: Dungeon, places: Places) -> None:
    names: set[str] = set()
    cells: dict[tuple[int, int], str] = {}
    tiles = 0
    for room in dungeon.chambers:
        _named(room.name, "room", partial(places.room, room.name))
        if room.name in names:
            raise InstanceError(
                f"expected a new name, found a second room {room.name}", places.room(room.name)
            )
        cell = (room.row, room.column)
        if cell in cells:
            raise InstanceError(
                f"expected a place of its own at {cell[0]},{cell[1]}, found room {cells[cell]} "
                f"and room {room.name}",
                places.room(room.name),
            )
        if not room.rows or not room.rows[0]:
            raise InstanceError(
                f"expected rows of tiles in room {room.name}, found none", places.room(room.name)
            )
        names.add(room.name)
        cells[cell] = room.name
        tiles += room.height * room.width
    if tiles > MAX_TILES:
        raise InstanceError(
            f"expected at most {MAX_TILES:,} tiles, found {tiles:,}", places.start()
        )


def _named(name: str, what: str, place: Callable[[], Place | None]) -> None:
    """Raises InstanceError for a name that a file can't have."""
    if not re.fullmatch(_NAME, name, re.ASCII):
        raise InstanceError(
            f"expected a {what}'s name of 1 to 64 letters, digits, _ and -, found {name[:40]!r}",
            place(),
        )


def _names_fit(dungeon: Dungeon, places: Places) -> None:
    """Names are names, and each is one door's: that of tiles which are opened alike."""
    _named(dungeon.name, "dungeon", places.start)
    for letter, name in dungeon.items:
        _named(name, "item", partial(places.letter, letter))
    kinds: dict[str, str] = {}
    for each in dungeon.legends:
        _named(each.name, "door", partial(places.letter, each.letter))
        if each.opened_by != "item" and kinds.setdefault(each.name, each.opened_by) != (
            each.opened_by
        ):
            raise InstanceError(
                f"expected another name, found {each.name} for a door of kind "
                f"{kinds[each.name]} and for one of kind {each.opened_by}",
                places.letter(each.letter),
            )


def _letters_known(dungeon: Dungeon, places: Places) -> None:
    letters = [legend.letter for legend in dungeon.legends] + [c for c, _ in dungeon.items]
    often = Counter(letters)
    for letter in letters:
        if often[letter] > 1 or (letter in GLYPHS and letter != ITEM):
            meaning = GLYPHS.get(letter, "has a meaning already")
            raise InstanceError(
                f"expected a character without a meaning, found {letter!r} ({meaning})",
                places.letter(letter),
            )
        if not letter.isprintable() or letter.isspace():
            raise InstanceError(
                f"expected a printable character, found {letter!r}", places.letter(letter)
            )
    for legend in dungeon.legends:
        if legend.letter == ITEM:
            raise InstanceError(
                "expected a character without a meaning, found 'i' (item)", places.letter("i")
            )
    known = set(GLYPHS) | set(letters)
    for index, room in enumerate(dungeon.chambers):
        for y, row in enumerate(room.rows):
            if len(row) != room.width:
                raise InstanceError(
                    f"expected {counted(room.width, 'tile')} as in the first row of room "
                    f"{room.name}, found {len(row)}",
                    places.tile(index, y, 0),
                )
            for x, glyph in enumerate(row):
                if glyph not in known:
                    raise InstanceError(
                        f"expected one of the tiles {''.join(GLYPHS)} or a letter with a legend, "
                        f"found {glyph!r}",
                        places.tile(index, y, x),
                    )


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
    draft.legends.append((Legend(found[1], found[2], found[3]), line))


def _item(draft: _Draft, line: Source) -> None:
    found = _ITEM.fullmatch(line.text)
    if found is None:
        raise _error("'item C = NAME'", line)
    draft.items.append((found[1], found[2], line))


def _warp(draft: _Draft, line: Source) -> None:
    found = _WARP.fullmatch(line.text)
    if found is None or found[2] not in WARPS or found[5] not in WARPS:
        raise _error("'warp ROOM.DIGIT <-> ROOM.DIGIT' or ->", line)
    one, digit, arrow, other, to = found.groups()
    draft.warps.append((Warp(one, digit, other, to, arrow == "<->"), line))


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
    draft.chambers.append((Chamber(found[1], row, column, texts), line, rows))
    return index
