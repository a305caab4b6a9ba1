"""What tests of the labyrinth of Theseus share."""

import functools

import pytest

from pylab.families.theseus.check import figures, logs


@pytest.fixture
def counted_once(monkeypatch):
    """The checker counts again once for each puzzle: claims differ, and the routes don't."""
    original = figures.Recount

    def recount(floor):
        if floor.puzzle not in _recounts:
            found = _recounts[floor.puzzle] = original(floor)
            found.paths = functools.cache(found.paths)
            found.cycles = functools.cache(found.cycles)
        return _recounts[floor.puzzle]

    for module in (figures, logs):
        monkeypatch.setattr(module, "Recount", recount)


_recounts = {}
