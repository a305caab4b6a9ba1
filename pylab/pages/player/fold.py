"""Reduces the elements of a large scene: shapes that look alike become one path.

Browsers are slow with thousands of elements. Shapes that never change are joined here. Actors that
look alike, and groups of shapes that stand in many places, are only listed: `fold.js` draws them as
one path per look, and creates an element for an actor while it moves or is pointed at.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator, Sequence
from graphlib import CycleError, TopologicalSorter
from itertools import groupby, islice, pairwise
from typing import Any

from pylab.base.limits import uncollected
from pylab.drawing.svg import Drawing, Element, Tiles, number

LARGE = 1500
"""The number of elements above which a scene is folded."""
FEW = 16
"""The largest number of consecutive actors, or groups, that are not listed."""
TOGETHER = 200
"""The largest number of shapes in one path; browsers redraw whole paths."""

_LISTED = {"data_actor", "class_", "on", "transform"}
"""The attributes that a listed actor may have."""

Style = tuple[tuple[str, object], ...]
Point = tuple[float, float]
_GEOMETRY = {"x", "y", "width", "height", "rx", "cx", "cy", "r", "x1", "y1", "x2", "y2", "points",
             "d"}  # fmt: skip


@uncollected()
def folded(scene: Drawing, apart: str | None = None) -> tuple[str, list[dict[str, Any]]]:
    """The shapes for a page, and the folds with their listed actors.

    A scene that isn't large is not folded. The actor `apart` stays an element.

    A fold is a group with `data-fold`, which has a path without commands for each style. Its
    `kinds` have a class, a frame and the commands by the number of a style; its `actors` have a
    place, the number of a kind, and a name if they are more than shapes; actors in columns and rows
    have a `grid` instead, as `pylab.drawing.svg.Grid` says.
    """
    if not any(islice(_elements(scene.parts), LARGE, None)):
        return scene.shapes(), []
    folds: list[dict[str, Any]] = []
    parts = _parts(scene.parts, apart, folds)
    return scene.shapes(parts), folds


def _elements(parts: Iterable[Element | str]) -> Iterator[Element]:
    for each in parts:
        if isinstance(each, Tiles):
            yield from _elements(each.each())
        elif isinstance(each, Element):
            yield each
            yield from _elements(each.parts)


def _parts(
    parts: Sequence[Element | str], apart: str | None, folds: list[dict[str, Any]]
) -> list[Element | str]:
    shown = [each for each in parts if isinstance(each, str) or each.style.get("on") != "picture"]
    found: list[Element | str] = []
    for key, group in groupby(shown, lambda each: _alike(each, apart)):
        run = list(group)
        if isinstance(run[0], Tiles):
            found += _tiled(run[0], apart, folds)
            continue
        if isinstance(key, bool) and len(run) >= FEW:
            found += _fold([each for each in run if isinstance(each, Element)], folds)
        elif isinstance(key, tuple) and len(run) > 1:
            shapes = [each for each in run if isinstance(each, Element)]
            starts = range(0, len(shapes), TOGETHER)
            found += (_joined(shapes[start : start + TOGETHER]) for start in starts)
        else:
            found += [_within(each, apart, folds) for each in run]
    return found


def _tiled(tiles: Tiles, apart: str | None, folds: list[dict[str, Any]]) -> Sequence[Element | str]:
    """The group that replaces a grid of actors; the actors, if they can't be listed."""
    first = next(tiles.each())
    if not _listed(first) or (isinstance(apart, str) and apart.startswith(tiles.grid.head)):
        return _parts([*tiles.each()], apart, folds)
    folded = _fold([first], folds)
    folds[-1] = {"kinds": folds[-1]["kinds"], "grid": tiles.grid}
    return folded


def _within(part: Element | str, apart: str | None, folds: list[dict[str, Any]]) -> Element | str:
    if isinstance(part, str) or part.name != "g" or part.style.keys() & {"data_actor", "transform"}:
        return part
    return Element(part.name, part.style, _parts(part.parts, apart, folds))


def _alike(part: Element | str, apart: str | None) -> object:
    """A key that is equal for neighbours that can be folded together.

    It is True for actors, and False for groups of shapes that are shifted.
    """
    if isinstance(part, Element):
        name = part.style.get("data_actor")
        if (name != apart if name else "transform" in part.style) and _listed(part):
            return name is not None
        if _has_outline(part):
            return _style(part)
    return id(part)


def _listed(actor: Element) -> bool:
    """Whether an actor can be listed: it has only shapes, without transformation but a shift."""
    return bool(
        actor.name == "g"
        and actor.parts
        and actor.style.keys() <= _LISTED
        and all(isinstance(each, Element) and _has_outline(each) for each in actor.parts)
        and _place(actor) is not None
    )


def _style(shape: Element) -> Style:
    told = {name: value for name, value in shape.style.items() if name not in _GEOMETRY | {"on"}}
    if shape.name == "line":
        told.pop("fill", None)
    if shape.name == "text":
        told = {name: told[name] for name in told.keys() & {"fill", "class_"}}
    return tuple(sorted((name, value) for name, value in told.items() if value is not None))


def _joined(shapes: Sequence[Element]) -> Element:
    """One path for shapes of one style."""
    commands = "".join(f"M0 0{outline(each, (0, 0))}" for each in shapes)
    return Element("path", {"d": commands, **dict(_style(shapes[0]))})


# ---- actors


def _fold(actors: list[Element], folds: list[dict[str, Any]]) -> list[Element | str]:
    """The group that replaces the actors; the actors if no order of their styles fits all.

    Actors at one place keep their order.
    """
    order: TopologicalSorter[Style] = TopologicalSorter()
    looks = [*map(_shared, actors)]
    places = [_place(actor) or (0.0, 0.0) for actor in actors]
    distinct = dict(zip(looks, actors, strict=True))
    styled = {key: [(_style(each), each) for each in _seen(one)] for key, one in distinct.items()}
    for shapes in styled.values():
        _in_order(order, [style for style, _ in shapes])
    for one, other in _stacked(places, looks):
        _in_order(order, [style for key in (one, other) for style, _ in styled[key]])
    try:
        order.prepare()
    except CycleError:
        return [*actors]
    styles: list[Style] = []
    while order.is_active():  # sorted, so that they don't depend on the order of actors
        ready = sorted(order.get_ready(), key=repr)
        order.done(*ready)
        styles += ready
    numbers = {style: index for index, style in enumerate(styles)}
    kinds: dict[tuple[Any, ...], int] = {}
    known: dict[object, int] = {}
    listed = []
    for actor, look, (x, y) in zip(actors, looks, places, strict=True):
        if look not in known:
            origin = (0.0, 0.0) if "transform" in actor.style else (x, y)
            outlines = ((numbers[style], outline(each, origin)) for style, each in styled[look])
            kind = (actor.style.get("class_") or "", _frame(actor, origin), tuple(outlines))
            known[look] = kinds.setdefault(kind, len(kinds))
        name = actor.style.get("data_actor")
        listed.append([_round(x), _round(y), known[look], *([name] if name else [])])
    folds.append({"kinds": list(kinds), "actors": listed})
    group = Element("g", {"data_fold": len(folds) - 1})
    group.parts.extend(Element("path", dict(style)) for style in styles)
    return [group]


def _in_order(order: TopologicalSorter[Style], styles: Sequence[Style]) -> None:
    """Note that these styles are drawn one after the other."""
    for style in styles:
        order.add(style)
    for before, after in pairwise(styles):
        if before != after:
            order.add(after, before)


def _stacked(places: Iterable[Point], looks: Iterable[object]) -> Iterable[tuple[object, object]]:
    """The looks of which one lies on the other at some place."""
    top: dict[Point, object] = {}
    found: dict[tuple[object, object], None] = {}  # in their order
    for place, look in zip(places, looks, strict=True):
        if place in top:
            found[top[place], look] = None
        top[place] = look
    return found


def _shared(actor: Element) -> object:
    """What is equal for actors that have the very same shapes, around (0, 0)."""
    if "transform" not in actor.style:
        return id(actor)
    return actor.style.get("class_"), tuple(map(id, actor.parts))


def _seen(actor: Element) -> Iterator[Element]:
    """Its visible shapes; for clicks, `fold.js` uses the frame."""
    for each in actor.parts:
        assert isinstance(each, Element)
        hidden = each.style.get("fill") == "none" and "pointer_events" in each.style
        if not (hidden or each.style.get("on") == "picture"):
            yield each


def _place(actor: Element) -> Point | None:
    """The place of an actor: its shift, or the place of its first shape."""
    if "transform" in actor.style:
        return _shifted(str(actor.style["transform"]))
    first = actor.parts[0]
    return _corners(first)[0] if isinstance(first, Element) else None


@functools.lru_cache(maxsize=1 << 16)
def _shifted(transform: str) -> Point | None:
    """The point that a shift moves the origin to; None for other transformations."""
    shift = re.fullmatch(r"translate\((\S+) (\S+)\)", transform)
    return (float(shift[1]), float(shift[2])) if shift else None


def _frame(actor: Element, origin: Point) -> tuple[float, ...]:
    """Left, top, right and bottom of all its shapes, relative to its place."""
    corners = [
        corner for each in actor.parts if isinstance(each, Element) for corner in _corners(each)
    ]
    xs, ys = ([_round(corner[i] - origin[i]) for corner in corners] for i in (0, 1))
    return min(xs), min(ys), max(xs), max(ys)


# ---- shapes as paths


def outline(shape: Element, origin: Point) -> str | None:
    """A shape as commands of a path, relative to the origin; None for other elements.

    >>> outline(Element("circle", {"cx": 10, "cy": 5, "r": 2}), (10, 0))
    'm-2 5a2 2 0 1 0 4 0a2 2 0 1 0 -4 0z'
    """
    if not _has_outline(shape):
        return None
    match shape.name:
        case "rect":
            (x, y), (right, bottom) = _corners(shape)
            (r,) = _numbers(shape, "rx")
            x, y, width, height = x - origin[0], y - origin[1], right - x, bottom - y
            if not r:
                return f"m{_pair(x, y)}h{number(width)}v{number(height)}h{number(-width)}z"
            turns = [f"a{number(r)} {number(r)} 0 0 1 {_pair(a * r, b * r)}"
                     for a, b in ((1, 1), (-1, 1), (-1, -1), (1, -1))]  # fmt: skip
            sides = [f"h{number(width - 2 * r)}", f"v{number(height - 2 * r)}",
                     f"h{number(2 * r - width)}", f"v{number(2 * r - height)}"]  # fmt: skip
            around = "".join(f"{side}{turn}" for side, turn in zip(sides, turns, strict=True))
            return f"m{_pair(x + r, y)}{around}z"
        case "circle":
            x, y, r = _numbers(shape, "cx", "cy", "r")
            half = f"a{number(r)} {number(r)} 0 1 0 "
            there = f"{half}{_pair(2 * r, 0)}{half}{_pair(-2 * r, 0)}"
            return f"m{_pair(x - r - origin[0], y - origin[1])}{there}z"
        case "path":
            return _walk(_commands(shape), origin)
        case _:
            first, *others = _points(shape)
            steps = [("m", first), *(("l", each) for each in others)]
            return _walk(steps, origin) + ("" if shape.name == "line" else "z")


@functools.lru_cache(maxsize=1 << 10)
def _has_outline(shape: Element) -> bool:
    if not _APART.isdisjoint(shape.style) or shape.style.get("opacity") is not None:
        return False  # where translucent shapes overlap, they are darker than one path
    match shape.name:
        case "rect" | "circle" | "line" | "polygon":
            return not shape.parts
        case "path":
            return re.fullmatch(_STRAIGHT, str(shape.style["d"])) is not None
        case "text":
            return shape.parts in (["+"], ["−"])
    return False


_APART = {"id", "transform", "clip_path", "mask", "data_actor"}


def _sign(shape: Element) -> Iterator[Point]:
    """The outline of a text that is a plus or minus sign."""
    x, y, size = _numbers(shape, "x", "y", "font_size")
    long, thick, middle = 0.29 * size, 0.085 * size, y - 0.31 * size
    bars = (
        ((long, thick), (thick, thick), (thick, long)) if shape.parts == ["+"] else ((long, thick),)
    )
    for right, down in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        for wide, high in bars if right == down else bars[::-1]:
            yield x + right * wide, middle + down * high


_STRAIGHT = r"(M-?[\d.]+ -?[\d.]+(L-?[\d.]+ -?[\d.]+)*)+"


def _walk(steps: Sequence[tuple[str, Point]], origin: Point) -> str:
    """Commands from point to point, each relative to the one before."""
    words = []
    here = origin
    for letter, point in steps:
        words.append(f"{letter}{_pair(point[0] - here[0], point[1] - here[1])}")
        here = point
    return "".join(words)


def _commands(path: Element) -> list[tuple[str, Point]]:
    found = re.findall(r"([ML])(\S+?) ([^ML]+)", str(path.style["d"]))
    return [(letter.lower(), (float(x), float(y))) for letter, x, y in found]


def _points(shape: Element) -> list[Point]:
    if shape.name == "line":
        x1, y1, x2, y2 = _numbers(shape, "x1", "y1", "x2", "y2")
        return [(x1, y1), (x2, y2)]
    if shape.name == "text":
        return [*_sign(shape)]
    pairs = [each.split(",") for each in str(shape.style["points"]).split()]
    return [(float(x), float(y)) for x, y in pairs]


def _corners(shape: Element) -> list[Point]:
    """The points of a shape that determine its frame."""
    match shape.name:
        case "rect":
            x, y, width, height = _numbers(shape, "x", "y", "width", "height")
            return [(x, y), (x + width, y + height)]
        case "circle":
            x, y, r = _numbers(shape, "cx", "cy", "r")
            return [(x - r, y - r), (x + r, y + r)]
        case "path":
            return [point for _, point in _commands(shape)]
    return _points(shape)


def _numbers(shape: Element, *names: str) -> Iterator[float]:
    values = (shape.style.get(name) for name in names)
    return (float(value) if isinstance(value, int | float) else 0.0 for value in values)


@functools.lru_cache(maxsize=1 << 12)
def _round(value: float) -> float:
    """The value in two decimals; without a point, if it is whole, as JSON writes it longer."""
    found = float(number(value))
    return int(found) if found.is_integer() else found


def _pair(x: float, y: float) -> str:
    return f"{number(x)} {number(y)}"
