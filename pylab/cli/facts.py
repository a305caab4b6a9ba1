"""`pylab facts`: an instance as facts for clingo, or in another format of its family."""

from __future__ import annotations

import click

from pylab.cli.asking import under
from pylab.cli.exits import remark
from pylab.cli.family_options import FamilyCommand
from pylab.cli.inputs import load
from pylab.cli.options import OF_PROGRAM, asking, instances_argument, takes
from pylab.core.options import Means
from pylab.core.puzzle import text_of


@click.command("facts", cls=FamilyCommand)
@instances_argument
@asking(only=("constants",), constants=OF_PROGRAM)
@takes(
    export="--as FORMAT=facts: Another format of the family; a wrong name lists them all.",
)
def command(files: tuple[str, ...], family: str | None, export: str, means: Means) -> None:
    """Print an instance as ground facts, ready for clingo, or in another format.

    \b
    Example:
      pylab facts ravensburger/example-4x4.lp > puzzle.lp
    """
    puzzle = under(load(files, family), means)
    if not (told := text_of(puzzle, export)):
        why = "a program without an instance, whose own facts belong to the program"
        if getattr(puzzle.instance, "rules", ()):
            why = "its rules give no fact without a choice"
        remark(f"{', '.join(files)}: {why}; there is nothing to print")
    click.echo(told, nl=False)
