"""A board as something to watch and to play; the game's rules are in `watch.js`."""

from collections.abc import Sequence

from pylab.script import Lesson, Script, Way, rules_beside
from pylab_ricochet.check import replay
from pylab_ricochet.draw import CELL, draw, picture
from pylab_ricochet.model import STEPS, Board, Plan


def script(board: Board, plans: Sequence[Plan]) -> Script:
    """The game on this board, and the plans as ways through it, without moves of nothing."""
    numbers = board.numbers()
    return Script(
        scene=draw(board),
        data={
            "size": board.size,
            "cell": CELL,
            "beside": {w: [numbers.get(board.beside(f, w), -1) for f in numbers] for w in STEPS},
            "robots": [(name, numbers[field]) for name, field in board.robots],
            "target": (board.target[0], numbers[board.target[1]]),
            "most": board.length,
        },
        rules=rules_beside(__file__),
        ways=Way.all([replay(board, plan) for plan in plans], picture),
        howto="Click an arrow at a robot: it slides until something stops it. "
        f"Bring {board.target[0]} to the ring.",
        lesson=Lesson(
            (
                "A robot slides until a wall or another robot stops it.",
                f"Bring {board.target[0]} to the ring: it has to stop there.",
                "All robots may be moved, one after the other.",
            )
        ),
    )
