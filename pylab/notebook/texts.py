"""Writes encodings that are given as text to temporary files, because clingo reads files."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from pylab.base.errors import PylabError
from pylab.encoding.places import file_with


def file_of(given: str | Path, what: str) -> str:
    """The given path or name; for a text, the path of a file that contains it.

    It is a text if it has more than one line, or if it ends like a rule and is no existing file.
    The file exists until the process ends. Messages call it `your` and `what`, or `what` alone if
    that ends with a number; see `places.shown`.
    """
    name = str(given)
    if not isinstance(given, str) or not _is_text(given):
        return name
    called = what if what[-1].isdigit() else f"your {what}"
    return str(file_with(given, called))


def files_of(given: Iterable[str | Path] | str | Path, what: str) -> tuple[str, ...]:
    """The paths or names of several, or of a single one that is not in a list."""
    if isinstance(given, str | Path):
        return (file_of(given, what),)
    several = [*given]
    for each in several:
        if not isinstance(each, str | Path):
            raise PylabError(
                f"expected names, paths or texts of encodings, found {type(each).__name__}; the "
                "members of a list are given one by one, as *names"
            )
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
