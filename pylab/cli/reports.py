"""Answers on standard output in the four formats; each prints witnesses as they come."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, is_dataclass
from typing import Any

import click

from pylab import __version__
from pylab.cli import explanations
from pylab.cli.exits import (
    COMPETITION_FOUND,
    COMPETITION_NONE,
    COMPETITION_OPTIMUM,
    COMPETITION_UNKNOWN,
    FOUND,
    INTERRUPTED,
    NONE,
    REFUTED,
    UNDECIDED,
    complain,
    remark,
)
from pylab.errors import PylabError
from pylab.family import Answer, Family, Status, Task
from pylab.pipeline import Checked, Report

SCHEMA = 1
"""The version of the JSON; it changes when a reader of the old one would misread the new one."""


class TextReport:
    """For people, and for `pylab validate`: lines that are no witness are comments.

    Attributes:
        name: what the instance is called.
        stats: whether figures of the search are wanted.
        unfold: how many steps to show of witnesses that are folded up; None leaves them folded.
    """

    def __init__(
        self,
        family: Family[Any, Any],
        task: Task,
        name: str,
        stats: bool = False,
        unfold: int | None = None,
    ) -> None:
        self.family, self.task, self.name, self.stats = family, task, name, stats
        self.unfold = unfold
        self.count = 0

    def witness(self, checked: Checked) -> None:
        self.count += 1
        if self.task.models != 1 or self.count > 1:
            click.echo(f"% answer {self.count}")
        if checked.witness is not None:
            click.echo(self._shown(checked), nl=False)
        if checked.verdict.valid:
            click.echo(f"% valid, checked: {checked.verdict.summary}")
        for line in _objections(checked):
            click.echo(f"% {line}")

    def finish(self, report: Report) -> int:
        for line in _conclusions(self.task, report):
            click.echo(f"% {line}")
        if self.stats:
            for line in _statistics(report.answer.statistics):
                click.echo(f"% {line}")
        return _code(report)

    def finish_explained(self, report: Report, seconds: float | None) -> int:
        """The same, and then why there is none."""
        code = self.finish(report)
        for line in explanations.lines(report, seconds):
            self.explain(line)
        return code

    def explain(self, line: str) -> None:
        """Print a line of an explanation."""
        click.echo(f"% {line}".rstrip())

    def _shown(self, checked: Checked) -> str:
        if self.unfold is None:
            return self.family.show(checked.witness)
        unfold: Callable[[Any, Any, int], str] | None = getattr(self.family, "unfold", None)
        if unfold is None:
            raise PylabError(f"{self.family.name} has nothing to unfold")
        return unfold(checked.instance, checked.witness, self.unfold)


class FactsReport(TextReport):
    """Nothing but facts, an answer a line; the rest goes to standard error."""

    def witness(self, checked: Checked) -> None:
        self.count += 1
        if self.task.models != 1 or self.count > 1:
            click.echo(f"% answer {self.count}")
        if checked.witness is not None:
            click.echo(_facts(self.family, checked.witness))
        for line in _objections(checked):
            complain(line, REFUTED)

    def explain(self, line: str) -> None:
        remark(line)

    def finish(self, report: Report) -> int:
        if report.answer.status is not Status.FOUND or report.answer.reason:
            for line in _conclusions(self.task, report):
                remark(line)
        if self.stats:
            for line in _statistics(report.answer.statistics):
                remark(line)
        return _code(report)


class CountReport(TextReport):
    """Nothing but the number of answers, each of them checked; its definition on standard error."""

    def witness(self, checked: Checked) -> None:
        for line in _objections(checked):
            complain(line, REFUTED)

    def explain(self, line: str) -> None:
        remark(line)

    def finish(self, report: Report) -> int:
        answer = report.answer
        if answer.status is not Status.UNKNOWN:
            click.echo(answer.count)
        if report.counts:
            remark(f"counted: {report.counts}")
        if not answer.complete:
            remark(f"there may be more{f' ({answer.reason})' if answer.reason else ''}")
        return _code(report)


class JsonReport(TextReport):
    """One JSON object; its answers are written, a line each, as they come."""

    explanation: Mapping[str, Any] | None = None

    def witness(self, checked: Checked) -> None:
        witness = checked.witness
        row = {
            "facts": None if witness is None else _facts(self.family, witness),
            "witness": None if witness is None else self._data(checked),
            "valid": checked.verdict.valid,
            "summary": checked.verdict.summary,
            "problems": [asdict(problem) for problem in checked.verdict.problems],
        }
        click.echo(",\n" if self.count else self._head(), nl=False)
        click.echo(json.dumps(row), nl=False)
        self.count += 1

    def finish_explained(self, report: Report, seconds: float | None) -> int:
        self.explanation = explanations.data(report, seconds)
        return self.finish(report)

    def finish(self, report: Report) -> int:
        answer, question = report.answer, report.question
        if not self.count:
            click.echo(self._head(), nl=False)
        tail = {
            "status": answer.status.value,
            "count": answer.count,
            "refuted": report.refuted_witnesses,
            "counts": report.counts,
            "complete": answer.complete,
            "optimal": answer.optimal,
            "cost": answer.cost,
            "costs": [{"priority": p, "value": v} for v, p in answer.costs],
            "nothing_below": answer.refuted,
            "certified": report.certified,
            "bound_certified": report.bound_certified,
            "reason": answer.reason,
            "engine": answer.engine,
            "encoding": list(report.encoding),
            "constants": dict(question.constants),
            "options": dict(question.options),
            "clingo_options": list(question.clingo_options),
            "assumptions": list(_assumptions(report)),
            "messages": [message.strip() for message in report.messages],
            "conclusions": list(_conclusions(self.task, report)),
            "explanation": self.explanation,
            "statistics": answer.statistics,
        }
        click.echo("\n],\n" + json.dumps(tail, indent=1)[2:])
        return _code(report)

    def _data(self, checked: Checked) -> Any:
        data: Callable[[Any, Any], Any] | None = getattr(self.family, "data", None)
        if data is not None:
            return data(checked.instance, checked.witness)
        witness = checked.witness
        known = is_dataclass(witness) and not isinstance(witness, type)
        return asdict(witness) if known else witness

    def _head(self) -> str:
        head = {
            "schema": SCHEMA,
            "pylab": __version__,
            "family": self.family.name,
            "task": self.task.name,
            "instance": self.name,
        }
        return json.dumps(head, indent=1)[:-2] + ',\n "answers": [\n'


class CompetitionReport(TextReport):
    """The ASP Competition's words and exit codes; only the last and best answer is printed."""

    best: Checked | None = None

    def witness(self, checked: Checked) -> None:
        self.best = checked

    def explain(self, line: str) -> None:
        remark(line)

    def finish(self, report: Report) -> int:
        answer = report.answer
        if report.refuted_witnesses:
            return complain("the checker refuted an answer; none is printed", REFUTED)
        if self.stats:
            for line in _statistics(answer.statistics):
                remark(line)
        if self.best is None or answer.status is Status.NONE:
            none = answer.status is Status.NONE
            click.echo("INCONSISTENT" if none else "UNKNOWN")
            return COMPETITION_NONE if none else COMPETITION_UNKNOWN
        click.echo(f"ANSWER\n{_facts(self.family, self.best.witness)}")
        if answer.optimal and answer.cost is not None:
            costs = answer.costs or ((answer.cost, 1),)
            click.echo(f"COST {' '.join(f'{v}@{p}' for v, p in costs)}\nOPTIMUM")
            return COMPETITION_OPTIMUM
        return COMPETITION_FOUND


class CsvReport(FactsReport):
    """A table with a line an answer, where the family's answers make one."""

    def witness(self, checked: Checked) -> None:
        row: Callable[[Any], str] | None = getattr(self.family, "csv_row", None)
        if row is None:
            raise PylabError(f"{self.family.name} writes no CSV")
        for line in _objections(checked):
            complain(line, REFUTED)
        self.count += 1
        if checked.witness is not None:
            click.echo(row(checked.witness))


FORMATS: Mapping[str, type[TextReport]] = {
    "text": TextReport,
    "facts": FactsReport,
    "json": JsonReport,
    "csv": CsvReport,
    "competition": CompetitionReport,
}


def _objections(checked: Checked) -> Iterator[str]:
    """What the checker has against a witness, in lines."""
    word = "NOT CHECKED" if checked.verdict.unchecked else "REFUTED"
    for problem in checked.verdict.problems:
        yield f"{word}: {problem}"


def _code(report: Report) -> int:
    answer = report.answer
    if report.refuted_witnesses:
        return REFUTED
    if answer.reason:
        return INTERRUPTED if answer.reason == "interrupted" else UNDECIDED
    return {Status.FOUND: FOUND, Status.NONE: NONE, Status.UNKNOWN: UNDECIDED}[answer.status]


def _conclusions(task: Task, report: Report) -> Iterator[str]:
    """What is known beyond the witnesses, in words; whose claim it is where nothing proves it."""
    answer = report.answer
    below = task.below[answer.refuted != 1].format(answer.refuted) if answer.refuted else ""
    claim = _claim(report)
    bound_claim = "certificate checked" if report.bound_certified else claim
    if answer.status is Status.NONE:
        whose = "certificate checked" if report.certified else bound_claim
        yield f"none ({whose})" + (f": {below}" if below else "")
    elif answer.status is Status.UNKNOWN:
        yield f"unknown ({answer.reason or 'undecided'})" + (
            f": {below}; not decided beyond" if below else ""
        )
    else:
        if below:
            yield f"{below} ({bound_claim})"
        if answer.reason and answer.refuted is not None and answer.cost is not None:
            yield f"at least {answer.refuted}, at most {answer.cost}"
        if answer.optimal and (worth := _worth(report)):
            yield f"{worth} ({claim})"
        elif answer.costs:
            yield f"{'optimal, ' if answer.optimal else ''}{_costs(answer)} ({claim})"
        elif answer.optimal and answer.refuted is None and any(task.below):
            yield f"optimal ({claim})"
        yield from _counted(task, report)
    if report.refuted_witnesses:
        yield "an answer was REFUTED by the checker: this is a bug in the encoding or in pylab"


def _assumptions(report: Report) -> Sequence[str]:
    remarks: Callable[[Any], Sequence[str]] | None
    remarks = getattr(report.question.family, "remarks", None)
    return remarks(report.instance) if remarks else ()


def _claim(report: Report) -> str:
    """Whose claim a proof is: the engine's, with the encoding if it is not the task's own."""
    question = report.question
    changed = question.encoding or question.overlays
    files = report.encoding if question.encoding else report.encoding[-len(question.overlays) :]
    return f"{report.answer.engine}'s claim" + (f" with {', '.join(files)}" if changed else "")


def _worth(report: Report) -> str:
    """What is proven of an optimum in the family's words, if it has some, of its own objective."""
    question = report.question
    worth: Callable[[Task, Answer], str] | None = getattr(question.family, "worth", None)
    if worth is None or question.encoding or question.overlays:
        return ""
    return worth(question.task, report.answer)


def _costs(answer: Answer) -> str:
    if len(answer.costs) == 1:
        return f"cost {answer.cost}"
    return "costs " + ", ".join(f"{value} at priority {level}" for value, level in answer.costs)


def _counted(task: Task, report: Report) -> Iterator[str]:
    """How many there are, by which definition, and whether these are all."""
    answer = report.answer
    best = "optimal " if answer.costs else ""
    if answer.complete and (task.models != 1 or answer.count > 1):
        noun = f"{best}answer" if answer.count == 1 else f"{best}answers"
        definition = f" ({report.counts})" if report.counts else ""
        yield f"{answer.count} {noun} in all{definition}"
    elif answer.reason:
        yield f"stopped ({answer.reason}); there may be more, or better ones"
    elif answer.count > 1:
        yield f"{answer.count} {best}answers; there may be more"


def _statistics(figures: Mapping[str, Any]) -> Iterator[str]:
    for name, value in figures.items():
        if isinstance(value, list):
            for row in value:
                yield f"{name}: " + ", ".join(f"{k} {_figure(v)}" for k, v in row.items())
        else:
            yield f"{name}: {_figure(value)}"


def _figure(value: object) -> str:
    return f"{value:.3f}" if isinstance(value, float) else str(value)


def _facts(family: Family[Any, Any], witness: Any) -> str:
    return " ".join(map(str, family.encode(witness)))
