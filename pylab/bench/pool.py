"""Runs jobs on this machine, several at a time, each in a child, and records each as it ends.

It has one thread with one loop. A signal to end the sweep kills all children at once; their jobs
are not recorded, and run again the next time.
"""

from __future__ import annotations

import contextlib
import math
import os
import platform
import signal
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from pylab.base.errors import Ended, PylabError
from pylab.base.limits import posix
from pylab.base.plain import made
from pylab.base.processes import Ending, ready
from pylab.base.watchdog import ENDING_SIGNALS, Watchdog
from pylab.bench.child import SWEEPS, JobChild, JobKind, Limited, threads, warm_up
from pylab.bench.jobs import Job
from pylab.bench.records import FAILED, SOLVED, Record, Results, moment
from pylab.bench.work import Told, do
from pylab.core.data import AnswerData

_POLL_SECONDS = 0.1
_ENDED = {"time-out": Ended.TIME.value, "memory-out": Ended.MEMORY.value}


@dataclass
class Tally:
    """The progress of a sweep.

    Attributes:
        total: the number of jobs to run.
        statuses: the number of jobs by status, including those of earlier runs.
        done: the number of jobs that ended in this run.
        lost: the number of jobs that were killed from outside; they have no record.
        signal: the number of the signal that ended the sweep; 0 if none did.
        trouble: the first failed job of this run, and the reason.
    """

    total: int
    statuses: Counter[str] = field(default_factory=Counter)
    done: int = 0
    lost: int = 0
    signal: int = 0
    trouble: str = ""

    def count(self, record: Record) -> None:
        """Count a job that has ended."""
        self.done += 1
        self.statuses[record.status] += 1
        if record.status in FAILED and not self.trouble:
            question = record.question
            asked = f"{question.instance.name} {question.task} {record.variant}"
            self.trouble = f"{asked}: {record.status}: {record.reason}"


def cores() -> int:
    """The number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def run(
    jobs: Sequence[Limited],
    width: int,
    results: Callable[[], Results],
    tally: Tally,
    on_progress: Callable[[Any], None] = lambda _: None,
    work: JobKind | None = None,
) -> None:
    """Run the jobs in this order, `width` at a time; records go to the results and the tally.

    Without `work`, they are those of a sweep.

    Opens the file of results after starting the watchdog, and closes it. Raises OSError if the file
    can't be written, PylabError if no process can be started; then all children are dead.
    """
    posix("resource", SWEEPS)
    warm_up()
    watchdog = Watchdog()
    try:
        file = results()
        with contextlib.closing(file), _signals(tally):
            _Pool(watchdog, file, tally, work or SWEEP).run(deque(jobs), width, on_progress)
    finally:
        watchdog.dismiss()


@contextlib.contextmanager
def _signals(tally: Tally) -> Iterator[None]:
    """Context in which signals to end the process are only noted in the tally."""

    def note(number: int, _frame: object) -> None:
        tally.signal = tally.signal or number

    before = {number: signal.signal(number, note) for number in ENDING_SIGNALS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


class _Pool:
    """The running children."""

    def __init__(self, watchdog: Watchdog, results: Results, tally: Tally, work: JobKind) -> None:
        self.watchdog, self.results, self.tally, self.work = watchdog, results, tally, work
        self.children: set[JobChild] = set()

    def run(self, pending: deque[Limited], width: int, on_progress: Callable[[Any], None]) -> None:
        try:
            while (pending or self.children) and not self.tally.signal:
                while pending and len(self.children) < width and self._start(pending[0]):
                    pending.popleft()
                self._wait()
                on_progress(self.tally)
        finally:
            for child in self.children:
                child.kill()
            for child in self.children:
                child.finish()

    def _start(self, job: Limited) -> bool:
        """Start the job; False if the system has no room for more processes now."""
        try:
            child = JobChild(job, self.watchdog, self.results.close, self.work)
        except OSError as error:
            if self.children:
                return False
            raise PylabError(f"can't start a process: {error.strerror}") from None
        self.children.add(child)
        return True

    def _wait(self) -> None:
        """Wait for reports, a limit, or a moment; finish the children that ended or are late."""
        deadline = min((child.deadline for child in self.children), default=math.inf)
        for child in ready(self.children, min(_POLL_SECONDS, deadline - time.monotonic())):
            child.hear()
        for child in list(self.children):
            late = not child.over and time.monotonic() > child.deadline
            if child.over or late:
                self._finish(child, late)

    def _finish(self, child: JobChild, late: bool) -> None:
        self.children.remove(child)
        record = self.work.record_of(child.job, *child.finish(late), child.began_at)
        if record is None:
            self.tally.lost += 1
            return
        self.results.append(record)
        self.tally.count(record)


def record_of(job: Job, told: Told | None, ending: Ending, began_at: float) -> Record | None:
    """The record of a job; None if it was killed from outside and nothing is known."""
    if told is None:
        return None
    status, reason = str(told["status"]), str(told.get("reason", ""))
    limit = job.limits.seconds
    if limit is not None and ending.wall > limit and status in SOLVED:  # too late to count
        status, reason = "time-out", f"{status}, but after {ending.wall:.2f} s"
    unknown = {"ended": _ENDED.get(status, "settled"), "reason": reason}
    times = {**told.get("times", {}), "wall": ending.wall, "cpu": ending.cpu}
    return Record(
        key=job.key,
        asked=job.asked,
        sweep=job.sweep,
        order=job.order,
        rank=job.rank,
        repetition=job.repetition,
        variant=job.variant.name,
        asks=job.variant.asks,
        file=str(job.instance.path),
        part="" if job.part is None else f"bound {job.part.bound}",
        status=status,
        signal=told.get("signal", ""),
        reason=reason,
        checked=told.get("checked", 0),
        times={name: round(seconds, 6) for name, seconds in times.items()},
        memory=round(ending.memory, 1),
        host=platform.node(),
        started=moment(began_at),
        question=job.question,
        answer=made(AnswerData, told.get("answer", unknown)),
    )


SWEEP = JobKind(lambda job, _: do(job), record_of, threads)
"""The jobs of a sweep."""
