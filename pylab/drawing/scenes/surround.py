"""What stands around a board: its title, legend, and the names of its columns and rows."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from pylab.drawing.palette import INK, PAPER, QUIET, SCALE
from pylab.drawing.scenes import marks
from pylab.drawing.scenes.schema import Look, Shape
from pylab.drawing.svg import Drawing, caption_size

if TYPE_CHECKING:
    from pylab.drawing.scenes.board import Board


class Around(NamedTuple):
    """What stands around a board in one frame, or in all.

    Attributes:
        titles: the parts of the title.
        legend: looks and what they mean.
        names: of columns (`x`) and rows (`y`): their positions and texts.
        notes: lines below the text picture.
    """

    titles: Sequence[str]
    legend: Sequence[tuple[Look, str]]
    names: Mapping[str, Sequence[tuple[int, str]]]
    notes: Sequence[str]

    @property
    def title(self) -> str:
        return ", ".join(filter(None, self.titles))

    @classmethod
    def of(cls, shapes: Iterable[Shape]) -> Around:
        """What these shapes of a scene say, in their order."""
        found: dict[str, list[Any]] = {"title": [], "note": [], "legend": []}
        names: dict[str, dict[int, str]] = {"x": {}, "y": {}}
        for shape in shapes:
            values = shape.values
            if shape.kind == "axis":
                names[values["axis"]][values["position"]] = values["text"]
            elif shape.kind == "legend":
                found["legend"].append((values["look"], values["text"]))
            elif shape.kind in found:
                found[shape.kind].append(values["text"])
        return cls(
            found["title"],
            sorted(found["legend"], key=lambda each: _in_legend(each[0])),
            {axis: sorted(those.items()) for axis, those in names.items()},
            [*_by_numbers(found["note"])],
        )


def drawn(board: Board, frame: str, paint: Callable[[Drawing], None]) -> Drawing:
    """The drawing of a frame: what stands around it, and the shapes that `paint` adds."""
    unit, (left, top, right, bottom) = board.unit, board.bounds
    around, every = board.around(frame), board.around(None)
    width, height = (right - left) * unit, (bottom - top) * unit
    pad, size, named = (
        max(12, 0.4 * unit),
        caption_size(max(width, 2 * height)),
        _name_size(board),
    )
    longest = max((marks.breadth(text) for _, text in every.names["y"]), default=0)
    before = pad + (named * (longest + 0.6) if longest else 0)
    across = pad + (1.4 * named if every.names["x"] else 0)
    above, below = (pad, across) if board.up else (across, pad)
    titles = [board.around(each).title for each in board.frames or ("",)]
    rows = [marks.breadth(each) * size for each in titles if each]
    legend = [
        (marks.breadth(text) + (6 if look.colour == "scale" else 2)) * size
        for look, text in every.legend
    ]
    alone = max(before + width + pad, *(each + 2 * pad for each in (*rows, 0)))
    whole = max(alone, *(each + 2 * pad for each in (*legend, 0)))
    margin = (whole - before - width - pad) / 2 + before
    lines = len(legend) + (1 if rows else 0)
    drawing = Drawing(
        whole, above + height + below + 1.6 * size * lines, around.title or board.name,
        left=left * unit - margin, top=top * unit - above,
    )  # fmt: skip
    drawing.board = left * unit, top * unit, width, board.end * unit - top * unit
    drawing.end = board.end * unit if board.end < bottom else None
    drawing.rect(*drawing.view, fill=PAPER, on="picture")
    drawing.description = " ".join(around.notes)
    paint(drawing)
    _write_names(board, drawing, around.names)
    y = bottom * unit + below + 0.5 * size
    if rows:
        drawing.text(drawing.left + whole / 2, y, around.title, size, fill=INK, data_actor="title")
        y += 1.6 * size
    drawing.legend = len(drawing.parts), 1.6 * size * len(legend), whole - alone
    for look, text in around.legend:
        x = drawing.left + pad
        if look.colour == "scale":
            for fill in SCALE:
                drawing.rect(x, y - 0.85 * size, 0.6 * size, size, fill=fill)
                x += 0.6 * size
            x += 0.7 * size
        elif look.colour != PAPER:
            _sample(drawing, look, x, y - 0.85 * size, size)
            x += 1.7 * size
        drawing.text(x, y, text, size, fill=QUIET, text_anchor="start")
        y += 1.6 * size
    return drawing


def _name_size(board: Board) -> float:
    """Of the letters beside the board."""
    return max(9, min(14, 0.32 * board.unit))


def _write_names(
    board: Board, drawing: Drawing, names: Mapping[str, Sequence[tuple[int, str]]]
) -> None:
    """The names of columns and rows."""
    unit, size, (left, top, _, bottom) = board.unit, _name_size(board), board.bounds
    y = bottom * unit + 1.4 * size if board.up else top * unit - 0.7 * size
    for column, text in names["x"]:
        drawing.text((column + 0.5) * unit, y, text, size, fill=QUIET)
    for row, text in names["y"]:
        middle = (-row - 0.5 if board.up else row + 0.5) * unit + 0.35 * size
        x = left * unit - 0.7 * size
        drawing.text(x, middle, text, size, fill=QUIET, text_anchor="end")


def _sample(drawing: Drawing, look: Look, x: float, y: float, size: float) -> None:
    """What a look is like, in a legend."""
    edge = {"fill": "none", "stroke": look.colour, "stroke_width": 2}
    edge |= {"stroke_dasharray": "3 2"} if "dashed" in look.styles else {}
    style = edge if {"outline", "dashed"} & look.styles else {"fill": look.colour}
    rounded = 0.5 if "round" in look.styles else 0.15
    drawing.rect(x, y, size, size, rx=rounded * size, **style)


def _in_legend(look: Look) -> tuple[bool, bool]:
    """Where a look stands in a legend: what is only outlined, then colours, then bare words."""
    return look.colour == PAPER, "outline" not in look.styles


def _by_numbers(notes: Iterable[str]) -> Iterator[str]:
    """The notes; successive ones that begin with numbers are in the order of these.

    >>> [*_by_numbers(["start", " 10 e", "  2 w", "end"])]
    ['start', '  2 w', ' 10 e', 'end']
    """
    numbered = re.compile(" *([0-9]+) ").match
    for _, run in groupby(notes, lambda each: numbered(each) is None):
        yield from sorted(run, key=lambda each: int(found[1]) if (found := numbered(each)) else 0)
