"""Draws the dependencies of predicates as DOT and as SVG; knows no rules."""

from __future__ import annotations

from pylab.base.listing import Signature
from pylab.drawing.palette import GOAL, INK, PAPER, SHADE, WAY
from pylab.drawing.svg import Drawing
from pylab.encoding.predicates import Dependencies, reached

ROW, GAP, PAD, LETTER = 24, 90, 22, 7.2
GIVEN, SHOWN = SHADE, GOAL
TINTS = ("#cfe3f5", "#d9ead3", "#fde5cd", "#e6d9ee", "#f6d7d7", "#d5ecea", "#efeab8", "#dddddd")
"""A colour for each file, in the order in which files first define something."""


def dot(graph: Dependencies, title: str) -> str:
    """A Graphviz graph: a cluster for each file, arrows to dependent predicates."""
    lines = [f'digraph "{_quoted(title)}" {{', "  rankdir=LR;", "  node [shape=box];"]
    for number, (file, members) in enumerate(_by_file(graph).items()):
        lines += [f"  subgraph cluster_{number} {{", f'    label="{_quoted(file)}";']
        shown = {each: " [peripheries=2]" if each in graph.shown else "" for each in members}
        lines += [f'    "{each}"{outline};' for each, outline in shown.items()]
        lines.append("  }")
    lines += [f'  "{each}" [style=filled];' for each in sorted(graph.given, key=str)]
    lines += [f'  "{used}" -> "{head}";' for head, used in graph.pairs]
    return "\n".join([*lines, "}"]) + "\n"


def svg(graph: Dependencies, title: str) -> str:
    """Columns from inputs (left) to outputs; a colour for each file, an arrow for each dependency.

    Predicates that depend on each other share a column.
    """
    columns = _columns(graph)
    tints = {file: TINTS[i % len(TINTS)] for i, file in enumerate(_by_file(graph))}
    widths = [max(len(str(each)) for each in column) * LETTER + 18 for column in columns]
    lefts = [PAD + sum(widths[:i]) + GAP * i for i in range(len(columns))]
    tallest = max(map(len, columns), default=0)
    top = 54
    height = top + ROW * 1.4 * tallest + ROW * 1.2 * len(tints) + 2 * PAD
    width = max(360.0, (lefts[-1] + widths[-1] if columns else 0) + PAD)
    drawing = Drawing(width, height, title)
    drawing.rect(0, 0, width, height, fill=PAPER)
    drawing.text(PAD, 30, title, 16, fill=INK, text_anchor="start", font_weight="bold")
    places: dict[Signature, tuple[float, float, float]] = {}
    for column, left, wide in zip(columns, lefts, widths, strict=True):
        for row, each in enumerate(column):
            places[each] = (left, top + ROW * 1.4 * row, wide)
    for head, used in graph.pairs:
        _arrow(drawing, places[used], places[head])
    for each, (left, y, wide) in places.items():
        files = graph.homes.get(each)
        fill = tints[files[0]] if files else GIVEN
        border = {"stroke": SHOWN, "stroke_width": 2} if each in graph.shown else {"stroke": WAY}
        drawing.rect(left, y, wide, ROW, rx=4, fill=fill, **border)
        drawing.text(left + wide / 2, y + 16, str(each), 12, fill=INK)
    legend = [("given: the instance's facts", GIVEN, WAY), *((f, t, WAY) for f, t in tints.items())]
    if graph.shown:
        legend.append(("shown", PAPER, SHOWN))
    y = top + ROW * 1.4 * tallest + PAD
    for row, (words, fill, stroke) in enumerate(legend):
        drawing.rect(PAD, y + ROW * row * 0.9, 14, 14, rx=3, fill=fill, stroke=stroke)
        style = {"fill": INK, "text_anchor": "start"}
        drawing.text(PAD + 22, y + ROW * row * 0.9 + 12, words, 12, **style)
    return drawing.render()


def _arrow(
    drawing: Drawing, start: tuple[float, float, float], end: tuple[float, float, float]
) -> None:
    """A curve from the right side of one box to the left side of another, tip included."""
    x, y = start[0] + start[2], start[1] + ROW / 2
    x2, y2 = end[0] - 5, end[1] + ROW / 2
    if start == end:
        return
    bend = max(36.0, abs(x2 - x) / 2)
    if x2 < x:  # within a column, or back: along the right-hand side
        x2 = end[0] + end[2] + 5
        curve = f"M {x} {y} C {x + 40} {y} {x2 + 40} {y2} {x2} {y2}"
        tip = [(x2 - 5, y2), (x2 + 2, y2 - 3), (x2 + 2, y2 + 3)]
    else:
        curve = f"M {x} {y} C {x + bend} {y} {x2 - bend} {y2} {x2} {y2}"
        tip = [(x2 + 5, y2), (x2 - 2, y2 - 3), (x2 - 2, y2 + 3)]
    drawing.path(curve, fill="none", stroke=WAY, stroke_width=1.2)
    drawing.polygon(tip, fill=WAY)


def _columns(graph: Dependencies) -> list[list[Signature]]:
    """Each predicate in the column after the last of its dependencies, cycles taken as one."""
    everything = sorted({*graph.homes, *graph.given}, key=str)
    rests = {each: graph.rests.get(each, set()) for each in everything}
    closure = {each: reached(rests[each], rests).keys() for each in everything}
    depth: dict[Signature, int] = {}

    def measure(each: Signature) -> int:
        if each not in depth:
            circle = {o for o in closure[each] if each in closure[o]} | {each}
            below = {u for member in circle for u in rests[member]} - circle
            level = max((measure(u) + 1 for u in below), default=0)
            depth.update(dict.fromkeys(circle, level))
        return depth[each]

    columns: list[list[Signature]] = []
    for each in everything:
        level = measure(each)
        columns += [[] for _ in range(level + 1 - len(columns))]
        columns[level].append(each)
    return [column for column in columns if column]


def _by_file(graph: Dependencies) -> dict[str, list[Signature]]:
    """The defined predicates by the file that defines them first."""
    files: dict[str, list[Signature]] = {}
    for signature, homes in graph.homes.items():
        files.setdefault(homes[0], []).append(signature)
    return files


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')
