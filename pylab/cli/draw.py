"""`pylab draw`: a picture of an instance, with a witness if there is one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from pylab import answers
from pylab import family as families
from pylab.cli.asking import put, question_options
from pylab.cli.exits import FOUND, NONE, UNDECIDED, complain
from pylab.cli.inputs import Puzzle, instance_argument, load
from pylab.errors import PylabError, WitnessError
from pylab.family import Status
from pylab.pipeline import Checked
from pylab.source import read_source


@click.command("draw")
@instance_argument
@click.option("--solve", is_flag=True, help="Solve it first and draw the answer.")
@click.option("--witness", metavar="FILE", help="Draw this answer, - for standard input.")
@click.option("-o", "--output", metavar="FILE.svg", help="An SVG file; without, a text picture.")
@click.option("--format", "form", type=click.Choice(["svg", "text"]), help="Whatever -o is.")
@question_options
def command(
    file: str,
    family: str | None,
    solve: bool,
    witness: str | None,
    output: str | None,
    form: str | None,
    task: str | None,
    **means: Any,
) -> int:
    """Draw the puzzle in FILE, by itself or with an answer.

    \b
    Examples:
      pylab draw ravensburger/example-4x4.lp
      pylab draw ravensburger/example-4x4.lp --solve -o plan.svg
    """
    puzzle = load(file, family)
    drawn, code = None, FOUND
    if witness is not None:
        (answer, *_) = answers.split(read_source(witness, WitnessError))
        drawn = puzzle.family.read_witness(answer)
    elif solve or task:
        drawn, code = _solved(puzzle, task, means)
    kind = form or ("svg" if output and output.endswith(".svg") else "text")
    if output and form is None and not output.endswith((".svg", ".txt")) and output != "/dev/null":
        raise PylabError(f"expected an output that ends in .svg or .txt, found {output!r}")
    picture = puzzle.family.draw if kind == "svg" else puzzle.family.picture
    _write(picture(puzzle.instance, drawn), output)
    return code


def _solved(puzzle: Puzzle, task: str | None, means: dict[str, Any]) -> tuple[Any, int]:
    """The first answer or None, and the exit code."""
    found: list[Checked] = []
    means["models"] = means["models"] or 1
    report = put(puzzle, families.task_of(puzzle.family, task), found.append, **means)
    if found:
        return found[-1].witness, FOUND
    if report.answer.status is Status.NONE:
        return None, complain("there is no answer; the puzzle is drawn without", NONE)
    message = f"no answer ({report.answer.reason}); the puzzle is drawn without"
    return None, complain(message, UNDECIDED)


def _write(text: str, output: str | None) -> None:
    if output is None:
        click.echo(text, nl=False)
        return
    try:
        Path(output).write_text(text, encoding="utf-8")
    except OSError as error:
        raise PylabError(f"{output}: {error.strerror}") from None
