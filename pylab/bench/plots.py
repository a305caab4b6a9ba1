"""Cactus and scatter plots of a topic's outcomes, and curves over sizes, as SVG; no files."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from pylab.bench.analysis import VIRTUAL_BEST, JobOutcome, Table, compare
from pylab.drawing.svg import Drawing

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#222222")
"""Distinct with any kind of colour vision (Okabe and Ito, Color Universal Design, 2008)."""

_SHAPES = "odst"
"""Dot, diamond, square, triangle: a mark beside the colour, with another period."""

_MOST_MARKS = 40
_GREY, _FAINT, _INK = "#8a8a8a", "#e2e2e2", "#222222"
_WIDTH, _HEIGHT = 640.0, 400.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 62.0, 20.0, 34.0, 50.0
_LEGEND_ROW = 18.0
_LEAST = 0.001


def cactus(table: Table, clock: str = "wall") -> str:
    """A cactus plot: the number of solved instances against the time for each, logarithmic.

    The lower and the further right a curve, the better.
    """
    names = [*table.variants, *([VIRTUAL_BEST] if len(table.variants) > 1 else [])]
    lines = {name: dict(enumerate(table.times(name), 1)) for name in names}
    low, high = _decades([seconds for each in lines.values() for seconds in each.values()])
    most = max([1, *map(len, lines.values())])
    frame = _Axes(
        f"{table.topic.called}: solved instances",
        0, most, low, high, "instances solved", f"{clock} seconds each",
        legend=len(names),
    )  # fmt: skip
    frame.ticks_right(_counts(most))
    frame.ticks_up()
    frame.curves(lines, {name: f"{name}: {len(each)}" for name, each in lines.items()})
    return frame.drawing.render()


def curves(title: str, along: str, up: str, lines: Mapping[str, Mapping[int, float]]) -> str:
    """Curves of a quantity against the size of puzzles, both logarithmic."""
    known = {name: each for name, each in lines.items() if each}
    low, high = _decades([value for each in known.values() for value in each.values()])
    sizes = sorted({size for each in known.values() for size in each}) or [1]
    frame = _Axes(
        title, sizes[0], max(sizes[-1], sizes[0] + 1), low, high, along, up,
        width=460, legend=len(known), log_x=True,
    )  # fmt: skip
    frame.ticks_right(sizes[:: 1 + len(sizes) // 9])
    frame.ticks_up()
    frame.curves(known, {name: name for name in known})
    return frame.drawing.render()


def scatter(table: Table, first: str, second: str, clock: str = "wall") -> str:
    """A scatter plot of the instances: the first variant's time along x, the second's along y.

    The first variant is faster above the diagonal; ties are grey. Unsolved instances are on the
    outer lines.
    """
    couples = list(table.couples(first, second))
    times = [each.time for couple in couples for each in couple if each.solved]
    low, high = _decades(times)
    outside = high * 10**0.25
    frame = _Axes(
        f"{table.topic.called}: {first} against {second}",
        low, outside, low, outside,
        f"{_cut(first, 300)}, {clock} seconds", f"{_cut(second, 230)}, {clock} seconds",
        width=460, log_x=True,
    )  # fmt: skip
    frame.ticks_right(_powers(low, high))
    frame.ticks_up(high)
    for factor, shade in ((1, _GREY), (10, _FAINT), (0.1, _FAINT)):
        frame.diagonal(factor, high, shade)
    frame.wall(high)
    for a, b in couples:
        order = compare(a.seconds, b.seconds)
        colour = _GREY if order == 0 else COLOURS[0 if order < 0 else 1]
        spot = frame.at(_placed(a, outside), _placed(b, outside))
        frame.drawing.circle(*spot, 3.2, fill=colour, fill_opacity=0.65)
    return frame.drawing.render()


def _placed(outcome: JobOutcome, outside: float) -> float:
    return max(_LEAST, outcome.time) if outcome.solved else outside


def _mark(drawing: Drawing, shape: str, x: float, y: float, colour: str) -> None:
    """Draw a mark of a shape, all of a similar size; nothing without a shape."""
    if shape == "o":
        drawing.circle(x, y, 2.8, fill=colour)
    elif shape:
        corners = {
            "d": [(0.0, -3.8), (3.8, 0.0), (0.0, 3.8), (-3.8, 0.0)],
            "s": [(-2.6, -2.6), (2.6, -2.6), (2.6, 2.6), (-2.6, 2.6)],
            "t": [(0.0, -3.8), (3.5, 2.6), (-3.5, 2.6)],
        }[shape]
        drawing.polygon([(x + dx, y + dy) for dx, dy in corners], fill=colour)


class _Axes:
    """A diagram with axes; y is always logarithmic."""

    def __init__(
        self,
        title: str,
        left: float,
        right: float,
        low: float,
        high: float,
        along: str,
        up: str,
        width: float = _WIDTH,
        legend: int = 0,
        log_x: bool = False,
    ) -> None:
        self.left, self.right, self.low, self.high = left, right, low, high
        self.log_x = log_x
        self.width, self.bottom = width, _HEIGHT - _BOTTOM
        height = _HEIGHT + legend * _LEGEND_ROW + (6 if legend else 0)
        self.drawing = Drawing(width, height, title, f"{up} over {along}")
        self.drawing.rect(0, 0, width, height, fill="#ffffff")
        self.drawing.text(width / 2, 20, _cut(title, width), 13, fill=_INK, font_weight="bold")
        middle = (_LEFT + width - _RIGHT) / 2
        self.drawing.text(middle, _HEIGHT - 14, _cut(along, width), 12, fill=_INK)
        turned = f"rotate(-90 16 {(_TOP + self.bottom) / 2:g})"
        self.drawing.text(
            16, (_TOP + self.bottom) / 2, _cut(up, _HEIGHT), 12, fill=_INK, transform=turned
        )
        self.drawing.rect(
            _LEFT, _TOP, width - _RIGHT - _LEFT, self.bottom - _TOP, fill="none", stroke=_GREY
        )

    def at(self, x: float, y: float) -> tuple[float, float]:
        """The position of a pair of values."""
        return self._along(x), self._up(y)

    def ticks_right(self, values: Sequence[float]) -> None:
        for value in values:
            x = self._along(value)
            self.drawing.line(x, _TOP, x, self.bottom, stroke=_FAINT)
            self.drawing.text(x, self.bottom + 16, f"{value:g}", 11, fill=_INK)

    def ticks_up(self, high: float | None = None) -> None:
        for value in _powers(self.low, high or self.high):
            y = self._up(value)
            self.drawing.line(_LEFT, y, self.width - _RIGHT, y, stroke=_FAINT)
            self.drawing.text(_LEFT - 6, y + 4, f"{value:g}", 11, fill=_INK, text_anchor="end")

    def diagonal(self, factor: float, high: float, colour: str) -> None:
        """Draw the line on which the second time is `factor` times the first."""
        start, end = max(self.low, self.low / factor), min(high, high / factor)
        if start < end:
            self.drawing.line(
                *self.at(start, start * factor), *self.at(end, end * factor), stroke=colour
            )

    def wall(self, high: float) -> None:
        """Draw the lines beyond which unsolved instances are."""
        x, y = self.at(high, high)
        self.drawing.line(x, _TOP, x, self.bottom, stroke=_GREY, stroke_dasharray="3 3")
        self.drawing.line(_LEFT, y, self.width - _RIGHT, y, stroke=_GREY, stroke_dasharray="3 3")
        across, middle = (x + self.width - _RIGHT) / 2 + 4, (_TOP + self.bottom) / 2
        turned = f"rotate(-90 {across:g} {middle:g})"
        self.drawing.text(across, middle, "unsolved", 10, fill=_GREY, transform=turned)
        self.drawing.text((_LEFT + x) / 2, (_TOP + y) / 2 + 4, "unsolved", 10, fill=_GREY)

    def curves(self, lines: Mapping[str, Mapping[int, float]], legends: Mapping[str, str]) -> None:
        """Draw a curve and a line of the legend for each name, the first one on top."""
        for index, name in reversed(list(enumerate(lines))):
            virtual = name == VIRTUAL_BEST
            colour = _GREY if virtual else COLOURS[index % len(COLOURS)]
            dashes, shape = ("5 4", "") if virtual else (None, _SHAPES[index % len(_SHAPES)])
            style = {"stroke": colour, "stroke_width": 1.8, "stroke_dasharray": dashes}
            points = [self.at(*point) for point in sorted(lines[name].items())]
            self.drawing.polyline(points, **style)
            y = _HEIGHT + index * _LEGEND_ROW
            self.drawing.line(_LEFT, y, _LEFT + 26, y, **style)
            for spot in (*points[:: 1 + len(points) // _MOST_MARKS], (_LEFT + 13, y)):
                _mark(self.drawing, shape, *spot, colour)
            text = _cut(legends[name], self.width)
            self.drawing.text(_LEFT + 34, y + 4, text, 12, fill=_INK, text_anchor="start")

    def _along(self, x: float) -> float:
        share = (
            _share(max(x, self.left), self.left, self.right)
            if self.log_x
            else (x - self.left) / (self.right - self.left)
        )
        return _LEFT + share * (self.width - _RIGHT - _LEFT)

    def _up(self, y: float) -> float:
        return self.bottom - _share(max(y, self.low), self.low, self.high) * (self.bottom - _TOP)


def _share(value: float, low: float, high: float) -> float:
    return math.log(value / low) / math.log(high / low)


def _decades(times: Sequence[float]) -> tuple[float, float]:
    """The powers of ten below and above all times, at least a decade apart."""
    kept = [max(_LEAST, seconds) for seconds in times] or [0.1, 1.0]
    low = math.floor(math.log10(min(kept)) + 1e-9)
    high = math.ceil(math.log10(max(kept)) - 1e-9)
    return 10.0**low, 10.0 ** max(high, low + 1)


def _powers(low: float, high: float) -> list[float]:
    first, last = round(math.log10(low)), math.floor(math.log10(high) + 1e-9)
    return [10.0**n for n in range(first, last + 1)]


def _counts(most: int) -> list[float]:
    """About eight round numbers, at most, from 0 to `most`."""
    step = 1
    while most / step > 8:
        step = step * 5 // 2 if str(step)[0] == "2" else step * 2
    return [float(n) for n in range(0, most + 1, step)]


def _cut(text: str, width: float) -> str:
    most = int(width / 7.2)
    return text if len(text) <= most else text[: most - 1] + "…"
