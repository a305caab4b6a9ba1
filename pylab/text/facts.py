"""Ground facts, and the terms in them.

A fact is a predicate over integers (32 bit), constants, strings and compound terms. `fact_files`
reads texts of facts.
"""

from __future__ import annotations

import copyreg
import re
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from operator import attrgetter
from typing import Any, NamedTuple

import clingo
from clingo._internal import _ffi, _lib  # type: ignore[attr-defined]

from pylab.base.errors import InstanceError, Place, SourceError, short
from pylab.base.listing import Signature
from pylab.base.memo import MOST, Memo
from pylab.text.source import Source

INT_MIN, INT_MAX = -(2**31), 2**31 - 1
"""clingo's integers."""

EMPTY = "% an empty answer"
"""What pylab prints where an answer has no facts: a text without any is none."""

BESIDE = "% also shown: "
"""What pylab prints before the terms of an answer that are no facts, such as numbers."""

type_of = clingo.SymbolType

Term = int | str | clingo.Symbol
"""An integer, the name of a constant, or a symbol ready made."""


_key_of: Callable[[clingo.Symbol], Hashable] = (
    attrgetter("_rep") if hasattr(clingo.Number(0), "_rep") else lambda symbol: symbol
)
"""A symbol's unique number in clingo's library, or the symbol itself if that is not accessible."""


def _reduced(symbol: clingo.Symbol) -> tuple[Callable[[str], clingo.Symbol], tuple[str]]:
    """For pickles: the symbol's text, as its number means nothing in another process."""
    return clingo.parse_term, (str(symbol),)


copyreg.pickle(clingo.Symbol, _reduced)


class Quoted:
    r"""A string, which is made a symbol when it is first needed as one.

    >>> print(fact("port", Quoted("A.1"), Quoted('a "b"')))
    port("A.1","a \"b\"").
    """

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text

    def __str__(self) -> str:
        text = self.text
        if not _UNESCAPED(text):
            text = text.replace("\\", "\\\\").replace("\n", "\\n").replace('"', '\\"')
        return f'"{text}"'


_UNESCAPED = re.compile(r'[^\\"\n]*+').fullmatch


class Fact:
    """An immutable ground atom; two facts are equal if their symbols are.

    A fact is made from a symbol, or from a name and terms, and computes the other on demand,
    because converting symbols takes most of the time of reading and writing.

    Attributes:
        source: where it was read, None for a fact that was made.
        offset: where it begins in there.
        terms: the arguments: integers, names of constants, and symbols for all else.
    """

    __slots__ = ("_name", "_symbol", "_terms", "_text", "_written", "offset", "source")

    def __init__(
        self,
        symbol: clingo.Symbol | None,
        source: Source | None = None,
        offset: int = 0,
        name: str = "",
        terms: tuple[Term, ...] | None = None,
        written: tuple[Term | Quoted, ...] = (),
        text: str | None = None,
    ) -> None:
        self._symbol, self._name = symbol, name
        self._terms, self._written = terms, written
        self.source, self.offset = source, offset
        self._text = text

    @property
    def symbol(self) -> clingo.Symbol:
        if self._symbol is None:
            terms = self._written or self._terms or ()
            self._symbol = _function(self._name, terms)
        return self._symbol

    @property
    def terms(self) -> tuple[Term, ...]:
        if self._terms is None:
            self._terms = tuple(map(_term, self.arguments))
        return self._terms

    @property
    def name(self) -> str:
        if not self._name and self._symbol is not None:
            self._name = self._symbol.name
        return self._name

    @property
    def positive(self) -> bool:
        """Whether it is no `-p`."""
        return self._symbol is None or self._symbol.positive

    @property
    def arguments(self) -> Sequence[clingo.Symbol]:
        return self.symbol.arguments

    @property
    def signature(self) -> Signature:
        return Signature(self.name, len(self._written or self.terms))

    @property
    def place(self) -> Place | None:
        """The place where it was read; None for a fact that was made."""
        return None if self.source is None else self.source.place(self.offset)

    def __eq__(self, other: object) -> bool:
        return self.symbol == other.symbol if isinstance(other, Fact) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.symbol)

    def __repr__(self) -> str:
        return f"Fact({self.symbol!r})"

    def __str__(self) -> str:
        if self._text is None:
            if self._symbol is None and (terms := self._written or self._terms):
                self._text = f"{self._name}({','.join(map(str, terms))})."
            else:
                self._text = f"{self.symbol}."
        return self._text


def fact(name: str, *arguments: Term | Quoted) -> Fact:
    """Make a fact from integers, names of constants, strings, and symbols.

    >>> str(fact("connect", 1, 2, "n"))
    'connect(1,2,n).'
    """
    if Quoted in map(type, arguments):
        return Fact(None, None, 0, name, None, arguments)
    return _fact(name, *arguments)


@lru_cache(maxsize=1 << 12, typed=True)
def _fact(name: str, *arguments: Term) -> Fact:
    """The same for terms without strings, cached, because few different facts occur often."""
    made = [*map(symbol_of, arguments)]  # also of numbers that clingo doesn't have
    if any(isinstance(each, clingo.Symbol) for each in arguments):
        return Fact(clingo.Function(name, made))
    return Fact(None, name=name, terms=arguments)


def integer(
    fact: Fact,
    index: int,
    low: int = INT_MIN,
    high: int = INT_MAX,
    kind: type[SourceError] = InstanceError,
) -> int:
    """The fact's argument at `index` (from 0) as an integer between low and high, both included."""
    found = fact.terms[index]
    if isinstance(found, int) and low <= found <= high:
        return found
    wanted = "an integer" if (low, high) == (INT_MIN, INT_MAX) else f"an integer from {low}"
    if high != INT_MAX:
        wanted += f" to {high}"
    raise misfit(fact, index, wanted, kind)


def constant(
    fact: Fact, index: int, known: Sequence[str], kind: type[SourceError] = InstanceError
) -> str:
    """The fact's argument at `index` (from 0) as one of the known constants."""
    found = fact.terms[index]
    if isinstance(found, str) and found in (*known,):
        return found
    wanted = ", ".join(known)
    raise misfit(fact, index, wanted if len(known) == 1 else f"one of {wanted}", kind)


class ArgumentType(NamedTuple):
    """Reads and writes arguments of facts that are not just integers or names.

    Attributes:
        wanted: what is expected, in words, for errors.
        read: the value of an argument. Raises ValueError, perhaps with other words, for a misfit.
        write: the argument for a value.
        quoted: whether texts of these characters become strings by quotes around them; None if not.
    """

    wanted: str
    read: Callable[[clingo.Symbol], Any]
    write: Callable[[Any], Term | Quoted]
    quoted: Callable[[str], object] | None = None


Column = type[int] | type[str] | range | Collection[str] | ArgumentType
"""What an argument may be: an integer, a name, an integer of a range, one of listed names, or a
value of a type of its own."""


def argument(
    wanted: str, read: Callable[[clingo.Symbol], Any], write: Callable[[Any], Term | Quoted]
) -> ArgumentType:
    """An `ArgumentType` by a function that gives None for a misfit."""

    def strictly(symbol: clingo.Symbol) -> Any:
        found = read(symbol)
        if found is None:
            raise ValueError
        return found

    return ArgumentType(wanted, strictly, write)


def text(wanted: str = "a string", fits: Callable[[str], object] = lambda _: True) -> ArgumentType:
    """Strings that fit, as texts.

    >>> values(fact("room", clingo.String("hall")), text("a name", str.isalpha))
    ('hall',)
    """

    def read(symbol: clingo.Symbol) -> str | None:
        is_text = symbol.type is type_of.String and fits(symbol.string)
        return symbol.string if is_text else None

    return argument(wanted, read, Quoted)


def values(fact: Fact, *wanted: Column, kind: type[SourceError] = InstanceError) -> Any:
    """The fact's arguments, each checked and, by an `ArgumentType`, converted.

    >>> values(fact("move", "red", "n", 1), str, "nesw", range(9))
    ('red', 'n', 1)
    """
    found = list(fact.terms)
    for index, (term, each) in enumerate(zip(found, wanted, strict=True)):
        if isinstance(each, range):
            if integer(fact, index, each.start, each.stop - 1, kind) not in each:
                raise misfit(fact, index, f"one of {', '.join(map(str, each))}", kind)
        elif isinstance(each, ArgumentType):
            try:
                found[index] = each.read(symbol_of(term))
            except ValueError as error:
                raise misfit(fact, index, str(error) or each.wanted, kind) from None
        elif each is int:
            integer(fact, index, kind=kind)
        elif not isinstance(each, type):
            constant(fact, index, tuple(each), kind)
        elif not isinstance(term, str):
            raise misfit(fact, index, "a name", kind)
    return tuple(found)


def rows(
    facts: Iterable[Fact], *wanted: Column, kind: type[SourceError] = InstanceError
) -> list[Any]:
    """The arguments of each of these facts of one predicate, as `values` gives them.

    >>> rows([fact("at", 1, 2), fact("at", 3, 4)], int, range(9))
    [(1, 2), (3, 4)]
    """
    those = list(facts)
    columns = list(zip(*[each.terms for each in those], strict=True))
    # most columns have few different terms: check and convert each only once
    with suppress(ValueError):
        return list(zip(*map(_converted, columns, wanted), strict=True)) if columns else []
    return [values(each, *wanted, kind=kind) for each in those]


def _converted(terms: Sequence[Term], wanted: Column) -> Sequence[Any]:
    """The values of a column. Raises ValueError if a term is not as wanted."""
    if isinstance(wanted, ArgumentType):
        known = {term: wanted.read(symbol_of(term)) for term in set(terms)}
        return [known[term] for term in terms]
    if not _fit(set(terms), wanted):
        raise ValueError
    return terms


def _fit(terms: set[Term], wanted: type[int] | type[str] | range | Collection[str]) -> bool:
    """Whether all of these terms are as wanted."""
    if isinstance(wanted, range):
        return all(isinstance(term, int) and term in wanted for term in terms)
    if isinstance(wanted, type):
        return all(isinstance(term, wanted) for term in terms)
    known = tuple(wanted)
    return all(isinstance(term, str) and term in known for term in terms)


def misfit(
    fact: Fact, index: int, wanted: str, kind: type[SourceError] = InstanceError
) -> SourceError:
    """The error for an argument that is not as wanted."""
    found = short(str(fact.arguments[index]))
    return kind(
        f"expected {wanted} as argument {index + 1} of {fact.signature}, found {found}", fact.place
    )


def write_facts(facts: Iterable[Fact]) -> str:
    """One fact a line, in the order given."""
    return "".join(f"{fact}\n" for fact in facts)


def by_signature(facts: Iterable[Fact]) -> Mapping[Signature, list[Fact]]:
    """The facts grouped by predicate, in their order."""
    found: dict[tuple[str, int], list[Fact]] = {}
    for each in facts:
        terms = each.terms if each._terms is None else each._terms  # a look is faster than a call
        found.setdefault((each._name or each.name, len(terms)), []).append(each)
    return {Signature(*key): those for key, those in found.items()}


def signatures_of(facts: Iterable[Fact]) -> frozenset[Signature]:
    """The predicates of facts."""
    found = {(f._name or f.name, len(f.terms if f._terms is None else f._terms)) for f in facts}
    return frozenset(Signature(*key) for key in found)


def only(
    found: Mapping[Signature, Sequence[Fact]],
    signature: Signature,
    end: Place | None = None,
    kind: type[SourceError] = InstanceError,
) -> Fact:
    """The only fact of a predicate. Raises `kind` for none (placed at `end`) or several."""
    return the_one(found.get(signature, ()), signature, end, kind)


def the_one(
    those: Sequence[Fact], what: object, end: Place | None, kind: type[SourceError]
) -> Fact:
    """The only one of these facts, which a message calls `what`. Raises `kind` as `only`."""
    if not those:
        raise kind(f"expected one fact {what}, found none", end)
    if len(those) > 1:
        told = f"expected one fact {what}, found {len(those)}, this is the second"
        raise kind(told, those[1].place)
    return those[0]


@lru_cache(maxsize=1 << 14)
def symbol_of(term: Term) -> clingo.Symbol:
    """The symbol of a term, cached, because few different terms make up most facts.

    Raises InstanceError for a number that clingo doesn't have.
    """
    if isinstance(term, clingo.Symbol):
        return term
    if not isinstance(term, int):
        return clingo.Function(term)
    if not INT_MIN <= term <= INT_MAX:
        raise InstanceError(f"expected integers from {INT_MIN} to {INT_MAX}, found {term}")
    return clingo.Number(term)


def keys_of(symbols: Iterable[clingo.Symbol]) -> list[Hashable]:
    """A key for each symbol, for use in tables, as symbols are slow to hash and to compare."""
    return list(map(_key_of, symbols))


def shown_in(model: clingo.Model, known: Memo[int, clingo.Symbol]) -> list[clingo.Symbol]:
    """The same as `model.symbols(shown=True)`, which would make each symbol anew for each model.

    `known` is a `Memo` of `clingo.Symbol`, for all models of a search.
    """
    which, size = _lib.clingo_show_type_shown, _ffi.new("size_t*")
    if not _lib.clingo_model_symbols_size(model._rep, which, size):
        raise MemoryError
    numbers = _ffi.new("clingo_symbol_t[]", size[0])
    if not _lib.clingo_model_symbols(model._rep, which, numbers, size[0]):
        raise MemoryError
    return list(map(known.__getitem__, _ffi.unpack(numbers, size[0])))


def texts_of(symbols: Sequence[clingo.Symbol]) -> list[str]:
    """The symbols as clingo writes them; for many, `str` would take thrice as long.

    >>> texts_of([clingo.Number(3), clingo.Function("f", [clingo.String("a")])])
    ['3', 'f("a")']
    """
    room, written = _ffi.new("char[]", _ROOM), _ffi.string
    put = _lib.clingo_symbol_to_string
    return [
        written(room).decode() if put(each._rep, room, _ROOM) else str(each) for each in symbols
    ]


_ROOM = 1024


def shown_facts(symbols: Sequence[clingo.Symbol]) -> list[Fact]:
    """The facts of what an answer shows; kept with their texts, as others show most of them again.

    >>> one, two = [shown_facts([clingo.Function("p")])[0] for _ in range(2)]
    >>> str(one), one is two
    ('p.', True)
    """
    global _shown
    keys, known = keys_of(symbols), _shown
    if not known.keys() >= set(keys):
        if len(known) > MOST:
            known = _shown = {}  # not cleared: another thread may look facts up
        new = {k: s for k, s in zip(keys, symbols, strict=True) if k not in known}
        texts = texts_of([*new.values()])
        made = (Fact(s, text=f"{t}.") for s, t in zip(new.values(), texts, strict=True))
        known.update(zip(new, made, strict=True))
    return list(map(known.__getitem__, keys))


_shown: dict[Hashable, Fact] = {}


def _function(name: str, arguments: Sequence[Term | Quoted]) -> clingo.Symbol:
    """The symbol; by clingo's own functions, many would take twice as long."""
    made, given = _ffi.new("clingo_symbol_t*"), [*map(_rep_of, arguments)]
    if not _lib.clingo_symbol_create_function(_encoded(name), given, len(given), True, made):
        raise MemoryError
    return clingo.Symbol(made[0])  # type: ignore[no-untyped-call]


@lru_cache(maxsize=1 << 14)
def _rep_of(term: Term | Quoted) -> Any:
    """A term's number in clingo's library."""
    return (clingo.String(term.text) if isinstance(term, Quoted) else symbol_of(term))._rep


_encoded = lru_cache(maxsize=1 << 10)(str.encode)


def add_facts(backend: clingo.Backend, facts: Iterable[Fact]) -> None:
    """Add facts to a program; by the backend's own methods, many would take six times as long."""
    atom, symbol, none = _ffi.new("clingo_atom_t*"), _ffi.new("clingo_symbol_t*"), _ffi.NULL
    create, made = _lib.clingo_symbol_create_function, _lib.clingo_backend_add_atom
    rule, program, room = _lib.clingo_backend_rule, backend._rep, _ffi.new("clingo_symbol_t[]", 8)
    for each in facts:
        terms = each._written or each._terms or ()
        count = len(terms)
        if each._symbol is None and count <= 8:  # no Symbol is made that nothing else needs
            for index, term in enumerate(terms):
                room[index] = _rep_of(term)
            done = create(_encoded(each._name), room, count, True, symbol)
        else:
            symbol[0], done = each.symbol._rep, True
        if not (done and made(program, symbol, atom) and rule(program, False, atom, 1, none, 0)):
            raise MemoryError


def _term(symbol: clingo.Symbol) -> Term:
    """The inverse of `symbol_of`."""
    if symbol.type is type_of.Number:
        return symbol.number
    constant = symbol.type is type_of.Function and symbol.positive and not symbol.arguments
    return symbol.name or symbol if constant else symbol
