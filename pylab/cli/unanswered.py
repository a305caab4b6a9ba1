"""The output of `pylab solve` when a limit leaves no answer; solves nothing.

If the process that reads and searches runs out of memory, its parent prints the answer, in the
requested format.
"""

from __future__ import annotations

import mmap
import struct
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pylab import engines
from pylab.base.errors import Ended, LimitReached
from pylab.base.finding import Status
from pylab.cli import printing
from pylab.core.answer import Answer, Checked, nothing_known
from pylab.core.options import Limits, Means
from pylab.core.puzzle import Puzzle, source_of
from pylab.core.question import Question

_COUNTS = struct.Struct("QQ")


class Unanswered:
    """The answer for a process that gave none; shares the number of printed witnesses with it."""

    def __init__(
        self,
        form: str,
        posed: Callable[[], tuple[Question, Puzzle]],
        more: Callable[[Answer], Mapping[str, Any]] = lambda _: {},
    ) -> None:
        """`more` gives additional keys for JSON."""
        self._form, self._posed, self._more = form, posed, more
        self._shared = mmap.mmap(-1, mmap.PAGESIZE)

    def found(self, checked: Checked) -> None:
        """Record that a witness was printed."""
        printed, count = _COUNTS.unpack_from(self._shared)
        _COUNTS.pack_into(self._shared, 0, printed + 1, count + (not checked.refutes))

    def finish(self, ended: Ended, reason: str) -> int:
        """Print what is known, and return the exit code. Raises PylabError without a puzzle."""
        asked, puzzle = self._posed()
        printer = printing.printer(self._form)(asked, puzzle)
        printer.count, count = _COUNTS.unpack_from(self._shared)
        engine = (engines.named(asked.means) or engines.get("clingo")).name
        answer = nothing_known(asked, engine, ended, reason)
        answer = replace(answer, count=count, status=Status.FOUND) if count else answer
        printer.more = self._more(answer)
        return printer.finish(answer)


def unread(
    files: Sequence[str], family: str | None, task: str | None, means: Means, limits: Limits
) -> tuple[Question, Puzzle]:
    """A command's question about a puzzle that isn't read. Raises PylabError if it is no puzzle."""
    from pylab.cli.asking import question
    from pylab.family import registry
    from pylab.text.source import without_gz

    if "-" in files and not family:  # standard input has been read already
        raise LimitReached("a limit was reached before there was an answer")
    known = family and not registry.get(family).as_written
    sources = [] if known else [source_of(file, None) for file in files]
    name = " ".join(map(without_gz, files))
    if sources and (written := registry.program(sources, family)):
        puzzle = Puzzle(written[0], None, name, task=written[2])
    else:
        puzzle = Puzzle(registry.get(family or registry.route(sources[0])), None, name)
    return question(puzzle, task, means, limits), puzzle
