"""Writes witnesses as facts with words for people in comments, and reads them, for all families.

A witness is read from its facts alone; the words are ignored. The predicates of the facts decide
which kind of witness they make.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, TypeVar

import clingo

from pylab.base.errors import WitnessError
from pylab.base.listing import Signature, Task
from pylab.family.schema import Found, Line, Schema, facts_of, owner, text_of
from pylab.text.fact_files import read_facts
from pylab.text.facts import EMPTY, Fact, by_signature
from pylab.text.source import Source

W = TypeVar("W")

_WIDEST = 60
"""The words of all lines begin in one column, except after facts that are longer than this."""


class NoFacts(WitnessError):
    """A text without facts of an answer, although every answer has some."""


def _by_schema(_: Any) -> Iterable[Line]:
    """The default of `lines`."""
    raise NotImplementedError


class WitnessKind(NamedTuple, Generic[W]):
    """A kind of witness with its own reader; a `Schema` is enough for most.

    Attributes:
        needed: the predicates that must occur in its facts.
        optional: further predicates that may occur.
        read: makes the witness from such facts. Raises WitnessError with the place.
        tasks: the tasks that only this kind answers; empty: all tasks without a kind of their own.
        of: the class of such witnesses, if `lines` gives their facts in order, with words.
    """

    needed: AbstractSet[Signature]
    optional: AbstractSet[Signature]
    read: Callable[[Found], W]
    tasks: Sequence[str] = ()
    of: type | None = None
    lines: Callable[[W], Iterable[Line]] = _by_schema

    def fits(self, witness: object) -> bool:
        """Whether `lines` is for this witness."""
        return type(witness) is self.of


@dataclass(frozen=True)
class WitnessFormat(Generic[W]):
    """How a family's witnesses are written and read.

    Attributes:
        heading: one or several lines that describe a witness for people.
        forms: the kinds of witnesses; the first one that fits is taken.
        lines: its facts in order, with words; by default as its kind has them.
        foreign: a witness from text as another program prints it; None for any other text. Raises
            WitnessError with the place.
        plain: the text of a witness that people get as it is, without facts and comments; None for
            all others. `foreign` reads it.
        notation: how to read the signs in a witness's text; empty if there is nothing to say. It is
            said of the first answer that needs it.
        beside: what else is shown of a witness that can't be a fact, such as numbers.
    """

    heading: Callable[[W], str]
    forms: Sequence[WitnessKind[W] | Schema[Any]]
    lines: Callable[[W], Iterable[Line]] = field(default=_by_schema)
    foreign: Callable[[Source], W | None] = lambda _: None
    plain: Callable[[W], str | None] = lambda _: None
    notation: Callable[[W], str] = lambda _: ""
    beside: Callable[[W], Sequence[clingo.Symbol]] = lambda _: ()
    vocabulary: Sequence[Signature] = field(init=False)
    """All predicates that witnesses have."""

    def __post_init__(self) -> None:
        known = {each for form in self.forms for each in form.needed | form.optional}
        object.__setattr__(self, "vocabulary", sorted(known, key=str))
        if self.lines is _by_schema or isinstance(owner(self.lines), WitnessFormat):
            object.__setattr__(self, "lines", self._lines)

    def encode(self, witness: W) -> list[Fact]:
        """The witness as the facts that an encoding shows for it."""
        return [fact for facts, _ in self._pairs(witness) for fact in facts]

    def show(self, witness: W) -> str:
        """The heading, then the facts, with words after `%`; `read` is the inverse.

        If there are no facts, a line says so. A witness with a `plain` text is shown as that.
        """
        plain = self.plain(witness)
        if plain is not None:
            return plain
        lines = [f"% {line}".rstrip() for line in self.heading(witness).split("\n") if line]
        pairs = [(text_of(facts), words) for facts, words in self._pairs(witness)]
        wide = min(max((len(facts) for facts, words in pairs if words), default=0), _WIDEST)
        for facts, words in pairs:
            lines.append(f"{facts:<{wide if facts else 0}}  % {words}".lstrip() if words else facts)
        if not any(facts for facts, _ in pairs) and not self.beside(witness):
            lines.append(EMPTY)
        return "\n".join([*lines, ""])

    def read(self, source: Source) -> W:
        """Read a witness from facts, with or without full stops.

        Raises WitnessError with the place; NoFacts if there are none, but every answer has some.
        """
        from pylab.text.solver_claims import AnswerText
        from pylab.text.solver_output import single

        answer = single(source) if source.text.strip() else AnswerText(source.name, "")
        found = self.foreign(answer)
        if found is not None:
            return found
        facts = read_facts(answer, self.vocabulary, WitnessError, full_stops=False)
        if not facts and all(form.needed for form in self.forms):
            place = answer.place(answer.begin or 0)
            raise NoFacts("expected an answer, found no facts", place)
        return self.witness(facts)

    def decode(self, task: Task, symbols: Iterable[clingo.Symbol]) -> W:
        """The witness of a model's shown atoms; ignores predicates that don't answer the task.

        Raises WitnessError for atoms that make no witness.
        """
        own = [form for form in self.forms if task.name in form.tasks]
        forms = own or [form for form in self.forms if not form.tasks]
        known = {each for form in forms for each in form.needed | form.optional}
        facts = map(Fact, symbols)
        return self.witness([each for each in facts if each.signature in known], forms)

    def witness(
        self, facts: Sequence[Fact], forms: Sequence[WitnessKind[W] | Schema[Any]] = ()
    ) -> W:
        """The witness of these kinds, or of any, that the facts make. Raises WitnessError."""
        found = by_signature(facts)
        present = set(found)
        for form in forms or self.forms:
            if form.needed <= present <= form.needed | form.optional:
                try:
                    return form.read(found)
                except WitnessError as error:
                    error.place = error.place or facts[0].place if facts else None
                    raise
        if not present:
            raise WitnessError("expected an answer, found no facts")
        odd = next((each for each in facts if each.signature not in self.vocabulary), facts[0])
        names = ", ".join(sorted(map(str, present)))
        raise WitnessError(f"expected the facts of one answer, found {names} together", odd.place)

    def _pairs(self, witness: W) -> Iterator[tuple[Sequence[Fact], str]]:
        for line in self.lines(witness):
            yield facts_of(line), line if isinstance(line, str) else line[1]

    def _lines(self, witness: W) -> Iterable[Line]:
        """The lines of the first kind that the witness is of."""
        return next(form for form in self.forms if form.fits(witness)).lines(witness)
