"""Replays routes door by door, by the rules alone, and counts again where that is feasible.

`floor` has the ways, found from a plan's rectangles and not from any graph; `limits` what each
uses up; `route` replays; `figures` and `logs` hold numbers against those that `recount` finds, by
other methods than the search's (`remainders`, `walking`); `reduced` has the ways without doors that
offer no choice.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from pylab.base.verdict import Verdict
from pylab.families.theseus.check.figures import check_count, check_statistics
from pylab.families.theseus.check.floor import Floor
from pylab.families.theseus.check.logs import check_log
from pylab.families.theseus.check.reduced import reduced
from pylab.families.theseus.check.route import check_closed, check_route
from pylab.families.theseus.model import (
    Count,
    Log,
    NoRoute,
    Plan,
    Puzzle,
    Route,
    Statistics,
    Witness,
)


def check(puzzle: Puzzle, witness: Witness) -> Verdict:
    """What is wrong with a witness.

    A route must begin at the start and end at the goal (a cycle: where it began, its least state
    first), take only ways that the rules allow, and do nothing more often than they allow. What
    only the doors are known of may be a route of the reduced graph as well.
    """
    floor = _floor_of(puzzle)
    match witness:
        case Route():
            verdict = check_route(floor, witness)
            if verdict.valid or any(witness.lanes) or not _reducible(puzzle):
                return verdict
            again = check_route(reduced(floor), witness)
            if any(problem.code == "no-way" for problem in again.problems):
                return verdict
            return replace(again, summary=f"{again.summary}, in the reduced graph")
        case NoRoute():
            return check_closed(floor, witness)
        case Count():
            return check_count(floor, witness)
        case Statistics():
            return check_statistics(floor, witness)
        case Log():
            return check_log(floor, witness)


def _reducible(puzzle: Puzzle) -> bool:
    """Whether a plan's reduced graph has the same routes."""
    return isinstance(puzzle.floor, Plan) and not puzzle.rules.limits


@lru_cache(maxsize=4)
def _floor_of(puzzle: Puzzle) -> Floor:
    return Floor(puzzle)
