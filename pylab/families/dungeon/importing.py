"""A dungeon of tiles from a room map, a mission graph, and which room is which; finds no alignment.

What the graph says about a passage becomes doors in the wall between two rooms; a door is two or
three tiles wide, so a passage that differs by direction gets a lane for each.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from pylab.base.errors import InstanceError
from pylab.families.dungeon import dungeonfile, roommap
from pylab.families.dungeon.model import (
    BOSS_DOOR,
    BOSS_KEY,
    CRACKED,
    DIRECTIONS,
    FLOOR,
    GLYPHS,
    GOAL,
    KEY,
    START,
    WALL,
    WATER,
    Alignment,
    Chamber,
    Dungeon,
    Instance,
    Legend,
    Passage,
    Room,
    Survey,
    Warp,
    Witness,
    lock_name,
    natural,
)
from pylab.family.walks import reach

_TILES = {"F": FLOOR, "B": WALL, "M": FLOOR, "P": WATER, "O": FLOOR, "I": WALL, "D": WALL,
          "S": FLOOR, "W": WALL, "-": FLOOR}  # fmt: skip
_LETTERS = [c for c in "acdefghjlmnpqrstuwyzACDEFGHIJMNOPQRSUVWXYZ" if c not in GLYPHS] + [
    chr(code) for code in range(0xC0, 0x250) if chr(code).isalpha()
]
_ARROW = {"n": "^", "s": "v", "w": "<", "e": ">"}
_BACK = {"n": "s", "s": "n", "w": "e", "e": "w"}

_HIDDEN = {"n": [(1, 5)], "s": [(14, 5)], "w": [(7, 1), (8, 1)], "e": [(7, 9), (8, 9)]}
"""Where a wall can be bombed open, of a room's second ring."""

Spot = tuple[int, int]


def assemble(survey: Instance, witness: Witness) -> Dungeon:
    """The dungeon that a survey and its alignment make.

    Rooms of the graph that are not in the map become small rooms of their own, joined by stairs.
    The dungeon's `assumptions` say what was made up.

    Raises InstanceError for anything but a survey with an alignment, and for more doors than
    there are letters.
    """
    if not isinstance(survey, Survey) or not isinstance(witness, Alignment):
        raise InstanceError("expected a survey of a map and a graph, and its alignment")
    if not survey.mission.goals:
        raise InstanceError("expected a mission graph with a goal, found none")
    return _Builder(survey, dict(witness.rooms)).build()


@dataclass(slots=True)
class _Canvas:
    """A room that is being drawn."""

    name: str
    row: int
    column: int
    tiles: list[list[str]]
    doors: set[Spot] = field(default_factory=set)
    stairs: int = 0


class _Builder:
    def __init__(self, survey: Survey, images: dict[str, str]) -> None:
        self.mission, self.map = survey.mission, survey.map
        self.images = dict(images)
        self.assumptions = list(survey.assumptions)
        self.letters = iter(_LETTERS)
        self.legends: dict[str, Legend] = {}
        self.items: dict[str, str] = {}
        self.warps: list[Warp] = []
        self.canvases: dict[str, _Canvas] = {}

    def build(self) -> Dungeon:
        for chamber in self.map.chambers:
            if chamber.name in self.images:
                self._copy(chamber)
            else:
                self._assume(f"the map's room {chamber.name} is none of the graph's; left out")
        outside = self._outside()
        missing = [r for r in self.mission.rooms if r.name not in self.canvases]
        for number, room in enumerate(r for r in missing if r.name != outside):
            self._cellar(room.name, number)
        self._passages(outside)
        for name in sorted(self.canvases, key=natural):
            self._open_up(self.canvases[name])
        for room in self.mission.rooms:
            if room.name in self.canvases:
                self._furnish(room, self.canvases[room.name], outside)
        chambers = sorted(
            (
                Chamber(_plain(c.name), c.row, c.column, tuple("".join(row) for row in c.tiles))
                for c in self.canvases.values()
            ),
            key=lambda chamber: (chamber.row, chamber.column),
        )
        dungeon = Dungeon(
            name=_plain(self.map.name),
            chambers=tuple(chambers),
            bombs=None,
            legends=tuple(sorted(self.legends.values())),
            items=tuple(sorted((letter, name) for name, letter in self.items.items())),
            warps=tuple(sorted(self.warps)),
            assumptions=tuple(dict.fromkeys(self.assumptions)),
        )
        dungeonfile.verify(dungeon, dungeonfile.Places())
        return dungeon

    def _assume(self, text: str) -> None:
        self.assumptions.append(text)

    def _copy(self, room: Chamber) -> None:
        tiles = [[_TILES[c] for c in row] for row in room.rows]
        name = self.images[room.name]
        self.canvases[name] = _Canvas(name, room.row, room.column, tiles)
        if "-" in "".join(row[2:-2] for row in room.rows[2:-2]):
            self._assume(f"room {name}: its inside is blank in the map; taken as floor")

    def _outside(self) -> str:
        """The start, if it is not in the map and leads to a room with a door out of it."""
        start = self.mission.start
        if start in self.canvases:
            return ""
        for room in self.map.chambers:
            if room.name not in self.images:
                continue
            image = self.images[room.name]
            linked = any({p.tail, p.head} == {start, image} for p in self.mission.passages)
            spots = self._outward(room)
            if linked and spots:
                self._assume(
                    f"room {start}, the start, is outside the map: the hero stands in the door of "
                    f"room {image}"
                )
                canvas = self.canvases[image]
                y, x = spots[len(spots) // 2]
                canvas.tiles[y][x] = START
                canvas.doors.add((y, x))
                return start
        return ""

    def _outward(self, room: Chamber) -> list[Spot]:
        """The tiles of a door that leads out of the map."""
        cells = {(r.row, r.column) for r in self.map.chambers}
        for direction, spots in roommap.doors(room).items():
            down, right = DIRECTIONS[direction]
            if (room.row + down, room.column + right) not in cells:
                return spots
        return []

    def _cellar(self, name: str, number: int) -> None:
        """A small room below all others, in rows as wide as the map."""
        height, width = roommap.HEIGHT, roommap.WIDTH
        tiles = [[WALL] * width for _ in range(height)]
        for y in range(4, 9):
            for x in range(3, 8):
                tiles[y][x] = FLOOR
        below = max(room.row for room in self.map.chambers) + 1
        row, column = divmod(number, max(room.column for room in self.map.chambers) + 1)
        self.canvases[name] = _Canvas(name, below + row, column, tiles)
        self._assume(f"room {name} is not in the map; it is made up, and joined by stairs")

    def _passages(self, outside: str) -> None:
        kinds: dict[tuple[str, str], list[Passage]] = {}
        for each in self.mission.passages:
            if not each.sealed:
                kinds.setdefault((each.tail, each.head), []).append(each)
        done: set[frozenset[str]] = set()
        stairs: list[tuple[str, str]] = []
        for tail, head in sorted(kinds, key=lambda k: (natural(k[0]), natural(k[1]))):
            if frozenset((tail, head)) in done or outside in (tail, head):
                continue
            done.add(frozenset((tail, head)))
            there, back = kinds.get((tail, head), []), kinds.get((head, tail), [])
            if not self._door(tail, head, there, back):
                stairs.append((tail, head))
        for tail, head in stairs:
            self._stairs(tail, head, kinds.get((tail, head), []), kinds.get((head, tail), []))

    def _door(
        self, tail: str, head: str, there: Sequence[Passage], back: Sequence[Passage]
    ) -> bool:
        """Doors between neighbouring rooms that face each other in the map."""
        names = {image: name for name, image in self.images.items()}
        one = next((r for r in self.map.chambers if r.name == names.get(tail)), None)
        other = next((r for r in self.map.chambers if r.name == names.get(head)), None)
        if one is None or other is None:
            return False
        step = (other.row - one.row, other.column - one.column)
        direction = next((d for d, delta in DIRECTIONS.items() if delta == step), "")
        near = roommap.doors(one).get(direction, [])
        far = roommap.doors(other).get(_BACK.get(direction, ""), [])
        if not near or not far:
            hidden = direction and all("b" in p.signs for p in (*there, *back))
            if not hidden:
                return False
            self._assume(f"between {tail} and {head} the map shows no door; a wall can be bombed")
            near = _HIDDEN[direction]
        lanes = [self._lane(tail, head, direction, spot) for spot in near]
        gates, returns = self._gates(there), self._gates(back)
        if gates == returns and gates is not None:
            for lane in lanes:
                self._paint(lane, gates, "")
            return True
        if gates is not None:
            self._paint(lanes[0], gates, direction)
        if returns is not None:
            self._paint(lanes[-1][::-1], returns, _BACK[direction])
        return True

    def _lane(self, tail: str, head: str, direction: str, spot: Spot) -> list[tuple[_Canvas, Spot]]:
        """The four tiles from one room's door to the other's."""
        one, other = self.canvases[tail], self.canvases[head]
        down, right = DIRECTIONS[direction]
        height, width = roommap.HEIGHT, roommap.WIDTH
        spots = [(spot[0] + i * down, spot[1] + i * right) for i in range(4)]
        return [
            (one if i < 2 else other, (y % height, x % width)) for i, (y, x) in enumerate(spots)
        ]

    def _paint(
        self, lane: Sequence[tuple[_Canvas, Spot]], gates: Sequence[str], direction: str
    ) -> None:
        """A lane with its gates; towards a direction, if it has one."""
        glyphs = [FLOOR] * 4
        if direction:
            glyphs[1] = _ARROW[direction]
        if len(gates) == 1 and not direction:
            glyphs[0] = glyphs[3] = gates[0]
        else:
            for place, gate in zip((0, 3, 2), gates, strict=False):
                glyphs[place] = gate
        for (canvas, (y, x)), glyph in zip(lane, glyphs, strict=True):
            canvas.tiles[y][x] = glyph
        for canvas, spot in (lane[0], lane[3]):
            canvas.doors.add(spot)

    def _gates(self, passages: Sequence[Passage]) -> tuple[str, ...] | None:
        """The characters of a passage's doors; None if there is no passage.

        Of several passages the one with the fewest conditions is taken.
        """
        if not passages:
            return None
        each = min(passages, key=lambda p: (len(p.flags) + p.locked, p.flags))
        if len(passages) > 1:
            self._assume(f"{each.tail} -> {each.head}: of several passages one is kept")
        gates = []
        if each.locked:
            name = lock_name(each.tail, each.head)
            gates.append(self._letter(f"key {name}", "key", name))
        for flag in each.flags:
            if flag == BOSS_KEY:
                gates.append(BOSS_DOOR)
            else:
                gates.append(self._letter(f"item {flag}", "item", flag))
        if not gates and "b" in each.signs:
            gates.append(CRACKED)
        if len(gates) > 3:
            self._assume(f"{each.tail} -> {each.head}: only three conditions are kept")
        return tuple(gates[:3])

    def _letter(self, key: str, kind: str, name: str) -> str:
        if key not in self.legends:
            self.legends[key] = Legend(self._next(), kind, _plain(name))
        return self.legends[key].letter

    def _next(self) -> str:
        letter = next(self.letters, "")
        if not letter:
            raise InstanceError(f"expected at most {len(_LETTERS)} named doors and items")
        return letter

    def _stairs(
        self, tail: str, head: str, there: Sequence[Passage], back: Sequence[Passage]
    ) -> None:
        if tail not in self.canvases or head not in self.canvases:
            return
        gates = [g for g in (self._gates(there), self._gates(back)) if g is not None]
        if any(set(gate) - {CRACKED} for gate in gates):
            self._assume(f"{tail} and {head} are joined by stairs; their doors are left out")
        if len(gates) == 1:
            tail, head = (tail, head) if there else (head, tail)
        one, other = self._digit(tail), self._digit(head)
        self.warps.append(Warp(_plain(tail), one, _plain(head), other, len(gates) == 2))

    def _digit(self, name: str) -> str:
        canvas = self.canvases[name]
        if canvas.stairs > 9:
            raise InstanceError(f"expected at most ten stairs in room {name}")
        self._place(canvas, str(canvas.stairs))
        canvas.stairs += 1
        return str(canvas.stairs - 1)

    def _open_up(self, canvas: _Canvas) -> None:
        """Make sure that all doors of a room are joined: over water, then through blocks."""
        for obstacle, what in ((WATER, "water"), (WALL, "blocks")):
            if self._joined(canvas):
                return
            for y in range(2, len(canvas.tiles) - 2):
                for x in range(2, len(canvas.tiles[0]) - 2):
                    if canvas.tiles[y][x] == obstacle:
                        canvas.tiles[y][x] = FLOOR
            self._assume(f"room {canvas.name}: its doors are apart; the {what} inside is floor")

    def _joined(self, canvas: _Canvas) -> bool:
        wanted = set(canvas.doors) | {
            (y, x) for y, row in enumerate(canvas.tiles) for x, c in enumerate(row) if c.isdigit()
        }
        return not wanted or wanted <= _walkable(canvas, min(wanted))

    def _furnish(self, room: Room, canvas: _Canvas, outside: str) -> None:
        """What the graph says is in the room."""
        if room.name == self.mission.start and room.name != outside:
            self._place(canvas, START)
        if room.name in self.mission.goals:
            self._place(canvas, GOAL)
        for _ in range(room.keys):
            self._place(canvas, KEY)
        for flag in room.flags:
            self._place(canvas, BOSS_KEY if flag == BOSS_KEY else self._item(flag))

    def _item(self, flag: str) -> str:
        if flag not in self.items:
            self.items[flag] = self._next()
        return self.items[flag]

    def _place(self, canvas: _Canvas, glyph: str) -> None:
        """Put something on free floor near the middle, but not in anybody's way."""
        height, width = len(canvas.tiles), len(canvas.tiles[0])
        near = _walkable(canvas, min(canvas.doors)) if canvas.doors else None
        spots = [
            (y, x)
            for y in range(2, height - 2)
            for x in range(2, width - 2)
            if canvas.tiles[y][x] == FLOOR and (near is None or (y, x) in near)
        ]
        if not spots:
            raise InstanceError(f"expected free floor in room {canvas.name}, found none")
        taken = [
            (y, x)
            for y in range(2, height - 2)
            for x in range(2, width - 2)
            if canvas.tiles[y][x] not in (FLOOR, WALL, WATER)
        ]

        def crowd(spot: Spot) -> tuple[int, int, Spot]:
            alone = min((abs(spot[0] - y) + abs(spot[1] - x) for y, x in taken), default=9)
            middle = abs(2 * spot[0] - height + 1) + abs(2 * spot[1] - width + 1)
            return -min(alone, 2), middle, spot

        y, x = min(spots, key=crowd)
        canvas.tiles[y][x] = glyph


def _walkable(canvas: _Canvas, spot: Spot) -> set[Spot]:
    """The tiles of a room that can be walked to, doors counted as open, water not."""
    height, width = len(canvas.tiles), len(canvas.tiles[0])

    def beside(spot: Spot) -> Iterator[Spot]:
        for down, right in DIRECTIONS.values():
            y, x = spot[0] + down, spot[1] + right
            if 0 <= y < height and 0 <= x < width and canvas.tiles[y][x] not in (WALL, WATER):
                yield y, x

    return set(reach([spot], beside))


def _plain(name: str) -> str:
    """A name as `.dungeon` files take it."""
    kept = "".join(c if c.isascii() and (c.isalnum() or c in "_-") else "_" for c in name)
    return (kept if kept[:1].isalnum() else f"_{kept}")[:64]
