"""`pylab bench work`: what an element of a Slurm array runs; people use `bench run`."""

from __future__ import annotations

from pathlib import Path

import click

from pylab.bench import pool, records, slurm
from pylab.bench.pool import Tally
from pylab.bench.records import Results
from pylab.cli.exits import FOUND


@click.command("work", hidden=True)
@click.argument("manifest", type=click.Path(path_type=Path))
@click.argument("index", type=click.IntRange(0))
def command(manifest: Path, index: int) -> int:
    """Run the jobs of one chunk, one after the other, into a file of results of their own.

    \b
    Example:
      pylab bench work out/slurm/pylab-0123456789ab.json 0
    """
    jobs, shard = slurm.chunk_of(manifest, index)
    found = records.read([shard]).records if shard.exists() else ()
    done = {record.key for record in found if record.status != records.MACHINE}
    tally = Tally(len(jobs))
    pool.run([job for job in jobs if job.key not in done], 1, lambda: Results(shard), tally)
    return 128 + tally.signal if tally.signal else FOUND
