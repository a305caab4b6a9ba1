"""A board as something to watch and to play: `scene.lp` draws it, `watch.js` has the rules.

A plan has no walks; those that are shown are of `stroll`'s choice.
"""

from __future__ import annotations

import functools
from collections.abc import Hashable, Iterator, Sequence

from pylab.base.errors import PylabError
from pylab.base.words import counted
from pylab.families.ravensburger.check import Situation, after, check, replay
from pylab.families.ravensburger.family import FAMILY
from pylab.families.ravensburger.model import STEPS, Board, Plan, Push
from pylab.families.ravensburger.stroll import Walk, walked
from pylab.families.ravensburger.trace_facts import walk_facts
from pylab.family.film import on_scene
from pylab.family.script import Game, LaterTexts, Lesson, Script, Turn, Way, rules_beside


def script(board: Board, plans: Sequence[Plan]) -> Script:
    """The game on this board, and the plans that can be replayed as ways through it.

    Raises PylabError under other rules than the competition's: the page knows none.
    """
    if board.rules:
        raise PylabError("pages play by the competition's rules only")
    ways = [_way(board, plan, index) for index, plan in enumerate(plans, 1)]
    return on_scene(
        FAMILY.pictured(board, page=True),
        rules=rules_beside(__file__),
        ways=tuple(way for way in ways if way is not None),
        howto="Click an arrow to push its row or column, then a shaded field to walk there. "
        "The avatar stands still before the first push.",
        lesson=_lesson(board),
        game=_game(board, plans),
    )


def _game(board: Board, plans: Sequence[Plan]) -> Game:
    """The same in a terminal: pushes alone, and where the avatar can walk to is shown."""

    @functools.lru_cache(maxsize=256)
    def replayed(pushes: tuple[Push, ...]) -> Situation:
        if not pushes:
            return next(replay(board, Plan(())))
        return after(board, replayed(pushes[:-1]), pushes[-1])

    def situation(pushes: tuple[Push, ...]) -> Situation:
        for count in range(0, len(pushes), 100):  # so that no call goes deeper
            replayed(pushes[:count])
        return after(board, replayed(pushes[:-1]), pushes[-1]) if pushes else replayed(())

    def turns(pushes: tuple[Push, ...]) -> Iterator[Turn]:
        step = len(pushes) + 1
        for line in range(1, board.size + 1) if step <= board.max_steps else ():
            for direction in STEPS:
                push = Push(step, line, direction)
                yield Turn(str(push), (*pushes, push))

    def frame(passed: Sequence[tuple[Push, ...]]) -> str:
        told = f"{len(passed) - 1} of at most {board.max_steps} pushes"
        return f"{told}\n{FAMILY.pictured(board, Plan(passed[-1]), ()).text()}"

    def won(pushes: tuple[Push, ...]) -> bool:
        return situation(pushes).arrived

    def position(pushes: tuple[Push, ...]) -> Hashable:
        here = situation(pushes)
        return len(pushes), here.goal, here.reached, frozenset(here.openings.items())

    answers = [[plan.pushes[:count] for count in range(len(plan.pushes) + 1)] for plan in plans]
    return Game((), turns, won, frame, answers, position)


_EXAMPLE = frozenset({(1, 1, "n"), (1, 2, "n"), (2, 1, "e"), (2, 2, "s"), (2, 2, "w")})


@functools.cache
def _example() -> Script:
    return script(Board(2, _EXAMPLE, (1, 1), (2, 2), 2), ())


def _lesson(board: Board) -> Lesson:
    return Lesson(
        (
            "Push a row or a column by one field: what leaves the board on one side comes in on "
            "the other, avatar and goal too.",
            "After a push the avatar walks where ways are open: two fields are joined if both are "
            "open to one another.",
            "Get the avatar onto the goal.",
            f"Use at most {counted(board.max_steps, 'push', 'pushes')}.",
        ),
        _example,
        ("push(1,e)", "walk(2,2)"),
    )


def _way(board: Board, plan: Plan, index: int) -> Way | None:
    """The plan with the avatar's walks; None for one whose steps or lines are wrong."""
    if not check(board, plan).trace:
        return None
    walks = walked(board, plan)
    moves = []
    for push, walk in zip(plan.pushes, walks[1:], strict=True):
        moves.append(f"push({push.line},{push.direction})")
        moves += ["walk({},{})".format(*walk[-1])] if len(walk) > 1 else []
    return Way(f"answer {index}", tuple(moves), LaterTexts(lambda: _frames(board, plan, walks)))


def _frames(board: Board, plan: Plan, walks: Sequence[Walk]) -> Sequence[str]:
    """The start, and the board after each push and each walk, in characters."""
    landed = FAMILY.pictured(board, plan, walk_facts([walk[:1] for walk in walks]))
    stopped = FAMILY.pictured(board, plan, walk_facts(walks))
    return [
        picture.text(step)
        for step, walk in enumerate(walks)
        for picture in ((landed, stopped) if step and len(walk) > 1 else (landed,))
    ]
