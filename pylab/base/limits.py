"""What a process may use, and when it has to end; knows nothing of what it does.

Where a system is no POSIX system (Windows), all of it can be imported, and what can't be had is
refused when it is asked for.
"""

from __future__ import annotations

import contextlib
import importlib
import mmap
import signal
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, TypeVar

from pylab.base.errors import Ended, LimitReached, PylabError

T = TypeVar("T")

_ROOM_BYTES = 1024**2
"""What a thread needs for its first steps, and more."""

POLL_SECONDS = 0.05
"""How often one looks whether a limit is over."""

MEMORY = "memory limit"
"""The words for a limit that no clock measures."""

_LOOK_SECONDS = 0.1
"""How often a signal looks; what it raises may be caught by whoever is at work, and comes again."""

_PATIENT_SECONDS = 0.5
"""Nothing is given up sooner, however long the limit has been over: a search reports it better."""


def posix(module: str, what: str) -> Any:
    """One of Python's modules that not every system has, for what needs it. Raises PylabError."""
    try:
        return importlib.import_module(module)
    except ImportError:
        raise PylabError(
            f"{what} needs a POSIX system such as Linux or macOS: Python's {module} is missing here"
        ) from None


def _at_the_start() -> Mapping[str, tuple[int, int]]:
    kinds = ("RLIMIT_AS", "RLIMIT_CPU", "RLIMIT_CORE")
    try:
        resource = importlib.import_module("resource")
    except ImportError:
        return {}
    return {kind: resource.getrlimit(getattr(resource, kind)) for kind in kinds}


USERS = _at_the_start()
"""The user's own bounds, soft and hard, by their names; they are never widened."""


def bound(kind: str, value: int, what: str) -> None:
    """Set one of the bounds, to the user's own at most. Raises PylabError where there are none."""
    resource = posix("resource", what)
    bounds = [b for b in (value, *USERS[kind]) if b != resource.RLIM_INFINITY]
    resource.setrlimit(getattr(resource, kind), (min(bounds), USERS[kind][1]))


def limit_memory(megabytes: int) -> None:
    """Bound this process's address space; what then fails to be allocated ends the search.

    Raises PylabError where a system has no such bounds.
    """
    bound("RLIMIT_AS", megabytes * 1024**2, "a memory limit")


def unlimit_memory() -> None:
    """Lift the bound again, so that there is room to report."""
    if USERS:
        resource = posix("resource", "a memory limit")
        resource.setrlimit(resource.RLIMIT_AS, USERS["RLIMIT_AS"])


def held_megabytes() -> int:
    """How much of its address space this process has in use (on Linux; elsewhere 0)."""
    try:
        return held_bytes("self") // 1024**2
    except (OSError, ValueError, IndexError):
        return 0


def held_bytes(pid: int | str) -> int:
    """The same of any process. Raises OSError and ValueError where that is not known."""
    with open(f"/proc/{pid}/statm", "rb") as file:  # noqa: PTH123 - as quick as it can be
        pages = int(file.read().split()[0])
    page: int = posix("resource", "memory in use").getpagesize()
    return pages * page


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

    def over(self) -> LimitReached | None:
        """What ends it; None while there is some left."""
        ended = self._ended()
        return None if ended is None else self._error(ended)

    def _ended(self) -> Ended | None:
        if self.stop.is_set():
            return Ended.INTERRUPTED
        late = self.seconds is not None and time.monotonic() - self.started > self.seconds
        return Ended.TIME if late else None

    def _error(self, ended: Ended) -> LimitReached:
        late = ended is Ended.TIME
        return LimitReached(f"time limit of {self.seconds:g} s" if late else "interrupted", ended)

    def check(self) -> None:
        """Raises LimitReached when it is used up."""
        if ended := self._ended():
            # in no variable: error, traceback and frame would keep all that was searched
            raise self._error(ended)


_ended: list[LimitReached] | None = None


def keep_memory() -> None:
    """This process is about to report and to end: it need not give back a search's memory before.

    Of millions of states that would take seconds, after a time limit.
    """
    global _ended
    _ended = []


def ended_search(error: LimitReached) -> None:
    """Note what ended a search: its memory is given back now or, by `keep_memory`, not so soon."""
    if _ended is not None:
        _ended[:] = [error]  # it has the frames, and they have the states


_patience: ContextVar[Patience | None] = ContextVar("patience", default=None)


@contextlib.contextmanager
def patience(seconds: float | None, started: float, stop: threading.Event) -> Iterator[None]:
    """What is done aside in here is given up when the asker's patience is used up."""
    before = _patience.set(Patience(seconds, started, stop))
    try:
        yield
    finally:
        _patience.reset(before)


def begin(thread: threading.Thread) -> None:
    """Start a thread, which has some room.

    Raises MemoryError where it has none: it would end before it says that it has begun, and
    `Thread.start` would wait for that for ever.
    """
    try:
        mmap.mmap(-1, _ROOM_BYTES).close()
    except OSError:
        raise MemoryError("no room for a thread") from None
    thread.start()


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
    begin(thread)
    asker = _patience.get()
    while True:
        thread.join(POLL_SECONDS)
        if not thread.is_alive():
            break
        if asker is not None and time.monotonic() - began > _PATIENT_SECONDS:
            asker.check()
    if failure:
        raise failure.pop()
    return outcome[0]


@contextlib.contextmanager
def within(patience: Patience) -> Iterator[None]:
    """In the main thread: what is done in here is ended by LimitReached when patience is used up.

    A signal looks at it again and again, so that what is done needs no clock of its own; code in C
    is ended when it returns. What takes but a moment is done even when the time is over already.
    A caller who uses this signal keeps it, and what is done in here is ended only when it returns.
    """
    main = threading.current_thread() is threading.main_thread()
    if not main or not hasattr(signal, "setitimer") or _alarm_is_used():
        yield
        if main:
            patience.check()
        return
    began = time.monotonic()
    at_work = True

    def look(_number: int, _frame: object) -> None:
        if at_work and time.monotonic() - began > _PATIENT_SECONDS:
            patience.check()

    before = signal.signal(signal.SIGALRM, look)
    try:
        signal.setitimer(signal.ITIMER_REAL, _LOOK_SECONDS, _LOOK_SECONDS)
        yield
        look(0, None)
    finally:
        at_work = False  # first: a signal that comes from now on must raise nothing
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _alarm_is_used() -> bool:
    """Whether somebody else handles SIGALRM, or has set its timer."""
    handler = signal.getsignal(signal.SIGALRM)
    ours = getattr(handler, "__module__", "") == __name__
    timed = signal.getitimer(signal.ITIMER_REAL) != (0.0, 0.0)
    return not ours and (handler is not signal.SIG_DFL or timed)


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
