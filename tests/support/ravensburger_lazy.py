"""The lazy search put to single boards, under chosen rules and modes."""

from __future__ import annotations

from itertools import product

from pylab.families.ravensburger.lazy import MODES, Decider, Rules
from pylab.families.ravensburger.moves import DIRECTIONS, Tables
from pylab.families.ravensburger.slots import Work

RULES = [Rules(*chosen) for chosen in product((False, True), repeat=6)]
"""Every combination of the rules, all of them last."""

ALONE = [Rules(*(i == j for j in range(5))) for i in range(5)]
"""No rule but one."""


def fewest(board, mode, rules):
    """The fewest pushes, and a plan with so many; or None twice."""
    tables = Tables(board)
    decider = Decider(tables, rules)
    for count in range(board.max_steps + 1):
        plans = []

        def met(slots, plans=plans):
            plans.append(next(slots.sequences()))
            return True

        if decider.decide(count, mode, Work(lambda _: None), met):
            return count, tables.plan(plans[0])
    return None, None


def every(board, mode, rules, count):
    """All sequences of so many pushes that reach the goal, as (line, direction) pairs by step."""
    found = []

    def met(slots):
        found.extend(slots.sequences())
        return False

    Decider(Tables(board), rules).decide(count, mode, Work(lambda _: None), met)
    return [tuple((m // 4 + 1, DIRECTIONS[m % 4]) for m in moves) for moves in found]


def some_rules(rng):
    """All rules, one rule alone, and two combinations drawn."""
    return [RULES[-1], rng.choice(ALONE), *rng.sample(RULES, 2)]


def modes(rng):
    """Two of the modes."""
    return rng.sample(MODES, 2)
