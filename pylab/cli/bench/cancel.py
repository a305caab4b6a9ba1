"""`pylab bench cancel`: cancels the jobs that a sweep has submitted to Slurm."""

from __future__ import annotations

from pathlib import Path

import click

from pylab.base.errors import PylabError
from pylab.base.words import counted
from pylab.bench import slurm
from pylab.cli.bench.options import found_in
from pylab.cli.exits import FOUND


@click.command("cancel")
@click.argument("folder", type=click.Path(path_type=Path))
def command(folder: Path) -> int:
    """Cancel the jobs of a sweep on Slurm.

    These are the jobs that were submitted from FOLDER; records are kept. Ctrl-C ends a sweep on
    this machine.

    \b
    Example:
      pylab bench cancel out
    """
    if not folder.is_dir():
        raise PylabError(f"{folder}: there is no such folder")
    found = slurm.submissions(folder)
    open_ones = slurm.unfinished(found, (record.key for record in found_in(folder)))
    queued = slurm.queued(open_ones)
    if not queued:
        click.echo("nothing is in the queue")
        return FOUND
    slurm.cancel(open_ones)
    click.echo(f"cancelled {counted(len(queued), 'job')}; the next run submits again")
    return FOUND
