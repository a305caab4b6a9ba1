"""Every family that is shipped, put to all that is demanded of a family."""

from __future__ import annotations

from pylab import registry
from pylab.testing import conformance

test_alice = conformance(registry.get("alice"))
test_dungeon = conformance(registry.get("dungeon"))
test_fractal = conformance(registry.get("fractal"))
test_ravensburger = conformance(registry.get("ravensburger"))
test_theseus = conformance(registry.get("theseus"))
