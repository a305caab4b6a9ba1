"""Automata of large labyrinths, and the word on one configuration without one."""

from __future__ import annotations

import random

import pytest
from fractal_ask import read, small
from projects import few

from pylab.families.fractal import winning
from pylab.families.fractal.family import FAMILY
from pylab.families.fractal.model import Automaton
from pylab.families.fractal.pds import system_of
from pylab.families.fractal.prestar import saturate
from pylab.families.fractal.winning import table
from pylab.families.fractal.witness import WITNESS_FORMAT
from pylab.text.source import Source


def large(outer, oneway):
    return FAMILY.generate(random.Random(1), outer=outer, density=0.7, oneway=oneway)


@pytest.mark.parametrize("seed", few(range(1000, 1060), 10))
def test_both_ways_to_saturate_agree(seed):
    labyrinth = small(random.Random(seed))
    assert list(table(labyrinth).transitions) == sorted(saturate(system_of(labyrinth)))


def codes(labyrinth, transitions, alike=()):
    return {p.code for p in FAMILY.check(labyrinth, Automaton(transitions, alike)).problems}


@pytest.mark.parametrize("oneway", few([0.3, 0.0], 1))
def test_large_automata_are_made_and_judged(oneway):
    labyrinth = large(120, oneway)
    automaton = table(labyrinth)
    assert automaton.alike
    assert automaton.count > winning.MOST
    assert FAMILY.check(labyrinth, automaton).valid
    listed, alike = automaton.transitions, automaton.alike
    assert codes(labyrinth, listed[:-1], alike) == {"missing"}
    assert codes(labyrinth, (*listed, (listed[0][0], "A", "inner.start")), alike) == {"unfounded"}
    assert codes(labyrinth, listed, alike[1:]) == {"missing"}


@pytest.mark.parametrize("seed", few(range(1000, 1060), 10))
def test_states_that_are_alike_stand_for_all_their_transitions(seed, monkeypatch):
    monkeypatch.setattr(winning, "MOST", 0)
    labyrinth = small(random.Random(seed))
    automaton, every = table(labyrinth), sorted(saturate(system_of(labyrinth)))
    assert sorted(automaton.every()) == every
    assert automaton.count == len(every)
    assert FAMILY.check(labyrinth, automaton).summary.startswith(f"{len(every)} transition")
    if every:
        assert WITNESS_FORMAT.read(Source("w", WITNESS_FORMAT.show(automaton))) == automaton
    states = {state for state, _, _ in automaton.transitions}
    for state, other in automaton.alike:
        chain = (*automaton.alike, (other, state))
        assert codes(labyrinth, automaton.transitions, chain) == {"alike"}
    if len(states) > 1:
        one, two = sorted(states)[:2]
        rest = tuple(each for each in automaton.transitions if each[0] != one)
        found = codes(labyrinth, rest, (*automaton.alike, (one, two)))
        assert found <= {"alike", "missing", "unfounded"}
        assert found


@pytest.mark.slow
@pytest.mark.parametrize("oneway", few([0.3, 0.0], 1))
def test_an_automaton_with_states_that_are_alike_is_shown_as_another_one(oneway, monkeypatch):
    labyrinth = FAMILY.generate(random.Random(2), outer=5, density=0.7, oneway=oneway)
    plain = table(labyrinth)
    monkeypatch.setattr(winning, "MOST", 0)
    short = table(labyrinth)
    assert short.alike
    assert FAMILY.answer_exports["dot"](labyrinth, short) == FAMILY.answer_exports["dot"](
        labyrinth, plain
    )
    assert FAMILY.picture(labyrinth, short) == FAMILY.picture(labyrinth, plain)
    assert FAMILY.unfold(labyrinth, short, 3) == FAMILY.unfold(labyrinth, plain, 3)


@pytest.mark.parametrize("oneway", few([0.3, 0.0], 1))
def test_one_configuration_of_a_large_labyrinth(oneway):
    labyrinth = large(300, oneway)
    FAMILY.membership(labyrinth, "A B C D A B : 3")


def test_a_port_without_corridors_leads_in():
    labyrinth = read(
        "start: inner.s\ngoal: at inner.g\ninner.s A.1\n1 2\nA.2 inner.g\nB.1 inner.g\n3 2"
    )
    assert FAMILY.membership(labyrinth, ": A.3").valid
    assert FAMILY.membership(labyrinth, "A : 3").valid
    assert not FAMILY.membership(labyrinth, "A A : 3").valid


def test_one_transition_is_told_in_the_singular():
    system = FAMILY.read(Source("x.pds", "(p <a>)\np <a> --> p <>\n"))
    verdict = FAMILY.check(system, Automaton((("p", "a", "p"),)))
    assert verdict.summary == "1 transition; accepts exactly what wins"
