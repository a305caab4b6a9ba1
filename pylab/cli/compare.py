"""`pylab compare`: whether variants of an encoding have the same answers, and at what cost."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pylab.base.errors import PylabError
from pylab.base.listing import Signature, signature
from pylab.cli import completion
from pylab.cli.asking import strictly
from pylab.cli.exits import DIFFERENT, INTERRUPTED, SAME, UNDECIDED, complain, remark
from pylab.cli.family_options import FamilyCommand
from pylab.cli.inputs import assumed, load, puzzles_of, samples_of
from pylab.cli.interrupts import stopped_by_interrupt
from pylab.cli.options import asking, takes
from pylab.cli.output import write
from pylab.cli.streams import folded
from pylab.core.options import COMPARE, Limits, Means
from pylab.core.puzzle import under_options
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
    help="A variant; add overlays with +, as in shortest+any. The others are compared with the "
    "first; a single one is compared with the task's own encoding.",
)
@asking(
    COMPARE,
    each=Limits(10.0),
    overlays="An overlay for the variants alone; repeatable.",
    seconds="For each run.",
    megabytes="For each run, which then is a process of its own.",
)
@takes(
    family="--family NAME: By default, that of encodings or instances.",
    task="--task NAME: The task; by default, that with the name of the encoding's file.",
    number=f"--random N={_RANDOM}: Also compare on N small random instances.",
    seed="--seed INTEGER=1: For the random instances.",
    level="--same status|optimum|answers=answers: What must agree: whether there is an "
    "answer, the optimum too, or all answers.",
    on="--on PREDICATE/N…: Compare answers by these atoms alone; repeatable. By default, "
    "by all shown atoms.",
    answers="--answers N[2..]=500: Enumerate at most N answers.",
    making="--making-limit SECONDS=20.0: Time for making puzzles that show an edit, for "
    "each variant.",
    output="-o --output NAME: Where a minimal difference is written: an instance to NAME "
    "plus an ending, its picture to NAME.svg; for further variants to NAME-2, NAME-3, … "
    "Existing files are overwritten.",
    stats="--stats: Show the cost of each instance, not only the medians.",
    form="--format text|json=text: Text for people or JSON for programs.",
)
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
    making: float,
    output: str | None,
    stats: bool,
    form: str,
    means: Means,
    limits: Limits,
) -> int:
    """Compare variants of an encoding: are the answers the same, and at what cost?

    The variants are run on the small shipped instances of FAMILY, or on INSTANCEs, and on small
    random ones. If too few of these show what was edited, up to as many more are made that do.
    Every answer is checked against the rules of the puzzle. For each variant that differs, a
    difference is shrunk to a minimal instance, drawn and explained. Costs are medians over the
    instances. An instance that fits no variant is left out.

    Exit codes: 0 the same, 1 different, 3 undecided: a limit was reached, no instance shows an
    edit, or a variant doesn't fit some instance.

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
    found, given, options = _inputs(instances, family, entries, means)
    terms, variants, samples = comparison.lined_up(
        found,
        entries,
        task,
        given,
        number,
        seed,
        means=replace(means, options=options),
        limits=replace(limits, models=answers),
        level=compare.Level(level),
        making_seconds=making,
        on=told_by,
    )
    with stopped_by_interrupt(terms.stop):
        printer = _Printer(variants, form, stats)
        printer.start(found.name, terms.task.name)
        whole = comparison.compare(terms, variants, samples, number, seed, printer.row)
        for message in whole.remarks:
            remark(message)
        if whole.ended == comparison.GROUNDING:
            remark(f"ended here: {whole.ended}")
        printer.finish(whole, _written(whole, output))
    if whole.ended == comparison.INTERRUPTED:
        return complain(whole.ended, INTERRUPTED)
    return {True: SAME, False: DIFFERENT, None: UNDECIDED}[whole.same]


def _signature(text: str) -> Signature:
    if (found := signature(text)) is None:
        raise click.UsageError(f"expected --on PREDICATE/N, as in on/3, found {text!r}")
    return found


def _inputs(
    names: Sequence[str], family: str | None, entries: Sequence[str], means: Means
) -> tuple[Family[Any, Any], list[Sample], Mapping[str, Any]]:
    """The family (as named, else of the first instance, else of an encoding's folder), its
    instances, and the family's options among `means`, under which these are.

    Without names, the instances are the family's small shipped ones. Each file is read once.
    """
    from pylab.analysis import asked
    from pylab.analysis.compare import Sample

    if family is None and names and names[0] not in registry.names():
        first, *further = [file for name in names for file in puzzles_of(name, registry.suffixes())]
        asked.refuse_programs([first, *further], entries)
        puzzle = load(first, asked.reads(entries, first))
        options = strictly(means, puzzle.family).options
        samples = [Sample(puzzle.name, under_options(puzzle, options).instance)]
        assumed(puzzle.family, samples[0].instance)
        return puzzle.family, [*samples, *samples_of(puzzle.family, further, options)], options
    found = registry.get(family or names[0]) if family or names else asked.folder_of(entries)
    if found is None:
        raise PylabError(f"expected a family ({', '.join(registry.names())}) or instances")
    options = strictly(means, found).options
    return found, samples_of(found, names or [found.name], options), options


def _written(whole: Comparison, output: str | None) -> dict[str, tuple[str, str]]:
    """Write the instance and picture of each difference, if asked to, and return their names."""
    files: dict[str, tuple[str, str]] = {}
    for number, told in enumerate(whole.differences if output else (), 1):
        stem = output if number == 1 else f"{output}-{number}"
        suffix, text = told.file
        name, drawing = f"{stem}{suffix}", f"{stem}.svg"
        write(name, text)
        try:
            picture = told.svg(whole.family)
        except PylabError as error:  # such as a program without a scene
            remark(f"{drawing} is not written: {error}")
            drawing = ""
        else:
            write(drawing, picture)
        files[told.variant] = name, drawing
    return files


class _Printer:
    """Prints a comparison: as text, a line per instance as it ends; or all of it as JSON."""

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
        for name, (one, two) in files.items():
            where[name] = f": {one}, drawn in {two}" if two else f": {one}"
        for line in lines(whole, where, folded):
            click.echo(line)
