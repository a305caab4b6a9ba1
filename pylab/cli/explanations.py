"""Why there is no answer, in words and in a picture, as comments behind a report."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import click

from pylab.cli.asking import stopped_by_interrupt
from pylab.cli.exits import remark
from pylab.errors import PylabError
from pylab.family import Family, Status
from pylab.pipeline import Report

if TYPE_CHECKING:
    from pylab.variants.explain import Explanation


def tell(report: Report, seconds: float | None) -> None:
    """Print the least change of the puzzle after which there is an answer, that answer, drawn."""
    from pylab.variants.explain import explain

    stop = threading.Event()
    try:
        with stopped_by_interrupt(stop):
            found = explain(report, seconds, stop)
    except PylabError as error:
        remark(f"no explanation: {error}")
        return
    for line in _words(report.question.family, found):
        click.echo(f"% {line}".rstrip())


def _words(family: Family[Any, Any], found: Explanation) -> list[str]:
    if found.status is not Status.FOUND:
        why = found.reason or "none of the changes that repair.lp knows would do"
        return [f"no explanation: {why}"]
    if not found.changes:
        return ["no explanation: repair.lp would change nothing, so it lies in the variant"]
    least = "the least change that would do" if found.least else "a change that would do"
    if found.answer is None:
        told = "; ".join(found.changes)
        return [f"{least}, by {family.name}/repair.lp: {told}; but not with what else was asked"]
    verdict = found.answer.verdict
    word = "valid" if verdict.valid else "REFUTED"
    head = [f"{least}: {'; '.join(found.changes)}", f"then {word}, checked: {verdict.summary}"]
    return [*head, "", *family.picture(found.instance, found.answer.witness).rstrip().split("\n")]
