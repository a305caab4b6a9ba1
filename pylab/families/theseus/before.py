"""Routes in the one line that pylab 0.1 wrote them in: `path of 1 edge, weight 2: (0)-[2]->(1)`.

It is read until 0.3; the same line stands behind `%` where a route is written as facts.
"""

from __future__ import annotations

import re
from decimal import Decimal

from pylab.errors import WitnessError, printable
from pylab.families.theseus.model import Route
from pylab.source import Source

_HEAD = re.compile(
    r"(?P<kind>path|cycle) of \d{1,6} edges?(?: between (?P<nodes>\d{1,6}) doors?)?"
    r"(?:, weight [0-9.]{1,20})?: *"
)
_STATE = re.compile(r"\((?P<door>\d{1,7})(?P<prime>'?)\)")
_ARROW = re.compile(r"-(?:\[(?P<weight>\d{1,9}(?:\.\d{1,6})?)?(?: ?lane (?P<lane>\d{1,7}))?\]-)?>")


def before(source: Source) -> Route | None:
    """The route of the first line that is neither empty nor a comment; None if it is none.

    Raises WitnessError with the place.
    """
    start = 0
    for line in source.text.split("\n"):
        if line.strip() and not line.startswith("%"):
            head = _HEAD.match(line)
            return head and _Line(source, start, line.rstrip()).route(head)
        start += len(line) + 1
    return None


class _Line:
    """A line of a text, read from left to right."""

    def __init__(self, source: Source, start: int, text: str) -> None:
        self.source, self.start, self.text = source, start, text

    def route(self, head: re.Match[str]) -> Route:
        nodes, at = int(head["nodes"] or 0), head.end()
        states: list[int] = []
        lanes: list[int] = []
        weights: list[Decimal] = []
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
            raise self._error("expected a weight on every arrow or on none", head.end())
        cycle = head["kind"] == "cycle"
        if cycle and (len(states) < 2 or states.pop() != states[0]):
            raise self._error("expected a cycle that ends where it begins", at)
        rest = self.source.text[self.start + len(self.text) :]
        if any(line.strip() and not line.startswith("%") for line in rest.split("\n")):
            raise self._error("expected nothing after a route", at)
        return Route(cycle, tuple(states), tuple(lanes), tuple(weights), nodes)

    def _take(self, pattern: re.Pattern[str], at: int, wanted: str) -> re.Match[str]:
        found = pattern.match(self.text, at)
        if found is None:
            raise self._error(f"expected {wanted}, found {self._seen(at)}", at)
        return found

    def _seen(self, at: int) -> str:
        return repr(printable(self.text[at : at + 20])) if at < len(self.text) else "nothing"

    def _error(self, message: str, at: int) -> WitnessError:
        return WitnessError(message, self.source.place(self.start + at))
