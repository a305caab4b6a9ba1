"""A labyrinth in plain characters: the frame, its boxes, and corridors between; knows no runs.

Locations have the sides that they have in the picture, see `layout`. Corridors are led anew, along
rows and columns, each by Dijkstra's algorithm: they go down from `.`, up from `'`, and both ways
from `+`; where a `|` stands between two `-`, one passes below the other. Corridors that share a
location may meet before it.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import combinations, pairwise

from pylab.drawing.grid import STEPS, Raster
from pylab.families.fractal.layout import SIDE, Layout, Point, layout
from pylab.families.fractal.model import Labyrinth, behind, box_of
from pylab.family.walks import cheapest_first

_ROWS = (13, 17, 23, 31, 37, 43)
"""The heights that are tried, until all corridors have room; a picture is twice as wide."""

_TRIES = 3
"""How often corridors are led, before there is no picture."""

_LOCATIONS, _CORRIDORS, _NAME = 100, 60, 5
"""The most that is drawn so, and the longest name that stands at its place."""

_TURN, _CROSS = 3, 8
"""What corridors avoid, in columns: to turn, to cross another one."""

_MARKS = {(1, 0): ">", (-1, 0): "<", (0, 1): "v", (0, -1): "^"}

Cell = tuple[int, int]
"""A column and a row, from the upper left corner of the frame on."""

Slot = tuple[Cell, int, int]
"""A side, by the step from it into the frame; which location there, from 1, and of how many."""


class _Crowded(Exception):
    """There is not enough room."""


@dataclass(slots=True)
class _Sheet:
    """A sheet that is drawn on.

    Attributes:
        rows: its height; it is twice as wide.
        signs: what stands on it, beside the corridors.
        places: of each location, its cell.
        leave: of the cells of locations on a frame, the step that corridors leave them by.
        ways: of each cell that corridors run through, which ones, and the cells that they lead to.
        kept: the cells before locations on frames, where no other corridor turns.
        arrows: of the cells before the ends of one-way corridors, these ends.
    """

    rows: int
    signs: dict[Cell, str] = field(default_factory=dict)
    places: dict[str, Cell] = field(default_factory=dict)
    leave: dict[Cell, Cell] = field(default_factory=dict)
    ways: dict[Cell, dict[str, set[Cell]]] = field(default_factory=dict)
    kept: set[Cell] = field(default_factory=set)
    arrows: dict[Cell, Cell] = field(default_factory=dict)

    def cell(self, point: Point) -> Cell:
        """Where a point of the layout is."""
        x, y = point
        return round(x / SIDE * (2 * self.rows - 1)), round(y / SIDE * (self.rows - 1))

    def free(self, cell: Cell, text: str) -> bool:
        """Whether there is room for text from here to the right."""
        x, y = cell
        beside = self.signs.get((x - 1, y), "") + self.signs.get((x + len(text), y), "")
        room = all((x + right, y) not in self.signs for right in range(len(text)))
        return room and (self.rows == _ROWS[-1] or set(beside) <= set("+-|"))

    def put(self, cell: Cell, text: str) -> None:
        """Text from here to the right. Raises _Crowded where something stands already."""
        if not self.free(cell, text):
            raise _Crowded
        x, y = cell
        self.signs |= {(x + right, y): sign for right, sign in enumerate(text)}

    def frame(self, corner: Cell, opposite: Cell) -> None:
        """A frame between two corners."""
        (left, top), (right, bottom) = corner, opposite
        for y in (top, bottom):
            self.put((left, y), "+" + "-" * (right - left - 1) + "+")
        for y in range(top + 1, bottom):
            self.put((left, y), "|")
            self.put((right, y), "|")

    def before(self, place: Cell) -> Cell:
        """The cell that corridors leave a location on a frame through."""
        (x, y), (right, down) = place, self.leave[place]
        return x + right, y + down

    def room(self, place: Cell) -> list[Cell]:
        """The cells before a location on a frame where bends of other corridors are in the way."""
        x, y = self.before(place)
        return [(x, y), *([(x + self.leave[place][0], y)] if self.leave[place][0] else [])]

    def bends(self, cell: Cell) -> bool:
        """Whether a line beside a cell, in its row, would seem to lead there."""
        sign = self.signs.get(cell)
        if sign is None and cell in self.ways:
            sign = _sign(cell, self.ways[cell])
        return sign in ("+", ".", "'") or (sign == "o" and cell not in self.leave)

    def draw(self, way: Sequence[Cell], name: str) -> None:
        """A corridor, or a part of it, from cell to cell."""
        for here, there in pairwise(way):
            self.ways.setdefault(here, {}).setdefault(name, set()).add(there)
            self.ways.setdefault(there, {}).setdefault(name, set()).add(here)


@dataclass(frozen=True, slots=True)
class Sketch:
    """A labyrinth that is drawn, and where its locations are."""

    drawn: tuple[str, ...]
    places: Mapping[str, Cell]

    def lines(self, walker: str) -> list[str]:
        """The drawing with `@` where the walker is."""
        lines = list(self.drawn)
        if walker in self.places:
            x, y = self.places[walker]
            lines[y] = f"{lines[y][:x]}@{lines[y][x + 1 :]}"
        return lines


@lru_cache(maxsize=32)
def sketch(labyrinth: Labyrinth, plan: Layout | None = None) -> Sketch | None:
    """The labyrinth in characters; None if there is too much in it for that.

    Args:
        labyrinth: what is drawn.
        plan: where its parts lie, if that is known already.
    """
    corridors = len(labyrinth.cliques) + len(labyrinth.oneways)
    if len(labyrinth.locations()) > _LOCATIONS or corridors > _CORRIDORS:
        return None
    plan = plan or layout(labyrinth)
    names = dict.fromkeys(map(_name, labyrinth.locations()))
    long = (name for name in names if len(name) > _NAME)
    numbers = {name: f"#{n}" for n, name in enumerate(long, 1)}
    tries = 0
    for rows in _ROWS:
        try:
            sheet = _placed(labyrinth, plan, rows, numbers)
            tries += 1
            _lead(sheet, labyrinth, plan)
        except _Crowded:
            if tries == _TRIES:
                break
            continue
        return _finished(sheet, [f"{number} {name}" for name, number in numbers.items()])
    return None


def _name(location: str) -> str:
    """What stands beside a location: on the face of a box, the name within it."""
    inside = behind(location)
    return inside if inside is not None else location.removeprefix("inner.")


def _placed(labyrinth: Labyrinth, plan: Layout, rows: int, numbers: dict[str, str]) -> _Sheet:
    """The frames and locations, with their names."""
    sheet = _Sheet(rows)
    frames = {"": ((0, 0), (2 * rows - 1, rows - 1))}
    for box, square in plan.boxes.items():
        corner = sheet.cell((square.x, square.y))
        frames[box] = corner, sheet.cell((square.x + square.side, square.y + square.side))
    for frame in frames.values():
        sheet.frame(*frame)
    slots = _slots(plan, labyrinth.outer())
    for location in labyrinth.locations():
        face = box_of(location)
        bare = behind(location) or location
        place = sheet.cell(plan.points[location])
        if bare in slots:
            place, step = _on(frames[face or ""], slots[bare])
            sheet.leave[place] = step if face is None else (-step[0], -step[1])
        x, y = place
        if bare in slots:
            if place in sheet.places.values():
                raise _Crowded
        elif any((x + right, y + down) in sheet.signs for right, down in (*STEPS, (0, 0))):
            raise _Crowded
        sheet.places[location] = place
        sheet.signs[place] = "o"
    for location, (x, y) in sheet.places.items():
        name = numbers.get(_name(location), _name(location))
        right, down = sheet.leave.get((x, y), (0, 0))
        before, after, middle = x - 1 - len(name), x + 2, x - (len(name) - 1) // 2
        if (x, y) in sheet.leave:
            sheet.put((before if right > 0 else after if right else middle, y - down), name)
            continue
        beside = [(middle, y - 1), (middle, y + 1), (after, y), (before, y)]
        free = (at for at in beside if sheet.free(at, name))
        sheet.put(next(free, (x, y)), name)
    for box, ((left, top), (far, low)) in frames.items():
        sheet.put(((left + far + 1 - len(box)) // 2, (top + low) // 2), box)
    return sheet


def _slots(plan: Layout, outer: Iterable[str]) -> dict[str, Slot]:
    """Where outer locations are."""
    sides: dict[Cell, list[str]] = {}
    for name in outer:
        nx, ny = map(int, plan.normal(name))
        sides.setdefault((nx, ny), []).append(name)
    return {
        name: (side, index, len(names))
        for side, names in sides.items()
        for index, name in enumerate(sorted(names, key=lambda name: plan.points[name]), 1)
    }


def _on(frame: tuple[Cell, Cell], slot: Slot) -> tuple[Cell, Cell]:
    """The cell of a slot on a frame, where those of a side are spread, and the step inwards."""
    (left, top), (right, bottom) = frame
    step, index, count = slot
    x = left + (right - left) * index // (count + 1)
    y = top + (bottom - top) * index // (count + 1)
    if step[0]:
        return (left if step[0] > 0 else right, y), step
    return (x, top if step[1] > 0 else bottom), step


# corridors


def _lead(sheet: _Sheet, labyrinth: Labyrinth, plan: Layout) -> None:
    """Draw all corridors, short ones first. Raises _Crowded if one can't be."""
    member = {location: location for location in labyrinth.locations()}
    trees = {location: {place} for location, place in sheet.places.items()}

    def group(location: str) -> str:
        while member[location] != location:
            location = member[location]
        return location

    # one-way corridors part and meet a step before a frame
    for location in dict.fromkeys(end for oneway in labyrinth.oneways for end in oneway):
        place = sheet.places[location]
        if place in sheet.leave:
            if sheet.before(place) in sheet.signs or sheet.before(place) in sheet.ways:
                raise _Crowded
            sheet.draw([place, sheet.before(place)], location)
            trees[location].add(sheet.before(place))
    sheet.kept = {cell for place in sheet.leave for cell in sheet.room(place)}
    pairs = [pair for clique in labyrinth.cliques for pair in combinations(clique, 2)]
    length = {(p, q): math.dist(plan.points[p], plan.points[q]) for p, q in pairs}
    for one, other in sorted(pairs, key=lambda pair: length[pair]):
        begin, end = group(one), group(other)
        if begin != end:
            way = _way(sheet, trees[begin], trees[end])
            sheet.draw(way, end)
            for cell in trees[begin] & sheet.ways.keys():
                leads = sheet.ways[cell]
                leads[end] = leads.pop(begin, set()) | leads.get(end, set())
            member[begin] = end
            trees[end] |= trees.pop(begin) | {cell for cell in way if len(sheet.ways[cell]) == 1}
    for origin, target in labyrinth.oneways:
        begin, end = group(origin), group(target)
        if begin != end:
            way = _way(sheet, trees[begin], trees[end])
            if len(way) < 3 or way[-2] in sheet.ways:
                raise _Crowded
            sheet.draw(way, f"{origin} {target}")
            sheet.arrows[way[-2]] = way[-1]


def _way(sheet: _Sheet, sources: Collection[Cell], targets: Collection[Cell]) -> list[Cell]:
    """The cheapest way between what is drawn of two corridors."""
    placed = {*sources, *targets} & sheet.leave.keys()
    own = {cell for place in placed for cell in sheet.room(place)}
    kept, ends = sheet.kept - own, {*sources, *targets}
    clear = cache(lambda cell: _clear(sheet, cell, ends))
    passable = cache(lambda cell, step: _open(sheet, cell, step))
    starts = [
        (source, step)
        for source in sorted(sources)
        if source not in sheet.ways or clear(source)
        for step in ([sheet.leave[source]] if source in sheet.leave else STEPS)
    ]

    def onward(state: tuple[Cell, Cell]) -> Iterator[tuple[Cell, tuple[Cell, Cell], int]]:
        """By each step that a cell may be left by, after the step that it was come to by."""
        here, step = state
        straight = here in sources or here in sheet.ways or here in kept
        for turn in [step] if straight else STEPS:
            there = here[0] + turn[0], here[1] + turn[1]
            if turn == (-step[0], -step[1]) or there in sources:
                continue
            if not (_met(sheet, there, turn) if there in targets else passable(there, turn)):
                continue
            bends = [here] * (turn != step) + [there] * (there in targets and there in sheet.ways)
            if all(map(clear, bends)):
                price = (1 if turn[0] else 2) + (there in sheet.ways) * _CROSS
                yield here, (there, turn), price + (turn != step) * _TURN

    found = cheapest_first(starts, onward, lambda state: state[0] in targets)
    if found.goal is None:
        raise _Crowded
    return [*(here for here, _ in found.way(found.goal)), found.goal[0]]


def _met(sheet: _Sheet, cell: Cell, step: Cell) -> bool:
    """Whether a corridor may come by a step to a cell where it ends."""
    leave = sheet.leave.get(cell)
    return cell not in sheet.arrows and leave in (None, (-step[0], -step[1]))


def _clear(sheet: _Sheet, cell: Cell, own: Collection[Cell]) -> bool:
    """Whether no bend of another corridor is beside a cell, so that there may be one, too.

    Nor one beyond a `|`, below which they would seem to meet.
    """
    x, y = cell
    heads = (sheet.arrows.get((x + right, y + down)) for right, down in STEPS)
    beside = {(x + k, y) for k in (-1, 1)}
    beyond = {(x + 2 * k, y) for k in (-1, 1) if (x + k, y) in sheet.ways}
    return not any(end is not None and end not in own for end in heads) and not any(
        sheet.bends(each) for each in (beside | beyond).difference(own)
    )


def _open(sheet: _Sheet, cell: Cell, step: Cell) -> bool:
    """Whether a corridor may be led through a cell that it comes to by a step."""
    others = sheet.ways.get(cell)
    x, y = cell
    if cell in sheet.signs or not others:
        between = step[1] and sheet.bends((x - 1, y)) and sheet.bends((x + 1, y))
        return cell not in sheet.signs and not between
    if len(others) > 1 or cell in sheet.arrows:
        return False
    # straight across
    return set.union(*others.values()) == {(x + step[1], y + step[0]), (x - step[1], y - step[0])}


def _finished(sheet: _Sheet, legend: Iterable[str]) -> Sketch:
    cells = [*sheet.signs, *sheet.ways]
    left, top = (-min(cell[k] for cell in cells) for k in (0, 1))
    raster = Raster()
    signs = {cell: _sign(cell, leads) for cell, leads in sheet.ways.items()}
    for (x, y), end in sheet.arrows.items():
        signs[x, y] = _MARKS[end[0] - x, end[1] - y]
    for (x, y), sign in (signs | sheet.signs).items():
        raster.put(x + left, y + top, sign)
    places = {name: (x + left, y + top) for name, (x, y) in sheet.places.items()}
    return Sketch((*raster.lines(), *legend), places)


def _sign(cell: Cell, leads: dict[str, set[Cell]]) -> str:
    """What stands where corridors lead from a cell to others."""
    if len(leads) == 2 and all(len(near) == 2 for near in leads.values()):
        return "|"
    rows = {y - cell[1] for near in leads.values() for _, y in near}
    if 0 in rows:
        return {(False, False): "-", (True, False): "'", (False, True): "."}.get(
            (-1 in rows, 1 in rows), "+"
        )
    return "|"
