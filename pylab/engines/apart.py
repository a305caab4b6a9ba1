"""An engine in a process of its own: what it may use and how it ends is not the asker's trouble."""

from __future__ import annotations

import contextlib
import signal
import threading
import time
from dataclasses import fields, replace
from multiprocessing.connection import Connection

from pylab import engines
from pylab.base.errors import Ended, LimitReached, PylabError
from pylab.base.finding import Number, Progress, Status
from pylab.base.limits import MEMORY, POLL_SECONDS, held_megabytes, unlimit_memory
from pylab.base.processes import Child
from pylab.core.answer import Answer, Checked, Watch, nothing_known
from pylab.core.question import Question
from pylab.engines import Engine

PARTING_SECONDS = 0.5
"""How long an engine that was told to stop may take to say what it knows."""

_MOMENT = 0.05
"""Seconds within which witnesses go together."""

_MANY = 512
"""So many of them don't wait for its end."""


class Apart:
    """An engine at work on a question in a process of its own, seen from the asker's.

    Attributes:
        engine: its name.
        child: its process; when its pipe is ready, call `hear`.
        answer: its answer, as soon as it is heard; without witnesses, which the watch has heard.
        error: what it raised instead.
        gone: whether it will say nothing more.
    """

    def __init__(self, question: Question, engine: str, watch: Watch) -> None:
        """Start it; what it finds and reports is handed on to the watch, by `hear`."""
        self.question, self.engine, self._watch = question, engine, watch
        self.answer: Answer | None = None
        self.error: PylabError | None = None
        self.gone = False
        what = "an engine in a process of its own"
        self.child = Child(_work, what, question, engine)

    @property
    def over(self) -> bool:
        """Whether there is nothing left to be heard that matters."""
        return self.gone or self.answer is not None or self.error is not None

    def hear(self) -> None:
        """Take in one message. Raises Fault if the engine failed."""
        try:
            kind, content = self.child.receive()
        except EOFError:
            self.gone = True
            return
        if kind == "witnesses":
            for checked in content:
                self._watch.found(replace(checked, instance=self.question.instance))
        elif kind == "progress":
            self._watch.progress(content)
        elif kind == "answer":
            self.answer = Answer(question=self.question, **content)
        else:
            self.error = content

    def dismiss(self) -> None:
        """Ask it to stop, and to say what it knows."""
        if not self.over:
            self.child.terminate()


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
    heard: list[Checked] = []
    lower: list[Number | None] = [None]

    def found(checked: Checked) -> None:
        heard.append(checked)
        watch.found(checked)

    def progress(told: Progress) -> None:
        lower[0] = told.lower
        watch.progress(told)

    apart = Apart(bounded, engine.name, replace(watch, found=found, progress=progress))
    try:
        over = _listen(apart, watch)
    finally:
        apart.child.end()
    if apart.error is not None:
        raise apart.error
    answer = apart.answer
    if answer is None:
        if over is None and limits.megabytes is None:
            raise PylabError(f"the process of {engine.name} died without an answer")
        ended, reason = (over.ended, str(over)) if over else (Ended.MEMORY, MEMORY)
        count = sum(not each.refutes for each in heard)
        answer = replace(
            nothing_known(question, engine.name, ended, reason),
            status=Status.FOUND if count else Status.UNKNOWN,
            count=count,
            at_least=lower[0],
        )
    if over is not None and not answer.settled:  # it was told to stop, and not why
        answer = replace(answer, ended=over.ended, reason=str(over))
    return replace(
        answer,
        question=question,
        checked=tuple(heard) if watch.keep else (),
        rejected=tuple(each for each in heard if each.rejected),
    )


def _listen(apart: Apart, watch: Watch) -> LimitReached | None:
    """Hear all that it says; when a limit is over it has a moment for its last words."""
    patience = watch.patience(apart.question)
    over: LimitReached | None = None
    deadline = float("inf")
    while not apart.over and time.monotonic() < deadline:
        if apart.child.poll(POLL_SECONDS):
            apart.hear()
        if over is None and (over := patience.over()):
            deadline = time.monotonic() + PARTING_SECONDS
            apart.dismiss()
    return over


def _work(question: Question, engine: str, pipe: Connection) -> None:
    """In the child: answer the question, and send what is found and known."""
    stop = threading.Event()
    signal.signal(signal.SIGTERM, lambda _number, _frame: stop.set())
    line = _Line(pipe)
    watch = Watch(
        found=line.found,
        progress=lambda progress: line.send("progress", progress),
        stop=stop,
        keep=False,
    )
    try:
        answer = engines.get(engine).ask(question, watch)
    except LimitReached as limit:
        answer = nothing_known(question, engine, limit.ended, str(limit))
    except PylabError as error:
        line.send("error", error)
        return
    except MemoryError:  # before or after the search, which reports it by itself
        unlimit_memory()
        answer = nothing_known(question, engine, Ended.MEMORY, MEMORY)
    left_out = ("question", "rejected")
    names = [each.name for each in fields(Answer) if each.name not in left_out]
    line.send("answer", {name: getattr(answer, name) for name in names})


class _Line:
    """What a child says; witnesses that come one upon the other go together, none waits long.

    The first one goes at once, and those that come while a moment lasts go at its end.
    """

    def __init__(self, pipe: Connection) -> None:
        self._pipe, self._lock = pipe, threading.Lock()
        self._held: list[Checked] = []
        self._sent = 0.0

    def found(self, checked: Checked) -> None:
        with self._lock:
            self._held.append(replace(checked, instance=None))
            if time.monotonic() - self._sent > _MOMENT or len(self._held) >= _MANY:
                self._flush()
            elif len(self._held) == 1:
                later = threading.Timer(_MOMENT, self._late)
                later.daemon = True
                try:
                    later.start()
                except RuntimeError:  # a memory limit leaves no room for its stack
                    self._flush()

    def send(self, kind: str, content: object) -> None:
        with self._lock:
            self._flush()
            self._pipe.send((kind, content))

    def _late(self) -> None:
        with self._lock, contextlib.suppress(OSError):  # nobody listens any more
            self._flush()

    def _flush(self) -> None:
        if self._held:
            held, self._held = self._held, []
            self._pipe.send(("witnesses", held))
            self._sent = time.monotonic()
