"""What `pylab solve` says where a limit leaves no room for an answer; solves nothing.

The memory may be used up to the last byte in the process that reads and searches. The one that
watches it prints the answer then, in the format that is asked for.
"""

from __future__ import annotations

import mmap
import struct
from collections.abc import Sequence
from typing import Any

from pylab.base.errors import Ended, LimitReached
from pylab.cli import printing
from pylab.core.answer import Answer, Checked
from pylab.core.puzzle import Puzzle, located
from pylab.core.question import Question

_COUNTS = struct.Struct("QQ")


class Unanswered:
    """The answer that a process would have given; what it printed by then is shared with it."""

    def __init__(
        self, files: Sequence[str], family: str | None, task: str | None, form: str
    ) -> None:
        self._files, self._family, self._task, self._form = files, family, task, form
        self._shared = mmap.mmap(-1, mmap.PAGESIZE)

    def found(self, checked: Checked) -> None:
        """A witness has been handed to the printer."""
        printed, count = _COUNTS.unpack_from(self._shared)
        _COUNTS.pack_into(self._shared, 0, printed + 1, count + (not checked.refutes))

    def finish(self, means: dict[str, Any], ended: Ended, reason: str) -> int:
        """Print what is known; the exit code. Raises PylabError where a file is no puzzle's."""
        from pylab.base.finding import Status
        from pylab.cli.asking import question
        from pylab.text.source import without_gz

        family, named = self._found_family()
        puzzle = Puzzle(family, None, " ".join(map(without_gz, self._files)))
        asked: Question = question(puzzle, family.task(self._task or named), dict(means))
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

    def _found_family(self) -> tuple[Any, str | None]:
        from pylab.family import registry
        from pylab.text.source import Source, read_source, without_gz

        if "-" in self._files and not self._family:  # it was read to its end already
            raise LimitReached("a limit was over before there was an answer")
        sources = []
        for file in self._files:
            path = located(file)
            text = read_source(path, most=registry.most_bytes(path, None)).text
            sources.append(Source(without_gz(file), text))
        if written := registry.program(sources, self._family):
            return written[0], written[2]
        return registry.get(self._family or registry.route(sources[0])), None
