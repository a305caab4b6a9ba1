"""Whether a configuration wins: the search's word, and the checker's on it."""

from __future__ import annotations

from dataclasses import replace

from pylab.errors import InstanceError
from pylab.families.fractal import check
from pylab.families.fractal.model import (
    Closed,
    Configuration,
    Instance,
    Labyrinth,
    Pushdown,
    behind,
    box_of,
)
from pylab.families.fractal.prestar import derive, saturate
from pylab.families.fractal.winning import wins
from pylab.verdict import Problem, Verdict


def membership(instance: Instance, configuration: str) -> Verdict:
    """Whether a configuration like `A B A : 4` wins: valid if it does.

    Raises InstanceError for names that the puzzle does not have.
    """
    where = parse_configuration(instance, configuration)
    if isinstance(instance, Labyrinth):
        won = wins(instance, where)
        if won != check.wins(instance, where):
            message = f"search and checker do not agree on whether {where} wins"
            return Verdict((Problem("disagreement", message),))
    else:
        there = replace(instance, state=where.location, stack=where.stack)
        witness = derive(there, saturate(there))
        judged = check.check(there, witness)
        if not judged.valid:
            return judged
        won = not isinstance(witness, Closed)
    if won:
        return Verdict((), f"{where} wins: {instance.goal} is possible from there")
    return Verdict((Problem("lost", f"{where} does not win: {instance.goal} is impossible"),))


def parse_configuration(instance: Instance, text: str) -> Configuration:
    """A configuration like `A B A : 4`, outermost box first, of this puzzle.

    Raises InstanceError for names that it does not have.
    """
    words = text.split()
    if len(words) < 2 or words[-2] != ":" or ":" in words[:-2]:
        raise InstanceError(f"expected a configuration like 'A B A : 4', found {text[:60]!r}")
    *stack, _, location = words
    if isinstance(instance, Pushdown):
        states, symbols = instance.states(), instance.symbols()
    else:
        states, symbols = set(instance.locations()), set(instance.boxes())
    for box in stack:
        if box not in symbols:
            known = ", ".join(sorted(symbols)[:20])
            raise InstanceError(f"expected one of {known} in the stack, found {box[:60]!r}")
    if location not in states and not _unlisted(instance, location):
        raise InstanceError(f"expected a location of the labyrinth, found {location[:60]!r}")
    return Configuration(tuple(stack), location)


def _unlisted(instance: Instance, location: str) -> bool:
    """Whether it is a port that no corridor leads to."""
    return (
        isinstance(instance, Labyrinth)
        and box_of(location) in instance.boxes()
        and behind(location) in instance.locations()
    )
