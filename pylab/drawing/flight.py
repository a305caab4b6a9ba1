"""A run through boxes as an animated SVG: the camera dives into each box with who moves.

A box shows the whole picture again, so the camera can go on in the whole where it arrived in the
box, without a visible cut. It knows no puzzle.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from pylab.drawing.palette import CARD, HERO, INK, PAPER
from pylab.drawing.svg import Drawing, Element, number

Point = tuple[float, float]
View = tuple[float, float, float, float]
"""A part of the plane: x, y, width, height."""

NEAR = 0.42
"""The part of the picture's width that is seen; the page's program gets it for `flight.js`."""

PACE, DIVE, PAUSE = 330.0, 1.3, 2.0
"""Units walked in a second; seconds for a dive, and at the end."""

PARTS = 12
"""The samples of a dive, between which browsers interpolate."""


@dataclass(frozen=True, slots=True)
class Leg:
    """A move of a run.

    Attributes:
        words: the move, and where it leads.
        path: the points of a walk; of a dive, the place before and the place after it.
        into, out_of: the part of the plane of the box that is entered or left, if one is.
    """

    words: str
    path: Sequence[Point]
    into: View | None = None
    out_of: View | None = None


@dataclass(frozen=True, slots=True)
class Frame:
    """What is seen at a time: the view, and where in the plane the walker is."""

    time: float
    view: View
    at: Point


def around(at: Point, whole: View) -> View:
    """The part of the whole that is seen near a point."""
    left, top, *size = whole
    width, height = size[0] * NEAR, size[1] * NEAR
    x = max(left, min(left + size[0] - width, at[0] - width / 2))
    y = max(top, min(top + size[1] - height, at[1] - height / 2))
    return x, y, width, height


def within(box: View, part: View, whole: View) -> View:
    """A part of the whole as it is in a box that shows the whole."""
    (bx, by, bw, bh), (x, y, w, h), (left, top, width, height) = box, part, whole
    across, down = bw / width, bh / height
    return bx + (x - left) * across, by + (y - top) * down, w * across, h * down


def frames(legs: Sequence[Leg], whole: View) -> list[list[Frame]]:
    """The frames of each leg; between two of them everything moves evenly."""
    time, found = 0.0, []
    for leg in legs:
        made = [*_frames(leg, whole, time)]
        time = made[-1].time
        found.append(made)
    return found


def _frames(leg: Leg, whole: View, time: float) -> Iterator[Frame]:
    first, last = leg.path[0], leg.path[-1]
    if leg.into is None and leg.out_of is None:
        yield Frame(time, around(first, whole), first)
        for before, after in pairwise(leg.path):
            time += max(0.05, math.dist(before, after) / PACE)
            yield Frame(time, around(after, whole), after)
        return
    # in a box the place after an entry, and the place before an exit, lie on its edge
    begin, end, at = around(first, whole), around(last, whole), first
    if leg.into is not None:
        end = within(leg.into, end, whole)
    if leg.out_of is not None:
        begin, at = within(leg.out_of, begin, whole), last
    for part in range(PARTS + 1):
        share = part / PARTS
        yield Frame(
            time + DIVE * share, _zoomed(begin, end, (1 - math.cos(math.pi * share)) / 2), at
        )
    yield Frame(time + DIVE, around(last, whole), last)


def _zoomed(begin: View, end: View, share: float) -> View:
    """A view between two others, so that the zoom has an even speed."""
    width = begin[2] * (end[2] / begin[2]) ** share
    part = share if begin[2] == end[2] else (width - begin[2]) / (end[2] - begin[2])
    x, y, w, h = (a + (b - a) * part for a, b in zip(begin, end, strict=True))
    return x, y, w, h


def animated(scene: Drawing, legs: Sequence[Leg], theme: str = "light") -> str:
    """The flight through a scene as a document in a theme; it begins again when it is over.

    The views of the legs are those of a scene without its legend, and so is the picture.
    """
    scene = scene.alone()
    flights = frames(legs, scene.view)
    shown = [frame for each in flights for frame in each]
    last = shown[-1]
    total = last.time + PAUSE
    shown.append(Frame(total, last.view, last.at))
    times = [frame.time / total for frame in shown]
    views = [" ".join(map(number, frame.view)) for frame in shown]
    places = [" ".join(map(number, frame.at)) for frame in shown]
    sizes = [f"{frame.view[2] / scene.width:.4f}" for frame in shown]
    title = f"A flight through {scene.title[:1].lower()}{scene.title[1:]}"
    drawing = Drawing(scene.width, scene.height + 44, title)
    size = {"width": scene.width, "height": scene.height}
    drawing.rect(0, 0, drawing.width, drawing.height, fill=PAPER)
    with drawing.group("svg", **size, viewBox=views[0]):
        _animate(drawing, "viewBox", views, times, total)
        drawing.copy([*_still(scene.parts)])
        with drawing.group():
            _animate(drawing, "transform", places, times, total, "animateTransform")
            with drawing.group():
                _animate(
                    drawing, "transform", sizes, times, total, "animateTransform", type="scale"
                )
                drawing.circle(0, 0, 17, fill=HERO, stroke=CARD, stroke_width=4)
    begins = [0.0, *(each[-1].time / total for each in flights)]
    for leg, begin, end in zip([None, *legs], begins, [*begins[1:], 1.0], strict=True):
        with drawing.group(visibility="hidden"):
            states = ["visible" if at == begin else "hidden" for at in (0.0, begin, end)]
            _animate(drawing, "visibility", states, [0, begin, end], total, calcMode="discrete")
            told = leg.words if leg is not None else "the start"
            drawing.text(scene.width / 2, scene.height + 29, told, 21, fill=INK)
    return drawing.render(theme)


def _animate(
    drawing: Drawing,
    attribute: str,
    values: Sequence[str],
    times: Sequence[float],
    total: float,
    element: str = "animate",
    **more: str,
) -> None:
    """Add an endless animation of an attribute of the open element."""
    moments = ";".join(f"{time:.5f}" for time in times)
    style = {"values": ";".join(values), "keyTimes": moments, "dur": f"{total:.2f}s"}
    with drawing.group(element, attributeName=attribute, **style, repeatCount="indefinite", **more):
        pass


def _still(parts: Sequence[Element | str]) -> Iterator[Element | str]:
    """The shapes that a page shows to everybody, without what is clicked and who moves."""
    for each in parts:
        if isinstance(each, str):
            yield each
            continue
        style = dict(each.style)
        hidden = style.get("fill") == "none" and "pointer_events" in style and not each.parts
        apart = style.get("class_") in ("mark", "ring") or style.get("data_actor") in _MOVING
        if not (hidden or apart) and style.pop("on", None) != "picture":
            yield Element(each.name, style, [*_still(each.parts)])


_MOVING = {"hero", "out", "where"}
