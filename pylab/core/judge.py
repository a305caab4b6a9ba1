"""Checks the rules of a judge: whether all that it uses is provided, and whether it can object.

A judge (`engines/judges.py`) objects by an atom `wrong(…)`, or by having no answer set. A misspelt
predicate would make it accept everything, so a judge that uses unknown predicates is refused.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from clingo import ast

from pylab.base.errors import EncodingError, Place, nearest
from pylab.base.listing import Signature
from pylab.encoding import places
from pylab.encoding.ineffective import (
    Diagnostic,
    grounded_parts,
    never_grounded,
    undefined,
    without_value,
)
from pylab.encoding.predicates import Role, Statement, firsts
from pylab.encoding.program import Encoding
from pylab.family.table import Family

WRONG = "wrong"
"""The predicate of objections, with any number of arguments."""

SUMMARY = "summary"
"""The predicate by which the judge of a folder says what it measured."""

_ALIKE = 0.78
"""The least similarity of an unused predicate that is taken for a misspelt `wrong`."""

_WITHOUT_PARTS = "this part is never grounded; write its rules without #program"

_Kind = ast.ASTType


def given(family: Family[Any, Any]) -> frozenset[Signature] | None:
    """The predicates that a judge gets: those of instances, of answers, and of the checker's trace.

    None if the family doesn't declare its checker's trace.
    """
    if family.trace.predicates is None:
        return None
    answers = family.witness_format.vocabulary
    return frozenset({*family.vocabulary, *answers, *family.trace.predicates})


def findings(program: Encoding, known: frozenset[Signature] | None) -> Iterator[Diagnostic]:
    """The mistakes that disable a judge: the codes are `undefined`, `arity`, `part`, `value`,
    `unused` and `judge`.

    Args:
        program: the judge.
        known: the predicates that it is given; None if they are not known.
    """
    unseen = list[Diagnostic]()
    if known is not None:
        own = program.signatures(*(role for role in Role if role is not Role.USED))
        unseen += undefined(program.atoms, known | own, 0.6)
    yield from unseen
    for part in never_grounded(program, grounded_parts(program)):
        yield Diagnostic("part", f"a judge has no steps: {_WITHOUT_PARTS}", part.place)
    yield from without_value(program)
    misspelt = list(_misspelt(program))
    yield from misspelt
    if not misspelt and not unseen and not _can_object(program, known):
        message = f"this judge never objects: it has no rule for {WRONG}(…) and no constraint"
        if _derives_wrong(program):
            message = f"this judge never objects: no rule for {WRONG}(…) can hold"
        yield Diagnostic("judge", message, Place(places.shown(program.entry), 1, 1))


def accepted(program: Encoding, family: Family[Any, Any]) -> Encoding:
    """Return the judge itself. Raises EncodingError if it has one of these mistakes."""
    for finding in findings(program, given(family)):
        message = finding.message
        if finding.code in ("undefined", "arity"):
            message = f"the judge can't see this: {message} (#defined says that it may be missing)"
        raise EncodingError(message, finding.place)
    return program


def is_one(program: Encoding) -> bool:
    """Whether a program looks like a judge: it derives `wrong` or a similar name."""
    return _derives_wrong(program) or any(_misspelt(program))


def _derives_wrong(program: Encoding) -> bool:
    return any(each.name == WRONG for each in program.signatures(Role.DEFINED))


def _misspelt(program: Encoding) -> Iterator[Diagnostic]:
    """Derived but unused predicates with names similar to `wrong`."""
    read = program.signatures(Role.USED, Role.SHOWN)
    for each in firsts(program.atoms, Role.DEFINED):
        name = each.signature.name
        if name != WRONG and each.signature not in read and nearest(name, [WRONG], _ALIKE):
            message = f"{each.signature} is derived, and nothing uses it; did you mean {WRONG}?"
            yield Diagnostic("unused", message, each.place)


def _can_object(program: Encoding, known: frozenset[Signature] | None) -> bool:
    """Whether, judged by syntax, some statement that may hold objects."""
    if any(each.kind is _Kind.Edge for each in program.model):
        return True
    rules = [each for each in program.model if each.kind is _Kind.Rule]
    live = None
    if known is not None:
        live = _derivable(rules, known | program.signatures(Role.EXTERNAL))
    plain = {
        each.signature
        for each in program.atoms
        if each.role is Role.DEFINED and each.tree.ast_type is not _Kind.UnaryOperation
    }
    return any(_objects(rule, plain) and _holds(rule, live) for rule in rules)


def _derivable(rules: list[Statement], known: frozenset[Signature]) -> frozenset[Signature]:
    """The predicates that may have atoms, given predicates that may."""
    live = known
    while True:
        more = live.union(*(rule.defined for rule in rules if _holds(rule, live)))
        if more == live:
            return live
        live = more


def _holds(rule: Statement, live: frozenset[Signature] | None) -> bool:
    """Whether the rule's body has no `#false`, and live predicates in positive atoms.

    Atoms in aggregates don't count. If `live` is None, all predicates are live.
    """
    if {"#false", "not #true"} & {*map(str, rule.tree.body)}:
        return False
    return live is None or all(any(a.signature in live for a in atoms) for atoms in rule.needed)


def _objects(rule: Statement, plain: Collection[Signature]) -> bool:
    """Whether a rule derives `wrong`, or can remove all answer sets of the program.

    Args:
        rule: one of the program's.
        plain: the predicates whose atoms are derived without classical negation.
    """
    head = rule.tree.head
    if rule.constraint or head.ast_type is _Kind.TheoryAtom:
        return True
    if getattr(head, "left_guard", None) or getattr(head, "right_guard", None):
        return True
    return any(
        each.signature in plain if each.tree.ast_type is _Kind.UnaryOperation
        else each.signature.name == WRONG or each.signature in rule.used
        for each in rule.atoms if each.role is Role.DEFINED
    )  # fmt: skip
