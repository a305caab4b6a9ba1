"""The console log of the program of the puzzle's source, written and read; knows no search.

(DippingBird: The Labyrinth of Theseus.) Nodes are doors; of routes of one weight, it shows that
which comes first by the numbers of its doors.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import zip_longest
from typing import NamedTuple

from pylab.base.errors import Place, WitnessError, quoted
from pylab.families.theseus.model import Analysis, Log, Route
from pylab.families.theseus.printed import route as route_in
from pylab.text.source import Source
from pylab.text.words import indent
from pylab.text.words import lines as lines_of

_TITLE = "----------Labyrinth of Theseus graph analysis----------"
_BEGINNING = ("Building graph ...", "Done!", "Analysing graph ...", "Done!")


class _Section(NamedTuple):
    """A half of the log: its title, and the empty lines and spaces that the program puts there."""

    title: str
    below_title: str
    above_shortest: Sequence[str]
    above_longest_length: str
    end: str


_SECTIONS = (
    _Section("-----------Acyclic paths from entry to exit------------", " " * 5, [""], "", " " * 4),
    _Section("-------------------Distinct cycles---------------------", " " * 4, ["", ""], " ", ""),
)
_TITLES = tuple(section.title for section in _SECTIONS)
_GENERAL = "----------General Paths----------"
_BEST = ("----------Shortest Path----------", "----------Longest Path-----------")

_WIDE = 65
"""A line of a route that has so many characters is full."""

_FIGURE = re.compile(r"(?P<name>[A-Z][a-z]+ [a-z]+|Length|Weight) *: *(?P<value>\S.*)")
_WHOLE = re.compile(r"[0-9]{1,4000}", re.ASCII)
_DECIMAL = re.compile(r"-|[0-9]{1,4000}(?:\.[0-9]{1,6})?", re.ASCII)


def text(log: Log) -> str:
    """The log as the program prints it, byte for byte but for the time that it took."""
    time = f"Time passed:  {log.seconds:.2f} seconds"
    return "".join(f"{line}\n" for line in (*_BEGINNING, time, "", *lines(log)))


def lines(log: Log) -> Iterator[str]:
    """The log from its title on."""
    yield from (_TITLE, "", f"Node count : {log.states}", f"Edge count : {log.edges}")
    for section, analysis in zip(_SECTIONS, (log.paths, log.cycles), strict=True):
        yield from ("", section.title, section.below_title, _GENERAL, " " * 4)
        yield f"Path count     : {analysis.total}"
        yield f"Average length : {analysis.length}"
        yield f"Average weight : {analysis.weight}"
        if analysis.shortest is not None:
            yield from section.above_shortest
            yield from (_BEST[0], "", *_route(analysis.shortest))
        if analysis.longest is not None:
            *most, last = _route(analysis.longest)
            yield from ("", _BEST[1], section.above_longest_length, *most, last + section.end)


def _route(route: Route) -> Iterator[str]:
    yield f"Length         : {route.length}"
    yield from (f"Weight         : {_decimal(route.weight)}", "")
    yield from _wrapped(route)


def _decimal(weight: Decimal) -> str:
    return f"{weight:f}" if weight % 1 else f"{weight:.1f}"


def _wrapped(route: Route) -> Iterator[str]:
    """Each line begins where the last one ended."""
    doors = (*route.states, *route.states[:1]) if route.cycle else route.states
    line = f"({doors[0]})"
    for door, weight, after in zip_longest(doors[1:], route.weights, doors[2:]):
        line += f"-[{_decimal(weight)}]->({door})"
        if after is None or len(line) >= _WIDE:
            yield line
            line = f"({door})"


def is_log(source: Source) -> bool:
    """Whether a text has the title of such a log, outside of comments."""
    title = _TITLE in source.text
    return title and any(line.strip() == _TITLE for line in source.text.split("\n"))


def read(source: Source) -> Log:
    """A log, with whatever stands before its title. Raises WitnessError with the place."""
    return _Reader(source).log()


class _Reader:
    """The lines of a log that say something, from its title on."""

    def __init__(self, source: Source) -> None:
        self.source = source
        found = list(lines_of(source))
        titles = [at for at, line in enumerate(found) if line.text.strip() == _TITLE]
        self.lines = found[titles[-1] :]
        self.at = 1

    def log(self) -> Log:
        states, edges = int(self._figure("Node count")), int(self._figure("Edge count"))
        paths, cycles = (self._analysis(title) for title in _TITLES)
        if self.at < len(self.lines):
            raise self._error("the end of the log")
        return Log(states, edges, paths, cycles)

    def _analysis(self, title: str) -> Analysis:
        self._heading(title)
        self._heading(_GENERAL)
        total = int(self._figure("Path count"))
        length = self._figure("Average length", _DECIMAL)
        weight = self._figure("Average weight", _DECIMAL)
        best: list[Route | None] = []
        for name in _BEST:
            if self._next() != name:
                best.append(None)
                continue
            self._heading(name)
            best.append(self._route(title == _TITLES[1]))
        return Analysis(total, length, weight, best[0], best[1])

    def _route(self, cycle: bool) -> Route:
        """What is said of its length and weight is held against it."""
        place = self._place()
        length = int(self._figure("Length"))
        weight = Decimal(self._figure("Weight", _DECIMAL).replace("-", "0"))
        first = self.at
        while self._next().startswith("("):
            self.at += 1
        if first == self.at:
            raise self._error("a route")
        route = route_in(self.lines[first : self.at], cycle)
        if (route.length, route.weight) != (length, weight):
            wanted = f"expected a route of {length} edges and weight {weight}"
            found = f"found {route.length} edges and weight {route.weight}"
            raise WitnessError(f"{wanted}, {found}", place)
        return route

    def _figure(self, name: str, pattern: re.Pattern[str] = _WHOLE) -> str:
        found = _FIGURE.fullmatch(self._next())
        if found is None or found["name"] != name or not pattern.fullmatch(found["value"]):
            raise self._error(f"a line {name!r} with a number")
        self.at += 1
        return found["value"]

    def _heading(self, title: str) -> None:
        if self._next() != title:
            raise self._error(f"the line {title}")
        self.at += 1

    def _next(self) -> str:
        return self.lines[self.at].text.strip() if self.at < len(self.lines) else ""

    def _place(self) -> Place:
        if self.at == len(self.lines):
            return self.source.place(len(self.source.text))
        line = self.lines[self.at]
        return line.place(indent(line))

    def _error(self, wanted: str) -> WitnessError:
        found = self._next()
        shown = quoted(found) if found else "the end"
        return WitnessError(f"expected {wanted}, found {shown}", self._place())
