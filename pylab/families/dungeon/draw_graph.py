"""Pictures of mission graphs and of surveys; knows no rule.

Rooms are laid out in layers, from the start at the left.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from pylab.drawing.curves import Curve, around
from pylab.drawing.grid import branching
from pylab.drawing.palette import (
    CARD,
    FLOOR,
    GOAL,
    GROUND,
    HERO,
    INK,
    LINE,
    MOVE,
    PAPER,
    STONE,
    WARN,
    WAY,
)
from pylab.drawing.scenes.layout import layered
from pylab.drawing.svg import Drawing, caption_size
from pylab.families.dungeon.check import Played
from pylab.families.dungeon.model import (
    Abstract,
    Alignment,
    Guaranteed,
    Instance,
    Margin,
    Mission,
    Passage,
    Place,
    Room,
    Survey,
    Wasted,
    Witness,
    lock_name,
)
from pylab.families.dungeon.moment import Moment, story
from pylab.families.dungeon.obstacles import Obstacles
from pylab.families.dungeon.terms import name_symbol
from pylab.family.walks import reach

MARGIN = 48
FOOT = 40
RADIUS = 19

KEY = "#d9a521"
BOSS = "#8c2f39"
ITEM = "#3f8f6b"
SWITCH = "#3f7fb5"
BRASS = "#f2c14e"

_ROOM = (44, 30)
"""The room that a room takes, down and across the page."""
_CLEAR = 27
"""What is kept free around the middle of a room."""
_MOST = 200
"""In larger graphs passages are not led around rooms."""

Spot = tuple[float, float]


def draw_graph(
    mission: Mission,
    witness: Witness | Obstacles | None,
    play: Played,
    now: Moment | None = None,
) -> Drawing:
    """The graph: locks with keyholes, one-way passages with arrows, a play in colour.

    In a moment of a play, the hero is there, and what was collected and opened is no longer.
    """
    spots = layout(mission)
    width = max(max(x for x, _ in spots.values()) + MARGIN, 320)
    height = max(y for _, y in spots.values()) + MARGIN + FOOT
    words = now.caption if now else story(mission, witness, play)
    drawing = Drawing(width, height, "Mission graph", f"{words}.")
    drawing.rect(0, 0, width, height, fill=PAPER, on="picture")
    _draw_passages(drawing, mission, spots)
    _draw_play(drawing, play, spots)
    if isinstance(witness, Obstacles):
        for tail, head in sorted(witness.passages):
            (x1, y1), (x2, y2) = spots[tail], spots[head]
            style = {"stroke": WARN, "stroke_width": 2, "stroke_dasharray": "3 5"}
            drawing.line(x1, y1, x2, y2, **style)
    opened = now.state.opened if now else frozenset()
    _draw_locks(drawing, mission, witness, spots, opened, play.wasted)
    badges = {}
    if isinstance(witness, Guaranteed):
        badges = {e.room: "-" if e.keys is None else str(e.keys) for e in witness.rooms}
    if isinstance(witness, Abstract):
        badges = {str(p): "-" if left is None else str(left) for p, left in witness.points}
        for one, other in itertools.pairwise(witness.plan):
            if str(one) in spots and str(other) in spots:
                drawing.line(*spots[str(one)], *spots[str(other)], stroke=HERO, stroke_width=2,
                             stroke_dasharray="5 4")  # fmt: skip
    for room in mission.rooms:
        shaded = room.name in play.region or room.name in play.doomed
        _draw_room(drawing, mission, room, spots[room.name], shaded)
        if (room.keys or room.flags) and not (now and _emptied(room, now)):
            with drawing.group(data_actor=f"t({name_symbol(room.name)})", class_="thing"):
                _draw_held(drawing, room, spots[room.name])
            if mission.initial and room.name in mission.initial.emptied:
                _strike(drawing, *spots[room.name], 9)
        if room.name in badges:
            x, y = spots[room.name]
            drawing.circle(x + 17, y - 15, 9, fill=BRASS, stroke=INK)
            drawing.text(x + 17, y - 11, badges[room.name], 11, fill=INK, font_weight="bold")
    if now and isinstance(now.state.place, str):
        x, y = spots[now.state.place]
        drawing.circle(x, y - RADIUS, 8, fill=HERO, stroke=CARD, stroke_width=2)
        drawing.circle(x, y - RADIUS, 2.6, fill=CARD)
    size = caption_size(width)
    drawing.text(width / 2, height - 16, words, size, fill=INK, on="picture")
    return drawing


def legend(mission: Mission) -> list[tuple[str | Drawing, str]]:
    """A sample and words for each mark of the graph's rooms and passages."""
    held = {mark for room in mission.rooms for mark in (*room.flags, *["k"] * room.keys)}
    asked = {mark for *_, text in locks_of(mission) for mark in text.split(",")}
    found: list[tuple[str | Drawing, str]] = []
    for colour, letters, thing in _MARKS:
        if named := sorted(mark for mark in held | asked if letters(mark)):
            sample = Drawing(24, 18, thing)
            sample.rect(1, 1, 22, 16, rx=4, fill=colour, stroke=INK)
            sample.text(12, 13, named[0], 10, fill=CARD, font_weight="bold")
            found.append((sample, f"{thing}, and what asks for it"))
    ends = {(each.tail, each.head) for each in mission.passages if not each.sealed}
    if any((head, tail) not in ends for tail, head in ends):
        found.append((_line("0", arrow=True), "one way only"))
    if any("b" in each.signs and not each.sealed for each in mission.passages):
        found.append((_line("6 4"), "a wall that a bomb opens"))
    return found


def _line(dashes: str, arrow: bool = False) -> Drawing:
    """A piece of a passage, for a legend."""
    sample = Drawing(26, 14, "a passage")
    sample.line(0, 7, 26, 7, stroke=WAY, stroke_width=2, stroke_dasharray=dashes)
    if arrow:
        sample.polygon([(24, 7), (14, 2), (14, 12)], fill=WAY)
    return sample


_MARKS: Sequence[tuple[str, Callable[[str], bool], str]] = (
    (KEY, lambda mark: mark == "k", "small key"),
    (BOSS, lambda mark: mark == "K", "boss key"),
    (ITEM, lambda mark: mark == "I", "item"),
    (SWITCH, lambda mark: mark not in ("k", "K", "I"), "switch or other thing"),
)


def _emptied(room: Room, now: Moment) -> bool:
    """Whether nothing is left to be collected in a room."""
    held = {thing.what for thing in now.state.collected}
    return (not room.keys or now.taken(room.name)) and held.issuperset(room.flags)


@lru_cache(maxsize=32)
def layout(mission: Mission) -> Mapping[str, Spot]:
    """A spot for each room, in user units, the start at the left; kept for pictures of steps."""
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
    spots, _ = layered([_ROOM] * len(order), sorted(pair for pair in joined if pair[0] < pair[1]))
    places = [(round(MARGIN + x, 2), round(MARGIN + y, 2)) for y, x in spots]
    return {name: places[order[name]] for name in beside}


def curve_of(spots: Mapping[str, Spot], one: str, other: str) -> Curve:
    """How two rooms are joined: around all others, and the same in both directions."""
    first, last = sorted((one, other))
    others = [] if len(spots) > _MOST else [s for n, s in spots.items() if n not in (one, other)]
    curve = around(spots[first], spots[last], others, _CLEAR, 0.0)
    return curve if first == one else curve.turned()


def _draw_passages(drawing: Drawing, mission: Mission, spots: Mapping[str, Spot]) -> None:
    """Lines between rooms, with arrows where there is no way back."""
    ends = {(p.tail, p.head) for p in mission.passages if not p.sealed}
    for each in mission.passages:
        a, b = spots[each.tail], spots[each.head]
        colour, width = (LINE, 1) if each.sealed else (WAY, 2)
        dashes = "2 4" if each.sealed else "6 4" if "b" in each.signs else None
        if a == b:
            drawing.circle(a[0], a[1] - RADIUS, 9, fill="none", stroke=colour, stroke_width=width)
            continue
        curve = curve_of(spots, each.tail, each.head)
        style = {"fill": "none", "stroke": colour, "stroke_width": width}
        drawing.path(curve.commands(), **style, stroke_dasharray=dashes)
        if not each.sealed and (each.head, each.tail) not in ends:
            drawing.polygon(curve.head(RADIUS + 2), fill=WAY)


def _draw_play(drawing: Drawing, play: Played, spots: Mapping[str, Spot]) -> None:
    names = [str(p) for p in play.places if str(p) in spots]
    for one, other in dict.fromkeys(itertools.pairwise(names)):
        if one == other:
            continue
        curve = curve_of(spots, one, other).aside(4)
        style = {"fill": "none", "stroke": MOVE, "stroke_width": 3, "opacity": 0.85}
        drawing.path(curve.commands(), **style)
        drawing.polygon(curve.head(RADIUS + 2), fill=MOVE)


def locks_of(mission: Mission) -> Iterator[tuple[int, str, Passage, str]]:
    """What passages ask for: their numbers, the lock's name or nothing, the passage, the mark."""
    seen = set()
    for number, each in enumerate(mission.passages):
        marks = ["k"] * each.locked + list(each.flags)
        key = (frozenset((each.tail, each.head)), tuple(marks))
        if marks and not each.sealed and key not in seen:
            seen.add(key)
            name = lock_name(each.tail, each.head) if each.locked else ""
            yield number, name, each, ",".join(marks)


def _draw_locks(
    drawing: Drawing,
    mission: Mission,
    witness: Witness | Obstacles | None,
    spots: Mapping[str, Spot],
    opened: Collection[str] = (),
    wasted: Collection[str] = (),
) -> None:
    wrong = wasted
    if isinstance(witness, Margin | Wasted):
        wrong = witness.doors
    elif isinstance(witness, Obstacles):
        wrong = witness.locks
    for number, name, each, text in locks_of(mission):
        x, y = curve_of(spots, each.tail, each.head).at(0.5)
        if name in wrong:
            drawing.circle(x, y, 15, fill="none", stroke=WARN, stroke_width=3)
        if name in opened:
            style = {"fill": "none", "stroke": INK, "stroke_dasharray": "3 2"}
            drawing.rect(x - 9, y - 8, 18, 16, rx=4, **style)
            continue
        with drawing.group(data_actor=f"g({number})", class_="gate"):
            _draw_lock(drawing, (x, y), text)
        if mission.initial and name in mission.initial.unlocked:
            _strike(drawing, x, y, 0)


def _strike(drawing: Drawing, x: float, y: float, below: float) -> None:
    """Through what is not there any more where plays begin."""
    style = {"stroke": WARN, "stroke_width": 2, "stroke_linecap": "round"}
    drawing.line(x - 12, y + below + 6, x + 12, y + below - 6, on="picture", **style)


def _draw_lock(drawing: Drawing, spot: Spot, text: str) -> None:
    """What a passage asks for, in the middle of it."""
    x, y = spot
    colour = {"k": KEY, "K": BOSS, "I": ITEM}.get(text.split(",")[0], SWITCH)
    lines = list(_broken(text))
    wide = max(9.0, 4.0 + 3.2 * max(map(len, lines)))
    top = y - 2 - 6 * len(lines)
    drawing.rect(x - wide, top, 2 * wide, 4 + 12 * len(lines), rx=4, fill=colour, stroke=INK)
    if text == "k":
        drawing.circle(x, y - 2, 2.8, fill=INK)
        drawing.polygon([(x - 2.5, y + 5), (x + 2.5, y + 5), (x, y - 2)], fill=INK)
    else:
        for number, line in enumerate(lines):
            base = top + 12 + 12 * number
            drawing.text(x, base, line, 10, fill=CARD, font_weight="bold")


def _broken(text: str) -> Iterator[str]:
    """Marks between commas in lines that are short enough to stand between two rooms."""
    line = ""
    for mark in text.split(","):
        if line and len(line) + len(mark) > 4:
            yield f"{line},"
            line = mark
        else:
            line = f"{line},{mark}" if line else mark
    yield line


def _draw_room(drawing: Drawing, mission: Mission, room: Room, spot: Spot, stuck: bool) -> None:
    """A room with its name."""
    x, y = spot
    fill = "#f3c3d5" if stuck else FLOOR
    rim, width = (WARN, 2.5) if stuck else (WAY, 1.5)
    if room.name == (mission.initial.place if mission.initial else mission.start):
        rim, width = HERO, 4
    drawing.circle(x, y, RADIUS, fill=fill, stroke=rim, stroke_width=width)
    if room.name in mission.goals:
        drawing.circle(x, y, RADIUS + 5, fill="none", stroke=GOAL, stroke_width=2.5)
        if not (room.keys or room.flags):  # the same place has what a room holds
            drawing.polygon([(x, y + 2), (x + 8, y + 15), (x - 8, y + 15)], fill=BRASS, stroke=INK)
    drawing.text(x, y - 1, room.name, 12, fill=INK, font_weight="bold")


def _draw_held(drawing: Drawing, room: Room, spot: Spot) -> None:
    """What a room holds, below its name."""
    x, y = spot
    marks = ["k"] * room.keys + list(room.flags)
    colours = {"k": KEY, "K": BOSS, "I": ITEM}
    wide = max(12, 3 + 5 * max(map(len, marks)))
    for index, mark in enumerate(marks):
        at = x + (index - (len(marks) - 1) / 2) * (wide + 1)
        fill = colours.get(mark, SWITCH)
        drawing.rect(at - wide / 2, y + 3, wide, 11, rx=2.5, fill=fill, stroke=INK,
                     stroke_width=0.8)  # fmt: skip
        drawing.text(at, y + 12, mark, 8, fill=CARD, font_weight="bold")


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
    colours = {"W": STONE, "B": "#8b8794", "P": "#7fb5dd", "O": "#b9d3e6", "D": KEY,
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
    instance: Instance, places: Collection[Place], doomed: Mapping[Place, tuple[int, int]]
) -> str:
    """A mission graph as a tree from its start, by the fewest steps, in box-drawing characters.

    Of each room: what it has, a star if a play comes there, and where else one gets from it; an x
    if the hero is dead whenever she comes there, a dash if she may be. Where plays begin later than
    at the start, what is gone by then is left out.
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
            told[name] = _told(mission, rooms[name], name in places)
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
    lines += ["* where the play comes"] * bool(places)
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


def _told(mission: Mission, room: Room, walked: bool) -> str:
    marks = ["s"] * (room.name == mission.start) + ["t"] * (room.name in mission.goals)
    marks += [*["k"] * room.keys, *room.flags]
    return room.name + (f" ({','.join(marks)})" if marks else "") + " *" * walked
