"""The choice of modes, and the shape of the decision trees, apart from any board's answer."""

from __future__ import annotations

import random
from itertools import islice

from projects import many

from pylab.families.ravensburger.family import FAMILY
from pylab.families.ravensburger.goal_side import GoalSide
from pylab.families.ravensburger.lazy import BACKWARD, MODES
from pylab.families.ravensburger.moves import Tables
from pylab.families.ravensburger.race import Race, cost_of, nodes_for
from pylab.families.ravensburger.slots import Work


def test_modes_enter_the_race_when_they_differ_from_the_backward_one():
    race = Race()
    race.start(0)
    assert {mode for mode, _ in islice(race.attempts(), 9)} == {BACKWARD}
    race.start(2)
    assert {mode for mode, _ in islice(race.attempts(), 9)} == {BACKWARD, 0, 1}
    race.start(9)
    assert {mode for mode, _ in islice(race.attempts(), 99)} == set(MODES)


def test_the_cheapest_mode_comes_first_and_caps_grow():
    race = Race()
    race.start(3)
    race.finish({BACKWARD: 5000.0, 0: 300.0, 1: 900.0, 2: 20.0})
    assert race.best() == 2
    attempts = list(islice(race.attempts(), 20))
    assert attempts[0][0] == 2
    caps = [cap for _, cap in attempts]
    assert caps == sorted(caps)
    assert {mode for mode, _ in attempts} == {BACKWARD, 0, 1, 2}


def test_a_capped_mode_is_believed_to_cost_more_than_its_cap():
    race = Race()
    race.start(3)
    race.finish({BACKWARD: 50.0, 0: 60.0, 1: 70.0, 2: 80.0})
    race.finish({BACKWARD: 1000.0, 0: 100.0, 1: 100.0, 2: 2000.0}, capped={0})
    assert race.best() == 1
    race.finish({0: 5000.0, 1: 9000.0}, capped={0})
    assert race.best() == 1


def test_cheap_levels_are_measured_in_all_modes_and_dear_ones_in_those_beside_the_best():
    race = Race()
    race.start(4)
    assert dict(race.measurements(0, 100.0)) == dict.fromkeys((BACKWARD, 1, 2, 3), 200.0)
    assert dict(race.measurements(2, 1e6)) == {1: 1e6, 3: 1e6}
    assert dict(race.measurements(3, 1e6)) == {2: 1e6}


def test_costs_and_nodes_are_inverse():
    for mode in MODES:
        assert nodes_for(mode, cost_of(mode, 12345)) == 12345


def test_answers_from_the_decision_trees_are_those_of_a_fresh_search():
    """The trees that many boards share give the same cells, and looks, as a tree of one's own."""
    rng = random.Random("trees")
    for _ in range(many(10)):
        board = FAMILY.generate(rng, size=5, density=0.35)
        tables = Tables(board)
        shared = GoalSide(tables, lump=True)
        types = tables.types
        for _ in range(40):
            types = tables.after(types, rng.randrange(tables.moves))
            goal = rng.randrange(25)
            work = Work(lambda _: None)
            fresh = GoalSide(tables, lump=True).ask(2, goal, types, work)
            for _ in range(2):
                leaf = shared.ask(2, goal, types, work)
                assert (leaf.winning, leaf.looks) == (fresh.winning, fresh.looks)
            assert goal in fresh.winning or not fresh.winning
            assert fresh.winning <= {cell for cell, _ in fresh.looks}
