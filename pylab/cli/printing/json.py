"""One JSON object; its answers are written, a line each, as they come."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from pylab.answer import Answer, Checked, head, row
from pylab.cli.printing import text

if TYPE_CHECKING:
    from pylab.variants.explain import Explained


class Printer(text.Printer):
    """One JSON object; its answers are written, a line each, as they come."""

    def witness(self, checked: Checked) -> None:
        click.echo(",\n" if self.count else self._head(), nl=False)
        click.echo(json.dumps(row(self.question, checked)), nl=False)
        self.count += 1

    def finish(self, answer: Answer, explained: Explained | None = None) -> int:
        if not self.count:
            click.echo(self._head(), nl=False)
        tail = answer.tail()
        if explained is not None:
            from pylab.variants import wording

            tail["explanation"] = wording.data(explained)
        click.echo("\n],\n" + json.dumps(tail, indent=1)[2:])
        return self.code(answer)

    def _head(self) -> str:
        return json.dumps(head(self.question, self.name), indent=1)[:-2] + ',\n "answers": [\n'
