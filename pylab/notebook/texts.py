"""Encodings that come as text: files as long as this process lives, as clingo wants files."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from pylab.encoding.texts import file_with


def file_of(given: str | Path, what: str) -> str:
    """The path or name that was given; for a text, the path of a file that has it.

    It is a text if it has more than one line, or if it ends like a rule and there is no such file.
    The file stays for as long as anybody in this process may look at it. Messages call it `your`
    and `what` it is, or `what` alone if that has a number; see `places.shown`.
    """
    name = str(given)
    if not isinstance(given, str) or not _is_text(given):
        return name
    called = what if what[-1].isdigit() else f"your {what}"
    return str(file_with(given, called))


def files_of(given: Iterable[str | Path] | str | Path, what: str) -> tuple[str, ...]:
    """The same for several; one that stands alone need not be in a list."""
    if isinstance(given, str | Path):
        return (file_of(given, what),)
    several = [*given]
    if len(several) == 1:
        return (file_of(several[0], what),)
    return tuple(file_of(each, f"{what} {number}") for number, each in enumerate(several, 1))


def _is_text(given: str) -> bool:
    if "\n" in given:
        return True
    if not given.rstrip().endswith("."):
        return False
    try:
        return not Path(given).exists()
    except (OSError, ValueError):  # too long for a name, or no name at all
        return True
