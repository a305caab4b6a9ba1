"""Pictures of a maze and of answers, as SVG and as lines of characters; knows no rule.

Mazes look like Abbott's: a checkerboard, the start red, arrows in their colours, blank squares
left out. Routes are drawn as they are told, right or wrong.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from pylab.families.alice.draw_tree import draw_tree
from pylab.families.alice.model import (
    DIRECTIONS,
    STAY,
    Closed,
    Design,
    Hint,
    Maze,
    Move,
    Rivals,
    Route,
    Square,
    Tree,
    Unique,
    Witness,
    designed,
)
from pylab.families.alice.obstacles import Obstacles
from pylab.families.alice.tree import outline
from pylab.palette import (
    CARD,
    FLOOR,
    GOAL,
    HERO,
    INK,
    NEAR_WAY,
    PAPER,
    QUIET,
    RIVAL,
    SHADE,
    WARN,
    between,
)
from pylab.svg import Drawing, number

CELL = 64
MARGIN = 30

START = "#e8574a"
ARROW = {"white": "#6d675c", "black": "#1d1b18", "red": "#c62318", "yellow": "#f4c20d"}
RIM = {"white": CARD, "black": "none", "red": "none", "yellow": "#6f5600"}
ROUTES = (("#7fb4e6", HERO), ("#f2a46b", RIVAL))
"""First and last colour of the first route and of its rival."""


def draw(maze: Maze, witness: Witness | Obstacles | None = None) -> Drawing:
    """The maze as SVG with what the witness says about it: routes, first moves, squares in reach.

    A tree is drawn by itself; a design is drawn as the maze it makes. Of obstacles, the arrows that
    lack are drawn as dashed lines, squares whose colour matters in a frame.
    """
    if isinstance(witness, Tree):
        return draw_tree(witness)
    if isinstance(witness, Design):
        maze = _designed(maze, witness)
    width, height = maze.width * CELL + 2 * MARGIN, maze.height * CELL + 2 * MARGIN
    title = f"Alice maze, {maze.width} × {maze.height}"
    drawing = Drawing(width, height, title, _description(maze, witness))
    drawing.rect(0, 0, width, height, fill=PAPER)
    reached = {state.square for state in witness.states} if isinstance(witness, Closed) else set()
    for square in maze.squares():
        _draw_square(drawing, maze, square, square in reached)
    _draw_grid(drawing, maze)
    marked = isinstance(witness, Route | Unique | Rivals)
    for square in maze.squares():
        _draw_marks(drawing, maze, square, faint=marked)
    for moves, colours in zip(_routes(witness), ROUTES, strict=False):
        _draw_route(drawing, maze, moves, colours)
    if isinstance(witness, Hint):
        for move in witness.moves:
            _draw_leg(drawing, maze.first.square, move.state.square, ROUTES[0][1], 4)
    if isinstance(witness, Obstacles):
        _draw_obstacles(drawing, witness)
    return drawing


def steps(_: Maze, witness: Witness | None) -> int:
    """How many moves a route has. Raises ValueError for an answer that is none."""
    routes = _routes(witness)
    if not routes:
        raise ValueError("expected a route, which has steps, found another answer")
    return len(routes[0])


def draw_step(maze: Maze, witness: Witness, step: int) -> Drawing:
    """The maze with the first moves of a route. Raises ValueError if there are not so many."""
    last = steps(maze, witness)
    if not 0 <= step <= last:
        raise ValueError(f"expected a step from 0 to {last}, found {step}")
    return draw(maze, Route(tuple(_routes(witness)[0][:step])))


def picture(maze: Maze, witness: Witness | Obstacles | None = None) -> str:
    """The same for a terminal: three lines a row; `+` red, `-` yellow, `@` start, `*` goal.

    Of obstacles, `x` stands where an arrow lacks.
    """
    if isinstance(witness, Tree):
        return outline(witness)
    if isinstance(witness, Design):
        maze = _designed(maze, witness)
    rule = "   +" + "-------+" * maze.width
    lines = ["    " + "".join(f"{x:^8}" for x in range(maze.width)).rstrip(), rule]
    for y in range(maze.height):
        cells = [_text_square(maze, (x, y), witness) for x in range(maze.width)]
        for line in range(3):
            label = f"{y:>2} " if line == 1 else "   "
            lines.append(label + "|" + "|".join(f" {cell[line]} " for cell in cells) + "|")
        lines.append(rule)
    for moves in _routes(witness):
        lines += ["", f"begin at {maze.first}"]
        lines += [f"{move.step:>4}  {move}" for move in moves]
    if isinstance(witness, Hint):
        lines += ["", f"from {maze.first}"]
        lines += [f"      {move}" for move in witness.moves]
    return "".join(f"{line}\n" for line in lines)


def _designed(maze: Maze, design: Design) -> Maze:
    """The designed maze; the maze itself for a design that makes none."""
    try:
        return designed(maze, design)
    except ValueError:
        return maze


def _routes(witness: Witness | Obstacles | None) -> Sequence[Sequence[Move]]:
    match witness:
        case Route(moves) | Unique(moves):
            return (moves,)
        case Rivals(moves, others):
            return (moves, others)
    return ()


def _description(maze: Maze, witness: Witness | Obstacles | None) -> str:
    where = f"The start is on {maze.start}, the goal on {maze.goal}."
    if isinstance(witness, Obstacles):
        return f"{where} In the way: {'; '.join(witness.words())}."
    return " ".join([where, *("; ".join(map(str, moves)) + "." for moves in _routes(witness))])


def _corner(square: Square) -> tuple[float, float]:
    return MARGIN + square[0] * CELL, MARGIN + square[1] * CELL


def _centre(square: Square) -> tuple[float, float]:
    x, y = _corner(square)
    return x + CELL / 2, y + CELL / 2


def _draw_square(drawing: Drawing, maze: Maze, square: Square, reached: bool) -> None:
    if maze.is_blank(square):
        return
    x, y = _corner(square)
    fill = START if square == maze.start else (FLOOR, SHADE)[(square[0] + square[1]) % 2]
    drawing.rect(x, y, CELL, CELL, fill=fill)
    if reached:
        drawing.rect(x, y, CELL, CELL, fill=NEAR_WAY, fill_opacity=0.35)


def _draw_grid(drawing: Drawing, maze: Maze) -> None:
    """The frame, and columns and rows numbered from 0."""
    width, height = maze.width * CELL, maze.height * CELL
    drawing.rect(MARGIN, MARGIN, width, height, fill="none", stroke=INK, stroke_width=2)
    for x in range(maze.width):
        drawing.text(_centre((x, 0))[0], MARGIN - 9, str(x), 12, fill=QUIET)
    for y in range(maze.height):
        drawing.text(MARGIN - 13, _centre((0, y))[1] + 4, str(y), 12, fill=QUIET)


def _draw_marks(drawing: Drawing, maze: Maze, square: Square, faint: bool) -> None:
    x, y = _centre(square)
    if square == maze.goal:
        drawing.rect(x - 26, y - 12, 52, 24, rx=5, fill=GOAL)
        drawing.text(x, y + 6, "GOAL", 16, fill=CARD, font_weight="bold")
        return
    colour = maze.colour_of(square)
    rim = CARD if square == maze.start and colour == "red" else RIM[colour]
    names = maze.arrows_of(square)
    for name in names:
        _draw_arrow(drawing, x, y, name, colour, rim, 0.55 if faint else None)
    if names or colour in ("red", "yellow"):
        style = {"fill": ARROW[colour], "stroke": rim, "opacity": 0.55 if faint else None}
        drawing.circle(x, y, 4.5, **style)


def _draw_arrow(
    drawing: Drawing, x: float, y: float, name: str, colour: str, rim: str, opacity: float | None
) -> None:
    """An arrow from the middle of a square to its edge, as one outline."""
    dx, dy = DIRECTIONS[name]
    length = hypot(dx, dy)
    right, down = dx / length, dy / length
    reach = CELL * 0.43 if length == 1 else CELL * 0.54
    shaft, head, back = 2.6, 7.5, reach - 13
    outline = [(0.0, shaft), (back, shaft), (back - 1, head), (reach, 0.0)]
    outline += [(along, -aside) for along, aside in reversed(outline[:3])]
    points = [(x + a * right - b * down, y + a * down + b * right) for a, b in outline]
    style = {"stroke": rim, "stroke_width": 1, "stroke_linejoin": "round"}
    drawing.polygon(points, fill=ARROW[colour], opacity=opacity, **style)


def _draw_obstacles(drawing: Drawing, obstacles: Obstacles) -> None:
    style = {"stroke": WARN, "stroke_width": 3}
    for square, names in obstacles.missing.items():
        x, y = _centre(square)
        for name in names:
            dx, dy = DIRECTIONS[name]
            x1, y1, x2, y2 = (a + r * b for r in (9, CELL * 0.4) for a, b in ((x, dx), (y, dy)))
            drawing.line(x1, y1, x2, y2, stroke_dasharray="4 4", **style)
    for square in obstacles.colours:
        x, y = _corner(square)
        drawing.rect(x + 3, y + 3, CELL - 6, CELL - 6, fill="none", **style)


def _draw_route(
    drawing: Drawing, maze: Maze, moves: Sequence[Move], colours: tuple[str, str]
) -> None:
    """The legs from light to dark, then on each square the steps that land on it."""
    square = maze.first.square
    last = max(1, len(moves) - 1)
    visits: dict[Square, list[int]] = {}
    for index, move in enumerate(moves):
        colour = between(*colours, index / last)
        _draw_leg(drawing, square, move.state.square, colour, 2.6)
        square = move.state.square
        visits.setdefault(square, []).append(move.step)
    for square, steps in visits.items():
        if maze.inside(square):
            _draw_visits(drawing, square, steps, colours[1])


def _draw_leg(drawing: Drawing, origin: Square, target: Square, colour: str, width: float) -> None:
    """A bent line between two squares, so that legs there and back lie side by side."""
    (x1, y1), (x2, y2) = _centre(origin), _centre(target)
    length = hypot(x2 - x1, y2 - y1)
    style = {"fill": "none", "stroke": colour, "stroke_width": width, "stroke_opacity": 0.8}
    if not length:
        drawing.circle(x1, y1, 12, **style)
        return
    right, down = (x2 - x1) / length, (y2 - y1) / length
    bend = 5 + 0.09 * length
    cx, cy = (x1 + x2) / 2 - bend * down, (y1 + y2) / 2 + bend * right
    away = hypot(x2 - cx, y2 - cy)
    ux, uy = (x2 - cx) / away, (y2 - cy) / away
    tip = (x2 - 7 * ux, y2 - 7 * uy)
    base = (tip[0] - 9 * ux, tip[1] - 9 * uy)
    curve = " ".join(map(number, (x1, y1)))
    bent = " ".join(map(number, (cx, cy, *base)))
    drawing.path(f"M {curve} Q {bent}", stroke_linecap="round", **style)
    wings = [(base[0] - 4.5 * uy * s, base[1] + 4.5 * ux * s) for s in (1, -1)]
    drawing.polygon([tip, *wings], fill=colour)


def _draw_visits(drawing: Drawing, square: Square, steps: Sequence[int], colour: str) -> None:
    """Step numbers along the lower edge of a square, in lines from the bottom up."""
    x, y = _corner(square)
    lines = [" ".join(map(str, steps[i : i + 3])) for i in range(0, len(steps), 3)]
    for index, line in enumerate(reversed(lines)):
        width = 6 * len(line) + 7
        base = y + CELL - 3 - 13 * index
        left = x + CELL - width - 3
        drawing.rect(left, base - 11, width, 13, rx=4, fill=CARD, fill_opacity=0.88)
        drawing.text(left + width / 2, base - 1, line, 10.5, fill=colour, font_weight="bold")


_GLYPHS = {"n": "↑", "ne": "↗", "e": "→", "se": "↘", "s": "↓", "sw": "↙", "w": "←", "nw": "↖"}
_MIDDLES = {"white": "·", "black": "·", "red": "+", "yellow": "-"}


def _text_square(
    maze: Maze, square: Square, witness: Witness | Obstacles | None = None
) -> list[str]:
    """Three lines of five characters."""
    if maze.is_blank(square):
        return ["     "] * 3
    names = maze.arrows_of(square) if square != maze.goal else ()
    missing = witness.missing.get(square, ()) if isinstance(witness, Obstacles) else ()
    glyphs = {name: _GLYPHS[name] for name in names} | dict.fromkeys(missing, "x")
    middle = _MIDDLES[maze.colour_of(square)]
    if square == maze.start:
        middle = "@" if middle == "·" else "@" + middle
    if square == maze.goal:
        middle = "*"
    rows = (("nw", "n", "ne"), ("w", STAY, "e"), ("sw", "s", "se"))
    found = []
    for row in rows:
        left, centre, right = (glyphs.get(name, " ") for name in row)
        if row[1] == STAY:
            centre = middle
        found.append(
            f"{left} {centre:<2}{right}" if len(centre) > 1 else f"{left} {centre} {right}"
        )
    return found
