"""What a dungeon of tiles has without any effect, or probably by mistake; refuses nothing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pylab.base.errors import Place
from pylab.families.dungeon.model import (
    BOSS_DOOR,
    BOSS_KEY,
    LOWERED,
    RAISED,
    SWITCH,
    WARPS,
    Dungeon,
    Tile,
)

if TYPE_CHECKING:
    from pylab.families.dungeon.dungeonfile import Places

Remarks = Iterator[tuple[Place | None, str]]


def oddities(dungeon: Dungeon, places: Places) -> tuple[str, ...]:
    """Remarks, each with the place of the first tile or the line that it is about."""
    found = list(_Oddities(dungeon, places).all())
    return tuple(words if where is None else f"{where}: {words}" for where, words in found)


class _Oddities:
    """A dungeon, its tiles by their characters, and where its parts stand."""

    def __init__(self, dungeon: Dungeon, places: Places) -> None:
        self.dungeon, self.places = dungeon, places
        self.tiles: dict[str, list[Tile]] = defaultdict(list)
        for tile, glyph in dungeon.glyphs().items():
            self.tiles[glyph].append(tile)

    def all(self) -> Remarks:
        yield from self.blocks()
        yield from self.doors()
        yield from self.letters()
        yield from self.warps()

    def first(self, glyph: str) -> Place | None:
        """Where the first tile of that character stands."""
        return self.places.at(self.dungeon, self.tiles[glyph][0])

    def blocks(self) -> Remarks:
        for glyph, what in ((RAISED, "a wall"), (LOWERED, "floor")):
            if self.tiles[glyph] and not self.tiles[SWITCH]:
                yield self.first(glyph), f"there is no switch {SWITCH}, so {glyph} is {what}"
        if self.tiles[SWITCH] and not self.tiles[RAISED] + self.tiles[LOWERED]:
            blocks = f"{RAISED} or {LOWERED}"
            yield self.first(SWITCH), f"there are no blocks {blocks}, so the switch does nothing"

    def doors(self) -> Remarks:
        """Doors that nothing opens; not locks, as missing keys are what such puzzles are about."""
        if self.tiles[BOSS_DOOR] and not self.tiles[BOSS_KEY]:
            yield (
                self.first(BOSS_DOOR),
                f"there is no boss key {BOSS_KEY}, so {BOSS_DOOR} is a wall",
            )
        lying = {name for glyph, name in self.dungeon.named().items() if self.tiles[glyph]}
        for each in self.dungeon.legends:
            lacks = each.opened_by == "item" and each.name not in lying
            lacks = lacks or (each.opened_by == "boss" and not self.tiles[BOSS_KEY])
            if lacks and self.tiles[each.letter]:
                what = f"item {each.name}" if each.opened_by == "item" else f"boss key {BOSS_KEY}"
                told = f"there is no {what}, so {each.letter} is a wall"
                yield self.places.line("letter", each.letter), told

    def letters(self) -> Remarks:
        letters = [each.letter for each in self.dungeon.legends]
        for letter in [*letters, *(letter for letter, _ in self.dungeon.items)]:
            if not self.tiles[letter]:
                yield self.places.line("letter", letter), f"there is no tile {letter}"

    def warps(self) -> Remarks:
        warps = self.dungeon.warps
        ends = {end for w in warps for end in ((w.room, w.digit), (w.to_room, w.to_digit))}
        for digit in WARPS:
            for tile in self.tiles[digit]:
                if (tile.room, digit) not in ends:
                    place = self.places.at(self.dungeon, tile)
                    yield place, f"no warp begins or ends here, so {digit} is floor"
        for warp in warps:
            if (warp.room, warp.digit) == (warp.to_room, warp.to_digit):
                yield self.places.line("warp", warp), "this warp leads from a tile to itself"
