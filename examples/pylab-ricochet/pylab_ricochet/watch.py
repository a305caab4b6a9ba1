"""A board as something to watch and to play; the game's rules are in `watch.js`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from pylab.script import Script, Way
from pylab_ricochet.check import check, replay
from pylab_ricochet.draw import CELL, draw, picture
from pylab_ricochet.model import STEPS, Board, Field, Plan
from pylab_ricochet.search import Slides


def script(board: Board, plans: Sequence[Plan]) -> Script:
    """The game on this board, and the plans as ways through it, without moves of nothing."""
    fields = [(x, y) for y in range(1, board.size + 1) for x in range(1, board.size + 1)]
    number = Slides(board).number

    def beside(field: Field, direction: str) -> int:
        there = board.beside(field, direction)
        return -1 if there is None else number(there)

    return Script(
        scene=draw(board, None),
        data={
            "size": board.size,
            "cell": CELL,
            "beside": {d: [beside(field, d) for field in fields] for d in STEPS},
            "robots": [name for name, _ in board.robots],
            "start": [number(field) for _, field in board.robots],
            "mover": [name for name, _ in board.robots].index(board.target[0]),
            "goal": number(board.target[1]),
            "most": board.length,
        },
        rules=Path(__file__).with_suffix(".js").read_text(encoding="utf-8"),
        ways=tuple(_way(board, plan, f"answer {i}") for i, plan in enumerate(plans, 1)),
        howto="Click an arrow at a robot: it slides until something stops it. "
        f"Bring {board.target[0]} to the ring.",
    )


def _way(board: Board, plan: Plan, name: str) -> Way:
    moves, frames, before = [], ["the start\n" + picture(board)], dict(board.robots)
    situations = list(replay(board, plan))[1:] if check(board, plan).trace else []
    for move, after in zip(plan.moves, situations, strict=False):
        if after != before:
            moves.append(f"{move.robot} {move.direction}")
            here = replace(board, robots=tuple(after.items()))
            frames.append(f"{move.step}: {move}\n{picture(here)}")
        before = after
    return Way(name, tuple(moves), tuple(frames))
