"""The two forms of `.plan` files, ASCII drawing and list, read into floor plans and written back.

In a drawing a unit is four characters wide and two lines high; `+ - |` are walls, `o` is a door,
`S` and `G` are the start and the goal.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from functools import lru_cache
from typing import Any, NoReturn

from pylab.base.errors import InstanceError, Place, quoted
from pylab.families.theseus.floor import (
    MAX_EXTENT,
    MAX_PLACES,
    build,
    furnished,
    rectangles,
)
from pylab.families.theseus.model import RIGHT, UP, Opening, Plan, Point, Room, exact
from pylab.text.source import Source
from pylab.text.words import Words, indent, lines

ACROSS, DOWN = 4, 2
"""Characters a unit."""

MAX_UNITS = 250_000
"""The most unit squares of a drawing."""

_LEGEND = ("S start ", "doors at ")
"""How the lines begin that `scene.lp` writes below a plan."""

LONGEST_NAME = 60
"""Characters."""

_NUMBER = re.compile(r"[0-9]{1,6}(?:\.[0-9]{1,6})?", re.ASCII)
_NAME = re.compile(rf"[^\s\"\\]{{1,{LONGEST_NAME}}}")


def read_plan(source: Source) -> Plan:
    """A plan from either form. Lines that start with `#`, and `pylab draw`'s legend, are comments.

    Raises InstanceError with the place.
    """
    first = next(lines(source, comment="#"), None)
    if first is None:
        raise InstanceError("expected a floor plan, found nothing", source.place(0))
    if first.text.lstrip().startswith(("+", "-", "|")):
        rows = lines(source, comment="#")
        return _Picture([row for row in rows if not row.text.lstrip().startswith(_LEGEND)]).plan()
    return _listed(source, first.place(0))


def write_plan(plan: Plan) -> str:
    """The drawing where it says everything, else the list."""
    drawn = draw_plan(plan)
    if drawn is not None and read_plan(Source("", drawn)) == plan:
        return drawn
    return list_plan(plan)


def list_plan(plan: Plan) -> str:
    """The plan in list form, which `read_plan` reads to the same plan."""
    listed = [f"size {plan.width:f} {plan.height:f}"]
    listed += [f"room {r.name} {r.x:f} {r.y:f} {r.width:f} {r.height:f}" for r in plan.rooms]
    for number, opening in enumerate(plan.openings):
        kind = {plan.start: "start", plan.goal: "goal"}.get(number, "door")
        listed.append(f"{kind} {opening.x:f} {opening.y:f}")
    return "".join(f"{line}\n" for line in listed)


def draw_plan(plan: Plan) -> str | None:
    """The plan as characters; None if rooms or openings lie off the lattice of characters."""
    if plan.width * plan.height > MAX_UNITS:
        return None
    rooms_fit = all(_whole(r.x, r.y, r.width, r.height) for r in plan.rooms)
    openings_fit = all(_whole(2 * o.x, 2 * o.y) for o in plan.openings)
    if not (rooms_fit and openings_fit and _whole(plan.width, plan.height)):
        return None
    return "".join(f"{line}\n" for line in _drawn(plan))


def _drawn(plan: Plan) -> list[str]:
    """The lines of a plan that fits on the lattice of characters."""
    spans = []
    for room in plan.rooms:
        left, bottom = position(plan, room.x, room.y)
        right, top = position(plan, room.east, room.north)
        spans.append((left, right, top, bottom))
    canvas = _walls(*position(plan, plan.width, Decimal(0)), spans)
    for number, opening in enumerate(plan.openings):
        column, row = position(plan, opening.x, opening.y)
        canvas[row][column] = {plan.start: "S", plan.goal: "G"}.get(number, "o")
    return list(map("".join, canvas))


def _walls(right: int, bottom: int, spans: Iterable[tuple[int, int, int, int]]) -> list[list[str]]:
    """The characters of the walls of rooms, line by line, without openings.

    Each room is given by the columns and the lines of its walls: left, right, top, bottom.
    """
    canvas = [[" "] * (right + 1) for _ in range(bottom + 1)]
    corners = []
    for left, right, top, bottom in spans:
        above, below, level = canvas[top], canvas[bottom], ["-"] * (right - left - 1)
        above[left + 1 : right] = below[left + 1 : right] = level
        for line in canvas[top + 1 : bottom]:
            line[left] = line[right] = "|"
        corners += [(above, left), (above, right), (below, left), (below, right)]
    for line, column in corners:
        line[column] = "+"
    return canvas


def position(plan: Plan, x: Decimal, y: Decimal) -> tuple[int, int]:
    """The column and the line, from 0, of a point on the lattice of characters."""
    return int(x * ACROSS), int((plan.height - y) * DOWN)


def _whole(*values: Decimal) -> bool:
    return all(value == int(value) for value in values)


class _Picture:
    """A drawing in the course of being read."""

    def __init__(self, rows: Sequence[Source]) -> None:
        self.rows = rows
        self.indent = min(map(indent, rows))
        self.lines = [row.text[self.indent :] for row in rows]
        self.width, self.height = self._size()
        self.halves = [exact(Decimal(n) / 2) for n in range(2 * max(self.width, self.height) + 1)]
        self.squares = list(rectangles(self.width, self.height, self._open_east, self._open_north))
        self.owners = self._owners()

    def plan(self) -> Plan:
        marks: dict[str, list[tuple[int, int]]] = {"o": [], "S": [], "G": []}
        for row, line in enumerate(self.lines):
            for match in re.finditer("[oSG]", line):
                marks[match.group()].append((match.start(), row))
        places = [*marks["o"], *marks["S"], *marks["G"]]
        plan = furnished(
            (Decimal(self.width), Decimal(self.height)),
            self._rooms(),
            [[self._opening(*mark) for mark in marks[sign]] for sign in marks],
            lambda n: self._place(*places[n]),
            self._place(0, 0),
        )
        self._compare(places)
        return plan

    def _size(self) -> tuple[int, int]:
        columns = len(self.lines[0])
        if columns < ACROSS + 1 or (columns - 1) % ACROSS:
            raise self._error(
                f"expected a line of {ACROSS} characters a unit and one more, found {columns}",
                columns - 1,
                0,
            )
        for row, line in enumerate(self.lines):
            if len(line) != columns:
                raise self._error(
                    f"expected {columns} characters as in the first line, found {len(line)}",
                    min(len(line), columns),
                    row,
                )
        if len(self.lines) < DOWN + 1 or (len(self.lines) - 1) % DOWN:
            raise self._error(
                f"expected {DOWN} lines a unit and one more, found {len(self.lines)}",
                0,
                len(self.lines) - 1,
            )
        width, height = (columns - 1) // ACROSS, (len(self.lines) - 1) // DOWN
        if width * height > MAX_UNITS:
            raise self._error(f"expected at most {MAX_UNITS} unit squares, found more", 0, 0)
        return width, height

    def _rooms(self) -> list[Room]:
        """Unit squares with no wall between them, as rectangles, named from the south-west."""
        whole = self.halves[::2]
        return [
            Room(f"r{n}", whole[x], whole[y], whole[wide], whole[high])
            for n, (x, y, wide, high) in enumerate(self.squares, 1)
        ]

    def _owners(self) -> list[list[int | None]]:
        """The room of each unit square, row by row from the south-west; None around the plan."""
        owners: list[list[int | None]] = [[None] * (self.width + 2) for _ in range(self.height + 2)]
        for n, (x, y, wide, high) in enumerate(self.squares):
            for row in owners[y + 1 : y + 1 + high]:
                row[x + 1 : x + 1 + wide] = [n] * wide
        return owners

    def _open_east(self, x: int, y: int) -> bool:
        return self.lines[(self.height - y) * DOWN - 1][(x + 1) * ACROSS] == " "

    def _open_north(self, x: int, y: int) -> bool:
        return self.lines[(self.height - y - 1) * DOWN][x * ACROSS + ACROSS // 2] == " "

    def _opening(self, column: int, row: int) -> Opening:
        """The opening with its middle there; beside no room if that is a corner, or in a room."""
        if column % (ACROSS // 2):
            raise self._error(
                f"expected {self.lines[row][column]!r} in the middle of a wall, found it beside",
                column,
                row,
            )
        x, y = column // 2, self.height * DOWN - row
        below, above = self.owners[(y + 1) // 2], self.owners[y // 2 + 1]
        left, right = (x + 1) // 2, x // 2 + 1
        sw, se, nw, ne = below[left], below[right], above[left], above[right]
        south, north = sw if sw == se != nw else None, nw if nw == ne != sw else None
        if south is not None or north is not None:
            return Opening(self.halves[x], self.halves[y], UP, south, north)
        west, east = sw if sw == nw != se else None, se if se == ne != sw else None
        return Opening(self.halves[x], self.halves[y], RIGHT, west, east)

    def _compare(self, marks: Iterable[tuple[int, int]]) -> None:
        """Every character is what the plan that was read looks like; `+` may stand in any wall."""
        canvas = _walls(self.width * ACROSS, self.height * DOWN, self._spans())
        for column, row in marks:
            canvas[row][column] = self.lines[row][column]
        for row, expected in enumerate(map("".join, canvas)):
            if expected == self.lines[row]:
                continue
            for column, (wanted, found) in enumerate(zip(expected, self.lines[row], strict=True)):
                if found == wanted:
                    continue
                crossing = column % ACROSS == 0 and row % DOWN == 0
                if found == "+" and wanted in "-|" and crossing:
                    continue
                raise self._error(f"expected {wanted!r}, found {found!r}", column, row)

    def _spans(self) -> Iterator[tuple[int, int, int, int]]:
        for x, y, wide, high in self.squares:
            top, bottom = self.height - y - high, self.height - y
            yield x * ACROSS, (x + wide) * ACROSS, top * DOWN, bottom * DOWN

    def _place(self, column: int, row: int) -> Place:
        return self.rows[row].place(column + self.indent)

    def _error(self, message: str, column: int, row: int) -> InstanceError:
        return InstanceError(message, self._place(column, row))


_POINT = ("an x", False), ("a y", False)
_EXTENT = ("a width", True), ("a height", True)
_NUMBERS = {
    "size": _EXTENT, "room": (*_POINT, *_EXTENT), "door": _POINT, "start": _POINT, "goal": _POINT,
}  # fmt: skip
"""By the word that a line begins with, its numbers in words, and which must be above 0."""


def _rows(*words: str) -> re.Pattern[str]:
    """Finds all lines that have these words."""
    return re.compile(rf"^{_BLANK}*{f'{_BLANK}+'.join(words)}{_BLANK}*$", re.MULTILINE)


_BLANK = r"[^\S\n]"
_ANY = rf"({_NUMBER.pattern})"
_ABOVE = rf"(?=[0.]*[1-9]){_ANY}"
_SIZES = _rows("(size)", _ABOVE, _ABOVE)
_ROOMS = _rows("room", f"({_NAME.pattern})", _ANY, _ANY, _ABOVE, _ABOVE)
_POINTS = _rows("(door|start|goal)", _ANY, _ANY)
_LINES = re.compile(rf"^(?!#){_BLANK}*\S", re.MULTILINE)


def _listed(source: Source, first: Place) -> Plan:
    sizes, rooms, points, found = (
        each.findall(source.text) for each in (_SIZES, _ROOMS, _POINTS, _LINES)
    )
    rows = [*sizes, *rooms, *points]
    values = {word: _decimal(word) for word in {word for row in rows for word in row[1:]}}
    if len(rows) < len(found) or len(sizes) > 1 or None in values.values():
        _refuse(source)
    if not sizes:
        raise InstanceError("expected a line 'size W H', found none", first)
    value: dict[str, Any] = values
    parts: dict[str, list[Point]] = {kind: [] for kind in ("size", "door", "start", "goal")}
    for kind, x, y in (*sizes, *points):
        parts[kind].append((value[x], value[y]))
    solid = [Room(name, value[x], value[y], value[w], value[h]) for name, x, y, w, h in rooms]

    def where(number: int) -> Place:
        order = "room", "door", "start", "goal", "size"
        placed = sorted(lines(source, "#"), key=lambda each: order.index(each.text.split()[0]))
        return _begin(placed[number])

    (size,), *openings = parts.values()
    return build(size, solid, openings, where, first)


def _begin(line: Source) -> Place:
    return line.place(indent(line))


@lru_cache(maxsize=1 << 12)
def _decimal(word: str) -> Decimal | None:
    """A coordinate as it is read; None for what is none."""
    if not _NUMBER.fullmatch(word):
        return None
    value = exact(Decimal(word))
    small = value <= MAX_EXTENT and -int(value.as_tuple().exponent) <= MAX_PLACES
    return value if small else None


def _refuse(source: Source) -> NoReturn:
    """Raises InstanceError for the first word that is wrong, or the second size."""
    sizes = 0
    for line in lines(source, comment="#"):
        words = Words(line)
        keyword = words.take(f"one of {', '.join(_NUMBERS)}", _NUMBERS.__contains__)
        sizes += keyword == "size"
        if keyword == "room" and not _NAME.fullmatch(name := words.take("the room's name")):
            wanted = "without quotes and backslashes"
            if len(name) > LONGEST_NAME:
                wanted = f"of at most {LONGEST_NAME} characters"
            raise words.error(f"expected a room's name {wanted}, found {quoted(name)}")
        for what, positive in _NUMBERS[keyword]:
            word = words.take(what)
            value = _decimal(word)
            if value is None:
                most = f"from 0 to {MAX_EXTENT} with at most {MAX_PLACES} decimals, such as 2.5"
                raise words.error(f"expected {what} {most}, found {quoted(word)}")
            if positive and value == 0:
                raise words.error(f"expected {what} above 0, found {word}")
        words.end()
        if sizes > 1:
            raise InstanceError("expected one size, found a second", _begin(line))
    raise AssertionError(f"all lines of {source.name} are well formed")
