"""Room maps of the Video Game Level Corpus: screens of tiles without keys, start or goal.

A room is 16 rows of 11 characters (the screen, transposed), walls two thick; doors are the `D`
in the second ring, so facing doors are two wall tiles apart. `-` is where there is no room.
"""

from __future__ import annotations

from pathlib import PurePath

from pylab.base.errors import InstanceError, printable
from pylab.base.words import counted
from pylab.families.dungeon.model import MAX_NAME, Chamber, RoomMap
from pylab.text.source import Source
from pylab.text.words import read_signs

HEIGHT, WIDTH = 16, 11
LETTERS = "FBMPOIDSW-"
NOTHING, DOOR = "-", "D"


def read(source: Source) -> RoomMap:
    """A room map from its text. Raises InstanceError with the place."""
    rows = [Source(source.name, line.rstrip(), n) for n, line in enumerate(_lines(source))]
    if not rows:
        raise InstanceError("expected a room map, found an empty text", source.place(0))
    lines = read_signs(rows, LETTERS)
    _verify(source, lines)
    chambers = []
    for row in range(len(lines) // HEIGHT):
        for column in range(len(lines[0]) // WIDTH):
            screen = tuple(
                line[column * WIDTH : (column + 1) * WIDTH]
                for line in lines[row * HEIGHT : (row + 1) * HEIGHT]
            )
            if any(set(line) != {NOTHING} for line in screen):
                chambers.append(Chamber(f"{chr(65 + column)}{row + 1}", row, column, screen))
    if not chambers:
        raise InstanceError("expected a room, found none", source.place(0))
    name = printable(PurePath(source.name).stem)[:MAX_NAME] or "map"
    return RoomMap(name, tuple(chambers), tuple(frozenset(doors(room)) for room in chambers))


def _lines(source: Source) -> list[str]:
    return source.text.rstrip().split("\n") if source.text.strip() else []


def _verify(source: Source, lines: list[str]) -> None:
    wide = len(lines[0])
    if wide % WIDTH:
        found = counted(wide, "character")
        raise InstanceError(f"expected rooms {WIDTH} wide, found {found}", source.place(0))
    if wide // WIDTH > 26:
        raise InstanceError("expected at most 26 rooms side by side", source.place(0))
    if len(lines) % HEIGHT:
        raise InstanceError(
            f"expected rooms {HEIGHT} high, found {counted(len(lines), 'line')}",
            source.place(len(source.text.rstrip())),
        )


def doors(room: Chamber) -> dict[str, list[tuple[int, int]]]:
    """The tiles of a room's doors, by direction."""
    height, width = room.height, room.width
    found = {
        "n": [(1, x) for x in range(width) if room.rows[1][x] == DOOR],
        "s": [(height - 2, x) for x in range(width) if room.rows[height - 2][x] == DOOR],
        "w": [(y, 1) for y in range(height) if room.rows[y][1] == DOOR],
        "e": [(y, width - 2) for y in range(height) if room.rows[y][width - 2] == DOOR],
    }
    return {direction: tiles for direction, tiles in found.items() if tiles}
