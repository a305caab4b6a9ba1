"""The limits of a command: what may be given, and that reading keeps within them, too."""

from __future__ import annotations

import contextlib
import math
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import click

from pylab.base import limits, processes, ranges
from pylab.base.errors import Ended, PylabError
from pylab.cli.exits import BUG, KNOWN, UNDECIDED, complain, leave, show_cursor
from pylab.core.options import Limits

_SECONDS, _MEGABYTES, _SUPERVISED, _UNANSWERED = (
    f"pylab.{name}" for name in ("seconds", "megabytes", "supervised", "unanswered")
)
_KILLED = "the process was killed from outside (SIGKILL)"
_child = threading.Event()
_LOOK_SECONDS = 1.0
_CRASHES = ("SIGSEGV", "SIGBUS", "SIGILL", "SIGFPE")


class Seconds(click.FloatRange):
    """A time that a clock can show; `nan` is in every range, as click sees it."""

    def __init__(self, zero: bool = False) -> None:
        """With `zero`, which stands for no limit."""
        least, most = ranges.SECONDS.least, ranges.SECONDS.most
        super().__init__(least, most, min_open=not zero, max_open=True)

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        seconds: float = super().convert(value, param, ctx)
        if math.isnan(seconds):
            self.fail(f"{value!r} is not a number of seconds.", param, ctx)
        return seconds


def whole(within: ranges.Range[int], zero: bool = False) -> click.IntRange:
    """Whole numbers of a range; with `zero`, that one as well, which stands for no limit."""
    return click.IntRange(0 if zero else within.least, within.most)


def hold(given: Limits) -> None:
    """Have reading keep these limits, too."""
    meta = click.get_current_context().meta
    meta[_SECONDS], meta[_MEGABYTES] = given.seconds, given.megabytes


def started() -> float:
    """When the command began, on the clock of `time.monotonic`."""
    began: float = click.get_current_context().meta.get("started", time.monotonic())
    return began


@contextlib.contextmanager
def reading() -> Iterator[None]:
    """What is read in here is read within the command's limits. Raises LimitReached."""
    meta = click.get_current_context().meta
    megabytes: int | None = meta.get(_MEGABYTES)
    supervise(megabytes)
    with limits.within(limits.Patience(meta.get(_SECONDS), started())), limits.memory(megabytes):
        yield


def supervise(megabytes: int | None) -> None:
    """Go on in a child process, and say what happened if it runs out of memory.

    The C++ library aborts where it can't even report that there is none left.
    """
    meta = click.get_current_context().meta
    if megabytes is None or meta.get(_SUPERVISED):
        return
    limits.posix("resource", "--memory-limit")
    meta[_SUPERVISED] = True
    sys.stdout.flush()
    sys.stderr.flush()
    parent = os.getpid()
    child = os.fork()
    if child == 0:
        _child.set()
        processes.die_with(parent)
        return

    def hand_on(number: int, _frame: object) -> None:
        with contextlib.suppress(ProcessLookupError):  # it has just ended, of the one before
            os.kill(child, number)

    for forwarded in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(forwarded, hand_on)
    reserve = processes.MemoryReserve(child)
    signal.signal(signal.SIGALRM, lambda _number, _frame: reserve.look())
    signal.setitimer(signal.ITIMER_REAL, _LOOK_SECONDS, _LOOK_SECONDS)
    _, status = os.waitpid(child, 0)
    signal.setitimer(signal.ITIMER_REAL, 0)
    code = os.waitstatus_to_exitcode(status)
    if code not in KNOWN:
        show_cursor()
    if code in (-signal.SIGINT, -signal.SIGTERM, -signal.SIGHUP):
        code = 128 - code
    elif code < 0 and (name := signal.Signals(-code).name) in _CRASHES:
        code = complain(f"a bug in pylab or in clingo: the process crashed ({name})", BUG)
    elif code not in KNOWN:
        code = _told(code, megabytes, meta.get(_UNANSWERED))
    leave(code)


def supervised() -> bool:
    """Whether this process is a child of one that says what happened."""
    return _child.is_set()


def unanswered(finish: Callable[[Ended, str], int]) -> None:
    """Have this called, for the exit code, where the command's process runs out of memory."""
    click.get_current_context().meta[_UNANSWERED] = finish


def _told(code: int, megabytes: int, finish: Callable[[Ended, str], int] | None) -> int:
    """Say why the child died, and give the command's answer; the exit code."""
    why = _died(code, megabytes)
    complain(why, UNDECIDED)
    if finish is None or why == _KILLED:
        return UNDECIDED
    try:
        return finish(Ended.MEMORY, limits.MEMORY)
    except (PylabError, OSError, MemoryError):  # the file may have gone, or be no puzzle
        return UNDECIDED


def _died(code: int, megabytes: int) -> str:
    resource = limits.posix("resource", "--memory-limit")
    grown: int = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    unit = 1024**2 if sys.platform == "darwin" else 1024
    if code == -signal.SIGKILL and grown < megabytes * unit / 2:
        return _KILLED
    return f"the memory limit of {megabytes} MB was reached"
