"""What a process may use, and when it has to end; knows nothing of what it does."""

from __future__ import annotations

import contextlib
import ctypes
import resource
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TypeVar

from pylab.errors import LimitReached

T = TypeVar("T")

_POLL_SECONDS = 0.05
_AGAIN_SECONDS = 0.25
"""What is raised by a signal may be caught by whoever is at work; it is raised again then."""

_PATIENT_SECONDS = 0.5
"""Nothing is given up sooner, however long the limit has been over: a search can tell it better."""

_USERS_LIMIT = resource.getrlimit(resource.RLIMIT_AS)


def limit_memory(megabytes: int) -> None:
    """Bound this process's address space; what then fails to be allocated ends the search.

    A bound that the user has set already is never widened.
    """
    bounds = [b for b in (megabytes * 1024**2, *_USERS_LIMIT) if b != resource.RLIM_INFINITY]
    resource.setrlimit(resource.RLIMIT_AS, (min(bounds), _USERS_LIMIT[1]))


def unlimit_memory() -> None:
    """Lift the bound again, so that there is room to report."""
    resource.setrlimit(resource.RLIMIT_AS, _USERS_LIMIT)


def die_with_parent() -> None:
    """Have the system end this process when its parent is killed (on Linux, where it can)."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG


@dataclass(frozen=True, slots=True)
class Patience:
    """How long an asker waits.

    Attributes:
        seconds: wall-clock limit; None for none.
        started: when its clock began to run, on the clock of `time.monotonic`.
        stop: set from outside to end it all.
    """

    seconds: float | None = None
    started: float = field(default_factory=time.monotonic)
    stop: threading.Event = field(default_factory=threading.Event)

    def check(self) -> None:
        """Raises LimitReached when it is used up."""
        if self.stop.is_set():
            raise LimitReached("interrupted")
        if self.seconds is not None and time.monotonic() - self.started > self.seconds:
            raise LimitReached(f"time limit of {self.seconds:g} s")


_patience: ContextVar[Patience | None] = ContextVar("patience", default=None)


@contextlib.contextmanager
def patience(seconds: float | None, started: float, stop: threading.Event) -> Iterator[None]:
    """What is done aside in here is given up when the asker's patience is used up."""
    before = _patience.set(Patience(seconds, started, stop))
    try:
        yield
    finally:
        _patience.reset(before)


def aside(work: Callable[[], T]) -> T:
    """Do what can't be interrupted in a daemon thread, while this thread stays responsive.

    Raises LimitReached when the asker's patience is used up; the thread is left behind then, and
    the process is to be left with `os._exit`.
    """
    outcome: list[T] = []
    failure: list[BaseException] = []

    def run() -> None:
        try:
            outcome.append(work())
        except BaseException as error:
            failure.append(error)

    began = time.monotonic()
    thread = threading.Thread(target=run, name="aside", daemon=True)
    thread.start()
    asker = _patience.get()
    while True:
        thread.join(_POLL_SECONDS)
        if not thread.is_alive():
            break
        if asker is not None and time.monotonic() - began > _PATIENT_SECONDS:
            asker.check()
    if failure:
        raise failure[0]
    return outcome[0]


@contextlib.contextmanager
def alarm(seconds: float | None, started: float) -> Iterator[None]:
    """In the main thread: what is done in here is ended by LimitReached when the time is over.

    The clock of `time.monotonic` showed `started` when the limit began to run. A signal does it,
    so that what is done needs no clock of its own; code in C is ended when it returns. What takes
    but a moment is done even when the time is over already.
    """
    if seconds is None or threading.current_thread() is not threading.main_thread():
        yield
        return
    end = max(started + seconds, time.monotonic() + _PATIENT_SECONDS)

    def ring(_number: int, _frame: object) -> None:
        raise LimitReached(f"time limit of {seconds:g} s")

    before = signal.signal(signal.SIGALRM, ring)
    try:
        signal.setitimer(signal.ITIMER_REAL, end - time.monotonic(), _AGAIN_SECONDS)
        yield
        if time.monotonic() > end:
            ring(0, None)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@contextlib.contextmanager
def memory(megabytes: int | None) -> Iterator[None]:
    """What is done in here runs out of memory when the process grows beyond the bound."""
    if megabytes is None:
        yield
        return
    limit_memory(megabytes)
    try:
        yield
    finally:
        unlimit_memory()
