"""The twin of `pylab.proving.rup`; see there for what a proof is."""

from __future__ import annotations

from array import array
from collections.abc import Callable

from pylab_asp_native import _core

FITS = 3
"""See `pylab.base.native`."""


def check(clauses: array[int], proof: array[int], tick: Callable[[], None] = lambda: None) -> int:
    """As `refuted` there."""
    found: int = _core.refuted(clauses.tobytes(), proof.tobytes(), lambda _: tick())
    return found
