"""What `pylab solve` says where a limit leaves no room for an answer; solves nothing.

The memory may be used up to the last byte in the process that reads and searches. The one that
watches it prints the answer then, in the format that is asked for.
"""

from __future__ import annotations

import mmap
import struct
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pylab.base.errors import Ended, LimitReached
from pylab.base.finding import Status
from pylab.cli import printing
from pylab.core.answer import Answer, Checked
from pylab.core.options import Limits, Means
from pylab.core.puzzle import Puzzle, located
from pylab.core.question import Question

_COUNTS = struct.Struct("QQ")


class Unanswered:
    """The answer that a process would have given; what it printed by then is shared with it."""

    def __init__(self, form: str, posed: Callable[[], tuple[Question, Puzzle]]) -> None:
        self._form, self._posed = form, posed
        self._shared = mmap.mmap(-1, mmap.PAGESIZE)

    def found(self, checked: Checked) -> None:
        """A witness has been handed to the printer."""
        printed, count = _COUNTS.unpack_from(self._shared)
        _COUNTS.pack_into(self._shared, 0, printed + 1, count + (not checked.refutes))

    def finish(self, ended: Ended, reason: str, more: Mapping[str, Any] | None = None) -> int:
        """Print what is known, and more in JSON; the exit code.

        Raises PylabError where a file is no puzzle's.
        """
        asked, puzzle = self._posed()
        printer = printing.printer(self._form)(asked, puzzle)
        printer.more = more or {}
        printer.count, _ = _COUNTS.unpack_from(self._shared)
        return printer.finish(self.answer(asked, ended, reason))

    def answer(self, asked: Question, ended: Ended, reason: str) -> Answer:
        """What is known."""
        _, count = _COUNTS.unpack_from(self._shared)
        return Answer(
            status=Status.FOUND if count else Status.UNKNOWN,
            count=count,
            question=asked,
            engine=asked.means.engine or ("command" if asked.means.command else "clingo"),
            ended=ended,
            reason=reason,
        )


def unread(
    files: Sequence[str], family: str | None, task: str | None, means: Means, limits: Limits
) -> tuple[Question, Puzzle]:
    """What a command asks of a puzzle that isn't read. Raises PylabError if it is no puzzle's."""
    from pylab.cli.asking import question
    from pylab.family import registry
    from pylab.text.source import Source, read_source, without_gz

    if "-" in files and not family:  # it was read to its end already
        raise LimitReached("a limit was over before there was an answer")
    sources = []
    for file in files if not family or registry.get(family).as_written else ():
        path = located(file)
        text = read_source(path, most=registry.most_bytes(path, None)).text
        sources.append(Source(without_gz(file), text))
    name = " ".join(map(without_gz, files))
    if sources and (written := registry.program(sources, family)):
        puzzle = Puzzle(written[0], None, name, task=written[2])
    else:
        puzzle = Puzzle(registry.get(family or registry.route(sources[0])), None, name)
    return question(puzzle, task, means, limits), puzzle
