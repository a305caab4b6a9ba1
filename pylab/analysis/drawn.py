"""Random puzzles for pages, by seed and size; the same on every machine."""

from __future__ import annotations

import random
import shlex
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from pylab.base.errors import PylabError
from pylab.core.puzzle import Puzzle
from pylab.family.table import Family

STEPS = 2000
"""The number of steps for generators that search for good puzzles."""

_SIZES = ("size", "width", "height", "rows", "columns", "outer", "boxes")
"""Names of parameters that set the size of a random puzzle."""


_SHARES = (2 / 3, 5 / 6, 1, 4 / 3)
"""The sizes of puzzles to choose from, as shares of the usual size."""

_QUICK = 150
"""The number of steps for each of these puzzles."""


_TWISTS = {"oneway": 0.3, "hubs": 0.2, "deep": 0.15}
"""Parameters that are 0 by default, and what they are in some of these puzzles, one in each."""


def drawn(family: Family[Any, Any], seeds: int) -> Iterator[tuple[Puzzle, str, str]]:
    """Small and usual puzzles, one per seed: the puzzle, a title, and the command that makes it.

    Yields none if the family's generator depends on the speed of the machine. Raises PylabError.
    """
    fixed = _steps(family, STEPS)
    if fixed is None:
        return
    for size, parameters in (("small", _sized(family, 2 / 3)), ("usual", dict[str, Any]())):
        words = [word for name, value in parameters.items() for word in (f"--{name}", str(value))]
        words += ["--steps", str(STEPS)] if fixed else []
        for seed in range(1, seeds + 1) if parameters or size == "usual" else ():
            try:
                instance = family.generate(random.Random(seed), **parameters, **fixed)
            except ValueError as error:
                if parameters:
                    continue  # there may be no puzzles of a size that nobody asked for
                raise PylabError(str(error)) from error
            command = ["pylab", "generate", family.name, *words, "--seed", str(seed)]
            title = f"{'Small random' if size == 'small' else 'Random'} puzzle {seed}"
            yield Puzzle(family, instance, f"{size}-{seed}"), title, shlex.join(command)


def drawn_by_size(family: Family[Any, Any], number: int) -> list[list[Any]]:
    """Up to so many puzzles of each of a few sizes, small ones first; some may have no answer.

    Each has one of the generator's twists, such as corridors that are one-way, or none, in turn.
    """
    fixed = _steps(family, _QUICK)
    named = {each.name for each in family.listing.parameters}
    twists = [{}, *({name: value} for name, value in _TWISTS.items() if name in named)]
    sizes: list[list[Any]] = []
    for share in _SHARES if fixed is not None else ():
        sizes.append([])
        for seed in range(number):
            with suppress(ValueError):  # none was found in so few steps
                rng, parameters = random.Random(seed), _sized(family, share)
                twist = twists[seed % len(twists)]
                sizes[-1].append(family.generate(rng, **parameters, **twist, **(fixed or {})))
    return [each for each in sizes if each]


def _steps(family: Family[Any, Any], steps: int) -> dict[str, Any] | None:
    """What bounds a search for a puzzle on every machine alike; None if nothing does."""
    named = {each.name for each in family.listing.parameters}
    if "seconds" not in named:
        return {}
    return {"steps": steps, "seconds": 1000.0} if "steps" in named else None


def _sized(family: Family[Any, Any], share: float) -> dict[str, int]:
    """The parameters for a share of the usual size."""
    return {
        each.name: max(2, round(each.default * share))
        for each in family.listing.parameters
        if each.name in _SIZES and isinstance(each.default, int)
    }
