"""Where the rooms of mission graphs lie, graphs in characters, and pictures of surveys.

Rooms are laid out in layers, from the start at the left; `scene.lp` draws them.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from pylab.drawing.grid import branching
from pylab.drawing.palette import CARD, GROUND, INK, MOVE, PAPER, STONE
from pylab.drawing.scenes.layout import Point, layered
from pylab.drawing.svg import Drawing
from pylab.families.dungeon.model import (
    Alignment,
    Instance,
    Mission,
    Passage,
    Place,
    Room,
    Survey,
    lock_name,
)
from pylab.families.dungeon.terms import name_symbol
from pylab.family.walks import reach
from pylab.text.facts import Fact, fact

MARGIN = 48

_ROOM = (44, 30)
"""The room that a room takes, down and across the page."""

_NEAR, _BESIDE = 23, 27
"""A passage that comes nearer than this to the middle of a room is led past it at that distance."""


@lru_cache(maxsize=32)
def laid_out(instance: Instance) -> list[str] | None:
    """The middles of a graph's rooms and the stops of its passages, as facts for `scene.lp`."""
    if not isinstance(instance, Mission):
        return None
    return [str(each.symbol) for each in placed(instance)]


@lru_cache(maxsize=32)
def placed(mission: Mission) -> tuple[Fact, ...]:
    """The same as facts, kept for pictures of steps."""
    beside: dict[str, list[str]] = {room.name: [] for room in mission.rooms}
    for each in mission.passages:
        if not each.sealed and each.tail != each.head:
            beside[each.tail].append(each.head)
            beside[each.head].append(each.tail)
    order: dict[str, int] = {}
    for name in (mission.start, *beside):
        if name not in order:
            for other in reach([name], beside.__getitem__):
                order[other] = len(order)
    joined = {(order[one], order[two]) for one in beside for two in beside[one]}
    passages = sorted(pair for pair in joined if pair[0] < pair[1])
    spots, stops = layered([_ROOM] * len(order), passages)
    terms = list(map(name_symbol, order))
    found = [
        fact("spot", term, round(x), round(y)) for term, (y, x) in zip(terms, spots, strict=True)
    ]
    ways = dict(zip(passages, stops, strict=True))
    for each in mission.passages:
        ends = order[each.tail], order[each.head]
        if each.sealed and not {ends, ends[::-1]} & ways.keys() and each.tail != each.head:
            ways[ends] = []
    rooms = sorted(spots)
    for (a, b), way in ways.items():
        for index, (y, x) in enumerate(_clear([spots[a], *way, spots[b]], rooms), 1):
            found.append(fact("stop", terms[a], terms[b], index, round(x), round(y)))
    return tuple(found)


def _clear(way: Sequence[Point], rooms: Sequence[Point]) -> list[Point]:
    """The points between a way's ends, with more of them beside rooms that it would touch.

    The middles of the rooms are sorted.
    """
    found, left = [way[0]], [*reversed(way[1:])]
    turns = 2 * len(rooms)
    while left:
        (a, b), (c, d) = found[-1], left[-1]
        between = rooms[
            bisect_left(rooms, (min(a, c) - _NEAR,)) : bisect_left(rooms, (max(a, c) + _NEAR,))
        ]
        long = math.dist((a, b), (c, d)) or 1
        touched = []
        for y, x in between if turns else ():
            along = ((y - a) * (c - a) + (x - b) * (d - b)) / long
            aside = ((x - b) * (c - a) - (y - a) * (d - b)) / long
            if 0 < along < long and abs(aside) < _NEAR and (y, x) not in (way[0], way[-1]):
                touched.append((along, y, x, math.copysign(_BESIDE, aside)))
        if touched:  # the new point is on the side of the room on which the passage is
            turns -= 1
            _, y, x, aside = min(touched)
            left.append((y + aside * (d - b) / long, x - aside * (c - a) / long))
        else:
            found.append(left.pop())
    return found[1:-1]


def room_map(survey: Survey, witness: Alignment | None) -> Drawing:
    """A room map in small, each room with the graph's room that it is."""
    tile = 5
    rooms = survey.map.chambers
    across = max(room.column for room in rooms) + 1
    down = max(room.row for room in rooms) + 1
    width, height = max(room.width for room in rooms), max(room.height for room in rooms)
    images = dict(witness.rooms) if witness else {}
    drawing = Drawing(
        across * width * tile + 2 * MARGIN,
        down * height * tile + 2 * MARGIN,
        f"Room map {survey.map.name}",
    )
    drawing.rect(0, 0, drawing.width, drawing.height, fill=PAPER)
    colours = {"W": STONE, "B": "#8b8794", "P": "#7fb5dd", "O": "#b9d3e6", "D": "#d9a521",
               "I": "#6f93ad", "S": "#c9b8e0"}  # fmt: skip
    for room in rooms:
        left, top = MARGIN + room.column * width * tile, MARGIN + room.row * height * tile
        drawing.rect(left, top, width * tile, height * tile, fill=GROUND, stroke=INK)
        for y, row in enumerate(room.rows):
            for x, letter in enumerate(row):
                if letter in colours:
                    drawing.rect(left + x * tile, top + y * tile, tile, tile, fill=colours[letter])
        name = images.get(room.name, "")
        middle = (left + width * tile / 2, top + height * tile / 2)
        if name:
            drawing.circle(*middle, 13, fill=CARD, stroke=MOVE, stroke_width=2)
            drawing.text(middle[0], middle[1] + 4, name, 12, fill=INK, font_weight="bold")
    return drawing


def graph_text(
    instance: Instance,
    places: Collection[Place],
    doomed: Mapping[Place, tuple[int, int]],
    here: Place | None = None,
) -> str:
    """A mission graph as a tree from its start, by the fewest steps, in box-drawing characters.

    Of each room: what it has, a star if a play comes there, an @ if the hero is there now, and
    where else one gets from it; an x if the hero is dead whenever she comes there, a dash if she
    may be. Where plays begin later than at the start, what is gone by then is left out.
    """
    mission = instance.mission if isinstance(instance, Survey) else instance
    assert isinstance(mission, Mission)
    mission = _begun(mission)
    rooms = {room.name: room for room in mission.rooms}
    ways: dict[str, list[Passage]] = {name: [] for name in rooms}
    for each in mission.passages:
        if not each.sealed:
            ways[each.tail].append(each)
    ends = {(each.tail, each.head) for listed in ways.values() for each in listed}
    above: dict[str, str] = {}
    below: dict[str, list[tuple[str, str]]] = {name: [] for name in ways}
    told: dict[str, str] = {}
    others = [room.name for room in mission.rooms if room.name != mission.start]
    lines: list[str] = []
    for root in (mission.start, *others):
        if root in above:
            continue
        above[root] = ""
        queue = [root]
        for name in queue:
            for each in ways[name]:
                if each.head not in above:
                    above[each.head] = name
                    below[name].append((_asks(each, ends), each.head))
                    queue.append(each.head)
        for name in queue:
            star = " @" if name == here else " *" if name in places else ""
            told[name] = _told(mission, rooms[name]) + star
            if name in doomed:
                told[name] += " x" if len({*doomed[name]}) == 1 else " -"
            beside = [
                each.head + (f"[{asks}]" if (asks := _asks(each, ends)) else "")
                for each in ways[name]
                if name not in (above[each.head], each.head) and above[name] != each.head
            ]
            told[name] += f"   also {' '.join(beside)}" if beside else ""
        lines += branching(root, below, told)
    lines += ["", "(s) start   (t) goal   (k) what is there   [k] what it takes   [>] one way"]
    lines += ["@ here"] * bool(here) + ["* where the play comes"] * bool(places)
    lines += ["x every state there is dead   - some are"] * bool(doomed)
    return "\n".join(lines) + "\n"


def _begun(mission: Mission) -> Mission:
    """The mission as it is where plays begin, without what is gone by then."""
    state = mission.initial
    if state is None:
        return mission
    rooms = tuple(
        room._replace(keys=0, flags=()) if room.name in state.emptied else room
        for room in mission.rooms
    )
    passages = tuple(
        each._replace(locked=each.locked and lock_name(each.tail, each.head) not in state.unlocked)
        for each in mission.passages
    )
    return replace(mission, rooms=rooms, passages=passages, start=str(state.place))


def _asks(each: Passage, ends: Collection[tuple[str, str]]) -> str:
    """What a passage takes, and whether it leads one way."""
    asks = ["k"] * each.locked + list(each.flags)
    return ",".join(asks + [">"] * ((each.head, each.tail) not in ends))


def _told(mission: Mission, room: Room) -> str:
    marks = ["s"] * (room.name == mission.start) + ["t"] * (room.name in mission.goals)
    marks += [*["k"] * room.keys, *room.flags]
    return room.name + (f" ({','.join(marks)})" if marks else "")
