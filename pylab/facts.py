"""Ground facts, text ⇄ clingo symbols; strict, and far from any parser of rules.

A fact is a predicate from a known vocabulary over integers (32 bit), constants, strings and
compound terms; in an instance, ranges of integers (`1..4`) and pools (`(n;s)`) stand for several,
and how long these would be if they were written out is counted before the first is built. All else
that clingo would accept (rules, choices, arithmetic, directives, scripts) is an error with its
place.
"""

from __future__ import annotations

import contextlib
import itertools
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import clingo

from pylab.errors import InstanceError, Place, SourceError, near, printable
from pylab.listing import Signature
from pylab.source import MAX_BYTES, Source

MAX_DEPTH = 64
"""The deepest nesting of terms that is read."""

INT_MIN, INT_MAX = -(2**31), 2**31 - 1
"""clingo's integers."""

type_of = clingo.SymbolType

Term = int | str | clingo.Symbol
"""An integer, the name of a constant, or a symbol ready made."""


class Quoted:
    r"""A string, which becomes a symbol once somebody asks for that.

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
    """A ground atom, which nobody changes; two facts are equal if their symbols are.

    It is made of a symbol, or of a name and terms, and has the other once somebody asks for it: to
    build symbols, and to ask them what they are made of, takes most of the time of reading and
    writing.

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
    ) -> None:
        self._symbol, self._name, self._terms, self._written = symbol, name, terms, written
        self._text: str | None
        self.source, self.offset, self._text = source, offset, None

    @property
    def symbol(self) -> clingo.Symbol:
        if self._symbol is None:
            terms = self._written or self._terms or ()
            made = [clingo.String(t.text) if isinstance(t, Quoted) else _symbol(t) for t in terms]
            self._symbol = clingo.Function(self._name, made)
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
    def arguments(self) -> Sequence[clingo.Symbol]:
        return self.symbol.arguments

    @property
    def signature(self) -> Signature:
        return Signature(self.name, len(self._written or self.terms))

    @property
    def place(self) -> Place | None:
        """Where it was read; None for a fact that was made."""
        return None if self.source is None else self.source.place(self.offset)

    def __eq__(self, other: object) -> bool:
        return self.symbol == other.symbol if isinstance(other, Fact) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.symbol)

    def __repr__(self) -> str:
        return f"Fact({self.symbol!r})"

    def __str__(self) -> str:
        if self._text is None:
            if self._written and self._symbol is None:
                return f"{self._name}({','.join(map(str, self._written))})."
            self._text = f"{self.symbol}."
        return self._text


def fact(name: str, *arguments: Term | Quoted) -> Fact:
    """Make a fact from integers, names of constants, strings, and symbols.

    >>> str(fact("connect", 1, 2, "n"))
    'connect(1,2,n).'
    """
    plain = [each for each in arguments if not isinstance(each, Quoted)]
    if len(plain) < len(arguments):
        return Fact(None, name=name, written=arguments)
    return _fact(name, *plain)


@lru_cache(maxsize=1 << 12, typed=True)
def _fact(name: str, *arguments: Term) -> Fact:
    """The same without strings: the same few make up most facts."""
    symbol = clingo.Function(name, list(map(_symbol, arguments)))
    if any(isinstance(each, clingo.Symbol) for each in arguments):
        return Fact(symbol)
    return Fact(symbol, name=name, terms=arguments)


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
    if isinstance(found, str) and found in known:
        return found
    raise misfit(fact, index, f"one of {', '.join(known)}", kind)


def values(
    fact: Fact,
    *wanted: type[int] | type[str] | range | Iterable[str],
    kind: type[SourceError] = InstanceError,
) -> Any:
    """The fact's arguments: integers (int), those of a range, constants (str), or one of these.

    >>> values(fact("move", "red", "n", 1), str, "nesw", range(9))
    ('red', 'n', 1)
    """
    found: list[Term] = []
    for index, (term, each) in enumerate(zip(fact.terms, wanted, strict=True)):
        if isinstance(each, range):
            low, high = each.start, each.stop - 1
            good = isinstance(term, int) and low <= term <= high
            found.append(term if good else integer(fact, index, low, high, kind))
        elif each is int:
            found.append(integer(fact, index, kind=kind))
        elif not isinstance(each, type):
            known = tuple(each)
            good = isinstance(term, str) and term in known
            found.append(term if good else constant(fact, index, known, kind))
        elif isinstance(term, str):
            found.append(term)
        else:
            raise misfit(fact, index, "a name", kind)
    return tuple(found)


def rows(
    facts: Iterable[Fact],
    *wanted: type[int] | type[str] | range | Iterable[str],
    kind: type[SourceError] = InstanceError,
) -> list[Any]:
    """The arguments of each of these facts of one predicate, as `values` gives them.

    >>> rows([fact("at", 1, 2), fact("at", 3, 4)], int, range(9))
    [(1, 2), (3, 4)]
    """
    those = list(facts)
    found = [each.terms for each in those]
    # most columns have few different terms
    columns = map(set, zip(*found, strict=True))
    if all(map(_fit, columns, wanted)):
        return found
    return [values(each, *wanted, kind=kind) for each in those]


def _fit(terms: set[Term], wanted: type[int] | type[str] | range | Iterable[str]) -> bool:
    """Whether all of these terms are what is wanted."""
    if isinstance(wanted, range):
        return all(isinstance(term, int) and term in wanted for term in terms)
    if isinstance(wanted, type):
        return all(isinstance(term, wanted) for term in terms)
    known = tuple(wanted)
    return all(isinstance(term, str) and term in known for term in terms)


def misfit(
    fact: Fact, index: int, wanted: str, kind: type[SourceError] = InstanceError
) -> SourceError:
    """The error for an argument that is not what was wanted."""
    found = _short(str(fact.arguments[index]))
    return kind(
        f"expected {wanted} as argument {index + 1} of {fact.signature}, found {found}", fact.place
    )


def read_facts(
    source: Source,
    vocabulary: Iterable[Signature] | None,
    kind: type[SourceError] = InstanceError,
    full_stops: bool = True,
) -> list[Fact]:
    """All facts of a text, in order, repeated ones too.

    Args:
        source: the text; `%` starts a comment, `%*` … `*%` encloses one.
        vocabulary: the predicates that may occur, None for all; within `further`, others are
            passed over.
        kind: the error to raise, with the place, for anything that is no such fact.
        full_stops: whether each fact must end in one; clingo prints answers without.
    """
    known = None if vocabulary is None else list(vocabulary)
    return _Reader(source, known, kind, full_stops).facts()


Tell = Callable[[str, SourceError], None]
"""Hears of the first fact of a predicate that nobody knows: its name and number of arguments, and
the error that it is where all must be known."""

_further: ContextVar[Tell | None] = ContextVar("further", default=None)


@contextlib.contextmanager
def further(tell: Tell) -> Iterator[None]:
    """What is read in here may have facts that its vocabulary doesn't know; they are passed over.

    `tell` hears of them, and may raise what it hears.
    """
    before = _further.set(tell)
    try:
        yield
    finally:
        _further.reset(before)


def write_facts(facts: Iterable[Fact]) -> str:
    """One fact a line, in the order given."""
    return "".join(f"{fact}\n" for fact in facts)


def by_signature(facts: Iterable[Fact]) -> Mapping[Signature, list[Fact]]:
    """The facts sorted into their predicates, order kept."""
    found: dict[tuple[str, int], list[Fact]] = {}
    for each in facts:
        terms = each.terms if each._terms is None else each._terms  # a look is faster than a call
        found.setdefault((each._name or each.name, len(terms)), []).append(each)
    return {Signature(*key): those for key, those in found.items()}


def only(
    found: Mapping[Signature, Sequence[Fact]],
    signature: Signature,
    end: Place | None = None,
    kind: type[SourceError] = InstanceError,
) -> Fact:
    """The one fact of a predicate. Raises an error of that kind; `end` is where none is missed."""
    those = found.get(signature, ())
    if not those:
        raise kind(f"expected one fact {signature}, found none", end)
    if len(those) > 1:
        raise kind(
            f"expected one fact {signature}, found {len(those)}, this is the second",
            those[1].place,
        )
    return those[0]


@lru_cache(maxsize=1 << 14)
def _symbol(term: Term) -> clingo.Symbol:
    """A symbol, which is kept: the same few make up most facts."""
    if isinstance(term, clingo.Symbol):
        return term
    return clingo.Number(term) if isinstance(term, int) else clingo.Function(term)


def _term(symbol: clingo.Symbol) -> Term:
    """The inverse of `_symbol`."""
    if symbol.type is type_of.Number:
        return symbol.number
    constant = symbol.type is type_of.Function and symbol.positive and not symbol.arguments
    return symbol.name or symbol if constant else symbol


def _short(text: str) -> str:
    shown = printable(text)
    return shown if len(shown) <= 40 else f"{shown[:37]}…"


_NAME = r"_*[a-z][A-Za-z0-9_']*"
_TOKEN = re.compile(
    r"""
      (?P<space>  [ \t\r\n]+ )
    | (?P<block>  %\* )
    | (?P<line>   %[^\n]* )
    | (?P<name>   _*[a-z][A-Za-z0-9_']* )
    | (?P<number> 0 | [1-9][0-9]* )
    | (?P<string> " [^"\\\n]*+ (?: \\["\\n] [^"\\\n]*+ )*+ " )
    | (?P<mark>   \.\. | :- | [(),;.-] )
    | (?P<limit>  \#(?:inf|sup)\b )
    """,
    re.VERBOSE | re.ASCII,
)
_INTEGER, _WORDS = r"-?(?: 0 | [1-9][0-9]{0,8} )", r'"[^"\\\n,()]*+"'
_ANY = rf"(?! not (?![A-Za-z0-9_']) ) {_NAME}"
_SIMPLE = rf"(?: {_INTEGER} | {_ANY} | {_WORDS} )"
_SERIES = rf"{_SIMPLE} (?: ,[ ]?{_SIMPLE} )*+"
_NESTED = rf"(?: {_INTEGER} | {_ANY} (?: \( {_SERIES} \) )? | {_WORDS} )"
_PIECE = re.compile(r"[^,(]+(?:\([^)]*\))?")
_REST = r"(?: [ \t\r\n]++ | %(?!\*)[^\n]*+ )*+"


def _plainly(end: str) -> re.Pattern[str]:
    fact = rf"( {_ANY} ) \( ( {_NESTED} (?: ,[ ]?{_NESTED} )*+ ) \) {end} {_REST}"
    return re.compile(fact, re.VERBOSE | re.ASCII)


_PLAIN = _plainly(r"\.(?!\.)")
"""Facts as most of them are, and what is no fact behind them: nested once, no number of ten
digits, no string with commas or brackets."""

_SHOWN = _plainly(rf"(?: \.(?!\.) | (?= [ \t\r\n]*+ (?: {_NAME} | \Z ) ) )")
"""The same where no full stop is needed."""

_NOT = "not"
"""Looks like a name, and is none for clingo."""

_IN_BLOCK = re.compile(r"%\*|\*%|%[^\n]*")
"""In a block comment, too, the rest of a line is nothing behind a `%`, as clingo has it."""
_NEGATED = re.compile(r"-\s*[_a-z]", re.ASCII)
_ESCAPED = re.compile(r"\\(.)")
_KEPT = 10_000
_END = ("end", "the end of the text", -1)


@dataclass(frozen=True, slots=True)
class _Several:
    """What a range or a pool stands for, not built yet.

    Attributes:
        count: how many terms.
        size: how many characters they would take; both are counted up to `_TOO_LARGE` only.
        build: makes them, and is called if there are any.
    """

    count: int
    size: int
    build: Callable[[], Iterator[clingo.Symbol]]

    def __iter__(self) -> Iterator[clingo.Symbol]:
        return self.build() if self.count else iter(())


_TOO_LARGE = MAX_BYTES + 1
_One = clingo.Symbol | _Several


def _range(low: int, high: int) -> _Several:
    count = max(0, high - low + 1)
    size = min(_TOO_LARGE, count * max(len(str(low)), len(str(high))))
    return _Several(min(_TOO_LARGE, count), size, lambda: map(clingo.Number, range(low, high + 1)))


def _any_of(terms: Sequence[_One]) -> _Several:
    """What a pool of these stands for."""
    several = list(map(_several, terms))
    return _Several(
        min(_TOO_LARGE, sum(each.count for each in several)),
        min(_TOO_LARGE, sum(each.size for each in several)),
        lambda: itertools.chain.from_iterable(several),
    )


def _applied(name: str, arguments: Sequence[_One]) -> _One:
    """A function's term, or what it stands for if some of its arguments stand for several."""
    if not any(isinstance(each, _Several) for each in arguments):
        return clingo.Function(name, arguments)  # type: ignore[arg-type]
    several = list(map(_several, arguments))
    count, size = 1, len(name) + 1
    for each in several:  # a character of punctuation each, and what the others' repeat
        size = min(_TOO_LARGE, size * each.count + count * (each.size + each.count))
        count = min(_TOO_LARGE, count * each.count)
    return _Several(
        count, size, lambda: (clingo.Function(name, row) for row in itertools.product(*several))
    )


def _several(term: _One) -> _Several:
    if isinstance(term, _Several):
        return term
    return _Several(1, len(str(term)), lambda: iter((term,)))


class _Everything(set[tuple[str, int]]):
    """All predicates."""

    def __contains__(self, _: object) -> bool:
        return True


class _Terms(dict[str, Term]):
    """Plain terms as they are written, and what they are: the same few make up most facts."""

    def __missing__(self, written: str) -> Term:
        word = written.lstrip()
        term: Term = word
        if word[0] == '"':
            term = clingo.String(word[1:-1])
        elif word[-1] == ")":
            name, inner = word[:-1].split("(")
            term = clingo.Function(name, [_symbol(self[each]) for each in inner.split(",")])
        elif word[-1].isdigit() and word.lstrip("-").isdigit():
            term = int(word)
        if len(self) >= _KEPT:
            self.clear()
        self[written] = term
        return term


_terms = _Terms()


class _Reader:
    """A recursive descent over `_TOKEN`; the recursion is bounded by MAX_DEPTH.

    Facts that are `_PLAIN` take a short cut, which reads them to the same.
    """

    def __init__(
        self,
        source: Source,
        vocabulary: Sequence[Signature] | None,
        kind: type[SourceError],
        full_stops: bool,
    ) -> None:
        self.source, self.kind, self.full_stops = source, kind, full_stops
        self.vocabulary, self.room = vocabulary or (), MAX_BYTES
        self.known = {(s.name, s.arity) for s in self.vocabulary}
        if vocabulary is None:
            self.known = _Everything()
        self.tell, self.told = _further.get(), set[tuple[str, int]]()
        self.shown = self.tell is not None and not full_stops
        self.position = 0
        self.token = _END
        self._advance()

    def facts(self) -> list[Fact]:
        found: list[Fact] = []
        while self.token is not _END:
            self._plain_facts(found)
            if self.token is not _END:
                found += self._facts()
        return found

    def _plain_facts(self, found: list[Fact]) -> None:
        """Find those that come next, to the first that is written otherwise."""
        source, known, term_of = self.source, self.known, _terms.__getitem__
        scan = (_PLAIN if self.full_stops else _SHOWN).scanner(source.text, self.token[2])  # type: ignore[attr-defined]
        each = None
        for each in iter(scan.match, None):
            name, arguments = each.groups()
            pieces = _PIECE.findall(arguments) if "(" in arguments else arguments.split(",")
            made = tuple(map(term_of, pieces))
            if (name, len(made)) in known:
                found.append(Fact(None, source, each.start(), name, made))
            else:
                self._pass_over(name, len(made), each.start())
        if each is not None:
            self.position = each.end()
            self._advance()

    def _facts(self) -> Iterator[Fact]:
        """What the next fact stands for: itself, but for ranges and pools."""
        kind, name, start = self.token
        if name == _NOT and self.vocabulary:
            raise self._unknown(name, 0, start)[1]
        if kind != "name" or name == _NOT:
            if not self.shown:
                raise self._unexpected("a fact")
            self._term(0)  # a solver may show terms that are no atoms
            return
        self._advance()
        rows = self._rows(1) if self.token[1] == "(" else [[]]
        for arity in map(len, rows):
            if (name, arity) not in self.known:
                self._pass_over(name, arity, start)
        if self.token[1] == ".":
            self._advance()
        elif self.full_stops or (self.token[0] not in ("name", "end") and not self.shown):
            raise self._unexpected("a full stop after the fact")
        for row in rows:
            if (name, len(row)) not in self.known:
                continue
            found = _applied(name, row)
            if isinstance(found, clingo.Symbol):
                yield Fact(found, self.source, start)
                continue
            if found.size > self.room:
                most = f"{MAX_BYTES // 1024**2} MiB"
                raise self._error(
                    f"expected ranges and pools that are at most {most} when written out, "
                    "found more",
                    start,
                )
            self.room -= found.size
            yield from (Fact(symbol, self.source, start) for symbol in found)

    def _rows(self, depth: int, tuples: bool = False) -> list[list[_One]]:
        """From `(` to `)`, both consumed: rows of terms, separated by semicolons.

        Where they are `tuples`, one that ends in a comma is a row of itself.
        """
        if depth > MAX_DEPTH:
            raise self._error(f"expected terms nested at most {MAX_DEPTH} deep", self.token[2])
        self._advance()
        rows: list[list[_One]] = [[]]
        if self.token[1] == ")":
            self._advance()
            return rows
        while True:
            rows[-1].append(self._range(depth))
            mark = self.token[1]
            if mark not in (")", ",") and not (mark == ";" and self.full_stops):
                raise self._unexpected("',' or ')'")
            self._advance()
            if mark == "," and tuples and self.token[1] in (")", ";"):
                rows[-1] = [_applied("", rows[-1])]
                mark = self.token[1]
                self._advance()
            if mark == ")":
                return rows
            if mark == ";":
                rows.append([])

    def _range(self, depth: int) -> _One:
        """A term, or a range of integers."""
        start = self.token[2]
        low = self._term(depth)
        if self.token[1] != ".." or not self.full_stops:
            return low
        if not isinstance(low, clingo.Symbol) or low.type is not type_of.Number:
            raise self._error("expected an integer before '..'", start)
        self._advance()
        return _range(low.number, self._number().number)

    def _term(self, depth: int) -> _One:
        kind, text, start = self.token
        if text == "-" and self.shown and _NEGATED.match(self.source.text, start):
            self._advance()
            return clingo.String(f"-{self._term(depth)}")  # no part of an answer
        if kind == "number" or text == "-":
            return self._number()
        if kind == "string" or (kind == "limit" and self.shown):
            self._advance()
            return clingo.String(text if text[0] == "#" else _ESCAPED.sub(_unescaped, text[1:-1]))
        if kind == "name" and text != _NOT:
            self._advance()
            rows = self._rows(depth + 1) if self.token[1] == "(" else [[]]
            made = [_applied(text, row) for row in rows]
            return made[0] if len(made) == 1 else _any_of(made)
        if text == "(":
            return self._brackets(depth)
        raise self._unexpected("an integer, a constant or a string")

    def _brackets(self, depth: int) -> _One:
        """A tuple, or a pool of terms and tuples; brackets around one term change nothing."""
        rows = self._rows(depth + 1, tuples=True)
        made = [row[0] if len(row) == 1 else _applied("", row) for row in rows]
        return made[0] if len(made) == 1 else _any_of(made)

    def _number(self) -> clingo.Symbol:
        negative = self.token[1] == "-"
        start = self.token[2]
        if negative:
            self._advance()
        if self.token[0] != "number":
            raise self._unexpected("an integer")
        digits = self.token[1]
        value = int(digits) if len(digits) <= 10 else INT_MAX + 2
        value = -value if negative else value
        if not INT_MIN <= value <= INT_MAX:
            raise self._error(f"expected an integer of 32 bits, found {_short(digits)}", start)
        self._advance()
        return clingo.Number(value)

    def _advance(self) -> None:
        """Take the next token; spaces and comments are none."""
        text, position = self.source.text, self.position
        while position < len(text):
            found = _TOKEN.match(text, position)
            if found is None:
                raise self._error(f"expected a fact, found {text[position]!r}", position)
            kind = found.lastgroup or ""
            if kind == "block":
                position = self._after_block(position)
                continue
            start, position = position, found.end()
            if kind not in ("space", "line"):
                self.position = position
                self.token = kind, found.group(), start
                return
        self.position, self.token = position, _END

    def _after_block(self, start: int) -> int:
        """Skip a block comment; they nest, as in clingo."""
        depth, position = 0, start
        while found := _IN_BLOCK.search(self.source.text, position):
            depth += (found.group() == "%*") - (found.group() == "*%")
            position = found.end()
            if depth == 0:
                return position
        raise self._error("expected '*%' to end the comment, found the end of the text", start)

    def _pass_over(self, name: str, arity: int, offset: int) -> None:
        """Report a fact of an unknown predicate, once for each; or raise it."""
        if self.tell is None:
            raise self._unknown(name, arity, offset)[1]
        if (name, arity) not in self.told:
            self.told.add((name, arity))
            self.tell(*self._unknown(name, arity, offset))

    def _unknown(self, name: str, arity: int, offset: int) -> tuple[str, SourceError]:
        """What was found, and the error that it is."""
        found = f"{_short(name)}/{arity}"
        known = [str(s) for s in self.vocabulary]
        hint = near(found, known, 0.7)
        expected = f"expected {' or '.join(_series(known))}"
        return found + hint, self._error(f"{expected}, found {found}{hint}", offset)

    def _unexpected(self, wanted: str) -> SourceError:
        kind, text, offset = self.token
        if kind == "end":
            return self._error(f"expected {wanted}, found the end of the text", -1)
        return self._error(f"expected {wanted}, found {_short(repr(text))}", offset)

    def _error(self, message: str, offset: int) -> SourceError:
        end = len(self.source.text.rstrip())
        return self.kind(message, self.source.place(end if offset < 0 else offset))


def _unescaped(match: re.Match[str]) -> str:
    return "\n" if match[1] == "n" else match[1]


def _series(names: Sequence[str]) -> list[str]:
    """Names for an `or`: all but the last joined by commas.

    >>> _series(["a", "b", "c"])
    ['a, b', 'c']
    """
    return [", ".join(names[:-1]), names[-1]] if len(names) > 1 else list(names)
