"""Makes probes: rules added to a program that derive an atom if the body of a statement holds.

No other rule uses these atoms, so the program has the same answers with probes. If a probe has an
atom after grounding, its statement has an instance; if the atom is true in an answer, the body of
an instance holds.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import clingo
from clingo import ast

from pylab.base.listing import Signature
from pylab.encoding.predicates import (
    NOWHERE,
    Section,
    Statement,
    elements,
    is_atom,
    is_global,
    variables,
    without_theory,
)

_Kind = ast.ASTType

HOLDS = "_pylab_holds"
"""The predicate of probes: `HOLDS(N,(Part,Parameters…,Values…))` for the probe number N."""

_SILENT = frozenset(
    getattr(_Kind, name)
    for name in (
        "Comment", "Defined", "Definition", "Program", "ProjectAtom", "ProjectSignature",
        "Script", "TheoryDefinition",
    )
)  # fmt: skip
"""Statements without a body, and others that have no probes."""


@dataclass(frozen=True)
class Probe:
    """A probe for one statement.

    Attributes:
        section: the section with which it is grounded; None for all sections.
        bodies: the probe holds if one of these bodies does.
        heads: the predicates that the statement defines; constraints that depend on them are
            ignored.
        constraint: whether the statement is a constraint; then all constraints are ignored.
        apart: whether different values of the body's variables give different atoms.
    """

    section: Section | None
    bodies: tuple[tuple[ast.AST, ...], ...]
    heads: frozenset[Signature] = frozenset()
    constraint: bool = False
    apart: bool = False


def probe(statement: Statement) -> Probe | None:
    """A probe that holds where a statement is used; None for facts, comments and the like."""
    if statement.kind in _SILENT:
        return None
    if statement.kind is _Kind.ShowSignature:
        atom = _atom(statement.tree)
        return Probe(None, ((atom,),)) if atom is not None else None
    bodies = tuple((*statement.body, *more) for more in _chosen(statement.tree))
    if not all(bodies):
        return None
    return Probe(statement.section, bodies, statement.defined, statement.constraint)


def rules(number: int, probe: Probe, sections: Collection[Section]) -> Iterator[ast.AST]:
    """The rules of a probe, for its section or all; the section's parameters are in the atoms."""
    for section in sections if probe.section is None else [probe.section]:
        yield section.opening(NOWHERE)
        values = [ast.SymbolicTerm(NOWHERE, clingo.Function(n)) for n in ("", *section.parameters)]
        values[0] = ast.SymbolicTerm(NOWHERE, clingo.Function(section.name))
        for body in probe.bodies:
            more = sorted(variables(filter(is_global, body))) if probe.apart else ()
            where = [*values, *(ast.Variable(NOWHERE, name) for name in more)]
            terms = [
                ast.SymbolicTerm(NOWHERE, clingo.Number(number)),
                ast.Function(NOWHERE, "", where, False),
            ]
            yield ast.Rule(NOWHERE, literal(HOLDS, terms), list(body))


def instances(control: clingo.Control) -> Mapping[int, set[tuple[clingo.Symbol, ...]]]:
    """The probes that have atoms after grounding, with the arguments that identify instances."""
    found: dict[int, set[tuple[clingo.Symbol, ...]]] = {}
    for atom in control.symbolic_atoms.by_signature(HOLDS, 2):
        number, where = atom.symbol.arguments
        found.setdefault(number.number, set()).add(tuple(where.arguments[1:]))
    return found


def harmless(statement: Statement) -> Iterator[ast.AST]:
    """The part of a statement that makes atoms, without constraints, objectives and bounds."""
    tree = statement.tree
    if statement.kind in (_Kind.External, _Kind.Definition, _Kind.Script, _Kind.Defined):
        yield tree
    elif statement.kind is _Kind.Rule and not statement.constraint:
        head = tree.head
        if head.ast_type is _Kind.Aggregate:
            head = head.update(left_guard=None, right_guard=None)
        if head.ast_type is not _Kind.TheoryAtom:
            yield tree.update(head=head, body=statement.body)


def unnegated(body: Sequence[ast.AST]) -> Iterator[Sequence[ast.AST]]:
    """The body; and for each negated atom, a body with this atom positive and no negated ones."""
    yield body
    negated = [each for each in body if is_atom(each, ast.Sign.Negation)]
    others = [each for each in body if each not in negated]
    yield from ([*others, each.update(sign=ast.Sign.NoSign)] for each in negated)


def literal(name: str, terms: Iterable[ast.AST], sign: int = ast.Sign.NoSign) -> ast.AST:
    """A literal with the atom of this name and these terms."""
    symbol = ast.Function(NOWHERE, name, list(terms), False)
    return ast.Literal(NOWHERE, sign, ast.SymbolicAtom(symbol))


def safe(body: Iterable[ast.AST], section: Section) -> bool:
    """Whether a body gives all of its variables a value, so that it can be grounded there."""
    control = clingo.Control(logger=lambda _, __: None)
    try:
        with ast.ProgramBuilder(control) as builder:
            builder.add(section.opening(NOWHERE))
            builder.add(ast.Rule(NOWHERE, literal("holds", ()), list(body)))
        control.ground([("no part of this name", [])])
    except RuntimeError:
        return False
    return True


def _chosen(statement: ast.AST) -> list[list[ast.AST]]:
    """Conditions, besides the body, of which one must hold so that a choice has an element."""
    head = getattr(statement, "head", None)
    if head is None or head.ast_type is _Kind.Disjunction:
        return [[]]
    return [without_theory(condition) for _, condition in elements(head)] or [[]]


def _atom(statement: ast.AST) -> ast.AST | None:
    """An atom of the predicate in a `#show` statement; None if there is none."""
    if not statement.name:
        return None
    found = literal(statement.name, [ast.Variable(NOWHERE, "_")] * statement.arity)
    if statement.positive:
        return found
    minus = ast.UnaryOperation(NOWHERE, ast.UnaryOperator.Minus, found.atom.symbol)
    return found.update(atom=ast.SymbolicAtom(minus))
