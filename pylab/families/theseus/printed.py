"""Reads routes as the Theseus program prints them: `(0)-[2.0]->(2)-[1.0]->(4)`.

A route takes one line or several, each of which begins with the door that the last one ended with.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import Decimal

from pylab.base.errors import WitnessError, printable
from pylab.families.theseus.model import Route
from pylab.text.source import Source

_DOOR = re.compile(r"\((\d{1,7})\)")
_ARROW = re.compile(r"-\[(\d{1,9}(?:\.\d{1,6})?)\]->")
_PRINTED = re.compile(r"\s*\(\d{1,7}\)-\[")


def printed(source: Source) -> Route | None:
    """The route of a text whose first line, but for comments, is one of a route; else None.

    Raises WitnessError with the place.
    """
    found: list[tuple[int, str]] = []
    start = 0
    for text in source.text.split("\n"):
        if text.strip() and not text.startswith("%"):
            if not found and not _PRINTED.match(text):
                return None
            found.append((start + len(text) - len(text.lstrip()), text.strip()))
        start += len(text) + 1
    return route(source, found) if found else None


def route(source: Source, lines: Iterable[tuple[int, str]], cycle: bool | None = None) -> Route:
    """The route in these lines, each with its offset in the source.

    Its states are doors and its lanes are 0. If `cycle` is None, a route that returns to its first
    door is a cycle. Raises WitnessError.
    """
    doors: list[int] = []
    weights: list[Decimal] = []
    start = 0
    for start, text in lines:
        states, more = _walk(source, start, text)
        if doors and states[0] != doors[-1]:
            wanted = f"expected a line that goes on from ({doors[-1]})"
            raise WitnessError(f"{wanted}, found ({states[0]})", source.place(start))
        doors += states[1:] if doors else states
        weights += more
    closed = len(doors) > 1 and doors[0] == doors[-1]
    if cycle and not closed:
        wanted = f"expected a cycle that ends in ({doors[0]}), where it begins"
        raise WitnessError(f"{wanted}, found ({doors[-1]})", source.place(start))
    cycle = closed if cycle is None else cycle
    return Route(cycle, tuple(doors[:-1] if cycle else doors), (0,) * len(weights), tuple(weights))


def _walk(source: Source, start: int, text: str) -> tuple[list[int], list[Decimal]]:
    """The doors of one line, and the weights between them."""

    def take(pattern: re.Pattern[str], at: int, wanted: str) -> re.Match[str]:
        if found := pattern.match(text, at):
            return found
        shown = repr(printable(text[at : at + 20])) if at < len(text) else "nothing"
        raise WitnessError(f"expected {wanted}, found {shown}", source.place(start + at))

    door = take(_DOOR, 0, "a door in brackets")
    doors, weights = [int(door[1])], []
    while door.end() < len(text):
        arrow = take(_ARROW, door.end(), "an arrow")
        door = take(_DOOR, arrow.end(), "a door in brackets")
        weights.append(Decimal(arrow[1]))
        doors.append(int(door[1]))
    return doors, weights
