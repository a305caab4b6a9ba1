"""Which statement defines, uses and shows which predicates; reads syntax trees, grounds nothing."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import NamedTuple

from clingo import ast

from pylab.base.listing import Signature

_Kind = ast.ASTType


def is_constraint(statement: ast.AST) -> bool:
    """Whether it is a rule with nothing in its head."""
    if statement.ast_type is not _Kind.Rule or statement.head.ast_type is not _Kind.Literal:
        return False
    return bool(statement.head.atom.ast_type is _Kind.BooleanConstant)


def walked(tree: ast.AST) -> Iterator[ast.AST]:
    """A syntax tree and all that are in it, from the outside in."""
    yield tree
    for key in tree.child_keys:
        child = getattr(tree, key)
        for each in (child,) if isinstance(child, ast.AST) else child or ():
            if isinstance(each, ast.AST):
                yield from walked(each)


class Role(Enum):
    """What an occurrence does to its predicate."""

    DEFINED = "defined"
    EXTERNAL = "external"
    USED = "used"
    SHOWN = "shown"
    DECLARED = "declared"
    """By `#defined`: it may come from elsewhere."""


class Occurrence(NamedTuple):
    """A predicate in a statement.

    Attributes:
        signature: which predicate.
        role: what happens to it there.
        file, line, column: where it stands; columns count from 1.
        statement: the number of its statement in the program.
        choice: whether it is defined by a choice.
    """

    signature: Signature
    role: Role
    file: Path
    line: int
    column: int
    statement: int
    choice: bool = False


def occurrences(statements: Iterable[ast.AST]) -> list[Occurrence]:
    """All of them, statement by statement, heads before bodies."""
    return [
        Occurrence(signature, role, file, line, column, number, choice)
        for number, statement in enumerate(statements)
        for signature, role, file, line, column, choice in _placed(_Tree(statement))
    ]


@dataclass(frozen=True, slots=True, eq=False)
class _Tree:
    """A syntax tree that is equal to itself alone, and not to another of the same text."""

    tree: ast.AST

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Tree) and self.tree is other.tree

    def __hash__(self) -> int:
        return id(self.tree)


@functools.lru_cache(maxsize=1 << 15)
def _placed(statement: _Tree) -> tuple[tuple[Signature, Role, Path, int, int, bool], ...]:
    """What is in one statement, and where; looked up once, as programs are kept when parsed."""
    found = []
    for atom, signature, role, choice in atoms(statement.tree):
        begin = atom.location.begin
        found.append((signature, role, _path(begin.filename), begin.line, begin.column, choice))
    return tuple(found)


_path = functools.lru_cache(maxsize=256)(Path)

_Found = tuple[ast.AST, Signature, Role, bool]


def atoms(statement: ast.AST) -> tuple[_Found, ...]:
    """The atoms of a statement, heads before bodies: predicate, role, whether it is a choice."""
    return _known(_Tree(statement))


@functools.lru_cache(maxsize=1 << 15)
def _known(statement: _Tree) -> tuple[_Found, ...]:
    return tuple(_atoms(statement.tree))


def _atoms(statement: ast.AST) -> Iterator[_Found]:
    kind = statement.ast_type
    if kind is _Kind.Rule:
        yield from _head(statement.head)
        yield from _used(statement.body)
    elif kind is _Kind.ShowSignature:
        yield statement, Signature(statement.name, statement.arity), Role.SHOWN, False
    elif kind is _Kind.Defined:
        yield statement, Signature(statement.name, statement.arity), Role.DECLARED, False
    elif kind is _Kind.ShowTerm:
        for signature in _signatures(statement.term):
            yield statement, signature, Role.SHOWN, False
        yield from _used(statement.body)
    elif kind is _Kind.External:
        for signature in _signatures(statement.atom.symbol):
            yield statement.atom.symbol, signature, Role.EXTERNAL, False
        yield from _used(statement.body)
    elif kind in (_Kind.Minimize, _Kind.Edge, _Kind.Heuristic, _Kind.ProjectAtom):
        yield from _used([statement])


def _head(head: ast.AST) -> Iterator[_Found]:
    """What a head defines; the conditions in it are uses."""
    kind = head.ast_type
    if kind is _Kind.Literal:
        yield from _defined(head, False)
    elif kind in (_Kind.Aggregate, _Kind.Disjunction, _Kind.HeadAggregate):
        for element in head.elements:
            inner = element.condition if kind is _Kind.HeadAggregate else element
            yield from _defined(inner.literal, kind is not _Kind.Disjunction)
            yield from _used(inner.condition)
    elif kind is _Kind.TheoryAtom:
        yield from _used([head])


def _defined(literal: ast.AST, choice: bool) -> Iterator[_Found]:
    if literal.atom.ast_type is not _Kind.SymbolicAtom:
        return
    role = Role.DEFINED if literal.sign == ast.Sign.NoSign else Role.USED
    for signature in _signatures(literal.atom.symbol):
        yield literal.atom.symbol, signature, role, choice


def _used(trees: Iterable[ast.AST]) -> Iterator[_Found]:
    for tree in trees:
        kind = tree.ast_type
        if kind is _Kind.Literal:
            tree = tree.atom
            kind = tree.ast_type
        if kind is _Kind.SymbolicAtom:
            for signature in _signatures(tree.symbol):
                yield tree.symbol, signature, Role.USED, False
        elif kind not in _WITHOUT:
            for key in tree.child_keys:
                child = getattr(tree, key)
                if isinstance(child, ast.AST):
                    yield from _used((child,))
                elif child is not None and not isinstance(child, str):
                    yield from _used(each for each in child if isinstance(each, ast.AST))


_WITHOUT = frozenset(
    getattr(_Kind, name)
    for name in (
        "BooleanConstant",
        "Comparison",
        "Function",
        "SymbolicTerm",
        "Variable",
        "BinaryOperation",
        "UnaryOperation",
        "Interval",
        "Pool",
    )
)
"""What has terms and no atoms in it."""


def _signatures(term: ast.AST) -> Iterator[Signature]:
    """The predicates of an atom; several if it is a pool."""
    kind = term.ast_type
    if kind is _Kind.Function:
        yield Signature(term.name, len(term.arguments))
    elif kind is _Kind.Pool:
        yield from dict.fromkeys(s for each in term.arguments for s in _signatures(each))
    elif kind is _Kind.UnaryOperation:
        yield from _signatures(term.argument)
    elif kind is _Kind.SymbolicTerm:
        symbol = term.symbol
        if symbol.type.name == "Function":
            yield Signature(symbol.name, len(symbol.arguments))


class Dependencies(NamedTuple):
    """A program's predicates, and which depends on which.

    Attributes:
        homes: each predicate that is defined, with the files that define it, by their names.
        given: those that are used and defined nowhere: the instance's facts, or mistakes.
        shown: those that are shown.
        rests: pairs of a predicate and one that a rule for it uses, sorted.
    """

    homes: dict[Signature, tuple[str, ...]]
    given: frozenset[Signature]
    shown: frozenset[Signature]
    rests: tuple[tuple[Signature, Signature], ...]


def dependencies(statements: Iterable[ast.AST]) -> Dependencies:
    """Which predicate of a program depends on which."""
    found = occurrences(statements)
    homes: dict[Signature, dict[str, None]] = {}
    heads: dict[int, list[Signature]] = {}
    for each in found:
        if each.role in (Role.DEFINED, Role.EXTERNAL):
            homes.setdefault(each.signature, {})[each.file.name] = None
            heads.setdefault(each.statement, []).append(each.signature)
    used = [each for each in found if each.role is Role.USED]
    rests = {(head, each.signature) for each in used for head in heads.get(each.statement, [])}
    return Dependencies(
        homes={signature: tuple(files) for signature, files in homes.items()},
        given=frozenset(each.signature for each in used) - frozenset(homes),
        shown=frozenset(each.signature for each in found if each.role is Role.SHOWN),
        rests=tuple(sorted(rests, key=lambda pair: (str(pair[0]), str(pair[1])))),
    )
