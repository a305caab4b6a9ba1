"""`pylab validate`: the checker's word on witnesses from anywhere."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

import click

from pylab import answers
from pylab.cli.exits import INVALID, VALID
from pylab.cli.family_options import FamilyCommand, with_options
from pylab.cli.inputs import instance_argument, load
from pylab.errors import PylabError, WitnessError
from pylab.source import Source, read_source
from pylab.verdict import Verdict


@click.command("validate", cls=FamilyCommand)
@instance_argument
@click.argument("witness")
@click.option("--trace", is_flag=True, help="Follow the checker step by step.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="For people, or for programs.",
)
def command(
    file: str, witness: str, family: str | None, trace: bool, form: str, **means: Any
) -> int:
    """Check WITNESS, an answer to the instance FILE, by the rules of the puzzle.

    WITNESS is a file, or - for standard input: facts, what `pylab solve` printed in any format,
    or what clingo or a competition solver printed. Several answers are checked one by one.

    \b
    Example:
      pylab solve ravensburger/example-4x4.lp --format facts > plan.lp
      pylab validate ravensburger/example-4x4.lp plan.lp
    """
    if file == witness == "-":
        raise PylabError("only one of FILE and WITNESS can be standard input")
    puzzle = with_options(load(file, family), means)
    verdicts = [
        puzzle.family.check(puzzle.instance, puzzle.family.read_witness(answer))
        for answer in _answers(read_source(witness, WitnessError))
    ]
    if form == "json":
        click.echo(
            json.dumps({"schema": 1, "verdicts": [_row(each) for each in verdicts]}, indent=1)
        )
    else:
        for number, verdict in enumerate(verdicts, 1):
            _tell(verdict, f"answer {number}: " if len(verdicts) > 1 else "", trace)
    return VALID if all(verdict.valid for verdict in verdicts) else INVALID


def _answers(source: Source) -> Iterator[Source]:
    """Each answer in the text, or in the JSON that `pylab solve` printed."""
    if not source.text.lstrip().startswith("{"):
        yield from answers.split(source)
        return
    try:
        rows = json.loads(source.text)["answers"]
        texts = [row["facts"] for row in rows]
    except json.JSONDecodeError as error:
        place = source.place(min(error.pos, len(source.text)))
        raise WitnessError(f"expected JSON, found something else: {error.msg}", place) from None
    except (KeyError, TypeError, RecursionError):
        texts = []
    if not (texts and all(isinstance(text, str) for text in texts)):
        raise WitnessError(f'{source.name}: expected "answers" with "facts" as solve prints them')
    for number, text in enumerate(texts, 1):
        yield Source(f"{source.name}, answer {number}", text)


def _tell(verdict: Verdict, prefix: str, trace: bool) -> None:
    if verdict.valid:
        click.echo(f"{prefix}valid: {verdict.summary}")
    else:
        click.echo(f"{prefix}invalid: {verdict.summary}".rstrip(" :"))
        for problem in verdict.problems:
            click.echo(f"  {problem}")
    if trace or not verdict.valid:
        for line in verdict.trace:
            click.echo(f"  {line}")


def _row(verdict: Verdict) -> dict[str, object]:
    return {"valid": verdict.valid, **asdict(verdict)}
