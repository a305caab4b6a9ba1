"""A maze and its answers, as a drawing and as lines of characters; knows no rule.

Mazes look like Abbott's: a checkerboard, the start red, arrows in their colours, blank squares
left out. Routes are drawn as they are given, right or wrong.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import hypot
from typing import Any, NamedTuple

from pylab.drawing.grid import Grid, Point, Raster
from pylab.drawing.palette import (
    CARD,
    FLOOR,
    GOAL,
    HERO,
    INK,
    NEAR_WAY,
    PAPER,
    RIVAL,
    SHADE,
    WARN,
    between,
)
from pylab.drawing.strip import explained, strip
from pylab.drawing.svg import Drawing, number
from pylab.families.alice.draw_tree import draw_tree
from pylab.families.alice.model import (
    DIRECTIONS,
    STAY,
    Closed,
    Colour,
    Design,
    Hint,
    Maze,
    Move,
    Rivals,
    Route,
    Square,
    State,
    Tree,
    Unique,
    Witness,
    designed,
)
from pylab.families.alice.obstacles import Obstacles
from pylab.families.alice.tree import outline

CELL = 64
MARGIN = 30

START = "#e8574a"
ROUTES = (("#4f93cf", HERO), ("#e0803a", RIVAL))
"""First and last colour of the first route and of its rival."""

PART, PARTS = 16, 12
"""The moves of a longer route that are drawn on a maze of their own, and the most such mazes."""

SQUARES = 6000
"""The most squares of all these mazes."""

RECENT = 8
"""The moves before a step that are as strong as it; earlier ones are faint."""


class Look(NamedTuple):
    """How squares of a colour look: their arrows, the rims of these, and a sign in the middle."""

    ink: str
    rim: str
    sign: str = ""


def look(colour: Colour) -> Look:
    """How squares of this colour look; signs are for those who can't tell colours apart."""
    match colour:
        case "white":
            return Look("#6d675c", CARD)
        case "black":
            return Look("#1d1b18", "none")
        case "red":
            return Look("#c62318", "none", "+")
        case "yellow":
            return Look("#f4c20d", "#6f5600", "-")


def draw(maze: Maze, witness: Witness | Obstacles | None = None) -> Drawing:
    """The maze with what the witness says about it: routes, first moves, squares in reach.

    A tree is drawn by itself; a design is drawn as the maze it makes. Of obstacles, the arrows that
    are missing are dashed lines, squares whose colour matters are in a frame. A long route is drawn
    in parts, each on a maze of its own, over what is behind it.
    """
    if isinstance(witness, Tree):
        return draw_tree(witness)
    if isinstance(witness, Design):
        maze = laid_out(maze, witness)
    reached = {state.square for state in witness.states} if isinstance(witness, Closed) else set()
    routes = routes_of(witness)
    longest = max(map(len, routes), default=0)
    if longest > PART and maze.width * maze.height <= SQUARES:
        return _in_parts(maze, routes, longest, _description(maze, witness))
    drawing = scene(maze, _description(maze, witness), reached, faint=bool(routes))
    grid = grid_of(maze)
    _draw_routes(drawing, maze, routes, 0, longest)
    if isinstance(witness, Hint):
        for move in witness.moves:
            _draw_leg(drawing, grid, maze.first.square, move.state.square, ROUTES[0][1], 4)
    if isinstance(witness, Obstacles):
        _draw_obstacles(drawing, grid, witness)
        marks = [("dashes", "an arrow that is missing")] * bool(witness.missing)
        marks += [("frame", "a square whose colour is in the way")] * bool(witness.colours)
        return explained(drawing, witness.words(), marks)
    return drawing


def scene(
    maze: Maze, description: str = "", reached: Collection[Square] = (), faint: bool = False
) -> Drawing:
    """The maze alone; on a page its squares can be clicked, and a token `token` stands on it.

    Squares that are reached are shaded; arrows may be faint below what is drawn over them.
    """
    grid = grid_of(maze)
    title = f"Alice maze, {maze.width} × {maze.height}"
    size = grid.width + 2 * MARGIN, grid.height + 2 * MARGIN
    drawing = Drawing(*size, title, description, left=-MARGIN, top=-MARGIN)
    drawing.rect(-MARGIN, -MARGIN, *size, fill=PAPER, on="picture")
    for square in maze.squares():
        if not maze.is_blank(square):
            with drawing.group(data_actor=actor(square)):
                _draw_square(drawing, grid, maze, square, square in reached, faint)
                grid.square(drawing, *square, inset=3, rx=5, class_="mark", on="page")
    frame = {"fill": "none", "stroke": INK, "stroke_width": 2, "pointer_events": "none"}
    drawing.rect(0, 0, grid.width, grid.height, **frame)
    grid.name_columns(drawing, range(maze.width), -9)
    grid.name_rows(drawing, range(maze.height), -13)
    with drawing.group(id="trail", pointer_events="none", on="page"):
        pass
    place = grid.place(*maze.first.square)
    with drawing.group(data_actor="token", transform=place, pointer_events="none", on="page"):
        drawing.circle(0, 0, 14, class_="hero")
        bold = {"class_": "on-hero", "data_actor": "d", "font_weight": "bold"}
        drawing.text(0, 5.5, str(maze.first.d), 15, **bold)
    return drawing


def grid_of(maze: Maze) -> Grid:
    """Where the squares lie in a drawing."""
    return Grid(maze.width, maze.height, CELL)


def actor(square: Square) -> str:
    """A square's name on a page."""
    return f"s{square[0]},{square[1]}"


def steps(_: Maze, witness: Witness | None) -> int:
    """How many moves a route has. Raises ValueError for an answer that is none."""
    routes = routes_of(witness)
    if not routes:
        raise ValueError("expected a route, which has steps, found another answer")
    return len(routes[0])


def draw_step(maze: Maze, witness: Witness, step: int) -> Drawing:
    """The maze with the first moves of a route. Raises ValueError if there are not so many."""
    last = steps(maze, witness)
    if not 0 <= step <= last:
        raise ValueError(f"expected a step from 0 to {last}, found {step}")
    return _after(maze, routes_of(witness)[:1], max(0, step - RECENT), step)


def _in_parts(
    maze: Maze, routes: Sequence[Sequence[Move]], longest: int, description: str
) -> Drawing:
    """Mazes side by side, each with some of the moves, one after the other."""
    most = min(PARTS, SQUARES // (maze.width * maze.height))
    part = -(-longest // min(most, -(-longest // PART)))
    firsts = range(0, longest, part)
    mazes = [_after(maze, routes, first, min(longest, first + part)) for first in firsts]
    labels = [f"{first + 1}–{min(longest, first + part)}" for first in firsts]
    return strip(mazes, labels, description, f"{mazes[0].title}, a route of {longest} moves")


def _after(maze: Maze, routes: Sequence[Sequence[Move]], first: int, step: int) -> Drawing:
    """The maze after a step, the moves before the first one faint, with the token."""
    shown = [moves[:step] for moves in routes]
    description = _description(maze, Route(tuple(shown[0])))
    drawing = scene(maze, description, faint=True)
    _draw_routes(drawing, maze, routes, first, step)
    for moves, (_, colour) in zip(shown, ROUTES, strict=False):
        state = moves[-1].state if moves else maze.first
        if maze.inside(state.square) and state.square != maze.goal:
            x, y = grid_of(maze).centre(*state.square)
            drawing.circle(x, y, 14, fill=colour, stroke=CARD, stroke_width=2)
            drawing.text(x, y + 5.5, str(state.d), 15, fill=CARD, font_weight="bold")
    return drawing


def picture(maze: Maze, witness: Witness | Obstacles | None = None) -> str:
    """The same for a terminal; the signs of colours, `@` start, `*` goal.

    Of obstacles, `x` stands where an arrow is missing.
    """
    if isinstance(witness, Tree):
        return outline(witness)
    if isinstance(witness, Design):
        maze = laid_out(maze, witness)
    lines = raster(maze, witness).lines()
    for moves in routes_of(witness):
        lines += ["", f"begin at {maze.first}"]
        lines += [f"{move.step:>4}  {move}" for move in moves]
    if isinstance(witness, Hint):
        lines += ["", f"from {maze.first}"]
        lines += [f"      {move}" for move in witness.moves]
    return "".join(f"{line}\n" for line in lines)


def raster(
    maze: Maze, witness: Witness | Obstacles | None = None, token: State | None = None
) -> Raster:
    """The maze in characters, three lines a row; with a token between brackets, if there is one.

    Of a route there is a fourth line, with the steps that land on each square.
    """
    drawn = Raster()
    visits: dict[Square, list[str]] = {}
    for moves in routes_of(witness)[:1]:
        for move in moves:
            visits.setdefault(move.state.square, []).append(str(move.step))
    high = 5 if visits else 4
    for x in range(maze.width):
        drawn.put(4 + 8 * x, 0, f"{x:^8}")
    rule = "+" + "-------+" * maze.width
    drawn.put(3, 1, rule)
    for y in range(maze.height):
        row = "|" + "       |" * maze.width
        drawn.put(3, 2 + high * y, "\n".join([row] * (high - 1) + [rule]))
        drawn.put(0, 3 + high * y, f"{y:>2}")
    for x, y in maze.squares():
        drawn.put(5 + 8 * x, 2 + high * y, _text_square(maze, (x, y), witness))
        steps = " ".join(visits.get((x, y), ()))
        steps = steps if len(steps) <= 7 else f"{steps[:6].rpartition(' ')[0]} …"
        drawn.put(4 + 8 * x, 5 + high * y, f"{steps:^7}" if steps else "")
    if token is not None:
        for column, bracket in ((4, "["), (10, "]")):
            drawn.put(column + 8 * token.x, 3 + high * token.y, bracket)
    return drawn


def laid_out(maze: Maze, design: Design) -> Maze:
    """The designed maze; the maze itself for a design that makes none."""
    try:
        return designed(maze, design)
    except ValueError:
        return maze


def routes_of(witness: Witness | Obstacles | None) -> Sequence[Sequence[Move]]:
    """The routes that a witness is about."""
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
    return " ".join([where, *("; ".join(map(str, moves)) + "." for moves in routes_of(witness))])


def _draw_square(
    drawing: Drawing, grid: Grid, maze: Maze, square: Square, reached: bool, faint: bool
) -> None:
    grid.square(drawing, *square, fill=START if square == maze.start else _floor(square))
    if square == maze.start:
        grid.square(drawing, *square, inset=3.5, fill="none", stroke=CARD, stroke_width=3)
    if reached:
        grid.square(drawing, *square, fill=NEAR_WAY, fill_opacity=0.35)
    x, y = grid.centre(*square)
    if square == maze.goal:
        _draw_goal(drawing, (x, y))
        return
    ink, rim, sign = look(maze.colour_of(square))
    style = {
        "fill": ink,
        "stroke": CARD if square == maze.start and rim == "none" and sign else rim,
        "opacity": 0.55 if faint else None,
    }
    names = maze.arrows_of(square)
    for name in names:
        drawing.polygon(_arrow((x, y), name), **style, stroke_linejoin="round")
    if names or sign:
        drawing.circle(x, y, 8 if sign else 4.5, **style)
    if sign:
        strong = CARD if rim == "none" else rim
        drawing.text(x, y + 5, sign.replace("-", "−"), 15, fill=strong, font_weight="bold")


def _draw_goal(drawing: Drawing, centre: Point) -> None:
    x, y = centre
    drawing.rect(x - 26, y - 12, 52, 24, rx=5, fill=GOAL)
    drawing.text(x, y + 6, "GOAL", 16, fill=CARD, font_weight="bold")


def _floor(square: Square) -> str:
    return SHADE if sum(square) % 2 else FLOOR


def _arrow(centre: Point, name: str) -> list[Point]:
    """The outline of an arrow from the middle of a square to its edge."""
    dx, dy = DIRECTIONS[name]
    length = hypot(dx, dy)
    right, down = dx / length, dy / length
    reach = CELL * 0.43 if length == 1 else CELL * 0.54
    shaft, head, back = 2.6, 7.5, reach - 13
    outline = [(0.0, shaft), (back, shaft), (back - 1, head), (reach, 0.0)]
    outline += [(along, -aside) for along, aside in reversed(outline[:3])]
    x, y = centre
    return [(x + a * right - b * down, y + a * down + b * right) for a, b in outline]


def _draw_obstacles(drawing: Drawing, grid: Grid, obstacles: Obstacles) -> None:
    style: dict[str, Any] = {"stroke": WARN, "stroke_width": 3}
    for square, names in obstacles.missing.items():
        for name in names:
            pairs = list(zip(grid.centre(*square), DIRECTIONS[name], strict=True))
            ends = (at + far * towards for far in (9, CELL * 0.4) for at, towards in pairs)
            drawing.line(*ends, stroke_dasharray="4 4", **style)
    for square in obstacles.colours:
        grid.square(drawing, *square, inset=3, fill="none", **style)


def _draw_routes(
    drawing: Drawing, maze: Maze, routes: Sequence[Sequence[Move]], first: int, end: int
) -> None:
    """The legs from light to dark, then on each square the steps that land on it.

    Only steps before the end; those before the first one are faint and have no number. A leg has
    the colour that it has in the whole route. The goal's word is above all of them.
    """
    grid = grid_of(maze)
    for moves, colours in zip(routes, ROUTES, strict=False):
        square = maze.first.square
        last = max(1, len(moves) - 1)
        for index, move in enumerate(moves[:end]):
            style = (2.6, 0.85) if index >= first else (1.2, 0.3)
            colour = between(*colours, index / last)
            _draw_leg(drawing, grid, square, move.state.square, colour, *style)
            square = move.state.square
    if any(move.state.square == maze.goal for moves in routes for move in moves[:end]):
        _draw_goal(drawing, grid.centre(*maze.goal))
    for moves, colours in zip(routes, ROUTES, strict=False):
        visits: dict[Square, list[int]] = {}
        for move in moves[first:end]:
            visits.setdefault(move.state.square, []).append(move.step)
        for square, steps in visits.items():
            if maze.inside(square):
                _draw_visits(drawing, grid, square, steps, colours[1])


def _draw_leg(
    drawing: Drawing, grid: Grid, origin: Square, target: Square, colour: str, width: float,
    opacity: float = 0.85,
) -> None:  # fmt: skip
    """A bent line between two squares, so that legs there and back lie side by side."""
    (x1, y1), (x2, y2) = grid.centre(*origin), grid.centre(*target)
    length = hypot(x2 - x1, y2 - y1)
    style = {"fill": "none", "stroke": colour, "stroke_width": width, "stroke_opacity": opacity}
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
    drawing.polygon([tip, *wings], fill=colour, fill_opacity=None if opacity > 0.5 else opacity)


def _draw_visits(
    drawing: Drawing, grid: Grid, square: Square, steps: Sequence[int], colour: str
) -> None:
    """Step numbers along the lower edge of a square, in lines from the bottom up."""
    x, y = grid.corner(*square)
    lines = [" ".join(map(str, steps[i : i + 3])) for i in range(0, len(steps), 3)]
    for index, line in enumerate(reversed(lines)):
        width = 6 * len(line) + 7
        base = y + CELL - 3 - 13 * index
        left = x + CELL - width - 3
        drawing.rect(left, base - 11, width, 13, rx=4, fill=CARD, fill_opacity=0.88)
        drawing.text(left + width / 2, base - 1, line, 10.5, fill=colour, font_weight="bold")


_GLYPHS = {"n": "↑", "ne": "↗", "e": "→", "se": "↘", "s": "↓", "sw": "↙", "w": "←", "nw": "↖"}


def _text_square(maze: Maze, square: Square, witness: Witness | Obstacles | None = None) -> str:
    """Three lines of five characters."""
    if maze.is_blank(square):
        return ""
    names = maze.arrows_of(square) if square != maze.goal else ()
    missing = witness.missing.get(square, ()) if isinstance(witness, Obstacles) else ()
    glyphs = {name: _GLYPHS[name] for name in names} | dict.fromkeys(missing, "x")
    sign = look(maze.colour_of(square)).sign
    middle = "@" + sign if square == maze.start else sign or "·"
    glyphs[STAY] = "*" if square == maze.goal else middle
    rows = (("nw", "n", "ne"), ("w", STAY, "e"), ("sw", "s", "se"))
    texts = ([glyphs.get(name, " ") for name in row] for row in rows)
    return "\n".join(f"{left} {centre:<2}{right}" for left, centre, right in texts)
