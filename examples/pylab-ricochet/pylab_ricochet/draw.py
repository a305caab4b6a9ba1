"""Pictures of a board and a plan, as shapes and as characters; knows no rule by itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pylab.facts import Fact, integer
from pylab.grid import Grid, Raster
from pylab.palette import CARD, FLOOR, GOAL, INK, LINE, PAPER, SCALE, WARN
from pylab.svg import Drawing, number
from pylab_ricochet.check import check, replay
from pylab_ricochet.model import STEPS, Board, Field, Plan

CELL = 40.0
_MARGIN = 30.0
_NAMED = {"red": "#c62318", "green": "#2a9d64", "blue": "#1f6fb2", "yellow": "#c98a00"}


@dataclass(frozen=True, slots=True)
class Obstacles:
    """Requirements that can't all be met: barriers, and the bound on moves if that is one."""

    barriers: tuple[tuple[int, int, str], ...] = ()
    length: int | None = None

    def words(self) -> list[str]:
        bound = [] if self.length is None else [f"moves are at most {self.length}"]
        barriers = (f"there is a barrier {d} of ({x},{y})" for x, y, d in self.barriers)
        return [*bound, *barriers]


def obstacles(_board: Board, requirements: Sequence[Fact]) -> Obstacles:
    """Of the requirements length(L) and barrier(X,Y,D), see reasons.lp."""
    barriers = [each for each in requirements if each.name == "barrier"]
    bounds = [integer(each, 0) for each in requirements if each.name == "length"]
    found = ((integer(b, 0), integer(b, 1), str(b.arguments[2])) for b in barriers)
    return Obstacles(tuple(found), next(iter(bounds), None))


def centre(field: Field) -> tuple[float, float]:
    """The middle of a field in a drawing."""
    return (field[0] - 0.5) * CELL, (field[1] - 0.5) * CELL


def letters(board: Board) -> dict[str, str]:
    """A letter for each robot, or a number where names begin alike."""
    names = [name for name, _ in board.robots]
    first = [name.strip("_")[0].upper() for name in names]
    alike = len(set(first)) < len(first)
    return {name: str(i) if alike else first[i - 1] for i, name in enumerate(names, 1)}


def draw(board: Board, plan: Plan | Obstacles | None = None) -> Drawing:
    """The board at the start, with the ways of a plan's moves, or with obstacles in colour."""
    side = board.size * CELL
    title = f"Ricochet Robots, {board.size} × {board.size}"
    told = check(board, plan).summary if isinstance(plan, Plan) else ""
    drawing = Drawing(
        side + 2 * _MARGIN, side + 2 * _MARGIN, title, told, left=-_MARGIN, top=-_MARGIN
    )
    drawing.rect(-_MARGIN, -_MARGIN, *drawing.view[2:], fill=PAPER, on="picture")
    grid = Grid(board.size, board.size, CELL)
    for x, y in ((x, y) for y in range(board.size) for x in range(board.size)):
        grid.square(drawing, x, y, fill=FLOOR, stroke=LINE)
    grid.name_columns(drawing, range(1, board.size + 1), -10)
    grid.name_rows(drawing, range(1, board.size + 1), -16)
    drawing.rect(0, 0, side, side, fill="none", stroke=INK, stroke_width=4)
    marked = plan.barriers if isinstance(plan, Obstacles) else ()
    for each in sorted(board.barriers):
        x, y = centre(each[:2])
        across, down = (step * CELL / 2 for step in STEPS[each[2]])
        ends = x + across - down, y + down - across, x + across + down, y + down + across
        style = {"stroke": WARN if each in marked else INK, "stroke_linecap": "round"}
        drawing.line(*ends, stroke_width=7 if each in marked else 4, **style)
    colours = {name: _NAMED.get(name, SCALE[i % 8]) for i, (name, _) in enumerate(board.robots)}
    named, (mover, goal) = letters(board), board.target
    x, y = centre(goal)
    drawing.circle(x, y, 17, fill="none", stroke=GOAL, stroke_width=3)
    drawing.circle(x, y, 11, fill="none", stroke=colours[mover], stroke_width=5)
    if isinstance(plan, Plan) and check(board, plan).trace:
        before = dict(board.robots)
        for move, after in zip(plan.moves, list(replay(board, plan))[1:], strict=True):
            here, there = centre(before[move.robot]), centre(after[move.robot])
            drawing.line(*here, *there, stroke=colours[move.robot], stroke_width=3)
            drawing.text(there[0] + 11, there[1] - 9, str(move.step), 11, fill=INK)
            before = after
    for name, field in board.robots:
        for turn, direction in enumerate(STEPS):
            actor = {"data_actor": f"{name} {direction}", "class_": "arrow"}
            with drawing.group(**actor, transform=_at(field, 90 * turn), on="page"):
                drawing.polygon([(20, 0), (13, 6), (13, -6)], class_="head")
                drawing.rect(11, -9, 10, 18, rx=3, class_="mark", pointer_events="all")
        with drawing.group(data_actor=name, transform=_at(field)):
            drawing.circle(0, 0, 12, fill=colours[name], stroke=CARD, stroke_width=2)
            drawing.text(0, 5, named[name], 14, fill=CARD, font_weight=700)
    return drawing


def _at(field: Field, turn: int = 0) -> str:
    return f"translate({' '.join(map(number, centre(field)))})" + (f" rotate({turn})" * (turn > 0))


def picture(board: Board, plan: Plan | Obstacles | None = None) -> str:
    """The board in characters, or the boards at the start and after each of a plan's moves."""
    marked = plan.barriers if isinstance(plan, Obstacles) else ()
    named = letters(board)
    legend = ", ".join(f"{letter} {name}" for name, letter in named.items())
    blocks = [_text(board, marked)]
    if isinstance(plan, Plan) and check(board, plan).trace:
        for move, robots in zip(plan.moves, list(replay(board, plan))[1:], strict=True):
            here = replace(board, robots=tuple(robots.items()))
            blocks.append(f"{move.step}. {move}\n{_text(here, marked)}")
    return "\n\n".join([*blocks, f"{legend}; * is for {board.target[0]}"]) + "\n"


def _text(board: Board, marked: Sequence[tuple[int, int, str]]) -> str:
    raster, size = Raster(), board.size
    for x, y in ((x, y) for y in range(1, size + 1) for x in range(1, size + 1)):
        raster.put(4 * x - 4, 2 * y - 2, "+   +\n  .  \n+   +")
    for direction, (right, down) in STEPS.items():
        for x, y in ((x, y) for y in range(1, size + 1) for x in range(1, size + 1)):
            if board.beside((x, y), direction) is None:
                raster.put(
                    4 * x - 2 + 2 * right - abs(down), 2 * y - 1 + down, "---" if down else "|"
                )
    for x, y, direction in marked:
        right, down = STEPS[direction]
        raster.put(4 * x - 2 + 2 * right, 2 * y - 1 + down, "x")
    x, y = board.target[1]
    raster.put(4 * x - 2, 2 * y - 1, "*")
    named = letters(board)
    for name, (x, y) in board.robots:
        raster.put(4 * x - 3, 2 * y - 1, named[name])
    return str(raster)
