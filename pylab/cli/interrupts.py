"""Ctrl-C: what it does in each phase of a command.

While modules are imported it leaves at once (`pylab_asp`), and so it does when the command is done.
In between it raises KeyboardInterrupt; during a search, `stopped_by_interrupt` ends that in order.
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
"""Two Ctrl-C within this time are one: a group of processes often gets it twice."""

_heard = threading.Event()


def begin() -> None:
    """A command begins, and hears of no Ctrl-C before."""
    _heard.clear()


@contextlib.contextmanager
def handled() -> Iterator[None]:
    """In here Ctrl-C raises KeyboardInterrupt, and `heard` knows of it even if that gets lost.

    It does get lost where code is called from C and in parts of Python's import. Somebody who has
    Ctrl-C ignored, as `nohup` has it, keeps that.
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
    """From now on Ctrl-C ends the process: all that is left to do is to hand over the output."""
    if signal.getsignal(signal.SIGINT) is _interrupt:
        signal.signal(signal.SIGINT, lambda _number, _frame: leave(INTERRUPTED, flush=False))


def heard() -> bool:
    """Whether there was a Ctrl-C since the command began, even if the search was over by then."""
    return _heard.is_set()


@contextlib.contextmanager
def stopped_by_interrupt(stop: threading.Event) -> Iterator[None]:
    """Ctrl-C ends the search in good order; another one, somewhat later, ends the process."""
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
