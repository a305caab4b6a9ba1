"""Questions from notebooks and scripts: solved at once, or witness by witness."""

from __future__ import annotations

import contextlib
import queue
import threading
import time
from collections.abc import Callable, Generator, Iterator
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any

from pylab import engines
from pylab.base.errors import PylabError
from pylab.base.faults import noted
from pylab.base.finding import Progress
from pylab.base.limits import POLL_SECONDS
from pylab.core.answer import Answer, Checked, Watch, brief
from pylab.core.puzzle import Puzzle, load
from pylab.core.puzzle import program as written
from pylab.core.question import Question
from pylab.notebook.arguments import asks, named
from pylab.notebook.solution import Solution
from pylab.notebook.texts import file_of
from pylab.text.source import Source, read_source


class Program(Puzzle):
    """A program of one's own with its instance, which can be solved at once."""

    __slots__ = ()

    def solve(self, task: str | None = None, **asked: Any) -> Solution:
        """What `pylab.solve` finds; the arguments are its own."""
        return solve(self, task, **asked)


@noted()
def program(*files: str | Path, family: str | None = None, **constants: object) -> Program:
    """A program of one's own: files with rules and facts as clingo takes them.

    Args:
        files: paths or texts; the first one with rules is the program.
        family: a folder of rules whose judge and pictures hold.
        constants: values for `#const`s, for instance `n=8`.

    Raises PylabError for files that can't be read, or are a puzzle of a Python family.
    """
    paths = [Path(file_of(each, "program")) for each in files]
    sources = [Source(str(path), read_source(str(path)).text) for path in paths]
    found = written(sources, family or None, alone=True)
    if found is None or found.family.as_written is None:
        raise PylabError(f"expected a folder of rules, found the family {family}")
    values = {name: str(value) for name, value in constants.items()}
    instance = found.family.as_written.under(found.instance, values)
    return Program(found.family, instance, found.name, found.text, task=found.task)


OnProgress = Callable[[Progress], object]

WAITING = 100
"""So many witnesses wait for whoever takes them; then the search waits."""


@asks
def solve(
    puzzle: Puzzle | str | Path,
    task: str | None = None,
    *,
    family: str | None = None,
    on_progress: OnProgress | None = None,
    stop: threading.Event | None = None,
    raise_rejected: bool = False,
    **asked: Any,
) -> Solution:
    """Put a question to a puzzle, and have each answer checked.

    Args:
        puzzle: as `load` gives it, or what `load` takes: a path, a shipped name, a text.
        task: one of the family's tasks, by default its first one.
        family: as `load` takes it.
        OPTIONS
        on_progress: is called some twenty times a second with how far the search is.
        stop: set from anywhere, another thread for instance, to end the search.
        raise_rejected: whether an answer that the checker rejects is an error; else it is data,
            `solution.rejected`, and no witness.
        options: the family's own, for instance `goal="at b"`.

    Encodings, overlays and judges are paths, shipped names or texts. Where memory is limited, the
    search works in a process of its own, so that this one is not bound.

    Raises:
        EncodingError: for encodings that can't be loaded or grounded, and for clingo's options.
        InstanceError: for a puzzle that can't be read, and options that don't fit it.
        PylabError: for unknown tasks, engines and options, and for values that the command line
            refuses, too; for a rejected answer, if asked to.
        Fault: if code of a family or an engine fails; the cause is its exception.
    """
    loaded = load(puzzle, family)
    question = Question.of(loaded, task, **named(asked))
    watch = Watch(progress=_quiet(on_progress), stop=stop or threading.Event())
    with noted():
        solution = Solution(loaded, engines.ask(question, watch))
    solution = replace(solution, puzzle=replace(loaded, instance=solution.answer.instance))
    if raise_rejected:
        solution.raise_rejected()
    return solution


@asks
def witnesses(
    puzzle: Puzzle | str | Path,
    task: str | None = None,
    *,
    family: str | None = None,
    on_progress: OnProgress | None = None,
    stop: threading.Event | None = None,
    raise_rejected: bool = False,
    **asked: Any,
) -> Witnesses:
    """The same question as to `solve`, but each witness comes as it is found, checked.

    The search begins with the first one that is taken, waits when many are not, and ends with the
    last one, when the iterator is closed, or when nobody has it any more. `on_progress` is called
    in the thread that takes the witnesses, while it waits for one.

    Args and errors are those of `solve`; what is wrong with the question is raised at once, and a
    rejected answer where it would be taken, if asked to.

    Returns:
        An iterator of `Checked`: `.witness`, `.verdict`, `.instance`, rejected ones too. Its
        `answer` is None until there are no more.
    """
    question = Question.of(load(puzzle, family), task, **named(asked))
    engines.choose(question)
    return Witnesses(question, _quiet(on_progress), stop, raise_rejected)


class Witnesses(Iterator[Checked]):
    """Witnesses on their way; see `pylab.witnesses`.

    Attributes:
        question: what was asked.
        answer: how the search ended, without witnesses; None until it has.
    """

    def __init__(
        self,
        question: Question,
        on_progress: OnProgress,
        stop: threading.Event | None,
        raise_rejected: bool = False,
    ) -> None:
        self.question = question
        self._raise_rejected = raise_rejected
        self.answer: Answer | None = None
        self._stream = _stream(question, on_progress, _Either(stop))

    def __next__(self) -> Checked:
        try:
            checked = next(self._stream)
        except StopIteration as end:
            self.answer = self.answer or end.value
            raise
        if self._raise_rejected and checked.rejected:
            self.close()
            problems = "; ".join(map(str, checked.verdict.problems))
            raise PylabError(f"{checked.verdict.refused_by} refuted an answer: {problems}")
        return checked

    def close(self) -> None:
        """End the search."""
        self._stream.close()

    def __enter__(self) -> Witnesses:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        end = "not at the end" if self.answer is None else brief(self.answer)
        return f"<Witnesses of {self.question.family.name} {self.question.task.name}: {end}>"


class _Either(threading.Event):
    """Set when it is set itself, or another one is."""

    def __init__(self, other: threading.Event | None) -> None:
        super().__init__()
        self._other = other

    def is_set(self) -> bool:
        return super().is_set() or (self._other is not None and self._other.is_set())


def _stream(
    question: Question, on_progress: OnProgress, stop: _Either
) -> Generator[Checked, None, Answer]:
    """Ask in another thread, and yield what it finds; return its answer."""
    question = replace(question, started=time.monotonic())
    heard: queue.Queue[Checked | Progress | Answer | BaseException] = queue.Queue(WAITING)

    def put(item: Checked | Answer | BaseException) -> None:
        while not closed.is_set():
            with contextlib.suppress(queue.Full):
                return heard.put(item, timeout=POLL_SECONDS)

    def progress(told: Progress) -> None:
        with contextlib.suppress(queue.Full):
            heard.put_nowait(told)

    def work() -> None:
        try:
            watch = Watch(found=put, progress=progress, stop=stop, keep=False)
            with noted():
                answer = engines.ask(question, watch)
            put(answer)
        except BaseException as error:  # whoever takes the witnesses gets it
            put(error)

    closed = threading.Event()
    thread = threading.Thread(target=work, name="witnesses", daemon=True)
    thread.start()
    try:
        while True:
            item = heard.get()
            if isinstance(item, Checked):
                yield item
            elif isinstance(item, Progress):
                on_progress(item)
            elif isinstance(item, Answer):
                return item
            else:
                raise item
    finally:
        closed.set()
        stop.set()
        if thread is not threading.current_thread():
            thread.join(1.0)


def _quiet(on_progress: OnProgress | None) -> Callable[[Progress], None]:
    def tell(progress: Progress) -> None:
        if on_progress is not None:
            on_progress(progress)

    return tell
