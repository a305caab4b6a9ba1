"""Declares which facts make an instance or an answer; facts, strict reading and words follow.

>>> from dataclasses import dataclass
>>> @dataclass(frozen=True)
... class Plan:
...     moves: tuple[tuple[int, str], ...]
...     length: int | None = None
>>> plans = Schema(
...     Plan,
...     moves=Row("move", step=range(1, 100), way="nesw").many(),
...     length=Row("length", "no plan is shorter", steps=range(100)).maybe(),
... )
>>> [str(each) for each in plans.facts(Plan(((1, "n"),), 1))]
['move(1,n).', 'length(1).']
>>> plans.from_facts(plans.facts(Plan(((1, "n"),), 1)))
Plan(moves=((1, 'n'),), length=1)
>>> plans.needed, plans.optional
({Signature(name='move', arity=2)}, {Signature(name='length', arity=1)})
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate, groupby, repeat
from operator import add
from typing import Any, Generic, NamedTuple, TypeVar

import clingo

from pylab.base.errors import InstanceError, Place, SourceError, WitnessError
from pylab.base.listing import Signature
from pylab.text.facts import (
    INT_MAX,
    ArgumentType,
    Column,
    Fact,
    Quoted,
    Term,
    argument,
    by_signature,
    constant,
    fact,
    rows,
    the_one,
)

T = TypeVar("T")

NATURAL = range(INT_MAX + 1)
"""A column of integers from 0."""

Found = Mapping[Signature, Sequence[Fact]]
"""Facts by their predicates."""

Line = str | tuple[Fact | Sequence[Fact], str]
"""A line: one or several facts with words for people, or words alone. Words may be empty."""

Abreast = bool | Callable[[Any], object]
"""Whether facts share lines, or which of them."""

WIDE = 80
"""The largest width of lines with several facts, in characters."""


class RowError(ValueError):
    """A message about the rows of one predicate, and which of them it is about."""

    def __init__(self, message: str, index: int = 0) -> None:
        super().__init__(message)
        self.index = index


class Depends(NamedTuple):
    """A column that depends on the fields read before, by their names, and how it is written."""

    column: Callable[[Mapping[str, Any]], Column]
    write: Callable[[Any], Term | Quoted] | None = None


def known_as(field: str, wanted: str, type_: ArgumentType) -> Depends:
    """A column of a type, whose values are among those of a field read before."""

    def column(known: Mapping[str, Any]) -> ArgumentType:
        def read(symbol: clingo.Symbol) -> Any:
            found = type_.read(symbol)
            return found if found in known[field] else None

        return argument(wanted, read, type_.write)

    return Depends(column, type_.write)


def within(limit: str, first: int = 0) -> Depends:
    """A column of integers, whose number is the value of a field.

    >>> within("size", 1).column({"size": 4})
    range(1, 5)
    """
    return Depends(lambda known: range(first, first + known[limit]))


class Row:
    """A fact of one predicate and the value that it stands for.

    The value is that of the only column, a tuple of several, or what `of` makes of the columns by
    their names; it has them as attributes, unless `parts` gives them.

    >>> hop = Row("hop", lambda pair: f"{pair[0]}: {pair[1]}", step=int, way="nesw")
    >>> hop.signature, str(hop.fact((1, "n"))), hop.words((1, "n"))
    (Signature(name='hop', arity=2), 'hop(1,n).', '1: n')
    """

    def __init__(
        self,
        name: str,
        words: str | Callable[[Any], str] = "",
        /,
        *fixed: str,
        of: Callable[..., Any] | None = None,
        parts: Callable[[Any], Sequence[Any]] | None = None,
        **columns: Column | Depends,
    ) -> None:
        self.name, self.fixed, self.of, self.parts, self.columns = name, fixed, of, parts, columns
        self.field, self.wanted = "", ""
        self.signature = Signature(name, len(fixed) + len(columns))
        self.words: Callable[[Any], str] = words if callable(words) else lambda _: words
        self._writers = [
            each.write if isinstance(each, ArgumentType | Depends) else None
            for each in columns.values()
        ]

    def at(
        self, *fixed: str, words: str | Callable[[Any], str] = "", **changed: Column | Depends
    ) -> Row:
        """The facts whose first arguments are these names; the other columns are their values."""
        columns = dict(list(self.columns.items())[len(fixed) :]) | changed
        return self._copied(self.name, words or self.words, (*self.fixed, *fixed), columns)

    def like(
        self, name: str, words: str | Callable[[Any], str] = "", /, **changed: Column | Depends
    ) -> Row:
        """The same of another predicate, perhaps with other columns of the same names.

        >>> str(Row("move", step=int, way="nesw").like("go").fact((1, "n")))
        'go(1,n).'
        """
        return self._copied(name, words or self.words, self.fixed, dict(self.columns) | changed)

    def among(self, field: str, wanted: str) -> Row:
        """The same, if each value is one of those of a field read before; else errors say what is
        wanted.

        >>> cell = Row("cell", x=int, y=int)
        >>> crate = cell.like("crate").among("cells", "a crate on a cell")
        >>> board = Schema(dict, cells=cell.many(), crates=crate.many())
        >>> board.from_facts([fact("cell", 1, 1), fact("crate", 1, 2)])
        Traceback (most recent call last):
        pylab.base.errors.InstanceError: expected a crate on a cell, found crate(1,2).
        """
        row = self._copied(self.name, self.words, self.fixed, self.columns)
        row.field, row.wanted = field, wanted
        return row

    def _copied(
        self,
        name: str,
        words: str | Callable[[Any], str],
        fixed: Sequence[str],
        columns: Mapping[str, Column | Depends],
    ) -> Row:
        return Row(name, words, *fixed, of=self.of, parts=self.parts, **columns)

    def __str__(self) -> str:
        return f"{self.name}({','.join(self.fixed)},…)" if self.fixed else str(self.signature)

    def those(self, found: Found) -> Sequence[Fact]:
        """The facts of its predicate and its first arguments."""
        facts, fixed = found.get(self.signature, ()), self.fixed
        return [each for each in facts if each.terms[: len(fixed)] == fixed] if fixed else facts

    def fact(self, value: Any) -> Fact:
        """The fact of a value."""
        if self.parts is not None:
            terms = self.parts(value)
        elif self.of is not None:
            terms = [getattr(value, name) for name in self.columns]
        else:
            terms = [value] if len(self.columns) == 1 else value
        written = [
            term if write is None else write(term)
            for term, write in zip(terms, self._writers, strict=True)
        ]
        return fact(self.name, *self.fixed, *written)

    def texts(self, values: Sequence[Any]) -> list[str]:
        """The texts of the facts of many values; the facts themselves would take thrice as long."""
        if self.parts is not None or self.of is not None or not self.columns:
            return [str(self.fact(each)) for each in values]
        rows = zip(values) if len(self.columns) == 1 else values
        columns = map(_texts, zip(*rows, strict=True), self.columns.values(), self._writers)
        head = "".join([f"{self.name}(", *(f"{each}," for each in self.fixed)])
        return [f"{head}{','.join(terms)})." for terms in zip(*columns, strict=True)]

    def values(
        self, facts: Sequence[Fact], known: Mapping[str, Any], kind: type[SourceError]
    ) -> list[Any]:
        """The values of facts. Raises `kind` with the place for arguments that don't fit."""
        columns = [
            each.column(known) if isinstance(each, Depends) else each
            for each in self.columns.values()
        ]
        found = rows(facts, *((each,) for each in self.fixed), *columns, kind=kind)
        if self.fixed:
            found = [row[len(self.fixed) :] for row in found]
        if self.of is not None:
            found = [self.of(**dict(zip(self.columns, row, strict=True))) for row in found]
        elif len(columns) == 1:
            found = [row[0] for row in found]
        if self.field:
            for each, value in zip(facts, found, strict=True):
                if value not in known[self.field]:
                    raise kind(f"expected {self.wanted}, found {each}", each.place)
        return found

    def found(self, found: Found) -> list[Any]:
        """The values of its facts in an answer. Raises WitnessError with the place."""
        return self.values(self.those(found), {}, WitnessError)

    def one(self) -> FieldFacts:
        """One fact; its value is the field's."""
        return FieldFacts(self, True)

    def maybe(self) -> FieldFacts:
        """At most one fact; without it, the field is None."""
        return FieldFacts(self, False)

    def mark(self, needed: bool = True) -> FieldFacts:
        """A fact that is there or not; no field has its value."""
        return Mark(self, needed)

    def many(
        self,
        needed: bool = True,
        into: Callable[[list[Any]], Any] = lambda values: tuple(sorted(values)),
        out_of: Callable[[Any], Iterable[Any]] = iter,
        whole: bool = False,
        abreast: Abreast = False,
        title: Callable[[Any], str] | None = None,
    ) -> FieldFacts:
        """Any number of facts, at least one if they are `needed`.

        Args:
            needed: whether there must be one.
            into: makes the field of the values, by default a tuple in order. Raises ValueError, a
                `RowError` to blame a certain value.
            out_of: the values of the field, in order.
            whole: whether `out_of` takes the whole instance or answer instead of the field, and
                `into` may give several fields by their names.
            abreast: whether they are written several on a line; or a function, then those are for
                which it gives the same.
            title: words above the first value, and above each that it gives others for.
        """
        return Many(self, needed, into, out_of, whole, abreast, title)

    def series(
        self,
        first: int = 0,
        needed: bool = True,
        gaps: bool = False,
        leading: bool = False,
        abreast: Abreast = False,
    ) -> FieldFacts:
        """Facts of a value and its number; the field is a tuple of the values in order.

        A value of several columns is a tuple.

        >>> plans = Schema(dict, hops=Row("hop", x=int, way="nesw", step=int).series(1))
        >>> plans.from_facts([fact("hop", 3, "e", 1), fact("hop", 4, "n", 2)])
        {'hops': ((3, 'e'), (4, 'n'))}

        Args:
            first: the first number.
            needed, abreast: as for `many`.
            gaps: whether numbers may be left out.
            leading: whether the number comes first.
        """

        several = self.of is None and len(self.columns) > 2

        def into(values: list[Any]) -> tuple[Any, ...]:
            rows = [(*row[1:], row[0]) for row in values] if leading else values
            pairs = [(row[:-1] if several else row[0], row[-1]) for row in rows]
            return in_order(self, pairs, None if gaps else first)

        def out_of(field: Iterable[Any]) -> Iterator[tuple[Any, ...]]:
            for number, value in enumerate(field, first):
                columns = value if several else (value,)
                yield (number, *columns) if leading else (*columns, number)

        return self.many(needed, into, out_of, abreast=abreast)


def distinct(values: Iterable[Any]) -> tuple[Any, ...]:
    """The different values in order, for `many`."""
    return tuple(sorted(set(values)))


def in_order(
    row: Row, numbered: Sequence[tuple[Any, int]], first: int | None = 0
) -> tuple[Any, ...]:
    """The values in the order of their numbers, which may leave some out if `first` is None.

    Raises RowError for a number that is missing or there twice.
    """
    found: dict[int, Any] = {}
    for index, (value, number) in enumerate(numbered):
        if found.setdefault(number, value) != value:
            raise RowError(f"expected one fact {row} for {number}, found two", index)
    for number in () if first is None else range(first, first + len(found)):
        if number not in found:
            raise RowError(f"expected a fact {row} for {number}, found none")
    return tuple(found[number] for number in sorted(found))


class Reading(NamedTuple):
    """An instance or answer while it is read; families with a reader by hand use it, too.

    Attributes:
        found: its facts.
        known: the fields read so far.
        kind: the errors that are raised.
        end: where they place what is missing.
    """

    found: Found
    known: dict[str, Any]
    kind: type[SourceError]
    end: Place | None

    def only(self, row: Row) -> Fact:
        """The only fact of a row. Raises an error if there is none, or several."""
        return the_one(row.those(self.found), row, self.end, self.kind)

    def one(self, row: Row) -> Any:
        """Its value."""
        return row.values([self.only(row)], self.known, self.kind)[0]

    def all(self, row: Row) -> list[Any]:
        """The values of all facts of a row."""
        return row.values(row.those(self.found), self.known, self.kind)

    def each(self, row: Row) -> Iterator[tuple[Fact, Any]]:
        """The same, with the facts."""
        return zip(row.those(self.found), self.all(row), strict=True)


@dataclass(frozen=True)
class FieldFacts:
    """The facts of one predicate that make a field of an instance or answer."""

    row: Row
    needed: bool

    def read(self, name: str, reading: Reading) -> None:
        """Adds the field to those that are known. Raises an error with the place."""
        reading.known[name] = None
        if self.needed or self.row.those(reading.found):
            reading.known[name] = reading.one(self.row)

    def lines(self, whole: Any, name: str) -> Iterator[Line]:
        """The facts of the field, in lines with words."""
        value = getattr(whole, name)
        if value is not None or self.needed:
            yield self.row.fact(value), self.row.words(value)


class Mark(FieldFacts):
    """A fact without arguments, for no field."""

    def read(self, name: str, reading: Reading) -> None:  # noqa: ARG002
        if self.needed or self.row.those(reading.found):
            reading.only(self.row)

    def lines(self, whole: Any, name: str) -> Iterator[Line]:  # noqa: ARG002
        yield self.row.fact(()), self.row.words(whole)


@dataclass(frozen=True)
class Many(FieldFacts):
    """Any number of facts, for one field."""

    into: Callable[[list[Any]], Any]
    out_of: Callable[[Any], Iterable[Any]] = iter
    whole: bool = False
    abreast: Abreast = False
    title: Callable[[Any], str] | None = None

    def read(self, name: str, reading: Reading) -> None:
        facts = self.row.those(reading.found)
        if self.needed and not facts:
            raise reading.kind(f"expected facts {self.row}, found none", reading.end)
        values = reading.all(self.row)
        try:
            made = self.into(values)
            reading.known.update(made if self.whole and isinstance(made, dict) else {name: made})
        except ValueError as error:
            index = error.index if isinstance(error, RowError) else 0
            place = facts[index].place if facts else reading.end
            raise reading.kind(str(error), place) from None

    def lines(self, whole: Any, name: str) -> Iterator[Line]:
        values = self.out_of(whole if self.whole else getattr(whole, name))
        titled = groupby(values, self.title) if self.title else [("", values)]
        for title, those in titled:
            if title:
                yield title
            if not self.abreast:
                yield from ((self.row.fact(each), self.row.words(each)) for each in those)
                continue
            line = self.abreast if callable(self.abreast) else type
            for _, alike in groupby(those, line):
                values = list(alike)
                make = partial(_fact_at, self.row, values)
                yield FactsAbreast(self.row.texts(values), make), ""


def _fact_at(row: Row, values: Sequence[Any], index: int) -> Fact:
    return row.fact(values[index])


def _texts(
    terms: Sequence[Any], column: Column | Depends, write: Callable[[Any], object] | None
) -> Iterable[str]:
    """The texts of a column."""
    if isinstance(column, ArgumentType) and column.quoted and column.quoted("".join(terms)):
        return [f'"{each}"' for each in terms]
    return map(str, terms if write is None else map(write, terms))


class FactsAbreast(Sequence[Fact]):
    """Facts that share lines, each made when it is asked for.

    Attributes:
        text: their lines, of as many facts as fit.
    """

    __slots__ = ("_fact", "_size", "text")

    def __init__(self, texts: Sequence[str], fact: Callable[[Any], Any]) -> None:
        self._size, self._fact = len(texts), fact
        ends = list(accumulate(map(add, map(len, texts), repeat(1))))
        text, lines, begin, before = " ".join(texts), list[str](), 0, 0
        while begin < len(texts):
            begin = bisect_right(ends, before + WIDE, begin + 1)
            lines.append(text[before : ends[begin - 1] - 1])
            before = ends[begin - 1]
        self.text = "\n".join(lines)

    def __len__(self) -> int:
        return self._size

    def __getitem__(self, index: Any) -> Any:
        return self._fact(index)


def abreast(facts: Iterable[Fact]) -> Iterator[Line]:
    """Lines with as many facts as fit."""
    if those := list(facts):
        texts = [each._text or str(each) for each in those]  # a look is faster than a call
        yield FactsAbreast(texts, those.__getitem__), ""


class Schema(Generic[T]):
    """The facts that make an instance, or answers of one kind, field by field.

    Attributes:
        make: makes it of the fields by their names; the class, for answers. Raises ValueError for
            fields that don't fit together.
        parts: the facts of each field, in order. A name without a field is that of a `Mark`.
        constants: the values of fields that no fact gives.
        needed, optional: the predicates that must occur, and that may.
        tasks: the tasks that only such answers are for; empty: all without a kind of their own.
    """

    def __init__(self, make: Callable[..., T], tasks: Sequence[str] = (), /, **fields: Any) -> None:
        self.make, self.tasks = make, tasks
        self.parts = {n: part for n, part in fields.items() if isinstance(part, FieldFacts)}
        self.constants = {n: each for n, each in fields.items() if n not in self.parts}
        rows = [(part.row, part.needed) for part in self.parts.values()]
        self.needed = {row.signature for row, needed in rows if needed}
        self.optional = {row.signature for row, _ in rows} - self.needed
        self.vocabulary = tuple(dict.fromkeys(row.signature for row, _ in rows))
        self._names: dict[Signature, list[str]] = {}
        for row, _ in rows:
            if row.fixed:
                self._names.setdefault(row.signature, []).append(row.fixed[0])

    def fits(self, value: object) -> bool:
        """Whether the value is of this kind, by its class and its constant fields."""
        return type(value) is self.make and all(
            getattr(value, name) == each for name, each in self.constants.items()
        )

    def lines(self, value: T) -> Iterator[Line]:
        """Its facts in order, with words."""
        for name, part in self.parts.items():
            yield from part.lines(value, name)

    def facts(self, value: T) -> list[Fact]:
        """Its facts in order."""
        return [each for line in self.lines(value) for each in facts_of(line)]

    def from_facts(self, facts: Sequence[Fact], end: Place | None = None) -> T:
        """The inverse of `facts`; `end` is where errors place what is missing.

        Raises InstanceError.
        """
        return self.read(by_signature(facts), InstanceError, end)

    def read(
        self, found: Found, kind: type[SourceError] = WitnessError, end: Place | None = None
    ) -> T:
        """What the facts make; facts of other predicates are ignored. Raises `kind`."""
        for signature, names in self._names.items():
            for each in found.get(signature, ()):
                constant(each, 0, names, kind)
        reading = Reading(found, dict(self.constants), kind, end)
        for name, part in self.parts.items():
            part.read(name, reading)
        try:
            return self.make(**reading.known)
        except ValueError as error:
            raise kind(str(error), end) from None


class ByHand(NamedTuple, Generic[T]):
    """Functions that write and read the facts of an instance, for a family without a `Schema`.

    Attributes:
        facts: the facts of an instance, for clingo.
        from_facts: the inverse. Raises InstanceError.
    """

    facts: Callable[[T], list[Fact]]
    from_facts: Callable[[Sequence[Fact]], T]


def text_of(facts: Sequence[Fact]) -> str:
    """The text of the facts on a line."""
    return facts.text if isinstance(facts, FactsAbreast) else " ".join(map(str, facts))


def facts_of(line: Line) -> Sequence[Fact]:
    """The facts on a line."""
    if isinstance(line, str):
        return ()
    facts, _ = line
    return (facts,) if isinstance(facts, Fact) else facts


def owner(function: Any) -> Any:
    """The object of a bound method; None for a plain function."""
    return getattr(function, "__self__", None)
