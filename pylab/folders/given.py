"""An instance of a program: facts, files of rules that come with them, values of constants."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from pylab.base.errors import EncodingError, InstanceError
from pylab.base.limits import aside
from pylab.base.listing import Signature
from pylab.encoding import places
from pylab.encoding import program as encodings
from pylab.encoding.program import Encoding
from pylab.folders.answers import MANY
from pylab.text.fact_files import read_facts
from pylab.text.facts import Fact, signatures_of
from pylab.text.lexer import TokenKind, blanked
from pylab.text.source import Source


@dataclass(frozen=True)
class Given:
    """What a program is run on.

    Attributes:
        facts: those of files that have nothing but facts, each once, sorted; very many are as the
            files have them.
        rules: files that say more, which clingo gets as they are.
        constants: values for `#const`s.
        defaults: the program's own values for them.
    """

    facts: tuple[Fact, ...] = ()
    rules: tuple[Path, ...] = ()
    constants: tuple[tuple[str, str], ...] = ()
    defaults: tuple[tuple[str, str], ...] = ()

    @cached_property
    def signatures(self) -> frozenset[Signature]:
        """The predicates of the facts."""
        return signatures_of(self.facts)

    def under(self, constants: Mapping[str, str]) -> Given:
        """The same with values for constants; those given here replace older ones."""
        if not constants:
            return self
        return replace(
            self, constants=tuple(sorted((dict(self.constants) | dict(constants)).items()))
        )

    def whole(self) -> list[Fact]:
        """All facts, with those that the files of rules derive without a choice.

        Raises EncodingError for files that clingo refuses, and LimitReached.
        """
        if not self.rules:
            return list(self.facts)
        program = encodings.load(self.rules[0], self.rules[1:], None, ascii_only=False)
        values = {name: value for name, value in self.defaults if name not in program.constants}
        values |= dict(self.constants)
        derived = aside(lambda: _derived(program, self.facts, values))
        return list(dict.fromkeys([*self.facts, *derived]))


def of_facts(facts: Iterable[Fact], rules: Iterable[Path] = ()) -> Given:
    """An instance of facts, each once, and of files with rules."""
    once = {(each.name, each.positive, *each.terms): each for each in facts}
    found: Iterable[Fact] = once.values()
    if len(once) <= MANY:
        found = sorted(found, key=lambda each: each.symbol)
    return Given(tuple(found), tuple(rules))


_LIMIT = re.compile(r"#(?:inf|sup)\b")
_MORE = re.compile(r":-|:~|[{|]|(?<![\w'])_*[A-Z]")
"""Matches what is no fact; clingo itself reads facts with arithmetic, and negated ones."""


def facts_in(source: Source, constants: Iterable[str]) -> list[Fact] | None:
    """The facts of a text; None if it says more, or uses one of the program's constants.

    Raises InstanceError, and LimitReached.
    """
    words = "|".join(map(re.escape, constants))
    if words and re.search(rf"(?<![\w'])(?:{words})(?![\w'])", source.text):
        return None
    try:
        return read_facts(source, None)
    except InstanceError:
        bare = _LIMIT.sub("", blanked(source.text, TokenKind.COMMENT, TokenKind.STRING))
        if "#" in bare or _MORE.search(bare):
            return None
    try:
        program = encodings.load(file_of(source), scripts=None, ascii_only=False)
        return aside(lambda: _derived(program, (), {}))
    except EncodingError as error:
        raise InstanceError(error.message, error.place) from None


def _derived(program: Encoding, facts: Sequence[Fact], constants: Mapping[str, str]) -> list[Fact]:
    """The facts of a grounded program."""
    control = encodings.grounded(program, (each.symbol for each in facts), constants)
    return [Fact(atom.symbol) for atom in control.symbolic_atoms if atom.is_fact]


def file_of(source: Source) -> Path:
    """A file with the text of a source: its own, or another where it has none."""
    path = Path(source.name)
    return path.absolute() if path.is_file() else places.file_with(source.text, called(source))


def called(source: Source) -> str:
    """The name in messages of a text that has no file of its own."""
    return "your program" if source.name.startswith(("<", "text")) else Path(source.name).stem


_BEGINNING = 100_000


def refuse_empty(source: Source) -> None:
    """Raises InstanceError for a text that says nothing but comments."""
    if not blanked(source.text[:_BEGINNING], TokenKind.COMMENT).strip():
        raise InstanceError(f"{source.name}: expected rules or facts, found nothing")
