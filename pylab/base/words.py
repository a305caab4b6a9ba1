"""Numbers of things, and choices, in words."""

from __future__ import annotations

from collections.abc import Sequence


def counted(number: int, noun: str) -> str:
    """A number with its noun.

    >>> counted(1, "job"), counted(2, "job"), counted(0, "job")
    ('1 job', '2 jobs', '0 jobs')
    """
    return f"{number} {noun}{'' if number == 1 else 's'}"


def alternatives(names: Sequence[str]) -> str:
    """A list of what may be, one at least.

    >>> alternatives(["n"]), alternatives(["n", "e", "s"])
    ('n', 'n, e or s')
    """
    return " or ".join([*([", ".join(names[:-1])] if names[1:] else []), names[-1]])
