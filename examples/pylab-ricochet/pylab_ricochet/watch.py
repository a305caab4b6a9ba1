"""A board to watch and to play; `scene.lp` draws it, `watch.js` has the game's rules."""

from collections.abc import Iterator, Sequence
from itertools import product

from pylab.family.film import on_stages
from pylab.family.script import Lesson, Script, rules_beside
from pylab_ricochet.check import replay
from pylab_ricochet.family import FAMILY
from pylab_ricochet.model import STEPS, Board, Move, Plan


def script(board: Board, plans: Sequence[Plan]) -> Script:
    """The game on this board, and the plans as ways through it."""
    lesson = (
        "A robot slides until a wall or another robot stops it.",
        f"Bring {board.target[0]} to the ring: it has to stop there.",
        "All robots may be moved, one after the other.",
    )
    return on_stages(
        FAMILY,
        board,
        plans,
        _moves,
        lambda here: dict(here.robots)[here.target[0]] == here.target[1],
        rules=rules_beside(__file__),
        howto="Click an arrow at a robot: it slides until something stops it. "
        f"Bring {board.target[0]} to the ring.",
        lesson=Lesson(lesson),
    )


def _moves(board: Board) -> Iterator[tuple[str, Board]]:
    for robot, way in product(dict(board.robots), STEPS) if board.length != 0 else ():
        yield replay(board, Plan((Move(1, robot, way),)))[-1]
