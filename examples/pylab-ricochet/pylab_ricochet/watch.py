"""A board as something to watch and to play; the game's rules are in `watch.js`."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pylab.family.script import Game, Lesson, Script, Way, rules_beside
from pylab_ricochet.check import replay
from pylab_ricochet.draw import CELL, draw, picture
from pylab_ricochet.model import STEPS, Board, Move, Plan


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
        game=Game.among(board, _moves, _won, picture, [_stages(board, plan) for plan in plans]),
    )


def _moves(board: Board) -> Iterator[tuple[str, Board]]:
    """What can be done; with each move one less may be made."""
    for robot, _ in board.robots if board.length != 0 else ():
        for way in STEPS:
            stages = _stages(board, Plan((Move(1, robot, way),)))
            if stages[-1][1].robots != board.robots:
                yield stages[-1]


def _stages(board: Board, plan: Plan) -> list[tuple[str, Board]]:
    stages = enumerate(replay(board, plan))
    left = board.length
    return [
        (word, replace(b, length=None if left is None else left - n)) for n, (word, b) in stages
    ]


def _won(board: Board) -> bool:
    return dict(board.robots)[board.target[0]] == board.target[1]
