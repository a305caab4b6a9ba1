"""Asks questions for notebooks and scripts: at once, or witness by witness."""

from __future__ import annotations

import contextlib
import queue
import threading
import time
from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any

from pylab import engines
from pylab.base.errors import PylabError
from pylab.base.finding import Progress
from pylab.base.limits import POLL_SECONDS
from pylab.core.answer import Answer, Checked, Watch, brief
from pylab.core.options import noted
from pylab.core.puzzle import Puzzle, load, source_of
from pylab.core.puzzle import program as written
from pylab.core.question import Question
from pylab.encoding.places import shown
from pylab.notebook import live
from pylab.notebook.arguments import asks, named
from pylab.notebook.solution import Solution
from pylab.notebook.texts import file_of
from pylab.text.source import Source


class Program(Puzzle):
    """A user's program with its instance, ready to solve."""

    __slots__ = ()

    def solve(self, task: str | None = None, **asked: Any) -> Solution:
        """Solve the program as `pylab.solve` does, with its arguments."""
        return solve(self, task, **asked)


@noted()
def program(*files: str | Path, family: str | None = None, **constants: object) -> Program:
    """A user's own program: files with rules and facts for clingo.

    Args:
        files: paths, texts or names of shipped puzzles; the first one with rules is the program.
        family: a folder of rules whose judge and pictures hold.
        constants: values for `#const`s, for instance `n=8`.

    Raises PylabError for files that can't be read, and for a family in Python. A file that is no
    program is an error when it is solved.
    """
    if not files:
        raise PylabError("expected a file or a text, found none")
    paths = [Path(file_of(each, "program")) for each in files]
    sources = [source_of(str(path), family or None) for path in paths]
    found = written(sources, family or None, alone=True)
    if found is None or found.family.as_written is None:
        raise PylabError(f"expected a folder of rules, found the family {family}")
    values = {name: str(value) for name, value in constants.items()}
    instance = found.instance.under(values)
    texts = any(str(path) != str(each) for path, each in zip(paths, files, strict=True))
    name = " ".join(map(shown, paths)) if texts else found.name
    return Program(found.family, instance, name, found.text, task=found.task)


OnProgress = Callable[[Progress], object]

WAITING = 100
"""The largest number of witnesses that wait to be taken; then the search waits."""


@asks
def solve(
    puzzle: Puzzle | str | Path,
    task: str | None = None,
    *,
    family: str | None = None,
    on_progress: OnProgress | None = None,
    stop: threading.Event | None = None,
    raise_invalid: bool = False,
    **asked: Any,
) -> Solution:
    """Answer a question about a puzzle; each answer is checked.

    Args:
        puzzle: a `Puzzle`, or what `load` takes: a path, a shipped name, a text.
        task: one of the family's tasks, by default its first one.
        family: as `load` takes it.
        OPTIONS
        on_progress: is called about twenty times a second with the search's progress; by default,
            a notebook shows it below the cell after two seconds.
        stop: ends the search when it is set, for instance by another thread.
        raise_invalid: whether an answer that the checker or a judge finds invalid is an error;
            otherwise it is in `solution.invalid`, and is no witness.
        options: the family's options, each by its name, for instance `goal="at b"`.

    Encodings, overlays and judges are paths, shipped names or texts. With a memory limit, the
    search runs in a process of its own, so that the limit doesn't affect this process.

    Raises:
        EncodingError: for encodings that can't be loaded or grounded, and for clingo's options
            that are refused.
        InstanceError: for a puzzle that can't be read, and options that don't fit it.
        PylabError: for unknown tasks, engines and options, and invalid values; for an invalid
            answer, if asked to.
        Fault: if code of a family or an engine fails; the cause is its exception.
    """
    with noted(), live.told(on_progress) as tell:
        loaded, question = _question(puzzle, family, task, asked)
        watch = Watch(progress=tell, stop=stop or threading.Event())
        solution = Solution(loaded, engines.ask(question, watch))
    solution = replace(solution, puzzle=replace(loaded, instance=solution.answer.instance))
    if raise_invalid:
        solution.raise_invalid()
    return solution


def _question(
    puzzle: Puzzle | str | Path, family: str | None, task: str | None, asked: Mapping[str, Any]
) -> tuple[Puzzle, Question]:
    """The puzzle, whose family may follow from the encoding, and the question about it."""
    loaded, arguments = load(puzzle, family), named(asked)
    if loaded.text and "encoding" in arguments:
        from pylab.analysis import asked as given_names  # takes a while to import

        given_names.refuse_programs([loaded.name], [arguments["encoding"]])
        owner = given_names.asking(loaded.family, arguments["encoding"])
        if owner and family is None:
            loaded = written([Source(loaded.name, loaded.text)], owner) or loaded
    return loaded, Question.of(loaded, task, **arguments)


@asks
def witnesses(
    puzzle: Puzzle | str | Path,
    task: str | None = None,
    *,
    family: str | None = None,
    on_progress: OnProgress | None = None,
    stop: threading.Event | None = None,
    raise_invalid: bool = False,
    **asked: Any,
) -> Witnesses:
    """Ask as `solve` does, but return an iterator of witnesses, each as soon as it is checked.

    The search begins when the first witness is taken, and pauses while many are not taken. It ends
    with the last one, or when the iterator is closed or deleted. `on_progress` is called in the
    thread that takes the witnesses, while it waits for one.

    Args and errors are those of `solve`. Errors in the question are raised at once; with
    `raise_invalid`, an invalid answer raises its error when it would be taken.

    Returns:
        An iterator of `Checked` (`.witness`, `.verdict`, `.instance`), including invalid ones.
        Its `answer` is None until it is exhausted.
    """
    with noted():
        _, question = _question(puzzle, family, task, asked)
        engines.choose(question)
    return Witnesses(question, _quiet(on_progress), stop, raise_invalid)


class Witnesses(Iterator[Checked]):
    """An iterator of witnesses while they are searched; see `pylab.witnesses`.

    Attributes:
        answer: the answer without its witnesses; None until all of them have been taken.
    """

    def __init__(
        self,
        question: Question,
        on_progress: OnProgress,
        stop: threading.Event | None,
        raise_invalid: bool = False,
    ) -> None:
        self.question = question
        self._raise_invalid = raise_invalid
        self.answer: Answer | None = None
        self._stream = _stream(question, on_progress, _Either(stop))

    def __next__(self) -> Checked:
        try:
            checked = next(self._stream)
        except StopIteration as end:
            self.answer = self.answer or end.value
            raise
        if self._raise_invalid and checked.invalid:
            self.close()
            raise checked.error
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
        return f"<Witnesses of {self.question.family.called} {self.question.task.name}: {end}>"


class _Either(threading.Event):
    """An event that is set when it is set itself, or another one is."""

    def __init__(self, other: threading.Event | None) -> None:
        super().__init__()
        self._other = other

    def is_set(self) -> bool:
        return super().is_set() or (self._other is not None and self._other.is_set())


def _stream(
    question: Question, on_progress: OnProgress, stop: _Either
) -> Generator[Checked, None, Answer]:
    """Ask in another thread, yield its witnesses, and return its answer."""
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
        except BaseException as error:  # raised again in the thread that takes the witnesses
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
