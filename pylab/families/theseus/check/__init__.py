"""Replays routes door by door, by the rules alone, and counts again where that is feasible.

`floor` has the ways, found from a plan's rectangles and not from any graph; `limits` what each
uses up; `route` replays; `figures` holds numbers against those that `recount` finds, by other
methods than the search's (`remainders`, `walking`).
"""

from __future__ import annotations

from functools import lru_cache

from pylab.families.theseus.check.figures import check_count, check_statistics
from pylab.families.theseus.check.floor import Floor
from pylab.families.theseus.check.route import check_closed, check_route
from pylab.families.theseus.model import Count, NoRoute, Puzzle, Route, Statistics, Witness
from pylab.verdict import Verdict


def check(puzzle: Puzzle, witness: Witness) -> Verdict:
    """What is wrong with a witness.

    A route must begin at the start and end at the goal (a cycle: where it began, its least state
    first), take only ways that the rules allow, and do nothing more often than they allow.
    """
    floor = _floor_of(puzzle)
    match witness:
        case Route():
            return check_route(floor, witness)
        case NoRoute():
            return check_closed(floor, witness)
        case Count():
            return check_count(floor, witness)
        case Statistics():
            return check_statistics(floor, witness)


@lru_cache(maxsize=4)
def _floor_of(puzzle: Puzzle) -> Floor:
    return Floor(puzzle)
