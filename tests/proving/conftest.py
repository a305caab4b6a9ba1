"""What tests of proofs share."""

from __future__ import annotations

import pytest
from splitting import Splitting

from pylab.proving import sat


@pytest.fixture
def splitting(monkeypatch):
    """The solver for tests in place of installed ones; the checker is the one in Python."""
    monkeypatch.setattr(sat, "solver", Splitting)
    monkeypatch.setenv("PYLAB_NATIVE", "0")
