"""What is demanded of every family."""

from pylab_ricochet.family import FAMILY

from pylab.testing import conformance

test_ricochet = conformance(FAMILY, rounds=12)
