"""Every family that is shipped, put to all that is demanded of a family."""

from __future__ import annotations

import pytest

from pylab import registry
from pylab.testing import conformance

test_alice = conformance(registry.get("alice"))
test_dungeon = conformance(registry.get("dungeon"))
test_fractal = conformance(registry.get("fractal"))
test_ravensburger = conformance(registry.get("ravensburger"))
test_theseus = conformance(registry.get("theseus"))

OFTEN = 60
test_alice_often = pytest.mark.slow(conformance(registry.get("alice"), rounds=OFTEN))
test_dungeon_often = pytest.mark.slow(conformance(registry.get("dungeon"), rounds=OFTEN))
test_fractal_often = pytest.mark.slow(conformance(registry.get("fractal"), rounds=OFTEN))
test_ravensburger_often = pytest.mark.slow(conformance(registry.get("ravensburger"), rounds=OFTEN))
test_theseus_often = pytest.mark.slow(conformance(registry.get("theseus"), rounds=OFTEN))
