"""A sweep on Slurm, from the terminal: submit what is missing, then watch until it is done."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence

from pylab.bench import jobs as expansion
from pylab.bench import slurm
from pylab.bench.expectation import longest_first
from pylab.bench.pool import Tally
from pylab.cli.bench_options import Work, found_in
from pylab.cli.bench_progress import bar
from pylab.cli.bench_run import finish
from pylab.cli.exits import FOUND, INTERRUPTED, remark

_POLL_SECONDS = 2.0
_LATE_SECONDS = 5.0
"""A shared folder may show what another host has written only after a while."""


def run_on_slurm(work: Work, chunk: int | None, options: Sequence[str], detach: bool) -> int:
    """Submit the jobs that are neither done nor in the queue; wait unless asked not to."""
    with slurm.submitting(work.folder):
        submitted = _submit(work, chunk, options)
    if detach:
        remark(f"{submitted} jobs submitted; run the same command again to see how they are")
        return FOUND
    try:
        return _watch(work)
    except KeyboardInterrupt:
        remark(f"detached; the jobs go on: pylab bench cancel {work.folder} ends them")
        return INTERRUPTED


def _submit(work: Work, chunk: int | None, options: Sequence[str]) -> int:
    """How many jobs were submitted."""
    before = slurm.submissions(work.folder)
    done = {record.key for record in work.before}
    queued = slurm.queued(slurm.unfinished(before, done))
    done |= _done(work)  # read after the queue was asked: whatever has left it is recorded
    pending = [j for j in work.pending if j.key not in queued and j.key not in done]
    known = {key for submission in before for keys in submission.chunks for key in keys}
    lost = sum(job.key in known for job in pending)
    if lost:
        remark(f"{lost} jobs are neither in the queue nor recorded; they are submitted again")
    expansion.write_generated(pending)
    ordered = longest_first(pending, work.history)
    for array in slurm.arrays(ordered, work.folder, chunk, options):
        slurm.submit(array)
        remark(f"submitted {array.name}: {len(array.chunks)} chunks")
    if not pending:
        remark(f"nothing to submit; {len(queued)} jobs are in the queue")
    return len(pending)


def _done(work: Work) -> set[str]:
    """The keys of pending jobs that have a record by now, other than those to be tried again."""
    old = {(record.key, record.started) for record in work.history}
    return {r.key for r in found_in(work.folder) if (r.key, r.started) not in old}


def _watch(work: Work) -> int:
    """Until each job has a record or the queue is empty."""
    before = Counter(record.status for record in work.before)
    keys = {job.key for job in work.pending}
    tally = Tally(len(keys), before.copy())
    left_at = 0.0
    with bar(len(work.before)) as show:
        while True:
            queued = slurm.queued(slurm.submissions(work.folder)) if keys else {}
            fresh = _done(work) & keys
            records = {r.key: r for r in found_in(work.folder) if r.key in fresh}
            tally.done = len(records)
            tally.statuses = before + Counter(record.status for record in records.values())
            tally.running = sum(state == "RUNNING" for state in queued.values())
            show(tally)
            if len(records) == len(keys):
                break
            if not queued:
                left_at = left_at or time.monotonic()
                if time.monotonic() - left_at > _LATE_SECONDS:
                    break
            time.sleep(_POLL_SECONDS)
    return finish(work, tally)
