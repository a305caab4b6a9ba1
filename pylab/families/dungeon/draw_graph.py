"""Pictures of mission graphs and of surveys; knows no rule.

Rooms are laid out so that distances on paper follow distances in the graph: stress majorisation
(Gansner, Koren, North: Graph Drawing by Stress Majorization, 2004), from a start by depth.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection, Iterator, Mapping, Sequence

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
    Priced,
    Room,
    Route,
    Standing,
    Statistics,
    Stuck,
    Survey,
    Thrift,
    Wasted,
    Witness,
    counted,
    lock_name,
)
from pylab.families.dungeon.obstacles import Obstacles
from pylab.palette import CARD, FLOOR, GOAL, HERO, INK, LINE, MOVE, PAPER, WARN, WAY
from pylab.svg import Drawing
from pylab.walks import reach

EDGE = 78
MARGIN = 48
FOOT = 40
RADIUS = 19

KEY = "#d9a521"
BOSS = "#8c2f39"
ITEM = "#3f8f6b"
SWITCH = "#3f7fb5"
BRASS = "#f2c14e"

Spot = tuple[float, float]


def draw_graph(mission: Mission, witness: Witness | Obstacles | None, play: Played) -> Drawing:
    """The graph: locks with keyholes, one-way passages with arrows, a play in colour."""
    spots = layout(mission)
    width = max(max(x for x, _ in spots.values()) + MARGIN, 320)
    height = max(y for _, y in spots.values()) + MARGIN + FOOT
    story = _story(mission, witness, play)
    drawing = Drawing(width, height, "Mission graph", story)
    drawing.rect(0, 0, width, height, fill=PAPER, on="picture")
    _draw_passages(drawing, mission, spots)
    _draw_play(drawing, play, spots)
    if isinstance(witness, Obstacles):
        for tail, head in sorted(witness.passages):
            (x1, y1), (x2, y2) = spots[tail], spots[head]
            style = {"stroke": WARN, "stroke_width": 2, "stroke_dasharray": "3 5"}
            drawing.line(x1, y1, x2, y2, **style)
    _draw_locks(drawing, mission, witness, spots, play.wasted)
    badges = {}
    if isinstance(witness, Guaranteed):
        badges = {e.room: "-" if e.keys is None else str(e.keys) for e in witness.rooms}
    if isinstance(witness, Abstract):
        badges = {str(p): "-" if left is None else str(left) for p, left in witness.points}
        for one, other in itertools.pairwise(witness.plan):
            if str(one) in spots and str(other) in spots:
                drawing.line(*spots[str(one)], *spots[str(other)], stroke=HERO, stroke_width=2,
                             stroke_dasharray="5 4")  # fmt: skip
    for number, room in enumerate(mission.rooms):
        shaded = room.name in play.region or room.name in play.doomed
        _draw_room(drawing, mission, room, spots[room.name], shaded)
        if room.keys or room.flags:
            with drawing.group(data_actor=f"t{number}", class_="thing"):
                _draw_held(drawing, room, spots[room.name])
            if mission.standing and room.name in mission.standing.emptied:
                _strike(drawing, *spots[room.name], 9)
        if room.name in badges:
            x, y = spots[room.name]
            drawing.circle(x + 17, y - 15, 9, fill=BRASS, stroke=INK)
            drawing.text(x + 17, y - 11, badges[room.name], 11, fill=INK, font_weight="bold")
    drawing.text(width / 2, height - 16, story, 13, fill=INK, on="picture")
    return drawing


def _story(mission: Mission, witness: Witness | Obstacles | None, play: Played) -> str:
    steps = counted(len(play.places) - 1, "step")
    match witness:
        case Obstacles():
            return "what is in the way: marked locks, and passages that are missing"
        case Stuck() | Wasted():
            return f"after {steps} the hero is stuck in the shaded rooms"
        case Route() | Thrift():
            if not {*mission.goals}.intersection(play.places[-1:]):
                return f"the first steps of a play: {len(play.places) - 1}"
            return f"{steps} to the goal"
        case Margin(margin, doors):
            return f"key margin {margin}; wrong doors: {', '.join(doors) or 'none'}"
        case Priced(_, paid):
            return f"{steps} to the goal, which cost {paid[-1] if paid else 0}"
        case Abstract():
            return compared(witness)
        case Statistics():
            return told(witness)
        case Guaranteed():
            return "keys that let the hero into each room, however spent"
    return counted(len(mission.rooms), "room")


def told(witness: Statistics) -> str:
    """How much is dead, and what is shaded."""
    if not witness.dead:
        return f"{counted(witness.states, 'state')}, none of them dead."
    return f"{witness.dead} of {counted(witness.states, 'state')} dead, shaded where."


def compared(witness: Abstract) -> str:
    """The estimates at the start beside the true cost."""
    if not witness.plan:
        return "No way to the goal, even with every door open."
    cost = f"truly {len(witness.route) - 1}" if witness.route else "and no play gets there"
    return f"Estimates: {witness.ours}, and {witness.sheet} by the sheet; {cost}."


def layout(mission: Mission) -> dict[str, Spot]:
    """A spot for each room, in user units."""
    names = [room.name for room in mission.rooms]
    distance = _distances(mission, names)
    order = _by_depth(mission, names)
    count = len(names)
    place = {name: i for i, name in enumerate(order)}
    xs = [math.cos(2 * math.pi * place[n] / count) * math.sqrt(count) for n in names]
    ys = [math.sin(2 * math.pi * place[n] / count) * math.sqrt(count) for n in names]
    for _ in range(min(120, 400_000 // (count * count + 1) + 5)):
        xs, ys = _majorised(xs, ys, distance)
    xs, ys = _turned(xs, ys)
    left, top = min(xs), min(ys)
    return {
        name: (round(MARGIN + (x - left) * EDGE, 2), round(MARGIN + (y - top) * EDGE, 2))
        for name, x, y in zip(names, xs, ys, strict=True)
    }


def _neighbours(mission: Mission) -> dict[str, list[str]]:
    beside: dict[str, list[str]] = {room.name: [] for room in mission.rooms}
    for each in mission.passages:
        if not each.sealed:
            beside[each.tail].append(each.head)
            beside[each.head].append(each.tail)
    return beside


def _distances(mission: Mission, names: Sequence[str]) -> list[list[float]]:
    beside = _neighbours(mission)
    table = []
    for name in names:
        found = reach([name], beside.__getitem__)
        far = max(found.values()) + 2
        table.append([float(found.get(other, far)) for other in names])
    return table


def _by_depth(mission: Mission, names: Sequence[str]) -> list[str]:
    """Rooms by depth first from the start, so that branches stay together."""
    beside = _neighbours(mission)
    seen: dict[str, None] = {}
    stack = [mission.start]
    while stack:
        here = stack.pop()
        if here not in seen:
            seen[here] = None
            stack.extend(reversed(beside[here]))
    return [*seen, *(name for name in names if name not in seen)]


def _majorised(
    xs: Sequence[float], ys: Sequence[float], distance: Sequence[Sequence[float]]
) -> tuple[list[float], list[float]]:
    """One round: every room goes to where all others want it, weighted by distance ** -2."""
    xs, ys = list(xs), list(ys)
    for i in range(len(xs)):
        weight = x = y = 0.0
        for j, wanted in enumerate(distance[i]):
            if i == j:
                continue
            share = wanted**-2
            dx, dy = xs[i] - xs[j], ys[i] - ys[j]
            length = math.hypot(dx, dy) or 1e-9
            x += share * (xs[j] + wanted * dx / length)
            y += share * (ys[j] + wanted * dy / length)
            weight += share
        if weight:
            xs[i], ys[i] = x / weight, y / weight
    return xs, ys


def _turned(xs: Sequence[float], ys: Sequence[float]) -> tuple[list[float], list[float]]:
    """The longer axis across the page."""
    mx, my = sum(xs) / len(xs), sum(ys) / len(ys)
    sxx = sum((x - mx) ** 2 for x in xs)
    syy = sum((y - my) ** 2 for y in ys)
    sxy = sum((x - mx) * (y - my) for x, y in zip(xs, ys, strict=True))
    # where no axis is longer, what rounding left says nothing
    even = math.hypot(2 * sxy, sxx - syy) <= 1e-9 * (sxx + syy)
    angle = 0.0 if even else -math.atan2(2 * sxy, sxx - syy) / 2
    c, s = math.cos(angle), math.sin(angle)
    return (
        [c * (x - mx) - s * (y - my) for x, y in zip(xs, ys, strict=True)],
        [s * (x - mx) + c * (y - my) for x, y in zip(xs, ys, strict=True)],
    )


def _draw_passages(drawing: Drawing, mission: Mission, spots: Mapping[str, Spot]) -> None:
    """Lines between rooms, with arrows where there is no way back."""
    ends = {(p.tail, p.head) for p in mission.passages if not p.sealed}
    for each in mission.passages:
        a, b = spots[each.tail], spots[each.head]
        colour, width = (LINE, 1) if each.sealed else (WAY, 2)
        dashes = "2 4" if each.sealed else "6 4" if "b" in each.signs else None
        drawing.line(*a, *b, stroke=colour, stroke_width=width, stroke_dasharray=dashes)
        if not each.sealed and (each.head, each.tail) not in ends:
            _arrow(drawing, a, b, WAY)


def _arrow(drawing: Drawing, a: Spot, b: Spot, colour: str) -> None:
    length = math.dist(a, b) or 1
    dx, dy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
    tip = (b[0] - dx * (RADIUS + 2), b[1] - dy * (RADIUS + 2))
    base = (tip[0] - dx * 10, tip[1] - dy * 10)
    wings = [(base[0] - dy * 5 * s, base[1] + dx * 5 * s) for s in (1, -1)]
    drawing.polygon([tip, *wings], fill=colour)


def _draw_play(drawing: Drawing, play: Played, spots: Mapping[str, Spot]) -> None:
    names = [str(p) for p in play.places if str(p) in spots]
    for one, other in dict.fromkeys(itertools.pairwise(names)):
        a, b = spots[one], spots[other]
        length = math.dist(a, b) or 1
        aside = 4.0
        dx, dy = -(b[1] - a[1]) / length * aside, (b[0] - a[0]) / length * aside
        start, end = (a[0] + dx, a[1] + dy), (b[0] + dx, b[1] + dy)
        drawing.line(*start, *end, stroke=MOVE, stroke_width=3, opacity=0.85)
        _arrow(drawing, start, end, MOVE)


def locks_of(mission: Mission) -> Iterator[tuple[str, Passage, str]]:
    """What passages ask for: the lock's name or nothing, the passage, and the mark."""
    seen = set()
    for each in mission.passages:
        marks = ["k"] * each.locked + list(each.flags)
        key = (frozenset((each.tail, each.head)), tuple(marks))
        if marks and not each.sealed and key not in seen:
            seen.add(key)
            yield lock_name(each.tail, each.head) if each.locked else "", each, ",".join(marks)


def _draw_locks(
    drawing: Drawing,
    mission: Mission,
    witness: Witness | Obstacles | None,
    spots: Mapping[str, Spot],
    wasted: Collection[str] = (),
) -> None:
    wrong = wasted
    if isinstance(witness, Margin | Wasted):
        wrong = witness.doors
    elif isinstance(witness, Obstacles):
        wrong = witness.locks
    for number, (name, each, text) in enumerate(locks_of(mission)):
        (x1, y1), (x2, y2) = spots[each.tail], spots[each.head]
        x, y = (x1 + x2) / 2, (y1 + y2) / 2
        if name in wrong:
            drawing.circle(x, y, 15, fill="none", stroke=WARN, stroke_width=3)
        with drawing.group(data_actor=f"g{number}", class_="gate"):
            _draw_lock(drawing, (x, y), text)
        if mission.standing and name in mission.standing.unlocked:
            _strike(drawing, x, y, 0)


def _strike(drawing: Drawing, x: float, y: float, below: float) -> None:
    """Through what is not there any more where plays begin."""
    style = {"stroke": WARN, "stroke_width": 2, "stroke_linecap": "round"}
    drawing.line(x - 12, y + below + 6, x + 12, y + below - 6, on="picture", **style)


def _draw_lock(drawing: Drawing, spot: Spot, text: str) -> None:
    """What a passage asks for, in the middle of it."""
    x, y = spot
    colour = {"k": KEY, "K": BOSS, "I": ITEM}.get(text.split(",")[0], SWITCH)
    wide = max(9.0, 4.0 + 3.2 * len(text))
    drawing.rect(x - wide, y - 8, 2 * wide, 16, rx=4, fill=colour, stroke=INK)
    if text == "k":
        drawing.circle(x, y - 2, 2.8, fill=INK)
        drawing.polygon([(x - 2.5, y + 5), (x + 2.5, y + 5), (x, y - 2)], fill=INK)
    else:
        drawing.text(x, y + 4, text, 10, fill=CARD, font_weight="bold")


def _draw_room(drawing: Drawing, mission: Mission, room: Room, spot: Spot, stuck: bool) -> None:
    """A room with its name."""
    x, y = spot
    fill = "#f3c3d5" if stuck else FLOOR
    rim, width = (WARN, 2.5) if stuck else (WAY, 1.5)
    if room.name == (mission.standing.place if mission.standing else mission.start):
        rim, width = HERO, 4
    drawing.circle(x, y, RADIUS, fill=fill, stroke=rim, stroke_width=width)
    if room.name in mission.goals:
        tip = [(x, y - 15), (x + 16, y + 11), (x - 16, y + 11)]
        drawing.circle(x, y, RADIUS + 5, fill="none", stroke=GOAL, stroke_width=2.5)
        drawing.polygon(tip, fill=BRASS, stroke=INK)
    drawing.text(x, y - 1, room.name, 12, fill=INK, font_weight="bold")


def _draw_held(drawing: Drawing, room: Room, spot: Spot) -> None:
    """What a room holds, below its name."""
    x, y = spot
    marks = ["k"] * room.keys + list(room.flags)
    colours = {"k": KEY, "K": BOSS, "I": ITEM}
    for index, mark in enumerate(marks):
        at = x + (index - (len(marks) - 1) / 2) * 13
        drawing.rect(at - 6, y + 3, 12, 11, rx=2.5, fill=colours.get(mark, SWITCH), stroke=INK,
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
    colours = {"W": "#5d5a66", "B": "#8b8794", "P": "#7fb5dd", "O": "#b9d3e6", "D": KEY,
               "I": "#6f93ad", "S": "#c9b8e0"}  # fmt: skip
    for room in rooms:
        left, top = MARGIN + room.column * width * tile, MARGIN + room.row * height * tile
        drawing.rect(left, top, width * tile, height * tile, fill=FLOOR, stroke=INK)
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
    """A mission graph in lines: each room, a star if a play comes there, what it has.

    An x is where the hero is dead whenever she comes there, a dash where she may be.
    """
    mission = instance.mission if isinstance(instance, Survey) else instance
    assert isinstance(mission, Mission)
    lines = []
    state = mission.standing or Standing(mission.start)
    for room in mission.rooms:
        marks = ["s"] * (room.name == state.place) + ["t"] * (room.name in mission.goals)
        if room.name not in state.emptied:
            marks += [*["k"] * room.keys, *room.flags]
        ways = []
        for each in mission.passages:
            if each.tail == room.name and not each.sealed:
                closed = each.locked and lock_name(each.tail, each.head) not in state.unlocked
                asks = ["k"] * closed + list(each.flags)
                ways.append(each.head + (f"[{','.join(asks)}]" if asks else ""))
        held = f" ({','.join(marks)})" if marks else ""
        star = "*" if room.name in places else " "
        if room.name in doomed:
            star = "x" if len({*doomed[room.name]}) == 1 else "-"
        lines.append(f"{star} {room.name}{held}: {' '.join(ways)}".rstrip())
    return "\n".join(lines) + "\n"
