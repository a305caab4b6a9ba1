"""Explains answers, or why there is none, within the rest of the limits."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import replace

from pylab.analysis.explain import Explained, explained, sought, why
from pylab.analysis.reasons import Reasons
from pylab.analysis.why import PATIENCE, AtomExplanation
from pylab.analysis.why import explained as explained_by
from pylab.base.errors import LimitReached, PylabError
from pylab.cli.interrupts import stopped_by_interrupt
from pylab.core.answer import Answer


def seek(answer: Answer, seconds: float | None) -> Explained:
    """The conflicting requirements and the least change, within the command's time limit."""
    stop, asked = threading.Event(), answer.question
    limits = replace(asked.limits, seconds=seconds)
    again = replace(asked, limits=limits)
    if asked.means.foreign:
        again = again.with_program(asked.program)
    answer = replace(answer, question=again)
    with stopped_by_interrupt(stop):
        return explained(answer, stop)


def ask_why(answer: Answer, atoms: Mapping[str, bool]) -> list[AtomExplanation | str]:
    """Explain why atoms are in an answer or, for those with True, missing from it.

    A text says why an atom is not explained.
    """
    stop, found = threading.Event(), list[AtomExplanation | str]()
    left = answer.question.seconds_left
    with stopped_by_interrupt(stop):
        for atom, missing in atoms.items():
            try:
                found.append(explained_by(answer, atom, missing, left or PATIENCE, stop))
            except (LimitReached, PylabError) as error:
                found.append(f"{atom} is not explained: {error}")
    return found


def seek_reasons(answer: Answer) -> Reasons:
    """The conflicting requirements."""
    stop = threading.Event()
    with stopped_by_interrupt(stop):
        return sought(answer, why, Reasons, stop)
