"""What the checker's replay saw, as facts for a user's judge."""

from __future__ import annotations

from collections.abc import Iterator

import clingo

from pylab.base.listing import signatures
from pylab.families.theseus.check.floor import Floor, Way
from pylab.families.theseus.check.retrace import retraced
from pylab.families.theseus.model import Plan, Puzzle, Route, Witness, exact
from pylab.text.facts import Fact, fact

TRACE = signatures("door/2 state/2 room/2 walked/2")
"""The predicates of what `trace_facts` gives."""


def trace_facts(puzzle: Puzzle, witness: Witness) -> list[Fact]:
    """A route, door by door; nothing of other answers.

    door(N, T): after T steps the walker is at door N. state(U, T): the same with the direction, as
    facts number it. room(R, T): step T crosses the room R, a name in quotes. walked(W, T): step T
    is W long, in quotes; of a step that can't be walked there is neither.
    """
    return list(_seen(puzzle, witness)) if isinstance(witness, Route) else []


def _seen(puzzle: Puzzle, route: Route) -> Iterator[Fact]:
    floor = Floor(puzzle)
    if not any(route.lanes):
        found = retraced(floor, route)
        route = found if isinstance(found, Route) else route
    for time, state in enumerate(route.states):
        yield fact("state", state, time)
        yield fact("door", state % floor.doors, time)
    for time, key in enumerate(route.keys, 1):
        way = floor.way(key)
        if isinstance(way, Way):
            yield fact("walked", clingo.String(f"{exact(way.weight):f}"), time)
            if way.room is not None and isinstance(puzzle.floor, Plan):
                yield fact("room", clingo.String(puzzle.floor.rooms[way.room].name), time)
