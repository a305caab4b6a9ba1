"""Pictures side by side, such as the steps of an answer, as one; knows no puzzle."""

from __future__ import annotations

from collections.abc import Sequence

from pylab.palette import PAPER, QUIET, SHADE
from pylab.svg import Drawing

FRAME = 12
"""Between the pictures, in user units."""
FEWEST = 3
"""To a row, if there are so many."""
WIDEST, HIGHEST, WHOLE = 640, 900, 2600
"""What a picture is made smaller to, and the width of all that stand side by side."""


def strip(
    pictures: Sequence[Drawing], numbers: Sequence[object], description: str, title: str = ""
) -> Drawing:
    """Drawings in rows, each in a frame with its number, under the first one's title.

    Large ones are made smaller. There are as many to a row as make the whole about half as wide
    again as high, and no wider than what one can look at.

    >>> dot = Drawing(10, 5, "a dot")
    >>> strip([dot] * 3, [0, 1, 2], "Three dots.").render().count("<svg ")
    4
    """
    width, height = max(p.width for p in pictures), max(p.height for p in pictures)
    scale = min(1.0, WIDEST / width, HIGHEST / height)
    across, down = width * scale + FRAME, height * scale + FRAME
    even = max(FEWEST, round((1.5 * len(pictures) * down / across) ** 0.5))
    even = min(even, max(1, int((WHOLE - FRAME) / across)))
    columns = min(len(pictures), even)
    rows = -(-len(pictures) // columns)
    title = title or f"{pictures[0].title}, step by step"
    drawing = Drawing(columns * across + FRAME, rows * down + FRAME, title, description)
    drawing.rect(0, 0, drawing.width, drawing.height, fill=SHADE)
    for index, picture in enumerate(pictures):
        x, y = FRAME + index % columns * across, FRAME + index // columns * down
        drawing.rect(x, y, across - FRAME, down - FRAME, fill=PAPER)
        drawing.inset(picture, x, y, scale)
        drawing.text(x + 7, y + 16, str(numbers[index]), 13, fill=QUIET, text_anchor="start")
    return drawing


def thinned(last: int, most: int) -> list[int]:
    """The steps from 0 to the last one; at most so many, the first and the last among them.

    >>> thinned(3, 60), thinned(100, 5)
    ([0, 1, 2, 3], [0, 25, 50, 75, 100])
    """
    if last < most:
        return list(range(last + 1))
    return [round(i * last / (most - 1)) for i in range(most)]
