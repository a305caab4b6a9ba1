"""An answer with its puzzle, as notebooks show and tabulate it; solves nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pylab.base.errors import PylabError
from pylab.base.finding import Number, Status
from pylab.base.listing import Task
from pylab.core.answer import Answer, Checked, brief, conclusions, row
from pylab.core.puzzle import Puzzle
from pylab.drawing.svg import fitting


@dataclass(frozen=True, slots=True)
class Solution:
    """What became of a question put to a puzzle; printed as the witnesses in lines.

    Attributes:
        puzzle: as it was asked, under all options.
        answer: found, none or unknown, with its witnesses, cost, bounds and statistics.
    """

    puzzle: Puzzle
    answer: Answer

    @property
    def task(self) -> Task:
        """What was asked."""
        return self.answer.question.task

    @property
    def status(self) -> Status:
        """Found, none or unknown; a limit never turns into none."""
        return self.answer.status

    @property
    def cost(self) -> Number | None:
        """What the best witness costs, as the task counts it; None where nothing is counted."""
        return self.answer.cost

    @property
    def decision(self) -> str | None:
        """`yes` or `no` to a question of yes or no; None if it is not known, and for others."""
        return self.answer.decision

    @property
    def optimal(self) -> bool:
        """Whether it is proven that no witness costs less."""
        return self.answer.optimal

    @property
    def least(self) -> bool:
        """Whether it is proven that no witness of as many steps has lower `answer.costs`."""
        return self.answer.least

    @property
    def complete(self) -> bool:
        """Whether there are no other witnesses than these."""
        return self.answer.complete

    @property
    def count(self) -> int:
        """How many answers were found."""
        return self.answer.count

    @property
    def rejected(self) -> tuple[Checked, ...]:
        """What the checker rejects, with its verdict: none, or there is a bug, or other rules."""
        return self.answer.rejected

    @property
    def witnesses(self) -> tuple[Any, ...]:
        """All that were found, certificates too, but for those that the checker rejects."""
        return tuple(each.witness for each in self.answer.checked if not each.rejected)

    @property
    def witness(self) -> Any:
        """The last one, which is the best where one is better than another; None without."""
        return self.witnesses[-1] if self.witnesses else None

    @property
    def conclusions(self) -> tuple[str, ...]:
        """What is known beyond the witnesses, in words, and whose claim it is."""
        return tuple(conclusions(self.answer))

    @property
    def messages(self) -> tuple[str, ...]:
        """What the engine warns of, and remarks, as the command line prints on standard error."""
        return tuple(message.strip() for message in self.answer.messages)

    def to_dict(self) -> dict[str, Any]:
        """The same keys as the JSON of `pylab solve`; docs/json.md says what each means."""
        return self.answer.data(self.puzzle.data)

    def rows(self) -> list[dict[str, Any]]:
        """A flat dict for each witness, for a table: `pandas.DataFrame(solution.rows())`.

        Rejected ones have `valid` False and say why in `problems`. `cost` is None where it is not
        known of this witness: only the last one's is, and that of all if all are optimal.
        """
        answer = self.answer
        found = []
        for index, checked in enumerate(answer.checked, 1):
            last = index == len(answer.checked)
            told = row(answer.question, checked)
            found.append(
                {
                    "family": self.puzzle.family.name,
                    "instance": self.puzzle.name,
                    "task": self.task.name,
                    "number": index,
                    "facts": told["facts"],
                    "valid": told["valid"],
                    "summary": told["summary"],
                    "problems": "; ".join(map(str, checked.verdict.problems)),
                    "cost": answer.cost if last or answer.optimal or answer.least else None,
                    "optimal": answer.optimal,
                    "engine": answer.engine,
                }
            )
        return found

    def raise_rejected(self) -> None:
        """Raises PylabError if a witness is rejected, with the first one's problems."""
        if self.rejected:
            problems = "; ".join(map(str, self.rejected[0].verdict.problems))
            raise PylabError(f"{self.answer.refused_by} found an answer invalid: {problems}")

    def __repr__(self) -> str:
        return f"<Solution of {self.puzzle.name}, {self.task.name}: {brief(self.answer)}>"

    def __str__(self) -> str:
        return "".join(map(self.puzzle.family.show, self.witnesses))

    def _repr_svg_(self) -> str:
        return fitting(self.puzzle.family.draw(self.puzzle.instance, self.witness).render())
