"""Finds terms that never have a value: clingo drops each ground rule that contains one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from clingo import ast

from pylab.encoding.ineffective import Finding
from pylab.encoding.places import place_of
from pylab.encoding.predicates import walked
from pylab.encoding.program import Encoding
from pylab.text.facts import type_of

_Kind = ast.ASTType
_CALCULATES = re.compile(r"[@^?&+*/\\]|(?<!:)-")
"""What is in the text of each statement that has an operation or a function of a script."""

_DIVISIONS = (ast.BinaryOperator.Division, ast.BinaryOperator.Modulo)


def without_value(program: Encoding) -> Iterator[Finding]:
    """Functions `@f` that no script defines, divisions by 0, and arithmetic with names."""
    scripts = "\n".join(s.code for s in program.statements if s.ast_type is _Kind.Script)
    constants = frozenset(program.constants)
    for section, statement in program.placed:
        names = constants | {*section.parameters}
        if statement.ast_type is not _Kind.Script:
            for term in walked(statement) if _CALCULATES.search(str(statement)) else ():
                yield from _valueless(term, names, scripts)


def _valueless(term: ast.AST, names: frozenset[str], scripts: str) -> Iterator[Finding]:
    if term.ast_type is _Kind.Function and term.external:
        if not re.search(rf"\b{re.escape(term.name)}\b", scripts):
            message = f"no script defines @{term.name}, so clingo leaves out what uses it"
            yield Finding("value", message, place_of(term))
    elif term.ast_type is _Kind.BinaryOperation:
        for why in _odd_operands(term, names):
            yield Finding("value", f"{term} has no value, as {why}", place_of(term))


def _odd_operands(term: ast.AST, names: frozenset[str]) -> Sequence[str]:
    """The first operand that is no number, in words; empty if there is none."""
    right = term.right
    if term.operator_type in _DIVISIONS and str(right) == "0":
        return ["the divisor is 0"]
    odd = (
        each for each in (term.left, right)
        if each.ast_type is _Kind.SymbolicTerm and str(each) not in names
        and each.symbol.type is not type_of.Number
    )  # fmt: skip
    return [f"{each} is no number" for each in odd][:1]
