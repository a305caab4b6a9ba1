"""Explains answers, and why a puzzle has none, for notebooks."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pylab.analysis import syntax
from pylab.analysis.explain import PATIENCE, Explained, data, explained, lines
from pylab.analysis.why import AtomExplanation
from pylab.analysis.why import explained as why_of
from pylab.base import ranges
from pylab.base.errors import PylabError
from pylab.base.finding import Status
from pylab.base.words import counted
from pylab.core.options import noted, renamed
from pylab.core.puzzle import Puzzle, in_svg, seen
from pylab.core.question import Limits
from pylab.drawing.svg import Drawing, in_cell
from pylab.notebook.asking import solve
from pylab.notebook.solution import Solution


@dataclass(frozen=True, slots=True)
class Explanation:
    """The conflicting requirements, and the least change that resolves them; printed as lines.

    Attributes:
        solution: the solution without an answer.
        explained: `why` and `change`.
    """

    solution: Solution
    explained: Explained

    @property
    def reasons(self) -> tuple[str, ...]:
        """The conflicting requirements, in the puzzle's words; empty if they are not known."""
        return self.explained.why.words

    @property
    def rules(self) -> tuple[str, ...]:
        """The user's own rules among the conflicting ones, with their lines; empty if unknown."""
        found = self.explained.rules
        changes = found.changes if found else ()
        return tuple(line for change in changes for line in syntax.told(change))

    @property
    def changes(self) -> tuple[str, ...]:
        """The least change, in words; empty if unknown."""
        return self.explained.change.changes

    @property
    def changed(self) -> Puzzle | None:
        """The puzzle after the change; None if unknown."""
        change, puzzle = self.explained.change, self.solution.puzzle
        if change.instance is None:
            return None
        return Puzzle(puzzle.family, change.instance, f"{puzzle.name}, changed")

    def to_dict(self) -> dict[str, Any]:
        """The key `explanation` of the JSON of `pylab solve --explain`."""
        return data(self.explained)

    def __repr__(self) -> str:
        counts = f"{counted(len(self.reasons), 'reason')}, {counted(len(self.changes), 'change')}"
        return f"<Explanation of {self.solution.puzzle.name}: {counts}>"

    def __str__(self) -> str:
        return renamed("\n".join(lines(self.solution.answer, self.explained)) + "\n")

    @property
    def drawing(self) -> Drawing:
        """The puzzle, with what is in the way marked."""
        puzzle, obstacles = self.solution.puzzle, self.explained.why.obstacles
        return puzzle.family.draw(puzzle.instance, obstacles)

    def _seen(self) -> Drawing | str:
        return seen(lambda: self.drawing, self.__str__)

    def _repr_svg_(self) -> str | None:
        return in_svg(self._seen())

    def _repr_html_(self) -> str:
        return in_cell(self._seen())


@noted()
def explain(
    puzzle: Solution | Puzzle | str | Path,
    task: str | None = None,
    *,
    time_limit: float = PATIENCE,
    stop: threading.Event | None = None,
    **asked: Any,
) -> Explanation:
    """Explain why there is no answer: a minimal set of conflicting requirements, the least change.

    Args:
        puzzle: a solution without an answer; or what `solve` takes, which is solved first.
        task: as `solve` takes it.
        time_limit: in seconds, for solving, if necessary, and again for explaining.
        stop: ends the work when it is set.
        asked: the other arguments of `solve`.

    Raises:
        PylabError: if there is an answer, or it is unknown whether there is one; and as `solve`.
    """
    seconds = ranges.seconds("time_limit", time_limit)
    solution = _solved(puzzle, task, time_limit, stop, asked)
    answer = solution.answer
    if answer.status is not Status.NONE:
        found = "there is an answer" if answer.status is Status.FOUND else answer.reason
        raise PylabError(f"expected a puzzle without an answer to explain, found: {found}")
    limits = Limits(seconds=seconds)
    question = replace(answer.question, limits=limits, started=time.monotonic())
    return Explanation(solution, explained(replace(answer, question=question), stop))


@noted()
def why(
    puzzle: Solution | Puzzle | str | Path,
    atom: str,
    task: str | None = None,
    *,
    missing: bool = False,
    time_limit: float = PATIENCE,
    stop: threading.Event | None = None,
    **asked: Any,
) -> AtomExplanation:
    """Explain which rules derive an atom of an answer, or why an answer lacks it.

    Args:
        puzzle: a solution; or what `solve` takes, which is solved first.
        atom: a ground atom, as clingo writes it.
        task: as `solve` takes it.
        missing: ask why the atom is missing, and whether another answer has it.
        time_limit: in seconds, for solving, if necessary, and again for explaining.
        stop: ends the work when it is set.
        asked: the other arguments of `solve`.

    Raises:
        PylabError: if there is no answer, or the atom is none of the program's; and as `solve`.
    """
    seconds = ranges.seconds("time_limit", time_limit)
    if not isinstance(atom, str):
        raise PylabError(f"expected an atom as a text, such as 'at(3,2)', found {atom!r:.60}")
    solution = _solved(puzzle, task, time_limit, stop, asked)
    return why_of(solution.answer, atom, missing, seconds or PATIENCE, stop)


def _solved(
    puzzle: Solution | Puzzle | str | Path,
    task: str | None,
    time_limit: float,
    stop: threading.Event | None,
    asked: dict[str, Any],
) -> Solution:
    """The solution that is explained. Raises PylabError."""
    if not isinstance(puzzle, Solution):
        return solve(puzzle, task, time_limit=time_limit, stop=stop, **asked)
    if task is not None or asked:
        raise PylabError("expected no other arguments beside a solution")
    return puzzle
