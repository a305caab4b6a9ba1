"""The effect of Ctrl-C in each phase of a command.

While modules are imported (`pylab_asp`), and after the command, it ends the process at once.
In between it raises KeyboardInterrupt; during a search, `stopped_by_interrupt` stops the search.
"""

from __future__ import annotations

import contextlib
import signal
import threading
import time
from collections.abc import Iterator
from typing import Any

from pylab.cli.exits import INTERRUPTED, leave, show_cursor

SAME_SECONDS = 0.5
"""Two Ctrl-C within this time count as one: a process group often receives it twice."""

_heard = threading.Event()


def begin() -> None:
    """Forget any Ctrl-C before the command."""
    _heard.clear()


@contextlib.contextmanager
def handled() -> Iterator[None]:
    """Context in which Ctrl-C raises KeyboardInterrupt, and `heard` records it.

    The exception gets lost in code that is called from C and in parts of Python's import. An
    ignored Ctrl-C, as under `nohup`, stays ignored.
    """
    begin()
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or before is signal.SIG_IGN:
        yield
        return
    signal.signal(signal.SIGINT, _interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def leave_at_once() -> None:
    """Let Ctrl-C end the process from now on, when only output is left to be written."""
    if signal.getsignal(signal.SIGINT) is _interrupt:
        signal.signal(signal.SIGINT, lambda _number, _frame: leave(INTERRUPTED, flush=False))


def heard() -> bool:
    """Whether there was a Ctrl-C since the command began, even after the search."""
    return _heard.is_set()


@contextlib.contextmanager
def stopped_by_interrupt(stop: threading.Event) -> Iterator[None]:
    """Context in which Ctrl-C stops the search in order; a second one, later, ends the process."""
    first = time.monotonic()
    if heard():
        stop.set()

    def interrupt(_number: int, _frame: object) -> None:
        nonlocal first
        _heard.set()
        if not stop.is_set():
            first = time.monotonic()
            stop.set()
        elif time.monotonic() - first > SAME_SECONDS:
            show_cursor()
            leave(INTERRUPTED, flush=False)

    before: Any = signal.signal(signal.SIGINT, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _interrupt(_number: int, _frame: object) -> None:
    _heard.set()
    raise KeyboardInterrupt
