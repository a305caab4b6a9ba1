"""Grounds programs with clingo into rules over numbered atoms."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import clingo

from pylab.base.errors import EncodingError, PylabError
from pylab.engines import incmode
from pylab.engines.stepping import Schedule
from pylab.engines.unrolling import Unrolled


@dataclass(frozen=True, slots=True)
class Rule:
    """A ground rule; its body holds if the weights of its true literals reach `bound`.

    In a plain body, all weights are 1 and the bound is their number.
    """

    choice: bool
    head: Sequence[int]
    body: Sequence[tuple[int, int]]
    bound: int


@dataclass(slots=True)
class Ground:
    """A program as grounded by clingo.

    Attributes:
        rules: in the grounder's order.
        costs: the weighted literals that are minimised, by priority.
        shown: each shown term with a condition under which it is shown.
        atoms: the number of the last atom.
    """

    rules: list[Rule] = field(default_factory=list)
    costs: dict[int, list[tuple[int, int]]] = field(default_factory=dict)
    shown: list[tuple[clingo.Symbol, Sequence[int]]] = field(default_factory=list)
    atoms: int = 0


class _Listener(clingo.Observer):  # type: ignore[misc,unused-ignore]
    """Collects the grounder's output."""

    def __init__(self) -> None:
        self.ground = Ground()
        self.refused = ""

    def rule(self, choice: bool, head: Sequence[int], body: Sequence[int]) -> None:
        self._rule(choice, head, [(literal, 1) for literal in body], len(body))

    def weight_rule(
        self, choice: bool, head: Sequence[int], lower_bound: int, body: Sequence[tuple[int, int]]
    ) -> None:
        self._rule(choice, head, body, lower_bound)

    def _rule(
        self, choice: bool, head: Sequence[int], body: Sequence[tuple[int, int]], bound: int
    ) -> None:
        if len(head) > 1 and not choice:
            self.refused = "a disjunction, or a sum that depends on itself,"
        self.ground.rules.append(Rule(choice, tuple(head), tuple(body), bound))
        self._note(head)
        self._note(literal for literal, _ in body)

    def _note(self, literals: Iterable[int]) -> None:
        largest = max(map(abs, literals), default=0)
        self.ground.atoms = max(self.ground.atoms, largest)

    def minimize(self, priority: int, literals: Sequence[tuple[int, int]]) -> None:
        self.ground.costs.setdefault(priority, []).extend(literals)
        self._note(literal for literal, _ in literals)

    def output_atom(self, symbol: clingo.Symbol, atom: int) -> None:
        self.output_term(symbol, (atom,) if atom else ())

    def output_term(self, symbol: clingo.Symbol, condition: Sequence[int]) -> None:
        self.ground.shown.append((symbol, tuple(condition)))
        self._note(condition)

    def external(self, atom: int, value: clingo.TruthValue) -> None:
        if value in (clingo.TruthValue.True_, clingo.TruthValue.Free):  # else it is false
            self._rule(value is clingo.TruthValue.Free, (atom,), (), 0)

    def assume(self, literals: Sequence[int]) -> None:
        for literal in literals:
            self._rule(False, (), [(-literal, 1)], 1)

    def acyc_edge(self, *_: object) -> None:
        self.refused = "#edge"

    def theory_atom(self, *_: object) -> None:
        self.refused = "a theory"

    def theory_atom_with_guard(self, *_: object) -> None:
        self.refused = "a theory"


def ground(text: str) -> Ground:
    """Ground a program. Raises PylabError if it can't be translated into clauses."""
    heard = _Listener()
    _grounded(text, heard)
    if heard.refused:
        raise PylabError(f"{heard.refused} is not translated into clauses")
    return heard.ground


def optimum(text: str) -> list[int] | None:
    """The least costs of a program by clingo, the most important first; None if unsatisfiable."""
    control = _grounded(text)
    best: list[int] | None = None
    with control.solve(yield_=True) as found:
        for model in found:
            best = list(model.cost)
    return best


def schedule(program: Unrolled) -> Schedule:
    """The steps at which a program is solved."""
    return incmode.schedule(_grounded(program.base), program.length)


def _grounded(text: str, observer: clingo.Observer | None = None) -> clingo.Control:
    said: list[str] = []
    control = clingo.Control(["--warn=none"], logger=lambda _, message: said.append(message))
    if observer is not None:
        control.register_observer(observer)
    try:
        control.add("base", [], text)
        control.ground([("base", [])])
    except (RuntimeError, MemoryError) as error:
        told = (said or [str(error)])[-1]
        raise EncodingError(f"clingo can't ground the encoding: {told}") from None
    return control
