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
"""Of a child, whose parent says what that means; no exit code of a command."""

KNOWN = (0, 1, 2, 3, 4, 10, 20, 30, 33, BUG, INTERRUPTED, BROKEN_PIPE)


def complain(message: str, code: int) -> int:
    """Say on standard error what is wrong; the exit code is handed back."""
    click.echo(f"{paint('pylab:', fg='red', bold=True)} {shown(message)}", err=True)
    return code


def remark(message: str) -> None:
    """Say on standard error what may be good to know."""
    click.echo(f"pylab: {shown(message)}", err=True)


def paint(text: str, **style: object) -> str:
    """Styled for standard error, unless NO_COLOR is set or it is no terminal."""
    if os.environ.get("NO_COLOR") or not sys.stderr.isatty():
        return text
    return click.style(text, **style)  # type: ignore[arg-type]


def leave(code: int, flush: bool = True) -> NoReturn:
    """End the process at once, whatever clingo's thread is doing.

    Output that is buffered is flushed, unless its reader may be the one who keeps us waiting.
    """
    try:
        if flush:
            sys.stdout.flush()
            sys.stderr.flush()
    finally:
        os._exit(code)


def leave_in_order(code: int) -> NoReturn:
    """End the process when a command is done.

    What is registered with `atexit` is done, unless clingo is still at work. The memory of a long
    search is not given back piece by piece, which would take seconds.
    """
    if threading.active_count() == 1:
        with contextlib.suppress(Exception):
            atexit._run_exitfuncs()
    leave(code)


def show_cursor() -> None:
    """Undo what the live line did, where it could not do so itself."""
    if sys.stderr.isatty():
        os.write(sys.stderr.fileno(), b"\x1b[?25h\r\n")
