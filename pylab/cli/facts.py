"""`pylab facts`: an instance as clingo gets it."""

from __future__ import annotations

import click

from pylab.cli.inputs import instance_argument, load
from pylab.facts import write_facts


@click.command("facts")
@instance_argument
def command(file: str, family: str | None) -> None:
    """Print an instance as ground facts, ready for clingo.

    \b
    Example:
      pylab facts ravensburger/example-4x4.lp > board.lp
    """
    puzzle = load(file, family)
    click.echo(write_facts(puzzle.family.facts(puzzle.instance)), nl=False)
