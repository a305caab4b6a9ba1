"""What can be set beside the file: other rules, another first state, a depth; solves nothing."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from pylab.base.errors import InstanceError, short
from pylab.families.alice.format import MAX_DEPTH, begun_at
from pylab.families.alice.model import Maze, State


def adapt(maze: Maze, **options: Any) -> Maze:
    """The maze under these options; those not given stay as they are.

    Raises InstanceError for a first state that no token can be in, and for a depth
    below 0 or above MAX_DEPTH.
    """
    at = options.pop("at", "")
    adapted: Maze = replace(maze, **options)
    if not 0 <= adapted.depth <= MAX_DEPTH:
        raise InstanceError(f"expected a depth from 0 to {MAX_DEPTH}, found {adapted.depth}")
    if not at:
        return adapted
    found = re.fullmatch(r"\s*(\d{1,4})\s*,\s*(\d{1,4})\s*,\s*(-?\d{1,4})\s*", at, re.ASCII)
    if found is None:
        raise InstanceError(f"expected a state X,Y,D, three integers, found '{short(at)}'")
    return begun_at(adapted, State(*map(int, found.groups())))
