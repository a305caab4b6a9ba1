"""Drawing primitives: shapes are added to a drawing, which becomes a picture or part of a page.

Both show the same shapes, except those that are marked for one of them only.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import NamedTuple

from pylab.base.errors import PylabError, quoted
from pylab.drawing.palette import BOTH, SCHEME, THEMES, adaptable, shaded

_COLOURS = {"fill", "stroke", "stop_color"}
_PAGES = {"class_", "pointer_events"}
"""The attributes without meaning in a picture, beside those that begin with `data_`."""


@dataclass(slots=True, eq=False)
class Element:
    """A shape, or a group of them; many places can have the same one."""

    name: str
    style: Mapping[str, object]
    parts: list[Element | str] = field(default_factory=list)
    kept: dict[str, tuple[str, ...]] | None = field(default=None, init=False)
    """The lines by theme of an element that is in many places; None for all others."""


class Grid(NamedTuple):
    """Places in columns and rows, and their names.

    Attributes:
        x, y: the first place, at the upper left.
        step: how far neighbours are apart.
        columns, rows: how many there are.
        head: how names begin; the numbers of a column and a row follow, and a parenthesis.
        first: the numbers of the first place.
        by: by how much they grow from column to column, and from row to row.
    """

    x: float
    y: float
    step: float
    columns: int
    rows: int
    head: str
    first: tuple[int, int]
    by: tuple[int, int]

    def places(self) -> Iterator[tuple[float, float, str]]:
        """The places row by row, with their names."""
        (column, row), (right, down) = self.first, self.by
        for j, i in itertools.product(range(self.rows), range(self.columns)):
            name = f"{self.head}{column + i * right},{row + j * down})"
            yield self.x + i * self.step, self.y + j * self.step, name


class Tiles(Element):
    """The same shapes at each place of a grid; `each` makes the groups.

    Attributes:
        grid: the places; their names are those of actors.
    """

    def __init__(
        self, grid: Grid, parts: Sequence[Element | str], style: Mapping[str, object]
    ) -> None:
        super().__init__("g", style, [*parts])
        self.grid = grid

    def each(self) -> Iterator[Element]:
        """A group for each place, which is an actor."""
        for x, y, name in self.grid.places():
            at = f"translate({number(x)} {number(y)})"
            yield Element("g", {"transform": at, "data_actor": name, **self.style}, self.parts)


class Drawing:
    """Shapes on a plane in user units, x to the right and y downwards; a part of it is shown.

    Every shape takes a style: SVG attributes by keyword, with `_` for `-`; None leaves one out.
    Colours are the light theme's (`pylab.drawing.palette`); `render` takes another theme. Three
    kinds of attributes are for pages only: `class_`, for the page's style sheet; `data_actor`, the
    name by which a game's rules move or change the shape (`pylab.family.script`); and
    `pointer_events`. A shape with `on="page"` or `on="picture"` appears only there. `legend` is the
    index of the first part of a legend at the lower end, the drawing's last parts, its height, and
    how much wider it makes the drawing; `board` is the part of the plane that a board takes, `end`
    where a legend that is made of shapes begins, and `least` the least readable width in pixels.

    >>> d = Drawing(10, 5, "a dot")
    >>> d.circle(5, 2.5, 1, fill="#fbfaf7", data_actor="dot")
    >>> d.render().count('<circle cx="5" cy="2.5" r="1" fill="#fbfaf7"/>')
    1
    >>> d.render("dark").count('fill="#16191d"')
    1
    >>> d.shapes()
    '<circle cx="5" cy="2.5" r="1" fill="light-dark(#fbfaf7,#16191d)" data-actor="dot"/>\\n'
    """

    def __init__(
        self,
        width: float,
        height: float,
        title: str,
        description: str = "",
        left: float = 0.0,
        top: float = 0.0,
    ) -> None:
        self.width, self.height = width, height
        self.left, self.top = left, top
        self.title, self.description = title, description
        self.legend: tuple[int, float, float] | None = None
        self.board: tuple[float, float, float, float] | None = None
        self.end: float | None = None
        self.least = 0.0
        self._root = Element("svg", {})
        self._open = [self._root]

    @property
    def view(self) -> tuple[float, float, float, float]:
        """The part of the plane that is shown: x, y, width, height."""
        return self.left, self.top, self.width, self.height

    def rect(self, x: float, y: float, width: float, height: float, **style: object) -> None:
        self._add("rect", {"x": x, "y": y, "width": width, "height": height, **style})

    def line(self, x1: float, y1: float, x2: float, y2: float, **style: object) -> None:
        self._add("line", {"x1": x1, "y1": y1, "x2": x2, "y2": y2, **style})

    def circle(self, cx: float, cy: float, r: float, **style: object) -> None:
        self._add("circle", {"cx": cx, "cy": cy, "r": r, **style})

    def ellipse(self, cx: float, cy: float, rx: float, ry: float, **style: object) -> None:
        self._add("ellipse", {"cx": cx, "cy": cy, "rx": rx, "ry": ry, **style})

    def polygon(self, points: list[tuple[float, float]], **style: object) -> None:
        self._add("polygon", {"points": _points(points), **style})

    def polyline(self, points: list[tuple[float, float]], **style: object) -> None:
        self._add("polyline", {"points": _points(points), "fill": "none", **style})

    def path(self, commands: str, **style: object) -> None:
        """Add a path by its commands, as in SVG's attribute `d`."""
        self._add("path", {"d": commands, **style})

    def text(self, x: float, y: float, text: str, size: float, **style: object) -> None:
        """Add text, centred at x with its baseline at y unless the style says otherwise."""
        attributes = {"x": x, "y": y, "font_size": size, "text_anchor": "middle", **style}
        self._add("text", attributes).parts.append(text)

    def use(self, name: str, **style: object) -> None:
        """Add a copy of the element with this id."""
        self._add("use", {"href": f"#{name}", **style})

    def inset(self, other: Drawing, x: float, y: float, scale: float = 1) -> None:
        """Add another drawing, scaled, with its upper left corner at a point."""
        size = {"x": x, "y": y, "width": other.width * scale, "height": other.height * scale}
        view = {"viewBox": " ".join(map(number, other.view))}
        self._add("svg", {**size, **view}).parts.extend(other._whole())

    def bare(self) -> Drawing:
        """The drawing without its legend, which stands below all else."""
        if self.legend is None:
            return self
        begin, height, _ = self.legend
        return self.part(slice(begin), 0, self.height - height)

    def lower(self) -> Drawing | None:
        """What is below its board without the title: a legend of shapes; None if there is none."""
        if self.end is None:
            return None
        above = self.end - self.top
        made = self.part(slice(0), above, self.height - above)
        made.copy([each for each in self.parts if isinstance(each, str)
                   or each.style.get("data_actor") != "title"])  # fmt: skip
        made.title = made.description = ""
        return made

    def alone(self) -> Drawing:
        """The same, no wider than what is left needs."""
        made = self.bare()
        if self.legend is not None:
            made.left += self.legend[2] / 2
            made.width -= self.legend[2]
        return made

    @property
    def legends(self) -> Sequence[Element | str]:
        """The shapes of its legend; none if it has none."""
        return self.parts[self.legend[0] :] if self.legend else ()

    def thumbnail(self) -> Drawing:
        """The board alone, with a little space around it; the drawing itself if it has none."""
        if self.board is None:
            return self
        left, top, width, height = self.board
        space = 0.012 * max(width, height)
        made = Drawing(width + 2 * space, height + 2 * space, self.title, self.description,
                       left - space, top - space)  # fmt: skip
        made.copy(self.parts[: self.legend[0] if self.legend else None])
        return made

    def part(self, parts: slice, above: float, height: float) -> Drawing:
        """These parts of the drawing, and so much of its height."""
        left, top, width, _ = self.view
        made = Drawing(width, height, self.title, self.description, left, top + above)
        made.copy(self.parts[parts])
        return made

    def copy(self, parts: Sequence[Element | str]) -> None:
        """Add shapes of another drawing, where they are there."""
        self._open[-1].parts.extend(parts)

    def place(self, parts: Sequence[Element | str], **style: object) -> None:
        """Add a group of shapes of another drawing."""
        self._add("g", style).parts.extend(parts)

    def tile(self, grid: Grid, parts: Sequence[Element | str], **style: object) -> None:
        """Add a group of these shapes at each place of a grid, an actor of its name."""
        self._open[-1].parts.append(Tiles(grid, parts, style))

    @contextmanager
    def group(self, element: str = "g", **style: object) -> Iterator[None]:
        """Context in which shapes are added to a group, or to another element with parts."""
        self._open.append(self._add(element, style))
        try:
            yield
        finally:
            self._open.pop()

    @property
    def parts(self) -> Sequence[Element | str]:
        """The shapes that were added, in order."""
        return self._root.parts

    def shapes(self, parts: Sequence[Element | str] | None = None) -> str:
        """These shapes, or all, as SVG text for a page; colours follow the page's scheme."""
        chosen = self._root.parts if parts is None else parts
        return "".join(f"{line}\n" for line in _written(chosen, ""))

    def render(self, theme: str = "light") -> str:
        """The whole document in one of the palette's THEMES; the same for the same shapes.

        Raises PylabError for another theme.
        """
        if theme not in (*THEMES, BOTH):
            raise PylabError(f"expected a theme ({', '.join(THEMES)}), found {quoted(theme)}")
        view = " ".join(map(number, self.view))
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}" '
            f'width="{number(self.width)}" height="{number(self.height)}" role="img" '
            'font-family="Helvetica, Arial, sans-serif">\n'
            + "".join(f"{line}\n" for line in _written(self._whole(), theme))
            + "</svg>\n"
        )

    def _whole(self) -> list[Element | str]:
        """The elements of the document: title, description and shapes."""
        told = [("title", self.title), ("desc", self.description)]
        return [*(Element(name, {}, [text]) for name, text in told if text), *self._root.parts]

    def _add(self, name: str, style: Mapping[str, object]) -> Element:
        element = Element(name, style)
        self._open[-1].parts.append(element)
        return element


def _written(parts: Sequence[Element | str], theme: str) -> Iterator[str]:
    """The elements as lines of SVG, in a theme or, if that is empty, in a page's colours."""
    for part in parts:
        if isinstance(part, str):
            yield _clean(part)
        elif part.kept is not None:
            if theme not in part.kept:
                lines, part.kept = part.kept, None
                lines[theme] = tuple(_written([part], theme))
                part.kept = lines
            yield from part.kept[theme]
        elif part.style.get("on") not in (None, "picture" if theme else "page"):
            continue
        elif isinstance(part, Tiles):
            yield from _written([*part.each()], theme)
        else:
            start = f"<{part.name}{_attributes(part.style, theme)}"
            inner = list(_written(part.parts, theme))
            if part.name in ("text", "title", "desc"):
                yield f"{start}>{''.join(inner)}</{part.name}>"
            elif inner or part.name in ("g", "svg"):
                yield from (f"{start}>", *inner, f"</{part.name}>")
            else:
                yield f"{start}/>"


def _attributes(style: Mapping[str, object], theme: str) -> str:
    return "".join(
        f' {_named(name)}="{_value(name, value, theme)}"'
        for name, value in style.items()
        if value is not None
        and name != "on"
        and not (theme and (name in _PAGES or name.startswith("data_")))
    )


@functools.cache
def _named(name: str) -> str:
    return name.rstrip("_").replace("_", "-")


@functools.lru_cache(maxsize=1 << 12, typed=True)
def _value(name: str, value: object, theme: str) -> str:
    if isinstance(value, int | float):
        return number(value)
    if name in _COLOURS and str(value).startswith("#"):
        return shaded(str(value), theme) if theme else adaptable(str(value))
    return _clean(str(value))


def fitting(document: str, least: float = 0.0) -> str:
    """A rendered document that fits the width of a notebook's cell and the height of a screen.

    It is at least so wide, in pixels.

    >>> fitting('<svg id="pond">').partition(" id=")[0]
    '<svg style="max-width:100%;height:auto;max-height:75vh" preserveAspectRatio="xMinYMin"'
    """
    style = "max-width:100%;height:auto;max-height:75vh" + f";min-width:{least:g}px" * (least > 0)
    where = f'style="{style}" preserveAspectRatio="xMinYMin"'
    return document.replace("<svg ", f"<svg {where} ", 1)


def in_cell(drawing: Drawing | str) -> str:
    """A drawing or a text as HTML for a notebook's cell; colours follow the notebook's theme.

    Pictures side by side are scrolled where there is too little room for them.
    """
    if isinstance(drawing, str):
        from html import escape

        return f"<pre>{escape(drawing)}</pre>"
    shown = fitting(drawing.render(BOTH), drawing.least)
    return f'<div class="pylab-cell" style="overflow-x:auto">{SCHEME}{shown}</div>'


def caption_size(width: float) -> float:
    """A font size for words below a picture, readable when a wide picture is scaled down.

    >>> caption_size(300), caption_size(900), caption_size(5000)
    (13.0, 15.0, 24.0)
    """
    return min(24.0, max(13.0, width / 60))


@functools.lru_cache(maxsize=1 << 12)
def number(value: float) -> str:
    """A coordinate in at most two decimals, without trailing zeros.

    >>> number(2.50), number(-0.001)
    ('2.5', '0')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _points(points: list[tuple[float, float]]) -> str:
    return " ".join(f"{number(x)},{number(y)}" for x, y in points)


def _clean(text: str) -> str:
    """Text for XML: escaped, and without forbidden characters."""
    from html import escape  # a large module, imported only if needed

    if not text.isprintable():
        text = "".join(c if c.isprintable() else " " for c in text)
    return escape(text, quote=True)
