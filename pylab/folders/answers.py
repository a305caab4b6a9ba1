"""Answers of programs: the atoms that are shown, whatever their predicates; judges nothing."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import clingo

from pylab.base.errors import WitnessError
from pylab.base.listing import Signature, Task
from pylab.encoding.predicates import VALUES
from pylab.family.schema import Line
from pylab.family.witness_format import WitnessFormat, WitnessKind
from pylab.text.fact_files import read_facts
from pylab.text.facts import BESIDE, Fact, shown_facts, type_of
from pylab.text.solver_claims import AnswerText
from pylab.text.solver_output import single
from pylab.text.source import Source

MANY = 20_000
"""More atoms are sorted as texts, as clingo's own order takes a while."""


@dataclass(frozen=True)
class ShownAtoms:
    """What is shown of an answer.

    Attributes:
        facts: the atoms, sorted.
        terms: what is shown beside atoms, such as numbers and tuples.
    """

    facts: tuple[Fact, ...]
    terms: tuple[clingo.Symbol, ...] = ()


def data(witness: ShownAtoms) -> dict[str, list[str]]:
    """An answer for JSON: its `facts`, and its `terms` if it has any."""
    beside = {"terms": list(map(str, witness.terms))} if witness.terms else {}
    return {"facts": [str(each.symbol) for each in witness.facts], **beside}


class ShownFormat(WitnessFormat[ShownAtoms]):
    """Answers as facts, a line for each predicate; any predicates, unless some are named."""

    @classmethod
    def of(
        cls,
        outputs: Sequence[Signature] | None,
        derived: Sequence[Signature],
        stepwise: bool = False,
        values: bool = False,
    ) -> ShownFormat:
        """How answers are written and read.

        Args:
            outputs: the predicates that are shown; None if all are.
            derived: those that the programs derive, for judges that ask what there may be.
            stepwise: whether atoms whose last arguments are different numbers stand in their order.
            values: whether `val(x,3)` is the value of a theory's variable.
        """
        optional = frozenset(derived if outputs is None else outputs)
        kind: WitnessKind[ShownAtoms] = WitnessKind(frozenset(), optional, lambda _: ShownAtoms(()))
        lines = functools.partial(_lines, stepwise=stepwise, values=values)
        made = cls(lambda _: "", (kind,), lines, beside=lambda witness: witness.terms)
        object.__setattr__(made, "outputs", outputs)
        return made

    outputs: Sequence[Signature] | None

    def decode(self, task: Task, symbols: Iterable[clingo.Symbol]) -> ShownAtoms:  # noqa: ARG002
        """The witness of a model's shown terms."""
        facts = {str(each): each for each in shown_facts(list(symbols))}
        by_text = len(facts) > MANY
        found = sorted(facts, key=lambda text: text[:-1] if by_text else facts[text].symbol)
        terms = [text for text in found if not (text[0].islower() or _ATOM.match(text))]
        others = set(terms)
        atoms = (facts[text] for text in found if text not in others)
        return ShownAtoms(tuple(atoms), tuple([facts[text].symbol for text in terms]))

    def witness(
        self,
        facts: Sequence[Fact],
        forms: Sequence[Any] = (),  # noqa: ARG002
    ) -> ShownAtoms:
        """The witness that these facts make."""
        return ShownAtoms(tuple(sorted(dict.fromkeys(facts), key=lambda each: each.symbol)))

    def read(self, source: Source) -> ShownAtoms:
        """A witness from facts, with or without full stops. Raises WitnessError with the place."""
        answer = single(source) if source.text.strip() else AnswerText(source.name, "")
        terms: list[clingo.Symbol] = []
        facts = read_facts(
            answer, self.outputs, WitnessError, full_stops=False, negated=True, terms=terms
        )
        return replace(self.witness(facts), terms=tuple(sorted(terms)))


_ATOM = re.compile(r"-?_*[a-z]")


def _is_numbered(fact: Fact) -> bool:
    return bool(fact.arguments) and fact.arguments[-1].type is type_of.Number


def _lines(witness: ShownAtoms, stepwise: bool, values: bool) -> Iterable[Line]:
    rows: dict[tuple[str, int], list[Fact]] = {}
    for each in witness.facts:
        name, _, rest = str(each).partition("(")
        nested = "(" in rest or '"' in rest
        arity = len(each.symbol.arguments) - 1 if nested else rest.count(",")
        rows.setdefault((name, arity), []).append(each)
    for row in rows.values():
        numbered = stepwise and all(map(_is_numbered, row))
        ordered = numbered and len({each.arguments[-1].number for each in row}) == len(row)
        told = ""
        if values and row[0].signature == VALUES:
            told = ", ".join(f"{each.arguments[0]}={each.arguments[1]}" for each in row)
        yield sorted(row, key=lambda each: each.arguments[-1].number) if ordered else row, told
    if witness.terms:
        yield BESIDE[2:] + " ".join(map(str, witness.terms))
