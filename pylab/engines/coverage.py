"""Finds the statements that are covered by answers, by solving a program again with probes.

A rule is *covered* if the body of an instance holds in an answer; being grounded is not enough. As
a rule may matter only where constraints forbid something, it is also covered if its body holds in
an answer of the program without the constraints that depend on it: those that use its head,
directly or through other rules. A constraint is covered if its body holds in an answer of the
program without any constraints; else it has no effect here. A choice must also have an element to
choose, and `#show p/n` is covered if an atom of p holds.

One call of the solver, for brave consequences, finds all probes that hold in some answer.
"""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import clingo
from clingo import ast

from pylab.base.finding import Status
from pylab.base.limits import Patience
from pylab.base.listing import Signature
from pylab.encoding.ineffective import LED_BY
from pylab.encoding.predicates import (
    NOWHERE,
    Role,
    Section,
    atoms,
    dependencies,
    is_constraint,
    reached,
    signatures,
)
from pylab.encoding.program import Encoding
from pylab.engines import probes
from pylab.engines.driver import one_shot, stepwise
from pylab.engines.probes import HOLDS, Probe
from pylab.engines.session import Call, ClingoProgram, Session, SolverThread, Stopped, carry

_FREE = "_pylab_free"

_SHOWN = (
    ast.ASTType.ShowSignature,
    ast.ASTType.ShowTerm,
    ast.ASTType.ProjectSignature,
    ast.ASTType.ProjectAtom,
)


@dataclass(frozen=True)
class Covered:
    """The result of a search for covered statements.

    Attributes:
        probes: those that hold in an answer, by their numbers.
        settled: whether the search was complete; else a limit ended it.
        domains: for each predicate a hash of its ground atoms, for comparing two programs.
    """

    probes: frozenset[int]
    settled: bool
    domains: Mapping[Signature, int] = field(default_factory=dict)


class Probed:
    """A program with probes, for any number of instances.

    Attributes:
        encoding: the rules.
        probes: the probes.
    """

    def __init__(self, encoding: Encoding, watched: Sequence[Probe]) -> None:
        self.encoding, self.probes = encoding, tuple(watched)
        self._statements: list[ast.AST] = []
        used: list[frozenset[Signature]] = []
        others: list[ast.AST] = []
        for statement in encoding.statements:
            if statement.ast_type in _SHOWN:
                continue
            if is_constraint(statement):
                free = _free(len(used), ast.Sign.Negation)
                self._statements.append(statement.update(body=[*statement.body, free]))
                used.append(signatures(atoms(statement), Role.USED))
            else:
                others.append(statement)
                self._statements.append(statement)
        rests = dependencies(others).rests
        grounds = [reached(each, rests).keys() for each in used]
        self._constraints = len(used)
        whole = frozenset(range(self._constraints))
        sections = list(dict.fromkeys(each.section for each in encoding.model))
        self._loose: list[frozenset[int]] = []
        self._rules: list[list[ast.AST]] = []
        for number, each in enumerate(watched):
            rest = frozenset(i for i, ground in enumerate(grounds) if ground & each.heads)
            led = each.constraint or not LED_BY.isdisjoint(each.heads)
            self._loose.append(whole if led else rest)
            self._rules.append(list(probes.rules(number, each, sections)))
        self._statements.append(Section().opening(NOWHERE))
        for number in range(self._constraints):
            element = ast.ConditionalLiteral(NOWHERE, _free(number), [])
            choice = ast.Aggregate(NOWHERE, None, [element], None)
            self._statements.append(ast.Rule(NOWHERE, choice, []))
        self._statements.append(ast.ShowSignature(NOWHERE, HOLDS, 2, True))

    def covered(
        self,
        program: ClingoProgram,
        patience: Patience,
        wanted: Iterable[int] | None = None,
    ) -> Covered:
        """The wanted probes, or all, that hold in an answer to the program's facts.

        Raises EncodingError for what clingo refuses.
        """
        numbers = range(len(self.probes)) if wanted is None else sorted(wanted)
        program.encoding.check_constants(program.constants)
        statements = [*self._statements, *(each for n in numbers for each in self._rules[n])]
        encoding = replace(self.encoding, statements=tuple(statements))
        groups: dict[frozenset[int], set[int]] = {frozenset(): set()}
        for number in numbers:
            groups.setdefault(self._loose[number], set()).add(number)
        late = {n for n in numbers if self.probes[n].constraint}
        session = _Session(replace(program, encoding=encoding), self._constraints, groups, late)
        finding = carry(SolverThread(session, lambda _: _lead(session)), patience)
        return Covered(frozenset(session.covered), finding.settled, session.domains)


def _lead(session: _Session) -> None:
    """As the driver does, and one step further: constraints may be about what comes after."""
    in_steps = session.program.encoding.stepwise
    (stepwise if in_steps else one_shot)(session, 1)
    session.note_domains()
    if in_steps and session.known.status is Status.FOUND:
        session.beyond()


class _Session(Session):
    """A session whose calls of the solver look for probes that hold, instead of for answers.

    Attributes:
        covered: the numbers of the probes that hold in some answer.
        domains: see `Covered`.
    """

    def __init__(
        self,
        program: ClingoProgram,
        constraints: int,
        groups: Mapping[frozenset[int], set[int]],
        late: Collection[int],
    ) -> None:
        super().__init__(program)
        self.covered: set[int] = set()
        self.domains: dict[Signature, int] = {}
        self._constraints, self._groups, self._late = constraints, groups, late

    def solve(self, _call: Call) -> bool:
        """Note the probes that hold, and whether there is an answer, which the driver needs."""
        optimising = self.program.encoding.optimising
        if self._brave((), (), proven=optimising):
            self.note(status=Status.FOUND)
            self.count += 1
        for loose, wanted in self._groups.items():
            if loose and not wanted <= self.covered:
                self._brave(loose, wanted)
        return True

    def note_domains(self) -> None:
        """Note a hash of the ground atoms of each predicate."""
        found = self.control.symbolic_atoms
        for name, arity, positive in found.signatures:
            if positive and not name.startswith("_pylab_"):
                symbols = frozenset(each.symbol for each in found.by_signature(name, arity))
                self.domains[Signature(name, arity)] = hash(symbols)

    def beyond(self) -> None:
        """Look for constraints that are covered only one step after the answers."""
        left = set(self._late) - self.covered
        if left and self._constraints:
            with contextlib.suppress(RuntimeError):  # the program may be unable to go on
                self.steps.ask(self.step + 1)
                self._brave(range(self._constraints), left)

    def _brave(self, loose: Collection[int], wanted: Collection[int], proven: bool = False) -> bool:
        """Note the probes that hold without the `loose` constraints; whether there is an answer.

        If any constraint is left out, only the `wanted` probes count.
        """
        self.phase = "solving"
        if self.cancelled:
            raise Stopped
        settings: Any = self.control.configuration.solve
        settings.models, settings.enum_mode, settings.project = 0, "brave", "no"
        settings.opt_mode = "optN" if proven else "ignore"

        def take(model: clingo.Model) -> None:
            if proven and not model.optimality_proven:
                return
            for symbol in model.symbols(shown=True):
                number = symbol.arguments[0].number
                if not loose or number in wanted:
                    self.covered.add(number)

        names = [clingo.Function(_FREE, [clingo.Number(n)]) for n in range(self._constraints)]
        free = [(name, number in loose) for number, name in enumerate(names)]
        result = self.control.solve(assumptions=free, on_model=take)
        if result.interrupted:
            raise Stopped
        return bool(result.satisfiable)


def _free(number: int, sign: int = ast.Sign.NoSign) -> ast.AST:
    """A literal of the atom that, if true, disables a constraint."""
    return probes.literal(_FREE, [ast.SymbolicTerm(NOWHERE, clingo.Number(number))], sign)
