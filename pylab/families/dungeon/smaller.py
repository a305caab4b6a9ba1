"""Dungeons a little smaller than one, for whoever looks for the smallest; solves nothing."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from functools import partial

from pylab.families.dungeon.initial_state import fits
from pylab.families.dungeon.model import GOAL, START, Dungeon, Instance, Mission, Passage, Room

Rows = tuple[str, ...]


def smaller(instance: Instance) -> Iterator[Instance]:
    """The dungeon without a room, without a row or column of tiles, with fewer keys and bombs.

    A row is taken out of all rooms side by side, a column out of all rooms above one another, so
    that doors still face each other; start and goal stay. A mission graph is left without a room,
    or without the passages between two rooms, or two rooms become one, or what a room holds lies in
    another one instead. A state that plays begin at stays, or goes altogether.
    """
    if isinstance(instance, Dungeon | Mission):
        yield from filter(fits, _smaller(instance))
        if instance.initial is not None:
            yield replace(instance, initial=None)


def _smaller(instance: Dungeon | Mission) -> Iterator[Dungeon | Mission]:
    if isinstance(instance, Dungeon):
        yield from _fewer_chambers(instance)
        yield from _fewer_lines(instance)
        if instance.keys:
            yield replace(instance, keys=instance.keys - 1)
        if instance.bombs:
            yield replace(instance, bombs=instance.bombs - 1)
    else:
        yield from _fewer_rooms(instance)
        yield from _fewer_ways(instance)
        yield from _fewer_stores(instance)


def _fewer_chambers(dungeon: Dungeon) -> Iterator[Dungeon]:
    for chamber in reversed(dungeon.chambers):
        if not any(glyph in row for row in chamber.rows for glyph in (START, GOAL)):
            yield replace(
                dungeon,
                chambers=tuple(each for each in dungeon.chambers if each is not chamber),
                warps=tuple(w for w in dungeon.warps if chamber.name not in (w.room, w.to_room)),
            )


def _fewer_lines(dungeon: Dungeon) -> Iterator[Dungeon]:
    """Without a row or a column of tiles; rooms that have none so far down stay as they are."""
    for row in sorted({room.row for room in dungeon.chambers}):
        beside = {room.name for room in dungeon.chambers if room.row == row}
        most = max(room.height for room in dungeon.chambers if room.name in beside)
        for y in reversed(range(most)):
            yield from _cut(dungeon, beside, partial(_without_row, y))
    for column in sorted({room.column for room in dungeon.chambers}):
        above = {room.name for room in dungeon.chambers if room.column == column}
        most = max(room.width for room in dungeon.chambers if room.name in above)
        for x in reversed(range(most)):
            yield from _cut(dungeon, above, partial(_without_column, x))


def _without_row(y: int, rows: Rows) -> Rows:
    return rows[:y] + rows[y + 1 :]


def _without_column(x: int, rows: Rows) -> Rows:
    return tuple(row[:x] + row[x + 1 :] for row in rows)


def _cut(
    dungeon: Dungeon, names: Collection[str], cut: Callable[[Rows], Rows]
) -> Iterator[Dungeon]:
    """With these rooms cut, if something is left of each, and start and goal are still there.

    Warps go with their tiles.
    """
    chambers = tuple(
        room._replace(rows=cut(room.rows)) if room.name in names else room
        for room in dungeon.chambers
    )
    found = "".join(row for room in chambers for row in room.rows)
    if START in found and GOAL in found and all(room.rows and room.rows[0] for room in chambers):
        there = {(room.name, glyph) for room in chambers for row in room.rows for glyph in row}
        ends = ((w, {(w.room, w.digit), (w.to_room, w.to_digit)}) for w in dungeon.warps)
        kept = tuple(warp for warp, both in ends if both <= there)
        yield replace(dungeon, chambers=chambers, warps=kept)


def _fewer_rooms(mission: Mission) -> Iterator[Mission]:
    for room in _dispensable(mission):
        rooms = tuple(each for each in mission.rooms if each is not room)
        yield replace(mission, rooms=rooms, passages=_past(mission, room.name))


def _fewer_ways(mission: Mission) -> Iterator[Mission]:
    for ends in sorted({tuple(sorted((p.tail, p.head))) for p in mission.passages}):
        kept = tuple(p for p in mission.passages if {p.tail, p.head} != set(ends))
        yield replace(mission, passages=kept)
        for gone, into in (ends, ends[::-1]):
            if gone != mission.start and gone not in mission.goals:
                yield _merged(mission, gone, into)


def _fewer_stores(mission: Mission) -> Iterator[Mission]:
    """Leave out a room, and move what it holds to another one; this shortens detours."""
    for room in _dispensable(mission):
        for other in mission.rooms if room.keys or room.flags else ():
            if other is not room:
                rooms = _handed_over(mission, room.name, other.name)
                yield replace(mission, rooms=rooms, passages=_past(mission, room.name))


def _dispensable(mission: Mission) -> Iterator[Room]:
    """The rooms but start and goals."""
    for room in reversed(mission.rooms):
        if room.name != mission.start and room.name not in mission.goals:
            yield room


def _past(mission: Mission, name: str) -> tuple[Passage, ...]:
    """The passages that lead neither from nor to this room."""
    return tuple(p for p in mission.passages if name not in (p.tail, p.head))


def _handed_over(mission: Mission, gone: str, into: str) -> tuple[Room, ...]:
    """The rooms but one, with what that holds in another."""
    held = next(room for room in mission.rooms if room.name == gone)
    return tuple(
        room._replace(
            keys=room.keys + held.keys,
            flags=tuple(sorted({*room.flags, *held.flags})),
        )
        if room.name == into
        else room
        for room in mission.rooms
        if room is not held
    )


def _merged(mission: Mission, gone: str, into: str) -> Mission:
    """The puzzle after what one room holds, and its passages, have moved to another room."""
    moved = (
        p._replace(
            tail=into if p.tail == gone else p.tail,
            head=into if p.head == gone else p.head,
        )
        for p in mission.passages
    )
    seen: dict[tuple[str, str], Passage] = {}
    for each in moved:
        if each.tail != each.head:
            seen.setdefault((each.tail, each.head), each)
    rooms = _handed_over(mission, gone, into)
    return replace(mission, rooms=rooms, passages=tuple(seen.values()))
