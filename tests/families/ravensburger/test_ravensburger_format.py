"""Boards and plans as text and as facts, there and back; and what is refused."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from projects import ROOT, real

from pylab.base.errors import InstanceError, WitnessError
from pylab.families.ravensburger.family import FAMILY
from pylab.families.ravensburger.model import Board, Plan, Push
from pylab.text.facts import write_facts
from pylab.text.source import Source, read_source

TINY = "field(1,1). field(1,2). field(2,1). field(2,2). init_on(1,1). goal_on(2,2). max_steps(1)."


def read(text):
    return FAMILY.read(Source("x.lp", text))


@st.composite
def any_board(draw):
    size = draw(st.integers(1, 5))
    line = st.integers(1, size)
    sides = st.tuples(line, line, st.sampled_from("nesw"))
    return Board(
        size=size,
        connections=draw(st.frozensets(sides, max_size=12)),
        start=draw(st.tuples(line, line)),
        goal=draw(st.tuples(line, line)),
        max_steps=draw(st.integers(0, 2**31 - 1)),
    )


numbers = st.integers(-(2**31), 2**31 - 1)
plans = st.lists(st.builds(Push, numbers, numbers, st.sampled_from("nesw")), max_size=6).map(
    lambda pushes: Plan(tuple(sorted(pushes)))
)


@given(any_board(), st.randoms())
def test_a_board_survives_facts_and_text_in_any_order(board, rng):
    facts = FAMILY.facts(board)
    assert FAMILY.from_facts(facts) == board
    rng.shuffle(facts)
    assert read(write_facts(facts).replace("\n", " ")) == board


@given(plans)
def test_a_plan_survives_facts_and_text(plan):
    assert FAMILY.read_witness(Source("p", FAMILY.show(plan))) == plan
    assert FAMILY.decode(None, FAMILY.tasks[0], [f.symbol for f in FAMILY.encode(plan)]) == plan
    bare = " ".join(str(f.symbol) for f in FAMILY.encode(plan))
    assert FAMILY.read_witness(Source("p", bare)) == plan


def test_the_shipped_example_is_the_problem_pages():
    shipped = FAMILY.read(read_source(str(ROOT / "instances/ravensburger/example-4x4.lp")))
    page = FAMILY.read(read_source(str(real("ravensburger", "example-4x4.lp"))))
    assert shipped == page


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("", "1:1", "expected facts field/2, found none"),
        ("% nothing\n", "1:10", "expected facts field/2, found none"),
        (TINY.replace("init_on(1,1). ", ""), "1:76", "expected one fact init_on/2, found none"),
        (TINY.replace("goal_on(2,2). ", ""), "1:76", "expected one fact goal_on/2, found none"),
        (TINY.replace(" max_steps(1).", ""), "1:76", "expected one fact max_steps/1, found none"),
        (TINY + "\ninit_on(1,1).", "2:1", "expected one fact init_on/2, found 2"),
        (TINY + "\ngoal_on(1,1).", "2:1", "expected one fact goal_on/2, found 2"),
        (TINY + "\nmax_steps(1).", "2:1", "expected one fact max_steps/1, found 2"),
        (TINY + "\nfield(3,1).", "2:1", "expected a square of 3 rows and columns"),
        (TINY.replace("field(1,2). ", ""), "1:13", "found no field(1,2)"),
        (TINY + "\nfield(2000000000,1).", "2:1", "found no field(1,3)"),
        (TINY + "\nfield(0,1).", "2:1", "expected an integer from 1 as argument 1 of field/2"),
        (TINY + "\nconnect(3,1,n).", "2:1", "an integer from 1 to 2 as argument 1 of connect/3"),
        (TINY + "\nconnect(1,0,n).", "2:1", "an integer from 1 to 2 as argument 2 of connect/3"),
        (
            TINY + "\nconnect(1,1,q).",
            "2:1",
            "one of n, s, e, w as argument 3 of connect/3, found q",
        ),
        (TINY + '\nconnect(1,1,"n").', "2:1", 'found "n"'),
        (TINY.replace("init_on(1,1)", "init_on(1,3)"), "1:49", "argument 2 of init_on/2, found 3"),
        (TINY.replace("steps(1)", "steps(-1)"), "1:77", "an integer from 0 as argument 1"),
        (TINY.replace("steps(1)", "steps(a)"), "1:77", "an integer from 0 as argument 1"),
        (TINY + "\npush(1,n,1).", "2:1", "found push/3"),
        (TINY + "\ngoal(1,1,0).", "2:1", "found goal/3"),
    ],
)
def test_a_text_that_is_no_board_is_an_error_with_its_place(text, place, message):
    with pytest.raises(InstanceError) as caught:
        read(text)
    assert str(caught.value).startswith(f"x.lp:{place}: expected ")
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("push(1,q,1).", "x:1:1: expected one of n, s, e, w as argument 2 of push/3, found q"),
        ("push(a,n,1).", "x:1:1: expected an integer as argument 1 of push/3, found a"),
        ("push(1,n).", "x:1:1: expected push/3, found push/2"),
        ("push(1,n,1) :- foo.", "x:1:13: expected a full stop after the fact, found ':-'"),
        ("hello", "x:1:1: expected push/3, found hello/0"),
        ("INCONSISTENT", "x:1:1: expected an answer, found INCONSISTENT"),
    ],
)
def test_a_text_that_is_no_plan_is_an_error_with_its_place(text, message):
    with pytest.raises(WitnessError) as caught:
        FAMILY.read_witness(Source("x", text))
    assert str(caught.value).startswith(message)


def test_repeated_fields_and_connections_are_one():
    assert read(TINY + "field(1,1). connect(1,1,n). connect(1,1,n).") == read(
        TINY + "connect(1,1,n)."
    )


def test_generated_boards_are_as_open_as_asked():
    for density in (0.1, 0.25, 0.43, 0.8):
        boards = [FAMILY.generate(random.Random(i), size=20, density=density) for i in range(10)]
        sides = sum(len(board.connections) for board in boards) / (10 * 20 * 20 * 4)
        assert sides == pytest.approx(density, abs=0.02)


@pytest.mark.parametrize("wrong", [{"size": 0}, {"density": 1.5}, {"bound": -1}])
def test_the_generator_refuses_nonsense(wrong):
    with pytest.raises(ValueError, match="expected a"):
        FAMILY.generate(random.Random(0), **wrong)
