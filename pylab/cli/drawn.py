"""Random puzzles for pages, by seed and size; the same on every machine."""

from __future__ import annotations

import random
import shlex
from collections.abc import Iterator
from typing import Any

from pylab.core.puzzle import Puzzle
from pylab.family.table import Family

STEPS = 2000
"""The number of steps for generators that search for good puzzles."""

_SIZES = ("size", "width", "height", "rows", "columns", "outer", "boxes")
"""Names of parameters that set the size of a random puzzle."""


def drawn(family: Family[Any, Any], seeds: int) -> Iterator[tuple[Puzzle, str, str]]:
    """Small and usual puzzles, one per seed: the puzzle, a title, and the command that makes it.

    Yields none if the family's generator depends on the speed of the machine.
    """
    fixed: dict[str, Any] = {}
    named = {each.name for each in family.listing.parameters}
    if "seconds" in named:  # a search, whose result must not depend on the machine
        if "steps" not in named:
            return
        fixed = {"steps": STEPS, "seconds": 1000.0}
    small = {  # two thirds of the default sizes
        each.name: max(2, round(each.default * 2 / 3))
        for each in family.listing.parameters
        if each.name in _SIZES and isinstance(each.default, int)
    }
    for size, parameters in (("small", small), ("usual", dict[str, Any]())):
        words = [word for name, value in parameters.items() for word in (f"--{name}", str(value))]
        words += ["--steps", str(STEPS)] if fixed else []
        for seed in range(1, seeds + 1) if parameters or size == "usual" else ():
            instance = family.generate(random.Random(seed), **parameters, **fixed)
            command = ["pylab", "generate", family.name, *words, "--seed", str(seed)]
            title = f"{size.capitalize()}, seed {seed}"
            yield Puzzle(family, instance, f"{size}-{seed}"), title, shlex.join(command)
