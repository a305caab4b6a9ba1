"""Runs a job in a process of its own with hard limits, and determines how it ended.

The child is forked from a process that has imported everything, so that it starts in
milliseconds; that process must not have threads. The child's process group is killed at the hard
wall limit, and again after the job, so that none of its own children stays.
"""

from __future__ import annotations

import errno
import gc
import math
import os
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from pylab import engines
from pylab.base.errors import EncodingError, LimitReached
from pylab.base.processes import Child, Ending
from pylab.base.watchdog import ENDING_SIGNALS, Watchdog
from pylab.bench.jobs import Job
from pylab.bench.records import MACHINE
from pylab.bench.work import Told
from pylab.core.options import Limits
from pylab.encoding import clingo_options

GRACE_SECONDS = 1.0
"""The time after its limit in which a job may still report by itself."""

_GRACE_CPU_SECONDS = 2
_MACHINE = tuple(
    os.strerror(number)
    for number in (
        errno.EMFILE, errno.ENFILE, errno.ENOSPC, errno.EDQUOT, errno.EAGAIN, errno.EIO,
        errno.ESTALE,
    )
)  # fmt: skip
"""Messages for trouble that has nothing to do with the job."""

_NO_MEMORY = (os.strerror(errno.ENOMEM), "can't start new thread")
"""Messages for a lack of memory: within the job's limit or, without one, the machine's."""

_OUT_OF_MEMORY = re.compile("bad_alloc|MemoryError|[Oo]ut of memory|[Cc]annot allocate memory")
_SHARE_OF_LIMIT = 0.75
"""A process that a signal killed ran out of memory if it used this share of its limit."""

SWEEPS = "running a sweep"

_CRASHES = ("SIGSEGV", "SIGBUS")
"""Signals of bugs, even in a large process, unless it reported itself that memory ran out."""


Send = Callable[[object], None]
Do = Callable[[Any, Send], Told]


class Limited(Protocol):
    """A job of any kind: it has limits."""

    @property
    def limits(self) -> Limits:
        """The hard limits of its process."""


@dataclass(frozen=True, slots=True)
class JobKind:
    """What a pool does with jobs of one kind.

    Attributes:
        do: runs a job, in the child, which may send what is known so far; returns its report.
        record_of: the record of a job, or None if nothing is known.
        threads: how many threads a job uses, each of which may use the time limit.
    """

    do: Do
    record_of: Callable[[Any, Told | None, Ending, float], Any]
    threads: Callable[[Any], int]


class JobChild(Child):
    """A job's process, for the sweep; its result is the job's report.

    Attributes:
        reports: what the job has sent so far; a killed job's report has these as `reports`.
    """

    most = 16 << 20

    def __init__(
        self, job: Limited, watchdog: Watchdog, close: Callable[[], None], work: JobKind
    ) -> None:
        """Start the process. In the child, `close` releases resources of the sweep."""
        self.job = job
        self.reports: list[Any] = []
        self.began_at = time.time()
        limits = job.limits
        self.deadline = (
            time.monotonic() + limits.seconds + GRACE_SECONDS if limits.seconds else math.inf
        )
        self._oom_kills = _oom_kills()
        cpu = limits.cpu_seconds
        if cpu is None and limits.seconds is not None:
            cpu = limits.seconds * work.threads(job) + _GRACE_CPU_SECONDS
        super().__init__(
            _work, "the job", job, close, work.do, told=self.reports.append,
            megabytes=limits.megabytes, cpu_seconds=cpu, watchdog=watchdog,
        )  # fmt: skip

    def finish(self, late: bool = False) -> tuple[Told | None, Ending]:
        """Wait for the process, which has reported or is too late, and clean up.

        Returns the record's fields, from the job's report or from how it died, and the ending. The
        fields are None if the process was killed from outside, so that nothing is known.
        """
        ending = self.end(GRACE_SECONDS if self.result else 0.0)
        told = self._fields(ending, late)
        if told is not None and not self.result and self.reports:
            told |= {"reports": self.reports}
        return told, ending

    def _fields(self, ending: Ending, late: bool) -> Told | None:
        if self.result:
            told: Told = self.result
            return _by_machine(told, self.job)
        if late:
            return {"status": "time-out", "reason": f"killed after {self.job.limits.seconds:g} s"}
        if isinstance(self.error, LimitReached) and not self.died:
            return {"status": "memory-out", "reason": str(self.error)}
        if not self.died:
            return _by_machine({"status": "crash", "reason": str(self.error)}, self.job)
        if ending.code < 0:
            return self._killed(ending)
        reason = f"the process ended with exit code {ending.code}"
        if self._lacked_memory(ending):  # the loader's exit code is 127 then
            return {"status": "memory-out", "reason": f"memory limit ({reason})"}
        said = ending.said.split("\n")[-1]
        return _by_machine({"status": "crash", "reason": reason}, self.job, said)

    def _killed(self, ending: Ending) -> Told | None:
        name = ending.killed_by
        told: Told = {"signal": name, "reason": f"killed by {name}"}
        if name == "SIGXCPU":
            return told | {"status": "time-out", "reason": "CPU limit"}
        lacked = (name == "SIGABRT" and self._lacked_memory(ending)) or (
            name in _CRASHES and self._reported_lack(ending)
        )
        if lacked:
            return told | {"status": "memory-out", "reason": f"memory limit ({name})"}
        if name == "SIGKILL":
            if _oom_kills() == self._oom_kills:
                return None
            return told | {"status": "memory-out", "reason": "killed by the system's memory limit"}
        if -ending.code in ENDING_SIGNALS:
            return None
        return told | {"status": "crash"}

    def _lacked_memory(self, ending: Ending) -> bool:
        limit = self.job.limits.megabytes
        grown = limit is not None and ending.memory > limit * _SHARE_OF_LIMIT
        return grown or self._reported_lack(ending)

    def _reported_lack(self, ending: Ending) -> bool:
        """Whether it reported itself, under a limit, that memory ran out."""
        limited = self.job.limits.megabytes is not None
        return limited and _OUT_OF_MEMORY.search(ending.said) is not None


def _by_machine(told: Told, job: Limited, said: str = "") -> Told:
    """The report, with another status if the job failed due to memory or the machine."""
    if told.get("status") not in ("error", "crash"):
        return told
    reason = said or str(told.get("reason", ""))
    if any(trouble in reason for trouble in _NO_MEMORY) and job.limits.megabytes is not None:
        return {**told, "status": "memory-out", "reason": f"memory limit ({reason})"}
    if any(trouble in reason for trouble in (*_NO_MEMORY, *_MACHINE)):
        return {**told, "status": MACHINE, "reason": reason}
    return told


def warm_up() -> None:
    """Import what every child needs, once, and keep it from garbage collection."""
    import pylab.engines.both
    import pylab.engines.clingo
    import pylab.engines.native  # noqa: F401

    gc.collect()
    gc.freeze()


def _work(send: Send, job: Limited, close: Callable[[], None], do: Do) -> Told:
    """Run the job, in the child, and return its report."""
    close()
    told = do(job, send)
    if told.get("status") == "error" and (trouble := _no_file_can_be_opened()):
        told |= {"status": MACHINE, "reason": f"{trouble}: {told.get('reason', '')}"}
    return told


def _no_file_can_be_opened() -> str:
    """The reason why no file can be opened, whose consequences vary; empty if one can."""
    try:
        os.close(os.open(os.devnull, os.O_RDONLY))
    except OSError as error:
        return str(error.strerror)
    return ""


def threads(job: Job) -> int:
    """The number of threads that the options request from clingo."""
    try:
        return clingo_options.threads(job.variant.means.clingo_arguments)
    except EncodingError:  # the job itself will report it
        return 1


def processes(job: Job) -> int:
    """The number of processes that work on the job at a time, each with the memory limit."""
    engine = engines.named(job.variant.means)
    return engine.processes if engine else 1


def _oom_kills() -> int:
    """The number of processes that the system has killed for lack of memory (0 if not Linux)."""
    try:
        with open("/proc/vmstat", "rb") as file:  # noqa: PTH123 - quick, and once a job
            data = file.read()
    except OSError:
        return 0
    found = re.search(rb"oom_kill (\d+)", data)
    return int(found[1]) if found else 0
