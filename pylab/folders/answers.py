"""Answers of programs: the atoms that are shown, whatever their predicates; judges nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import clingo

from pylab.base.errors import WitnessError
from pylab.base.listing import Signature, Task
from pylab.family.schema import Line
from pylab.family.witness_format import WitnessFormat, WitnessKind
from pylab.text.fact_files import read_facts
from pylab.text.facts import Fact, type_of
from pylab.text.solver_claims import AnswerText
from pylab.text.solver_output import single
from pylab.text.source import Source


@dataclass(frozen=True)
class ShownAtoms:
    """What is shown of an answer.

    Attributes:
        facts: the atoms, sorted.
        terms: what is shown beside atoms, such as numbers and tuples.
    """

    facts: tuple[Fact, ...]
    terms: tuple[clingo.Symbol, ...] = ()


class ShownFormat(WitnessFormat[ShownAtoms]):
    """Answers as facts, a line for each predicate; any predicates, unless some are named."""

    @classmethod
    def of(cls, outputs: Sequence[Signature] | None, derived: Sequence[Signature]) -> ShownFormat:
        """How answers are written and read.

        Args:
            outputs: the predicates that are shown; None if all are.
            derived: those that the programs derive, for judges that ask what there may be.
        """
        optional = frozenset(derived if outputs is None else outputs)
        kind: WitnessKind[ShownAtoms] = WitnessKind(frozenset(), optional, lambda _: ShownAtoms(()))
        made = cls(lambda _: "", (kind,), _lines)
        object.__setattr__(made, "outputs", outputs)
        return made

    outputs: Sequence[Signature] | None

    def decode(self, task: Task, symbols: Iterable[clingo.Symbol]) -> ShownAtoms:  # noqa: ARG002
        """The witness of a model's shown terms."""
        found = sorted(symbols)
        terms = tuple(each for each in found if not _is_atom(each))
        return ShownAtoms(tuple(Fact(each) for each in found if _is_atom(each)), terms)

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
        return self.witness(read_facts(answer, self.outputs, WitnessError, full_stops=False))


def _is_atom(symbol: clingo.Symbol) -> bool:
    return symbol.type is type_of.Function and bool(symbol.name)


def _lines(witness: ShownAtoms) -> Iterable[Line]:
    rows: dict[tuple[str, int, bool], list[Fact]] = {}
    for each in witness.facts:
        symbol = each.symbol
        rows.setdefault((symbol.name, len(symbol.arguments), symbol.positive), []).append(each)
    yield from ((row, "") for row in rows.values())
    if witness.terms:
        yield f"also shown: {' '.join(map(str, witness.terms))}"
