"""The ASP Competition's output and exit codes; prints only the last, best answer."""

from __future__ import annotations

import click

from pylab.base.finding import Status
from pylab.cli.exits import (
    COMPETITION_FOUND,
    COMPETITION_NONE,
    COMPETITION_OPTIMUM,
    COMPETITION_UNKNOWN,
    OWN_INVALID,
    complain,
)
from pylab.cli.printing import facts
from pylab.cli.printing.text import facts_of
from pylab.core.answer import Answer, Checked, conclusions


class Printer(facts.Printer):
    """The ASP Competition's output and exit codes; prints only the last, best answer."""

    best: Checked | None = None

    def witness(self, checked: Checked) -> None:
        self.best = checked

    def conclude(self, answer: Answer) -> None:
        if answer.invalid:
            complain(f"{answer.invalid_by} found an answer invalid; none is printed", OWN_INVALID)
        elif self.best is None or answer.status is Status.NONE:
            click.echo("INCONSISTENT" if answer.status is Status.NONE else "UNKNOWN")
        else:
            click.echo(f"ANSWER\n{facts_of(self.family, self.best.witness)}")
            if beside := self.beside(self.best.witness):
                self.say(beside.removeprefix("% "))
            self.objected(self.best)
            if answer.least or _proven(answer):
                costs = answer.costs or ((answer.cost, 1),)
                click.echo(f"COST {' '.join(f'{v}@{p}' for v, p in costs)}")
            if _proven(answer):
                click.echo("OPTIMUM")
            elif answer.least:  # the best with as few steps, which is weaker than OPTIMUM
                for line in conclusions(answer):
                    self.say(line)

    def code(self, answer: Answer) -> int:
        if answer.invalid:
            return OWN_INVALID
        if self.best is None or answer.status is Status.NONE:
            return COMPETITION_NONE if answer.status is Status.NONE else COMPETITION_UNKNOWN
        return COMPETITION_OPTIMUM if _proven(answer) else COMPETITION_FOUND


def _proven(answer: Answer) -> bool:
    """Whether no answer costs less than the printed one."""
    return answer.optimal and answer.cost is not None
