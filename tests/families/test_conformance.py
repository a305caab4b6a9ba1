"""Every family that is shipped, put to all that is demanded of a family."""

from __future__ import annotations

import pytest

from pylab import registry
from pylab.testing import conformance
from pylab.testing.answers import shipped_puzzles_have_the_answers_beside_them
from pylab.testing.subject import Subject

test_ravensburger = conformance(registry.get("ravensburger"))


@pytest.mark.parametrize("name", ["alice", "dungeon", "fractal", "theseus"])
def test_shipped(name):
    shipped_puzzles_have_the_answers_beside_them.check(Subject(registry.get(name), None, 0))
