"""Runs engines in child processes, so that their memory and crashes don't affect the caller."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from pylab import engines
from pylab.base.errors import LimitReached
from pylab.base.finding import Progress, Status
from pylab.base.limits import held_megabytes
from pylab.base.processes import Child, asked_to_end, listen
from pylab.core.answer import Answer, Checked, Watch, nothing_known
from pylab.core.question import Question
from pylab.engines import Engine


class Runner(Child):
    """A child process in which an engine answers a question.

    Attributes:
        engine: the engine's name.
        witnesses: the witnesses found so far, checked.
        progress: the last progress that it reported.
        result: its answer, without witnesses; also set if a limit ended it early.
    """

    result: Answer | None

    def __init__(self, question: Question, engine: str, watch: Watch) -> None:
        """Start the process; `hear` passes its witnesses and its progress on to the watch.

        Its memory limit does not count memory that this process already has, since they share it.
        """
        limits = question.limits
        if limits.megabytes is not None:
            limits = replace(limits, megabytes=limits.megabytes + held_megabytes())
            question = replace(question, limits=limits)
        self.question, self.engine, self._watch = question, engine, watch
        self.witnesses: list[Checked] = []
        self.progress: Progress | None = None
        super().__init__(
            _work, f"the process of {engine}", question, engine,
            told=self._take, shared=(question, question.given, question.instance),
            megabytes=limits.megabytes,
        )  # fmt: skip

    def hear(self) -> None:
        super().hear()
        if isinstance(self.error, LimitReached):
            self.result = self.known(self.error)

    def _take(self, report: Progress | Checked) -> None:
        if isinstance(report, Progress):
            self.progress = report
            self._watch.progress(report)
        else:
            self.witnesses.append(report)
            self._watch.found(report)

    @property
    def failed(self) -> Exception | None:
        """The error to raise; None for a limit and for an unexplained death."""
        return None if self.died or isinstance(self.error, LimitReached) else self.error

    def known(self, limit: LimitReached) -> Answer:
        """The answer that follows from its reports if a limit ended it."""
        count = sum(not each.refutes for each in self.witnesses)
        return replace(
            nothing_known(self.question, self.engine, limit.ended, str(limit)),
            status=Status.FOUND if count else Status.UNKNOWN,
            count=count,
            at_least=self.progress.lower if self.progress else None,
            invalid=tuple(each for each in self.witnesses if each.invalid),
        )


def ask(question: Question, engine: Engine, watch: Watch) -> Answer:
    """Ask an engine in a child process; a memory limit applies to that process only.

    Raises what the engine raises, and PylabError if its process dies without an error.
    """
    if engine.processes > 1:  # it starts them itself
        return replace(engine.ask(question, watch), question=question)
    runner = Runner(question, engine.name, watch)
    try:
        over = listen([runner], watch.patience(question))
    finally:
        runner.end()
    if runner.failed is not None:
        raise runner.failed
    if over is None and runner.result is None and runner.error is not None:
        raise runner.error
    answer: Answer = runner.result or runner.known(over or LimitReached("interrupted"))
    if over is not None and not answer.settled:  # it doesn't know why it was stopped
        answer = replace(answer, ended=over.ended, reason=str(over))
    return replace(answer, question=question, checked=tuple(runner.witnesses) if watch.keep else ())


def _work(send: Callable[[object], None], question: Question, engine: str) -> Answer:
    """In the child: answer the question, and send witnesses and progress."""
    watch = Watch(found=send, progress=send, stop=asked_to_end(), keep=False)
    return engines.get(engine).ask(question, watch)
