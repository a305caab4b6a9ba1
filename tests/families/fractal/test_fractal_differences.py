"""Where the family was wrong once: files that showed it, with what is right about them."""

from __future__ import annotations

import pytest
from fractal_ask import FAMILY, ROOT, ask
from projects import few

from pylab.base.errors import InstanceError
from pylab.text.source import read_source

ENGINES = ("native", "clingo", "both")


def load(name):
    path = ROOT / "tests" / "data" / "differences" / name
    return FAMILY.load(read_source(str(path)))


@pytest.mark.parametrize("engine", ENGINES)
def test_to_reach_a_state_is_not_to_empty_the_stack(engine):
    system = load("p1.pds")
    report, (found,) = ask(system, "escape", engine, goal="reach q")
    assert report.status.value == "none"
    assert report.certified
    assert found.verdict.valid
    assert str(report.instance.goal) == "reach q"
    assert report.instance.rules == system.rules
    assert ask(system, "escape", engine, goal="reach p")[0].status.value == "found"


def test_membership_is_of_the_goal_that_was_asked():
    system = FAMILY.adapt(load("p1.pds"), goal="reach q")
    assert not FAMILY.membership(system, "a : p").valid
    assert FAMILY.membership(system, "a : q").valid
    assert FAMILY.membership(system, "a a a : q").valid
    assert FAMILY.membership(system, ": q").valid
    assert not FAMILY.membership(system, ": p").valid
    accepts = FAMILY.adapt(load("p1.pds"), goal="accept w; q --a--> w")
    assert FAMILY.membership(accepts, "a : q").summary.endswith("accepts can be reached from there")


def test_the_checker_judges_the_goal_that_was_asked():
    """An emptied stack is no proof that q can be reached, nor is a run that ends elsewhere."""
    system = load("p1.pds")
    emptied = ask(system, "escape", "native")[1][0].witness
    other = FAMILY.adapt(system, goal="reach q")
    assert [p.code for p in FAMILY.check(other, emptied).problems] == ["goal"]
    assert FAMILY.check(FAMILY.adapt(system, goal="reach p"), emptied).valid


@pytest.mark.parametrize("engine", ENGINES)
def test_the_automaton_of_a_goal_state_has_its_transitions_only(engine):
    report, (found,) = ask(load("w2.pds"), "winning", engine, goal="at r")
    assert found.verdict.problems == ()
    assert report.invalid == ()
    assert found.witness.transitions == (("r", "a", "r"),)


@pytest.mark.parametrize("task", ["escape", "shortest", "moves", "shallowest"])
def test_one_run_of_two_is_not_all(task):
    labyrinth = load("two.lab")
    report, found = ask(labyrinth, task, "native", models=0)
    assert len(found) == 1
    assert not report.complete
    report, found = ask(labyrinth, task, "clingo", models=0)
    assert len(found) == 2
    assert report.complete


@pytest.mark.parametrize("task", few(["shortest", "escape", "moves", "shallowest"], 1))
def test_nor_by_both_engines(task):
    report, found = ask(load("two.lab"), task, "both", models=0)
    assert len(found) == 2 or not report.complete


def test_a_proof_costs_nothing():
    report, _ = ask(load("c1.pds"), "escape", "native")
    assert (report.cost, report.optimal) == (None, False)


def test_a_start_on_a_box_needs_its_colon():
    with pytest.raises(InstanceError, match=r"expected 'start: A\.1' to start there") as caught:
        load("s1.lab")
    place = caught.value.place
    assert (place.line, place.column) == (2, 1)
