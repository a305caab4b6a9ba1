"""Reads texts of facts strictly; this is no parser of rules.

In an instance, ranges of integers (`1..4`) and pools (`(n;s)`) stand for several facts, whose
total length is counted before the first is built. Everything else that clingo would accept
(rules, choices, arithmetic, directives, scripts) is an error with its place.
"""

from __future__ import annotations

import contextlib
import itertools
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextvars import ContextVar
from dataclasses import dataclass

import clingo

from pylab.base.errors import InstanceError, SourceError, near, short
from pylab.base.listing import Signature
from pylab.base.words import alternatives
from pylab.text.facts import BESIDE, INT_MAX, INT_MIN, Fact, Term, symbol_of, type_of
from pylab.text.lexer import TokenKind, after_block, blanked, unquoted
from pylab.text.source import MAX_BYTES, Source

MAX_DEPTH = 64
"""The deepest nesting of terms that is read."""


def read_facts(
    source: Source,
    vocabulary: Iterable[Signature] | None,
    kind: type[SourceError] = InstanceError,
    full_stops: bool = True,
    negated: bool | None = None,
    terms: list[clingo.Symbol] | None = None,
) -> list[Fact]:
    """All facts of a text, in order, repeated ones too.

    Args:
        source: the text; `%` or `#!` starts a comment, `%*` … `*%` encloses one.
        vocabulary: the predicates that may occur, None for all; within `further`, others are
            passed over.
        kind: the error to raise, with the place, for anything that is no such fact.
        full_stops: whether each fact must end in one; clingo prints answers without.
        negated: whether there may be facts such as `-p(1)`, by default if all predicates may occur.
        terms: gets what an answer shows that is no fact, such as numbers; within `further` only.
    """
    known = None if vocabulary is None else list(vocabulary)
    negated = vocabulary is None if negated is None else negated
    found = _FactReader(source, known, kind, full_stops, negated, terms).facts()
    for told in _beside(source.text) if terms is not None and BESIDE in source.text else ():
        with contextlib.suppress(SourceError):  # a comment of somebody else's
            _FactReader(Source(source.name, told), (), kind, full_stops, False, terms).facts()
    return found


def _beside(text: str) -> Iterator[str]:
    """What comments of pylab's say that an answer shows besides facts."""
    for found in _BESIDE.finditer(blanked(text, TokenKind.STRING)):
        yield text[found.start(1) : found.end(1)]


Tell = Callable[[str, SourceError], None]
"""Is called with the first fact of an unknown predicate: its signature, and the error that it is
where all predicates must be known."""

_further: ContextVar[Tell | None] = ContextVar("further", default=None)


@contextlib.contextmanager
def further(tell: Tell) -> Iterator[None]:
    """Context in which facts of unknown predicates are skipped.

    `tell` is called for each unknown predicate; it may raise the error that it gets.
    """
    before = _further.set(tell)
    try:
        yield
    finally:
        _further.reset(before)


_NAME = r"_*[a-z][A-Za-z0-9_']*"
_TOKEN = re.compile(
    r"""
      (?P<space>  [ \t\r\n]+ )
    | (?P<block>  %\* )
    | (?P<line>   (?: % | \#! )[^\n]* )
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
_NESTED = re.compile(
    rf"[ ]? (?: {_INTEGER} | {_ANY} (?: \( {_SERIES} \) )? | {_WORDS} )", re.VERBOSE | re.ASCII
).fullmatch
_PIECE = re.compile(r"[^,(]+(?:\([^)]*\))?")
_REST = r"(?: [ \t\r\n]++ | (?: %(?!\*) | \#! )[^\n]*+ )*+"
_RUN = r"[-\w,'\ ]*+"


def _plainly(end: str) -> re.Pattern[str]:
    arguments = rf"{_RUN} (?: (?: {_WORDS} | \([^()%\n]*+\) ) {_RUN} )*+"
    return re.compile(rf"( {_NAME}+ ) \( ( {arguments} ) \) {end} {_REST}", re.VERBOSE | re.ASCII)


_PLAIN = _plainly(r"\.(?!\.)")
"""Matches most facts quickly: those without strings that contain commas or brackets. `_terms` then
decides whether each argument is plain: nested at most once, no number of ten digits."""

_SHOWN = _plainly(rf"(?: \.(?!\.) | (?= [ \t\r\n]*+ (?: {_NAME} | \Z ) ) )")
"""The same without full stops."""

_BESIDE = re.compile(rf"(?:^|\s){BESIDE}(.*)$", re.MULTILINE)

_NOT = "not"
"""A keyword of clingo, which is no name."""

_VARIABLE = re.compile(r"_*[A-Z][A-Za-z0-9_']*", re.ASCII)
_NEGATED = re.compile(r"-\s*[_a-z]", re.ASCII)
_KEPT = 10_000
_END = ("end", "the end of the text", -1)


@dataclass(frozen=True, slots=True)
class _Several:
    """The terms that a range or a pool stands for, before they are built.

    Attributes:
        count: the number of terms.
        size: the number of characters they would take; both are counted up to `_TOO_LARGE` only.
        build: makes them; called only if there are any.
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
    """The terms that a pool of these stands for."""
    several = list(map(_several, terms))
    return _Several(
        min(_TOO_LARGE, sum(each.count for each in several)),
        min(_TOO_LARGE, sum(each.size for each in several)),
        lambda: itertools.chain.from_iterable(several),
    )


def _applied(name: str, arguments: Sequence[_One]) -> _One:
    """A function's term, or all its terms if some of its arguments stand for several."""
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


def _negation(atom: clingo.Symbol) -> clingo.Symbol:
    return clingo.Function(atom.name, atom.arguments, False)


class _Everything(set[tuple[str, int]]):
    """A vocabulary of all predicates; none has the name `not`."""

    def __contains__(self, predicate: object) -> bool:
        return isinstance(predicate, tuple) and predicate[0] != _NOT


class _NotPlain(Exception):
    """The term is not plain: the full reader takes it, or refuses it."""


class _Terms(dict[str, Term]):
    """A cache from the text of a plain term to its value, because few terms make up most facts."""

    def __missing__(self, written: str) -> Term:
        if not _NESTED(written):
            raise _NotPlain
        word = written.lstrip()
        term: Term = word
        if word[0] == '"':
            term = clingo.String(word[1:-1])
        elif word[-1] == ")":
            name, inner = word[:-1].split("(")
            term = clingo.Function(name, [symbol_of(self[each]) for each in inner.split(",")])
        elif word[-1].isdigit() and word.lstrip("-").isdigit():
            term = int(word)
        if len(self) >= _KEPT:
            self.clear()
        self[written] = term
        return term


_terms = _Terms()


class _FactReader:
    """A recursive descent over `_TOKEN`; the recursion is bounded by MAX_DEPTH.

    Facts that match `_PLAIN` take a shortcut with the same result.
    """

    def __init__(
        self,
        source: Source,
        vocabulary: Sequence[Signature] | None,
        kind: type[SourceError],
        full_stops: bool,
        negated: bool,
        terms: list[clingo.Symbol] | None,
    ) -> None:
        self.terms = terms
        self.source, self.kind, self.full_stops, self.negated = source, kind, full_stops, negated
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
        """Read facts as long as they are plain."""
        source, known, term_of = self.source, self.known, _terms.__getitem__
        scan = (_PLAIN if self.full_stops else _SHOWN).scanner(source.text, self.token[2])  # type: ignore[attr-defined]
        each = None
        try:
            for each in iter(scan.match, None):
                name, arguments = each.groups()
                pieces = arguments.split(",")
                if "(" in arguments:
                    pieces = _PIECE.findall(arguments)
                    if ",".join(pieces) != arguments:
                        raise _NotPlain
                made = tuple(map(term_of, pieces))
                if (name, len(made)) in known:
                    found.append(Fact(None, source, each.start(), name, made))
                elif name == _NOT:
                    raise _NotPlain
                else:
                    self._pass_over(name, len(made), each.start())
        except _NotPlain:
            assert each is not None
            self.position = each.start()
            self._advance()
            return
        if each is not None:
            self.position = each.end()
            self._advance()

    def _facts(self) -> Iterator[Fact]:
        """The facts that the next one stands for: itself, unless it has ranges or pools."""
        kind, name, start = self.token
        if name == _NOT and self.vocabulary:
            raise self._unknown(name, 0, start)[1]
        minus = self._minus()
        if minus:
            self._advance()
        kind, name, place = self.token
        if kind != "name" or name == _NOT:
            if not self.shown:
                raise self._unexpected("a fact")
            term = self._term(0)  # a solver may show terms that are no atoms
            if self.terms is not None and isinstance(term, clingo.Symbol):
                self.terms.append(term)
            if self.token[1] == ".":
                self._advance()
            return
        self._advance()
        rows = self._rows(1) if self._opens(place + len(name)) else [[]]
        for arity in map(len, rows):
            if (name, arity) not in self.known:
                self._pass_over(name, arity, start)
        if self.token[1] == ".":
            self._advance()
        elif self.full_stops or not (
            self.token[0] in ("name", "end") or self.shown or self._minus()
        ):
            raise self._unexpected("a full stop after the fact")
        for row in rows:
            if (name, len(row)) not in self.known:
                continue
            found = _applied(name, row)
            if isinstance(found, clingo.Symbol):
                yield Fact(_negation(found) if minus else found, self.source, start)
                continue
            if found.size > self.room:
                most = f"{MAX_BYTES // 1024**2} MiB"
                raise self._error(
                    f"expected ranges and pools that are at most {most} when written out, "
                    "found more",
                    start,
                )
            self.room -= found.size
            made = map(_negation, found) if minus else found
            yield from (Fact(symbol, self.source, start) for symbol in made)

    def _opens(self, end: int) -> bool:
        """Whether arguments of a name that ends there follow: in `q (1,2)` a tuple is shown."""
        return self.token[1] == "(" and (self.full_stops or self.token[2] == end)

    def _minus(self) -> bool:
        """Whether a negated fact follows."""
        minus = self.negated and self.token[1] == "-"
        return minus and _NEGATED.match(self.source.text, self.token[2]) is not None

    def _rows(self, depth: int, tuples: bool = False) -> list[list[_One]]:
        """Read rows of terms, separated by semicolons, from `(` to `)` inclusive.

        With `tuples`, a row may end in a comma, as tuples of one term do.
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
        minus = text == "-" and _NEGATED.match(self.source.text, start)
        if minus and (self.negated or self.shown):
            self._advance()
            term = self._term(depth)
            if self.negated and isinstance(term, clingo.Symbol):
                return _negation(term)
            return clingo.String(f"-{term}")  # no part of an answer
        if kind == "number" or text == "-":
            return self._number()
        if kind == "limit" and (self.shown or self.negated):
            self._advance()
            return clingo.Infimum if text == "#inf" else clingo.Supremum
        if kind == "string":
            self._advance()
            return clingo.String(unquoted(text))
        if kind == "name" and text != _NOT:
            self._advance()
            rows = self._rows(depth + 1) if self._opens(start + len(text)) else [[]]
            made = [_applied(text, row) for row in rows]
            return made[0] if len(made) == 1 else _any_of(made)
        if text == "(":
            return self._brackets(depth)
        raise self._unexpected("an integer, a constant or a string")

    def _brackets(self, depth: int) -> _One:
        """Read a tuple, or a pool of terms and tuples; brackets around one term have no effect."""
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
            raise self._error(f"expected an integer of 32 bits, found {short(digits)}", start)
        self._advance()
        return clingo.Number(value)

    def _advance(self) -> None:
        """Take the next token; skip spaces and comments."""
        text, position = self.source.text, self.position
        while position < len(text):
            found = _TOKEN.match(text, position)
            if found is None:
                variable = _VARIABLE.match(text, position)
                what = f"the variable {short(variable[0])}" if variable else repr(text[position])
                raise self._error(f"expected a fact, found {what}", position)
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
        end = after_block(self.source.text, start)
        if end is not None:
            return end
        raise self._error("expected '*%' to end the comment, found the end of the text", start)

    def _pass_over(self, name: str, arity: int, offset: int) -> None:
        """Report an unknown predicate's first fact to `tell`; without one, raise the error."""
        if self.tell is None:
            raise self._unknown(name, arity, offset)[1]
        if (name, arity) not in self.told:
            self.told.add((name, arity))
            self.tell(*self._unknown(name, arity, offset))

    def _unknown(self, name: str, arity: int, offset: int) -> tuple[str, SourceError]:
        """The signature of an unknown fact, and the error for it."""
        found = f"{short(name)}/{arity}"
        known = [str(s) for s in self.vocabulary]
        hint = near(found, known, 0.7)
        expected = f"expected {alternatives(known)}"
        return found + hint, self._error(f"{expected}, found {found}{hint}", offset)

    def _unexpected(self, wanted: str) -> SourceError:
        kind, text, offset = self.token
        if kind == "end":
            where = "text" if self.full_stops else "line"
            return self._error(f"expected {wanted}, found the end of the {where}", -1)
        if text == ":-" and self.full_stops:
            return self._error("expected a fact, found a rule", offset)
        return self._error(f"expected {wanted}, found {short(repr(text))}", offset)

    def _error(self, message: str, offset: int) -> SourceError:
        end = len(self.source.text.rstrip())
        return self.kind(message, self.source.place(end if offset < 0 else offset))
