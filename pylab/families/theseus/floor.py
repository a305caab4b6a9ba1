"""Builds a floor plan from rooms and the middles of openings, and refuses what is none."""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections.abc import Callable, Iterable, Iterator, Sequence
from decimal import Decimal
from itertools import product
from typing import Any

from pylab.base.errors import InstanceError, Place, printable
from pylab.families.theseus.model import RIGHT, UP, Opening, Plan, Point, Room

MAX_EXTENT = 10_000
"""The greatest width and height of a plan, in units."""

MAX_PLACES = 3
"""The most decimal places of a coordinate or weight."""


Where = Callable[[int], Place | None]
"""The place of the nth part."""

_WhereRoom = Callable[[Room], Place | None]


def build(
    size: Point,
    rooms: Sequence[Room],
    parts: Sequence[Sequence[Point]],
    where: Where,
    place: Place | None,
) -> Plan:
    """A plan of that size from its rooms, in any order, and its doors, starts and goals.

    `where` has the places of all rooms and of all openings after them; `place` is where the whole
    is blamed. Raises InstanceError where rooms overlap, leave gaps or share a name, where a door is
    not on a wall that two rooms share, and where there is not one start and one goal in the outer
    wall.
    """
    ordered = sorted(rooms, key=lambda each: (each.y, each.x))

    def where_room(room: Room) -> Place | None:
        return where(next(n for n, each in enumerate(rooms) if each is room))

    _refuse_repeated_names(ordered, where_room)
    _tile(size, ordered, where_room, place)
    walls = _Walls(ordered)
    openings = [[walls.opening(*each) for each in part] for part in parts]
    return furnished(size, ordered, openings, lambda n: where(len(rooms) + n), place)


def furnished(
    size: Point,
    rooms: Sequence[Room],
    parts: Sequence[Sequence[Opening]],
    where: Where,
    place: Place | None,
) -> Plan:
    """A plan from rooms that tile it and from doors, starts and goals, the nth of which is `where`.

    Raises InstanceError as `build` does.
    """
    doors, starts, goals = parts
    start = _outer("start", size, starts, lambda n: where(n + len(doors)), place)
    goal = _outer("goal", size, goals, lambda n: where(n + len(doors) + 1), place)
    for n, door in enumerate(doors):
        if door.before is None or door.behind is None:
            raise InstanceError(
                f"expected a door in a wall that two rooms share, found one at {_at(door.place)}",
                where(n),
            )
    every = [*doors, start, goal]
    places = [(each.y, each.x) for each in every]
    if len(set(places)) < len(places):
        _refuse_repeated(every, where)
    order = sorted(range(len(every)), key=places.__getitem__)
    ends = order.index(len(doors)), order.index(len(doors) + 1)
    return Plan(*size, tuple(rooms), tuple([every[number] for number in order]), *ends)


def planned(
    width: Decimal | int,
    height: Decimal | int,
    rooms: Iterable[Room],
    doors: Iterable[Point],
    ends: Sequence[Point],
) -> Plan:
    """A plan from parts that stand in no file, its start and goal last. Raises InstanceError."""
    parts = [*doors], *([end] for end in ends)
    return build((Decimal(width), Decimal(height)), [*rooms], parts, lambda _: None, None)


def rectangles(
    width: int, height: int, wider: Callable[[int, int], bool], higher: Callable[[int, int], bool]
) -> Iterator[tuple[int, int, int, int]]:
    """Unit squares gathered into rectangles, row by row from the south-west: x, y and extent.

    `wider` and `higher` say whether one grows beyond the square at x, y, eastwards or northwards.
    """
    taken: set[tuple[int, int]] = set()
    for y, x in product(range(height), range(width)):
        if (x, y) in taken:
            continue
        wide = high = 1
        while x + wide < width and (x + wide, y) not in taken and wider(x + wide - 1, y):
            wide += 1
        while y + high < height and higher(x, y + high - 1):
            high += 1
        taken.update(product(range(x, x + wide), range(y, y + high)))
        yield x, y, wide, high


def beside(point: Point, rooms: Iterable[Room]) -> list[Room]:
    """The rooms in whose walls a point is, but for their corners."""
    x, y = point
    return [
        room
        for room in rooms
        if (room.x < x < room.east and y in (room.y, room.north))
        or (room.y < y < room.north and x in (room.x, room.east))
    ]


def _refuse_repeated_names(rooms: Sequence[Room], where: _WhereRoom) -> None:
    seen: set[str] = set()
    for room in rooms:
        if room.name in seen:
            raise InstanceError(
                f"expected a new name for a room, found {printable(room.name)} again", where(room)
            )
        seen.add(room.name)


def _refuse_repeated(openings: Sequence[Opening], where: Where) -> None:
    seen: set[Point] = set()
    for n, each in enumerate(openings):
        if each.place in seen:
            raise InstanceError(
                f"expected a new place for an opening, found {_at(each.place)} again", where(n)
            )
        seen.add(each.place)


def _tile(size: Point, rooms: Sequence[Room], where: _WhereRoom, place: Place | None) -> None:
    """The rooms cover the rectangle without overlap; a sweep from west to east sees to it."""
    for room in rooms:
        if room.x < 0 or room.y < 0 or room.east > size[0] or room.north > size[1]:
            raise InstanceError(
                f"expected room {printable(room.name)} within {size[0]} by {size[1]}, "
                f"found it from {room.x} {room.y} to {room.east} {room.north}",
                where(room),
            )
    active: list[tuple[Decimal, Decimal, str]] = []
    covered = Decimal(0)
    for x, leaving, entering in _events(rooms):
        for room in leaving:
            active.remove((room.y, room.north, room.name))
            covered -= room.height
        for room in entering:
            _enter(room, active, where)
            covered += room.height
        if x < size[0] and covered != size[1]:
            raise _gap(x, active, size, place)


def _events(rooms: Sequence[Room]) -> Iterator[tuple[Decimal, list[Room], list[Room]]]:
    """The rooms that end and begin at each x, from the west wall to the east."""
    begin: dict[Decimal, list[Room]] = {Decimal(0): []}
    end: dict[Decimal, list[Room]] = {}
    for room in rooms:
        begin.setdefault(room.x, []).append(room)
        end.setdefault(room.east, []).append(room)
    for x in sorted({*begin, *end}):
        yield x, end.get(x, []), begin.get(x, [])


def _enter(room: Room, active: list[tuple[Decimal, Decimal, str]], where: _WhereRoom) -> None:
    at = bisect_right(active, (room.y, room.north, room.name))
    below = active[at - 1] if at else None
    above = active[at] if at < len(active) else None
    other = None
    if below is not None and below[1] > room.y:
        other = below[2]
    if above is not None and above[0] < room.north:
        other = above[2]
    if other is not None:
        raise InstanceError(
            f"expected rooms that do not overlap, found {printable(room.name)} "
            f"over {printable(other)}",
            where(room),
        )
    insort(active, (room.y, room.north, room.name))


def _gap(
    x: Decimal,
    active: Sequence[tuple[Decimal, Decimal, str]],
    size: Point,
    place: Place | None,
) -> InstanceError:
    y = Decimal(0)
    for low, high, _ in active:
        if low > y:
            break
        y = high
    return InstanceError(
        f"expected rooms that fill {size[0]} by {size[1]}, found a gap at {_at((x, y))}", place
    )


class _Walls:
    """Which room lies on which side of a point in a wall."""

    def __init__(self, rooms: Sequence[Room]) -> None:
        south, north, west, east = (dict[Decimal, list[Any]]() for _ in range(4))
        for index, room in enumerate(rooms):
            right, top = room.east, room.north
            across, upright = (room.x, right, index), (room.y, top, index)
            for spans, line, span in (
                (south, top, across), (north, room.y, across),
                (west, right, upright), (east, room.x, upright),
            ):  # fmt: skip
                spans.setdefault(line, []).append(span)
        self._south, self._north, self._west, self._east = (
            {line: [*zip(*sorted(each), strict=True)] for line, each in spans.items()}
            for spans in (south, north, west, east)
        )

    def opening(self, x: Decimal, y: Decimal) -> Opening:
        """The opening with its middle there; beside no room if that is a corner, or in a room."""
        below, above = _at_wall(self._south, y, x), _at_wall(self._north, y, x)
        if below is not None or above is not None:
            return Opening(x, y, UP, below, above)
        return Opening(x, y, RIGHT, _at_wall(self._west, x, y), _at_wall(self._east, x, y))


_Spans = dict[Decimal, list[Any]]
"""The rooms with a wall on a line, on one side: where each begins, where each ends, and which."""


def _at_wall(spans: _Spans, line: Decimal, along: Decimal) -> int | None:
    if (found := spans.get(line)) is None:
        return None
    begins, ends, rooms = found
    at = bisect_left(begins, along) - 1
    return rooms[at] if at >= 0 and along < ends[at] else None


def _outer(
    name: str,
    size: Point,
    found: Sequence[Opening],
    where: Where,
    place: Place | None,
) -> Opening:
    if len(found) != 1:
        raise InstanceError(
            f"expected one {name}, found {len(found) or 'none'}", where(1) if found else place
        )
    one, within = found[0], 0 < found[0].x < size[0] and 0 < found[0].y < size[1]
    if within or (one.before is None) == (one.behind is None):
        raise InstanceError(
            f"expected the {name} in the outer wall of a room, found it at {_at(one.place)}",
            where(0),
        )
    return one


def _at(point: Point) -> str:
    return f"{point[0]:f} {point[1]:f}"
