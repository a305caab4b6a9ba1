"""`pylab solve`: a question from the command line, its answer in one of four formats."""

from __future__ import annotations

from typing import Any

import click

from pylab import family as families
from pylab.cli import reports
from pylab.cli.asking import interrupted, put, question_options
from pylab.cli.exits import FOUND, INTERRUPTED, UNDECIDED, remark
from pylab.cli.family_options import FamilyCommand
from pylab.cli.inputs import instance_argument, load
from pylab.errors import LimitReached
from pylab.family import Status


@click.command("solve", cls=FamilyCommand)
@instance_argument
@question_options
@click.option("--count", is_flag=True, help="Print only how many answers there are.")
@click.option("--explain", is_flag=True, help="If there is none: why not, and the least change.")
@click.option("--stats", is_flag=True, help="Figures of grounding and solving.")
@click.option(
    "--certificate",
    metavar="FILE.gz",
    help="Write why nothing costs less, for `pylab validate` (ravensburger).",
)
@click.option(
    "--unfold",
    type=click.IntRange(0),
    metavar="N",
    help="The first N steps of an answer that is folded up.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(list(reports.FORMATS)),
    default="text",
    show_default=True,
    help="How answers are printed; competition also changes the exit codes to 10, 20, 30, 33.",
)
def command(
    file: str,
    family: str | None,
    task: str | None,
    form: str,
    count: bool,
    explain: bool,
    stats: bool,
    unfold: int | None,
    certificate: str | None,
    **means: Any,
) -> int:
    """Solve the puzzle in FILE (- for standard input, or a shipped instance's name).

    \b
    Examples:
      pylab solve ravensburger/example-4x4.lp
      pylab solve ravensburger/example-4x4.lp --task all --models 0 --format json
      pylab solve ravensburger/example-4x4.lp --explain
      pylab generate ravensburger --size 8 | pylab solve --family ravensburger -
    """
    puzzle = load(file, family)
    asked = families.task_of(puzzle.family, task)
    kind = reports.CountReport if count else reports.FORMATS[form]
    printer = kind(puzzle.family, asked, puzzle.name, stats, unfold)
    report = put(puzzle, asked, printer.witness, detailed=stats or form == "json", **means)
    left_out = ""
    if certificate is not None:
        from pylab.cli import certificates

        try:
            if interrupted():
                raise LimitReached("interrupted")
            report = certificates.write(report, certificate)
        except LimitReached as limit:
            left_out = str(limit)
            remark(f"no certificate: {left_out}")
    if explain and report.answer.status is Status.NONE and not interrupted():
        code = printer.finish_explained(report, means["time_limit"])
    else:
        code = printer.finish(report)
    if left_out == "interrupted" or (explain and interrupted()):
        return INTERRUPTED
    return UNDECIDED if left_out and code == FOUND else code
