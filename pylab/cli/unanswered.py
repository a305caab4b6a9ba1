"""What `pylab solve` says where a limit leaves no room for an answer; solves nothing.

The memory may be used up to the last byte in the process that reads and searches. The one that
watches it prints the answer then, in the format that is asked for.
"""

from __future__ import annotations

import mmap
import struct
from typing import Any

from pylab.base.errors import Ended
from pylab.cli import printing
from pylab.core.answer import Answer, Checked
from pylab.core.options import Limits, Means
from pylab.core.puzzle import Puzzle, located
from pylab.core.question import Question

_COUNTS = struct.Struct("QQ")


class Unanswered:
    """The answer that a process would have given; what it printed by then is shared with it."""

    def __init__(self, file: str, family: str | None, task: str | None, form: str) -> None:
        self._file, self._family, self._task, self._form = file, family, task, form
        self._shared = mmap.mmap(-1, mmap.PAGESIZE)

    def found(self, checked: Checked) -> None:
        """A witness has been handed to the printer."""
        printed, count = _COUNTS.unpack_from(self._shared)
        _COUNTS.pack_into(self._shared, 0, printed + 1, count + (not checked.refutes))

    def finish(self, means: Means, limits: Limits, ended: Ended, reason: str) -> int:
        """Print what is known; the exit code. Raises PylabError where a file is no puzzle's."""
        from pylab.base.finding import Status
        from pylab.cli.asking import question
        from pylab.text.source import without_gz

        family = self._found_family()
        puzzle = Puzzle(family, None, without_gz(self._file))
        asked: Question = question(puzzle, self._task, means, limits)
        printer = printing.printer(self._form)(asked, puzzle.name)
        printer.count, count = _COUNTS.unpack_from(self._shared)
        status = Status.FOUND if count else Status.UNKNOWN
        engine = asked.means.engine or ("command" if asked.means.command else "clingo")
        return printer.finish(
            Answer(
                status=status, count=count, question=asked, engine=engine, ended=ended,
                reason=reason,
            )
        )  # fmt: skip

    def _found_family(self) -> Any:
        from pylab.family import registry
        from pylab.text.source import Source, read_source

        if self._family:
            return registry.get(self._family)
        path = located(self._file)
        text = read_source(path, most=registry.most_bytes(path, None)).text
        return registry.get(registry.route(Source(self._file.removesuffix(".gz"), text)))
