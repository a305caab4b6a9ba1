"""The checker of `pylab.proving.rup` in C++; see there for what a proof is."""

from __future__ import annotations

from array import array
from collections.abc import Callable

from pylab.base import native


def check(clauses: array[int], proof: array[int], tick: Callable[[], None] = lambda: None) -> int:
    """As `refuted` there."""
    data = clauses.tobytes() + proof.tobytes()
    return native.run("refuted", [len(clauses)], data, tell=lambda _: tick()).numbers[0]
