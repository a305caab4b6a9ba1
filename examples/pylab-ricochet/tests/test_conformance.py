"""What is demanded of every family."""

from pylab.testing import conformance
from pylab_ricochet.family import FAMILY

test_ricochet = conformance(FAMILY, rounds=12)
