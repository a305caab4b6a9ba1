"""Limits of time and memory for this process.

The module can be imported on any system. Functions that need POSIX raise PylabError on Windows.
"""

from __future__ import annotations

import _signal  # type: ignore[import-not-found]  # `signal` has enums, which take long
import contextlib
import gc
import importlib
import mmap
import signal
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from types import FrameType
from typing import Any, TypeVar

from pylab.base.errors import Ended, LimitReached, PylabError

T = TypeVar("T")

_ROOM_BYTES = 1024**2
"""Memory that is enough for a thread to start."""

POLL_SECONDS = 0.05
"""How often limits are checked."""

MEMORY = "memory limit"
"""The reason in answers that a memory limit has ended."""

_LOOK_SECONDS = 0.1
"""How often `within` checks the time; it raises again if the code catches the first error."""

_PATIENT_SECONDS = 0.5
"""Work isn't interrupted sooner, even if the limit has passed: searches report limits better."""


def posix(module: str, what: str) -> Any:
    """Import a module that only POSIX systems have. Raises PylabError, with what needs it."""
    try:
        return importlib.import_module(module)
    except ImportError:
        raise PylabError(
            f"{what} needs a POSIX system such as Linux or macOS: Python's {module} is missing here"
        ) from None


@contextlib.contextmanager
def uncollected() -> Iterator[None]:
    """Context, or decorator, for what makes millions of objects of which none is garbage.

    To look for garbage among them takes half of the time.
    """
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


def _at_the_start() -> Mapping[str, tuple[int, int]]:
    kinds = ("RLIMIT_AS", "RLIMIT_CPU", "RLIMIT_CORE", "RLIMIT_FSIZE", "RLIMIT_NOFILE")
    try:
        resource = importlib.import_module("resource")
    except ImportError:
        return {}
    return {kind: resource.getrlimit(getattr(resource, kind)) for kind in kinds}


USERS = _at_the_start()
"""The user's own resource limits (soft, hard) by their names; they are never raised."""


def bound(kind: str, value: int, what: str) -> None:
    """Set a resource limit, to the user's own at most. Raises PylabError on other systems."""
    resource = posix("resource", what)
    bounds = [b for b in (value, *USERS[kind]) if b != resource.RLIM_INFINITY]
    resource.setrlimit(getattr(resource, kind), (min(bounds), USERS[kind][1]))


def limit_memory(megabytes: int) -> None:
    """Limit this process's address space; a failed allocation then ends the search.

    Raises PylabError if the system has no such limits.
    """
    bound("RLIMIT_AS", megabytes * 1024**2, "a memory limit")


def unlimit_memory() -> None:
    """Lift the memory limit again, so that there is memory for reporting."""
    if USERS:
        resource = posix("resource", "a memory limit")
        resource.setrlimit(resource.RLIMIT_AS, USERS["RLIMIT_AS"])


def held_megabytes() -> int:
    """How much of its address space this process uses, in MiB (on Linux; elsewhere 0)."""
    try:
        return held_bytes("self") // 1024**2
    except (OSError, ValueError, IndexError):
        return 0


def held_bytes(pid: int | str) -> int:
    """The same for any process, in bytes. Raises OSError and ValueError if it is not known."""
    with open(f"/proc/{pid}/statm", "rb") as file:  # noqa: PTH123 - for speed
        pages = int(file.read().split()[0])
    page: int = posix("resource", "memory in use").getpagesize()
    return pages * page


@dataclass(frozen=True, slots=True)
class Patience:
    """A time limit, and a way to interrupt.

    Attributes:
        seconds: wall-clock limit; None for none.
        started: when the time began to run, on the clock of `time.monotonic`.
        stop: is set from outside to interrupt the work.
    """

    seconds: float | None = None
    started: float = field(default_factory=time.monotonic)
    stop: threading.Event = field(default_factory=threading.Event)

    def over(self) -> LimitReached | None:
        """The error if the time is over or the work was interrupted, else None."""
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
        """Raises LimitReached if the time is over or the work was interrupted."""
        if ended := self._ended():
            # not in a variable: the frame and the error would keep each other and the search alive
            raise self._error(ended)


_ended: list[LimitReached] | None = None


def keep_memory() -> None:
    """Let this process, which ends soon, not free a search's memory before it reports.

    For millions of states, that would take seconds after a time limit.
    """
    global _ended
    _ended = []


def ended_search(error: LimitReached) -> None:
    """Note the error that ended a search; after `keep_memory`, this keeps the search's memory."""
    if _ended is not None:
        _ended[:] = [error]  # refers to the frames, which refer to the states


_patience: ContextVar[Patience | None] = ContextVar("patience", default=None)


@contextlib.contextmanager
def patience(seconds: float | None, started: float, stop: threading.Event) -> Iterator[None]:
    """Context in which `aside` gives up at this time limit, or if `stop` is set."""
    before = _patience.set(Patience(seconds, started, stop))
    try:
        yield
    finally:
        _patience.reset(before)


def at_hand(seconds: float) -> Patience:
    """What `patience` leaves of its time limit, a second at least; without a limit, `seconds`."""
    asker = _patience.get() or Patience()
    if asker.seconds is None:
        return Patience(seconds, stop=asker.stop)
    return replace(asker, started=max(asker.started, time.monotonic() + 1 - asker.seconds))


def begin(thread: threading.Thread) -> None:
    """Start a thread, if there is enough memory for it.

    Else raises MemoryError: the thread would die before it reports that it has started, and
    `Thread.start` would wait for that forever.
    """
    try:
        mmap.mmap(-1, _ROOM_BYTES).close()
    except OSError:
        raise MemoryError("no room for a thread") from None
    thread.start()


def aside(work: Callable[[], T]) -> T:
    """Do uninterruptible work in a daemon thread, and wait for its result, so that Ctrl-C works.

    Raises LimitReached at the limit that `patience` has set. Then the thread is abandoned, and the
    process must be ended by `os._exit`.
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


_UNHEARD = frozenset({"__del__", "_remove", "remove"})
"""Functions from which an error would be printed, and lost; those of weak references, too."""


@contextlib.contextmanager
def within(patience: Patience) -> Iterator[None]:
    """Context in which LimitReached is raised when patience is over; for the main thread.

    A timer's signal (SIGALRM) checks the time, so that the code in the context need not. C code is
    ended when it returns. Work that takes less than half a second is done even if the time is over
    already. In another thread no limit applies; if the caller uses SIGALRM, only at the end.
    """
    main = threading.current_thread() is threading.main_thread()
    if not main or not hasattr(signal, "setitimer") or _alarm_is_used():
        yield
        if main:
            patience.check()
        return
    began = time.monotonic()
    at_work = True

    def look(_number: int, frame: FrameType | None) -> None:
        while frame is not None and frame.f_code.co_name not in _UNHEARD:
            frame = frame.f_back
        if at_work and frame is None and time.monotonic() - began > _PATIENT_SECONDS:
            patience.check()

    before = _signal.signal(signal.SIGALRM, look)
    try:
        signal.setitimer(signal.ITIMER_REAL, _LOOK_SECONDS, _LOOK_SECONDS)
        yield
        look(0, None)
    finally:
        at_work = False  # first: from now on the signal must not raise
        signal.setitimer(signal.ITIMER_REAL, 0)
        _signal.signal(signal.SIGALRM, before)


def _alarm_is_used() -> bool:
    """Whether other code handles SIGALRM, or has set its timer."""
    handler = _signal.getsignal(signal.SIGALRM)
    ours = getattr(handler, "__module__", "") == __name__
    timed = signal.getitimer(signal.ITIMER_REAL) != (0.0, 0.0)
    return not ours and (handler != signal.SIG_DFL or timed)


@contextlib.contextmanager
def memory(megabytes: int | None) -> Iterator[None]:
    """Context in which this process's memory is limited, as by `limit_memory`."""
    if megabytes is None:
        yield
        return
    limit_memory(megabytes)
    try:
        yield
    finally:
        unlimit_memory()
