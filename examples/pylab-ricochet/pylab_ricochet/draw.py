"""Pictures of a board and a plan, as shapes and as characters; knows no rule by itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pylab.facts import Fact, integer
from pylab.grid import Grid, Raster
from pylab.palette import CARD, FLOOR, GOAL, INK, LINE, PAPER, SCALE, WARN
from pylab.svg import Drawing, number
from pylab_ricochet.check import check, replay
from pylab_ricochet.model import STEPS, Board, Field, Plan

CELL, _MARGIN = 40.0, 30.0
_PAINT = {"red": "#c62318", "green": "#2a9d64", "blue": "#1f6fb2", "yellow": "#c98a00"}


@dataclass(frozen=True, slots=True)
class Obstacles:
    """Requirements that can't all be met: barriers, and perhaps the bound on moves."""

    barriers: Sequence[tuple[int, int, str]]
    bounds: Sequence[int]

    def words(self) -> list[str]:
        barriers = [f"there is a barrier {way} of ({x},{y})" for x, y, way in self.barriers]
        return [*(f"moves are at most {bound}" for bound in self.bounds), *barriers]


def obstacles(_board: Board, requirements: Sequence[Fact]) -> Obstacles:
    """Of the requirements length(L) and barrier(X,Y,D), see reasons.lp."""
    sides = [each for each in requirements if each.name == "barrier"]
    barriers = [(integer(each, 0), integer(each, 1), str(each.arguments[2])) for each in sides]
    return Obstacles(barriers, [integer(each, 0) for each in requirements if each not in sides])


def situations(board: Board, plan: object) -> Iterator[tuple[str, Board]]:
    """The board at the start and after each of a plan's moves, with what was done."""
    yield "the start", board
    if isinstance(plan, Plan) and check(board, plan).trace:
        for move, robots in zip(plan.moves, list(replay(board, plan))[1:], strict=True):
            yield f"{move.step}. {move}", replace(board, robots=tuple(robots.items()))


def draw(board: Board, plan: Plan | Obstacles | None = None) -> Drawing:
    """The board at the start, with the ways of a plan's moves, or with obstacles in colour."""
    side, colours = board.size * CELL, _colours(board)
    told = check(board, plan).summary if isinstance(plan, Plan) else ""
    title, whole = f"Ricochet Robots, {board.size} × {board.size}", side + 2 * _MARGIN
    drawing = Drawing(whole, whole, title, told, -_MARGIN, -_MARGIN)
    drawing.rect(*drawing.view, fill=PAPER)
    grid = Grid(board.size, board.size, CELL)
    for index in range(board.size**2):
        grid.square(drawing, *divmod(index, board.size), fill=FLOOR, stroke=LINE)
    grid.name_columns(drawing, range(1, board.size + 1), -10)
    grid.name_rows(drawing, range(1, board.size + 1), -16)
    drawing.rect(0, 0, side, side, fill="none", stroke=INK, stroke_width=4)
    for x, y, way in sorted(board.barriers):
        (right, down), (left, top) = STEPS[way], _centre((x, y))
        middle, above = left + right * CELL / 2, top + down * CELL / 2
        ends = [(middle + down * n, above + right * n) for n in (-CELL / 2, CELL / 2)]
        marked = isinstance(plan, Obstacles) and (x, y, way) in plan.barriers
        drawing.polyline(ends, stroke=WARN if marked else INK, stroke_width=7 if marked else 4)
    drawing.circle(*_centre(board.target[1]), 17, fill="none", stroke=GOAL, stroke_width=3)
    ring = colours[board.target[0]]
    drawing.circle(*_centre(board.target[1]), 12, fill="none", stroke=ring, stroke_width=5)
    before = dict(board.robots)
    for step, (_, after) in enumerate(situations(board, plan)):
        for name, field in set(after.robots) - set(before.items()):
            here, there = _centre(before[name]), _centre(field)
            drawing.line(*here, *there, stroke=colours[name], stroke_width=3)
            drawing.text(there[0] + 12, there[1] - 9, str(step), 11, fill=INK)
        before = dict(after.robots)
    for name, field in board.robots:
        place = f"translate({' '.join(map(number, _centre(field)))})"
        for n, way in enumerate(STEPS):
            actor = {"data_actor": f"{name} {way}", "class_": "arrow", "on": "page"}
            with drawing.group(**actor, transform=f"{place} rotate({90 * n})"):
                drawing.polygon([(20, 0), (13, 6), (13, -6)], class_="head")
                drawing.rect(11, -9, 10, 18, rx=3, class_="mark", pointer_events="all")
        with drawing.group(data_actor=f"robot {name}", transform=place):
            drawing.circle(0, 0, 12, fill=colours[name], stroke=CARD, stroke_width=2)
            drawing.text(0, 5, _letters(board)[name], 14, fill=CARD, font_weight=700)
    return drawing


def _centre(field: Field) -> tuple[float, float]:
    return (field[0] - 0.5) * CELL, (field[1] - 0.5) * CELL


def _colours(board: Board) -> dict[str, str]:
    return {name: _PAINT.get(name, SCALE[i % 8]) for i, (name, _) in enumerate(board.robots)}


def _letters(board: Board) -> dict[str, str]:
    """A letter for each robot, or numbers where names begin alike."""
    names = {name: name.strip("_")[0].upper() for name, _ in board.robots}
    alike = len(set(names.values())) < len(names)
    return {name: str(i) for i, name in enumerate(names, 1)} if alike else names


def picture(board: Board, plan: Plan | Obstacles | None = None) -> str:
    """The same in characters, of a plan with a board for each of its moves."""
    marked = plan.barriers if isinstance(plan, Obstacles) else ()
    blocks = [f"{told}\n{_text(each, marked)}\n\n" for told, each in situations(board, plan)]
    legend = ", ".join(f"{letter} {name}" for name, letter in _letters(board).items())
    return f"{''.join(blocks)}{legend}, * where {board.target[0]} has to stop\n"


def _text(board: Board, marked: Sequence[tuple[int, int, str]]) -> str:
    raster = Raster()
    for index in range(board.size**2):
        raster.put(4 * (index % board.size), 2 * (index // board.size), "+   +\n  .  \n+   +")
    for index in range(board.size**2):
        x, y = index % board.size + 1, index // board.size + 1
        for way, (right, down) in STEPS.items():
            at = 4 * x - 2 + 2 * right - abs(down), 2 * y - 1 + down
            if (x, y, way) in marked:
                raster.put(*at, "xxx" if down else "x")
            elif board.beside((x, y), way) is None:
                raster.put(*at, "---" if down else "|")
    raster.put(4 * board.target[1][0] - 2, 2 * board.target[1][1] - 1, "*")
    for name, (x, y) in board.robots:
        raster.put(4 * x - 3, 2 * y - 1, _letters(board)[name])
    return str(raster)
