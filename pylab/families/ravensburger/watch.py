"""A board as something to watch and to play; knows no rule by itself.

A plan has no walks: those that are shown are chosen within what the checker's replay can reach,
backwards from the goal, each as short as it can be.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from pylab.errors import PylabError
from pylab.families.ravensburger.check import Situation, beside, check, pushed, replay
from pylab.families.ravensburger.draw import BITS, CELL, fields, scene, text_situation
from pylab.families.ravensburger.model import Board, Field, Plan
from pylab.script import Script, Way, rules_beside
from pylab.walks import reach


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
    stops = _stops(board, situations)
    for situation, push, (landed, last) in zip(situations[1:], plan.pushes, stops, strict=True):
        moves.append(f"push {push.line} {push.direction}")
        frames.append(_frame(board, situation, landed, f"push {push.step}: {push}"))
        if last != landed:
            moves.append(f"walk {_index(board, last)}")
            frames.append(_frame(board, situation, last, f"walk to ({last[0]},{last[1]})"))
    return Way(f"answer {index}", tuple(moves), tuple(frames))


def _stops(board: Board, situations: Sequence[Situation]) -> list[tuple[Field, Field]]:
    """For each push, the field that it takes the avatar to, and the one it walks to then."""
    final = situations[-1]
    last = final.goal if final.arrived and final.goal else min(final.reached)
    stops: list[tuple[Field, Field]] = []
    for before, situation in zip(situations[-2::-1], situations[:0:-1], strict=True):
        assert situation.push is not None
        landings = {
            there: field
            for field in before.reached
            if (there := pushed(field, situation.push, board))
        }
        walks = reach([last], partial(beside, openings=situation.openings))
        landed = min(landings.keys() & walks, key=lambda field: (walks[field], field))
        stops.append((landed, last))
        last = landings[landed]
    return stops[::-1]


def _frame(board: Board, situation: Situation, avatar: Field, heading: str) -> str:
    here = replace(board, start=avatar)
    lines = text_situation(here, replace(situation, push=None), bare=False).split("\n")
    return "\n".join([heading, *lines[1:]])
