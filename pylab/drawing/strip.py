"""Composed pictures: steps side by side, and pictures with an explanation below."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import accumulate, groupby, pairwise
from textwrap import wrap
from zlib import crc32

from pylab.drawing.palette import INK, PAPER, QUIET, SHADE, WARN
from pylab.drawing.svg import Drawing, caption_size

FRAME = 12
"""The space between pictures, in user units."""
FEWEST = 3
"""The least number of pictures in a row, if there are that many."""
SMALLEST = 220
"""The least width of each in a notebook's cell."""
WIDEST, HIGHEST, WHOLE = 640, 900, 2600
"""The largest width and height of one picture, and of a whole row."""


def strip(
    pictures: Sequence[Drawing],
    numbers: Sequence[object],
    description: str,
    title: str = "",
    columns: int = 0,
    legend: Drawing | None = None,
) -> Drawing:
    """One drawing with several drawings in rows, each in a frame; with numbers if titles are alike.

    Large drawings are scaled down. The result is about 1.5 times as wide as high, and at most WHOLE
    wide, unless it is said how many are beside each other. Its default title is that of the first
    drawing, followed by "step by step". A legend that all of them have, else the given one, stands
    below them.

    >>> dot = Drawing(10, 5, "a dot")
    >>> strip([dot] * 3, [0, 1, 2], "Three dots.").render().count("<svg ")
    4
    """
    pictures, common = _without_legend(pictures)
    legend = common or legend
    width, height = max(p.width for p in pictures), max(p.height for p in pictures)
    scale = min(1.0, WIDEST / width, HIGHEST / height)
    across, down = width * scale + FRAME, height * scale + FRAME
    even = max(FEWEST, round((1.5 * len(pictures) * down / across) ** 0.5))
    even = min(even, max(1, int((WHOLE - FRAME) / across)))
    columns = min(len(pictures), columns or even)
    rows = -(-len(pictures) // columns)
    title = title or f"{pictures[0].title}, step by step"
    wide, high = columns * across + FRAME, rows * down + FRAME
    alike = len({each.title for each in pictures}) < len(pictures)
    larger = min((wide - 2 * FRAME) / width, caption_size(wide) / caption_size(width))
    foot = FRAME + legend.height * larger if legend else 0
    drawing = Drawing(wide, high + foot, title, description)
    drawing.least = min(wide, columns * SMALLEST)
    drawing.rect(0, 0, wide, high + foot, fill=SHADE)
    for index, picture in enumerate(_shared(pictures)):
        x, y = FRAME + index % columns * across, FRAME + index // columns * down
        drawing.rect(x, y, across - FRAME, down - FRAME, fill=PAPER)
        drawing.inset(picture, x, y, scale)
        if alike:
            drawing.text(x + 7, y + 16, str(numbers[index]), 13, fill=QUIET, text_anchor="start")
    if legend:
        drawing.rect(FRAME, high, wide - 2 * FRAME, foot - FRAME, fill=PAPER)
        drawing.inset(legend, FRAME, high, larger)
    return drawing


def _without_legend(pictures: Sequence[Drawing]) -> tuple[Sequence[Drawing], Drawing | None]:
    """The pictures without the legend that all of them have, and this legend; None if none."""
    legends = [each.legend for each in pictures if each.legend]
    if len(legends) < max(2, len(pictures)):
        return pictures, None
    first, height = pictures[0], legends[0][1]
    told = {
        each.shapes(each.parts[begin:])
        for each, (begin, *_) in zip(pictures, legends, strict=True)
    }  # fmt: skip
    if told == {""} or len({high for _, high, _ in legends}) + len(told) > 2:
        return pictures, None
    begin, top = slice(legends[0][0], None), first.height - height - FRAME
    legend = first.part(begin, top, height + FRAME)
    legend.title = legend.description = ""
    return [each.bare() for each in pictures], legend


def _shared(pictures: Sequence[Drawing]) -> Sequence[Drawing]:
    """Pictures for one document: long runs of shapes that all of them have are in the first alone.

    These are drawn elsewhere by reference, so that a large board isn't written for each step.
    """
    told = [[picture.shapes([part]) for part in picture.parts] for picture in pictures]
    still = set.intersection(*({e for e, n in Counter(those).items() if n == 1} for those in told))
    orders = {tuple(each for each in those if each in still) for those in told}
    if len(orders) > 1 or len(pictures) < 2:
        return pictures
    begins = {
        shape for those in told for before, shape in pairwise(("", *those)) if before not in still
    }
    runs = dict(
        zip(*orders, accumulate(each in begins for each in next(iter(orders))), strict=True)
    )
    made: list[Drawing] = []
    for picture, those in zip(pictures, told, strict=True):
        drawing = Drawing(*picture.view[2:], picture.title, picture.description, *picture.view[:2])
        for run, several in groupby(
            zip(picture.parts, those, strict=True), lambda each: runs.get(each[1])
        ):
            parts, texts = zip(*several, strict=True)
            name = f"still{crc32(''.join(texts).encode())}"
            if run is None or sum(map(len, texts)) < _SHARED:
                drawing.copy(parts)
            elif made:
                drawing.use(name)
            else:
                with drawing.group(id=name):
                    drawing.copy(parts)
        made.append(drawing)
    return made


def thinned(last: int, most: int) -> list[int]:
    """At most `most` of the steps from 0 to the last one, evenly spread, with the first and last.

    >>> thinned(3, 60), thinned(100, 5)
    ([0, 1, 2, 3], [0, 25, 50, 75, 100])
    """
    if last < most:
        return list(range(last + 1))
    return [round(i * last / (most - 1)) for i in range(most)]


_SHARED = 500
"""Shapes that all pictures have are written once if they have so many characters."""

_SAMPLES: Mapping[str, Mapping[str, object]] = {
    "dashes": {"stroke_width": 3, "stroke_dasharray": "4 4"},
    "dots": {"stroke_width": 1.5, "stroke_dasharray": "2 5"},
    "bar": {"stroke_width": 4},
}
"""The line styles of obstacles; other marks are a ring, a frame or a cross."""

_MOST = 14
"""The largest number of lines below a picture."""


def explained(
    drawing: Drawing, words: Sequence[str], marks: Sequence[tuple[str | Drawing, str]] = ()
) -> Drawing:
    """A picture with a legend of its marks, as many in a row as fit, and an explanation below.

    A mark is `dashes`, `dots`, `bar`, `ring`, `frame`, `cross` or a small drawing, with words.

    >>> whole = explained(Drawing(400, 100, "a pond"), ["a frog is missing"], [("ring", "frogs")])
    >>> [line in whole.render() for line in ("a frog is missing", "frogs")]
    [True, True]
    """
    size = caption_size(max(drawing.width, 2 * drawing.height))
    width = max(drawing.width, 420)
    fitting = max(20, int((width - 40) / (0.56 * size)))
    lines = [line for each in words for line in wrap(each, fitting, subsequent_indent="  ")]
    if len(lines) > _MOST:
        lines = [*lines[: _MOST - 1], f"and {len(lines) - _MOST + 1} lines more"]
    step = 1.5 * size
    room = max([26, *(mark.width for mark, _ in marks if isinstance(mark, Drawing))]) + 10
    rows: list[list[tuple[float, str | Drawing, str]]] = []
    right = width
    for mark, meaning in marks:
        taken = room + 0.56 * size * len(meaning) + 16
        if right + taken > width:
            rows.append([])
            right = 20
        rows[-1].append((right, mark, meaning))
        right += taken
    row = max([step, *(mark.height + 4 for mark, _ in marks if isinstance(mark, Drawing))])
    height = drawing.height + row * len(rows) + step * len(lines) + 16
    whole = Drawing(width, height, drawing.title, drawing.description)
    whole.rect(0, 0, width, height, fill=PAPER)
    across = (width - drawing.width) / 2
    whole.inset(drawing, across, 0)
    if drawing.board is not None:
        x, y, *extent = drawing.board
        whole.board = x - drawing.left + across, y - drawing.top, extent[0], extent[1]
    y = drawing.height + size
    for each in rows:
        for x, mark, meaning in each:
            _sample(whole, mark, x + room / 2 - 5, y - size * 0.35)
            whole.text(x + room, y, meaning, size, fill=QUIET, text_anchor="start")
        y += row
    for line in lines:
        indent = 20 + size * line.startswith(" ")
        whole.text(indent, y, line.strip(), size, fill=INK, text_anchor="start")
        y += step
    return whole


def _sample(drawing: Drawing, kind: str | Drawing, x: float, y: float) -> None:
    """Draw a legend's mark, centred at a point."""
    if isinstance(kind, Drawing):
        drawing.inset(kind, x - kind.width / 2, y - kind.height / 2)
    elif kind in _SAMPLES:
        drawing.line(x - 12, y, x + 12, y, stroke=WARN, **_SAMPLES[kind])
    elif kind == "ring":
        drawing.circle(x, y, 8, fill="none", stroke=WARN, stroke_width=3)
    elif kind == "frame":
        drawing.rect(x - 8, y - 8, 16, 16, fill="none", stroke=WARN, stroke_width=3)
    else:
        for turn in (-1, 1):
            drawing.line(x - 6, y - 6 * turn, x + 6, y + 6 * turn, stroke=WARN, stroke_width=4)
