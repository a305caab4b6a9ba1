"""Prints one JSON object, with a line for each answer as soon as it is found."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from pylab.cli.printing import text
from pylab.core.answer import Answer, Checked, row
from pylab.engines.report import head

if TYPE_CHECKING:
    from pylab.analysis.explain import Explained


class Printer(text.Printer):
    """Prints one JSON object, with a line for each answer as soon as it is found."""

    def witness(self, checked: Checked) -> None:
        before = ",\n" if self.count else self._head()
        click.echo(before + json.dumps(row(self.question, checked)), nl=False)
        self.count += 1

    def finish(self, answer: Answer, explained: Explained | None = None) -> int:
        if not self.count:
            click.echo(self._head(), nl=False)
        click.echo("\n],\n" + json.dumps(self._tail(answer, explained), indent=1)[2:])
        return self.code(answer)

    def _tail(self, answer: Answer, explained: Explained | None) -> dict[str, Any]:
        tail = answer.tail()
        if explained is not None:
            from pylab.analysis import explain

            tail["explanation"] = explain.data(explained)
        if self.why:
            tail["why"] = [e if isinstance(e, str) else e.to_dict() for e in self.why]
        return tail | dict(self.more)

    def _head(self) -> str:
        asked = json.dumps(head(self.question, self.puzzle.data), indent=1)
        return asked.removesuffix("\n}") + ',\n "answers": [\n'


class Counter(Printer):
    """Prints the same object without the answers."""

    def witness(self, checked: Checked) -> None:
        self.object_to(checked)

    def finish(self, answer: Answer, explained: Explained | None = None) -> int:
        told = head(self.question, self.puzzle.data) | self._tail(answer, explained)
        click.echo(json.dumps(told, indent=1))
        return self.code(answer)
