"""An answer with its puzzle, for notebooks to show and tabulate; solves nothing."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from html import escape
from pathlib import Path
from typing import Any

from pylab.base.errors import LimitReached
from pylab.base.finding import Number, Status
from pylab.base.listing import Task
from pylab.base.verdict import Verdict
from pylab.base.words import counted
from pylab.core.answer import Answer, Checked, brief, conclusions, cost_text, row
from pylab.core.options import renamed
from pylab.core.puzzle import Puzzle, in_svg, seen
from pylab.drawing.palette import INK, MATERIALS, WARN, adaptable
from pylab.drawing.svg import Drawing, in_cell
from pylab.engines import report

MOST_PLAYED = 20
"""The most answers of a solution that a notebook plays below it."""


@dataclass(frozen=True, slots=True)
class Solution:
    """The answer to a question about a puzzle; printed as its witnesses.

    Attributes:
        puzzle: the puzzle under all options.
        answer: found, none or unknown, with its witnesses, cost, bounds and statistics.
    """

    puzzle: Puzzle
    answer: Answer

    @property
    def task(self) -> Task:
        """The task of the question."""
        return self.answer.question.task

    @property
    def status(self) -> Status:
        """Found, none or unknown; a limit never results in none."""
        return self.answer.status

    @property
    def cost(self) -> Number | None:
        """The cost of the best witness, as the task counts it; None if the task counts nothing.

        Where several priorities are minimised, that of the first; `answer.costs` has all.
        """
        return self.answer.cost

    @property
    def decision(self) -> str | None:
        """`yes` or `no` for a question of yes or no; None if unknown, and for other questions."""
        return self.answer.decision

    @property
    def optimal(self) -> bool:
        """Whether it is proven that no witness costs less."""
        return self.answer.optimal

    @property
    def least(self) -> bool:
        """Whether it is proven that no witness with as many steps has lower `answer.costs`."""
        return self.answer.least

    @property
    def complete(self) -> bool:
        """Whether these are all witnesses."""
        return self.answer.complete

    @property
    def count(self) -> int:
        """The number of answers found."""
        return self.answer.count

    @property
    def invalid(self) -> tuple[Checked, ...]:
        """The answers that the checker or a judge rejects, with verdicts."""
        return self.answer.invalid

    @property
    def witnesses(self) -> tuple[Any, ...]:
        """All witnesses, certificates too, except invalid ones."""
        return tuple(each.witness for each in self.answer.checked if not each.invalid)

    @property
    def witness(self) -> Any:
        """The last witness, which is the best if the task optimizes; None if there is none."""
        return self.witnesses[-1] if self.witnesses else None

    @property
    def conclusions(self) -> tuple[str, ...]:
        """The conclusions beyond the witnesses, in words, and who claims them."""
        return tuple(map(renamed, conclusions(self.answer)))

    @property
    def messages(self) -> tuple[str, ...]:
        """The engine's warnings, and remarks; the command line prints them on standard error."""
        return tuple(renamed(message.strip()) for message in self.answer.messages)

    def to_dict(self) -> dict[str, Any]:
        """The JSON of `pylab solve`; docs/maintainers/json.md says where the keys are described."""
        return report.data(self.answer, self.puzzle.data)

    def rows(self) -> list[dict[str, Any]]:
        """A flat dict for each witness, as rows of a table: `pandas.DataFrame(solution.rows())`.

        For an invalid witness, `valid` is False, and `problems` says why. `cost` is None if it is
        not known for this witness: it is known for the last one, and for all if all are optimal.
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

    def raise_invalid(self) -> None:
        """Raises PylabError if a witness is invalid, with the first one's problems."""
        if self.invalid:
            raise self.invalid[0].error

    def __repr__(self) -> str:
        return f"<Solution of {self.puzzle.name}, {self.task.name}: {brief(self.answer)}>"

    def __str__(self) -> str:
        return "".join(map(self.puzzle.family.show, self.witnesses))

    @property
    def drawing(self) -> Drawing:
        """The puzzle with the last witness; of consequences, what all and some answers have.

        For brave consequences, clingo is asked for the cautious ones, too; if the time limit ends
        that, or the consequences are those of named predicates, the last witness is drawn.
        """
        collected = self.answer.consequences
        if collected and not collected.on:
            from pylab.analysis import alternatives

            with suppress(LimitReached):
                return alternatives.drawn(self.answer)
        return self.puzzle.family.draw(self.puzzle.instance, self.witness)

    def _seen(self) -> Drawing | str:
        family, instance = self.puzzle.family, self.puzzle.instance
        return seen(lambda: self.drawing, lambda: family.picture(instance, self.witness))

    def _repr_svg_(self) -> str | None:
        return in_svg(self._seen())

    def _repr_html_(self) -> str:
        """The answer in brief, its picture, what is known of it, its steps, and a page to play."""
        from pylab.notebook.showing import watch

        answer = self.answer
        no = answer.status is Status.NONE or answer.decision == "no"
        mark = "✗" if no or answer.invalid else "✓" if answer.status is Status.FOUND else "?"
        head = f"{Path(self.puzzle.name).name}, {self.task.name}: {_outcome(answer)}"
        last = answer.checked[-1] if answer.checked else None
        proof = "the proof is " if last and last.refutes else ""
        told = [proof + judged(last.verdict)] if last is not None else []
        told += [*self.conclusions, *self.messages]
        picture = self._seen()
        parts = [
            marked(mark, head),
            in_cell(picture),
            *(f"<p>{escape(line)}</p>" for line in told),
        ]
        if self.witnesses:
            shown = escape(self.puzzle.family.show(self.witness))
            parts.append(
                f"<details><summary>the answer as facts</summary><pre>{shown}</pre></details>"
            )
        played = not isinstance(picture, str) and self.puzzle.family.script is not None
        if played and len(self.witnesses) <= MOST_PLAYED:
            player = watch(self)._repr_html_()
            parts.append(f"<details><summary>play</summary>{player}</details>")
        return f'<div class="pylab-cell pylab-solution">{"".join(parts)}</div>'


def marked(mark: str, words: str) -> str:
    """A line of a cell; it looks like yes with the mark ✓, and like no with ✗."""
    colour = {"✓": MATERIALS["green"][0], "✗": WARN}.get(mark, INK)
    style = f"color: {adaptable(colour)}"
    return f'<p style="{style}"><strong>{mark} {escape(words)}</strong></p>'


def judged(verdict: Verdict) -> str:
    """A verdict in a line."""
    word = "valid" if verdict.valid else "not checked" if verdict.unchecked else "INVALID"
    told = "; ".join(map(str, verdict.problems)) or verdict.summary
    return replace(verdict, summary=told).told(word)


def _outcome(answer: Answer) -> str:
    """What was found, in words for a reader who knows no solver."""
    if answer.invalid:
        return f"{len(answer.invalid)} of {counted(answer.count, 'answer')} INVALID"
    found = answer.status is Status.FOUND
    none = {Status.NONE: "no answer", Status.UNKNOWN: "not known"}
    parts = [answer.decision or none.get(answer.status) or counted(answer.count, "answer")]
    if answer.cost is not None:
        parts.append(cost_text(answer))
    if found and answer.optimal:
        parts.append("none is better")
    if answer.claims and all(answer.proof(claim).certified for claim in answer.claims):
        parts.append("proven")
    return ", ".join(filter(None, [*parts, answer.reason]))
