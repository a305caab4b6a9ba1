"""A board and a plan, as a drawing and as lines of characters; knows no rule by itself.

What moves where and what is in reach is the checker's replay, so a picture shows what was checked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pylab.drawing.grid import Grid, Point, Raster
from pylab.drawing.palette import (
    CARD,
    FLOOR,
    GOAL,
    HERO,
    INK,
    LINE,
    MOVE,
    NEAR,
    NEAR_WAY,
    PAPER,
    SHADE,
    WARN,
    WAY,
)
from pylab.drawing.strip import explained
from pylab.drawing.svg import Drawing, caption_size, number
from pylab.families.ravensburger.check import Situation, check, replay
from pylab.families.ravensburger.model import STEPS, Board, Field, Plan, Push
from pylab.families.ravensburger.obstacles import Obstacles
from pylab.families.ravensburger.stroll import Walk, told, walked

CELL = 40
MARGIN = 44
NARROWEST, WIDEST = 250, 520
"""What a board is given in width, so that its caption fits, and what it is made smaller to."""
COLUMNS = 4
"""Boards side by side in a strip."""


def draw(board: Board, plan: Plan | Obstacles | None = None) -> Drawing:
    """The board; with a plan, a strip of the boards at the start and after each push.

    Obstacles are drawn on the board at the start: sides of tiles that are closed, in colour.

    Pushed lines are marked, the fields in reach shaded. A plan that can't be replayed (its steps
    or lines are wrong) is not drawn: the picture says so and shows the start.
    """
    if isinstance(plan, Obstacles):
        drawing = _strip(board, None, _situations(board, None)[0], "", plan)
        marks = [("bar", "a side of a tile that is closed")] * bool(plan.closed)
        return explained(drawing, plan.words(), marks)
    situations, note = _situations(board, plan)
    return _strip(board, plan, situations, note)


def steps(board: Board, plan: Plan) -> int:
    """How many pushes of the plan can be drawn."""
    return len(_situations(board, plan)[0]) - 1


def draw_step(board: Board, plan: Plan, step: int) -> Drawing:
    """The board after a push of the plan. Raises ValueError if it has no such push."""
    situations, note = _situations(board, plan)
    last = len(situations) - 1
    if not 0 <= step <= last:
        raise ValueError(f"expected a step from 0 to {last}, found {step}")
    return _strip(board, plan, situations[step : step + 1], note)


def _strip(
    board: Board,
    plan: Plan | None,
    situations: Sequence[Situation],
    note: str,
    obstacles: Obstacles | None = None,
) -> Drawing:
    """The boards side by side, each with its caption, and the note below them."""
    columns, rows = min(COLUMNS, len(situations)), -(-len(situations) // COLUMNS)
    scale = min(1.0, WIDEST / (board.size * CELL + 2 * MARGIN)) if len(situations) > 1 else 1.0
    numbers = min(18.0, 12 / scale)
    boards = [scene(board, each, plan is None, numbers) for each in situations]
    walks = _walks(board, plan)
    side = boards[0].height * scale
    letters = caption_size(side * 2)
    across = side if plan is None else max(side, NARROWEST)
    down = side if plan is None else side + 7 + letters
    size = columns * across, rows * down + (24 if note else 0)
    drawing = Drawing(*size, boards[0].title, _description(board, plan, note))
    drawing.rect(0, 0, *size, fill=PAPER)
    for index, (each, situation) in enumerate(zip(boards, situations, strict=True)):
        x, y = index % columns * across, index // columns * down
        if obstacles is not None:
            _draw_closed(each, grid_of(board), board, obstacles)
        walk = walks.get(situation.push, ())
        if situation.push or len(walk) > 1:
            _draw_walk(each, board, walk)
        drawing.inset(each, x + (across - side) / 2, y, scale)
        if plan is not None:
            words = _caption(situation)
            drawing.text(x + across / 2, y + side + letters - 1, words, letters, fill=INK)
    if note:
        drawing.text(size[0] / 2, size[1] - 10, note, 13, fill=MOVE)
    return drawing


def scene(
    board: Board, situation: Situation | None = None, bare: bool = True, letters: float = 12
) -> Drawing:
    """The board in a situation; on a page, at the start, its tiles and the avatar can move.

    On a page, tiles slide below a frame that cuts them off, between arrows that push them. Unless
    it is bare, fields in reach are shaded, and a push is marked. Rows and columns are numbered in
    letters of that size.
    """
    now = situation or _situations(board, None)[0][0]
    grid, side = grid_of(board), board.size * CELL
    whole = side + 2 * MARGIN
    title = f"Ravensburger labyrinth, {board.size} × {board.size}"
    drawing = Drawing(whole, whole, title, left=-MARGIN, top=-MARGIN)
    with drawing.group("clipPath", id="board", on="page"):
        drawing.rect(-1, -1, side + 2, side + 2, rx=5)
    drawing.rect(-3, -3, side + 6, side + 6, rx=7, fill=SHADE)
    grid.name_columns(drawing, range(1, board.size + 1), side + MARGIN - 6, letters)
    grid.name_rows(drawing, range(board.size, 0, -1), 9 - MARGIN + (letters - 12) / 3, letters)
    with drawing.group(clip_path="url(#board)"):
        for index, field in enumerate(fields(board)):
            with drawing.group(data_actor=f"t{index}", transform=at(board, field), class_="tile"):
                near = field in now.reached and not bare
                _draw_tile(drawing, now.openings[field], field == now.goal, near)
    for direction in STEPS:
        for line in range(1, board.size + 1):
            made = now.push is not None and (now.push.line, now.push.direction) == (line, direction)
            _draw_push(drawing, board, line, direction, made)
    if now.push is None:
        with drawing.group(clip_path="url(#board)"):  # noqa: SIM117 - it must not move along
            with drawing.group(data_actor="avatar", transform=at(board, board.start)):
                drawing.circle(0, 0, 9.5, class_="hero", fill=HERO, stroke=CARD, stroke_width=2)
                drawing.circle(0, 0, 3, fill=CARD)
    return drawing


def fields(board: Board) -> list[Field]:
    """All fields, row by row from the south-west."""
    lines = range(1, board.size + 1)
    return [(row, column) for row in lines for column in lines]


def grid_of(board: Board) -> Grid:
    """Where the fields lie in a scene: columns from the west, rows from the north."""
    return Grid(board.size, board.size, CELL)


def _centre(board: Board, field: Field) -> Point:
    return grid_of(board).centre(field[1] - 1, board.size - field[0])


def at(board: Board, field: Field) -> str:
    """A field's place as a transformation."""
    return grid_of(board).place(field[1] - 1, board.size - field[0])


def _draw_tile(drawing: Drawing, openings: frozenset[str], goal: bool, near: bool) -> None:
    """A tile around (0, 0)."""
    half, way = CELL / 2, NEAR_WAY if near else WAY
    plate = {"rx": 4, "class_": "floor", "fill": NEAR if near else FLOOR, "stroke": LINE}
    drawing.rect(0.5 - half, 0.5 - half, CELL - 1, CELL - 1, **plate)
    ends = [STEPS[name] for name in STEPS if name in openings]
    if ends:
        arms = (f"M0 0L{number(right * half)} {number(-up * half)}" for up, right in ends)
        drawing.path("".join(arms), class_="way", stroke=way, stroke_width=9 if near else 6.5)
    drawing.circle(0, 0, 3.25 if ends else 2, class_="knot", fill=way)
    if goal:
        drawing.circle(0, 0, 13, fill="none", stroke=GOAL, stroke_width=3)
        drawing.circle(0, 0, 4.5, fill=GOAL)
    drawing.rect(3 - half, 3 - half, CELL - 6, CELL - 6, rx=3, class_="mark", on="page")


def _draw_push(drawing: Drawing, board: Board, line: int, direction: str, made: bool) -> None:
    """The arrow that pushes a line, on a page; in a picture if it was made, with its line."""
    up, right = STEPS[direction]
    side = board.size * CELL
    middle, beyond = side / 2, side / 2 + 17
    x, y = _centre(board, (line, line))
    x, y = (middle - right * beyond, y) if right else (x, middle + up * beyond)
    turn = {"n": 0, "e": 90, "s": 180, "w": 270}[direction]
    place = f"translate({number(x)} {number(y)}) rotate({turn})"
    where = None if made else "page"
    with drawing.group(class_="arrow", data_actor=f"{direction}{line}", on=where):
        with drawing.group(class_="head", transform=place):
            hidden: dict[str, Any] = {"fill": "none", "pointer_events": "all", "on": "page"}
            drawing.rect(-14, -12, 28, 24, **hidden)
            fill = MOVE if made else None
            drawing.polygon([(0, -9), (10, 7), (-10, 7)], fill=fill, stroke_linejoin="round")
        drawing.rect(x - 15, y - 15, 30, 30, rx=7, class_="mark", on="page")
    if made:
        frame: dict[str, Any] = {"fill": "none", "stroke": MOVE, "stroke_width": 2.5, "rx": 4}
        if right:
            drawing.rect(0, y - CELL / 2, side, CELL, **frame)
        else:
            drawing.rect(x - CELL / 2, 0, CELL, side, **frame)


def _walks(board: Board, plan: Plan | None) -> Mapping[Push | None, Walk]:
    """One way of walking a plan, by its pushes."""
    return dict(zip((None, *plan.pushes), walked(board, plan), strict=False)) if plan else {}


def _draw_walk(drawing: Drawing, board: Board, walk: Walk) -> None:
    """A line from field to field, with a ring where it begins and a dot where it ends."""
    if not walk:
        return
    points = [_centre(board, field) for field in walk]
    line = "L".join(f"{number(x)} {number(y)}" for x, y in points)
    if len(points) > 1:
        drawing.path(f"M{line}", fill="none", stroke=HERO, stroke_width=2.5)
    drawing.circle(*points[0], 6, fill=CARD, stroke=HERO, stroke_width=2.5)
    drawing.circle(*points[-1], 6, fill=HERO, stroke=CARD, stroke_width=1)


def _draw_closed(drawing: Drawing, grid: Grid, board: Board, obstacles: Obstacles) -> None:
    """A bar at each side of a tile that is closed."""
    for (row, column), names in obstacles.closed.items():
        for name in names:
            up, right = STEPS[name]
            ends = grid.side(column - 1, board.size - row, right, -up, inset=3, gap=5)
            drawing.line(*ends, stroke=WARN, stroke_width=4)


def picture(board: Board, plan: Plan | Obstacles | None = None) -> str:
    """The same in box-drawing characters: heavy lines for fields in reach, `@` avatar, `*` goal,
    `&` both; of obstacles, `x` for sides that are closed."""
    if isinstance(plan, Obstacles):
        situation = _situations(board, None)[0][0]
        drawn = text_situation(board, situation, True, plan.closed)
        return f"{drawn}\n\n@ avatar   * goal   x closed\n"
    situations, note = _situations(board, plan)
    walks = _walks(board, plan)
    blocks = [
        text_situation(board, each, plan is None)
        + (
            f"\n{told(walk)}"
            if (walk := walks.get(each.push)) and (each.push or len(walk) > 1)
            else ""
        )
        for each in situations
    ]
    legend = "@ avatar's start   * goal   heavy lines: where the avatar can stand"
    if plan is None:
        legend = "@ avatar   * goal"
    return "\n\n".join([*blocks, *([note] if note else []), legend]) + "\n"


def _situations(board: Board, plan: Plan | None) -> tuple[list[Situation], str]:
    """What to draw, and a remark if the plan is not drawn."""
    if plan is None:
        return [next(replay(board, Plan(())))], ""
    verdict = check(board, plan)
    if verdict.trace:
        return list(replay(board, plan)), ""
    return [next(replay(board, Plan(())))], f"not drawn: {verdict.problems[0]}"


def _description(board: Board, plan: Plan | None, note: str) -> str:
    where = f"The avatar starts on row {board.start[0]}, column {board.start[1]}; "
    where += f"the goal is on row {board.goal[0]}, column {board.goal[1]}."
    if plan is None or note:
        return f"{where} {note}".strip()
    return f"{where} {'; '.join(map(str, plan.pushes)) or 'No push'}."


def _caption(situation: Situation) -> str:
    return "start" if situation.push is None else f"{situation.push.step}: {situation.push}"


_LIGHT = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
_HEAVY = " ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋"
BITS = {"n": 1, "e": 2, "s": 4, "w": 8}
"""Openings as bits: the places in the two strings above, and the numbers of `watch.js`."""
_ARROWS = {"n": "↑", "e": "→", "s": "↓", "w": "←"}


def text_situation(
    board: Board,
    situation: Situation,
    bare: bool,
    closed: Mapping[Field, Sequence[str]] | None = None,
) -> str:
    """A caption and two lines a row: openings to the north and marks, then the other openings."""
    push, size = (None if bare else situation.push), board.size
    raster = Raster()
    margin, high = len(str(size)) + 2, 3 if closed else 2
    top = 0 if bare else 2 if push is not None and push.direction == "s" else 1
    for row in range(size, 0, -1):
        line = top + high * (size - row)
        raster.put(0, line + 1, f"{row:>{margin - 1}}")
        for column in range(1, size + 1):
            field = row, column
            marks = (closed or {}).get(field, ())
            raster.put(
                margin + 5 * (column - 1), line, _text_cell(board, situation, field, bare, marks)
            )
    for column in range(1, size + 1):
        raster.put(margin + 5 * (column - 1), top + high * size, f"{column:^5}")
    if not bare:
        arrow = "" if push is None else f"{_ARROWS[push.direction]} "
        raster.put(0, 0, f"{arrow}{_caption(situation)}")
    if push is not None:
        beside = top + 2 * (size - push.line) + 1
        above = margin + 5 * (push.line - 1) + 2
        column, line = {
            "e": (0, beside),
            "w": (margin + 5 * size + 1, beside),
            "n": (above, top + high * size + 1),
            "s": (above, 1),
        }[push.direction]
        raster.put(column, line, _ARROWS[push.direction])
    return str(raster)


def _text_cell(
    board: Board, situation: Situation, field: Field, bare: bool, closed: Sequence[str]
) -> str:
    """Two lines of five characters, and a third one for what is marked below."""
    reached = field in situation.reached and not bare
    glyphs = _HEAVY if reached else _LIGHT
    openings = situation.openings[field]
    mark = "*" if field == situation.goal else " "
    if situation.push is None and field == board.start:
        mark = "&" if mark == "*" else "@"
    north = glyphs[BITS["n"] | BITS["s"]] if "n" in openings else " "
    north = "x" if "n" in closed else north
    west = glyphs[BITS["e"] | BITS["w"]] * 2 if "w" in openings else "  "
    east = glyphs[BITS["e"] | BITS["w"]] * 2 if "e" in openings else "  "
    centre = glyphs[sum(BITS[d] for d in openings)] if openings else "·"
    west, east = "x " if "w" in closed else west, " x" if "e" in closed else east
    below = "\n  x" if "s" in closed else ""
    return f" {mark}{north}\n{west}{centre}{east}{below}"
