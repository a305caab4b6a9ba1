"""Explains why there is no answer, within the rest of the limits."""

from __future__ import annotations

import threading
from dataclasses import replace

from pylab.analysis.explain import Explained, Why, explained, sought, why
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


def seek_reasons(answer: Answer) -> Why | str:
    """The conflicting requirements, or a text that says why they are not known."""
    stop = threading.Event()
    with stopped_by_interrupt(stop):
        return sought(answer, why, stop)
