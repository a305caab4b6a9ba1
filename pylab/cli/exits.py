"""Exit codes and the ways out of a command."""

from __future__ import annotations

import atexit
import contextlib
import os
import sys
import threading
from typing import NoReturn

import click

from pylab.base.errors import shown

FOUND = VALID = SAME = FAULTLESS = 0
NONE = INVALID = DIFFERENT = FAULTY = 1
BAD_INPUT = 2
UNDECIDED = 3
OWN_INVALID = 4
BUG = 70
INTERRUPTED = 130
BROKEN_PIPE = 141

COMPETITION_FOUND, COMPETITION_NONE, COMPETITION_OPTIMUM, COMPETITION_UNKNOWN = 10, 20, 30, 33

OUT_OF_MEMORY = 12
"""The exit code of a child that ran out of memory, for its parent; never that of a command."""

KNOWN = (0, 1, 2, 3, 4, 10, 20, 30, 33, BUG, INTERRUPTED, BROKEN_PIPE)


def complain(message: str, code: int) -> int:
    """Print an error on standard error and return the exit code."""
    click.echo(f"{paint('pylab:', fg='red', bold=True)} {_wrapped(message)}", err=True)
    return code


def remark(message: str) -> None:
    """Print a remark on standard error."""
    click.echo(f"pylab: {_wrapped(message)}", err=True)


def _wrapped(message: str) -> str:
    """The message behind `pylab: `, its first line wrapped at words on a terminal."""
    from pylab.cli.streams import folded

    first, *more = shown(message).split("\n")
    return "\n".join(
        [folded(f"pylab: {first}", 2, stream=sys.stderr).removeprefix("pylab: "), *more]
    )


def paint(text: str, **style: object) -> str:
    """The text, styled if standard error is a terminal and NO_COLOR is not set."""
    if os.environ.get("NO_COLOR") or not sys.stderr.isatty():
        return text
    return click.style(text, **style)  # type: ignore[arg-type]


def leave(code: int, flush: bool = True) -> NoReturn:
    """End the process at once, even while clingo's thread is running.

    Flushes buffered output first, unless `flush` is false, for a reader that may block.
    """
    try:
        if flush:
            sys.stdout.flush()
            sys.stderr.flush()
    finally:
        os._exit(code)


def leave_in_order(code: int) -> NoReturn:
    """End the process after a command.

    Runs `atexit` functions, unless another thread is still running. Skips freeing the memory of
    a long search, which would take seconds.
    """
    if threading.active_count() == 1:
        with contextlib.suppress(Exception):
            atexit._run_exitfuncs()
    leave(code)


def show_cursor() -> None:
    """Show the cursor again, if the live line could not do so itself."""
    if sys.stderr.isatty():
        os.write(sys.stderr.fileno(), b"\x1b[?25h\r\n")
