"""Makes an instance smaller as long as it shows something, by delta debugging; knows no puzzle.

The facts of an instance are left out in ever smaller groups (A. Zeller, R. Hildebrandt:
Simplifying and isolating failure-inducing input, IEEE TSE 28, 2002), and the family reads what is
left: so every candidate is a legal instance. A family's own ways to make an instance smaller
(`smaller`) are tried first; without them, each integer is decreased by one.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import clingo

from pylab.base.errors import PylabError
from pylab.family.table import Family
from pylab.text.facts import Fact, fact

Shows = Callable[[Any], bool]

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Shrunk:
    """A shrunk instance.

    Attributes:
        instance: it still shows what was to be shown.
        tried: how many smaller instances were looked at.
        smallest: whether none of those next to it shows it, too; else time was over.
    """

    instance: Any
    tried: int
    smallest: bool


def shrink(family: Family[Any, Any], instance: Any, shows: Shows, seconds: float = 30.0) -> Shrunk:
    """Make an instance smaller as long as `shows` holds, for at most `seconds`.

    The instance itself must show it. The result has no smaller neighbour that does: leaving out
    any one fact makes it illegal or hides what it shows.
    """
    search = _Shrinking(family, shows, time.monotonic() + seconds)
    found = instance
    try:
        while (smaller := search.step(found)) is not None:
            found = smaller
    except _OutOfTimeError:
        return Shrunk(search.best or found, search.tried, False)
    return Shrunk(found, search.tried, True)


class _OutOfTimeError(Exception):
    """The time for shrinking is over."""


class _Shrinking:
    """The state of the search: the candidates that were tried, and when to end."""

    def __init__(self, family: Family[Any, Any], shows: Shows, end: float) -> None:
        self.family, self.shows, self.end = family, shows, end
        self.tried = 0
        self.best: Any = None
        self._seen: set[tuple[clingo.Symbol, ...]] = set()

    def step(self, instance: Any) -> Any | None:
        """A smaller instance that shows it, or None."""
        strokes: Iterable[Any]
        if self.family.smaller is not None:
            strokes = self.family.smaller(instance)
        else:
            strokes = filter(None, map(self._read, _counted_down(self.family.facts(instance))))
        for stroke in strokes:
            candidate = self._read(self.family.facts(stroke))
            if candidate is not None and self._good(candidate, instance):
                return candidate
        return self._fewer_facts(instance)

    def _fewer_facts(self, instance: Any) -> Any | None:
        """One pass over the facts, except those that a task needs, such as a bound on moves."""
        needed = {task.needs for task in self.family.tasks}
        whole = essential(self.family, instance)
        kept = [each for each in whole if each.name in needed]
        facts = [each for each in whole if each.name not in needed]
        found: list[Any] = []

        def shows(rest: Sequence[Fact]) -> bool:
            candidate = self._read([*rest, *kept])
            if candidate is None or not self._good(candidate, found[-1] if found else instance):
                return False
            found.append(candidate)
            return True

        fewer(facts, shows)
        return found[-1] if found else None

    def _read(self, facts: Sequence[Fact]) -> Any | None:
        try:
            return self.family.from_facts(facts)
        except PylabError:
            return None

    def _good(self, candidate: Any, than: Any) -> bool:
        """Whether a candidate is smaller, was not looked at before, and shows it."""
        facts = self.family.facts(candidate)
        key = tuple(each.symbol for each in facts)
        if key in self._seen or _size(facts) >= _size(self.family.facts(than)):
            return False
        if time.monotonic() > self.end:
            raise _OutOfTimeError
        self._seen.add(key)
        self.tried += 1
        if not self.shows(candidate):
            return False
        self.best = candidate
        return True


def fewer(items: Sequence[T], shows: Callable[[Sequence[T]], bool]) -> Sequence[T]:
    """Leave out groups of items as long as `shows` holds for the rest.

    The first pass is over halves, the last one over single items.
    """
    size = max(1, len(items) // 2)
    while True:
        start = 0
        while start < len(items):
            rest = [*items[:start], *items[start + size :]]
            if shows(rest):
                items = rest
            else:
                start += size
        if size == 1:
            return items
        size //= 2


def _counted_down(facts: Sequence[Fact]) -> Iterator[Sequence[Fact]]:
    """The facts with one positive integer decreased by one, in all ways."""
    for at, each in enumerate(facts):
        for index, term in enumerate(each.arguments):
            if term.type is clingo.SymbolType.Number and term.number > 0:
                terms = [*each.arguments]
                terms[index] = clingo.Number(term.number - 1)
                yield [*facts[:at], fact(each.name, *terms), *facts[at + 1 :]]


def essential(family: Family[Any, Any], instance: Any) -> list[Fact]:
    """The facts of an instance without those that follow from the others, a predicate at a time."""
    facts = family.facts(instance)
    for signature in sorted({each.signature for each in facts}, key=str):
        rest = [each for each in facts if each.signature != signature]
        try:
            same = bool(rest) and family.from_facts(rest) == instance
        except PylabError:
            same = False
        if same:
            facts = rest
    return facts


def _size(facts: Sequence[Fact]) -> tuple[int, int]:
    """By the number of facts, then by the numbers in them."""
    return len(facts), sum(_sum(each.symbol) for each in facts)


def _sum(symbol: clingo.Symbol) -> int:
    """The sum of the numbers in a symbol, without their signs."""
    if symbol.type is clingo.SymbolType.Number:
        return abs(symbol.number)
    return sum(map(_sum, symbol.arguments)) if symbol.type is clingo.SymbolType.Function else 0
