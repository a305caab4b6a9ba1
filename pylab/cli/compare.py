"""`pylab compare`: do variants of an encoding mean the same, and which of them is faster."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pylab import registry
from pylab.cli import completion
from pylab.cli.bounds import SECONDS
from pylab.cli.exits import DIFFERENT, INTERRUPTED, SAME, UNDECIDED, complain, remark
from pylab.cli.inputs import load, puzzles_of, samples_of
from pylab.cli.interrupts import stopped_by_interrupt
from pylab.cli.options import (
    constant_option,
    family_option,
    form_option,
    judge_option,
    task_option,
    with_option,
)
from pylab.cli.output import write
from pylab.errors import PylabError
from pylab.family import Family

if TYPE_CHECKING:
    from pylab.variants.compare import Means, Row, Sample, Variant
    from pylab.variants.explore import Exploration
    from pylab.variants.telling import Told

_RANDOM = 20
_SHRINK_SECONDS = 30.0


@click.command("compare")
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
@with_option("An overlay for the variants, not for what they are compared with; repeatable.")
@family_option("By default, what the instances belong to.")
@task_option("By default, what the encoding's file is named after.")
@click.option(
    "--random",
    "number",
    type=click.IntRange(0),
    default=_RANDOM,
    show_default=True,
    metavar="N",
    help="So many small random instances beside the given ones.",
)
@click.option("--seed", type=int, default=1, show_default=True, help="Of the random instances.")
@click.option(
    "--same",
    "level",
    type=click.Choice(["status", "optimum", "answers"]),
    default="answers",
    show_default=True,
    help="What must agree: whether there is an answer, also the optimum, also all answers.",
)
@click.option(
    "--answers",
    type=click.IntRange(2),
    default=500,
    show_default=True,
    metavar="N",
    help="So many answers are enumerated at most.",
)
@judge_option
@constant_option
@click.option(
    "--time-limit",
    "seconds",
    type=SECONDS,
    default=10.0,
    show_default=True,
    metavar="SECONDS",
    help="Of each run.",
)
@click.option(
    "--making-limit",
    "making",
    type=SECONDS,
    default=20.0,
    show_default=True,
    metavar="SECONDS",
    help="So long puzzles are made that show what was edited, for each variant.",
)
@click.option(
    "-o",
    "--output",
    metavar="NAME",
    help="What the smallest instance that differs is called: NAME.svg and so on; overwritten. By "
    "default difference, difference-2, …",
)
@click.option("--stats", is_flag=True, help="The cost of each instance, not just the medians.")
@click.option("--allow-scripts", "scripts", is_flag=True, help="Run scripts in encodings.")
@form_option
def command(
    instances: tuple[str, ...],
    entries: tuple[str, ...],
    overlays: tuple[str, ...],
    family: str | None,
    task: str | None,
    number: int,
    seed: int,
    level: str,
    answers: int,
    judges: tuple[str, ...],
    constants: dict[str, str],
    seconds: float,
    making: float,
    output: str | None,
    stats: bool,
    scripts: bool,
    form: str,
) -> int:
    """Compare variants of an encoding: same answers, and at what cost?

    They are put to the small shipped instances of FAMILY, or to INSTANCEs, and to small random
    ones; where too few show what was edited, up to so many more are made that do. Whatever either
    answers is checked by the rules of the puzzle. The first difference is shrunk to a smallest
    instance, written to a file, drawn and explained. Costs are ratios to what is compared with, as
    medians over the instances.

    Exit codes: 0 the same, 1 different, 3 undecided within the limits, or as nothing shows an edit.

    \b
    Examples:
      pylab encodings copy ravensburger shortest mine
      pylab compare --encoding mine/shortest.lp ravensburger
      pylab compare --encoding plan+fewest --encoding plan+fewest+any \\
        --same optimum --random 5 ravensburger/square-2x2.lp
    """
    from pylab.variants import asked, compare, trials

    found = _family(instances, family, entries)
    question = asked.task_compared(found, entries, task)
    names = asked.variants(found, entries, overlays, question)
    variants = [compare.variant(found, name, scripts) for name in names]
    samples = samples_of(found, instances or [found.name])
    samples += trials.generated(
        found, number, seed, lambda instance: compare.fits(found, variants, instance)
    )
    samples = trials.by_size(found, samples)
    if not samples:
        raise PylabError("expected instances to compare on, found none; name some, or --random N")
    means = compare.Means(
        family=found,
        task=question,
        level=compare.Level(level),
        answers=answers,
        seconds=seconds,
        making_seconds=making,
        constants=constants,
        scripts=scripts,
        judges=judges,
    )
    with stopped_by_interrupt(means.stop):
        printer = _Json(means, variants) if form == "json" else _Text(means, variants, stats)
        return _compared(means, variants, samples, (number, seed), printer, output)


def _compared(
    means: Means,
    variants: Sequence[Variant],
    samples: Sequence[Sample],
    more: tuple[int, int],
    printer: _Text,
    output: str | None,
) -> int:
    """`more` is how many puzzles may be made beside the samples, and their seed."""
    from pylab.engines import session
    from pylab.variants import telling
    from pylab.variants.explore import Exploration

    rows: list[Row] = []
    warned: set[str] = set()
    printer.exploration = exploration = Exploration(means, variants)
    printer.start()
    for row in exploration.rows(samples, *more):
        rows.append(row)
        printer.row(row)
        for message in sorted({m.strip() for result in row.results for m in result.messages}):
            if message not in warned:
                remark(message)
            warned.add(message)
    for message in exploration.remarks:
        remark(message)
    if session.left_at_work():
        remark("ended here: clingo is still grounding, which can't be interrupted")
        printer.finish(rows, [], early=True)
        return DIFFERENT if any(any(row.differences) for row in rows) else UNDECIDED
    if means.stop.is_set():
        printer.finish(rows, [], early=True)
        return complain("interrupted", INTERRUPTED)
    told = []
    for index in range(1, len(variants)):
        first = next((row for row in rows if row.differences[index - 1]), None)
        if first is not None:
            case = telling.tell(means, variants[0], variants[index], first.sample, _SHRINK_SECONDS)
            told.append((case, _written(means.family, case, output)))
    printer.finish(rows, told)
    if told:
        return DIFFERENT
    if means.stop.is_set():
        return complain("interrupted", INTERRUPTED)
    undecided = any(any(row.undecided) for row in rows) or any(exploration.untried)
    return UNDECIDED if undecided else SAME


def _family(
    instances: Sequence[str], family: str | None, entries: Sequence[str]
) -> Family[Any, Any]:
    """The family that is said, or that the first instance belongs to, or an encoding's folder."""
    from pylab.variants import asked

    if family:
        return registry.get(family)
    for name in instances:
        if name in registry.names():
            return registry.get(name)
        return load(puzzles_of(name, registry.suffixes())[0], None).family
    found = asked.folder_of(entries)
    if found is not None:
        return found
    raise PylabError(f"expected a family ({', '.join(registry.names())}) or instances")


def _written(family: Family[Any, Any], told: Told, output: str | None) -> tuple[str, str]:
    """Write the instance and its picture; their names."""
    suffix, text = told.file
    number, stem = 1, output or "difference"
    while output is None and not _free(f"{stem}{suffix}", text):
        number += 1
        stem = f"difference-{number}"
    names = f"{stem}{suffix}", f"{stem}.svg"
    for name, content in zip(names, (text, told.svg(family)), strict=True):
        write(name, content)
    return names


def _free(name: str, text: str) -> bool:
    """Whether there is no such file, or just the same."""
    path = Path(name)
    try:
        return not path.exists() or path.read_text(encoding="utf-8") == text
    except (OSError, UnicodeDecodeError):
        return False


_Case = tuple["Told", tuple[str, str]]


class _Text:
    """For people: a line an instance, the differences, and what it costs."""

    def __init__(self, means: Means, variants: Sequence[Variant], stats: bool = False) -> None:
        self.means, self.variants, self.stats = means, variants, stats
        self.exploration: Exploration

    def start(self) -> None:
        reference, *others = self.variants
        click.echo(
            f"{self.means.family.name} {self.means.task.name}, compared with {reference.name}"
        )
        for each in others:
            click.echo(f"  {each.name}")

    def row(self, row: Row) -> None:
        said = [self._said(row, index) for index in range(1, len(self.variants))]
        click.echo(f"{row.sample.name}: {self._found(row)}: {'; '.join(said)}")
        if self.stats:
            for variant, result in zip(self.variants, row.results, strict=True):
                figures = ", ".join(f"{k} {_figure(v)}" for k, v in asdict(result.cost).items())
                click.echo(f"    {variant.name}: {figures}")

    def _found(self, row: Row) -> str:
        """What the reference says."""
        result = row.results[0]
        if result.status.value != "found":
            return result.reason or result.status.value
        number = f"{len(result.answers)}{'' if result.complete else '+'}"
        noun = "answer" if number == "1" else "answers"
        best = f", optimum {' '.join(map(str, result.optimum))}" if result.optimum else ""
        return f"{number} {noun}{best}"

    def _said(self, row: Row, index: int) -> str:
        difference, limit = row.differences[index - 1], row.undecided[index - 1]
        word = "same" if difference is None else f"DIFFERENT ({difference.kind})"
        word = f"undecided ({limit})" if limit else word
        return f"{self.variants[index].name} {word}" if len(self.variants) > 2 else word

    def finish(self, rows: Sequence[Row], told: Sequence[_Case], early: bool = False) -> None:
        for case, files in told:
            for line in _explained(self.means.family, case, files):
                click.echo(line)
        for index in range(1, len(self.variants)):
            for line in self._costs(rows, index):
                click.echo(line)
        for index in range(1, len(self.variants)):
            for line in self._unfired(rows, index):
                click.echo(line)
        click.echo(f"{'ended early: ' if early else ''}{self._conclusion(rows, told)}")

    def _conclusion(self, rows: Sequence[Row], told: Sequence[_Case]) -> str:
        limits = sum(any(row.undecided) for row in rows)
        parts = sum(any(row.differences) for row in rows)
        if told or parts:
            return f"different on {parts} of {len(rows)} instances"
        if limits:
            return f"undecided on {limits} of {len(rows)} instances; the same on all others"
        if any(untried := self.exploration.untried):
            edits = {f"{e.statement.file}:{e.statement.line}": e for each in untried for e in each}
            one = len(rows) == 1
            where = "this instance" if one else f"all {len(rows)} instances"
            shows = "it does not show" if one else "none of them shows"
            if not self.exploration.settled:
                each = "it shows" if one else "one of them shows"
                shows = f"it was not looked to the end whether {each}"
            listed = _listed(edits)
            return f"undecided: the same on {where}, but {shows} what was edited in {listed}"
        capped = any(
            not r.complete and r.status.value == "found" for row in rows for r in row.results
        )
        limit = f", as far as the first {self.means.answers} answers go" if capped else ""
        what = {"status": "whether there is an answer", "optimum": "the optimum"}
        word = what.get(self.means.level.value, "the answers")
        return (
            f"the same on all {len(rows)} instances: {word}{limit if word == 'the answers' else ''}"
        )

    def _unfired(self, rows: Sequence[Row], index: int) -> Iterator[str]:
        found = self.exploration.unfired(index - 1)
        if found:
            seen = self.exploration.coverage.ledger(index - 1).seen
            where = _these(seen)
            if seen < len(rows):
                where = f"the {seen} of {len(rows)} instances that were looked at"
            count = f"{len(found)} rule{'s' if len(found) > 1 else ''}"
            places = [str(each.place).rpartition(":")[0] for each in found]
            name = self.variants[index].name
            yield f"{count} of {name} never fired on {where}: {_listed(places)}"

    def _costs(self, rows: Sequence[Row], index: int) -> Iterator[str]:
        from pylab.variants.compare import COSTS, ratios

        found = ratios(rows, index)
        if not found:
            return
        yield f"cost of {self.variants[index].name}, medians over the instances:"
        yield f"  {'':10}{'reference':>12}{'variant':>12}{'ratio':>9}"
        for name in COSTS:
            one, two, ratio = found[name]
            unit = " s" if name in ("grounding", "solving", "total") else ""
            share = "-" if ratio is None else f"{ratio:.2f}"
            yield f"  {name:10}{_figure(one) + unit:>12}{_figure(two) + unit:>12}{share:>9}"


_LISTED = 8


def _these(count: int) -> str:
    return f"these {count} instances" if count != 1 else "this instance"


def _listed(words: Collection[str]) -> str:
    """The first of them, and how many more there are."""
    more = f" and {len(words) - _LISTED} more (--format json has all)"
    return ", ".join(list(words)[:_LISTED]) + (more if len(words) > _LISTED else "")


def _figure(value: float) -> str:
    return str(value) if isinstance(value, int) else f"{value:.4f}" if value < 1 else f"{value:.1f}"


def _explained(family: Family[Any, Any], told: Told, files: tuple[str, str]) -> Iterator[str]:
    from pylab.variants import blame

    yield ""
    yield f"DIFFERENT: {told.difference.words}"
    smallest = (
        "the smallest instance" if told.smallest else "an instance (time for shrinking is over)"
    )
    yield (
        f"on {smallest} that shows it, {told.facts} facts, from {told.origin} with {told.before}: "
        f"{files[0]}, drawn in {files[1]}"
    )
    yield from blame.lines(told.blame)
    for line in told.trace:
        yield f"  {line}"
    yield ""
    for line in told.picture(family).rstrip("\n").split("\n"):
        yield f"  {line}".rstrip()
    yield ""


class _Json(_Text):
    """For programs: one object, printed at the end."""

    def start(self) -> None:
        pass

    def row(self, row: Row) -> None:
        pass

    def finish(self, rows: Sequence[Row], told: Sequence[_Case], early: bool = False) -> None:
        from pylab.variants import blame
        from pylab.variants.compare import ratios

        data = {
            "schema": 1,
            "family": self.means.family.name,
            "task": self.means.task.name,
            "level": self.means.level.value,
            "ended_early": early,
            "reference": self.variants[0].name,
            "variants": [each.name for each in self.variants[1:]],
            "instances": [self._row(row) for row in rows],
            "differences": [
                {
                    "variant": case.variant,
                    "kind": case.difference.kind,
                    "words": case.difference.words,
                    "instance": files[0],
                    "drawing": files[1],
                    "facts": case.facts,
                    "origin": case.origin,
                    "smallest": case.smallest,
                    "blame": blame.data(case.blame),
                }
                for case, files in told
            ],
            "costs": {
                each.name: {
                    name: {"reference": one, "variant": two, "ratio": ratio}
                    for name, (one, two, ratio) in ratios(rows, index).items()
                }
                for index, each in enumerate(self.variants[1:], 1)
            },
            "coverage": [
                {"variant": each.name, **self.exploration.data(index)}
                for index, each in enumerate(self.variants[1:])
            ],
        }
        click.echo(json.dumps(data, indent=1))

    def _row(self, row: Row) -> dict[str, Any]:
        return {
            "name": row.sample.name,
            "made": row.sample.made,
            "results": [
                {
                    "status": result.status.value,
                    "reason": result.reason,
                    "optimum": result.optimum,
                    "answers": len(result.answers),
                    "complete": result.complete,
                    "refuted": len(result.refuted),
                    "cost": asdict(result.cost),
                }
                for result in row.results
            ],
            "differences": [
                None if each is None else {"kind": each.kind, "words": each.words}
                for each in row.differences
            ],
            "undecided": list(row.undecided),
        }
