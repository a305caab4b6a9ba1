"""Jobs on this machine: so many at a time, each in a child, each recorded as it ends.

One thread, one loop. A signal that asks the sweep to end kills all children at once; what they
were at is not recorded, and is run again the next time.
"""

from __future__ import annotations

import contextlib
import math
import os
import platform
import signal
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import clingo

from pylab import __version__
from pylab.base.errors import PylabError
from pylab.base.limits import posix
from pylab.base.processes import ENDING_SIGNALS, Ending, Watchdog, ready
from pylab.bench.child import SWEEPS, JobChild, warm_up
from pylab.bench.jobs import Job
from pylab.bench.records import FAILED, SOLVED, Ledger, Record
from pylab.bench.work import Told

_POLL_SECONDS = 0.1


@dataclass
class Tally:
    """How far a sweep is.

    Attributes:
        total: jobs to run.
        statuses: how many ended with each status, those from earlier runs too.
        done: how many ended in this run.
        lost: how many were killed from outside; they have no record.
        running: how many are at work.
        signal: the number of the signal that ended the sweep; 0 if none did.
        trouble: the first job of this run that failed, and why.
    """

    total: int
    statuses: Counter[str] = field(default_factory=Counter)
    done: int = 0
    lost: int = 0
    running: int = 0
    signal: int = 0
    trouble: str = ""

    def count(self, record: Record) -> None:
        """A job has ended."""
        self.done += 1
        self.statuses[record.status] += 1
        if record.status in FAILED and not self.trouble:
            asked = f"{record.instance} {record.task} {record.variant}"
            self.trouble = f"{asked}: {record.status}: {record.reason}"


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def run(
    jobs: Sequence[Job],
    width: int,
    results: Callable[[], Ledger],
    tally: Tally,
    on_progress: Callable[[Tally], None] = lambda _: None,
) -> None:
    """Run the jobs in this order, `width` at a time; results go to the ledger and the tally.

    The ledger is opened here, after the warden was started, and closed again. Raises OSError if
    results can't be written, PylabError if no process can be started; all children are dead then.
    """
    posix("resource", SWEEPS)
    warm_up()
    watchdog = Watchdog()
    try:
        ledger = results()
        with contextlib.closing(ledger), _signals(tally):
            _Pool(watchdog, ledger, tally).run(deque(jobs), width, on_progress)
    finally:
        watchdog.dismiss()


@contextlib.contextmanager
def _signals(tally: Tally) -> Iterator[None]:
    """Signals that ask for an end are noted, and nothing else."""

    def note(number: int, _frame: object) -> None:
        tally.signal = tally.signal or number

    before = {number: signal.signal(number, note) for number in ENDING_SIGNALS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


class _Pool:
    """The children at work."""

    def __init__(self, watchdog: Watchdog, ledger: Ledger, tally: Tally) -> None:
        self.watchdog, self.ledger, self.tally = watchdog, ledger, tally
        self.children: set[JobChild] = set()

    def run(self, pending: deque[Job], width: int, on_progress: Callable[[Tally], None]) -> None:
        try:
            while (pending or self.children) and not self.tally.signal:
                while pending and len(self.children) < width and self._start(pending[0]):
                    pending.popleft()
                self._wait()
                self.tally.running = len(self.children)
                on_progress(self.tally)
        finally:
            for child in self.children:
                child.kill()
            for child in self.children:
                child.finish()

    def _start(self, job: Job) -> bool:
        """Whether the job could be started; if the system has no room for more, it waits."""
        try:
            child = JobChild(job, self.watchdog, self.ledger.close)
        except OSError as error:
            if self.children:
                return False
            raise PylabError(f"can't start a process: {error.strerror}") from None
        self.children.add(child)
        return True

    def _wait(self) -> None:
        """Until something is heard, or a limit is over, or a moment has passed."""
        deadline = min((child.deadline for child in self.children), default=math.inf)
        for child in ready(self.children, min(_POLL_SECONDS, deadline - time.monotonic())):
            child.hear()
        for child in list(self.children):
            late = not child.over and time.monotonic() > child.deadline
            if child.over or late:
                self._finish(child, late)

    def _finish(self, child: JobChild, late: bool) -> None:
        self.children.remove(child)
        record = record_of(child.job, *child.finish(late), child.began_at)
        if record is None:
            self.tally.lost += 1
            return
        self.ledger.append(record)
        self.tally.count(record)


def _in_time(job: Job, told: Mapping[str, Any], wall: float) -> dict[str, Any]:
    """What the job reported; an answer that came after the limit doesn't count."""
    limit = job.limits.seconds
    if limit is None or wall <= limit or told["status"] not in SOLVED:
        return dict(told)
    return {**told, "status": "time-out", "reason": f"{told['status']}, but after {wall:.2f} s"}


def record_of(job: Job, reported: Told | None, ending: Ending, began_at: float) -> Record | None:
    """The record of a job; None if it was killed from outside and nothing is known."""
    if reported is None:
        return None
    variant = job.variant
    told = _in_time(job, reported, ending.wall)
    times = {**told.pop("times", {}), "wall": ending.wall, "cpu": ending.cpu}
    return Record(
        **{
            "key": job.key,
            "sweep": job.sweep,
            "order": job.order,
            "rank": job.rank,
            "family": job.instance.family,
            "instance": job.instance.name,
            "digest": job.instance.digest,
            "task": job.task,
            "repetition": job.repetition,
            "variant": variant.name,
            "engine": variant.engine,
            "encoding": variant.means.encoding or "",
            "overlays": variant.means.overlays,
            "clingo_options": variant.means.clingo_options,
            "constants": variant.means.constants,
            "options": variant.means.options,
            "models": variant.models,
            "asks": variant.asks,
            "time_limit": job.limits.seconds,
            "memory_limit": job.limits.megabytes,
            "pylab": __version__,
            "clingo": clingo.__version__,
            "host": platform.node(),
            "started": datetime.fromtimestamp(began_at, UTC).isoformat(timespec="seconds"),
            "times": {name: round(seconds, 6) for name, seconds in times.items()},
            "memory": round(ending.memory, 1),
            **told,
        }
    )
