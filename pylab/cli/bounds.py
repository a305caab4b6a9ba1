"""The limits of a command: the values they may have, and how reading keeps them."""

from __future__ import annotations

import contextlib
import math
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import click

from pylab.base import ranges
from pylab.base.errors import Ended, PylabError
from pylab.cli.exits import BUG, KNOWN, UNDECIDED, complain, leave, show_cursor
from pylab.core.options import Limits

if TYPE_CHECKING:
    from pylab.base.processes import Ending

_SECONDS, _MEGABYTES, _SUPERVISED, _UNANSWERED = (
    f"pylab.{name}" for name in ("seconds", "megabytes", "supervised", "unanswered")
)
_KILLED = "the process was killed from outside (SIGKILL)"
_child = threading.Event()
_CRASHES = ("SIGSEGV", "SIGBUS", "SIGILL", "SIGFPE")


class Seconds(click.FloatRange):
    """A finite number of seconds; click itself accepts `nan` in any range."""

    def __init__(self, zero: bool = False) -> None:
        """Args:
        zero: whether 0, which means no limit, is allowed.
        """
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
    """The integers of a range; with `zero`, also 0, which means no limit."""
    return click.IntRange(0 if zero else within.least, within.most)


def hold(given: Limits) -> None:
    """Apply these limits to reading and, but for memory, to all else that the command does."""
    from pylab.base import limits

    context = click.get_current_context()
    context.meta[_SECONDS], context.meta[_MEGABYTES] = given.seconds, given.megabytes
    context.with_resource(limits.patience(given.seconds, started(), threading.Event()))


def begin(seconds: float | None, megabytes: int | None) -> None:
    """Set limits that don't come from the command's options, and restart the clock."""
    meta = click.get_current_context().meta
    meta["started"], meta[_SECONDS], meta[_MEGABYTES] = time.monotonic(), seconds, megabytes


def started() -> float:
    """The start of the command, as a time of `time.monotonic`."""
    began: float = click.get_current_context().meta.get("started", time.monotonic())
    return began


@contextlib.contextmanager
def reading() -> Iterator[None]:
    """Context for reading within the command's limits. Raises LimitReached."""
    from pylab.base import limits

    meta = click.get_current_context().meta
    megabytes: int | None = meta.get(_MEGABYTES)
    supervise(megabytes)
    with limits.within(limits.Patience(meta.get(_SECONDS), started())), limits.memory(megabytes):
        yield


def supervise(megabytes: int | None) -> None:
    """Continue in a child process; the parent reports if the child runs out of memory.

    Without memory, the C++ library aborts without a report.
    """
    meta = click.get_current_context().meta
    if megabytes is None or meta.get(_SUPERVISED):
        return
    from pylab.base import processes, watchdog  # takes longer to import than many commands

    child = processes.Child(None, "--memory-limit")
    meta[_SUPERVISED] = True
    if child.pid == 0:
        _child.set()
        return
    ending = child.stand_in()
    code = ending.code
    if code not in KNOWN:
        show_cursor()
    if -code in watchdog.ENDING_SIGNALS:  # this process ends as its child did
        signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
        code = 128 - code
    elif ending.killed_by in _CRASHES:
        why = f"the process crashed ({ending.killed_by})"
        code = complain(f"a bug in pylab or in clingo: {why}", BUG)
    elif code not in KNOWN:
        code = _report_death(ending, megabytes, meta.get(_UNANSWERED))
    leave(code)


def supervised() -> bool:
    """Whether this process is a child whose parent reports a lack of memory."""
    return _child.is_set()


def unanswered(finish: Callable[[Ended, str], int]) -> None:
    """Register a function that gives the exit code if the command runs out of memory."""
    click.get_current_context().meta[_UNANSWERED] = finish


def _report_death(
    ending: Ending, megabytes: int, finish: Callable[[Ended, str], int] | None
) -> int:
    """Report why the child died, print the command's answer, and return the exit code."""
    from pylab.base import limits

    grown = ending.memory > megabytes / 2
    why = f"the memory limit of {megabytes} MB was reached"
    if ending.killed_by == "SIGKILL" and not grown:
        why = _KILLED
    complain(why, UNDECIDED)
    if finish is None or why == _KILLED:
        return UNDECIDED
    try:
        return finish(Ended.MEMORY, limits.MEMORY)
    except (PylabError, OSError, MemoryError):  # the file may be gone, or be no puzzle
        return UNDECIDED
