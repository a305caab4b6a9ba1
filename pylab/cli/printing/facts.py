"""Prints each answer as a line of facts; the rest goes to standard error."""

from __future__ import annotations

from typing import Any

import click

from pylab.base.finding import Status
from pylab.cli.exits import OWN_INVALID, complain, remark
from pylab.cli.printing import text
from pylab.cli.printing.text import facts_of, objections
from pylab.core.answer import Answer, Checked, Consequences
from pylab.text.facts import BESIDE, EMPTY


class Printer(text.Printer):
    """Prints each answer as a line of facts; the rest goes to standard error."""

    unchecked = ""

    def witness(self, checked: Checked) -> None:
        if self.question.means.consequences:
            return super().witness(checked)
        self.count += 1
        self.number()
        if checked.witness is not None:
            facts, beside = facts_of(self.family, checked.witness), self.beside(checked.witness)
            click.echo(" ".join(filter(None, [facts, beside])) or EMPTY)
        self.objected(checked)

    def beside(self, witness: Any) -> str:
        """What is shown of a witness that can't be a fact, as a comment; empty if nothing is."""
        found = self.family.witness_format.beside(witness)
        return BESIDE + " ".join(map(str, found)) if found else ""

    def objected(self, checked: Checked) -> None:
        """Print what the checker objects to, or, once, why it could not check the answers."""
        for line in objections(checked):
            if not (checked.verdict.unchecked and line == self.unchecked):
                complain(line, OWN_INVALID)
            self.unchecked = line

    def consequences(self, found: Consequences) -> None:
        click.echo(" ".join(f"{atom}." for atom in found.atoms) or EMPTY)
        self.say_unchecked()

    def say(self, line: str) -> None:
        remark(line)

    def conclude(self, answer: Answer) -> None:
        if answer.status is not Status.FOUND or not answer.settled:
            super().conclude(answer)
