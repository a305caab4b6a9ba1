"""Engines in processes of their own: what they use and how they end is not the asker's trouble."""

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
    """An engine at work on a question in a process of its own.

    Attributes:
        engine: its name.
        witnesses: those that it has found, checked.
        progress: what it reported last.
        result: its answer, without witnesses; also where a limit ended it before that.
    """

    result: Answer | None

    def __init__(self, question: Question, engine: str, watch: Watch) -> None:
        """Start it; what it finds and reports is handed on to the watch, by `hear`."""
        self.question, self.engine, self._watch = question, engine, watch
        self.witnesses: list[Checked] = []
        self.progress: Progress | None = None
        super().__init__(
            _work, f"the process of {engine}", question, engine,
            told=self._take, shared=(question, question.given, question.instance),
            megabytes=question.limits.megabytes,
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
        """What is to be raised: neither a limit nor an unexplained death."""
        return None if self.died or isinstance(self.error, LimitReached) else self.error

    def known(self, limit: LimitReached) -> Answer:
        """The answer that its reports make where a limit ended it."""
        count = sum(not each.refutes for each in self.witnesses)
        return replace(
            nothing_known(self.question, self.engine, limit.ended, str(limit)),
            status=Status.FOUND if count else Status.UNKNOWN,
            count=count,
            at_least=self.progress.lower if self.progress else None,
            rejected=tuple(each for each in self.witnesses if each.rejected),
        )


def ask(question: Question, engine: Engine, watch: Watch) -> Answer:
    """An engine's answer from a process of its own; a memory limit bounds that process only.

    The limit is on what the search takes beyond what this process holds already, which the other
    one shares. Raises what the engine raises, and PylabError if its process dies without a word.
    """
    limits = question.limits
    if limits.megabytes is not None:
        limits = replace(limits, megabytes=limits.megabytes + held_megabytes())
    bounded = replace(question, limits=limits)
    if engine.processes > 1:  # of its own
        return replace(engine.ask(bounded, watch), question=question)
    runner = Runner(bounded, engine.name, watch)
    try:
        over = listen([runner], watch.patience(question))
    finally:
        runner.end()
    if runner.failed is not None:
        raise runner.failed
    if over is None and runner.result is None and runner.error is not None:
        raise runner.error
    answer: Answer = runner.result or runner.known(over or LimitReached("interrupted"))
    if over is not None and not answer.settled:  # it was told to stop, and not why
        answer = replace(answer, ended=over.ended, reason=str(over))
    return replace(answer, question=question, checked=tuple(runner.witnesses) if watch.keep else ())


def _work(send: Callable[[object], None], question: Question, engine: str) -> Answer:
    """In the child: answer the question, and send what is found and known."""
    watch = Watch(found=send, progress=send, stop=asked_to_end(), keep=False)
    return engines.get(engine).ask(question, watch)
