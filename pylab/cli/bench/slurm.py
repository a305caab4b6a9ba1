"""Submits the missing jobs of a sweep to Slurm, and watches them from the terminal."""

from __future__ import annotations

import contextlib
import shlex
import time
from collections import Counter
from collections.abc import Sequence

from pylab.base.words import counted
from pylab.bench import jobs as expansion
from pylab.bench import slurm
from pylab.bench.expectation import longest_first
from pylab.bench.pool import Tally
from pylab.bench.records import RESULTS, Record, Results, reused
from pylab.cli.bench.options import Work, found_in
from pylab.cli.bench.progress import bar
from pylab.cli.bench.run import finish
from pylab.cli.exits import FOUND, INTERRUPTED, remark

_POLL_SECONDS = 2.0
_LONGEST_POLL_SECONDS = 15.0
_MOST_FAILURES = 5
_LATE_SECONDS = 5.0
"""The time after which a shared folder shows what another host has written."""


def run_on_slurm(work: Work, chunk: int | None, options: Sequence[str], detach: bool) -> int:
    """Submit the jobs that are neither done nor in the queue; wait for them unless `detach`."""
    with slurm.submitting(work.folder):
        submitted = _submit(work, chunk, options)
    if detach:
        remark(f"{counted(submitted, 'job')} submitted; the same command shows their progress")
        return FOUND
    try:
        return _watch(work)
    except KeyboardInterrupt:
        folder = shlex.quote(str(work.folder))
        remark(f"detached; the jobs go on: pylab bench cancel {folder} ends them")
        return INTERRUPTED


def _submit(work: Work, chunk: int | None, options: Sequence[str]) -> int:
    """Submit the missing jobs, and return their number."""
    before = slurm.submissions(work.folder)
    queued = slurm.queued(slurm.unfinished(before, (record.key for record in work.before)))
    done = _done(work)  # read after the queue: jobs that have left it are recorded
    pending = [j for j in work.pending if j.key not in queued and j.key not in done]
    known = {key for submission in before for keys in submission.chunks for key in keys}
    recorded = {record.key for record in work.history}
    lost = sum(job.key in known - recorded for job in pending)
    if lost:
        remark(f"neither in the queue nor recorded: {counted(lost, 'job')}, submitted again")
    if again := reused(work.before, work.history):
        with contextlib.closing(Results(work.folder / RESULTS)) as file:
            for record in again:
                file.append(record)
    expansion.write_generated(pending)
    ordered = longest_first(pending, work.history)
    for array in slurm.arrays(ordered, work.folder, chunk, options):
        slurm.submit(array)
        remark(f"submitted {array.name}: {counted(len(array.chunks), 'chunk')}")
    if not pending:
        remark(f"nothing to submit; in the queue: {counted(len(queued), 'job')}")
    return len(pending)


def _done(work: Work) -> dict[str, Record]:
    """The new records of pending jobs since this run began, by key."""
    old = {(r.key, r.started, r.times.get("wall")) for r in work.history}
    keys = {job.key for job in work.pending}
    return {
        r.key: r
        for r in found_in(work.folder)
        if r.key in keys and (r.key, r.started, r.times.get("wall")) not in old
    }


def _watch(work: Work) -> int:
    """Wait until each job has a record or the queue has none of them; return the exit code."""
    keys = {job.key for job in work.pending}
    before = Counter(record.status for record in work.before)
    left_at, failures, began = 0.0, 0, time.monotonic()
    with bar(len(work.before)) as show:
        while True:
            tally = Tally(len(keys), before.copy())
            queue, failures = _queue(work, keys, failures)
            done = _done(work)  # read after the queue, as in `_submit`
            for record in done.values():
                tally.count(record)
            show(tally)
            if len(done) == len(keys):
                break
            if failures or queue:
                left_at = 0.0
            else:
                left_at = left_at or time.monotonic()
                if time.monotonic() - left_at > _LATE_SECONDS:
                    break
            time.sleep(min(_LONGEST_POLL_SECONDS, _POLL_SECONDS + (time.monotonic() - began) / 60))
    return finish(work, tally)


def _queue(work: Work, keys: set[str], failures: int) -> tuple[set[str], int]:
    """The jobs in the queue, and the number of failed queries in a row.

    Raises SlurmError after too many.
    """
    try:
        return keys & slurm.queued(slurm.submissions(work.folder)).keys(), 0
    except slurm.SlurmError as error:
        if failures + 1 >= _MOST_FAILURES:
            raise
        remark(f"{error}; asking again")
        return set(), failures + 1
