"""Both engines at once, each in a process of its own; the first proof wins, bounds are joined.

What one engine claims and the other one contradicts is a `Disagreement`: one of them is wrong.
"""

from __future__ import annotations

import multiprocessing
import signal
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any

from pylab import pipeline
from pylab.engine import POLL_SECONDS, Progress
from pylab.errors import Disagreement, PylabError
from pylab.family import Answer, Status
from pylab.limits import die_with_parent, unlimit_memory
from pylab.pipeline import Checked, OnProgress, OnWitness, Question, Report

PARTING_SECONDS = 0.5
"""How long an engine that was told to stop may take to say what it knows."""

_FORK = multiprocessing.get_context("fork")


def ask(
    question: Question, on_witness: OnWitness, on_progress: OnProgress = lambda _: None
) -> Report:
    """Put a question to both engines; as `pipeline.ask`, but witnesses come at the end.

    Raises Disagreement if what one has proven is refuted by a checked witness of the other, or by
    what the other has proven.
    """
    runners = [_Runner(question, engine) for engine in pipeline.ENGINES]
    try:
        _race(question, runners, on_progress)
        for runner in runners:
            runner.dismiss()
        _part(runners)
    finally:
        for runner in runners:
            runner.process.kill()
            runner.process.join()
    for runner in runners:
        if runner.error is not None:
            raise runner.error
    compare(runners)
    return _joined(question, runners, on_witness)


def compare(sides: Sequence[_Side]) -> None:
    """Raises Disagreement where a claim of one side contradicts another's."""
    for one in sides:
        for other in sides:
            if one is not other and (contradiction := _contradicted(one, other)):
                raise Disagreement(contradiction, {side.engine: side.claim() for side in sides})


@dataclass
class _Side:
    """What an engine has said so far."""

    engine: str
    witnesses: list[Checked] = field(default_factory=list)
    progress: Progress | None = None
    report: Report | None = None
    error: PylabError | None = None

    @property
    def settled(self) -> bool:
        """Whether it has come to an end by itself."""
        return self.report is not None and not self.report.answer.reason

    @property
    def lower(self) -> int | None:
        """No witness costs less, it says."""
        known = [self.progress.lower] if self.progress else []
        if self.report is not None:
            answer = self.report.answer
            known += [answer.refuted, answer.cost if answer.optimal else None]
        return max((each for each in known if each is not None), default=None)

    @property
    def upper(self) -> int | None:
        """The cost of a witness that it has."""
        if self.report is not None and self.report.answer.status is Status.FOUND:
            return self.report.answer.cost
        return self.progress.upper if self.progress else None

    @property
    def answered(self) -> bool:
        """Whether it has a witness that the checker accepts."""
        return any(
            checked.verdict.valid and not getattr(checked.witness, "refutes", False)
            for checked in self.witnesses
        )

    def claim(self) -> Mapping[str, Any]:
        """For the record."""
        answer = self.report.answer if self.report else Answer(Status.UNKNOWN)
        return {
            "status": answer.status.value,
            "cost": answer.cost,
            "count": answer.count,
            "complete": answer.complete,
            "optimal": answer.optimal,
            "nothing_below": self.lower,
            "witnesses": [repr(checked.witness) for checked in self.witnesses],
        }


def _contradicted(one: _Side, other: _Side) -> str:
    """What the other one has that shows one's claim to be wrong; empty if nothing."""
    mine = one.report.answer if one.report else None
    theirs = other.report.answer if other.report else None
    if mine and mine.status is Status.NONE and other.answered:
        return f"{one.engine} says that there is none, and {other.engine} has one"
    cost = theirs.cost if theirs and other.answered else None
    if cost is not None and one.lower is not None and cost < one.lower:
        return f"{one.engine} refutes costs below {one.lower}, and {other.engine} has {cost}"
    if not (mine and theirs and mine.complete and theirs.complete):
        return ""
    if mine.status is theirs.status is Status.FOUND and mine.count != theirs.count:
        return f"{one.engine} finds {mine.count}, {other.engine} {theirs.count}"
    return ""


class _Runner(_Side):
    """An engine at work in a process of its own."""

    def __init__(self, question: Question, engine: str) -> None:
        super().__init__(engine)
        self.question = question
        self.pipe, theirs = _FORK.Pipe(duplex=False)
        self.process: BaseProcess = _FORK.Process(
            target=_work, args=(replace(question, engine=engine), theirs), daemon=True
        )
        self.process.start()
        theirs.close()
        self.gone = False

    def hear(self) -> None:
        """Take in one message."""
        try:
            kind, content = self.pipe.recv()
        except EOFError:
            self.gone = True
            return
        if kind == "witness":
            self.witnesses.append(content)
        elif kind == "report":
            self.report = Report(question=self.question, **content)
        else:
            setattr(self, kind, content)

    def dismiss(self) -> None:
        """Ask it to stop, and to say what it knows."""
        if self.report is None and not self.gone and self.process.is_alive():
            self.process.terminate()


def _work(question: Question, pipe: Connection) -> None:
    """In the child: answer the question, and send what is found and known."""
    die_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    stop = threading.Event()
    signal.signal(signal.SIGTERM, lambda _number, _frame: stop.set())
    question = replace(question, stop=stop)
    try:
        report = pipeline.ask(
            question,
            lambda checked: pipe.send(("witness", replace(checked, instance=None))),
            lambda progress: pipe.send(("progress", progress)),
        )
    except PylabError as error:
        pipe.send(("error", PylabError(str(error))))
        return
    except BrokenPipeError:
        return
    except MemoryError:  # before or after the search, which tells of it by itself
        unlimit_memory()
        answer = Answer(Status.UNKNOWN, reason="memory limit", engine=question.engine)
        report = Report(question, answer, question.instance)
    names = [each.name for each in fields(Report) if each.name != "question"]
    pipe.send(("report", {name: getattr(report, name) for name in names}))


def _race(question: Question, runners: Sequence[_Runner], on_progress: OnProgress) -> None:
    """Listen until one has settled the question, their bounds meet, or it is time to stop.

    An engine that dies, for lack of memory for instance, leaves the question to the other one.
    """
    while any(not runner.gone for runner in runners):
        for runner in _ready(runners):
            runner.hear()
        if any(r.settled or r.error for r in runners) or question.stop.is_set():
            return
        if all(runner.report is not None or runner.gone for runner in runners):
            return
        told = [runner.progress for runner in runners if runner.progress]
        if told:
            lower, uppers = _bounds(runners)
            upper = min(uppers, default=None)
            if upper is not None and lower is not None and lower >= upper:
                return
            conflicts = max(progress.conflicts for progress in told)
            seconds = time.monotonic() - question.started
            on_progress(Progress("racing", lower or 0, seconds, conflicts, 0, lower, upper))


def _bounds(sides: Sequence[_Side]) -> tuple[int | None, list[int]]:
    """The best lower bound of all, and the upper bounds that there are."""
    lowers = [side.lower for side in sides if side.lower is not None]
    return max(lowers, default=None), [s.upper for s in sides if s.upper is not None]


def _part(runners: Sequence[_Runner]) -> None:
    """Hear the last words of all."""
    deadline = time.monotonic() + PARTING_SECONDS
    while time.monotonic() < deadline:
        if all(r.gone or r.report or r.error for r in runners):
            return
        for runner in _ready(runners):
            if not runner.gone:
                runner.hear()


def _ready(runners: Sequence[_Runner]) -> Iterator[_Runner]:
    waiting = {runner.pipe: runner for runner in runners if not runner.gone}
    for pipe in wait(list(waiting), timeout=POLL_SECONDS):
        yield waiting[pipe]  # type: ignore[index]


def _joined(question: Question, runners: Sequence[_Runner], on_witness: OnWitness) -> Report:
    """The best report, with what the other one knows."""
    reports = [runner for runner in runners if runner.report is not None]
    if not reports:
        raise PylabError("both engines died without a word")
    best = min(reports, key=_rank)
    assert best.report is not None
    answer = best.report.answer
    lower, _ = _bounds(runners)
    found = answer.status is Status.FOUND and answer.cost is not None
    met = found and lower is not None and lower >= (answer.cost or 0)
    if not best.settled:
        answer = replace(
            answer,
            refuted=lower or answer.refuted,
            optimal=answer.optimal or met,
            reason="" if met else answer.reason,
        )
    statistics = {r.engine: r.report.answer.statistics for r in reports if r.report}
    for checked in best.witnesses:
        on_witness(replace(checked, instance=best.report.instance))
    both = "clingo and native" if met and not best.settled else best.engine
    return replace(
        best.report, question=question, answer=replace(answer, engine=both, statistics=statistics)
    )


def _rank(side: _Side) -> tuple[bool, bool, float]:
    """Settled before unsettled, found before unknown, cheap before dear."""
    assert side.report is not None
    answer = side.report.answer
    cost = float("inf") if answer.cost is None else float(answer.cost)
    return not side.settled, answer.status is not Status.FOUND, cost
