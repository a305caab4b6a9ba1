"""Runs clingo and the native search at once, each in a process of its own.

The first proof wins, and their bounds are combined. If one engine contradicts a claim of the other,
`Disagreement` is raised, as one of them is wrong.
"""

from __future__ import annotations

import contextlib
import functools
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from pylab import engines
from pylab.base.errors import Disagreement, Ended, LimitReached, PylabError
from pylab.base.finding import Number, Progress, Status
from pylab.base.processes import listen
from pylab.core.answer import Answer, Watch, nothing_known
from pylab.core.question import Question
from pylab.engines.apart import Runner

_SIDES = ("clingo", "native")


class Both(engines.Engine):
    """Runs clingo and the native search side by side; reports witnesses at the end only."""

    name = "both"
    processes = 2
    program = native = True

    def unsupported(self, question: Question) -> str:
        return next(filter(None, (engines.get(n).unsupported(question) for n in _SIDES)), "")

    def ask(self, question: Question, watch: Watch) -> Answer:
        """The joint answer. Raises Disagreement if one contradicts what the other has proven."""
        with contextlib.suppress(LimitReached):  # `listen` notices it, too
            question.encoding  # noqa: B018 - parsed here once, not in each process
        runners = [_Runner(question, name, Watch()) for name in _SIDES]
        try:
            decided = functools.partial(_decided, question, runners, watch)
            over = listen(runners, watch.patience(question), decided)
        finally:
            for runner in runners:
                runner.end()
        for runner in runners:
            if runner.failed is not None:
                raise runner.failed
        compare(runners)
        return _joined(question, runners, watch, over)


ENGINE = Both()


def compare(sides: Sequence[_Runner]) -> None:
    """Raises Disagreement if a claim of one side contradicts one of the other."""
    for one in sides:
        for other in sides:
            if one is not other and (contradiction := _contradicted(one, other)):
                raise Disagreement(contradiction, {side.engine: side.claim() for side in sides})


class _Runner(Runner):
    """One of the two engines, and its claims so far."""

    @property
    def settled(self) -> bool:
        """Whether it has finished by itself, with as many answers as were wanted."""
        answer = self.result
        if answer is None or not answer.settled:
            return False
        enough = 0 < answer.question.wanted <= answer.count
        return answer.status is not Status.FOUND or answer.complete or enough

    @property
    def lost(self) -> tuple[str, ...]:
        """A message if it ended for lack of memory, or died."""
        if self.result is not None and self.result.ended is Ended.MEMORY:
            return (f"{self.engine} ran out of memory; the answer is that of the other engine",)
        if self.result is None and self.died and not self.asked:
            return (f"the process of {self.engine} died; the answer is that of the other engine",)
        return ()

    @property
    def lower(self) -> Number | None:
        """Its best lower bound on the cost of a witness."""
        known = [self.progress.lower] if self.progress else []
        if self.result is not None:
            known += [self.result.at_least, self.result.cost if self.result.optimal else None]
        return max((each for each in known if each is not None), default=None)

    @property
    def upper(self) -> Number | None:
        """The cost of its best witness."""
        if self.result is not None and self.result.status is Status.FOUND:
            return self.result.cost
        return self.progress.upper if self.progress else None

    @property
    def answered(self) -> bool:
        """Whether it has found a witness that the checker accepts."""
        return any(each.verdict.valid and not each.refutes for each in self.witnesses)

    def claim(self) -> Mapping[str, Any]:
        """Its claims, for a `Disagreement`."""
        answer = self.result
        return {
            "status": answer.status.value if answer else Status.UNKNOWN.value,
            "cost": answer.cost if answer else None,
            "count": answer.count if answer else 0,
            "complete": answer is not None and answer.complete,
            "optimal": answer is not None and answer.optimal,
            "at_least": self.lower,
            "witnesses": [repr(checked.witness) for checked in self.witnesses],
        }


def _contradicted(one: _Runner, other: _Runner) -> str:
    """A message about a claim of one that the other's result contradicts; "" for none."""
    mine, theirs = one.result, other.result
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


def _decided(question: Question, runners: Sequence[_Runner], watch: Watch) -> bool:
    """Whether one has settled the question, or their bounds meet; else report progress.

    If an engine dies, for lack of memory for instance, the other one goes on.
    """
    if any(r.settled or r.failed for r in runners):
        return True
    told = [runner.progress for runner in runners if runner.progress]
    if told:
        lower, upper = _bounds(runners)
        if question.wanted == 1 and _met(lower, upper):
            return True
        busiest = max(told, key=lambda progress: progress.conflicts)
        step = max(progress.step for progress in told)
        seconds = time.monotonic() - question.started
        work = busiest.conflicts
        watch.progress(Progress("racing", step, seconds, work, 0, lower, upper, unit=busiest.unit))
    return False


def _bounds(sides: Sequence[_Runner]) -> tuple[Number | None, Number | None]:
    """The best lower bound on the cost of a witness, and the cost of the best one known."""
    lowers = [side.lower for side in sides if side.lower is not None]
    uppers = [side.upper for side in sides if side.upper is not None]
    return max(lowers, default=None), min(uppers, default=None)


def _met(lower: Number | None, upper: Number | None) -> bool:
    return lower is not None and upper is not None and lower >= upper


def _joined(
    question: Question,
    runners: Sequence[_Runner],
    watch: Watch,
    over: LimitReached | None,
) -> Answer:
    """The better answer, with the other one's bounds; if a limit ended both, it says so."""
    known = {runner.engine: runner.result for runner in runners if runner.result}
    if not known:
        if over is None:
            raise PylabError("both engines died without an answer")
        return nothing_known(question, _rivals(runners), over.ended, str(over))
    best = min((runner for runner in runners if runner.engine in known), key=_rank)
    answer = known[best.engine]
    if not best.settled:
        lower, _ = _bounds(runners)
        met = question.wanted == 1 and _met(lower, answer.cost)
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
        invalid=tuple(each for each in checked if each.invalid),
        statistics={engine: answer.statistics for engine, answer in known.items()},
        messages=(*answer.messages, *(told for r in runners if r is not best for told in r.lost)),
    )


def _rivals(runners: Sequence[_Runner]) -> str:
    return " and ".join(runner.engine for runner in runners)


def _rank(side: _Runner) -> tuple[bool, bool, bool, float]:
    """Sort key: settled answers first, then certified ones, then found ones, then by cost."""
    answer = side.result
    assert answer is not None
    cost = float("inf") if answer.cost is None else float(answer.cost)
    return not side.settled, not answer.certified, answer.status is not Status.FOUND, cost
