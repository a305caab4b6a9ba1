"""The statements of a program: the part and place of each, and what it defines, uses and shows.

It is read off syntax trees, once for each; nothing is grounded. All that is said of a program
without an instance is derived from this.
"""

from __future__ import annotations

import functools
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any, NamedTuple

from clingo import ast

from pylab.base.errors import Place
from pylab.base.listing import Signature
from pylab.encoding.places import named, place_of, statements_of, written

_Kind = ast.ASTType

_POSITION = ast.Position("<string>", 1, 1)
NOWHERE: Any = ast.Location(_POSITION, _POSITION)
"""The place of statements that are in no file."""

Part = tuple[str, int]
"""A program part: its name, and how many parameters it has."""

BASE: Part = ("base", 0)
STEP: Part = ("step", 1)
CHECK: Part = ("check", 1)


class Section(NamedTuple):
    """Where statements stand: under `#program`, or before the first one.

    Attributes:
        name: of the part.
        parameters: their names there.
    """

    name: str = "base"
    parameters: tuple[str, ...] = ()

    @property
    def part(self) -> Part:
        return self.name, len(self.parameters)

    @classmethod
    def of(cls, opened: ast.AST) -> Section:
        """The section that a statement `#program` opens."""
        return cls(opened.name, tuple(each.name for each in opened.parameters))

    def opening(self, place: ast.Location) -> ast.AST:
        """The statement `#program` that opens it."""
        return ast.Program(place, self.name, [ast.Id(place, name) for name in self.parameters])


class Role(Enum):
    """What an atom does to its predicate."""

    DEFINED = "defined"
    EXTERNAL = "external"
    USED = "used"
    SHOWN = "shown"
    DECLARED = "declared"
    """By `#defined`: it may come from elsewhere."""


MADE = (Role.DEFINED, Role.EXTERNAL)
"""The roles of what a program itself gives atoms to."""

VALUES = Signature("val", 2)
"""The predicate of the values that a theory's variables have in an answer."""


@dataclass(frozen=True, slots=True, eq=False)
class Atom:
    """A predicate in a statement.

    Attributes:
        tree: the atom's term; of `#show p/1` and `#defined p/1` the statement.
        signature: which predicate.
        role: what happens to it there.
        choice: whether it is defined by a choice.
    """

    tree: ast.AST
    signature: Signature
    role: Role
    choice: bool = False

    @property
    def place(self) -> Place:
        return place_of(self.tree)

    @property
    def file(self) -> Path:
        return _path(self.tree.location.begin.filename)


_path = functools.lru_cache(maxsize=256)(Path)


def signatures(atoms: Iterable[Atom], *roles: Role) -> frozenset[Signature]:
    """The predicates of the atoms that have one of these roles."""
    return frozenset(each.signature for each in atoms if each.role in roles)


def firsts(atoms: Iterable[Atom], role: Role) -> list[Atom]:
    """The first atom of each predicate in a role."""
    found: dict[Signature, Atom] = {}
    for each in atoms:
        if each.role is role:
            found.setdefault(each.signature, each)
    return list(found.values())


@dataclass(frozen=True, eq=False, repr=False)
class Statement:
    """A statement of a program; each is equal to itself alone.

    Attributes:
        tree: its syntax tree.
        section: where it stands.
    """

    tree: ast.AST
    section: Section

    @property
    def kind(self) -> ast.ASTType:
        return self.tree.ast_type

    @property
    def part(self) -> Part:
        return self.section.part

    @property
    def path(self) -> str:
        """The name of its file, as clingo has it."""
        return str(self.tree.location.begin.filename)

    @property
    def file(self) -> str:
        """The same for people; a shipped file by its name."""
        return named(Path(self.path))

    @property
    def line(self) -> int:
        return int(self.tree.location.begin.line)

    @property
    def text(self) -> str:
        """As it is written, on one line."""
        text = "" if self.kind is _Kind.Minimize else written(*self.tree.location)
        return text or " ".join(str(self.tree).split())

    @property
    def where(self) -> str:
        """Its file and line."""
        return f"{self.file}:{self.line}"

    @property
    def json(self) -> dict[str, Any]:
        """Where it stands, and its text."""
        return {"file": self.file, "line": self.line, "text": self.text}

    def __str__(self) -> str:
        return f"{self.where}: {self.text}"

    @property
    def place(self) -> Place:
        return place_of(self.tree)

    @property
    def atoms(self) -> Sequence[Atom]:
        """The statement's atoms, those in its head before those in its body."""
        return atoms(self.tree)

    @property
    def defined(self) -> frozenset[Signature]:
        """The predicates in its head."""
        return signatures(self.atoms, Role.DEFINED)

    @property
    def used(self) -> frozenset[Signature]:
        """The predicates in its body, and in conditions within its head."""
        return signatures(self.atoms, Role.USED)

    @property
    def constraint(self) -> bool:
        return is_constraint(self.tree)

    @property
    def needed(self) -> list[Sequence[Atom]]:
        """The atoms that have to hold, neither negated nor in an aggregate; several for a pool."""
        return [tuple(_used([each])) for each in self.body if is_atom(each, ast.Sign.NoSign)]

    @functools.cached_property
    def body(self) -> list[ast.AST]:
        """Its body without theory atoms, which only a theory can decide."""
        return without_theory(getattr(self.tree, "body", None) or ())


def placed(trees: Iterable[ast.AST]) -> Iterator[Statement]:
    """The statements among syntax trees, each in its section."""
    section = Section()
    for tree in trees:
        if tree.ast_type is _Kind.Program:
            section = Section.of(tree)
        else:
            yield Statement(tree, section)


def trees(statements: Iterable[Statement]) -> Iterator[ast.AST]:
    """The syntax trees of statements, with `#program` wherever another section begins."""
    last: Section | None = None
    for each in statements:
        if each.section != last:
            last = each.section
            yield last.opening(each.tree.location)
        yield each.tree


def with_literal(rule: ast.AST, literal: str) -> ast.AST:
    """A rule with one more literal in its body."""
    return rule.update(body=[*rule.body, *statements_of(f":- {literal}.")[-1].body])


def is_constraint(statement: ast.AST) -> bool:
    """Whether it is a rule with nothing in its head."""
    if statement.ast_type is not _Kind.Rule or statement.head.ast_type is not _Kind.Literal:
        return False
    return bool(statement.head.atom.ast_type is _Kind.BooleanConstant)


def is_atom(literal: ast.AST, *signs: int) -> bool:
    """Whether it is a literal with an atom of a predicate, and has one of these signs, or any."""
    return bool(
        literal.ast_type is _Kind.Literal
        and literal.atom.ast_type is _Kind.SymbolicAtom
        and (not signs or literal.sign in signs)
    )


def is_global(literal: ast.AST) -> bool:
    """Whether the literal's variables belong to the rule; those in aggregates don't."""
    kinds = (_Kind.SymbolicAtom, _Kind.Comparison)
    return literal.ast_type is _Kind.Literal and literal.atom.ast_type in kinds


def elements(head: ast.AST | None) -> list[tuple[ast.AST, Sequence[ast.AST]]]:
    """The literals of a choice or a disjunction, each with the literals of its condition."""
    if head is None or head.ast_type not in _OF_ELEMENTS:
        return []
    nested = head.ast_type is _Kind.HeadAggregate
    inner = [each.condition if nested else each for each in head.elements]
    return [(each.literal, each.condition) for each in inner]


_OF_ELEMENTS = (_Kind.Aggregate, _Kind.Disjunction, _Kind.HeadAggregate)


def walked(tree: ast.AST) -> Iterator[ast.AST]:
    """A syntax tree and all that are in it, from the outside in."""
    yield tree
    for each in _children(tree):
        yield from walked(each)


def _children(tree: ast.AST) -> Iterator[ast.AST]:
    for key in tree.child_keys:
        child = getattr(tree, key)
        if isinstance(child, ast.AST):
            yield child
        elif child is not None and not isinstance(child, str):
            yield from (each for each in child if isinstance(each, ast.AST))


def variables(trees: Iterable[ast.AST]) -> set[str]:
    """The names of the variables in syntax trees, but for `_`."""
    found = (each for tree in trees for each in walked(tree))
    return {each.name for each in found if each.ast_type is _Kind.Variable} - {"_"}


class Replacing(ast.Transformer):  # type: ignore[misc,unused-ignore]
    """Replaces constants, by their names, and variables, by a function, in syntax trees."""

    def __init__(
        self,
        constants: Mapping[str, ast.AST],
        variables: Callable[[ast.AST], ast.AST] = lambda variable: variable,
    ) -> None:
        self._constants, self.visit_Variable = constants, variables

    def visit_SymbolicTerm(self, term: ast.AST) -> ast.AST:  # noqa: N802 - as clingo calls it
        return self._constants.get(str(term.symbol), term)

    def visit_TheoryFunction(self, term: ast.AST) -> ast.AST:  # noqa: N802 - as clingo calls it
        found = None if term.arguments else self._constants.get(term.name)
        return term.update(**self.visit_children(term)) if found is None else found


class Renaming(ast.Transformer):  # type: ignore[misc,unused-ignore]
    """Changes the functions that are atoms in syntax trees."""

    def __init__(self, changed: Callable[[ast.AST], ast.AST]) -> None:
        self._changed = changed

    def visit_SymbolicAtom(self, atom: ast.AST) -> ast.AST:  # noqa: N802 - as clingo calls it
        return atom.update(symbol=self._renamed(atom.symbol))

    def _renamed(self, term: ast.AST) -> ast.AST:
        if term.ast_type is _Kind.UnaryOperation:
            return term.update(argument=self._renamed(term.argument))
        if term.ast_type is _Kind.Pool:
            return term.update(arguments=[self._renamed(each) for each in term.arguments])
        return self._changed(term) if term.ast_type is _Kind.Function else term


def theory_atoms(tree: ast.AST) -> Iterator[ast.AST]:
    """The theory atoms in a syntax tree."""
    if "&" in str(tree):
        yield from (each for each in walked(tree) if each.ast_type is _Kind.TheoryAtom)


def theory_head(statement: ast.AST) -> str:
    """The name of the theory atom in a statement's head; empty if there is none."""
    head: Any = getattr(statement, "head", None)
    there = head is not None and head.ast_type is ast.ASTType.TheoryAtom
    return str(head.term.name) if there else ""


def without_theory(body: Iterable[ast.AST]) -> list[ast.AST]:
    """The literals of a body that have no theory atoms in them."""
    return [literal for literal in body if not any(theory_atoms(literal))]


def occurrences(statements: Iterable[ast.AST]) -> list[Atom]:
    """The atoms of syntax trees, statement by statement, heads before bodies."""
    return [each for statement in statements for each in atoms(statement)]


@dataclass(frozen=True, slots=True, eq=False)
class _Tree:
    """A syntax tree that is equal to itself alone, and not to another of the same text."""

    tree: ast.AST

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Tree) and self.tree is other.tree

    def __hash__(self) -> int:
        return id(self.tree)


def atoms(statement: ast.AST) -> Sequence[Atom]:
    """The atoms of a statement, heads before bodies; looked up once, as parsed files are kept."""
    return _known(_Tree(statement))


@functools.lru_cache(maxsize=1 << 15)
def _known(statement: _Tree) -> Sequence[Atom]:
    return tuple(_atoms(statement.tree))


def _atoms(statement: ast.AST) -> Iterator[Atom]:
    kind = statement.ast_type
    if kind is _Kind.Rule:
        yield from _head(statement.head)
        yield from _used(statement.body)
    elif kind in (_Kind.ShowSignature, _Kind.Defined):
        role = Role.SHOWN if kind is _Kind.ShowSignature else Role.DECLARED
        yield Atom(statement, Signature(statement.name, statement.arity), role)
    elif kind is _Kind.ShowTerm:
        yield from (Atom(statement, each, Role.SHOWN) for each in _signatures(statement.term))
        yield from _used(statement.body)
    elif kind is _Kind.External:
        symbol = statement.atom.symbol
        yield from (Atom(symbol, each, Role.EXTERNAL) for each in _signatures(symbol))
        yield from _used(statement.body)
    elif kind in (_Kind.Minimize, _Kind.Edge, _Kind.Heuristic, _Kind.ProjectAtom):
        yield from _used([statement])


def _head(head: ast.AST) -> Iterator[Atom]:
    """What a head defines; the conditions in it are uses."""
    kind = head.ast_type
    if kind is _Kind.Literal:
        yield from _defined(head, False)
    elif kind is _Kind.TheoryAtom:
        yield from _used([head])
    for literal, condition in elements(head):
        yield from _defined(literal, kind is not _Kind.Disjunction)
        yield from _used(condition)


def _defined(literal: ast.AST, choice: bool) -> Iterator[Atom]:
    if literal.atom.ast_type is not _Kind.SymbolicAtom:
        return
    role = Role.DEFINED if literal.sign == ast.Sign.NoSign else Role.USED
    for signature in _signatures(literal.atom.symbol):
        yield Atom(literal.atom.symbol, signature, role, choice)


def _used(trees: Iterable[ast.AST]) -> Iterator[Atom]:
    for tree in trees:
        kind = tree.ast_type
        if kind is _Kind.Literal:
            tree = tree.atom
            kind = tree.ast_type
        if kind is _Kind.SymbolicAtom:
            for signature in _signatures(tree.symbol):
                yield Atom(tree.symbol, signature, Role.USED)
        elif kind not in _WITHOUT:
            yield from _used(_children(tree))


_WITHOUT = frozenset(
    getattr(_Kind, name)
    for name in (
        "BinaryOperation", "BooleanConstant", "Comparison", "Function", "Interval", "Pool",
        "SymbolicTerm", "UnaryOperation", "Variable",
    )
)  # fmt: skip
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


Rests = dict[Signature, set[Signature]]
"""Each predicate with those that the rules for it use."""


class Dependencies(NamedTuple):
    """A program's predicates, and which depends on which.

    Attributes:
        homes: each predicate that is defined, with the files that define it, by their names.
        given: those that are used and defined nowhere: the instance's facts, or mistakes.
        shown: those that are shown.
        rests: for each predicate those that its rules use.
    """

    homes: dict[Signature, tuple[str, ...]]
    given: frozenset[Signature]
    shown: frozenset[Signature]
    rests: Rests

    @property
    def pairs(self) -> list[tuple[Signature, Signature]]:
        """Each predicate with one that a rule for it uses, sorted."""
        pairs = ((head, used) for head, uses in self.rests.items() for used in uses)
        return sorted(pairs, key=lambda pair: (str(pair[0]), str(pair[1])))


def dependencies(statements: Iterable[ast.AST]) -> Dependencies:
    """Which predicate of a program depends on which."""
    homes: dict[Signature, dict[str, None]] = {}
    rests: Rests = {}
    whole: list[Atom] = []
    for statement in statements:
        found = atoms(statement)
        whole += found
        uses = signatures(found, Role.USED)
        for each in found:
            if each.role in MADE:
                homes.setdefault(each.signature, {})[each.file.name] = None
                rests.setdefault(each.signature, set()).update(uses)
    return Dependencies(
        homes={signature: tuple(files) for signature, files in homes.items()},
        given=signatures(whole, Role.USED) - frozenset(homes),
        shown=signatures(whole, Role.SHOWN),
        rests=rests,
    )


def reached(start: Iterable[Signature], rests: Rests) -> dict[Signature, int]:
    """The given predicates and all that they depend on, each with its distance in rules."""
    distance = dict.fromkeys(start, 0)
    pending = deque(distance)
    while pending:
        each = pending.popleft()
        for below in sorted(rests.get(each, ()), key=str):
            if below not in distance:
                distance[below] = distance[each] + 1
                pending.append(below)
    return distance
