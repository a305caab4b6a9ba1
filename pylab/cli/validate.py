"""`pylab validate`: the checker's word on witnesses from anywhere."""

from __future__ import annotations

import json
import threading
from dataclasses import asdict
from typing import Any

import click

from pylab.cli import bounds, certificates
from pylab.cli.asking import stopped_by_interrupt
from pylab.cli.certificates import PACKED
from pylab.cli.exits import INVALID, UNDECIDED, VALID
from pylab.cli.family_options import FamilyCommand, split
from pylab.cli.inputs import load
from pylab.cli.options import form_option, instance_argument, judge_option
from pylab.cli.witnesses import answers_in
from pylab.engines.judges import verdict
from pylab.errors import PylabError, WitnessError
from pylab.limits import Patience
from pylab.question import Limits, Means, Question
from pylab.source import joined, opened, source_of
from pylab.verdict import Verdict


@click.command("validate", cls=FamilyCommand)
@instance_argument
@click.argument("witness", required=False)
@click.option(
    "--configuration",
    metavar="TEXT",
    help="Instead of WITNESS: does this configuration win? (fractal)",
)
@click.option(
    "--with",
    "overlays",
    multiple=True,
    metavar="FILE.lp",
    help="An overlay whose options hold and whose judges are asked; repeatable.",
)
@judge_option
@click.option(
    "--time-limit",
    "seconds",
    type=bounds.SECONDS,
    metavar="SECONDS",
    help="For each answer.",
)
@click.option("--trace", is_flag=True, help="Follow the checker step by step.")
@form_option
def command(
    file: str,
    witness: str | None,
    family: str | None,
    configuration: str | None,
    overlays: tuple[str, ...],
    judges: tuple[str, ...],
    seconds: float | None,
    trace: bool,
    form: str,
    **means: Any,
) -> int:
    """Check WITNESS, an answer to the instance FILE, by the rules of the puzzle.

    WITNESS is a file, or - for standard input: facts, what `pylab solve` printed in any format,
    or what clingo or a competition solver printed; or a certificate that solve wrote. Several
    answers are checked one by one.

    \b
    Examples:
      pylab solve ravensburger/example-4x4.lp --format facts > plan.lp
      pylab validate ravensburger/example-4x4.lp plan.lp
      pylab validate fractal/alice.lab --configuration "A B A : 4"
    """
    if (witness is None) == (configuration is None):
        raise click.UsageError("expected WITNESS or --configuration")
    if file == witness == "-":
        raise PylabError("only one of FILE and WITNESS can be standard input")
    puzzle = load(file, family)
    asked = Question(
        family=puzzle.family,
        given=puzzle.instance,
        task=puzzle.family.tasks[0],
        means=Means(overlays=overlays, judges=judges, options=split(means, puzzle.family)),
        limits=Limits(seconds),
    )
    if configuration is not None:
        verdicts = [_membership(asked, configuration)]
    else:
        verdicts = _verdicts(asked, witness or "")
    if form == "json":
        click.echo(
            json.dumps({"schema": 1, "verdicts": [_row(each) for each in verdicts]}, indent=1)
        )
    else:
        for number, verdict in enumerate(verdicts, 1):
            _tell(verdict, f"answer {number}: " if len(verdicts) > 1 else "", trace)
    if all(verdict.valid or verdict.unchecked for verdict in verdicts):
        return VALID if all(verdict.valid for verdict in verdicts) else UNDECIDED
    return INVALID


def _verdicts(asked: Question, path: str) -> list[Verdict]:
    """On each answer in a file, which may be a compressed certificate and is read once."""
    with opened(path, WitnessError) as stream:
        begin = stream.read(len(PACKED))
        whole = joined(begin, stream)
        if begin == PACKED:
            return [certificates.check(asked, whole)]
        source = source_of(whole, path, WitnessError)
    stop = threading.Event()
    with stopped_by_interrupt(stop):
        return [
            verdict(
                asked, asked.family.read_witness(answer), Patience(asked.limits.seconds, stop=stop)
            )
            for answer in answers_in(source)
        ]


def _membership(asked: Question, configuration: str) -> Verdict:
    family = asked.family
    if family.membership is None:
        raise PylabError(f"{family.name} has no configurations that could be asked about")
    return family.membership(asked.instance, configuration)


def _tell(verdict: Verdict, prefix: str, trace: bool) -> None:
    if verdict.valid:
        line = f"{prefix}valid{verdict.by and ' by ' + verdict.by}: {verdict.summary}"
        click.echo(line.rstrip(": "))
    else:
        word = "not checked" if verdict.unchecked else "invalid"
        click.echo(f"{prefix}{word}: {verdict.summary}".rstrip(" :"))
        for problem in verdict.problems:
            click.echo(f"  {problem}")
    if trace or not verdict.valid:
        for line in verdict.trace:
            click.echo(f"  {line}")


def _row(verdict: Verdict) -> dict[str, object]:
    return {"valid": verdict.valid, **asdict(verdict)}
