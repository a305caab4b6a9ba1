"""Prints each answer as a line of facts; the rest goes to standard error."""

from __future__ import annotations

import click

from pylab.base.finding import Status
from pylab.cli.exits import OWN_INVALID, complain, remark
from pylab.cli.printing import text
from pylab.cli.printing.text import facts_of, objections
from pylab.core.answer import Answer, Checked, Consequences
from pylab.text.facts import EMPTY


class Printer(text.Printer):
    """Prints each answer as a line of facts; the rest goes to standard error."""

    def witness(self, checked: Checked) -> None:
        if self.question.means.consequences:
            return super().witness(checked)
        self.count += 1
        self.number()
        if checked.witness is not None:
            click.echo(facts_of(self.family, checked.witness) or EMPTY)
        self.objected(checked)

    def objected(self, checked: Checked) -> None:
        """Print what the checker objects to, or why it could not check the answer."""
        for line in objections(checked):
            complain(line, OWN_INVALID)

    def consequences(self, found: Consequences) -> None:
        click.echo(" ".join(f"{atom}." for atom in found.atoms) or EMPTY)
        self.say_unchecked()

    def say(self, line: str) -> None:
        remark(line)

    def conclude(self, answer: Answer) -> None:
        if answer.status is not Status.FOUND or not answer.settled:
            super().conclude(answer)
