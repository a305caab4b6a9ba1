"""Prints answers for people and `pylab validate`; the base of the other formats."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from pylab.base.errors import PylabError
from pylab.base.finding import Status
from pylab.cli.exits import FOUND, INTERRUPTED, NONE, OWN_INVALID, UNDECIDED, complain, remark
from pylab.cli.streams import folded, width
from pylab.core.answer import Answer, Checked, Consequences, accepted, conclusions
from pylab.core.puzzle import Puzzle
from pylab.core.question import Question
from pylab.family.table import Family

if TYPE_CHECKING:
    from pylab.analysis.explain import Explained
    from pylab.analysis.why import AtomExplanation


class Printer:
    """Prints for people and `pylab validate`: lines that are no witness are comments.

    Attributes:
        puzzle: the puzzle of the question.
        stats: whether to print statistics of the search.
        unfold: how many steps to print of a witness that doesn't list all; None: its own form.
        more: additional keys for JSON.
        plain: whether a witness's text stands for itself; then comments go to standard error.
        why: the explanations that --why and --why-not ask for.
    """

    _unchecked = ""

    def __init__(
        self, question: Question, puzzle: Puzzle, stats: bool = False, unfold: int | None = None
    ) -> None:
        self.question, self.family, self.task = question, question.family, question.task
        self.puzzle, self.stats, self.unfold = puzzle, stats, unfold
        self.count = 0
        self.plain = self.explained = False
        self.more: Mapping[str, Any] = {}
        self.why: Sequence[AtomExplanation | str] = ()
        if unfold is not None and self.family.unfold is None:
            raise PylabError(f"{self.family.called} has nothing to unfold")

    def witness(self, checked: Checked) -> None:
        self.count += 1
        if self.question.means.consequences:  # they are printed at the end
            for line in objections(checked):
                if checked.verdict.unchecked:
                    self._unchecked = line
                else:
                    self.say(line)
            return
        found = checked.witness
        self.plain = found is not None and self.family.witness_format.plain(found) is not None
        self.number()
        if found is not None and self.unfold is not None and self.family.unfold is not None:
            text = self.family.unfold(checked.instance, found, self.unfold)
            print(text, end="", flush=True)
            if self.unfold and text == self.family.show(found):
                self.unfold = None
                remark("--unfold has no effect: it adds nothing to this answer")
        elif found is not None:
            text = self.family.show(found)
            if not self.plain and width() is not None:
                text = _COMMENT.sub(lambda line: folded(line[0], 3, "%"), text)
            print(text, end="", flush=self.plain)
        if checked.verdict.valid:
            self.say(accepted(self.family, checked.verdict))
        for line in objections(checked):
            self.say(line)
        if found is None or self.explained:
            return
        if notation := self.family.witness_format.notation(found):
            self.explained = True
            self.say(notation)

    def number(self) -> None:
        """Print the answer's number, unless only one was asked for."""
        if self.task.models != 1 or self.question.wanted != 1 or self.count > 1:
            print(f"% answer {self.count}", file=sys.stderr if self.plain else sys.stdout)

    def finish(self, answer: Answer, explained: Explained | None = None) -> int:
        """Print the conclusions, statistics and explanation, and return the exit code."""
        if self.unfold and not self.count:
            remark("--unfold has no effect: there is no answer")
        if answer.consequences is not None:
            self.consequences(answer.consequences)
        self.conclude(answer)
        if self.stats:
            none = f"no statistics: {answer.engine} keeps none for this search"
            for line in _statistics(answer.statistics) if answer.statistics else [none]:
                self.say(line)
        if explained is not None:
            from pylab.analysis import explain

            for line in explain.lines(answer, explained):
                self.say(line)
        for each in self.why:
            from pylab.analysis import why

            for line in [each] if isinstance(each, str) else why.lines(each):
                self.say(line)
        return self.code(answer)

    def consequences(self, found: Consequences) -> None:
        """Print the atoms that are in some or in every answer; those of a step on one line."""
        stepped = {atom for atoms in found.by_step.values() for atom in atoms}
        for atom in found.atoms:
            if atom not in stepped:
                click.echo(f"{atom}.")
        for step, atoms in found.by_step.items():
            click.echo(f"{' '.join(f'{atom}.' for atom in atoms)}  % step {step}")
        self.say_unchecked()

    def say_unchecked(self) -> None:
        """Print why the answers behind consequences were not checked, if so."""
        if self._unchecked:
            self.say(self._unchecked)

    def conclude(self, answer: Answer) -> None:
        """Print the conclusions beyond the witnesses."""
        for line in conclusions(answer):
            self.say(line)

    def say(self, line: str) -> None:
        """Print a line that is no witness."""
        stream = sys.stderr if self.plain else sys.stdout
        print(folded(f"% {line}".rstrip(), 3, "%", stream), file=stream, flush=True)

    def object_to(self, checked: Checked) -> None:
        """Report the checker's objections to a witness that is not printed."""
        for line in objections(checked):
            if not (checked.verdict.unchecked and line == self._unchecked):  # the same for all
                complain(line, OWN_INVALID)
            self._unchecked = line

    def code(self, answer: Answer) -> int:
        """The exit code."""
        if answer.invalid:
            return OWN_INVALID
        if not answer.settled:
            return INTERRUPTED if answer.interrupted else UNDECIDED
        return {Status.FOUND: FOUND, Status.NONE: NONE, Status.UNKNOWN: UNDECIDED}[answer.status]


_COMMENT = re.compile("^%.*", re.MULTILINE)


def objections(checked: Checked) -> Iterator[str]:
    """The checker's objections to a witness, in lines."""
    word = "not checked" if checked.verdict.unchecked else "INVALID"
    for problem in checked.verdict.problems:
        yield f"{word}: {problem}"


def _statistics(figures: Mapping[str, Any]) -> Iterator[str]:
    """Figures in lines: those of several engines with their names, rows of figures as a table."""
    for name, value in figures.items():
        if isinstance(value, Mapping):
            yield from (f"{name}: {line}" for line in _statistics(value))
        elif isinstance(value, list) and value:
            from pylab.bench.tables import NOTHING, TextTable

            heads = tuple(dict.fromkeys(head for row in value for head in row))
            rows = (tuple(_figure(row.get(head, NOTHING)) for head in heads) for row in value)
            table = TextTable(f"{name}:", heads, tuple(rows))
            yield from table.text((width() or 1000) - len("% native: ")).splitlines()
        else:
            unit = " s" if name in ("grounding", "solving") else ""
            yield f"{name}: {_figure(value)}{unit}"


def _figure(value: object) -> str:
    return f"{value:.3f}" if isinstance(value, float) else str(value)


def facts_of(family: Family[Any, Any], witness: Any) -> str:
    """A witness's facts on one line."""
    return " ".join(map(str, family.encode(witness)))
