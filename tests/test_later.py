"""Functions that families' tables name without importing them: all of them are there."""

from __future__ import annotations

import subprocess
import sys

import pytest

from pylab.family import registry
from pylab.family.later import Later
from pylab.family.table import ARGUMENTS, takes


def of(family, member):
    """The member of a family, or of a record of its table; None without."""
    record, _, inner = member.partition(".")
    found = getattr(family, record)
    return getattr(found, inner) if inner and found is not None else found


DEFERRED = [
    (each.name, member)
    for each in registry.families()
    for member in ARGUMENTS
    if isinstance(of(registry.get(each.name), member), Later)
]


@pytest.mark.parametrize(("name", "member"), DEFERRED)
def test_a_deferred_member_is_a_function_that_takes_its_arguments(name, member):
    function = of(registry.get(name), member).function
    assert callable(function)
    assert takes(ARGUMENTS[member], function)


def test_a_family_is_loaded_without_its_searches_and_pictures():
    code = (
        "import sys\nfrom pylab.family import registry\nregistry.get('dungeon')\n"
        "print(*(name for name in sys.modules if name.startswith('pylab')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {name.rpartition(".")[2] for name in done.stdout.split()}
    assert not loaded & {"search", "draw", "watch", "astar", "generate", "obstacles", "svg"}
