"""A board to watch and to play; `scene.lp` draws it, `watch.js` has the game's rules."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from pylab.drawing.palette import CARD, SCALE
from pylab.drawing.scenes import ScenePicture
from pylab.drawing.svg import Drawing
from pylab.engines import scenes
from pylab.family.script import Game, Lesson, Script, Way, rules_beside
from pylab_ricochet.check import replay
from pylab_ricochet.format import BOARD
from pylab_ricochet.model import STEPS, Board, Move, Plan

CELL = 40
_SCENE = Path(__file__).with_name("encodings") / "scene.lp"
_PAINT = {"red": "#c62318", "green": "#2a9d64", "blue": "#1f6fb2", "yellow": "#c98a00"}


def _picture(board: Board, robots: bool = True) -> ScenePicture:
    shown = (each for each in BOARD.facts(board) if robots or each.name != "pos")
    return scenes.scene([_SCENE], shown, name=f"Ricochet Robots, {board.size} × {board.size}")


def picture(board: Board) -> str:
    """The board in characters."""
    return _picture(board).text()


def _drawn(board: Board) -> Drawing:
    """The board; its robots are actors, each with an arrow towards each side."""
    drawing = _picture(board, robots=False).draw()
    for number, (name, (x, y)) in enumerate(board.robots):
        place = f"translate({(x + 0.5) * CELL:g} {(y + 0.5) * CELL:g})"
        with drawing.group(data_actor=f"robot {name}", transform=place):
            fill = _PAINT.get(name, SCALE[number % len(SCALE)])
            drawing.circle(0, 0, 12, fill=fill, stroke=CARD, stroke_width=2)
            letter = name[0].upper() if name in _PAINT else name[:3]
            drawing.text(0, 5, letter, 14, fill=CARD, font_weight=700)
            for turn, way in enumerate(STEPS):
                arrow = {"data_actor": f"{name} slides {way}", "class_": "arrow", "on": "page"}
                with drawing.group(**arrow, transform=f"rotate({90 * turn})"):
                    drawing.polygon([(20, 0), (13, 6), (13, -6)], class_="head")
                    drawing.rect(11, -9, 10, 18, rx=3, class_="mark", pointer_events="all")
    return drawing


def script(board: Board, plans: Sequence[Plan]) -> Script:
    """The game on this board, and the plans as ways through it, without moves of nothing."""
    numbers = board.numbers()
    return Script(
        scene=_drawn(board),
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
