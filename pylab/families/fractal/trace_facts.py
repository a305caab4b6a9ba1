"""What the checker's replay saw, as facts for a user's judge."""

from __future__ import annotations

from collections.abc import Iterator

import clingo

from pylab.base.listing import signatures
from pylab.families.fractal.check.rules import Rules
from pylab.families.fractal.check.runs import move
from pylab.families.fractal.model import Instance, Labyrinth, Run, Witness
from pylab.text.facts import Fact, fact

TRACE = signatures("at/2 height/2 box/3 moved/2")
"""The predicates of what `trace_facts` gives."""


def trace_facts(instance: Instance, witness: Witness) -> list[Fact]:
    """A run, configuration by configuration; nothing of other answers.

    at(P, T): after T moves the walker is at the location P. height(H, T): within H boxes. box(I, X,
    T): the I-th of them is X, the outermost the first. moved(K, T): move T is a K = walk, enter,
    leave of the labyrinth's; there is none if it can't be made.
    """
    return list(_seen(instance, witness)) if isinstance(witness, Run) else []


def _seen(instance: Instance, run: Run) -> Iterator[Fact]:
    for time, here in enumerate(run.configurations):
        yield fact("at", clingo.String(here.location), time)
        yield fact("height", len(here.stack), time)
        for number, box in enumerate(here.stack, 1):
            yield fact("box", number, clingo.String(box), time)
    if isinstance(instance, Labyrinth):
        rules = Rules(instance)
        pairs = zip(run.configurations, run.configurations[1:], strict=False)
        for time, (before, after) in enumerate(pairs, 1):
            made = move(rules, before, after)
            if made is not None:
                yield fact("moved", made, time)
