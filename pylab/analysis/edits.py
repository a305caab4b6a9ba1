"""Writes probes that show where an edit makes a difference; `syntax` finds the edits.

An edit shows in an answer of either program if a rule and its changed form differ there: only one
of the bodies holds, or both hold and the heads differ. An edited fact shows where a rule uses it.
Where no probe can say that, an edit shows where the edited rule is covered.

A changed rule may say the same in other words. The two *agree* if they are covered, and if each
fails somewhere by a single literal that the other does not have, and the edit never shows.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import clingo
from clingo import ast

from pylab.analysis import syntax
from pylab.analysis.syntax import Change
from pylab.base.listing import Signature
from pylab.encoding.predicates import Replacing, Statement, elements, is_atom, variables, walked
from pylab.encoding.program import Encoding
from pylab.engines.probes import Probe, probe, safe

_Kind = ast.ASTType
_Body = list[ast.AST]


@dataclass(frozen=True)
class Edit:
    """A changed statement, and where that shows.

    Attributes:
        change: the statement in both programs.
        probes: it shows where one of them holds; empty if nothing can show it.
        agreeing: the two agree if each of these holds somewhere; none if that makes no sense.
    """

    change: Change
    probes: tuple[Probe, ...]
    agreeing: tuple[Probe, ...] = ()

    @property
    def statement(self) -> Statement:
        """The statement in the variant; in the reference if the variant lacks it."""
        found = self.change.new or self.change.old
        assert found is not None
        return found


def edits(reference: Encoding, variant: Encoding, keep: Collection[Signature] = ()) -> list[Edit]:
    """All edits that lead from one program to the other, in the order in which they stand.

    Args:
        keep: predicates whose names are given, such as those of an instance's facts.
    """
    changes = syntax.edits(reference, variant, keep).changes
    olds = {str(each.old) for each in changes if each.old}
    shared = olds & {str(each.new) for each in changes if each.new}
    return [
        Edit(
            each,
            tuple(_probes(each.old, each.new, (reference, variant))),
            tuple(_agreeing(each.old, each.new, variant)),
        )
        for each in changes
        if str(each.new or each.old) not in shared  # one file, included in other parts
    ]


def _original(statement: Statement, program: Encoding) -> Statement:
    """A statement of a program before its predicates were renamed."""
    begin = statement.tree.location.begin
    found = [each for each in program.model if each.tree.location.begin == begin]
    return next((each for each in found if str(each.tree) == str(statement.tree)), found[0])


def _probes(
    old: Statement | None, new: Statement | None, programs: Sequence[Encoding]
) -> Iterator[Probe]:
    if old is not None and new is not None and old.part == new.part:
        yield from _parting(old, new, programs)
        return
    if old is not None:
        yield from _whole(old, programs)
    if new is not None:
        yield from _whole(_original(new, programs[1]), programs)


def _whole(statement: Statement, programs: Iterable[Encoding]) -> tuple[Probe, ...]:
    """Probes for a statement that the other program lacks."""
    if statement.kind is _Kind.Definition:
        return tuple(_users_of_constant(statement.tree.name, programs))
    if statement.kind is _Kind.Rule and not statement.body and _atom_of(statement.tree.head):
        used = tuple(_users(_atom_of(statement.tree.head), programs))
        return used or (Probe(statement.section, ((),)),)
    found = probe(statement)
    return () if found is None else (found,)


def _parting(old: Statement, new: Statement, programs: Sequence[Encoding]) -> tuple[Probe, ...]:
    """Probes that hold where a rule and its changed form differ."""
    bodies: list[_Body] = []
    if old.body or new.body or old.kind is _Kind.Minimize:
        bodies = [body for body in _differences(old, new) if safe(body, new.section)]
    if not bodies:
        return _whole(old, programs) + _whole(new, programs)
    heads, constraint = old.defined | new.defined, old.constraint or new.constraint
    return (Probe(new.section, tuple(map(tuple, bodies)), heads, constraint),)


def _agreeing(old: Statement | None, new: Statement | None, variant: Encoding) -> Iterator[Probe]:
    """Probes that hold where both rules are covered, and where each just fails.

    None if only one body has literals of its own. If neither has any, being covered is enough.
    """
    if old is None or new is None or old.part != new.part:
        return
    pair = (old, _original(new, variant))
    words = [set(map(str, each.body)) for each in pair]
    mine = [[each for each in pair[i].body if str(each) not in words[1 - i]] for i in (0, 1)]
    found = [probe(replace(each, section=new.section)) for each in pair]
    if not all(found) or old.kind is not _Kind.Rule or all(mine) != any(mine):
        return
    yield from (each for each in found if each is not None)
    for one, literals in zip(pair, mine, strict=True) if any(mine) else ():
        fails = []
        for each in literals:
            rest = [other for other in one.body if other is not each]
            fails += [(*rest, *body) for body in _complements(each, rest)]
        safely = tuple(each for each in fails if safe(each, new.section))
        yield Probe(new.section, safely, one.defined, one.constraint)


def _differences(old: Statement, new: Statement) -> Iterator[_Body]:
    """Bodies that hold where only one of the rules derives something."""
    for one, other in ((old, new), (new, old)):
        mine = set(map(str, one.body))
        for each in other.body:
            if str(each) not in mine:
                yield from ([*one.body, *body] for body in _complements(each, one.body))
        if str(_head(one)) != str(_head(other)):
            yield from _other_heads(one, other.tree)
            head = getattr(one.tree, "head", None)
            if head is not None and head.ast_type is _Kind.Literal:
                yield from ([*one.body, *each] for each in _complements(head, one.body))


def _head(statement: Statement) -> object:
    if statement.kind is _Kind.Rule:
        return statement.tree.head
    return statement.tree.update(body=[]) if statement.body else statement.tree


def _other_heads(one: Statement, other: ast.AST) -> Iterator[_Body]:
    """Bodies that hold where the rule's body holds and the other rule's head does not."""
    head = getattr(other, "head", None)
    if head is None:
        return
    body = one.body
    if head.ast_type is _Kind.Literal:
        yield from ([*body, *each] for each in _complements(head, body))
        return
    if head.ast_type not in (_Kind.Aggregate, _Kind.HeadAggregate):
        return
    if head.left_guard or head.right_guard:
        aggregate = head
        if head.ast_type is _Kind.HeadAggregate:
            within = [
                ast.BodyAggregateElement(e.terms, [e.condition.literal, *e.condition.condition])
                for e in head.elements
            ]
            aggregate = ast.BodyAggregate(
                head.location, head.left_guard, head.function, within, head.right_guard
            )
        yield [*body, ast.Literal(head.location, ast.Sign.Negation, aggregate)]
    mine = set(map(str, getattr(getattr(one.tree, "head", None), "elements", ())))
    for element, (chosen, condition) in zip(head.elements, elements(head), strict=True):
        if str(element) not in mine:
            for each in condition:
                yield from ([*body, *c] for c in _complements(each, body))
            yield [*body, *condition, *_negated(chosen, None)]


def _complements(literal: ast.AST, body: _Body) -> Iterator[_Body]:
    """Bodies that hold where a literal does not; several for a condition with several literals."""
    if literal.ast_type is _Kind.ConditionalLiteral:
        inner = _negated(literal.literal, None)
        if inner:
            yield [*literal.condition, *inner]
        return
    found = _negated(literal, variables(body))
    if found:
        yield found


def _negated(literal: ast.AST, bound: set[str] | None) -> _Body:
    """The negated literal, with `_` for variables that are not bound elsewhere; may be empty."""
    if literal.ast_type is not _Kind.Literal or literal.atom.ast_type is _Kind.TheoryAtom:
        return []
    if literal.sign == ast.Sign.Negation:
        return [literal.update(sign=ast.Sign.NoSign)]
    if bound is not None and literal.atom.ast_type is _Kind.SymbolicAtom:
        kept = bound
        literal = Replacing({}, lambda v: v if v.name in kept else v.update(name="_"))(literal)
    return [literal.update(sign=ast.Sign.Negation)]


def _atom_of(head: ast.AST | None) -> ast.AST | None:
    """The function of a head that is one plain atom."""
    if head is None or not is_atom(head):
        return None
    symbol: ast.AST = head.atom.symbol
    return symbol if symbol.ast_type is _Kind.Function else None


def _users(fact: ast.AST | None, programs: Iterable[Encoding]) -> Iterator[Probe]:
    """Probes for rules that use this fact: their bodies, with the fact in place of one atom."""
    if fact is None:
        return
    seen, looked_at = set(), Signature(fact.name, len(fact.arguments))
    for statement in (each for program in programs for each in program.model):
        if not any(atom.signature == looked_at for atom in statement.atoms):
            continue
        for body in _bodies(statement):
            for bound in map(tuple, _bound(fact, body)):
                key = (statement.part, *map(str, bound))
                if key not in seen and safe(bound, statement.section):
                    seen.add(key)
                    yield Probe(
                        statement.section, (bound,), statement.defined, statement.constraint
                    )


def _bodies(statement: Statement) -> Iterator[_Body]:
    """The body of a statement, also with the conditions of what is chosen in its head."""
    body = statement.body
    yield body
    for inside in (getattr(statement.tree, "head", None), *body):
        inner = getattr(inside, "atom", inside) if inside is not None else None
        for element in getattr(inner, "elements", ()):
            held = getattr(element, "condition", ())
            held = getattr(held, "condition", held)
            yield [*body, *(each for each in held if each.ast_type is _Kind.Literal)]
        if inner is not None and inner.ast_type is _Kind.ConditionalLiteral:
            yield [*(each for each in body if each is not inside), inner.literal, *inner.condition]


def _bound(fact: ast.AST, body: _Body) -> Iterator[_Body]:
    """The body with the fact for an atom of its predicate, once for each."""
    for each in body:
        found = _atom_of(each)
        if found is None or (found.name, len(found.arguments)) != (fact.name, len(fact.arguments)):
            continue
        equal = [
            ast.Literal(
                each.location,
                ast.Sign.NoSign,
                ast.Comparison(mine, [ast.Guard(ast.ComparisonOperator.Equal, theirs)]),
            )
            for mine, theirs in zip(found.arguments, fact.arguments, strict=True)
            if mine.ast_type is not _Kind.Variable or mine.name != "_"
        ]
        atom = ast.Literal(each.location, each.sign, ast.SymbolicAtom(fact))
        yield [*body, atom, *equal]


def _users_of_constant(name: str, programs: Iterable[Encoding]) -> Iterator[Probe]:
    """Probes for the statements that use a constant: they hold where these are covered."""
    constant = clingo.Function(name)
    for statement in (each for program in programs for each in program.model):
        terms = (each for each in walked(statement.tree) if each.ast_type is _Kind.SymbolicTerm)
        if statement.kind is not _Kind.Definition and any(e.symbol == constant for e in terms):
            found = probe(statement)
            if found is not None:
                yield found
