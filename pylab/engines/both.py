"""Both engines at once, each in a process of its own; the first proof wins, bounds are joined.

What one engine claims and the other one contradicts is a `Disagreement`: one of them is wrong.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from multiprocessing.connection import wait
from typing import Any

from pylab import engines
from pylab.base.errors import Disagreement, Ended, LimitReached, PylabError
from pylab.base.finding import Number, Progress, Status
from pylab.base.limits import POLL_SECONDS
from pylab.core.answer import Answer, Checked, Watch, nothing_known
from pylab.core.question import Question
from pylab.engines.apart import PARTING_SECONDS, Apart

_SIDES = ("clingo", "native")


class Both(engines.Engine):
    """clingo and the native search side by side; witnesses come at the end."""

    name = "both"
    processes = 2
    program = native = True

    def refuses(self, question: Question) -> str:
        return next(filter(None, (engines.get(n).refuses(question) for n in _SIDES)), "")

    def ask(self, question: Question, watch: Watch) -> Answer:
        """Raises Disagreement, too, if what one has proven is contradicted by the other."""
        with contextlib.suppress(LimitReached):  # which the race notices, too
            question.encoding  # noqa: B018 - parsed and kept here; a process would do it each time
        runners = [_Runner(question, name) for name in _SIDES]
        try:
            over = _race(question, runners, watch)
            for runner in runners:
                runner.apart.dismiss()
            _part(runners)
        finally:
            for runner in runners:
                runner.apart.child.end()
        for runner in runners:
            if runner.error is not None:
                raise runner.error
        compare(runners)
        return _joined(question, runners, watch, over)


ENGINE = Both()


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
    answer: Answer | None = None
    error: PylabError | None = None

    @property
    def settled(self) -> bool:
        """Whether it has come to an end by itself, with all that is wanted."""
        answer = self.answer
        if answer is None or not answer.settled:
            return False
        enough = 0 < answer.question.wanted <= answer.count
        return answer.status is not Status.FOUND or answer.complete or enough

    @property
    def lower(self) -> Number | None:
        """No witness costs less, it says."""
        known = [self.progress.lower] if self.progress else []
        if self.answer is not None:
            known += [self.answer.at_least, self.answer.cost if self.answer.optimal else None]
        return max((each for each in known if each is not None), default=None)

    @property
    def upper(self) -> Number | None:
        """The cost of a witness that it has."""
        if self.answer is not None and self.answer.status is Status.FOUND:
            return self.answer.cost
        return self.progress.upper if self.progress else None

    @property
    def answered(self) -> bool:
        """Whether it has a witness that the checker accepts."""
        return any(each.verdict.valid and not each.refutes for each in self.witnesses)

    def claim(self) -> Mapping[str, Any]:
        """For the record."""
        answer = self.answer
        return {
            "status": answer.status.value if answer else Status.UNKNOWN.value,
            "cost": answer.cost if answer else None,
            "count": answer.count if answer else 0,
            "complete": answer is not None and answer.complete,
            "optimal": answer is not None and answer.optimal,
            "at_least": self.lower,
            "witnesses": [repr(checked.witness) for checked in self.witnesses],
        }


def _contradicted(one: _Side, other: _Side) -> str:
    """What the other one has that shows one's claim to be wrong; empty if nothing."""
    mine, theirs = one.answer, other.answer
    if mine and mine.status is Status.NONE and other.answered:
        return f"{one.engine} says that there is none, and {other.engine} has one"
    cost = theirs.cost if theirs and other.answered else None
    if cost is not None and one.lower is not None and cost < one.lower:
        said = f"{one.engine} says that nothing costs less than {one.lower}"
        return f"{said}, and {other.engine} has {cost}"
    if not (mine and theirs and mine.complete and theirs.complete):
        return ""
    if mine.status is theirs.status is Status.FOUND and mine.count != theirs.count:
        return f"{one.engine} finds {mine.count}, {other.engine} {theirs.count}"
    return ""


class _Runner(_Side):
    """An engine at work in a process of its own."""

    def __init__(self, question: Question, engine: str) -> None:
        super().__init__(engine)
        self.apart = Apart(
            question, engine, Watch(found=self.witnesses.append, progress=self._told)
        )

    def _told(self, progress: Progress) -> None:
        self.progress = progress

    @property
    def gone(self) -> bool:
        return self.apart.gone

    def hear(self) -> None:
        """Take in one message."""
        self.apart.hear()
        self.answer, self.error = self.apart.answer, self.apart.error


def _race(question: Question, runners: Sequence[_Runner], watch: Watch) -> LimitReached | None:
    """Listen until one has settled the question, their bounds meet, or a limit is over.

    An engine that dies, for lack of memory for instance, leaves the question to the other one.
    """
    patience = watch.patience(question)
    while any(not runner.gone for runner in runners):
        for runner in _ready(runners):
            runner.hear()
        for runner in runners:
            runner.apart.child.reserve.look()
        if any(r.settled or r.error for r in runners):
            return None
        if all(runner.answer is not None or runner.gone for runner in runners):
            return None
        if over := patience.over():
            return over
        told = [runner.progress for runner in runners if runner.progress]
        if told:
            lower, uppers = _bounds(runners)
            upper = min(uppers, default=None)
            met = upper is not None and lower is not None and lower >= upper
            if met and question.wanted == 1:
                return None
            busiest = max(told, key=lambda progress: progress.conflicts)
            step = max(progress.step for progress in told)
            seconds = time.monotonic() - question.started
            work = busiest.conflicts
            watch.progress(
                Progress("racing", step, seconds, work, 0, lower, upper, unit=busiest.unit)
            )
    return None


def _bounds(sides: Sequence[_Side]) -> tuple[Number | None, list[Number]]:
    """The best lower bound of all, and the upper bounds that there are."""
    lowers = [side.lower for side in sides if side.lower is not None]
    return max(lowers, default=None), [s.upper for s in sides if s.upper is not None]


def _part(runners: Sequence[_Runner]) -> None:
    """Hear the last words of all."""
    deadline = time.monotonic() + PARTING_SECONDS
    while time.monotonic() < deadline:
        if all(r.gone or r.answer or r.error for r in runners):
            return
        for runner in _ready(runners):
            if not runner.gone:
                runner.hear()


def _ready(runners: Sequence[_Runner]) -> Iterator[_Runner]:
    waiting = {runner.apart.child.pipe: runner for runner in runners if not runner.gone}
    for pipe in wait(list(waiting), timeout=POLL_SECONDS):
        yield waiting[pipe]  # type: ignore[index]


def _joined(
    question: Question,
    runners: Sequence[_Runner],
    watch: Watch,
    over: LimitReached | None,
) -> Answer:
    """The best answer, with what the other one knows; what ended the race ends the answer."""
    if not any(runner.answer for runner in runners):
        if over is None:
            raise PylabError("both engines died without an answer")
        return nothing_known(question, _rivals(runners), over.ended, str(over))
    best = min((runner for runner in runners if runner.answer), key=_rank)
    assert best.answer is not None
    answer = best.answer
    if not best.settled:
        lower, _ = _bounds(runners)
        met = answer.cost is not None and lower is not None and lower >= answer.cost
        met = met and question.wanted == 1
        ended, reason = answer.ended, answer.reason
        if met:
            ended, reason = Ended.SETTLED, ""
        elif over is not None:
            ended, reason = over.ended, str(over)
        answer = replace(
            answer,
            at_least=answer.at_least if lower is None else lower,
            optimal=answer.optimal or met,
            engine=_rivals(runners) if met else best.engine,
            ended=ended,
            reason=reason,
        )
    checked = tuple(best.witnesses)
    for each in checked:
        watch.found(each)
    return replace(
        answer,
        checked=checked if watch.keep else (),
        rejected=tuple(each for each in checked if each.rejected),
        statistics={r.engine: r.answer.statistics for r in runners if r.answer},
    )


def _rivals(runners: Sequence[_Runner]) -> str:
    return " and ".join(runner.engine for runner in runners)


def _rank(side: _Side) -> tuple[bool, bool, bool, float]:
    """Settled first, then certified, then found, then cheap."""
    assert side.answer is not None
    answer = side.answer
    cost = float("inf") if answer.cost is None else float(answer.cost)
    return not side.settled, not answer.certified, answer.status is not Status.FOUND, cost
