"""Short ways to put questions in tests."""

from __future__ import annotations

from pylab import family, pipeline
from pylab.pipeline import Question


def ask(name, instance, task=None, **means):
    """The report and the checked witnesses."""
    puzzles = family.get(name)
    found = []
    question = Question(puzzles, instance, family.task_of(puzzles, task), **means)
    return pipeline.ask(question, found.append), found


def ravensburger(board, task=None, **means):
    """The report, and each plan as (line, direction) pairs by step."""
    report, found = ask("ravensburger", board, task, **means)
    assert all(checked.verdict.valid for checked in found)
    plans = [tuple((p.line, p.direction) for p in c.witness.pushes) for c in found]
    return report, plans
