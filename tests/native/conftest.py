"""The searches in C++ are tested where there are any; with PYLAB_NATIVE=1 there have to be."""

import os

import pytest

from pylab.base import native


@pytest.fixture(autouse=True)
def library():
    if os.environ.get("PYLAB_NATIVE") != "1" and not native.available():
        pytest.skip(f"no searches in C++: {native.why_not() or 'PYLAB_NATIVE=0'}")
