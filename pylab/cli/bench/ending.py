"""How a run of a sweep ended: said in words, and by an exit code."""

from __future__ import annotations

import shlex

import click

from pylab.base.words import counted
from pylab.bench.pool import Tally
from pylab.bench.records import MACHINE, STATUSES
from pylab.cli.bench.options import Work
from pylab.cli.exits import BAD_INPUT, FOUND, INTERRUPTED, OWN_INVALID, UNDECIDED, remark


def finish(work: Work, tally: Tally) -> int:
    """Say how it ended; the exit code."""
    told = ", ".join(f"{tally.statuses[s]} {s}" for s in STATUSES if tally.statuses[s])
    number = counted(len(work.jobs), "job")
    missing = len(work.jobs) - sum(tally.statuses.values())
    click.echo(f"{number}, {tally.done} of them now: {told or 'none done'}")
    click.echo(f"pylab bench report {shlex.quote(str(work.folder))}")
    if tally.trouble:
        remark(tally.trouble)
    if tally.signal:
        remark(f"interrupted; the next run has {counted(missing, 'job')} left")
        return INTERRUPTED if tally.signal == 2 else 128 + tally.signal
    if missing:
        remark(f"killed from outside: {counted(missing, 'job')}; the next run tries again")
        return UNDECIDED
    if tally.statuses["refuted"]:
        return OWN_INVALID
    if failed := tally.statuses[MACHINE]:
        remark(f"trouble of the machine: {counted(failed, 'job')} failed; the next run tries again")
        return UNDECIDED
    return BAD_INPUT if tally.statuses["error"] == len(work.jobs) else FOUND
