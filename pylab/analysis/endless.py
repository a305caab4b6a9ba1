"""Finds rules that derive a larger term from each one, so that their grounding may have no end.

A rule, or a round of rules that use one another, is followed for some steps from the atoms that it
begins with, by clingo. If nothing in the bodies bounds it and the last step still makes a new atom,
it is taken for endless. As clingo's numbers have 32 bits, `n(X*2) :- n(X)` has an end, at 0.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import clingo
from clingo import ast

from pylab.base.listing import Signature
from pylab.encoding.ineffective import Diagnostic
from pylab.encoding.predicates import BASE, Statement, is_atom, variables
from pylab.encoding.program import Encoding

_CHOICES = (ast.ASTType.Aggregate, ast.ASTType.Disjunction)
_SUM = (ast.BinaryOperator.Plus, ast.BinaryOperator.Minus)

_STEPS = 100
"""The number of steps that a round is followed; more than twice the bits of a number."""

_MOST = 1000
"""The most atoms that are made by these steps."""

_FEW_STEPS, _FEW = 40, 100
"""The same of a rule that needs two of its own atoms."""

_LONGEST = 4
"""The most rules of a round."""

_ROUNDS = 50
"""The most rounds of a program that are followed."""

_FACTS = 500
"""The most statements whose facts are looked at."""

_WIDE = re.compile(r"\d{5}|@")
"""Matches statements that are left out, as they may have very many facts, or run scripts."""

_AT, _HOLDS, _T = "_pylab_at", "_pylab_holds", "_pylab_t"


def endless(
    program: Encoding, inputs: Collection[Signature], whole: bool = True
) -> Iterator[Diagnostic]:
    """The rules of a program that derive larger terms, with nothing in the body to bound them.

    Args:
        inputs: the predicates of the instance's facts.
        whole: whether what no rule and no input gives is false; else another file may give it.
    """
    search = _Search(program, frozenset(inputs), whole)
    told = set[int]()
    for rules in itertools.chain(search.alone, search.rounds):
        if told.isdisjoint(rule.number for rule in rules) and search.goes_on(rules):
            told |= {rule.number for rule in rules}
            first, *others = sorted(rules, key=lambda rule: (not rule.adds, rule.number))
            name, message = str(first.made), f"grows, and nothing in {first.where} bounds it"
            if others:
                names = " and ".join(dict.fromkeys(str(each.made) for each in others))
                message = f"grows by way of {names}, and nothing in their bodies bounds it"
            yield Diagnostic(
                "endless", f"grounding may never end: {name} {message}", first.statement.place
            )


@dataclass(frozen=True, eq=False)
class _Rule:
    """A rule that makes an atom of others.

    Attributes:
        number: that of its statement.
        statement: the statement.
        head: the atom in its head.
        own: the atoms in its body that lead on.
        beside: what else is in its body, without any of their variables.
    """

    number: int
    statement: Statement
    head: ast.AST
    own: tuple[ast.AST, ...]
    beside: tuple[ast.AST, ...] = ()
    where: str = "the body"

    @property
    def made(self) -> Signature:
        return _signature(self.head)

    @property
    def needed(self) -> Signature:
        return _signature(self.own[0])

    @property
    def adds(self) -> bool:
        """Whether its head has a larger term than its body, as far as one can see."""
        given = {str(each) for atom in self.own for each in atom.arguments}
        return any(str(each) not in given and variables([each]) for each in self.head.arguments)


@dataclass(frozen=True, eq=False)
class _Made:
    """What a statement makes, and of what.

    Attributes:
        made, used: the predicates in its head, and in its body.
        needed: for each atom that has to hold, its predicates; several for a pool.
    """

    statement: Statement
    made: frozenset[Signature]
    used: frozenset[Signature]
    needed: tuple[frozenset[Signature], ...]

    @classmethod
    def of(cls, statement: Statement) -> _Made:
        needed = (frozenset(each.signature for each in atoms) for atoms in statement.needed)
        return cls(statement, statement.defined, statement.used, tuple(needed))

    def may_hold(self, live: Collection[Signature]) -> bool:
        """Whether each atom that has to hold is of one of these predicates."""
        return all(any(each in live for each in atoms) for atoms in self.needed)


class _Search:
    """A program's rules, and what is known of the atoms that they begin with."""

    def __init__(self, program: Encoding, inputs: frozenset[Signature], whole: bool) -> None:
        self._program, self._inputs, self._whole = program, inputs, whole
        rules = (_Made.of(e) for e in program.model if e.kind is ast.ASTType.Rule)
        self._rules = [each for each in rules if each.made]

    @cached_property
    def _idle(self) -> frozenset[Signature]:
        return _undecided(self._rules) - self._inputs

    @cached_property
    def _below(self) -> Mapping[Signature, frozenset[Signature]]:
        """The predicates that each predicate depends on, by any rules."""
        return _closed(self._rules)

    @cached_property
    def _recursive(self) -> Sequence[tuple[int, Statement, ast.AST]]:
        """The rules that may use, by way of others, what they make, in their plain form."""
        found = []
        for number, each in enumerate(self._rules):
            if any(made in self._below.get(used, ()) or made == used
                   for made in each.made for used in each.used):  # fmt: skip
                rule = self._plain(each.statement)
                if rule is not None:
                    found.append((number, each.statement, rule))
        return found

    @property
    def alone(self) -> Iterator[tuple[_Rule, ...]]:
        """Rules that need nothing but atoms of their own predicate, in any part of the program."""
        for number, statement, rule in self._recursive:
            if not all(is_atom(each, ast.Sign.NoSign) for each in rule.body):
                continue
            head, *body = (each.atom.symbol for each in (rule.head, *rule.body))
            same = all(each.ast_type is ast.ASTType.Function for each in (head, *body))
            same = same and {_signature(each) for each in body} == {_signature(head)}
            same = same and len(body) <= 2  # of more, clingo would try too many together
            if same and not _advances(head, body, statement.section.parameters):
                yield (_Rule(number, statement, head, tuple(body)),)

    @property
    def rounds(self) -> Iterator[tuple[_Rule, ...]]:
        """Rules that lead from a predicate back to it, the shorter rounds first."""
        links = self._links
        paths: list[tuple[_Rule, ...]] = [(each,) for each in links]
        for _ in range(_LONGEST):
            closed = (p for p in paths if p[-1].made == p[0].needed)
            yield from itertools.islice(closed, _ROUNDS)
            paths = [
                (*path, each)
                for path in paths[: _ROUNDS * _ROUNDS]
                for each in links
                if each.needed == path[-1].made
                and each.number > path[0].number
                and each not in path
            ]

    @cached_property
    def _links(self) -> Sequence[_Rule]:
        """The rules of the base by which one atom leads on to another."""
        found = []
        for number, statement, rule in self._recursive:
            if statement.part != BASE:
                continue
            body = list(rule.body)
            for index, one in enumerate(body):
                beside = body[:index] + body[index + 1 :]
                if not is_atom(one, ast.Sign.NoSign) or not _follows(rule.head, one):
                    continue
                if variables(beside).isdisjoint(variables([one])) and _few(beside):
                    head, own = rule.head.atom.symbol, one.atom.symbol
                    found.append(_Rule(number, statement, head, (own,), tuple(beside)))
        return found

    def _plain(self, statement: Statement) -> ast.AST | None:
        """The rule in its plain form, without what bounds nothing; None if it makes several."""
        bounding = [
            literal
            for literal in statement.tree.body
            if not (is_atom(literal, ast.Sign.Negation) and _of(literal.atom.symbol, self._idle))
        ]
        rule = _plain(statement.tree.update(body=bounding))
        head = rule.head
        plain = is_atom(head, ast.Sign.NoSign)
        return rule if plain and head.atom.symbol.ast_type is ast.ASTType.Function else None

    def goes_on(self, rules: Sequence[_Rule]) -> bool:
        """Whether each of many steps makes an atom that no step before has made.

        The first atoms are those that the program's facts give. If there may be others, by the
        instance, by another file or in a later step, rules are also tried with any numbers.
        """
        follow = [f"{_AT}({r.head},{_T}+1) :- {_before(r)}." for r in rules]
        several = any(len(each.own) > 1 for each in rules)
        if several:
            follow.append(f"{_AT}(X,{_T}+1) :- {_AT}(X,{_T}).")
        conditions = [each for rule in rules for each in rule.beside]
        holds = [f"{_HOLDS} :- {'; '.join(map(str, conditions))}."] if conditions else []
        known = [f"{_AT}({_any(rule.needed)},0) :- {_any(rule.needed)}." for rule in rules]
        if _grows([*self._facts, *known, *holds], follow, several):
            return True
        other = [f"{_AT}({each},0)." for each in _generic(rules[0])]
        return not conditions and self._open(rules) and _grows(other, follow, several)

    def _open(self, rules: Sequence[_Rule]) -> bool:
        """Whether the first atoms may be others than those that can be looked at."""
        made = {each.made for each in rules}
        if not self._whole or rules[0].statement.part != BASE:
            return True
        below = made.union(*(self._below[each] for each in made))
        return not made.isdisjoint(self._live) and not self._inputs.isdisjoint(below)

    @cached_property
    def _facts(self) -> Sequence[str]:
        """The statements that say what a round begins with."""
        consts = [e for e in self._program.written if e.ast_type is ast.ASTType.Definition]
        return [*map(str, consts), *(str(each.statement.tree) for each in self._cheap)]

    @cached_property
    def _cheap(self) -> Sequence[_Made]:
        """Facts, choices among facts, and what one atom at a time gives, without recursion."""
        plain = [e for e in self._rules if e.statement.part == BASE and len(e.needed) <= 1]
        if len(plain) > _FACTS:
            return []
        found = [each for each in plain if _is_cheap(each.statement.tree)]
        below = _closed(found)
        return [
            each
            for each in found
            if each.made.isdisjoint(each.used.union(*(below.get(u, ()) for u in each.used)))
        ]

    @cached_property
    def _live(self) -> frozenset[Signature]:
        """The predicates that may have atoms, if all inputs have some."""
        live = self._inputs
        while True:
            more = live.union(*(each.made for each in self._rules if each.may_hold(live)))
            if more == live:
                return live
            live = more


def _closed(rules: Iterable[_Made]) -> Mapping[Signature, frozenset[Signature]]:
    """The predicates that each predicate depends on, directly or by way of others."""
    uses = dict[Signature, frozenset[Signature]]()
    for each in rules:
        for made in each.made:
            uses[made] = uses.get(made, frozenset()) | each.used
    while True:
        more = {made: used.union(*(uses.get(u, ()) for u in used)) for made, used in uses.items()}
        if more == uses:
            return uses
        uses = more


def _before(rule: _Rule) -> str:
    """The atoms that a rule needs, at one step."""
    atoms = [f"{_AT}({each},{_T})" for each in rule.own]
    return ", ".join([*atoms, *[_HOLDS] * bool(rule.beside)])


def _generic(rule: _Rule) -> list[str]:
    """The atoms that a rule needs, with numbers for its variables."""
    names = sorted(variables(rule.own))
    terms = {name: _number(rule.head, 7 + 2 * i) for i, name in enumerate([*names, "_"])}
    return [str(_Inlined(terms).visit(each)) for each in rule.own]


def _number(at: ast.AST, number: int) -> ast.AST:
    return ast.SymbolicTerm(at.location, clingo.Number(number))


def _any(signature: Signature) -> str:
    """An atom of a predicate with variables."""
    names = ",".join(f"X{number}" for number in range(signature.arity))
    return f"{signature.name}({names})" if names else signature.name


def _grows(first: Iterable[str], follow: Iterable[str], several: bool) -> bool:
    """Whether each step makes a new atom; false if these become too many, or clingo refuses."""
    control = clingo.Control(["--warn=none"], logger=lambda *_: None)
    made, last = dict[clingo.Symbol, int](), -1
    steps, most = (_FEW_STEPS, _FEW) if several else (_STEPS, _MOST)
    try:
        control.add("base", [], "\n".join(first))
        control.add("step", [_T], "\n".join(follow))
        control.ground([("base", [])])
        for step in range(steps):
            for atom in control.symbolic_atoms.by_signature(_AT, 2):
                term, at = atom.symbol.arguments
                if at.number == step and made.setdefault(term, step) == step:
                    last = step
            if last < step or len(made) > most:
                return False
            control.ground([("step", [clingo.Number(step)])])
    except RuntimeError:
        return False
    return True


def _follows(head: ast.AST, one: ast.AST) -> bool:
    """Whether a head is of the atom's variables alone, in sums, products and functions."""
    own = variables([one])
    terms = [*head.atom.symbol.arguments, *getattr(one.atom.symbol, "arguments", ())]
    return variables([head]) <= own and bool(own) and all(map(_simple, terms))


def _simple(term: ast.AST) -> bool:
    """Whether a term is of variables and symbols, in functions, sums, and products by a number."""
    if term.ast_type in (ast.ASTType.Variable, ast.ASTType.SymbolicTerm):
        return True
    if term.ast_type is ast.ASTType.Function:
        return all(map(_simple, term.arguments))
    if term.ast_type is ast.ASTType.UnaryOperation:
        return term.operator_type == ast.UnaryOperator.Minus and _simple(term.argument)
    if term.ast_type is not ast.ASTType.BinaryOperation:
        return False
    both = term.left, term.right
    linear = term.operator_type in _SUM or (
        term.operator_type == ast.BinaryOperator.Multiplication
        and not all(variables([each]) for each in both)
    )
    return linear and all(map(_simple, both))


def _few(conditions: Sequence[ast.AST]) -> bool:
    """Whether conditions are few atoms and comparisons, which clingo tries at once."""
    kinds = ast.ASTType.SymbolicAtom, ast.ASTType.Comparison
    plain = all(
        each.ast_type is ast.ASTType.Literal
        and each.sign == ast.Sign.NoSign
        and each.atom.ast_type in kinds
        for each in conditions
    )
    return (
        plain
        and sum(map(is_atom, conditions)) <= 2
        and not _WIDE.search(" ".join(map(str, conditions)))
    )


def _is_cheap(rule: ast.AST) -> bool:
    """Whether it is a fact, or a choice or rule that makes atoms of one at a time."""
    head, body = rule.head, rule.body
    plain = is_atom(head, ast.Sign.NoSign) or (
        head.ast_type is ast.ASTType.Aggregate and not any(e.condition for e in head.elements)
    )
    few = _few(body) and sum(map(is_atom, body)) <= 1
    return plain and few and not _WIDE.search(str(rule))


class _Inlined(ast.Transformer):  # type: ignore[misc,unused-ignore]
    """Replaces variables by the terms that they are equal to."""

    def __init__(self, terms: Mapping[str, ast.AST]) -> None:
        self._terms = terms

    def visit_Variable(self, variable: ast.AST) -> ast.AST:  # noqa: N802
        return self._terms.get(variable.name, variable)


def _plain(rule: ast.AST) -> ast.AST:
    """A rule with a chosen atom as its head, and `X+1` for a Y with `Y = X+1`."""
    head, terms, body = rule.head, dict[str, ast.AST](), list[ast.AST]()
    bound = variables([each for each in rule.body if is_atom(each, ast.Sign.NoSign)])
    if head.ast_type is ast.ASTType.Aggregate and len(head.elements) == 1:
        (element,) = head.elements
        head = head if element.condition else element.literal
    for each in rule.body:
        pair = _equated(each)
        if pair and str(pair[0]) in variables([head]) - bound:
            terms[str(pair[0])] = pair[1]
        else:
            body.append(each)
    inlined = _Inlined(terms)
    return rule.update(head=inlined.visit(head), body=[inlined.visit(each) for each in body])


def _equated(literal: ast.AST) -> tuple[ast.AST, ast.AST] | None:
    """The variable and the term of a literal such as `Y = X+1`."""
    if literal.ast_type is not ast.ASTType.Literal or literal.sign != ast.Sign.NoSign:
        return None
    comparison = literal.atom
    if comparison.ast_type is not ast.ASTType.Comparison or len(comparison.guards) != 1:
        return None
    (guard,) = comparison.guards
    one, other = sorted((comparison.term, guard.term), key=_calculates)
    equal = guard.comparison == ast.ComparisonOperator.Equal
    fits = equal and one.ast_type is ast.ASTType.Variable and _calculates(other)
    return (one, other) if fits else None


def _calculates(term: ast.AST) -> bool:
    return term.ast_type is ast.ASTType.BinaryOperation and _simple(term)


def _signature(symbol: ast.AST) -> Signature:
    return Signature(symbol.name, len(symbol.arguments))


def _of(symbol: ast.AST, known: Collection[Signature]) -> bool:
    """Whether an atom is of one of these predicates."""
    return symbol.ast_type is ast.ASTType.Function and _signature(symbol) in known


def _undecided(rules: Sequence[_Made]) -> frozenset[Signature]:
    """The predicates whose atoms are chosen or need a chosen one: `not` of them bounds nothing."""
    made = {each for rule in rules for each in rule.made}
    found = frozenset[Signature]()
    while True:
        decided = {
            each
            for rule in rules
            if rule.statement.tree.head.ast_type not in _CHOICES
            and not any(atoms <= found for atoms in rule.needed)
            for each in rule.made
        }
        if made - decided == found:
            return found
        found = frozenset(made - decided)


def _advances(head: ast.AST, body: Iterable[ast.AST], parameters: Iterable[str]) -> bool:
    """Whether a rule that grows, in a part with parameters, leads from one of their values on."""
    pairs = {pair for each in body for pair in zip(head.arguments, each.arguments, strict=True)}
    words = [set(re.findall(r"\w+", str(own))) for own, other in pairs if str(own) != str(other)]
    return any(name in each for each in words for name in parameters)
