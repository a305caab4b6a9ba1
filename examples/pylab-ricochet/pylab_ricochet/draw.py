"""Pictures of a board and a plan, as shapes and as characters; knows no rule by itself."""

from itertools import pairwise

from pylab.drawing.grid import Fenced, Grid, letters
from pylab.drawing.palette import CARD, GOAL, INK, SCALE, WARN
from pylab.drawing.svg import Drawing
from pylab.family.table import Obstacles
from pylab.text.facts import fact
from pylab_ricochet.check import replay
from pylab_ricochet.model import STEPS, Board, Field, Plan

CELL = 40.0
_PAINT = {"red": "#c62318", "green": "#2a9d64", "blue": "#1f6fb2", "yellow": "#c98a00"}


def draw(board: Board, plan: Plan | Obstacles | None = None) -> Drawing:
    """The board at the start, with the ways of a plan's moves, or with obstacles in colour."""
    shown = plan if isinstance(plan, Plan) else Plan(())
    marked = plan.facts if isinstance(plan, Obstacles) else ()
    names = letters([name for name, _ in board.robots])
    colours = {name: _PAINT.get(name, SCALE[i % 8]) for i, name in enumerate(names)}
    grid = Grid(board.size, board.size, CELL, first=1)
    drawing = grid.drawing(f"Ricochet Robots, {board.size} × {board.size}", f"{shown}.")
    for *field, way in sorted(board.barriers):
        warn = fact("barrier", *field, way) in marked
        look = {"stroke": WARN if warn else INK, "stroke_width": 7 if warn else 4}
        drawing.line(*grid.side(*field, *STEPS[way]), **look)
    mover, goal = board.target
    drawing.circle(*grid.centre(*goal), 17, fill="none", stroke=GOAL, stroke_width=3)
    drawing.circle(*grid.centre(*goal), 12, fill="none", stroke=colours[mover], stroke_width=5)
    stops: dict[Field, list[str]] = {}
    for step, ((_, before), (_, after)) in enumerate(pairwise(replay(board, shown)), 1):
        for name, field in set(after.robots) - set(before.robots):
            here, (x, y) = grid.centre(*dict(before.robots)[name]), grid.centre(*field)
            drawing.line(*here, x, y, stroke=colours[name], stroke_width=3)
            stops.setdefault(field, []).append(str(step))
    for field, steps in stops.items():
        x, y = grid.centre(*field)
        drawing.text(x + 12, y - 9, " ".join(steps), 11, fill=INK)
    for name, field in board.robots:
        with drawing.group(data_actor=f"robot {name}", transform=grid.place(*field)):
            drawing.circle(0, 0, 12, fill=colours[name], stroke=CARD, stroke_width=2)
            drawing.text(0, 5, names[name], 14, fill=CARD, font_weight=700)
            for turn, way in enumerate(STEPS):
                arrow = {"data_actor": f"{name} slides {way}", "class_": "arrow", "on": "page"}
                with drawing.group(**arrow, transform=f"rotate({90 * turn})"):
                    drawing.polygon([(20, 0), (13, 6), (13, -6)], class_="head")
                    drawing.rect(11, -9, 10, 18, rx=3, class_="mark", pointer_events="all")
    return drawing


def picture(board: Board, plan: Plan | Obstacles | None = None) -> str:
    """The same in characters, of a plan with a board for each of its moves."""
    marked = plan.facts if isinstance(plan, Obstacles) else ()
    names = letters([name for name, _ in board.robots])
    ways, text = {step: way for way, step in STEPS.items()}, ""

    def fence(x: int, y: int, step: tuple[int, int]) -> str | bool:
        barred = fact("barrier", x, y, ways[step]) in marked
        return "x" if barred else board.beside((x, y), ways[step]) is None

    for told, each in replay(board, plan if isinstance(plan, Plan) else Plan(())):
        squares = Fenced(Grid(board.size, board.size, CELL, first=1), fence)
        squares.mark(*board.target[1], "*")
        for name, field in each.robots:
            squares.mark(*field, names[name], beside=True)
        text += f"{told}\n{squares}\n\n"
    legend = ", ".join(f"{letter} {name}" for name, letter in names.items())
    return f"{text}{legend}, * where {board.target[0]} has to stop\n"
