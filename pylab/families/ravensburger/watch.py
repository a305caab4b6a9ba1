"""A board as something to watch and to play; knows no rule by itself.

A plan has no walks: those that are shown are chosen within what the checker's replay can reach,
backwards from the goal, each as short as it can be.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from pylab.errors import PylabError
from pylab.families.ravensburger.check import Situation, check, replay
from pylab.families.ravensburger.draw import text_situation
from pylab.families.ravensburger.model import OPPOSITE, STEPS, Board, Field, Plan, Push
from pylab.script import Script, Way
from pylab.svg import Drawing, number

CELL = 40.0
_MARGIN = 44.0
_BITS = {"n": 1, "e": 2, "s": 4, "w": 8}


def script(board: Board, plans: Sequence[Plan]) -> Script:
    """The game on this board, and the plans that can be replayed as ways through it.

    Raises PylabError under other rules than the competition's: the page knows none.
    """
    if board.rules:
        raise PylabError("pages play by the competition's rules only")
    ways = [_way(board, plan, index) for index, plan in enumerate(plans, 1)]
    return Script(
        scene=_scene(board),
        data={
            "size": board.size,
            "open": [_openings(board, field) for field in _fields(board)],
            "start": _index(board, board.start),
            "goal": _index(board, board.goal),
            "most": board.max_steps,
            "cell": CELL,
        },
        rules=Path(__file__).with_suffix(".js").read_text(encoding="utf-8"),
        ways=tuple(way for way in ways if way is not None),
        howto="Click an arrow to push its row or column, then a shaded field to walk there. "
        "The avatar stands still before the first push.",
    )


def _fields(board: Board) -> list[Field]:
    lines = range(1, board.size + 1)
    return [(row, column) for row in lines for column in lines]


def _index(board: Board, field: Field) -> int:
    return (field[0] - 1) * board.size + field[1] - 1


def _openings(board: Board, field: Field) -> int:
    return sum(bit for name, bit in _BITS.items() if (*field, name) in board.connections)


# ways


def _way(board: Board, plan: Plan, index: int) -> Way | None:
    """The plan with the avatar's walks; None for one whose steps or lines are wrong."""
    if not check(board, plan).trace:
        return None
    situations = list(replay(board, plan))
    moves: list[str] = []
    frames = [_frame(board, situations[0], board.start, "the start")]
    stops = _stops(situations)
    for situation, push, (landed, last) in zip(situations[1:], plan.pushes, stops, strict=True):
        moves.append(f"push {push.line} {push.direction}")
        frames.append(_frame(board, situation, landed, f"push {push.step}: {push}"))
        if last != landed:
            moves.append(f"walk {_index(board, last)}")
            frames.append(_frame(board, situation, last, f"walk to ({last[0]},{last[1]})"))
    return Way(f"answer {index}", tuple(moves), tuple(frames))


def _stops(situations: Sequence[Situation]) -> list[tuple[Field, Field]]:
    """For each push, the field that it takes the avatar to, and the one it walks to then."""
    final = situations[-1]
    last = final.goal if final.arrived and final.goal else min(final.reached)
    stops: list[tuple[Field, Field]] = []
    for before, situation in zip(situations[-2::-1], situations[:0:-1], strict=True):
        assert situation.push is not None
        size = max(situation.openings)[0]
        landings = {_carried(field, situation.push, size): field for field in before.reached}
        landed = _nearest(situation, last, landings)
        stops.append((landed, last))
        last = landings[landed]
    return stops[::-1]


def _carried(field: Field, push: Push, size: int) -> Field:
    """Where a push takes what stands on a field."""
    row, column = field
    up, right = STEPS[push.direction]
    if push.line != (row if right else column):
        return field
    return (row + up - 1) % size + 1, (column + right - 1) % size + 1


def _nearest(situation: Situation, target: Field, starts: dict[Field, Field]) -> Field:
    """The one of the starts from which the walk to the target is the shortest."""
    layer, seen = [target], {target}
    while layer:
        for field in sorted(layer):
            if field in starts:
                return field
        following = [field for each in layer for field in _beside(situation, each)]
        layer = [field for field in dict.fromkeys(following) if field not in seen]
        seen.update(layer)
    raise AssertionError("the replay reaches a field that nothing leads to")


def _beside(situation: Situation, field: Field) -> list[Field]:
    found = []
    for direction in situation.openings[field]:
        up, right = STEPS[direction]
        beside = field[0] + up, field[1] + right
        if OPPOSITE[direction] in situation.openings.get(beside, ()):
            found.append(beside)
    return found


def _frame(board: Board, situation: Situation, avatar: Field, heading: str) -> str:
    here = replace(board, start=avatar)
    lines = text_situation(here, replace(situation, push=None), bare=False).split("\n")
    return "\n".join([heading, *lines[1:]])


# the scene


def _scene(board: Board) -> Drawing:
    """Tiles that slide below a frame that cuts them off, arrows around it, the avatar on top."""
    size, side = board.size, board.size * CELL
    whole = side + 2 * _MARGIN
    title = f"Ravensburger labyrinth, {size} × {size}"
    drawing = Drawing(whole, whole, title, left=-_MARGIN, top=-_MARGIN)
    with drawing.group("clipPath", id="board"):
        drawing.rect(-1, -1, side + 2, side + 2, rx=5)
    drawing.rect(-3, -3, side + 6, side + 6, rx=7, class_="shade")
    with drawing.group(clip_path="url(#board)"):
        for index, field in enumerate(_fields(board)):
            _draw_tile(drawing, board, field, index)
    for line in range(1, size + 1):
        across = (line - 0.5) * CELL
        up = side - across
        drawing.text(-_MARGIN + 9, up + 4, str(line), 12, class_="label")
        drawing.text(across, side + _MARGIN - 4, str(line), 12, class_="label")
        for direction, x, y, turn in (
            ("n", across, side + 17, 0),
            ("e", -17, up, 90),
            ("s", across, -17, 180),
            ("w", side + 17, up, 270),
        ):
            _draw_push_arrow(drawing, f"{direction}{line}", x, y, turn)
    with drawing.group(clip_path="url(#board)"):  # noqa: SIM117 - the clip must not move along
        with drawing.group(data_actor="avatar", transform=_at(board, board.start)):
            drawing.circle(0, 0, 9.5, class_="hero")
            drawing.circle(0, 0, 3, class_="paper")
    return drawing


def _draw_tile(drawing: Drawing, board: Board, field: Field, index: int) -> None:
    half = CELL / 2
    with drawing.group(data_actor=f"t{index}", transform=_at(board, field), class_="tile"):
        drawing.rect(0.5 - half, 0.5 - half, CELL - 1, CELL - 1, rx=4, class_="floor")
        ends = [STEPS[name] for name in _BITS if (*field, name) in board.connections]
        if ends:
            arms = (f"M0 0L{number(right * half)} {number(-up * half)}" for up, right in ends)
            drawing.path("".join(arms), class_="way")
        drawing.circle(0, 0, 3.25 if ends else 2, class_="knot")
        if field == board.goal:
            drawing.circle(0, 0, 13, class_="goal")
            drawing.circle(0, 0, 4.5, class_="goal-fill")
        drawing.rect(3 - half, 3 - half, CELL - 6, CELL - 6, rx=3, class_="mark")


def _draw_push_arrow(drawing: Drawing, name: str, x: float, y: float, turn: int) -> None:
    place = f"translate({number(x)} {number(y)}) rotate({turn})"
    with drawing.group(class_="arrow", data_actor=name):
        with drawing.group(class_="head", transform=place):
            drawing.rect(-14, -12, 28, 24, fill="none", pointer_events="all")
            drawing.polygon([(0, -9), (10, 7), (-10, 7)], stroke_linejoin="round")
        drawing.rect(x - 15, y - 15, 30, 30, rx=7, class_="mark")


def _at(board: Board, field: Field) -> str:
    x, y = (field[1] - 0.5) * CELL, (board.size - field[0] + 0.5) * CELL
    return f"translate({number(x)} {number(y)})"
