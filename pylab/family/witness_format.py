"""Witnesses as facts with words for people behind them, and back; the same for all families.

The facts alone say everything: what a family writes about a witness, it can read without a look at
the words. Which kind of witness some facts make, their predicates say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import Generic, TypeVar

import clingo

from pylab.base.errors import WitnessError
from pylab.base.listing import Signature, Task
from pylab.text.fact_files import read_facts
from pylab.text.facts import EMPTY, Fact, by_signature
from pylab.text.source import Source

W = TypeVar("W")

Found = Mapping[Signature, Sequence[Fact]]
"""The facts of a witness by their predicates."""

Line = str | tuple[Fact | Sequence[Fact], str]
"""A fact, or several on one line, with words for people; or words alone. Words may be empty."""

_WIDEST = 60
"""Words begin in one column, unless their fact is longer than this."""


class NoFacts(WitnessError):
    """A text that has no fact of an answer, where each answer has some."""


@dataclass(frozen=True, slots=True)
class WitnessKind(Generic[W]):
    """A kind of witness.

    Attributes:
        needed: the predicates that its facts have.
        optional: those that they may have as well.
        read: the witness of such facts. Raises WitnessError with the place.
        tasks: the tasks that only such witnesses answer; empty for all others.
    """

    needed: AbstractSet[Signature]
    optional: AbstractSet[Signature]
    read: Callable[[Found], W]
    tasks: Sequence[str] = ()


@dataclass(frozen=True)
class WitnessFormat(Generic[W]):
    """How a family's witnesses are written and read.

    Attributes:
        heading: what a witness is, for people, in one or several lines.
        lines: its facts in order, with words.
        forms: the kinds of witnesses; the first one that fits is taken.
        foreign: a witness from text as another program prints it; None for any other text. Raises
            WitnessError with the place.
    """

    heading: Callable[[W], str]
    lines: Callable[[W], Iterable[Line]]
    forms: Sequence[WitnessKind[W]]
    foreign: Callable[[Source], W | None] = lambda _: None
    vocabulary: Sequence[Signature] = field(init=False)
    """All predicates that witnesses have."""

    def __post_init__(self) -> None:
        known = {each for form in self.forms for each in form.needed | form.optional}
        object.__setattr__(self, "vocabulary", sorted(known, key=str))

    def encode(self, witness: W) -> list[Fact]:
        """The witness as the facts that an encoding shows for it."""
        return [fact for facts, _ in self._pairs(witness) for fact in facts]

    def show(self, witness: W) -> str:
        """The heading, then the facts, words behind `%`; `read` takes it back.

        Where there are no facts, a line says so.
        """
        lines = [f"% {line}".rstrip() for line in self.heading(witness).split("\n") if line]
        pairs = [(" ".join(map(str, facts)), words) for facts, words in self._pairs(witness)]
        wide = min(max((len(facts) for facts, words in pairs if words), default=0), _WIDEST)
        for facts, words in pairs:
            lines.append(f"{facts:<{wide if facts else 0}}  % {words}".lstrip() if words else facts)
        if not any(facts for facts, _ in pairs):
            lines.append(EMPTY)
        return "".join(f"{line}\n" for line in lines)

    def read(self, source: Source) -> W:
        """A witness from facts, with or without full stops; an empty text has none of them.

        Raises WitnessError with the place; NoFacts where there are none of an answer.
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
        """The witness of a model's shown atoms; of predicates that don't answer the task, they
        mean nothing. Raises WitnessError."""
        own = [form for form in self.forms if task.name in form.tasks]
        forms = own or [form for form in self.forms if not form.tasks]
        known = {each for form in forms for each in form.needed | form.optional}
        facts = map(Fact, symbols)
        return self.witness([each for each in facts if each.signature in known], forms)

    def witness(self, facts: Sequence[Fact], forms: Sequence[WitnessKind[W]] = ()) -> W:
        """The witness that these facts make, one of these forms or any. Raises WitnessError."""
        found = by_signature(facts)
        present = set(found)
        for form in forms or self.forms:
            if form.needed <= present <= form.needed | form.optional:
                return form.read(found)
        if not present:
            raise WitnessError("expected an answer, found no facts")
        odd = next((each for each in facts if each.signature not in self.vocabulary), facts[0])
        names = ", ".join(sorted(map(str, present)))
        raise WitnessError(f"expected the facts of one answer, found {names} together", odd.place)

    def _pairs(self, witness: W) -> Iterator[tuple[Sequence[Fact], str]]:
        for line in self.lines(witness):
            if isinstance(line, str):
                yield (), line
            else:
                facts, words = line
                yield (facts,) if isinstance(facts, Fact) else facts, words
