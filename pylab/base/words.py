"""Numbers of things, and choices, in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any


def exact(number: float) -> str:
    """All digits of a number; Python's own conversion refuses those of more than 4300.

    >>> len(exact(2**20000))
    6021
    """
    if abs(number) < 10**18:
        return str(number)
    from decimal import Decimal

    return f"{Decimal(number):f}"


def counted(
    number: float, noun: str, plural: str = "", written: Callable[[Any], str] = exact
) -> str:
    """A number with its noun.

    >>> counted(1, "job"), counted(2, "job"), counted(0, "box", "boxes")
    ('1 job', '2 jobs', '0 boxes')
    """
    return f"{written(number)} {noun if number == 1 else plural or f'{noun}s'}"


def lettered(number: int) -> str:
    """A, B, …, Z, AA, AB, … for 0, 1, ….

    >>> lettered(0), lettered(25), lettered(26)
    ('A', 'Z', 'AA')
    """
    more, last = divmod(number, 26)
    return (lettered(more - 1) if more else "") + chr(ord("A") + last)


def alternatives(names: Sequence[str]) -> str:
    """A list of what may be.

    >>> alternatives(["n"]), alternatives(["n", "e", "s"])
    ('n', 'n, e or s')
    """
    return " or ".join([*([", ".join(names[:-1])] if names[1:] else []), *names[-1:]])
