"""One way of walking a plan: for each push, the fields from where it takes the avatar to its stop.

A plan has no walks. These are chosen within what the checker's replay can reach, backwards from the
goal, each as short as it can be; they lead through openings that face each other.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial

from pylab.families.ravensburger.check import Situation, beside, check, pushed, replay
from pylab.families.ravensburger.model import Board, Field, Plan
from pylab.family.walks import reach

Walk = tuple[Field, ...]
"""The fields of a walk, the first and the last one included; one field for who stays."""


def strolls(board: Board, situations: Sequence[Situation]) -> list[Walk]:
    """A walk in each of a plan's situations; at the start one stays, unless the rule is otherwise.

    Without a way to the goal they lead to some field that is reached; nothing if none is.
    """
    final = situations[-1]
    last = final.goal if final.arrived and final.goal else min(final.reached, default=None)
    if last is None:
        return []
    walks: list[Walk] = []
    for before, situation in zip(situations[-2::-1], situations[:0:-1], strict=True):
        push = situation.push
        assert push is not None
        landings = {there: f for f in before.reached if (there := pushed(f, push, board))}
        walks.append(_shortest(landings.keys(), last, situation))
        last = landings[walks[-1][0]]
    walks.append(_shortest([board.start], last, situations[0]))
    return walks[::-1]


def _shortest(starts: Collection[Field], last: Field, situation: Situation) -> Walk:
    """From the nearest of the fields to the last one."""
    onward = partial(beside, openings=situation.openings)
    far = reach([last], onward)
    walk = [min((far[field], field) for field in starts if field in far)[1]]
    while far[walk[-1]]:
        walk.append(min(onward(walk[-1]), key=lambda each: (far[each], each)))
    return tuple(walk)


def walked(board: Board, plan: Plan) -> list[Walk]:
    """A walk at the start and after each push of a plan that can be replayed; of others nothing."""
    return strolls(board, list(replay(board, plan))) if check(board, plan).trace else []


def told(walk: Walk) -> str:
    """A walk in words.

    >>> told(((3, 2),)), told(((3, 2), (4, 2)))
    ('stay on (3,2)', 'walk (3,2) (4,2)')
    """
    fields = " ".join(f"({row},{column})" for row, column in walk)
    return f"stay on {fields}" if len(walk) == 1 else f"walk {fields}"
