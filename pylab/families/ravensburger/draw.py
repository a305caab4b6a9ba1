"""Pictures of a board and of a plan, as SVG and as lines of characters; knows no rule by itself.

What moves where and what is in reach is the checker's replay, so a picture shows what was checked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pylab.families.ravensburger.check import Situation, check, replay
from pylab.families.ravensburger.model import STEPS, Board, Field, Plan, Push
from pylab.families.ravensburger.obstacles import Obstacles
from pylab.palette import (
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
    QUIET,
    WARN,
    WAY,
)
from pylab.svg import Drawing

CELL = 36
MARGIN = 34
CAPTION = 30
GAP = 46
NARROWEST = 170
"""What a board is given in width, so that its caption fits."""
COLUMNS = 4
"""Boards side by side in a strip."""


def draw(board: Board, plan: Plan | Obstacles | None = None) -> Drawing:
    """The board as SVG; with a plan, a strip of the boards at the start and after each push.

    Obstacles are drawn on the board at the start: sides of tiles that are closed, in colour.

    Pushed lines are marked, the fields in reach shaded. A plan that can't be replayed (its steps
    or lines are wrong) is not drawn: the picture says so and shows the start.
    """
    if isinstance(plan, Obstacles):
        note = "" if plan.bound is None else plan.words()[0]
        return _strip(board, None, _situations(board, None)[0], note, plan)
    situations, note = _situations(board, plan)
    return _strip(board, plan, situations, note)


def steps(board: Board, plan: Plan) -> int:
    """How many pushes of the plan can be drawn."""
    return len(_situations(board, plan)[0]) - 1


def draw_step(board: Board, plan: Plan, step: int) -> Drawing:
    """The board after a push of the plan as SVG. Raises ValueError if it has no such push."""
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
    side = board.size * CELL
    span = max(side, NARROWEST)
    columns = min(COLUMNS, len(situations))
    rows = -(-len(situations) // columns)
    width = columns * span + (columns - 1) * GAP + 2 * MARGIN
    height = rows * (side + CAPTION + MARGIN) + (rows - 1) * GAP + MARGIN
    title = f"Ravensburger labyrinth, {board.size} × {board.size}"
    drawing = Drawing(width, height, title, _description(board, plan, note))
    drawing.rect(0, 0, width, height, fill=PAPER)
    for index, situation in enumerate(situations):
        left = MARGIN + index % columns * (span + GAP) + (span - side) / 2
        top = MARGIN + index // columns * (side + CAPTION + MARGIN + GAP)
        _draw_situation(drawing, board, situation, left, top, bare=plan is None)
        if obstacles is not None:
            _draw_closed(drawing, board, obstacles, left, top)
    if note:
        drawing.text(width / 2, height - 10, note, 13, fill=MOVE)
    return drawing


def picture(board: Board, plan: Plan | Obstacles | None = None) -> str:
    """The same in box-drawing characters: heavy lines for fields in reach, `@` avatar, `*` goal,
    `&` both; of obstacles, `x` for sides that are closed."""
    if isinstance(plan, Obstacles):
        situation = _situations(board, None)[0][0]
        drawn = text_situation(board, situation, True, plan.closed)
        return f"{drawn}\n\n@ avatar   * goal   x closed\n"
    situations, note = _situations(board, plan)
    blocks = [text_situation(board, each, bare=plan is None) for each in situations]
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


def _draw_closed(
    drawing: Drawing, board: Board, obstacles: Obstacles, left: float, top: float
) -> None:
    """A bar at each side of a tile that is closed."""
    half = CELL / 2
    for (row, column), names in obstacles.closed.items():
        x, y = left + (column - 0.5) * CELL, top + (board.size - row + 0.5) * CELL
        for name in names:
            up, right = STEPS[name]
            at_x, at_y = x + right * (half - 3), y - up * (half - 3)
            across, along = abs(up) * (half - 5), abs(right) * (half - 5)
            ends = (at_x - across, at_y - along, at_x + across, at_y + along)
            drawing.line(*ends, stroke=WARN, stroke_width=4)


def _draw_situation(
    drawing: Drawing, board: Board, situation: Situation, left: float, top: float, bare: bool
) -> None:
    size = board.size

    def corner(field: Field) -> tuple[float, float]:
        return left + (field[1] - 1) * CELL, top + (size - field[0]) * CELL

    for line in range(1, size + 1):
        x, y = corner((line, line))
        style = {"fill": QUIET}
        drawing.text(left - 11, y + CELL / 2 + 4, str(line), 11, **style)
        drawing.text(x + CELL / 2, top + size * CELL + 16, str(line), 11, **style)
    for field in sorted(situation.openings):
        reached = field in situation.reached and not bare
        x, y = corner(field)
        fill = NEAR if reached else FLOOR
        drawing.rect(x + 0.5, y + 0.5, CELL - 1, CELL - 1, rx=3, fill=fill, stroke=LINE)
        _draw_corridors(drawing, x + CELL / 2, y + CELL / 2, situation.openings[field], reached)
    if situation.push is not None:
        _draw_push(drawing, situation.push, size, left, top)
    if situation.goal is not None:
        x, y = corner(situation.goal)
        _draw_goal(drawing, x + CELL / 2, y + CELL / 2)
    if situation.push is None:
        x, y = corner(board.start)
        centre = {"cx": x + CELL / 2, "cy": y + CELL / 2}
        drawing.circle(**centre, r=7, fill=HERO, stroke=CARD, stroke_width=1.5)
    if not bare:
        middle = left + size * CELL / 2
        drawing.text(middle, top + size * CELL + 36, _caption(situation), 13, fill=INK)


def _draw_corridors(
    drawing: Drawing, x: float, y: float, openings: frozenset[str], reached: bool
) -> None:
    half = CELL / 2 - 1.5
    stroke = NEAR_WAY if reached else WAY
    for direction in STEPS:
        if direction in openings:
            up, right = STEPS[direction]
            end = (x + right * half, y - up * half)
            drawing.line(x, y, *end, stroke=stroke, stroke_width=6, stroke_linecap="butt")
    drawing.circle(x, y, 3 if openings else 2, fill=stroke)


def _draw_push(drawing: Drawing, push: Push, size: int, left: float, top: float) -> None:
    """A frame around the pushed line and an arrow at the side it was pushed from."""
    side = size * CELL
    up, right = STEPS[push.direction]
    frame = {"fill": "none", "stroke": MOVE, "stroke_width": 2.5, "rx": 4}
    if right:
        y = top + (size - push.line) * CELL
        drawing.rect(left, y, side, CELL, **frame)
        tail = left - 7 if right > 0 else left + side + 7
        _draw_arrow(drawing, tail, y + CELL / 2, right, 0)
    else:
        x = left + (push.line - 1) * CELL
        drawing.rect(x, top, CELL, side, **frame)
        tail = top + side + 7 if up > 0 else top - 7
        _draw_arrow(drawing, x + CELL / 2, tail, 0, -up)


def _draw_arrow(drawing: Drawing, x: float, y: float, right: int, down: int) -> None:
    """An arrowhead around (x, y) that points to the right or down (1), or the other way (-1)."""
    tip = (x + 8 * right, y + 8 * down)
    base = (x - 4 * right, y - 4 * down)
    wings = [(base[0] + 6 * down * s, base[1] + 6 * right * s) for s in (1, -1)]
    drawing.polygon([tip, *wings], fill=MOVE, stroke=PAPER, stroke_width=1.5)


def _draw_goal(drawing: Drawing, x: float, y: float) -> None:
    drawing.circle(x, y, 10, fill="none", stroke=GOAL, stroke_width=3)
    drawing.circle(x, y, 4, fill=GOAL)


_LIGHT = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
_HEAVY = " ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋"
_BITS = {"n": 1, "e": 2, "s": 4, "w": 8}
_ARROWS = {"n": "↑", "e": "→", "s": "↓", "w": "←"}


def text_situation(
    board: Board,
    situation: Situation,
    bare: bool,
    closed: Mapping[Field, Sequence[str]] | None = None,
) -> str:
    """A caption and two lines a row: openings to the north and marks, then the other openings."""
    lines = []
    margin = len(str(board.size)) + 2
    for row in range(board.size, 0, -1):
        cells = [
            _text_cell(board, situation, (row, column), bare, (closed or {}).get((row, column), ()))
            for column in range(1, board.size + 1)
        ]
        lines.append(" " * margin + "".join(upper for upper, *_ in cells))
        lines.append(f"{row:>{margin - 1}} " + "".join(lower for _, lower, _ in cells))
        if closed:
            lines.append((" " * margin + "".join(below for *_, below in cells)).rstrip())
    lines.append(" " * margin + "".join(f"{c:^5}" for c in range(1, board.size + 1)).rstrip())
    push = situation.push
    if bare:
        return "\n".join(lines)
    if push is None:
        return "\n".join(["start", *lines])
    heading = f"{_ARROWS[push.direction]} {_caption(situation)}"
    return "\n".join([heading, *_marked(lines, push, board.size, margin)])


def _text_cell(
    board: Board, situation: Situation, field: Field, bare: bool, closed: Sequence[str]
) -> tuple[str, str, str]:
    """Two lines of five characters, and a third one for what is marked below."""
    reached = field in situation.reached and not bare
    glyphs = _HEAVY if reached else _LIGHT
    openings = situation.openings[field]
    mark = "*" if field == situation.goal else " "
    if situation.push is None and field == board.start:
        mark = "&" if mark == "*" else "@"
    north = glyphs[_BITS["n"] | _BITS["s"]] if "n" in openings else " "
    north = "x" if "n" in closed else north
    west = glyphs[_BITS["e"] | _BITS["w"]] * 2 if "w" in openings else "  "
    east = glyphs[_BITS["e"] | _BITS["w"]] * 2 if "e" in openings else "  "
    centre = glyphs[sum(_BITS[d] for d in openings)] if openings else "·"
    west, east = "x " if "w" in closed else west, " x" if "e" in closed else east
    below = "  x  " if "s" in closed else "     "
    return f" {mark}{north}  ", f"{west}{centre}{east}", below


def _marked(lines: Sequence[str], push: Push, size: int, margin: int) -> list[str]:
    """The lines with an arrow at the pushed one, on the side it was pushed from."""
    arrow = _ARROWS[push.direction]
    marked = list(lines)
    row = 2 * (size - push.line) + 1
    at = margin + 5 * (push.line - 1) + 2
    if push.direction == "e":
        marked[row] = arrow + marked[row][1:]
    elif push.direction == "w":
        marked[row] += " " + arrow
    elif push.direction == "n":
        marked[-1] = f"{marked[-1]}\n{' ' * at}{arrow}"
    else:
        marked.insert(0, f"{' ' * at}{arrow}")
    return marked
