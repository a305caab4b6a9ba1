"""Pictures of dungeons and of what happened in them, as SVG and as characters; knows no rule.

Where a stuck hero can still walk is the checker's word, so a picture shows what was checked.
"""

from __future__ import annotations

import itertools

from pylab.errors import PylabError
from pylab.families.dungeon import dotfile
from pylab.families.dungeon.check import stuck_region
from pylab.families.dungeon.draw_graph import draw_graph, graph_text, room_map
from pylab.families.dungeon.model import (
    ARROWS,
    BOMB,
    BOSS_DOOR,
    BOSS_KEY,
    CRACKED,
    DIRECTIONS,
    GOAL,
    KEY,
    LOCK,
    LOWERED,
    RAISED,
    START,
    SWITCH,
    VOID,
    WALL,
    WARPS,
    WATER,
    Alignment,
    Chamber,
    Dungeon,
    Guaranteed,
    Instance,
    Legend,
    Margin,
    Mission,
    Route,
    Stuck,
    Survey,
    Thrift,
    Tile,
    Witness,
    counted,
)
from pylab.families.dungeon.obstacles import Obstacles
from pylab.palette import CARD, FLOOR, HERO, INK, LINE, MOVE, PAPER, WARN
from pylab.palette import GOAL as GOAL_RING
from pylab.svg import Drawing

CELL = 20
GAP = 6
MARGIN = 28
FOOT = 34

STONE = "#5d5a66"
STONE_EDGE = "#4a4752"
WATER_FILL = "#7fb5dd"
WOOD = "#9a6b3f"
BRASS = "#f2c14e"
BOSS = "#8c2f39"
TOGGLES = {RAISED: "#c4553b", LOWERED: "#3f7fb5"}
DOOR_COLOURS = ("#9a6b3f", "#5b7f3a", "#7a5c99", "#2f7f86", "#a8577e", "#8a7a2b", "#4f6fa8",
                "#b0603a")  # fmt: skip

Spot = tuple[float, float]


def draw(instance: Instance, witness: Witness | Obstacles | None = None) -> Drawing:
    """The instance as SVG; a play as a line, the stuck region shaded, wasted doors marked.

    Of obstacles, doors, and tiles that are no floor, are marked.
    """
    if isinstance(instance, Mission):
        return draw_graph(instance, witness, _region(instance, witness))
    if isinstance(instance, Survey):
        return room_map(instance, witness if isinstance(witness, Alignment) else None)
    return Map(instance, witness).drawn()


def steps(_: Instance, witness: Witness | None) -> int:
    """How many steps a play has. Raises ValueError for an answer that is none."""
    if not isinstance(witness, Route | Thrift | Stuck) or not witness.places:
        raise ValueError("expected a play, which has steps, found another answer")
    return len(witness.places) - 1


def draw_step(instance: Instance, witness: Route | Thrift | Stuck, step: int) -> Drawing:
    """The instance with a play's first steps. Raises ValueError if there are not so many."""
    last = steps(instance, witness)
    if not 0 <= step <= last:
        raise ValueError(f"expected a step from 0 to {last}, found {step}")
    return draw(instance, witness if step == last else Route(witness.places[: step + 1]))


def picture(instance: Instance, witness: Witness | Obstacles | None = None) -> str:
    """The same in characters: `*` where the hero was, `x` where a stuck one can still walk.

    `X` is what stands in the way.
    """
    if not isinstance(instance, Dungeon):
        return graph_text(instance, witness)
    marks: dict[Tile, str] = {}
    region = _region(instance, witness)
    if isinstance(witness, Route | Thrift | Stuck):
        marks |= {p: "*" for p in witness.places if isinstance(p, Tile)}
        marks |= {p: "x" for p in region if isinstance(p, Tile) and p not in marks}
    if isinstance(witness, Obstacles):
        marks = dict.fromkeys(witness.tiles, "X")
    lines = []
    for row in sorted({room.row for room in instance.chambers}):
        rooms = [room for room in instance.chambers if room.row == row]
        columns = sorted({room.column for room in instance.chambers})
        widths = {c: max(r.width for r in instance.chambers if r.column == c) for c in columns}
        height = max(room.height for room in rooms)
        for y in range(-1, height):
            line = ""
            for column in columns:
                room = next((r for r in rooms if r.column == column), None)
                text = ""
                if room is not None and y < 0:
                    text = room.name[: widths[column]]
                elif room is not None and y < room.height:
                    tiles = ((Tile(room.name, y, x), c) for x, c in enumerate(room.rows[y]))
                    text = "".join(_mark(c, marks.get(tile), witness) for tile, c in tiles)
                line += text.ljust(widths[column] + 1)
            lines.append(line.rstrip())
    return "\n".join(lines) + "\n"


def _mark(glyph: str, mark: str | None, witness: object) -> str:
    """What a tile shows: a play is marked where nothing else is, an obstacle wherever it is."""
    return mark if mark and (glyph in ".~" or isinstance(witness, Obstacles)) else glyph


def dot(instance: Instance, witness: Witness | None = None) -> str:
    """A mission graph as a Graphviz graph, a play's rooms and passages marked, that reads back.

    PylabError for others.
    """
    if not isinstance(instance, Mission):
        raise PylabError("only a mission graph can be drawn as dot")
    places = witness.places if isinstance(witness, Route | Thrift | Stuck) else ()
    taken = set(itertools.pairwise(places))
    return dotfile.write(
        instance,
        head=("node [shape=box]",),
        of_room=lambda room: {
            "xlabel": room.name,
            **({"style": "bold"} if room.name in places else {}),
        },
        of_passage=lambda each: {"color": "red"} if (each.tail, each.head) in taken else {},
    )


def _region(instance: Instance, witness: Witness | Obstacles | None) -> frozenset[object]:
    if isinstance(witness, Stuck):
        return frozenset(stuck_region(instance, witness.places))
    return frozenset()


class Map:
    """A dungeon's rooms on their raster, and a play over them."""

    def __init__(self, dungeon: Dungeon, witness: Witness | Obstacles | None) -> None:
        self.dungeon, self.witness = dungeon, witness
        self.region = _region(dungeon, witness)
        self.rooms = {room.name: room for room in dungeon.chambers}
        self.left = self._offsets([(r.column, r.width) for r in dungeon.chambers])
        self.top = self._offsets([(r.row, r.height) for r in dungeon.chambers])
        last = max(dungeon.chambers, key=lambda r: self.left[r.column] + r.width * CELL)
        width = self.left[last.column] + last.width * CELL + MARGIN
        low = max(dungeon.chambers, key=lambda r: self.top[r.row] + r.height * CELL)
        height = self.top[low.row] + low.height * CELL + MARGIN + FOOT
        title = f"Dungeon {dungeon.name}"
        self.drawing = Drawing(max(width, 300), height, title, self._story())
        self.named = dungeon.named()
        self.order = {e.letter: i for i, e in enumerate(dungeon.legends)}

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

    def _story(self) -> str:
        witness = self.witness
        places = witness.places if isinstance(witness, Route | Thrift | Stuck) else ()
        steps = counted(len(places) - 1, "step")
        if isinstance(witness, Stuck):
            return f"A play of {steps} after which the hero is stuck."
        if isinstance(witness, Route | Thrift):
            if not set(self.dungeon.find(GOAL)).intersection(places[-1:]):
                return f"The first steps of a play: {len(witness.places) - 1}."
            return f"A play of {steps} to the goal."
        if isinstance(witness, Obstacles):
            return "; ".join(witness.words()) + "."
        if isinstance(witness, Margin):
            return f"Key margin {witness.margin}; wrong doors: {', '.join(witness.doors) or '-'}."
        return f"{counted(len(self.rooms), 'room')}."

    def drawn(self) -> Drawing:
        drawing = self.drawing
        drawing.rect(0, 0, drawing.width, drawing.height, fill=PAPER)
        for room in self.dungeon.chambers:
            self.ground(room)
        self._play()
        for room in self.dungeon.chambers:
            for y, row in enumerate(room.rows):
                for x, glyph in enumerate(row):
                    self.thing(Tile(room.name, y, x), glyph)
        self._marks()
        drawing.text(drawing.width / 2, drawing.height - 18, self._caption(), 13, fill=INK)
        return drawing

    def _caption(self) -> str:
        if self.witness is None:
            return self.dungeon.name
        if isinstance(self.witness, Obstacles):
            return f"{self.dungeon.name}: marked tiles are in the way"
        return self._story().rstrip(".")

    def corner(self, tile: Tile) -> Spot:
        room = self.rooms[tile.room]
        return self.left[room.column] + tile.x * CELL, self.top[room.row] + tile.y * CELL

    def middle(self, tile: Tile) -> Spot:
        x, y = self.corner(tile)
        return x + CELL / 2, y + CELL / 2

    def ground(self, room: Chamber) -> None:
        left, top = self.corner(Tile(room.name, 0, 0))
        width, height = room.width * CELL, room.height * CELL
        self.drawing.rect(left, top, width, height, rx=5, fill=STONE, stroke=STONE_EDGE)
        for y, row in enumerate(room.rows):
            for x, glyph in enumerate(row):
                if glyph != WALL:
                    tile = Tile(room.name, y, x)
                    self._floor(tile, glyph)
        self.drawing.text(
            left + 4, top + 13, room.name, 12, fill=CARD, opacity=0.85, text_anchor="start"
        )

    def _floor(self, tile: Tile, glyph: str) -> None:
        x, y = self.corner(tile)
        if glyph == VOID:
            self.drawing.rect(x, y, CELL, CELL, fill=PAPER)
            return
        self.drawing.rect(x, y, CELL, CELL, fill=FLOOR, stroke=LINE, stroke_width=0.8)
        if glyph == WATER:
            self.drawing.rect(x, y, CELL, CELL, fill=WATER_FILL)
            for dy in (7, 14):
                wave = f"M{x + 2} {y + dy} q4 -4 8 0 t8 0"
                style = {"stroke": CARD, "stroke_width": 1.2, "opacity": 0.8}
                self.drawing.path(wave, fill="none", **style)
        if tile in self.region:
            self.drawing.rect(x, y, CELL, CELL, fill=WARN, opacity=0.28)

    def thing(self, tile: Tile, glyph: str) -> None:
        x, y = self.middle(tile)
        draw = self.drawing
        legend = self.dungeon.legend_of(glyph)
        if legend is not None:
            self._door(x, y, legend)
        elif glyph == LOCK:
            self._panel(x, y, WOOD, "key")
        elif glyph == BOSS_DOOR:
            self._panel(x, y, BOSS, "boss")
        elif glyph == CRACKED:
            draw.rect(x - 10, y - 10, CELL, CELL, fill="#8b8794")
            crack = f"M{x - 8} {y - 6} l5 4 l-2 4 l6 2 l-1 5 M{x + 1} {y + 2} l6 -5"
            draw.path(crack, fill="none", stroke=INK, stroke_width=1.3)
        elif glyph in (KEY, BOSS_KEY):
            self._key(x, y, BRASS if glyph == KEY else BOSS)
        elif glyph == BOMB:
            draw.circle(x - 1, y + 2, 5.5, fill=INK)
            draw.path(f"M{x + 2} {y - 3} q2 -5 5 -4", fill="none", stroke=MOVE, stroke_width=1.6)
        elif glyph == SWITCH:
            draw.circle(x, y, 7, fill=TOGGLES[RAISED], stroke=INK)
            draw.path(f"M{x} {y - 7} a7 7 0 0 1 0 14 z", fill=TOGGLES[LOWERED])
        elif glyph in TOGGLES:
            full = glyph == RAISED
            colour = TOGGLES[glyph]
            draw.rect(x - 7, y - 7, 14, 14, rx=2, fill=colour if full else "none", stroke=colour,
                      stroke_width=2)  # fmt: skip
        elif glyph in ARROWS:
            self._arrow(x, y, ARROWS[glyph])
        elif glyph in WARPS:
            for step in range(4):
                draw.rect(x - 8 + 4 * step, y - 7 + 3.5 * step, 16 - 4 * step, 3.5,
                          fill="#6d6879", opacity=0.35 + 0.15 * step)  # fmt: skip
            draw.text(x - 3, y + 7, glyph, 10, fill=INK, font_weight="bold")
        elif glyph == START:
            draw.circle(x, y, 7, fill=HERO, stroke=CARD, stroke_width=1.5)
        elif glyph == GOAL:
            draw.circle(x, y, 10.5, fill=CARD, stroke=GOAL_RING, stroke_width=2)
            draw.polygon([(x, y - 7), (x + 7, y + 5), (x - 7, y + 5)], fill=BRASS, stroke=INK)
            draw.polygon([(x - 3.5, y - 1), (x + 3.5, y - 1), (x, y + 5)], fill=INK)
        elif glyph in self.named:
            spots = [(x, y - 7), (x + 7, y), (x, y + 7), (x - 7, y)]
            draw.polygon(spots, fill="#4fa37a", stroke=INK)
            name = self.named[glyph]
            draw.text(x, y + 3.5, name[:1].upper(), 9, fill=CARD, font_weight="bold")

    def _door(self, x: float, y: float, legend: Legend) -> None:
        colours = {"boss": BOSS, "bomb": "#8b8794", "item": "#4fa37a"}
        colour = colours.get(
            legend.opened_by, DOOR_COLOURS[self.order[legend.letter] % len(DOOR_COLOURS)]
        )
        self._panel(x, y, colour, legend.opened_by)

    def _panel(self, x: float, y: float, colour: str, kind: str) -> None:
        draw = self.drawing
        draw.rect(x - 9, y - 9, 18, 18, rx=2, fill=colour, stroke=INK)
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

    def _arrow(self, x: float, y: float, direction: str) -> None:
        down, right = DIRECTIONS[direction]
        tip = (x + 7 * right, y + 7 * down)
        wings = [(x - 4 * right + 6 * down * s, y - 4 * down + 6 * right * s) for s in (1, -1)]
        self.drawing.polygon([tip, *wings], fill="#6d6879", stroke=INK, stroke_width=0.8)

    def _play(self) -> None:
        """The play's line; each time it comes back to a step it runs a little further aside."""
        if not isinstance(self.witness, Route | Thrift | Stuck):
            return
        tiles = [p for p in self.witness.places if isinstance(p, Tile)]
        if any(tile.room not in self.rooms for tile in tiles):
            return
        used: dict[frozenset[Tile], int] = {}
        line: list[Spot] = []
        for one, other in itertools.pairwise(tiles):
            a, b = self.middle(one), self.middle(other)
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
            line += [(a[0] + aside, a[1] + aside), (b[0] + aside, b[1] + aside)]
        self._stroke(line)
        for tile, radius in ((tiles[-1], 5.0),) if tiles else ():
            x, y = self.middle(tile)
            colour = WARN if isinstance(self.witness, Stuck) else MOVE
            self.drawing.circle(x, y, radius, fill=colour, stroke=CARD, stroke_width=1.5)

    def _stroke(self, line: list[Spot]) -> None:
        if line:
            style = {"stroke_linecap": "round", "stroke_linejoin": "round"}
            self.drawing.polyline(line, stroke=CARD, stroke_width=5, opacity=0.6, **style)
            self.drawing.polyline(line, stroke=MOVE, stroke_width=2.6, opacity=0.9, **style)

    def _marks(self) -> None:
        """Wrong doors of a margin, the hero's doors of a dead end, guaranteed keys of rooms."""
        doors: set[str] = set()
        if isinstance(self.witness, Margin):
            doors = set(self.witness.doors)
        for tile, glyph in self.dungeon.glyphs().items():
            legend = self.dungeon.legend_of(glyph)
            obstacle = isinstance(self.witness, Obstacles) and tile in self.witness.tiles
            if obstacle or (legend.name if legend else str(tile)) in doors:
                x, y = self.middle(tile)
                self.drawing.circle(x, y, 13, fill="none", stroke=WARN, stroke_width=3)
        if isinstance(self.witness, Guaranteed):
            for each in self.witness.rooms:
                if each.room in self.rooms:
                    self._badge(self.rooms[each.room], "-" if each.keys is None else str(each.keys))

    def _badge(self, room: Chamber, text: str) -> None:
        x, y = self.corner(Tile(room.name, 0, room.width - 1))
        self.drawing.circle(x + 8, y + 12, 9, fill=BRASS, stroke=INK)
        self.drawing.text(x + 8, y + 16, text, 11, fill=INK, font_weight="bold")
