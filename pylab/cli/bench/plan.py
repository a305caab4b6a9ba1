"""`pylab bench plan`: shows the jobs that a sweep would run, and the script for Slurm."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import click

from pylab.base.errors import printable
from pylab.base.words import counted
from pylab.bench.child import processes, threads
from pylab.bench.expectation import longest_first, total_seconds
from pylab.bench.tables import TextTable, seconds
from pylab.cli.bench.options import Work, prepare, refuse_slurm, sweep_options
from pylab.cli.bench.progress import clock
from pylab.cli.exits import FOUND
from pylab.cli.family_options import FamilyCommand
from pylab.cli.options import takes
from pylab.cli.streams import width


@click.command("plan", cls=FamilyCommand)
@sweep_options
@takes(everything="--all: List each job.")
def command(
    executor: str,
    chunk: int | None,
    sbatch_options: Sequence[str],
    everything: bool,
    **means: Any,
) -> int:
    """Show what `pylab bench run` would do.

    It takes the same arguments, and runs and writes nothing.

    \b
    Examples:
      pylab bench plan --instances 'alice/*.alice' -o out
      pylab bench plan --instances 'alice/*.alice' --executor slurm --chunk 4
    """
    refuse_slurm(executor)
    work = prepare(**means)
    click.echo(_table(work).text(width()))
    if everything:
        for job in longest_first(work.pending, work.history):
            words = (job.key, job.instance.name, job.task, job.variant.name, job.repetition)
            click.echo(printable("  ".join(map(str, words))))
        click.echo()
    _print_totals(work)
    if executor == "slurm":
        _scripts(work, chunk, sbatch_options)
    return FOUND


def _table(work: Work) -> TextTable:
    pending = {job.key for job in work.pending}
    total: Counter[tuple[str, str, str]] = Counter()
    left: Counter[tuple[str, str, str]] = Counter()
    for job in work.jobs:
        row = (job.instance.family, job.task, job.variant.name)
        total[row] += 1
        left[row] += job.key in pending
    return TextTable(
        f"{work.sweep.name}: {counted(len(work.jobs), 'job')}",
        ("variant", "family", "task", "jobs", "to run"),
        tuple(
            (variant, family, task, str(number), str(left[family, task, variant]))
            for (family, task, variant), number in total.items()
        ),
    )


def _print_totals(work: Work) -> None:
    limits = work.sweep.limits
    click.echo(f"{len(work.before)} done, {len(work.pending)} to run into {work.folder}")
    each = f"{seconds(limits.seconds)} s and {limits.megabytes or '-'} MB each"
    if limits.seconds:
        cores = sum(max(threads(job), processes(job)) for job in work.pending)
        worst = clock(cores * limits.seconds)
        click.echo(f"limits: {each}; at most {worst} of one core")
    else:
        click.echo(f"limits: {each}")
    if work.history:
        click.echo(f"by earlier runs: about {clock(total_seconds(work.pending, work.history))}")


def _scripts(work: Work, chunk: int | None, options: Sequence[str]) -> None:
    from pylab.bench import slurm

    jobs = longest_first(work.pending, work.history)
    for array in slurm.arrays(jobs, work.folder, chunk, options):
        most, chunks = max(map(len, array.chunks)), counted(len(array.chunks), "chunk")
        click.echo(f"\n# {array.script}: {chunks} of at most {counted(most, 'job')}")
        click.echo(array.text(), nl=False)
