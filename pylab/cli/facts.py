"""`pylab facts`: an instance as clingo gets it, or in another format of its family."""

from __future__ import annotations

from functools import partial
from typing import Any

import click

from pylab.cli.family_options import FamilyCommand, with_options
from pylab.cli.inputs import instance_argument, load
from pylab.errors import PylabError
from pylab.facts import write_facts
from pylab.family import Family


@click.command("facts", cls=FamilyCommand)
@instance_argument
@click.option(
    "--as",
    "export",
    metavar="FORMAT",
    default="facts",
    help="Another format, where the family has some; a wrong one lists them.",
)
def command(file: str, family: str | None, export: str, **means: Any) -> None:
    """Print an instance as ground facts, ready for clingo, or in another format.

    \b
    Example:
      pylab facts ravensburger/example-4x4.lp > board.lp
    """
    puzzle = with_options(load(file, family), means)
    formats = {**getattr(puzzle.family, "exports", {}), "facts": partial(_facts, puzzle.family)}
    if export not in formats:
        known = ", ".join(sorted(formats))
        raise PylabError(f"{puzzle.family.name} has the formats {known}; found {export!r}")
    click.echo(formats[export](puzzle.instance), nl=False)


def _facts(family: Family[Any, Any], instance: Any) -> str:
    return write_facts(family.facts(instance))
