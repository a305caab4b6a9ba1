"""The checker of answers: what is checked is within the limits, whoever found it."""

from __future__ import annotations

import contextlib
import threading
from dataclasses import replace

import pytest
from projects import few

import pylab
from pylab import engines
from pylab.base.errors import Ended
from pylab.base.finding import Status
from pylab.core.answer import Watch
from pylab.core.question import Limits, Means, Question


def endless(*_):
    while True:
        with contextlib.suppress(ValueError):
            sum(range(1000))


@pytest.mark.parametrize("way", few([Ended.TIME, Ended.INTERRUPTED], 1))
@pytest.mark.parametrize("engine", ["clingo", "native", "both"])
def test_a_check_without_an_end_is_ended(engine, way, monkeypatch):
    monkeypatch.setattr("pylab.base.limits._PATIENT_SECONDS", 0.1)
    board = pylab.load("ravensburger/example-4x4.lp")
    family = replace(board.family, check=endless)
    limits = Limits(seconds=0.15 if way is Ended.TIME else None)
    asked = Question(family, board.instance, family.task("shortest"), Means(engine=engine), limits)
    stop = threading.Event()
    if way is Ended.INTERRUPTED:
        threading.Timer(0.15, stop.set).start()
    answer = engines.ask(asked, Watch(stop=stop))
    assert (answer.status, answer.ended, answer.checked) == (Status.UNKNOWN, way, ())
