"""Finds the C++ modules of `pylab-asp-native` if it is installed.

Each does the same as Python modules of a family: the same answers with the same number of nodes. It
is an entry point in the group `pylab.native`, named after the family; its value is a module.
"""

from __future__ import annotations

import functools
import importlib
import os
import warnings
from types import ModuleType

from pylab.base import resources

GROUP = "pylab.native"

FITS = 3
"""The version of the interface; each C++ module states the version it fits as `FITS`."""


def twin(family: str) -> ModuleType | None:
    """The family's C++ module; None if there is none, or with PYLAB_NATIVE=0.

    If it is broken, or made for another version, warns and returns None.
    """
    return None if os.environ.get("PYLAB_NATIVE") == "0" else _installed(family)


@functools.cache
def _installed(family: str) -> ModuleType | None:
    named = (value for name, value in resources.entry_points(GROUP) if name == family)
    module = next(named, None)
    if module is None:
        return None
    try:
        found = importlib.import_module(module)
        fits = found.FITS
    except Exception as error:  # if it is broken, the Python code does the same
        told = f"can't be loaded: {type(error).__name__}: {error}".split("\n")[0]
    else:
        if fits == FITS:
            return found
        told = "is for another version of pylab-asp; install both anew"
    warnings.warn(f"{module} {told}; going on in Python", stacklevel=3)
    return None
