"""A board as something to watch and to play; knows no rule by itself.

A plan has no walks; those that are shown are of `stroll`'s choice.
"""

from __future__ import annotations

import functools
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace

from pylab.base.errors import PylabError
from pylab.families.ravensburger.check import Situation, after, check, replay
from pylab.families.ravensburger.draw import BITS, CELL, fields, scene, text_situation
from pylab.families.ravensburger.model import STEPS, Board, Field, Plan, Push
from pylab.families.ravensburger.stroll import strolls
from pylab.family.script import Game, Lesson, Script, Turn, Way, rules_beside


def script(board: Board, plans: Sequence[Plan]) -> Script:
    """The game on this board, and the plans that can be replayed as ways through it.

    Raises PylabError under other rules than the competition's: the page knows none.
    """
    if board.rules:
        raise PylabError("pages play by the competition's rules only")
    ways = [_way(board, plan, index) for index, plan in enumerate(plans, 1)]
    return Script(
        scene=scene(board),
        data={
            "size": board.size,
            "open": [_openings(board, field) for field in fields(board)],
            "start": _index(board, board.start),
            "goal": _index(board, board.goal),
            "most": board.max_steps,
            "cell": CELL,
        },
        rules=rules_beside(__file__),
        ways=tuple(way for way in ways if way is not None),
        howto="Click an arrow to push its row or column, then a shaded field to walk there. "
        "The avatar stands still before the first push.",
        lesson=_lesson(board),
        game=_game(board, plans),
    )


def _game(board: Board, plans: Sequence[Plan]) -> Game:
    """The same in a terminal: pushes alone, and where the avatar can walk to is shown."""

    @functools.lru_cache(maxsize=8)
    def replayed(pushes: tuple[Push, ...]) -> Situation:
        return [*replay(board, Plan(pushes))][-1]

    def situation(pushes: tuple[Push, ...]) -> Situation:
        return after(board, replayed(pushes[:-1]), pushes[-1]) if pushes else replayed(())

    def turns(pushes: tuple[Push, ...]) -> Iterator[Turn]:
        step = len(pushes) + 1
        for line in range(1, board.size + 1) if step <= board.max_steps else ():
            for direction in STEPS:
                push = Push(step, line, direction)
                yield Turn(str(push), (*pushes, push))

    def frame(passed: Sequence[tuple[Push, ...]]) -> str:
        told = f"{len(passed) - 1} of at most {board.max_steps} pushes"
        return f"{told}\n{text_situation(board, situation(passed[-1]), bare=False)}"

    def won(pushes: tuple[Push, ...]) -> bool:
        return situation(pushes).arrived

    def position(pushes: tuple[Push, ...]) -> Hashable:
        here = situation(pushes)
        return len(pushes), here.goal, here.reached, frozenset(here.openings.items())

    answers = [[plan.pushes[:count] for count in range(len(plan.pushes) + 1)] for plan in plans]
    return Game((), turns, won, frame, answers, position)


_EXAMPLE = frozenset({(1, 1, "n"), (1, 2, "n"), (2, 1, "e"), (2, 2, "s"), (2, 2, "w")})


def _lesson(board: Board) -> Lesson:
    return Lesson(
        (
            "Push a row or a column by one field: what leaves the board on one side comes in on "
            "the other, avatar and goal too.",
            "After a push the avatar walks where ways are open: two fields are joined if both are "
            "open to one another.",
            "Get the avatar onto the goal, "
            f"with at most {board.max_steps} {'push' if board.max_steps == 1 else 'pushes'}.",
        ),
        lambda: script(Board(2, _EXAMPLE, (1, 1), (2, 2), 2), ()),
        ("push 1 e", "walk 3"),
    )


def _index(board: Board, field: Field) -> int:
    return (field[0] - 1) * board.size + field[1] - 1


def _openings(board: Board, field: Field) -> int:
    return sum(bit for name, bit in BITS.items() if (*field, name) in board.connections)


# ways


def _way(board: Board, plan: Plan, index: int) -> Way | None:
    """The plan with the avatar's walks; None for one whose steps or lines are wrong."""
    if not check(board, plan).trace:
        return None
    situations = list(replay(board, plan))
    moves: list[str] = []
    frames = [_frame(board, situations[0], board.start, "the start")]
    walks = strolls(board, situations)
    for situation, push, walk in zip(situations[1:], plan.pushes, walks[1:], strict=True):
        landed, last = walk[0], walk[-1]
        moves.append(f"push {push.line} {push.direction}")
        frames.append(_frame(board, situation, landed, f"push {push.step}: {push}"))
        if last != landed:
            moves.append(f"walk {_index(board, last)}")
            frames.append(_frame(board, situation, last, f"walk to ({last[0]},{last[1]})"))
    return Way(f"answer {index}", tuple(moves), tuple(frames))


def _frame(board: Board, situation: Situation, avatar: Field, heading: str) -> str:
    here = replace(board, start=avatar)
    lines = text_situation(here, replace(situation, push=None), bare=False).split("\n")
    return "\n".join([heading, *lines[1:]])
