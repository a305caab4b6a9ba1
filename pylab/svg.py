"""Drawing primitives: shapes are added to a drawing, which becomes a string; knows no puzzle."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class Drawing:
    """An SVG document of a size in user units, y downwards; it scales to where it is shown.

    >>> d = Drawing(10, 5, "a dot")
    >>> d.circle(5, 2.5, 1, fill="#000")
    >>> d.render().count("<circle")
    1
    """

    def __init__(self, width: float, height: float, title: str, description: str = "") -> None:
        self.width, self.height = width, height
        self._title, self._description = title, description
        self._parts: list[str] = []

    def rect(self, x: float, y: float, width: float, height: float, **style: object) -> None:
        self._add("rect", {"x": x, "y": y, "width": width, "height": height, **style})

    def line(self, x1: float, y1: float, x2: float, y2: float, **style: object) -> None:
        self._add("line", {"x1": x1, "y1": y1, "x2": x2, "y2": y2, **style})

    def circle(self, cx: float, cy: float, r: float, **style: object) -> None:
        self._add("circle", {"cx": cx, "cy": cy, "r": r, **style})

    def polygon(self, points: list[tuple[float, float]], **style: object) -> None:
        self._add("polygon", {"points": _points(points), **style})

    def polyline(self, points: list[tuple[float, float]], **style: object) -> None:
        self._add("polyline", {"points": _points(points), "fill": "none", **style})

    def path(self, commands: str, **style: object) -> None:
        """A path by its commands, as in SVG's attribute `d`."""
        self._add("path", {"d": commands, **style})

    def text(self, x: float, y: float, text: str, size: float, **style: object) -> None:
        """Text whose middle is at x and whose baseline is at y, unless the style says otherwise."""
        attributes = {"x": x, "y": y, "font_size": size, "text_anchor": "middle", **style}
        self._parts.append(f"<text{_attributes(attributes)}>{_clean(text)}</text>")

    def add(self, shapes: str) -> None:
        """Shapes that were rendered elsewhere."""
        self._parts.append(shapes)

    def use(self, name: str, **style: object) -> None:
        """A further copy of the element with this id."""
        self._add("use", {"href": f"#{name}", **style})

    @contextmanager
    def group(self, element: str = "g", **style: object) -> Iterator[None]:
        """What is added within belongs to a group, or to another element that has parts."""
        self._parts.append(f"<{element}{_attributes(style)}>")
        yield
        self._parts.append(f"</{element}>")

    def body(self) -> str:
        """The shapes alone, for a document of another making."""
        return "".join(f"{part}\n" for part in self._parts)

    def render(self) -> str:
        """The whole document; the same for the same shapes."""
        size = f"{number(self.width)} {number(self.height)}"
        description = f"<desc>{_clean(self._description)}</desc>\n" if self._description else ""
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" '
            f'width="{number(self.width)}" height="{number(self.height)}" role="img" '
            f'font-family="Helvetica, Arial, sans-serif">\n<title>{_clean(self._title)}</title>\n'
            + description
            + self.body()
            + "</svg>\n"
        )

    def _add(self, element: str, attributes: dict[str, object]) -> None:
        self._parts.append(f"<{element}{_attributes(attributes)}/>")


def number(value: float) -> str:
    """A coordinate in at most two decimals, without trailing zeros.

    >>> number(2.50), number(-0.001)
    ('2.5', '0')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _points(points: list[tuple[float, float]]) -> str:
    return " ".join(f"{number(x)},{number(y)}" for x, y in points)


def _attributes(attributes: dict[str, object]) -> str:
    return "".join(
        f' {name.rstrip("_").replace("_", "-")}="{_value(value)}"'
        for name, value in attributes.items()
        if value is not None
    )


def _value(value: object) -> str:
    return number(value) if isinstance(value, int | float) else _clean(str(value))


def _clean(text: str) -> str:
    """Text that XML takes: escaped, and without the characters it forbids."""
    from html import escape  # brings the names of all characters along

    return escape("".join(c if c.isprintable() else " " for c in text), quote=True)
