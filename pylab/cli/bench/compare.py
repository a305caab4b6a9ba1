"""`pylab bench compare`: the changes between two runs of a sweep."""

from __future__ import annotations

import math
from pathlib import Path

import click

from pylab.base.errors import PylabError, printable
from pylab.bench import records, regressions
from pylab.bench.regressions import KINDS
from pylab.cli.bench.options import CLOCK, tell_broken
from pylab.cli.exits import INVALID, VALID
from pylab.cli.options import takes


@click.command("compare")
@click.argument("old", type=click.Path(path_type=Path))
@click.argument("new", type=click.Path(path_type=Path))
@click.option(
    "--factor",
    type=click.FloatRange(1, min_open=True),
    default=1.25,
    show_default=True,
    help="Times that differ by more than this factor are a change.",
)
@takes(clock=CLOCK)
def command(old: Path, new: Path, factor: float, clock: str) -> int:
    """Compare two runs of a sweep, by instance, task and variant.

    The exit code is 1 if something got worse: a contradiction, an instance lost, a longer time.

    \b
    Example:
      pylab bench compare out out/results.jsonl
    """
    if math.isnan(factor):
        raise PylabError("expected a number for --factor, found nan")
    before, after = records.read([old]), records.read([new])
    tell_broken([*before.broken, *after.broken])
    for place, read in ((old, before), (new, after)):
        if not read.records:
            raise PylabError(f"{place}: there are no records in these results")
    old_run, new_run = records.current(before.records), records.current(after.records)
    found = regressions.compare(old_run, new_run, factor, clock)
    if not found.changes:
        raise PylabError("the two runs have no job in common")
    for kind in KINDS[:-1]:
        for change in found.of(kind):
            times = f"  ×{change.ratio:.2f}" if change.ratio is not None else ""
            name = printable(change.name)
            click.echo(f"{change.kind}: {name}: {change.old} → {change.new}{times}")
    told = ", ".join(f"{len(found.of(kind))} {kind}" for kind in KINDS if found.of(kind))
    click.echo(f"{len(found.changes)} in both: {told}")
    for variant, ratio in sorted(found.ratios.items()):
        click.echo(f"{printable(variant)}: median new / old time {ratio:.2f}")
    if found.only_old or found.only_new:
        click.echo(f"{found.only_old} only in {old}, {found.only_new} only in {new}")
    return INVALID if found.worse else VALID
