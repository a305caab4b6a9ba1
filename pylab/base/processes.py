"""Starts, bounds and ends processes: forked ones for work in Python, and programs.

Each of them ends with this process, however that ends. Nothing here knows what they do.
"""

from __future__ import annotations

import contextlib
import ctypes
import importlib
import io
import math
import os
import pickle
import selectors
import signal
import subprocess
import sys
import tempfile
import threading
import time
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import IO, Any, NoReturn, TypeVar

from pylab.base import faults, limits
from pylab.base.errors import Ended, Fault, LimitReached, PylabError
from pylab.base.limits import Patience

_PARTING_SECONDS = 0.5
"""How long a process that was asked to end may take to report what it knows."""

ENDING_SIGNALS = (signal.SIGINT, signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM))

_ORPHAN_SECONDS = 0.2
"""How often a process looks whether its parent is there, where the system doesn't tell it."""

_CHUNK = 1 << 16

_MOMENT = 0.05
"""Seconds within which reports go together."""

_MANY = 512
"""So many reports don't wait for the end of a moment."""

_SAID = 4096
"""How much of the end of what a process printed is kept."""

_RESERVE_SECONDS = 0.5
_RESERVES = 8
_RESERVE_BYTES = 4 * 1024**2
_BRIM_BYTES = 1024**2
"""A process that is twice found as near to its bound gets some more, so many times."""

_forking = threading.Lock()
"""No process may inherit an end of another one's pipe."""

_in_group = threading.Event()
"""Whether this process's whole group is killed with it, so that what it starts must stay there."""


@dataclass(frozen=True, slots=True)
class Ending:
    """How a process ended.

    Attributes:
        code: its exit code; negative for the signal that killed it.
        said: the end of what it said on standard error; in a group, on both streams.
        printed: what it printed, of programs.
        wall, cpu: seconds, of forked processes.
        memory: their largest resident size in MB.
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
    """A forked process at work; what it reports, returns or raises comes through a pipe, pickled.

    Attributes:
        name: what it is called in messages.
        pid: its number; 0 once it has ended.
        pipe: the descriptor of what it reports.
        started: when, on the clock of `time.monotonic`.
        over: whether it reports nothing more.
        died: whether it has ended without a result or an error.
        result: what its work has returned.
        error: what it has raised, or that it died; a `Fault` if the code is to blame.
        most: bytes that may come at once.
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

        `told` is called with each report, by `hear`. Without work, this process goes on in the
        child, where `pid` is 0; what asks it to end is handed on to the child.

        Ctrl-C is ignored in the child: a terminal sends it to all, and whoever started the child
        decides. `shared` are objects that both have: what is sent refers to them. With a watchdog
        it leads a process group, which is killed as a whole; signals have their defaults, and what
        it prints is kept. Raises PylabError where no process can be forked, and OSError if there
        is no room for one.
        """
        limits.posix("resource", name)
        self.name, self.started = name, time.monotonic()
        self.over = self.died = False
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
            # a handler of the parent's that raises must not do so in the child
            mask = signal.pthread_sigmask(signal.SIG_BLOCK, ENDING_SIGNALS)
            try:
                writing = self._fork()
                if self.pid == 0:
                    os.close(self.pipe)
                    _die_with(parent)
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
            with contextlib.suppress(OSError):  # it does so itself as well; whoever is first
                os.setpgid(self.pid, self.pid)

    def _fork(self) -> int:
        """The child's end of the pipe."""
        with _forking:
            self.pipe, writing = os.pipe()
            try:
                with warnings.catch_warnings():  # of threads; a child needs nothing that they hold
                    warnings.simplefilter("ignore", DeprecationWarning)
                    self.pid = os.fork()
            except OSError:  # it may be tried again, and must not cost more and more
                for end in (self.pipe, writing):
                    os.close(end)
                self._printed.close()
                raise
            if self.pid:
                os.close(writing)
                os.set_blocking(self.pipe, False)
        return writing

    def hear(self) -> None:
        """Hand on what it has reported since it was last heard; waits for nothing."""
        dead = self.dead()
        try:
            data = os.read(self.pipe, _CHUNK)
        except BlockingIOError:
            if dead:  # what it has started may hold the pipe
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
        """What its work returns. Raises what the work raises, and LimitReached."""
        over = listen([self], patience)
        if over is not None and (self.died or not self.over):
            raise over
        if self.error is not None:
            raise self.error
        return self.result

    def stand_in(self) -> Ending:
        """Wait for the end of the child in which this process goes on."""
        listen([self], Patience())
        return self.end(math.inf)

    def dead(self) -> bool:
        """Whether the process has ended."""
        flags = os.WEXITED | os.WNOHANG | os.WNOWAIT
        try:
            return self.pid == 0 or os.waitid(os.P_PID, self.pid, flags) is not None
        except ChildProcessError:  # where SIGCHLD is ignored, nobody is told how it ended
            return True

    def send_signal(self, number: int) -> None:
        """Send it a signal, if it is there."""
        with contextlib.suppress(OSError):
            if self.pid:
                os.kill(self.pid, number)

    def kill(self) -> None:
        """Kill it, and its group."""
        self.send_signal(signal.SIGKILL)
        if self._watchdog and self.pid:
            with contextlib.suppress(OSError):  # it may not lead its group yet
                os.killpg(self.pid, signal.SIGKILL)

    def end(self, seconds: float = 0.0) -> Ending:
        """Kill it unless it ends within so many seconds, and let go of it; to be called once."""
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
        said = _end_of(self._printed)
        self._printed.close()
        return Ending(code, said, wall=wall, cpu=cpu, memory=memory)

    def look(self) -> None:
        """Widen its memory bound by little if it stands at it, so that it can end and say so.

        Where there is no room for even a number, Python up to 3.14 never gets an error out of a
        long function, and tries again for ever (python/cpython#132508 and #134163). To be called
        every now and then; does nothing where a system can't.
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
        except (AttributeError, OSError, ValueError, IndexError):  # no Linux, or it has ended
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
        """The child's life."""
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
            with contextlib.suppress(OSError):  # nobody listens any more
                send.end("error", _raised(error))
        finally:
            _flush()
            os._exit(0)

    def _lead(self, watchdog: Watchdog) -> None:
        """In the child: a group of its own, killed as a whole, with nothing of a terminal."""
        os.setpgid(0, 0)
        watchdog.begin()
        _in_group.set()
        for number in ENDING_SIGNALS:
            signal.signal(number, signal.SIG_DFL)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(self._printed.fileno(), 1)
        os.dup2(self._printed.fileno(), 2)
        limits.bound("RLIMIT_CORE", 0, self.name)


C = TypeVar("C", bound=Child)


def ready(children: Iterable[C], seconds: float) -> list[C]:
    """Those not over that have something to be heard, or have ended, within so many seconds."""
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
    """Hear children until all are over, or it is enough, or patience is used up: what did so.

    Then they are asked to end, and have a moment to report what they know.
    """
    ended: LimitReached | None = None
    deadline = math.inf
    while not all(child.over for child in children) and time.monotonic() < deadline:
        for child in ready(children, limits.POLL_SECONDS):
            child.hear()
        if deadline == math.inf and (enough() or (ended := patience.over())):
            deadline = time.monotonic() + _PARTING_SECONDS
            for child in children:
                child.send_signal(signal.SIGTERM)
    return ended


def asked_to_end() -> threading.Event:
    """In a child, in its main thread: from now on SIGTERM only sets this."""
    asked = threading.Event()
    signal.signal(signal.SIGTERM, lambda _number, _frame: asked.set())
    return asked


class _Sender:
    """A child's end of its pipe; reports that come one upon the other go together.

    The first one goes at once, and those that come while a moment lasts go at its end: objects
    that they share are pickled once.
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
        """What comes last: the result or the error."""
        with self._lock:
            self._flush()
            self._send(kind, content)

    def _late(self) -> None:
        with self._lock, contextlib.suppress(OSError):  # nobody listens any more
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
    """What the other process raises for it: a fault if code is to blame, or it can't be sent."""
    if isinstance(error, MemoryError):
        return LimitReached(limits.MEMORY, Ended.MEMORY)
    fault = Fault(faults.told(error))
    with contextlib.suppress(Exception):  # whatever another's exception does when it is pickled
        fault.__cause__ = pickle.loads(pickle.dumps(error))
    return error if isinstance(error, PylabError) and fault.__cause__ is not None else fault


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(AttributeError, OSError, ValueError):  # closed, full, or none
            stream.flush()


def _die_with(parent: int) -> None:
    """Have this process killed as soon as its parent, which has this number, has ended.

    To be called by a child, in its main thread, as soon as it runs. Linux kills it; elsewhere a
    thread looks for the parent every 0.2 seconds.
    """

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(_ORPHAN_SECONDS)
        os.kill(os.getpid(), signal.SIGKILL)

    try:
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG
    except (OSError, AttributeError):
        threading.Thread(target=watch, name="orphan", daemon=True).start()
    if os.getppid() != parent:  # it ended before it could be watched
        os.kill(os.getpid(), signal.SIGKILL)


class Watchdog:
    """A process that outlives this one just long enough to kill the groups that it leaves.

    It has one end of a pipe, of which this process holds the other: whatever kills this process,
    the system closes its end. To be made before threads, children and locked files.
    """

    def __init__(self) -> None:
        reading, self._writing = os.pipe()
        self._pid = os.fork()
        if self._pid == 0:
            os.close(self._writing)
            _watch(reading)
        os.close(reading)

    def begin(self) -> None:
        """In a grouped child: have its group watched, and let go of the pipe."""
        self._tell(b"+%d\n" % os.getpid())
        os.close(self._writing)

    def ended(self, group: int) -> None:
        """The group is dead; said before its number can be given to others."""
        self._tell(b"-%d\n" % group)

    def dismiss(self) -> None:
        """All is done."""
        os.close(self._writing)
        with contextlib.suppress(ChildProcessError):
            os.waitpid(self._pid, 0)

    def _tell(self, line: bytes) -> None:
        with contextlib.suppress(OSError):  # all goes on without a watchdog
            os.write(self._writing, line)


def _watch(reading: int) -> NoReturn:
    """Hear of groups until the pipe is closed; kill those that are left."""
    try:
        os.setsid()
        for number in ENDING_SIGNALS:
            signal.signal(number, signal.SIG_IGN)
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nowhere, stream)
        groups: set[int] = set()
        heard = b""
        while data := os.read(reading, _CHUNK):
            *lines, heard = (heard + data).split(b"\n")
            for line in lines:
                (groups.add if line[:1] == b"+" else groups.discard)(int(line[1:]))
        for group in groups:
            with contextlib.suppress(OSError):
                os.killpg(group, signal.SIGKILL)
    finally:
        os._exit(0)


def run(
    commands: Sequence[Sequence[str]],
    patience: Patience,
    given: str = "",
    *,
    megabytes: int | None = None,
    most: int = 1 << 30,
    waiting: Callable[[], object] = lambda: None,
) -> Ending:
    """Run programs, each of which reads what the one before prints; the first one is `given` text.

    `waiting` is called every now and then. Raises LimitReached when patience is used up or more
    than `most` bytes are printed, and PylabError for a program that can't be started. Whatever
    happens, all that they have started is killed.
    """
    parent = os.getpid()

    def begin() -> None:
        _die_with(parent)
        if megabytes is not None:
            limits.limit_memory(megabytes)

    running: list[subprocess.Popen[bytes]] = []
    with (
        tempfile.TemporaryFile() as standard,
        tempfile.TemporaryFile() as printed,
        tempfile.TemporaryFile() as said,
    ):
        standard.write(given.encode())
        standard.seek(0)
        before: IO[bytes] | None = standard
        try:
            for words in commands:
                process = subprocess.Popen(
                    words,
                    stdin=before,
                    stdout=printed if words is commands[-1] else subprocess.PIPE,
                    stderr=said,
                    start_new_session=not _in_group.is_set(),
                    preexec_fn=begin,
                )
                if running and before is not None:
                    before.close()  # so that it hears when the next one leaves
                running.append(process)
                before = process.stdout
            while True:
                with contextlib.suppress(subprocess.TimeoutExpired):
                    process.wait(limits.POLL_SECONDS)
                    break
                patience.check()
                if os.fstat(printed.fileno()).st_size > most:
                    raise LimitReached(f"{words[0]} prints more than {most >> 20} MiB")
                waiting()
            code = process.returncode
        except (OSError, ValueError, subprocess.SubprocessError) as error:
            reason = getattr(error, "strerror", None) or error
            raise PylabError(f"{words[0]}: {reason}") from None
        finally:
            for process in running:
                _end(process)
        printed.seek(0)
        return Ending(code, _end_of(said), printed.read(most))


def _end(process: subprocess.Popen[bytes]) -> None:
    """Kill a program with all that it has started, whatever became of it."""
    with contextlib.suppress(OSError):
        process.kill()
        if not _in_group.is_set():
            os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    if process.stdout:
        process.stdout.close()


def _end_of(file: IO[bytes]) -> str:
    size = file.seek(0, os.SEEK_END)
    file.seek(max(0, size - _SAID))
    return file.read(_SAID).decode("utf-8", "replace").strip()
