"""The twin of `pylab.families.theseus.frontier`'s sweeps; see there for the idea."""

from __future__ import annotations

from pylab.families.theseus.frontier import Profile, Sweep, Ticker
from pylab_asp_native import _core

FITS = 3
"""See `pylab.base.native`."""


def profile(sweep: Sweep, tick: Ticker = lambda _: None) -> Profile | None:
    """As in `frontier`; None where weights are great, which Python does as well."""
    if sweep.heaviest > int(_core.HEAVIEST):
        return None
    turns = [
        (each.slot, each.joinable, each.open_targets, each.decided_targets, each.ended, each.own)
        for each in sweep.turns
    ]
    found = _core.profile(bytes(sweep.first), turns, sweep.goal is None, tick)
    if found is None:
        return None
    return {weight: int.from_bytes(number, "little") for weight, number in found.items()}
