"""The predicates that an encoding's header names; reads comments, not rules."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from pylab.facts import Signature

_ITEM = re.compile(r"(?P<name>_*[a-z][A-Za-z0-9_']*)\s*(/(?P<arity>\d{1,3})|(?P<bracket>\())?")


@dataclass(frozen=True, slots=True)
class Named:
    """A predicate as a header names it; a bare name leaves its arity open."""

    name: str
    arity: int | None

    def __str__(self) -> str:
        return self.name if self.arity is None else f"{self.name}/{self.arity}"

    def means(self, signature: Signature) -> bool:
        """Whether it names this predicate."""
        return self.name == signature.name and self.arity in (None, signature.arity)


def declared(section: str) -> list[Named]:
    """The predicates that a section `Input predicates` or `Output predicates` names, in order.

    They stand before a dash, as `connect/3` or `connect(X, Y, D)`, separated by commas; any other
    line is prose.

    >>> [str(s) for s in declared("start(U), goal(at(P))   - the ends.\\nthose of graph.lp.")]
    ['start/1', 'goal/1']
    >>> [str(s) for s in declared("none, reached/2 - see outcome.lp; or\\nwhat is shown.")]
    ['none', 'reached/2']
    """
    found: list[Named] = []
    for line in section.splitlines():
        names, dash, _ = line.partition(" - ")
        items = _items(names.strip())
        if items and (dash or all(item.arity is not None for item in items)):
            found += items
    return list(dict.fromkeys(found))


def _items(text: str) -> list[Named]:
    """All items of a list of predicates; none if it is no such list."""
    found, position = [], 0
    while item := _ITEM.match(text, position):
        position, arity = item.end(), None
        if item["arity"]:
            arity = int(item["arity"])
        elif item["bracket"]:
            arity, position = _arguments(text, position)
        found.append(Named(item["name"], arity))
        rest = text[position:].lstrip()
        if not rest:
            return found
        if not rest.startswith(","):
            return []
        position = len(text) - len(rest[1:].lstrip())
    return []


def _arguments(text: str, start: int) -> tuple[int, int]:
    """How many arguments follow an opening bracket, and where its closing one ends."""
    depth, number = 1, 1
    for position, character in _from(text, start):
        depth += (character == "(") - (character == ")")
        number += character == "," and depth == 1
        if not depth:
            return number, position + 1
    return number, len(text)


def _from(text: str, start: int) -> Iterator[tuple[int, str]]:
    return ((position, text[position]) for position in range(start, len(text)))
