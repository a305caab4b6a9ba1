"""Numbers of things, in words."""

from __future__ import annotations


def counted(number: int, noun: str) -> str:
    """A number with its noun.

    >>> counted(1, "job"), counted(2, "job"), counted(0, "job")
    ('1 job', '2 jobs', '0 jobs')
    """
    return f"{number} {noun}{'' if number == 1 else 's'}"
