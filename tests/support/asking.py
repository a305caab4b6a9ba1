"""Short ways to put questions in tests."""

from __future__ import annotations

import threading

from pylab import engines
from pylab.core.answer import Watch
from pylab.core.question import Limits, Means, Question
from pylab.family import registry

_LIMITS = ("seconds", "megabytes", "models")


def question(name, instance, task=None, **means):
    """A question to a family; of the means, those of `Limits` are the question's limits."""
    puzzles = registry.get(name)
    limits = Limits(**{key: means.pop(key) for key in _LIMITS if key in means})
    words = {key: tuple(v) if isinstance(v, list) else v for key, v in means.items()}
    return Question(puzzles, instance, puzzles.task(task), Means(**words), limits)


def ask(name, instance, task=None, stop=None, **means):
    """The answer, and the checked witnesses; by clingo unless an engine is named."""
    asked = question(name, instance, task, **{"engine": "clingo", **means})
    found = []
    watch = Watch(found=found.append, stop=stop or threading.Event(), notes=False)
    answer = engines.ask(asked, watch)
    assert tuple(found) == answer.checked
    return answer, found


def ravensburger(board, task=None, **means):
    """The answer, and each plan as (line, direction) pairs by step."""
    answer, found = ask("ravensburger", board, task, **means)
    assert all(checked.verdict.valid for checked in found)
    plans = [tuple((p.line, p.direction) for p in c.witness.pushes) for c in found]
    return answer, plans
