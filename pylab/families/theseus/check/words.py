"""Numbers and lists for messages, none of which grows as long as they may be."""

from __future__ import annotations

from collections.abc import Sequence

from pylab.base.words import counted


def numbered(number: int, noun: str) -> str:
    """A number of things, as `1 door` or `2 doors`."""
    return counted(number, noun, written=digits)


def digits(number: int) -> str:
    """A number, or its first digits."""
    text = str(number)
    return text if len(text) <= 40 else f"{text[:20]}… ({len(text)} digits)"


def product(factors: Sequence[int]) -> str:
    """Factors, or the first of them; `none` if there are none."""
    more = f" and {len(factors) - 20} more" if len(factors) > 20 else ""
    return f"{' * '.join(map(digits, factors[:20]))}{more}" or "none"
