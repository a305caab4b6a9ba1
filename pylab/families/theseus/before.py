"""Routes as others print them.

The line that pylab 0.1 wrote, `path of 1 edge, weight 2: (0)-[2]->(1)`, is read until 0.3; it
stands behind `%` where a route is written as facts. The Theseus program prints
`(0)-[2.0]->(2)-[1.0]->(4)` in lines that begin where the last one ended, with doors for states.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from decimal import Decimal

from pylab.base.errors import WitnessError, printable
from pylab.families.theseus.model import Route
from pylab.text.source import Source

_HEAD = re.compile(
    r"(?P<kind>path|cycle) of \d{1,6} edges?(?: between (?P<nodes>\d{1,6}) doors?)?"
    r"(?:, weight [0-9.]{1,20})?: *"
)
_STATE = re.compile(r"\((?P<door>\d{1,7})(?P<prime>'?)\)")
_ARROW = re.compile(r"-(?:\[(?P<weight>\d{1,9}(?:\.\d{1,6})?)?(?: ?lane (?P<lane>\d{1,7}))?\]-)?>")


_PRINTED = re.compile(r"\s*\(\d{1,7}\)-\[")


def before(source: Source) -> Route | None:
    """The route of the first line that is neither empty nor a comment; None if it is none.

    Of one that the Theseus program printed, the states are doors, and all lanes are 0.

    Raises WitnessError with the place.
    """
    start = 0
    for line in source.text.split("\n"):
        if line.strip() and not line.startswith("%"):
            if _PRINTED.match(line):
                return _printed(source)
            head = _HEAD.match(line)
            return head and _Line(source, start, line.rstrip()).route(head)
        start += len(line) + 1
    return None


def _printed(source: Source) -> Route:
    found: list[tuple[int, str]] = []
    start = 0
    for text in source.text.split("\n"):
        if text.strip() and not text.startswith("%"):
            found.append((start + len(text) - len(text.lstrip()), text.strip()))
        start += len(text) + 1
    return walked(source, found)


def walked(source: Source, lines: Iterable[tuple[int, str]], cycle: bool | None = None) -> Route:
    """A route in lines, each with where it starts, of which each goes on where the last one ended.

    Without a word on it, it is a cycle if it comes back to its first door. Raises WitnessError.
    """
    doors: list[int] = []
    weights: list[Decimal] = []
    start = 0
    for start, text in lines:
        part = _Line(source, start, text).walk(0, 0)
        if doors and part.states[0] != doors[-1]:
            wanted = f"expected a line that goes on from ({doors[-1]})"
            raise WitnessError(f"{wanted}, found ({part.states[0]})", source.place(start))
        doors += part.states[1:] if doors else part.states
        weights += part.weights
    closed = len(doors) > 1 and doors[0] == doors[-1]
    if cycle and not closed:
        wanted = f"expected a cycle that ends in ({doors[0]}), where it begins"
        raise WitnessError(f"{wanted}, found ({doors[-1]})", source.place(start))
    cycle = closed if cycle is None else cycle
    states = tuple(doors[:-1] if cycle else doors)
    return Route(cycle, states, (0,) * len(weights), tuple(weights))


class _Line:
    """A line of a text, read from left to right."""

    def __init__(self, source: Source, start: int, text: str) -> None:
        self.source, self.start, self.text = source, start, text

    def route(self, head: re.Match[str]) -> Route:
        found = self.walk(head.end(), int(head["nodes"] or 0))
        rest = self.source.text[self.start + len(self.text) :]
        if any(line.strip() and not line.startswith("%") for line in rest.split("\n")):
            raise self._error("expected nothing after a route", len(self.text))
        if head["kind"] == "path":
            return found
        if len(found.states) < 2 or found.states[-1] != found.states[0]:
            raise self._error("expected a cycle that ends where it begins", len(self.text))
        return replace(found, cycle=True, states=found.states[:-1])

    def walk(self, start: int, nodes: int) -> Route:
        """From there to the end of the line."""
        states: list[int] = []
        lanes: list[int] = []
        weights: list[Decimal] = []
        at = start
        while True:
            state = self._take(_STATE, at, "a state in brackets")
            states.append(int(state["door"]) + (nodes if state["prime"] else 0))
            at = state.end()
            if at == len(self.text):
                break
            arrow = self._take(_ARROW, at, "an arrow")
            lanes.append(int(arrow["lane"] or 1))
            weights += [Decimal(arrow["weight"])] if arrow["weight"] else []
            at = arrow.end()
        if weights and len(weights) != len(lanes):
            raise self._error("expected a weight on every arrow or on none", start)
        return Route(False, tuple(states), tuple(lanes), tuple(weights), nodes)

    def _take(self, pattern: re.Pattern[str], at: int, wanted: str) -> re.Match[str]:
        found = pattern.match(self.text, at)
        if found is None:
            raise self._error(f"expected {wanted}, found {self._seen(at)}", at)
        return found

    def _seen(self, at: int) -> str:
        return repr(printable(self.text[at : at + 20])) if at < len(self.text) else "nothing"

    def _error(self, message: str, at: int) -> WitnessError:
        return WitnessError(message, self.source.place(self.start + at))
