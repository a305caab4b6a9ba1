"""A dungeon's rooms as SVG, and a play over them; knows no rule."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import assert_never

from pylab.drawing.grid import Grid
from pylab.drawing.palette import (
    CARD,
    CHALK,
    GROUND,
    HERO,
    INK,
    LINE,
    MOVE,
    PAPER,
    STONE,
    STONE_EDGE,
    WARN,
)
from pylab.drawing.palette import GOAL as GOAL_RING
from pylab.drawing.svg import Drawing, caption_size
from pylab.families.dungeon.check import Played
from pylab.families.dungeon.model import (
    ARROWS,
    DIRECTIONS,
    GATES,
    LOCKS,
    THINGS,
    VOID,
    WALL,
    Abstract,
    Chamber,
    Dungeon,
    Guaranteed,
    Kind,
    Margin,
    Mark,
    Stuck,
    Tile,
    Wasted,
    Witness,
)
from pylab.families.dungeon.moment import Moment, story
from pylab.families.dungeon.obstacles import Obstacles

CELL = 20
GAP = 6
MARGIN = 28
FOOT = 34

WATER_FILL = "#7fb5dd"
WOOD = "#9a6b3f"
BRASS = "#f2c14e"
BOSS = "#8c2f39"
UP_AT_FIRST, DOWN_AT_FIRST = "#c4553b", "#3f7fb5"
CRACKED_WALL = "#8b8794"
CHEST = "#4fa37a"
DOOR_COLOURS = ("#9a6b3f", "#5b7f3a", "#7a5c99", "#2f7f86", "#a8577e", "#8a7a2b", "#4f6fa8",
                "#b0603a")  # fmt: skip

Spot = tuple[float, float]

_WORDS: Mapping[Kind, str] = {
    "start": "start", "goal": "goal", "key": "small key", "lock": "locked door",
    "boss key": "boss key", "boss door": "boss door", "bomb": "bomb",
    "bombable wall": "bombable wall", "item": "item", "item door": "door that an item opens",
    "switch": "switch", "raised": "block, up at first", "lowered": "block, down at first",
    "one-way": "one way only", "stairs": "stairs or warp",
}  # fmt: skip
"""What a legend says of each kind, in its order."""

_ACTORS: dict[Kind, tuple[str, str]] = {
    **dict.fromkeys(THINGS, ("t", "thing")),
    **dict.fromkeys((kind for kind in GATES if kind != "water"), ("g", "gate")),
}
"""What a page plays with: a letter, which its tile's number follows, and a class."""


class Map:
    """A dungeon's rooms on their raster, and a play over them.

    Attributes:
        drawing: what is drawn.
        grids: the squares of each room.
    """

    def __init__(
        self,
        dungeon: Dungeon,
        witness: Witness | Obstacles | None = None,
        play: Played | None = None,
        now: Moment | None = None,
    ) -> None:
        self.dungeon, self.witness, self.now = dungeon, witness, now
        self.play = play or Played()
        self.marks = dungeon.marks()
        self.rooms = {room.name: room for room in dungeon.chambers}
        left = self._offsets([(r.column, r.width) for r in dungeon.chambers])
        top = self._offsets([(r.row, r.height) for r in dungeon.chambers])
        self.grids = {
            r.name: Grid(r.width, r.height, CELL, left[r.column], top[r.row])
            for r in dungeon.chambers
        }
        width = max(grid.left + grid.width for grid in self.grids.values()) + MARGIN
        height = max(grid.top + grid.height for grid in self.grids.values()) + MARGIN + FOOT
        title = f"Dungeon {dungeon.name}"
        self.story = story(dungeon, witness, self.play)
        self.drawing = Drawing(max(width, 300), height, title, f"{self.story}.")
        names = sorted({each.name for each in dungeon.legends if each.opened_by == "key"})
        self.colours = dict(zip(names, itertools.cycle(DOOR_COLOURS), strict=False))

    def _offsets(self, sizes: list[tuple[int, int]]) -> dict[int, float]:
        """Where each column (or row) of the raster begins; empty ones take no room."""
        found: dict[int, float] = {}
        at: float = MARGIN
        for index in sorted({index for index, _ in sizes}):
            if found and index - 1 not in found:
                at += 3 * GAP
            found[index] = at
            at += max(size for i, size in sizes if i == index) * CELL + GAP
        return found

    def drawn(self) -> Drawing:
        """All of it, for a picture or a page."""
        drawing = self.drawing
        void = any(VOID in row for room in self.rooms.values() for row in room.rows)
        where = {} if void else {"on": "picture"}
        drawing.rect(0, 0, drawing.width, drawing.height, fill=PAPER, **where)
        for room in self.dungeon.chambers:
            self._ground(room)
        self._play()
        for number, (tile, mark) in enumerate(self.marks.items()):
            letter, style = _ACTORS.get(mark.kind, ("", ""))
            if self.now is not None and self._changed(tile, mark, self.now):
                continue
            if letter:
                with drawing.group(data_actor=f"{letter}{number}", class_=style):
                    self._thing(*self.centre(tile), mark)
            else:
                self._thing(*self.centre(tile), mark)
        self._initial()
        self._signs()
        if self.now is not None and isinstance(self.now.state.place, Tile):
            x, y = self.centre(self.now.state.place)
            colour, size = WARN if self.play.region else HERO, min(1.6, self._bold())
            drawing.circle(x, y, 7 * size, fill=colour, stroke=CARD, stroke_width=2)
            drawing.circle(x, y, 2.3 * size, fill=CARD)
        drawing.text(
            drawing.width / 2,
            drawing.height - 18,
            self._caption(),
            caption_size(drawing.width),
            fill=INK,
            on="picture",
        )
        return drawing

    def legend(self) -> list[tuple[str | Drawing, str]]:
        """A sample and words for each thing and each kind of door that is on the map."""
        whole, found = self.drawing, dict[tuple[int, str], tuple[Drawing, str]]()
        order = list(_WORDS)
        for mark in self.marks.values():
            colour = self.colours.get(mark.name, "") if mark.kind == "lock" else ""
            if mark.kind not in _WORDS:
                continue
            place = (order.index(mark.kind), colour)
            if place not in found:
                self.drawing = Drawing(CELL + 4, CELL + 4, mark.kind)
                self._thing(CELL / 2 + 2, CELL / 2 + 2, mark)
                words = f"door {mark.name}" if colour else _WORDS[mark.kind]
                found[place] = (self.drawing, words)
        self.drawing = whole
        return [found[place] for place in sorted(found)]

    def _changed(self, tile: Tile, mark: Mark, now: Moment) -> bool:
        """Draw what is another thing than it was at first; whether it is."""
        x, y = self.centre(tile)
        if mark.kind in LOCKS and mark.name in now.state.opened:
            frame = {"fill": "none", "stroke_dasharray": "3 2", "stroke_width": 1.5}
            self.drawing.rect(x - 8.5, y - 8.5, 17, 17, rx=2, stroke=INK, **frame)
            return True
        if mark.kind in ("raised", "lowered") and now.state.switched:
            self._block(x, y, mark.kind == "lowered", mark.kind == "raised")
            return True
        return mark.kind == "start" or now.taken(tile)

    def _caption(self) -> str:
        if self.now is not None:
            return self.now.caption + (": stuck" if self.play.region else "")
        if self.witness is None or isinstance(self.witness, Obstacles):
            return self.dungeon.name
        return self.story

    def centre(self, tile: Tile) -> Spot:
        """The middle of a tile."""
        return self.grids[tile.room].centre(tile.x, tile.y)

    def _ground(self, room: Chamber) -> None:
        grid, drawing = self.grids[room.name], self.drawing
        style = {"rx": 5, "fill": STONE, "stroke": STONE_EDGE}
        drawing.rect(grid.left, grid.top, grid.width, grid.height, **style)
        for y, row in enumerate(room.rows):
            for x, glyph in enumerate(row):
                if glyph == VOID:
                    grid.square(drawing, x, y, fill=PAPER)
                elif glyph != WALL:
                    self._floor(grid, Tile(room.name, y, x))
        drawing.text(grid.left + 4, grid.top + 13, room.name, 12, fill=CHALK, text_anchor="start")

    def _floor(self, grid: Grid, tile: Tile) -> None:
        drawing, square = self.drawing, (tile.x, tile.y)
        grid.square(drawing, *square, fill=GROUND, stroke=LINE, stroke_width=0.8)
        if self.marks[tile].kind == "water":
            grid.square(drawing, *square, fill=WATER_FILL)
            x, y = grid.corner(*square)
            for dy in (7, 14):
                wave = f"M{x + 2} {y + dy} q4 -4 8 0 t8 0"
                drawing.path(wave, fill="none", stroke=CARD, stroke_width=1.2, opacity=0.8)
        if tile in self.play.region:
            grid.square(drawing, *square, fill=WARN, opacity=0.28)
        if tile in self.play.doomed:
            dead, states = self.play.doomed[tile]
            opacity = round(0.12 + 0.38 * dead / states, 2)
            grid.square(drawing, *square, fill=WARN, opacity=opacity)

    def _thing(self, x: float, y: float, mark: Mark) -> None:
        draw = self.drawing
        match mark.kind:
            case "floor" | "water":
                pass
            case "lock":
                self._panel(x, y, self.colours.get(mark.name, WOOD), "key")
            case "boss door":
                self._panel(x, y, BOSS, "boss")
            case "item door":
                self._panel(x, y, CHEST, "item")
            case "bombable wall":
                draw.rect(x - 10, y - 10, CELL, CELL, fill=CRACKED_WALL)
                crack = f"M{x - 8} {y - 6} l5 4 l-2 4 l6 2 l-1 5 M{x + 1} {y + 2} l6 -5"
                draw.path(crack, fill="none", stroke=INK, stroke_width=1.3)
            case "key" | "boss key":
                self._key(x, y, BRASS if mark.kind == "key" else BOSS)
            case "bomb":
                draw.circle(x - 1, y + 2, 5.5, fill=INK)
                fuse = f"M{x + 2} {y - 3} q2 -5 5 -4"
                draw.path(fuse, fill="none", stroke=MOVE, stroke_width=1.6)
            case "switch":
                draw.circle(x, y, 7, fill=UP_AT_FIRST, stroke=INK)
                draw.path(f"M{x} {y - 7} a7 7 0 0 1 0 14 z", fill=DOWN_AT_FIRST)
            case "raised" | "lowered":
                self._block(x, y, mark.kind == "raised")
            case "one-way":
                self._arrow(x, y, ARROWS[mark.name])
            case "stairs":
                for step in range(4):
                    draw.rect(x - 8 + 4 * step, y - 7 + 3.5 * step, 16 - 4 * step, 3.5,
                              fill="#6d6879", opacity=0.35 + 0.15 * step)  # fmt: skip
                draw.text(x - 3, y + 7, mark.name, 10, fill=INK, font_weight="bold")
            case "start":
                style = {"fill": HERO, "stroke": CARD, "stroke_width": 1.5}
                draw.circle(x, y, 7, on="picture", **style)
                draw.circle(x, y, 7, on="page", class_="start")
            case "goal":
                draw.circle(x, y, 10.5, fill=CARD, stroke=GOAL_RING, stroke_width=2)
                draw.polygon([(x, y - 7), (x + 7, y + 5), (x - 7, y + 5)], fill=BRASS, stroke=INK)
                draw.polygon([(x - 3.5, y - 1), (x + 3.5, y - 1), (x, y + 5)], fill=INK)
            case "item":
                spots = [(x, y - 7), (x + 7, y), (x, y + 7), (x - 7, y)]
                draw.polygon(spots, fill=CHEST, stroke=INK)
                name = mark.name[:1].upper()
                draw.text(x, y + 3.5, name, 9, fill=CARD, font_weight="bold")
            case _:
                assert_never(mark.kind)

    def _block(self, x: float, y: float, raised: bool, red: bool | None = None) -> None:
        """A toggle block, red if it is up at first; on a page a lowered one is filled when up."""
        colour = UP_AT_FIRST if (raised if red is None else red) else DOWN_AT_FIRST
        fill = colour if raised else "none"
        self.drawing.rect(x - 7, y - 7, 14, 14, rx=2, fill=fill, stroke=colour, stroke_width=2)
        if not raised:
            self.drawing.rect(x - 7, y - 7, 14, 14, rx=2, fill=colour, on="page")

    def _panel(self, x: float, y: float, colour: str, kind: str) -> None:
        draw = self.drawing
        draw.rect(x - 9, y - 9, 18, 18, rx=2, fill=colour, stroke=INK)
        if kind == "boss":
            draw.rect(x - 6.5, y - 8, 13, 16, fill="none", stroke=BRASS)
        if kind in ("key", "boss"):
            draw.circle(x, y - 2, 3, fill=INK if kind == "key" else BRASS)
            draw.polygon([(x - 2.5, y + 6), (x + 2.5, y + 6), (x, y - 2)],
                         fill=INK if kind == "key" else BRASS)  # fmt: skip
        else:
            draw.line(x - 6, y, x + 6, y, stroke=CARD, stroke_width=2)

    def _key(self, x: float, y: float, colour: str) -> None:
        draw = self.drawing
        draw.circle(x - 4, y, 3.6, fill="none", stroke=INK, stroke_width=4)
        draw.line(x - 1, y, x + 8, y, stroke=INK, stroke_width=4)
        draw.circle(x - 4, y, 3.6, fill="none", stroke=colour, stroke_width=2.2)
        draw.line(x - 0.5, y, x + 7.5, y, stroke=colour, stroke_width=2.2)
        draw.line(x + 6.5, y, x + 6.5, y + 4, stroke=colour, stroke_width=2)
        if colour == BOSS:
            draw.polygon([(x - 8, y - 4), (x - 4, y - 9), (x, y - 4)], fill=BOSS, stroke=INK)

    def _arrow(self, x: float, y: float, direction: str) -> None:
        down, right = DIRECTIONS[direction]
        tip = (x + 7 * right, y + 7 * down)
        wings = [(x - 4 * right + 6 * down * s, y - 4 * down + 6 * right * s) for s in (1, -1)]
        self.drawing.polygon([tip, *wings], fill="#6d6879", stroke=INK, stroke_width=0.8)

    def _play(self) -> None:
        """The play's line; each time it comes back to a step it runs a little further aside."""
        tiles = [p for p in self.play.places if isinstance(p, Tile)]
        if any(tile not in self.marks for tile in tiles):
            return
        used: dict[frozenset[Tile], int] = {}
        line: list[Spot] = []
        for index, (one, other) in enumerate(itertools.pairwise(tiles)):
            a, b = self.centre(one), self.centre(other)
            if abs(a[0] - b[0]) + abs(a[1] - b[1]) > CELL + 2 * GAP:
                self._stroke(line)
                self.drawing.line(*a, *b, stroke=MOVE, stroke_width=1.6, stroke_dasharray="2 5",
                                  opacity=0.8)  # fmt: skip
                line = []
                continue
            step = frozenset((one, other))
            turn = used.get(step, 0)
            used[step] = turn + 1
            aside = (0, 3.5, -3.5, 6, -6)[turn % 5]
            if self.now is not None and index == self.now.since:
                self._stroke(line, faint=True)
                line = []
            line += [(a[0] + aside, a[1] + aside), (b[0] + aside, b[1] + aside)]
        self._stroke(line)
        if tiles and self.now is None:
            colour = WARN if isinstance(self.witness, Stuck | Wasted) else MOVE
            self.drawing.circle(*self.centre(tiles[-1]), 5, fill=colour, stroke=CARD,
                                stroke_width=1.5)  # fmt: skip

    def _stroke(self, line: list[Spot], faint: bool = False) -> None:
        """A piece of a play; what is long behind is thin."""
        bold = self._bold()
        if line and faint:
            thin = 1.4 * bold
            self.drawing.polyline(line, stroke=MOVE, stroke_width=thin, stroke_linejoin="round")
        elif line:
            style = {"stroke_linecap": "round", "stroke_linejoin": "round"}
            self.drawing.polyline(line, stroke=CARD, stroke_width=5 * bold, opacity=0.6, **style)
            self.drawing.polyline(line, stroke=MOVE, stroke_width=2.6 * bold, opacity=0.9, **style)

    def _bold(self) -> float:
        """How much thicker a play is drawn where a step of it is likely to be made small."""
        return caption_size(self.drawing.width) / 13 if self.now else 1

    def _abstract(self, witness: Abstract) -> None:
        """The plan from point to point, and at each point of interest its distance."""
        plan = [p for p in witness.plan if isinstance(p, Tile) and p in self.marks]
        for one, other in itertools.pairwise(plan):
            self.drawing.line(*self.centre(one), *self.centre(other), stroke=HERO, stroke_width=1.8,
                              stroke_dasharray="5 4")  # fmt: skip
        for point, left in witness.points:
            if isinstance(point, Tile) and point in self.marks:
                x, y = self.centre(point)
                text = "-" if left is None else str(left)
                self.drawing.circle(x + 6, y - 6, 6.5, fill=CARD, stroke=HERO)
                self.drawing.text(x + 6, y - 3, text, 8, fill=INK)

    def _initial(self) -> None:
        """The hero where plays begin, if not at the start; what is gone by then is faded."""
        state = self.dungeon.initial
        if state is None:
            return
        for tile, mark in self.marks.items():
            grid = self.grids[tile.room]
            opened = mark.name in state.unlocked and _ACTORS.get(mark.kind, ("",))[0] == "g"
            if opened or tile in state.emptied or mark.kind == "start":
                grid.square(self.drawing, tile.x, tile.y, fill=GROUND, opacity=0.72, on="picture")
            if tile == state.place:
                self.drawing.circle(*self.centre(tile), 7, on="picture", fill=HERO, stroke=CARD,
                                    stroke_width=1.5)  # fmt: skip

    def _signs(self) -> None:
        """Wrong doors, obstacles, guaranteed keys of rooms."""
        doors = set(self.witness.doors if isinstance(self.witness, Margin | Wasted) else ())
        doors |= self.play.wasted
        blocked = self.witness.tiles if isinstance(self.witness, Obstacles) else frozenset()
        for tile, mark in self.marks.items():
            wrong = _ACTORS.get(mark.kind, ("",))[0] == "g" and mark.name in doors
            if wrong or tile in blocked:
                x, y = self.centre(tile)
                self.drawing.circle(x, y, 13, fill="none", stroke=WARN, stroke_width=3)
        if isinstance(self.witness, Abstract):
            self._abstract(self.witness)
        for each in self.witness.rooms if isinstance(self.witness, Guaranteed) else ():
            if each.room in self.rooms:
                x, y = self.grids[each.room].corner(self.rooms[each.room].width - 1, 0)
                text = "-" if each.keys is None else str(each.keys)
                self.drawing.circle(x + 8, y + 12, 9, fill=BRASS, stroke=INK)
                self.drawing.text(x + 8, y + 16, text, 11, fill=INK, font_weight="bold")
