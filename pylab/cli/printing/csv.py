"""Prints a table with a line for each answer, if the family has CSV."""

from __future__ import annotations

import click

from pylab.base.errors import PylabError
from pylab.cli.exits import OWN_INVALID, complain
from pylab.cli.printing import facts
from pylab.cli.printing.text import objections
from pylab.core.answer import Checked
from pylab.core.puzzle import Puzzle
from pylab.core.question import Question


class Printer(facts.Printer):
    """Prints a table with a line for each answer, if the family has CSV."""

    def __init__(
        self, question: Question, puzzle: Puzzle, stats: bool = False, unfold: int | None = None
    ) -> None:
        super().__init__(question, puzzle, stats, unfold)
        if "csv" not in question.family.answer_exports:
            raise PylabError(f"{question.family.called} writes no CSV")

    def witness(self, checked: Checked) -> None:
        for line in objections(checked):
            complain(line, OWN_INVALID)
        self.count += 1
        if checked.witness is not None:
            row = self.question.family.answer_exports["csv"]
            click.echo(row(self.question.instance, checked.witness))
