"""`pylab bench run`: run a sweep, or go on with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import click

from pylab.bench import jobs as expansion
from pylab.bench import pool
from pylab.bench.expectation import longest_first
from pylab.bench.pool import Tally
from pylab.bench.records import RESULTS, Results, reused
from pylab.cli import given
from pylab.cli.bench.ending import finish
from pylab.cli.bench.options import Work, prepare, refuse_slurm, running_options, sweep_options
from pylab.cli.bench.progress import bar
from pylab.cli.exits import remark
from pylab.cli.family_options import FamilyCommand


@click.command("run", cls=FamilyCommand)
@sweep_options
@running_options
def command(
    executor: str,
    width: int | None,
    detach: bool,
    chunk: int | None,
    sbatch_options: Sequence[str],
    **means: Any,
) -> int:
    """Run the jobs of SWEEP.toml that have no result yet, or of a sweep given by options.

    Each job runs in a process of its own within hard limits, and leaves one line in
    FOLDER/results.jsonl. Exit code 0 if each has one, 3 if some were lost or failed for trouble of
    the machine, 4 if the checker, or a judge,
    found an answer invalid.

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
    """Run what is pending in so many processes at a time, and say how it ended; the exit code."""
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
