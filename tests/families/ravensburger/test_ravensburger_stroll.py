"""One way of walking a plan, told, drawn and in JSON; and boards of a hardness that is measured."""

from __future__ import annotations

import random
import re
from itertools import pairwise

import pytest
from brute_force import optimum
from projects import call, few

from pylab.core.puzzle import load
from pylab.families.ravensburger.check import check, pushed, replay
from pylab.families.ravensburger.generate import sample
from pylab.families.ravensburger.grade import compose, generate, grade
from pylab.families.ravensburger.model import OPPOSITE, STEPS, Plan
from pylab.families.ravensburger.stroll import told, walked
from pylab.family import registry

FAMILY = registry.get("ravensburger")
EXAMPLE = load("ravensburger/example-4x4.lp").instance


def plans(board, count=1):
    from asking import ask

    _, found = ask("ravensburger", board, "plan", engine="clingo", models=count)
    return [checked.witness for checked in found]


def legal(board, plan):
    """Step by step, from the start to the goal, by openings that face each other."""
    here, walks = board.start, walked(board, plan)
    assert len(walks) == len(plan.pushes) + 1
    for situation, walk in zip(replay(board, plan), walks, strict=True):
        if situation.push is not None:
            here = pushed(here, situation.push, board)
        elif "walk_first" not in board.rules:
            assert walk == (board.start,)
        assert walk[0] == here
        for field, after in pairwise(walk):
            (name,) = (n for n, (up, right) in STEPS.items()
                       if (field[0] + up, field[1] + right) == after)  # fmt: skip
            assert name in situation.openings[field]
            assert OPPOSITE[name] in situation.openings[after]
        here = walk[-1]
    return here == situation.goal


@pytest.mark.parametrize("number", few([12, 60], 1))
def test_walks_of_random_plans_are_legal_and_lead_to_the_goal(number):
    rng, moved = random.Random(4), 0
    for _ in range(number):
        board = sample(rng)
        for plan in plans(board, 3):
            assert legal(board, plan)
            moved += sum(len(walk) > 1 for walk in walked(board, plan))
    assert moved > number // 3


def test_a_plan_that_does_not_arrive_is_walked_as_well_and_a_wrong_one_not():
    read = FAMILY.read_witness
    from pylab.text.source import Source

    astray = read(Source("x", "push(1,w,1). push(3,n,2)."))
    assert not check(EXAMPLE, astray).valid
    assert not legal(EXAMPLE, astray)
    assert walked(EXAMPLE, read(Source("x", "push(9,w,1)."))) == []
    assert walked(EXAMPLE, Plan(())) == [(EXAMPLE.start,)]


def test_walks_are_told_and_are_in_json_and_in_pictures():
    done = call("solve", "ravensburger/example-4x4.lp", "--task", "all", "--unfold", "9")
    assert "push(1,w,1).  % row 1 moves west; walk (3,2) (4,2)\n" in done.stdout
    again = call("validate", "ravensburger/example-4x4.lp", "-", stdin=done.stdout)
    assert again.stdout.count("valid: 2 pushes") == 2
    plan = plans(EXAMPLE)[0]
    data = FAMILY.data(EXAMPLE, plan)
    assert data["walks"][0] == [[3, 2]]
    assert len(data["walks"]) == 3
    assert told(walked(EXAMPLE, plan)[1]) in FAMILY.picture(EXAMPLE, plan)
    assert FAMILY.picture(EXAMPLE, plan).count("walk (") == 2
    routes = r'<path d="M[^"]*" fill="none" stroke="#12507f" stroke-width="3" '
    assert len(re.findall(routes, FAMILY.draw(EXAMPLE, plan).render("light"))) == 2


@pytest.mark.parametrize("steps", [0, 1, 2])
def test_all_pushes_are_told_with_as_many_walks_as_are_asked_for(steps):
    done = call("solve", "ravensburger/example-4x4.lp", "--unfold", str(steps))
    assert (done.stdout.count("push("), done.stdout.count("walk (")) == (2, steps)


def test_a_first_walk_is_told_where_the_rule_allows_it():
    done = call("solve", "ravensburger/example-4x4.lp", "--walk-first", "--unfold", "9")
    assert done.stdout.startswith("% walk (3,2)")


@pytest.mark.parametrize("hardness", [1, 2, 3])
def test_boards_are_as_hard_as_was_asked_for(hardness):
    board = generate(random.Random(hardness), size=4, hardness=hardness, bound=3)
    assert grade(board).pushes == hardness
    most = board.max_steps
    assert optimum(board.size, board.connections, board.start, board.goal, most) == hardness
    assert board == compose(
        random.Random(hardness), lambda *_: None, size=4, hardness=hardness, bound=3
    )


def test_what_takes_too_much_work_is_not_graded_and_wrong_values_are_refused():
    hard = load("ravensburger/generated-10-4.lp").instance
    graded, given_up = grade(hard), grade(hard, nodes=3)
    assert graded.pushes == 4
    assert "shortest plans have 4 pushes, proven after" in str(graded)
    assert given_up.pushes is None
    assert "no plan with fewer than" in str(given_up)
    for wrong in ({"hardness": -1}, {"hardness": 9, "bound": 4}, {"nodes": 0, "hardness": 1}):
        with pytest.raises(ValueError, match="expected a hardness"):
            generate(random.Random(1), size=4, **wrong)
