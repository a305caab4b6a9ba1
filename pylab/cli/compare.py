"""`pylab compare`: do variants of an encoding mean the same, and which of them is faster."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pylab.base.errors import PylabError
from pylab.base.listing import Signature, signatures
from pylab.cli import completion
from pylab.cli.asking import strictly
from pylab.cli.bounds import Seconds
from pylab.cli.exits import DIFFERENT, INTERRUPTED, SAME, UNDECIDED, complain, remark
from pylab.cli.family_options import FamilyCommand
from pylab.cli.inputs import assumed, load, puzzles_of, samples_of
from pylab.cli.interrupts import stopped_by_interrupt
from pylab.cli.options import (
    asking,
    choice_option,
    family_option,
    form_option,
    number_option,
    shared,
    task_option,
)
from pylab.cli.output import write
from pylab.cli.streams import folded
from pylab.core.options import Limits, Means
from pylab.family import registry
from pylab.family.table import Family

if TYPE_CHECKING:
    from pylab.analysis.compare import Sample, Variant
    from pylab.analysis.comparison import Comparison
    from pylab.analysis.differences import Outcome

_RANDOM = 20


@click.command("compare", cls=FamilyCommand)
@click.argument(
    "instances", shell_complete=completion.instances, nargs=-1, metavar="[FAMILY | INSTANCE]..."
)
@click.option(
    "--encoding",
    "entries",
    multiple=True,
    metavar="FILE.lp",
    shell_complete=completion.encoding,
    help="A variant; overlays follow after +, as in shortest+any. The first of several is what "
    "the others are compared with; a single one is compared with the task's own.",
)
@asking(
    only=("overlays", "judges", "constants", "scripts"),
    overlays="An overlay for the variants, not for what they are compared with; repeatable.",
)
@family_option("By default, what the instances belong to.")
@task_option("By default, what the encoding's file is named after.")
@number_option(
    "--random",
    "number",
    words="So many small random instances beside the given ones.",
    default=_RANDOM,
)
@click.option("--seed", type=int, default=1, show_default=True, help="Of the random instances.")
@choice_option(
    "--same",
    "level",
    values=["status", "optimum", "answers"],
    words="What must agree: whether there is an answer, also the optimum, also all answers.",
    default="answers",
)
@click.option(
    "--on",
    multiple=True,
    metavar="PREDICATE/N",
    help="Tell answers apart by these atoms alone; repeatable. By default, by all that is shown.",
)
@number_option("--answers", words="So many answers are enumerated at most.", least=2, default=500)
@shared("seconds", "Of each run.", default=10.0, show_default=True)
@click.option(
    "--making-limit",
    "making",
    type=Seconds(),
    default=20.0,
    show_default=True,
    metavar="SECONDS",
    help="So long puzzles are made that show what was edited, for each variant.",
)
@click.option(
    "-o",
    "--output",
    metavar="NAME",
    help="Write the smallest instance that differs to NAME and an ending, its picture to NAME.svg; "
    "those of further variants to NAME-2, NAME-3, … Files are overwritten.",
)
@click.option("--stats", is_flag=True, help="The cost of each instance, not just the medians.")
@form_option
def command(
    instances: tuple[str, ...],
    entries: tuple[str, ...],
    family: str | None,
    task: str | None,
    number: int,
    seed: int,
    level: str,
    on: tuple[str, ...],
    answers: int,
    seconds: float,
    making: float,
    output: str | None,
    stats: bool,
    form: str,
    means: Means,
) -> int:
    """Compare variants of an encoding: same answers, and at what cost?

    They are put to the small shipped instances of FAMILY, or to INSTANCEs, and to small random
    ones; where too few show what was edited, up to so many more are made that do. Whatever either
    answers is checked by the rules of the puzzle. A difference of each variant is shrunk to a
    smallest instance, drawn and explained. Costs are medians over the instances. An instance that
    no variant is for is left out.

    Exit codes: 0 the same, 1 different, 3 undecided: within the limits, as nothing shows an edit,
    or as a variant is not for some instance.

    \b
    Examples:
      pylab encodings copy ravensburger shortest mine
      pylab compare --encoding mine/shortest.lp ravensburger
      pylab compare --encoding plan+fewest --encoding plan+fewest+any \\
        --same optimum --random 5 ravensburger/square-2x2.lp
    """
    from pylab.analysis import compare, comparison

    if output and not Path(output).absolute().parent.is_dir():
        raise PylabError(f"{output}: there is no such folder to write to")
    told_by = tuple(map(_signature, on))
    found, given, options = _given(instances, family, entries, means)
    question, variants, samples = comparison.lined_up(
        found, entries, means.overlays, task, given, number, seed, means.scripts, options, told_by
    )
    asked = compare.Settings(
        found,
        question,
        replace(means, options=options),
        Limits(seconds, models=answers),
        compare.Level(level),
        making,
        on=told_by,
    )
    with stopped_by_interrupt(asked.stop):
        printer = _Printer(variants, form, stats)
        printer.start(found.name, question.name)
        whole = comparison.compare(asked, variants, samples, number, seed, printer.row)
        for message in whole.remarks:
            remark(message)
        if whole.ended == comparison.GROUNDING:
            remark(f"ended here: {whole.ended}")
        printer.finish(whole, _written(whole, output))
    if whole.ended == comparison.INTERRUPTED:
        return complain(whole.ended, INTERRUPTED)
    return {True: SAME, False: DIFFERENT, None: UNDECIDED}[whole.same]


def _signature(text: str) -> Signature:
    if not re.fullmatch(r"_*[a-z][A-Za-z0-9_']*/\d{1,3}", text):
        raise click.UsageError(f"expected --on PREDICATE/N, as in on/3, found {text!r}")
    return signatures(text)[0]


def _given(
    names: Sequence[str], family: str | None, entries: Sequence[str], means: Means
) -> tuple[Family[Any, Any], list[Sample], Mapping[str, Any]]:
    """The family that is said, or of the first instance or an encoding's folder; its instances,
    and the family's options among `means`, under which they are.

    Without any, these are the family's small shipped ones. Each is read once.
    """
    from pylab.analysis import asked
    from pylab.analysis.compare import Sample

    if family is None and names and names[0] not in registry.names():
        first, *further = [file for name in names for file in puzzles_of(name, registry.suffixes())]
        owner = asked.owner_of(entries)
        puzzle = load(first, owner.key if owner else None)
        options = strictly(means, puzzle.family).options
        samples = [Sample(puzzle.name, puzzle.under(**options).instance)]
        assumed(puzzle.family, samples[0].instance)
        return puzzle.family, [*samples, *samples_of(puzzle.family, further, options)], options
    found = registry.get(family or names[0]) if family or names else asked.folder_of(entries)
    if found is None:
        raise PylabError(f"expected a family ({', '.join(registry.names())}) or instances")
    options = strictly(means, found).options
    return found, samples_of(found, names or [found.name], options), options


def _written(whole: Comparison, output: str | None) -> dict[str, tuple[str, str]]:
    """Write the instance and the picture of each difference, if that is wanted; their names."""
    files: dict[str, tuple[str, str]] = {}
    for number, told in enumerate(whole.differences if output else (), 1):
        stem = output if number == 1 else f"{output}-{number}"
        suffix, text = told.file
        files[told.variant] = names = f"{stem}{suffix}", f"{stem}.svg"
        for name, content in zip(names, (text, told.svg(whole.family)), strict=True):
            write(name, content)
    return files


class _Printer:
    """Prints a comparison: for people a line an instance as it comes, or all of it as JSON."""

    def __init__(self, variants: Sequence[Variant], form: str, stats: bool) -> None:
        self.variants, self.json, self.stats = variants, form == "json", stats
        self._warned: set[str] = set()

    def start(self, family: str, task: str) -> None:
        if not self.json:
            reference, *others = self.variants
            click.echo(folded(f"{family} {task}, compared with {reference.name}", 2))
            for each in others:
                click.echo(f"  {each.name}")

    def row(self, row: Outcome) -> None:
        from pylab.analysis.report import cost_lines, row_line

        if not self.json and (line := row_line(row, self.variants)):
            click.echo(folded(line, 2))
            for cost in cost_lines(row, self.variants) if self.stats else ():
                click.echo(folded(cost, 6))
        for message in sorted({m.strip() for result in row.results for m in result.messages}):
            if message not in self._warned:
                remark(message)
            self._warned.add(message)

    def finish(self, whole: Comparison, files: Mapping[str, tuple[str, str]]) -> None:
        from pylab.analysis.report import lines

        if self.json:
            click.echo(json.dumps(whole.data(files), indent=1))
            return
        hint = " (-o NAME writes it to a file)"
        where = {each.variant: hint for each in whole.differences}
        where |= {name: f": {one}, drawn in {two}" for name, (one, two) in files.items()}
        for line in lines(whole, where, folded):
            click.echo(line)
