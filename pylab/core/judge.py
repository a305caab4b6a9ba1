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
from pylab.encoding.ineffective import Finding, grounded_parts, never_grounded, undefined
from pylab.encoding.operations import without_value
from pylab.encoding.predicates import Occurrence, Role, atoms, is_constraint, occurrences
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
    if family.trace is None:
        return None
    return frozenset({*family.vocabulary, *family.witness_format.vocabulary, *family.trace})


def findings(program: Encoding, known: frozenset[Signature] | None) -> Iterator[Finding]:
    """The mistakes that disable a judge: the codes are `undefined`, `arity`, `part`, `value`,
    `unused` and `judge`.

    Args:
        program: the judge.
        known: the predicates that it is given; None if they are not known.
    """
    found = occurrences(program.statements)
    unseen = list[Finding]()
    if known is not None:
        own = {each.signature for each in found if each.role is not Role.USED}
        unseen += undefined(found, known | own, 0.6)
    yield from unseen
    for part in never_grounded(program, grounded_parts(program)):
        yield Finding("part", f"a judge has no steps: {_WITHOUT_PARTS}", part.place)
    yield from without_value(program)
    misspelt = list(_misspelt(found))
    for each, message in misspelt:
        yield Finding("unused", message, places.place_in(each.file, each.line, each.column))
    if not misspelt and not unseen and not _can_object(program, known):
        message = f"this judge never objects: it has no rule for {WRONG}(…) and no constraint"
        if any(each.signature.name == WRONG and each.role is Role.DEFINED for each in found):
            message = f"this judge never objects: no rule for {WRONG}(…) can hold"
        yield Finding("judge", message, Place(places.shown(program.entry), 1, 1))


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
    found = occurrences(program.statements)
    return any(_misspelt(found)) or any(
        each.signature.name == WRONG and each.role is Role.DEFINED for each in found
    )


def _misspelt(found: list[Occurrence]) -> Iterator[tuple[Occurrence, str]]:
    """Derived but unused predicates with names similar to `wrong`."""
    read = {each.signature for each in found if each.role in (Role.USED, Role.SHOWN)}
    for each in {o.signature: o for o in reversed(found) if o.role is Role.DEFINED}.values():
        name = each.signature.name
        if name != WRONG and each.signature not in read and nearest(name, [WRONG], _ALIKE):
            message = f"{each.signature} is derived, and nothing uses it; did you mean {WRONG}?"
            yield each, message


def _can_object(program: Encoding, known: frozenset[Signature] | None) -> bool:
    """Whether, judged by syntax, some statement that may hold objects."""
    rules = [s for s in program.statements if s.ast_type is _Kind.Rule]
    if any(each.ast_type is _Kind.Edge for each in program.statements):
        return True
    external = {o.signature for o in occurrences(program.statements) if o.role is Role.EXTERNAL}
    live = None if known is None else _derivable(rules, known | external)
    plain = {
        signature
        for rule in rules for symbol, signature, role, _ in atoms(rule)
        if role is Role.DEFINED and symbol.ast_type is not _Kind.UnaryOperation
    }  # fmt: skip
    return any(_objects(rule, plain) and _holds(rule, live) for rule in rules)


def _derivable(rules: list[ast.AST], known: frozenset[Signature]) -> frozenset[Signature]:
    """The predicates that may have atoms, given predicates that may."""
    live = known
    while True:
        more = live.union(
            signature
            for rule in rules if _holds(rule, live)
            for _, signature, role, _ in atoms(rule) if role is Role.DEFINED
        )  # fmt: skip
        if more == live:
            return live
        live = more


def _holds(rule: ast.AST, live: frozenset[Signature] | None) -> bool:
    """Whether each positive atom of the rule's body, outside aggregates, may hold."""
    positive = (
        literal for literal in rule.body
        if literal.ast_type is _Kind.Literal and literal.sign == ast.Sign.NoSign
        and literal.atom.ast_type is _Kind.SymbolicAtom
    )  # fmt: skip
    return live is None or all(
        any(signature in live for _, signature, _, _ in atoms(ast.Rule(rule.location, each, [])))
        for each in positive
    )


def _objects(rule: ast.AST, plain: Collection[Signature]) -> bool:
    """Whether a rule derives `wrong`, or can remove all answer sets of the program.

    Args:
        rule: one of the program's.
        plain: the predicates whose atoms are derived without classical negation.
    """
    if is_constraint(rule) or rule.head.ast_type is _Kind.TheoryAtom:
        return True
    if getattr(rule.head, "left_guard", None) or getattr(rule.head, "right_guard", None):
        return True
    mine = [(s, signature) for s, signature, role, _ in atoms(rule) if role is Role.DEFINED]
    used = {signature for _, signature, role, _ in atoms(rule) if role is Role.USED}
    return any(
        signature in plain if symbol.ast_type is _Kind.UnaryOperation
        else signature.name == WRONG or signature in used
        for symbol, signature in mine
    )  # fmt: skip
