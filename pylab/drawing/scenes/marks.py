"""One shape of a board as elements of a drawing; `lab/scene.js` has the same, to the byte.

Only additions, products and square roots are used, in the same order there and here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from pylab.drawing.curves import Curve, Point, around
from pylab.drawing.palette import CARD, INK, SHADE
from pylab.drawing.scenes.layout import distance
from pylab.drawing.scenes.schema import COMPASS, LIMITS, TABLE, Block, Look, Shape
from pylab.drawing.scenes.terms import written
from pylab.drawing.svg import Drawing, Element, number

_NARROW = frozenset("fijlrtI .,:;!|'()[]")


def breadth(text: str, bold: bool = False) -> float:
    """How wide a text is taken to be, for a size of 1."""
    wide = sum(0.32 if c in _NARROW else 0.72 if c.lower() != c else 0.57 for c in text)
    return wide * (1.06 if bold else 1)


def draw(
    drawing: Drawing, shape: Shape, unit: float, actor: str = "", ready: Ready | None = None
) -> None:
    """Add a shape, but for routes; a token is an actor, by default of its own name.

    With an actor's name, all that a thing can wear is drawn, for a page. `ready` keeps the shapes
    of things, as many look alike.
    """
    if shape.token is None and shape.kind != "thing":
        _MARKS.get(shape.kind, _nothing)(drawing, shape.values, unit)
        return
    x, y = shape.anchor.centre
    at = f"translate({number(x * unit)} {number(y * unit)})"
    name = None if shape.token is None else actor or written(shape.token)
    if shape.kind == "thing":
        parts = _thing(shape.values, unit, actor, {} if ready is None else ready)
        drawing.place(parts, transform=at, data_actor=name)
        return
    with drawing.group(transform=at, data_actor=name):
        _part(drawing, shape.moved(-x, -y), unit)  # around (0, 0), so that it can be moved


Ready = dict[tuple[object, ...], Sequence[Element | str]]
"""The shapes of things by the looks of their parts, and of targets by icon and size."""


def _part(drawing: Drawing, shape: Shape, unit: float) -> None:
    """Add a shape of something that moves, with a bright edge."""
    values, look = shape.values, shape.values["look"]
    if "plain" not in look.styles:
        values = {**values, "look": look._replace(styles=look.styles | {"halo"})}
    _MARKS[shape.kind](drawing, values, unit)


def said(parts: Iterable[Shape], text: str | None) -> Iterator[Shape]:
    """The parts of a thing, with what it says on its labels."""
    for each in parts:
        speaks = text is not None and each.kind == "label"
        yield each._replace(values={**each.values, "text": text}) if speaks else each


def _thing(
    values: Mapping[str, Any], unit: float, actor: str, ready: Ready
) -> Sequence[Element | str]:
    """The parts of a thing: what it wears, or all that it can wear, hidden by their class."""
    worn, text = values["worn"], values["said"]
    key = values["key"], text, actor if text is not None else bool(actor), *sorted(worn)
    if key not in ready:
        made = Drawing(0, 0, "")
        for word, those in groupby(said(values["parts"], text), lambda each: each.worn):
            shown = Drawing(0, 0, "")
            if actor or not word or word in worn:
                _parts(shown, those, unit)
            dress: dict[str, object] = {"class_": f"worn {word}"} if actor and word else {}
            for each in shown.parts:
                assert isinstance(each, Element)
                named = actor and text is not None and each.name == "text"
                speaks = {"data_actor": f"{actor} says"} if named else {}
                made.copy([replace(each, style={**each.style, **dress, **speaks})])
        ready[key] = _kept(made)
    return ready[key]


def _kept(made: Drawing) -> Sequence[Element | str]:
    """The shapes of a drawing, for many places."""
    for each in made.parts:
        assert isinstance(each, Element)
        each.kept = {}
    return made.parts


def _parts(drawing: Drawing, parts: Iterable[Shape], unit: float) -> None:
    """Add shapes in their order; straight lines of one look are one path."""
    for look, run in groupby(parts, lambda each: each.kind == "line" and each.values["look"].order):
        those = list(run)
        if not look or "curved" in those[0].values["look"].styles:
            for each in those:
                _part(drawing, each, unit)
            continue
        ends = (_points(each.values, unit) for each in those)
        commands = "".join(f"M{pointed(start)}L{pointed(end)}" for start, end in ends)
        drawing.path(commands, fill="none", **_line_pen(those[0].values["look"], unit))


def _nothing(_drawing: Drawing, _values: Mapping[str, Any], _unit: float) -> None:
    """A sign is for the text picture."""


def sized(what: str, styles: Iterable[str], table: str = "sizes") -> float:
    """The size of something by the table, under styles."""
    sizes: Mapping[str, float] = TABLE[table][what]
    return next((size for name, size in sizes.items() if name in styles), sizes["usual"])


def pointed(point: Point) -> str:
    """A point in the commands of a path."""
    return f"{number(point[0])} {number(point[1])}"


def stroke(what: str, styles: frozenset[str], unit: float) -> float:
    """The width of a line of this kind, in pixels."""
    return max(1, sized(what, styles, "pens") * unit)


def _see_through(styles: frozenset[str]) -> float | None:
    return 0.45 if "faded" in styles else None


def _dashes(styles: frozenset[str], unit: float) -> str | None:
    return f"{number(unit * 0.12)} {number(unit * 0.1)}" if "dashed" in styles else None


def pen(what: str, look: Look, unit: float, cap: str) -> dict[str, Any]:
    """How a line is drawn."""
    return {
        "stroke": look.colour,
        "stroke_width": stroke(what, look.styles, unit),
        "stroke_linecap": cap,
        "stroke_dasharray": _dashes(look.styles, unit),
        "opacity": _see_through(look.styles),
    }


def _face(what: str, look: Look, unit: float) -> dict[str, Any]:
    """How a block or a disc is filled or, as an outline, edged."""
    if "outline" in look.styles:
        return {"fill": "none", **pen(what, look, unit, "butt")}
    halo = {"stroke": CARD, "stroke_width": 0.06 * unit} if "halo" in look.styles else {}
    return {"fill": look.colour, **halo, **_rim(look, unit), "opacity": _see_through(look.styles)}


def _rim(look: Look, unit: float) -> dict[str, Any]:
    return {"stroke": INK, "stroke_width": 0.02 * unit} if "rim" in look.styles else {}


def _square(drawing: Drawing, values: Mapping[str, Any], unit: float) -> None:
    block, look = values["at"], values["look"]
    styles = look.styles
    x, y, width, height = (n * unit for n in (block.x, block.y, block.width, block.height))
    style = _face("square", look, unit)
    inset = sized("inset", styles) * unit
    if "outline" in styles and "thin" not in styles:
        inset += style["stroke_width"] / 2
    if "flat" in styles:
        x, width = x + 0.06 * unit, width - 0.12 * unit
        y, height = y + 0.29 * height, height * 0.42
    x, y, width, height = x + inset, y + inset, width - 2 * inset, height - 2 * inset
    if "round" in styles:
        style["rx"] = min(0.14 * unit, width / 2, height / 2)
    drawing.rect(x, y, max(0, width), max(0, height), **style)
    if "checked" in styles:
        _check(drawing, block, unit)


def _check(drawing: Drawing, block: Block, unit: float) -> None:
    """Every other unit of a block: a dashed line for each row, as wide as the row is high."""
    width, commands = round(block.width), ""
    for row in range(round(block.height)):
        skipped = int((block.x + block.y + row) % 2 < 1)
        if skipped < width:
            x, y = (block.x + skipped) * unit, (block.y + row + 0.5) * unit
            commands += f"M{number(x)} {number(y)}H{number((block.x + width) * unit)}"
    style = {"stroke": SHADE, "stroke_width": unit, "stroke_dasharray": number(unit)}
    drawing.path(commands, fill="none", **style)


def _unit(x: float, y: float, width: float, height: float, unit: float) -> str:
    """A block as part of a path."""
    ends = (x, y, x + width, y + height)
    left, top, right, bottom = (number(each * unit) for each in ends)
    return f"M{left} {top}H{right}V{bottom}H{left}Z"


def target(
    drawing: Drawing, at: Point, name: str, shapes: Sequence[Element | str], arrow: bool
) -> None:
    """Add what is clicked to make this move around a point, in pixels."""
    x, y = map(number, at)
    where = f"translate({x} {y})"
    drawing.place(
        shapes, transform=where, class_="arrow" if arrow else None, data_actor=name, on="page"
    )


def target_shapes(
    width: float, height: float, icon: str | None, ready: Ready
) -> Sequence[Element | str]:
    """The shapes of what is clicked, around (0, 0): an icon, or a block of this size in pixels.

    Both are framed on a page. `ready` keeps the shapes, as many look alike.
    """
    key = "target", icon, width, height
    if key not in ready:
        made = Drawing(0, 0, "")
        inner = (3 - width / 2, 3 - height / 2, width - 6, height - 6)
        if not icon:  # also clicked where nothing can be done, to be told why
            made.rect(*inner, fill="none", pointer_events="all")
        made.rect(*inner, rx=3, class_="mark", pointer_events="all")
        for _, commands in TABLE["icons"][icon]["paths"] if icon else ():
            scale = f"scale({number(min(width, height) * 0.5 / 24)})"
            made.path(commands, class_="head", transform=scale)
        ready[key] = _kept(made)
    return ready[key]


def blocks(drawing: Drawing, shapes: Iterable[Shape], unit: float) -> None:
    """Bare squares of one colour as one path, which has no seams between them."""
    parts, colour = [], ""
    for each in shapes:
        block, colour = each.values["at"], each.values["look"].colour
        parts.append(_unit(block.x, block.y, block.width, block.height, unit))
    drawing.path("".join(parts), fill=colour)


def _disc(drawing: Drawing, values: Mapping[str, Any], unit: float) -> None:
    block, look = values["at"], values["look"]
    radius = min(block.width, block.height) * unit * sized("disc", look.styles)
    x, y = (n * unit for n in block.centre)
    drawing.circle(x, y, radius, **_face("disc", look, unit))


def _icon(drawing: Drawing, values: Mapping[str, Any], unit: float) -> None:
    block, look = values["at"], values["look"]
    x, y = (n * unit for n in block.centre)
    scale = min(block.width, block.height) * unit / 24 * sized("icon", look.styles)
    at = f"translate({number(x)} {number(y)}) scale({number(scale)})"
    with drawing.group(transform=at, opacity=_see_through(look.styles)):
        for part, commands in TABLE["icons"][values["name"]]["paths"]:
            style: dict[str, object] = {"fill": {"dark": INK, "light": CARD}.get(part, look.colour)}
            style["fill_rule"] = "evenodd"
            if part == "main" and "halo" in look.styles:
                style |= {"stroke": CARD, "stroke_width": 2, "paint_order": "stroke"}
            drawing.path(commands, **style, opacity=0.85 if part == "light" else None)


def fitted(text: str, block: Block, styles: frozenset[str], unit: float) -> tuple[str, float]:
    """A label's text as it is written, and its size: smaller, then cut, where it doesn't fit."""
    inside = block.base is not None
    room = (block.base or block).width * unit * (0.6 if inside else 0.88)
    wanted = sized("corner" if inside else "label", styles) * unit
    size = min(wanted, 0.8 * (block.base or block).height * unit)
    wide = breadth(text, "bold" in styles)
    if wide * size <= room:
        return text, size
    size = max(LIMITS["small"] * size, room / wide)
    most = len(text)
    while most > 1 and breadth(text[:most], "bold" in styles) * size > room + 0.01:
        most -= 1
    return (text if most == len(text) else f"{text[: most - 1]}…"), size


def _label(drawing: Drawing, values: Mapping[str, Any], unit: float) -> None:
    block, look = values["at"], values["look"]
    styles = look.styles
    text, size = fitted(values["text"], block, styles, unit)
    text = "−" if text == "-" else text
    width, height = breadth(text, "bold" in styles) * size, 0.72 * size
    plate = "badge" in styles
    if plate:
        width, height = width + 0.5 * size, 1.3 * size
    x, y = (n * unit for n in block.centre)
    if block.base is not None:
        (right, down), base = block.towards, block.base
        x, y = (n * unit for n in base.centre)
        x += right * (base.width * unit / 2 - 0.07 * unit - width / 2)
        y += down * (base.height * unit / 2 - 0.07 * unit - height / 2)
    if plate:
        left, top = x - width / 2, y - height / 2
        drawing.rect(left, top, width, height, fill=CARD, rx=0.3 * size, opacity=0.9)
    anchor = None
    if "left" in styles:
        x, anchor = (block.x + 0.12) * unit, "start"
    style: dict[str, object] = {"fill": look.colour} | ({"text_anchor": anchor} if anchor else {})
    bold = "bold" if "bold" in styles else None
    opacity = _see_through(styles)
    drawing.text(x, y + 0.35 * size, text, size, **style, font_weight=bold, opacity=opacity)


def misproportioned(shapes: Iterable[Shape], unit: float) -> Iterator[str]:
    """Remarks on labels that have to be cut."""
    for each in shapes:
        if each.kind == "label":
            text, _ = fitted(
                each.values["text"], each.values["at"], each.values["look"].styles, unit
            )
            if text != each.values["text"]:
                yield f"{written(each.term)[:100]}: the text is too long for its place"


def _points(values: Mapping[str, Any], unit: float) -> tuple[Point, Point]:
    (ax, ay), (bx, by) = values["from"].centre, values["to"].centre
    return (ax * unit, ay * unit), (bx * unit, by * unit)


def _line_pen(look: Look, unit: float) -> dict[str, Any]:
    return pen("line", look, unit, "butt" if "flat" in look.styles else "round")


def _line(drawing: Drawing, values: Mapping[str, Any], unit: float) -> None:
    look, (start, end) = values["look"], _points(values, unit)
    style = _line_pen(look, unit)
    if "curved" in look.styles:
        curve = around(start, end, (), 0, 0.12 * distance(start, end))
        drawing.path(curve.commands(), fill="none", **style)
    else:
        drawing.line(*start, *end, **style)


def _arrow(drawing: Drawing, values: Mapping[str, Any], unit: float) -> None:
    look, (start, end) = values["look"], _points(values, unit)
    length = distance(start, end)
    if not length:
        return
    dx, dy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    before = min((0.06 if values["to"].base else 0.2) * unit, length / 4)
    if not values["from"].base and not values["to"].base:
        after = min(0.26 * unit, length / 4)
        start, length = (start[0] + dx * after, start[1] + dy * after), length - after
    wide = stroke("arrow", look.styles, unit)
    long, half = 0.15 * unit + 1.1 * wide, 0.065 * unit + 0.8 * wide
    opacity = _see_through(look.styles)
    if "curved" in look.styles:
        curve = around(start, end, (), 0, 0.12 * length)
        share = 1.0
        while share > 0.5 and distance(curve.at(share), end) < before + 0.6 * long:
            share -= 1 / 128
        control = (
            curve.start[0] * (1 - share) + curve.control[0] * share,
            (curve.start[1] * (1 - share) + curve.control[1] * share),
        )
        body = Curve(curve.start, control, curve.at(share))
        drawing.path(
            body.commands(), fill="none", stroke=look.colour, stroke_width=wide, opacity=opacity
        )
        drawing.polygon(curve.head(before, long, half), fill=look.colour, opacity=opacity)
        return
    long = min(long, (length - before) * 0.7)
    corners = [
        (0, wide / 2), (length - before - long, wide / 2), (length - before - long, half),
        (length - before, 0), (length - before - long, -half),
        (length - before - long, -wide / 2), (0, -wide / 2),
    ]  # fmt: skip
    turned = [(start[0] + a * dx - s * dy, start[1] + a * dy + s * dx) for a, s in corners]
    drawing.polygon(turned, fill=look.colour, **_rim(look, unit), opacity=opacity)


def _wall(drawing: Drawing, values: Mapping[str, Any], unit: float) -> None:
    block, look = values["at"], values["look"]
    right, down = COMPASS[values["side"]]
    x, y = block.centre
    x, y = x + right * block.width / 2, y + down * block.height / 2
    across, along = abs(down) * block.width / 2, abs(right) * block.height / 2
    if "inset" in look.styles:
        x, y = x - right * 0.1, y - down * 0.1
        across, along = max(across - 0.15, 0), max(along - 0.15, 0)
    ends = ((x - across) * unit, (y - along) * unit, (x + across) * unit, (y + along) * unit)
    drawing.line(*ends, **pen("wall", look, unit, "square"))


_MARKS: Mapping[str, Callable[[Drawing, Mapping[str, Any], float], None]] = {
    "square": _square,
    "wall": _wall,
    "line": _line,
    "arrow": _arrow,
    "disc": _disc,
    "icon": _icon,
    "label": _label,
}
