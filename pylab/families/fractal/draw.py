"""Labyrinths and their runs as SVG.

A corridor that a run takes is coloured by the depth at which it does, once for each depth. Of a
straight-line program, the least depth of each part is drawn.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import islice, pairwise

from pylab.drawing.palette import (
    CARD,
    FLOOR,
    GOAL,
    HERO,
    INK,
    LINE,
    NEAR,
    PAPER,
    SCALE,
    SHADE,
    WARN,
    WAY,
)
from pylab.drawing.strip import explained
from pylab.drawing.svg import Drawing, caption_size, number
from pylab.families.fractal.draw_text import reached_in, size_of, title_of
from pylab.families.fractal.layout import SIDE, Layout, Point, layout, stretches
from pylab.families.fractal.model import (
    START,
    Automaton,
    Derivation,
    Exits,
    Goal,
    Instance,
    Labyrinth,
    Program,
    Pushdown,
    Reason,
    Run,
    Witness,
    arrow,
    behind,
    box_of,
    counted,
    is_outer,
    place_of,
)
from pylab.families.fractal.obstacles import Obstacles
from pylab.families.fractal.program import listed
from pylab.families.fractal.routes import beside, smooth
from pylab.families.fractal.saturation import saturation
from pylab.family.walks import reach
from pylab.text.facts import Quoted

_SCALE = 8.0
_MARGIN = 84.0
_WHOLE = SIDE * _SCALE + 2 * _MARGIN
_SMALL, _LARGE = (11.0, 24.0), (15.0, 28.0)
"""The least and the largest letters of ports' names, and of others."""

_WORDS = 12.0
"""The size of other letters."""

_AWAY = 4
"""So many places inwards, and along an edge, are tried for a label that would cover another."""
_DASHES = (None, "11 6", "1 6", "12 6 1 6")
"""How the corridors of a run are dashed, by depth: neighbours differ by more than their colours."""

_LONGEST = 5
"""The longest name of an outer location that is drawn; others are numbered, with a legend."""

_COLUMNS, _ROW = 3, 18
"""Of that legend."""

_MOST = 400
"""The most locations that are drawn."""

Label = tuple[float, float, float, float]
"""The middle of a label, its width and height."""

Used = dict[tuple[str, str], set[int]]
"""The corridors that a run takes, by their two ends, and the depths at which it does."""


def draw(instance: Instance, witness: Witness | Obstacles | None) -> Drawing:
    """A labyrinth as a picture, with what `scene` shows of an answer.

    Of a pushdown system, and of labyrinths too large to be seen, it just says what they are.
    """
    if isinstance(instance, Pushdown):
        return _card(
            f"A pushdown system of {counted(len(instance.rules), 'rule')}", instance, witness
        )
    if len(instance.locations()) > _MOST:
        return _card(f"A labyrinth of {size_of(instance)}: too large to draw", instance, witness)
    drawing = scene(instance, layout(instance), witness)
    if isinstance(witness, Obstacles):
        return explained(drawing, witness.words(), [("dots", "locations that no corridor joins")])
    depths = sorted(set().union(*_used(witness).values()))[:12]
    if not depths:
        return drawing
    return explained(drawing, (), [(_mark(depth), f"depth {depth}") for depth in depths])


def scene(
    labyrinth: Labyrinth, plan: Layout, witness: Witness | Obstacles | None = None
) -> Drawing:
    """A labyrinth laid out, with a run in colours, what can be reached, or missing corridors.

    On a page, each box shows the whole, the walker is there, and actors can be clicked:
    `l("A.1")` is a location and `b("A")` a box, `out` is what lies around the frame.
    """
    used = _used(witness)
    numbers = _numbers(labyrinth)
    below = _WHOLE + 8
    height = below + (_ROW * (-(-len(numbers) // _COLUMNS) + 1) if numbers else 0)
    title = f"A labyrinth of {size_of(labyrinth)}"
    drawing = Drawing(_WHOLE, height, title, title_of(labyrinth, witness))
    drawing.rect(0, 0, _WHOLE, height, fill=PAPER, on="picture")
    with drawing.group("defs", on="page"):
        with drawing.group(id="inmost"):
            _draw_maze(drawing, labyrinth, plan)
        with drawing.group(id="inner"):
            _draw_maze(drawing, labyrinth, plan)
            _draw_copies(drawing, plan, "inmost")
    _draw_around(drawing)
    _draw_maze(drawing, labyrinth, plan, 0.45 if used else None)
    with drawing.group(class_="copy", on="page"):
        _draw_copies(drawing, plan, "inner")
    _draw_boxes(drawing, plan)
    _draw_run(drawing, labyrinth, plan, used)
    _draw_labels(drawing, labyrinth, plan)
    if isinstance(witness, Obstacles):
        _draw_obstacles(drawing, plan, witness)
    drawing.text(
        _MARGIN + 4, 38, "", 28, fill=INK, text_anchor="start", data_actor="where says", on="page"
    )
    with drawing.group(id="trail", pointer_events="none", on="page"):
        pass
    _draw_locations(drawing, labyrinth, plan, reached_in(labyrinth, witness), numbers)
    _draw_walker(drawing, at(plan.points[labyrinth.start]))
    _draw_names(drawing, numbers, below)
    return drawing


def _mark(depth: int) -> Drawing:
    """A corridor that a run takes at this depth, for a legend."""
    mark = Drawing(24, 12, "")
    mark.line(0, 6, 24, 6, stroke_width=3, stroke_linecap="round", **_ink(depth))
    return mark


def _ink(depth: int) -> dict[str, str | None]:
    return {"stroke": SCALE[depth % len(SCALE)], "stroke_dasharray": _DASHES[depth % 4]}


def draw_step(instance: Instance, witness: Witness, step: int) -> Drawing:
    """The labyrinth with the first moves of a run, or what wins after the first transitions.

    Raises ValueError if there are not so many.
    """
    last = steps(instance, witness)
    if not 0 <= step <= last:
        raise ValueError(f"expected a step from 0 to {last}, found {step}")
    if isinstance(witness, Automaton) and isinstance(instance, Labyrinth):
        added = list(islice(saturation(instance), step))
        shown = draw(instance, Automaton(tuple(each.transition for each in added)))
        how = "".join(f": {arrow(each.transition)}, {each.words()}" for each in added[-1:])
        return _captioned(shown, f"step {step} of {last}{how}")
    run = _listed(instance, witness)
    shown = draw(instance, Run(run.configurations[: step + 1]))
    now = run.configurations[step]
    place = None
    if isinstance(instance, Labyrinth) and len(instance.locations()) <= _MOST:
        place = layout(instance).points.get(now.location)
    if place is not None:
        x, y = at(place)
        shown.circle(x, y, 11, fill=HERO, stroke=CARD, stroke_width=2)
        shown.circle(x, y, 3.5, fill=CARD)
    within = f"in {' in '.join(reversed(now.stack))}" if now.stack else "outside of all boxes"
    words = f"{'start' if not step else f'step {step} of {last}'}: at {now.location}, {within}"
    return _captioned(shown, words)


def _captioned(shown: Drawing, words: str) -> Drawing:
    """With words above it, as many as there is room for."""
    most = int(shown.width / 12)
    words = words if len(words) <= most else f"{words[: most - 1]}…"
    shown.text(shown.width / 2, 36, words, caption_size(shown.width), fill=INK)
    return shown


def milestones(instance: Instance, witness: Witness | None) -> list[int]:
    """The moves of a run after which one is in another box, the first and the last one.

    Of an automaton, the transitions by which one more location wins in no box.
    """
    if isinstance(witness, Automaton) and isinstance(instance, Labyrinth):
        made, found = [each.transition for each in saturation(instance)], [0]
        for number, each in enumerate(made, 1):
            if number == len(made) or reached_in(instance, Automaton((each,))):
                found.append(number)
        return found
    stacks = [each.stack for each in _listed(instance, witness).configurations]
    ends = (0, len(stacks) - 1)
    return [n for n, stack in enumerate(stacks) if n in ends or stack != stacks[n - 1]]


def steps(instance: Instance, witness: Witness | None) -> int:
    """How many moves a run has, or how many transitions are added.

    Raises ValueError for another answer, or one that is too long.
    """
    if isinstance(witness, Automaton) and isinstance(instance, Labyrinth):
        return witness.count
    return len(_listed(instance, witness).configurations) - 1


def _listed(instance: Instance, witness: Witness | None) -> Run:
    run = listed(instance, witness) if isinstance(witness, Program | Derivation) else witness
    if not isinstance(run, Run):
        raise ValueError("expected a run that can be listed, found another answer")
    if not run.configurations:
        raise ValueError("expected a run with at least one configuration, found an empty one")
    return run


def _card(title: str, instance: Instance, witness: Witness | Obstacles | None) -> Drawing:
    """Words instead of a picture; also that the answer is not in it."""
    width = 720
    drawing = Drawing(width, 110, "a fractal labyrinth", title_of(instance, None))
    drawing.rect(0, 0, width, 110, fill=PAPER)
    drawing.text(width / 2, 48, title, 20, fill=INK)
    if witness is not None:
        what = "run" if isinstance(witness, Run | Program | Derivation) else "answer"
        drawing.text(width / 2, 80, f"the {what} is not drawn", 16, fill=INK)
    return drawing


# what a witness says about corridors and locations


def _used(witness: Witness | Obstacles | None) -> Used:
    used: Used = {}
    if isinstance(witness, Run):
        for before, after in pairwise(witness.configurations):
            if before.stack == after.stack:
                key = (before.location, after.location)
                used.setdefault(key, set()).add(len(before.stack))
    elif isinstance(witness, Program | Exits):
        depths = _depths(witness.reasons)
        for reason in witness.reasons:
            if reason.kind == "walk":
                key = (place_of(reason.origin), place_of(reason.location))
                used.setdefault(key, set()).add(depths.get(reason.frame, 0))
    return used


def _depths(reasons: Iterable[Reason]) -> dict[str, int]:
    """The least depth of each frame of a program; boxes entered for good are not counted."""
    inner: dict[str, set[str]] = {}
    for reason in reasons:
        entry = behind(reason.origin)
        if reason.kind == "through" and entry is not None:
            inner.setdefault(reason.frame, set()).add(entry)
    return reach([START], lambda frame: inner.get(frame, ()))


# shapes


def at(point: Point) -> Point:
    """Where a point of the layout is drawn."""
    return _MARGIN + point[0] * _SCALE, _MARGIN + point[1] * _SCALE


def _draw_maze(
    drawing: Drawing, labyrinth: Labyrinth, plan: Layout, faint: float | None = None
) -> None:
    """Frame, boxes and corridors, without names: what a copy shows too."""
    side = SIDE * _SCALE
    drawing.rect(
        _MARGIN, _MARGIN, side, side, rx=14, fill=FLOOR, stroke=INK, stroke_width=2.5
    )  # fmt: skip
    for square in plan.boxes.values():
        x, y = at((square.x, square.y))
        side = square.side * _SCALE
        drawing.rect(x, y, side, side, rx=8, fill=CARD, stroke=INK, stroke_width=1.8)
        for inner in plan.boxes.values():
            px, py = at(square.place((inner.x, inner.y)))
            small = inner.side * square.side / SIDE * _SCALE
            drawing.rect(px, py, small, small, rx=2, fill="none", stroke=LINE, on="picture")
    for (origin, target), way in plan.ways.items():
        drawing.path(_path(way, 0.0), fill="none", stroke=WAY, stroke_width=3, stroke_opacity=faint)
        if (origin, target) in labyrinth.oneways:
            _arrow(drawing, plan, origin, target)
    for hub in plan.hubs.values():
        drawing.circle(*at(hub), 4, fill=WAY)
    for location, point in plan.points.items():
        if box_of(location) is not None:
            drawing.circle(*at(point), 3.6, fill=CARD, stroke=INK, stroke_width=1.6, on="page")


def _draw_copies(drawing: Drawing, plan: Layout, name: str) -> None:
    """In each box a copy of the whole, as it was drawn with this id."""
    for square in plan.boxes.values():
        scale = square.side / SIDE
        x, y = (value - _MARGIN * scale for value in at((square.x, square.y)))
        move = f"translate({number(x)} {number(y)}) scale({scale:.5f})"
        drawing.use(name, transform=move, pointer_events="none")


def _draw_around(drawing: Drawing) -> None:
    """What is clicked to leave a copy."""
    side = SIDE * _SCALE
    ring = (
        f"M0 0h{number(_WHOLE)}v{number(_WHOLE)}h{number(-_WHOLE)}z"
        f"M{number(_MARGIN)} {number(_MARGIN)}v{number(side)}h{number(side)}v{number(-side)}z"
    )
    with drawing.group(data_actor="out", on="page"):
        drawing.path(ring, fill="none", pointer_events="all")
        drawing.rect(5, 5, _WHOLE - 10, _WHOLE - 10, rx=16, class_="mark")
        drawing.rect(_MARGIN - 8, _MARGIN - 8, side + 16, side + 16, rx=18, class_="mark")


def _draw_boxes(drawing: Drawing, plan: Layout) -> None:
    """Their names, and what is clicked to enter them."""
    for box, square in plan.boxes.items():
        x, y = at((square.x, square.y))
        side = square.side * _SCALE
        size = min(side / 4, 1.5 * side / len(box))
        with drawing.group(data_actor=f"b({Quoted(box)})"):
            drawing.rect(x, y, side, side, fill="none", pointer_events="all", on="page")
            drawing.text(
                x + side / 2, y + side / 2 + size * 0.36, box, size, fill=WAY, class_="ghostly"
            )
            drawing.rect(x - 5, y - 5, side + 10, side + 10, rx=10, class_="mark", on="page")


def _draw_run(drawing: Drawing, labyrinth: Labyrinth, plan: Layout, used: Used) -> None:
    for pair, depths in sorted(_taken(labyrinth, plan, used).items()):
        for index, depth in enumerate(sorted(depths)):
            shift = (index - (len(depths) - 1) / 2) * 4
            drawing.path(
                _path(plan.ways[pair], shift), fill="none", stroke_width=3.4,
                stroke_linecap="round", **_ink(depth),
            )  # fmt: skip


def _draw_labels(drawing: Drawing, labyrinth: Labyrinth, plan: Layout) -> None:
    """The labels of corridors: at their hubs, or half way."""
    labels: dict[Point, list[str]] = {}
    for index, (members, label) in enumerate(labyrinth.corridors()):
        if label and index in plan.hubs:
            labels.setdefault(plan.hubs[index], []).append(label)
        elif label and len(members) == 2:
            labels.setdefault(_halfway(plan.ways[members[0], members[1]]), []).append(label)
    for origin, target, label in labyrinth.arrows():
        if label and origin != target:
            labels.setdefault(_halfway(plan.ways[origin, target]), []).append(label)
    for point, found in labels.items():
        (x, y), words = at(point), _short(", ".join(found), 90, _WORDS)
        width = 8 + 0.6 * (_WORDS) * len(words)
        style = {"fill": PAPER, "stroke": LINE, "stroke_width": 1, "pointer_events": "none"}
        drawing.rect(x - width / 2, y - 9, width, 18, rx=9, **style)
        drawing.text(x, y + 4, words, _WORDS, fill=INK, pointer_events="none")


def _halfway(way: Sequence[Point]) -> Point:
    """The point in the middle of a way."""
    left = sum(math.dist(*pair) for pair in pairwise(way)) / 2
    for (x0, y0), (x1, y1) in pairwise(way):
        piece = math.dist((x0, y0), (x1, y1))
        if left <= piece and piece:
            return x0 + (x1 - x0) * left / piece, y0 + (y1 - y0) * left / piece
        left -= piece
    return way[0]


def _draw_walker(drawing: Drawing, point: Point) -> None:
    move = f"translate({number(point[0])} {number(point[1])})"
    with drawing.group(data_actor="hero", transform=move, pointer_events="none", on="page"):
        drawing.circle(0, 0, 13, fill=HERO, class_="hero")
        drawing.circle(0, 0, 4, fill=PAPER, class_="paper")


def _draw_obstacles(drawing: Drawing, plan: Layout, obstacles: Obstacles) -> None:
    style: dict[str, object] = {"stroke": WARN, "stroke_width": 1.2, "stroke_dasharray": "2 5"}
    for one, other in obstacles.pairs():
        if one in plan.points and other in plan.points:
            (x1, y1), (x2, y2) = at(plan.points[one]), at(plan.points[other])
            drawing.line(x1, y1, x2, y2, **style)


def _taken(labyrinth: Labyrinth, plan: Layout, used: Used) -> Used:
    """The ways that are taken, and at which depths."""
    taken: Used = {}
    for ends, depths in used.items():
        for pair in stretches(labyrinth, plan, *ends):
            taken.setdefault(pair, set()).update(depths)
    return taken


def _path(way: list[Point], shift: float) -> str:
    return smooth(beside([at(point) for point in way], shift), 14.0)


def _arrow(drawing: Drawing, plan: Layout, origin: str, target: str) -> None:
    """An arrowhead before the target."""
    (x0, y0), (x, y) = at(plan.points[origin]), at(plan.points[target])
    nx, ny = plan.normal(target)
    if (nx, ny) == (0.0, 0.0):
        length = math.dist((x0, y0), (x, y)) or 1.0
        nx, ny = (x0 - x) / length, (y0 - y) / length
    x, y = x + nx * 6, y + ny * 6
    wings = [(x + nx * 10 - w * ny, y + ny * 10 + w * nx) for w in (5, -5)]
    drawing.polygon([(x, y), *wings], fill=WAY)


def _draw_locations(
    drawing: Drawing,
    labyrinth: Labyrinth,
    plan: Layout,
    reached: set[str],
    numbers: dict[str, str],
) -> None:
    targets = set(labyrinth.targets())
    # where any outer location wins, a picture need not say so of each
    rings: dict[str, object] = {"on": "page"} if labyrinth.goal == Goal() else {}
    joined = {u for listed in (*labyrinth.cliques, *labyrinth.oneways) for u in listed}
    taken: list[Label] = []
    sizes = _sizes(plan, numbers)
    for location in labyrinth.locations():
        x, y = at(plan.points[location])
        port = box_of(location) is not None
        with drawing.group(data_actor=f"l({Quoted(location)})"):
            drawing.circle(x, y, 14, fill="none", pointer_events="all", on="page")
            if location in targets:
                ring = {"stroke": GOAL, "stroke_width": 2.4, "class_": "ring", **rings}
                name = f"ring({Quoted(location)})"
                drawing.circle(x, y, 10, fill="none", data_actor=name, **ring)
            if location in reached:
                drawing.circle(x, y, 8, fill=NEAR)
            if port and location not in joined:
                drawing.circle(x, y, 2, fill=SHADE)
            else:
                fill = HERO if location == labyrinth.start else CARD
                radius = 3.6 if port else 5.5
                drawing.circle(x, y, radius, fill=fill, stroke=INK, stroke_width=1.6)
                _label(drawing, plan, location, (x, y), sizes, numbers, taken)
            drawing.circle(x, y, 15, class_="mark", on="page")


def _label(
    drawing: Drawing,
    plan: Layout,
    location: str,
    point: Point,
    sizes: tuple[float, float],
    numbers: dict[str, str],
    taken: list[Label],
) -> None:
    """The name: outside the frame, within the box, above an inside location; beside others."""
    name, room = _named(plan, location)
    (x, y), box, size = point, box_of(location), sizes[box_of(location) is None]
    nx, ny = plan.normal(location)
    low, high = (0.0, 0.0), (_WHOLE, _WHOLE)
    away, behind_it = (17.0 if nx else 11 + size / 2), PAPER
    if box is not None:
        away, behind_it, square = 4.5 + size / 2, CARD, plan.boxes[box]
        low, high = at((square.x, square.y)), at((square.x + square.side, square.y + square.side))
    elif not is_outer(location):
        away, behind_it, nx, ny = 11 + size / 2, FLOOR, 0, 1
    halo = {"stroke": behind_it, "stroke_width": 4, "paint_order": "stroke"}
    name = numbers.get(name) or _short(name, room, size)
    wide = 0.6 * size * len(name)
    x = min(max(x - nx * (away + wide / 2), low[0] + wide / 2 + 3), high[0] - wide / 2 - 3)
    y = min(max(y - ny * away, low[1] + size / 2), high[1] - size / 2)
    middle = (low[0] + high[0]) / 2, (low[1] + high[1]) / 2
    along = math.copysign(0.6 * size, middle[0] - x if ny else middle[1] - y)
    places = [
        (x - nx * size * k + (along * m if ny else 0), y - ny * size * k + (along * m if nx else 0))
        for k in range(_AWAY)
        for m in range(_AWAY)
    ]
    x, y = next(
        (
            (x, y)
            for x, y in places
            if all(
                abs(x - a) >= (wide + w) / 2 or abs(y - b) >= (size + h) / 2 for a, b, w, h in taken
            )
        ),
        places[0],
    )
    taken.append((x, y, wide, size))
    drawing.text(x, y + size * 0.35, name, size, fill=INK, **halo)


def _named(plan: Layout, location: str) -> tuple[str, float]:
    """What is written at a location, and how wide it may be."""
    across = plan.normal(location)[0] != 0
    if is_outer(location):
        return location, _MARGIN - 20 if across else _room(plan, location)
    box = box_of(location)
    if box is None:
        return location.partition(".")[2], 120
    # half a box for names from its sides, what lies between two for names along an edge
    room = plan.boxes[box].side * _SCALE / 2 - 14 if across else _room(plan, location)
    return behind(location) or "", room


def _sizes(plan: Layout, numbers: dict[str, str]) -> tuple[float, float]:
    """The sizes of ports' names and of other names: the largest for which all have room."""
    found = [_SMALL[1], _LARGE[1]]
    for location in plan.points:
        (name, room), box = _named(plan, location), box_of(location)
        most = [room / 0.6 / len(numbers.get(name, name) or " ")]
        if plan.normal(location)[0]:
            most.append(0.8 * _room(plan, location))  # below another
        if box is not None:
            most.append(plan.boxes[box].side * _SCALE / 8)
        found[box is None] = min(found[box is None], *most)
    return max(_SMALL[0], found[0]), max(_LARGE[0], found[1])


def _numbers(labyrinth: Labyrinth) -> dict[str, str]:
    """Numbers for outer locations whose names are too long to stand on every box."""
    long = [name for name in labyrinth.outer() if len(name) > _LONGEST]
    return {name: f"#{number}" for number, name in enumerate(long, 1)}


def _draw_names(drawing: Drawing, numbers: dict[str, str], below: float) -> None:
    """Which number stands for which name."""
    for index, (name, short) in enumerate(numbers.items()):
        x = 20 + index % _COLUMNS * (_WHOLE - 40) / _COLUMNS
        words = f"{short} {_short(name, (_WHOLE - 40) / _COLUMNS - 40, _WORDS)}"
        y = below + _ROW * (index // _COLUMNS + 1)
        drawing.text(x, y, words, _WORDS, fill=INK, text_anchor="start")


def _room(plan: Layout, location: str) -> float:
    """How far the nearest label on the same edge is away."""
    point, normal, box = plan.points[location], plan.normal(location), box_of(location)
    return _SCALE * min(
        (
            math.dist(point, other)
            for name, other in plan.points.items()
            if name != location and box_of(name) == box and plan.normal(name) == normal
            and (box is not None or is_outer(name))
        ),
        default=SIDE,
    )  # fmt: skip


def _short(name: str, room: float, size: float) -> str:
    """The name, or as much of both its ends as there is room for."""
    most = max(1, int(room / (0.6 * size)))
    if len(name) <= most:
        return name
    if most < 3:
        return "…"
    last = (most - 1) // 2
    return f"{name[: most - 1 - last]}…{name[-last:]}"
