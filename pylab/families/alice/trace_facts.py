"""What the checker's replay saw, as facts for a user's judge."""

from __future__ import annotations

from pylab.base.listing import signatures
from pylab.families.alice.check.rules import directions, fly
from pylab.families.alice.model import Maze, Rivals, Route, Unique, Witness
from pylab.text.facts import Fact, fact

TRACE = signatures("token/4 lands/4")
"""The predicates of what `trace_facts` gives."""


def trace_facts(maze: Maze, witness: Witness) -> list[Fact]:
    """A route, and where the rules lead on it; nothing of other answers.

    token(X, Y, D, T): after move T, 0 for the start, the answer has the token on X, Y with d = D.
    lands(X, Y, D, T): that move leads there by the rules, from where the answer had the token
    before; there is none if the move can't be made.
    """
    if not isinstance(witness, Route | Unique | Rivals):
        return []
    state = maze.first
    seen = [fact("token", *state, 0)]
    for move in witness.moves:
        on_grid = maze.inside(state.square)  # a wrong answer may have the token anywhere
        if on_grid and move.direction in directions(maze, state):
            flight = fly(maze, state, move.direction)
            if not flight.obstacle:
                seen.append(fact("lands", *flight.state, move.step))
        state = move.state
        seen.append(fact("token", *state, move.step))
    return seen
