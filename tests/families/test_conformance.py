"""Every family that is shipped, put to all that is demanded of a family."""

from __future__ import annotations

import pytest

from pylab import registry
from pylab.testing import conformance

FEW, OFTEN = 3, 60
"""Random instances every time, and with `-m slow`."""

test_alice = conformance(registry.get("alice"), rounds=FEW)
test_dungeon = conformance(registry.get("dungeon"), rounds=FEW)
test_fractal = conformance(registry.get("fractal"), rounds=FEW)
test_ravensburger = conformance(registry.get("ravensburger"), rounds=FEW)
test_theseus = conformance(registry.get("theseus"), rounds=FEW)

test_alice_often = pytest.mark.slow(conformance(registry.get("alice"), rounds=OFTEN))
test_dungeon_often = pytest.mark.slow(conformance(registry.get("dungeon"), rounds=OFTEN))
test_fractal_often = pytest.mark.slow(conformance(registry.get("fractal"), rounds=OFTEN))
test_ravensburger_often = pytest.mark.slow(conformance(registry.get("ravensburger"), rounds=OFTEN))
test_theseus_often = pytest.mark.slow(conformance(registry.get("theseus"), rounds=OFTEN))
