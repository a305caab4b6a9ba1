"""Routes of which every step has its price."""

from __future__ import annotations

import itertools
from collections.abc import Callable

from pylab.base.verdict import Problem, Verdict
from pylab.base.words import counted
from pylab.families.dungeon.check.abstracts import leaves
from pylab.families.dungeon.check.census import census, differs
from pylab.families.dungeon.check.plays import not_at_goal, replay
from pylab.families.dungeon.check.rules import Rules, State
from pylab.families.dungeon.model import Fees, Priced


def check_priced(rules: Rules, witness: Priced, fees: Fees) -> Verdict:
    """Whether the play is possible, ends at a goal, and each step costs what it should.

    That no other one is cheaper is not checked.
    """
    replayed = replay(rules, witness.places)
    problem = replayed.problem or not_at_goal(rules, witness.places)
    if problem is not None:
        return Verdict((problem,))
    at_risk = _risk(rules) if fees.delta else lambda _state: False
    verdicts = []
    for course in replayed.courses:
        out = risky = 0
        paid = [0]
        problems: list[Problem] = []
        for before, after in itertools.pairwise(course.states()):
            leaving, risk = leaves(before.place, after.place), at_risk(before)
            out += leaving
            risky += risk
            toll = fees.alpha if leaving else fees.beta
            paid.append(paid[-1] + toll + (fees.delta if risk else 0))
        for step, (claimed, right) in enumerate(zip(witness.paid, paid, strict=True)):
            if claimed != right and not problems:
                wrong = differs("paid", claimed, right)
                problems.append(Problem(wrong.code, wrong.message, step or None))
        steps = len(paid) - 1
        words = f"cost {paid[-1]}: {counted(out, 'step')} out of rooms, {steps - out} within"
        words += f", {risky} at risk" if fees.delta else ""
        words += f"; the goal at {witness.places[-1]} reached"
        verdicts.append(Verdict(tuple(problems), words))
    return next((each for each in verdicts if each.valid), verdicts[0])


def _risk(rules: Rules) -> Callable[[State], bool]:
    """Whether some step from a state leads to where the goal can't be reached any more."""
    found = census(rules, moves=True)

    def at_risk(state: State) -> bool:
        moves = rules.moves(state.place, state.switched, state.combination)
        return not all(found.is_live(*move) for move in moves)

    return at_risk
