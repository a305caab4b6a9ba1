"""`pylab bench run`: runs or resumes a sweep."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Sequence
from typing import Any

import click

from pylab.base.words import counted
from pylab.bench import jobs as expansion
from pylab.bench import pool
from pylab.bench.expectation import longest_first
from pylab.bench.pool import Tally
from pylab.bench.records import MACHINE, RESULTS, STATUSES, Results, reused
from pylab.cli import given
from pylab.cli.bench.options import Work, prepare, refuse_slurm, running_options, sweep_options
from pylab.cli.bench.progress import bar
from pylab.cli.exits import BAD_INPUT, FOUND, INTERRUPTED, OWN_INVALID, UNDECIDED, remark
from pylab.cli.family_options import FamilyCommand


@click.command("run", cls=FamilyCommand)
@sweep_options
@running_options("Jobs at a time. [default: all cores but one]")
def command(
    executor: str,
    width: int | None,
    detach: bool,
    chunk: int | None,
    sbatch_options: Sequence[str],
    **means: Any,
) -> int:
    """Run the jobs of a sweep that have no result yet.

    The sweep is SWEEP.toml, or is given by options. Each job runs in a process of its own within
    hard limits, and leaves a line in FOLDER/results.jsonl.

    Exit codes: 0 each job has a result, 2 all results are errors, 3 some jobs were lost or failed
    due to trouble of the machine, 4 the checker or a judge found an answer invalid.

    \b
    Examples:
      pylab bench run --instances 'alice/*.alice' --time-limit 10 -o out
      pylab bench run --instances 'alice/*.alice' --engine clingo --engine native
    """
    refuse_slurm(executor)
    if executor == "slurm":
        given.refuse("width", why="has no use beside --executor slurm")
    work = prepare(**means)
    if executor == "slurm":
        from pylab.cli.bench.slurm import run_on_slurm

        return run_on_slurm(work, chunk, sbatch_options, detach)
    return run_here(work, width or max(1, pool.cores() - 1))


def run_here(work: Work, width: int) -> int:
    """Run pending jobs, `width` at a time, report how that ended, and return the exit code."""
    expansion.write_generated(work.pending)
    tally = Tally(len(work.pending), Counter(record.status for record in work.before))

    def results() -> Results:
        found = Results(work.folder / RESULTS)
        if found.repaired:
            remark(f"{found.file}: cut off a torn last line of {found.repaired} bytes")
        for record in reused(work.before, work.history):
            found.append(record)
        return found

    with bar(len(work.before)) as show:
        pool.run(longest_first(work.pending, work.history), width, results, tally, show)
    return finish(work, tally)


def finish(work: Work, tally: Tally) -> int:
    """Print how the run ended and return the exit code."""
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
    if tally.statuses["invalid"]:
        return OWN_INVALID
    if failed := tally.statuses[MACHINE]:
        remark(f"trouble of the machine: {counted(failed, 'job')} failed; the next run tries again")
        return UNDECIDED
    return BAD_INPUT if tally.statuses["error"] == len(work.jobs) else FOUND
