"""Automata of large labyrinths, and the word on one configuration without one."""

from __future__ import annotations

import random

import pytest
from fractal_ask import read, small

from pylab.families.fractal.family import FAMILY
from pylab.families.fractal.model import Automaton
from pylab.families.fractal.pds import system_of
from pylab.families.fractal.prestar import saturate
from pylab.families.fractal.winning import transitions
from pylab.source import Source


def large(outer, oneway):
    return FAMILY.generate(random.Random(1), outer=outer, density=0.7, oneway=oneway)


@pytest.mark.parametrize("seed", range(1000, 1060))
def test_both_ways_to_saturate_agree(seed):
    labyrinth = small(random.Random(seed))
    assert list(transitions(labyrinth)) == sorted(saturate(system_of(labyrinth)))


@pytest.mark.parametrize("oneway", [0.0, 0.3])
def test_large_automata_are_made_and_judged(oneway):
    labyrinth = large(200, oneway)
    automaton = Automaton(tuple(transitions(labyrinth)))
    assert FAMILY.check(labyrinth, automaton).valid
    less = Automaton(automaton.transitions[:-1])
    assert {p.code for p in FAMILY.check(labyrinth, less).problems} == {"missing"}
    more = Automaton((*automaton.transitions, ("1", "A", "inner.start")))
    assert {p.code for p in FAMILY.check(labyrinth, more).problems} == {"unfounded"}


@pytest.mark.parametrize("oneway", [0.0, 0.3])
def test_one_configuration_of_a_large_labyrinth(oneway):
    labyrinth = large(600, oneway)
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
