"""A labyrinth as something to watch and to play: each box shows the whole, and is zoomed into.

Knows what corridors and ports there are, as the labyrinth has them, and no search.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from pylab.errors import InstanceError
from pylab.families.fractal.layout import SIDE, Layout, Point, hub_name, layout
from pylab.families.fractal.model import (
    Configuration,
    Exits,
    Instance,
    Labyrinth,
    Partition,
    Program,
    Pushdown,
    Run,
    Table,
    Witness,
    behind,
    box_of,
    is_outer,
)
from pylab.families.fractal.program import listed
from pylab.families.fractal.routes import smooth
from pylab.script import Script, Way
from pylab.svg import Drawing, number

MOST = 200
"""The most locations of a labyrinth that is watched."""

_SCALE = 8.0
_MARGIN = 76.0
_WIDTH = SIDE * _SCALE
_WHOLE = (-_MARGIN, -_MARGIN, _WIDTH + 2 * _MARGIN, _WIDTH + 2 * _MARGIN)


def script(instance: Instance, witnesses: Sequence[Witness]) -> Script:
    """The walk through this labyrinth, and the runs.

    Raises InstanceError for a pushdown system, and for a labyrinth too large to be drawn.
    """
    if isinstance(instance, Pushdown):
        raise InstanceError("a pushdown system has no picture to be watched")
    if len(instance.locations()) > MOST:
        raise InstanceError(f"expected at most {MOST} locations to watch, found more")
    plan = layout(instance)
    runs = [run for run in (_run(instance, witness) for witness in witnesses) if run is not None]
    data = _data(instance, plan)
    found = [_way(data, run, index) for index, run in enumerate(runs, 1)]
    return Script(
        scene=_scene(instance, plan),
        data=data,
        rules=Path(__file__).with_suffix(".js").read_text(encoding="utf-8"),
        ways=tuple(way for way in found if way is not None),
        howto="Click a location to walk to it. At a port, click its box to enter the copy within; "
        "in a copy, click outside the frame to leave it.",
        trail="hero",
        remark=_remark(witnesses, len(runs) - found.count(None)),
    )


def _counted(things: Sequence[str], noun: str) -> str:
    plural = f"{noun}es" if noun.endswith("x") else f"{noun}s"
    return f"{len(things)} {noun if len(things) == 1 else plural}"


def _run(labyrinth: Labyrinth, witness: Witness) -> Run | None:
    unfolded = listed(labyrinth, witness) if isinstance(witness, Program) else witness
    return unfolded if isinstance(unfolded, Run) else None


def _remark(witnesses: Sequence[Witness], shown: int) -> str:
    match witnesses:
        case [Partition() | Table()]:
            return "There is no way: the answer is a proof that nothing which wins is reached."
        case [Exits(ends=ends)]:
            return "The outer locations that can be reached: " + (", ".join(ends) or "none") + "."
        case [Program()] if not shown:
            return "The run is too long to be watched; pylab solve has it folded up."
    return "" if shown or not witnesses else "This answer is no run to be watched."


# locations and moves by number


def _data(labyrinth: Labyrinth, plan: Layout) -> Mapping[str, Any]:
    """What the rules in `watch.js` take."""
    names, boxes = labyrinth.locations(), labyrinth.boxes()
    numbers = {name: index for index, name in enumerate(names)}
    return {
        "names": names,
        "boxes": boxes,
        "points": [_rounded(_at(plan.points[name])) for name in names],
        "walks": [
            [[numbers[target], via] for target, via in _walks(labyrinth, plan, name)]
            for name in names
        ],
        "enter": [
            [boxes.index(box), numbers[inside]]
            if (box := box_of(name)) is not None and (inside := behind(name)) is not None
            else None
            for name in names
        ],
        "leave": [[numbers.get(f"{box}.{name}", -1) for name in names] for box in boxes],
        "start": numbers[labyrinth.start],
        "targets": sorted(numbers[name] for name in set(labyrinth.targets())),
        "dive": labyrinth.goal.anywhere,
        "whole": list(_WHOLE),
        "views": [_view(plan, box) for box in boxes],
    }


def _walks(
    labyrinth: Labyrinth, plan: Layout, origin: str
) -> Iterator[tuple[str, list[list[float]]]]:
    """The other ends of a location's corridors, each with the points between."""
    seen = {origin}
    for index, clique in enumerate(labyrinth.cliques):
        for target in clique if origin in clique else ():
            if target not in seen:
                seen.add(target)
                yield target, _between(plan, index, origin, target)
    for source, target in labyrinth.oneways:
        if source == origin and target not in seen:
            seen.add(target)
            yield target, _points(plan.ways[source, target])[1:-1]


def _between(plan: Layout, clique: int, origin: str, target: str) -> list[list[float]]:
    if clique in plan.hubs:
        hub = hub_name(clique)
        there, back = plan.ways[origin, hub], plan.ways[target, hub]
        return _points(there)[1:] + _points(back)[::-1][1:-1]
    if (origin, target) in plan.ways:
        return _points(plan.ways[origin, target])[1:-1]
    return _points(plan.ways[target, origin])[::-1][1:-1]


def _points(way: Sequence[Point]) -> list[list[float]]:
    return [_rounded(_at(point)) for point in way]


def _way(data: Mapping[str, Any], run: Run, index: int) -> Way | None:
    """The run as moves; None if there is one that no corridor or port in the picture allows."""
    start = Configuration((), data["names"][data["start"]])
    if run.configurations[:1] != (start,):
        return None
    numbers = {name: number_ for number_, name in enumerate(data["names"])}
    ids = []
    for before, after in pairwise(run.configurations):
        if (move := _move(data, numbers, before, after)) is None:
            return None
        ids.append(move)
    done = ["the start", *(f"move {step}: {_told(data, id_)}" for step, id_ in enumerate(ids, 1))]
    frames = [_frame(*each) for each in zip(done, run.configurations, strict=True)]
    return Way(f"run {index}", tuple(ids), tuple(frames))


def _move(
    data: Mapping[str, Any],
    numbers: Mapping[str, int],
    before: Configuration,
    after: Configuration,
) -> str | None:
    """What leads from one configuration, which can be got into, to the next, as `watch.js` says."""
    if after.location not in numbers:
        return None
    here, there = (numbers[each.location] for each in (before, after))
    if before.stack == after.stack:
        walks = (target for target, _ in data["walks"][here])
        return f"walk {there}" if there in walks else None
    if before.stack == after.stack[:-1]:
        into = data["enter"][here]
        entered = into and into[1] == there and data["boxes"][into[0]] == after.stack[-1]
        return "enter" if entered else None
    if before.stack[:-1] == after.stack:
        box = data["boxes"].index(before.stack[-1])
        return "leave" if data["leave"][box][here] == there else None
    return None


def _told(data: Mapping[str, Any], move: str) -> str:
    kind, _, target = move.partition(" ")
    words = {"enter": "enter a box", "leave": "leave the box"}
    return words.get(kind) or f"walk to {data['names'][int(target)]}"


def _frame(heading: str, configuration: Configuration) -> str:
    """The stack as boxes within boxes, the location in the innermost one."""
    lines = [heading, ""]
    for depth, box in enumerate(configuration.stack):
        lines.append("  " * depth + f"+- in box {box}")
    return "\n".join([*lines, "  " * len(configuration.stack) + f"@ {configuration.location}"])


# the scene


def _at(point: Point) -> Point:
    return point[0] * _SCALE, point[1] * _SCALE


def _rounded(point: Point) -> list[float]:
    return [round(point[0], 1), round(point[1], 1)]


def _view(plan: Layout, box: str) -> list[float]:
    """The part of the plane that a box takes where the whole view is taken by the frame."""
    square = plan.boxes[box]
    (x, y), share = _at((square.x, square.y)), square.side / SIDE
    return [round(v, 3) for v in (x + _WHOLE[0] * share, y + _WHOLE[1] * share)] + [
        round(_WHOLE[2] * share, 3),
        round(_WHOLE[3] * share, 3),
    ]


def _scene(labyrinth: Labyrinth, plan: Layout) -> Drawing:
    """The labyrinth with itself in its boxes, and what can be clicked above it."""
    outer, boxes = _counted(labyrinth.outer(), "outer location"), _counted(labyrinth.boxes(), "box")
    left, top, width, height = _WHOLE
    drawing = Drawing(width, height, f"A labyrinth of {outer} and {boxes}", left=left, top=top)
    with drawing.group("defs"), drawing.group(id="inmost"):
        _draw_maze(drawing, labyrinth, plan)
    with drawing.group("defs"), drawing.group(id="inner"):
        _draw_maze(drawing, labyrinth, plan)
        _draw_copies(drawing, plan, "inmost")
    ring = (
        f"M{number(_WHOLE[0])} {number(_WHOLE[1])}h{number(_WHOLE[2])}v{number(_WHOLE[3])}"
        f"h{number(-_WHOLE[2])}zM0 0v{number(_WIDTH)}h{number(_WIDTH)}v{number(-_WIDTH)}z"
    )
    with drawing.group(data_actor="out"):
        drawing.path(ring, fill="none", pointer_events="all")
        gap, size = -_MARGIN + 5, _WIDTH + 2 * _MARGIN - 10
        drawing.rect(gap, gap, size, size, rx=16, class_="mark")
    _draw_maze(drawing, labyrinth, plan)
    with drawing.group(class_="copy"):
        _draw_copies(drawing, plan, "inner")
    for index, (box, square) in enumerate(plan.boxes.items()):
        x, y = _at((square.x, square.y))
        side = square.side * _SCALE
        with drawing.group(data_actor=f"b{index}"):
            drawing.rect(x, y, side, side, rx=8, fill="none", pointer_events="all")
            size = side / 3.2 / max(1, len(box) / 3)
            middle = y + side / 2 + size * 0.36
            drawing.text(x + side / 2, middle, box, size, class_="ghostly", font_weight="bold")
            drawing.rect(x - 5, y - 5, side + 10, side + 10, rx=10, class_="mark")
    drawing.text(4, -_MARGIN + 30, "", 28, class_="ink", text_anchor="start", data_actor="where")
    with drawing.group(id="trail", pointer_events="none"):
        pass
    for index, location in enumerate(labyrinth.locations()):
        _draw_location(drawing, labyrinth, plan, index, location)
    x, y = _at(plan.points[labyrinth.start])
    with drawing.group(
        data_actor="hero", transform=f"translate({number(x)} {number(y)})", pointer_events="none"
    ):
        drawing.circle(0, 0, 13, class_="hero")
        drawing.circle(0, 0, 4, class_="paper")
    return drawing


def _draw_maze(drawing: Drawing, labyrinth: Labyrinth, plan: Layout) -> None:
    """Frame, corridors and boxes, without names: what a copy shows too."""
    drawing.rect(0, 0, _WIDTH, _WIDTH, rx=14, class_="box")
    for (origin, target), way in plan.ways.items():
        drawing.path(smooth([_at(point) for point in way], 14.0), class_="corridor")
        if (origin, target) in labyrinth.oneways:
            _draw_head(drawing, plan, target, way)
    for hub in plan.hubs.values():
        drawing.circle(*_at(hub), 4, class_="heads")
    for square in plan.boxes.values():
        side = square.side * _SCALE
        drawing.rect(*_at((square.x, square.y)), side, side, rx=8, class_="box")
    for location in labyrinth.locations():
        if not is_outer(location):
            drawing.circle(*_at(plan.points[location]), 3.5, class_="port")


def _draw_head(drawing: Drawing, plan: Layout, target: str, way: Sequence[Point]) -> None:
    """An arrowhead before the target of a one-way corridor."""
    (x0, y0), (x, y) = _at(way[-2]), _at(plan.points[target])
    length = ((x - x0) ** 2 + (y - y0) ** 2) ** 0.5 or 1.0
    dx, dy = (x - x0) / length, (y - y0) / length
    tip = (x - 6 * dx, y - 6 * dy)
    wings = [(tip[0] - 12 * dx - s * dy, tip[1] - 12 * dy + s * dx) for s in (6, -6)]
    drawing.polygon([tip, *wings], class_="heads")


def _draw_copies(drawing: Drawing, plan: Layout, name: str) -> None:
    for square in plan.boxes.values():
        x, y = _at((square.x, square.y))
        scale = f"{square.side / SIDE:.5f}"
        drawing.use(
            name,
            transform=f"translate({number(x)} {number(y)}) scale({scale})",
            pointer_events="none",
        )


def _draw_location(
    drawing: Drawing, labyrinth: Labyrinth, plan: Layout, index: int, location: str
) -> None:
    x, y = _at(plan.points[location])
    port = box_of(location) is not None
    with drawing.group(data_actor=f"l{index}"):
        drawing.circle(x, y, 14, fill="none", pointer_events="all")
        if location in labyrinth.targets():
            drawing.circle(x, y, 10, class_="goal")
        drawing.circle(x, y, 3.6 if port else 6, class_="port")
        _draw_name(drawing, plan, location, x, y)
        drawing.circle(x, y, 15, class_="mark")


def _draw_name(drawing: Drawing, plan: Layout, location: str, x: float, y: float) -> None:
    """Outside the frame, within the box, above an inside location; small if it is long."""
    nx, ny = plan.normal(location)
    anchor = "middle" if ny else ("end" if nx > 0 else "start")
    if is_outer(location):
        name, away, room = location, 22.0, _MARGIN - 26
    elif box_of(location) is not None:
        name, away, room = behind(location) or "", 13.0, 44.0
    else:
        name, away, room = location.partition(".")[2], 20.0, 90.0
        nx, ny, anchor = 0.0, 1.0, "middle"
    size = min(14.0 if box_of(location) is not None else 20.0, 1.7 * room / max(1, len(name)))
    drawing.text(
        x - nx * away,
        y - ny * away + size * 0.35,
        name,
        size,
        class_="ink",
        text_anchor=anchor,
        pointer_events="none",
    )
