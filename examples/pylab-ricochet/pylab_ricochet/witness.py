"""Plan ⇄ text ⇄ facts: `move/3` of a plan of this family, `go/3` of one for the competition."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import clingo

from pylab.errors import WitnessError
from pylab.facts import Fact, constant, fact, integer
from pylab.listing import Task, signatures
from pylab.tongue import Form, Found, Line, Tongue
from pylab_ricochet.format import robot
from pylab_ricochet.model import STEPS, Board, Move, Plan

MOVE, GO = signatures("move/3 go/3")


def _heading(plan: Plan) -> str:
    count = "1 move" if len(plan.moves) == 1 else f"{len(plan.moves)} moves"
    return f"{count}, as the competition counts them" if plan.exact else count


def _lines(plan: Plan) -> Iterator[Line]:
    for each in plan.moves:
        name = "go" if plan.exact else "move"
        yield fact(name, each.robot, each.direction, each.step), str(each)


def _read(found: Found) -> Plan:
    facts = [each for those in found.values() for each in those]
    ways = [constant(each, 1, tuple(STEPS), WitnessError) for each in facts]
    steps = [integer(each, 2, kind=WitnessError) for each in facts]
    robots = [robot(each, WitnessError) for each in facts]
    return Plan(tuple(sorted(map(Move, steps, robots, ways))), GO in found)


TONGUE = Tongue(_heading, _lines, [Form(set(), {MOVE}, _read), Form({GO}, set(), _read)])
"""No fact at all is a plan, too: the robot may be there."""


def decode(_board: Board, task: Task, symbols: Sequence[clingo.Symbol]) -> Plan:
    """A model's moves as a plan. Raises WitnessError for odd ones."""
    shown = GO if task.name == "exact" else MOVE
    return TONGUE.witness([each for each in map(Fact, symbols) if each.signature == shown])
