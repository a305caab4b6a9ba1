"""Routes of which every step has its price."""

from __future__ import annotations

import itertools
from collections.abc import Callable

from pylab.base.verdict import Problem, Verdict
from pylab.families.dungeon.check.abstracts import leaves
from pylab.families.dungeon.check.census import census, differs
from pylab.families.dungeon.check.plays import replay
from pylab.families.dungeon.check.rules import Rules, State
from pylab.families.dungeon.model import Fees, Priced, counted


def check_priced(rules: Rules, witness: Priced, fees: Fees) -> Verdict:
    """Whether the play is possible, ends at a goal, and each step costs what it should.

    That no other one is cheaper is not checked.
    """
    replayed = replay(rules, witness.places)
    if replayed.problem is not None:
        return Verdict((replayed.problem,))
    last = witness.places[-1]
    if last not in rules.goals:
        return Verdict((Problem("goal", f"the play ends at {last}, which is no goal"),))
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
        verdicts.append(Verdict(tuple(problems), f"{words}; the goal at {last} reached"))
    return next((each for each in verdicts if each.valid), verdicts[0])


def _risk(rules: Rules) -> Callable[[State], bool]:
    """Whether some step from a state leads to where the goal can't be reached any more."""
    live = census(rules, moves=True).live

    def at_risk(state: State) -> bool:
        return any(
            node not in live[combination]
            for node, combination in rules.moves(state.place, state.switched, state.combination)
        )

    return at_risk
