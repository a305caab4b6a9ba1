"""Rewrites the rules of a program as patterns, one for each atom of a head; grounds nothing.

A pattern has no pools. The parameter of a part, each interval and each `_` become variables, so
that the values of its variables identify an instance.
"""

from __future__ import annotations

import contextlib
import itertools
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

import clingo
from clingo import ast

from pylab.encoding.predicates import (
    BASE,
    CHECK,
    NOWHERE,
    STEP,
    Section,
    Statement,
    elements,
    is_atom,
    is_global,
    placed,
    variables,
    without_theory,
)
from pylab.encoding.program import Encoding
from pylab.engines.probes import literal, safe

_Kind = ast.ASTType
_FRESH = re.compile(r"\b_Pylab\d+\b")
"""The variables that stand for `_` and for intervals."""

_ANY = "_pylab_any"
_AGGREGATES = (_Kind.BodyAggregate, _Kind.Aggregate)


class Plain(ast.Transformer):
    """Replaces the parameter of a part, intervals and `_` by variables."""

    def __init__(self, parameters: Collection[str] = ()) -> None:
        self._parameters = parameters
        self.ranges: list[tuple[ast.AST, ast.AST]] = []
        self._numbers = itertools.count()
        self._naming = self._anonymous = False

    def named(self, tree: ast.AST, anonymous: bool = True) -> ast.AST:
        """A literal or an atom with variables for its intervals, and for each `_`."""
        self._naming, self._anonymous = True, anonymous
        try:
            return self.visit(tree)
        finally:
            self._naming = False

    @property
    def equalities(self) -> list[ast.AST]:
        """The literals that give the variables for intervals their values."""
        return [_equal(*pair) for pair in self.ranges]

    def fresh(self) -> ast.AST:
        """A new variable."""
        return ast.Variable(NOWHERE, f"_Pylab{next(self._numbers)}")

    def visit_SymbolicTerm(self, term: ast.AST) -> ast.AST:  # noqa: N802
        name = str(term.symbol)
        return ast.Variable(NOWHERE, f"_Pylab_{name}") if name in self._parameters else term

    def visit_Variable(self, variable: ast.AST) -> ast.AST:  # noqa: N802
        open_ = self._naming and self._anonymous and variable.name == "_"
        return self.fresh() if open_ else variable

    def visit_Interval(self, interval: ast.AST) -> ast.AST:  # noqa: N802
        inner = interval.update(left=self.visit(interval.left), right=self.visit(interval.right))
        if not self._naming:
            return inner
        self.ranges.append((self.fresh(), inner))
        return self.ranges[-1][0]


class Values(ast.Transformer):
    """Replaces variables by their values, and computes the arguments of atoms."""

    def __init__(self, values: Mapping[str, clingo.Symbol]) -> None:
        self._values = values
        self._in_atom = False

    def visit_SymbolicAtom(self, atom: ast.AST) -> ast.AST:  # noqa: N802
        self._in_atom = True
        found = atom.update(**self.visit_children(atom))
        self._in_atom = False
        return found

    def visit_BinaryOperation(self, term: ast.AST) -> ast.AST:  # noqa: N802
        found = term.update(**self.visit_children(term))
        if self._in_atom and not variables([found]):
            with contextlib.suppress(RuntimeError):
                return ast.SymbolicTerm(NOWHERE, clingo.parse_term(str(found)))
        return found

    def visit_Variable(self, variable: ast.AST) -> ast.AST:  # noqa: N802
        value = self._values.get(variable.name)
        return variable if value is None else ast.SymbolicTerm(NOWHERE, value)


@dataclass(frozen=True)
class Pattern:
    """A rule for one atom of a head, without pools and with one variable for each unknown.

    Attributes:
        statement: where it stands.
        choice: whether the atom is chosen.
        head: the atom's term.
        ranges: literals that give values to parameters and intervals.
        body: the other literals, with the conditions of a choice's element.
        inner: for each atom in an aggregate or condition: the literals beside it, and its term.
        names: its variables, without those that belong to an aggregate or a condition alone.
    """

    statement: Statement
    choice: bool
    head: ast.AST
    ranges: tuple[ast.AST, ...]
    body: tuple[ast.AST, ...]
    inner: tuple[tuple[tuple[ast.AST, ...], ast.AST], ...] = ()
    names: tuple[str, ...] = ()

    @property
    def positive(self) -> list[ast.AST]:
        """The terms of the atoms that it needs."""
        return [each.atom.symbol for each in self.body if is_atom(each, ast.Sign.NoSign)]

    @property
    def absent(self) -> list[ast.AST]:
        """The terms of those that must not hold, with `_` where any value will do."""
        found = [each.atom.symbol for each in self.body if negative(each)]
        return [Values({"_": clingo.Function(_ANY)}).visit(each) for each in found]

    @property
    def others(self) -> list[ast.AST]:
        """Its literals that are no atoms, and those of theories."""
        signs = (ast.Sign.NoSign, ast.Sign.Negation)
        plain = [each for each in self.body if not is_atom(each, *signs)]
        return [*plain, *self.theory]

    @property
    def theory(self) -> list[ast.AST]:
        """Its literals that are atoms of a theory."""
        return [e for e in self.statement.tree.body if e not in self.statement.body]


def negative(literal: ast.AST) -> bool:
    """Whether it asks for the absence of an atom."""
    return is_atom(literal, ast.Sign.Negation)


def _equal(left: ast.AST, right: ast.AST) -> ast.AST:
    guard = ast.Guard(ast.ComparisonOperator.Equal, right)
    return ast.Literal(NOWHERE, ast.Sign.NoSign, ast.Comparison(left, [guard]))


def patterns(program: Encoding, last: int | None) -> Iterator[Pattern]:
    """All ways of a program to derive an atom, up to the last step."""
    for each in placed(program.statements):
        if each.kind is not _Kind.Rule or each.constraint or each.part not in (BASE, STEP, CHECK):
            continue
        if each.part != BASE and last is None:
            continue
        for tree in each.tree.unpool(condition=True):
            yield from _of_rule(each, tree, last or 0)


def _of_rule(statement: Statement, tree: ast.AST, last: int) -> Iterator[Pattern]:
    head = tree.head
    chosen = elements(head)
    for derived, condition in chosen or [(head, ())]:
        if not is_atom(derived, ast.Sign.NoSign):
            continue
        parameters = statement.section.parameters
        plain = Plain(parameters)
        body: list[ast.AST] = []
        inner: list[tuple[tuple[ast.AST, ...], ast.AST]] = []
        for each in without_theory([*tree.body, *condition]):
            if is_atom(each, ast.Sign.NoSign, ast.Sign.Negation):
                body.append(plain.named(each, anonymous=each.sign == ast.Sign.NoSign))
            else:
                body.append(plain.visit(each))
                inner += _inner(body[-1])
        term = plain.named(derived.atom.symbol)
        ranges = plain.equalities
        first = 0 if statement.part == CHECK else 1
        for name in parameters:
            steps = ast.Interval(NOWHERE, number_of(first), number_of(last))
            ranges.insert(0, _equal(ast.Variable(NOWHERE, f"_Pylab_{name}"), steps))
        names = sorted(variables([term, *filter(is_global, [*body, *ranges])]) | _assigned(body))
        yield Pattern(
            statement, bool(chosen), term, tuple(ranges), tuple(body), tuple(inner), tuple(names)
        )


def number_of(value: int) -> ast.AST:
    """The term of a number."""
    return ast.SymbolicTerm(NOWHERE, clingo.Number(value))


def _assigned(body: Iterable[ast.AST]) -> set[str]:
    """The variables in the bounds of aggregates."""
    found = set[str]()
    for each in body:
        if each.ast_type is _Kind.Literal and each.atom.ast_type in _AGGREGATES:
            guards = (each.atom.left_guard, each.atom.right_guard)
            found |= variables(g for g in guards if g is not None)
    return found


def _inner(literal: ast.AST) -> Iterator[tuple[tuple[ast.AST, ...], ast.AST]]:
    """The atoms in an aggregate or a condition, each with the literals beside it."""
    groups: list[list[ast.AST]] = []
    if literal.ast_type is _Kind.ConditionalLiteral:
        groups.append([literal.literal, *literal.condition])
    elif literal.ast_type is _Kind.Literal and literal.sign == ast.Sign.NoSign:
        if literal.atom.ast_type is _Kind.BodyAggregate:
            groups += [list(each.condition) for each in literal.atom.elements]
        elif literal.atom.ast_type is _Kind.Aggregate:
            groups += [[each.literal, *each.condition] for each in literal.atom.elements]
    for group in groups:
        named = Plain()
        whole = [named.named(e) if is_atom(e, ast.Sign.NoSign) else e for e in group]
        whole = without_theory([*whole, *named.equalities])
        for each in whole:
            if is_atom(each, ast.Sign.NoSign):
                yield tuple(whole), each.atom.symbol


def bound_by(pattern: Pattern, literals: Iterable[ast.AST]) -> set[str]:
    """The variables that have values once the head and these literals hold."""
    bound = variables([outline(pattern)])
    for each in literals:
        bound |= variables([each] if is_global(each) else ()) | _assigned([each])
    return bound


def outline(pattern: Pattern) -> ast.AST:
    """The head with `_` for arguments such as X+Y, from which X and Y do not follow."""
    head = pattern.head
    if safe([literal("head", [head])], Section()):
        return head
    if head.ast_type is not _Kind.Function:
        return ast.Variable(NOWHERE, "_")
    terms = [
        term if safe([literal("head", [term])], Section()) else ast.Variable(NOWHERE, "_")
        for term in head.arguments
    ]
    return head.update(arguments=terms)


def in_order(pattern: Pattern) -> list[ast.AST]:
    """The literals of a rule as they are written, each as soon as clingo can evaluate it."""
    left, order = [*pattern.ranges, *pattern.body], list[ast.AST]()
    before = [literal("head", [outline(pattern)])]
    while left:
        ready = (each for each in left if safe([*before, *order, each], Section()))
        order.append(next(ready, left[0]))
        left.remove(order[-1])
    return order


def tuple_of(terms: Iterable[ast.AST]) -> ast.AST:
    """A tuple of terms."""
    return ast.Function(NOWHERE, "", list(terms), False)


def written(what: object) -> str:
    """A tree or a symbol as text for people."""
    text = _FRESH.sub("_", str(what).replace(_ANY, "_"))
    return " ".join(text.replace("_Pylab_", "").split())
