"""Forgeries: valid witnesses, changed in each way that breaks a rule; the checker names it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from fractal_ask import ask, load, read

from pylab.families.fractal.family import FAMILY
from pylab.families.fractal.model import (
    START,
    Automaton,
    Closed,
    Configuration,
    Derivation,
    Exits,
    Goal,
    Partition,
    Program,
    Reason,
    Run,
    Table,
)
from pylab.families.fractal.pds import system_of
from pylab.families.fractal.prestar import derive, saturate

ALICE = load("alice.lab")
INFINITE = FAMILY.adapt(load("infinite.lab"), goal="at b")
TREASURE = load("treasure.lab")


def codes(instance, witness):
    verdict = FAMILY.check(instance, witness)
    assert all(problem.message for problem in verdict.problems)
    return {problem.code for problem in verdict.problems}


def program(instance, task="shortest"):
    """The answer as a straight-line program, not unfolded."""
    from pylab.families.fractal.atlas import atlas
    from pylab.families.fractal.paths import Corridors, Search

    chart = atlas(instance)
    walks = Search(chart, Corridors())
    ((frame, end),) = walks.reach(chart.targets)
    return Program(chart.names[end], walks.reasons([(frame, end)]))


RUN = ask(ALICE, "shortest", "native")[1][0].witness
PROGRAM = program(ALICE)


def test_the_originals_are_valid():
    for instance, witness in ((ALICE, RUN), (ALICE, PROGRAM), (TREASURE, program(TREASURE))):
        assert FAMILY.check(instance, witness).problems == ()
    summary = FAMILY.check(ALICE, PROGRAM).summary
    assert summary == "25 corridors, 49 moves, depth 6; ends at 1"
    assert "4 corridors, 7 moves, depth 3" in FAMILY.check(TREASURE, program(TREASURE)).summary


def edited(run, index, *items):
    steps = list(run.configurations)
    steps[index : index + 1] = items
    return Run(tuple(steps))


@pytest.mark.parametrize(
    ("forged", "code"),
    [
        (Run(()), "empty"),
        (Run(RUN.configurations[1:]), "start"),
        (Run(RUN.configurations[:-1]), "goal"),
        (edited(RUN, 5), "move"),
        (edited(RUN, 5, RUN.configurations[5], RUN.configurations[5]), "move"),
        (edited(RUN, 5, Configuration(RUN.configurations[5].stack, "nowhere")), "move"),
        (edited(RUN, 5, Configuration(("C", "C", "C"), RUN.configurations[5].location)), "move"),
        (edited(RUN, 1, Configuration((), "A.4")), "move"),
    ],
)
def test_runs(forged, code):
    assert code in codes(ALICE, forged)


def test_every_dropped_configuration_is_noticed():
    for index in range(len(RUN.configurations)):
        assert codes(ALICE, edited(RUN, index))


def test_a_box_is_left_where_it_was_entered_not_elsewhere():
    bad = Run((Configuration((), "a"), Configuration((), "X.a"), Configuration(("X",), "b")))
    verdict = FAMILY.check(INFINITE, bad)
    assert [p.step for p in verdict.problems if p.code == "move"] == [2]


def test_boxes_are_no_way_back_to_a_place_of_the_same_name():
    """The seed's exit rule lost the place: leaving X at a leads to X.a, not to a."""
    bad = (
        Configuration((), "a"), Configuration((), "X.a"), Configuration(("X",), "a"),
        Configuration((), "a"),
    )  # fmt: skip
    assert "move" in codes(INFINITE, Run(bad))


def swapped(reasons, index, **changes):
    return tuple(replace(r, **changes) if i == index else r for i, r in enumerate(reasons))


def test_programs():
    walk = next(i for i, r in enumerate(PROGRAM.reasons) if r.kind == "walk")
    through = next(i for i, r in enumerate(PROGRAM.reasons) if r.kind == "through")
    reasons = PROGRAM.reasons

    def of(*changed):
        return replace(PROGRAM, reasons=tuple(changed))

    assert codes(ALICE, replace(PROGRAM, end="inner.start")) == {"goal"}
    assert codes(ALICE, replace(PROGRAM, end="5")) == {"no-reason"}
    for index in range(len(reasons)):
        left = reasons[:index] + reasons[index + 1 :]
        assert codes(ALICE, of(*left)) == {"no-reason"}
    assert codes(ALICE, of(*reasons, replace(reasons[walk], kind="walk"))) == {"two-reasons"}
    assert codes(ALICE, of(*swapped(reasons, walk, origin="D.1"))) == {"reason"}
    assert codes(ALICE, of(*swapped(reasons, through, box="Z"))) == {"reason"}
    assert codes(ALICE, of(*swapped(reasons, through, kind="flies"))) == {"reason"}
    assert codes(ALICE, of(*swapped(reasons, through, kind="into"))) == {"reason"}
    start = Reason(START, "inner.start", "walk", "A.3")
    assert "reason" in codes(ALICE, of(*reasons, start))


def test_programs_that_rest_on_themselves():
    loop = (Reason(START, "X.a", "walk", "a"), Reason(START, "X.b", "through", "X.a", "X"))
    inner = (Reason("a", "X.a", "walk", "a"), Reason("a", "X.b", "through", "X.a", "X"))
    back = (Reason(START, "b", "walk", "X.b"), Reason("a", "b", "walk", "X.b"))
    assert codes(INFINITE, Program("b", (*loop, *inner, *back))) == {"circle"}


def test_into_a_box_for_good_only_where_any_stack_wins():
    same = replace(TREASURE, goal=replace(TREASURE.goal, kind="at"))
    assert codes(same, program(TREASURE)) == {"goal"}
    assert codes(same, ask(TREASURE, "escape", "native")[1][0].witness) == {"goal"}


def test_partitions():
    witness = ask(INFINITE, "escape", "native")[1][0].witness
    assert isinstance(witness, Partition)
    assert witness.classes == (("a", "X.a"), ("b", "X.b"))
    assert codes(INFINITE, replace(witness, classes=(("a", "X.a"), ("b",)))) == {"corridor"}
    assert codes(INFINITE, replace(witness, reached=("b",))) == {"start", "goal"}
    assert codes(INFINITE, replace(witness, reached=("a", "b"))) == {"goal"}
    assert codes(INFINITE, replace(witness, classes=(("a", "X.a", "b", "X.b"),))) == {"goal"}
    both = (("a", "X.a"), ("b", "X.b", "a"))
    assert "overlap" in codes(INFINITE, replace(witness, classes=both))
    ported = read("goal: at 3\n1 2\nX.1 inner.s\n3 X.2")
    told = Partition((("1", "2"), ("X.1", "inner.s"), ("3", "X.2")), ("1",))
    assert codes(ported, told) == {"box"}
    dive = read("start: 1\ngoal: reach 3\n1 X.2\n2 3")
    told = Partition((("1", "X.2"), ("2", "3")), ("1",))
    assert codes(dive, told) == {"into"}


def test_tables():
    witness = ask(INFINITE, "escape", "clingo")[1][0].witness
    assert isinstance(witness, Table)
    for pair in witness.pairs:
        left = Table(tuple(p for p in witness.pairs if p != pair))
        assert codes(INFINITE, left) & {"open", "start", "unlooked"}
    assert codes(INFINITE, Table((*witness.pairs, (START, "b")))) == {"goal", "open"}
    assert codes(INFINITE, Table(())) == {"start"}
    dive = read("start: 1\ngoal: reach 3\n1 X.2\n2 3")
    told = Table(((START, "1"), (START, "X.2"), ("2", "2"), ("2", "3")))
    assert codes(dive, told) == {"open"}


def test_exits():
    witness = ask(load("turnstile.lab"), "exits", "native")[1][0].witness
    turnstile = load("turnstile.lab")
    assert isinstance(witness, Exits)
    assert FAMILY.check(turnstile, witness).valid
    assert codes(turnstile, replace(witness, closed=None)) == {"unproven"}
    assert codes(turnstile, replace(witness, ends=(*witness.ends, "1"))) == {"no-reason"}
    assert "goal" in codes(turnstile, replace(witness, ends=witness.ends[:1]))
    assert codes(turnstile, replace(witness, reasons=witness.reasons[1:])) == {"no-reason"}
    assert "goal" in codes(turnstile, replace(witness, ends=(*witness.ends, "inner.court")))
    entered = Reason(START, "A.p", "walk", "s"), Reason(START, "p", "into", "A.p", "A")
    inside = Exits(("g",), (*entered, Reason(START, "g", "walk", "p")))
    assert codes(read("start: s\ns A.p\np g"), inside) == {"goal", "unproven"}


@pytest.mark.parametrize("instance", [load("infinite.lab"), TREASURE, system_of(TREASURE)])
def test_automata(instance):
    witness = ask(instance, "winning", "native")[1][0].witness
    assert FAMILY.check(instance, witness).valid
    for each in witness.transitions:
        left = Automaton(tuple(t for t in witness.transitions if t != each))
        assert codes(instance, left) == {"missing"}
    more = Automaton((*witness.transitions, ("1", "Q", "2")))
    assert codes(instance, more) == {"unfounded"}


def test_pushdown_refutations():
    system = system_of(INFINITE)
    witness = derive(system, saturate(system))
    assert isinstance(witness, Closed)
    assert FAMILY.check(system, witness).valid
    for each in witness.transitions:
        left = Closed(tuple(t for t in witness.transitions if t != each))
        assert codes(system, left) == {"missing"}
    wins = FAMILY.adapt(load("infinite.lab"), goal="escape")
    own = Closed(tuple(saturate(system_of(wins))))
    assert codes(system_of(wins), own) == {"goal"}


def test_derivations():
    system = system_of(TREASURE)
    witness = derive(system, saturate(system))
    assert isinstance(witness, Derivation)
    run = ask(system, "escape", "native")[1][0].witness
    assert FAMILY.check(system, witness).summary == f"{len(run.configurations) - 1} moves"
    for node in witness.nodes:
        left = replace(witness, nodes=tuple(n for n in witness.nodes if n != node))
        assert codes(system, left) == {"no-reason"}
        wrong = tuple(replace(n, rule=0) if n == node else n for n in witness.nodes)
        assert codes(system, replace(witness, nodes=wrong)) == {"reason"}
    assert "start" in codes(system, replace(witness, states=("1", *witness.states[1:])))
    assert "stack" in codes(system, replace(witness, states=witness.states[:1]))
    ends = replace(system, goal=Goal("at", (witness.states[-1],)))
    assert FAMILY.check(ends, witness).valid
    elsewhere = replace(system, goal=Goal("at", ("1",)))
    assert codes(elsewhere, witness) == {"goal"}


def test_histories():
    system = system_of(TREASURE)
    run = ask(system, "escape", "native")[1][0].witness
    assert isinstance(run, Run)
    assert FAMILY.check(system, run).valid
    for index in range(len(run.configurations)):
        assert codes(system, edited(run, index))


def test_answers_about_the_other_kind_of_puzzle():
    assert codes(ALICE, Derivation((), ())) == {"foreign"}
    assert codes(system_of(INFINITE), Table(())) == {"foreign"}
