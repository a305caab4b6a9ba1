"""A job in a child process of its own, with limits that hold whatever it does; decides nothing.

The child is forked from a process that has everything imported, so that it starts in
milliseconds; that process must not have threads. It leads a process group, which is killed as a
whole: at the hard wall limit, and again when the job is done, so that nothing it started stays.
"""

from __future__ import annotations

import contextlib
import errno
import gc
import json
import math
import os
import re
import select
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from typing import IO, NoReturn

from pylab import engines
from pylab.base.errors import EncodingError
from pylab.base.limits import bound, keep_memory, limit_memory, unlimit_memory
from pylab.base.processes import MemoryReserve, die_with, guard
from pylab.bench.jobs import Job
from pylab.bench.records import MACHINE
from pylab.bench.watchdog import Watchdog
from pylab.bench.work import Told, do
from pylab.encoding import clingo_options

GRACE_SECONDS = 1.0
"""How long after its time limit a job may still report by itself."""

_GRACE_CPU_SECONDS = 2
_MACHINE = tuple(
    os.strerror(number)
    for number in (
        errno.EMFILE, errno.ENFILE, errno.ENOSPC, errno.EDQUOT, errno.EAGAIN, errno.EIO,
        errno.ESTALE,
    )
)  # fmt: skip
"""What is said of trouble that has nothing to do with the job."""

_NO_MEMORY = (os.strerror(errno.ENOMEM), "can't start new thread")
"""What is said where memory runs out: within the job's limit or, without one, the machine's."""

_OUT_OF_MEMORY = re.compile(rb"bad_alloc|MemoryError|[Oo]ut of memory|[Cc]annot allocate memory")
_SHARE_OF_LIMIT = 0.75
"""A process that died by a signal and had grown so far to its limit ran out of memory."""

SWEEPS = "running a sweep"

_CRASHES = ("SIGSEGV", "SIGBUS")
"""These are bugs, even of a process that had grown, unless it said itself that memory ran out."""

_BROKEN = 70
_LARGEST_REPORT = 16 * 1024**2


@dataclass(frozen=True, slots=True)
class Ending:
    """How a job's process ended.

    Attributes:
        told: fields of the record, from the job itself or from how it died; None if it was killed
            from outside, so that nothing is known.
        wall, cpu: seconds.
        memory: the largest resident size in MB.
    """

    told: Told | None
    wall: float
    cpu: float
    memory: float


class Child:
    """A job's process, seen from the sweep.

    `fileno` can be waited for: when it is ready, call `hear`, and once that is true, `end`.
    `reserve` is to be looked at meanwhile.
    """

    def __init__(self, job: Job, watchdog: Watchdog, close: Callable[[], None]) -> None:
        """Fork. `close` lets the child go of what is the sweep's alone."""
        self.job = job
        self.started = time.monotonic()
        self.began_at = time.time()
        seconds = job.limits.seconds
        self.deadline = self.started + seconds + GRACE_SECONDS if seconds else math.inf
        self._oom_kills = _oom_kills()
        self._heard = b""
        self._late = False
        self._complaints: IO[bytes] = tempfile.TemporaryFile(buffering=0)  # noqa: SIM115
        self._reading, writing = _pipe(self._complaints)
        sys.stdout.flush()
        sys.stderr.flush()
        parent = os.getpid()
        try:
            self.process = os.fork()
        except OSError:  # it is tried again, and must not cost more and more
            os.close(self._reading)
            os.close(writing)
            self._complaints.close()
            raise
        if self.process == 0:
            _run(parent, job, watchdog, writing, self._complaints, close)
        self.reserve = MemoryReserve(self.process)
        os.close(writing)
        with contextlib.suppress(OSError):  # it does so itself as well; whoever is first
            os.setpgid(self.process, self.process)

    def fileno(self) -> int:
        return self._reading

    def hear(self) -> bool:
        """Take what the job reports; whether that is all."""
        data = os.read(self._reading, 65536)
        self._heard += data
        return not data or data.endswith(b"\n") or len(self._heard) > _LARGEST_REPORT

    def dead(self) -> bool:
        """Whether the process has ended, even if something it started still holds the pipe."""
        flags = os.WEXITED | os.WNOHANG | os.WNOWAIT
        return os.waitid(os.P_PID, self.process, flags) is not None

    def kill(self) -> None:
        """The hard limit is over."""
        self._late = True
        self._kill_group()

    def end(self, watchdog: Watchdog) -> Ending:
        """Wait for the process, which has reported all or was killed, and clear up after it."""
        if self._heard.endswith(b"\n"):
            self._wait_a_moment()
        self._kill_group()
        watchdog.ended(self.process)
        _, status, usage = os.wait4(self.process, 0)
        wall = time.monotonic() - self.started
        os.close(self._reading)
        megabytes = usage.ru_maxrss / (1024**2 if sys.platform == "darwin" else 1024)
        told = self._told(status, megabytes)
        self._complaints.close()
        return Ending(told, wall, usage.ru_utime + usage.ru_stime, megabytes)

    def _kill_group(self) -> None:
        with contextlib.suppress(OSError):
            os.killpg(self.process, signal.SIGKILL)
        with contextlib.suppress(OSError):  # it may not lead its group yet
            os.kill(self.process, signal.SIGKILL)

    def _wait_a_moment(self) -> None:
        """It has reported all and is about to leave: its own times are better than a kill's."""
        select.select([self._reading], [], [], GRACE_SECONDS)

    def _told(self, status: int, megabytes: float) -> Told | None:
        if self._heard.endswith(b"\n") and len(self._heard) <= _LARGEST_REPORT:
            told: Told = json.loads(self._heard)
            return _by_machine(told, self.job)
        if self._late:
            return {"status": "time-out", "reason": f"killed after {self.job.limits.seconds:g} s"}
        code = os.waitstatus_to_exitcode(status)
        if code >= 0:
            reason = f"the process ended with exit code {code}"
            if self._lacked_memory(megabytes):  # the loader's exit code is 127 then
                return {"status": "memory-out", "reason": f"memory limit ({reason})"}
            said = self._said().decode("utf-8", "replace").strip().split("\n")[-1]
            return _by_machine({"status": "crash", "reason": reason}, self.job, said)
        return self._killed(-code, megabytes)

    def _killed(self, number: int, megabytes: float) -> Told | None:
        name = _signal_name(number)
        told: Told = {"signal": name, "reason": f"killed by {name}"}
        if number == signal.SIGXCPU:
            return told | {"status": "time-out", "reason": "CPU limit"}
        lacked = (number == signal.SIGABRT and self._lacked_memory(megabytes)) or (
            name in _CRASHES and self._said_so()
        )
        if lacked:
            return told | {"status": "memory-out", "reason": f"memory limit ({name})"}
        if number == signal.SIGKILL:
            if _oom_kills() == self._oom_kills:
                return None
            return told | {"status": "memory-out", "reason": "killed by the system's memory limit"}
        if number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            return None
        return told | {"status": "crash"}

    def _lacked_memory(self, megabytes: float) -> bool:
        limit = self.job.limits.megabytes
        return limit is not None and (self._said_so() or megabytes > limit * _SHARE_OF_LIMIT)

    def _said_so(self) -> bool:
        """Whether it said itself, under a limit, that memory ran out."""
        limited = self.job.limits.megabytes is not None
        return limited and _OUT_OF_MEMORY.search(self._said()) is not None

    def _said(self) -> bytes:
        """The last of what it said on its standard streams."""
        size = self._complaints.seek(0, os.SEEK_END)
        self._complaints.seek(max(0, size - 4096))
        return self._complaints.read(4096)


def _by_machine(told: Told, job: Job, said: str = "") -> Told:
    """What was reported; if a job failed for trouble of the machine, with a status that says so."""
    if told.get("status") not in ("error", "crash"):
        return told
    reason = said or str(told.get("reason", ""))
    if any(trouble in reason for trouble in _NO_MEMORY):
        if job.limits.megabytes is not None:
            return {**told, "status": "memory-out", "reason": f"memory limit ({reason})"}
        return {**told, "status": MACHINE, "reason": reason}
    if any(trouble in reason for trouble in _MACHINE):
        return {**told, "status": MACHINE, "reason": reason}
    return told


def _pipe(complaints: IO[bytes]) -> tuple[int, int]:
    try:
        return os.pipe()
    except OSError:
        complaints.close()
        raise


def warm_up() -> None:
    """What every child needs, once and before there are children; and no collection of it later."""
    import pylab.engines.both
    import pylab.engines.clingo
    import pylab.engines.native  # noqa: F401

    gc.collect()
    gc.freeze()


def _run(
    parent: int,
    job: Job,
    watchdog: Watchdog,
    writing: int,
    complaints: IO[bytes],
    close: Callable[[], None],
) -> NoReturn:
    """The child's life."""
    try:
        os.setpgid(0, 0)
        die_with(parent)
        guard()
        watchdog.begin()
        close()
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_DFL)
        nowhere = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nowhere, 0)
        os.dup2(complaints.fileno(), 1)
        os.dup2(complaints.fileno(), 2)
        _limit(job)
        keep_memory()
        told = do(job)
        if told.get("status") == "error" and (trouble := _no_file_can_be_opened()):
            told |= {"status": MACHINE, "reason": f"{trouble}: {told.get('reason', '')}"}
        unlimit_memory()
        _write(writing, json.dumps(told, default=str).encode("ascii") + b"\n")
        os._exit(0)
    except BaseException:
        os.write(2, traceback.format_exc().encode("utf-8", "replace"))
    finally:
        os._exit(_BROKEN)


def _no_file_can_be_opened() -> str:
    """Why not; what then goes wrong may be reported as anything. Empty if one can."""
    try:
        os.close(os.open(os.devnull, os.O_RDONLY))
    except OSError as error:
        return str(error.strerror)
    return ""


def _limit(job: Job) -> None:
    """Bound this process; the user's own bounds are never widened."""
    limits = job.limits
    bound("RLIMIT_CORE", 0, SWEEPS)
    if limits.megabytes is not None:
        limit_memory(limits.megabytes)
    cpu = limits.cpu_seconds
    if cpu is None and limits.seconds is not None:
        cpu = limits.seconds * threads(job) + _GRACE_CPU_SECONDS
    if cpu is not None:
        bound("RLIMIT_CPU", math.ceil(cpu), SWEEPS)


def threads(job: Job) -> int:
    """How many threads the options ask clingo for."""
    try:
        return clingo_options.threads(job.variant.means.clingo_arguments)
    except EncodingError:  # the job itself will say so
        return 1


def processes(job: Job) -> int:
    """How many processes, each of them within the memory limit, work at the job at a time."""
    name = job.variant.means.engine
    return engines.get(name).processes if name else 1


def _write(descriptor: int, data: bytes) -> None:
    while data:
        data = data[os.write(descriptor, data) :]


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def _oom_kills() -> int:
    """How many processes the system has killed for lack of memory (Linux; elsewhere 0)."""
    try:
        with open("/proc/vmstat", "rb") as file:  # noqa: PTH123 - quick, and once a job
            data = file.read()
    except OSError:
        return 0
    found = re.search(rb"oom_kill (\d+)", data)
    return int(found[1]) if found else 0
