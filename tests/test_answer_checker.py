"""The checker of answers: what is checked is within the limits, whoever found it."""

from __future__ import annotations

import contextlib
import threading
from dataclasses import replace

import clingo
import pytest
from projects import few

import pylab
from pylab import engines
from pylab.base.errors import Ended
from pylab.base.finding import Status
from pylab.core.answer import Watch
from pylab.core.question import Limits, Means, Question
from pylab.engines.checker import AnswerChecker


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


def test_terms_that_are_no_atoms_are_no_part_of_an_answer():
    """Also in an answer whose atoms came before, with or without such terms."""
    puzzle = pylab.load("theseus/hemme.plan")
    asked = Question.of(puzzle, "paths", Means(engine="clingo"), Limits(models=20))
    decoded, given = [], []
    family = replace(puzzle.family, decode=lambda _, __, atoms: decoded.append(list(atoms)))
    checker = AnswerChecker(replace(asked, family=family), Watch())
    checker.receive = lambda _: None
    others = [
        clingo.Number(7),
        clingo.String("x"),
        clingo.Function("use", [], False),
        clingo.Infimum,
    ]
    for number, each in enumerate(engines.ask(asked, Watch()).checked):
        given.append([fact.symbol for fact in puzzle.family.encode(each.witness)])
        checker.decode([*others[: number % 5], *given[-1], *others[number % 3 :]])
    assert (len(given), decoded) == (20, given)
