"""A plan with more doors, to explain why there is no path; knows no encoding and no search."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from pylab.base.errors import InstanceError
from pylab.families.theseus.floor import planned
from pylab.families.theseus.model import Plan, Puzzle, exact
from pylab.families.theseus.units import parts_a_unit
from pylab.text.facts import Fact, integer


def repair(
    puzzle: Puzzle, added: Sequence[Fact], _dropped: Sequence[Fact]
) -> tuple[Puzzle, list[str]]:
    """The plan with the doors `door(X,Y)`, in the scale of its facts; and what that means.

    Raises InstanceError for a graph, and for doors where none can be.
    """
    plan = puzzle.floor
    if not isinstance(plan, Plan):
        raise InstanceError("expected a plan for new doors, found a graph")
    scale = parts_a_unit(puzzle)
    new = [
        (exact(Decimal(integer(each, 0)) / scale), exact(Decimal(integer(each, 1)) / scale))
        for each in added
    ]
    mended = planned(plan.width, plan.height, plan.rooms, (*plan.doors, *new), plan.ends)
    return replace(puzzle, floor=mended), [f"with a door at ({x}, {y})" for x, y in new]
