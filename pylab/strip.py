"""Pictures side by side, such as the steps of an answer, as one; knows no puzzle."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pylab.palette import PAPER, QUIET, SHADE
from pylab.svg import Drawing, number

FRAME = 12
"""Between the pictures, in user units."""
FEWEST = 3
"""To a row, if there are so many."""

_WHOLE = re.compile(r'<svg [^>]*viewBox="0 0 ([\d.]+) ([\d.]+)"[^>]*>\n(.*)</svg>\n', re.DOTALL)


def strip(pictures: Sequence[str], numbers: Sequence[int], title: str, description: str) -> str:
    """Documents that `Drawing` rendered, in rows, each in a frame with its number.

    There are as many to a row as make the whole about half as wide again as high.

    >>> dot = Drawing(10, 5, "a dot").render()
    >>> strip([dot] * 3, [0, 1, 2], "dots", "Three dots.").count("<title>")
    4
    """
    parts = [(float(w), float(h), shapes) for w, h, shapes in map(_parts, pictures)]
    across, down = (max(sizes) + FRAME for sizes in ([p[0] for p in parts], [p[1] for p in parts]))
    even = max(FEWEST, round((1.5 * len(parts) * down / across) ** 0.5))
    columns = min(len(parts), even)
    rows = -(-len(parts) // columns)
    drawing = Drawing(columns * across + FRAME, rows * down + FRAME, title, description)
    drawing.rect(0, 0, drawing.width, drawing.height, fill=SHADE)
    for index, (width, height, shapes) in enumerate(parts):
        x, y = FRAME + index % columns * across, FRAME + index // columns * down
        drawing.rect(x, y, across - FRAME, down - FRAME, fill=PAPER)
        size = {"x": x, "y": y, "width": width, "height": height}
        with drawing.group("svg", **size, viewBox=f"0 0 {number(width)} {number(height)}"):
            drawing.add(shapes)
        drawing.text(x + 7, y + 16, str(numbers[index]), 13, fill=QUIET, text_anchor="start")
    return drawing.render()


def _parts(picture: str) -> tuple[str, str, str]:
    """A document's width, height and what is in it."""
    found = _WHOLE.fullmatch(picture)
    if found is None:
        raise ValueError("expected an SVG document as Drawing renders it")
    return found[1], found[2], found[3].rstrip("\n")


def thinned(last: int, most: int) -> list[int]:
    """The steps from 0 to the last one; at most so many, the first and the last among them.

    >>> thinned(3, 60), thinned(100, 5)
    ([0, 1, 2, 3], [0, 25, 50, 75, 100])
    """
    if last < most:
        return list(range(last + 1))
    return [round(i * last / (most - 1)) for i in range(most)]
