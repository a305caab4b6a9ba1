"""Every family that is shipped, put to all that is demanded of a family."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pylab.family import registry
from pylab.testing import conformance, family_testkit

FEW, OFTEN = 2, 60
"""Random instances every time, and with `-m slow`."""


MUTATED = ("fractal", "ravensburger", "theseus")
"""Mistakes that `compare` has to find are put into the rules of these, which takes a second each;
puzzles of the others take ten times as long to be shrunk."""


def every_time(name, rounds=FEW):
    """The family's test."""
    family = registry.get(name)
    trial = family_testkit(family)
    return conformance(family, trial if name in MUTATED else replace(trial, mutants=()), rounds)


test_alice = every_time("alice")
test_dungeon = every_time("dungeon")
test_fractal = every_time("fractal", 5)  # of which one has no way out
test_ravensburger = every_time("ravensburger")
test_theseus = every_time("theseus", 3)  # of which one has a way out

test_alice_often = pytest.mark.slow(conformance(registry.get("alice"), rounds=OFTEN))
test_dungeon_often = pytest.mark.slow(conformance(registry.get("dungeon"), rounds=OFTEN))
test_fractal_often = pytest.mark.slow(conformance(registry.get("fractal"), rounds=OFTEN))
test_ravensburger_often = pytest.mark.slow(conformance(registry.get("ravensburger"), rounds=OFTEN))
test_theseus_often = pytest.mark.slow(conformance(registry.get("theseus"), rounds=OFTEN))
