"""Whether a configuration wins: the search's word, and the checker's on it."""

from __future__ import annotations

import re
from dataclasses import replace

from pylab.base.errors import InstanceError
from pylab.base.verdict import Problem, Verdict
from pylab.families.fractal import check, pds
from pylab.families.fractal.model import (
    BELOW,
    BOTTOM,
    Closed,
    Configuration,
    Instance,
    Labyrinth,
    Pushdown,
    behind,
    box_of,
    reading,
)
from pylab.families.fractal.prestar import derive, saturate
from pylab.families.fractal.spelling import unspelled
from pylab.families.fractal.winning import wins


def membership(instance: Instance, configuration: str) -> Verdict:
    """Whether a configuration like `A B A : 4`, or Moped's `4 <A B A>`, wins: valid if it does.

    Raises InstanceError for names that the puzzle does not have.
    """
    where = parse_configuration(instance, configuration)
    if isinstance(instance, Labyrinth) and instance.goal.regular:
        system, stack, location = pds.system_of(instance), where.stack, where.location
        while _unlisted(instance, location) and location not in instance.locations():
            # a port without corridors: one can only go in
            stack, location = (*stack, str(box_of(location))), str(behind(location))
        there = replace(system, state=_begun(instance, location), stack=(BOTTOM, *stack))
        won = not isinstance(derive(there, saturate(there)), Closed)
        if won != check.wins(instance, where):
            message = f"search and checker do not agree on whether {where} wins"
            return Verdict((Problem("disagreement", message),))
    elif isinstance(instance, Labyrinth):
        won = wins(unspelled(instance), replace(where, location=_begun(instance, where.location)))
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
    goal, regular = instance.goal.words(), instance.goal.regular
    if won:
        told = "what the goal accepts can be reached" if regular else f"{goal} is possible"
        return Verdict((), f"{where} wins: {told} from there")
    told = "nothing that the goal accepts can be reached" if regular else f"{goal} is impossible"
    return Verdict((Problem("lost", f"{where} does not win: {told}"),))


def _begun(labyrinth: Labyrinth, location: str) -> str:
    """A location; where a word has to be spelled, nothing of it is by then."""
    spelling = labyrinth.spelling
    return location if spelling is None else reading(location, spelling.first)


def parse_configuration(instance: Instance, text: str) -> Configuration:
    """A configuration like `A B A : 4`, outermost box first, of this puzzle.

    Or in Moped's way, `(4 <A B A \\bot>)`, the innermost box first, names mangled or not.

    Raises InstanceError for names that it does not have.
    """
    moped = _MOPED.fullmatch(text.strip())
    words = text.split()
    if moped is not None:
        location, *stack = (_known(instance, word) for word in (moped[1], *moped[2].split()))
        if isinstance(instance, Labyrinth) and stack[-1:] in ([BELOW], [BOTTOM]):
            stack.pop()
        words = [*reversed(stack), ":", location]
    if len(words) < 2 or words[-2] != ":" or ":" in words[:-2]:
        raise InstanceError(
            f"expected a configuration like 'A B A : 4' or '4 <A B A>', found {text[:60]!r}"
        )
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


_MOPED = re.compile(r"\(?\s*([^\s<>]+)\s*<([^<>]*)>\s*\)?")


def _known(instance: Instance, word: str) -> str:
    """A name of the puzzle as it is or, of a labyrinth, as it is mangled for Moped."""
    if isinstance(instance, Pushdown) or word in instance.locations():
        return word
    return pds.plain(word)


def _unlisted(instance: Instance, location: str) -> bool:
    """Whether it is a port that no corridor leads to."""
    return (
        isinstance(instance, Labyrinth)
        and box_of(location) in instance.boxes()
        and behind(location) in instance.locations()
    )
