"""`pylab import`: combines several files into one puzzle by solving a task of its family."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from pylab.base.errors import PylabError
from pylab.base.finding import Status
from pylab.cli import bounds, completion
from pylab.cli.asking import put, question
from pylab.cli.exits import FOUND, NONE, OWN_INVALID, UNDECIDED, complain, remark
from pylab.cli.family_options import FamilyCommand
from pylab.cli.inputs import assumed
from pylab.cli.options import question_options, strict_option, takes
from pylab.cli.output import write
from pylab.core.options import Limits, Means
from pylab.core.puzzle import Puzzle, located
from pylab.family import registry
from pylab.family.table import Family
from pylab.text.source import read_source


@click.command("import", cls=FamilyCommand)
@click.argument("files", nargs=-1, required=True, metavar="FILE…", shell_complete=completion.file)
@takes(
    family="--family NAME=dungeon: The family of puzzles.",
    output="-o --output FILE: Where to write it; by default, it is printed.",
)
@strict_option
@question_options(without=["models"])
def command(
    files: tuple[str, ...],
    family: str,
    output: str | None,
    task: str | None,
    means: Means,
    limits: Limits,
) -> int:
    """Combine FILEs into one puzzle: a room map and its mission graph become a dungeon.

    \b
    Example:
      pylab import MAP.txt GRAPH.dot -o level.dungeon && pylab solve level.dungeon
    """
    known: Family[Any, Any] = registry.get(family)
    importing = known.importing
    if importing is None:
        raise PylabError(f"{family} has nothing to import")
    if output is not None and Path(output).is_file():
        raise PylabError(f"{output}: this file exists already")
    with bounds.reading():
        gathered = importing.gather([read_source(located(file)) for file in files])
    survey = Puzzle(known, gathered, " ".join(files))
    asked = question(survey, task or importing.task, means, limits)
    answer = put(asked)
    if answer.invalid:
        return complain(
            f"{answer.invalid_by} found the result invalid; nothing is written", OWN_INVALID
        )
    found = answer.checked
    if not found:
        if answer.status is Status.NONE:
            return complain("the files don't fit together", NONE)
        return complain(f"not known whether the files fit together: {answer.reason}", UNDECIDED)
    remark(found[-1].verdict.summary)
    imported = importing.assemble(survey.instance, found[-1].witness)
    assumed(known, imported)
    if output is None:
        click.echo(known.write(imported), nl=False)
        return FOUND
    write(output, known.write(imported))
    return FOUND
