"""What the checker's replay saw, as facts for a user's judge."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pylab.base.listing import signatures
from pylab.families.ravensburger.check import check, pushed, replay
from pylab.families.ravensburger.model import Board, Plan
from pylab.families.ravensburger.stroll import Walk, walked
from pylab.text.facts import Fact, fact

TRACE = signatures("stands/3 open/4 goal/3 rides/5 walk/4")
"""The predicates of what `trace_facts` gives."""


def trace_facts(board: Board, plan: Plan) -> list[Fact]:
    """The board after each push T, 0 for the start; of a plan that can't be replayed, the start.

    stands(X, Y, T): the avatar can stand there. open(X, Y, D, T): the tile there is open towards
    D. goal(X, Y, T): the goal is there. rides(X, Y, X', Y', T): push T takes the tile from X, Y
    to X', Y', which may be the same field; a tile that drops off rides nowhere. walk(X, Y, K, T):
    on one way of walking the plan, field K, counted from 0, of the way after push T is X, Y.
    """
    seen = plan if check(board, plan).trace else Plan(())
    return [*_seen(board, seen), *walk_facts(walked(board, plan))]


def walk_facts(walks: Sequence[Walk]) -> list[Fact]:
    """The fields of walks, the first one before the first push."""
    numbered = enumerate(walks)
    return [fact("walk", *at, k, step) for step, walk in numbered for k, at in enumerate(walk)]


def _seen(board: Board, plan: Plan) -> Iterator[Fact]:
    for after, situation in enumerate(replay(board, plan)):
        if situation.push is not None:
            for field in sorted(situation.openings):
                there = pushed(field, situation.push, board)
                if there is not None:
                    yield fact("rides", *field, *there, after)
        for field, tile in sorted(situation.openings.items()):
            yield from (fact("open", *field, name, after) for name in sorted(tile))
        yield from (fact("stands", *field, after) for field in sorted(situation.reached))
        if situation.goal is not None:
            yield fact("goal", *situation.goal, after)
