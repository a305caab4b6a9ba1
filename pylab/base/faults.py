"""Tells whose code raised an unexpected exception: a family's, an engine's, or pylab's own.

This module knows families and engines by the names of their packages only, and loads none.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType

from pylab.base import resources
from pylab.base.errors import Fault, PylabError


def told(error: BaseException) -> str:
    """One line that says whose code failed, how, and where.

    For example `the family hopscotch failed: ValueError: no stone 12 (hopscotch/check.py:41)`. The
    owner is that of the innermost frame in the package of a family or of an engine from outside; if
    there is no such frame, it is a bug in pylab.
    """
    if isinstance(error, Fault):
        return str(error)
    what = f"{type(error).__name__}: {error}".rstrip(": ").split("\n")[0]
    owner, place = _blamed(error)
    return f"{f'{owner} failed' if owner else 'a bug in pylab'}: {what}{place}"


def place(error: BaseException) -> str:
    """Where an exception was raised, such as ` (hopscotch/check.py:41)`; empty if it is unknown."""
    return _blamed(error)[1]


@contextlib.contextmanager
def noted() -> Iterator[None]:
    """Turns an exception in a family's or an engine's code into a Fault; also a decorator.

    The Fault's message says whose code failed and where; the exception is its cause.
    """
    try:
        yield
    except (Fault, PylabError, MemoryError, OSError):
        raise
    except Exception as error:
        if _blamed(error)[0]:
            raise Fault(told(error)) from error
        raise


def _blamed(error: BaseException) -> tuple[str, str]:
    """The owner of the code that failed, empty for pylab itself, and the place in it."""
    owners = list(_owners())
    found = "", ""
    for frame in _frames(error.__traceback__):
        module = str(frame.tb_frame.f_globals.get("__name__", ""))
        for package, owner in owners:
            if module == package or module.startswith(f"{package}."):
                found = owner, _place(frame, package)
                break
        else:
            if not found[0] and module.partition(".")[0] == "pylab":
                found = "", _place(frame, "pylab")
    return found


def _frames(traceback: TracebackType | None) -> Iterator[TracebackType]:
    """The entries of a traceback, from the outermost to the innermost."""
    while traceback is not None:
        yield traceback
        traceback = traceback.tb_next


def _owners() -> Iterator[tuple[str, str]]:
    """Pairs of a package and its owner, the most specific package first."""
    for name, package in resources.packages().items():
        yield package, f"the family {name}"
    for name, value in resources.entry_points(resources.ENGINES):
        yield value.partition(":")[0].partition(".")[0], f"the engine {name}"


def _place(frame: TracebackType, package: str) -> str:
    path = Path(frame.tb_frame.f_code.co_filename)
    folder = package.rpartition(".")[2]
    at = max((n for n, part in enumerate(path.parts) if part == folder), default=-1)
    return f" ({Path(*path.parts[at:]).as_posix()}:{frame.tb_lineno})"
