"""Starts, limits and ends child processes that are forked for work in Python.

They end when this process ends, for whatever reason.
"""

from __future__ import annotations

import contextlib
import importlib
import io
import math
import os
import pickle
import selectors
import signal
import sys
import tempfile
import threading
import time
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, NoReturn, TypeVar

from pylab.base import faults, limits
from pylab.base.errors import Ended, Fault, LimitReached, PylabError
from pylab.base.limits import Patience
from pylab.base.watchdog import ENDING_SIGNALS, Watchdog, die_with, in_group

_PARTING_SECONDS = 0.5
"""How long a process that was asked to end may take for its last reports."""

_CHUNK = 1 << 16

_MOMENT = 0.05
"""Reports within so many seconds are sent together."""

_MANY = 512
"""The most reports that are kept back until the end of a moment."""

_SAID = 4096
"""How many of the last bytes that a process printed are kept."""

_RESERVE_SECONDS = 0.5
_RESERVES = 8
_RESERVE_BYTES = 4 * 1024**2
_BRIM_BYTES = 1024**2
"""For `Child.look`: time between checks; how often the limit is raised, by how much, and when."""

_forking = threading.Lock()
"""Prevents a process from inheriting the pipe of another one."""


@dataclass(frozen=True, slots=True)
class Ending:
    """How a process ended.

    Attributes:
        code: its exit code; negative for the signal that killed it.
        said: the end of its standard error; with a watchdog, of both streams.
        printed: the standard output of a program.
        wall, cpu: the seconds that a forked process took.
        memory: its largest resident size in MiB.
    """

    code: int
    said: str = ""
    printed: bytes = b""
    wall: float = 0.0
    cpu: float = 0.0
    memory: float = 0.0

    @property
    def killed_by(self) -> str:
        """The signal that killed it; empty if none did."""
        if self.code >= 0:
            return ""
        known = {each.value: each.name for each in signal.Signals}
        return known.get(-self.code, f"signal {-self.code}")


class Child:
    """A forked process; its reports, result or error come pickled through a pipe.

    Attributes:
        name: its name in messages.
        pid: its process id; 0 once it has ended.
        pipe: the file descriptor for reading its reports.
        started: when it was started, on the clock of `time.monotonic`.
        over: whether no more reports will come.
        died: whether it has ended without a result or an error.
        asked: whether `listen` has asked it to end before it was over.
        result: what its work has returned.
        error: what it has raised, or an error that it died; a `Fault` for a bug.
        most: the largest message that it may send, in bytes.
    """

    most = 1 << 30

    def __init__(
        self,
        work: Callable[..., Any] | None,
        name: str,
        *given: Any,
        told: Callable[[Any], object] = lambda _: None,
        shared: Sequence[object] = (),
        megabytes: int | None = None,
        cpu_seconds: float | None = None,
        watchdog: Watchdog | None = None,
    ) -> None:
        """Start `work(send, *given)`, which may report by `send(object)`, also from a thread.

        `hear` calls `told` with each report. Without work, the caller's code goes on in the child,
        where `pid` is 0, and signals that ask this process to end are passed on to the child.

        The child ignores Ctrl-C, which a terminal sends to both: the parent decides. `shared` are
        objects that both processes have, and that are sent as references. With a watchdog the child
        leads a process group, which is killed as a whole; signals have their defaults, and its
        output is kept. Raises PylabError if the system can't fork, and OSError if memory or
        processes run out.
        """
        limits.posix("resource", name)
        self.name, self.started = name, time.monotonic()
        self.over = self.died = self.asked = False
        self.result: Any = None
        self.error: Exception | None = None
        self._told, self._shared = told, shared
        self._megabytes, self._watchdog = megabytes, watchdog
        self._heard = bytearray()
        self._looked, self._reserves, self._full = self.started, _RESERVES, False
        self._printed = tempfile.TemporaryFile() if watchdog else io.BytesIO()  # noqa: SIM115
        self.pid, parent = 0, os.getpid()
        _flush()
        try:
            # the parent's signal handlers must not run in the child
            mask = signal.pthread_sigmask(signal.SIG_BLOCK, ENDING_SIGNALS)
            try:
                writing = self._fork()
                if self.pid == 0:
                    os.close(self.pipe)
                    die_with(parent)
                    if work is not None:
                        self._run(work, given, writing, cpu_seconds, mask)
                elif work is None:
                    for number in ENDING_SIGNALS:
                        signal.signal(number, lambda number, _frame: self.send_signal(number))
            finally:
                signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        except BaseException:  # Ctrl-C, for instance
            if self.pid:
                self.end()
            raise
        if self.pid and watchdog:
            with contextlib.suppress(OSError):  # the child does so, too; the first one wins
                os.setpgid(self.pid, self.pid)

    def _fork(self) -> int:
        """Fork; return the child's end of the pipe."""
        with _forking:
            self.pipe, writing = os.pipe()
            try:
                with warnings.catch_warnings():  # about threads; a child needs none of their locks
                    warnings.simplefilter("ignore", DeprecationWarning)
                    self.pid = os.fork()
            except OSError:  # the caller may try again, so nothing may be left open
                for end in (self.pipe, writing):
                    os.close(end)
                self._printed.close()
                raise
            if self.pid:
                os.close(writing)
                os.set_blocking(self.pipe, False)
        return writing

    def hear(self) -> None:
        """Pass new reports to `told`, and note the result or the error; doesn't wait."""
        dead = self.dead()
        try:
            data = os.read(self.pipe, _CHUNK)
        except BlockingIOError:
            if dead:  # its own children may still hold the pipe
                self._end_is_heard()
            return
        if not data:
            self._end_is_heard()
        self._heard += data
        while len(self._heard) >= 8 and not self.over:
            end = 8 + int.from_bytes(self._heard[:8])
            if end > self.most:
                self.over, self.error = True, PylabError(f"{self.name} reports too much")
            if len(self._heard) < end:
                break
            kind, content = _Unpickler(self._heard[8:end], self._shared).load()
            del self._heard[:end]
            if kind == "reports":
                for report in content:
                    self._told(report)
            else:
                setattr(self, kind, content)
                self.over = True

    def wait(self, patience: Patience) -> Any:
        """Wait for the result of its work. Raises what the work raises, and LimitReached."""
        over = listen([self], patience)
        if over is not None and (self.died or not self.over):
            raise over
        if self.error is not None:
            raise self.error
        return self.result

    def stand_in(self) -> Ending:
        """Wait for the end of a child without work, in which the caller's code goes on."""
        listen([self], Patience())
        return self.end(math.inf)

    def dead(self) -> bool:
        """Whether the process has ended."""
        flags = os.WEXITED | os.WNOHANG | os.WNOWAIT
        try:
            return self.pid == 0 or os.waitid(os.P_PID, self.pid, flags) is not None
        except ChildProcessError:  # if SIGCHLD is ignored, the system drops its exit status
            return True

    def send_signal(self, number: int) -> None:
        """Send it a signal, unless it has ended."""
        with contextlib.suppress(OSError):
            if self.pid:
                os.kill(self.pid, number)

    def kill(self) -> None:
        """Kill it and, with a watchdog, its process group."""
        self.send_signal(signal.SIGKILL)
        if self._watchdog and self.pid:
            with contextlib.suppress(OSError):  # it may not lead its group yet
                os.killpg(self.pid, signal.SIGKILL)

    def end(self, seconds: float = 0.0) -> Ending:
        """Kill it unless it ends within so many seconds, and free its resources; call this once."""
        deadline = time.monotonic() + seconds
        while not self.dead() and time.monotonic() < deadline:
            time.sleep(0.001)
        self.kill()
        pid, self.pid = self.pid, 0
        if self._watchdog:
            self._watchdog.ended(pid)
        code, cpu, memory = 0, 0.0, 0.0
        with contextlib.suppress(ChildProcessError):
            _, status, usage = os.wait4(pid, 0)
            code, cpu = os.waitstatus_to_exitcode(status), usage.ru_utime + usage.ru_stime
            memory = usage.ru_maxrss / (1024**2 if sys.platform == "darwin" else 1024)
        wall = time.monotonic() - self.started
        os.close(self.pipe)
        said = end_of(self._printed)
        self._printed.close()
        return Ending(code, said, wall=wall, cpu=cpu, memory=memory)

    def look(self) -> None:
        """Raise its memory limit a little if it is stuck at it, so that it can report that and end.

        If memory is too short even for a number, Python up to 3.14 retries forever instead of
        raising an error from a long function (python/cpython#132508 and #134163). Call this
        regularly; it works on Linux only, and does nothing elsewhere.
        """
        now = time.monotonic()
        if now - self._looked < _RESERVE_SECONDS or not (self._reserves and self.pid):
            return
        self._looked = now
        resource = importlib.import_module("resource")
        try:
            soft, hard = resource.prlimit(self.pid, resource.RLIMIT_AS)
            ours = soft not in (resource.RLIM_INFINITY, limits.USERS["RLIMIT_AS"][0])
            full = ours and soft - limits.held_bytes(self.pid) < _BRIM_BYTES
            if full and self._full:
                self._reserves -= 1
                bounds = [b for b in limits.USERS["RLIMIT_AS"] if b != resource.RLIM_INFINITY]
                wider = min([soft + _RESERVE_BYTES, *bounds])
                resource.prlimit(self.pid, resource.RLIMIT_AS, (wider, hard))
            self._full = full
        except (AttributeError, OSError, ValueError, IndexError):  # not Linux, or it has ended
            self._reserves = 0

    def _end_is_heard(self) -> None:
        self.over = self.died = True
        died = PylabError(f"{self.name} died")
        self.error = died if self._megabytes is None else LimitReached(limits.MEMORY, Ended.MEMORY)

    def _run(
        self,
        work: Callable[..., Any],
        given: Any,
        writing: int,
        cpu_seconds: float | None,
        mask: Iterable[int],
    ) -> NoReturn:
        """In the child: set limits and signals, work, send the result or the error, and exit."""
        send = _Sender(writing, self._shared)
        try:
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            if self._watchdog:
                self._lead(self._watchdog)
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
            limits.keep_memory()
            if cpu_seconds is not None:
                signal.signal(signal.SIGXCPU, signal.SIG_DFL)
                limits.bound("RLIMIT_CPU", math.ceil(cpu_seconds), self.name)
            if self._megabytes is not None:
                limits.limit_memory(self._megabytes)
            result = work(send, *given)
            limits.unlimit_memory()
            send.end("result", result)
        except BaseException as error:
            limits.unlimit_memory()
            with contextlib.suppress(OSError):  # the parent has closed the pipe
                send.end("error", _raised(error))
        finally:
            _flush()
            os._exit(0)

    def _lead(self, watchdog: Watchdog) -> None:
        """In the child: lead a process group that the watchdog kills, and use no terminal."""
        os.setpgid(0, 0)
        watchdog.begin()
        in_group.set()
        for number in ENDING_SIGNALS:
            signal.signal(number, signal.SIG_DFL)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(self._printed.fileno(), 1)
        os.dup2(self._printed.fileno(), 2)
        limits.bound("RLIMIT_CORE", 0, self.name)


C = TypeVar("C", bound=Child)
T = TypeVar("T")


def ready(children: Iterable[C], seconds: float) -> list[C]:
    """The children to `hear`, as they have sent something or ended; waits at most so long for one.

    Children that are over are left out.
    """
    waiting = [child for child in children if not child.over]
    with selectors.DefaultSelector() as selector:
        for child in waiting:
            child.look()
            selector.register(child.pipe, selectors.EVENT_READ, child)
        found = [key.data for key, _ in selector.select(max(0.0, seconds))]
    return found or [child for child in waiting if child.dead()]


def listen(
    children: Sequence[Child], patience: Patience, enough: Callable[[], bool] = lambda: False
) -> LimitReached | None:
    """Hear children until all are over, or `enough()`, or patience is over; return that limit.

    Those that are left are asked to end by SIGTERM, and have half a second for their last reports.
    """
    ended: LimitReached | None = None
    deadline = math.inf
    while not all(child.over for child in children) and time.monotonic() < deadline:
        for child in ready(children, limits.POLL_SECONDS):
            child.hear()
        if deadline == math.inf and (enough() or (ended := patience.over())):
            deadline = time.monotonic() + _PARTING_SECONDS
            for child in children:
                child.asked = not child.over
                child.send_signal(signal.SIGTERM)
    return ended


def apart(
    work: Callable[[], T], name: str, *shared: object, stop: threading.Event | None = None
) -> T:
    """The result of `work()` in a child process, which ends with all that it leaves at work.

    The `shared` objects come back as they are. Where the system has no child processes, the work is
    done in this one. Raises what the work raises, and LimitReached if `stop` is set.
    """
    if not hasattr(os, "fork"):
        return work()
    child = Child(lambda _send: work(), name, shared=shared)
    try:
        result: T = child.wait(Patience(stop=stop or threading.Event()))
    finally:
        child.end()
    return result


@contextlib.contextmanager
def scratch_folder() -> Iterator[Path]:
    """A temporary folder that is removed at the end, also if SIGTERM or SIGHUP ends the process.

    In a thread, and where the caller handles such a signal, that signal is left alone.
    """

    def end(number: int, _frame: object) -> NoReturn:
        ended.append(number)
        raise SystemExit(128 + number)

    ended: list[int] = []
    main = threading.current_thread() is threading.main_thread()
    kinds = [n for n in ENDING_SIGNALS if main and signal.getsignal(n) is signal.SIG_DFL]
    try:
        with tempfile.TemporaryDirectory(prefix="pylab-") as folder:
            for number in kinds:
                signal.signal(number, end)
            yield Path(folder)
    finally:
        for number in kinds:
            signal.signal(number, signal.SIG_DFL)
        if ended:
            os.kill(os.getpid(), ended[0])


def asked_to_end() -> threading.Event:
    """An event that SIGTERM sets from now on, instead of ending the child; for its main thread."""
    asked = threading.Event()
    signal.signal(signal.SIGTERM, lambda _number, _frame: asked.set())
    return asked


class _Sender:
    """Sends a child's reports; those in quick succession go together.

    The first one is sent at once, and later ones at the end of a moment, so that objects which they
    have in common are pickled once.
    """

    def __init__(self, writing: int, shared: Sequence[object]) -> None:
        self._writing, self._lock = writing, threading.Lock()
        self._known = {id(each): number for number, each in enumerate(shared)}
        self._held: list[object] = []
        self._sent = 0.0

    def __call__(self, report: object) -> None:
        with self._lock:
            self._held.append(report)
            if time.monotonic() - self._sent > _MOMENT or len(self._held) >= _MANY:
                self._flush()
            elif len(self._held) == 1:
                later = threading.Timer(_MOMENT, self._late)
                later.daemon = True
                try:
                    later.start()
                except RuntimeError:  # a memory limit leaves no room for its stack
                    self._flush()

    def end(self, kind: str, content: object) -> None:
        """Send the last message: the result or the error."""
        with self._lock:
            self._flush()
            self._send(kind, content)

    def _late(self) -> None:
        with self._lock, contextlib.suppress(OSError):  # the parent has closed the pipe
            self._flush()

    def _flush(self) -> None:
        if self._held:
            held, self._held = self._held, []
            self._send("reports", held)
            self._sent = time.monotonic()

    def _send(self, kind: str, content: object) -> None:
        buffer = io.BytesIO()
        _Pickler(buffer, self._known).dump((kind, content))
        data = memoryview(buffer.tell().to_bytes(8) + buffer.getbuffer())
        while data:
            data = data[os.write(self._writing, data) :]


class _Pickler(pickle.Pickler):
    def __init__(self, buffer: IO[bytes], known: Mapping[int, int]) -> None:
        super().__init__(buffer, pickle.HIGHEST_PROTOCOL)
        self._known = known

    def persistent_id(self, each: object) -> int | None:
        return self._known.get(id(each))


class _Unpickler(pickle.Unpickler):
    def __init__(self, data: bytes | bytearray, shared: Sequence[object]) -> None:
        super().__init__(io.BytesIO(data))
        self._shared = shared

    def persistent_load(self, number: Any) -> object:
        return self._shared[number]


def _raised(error: BaseException) -> Exception:
    """The error for the parent to raise: a Fault for a bug, or for an error that can't be sent."""
    if isinstance(error, MemoryError):
        return LimitReached(limits.MEMORY, Ended.MEMORY)
    fault = Fault(faults.told(error))
    with contextlib.suppress(Exception):  # not every exception can be pickled
        fault.__cause__ = pickle.loads(pickle.dumps(error))
    return error if isinstance(error, PylabError) and fault.__cause__ is not None else fault


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(AttributeError, OSError, ValueError):  # closed, full, or none
            stream.flush()


def end_of(file: IO[bytes]) -> str:
    """The last characters that were printed to a file."""
    size = file.seek(0, os.SEEK_END)
    file.seek(max(0, size - _SAID))
    return file.read(_SAID).decode("utf-8", "replace").strip()
