"""Splits a scene into its legend and the rest; knows drawings alone."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from pylab.drawing.svg import Drawing, Element, number

_MOVED = re.compile(r"translate\((-?[\d.]+) (-?[\d.]+)\)")
_BELOW = 12
"""The height that is still shown below a board."""


class LegendSample(NamedTuple):
    """Shapes in a legend, the part of the plane that shows them, and its height in pixels."""

    shapes: Sequence[Element | str] = ()
    view: tuple[float, float, float, float] = (0, 0, 1, 1)
    high: int = 14


def split(scene: Drawing) -> tuple[Drawing, list[tuple[str, str]]]:
    """A scene without its legend, and the legend's items: samples as SVG, and what they mean.

    A legend is the last parts of a scene, and what is drawn below the board.
    """
    shapes, listed = scene.alone(), _listed(scene)
    if scene.end is not None:
        lower = _lower(scene, scene.end)
        gone = set(map(id, lower))
        kept = [each for each in shapes.parts if id(each) not in gone]
        left, above, width, _ = shapes.view
        shapes = Drawing(
            width, scene.end + _BELOW - above, scene.title, scene.description, left, above
        )
        shapes.copy(kept)
        listed = [*_in_rows(lower), *listed]
    return shapes, [(_picture(scene, sample), words) for sample, words in listed]


def _listed(scene: Drawing) -> list[tuple[LegendSample, str]]:
    """The lines of a legend: rectangles in a row, then words."""
    found, samples = list[tuple[LegendSample, str]](), list[Element | str]()
    for each in scene.legends:
        if isinstance(each, str) or each.name != "text":
            samples.append(each)
            continue
        places = [[float(str(one.style[name])) for name in ("x", "y", "width", "height")]
                  for one in samples if isinstance(one, Element)]  # fmt: skip
        sample = LegendSample()
        if places:
            (x, y, _, high), last = places[0], places[-1]
            sample = LegendSample(samples, (x - 1, y - 1, last[0] + last[2] - x + 2, high + 2))
        found.append((sample, _words(each)))
        samples = []
    return found


def _lower(scene: Drawing, end: float) -> list[Element]:
    """The shapes below this height, sorted by rows."""
    last = scene.legend[0] if scene.legend else None
    found = [each for each in scene.parts[:last] if isinstance(each, Element)]
    placed = [(at[1], at[0], n) for n, each in enumerate(found) if (at := _middle(each))]
    return [found[n] for y, _, n in sorted(placed) if y > end]


def _in_rows(lower: Sequence[Element]) -> list[tuple[LegendSample, str]]:
    """Words below a board, each with the shapes between it and the words to its left.

    A centred text is such a shape, too, where other words begin at their left.
    """
    found = list[tuple[LegendSample, str]]()
    words = [each for each in lower if each.name == "text"]
    words = [each for each in words if each.style["text_anchor"] == "start"] or words
    texts = [(*at, each) for each in words if (at := _middle(each))]
    for x, y, each in texts:
        near = [
            (one, at)
            for one in lower
            if one not in words and (at := _middle(one)) and abs(at[1] - y) < abs(x - at[0])
        ]
        before = max((u for u, v, _ in texts if u < x and abs(v - y) < 1), default=x - 1e9)
        those = [(one, at) for one, at in near if before < at[0] < x]
        sample = LegendSample()
        if those:
            across = [at[0] for _, at in those]
            u, v = (min(across) + max(across)) / 2, those[-1][1][1]
            reach = 0.67 * (x - u)
            view = u - reach, v - reach, 2 * reach, 2 * reach
            sample = LegendSample([one for one, _ in those], view, 24)
        found.append((sample, _words(each)))
    return found


def _middle(shape: Element) -> tuple[float, float] | None:
    """Where a shape is; None if its attributes don't say."""
    style = shape.style
    if moved := _MOVED.match(str(style.get("transform", ""))):
        return float(moved[1]), float(moved[2])
    for x, y in (("cx", "cy"), ("x", "y")):
        if x in style and y in style:
            wide, high = (float(str(style.get(name, 0))) / 2 for name in ("width", "height"))
            high -= 0.35 * float(str(style.get("font_size", 0)))
            return float(str(style[x])) + wide, float(str(style[y])) + high
    return None


def _words(shape: Element) -> str:
    return "".join(map(str, shape.parts))


def _picture(scene: Drawing, sample: LegendSample) -> str:
    """A sample as SVG; empty if it has no shapes."""
    if not sample.shapes:
        return ""
    _, _, width, height = sample.view
    size = f'width="{number(sample.high * width / height)}" height="{sample.high}"'
    return (
        f'<svg viewBox="{" ".join(map(number, sample.view))}" {size} aria-hidden="true">'
        f"{scene.shapes(sample.shapes)}</svg>"
    )
