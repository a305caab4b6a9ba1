"""The ranges of limits and counts: the same on the command line, in notebooks and in sweeps."""

from __future__ import annotations

import math
import operator
from dataclasses import dataclass
from typing import Generic, SupportsFloat, SupportsIndex, TypeVar

from pylab.base.errors import PylabError, quoted

N = TypeVar("N", int, float)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Range(Generic[N]):
    """A range of numbers, from `least` to `most`.

    Attributes:
        least, most: the ends.
        open: whether the ends themselves are left out.
    """

    least: N
    most: N
    open: bool = False

    def check(self, name: str, value: N) -> N:
        """Return the value unchanged. Raises PylabError if it is out of range."""
        inside = self.least < value < self.most if self.open else self.least <= value <= self.most
        if not inside:
            sign = "<" if self.open else "<="
            words = f"{self.least}{sign}x{sign}{self.most}"
            raise PylabError(f"{name}: {value} is not in the range {words}.")
        return value


def seconds(name: str, value: SupportsFloat | None) -> float | None:
    """Check a time limit in seconds; None stays. Raises PylabError, worded as by the command."""
    if value is None:
        return None
    if not isinstance(value, SupportsFloat) or math.isnan(float(value)):
        raise PylabError(f"{name}: {quoted(str(value))} is not a number of seconds.")
    return SECONDS.check(name, float(value))


def whole(name: str, value: SupportsIndex | None, within: Range[int]) -> int | None:
    """Check a whole number; None stays. Raises PylabError, worded as by the command."""
    if value is None:
        return None
    if not isinstance(value, SupportsIndex):
        raise PylabError(f"{name}: {quoted(str(value))} is not a valid integer range.")
    return within.check(name, operator.index(value))


def seed(value: SupportsIndex) -> int:
    """Check the seed of random numbers. Raises PylabError for what is no whole number."""
    if not isinstance(value, SupportsIndex):
        raise PylabError(f"seed: {quoted(str(value))} is not a valid integer.")
    return operator.index(value)


SECONDS = Range(0.0, 1e9, open=True)
"""Of a time limit."""

MEGABYTES = Range(1, 10**9)
"""Of a memory limit."""

SEVERAL = Range(2, 2**31 - 1)
"""Of a number of answers that are compared."""

MODELS = Range(0, 2**31 - 1)
"""Of a number of answers, as far as clingo can count; 0 for all."""
