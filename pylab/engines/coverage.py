"""Which rules of a program fire on an instance; grounds and solves it once more, with probes.

A rule *fires* if the body of an instance of it holds in an answer; to be grounded is not enough.
What constraints rest on may be wanted just where they rule something out, so a rule also fires if
its body holds in what would be an answer if it were not for the constraints that rest on it: those
that use what it defines, directly or by other rules. A constraint fires if its body holds in what
would be an answer if it were not for any constraint; one that doesn't is dead here. A choice fires
if there is something to choose from, too, and `#show p/n` if there is a p.

Beside the rules stand probes of the same bodies, which nothing rests on, so that the answers are
the same. Which probes hold in some answer is one call of the solver for brave consequences.
"""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import clingo
from clingo import ast

from pylab.base.finding import Status
from pylab.base.limits import Patience
from pylab.base.listing import Signature
from pylab.encoding.ineffective import theory_atoms
from pylab.encoding.predicates import Role, atoms, is_constraint
from pylab.encoding.program import Encoding, Section
from pylab.engines.driver import one_shot, stepwise
from pylab.engines.session import Call, Program, Session, SolverThread, Stopped, carry

_Kind = ast.ASTType

_FIRES, _FREE = "_pylab_fires", "_pylab_free"

_SILENT = frozenset(
    getattr(_Kind, name)
    for name in (
        "Comment", "Defined", "Definition", "Program", "ProjectAtom", "ProjectSignature",
        "Script", "TheoryDefinition",
    )
)  # fmt: skip
"""What has nothing to fire, or is not followed."""

_SHOWN = (_Kind.ShowSignature, _Kind.ShowTerm)


@dataclass(frozen=True)
class Probe:
    """Something that may hold in an answer.

    Attributes:
        part: the section that it is grounded with; None for all of them.
        bodies: it holds where one of them does.
        heads: what the rule defines; the constraints that rest on it don't count.
        constraint: whether it is one: no constraint counts then.
    """

    part: Section | None
    bodies: tuple[tuple[ast.AST, ...], ...]
    heads: frozenset[Signature] = frozenset()
    constraint: bool = False


@dataclass(frozen=True)
class Found:
    """What fires.

    Attributes:
        fired: the probes that hold in an answer, by their numbers.
        settled: whether all was gone through; else a limit was over before.
        domains: for each predicate a hash of the atoms that the program was grounded to, so that
            two programs can be told apart by them; empty unless asked for.
    """

    fired: frozenset[int]
    settled: bool
    domains: Mapping[Signature, int] = field(default_factory=dict)


def probe(part: Section, statement: ast.AST) -> Probe | None:
    """A probe that holds where the statement fires; None for facts, and what can't fire."""
    if statement.ast_type in _SILENT:
        return None
    if statement.ast_type is _Kind.ShowSignature:
        atom = _atom(statement)
        return Probe(None, ((atom,),)) if atom is not None else None
    body = tuple(without_theory(getattr(statement, "body", ())))
    bodies = tuple((*body, *more) for more in _chosen(statement))
    if not all(bodies):
        return None
    return Probe(part, bodies, defined(statement), is_constraint(statement))


def defined(statement: ast.AST) -> frozenset[Signature]:
    """The predicates in a rule's head."""
    return frozenset(s for _, s, role, _ in atoms(statement) if role is Role.DEFINED)


def without_theory(body: Iterable[ast.AST]) -> list[ast.AST]:
    """A body without theory atoms, of which a solver may ask no more than it says itself."""
    return [literal for literal in body if not any(theory_atoms(literal))]


class Watch:
    """A program in which probes are watched, over as many instances as one likes.

    Attributes:
        encoding: the rules.
        probes: what is watched.
    """

    def __init__(self, encoding: Encoding, probes: Sequence[Probe]) -> None:
        self.encoding, self.probes = encoding, tuple(probes)
        self._statements: list[ast.AST] = []
        uses: list[tuple[frozenset[Signature], frozenset[Signature]]] = []
        resting: list[frozenset[Signature]] = []
        for statement in encoding.statements:
            if statement.ast_type in _SHOWN:
                continue
            used = frozenset(s for _, s, role, _ in atoms(statement) if role is Role.USED)
            if is_constraint(statement):
                free = _literal(_FREE, [clingo.Number(len(resting))], ast.Sign.Negation)
                self._statements.append(statement.update(body=[*statement.body, free]))
                resting.append(used)
            else:
                uses.append((defined(statement), used))
                self._statements.append(statement)
        self._constraints = len(resting)
        grounds = [_reaching(used, uses) for used in resting]
        whole = frozenset(range(self._constraints))
        parts = {part for part, _ in encoding.placed}
        self._loose: list[frozenset[int]] = []
        self._rules: list[list[ast.AST]] = []
        for number, each in enumerate(probes):
            rest = frozenset(i for i, ground in enumerate(grounds) if ground & each.heads)
            led = each.constraint or not _LEADING.isdisjoint(each.heads)
            self._loose.append(whole if led else rest)
            self._rules.append(list(_rules(number, each, parts)))
        self._statements.append(ast.Program(_NOWHERE, "base", []))
        self._statements += [_choice(_FREE, number) for number in range(self._constraints)]
        self._statements.append(ast.ShowSignature(_NOWHERE, _FIRES, 2, True))

    def fired(
        self,
        program: Program,
        patience: Patience,
        wanted: Iterable[int] | None = None,
        domains: bool = False,
    ) -> Found:
        """Which of the wanted probes, or of all, hold in an answer to the program's facts.

        `domains` asks for these. Raises EncodingError for what clingo refuses.
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
        finding = carry(SolverThread(session, lambda _: _lead(session, domains)), patience)
        return Found(frozenset(session.fired), finding.settled, session.domains)


def _lead(session: _Session, domains: bool) -> None:
    """As the driver does, and one step further: constraints may be about what comes after."""
    in_steps = session.program.encoding.stepwise
    (stepwise if in_steps else one_shot)(session, 1)
    if domains:
        session.note_domains()
    if in_steps and session.known.status is Status.FOUND:
        session.beyond()


_LEADING = frozenset(Signature(name, 1) for name in ("horizon", "query", "search_limit"))
"""What the engine is led by: it may be why there is no answer."""


def _reaching(
    used: frozenset[Signature],
    rules: Sequence[tuple[frozenset[Signature], frozenset[Signature]]],
) -> set[Signature]:
    """All predicates that these rest on."""
    found, pending = set(used), list(used)
    while pending:
        each = pending.pop()
        for heads, body in rules:
            if each in heads:
                pending += body - found
                found |= body
    return found


class _Session(Session):
    """A session in which a call of the solver looks for probes that hold, instead of answers.

    Attributes:
        fired: the numbers of the probes that hold in some answer.
        domains: see `Found`.
    """

    def __init__(
        self,
        program: Program,
        constraints: int,
        groups: Mapping[frozenset[int], set[int]],
        late: Collection[int],
    ) -> None:
        super().__init__(program)
        self.fired: set[int] = set()
        self.domains: dict[Signature, int] = {}
        self._constraints, self._groups, self._late = constraints, groups, late

    def solve(self, _call: Call) -> bool:
        """Whether there is an answer is found out on the way, and all that the driver asks."""
        optimising = self.program.encoding.optimising
        if self._brave((), (), proven=optimising):
            self.note(status=Status.FOUND, count=self.known.count + 1)
        for loose, wanted in self._groups.items():
            if loose and not wanted <= self.fired:
                self._brave(loose, wanted)
        return True

    def note_domains(self) -> None:
        """Take down what there are atoms of."""
        found = self.control.symbolic_atoms
        for name, arity, positive in found.signatures:
            if positive and not name.startswith("_pylab_"):
                symbols = frozenset(each.symbol for each in found.by_signature(name, arity))
                self.domains[Signature(name, arity)] = hash(symbols)

    def beyond(self) -> None:
        """What constraints would rule out a step after the answers."""
        left = set(self._late) - self.fired
        if left and self._constraints:
            with contextlib.suppress(RuntimeError):  # not every program can go on
                self.steps.ask(self.step + 1)
                self._brave(range(self._constraints), left)

    def _brave(self, loose: Collection[int], wanted: Collection[int], proven: bool = False) -> bool:
        """One call, without some constraints; in an answer itself all probes count."""
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
                    self.fired.add(number)

        names = [clingo.Function(_FREE, [clingo.Number(n)]) for n in range(self._constraints)]
        free = [(name, number in loose) for number, name in enumerate(names)]
        result = self.control.solve(assumptions=free, on_model=take)
        if result.interrupted:
            raise Stopped
        return bool(result.satisfiable)


def _rules(number: int, probe: Probe, parts: Iterable[Section]) -> Iterator[ast.AST]:
    """The probe, in its part, whose parameters tell its instances apart; or in all of them."""
    for name, parameters in parts if probe.part is None else [probe.part]:
        yield ast.Program(_NOWHERE, name, [ast.Id(_NOWHERE, each) for each in parameters])
        values = [ast.SymbolicTerm(_NOWHERE, clingo.Function(each)) for each in parameters]
        where = [ast.SymbolicTerm(_NOWHERE, clingo.Function(name)), *values]
        for body in probe.bodies:
            term = ast.SymbolicTerm(_NOWHERE, clingo.Number(number))
            symbol = ast.Function(
                _NOWHERE, _FIRES, [term, ast.Function(_NOWHERE, "", where, False)], False
            )
            head = ast.Literal(_NOWHERE, ast.Sign.NoSign, ast.SymbolicAtom(symbol))
            yield ast.Rule(_NOWHERE, head, list(body))


def _chosen(statement: ast.AST) -> list[list[ast.AST]]:
    """What has to hold beside the body so that a head has something in it: one at least."""
    head = getattr(statement, "head", None)
    if head is None or head.ast_type not in (_Kind.Aggregate, _Kind.HeadAggregate):
        return [[]]
    inner = (e.condition if head.ast_type is _Kind.HeadAggregate else e for e in head.elements)
    return [list(without_theory(each.condition)) for each in inner] or [[]]


def _atom(statement: ast.AST) -> ast.AST | None:
    """An atom of the predicate that is shown."""
    if not statement.name:
        return None
    values = [ast.Variable(_NOWHERE, "_") for _ in range(statement.arity)]
    symbol: ast.AST = ast.Function(_NOWHERE, statement.name, values, False)
    if not statement.positive:
        symbol = ast.UnaryOperation(_NOWHERE, ast.UnaryOperator.Minus, symbol)
    return ast.Literal(_NOWHERE, ast.Sign.NoSign, ast.SymbolicAtom(symbol))


def _literal(name: str, arguments: Sequence[clingo.Symbol], sign: int) -> ast.AST:
    values = [ast.SymbolicTerm(_NOWHERE, each) for each in arguments]
    return ast.Literal(
        _NOWHERE, sign, ast.SymbolicAtom(ast.Function(_NOWHERE, name, values, False))
    )


def _choice(name: str, number: int) -> ast.AST:
    literal = _literal(name, [clingo.Number(number)], ast.Sign.NoSign)
    element = ast.ConditionalLiteral(_NOWHERE, literal, [])
    return ast.Rule(_NOWHERE, ast.Aggregate(_NOWHERE, None, [element], None), [])


_POSITION = ast.Position("<string>", 1, 1)
_NOWHERE: Any = ast.Location(_POSITION, _POSITION)
