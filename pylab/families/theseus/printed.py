"""Reads routes as the Theseus program prints them: `(0)-[2.0]->(2)-[1.0]->(4)`.

A route takes one line or several, each of which begins with the door that the last one ended with.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

from pylab.base.errors import WitnessError, printable
from pylab.families.theseus.model import Route
from pylab.text.source import Source
from pylab.text.words import indent, lines

_DOOR = re.compile(r"\((\d{1,7})\)")
_ARROW = re.compile(r"-\[(\d{1,9}(?:\.\d{1,6})?)\]->")
_PRINTED = re.compile(r"\s*\(\d{1,7}\)-\[")


def printed(source: Source) -> Route | None:
    """The route of a text whose first line, but for comments, is one of a route; else None.

    Raises WitnessError with the place.
    """
    first = next(lines(source, comment="%"), None)
    if first is None or not _PRINTED.match(first.text):
        return None
    return route(list(lines(source, comment="%")))


def route(rows: Sequence[Source], cycle: bool | None = None) -> Route:
    """The route in these lines.

    Its states are doors and its lanes are 0. If `cycle` is None, a route that returns to its first
    door is a cycle. Raises WitnessError.
    """
    doors: list[int] = []
    weights: list[Decimal] = []
    for row in rows:
        states, more = _walk(row)
        if doors and states[0] != doors[-1]:
            wanted = f"expected a line that goes on from ({doors[-1]})"
            raise WitnessError(f"{wanted}, found ({states[0]})", row.place(indent(row)))
        doors += states[1:] if doors else states
        weights += more
    closed = len(doors) > 1 and doors[0] == doors[-1]
    if cycle and not closed:
        wanted = f"expected a cycle that ends in ({doors[0]}), where it begins"
        raise WitnessError(f"{wanted}, found ({doors[-1]})", rows[-1].place(indent(rows[-1])))
    cycle = closed if cycle is None else cycle
    return Route(cycle, tuple(doors[:-1] if cycle else doors), (0,) * len(weights), tuple(weights))


def _walk(row: Source) -> tuple[list[int], list[Decimal]]:
    """The doors of one line, and the weights between them."""
    text = row.text

    def take(pattern: re.Pattern[str], at: int, wanted: str) -> re.Match[str]:
        if found := pattern.match(text, at):
            return found
        shown = repr(printable(text[at : at + 20])) if at < len(text) else "nothing"
        raise WitnessError(f"expected {wanted}, found {shown}", row.place(at))

    door = take(_DOOR, indent(row), "a door in brackets")
    doors, weights = [int(door[1])], []
    while door.end() < len(text):
        arrow = take(_ARROW, door.end(), "an arrow")
        door = take(_DOOR, arrow.end(), "a door in brackets")
        weights.append(Decimal(arrow[1]))
        doors.append(int(door[1]))
    return doors, weights
