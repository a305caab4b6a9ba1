"""A board as something to watch and to play; the game's rules are in `watch.js`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from pylab.script import Script, Way
from pylab_ricochet.draw import CELL, draw, picture, situations
from pylab_ricochet.model import STEPS, Board, Plan
from pylab_ricochet.search import Slides


def script(board: Board, plans: Sequence[Plan]) -> Script:
    """The game on this board, and the plans as ways through it, without moves of nothing."""
    lines, number = range(1, board.size + 1), Slides(board).number
    beside = {way: [board.beside((x, y), way) for y in lines for x in lines] for way in STEPS}
    names = [name for name, _ in board.robots]
    return Script(
        scene=draw(board),
        data={
            "size": board.size,
            "cell": CELL,
            "beside": {w: [number(n) if n else -1 for n in those] for w, those in beside.items()},
            "robots": names,
            "start": [number(field) for _, field in board.robots],
            "mover": names.index(board.target[0]),
            "goal": number(board.target[1]),
            "most": board.length,
        },
        rules=Path(__file__).with_suffix(".js").read_text(encoding="utf-8"),
        ways=tuple(_way(board, plan, f"answer {i}") for i, plan in enumerate(plans, 1)),
        howto="Click an arrow at a robot: it slides until something stops it. "
        f"Bring {board.target[0]} to the ring.",
    )


def _way(board: Board, plan: Plan, name: str) -> Way:
    states = list(situations(board, plan))
    kept = [(i, after) for i, (before, after) in enumerate(pairwise(states))
            if before[1] != after[1]]  # fmt: skip
    moves = tuple(f"{plan.moves[i].robot} {plan.moves[i].direction}" for i, _ in kept)
    frames = [states[0], *(after for _, after in kept)]
    return Way(name, moves, tuple(f"{told}\n{picture(each)}" for told, each in frames))
