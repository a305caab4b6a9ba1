"""Draws what is in some answers, and what is in every one; asks for the answers it draws."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from pylab import engines
from pylab.base.errors import LimitReached
from pylab.core.answer import Answer
from pylab.core.question import Question
from pylab.drawing.layers import layered
from pylab.drawing.svg import Drawing


def drawn(answer: Answer, ask: Callable[[Question], Answer] = engines.ask) -> Drawing:
    """The puzzle with what every answer has and, for brave consequences, faintly what some have.

    The answers that clingo found are drawn over each other. An atom is in all of those that it
    found for cautious consequences if it is in every answer; so for brave ones clingo is asked for
    both.

    Args:
        answer: to a question for consequences, with its witnesses kept.
        ask: asks a second question; its answer has to keep witnesses.

    Raises LimitReached if the search didn't end.
    """
    question = answer.question
    brave = question.means.consequences == "brave"
    found = [answer]
    if brave and answer.checked:
        means = replace(question.means, consequences="cautious")
        found.append(ask(replace(question, means=means)))
    for each in found:
        if each.consequences is None or not each.consequences.complete:
            raise LimitReached(each.reason or "there is no answer", each.ended)
    witnesses = [c.witness for each in found for c in each.checked if c.witness is not None]
    pictures = [question.family.draw(answer.instance, each) for each in witnesses]
    picture = layered(pictures, only_common=not brave)
    picture.title = question.task.name
    picture.description = "Every answer has what is drawn here" + (
        "; what is faint is in some answer." if brave else "."
    )
    return picture
