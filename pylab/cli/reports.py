"""Answers on standard output in the four formats; each prints witnesses as they come."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, is_dataclass
from typing import Any

import click

from pylab import __version__
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
from pylab.family import Family, Status, Task
from pylab.pipeline import Checked, Report

SCHEMA = 1
"""The version of the JSON; it changes when a reader of the old one would misread the new one."""


class TextReport:
    """For people, and for `pylab validate`: lines that are no witness are comments."""

    def __init__(self, family: Family[Any, Any], task: Task, name: str, stats: bool) -> None:
        self.family, self.task, self.name, self.stats = family, task, name, stats
        self.count = 0

    def witness(self, checked: Checked) -> None:
        self.count += 1
        if self.task.models != 1 or self.count > 1:
            click.echo(f"% answer {self.count}")
        if checked.witness is not None:
            click.echo(self.family.show(checked.witness), nl=False)
        if checked.verdict.valid:
            click.echo(f"% valid, checked: {checked.verdict.summary}")
        for problem in checked.verdict.problems:
            click.echo(f"% REFUTED: {problem}")

    def finish(self, report: Report) -> int:
        for line in _conclusions(self.task, report):
            click.echo(f"% {line}")
        if self.stats:
            for line in _statistics(report.answer.statistics):
                click.echo(f"% {line}")
        return _code(report)


class FactsReport(TextReport):
    """Nothing but facts, an answer a line; the rest goes to standard error."""

    def witness(self, checked: Checked) -> None:
        self.count += 1
        if self.task.models != 1 or self.count > 1:
            click.echo(f"% answer {self.count}")
        if checked.witness is not None:
            click.echo(_facts(self.family, checked.witness))
        for problem in checked.verdict.problems:
            complain(f"REFUTED: {problem}", REFUTED)

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
        for problem in checked.verdict.problems:
            complain(f"REFUTED: {problem}", REFUTED)

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

    def witness(self, checked: Checked) -> None:
        row = {
            "facts": None if checked.witness is None else _facts(self.family, checked.witness),
            "witness": _plain(checked.witness),
            "valid": checked.verdict.valid,
            "summary": checked.verdict.summary,
            "problems": [_plain(problem) for problem in checked.verdict.problems],
        }
        click.echo(",\n" if self.count else self._head(), nl=False)
        click.echo(json.dumps(row), nl=False)
        self.count += 1

    def finish(self, report: Report) -> int:
        answer = report.answer
        if not self.count:
            click.echo(self._head(), nl=False)
        tail = {
            "status": answer.status.value,
            "count": answer.count,
            "counts": report.counts,
            "complete": answer.complete,
            "optimal": answer.optimal,
            "cost": answer.cost,
            "nothing_below": answer.refuted,
            "certified": report.certified,
            "reason": answer.reason,
            "engine": answer.engine,
            "conclusions": list(_conclusions(self.task, report)),
            "statistics": answer.statistics,
        }
        click.echo("\n],\n" + json.dumps(tail, indent=1)[2:])
        return _code(report)

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
            click.echo(f"COST {answer.cost}@1\nOPTIMUM")
            return COMPETITION_OPTIMUM
        return COMPETITION_FOUND


FORMATS: Mapping[str, type[TextReport]] = {
    "text": TextReport,
    "facts": FactsReport,
    "json": JsonReport,
    "competition": CompetitionReport,
}


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
    if answer.status is Status.NONE:
        whose = "certificate checked" if report.certified else f"{answer.engine}'s claim"
        yield f"none ({whose})" + (f": {below}" if below else "")
    elif answer.status is Status.UNKNOWN:
        yield f"unknown ({answer.reason or 'undecided'})" + (
            f": {below}; not decided beyond" if below else ""
        )
    else:
        if answer.optimal and below:
            yield f"{below} ({answer.engine}'s claim)"
        if answer.optimal and not below and answer.refuted is None:
            yield f"optimal, cost {answer.cost} ({answer.engine}'s claim)"
        yield from _counted(task, report)
    if report.refuted_witnesses:
        yield "an answer was REFUTED by the checker: this is a bug in the encoding or in pylab"


def _counted(task: Task, report: Report) -> Iterator[str]:
    """How many there are, by which definition, and whether these are all."""
    answer = report.answer
    if answer.complete and (task.models != 1 or answer.count > 1):
        noun = "answer" if answer.count == 1 else "answers"
        definition = f" ({report.counts})" if report.counts else ""
        yield f"{answer.count} {noun} in all{definition}"
    elif answer.reason:
        yield f"stopped ({answer.reason}); there may be more, or better ones"
    elif answer.count > 1:
        yield f"{answer.count} answers; there may be more"


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


def _plain(value: Any) -> Any:
    """A witness as JSON's lists and objects."""
    return asdict(value) if is_dataclass(value) and not isinstance(value, type) else value
