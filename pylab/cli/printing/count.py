"""Prints only the number of checked answers; its definition goes to standard error."""

from __future__ import annotations

import click

from pylab.base.finding import Status
from pylab.cli.exits import remark
from pylab.cli.printing import facts, text
from pylab.core.answer import Answer, Checked, Consequences, counted, counted_invalid


class Printer(facts.Printer):
    """Prints only the number of checked answers; its definition goes to standard error."""

    def witness(self, checked: Checked) -> None:
        self.object_to(checked)

    def consequences(self, found: Consequences) -> None:
        pass

    def conclude(self, answer: Answer) -> None:
        if (found := answer.consequences) is not None:
            click.echo(len(found.atoms))
            return text.Printer.conclude(self, answer)
        if answer.status is not Status.UNKNOWN:
            click.echo(answer.count)
        if what := counted(answer):
            remark(f"counted: {what}")
        if wrong := counted_invalid(answer):
            remark(f"invalid: {wrong} of these {answer.count}")
        if not answer.complete:
            more = "there may be more" if answer.count else "nothing was found"
            remark(f"{more}{f' ({answer.reason})' if answer.reason else ''}")
