"""Compares two programs statement by statement as syntax trees; runs nothing.

Comments, the order of statements and of literals in bodies, and the names of variables and of
parameters make no difference; nor does another name for an auxiliary predicate.
"""

from __future__ import annotations

import difflib
import functools
import itertools
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import clingo
from clingo import ast

from pylab.base.listing import Signature
from pylab.encoding.ineffective import LED_BY
from pylab.encoding.parsing import says_rules
from pylab.encoding.predicates import (
    MADE,
    NOWHERE,
    Part,
    Renaming,
    Replacing,
    Role,
    Statement,
    signatures,
    trees,
)
from pylab.encoding.program import Encoding

_Kind = ast.ASTType
_LIKE = 0.6
"""The least similarity, from 0 to 1, of a statement and its changed form."""

_MOST_PAIRS = 4000
"""The most pairs of statements whose similarity is computed."""

_Keyed = Mapping[tuple[Part, str], Statement]
"""Statements, each once, by their part and by what they say."""


@dataclass(frozen=True, slots=True)
class Change:
    """A statement that only one of two programs has, or that was changed.

    Attributes:
        old: as the reference has it; None if it was added.
        new: as the variant has it; None if it was dropped.
        beside: the file and line next to its place in the program that lacks it; None if unknown.
    """

    old: Statement | None
    new: Statement | None
    beside: tuple[str, int] | None = None

    @property
    def kind(self) -> str:
        """`added`, `dropped`, `changed`, or `moved` into another part."""
        if self.old is None:
            return "added"
        if self.new is None:
            return "dropped"
        return "changed" if self.old.part == self.new.part else "moved"

    @property
    def json(self) -> dict[str, Any]:
        """Its kind, and the statements of both programs."""
        return {"kind": self.kind, "reference": self.old, "variant": self.new}


@dataclass(frozen=True)
class Edits:
    """The changes that turn a reference into a variant.

    Attributes:
        reference, variant: the programs.
        common: the statements, in their parts, that both have, as the reference has them.
        changes: the others, in the order in which they stand.
    """

    reference: Encoding
    variant: Encoding
    common: tuple[Statement, ...]
    changes: tuple[Change, ...]

    @property
    def related(self) -> bool:
        """Whether the two share half of their statements at least, so that one edits the other."""
        old = sum(change.old is not None for change in self.changes)
        return len(self.common) >= old

    def _statements(self, some: Collection[int]) -> list[Statement]:
        """Those of the reference with these changes made."""
        own = [c.new if i in some else c.old for i, c in enumerate(self.changes)]
        return [*self.common, *(each for each in own if each is not None)]

    def made(self, some: Collection[int]) -> Encoding:
        """The reference with these changes made; the headers are the variant's."""
        added = self.variant.statements[len(self.variant.written) :]
        return replace(
            self.variant,
            statements=(*trees(self._statements(some)), *added),
            constants={**self.reference.constants, **self.variant.constants},
        )

    def coherent(self, some: Collection[int], inputs: Collection[Signature]) -> bool:
        """Whether these changes alone leave no predicate without a rule or without a use."""
        loose = _loose(self._statements(some))
        return all(pair in self._allowed or (pair[1] and pair[0] in inputs) for pair in loose)

    @functools.cached_property
    def _allowed(self) -> set[tuple[Signature, bool]]:
        return _loose(self.reference.model) | _loose(self.variant.model)


def _loose(statements: Iterable[Statement]) -> set[tuple[Signature, bool]]:
    """The predicates that are only used (True), and those that are only defined (False)."""
    atoms = [atom for each in statements for atom in each.atoms]
    made, used = signatures(atoms, *MADE), signatures(atoms, Role.USED, Role.SHOWN)
    return {(each, each in used) for each in made ^ used}


def edits(reference: Encoding, variant: Encoding, keep: Collection[Signature] = ()) -> Edits:
    """The changes that turn the reference into the variant.

    Args:
        keep: predicates whose names are given, such as those of an instance's facts.
    """
    old, new = _keyed(reference), _keyed(variant, _renamed(reference, variant, LED_BY.union(keep)))
    pairs = _paired(
        [each for key, each in old.items() if key not in new],
        [each for key, each in new.items() if key not in old],
    )
    changes = tuple(Change(one, two, _beside(one, two, old, new)) for one, two in pairs)
    common = tuple(each for key, each in old.items() if key in new)
    return Edits(reference, variant, common, changes)


def _keyed(program: Encoding, names: Mapping[Signature, str] | None = None) -> _Keyed:
    """The statements that say something, in order; some predicates may get other names."""
    found: dict[tuple[Part, str], Statement] = {}

    def renamed_function(term: ast.AST) -> ast.AST:
        signature = Signature(term.name, len(term.arguments))
        return term.update(name=(names or {}).get(signature, term.name))

    for each in program.model:
        if says_rules([each.tree]):
            renamed = replace(each, tree=Renaming(renamed_function)(each.tree)) if names else each
            found.setdefault((each.part, key(renamed)), renamed)
    return found


@functools.lru_cache(maxsize=4096)
def key(statement: Statement) -> str:
    """A text that is equal for statements with the same meaning, as far as syntax shows."""
    tree = statement.tree
    if tree.ast_type in (_Kind.Script, _Kind.TheoryDefinition):
        return str(tree)
    if statement.section.parameters:
        names = enumerate(statement.section.parameters)
        tree = Replacing({name: _parameter(number) for number, name in names})(tree)
    if "body" in tree.child_keys and len(tree.body) > 1:
        tree = tree.update(body=sorted(tree.body, key=lambda each: _variables(str(each), True)))
    return _variables(str(tree))


def _parameter(number: int) -> ast.AST:
    return ast.SymbolicTerm(NOWHERE, clingo.Function(f"_parameter{number}"))


_WORD = re.compile(
    r"""(?P<variable>_*[A-Z][A-Za-z0-9_']*)|[#_]*[a-z][A-Za-z0-9_']*|"(?:\\.|[^"\\])*\""""
)
"""A variable, another name, or a string in the text of a syntax tree."""


def _variables(text: str, all_same: bool = False) -> str:
    """A text with numbered variables, in order of occurrence, or with one for all."""
    names: dict[str, str] = {}

    def called(found: re.Match[str]) -> str:
        if found["variable"] is None:
            return found.group()
        return names.setdefault(found.group(), f"V{0 if all_same else len(names)}")

    return _WORD.sub(called, text)


def _renamed(
    reference: Encoding, variant: Encoding, keep: frozenset[Signature]
) -> Mapping[Signature, str]:
    """Auxiliary predicates of the variant that have another name in the reference, with that name.

    A renaming is assumed if fewer statements differ under it.
    """

    def auxiliary(one: Encoding, two: Encoding) -> list[Signature]:
        known = two.signatures(*MADE, Role.USED) | keep
        known |= one.signatures(Role.SHOWN) | two.signatures(Role.SHOWN)
        return sorted((one.signatures(*MADE) & one.signatures(Role.USED)) - known, key=str)

    gone, come = auxiliary(reference, variant), auxiliary(variant, reference)
    names: dict[Signature, str] = {}
    if not gone or not come or len(gone) * len(come) > 100:
        return names
    there = _keyed(reference).keys()

    def differ(names: Mapping[Signature, str]) -> int:
        return len(_keyed(variant, names).keys() ^ there)

    least = differ(names)
    for new in come:
        for old in gone:
            if old.arity == new.arity and old.name not in names.values():
                tried = {**names, new: old.name}
                if (number := differ(tried)) < least:
                    names, least = tried, number
                    break
    return names


_Pair = tuple[Statement | None, Statement | None]


def _paired(dropped: Sequence[Statement], added: Sequence[Statement]) -> list[_Pair]:
    """Match dropped statements with added ones.

    They are ranked by the similarity of their texts.
    """
    pairs = [(i, j) for i in range(len(dropped)) for j in range(len(added))]
    if len(pairs) > _MOST_PAIRS:
        pairs = [(i, j) for i, j in pairs if _kind(dropped[i]) == _kind(added[j])][:_MOST_PAIRS]
    alike = {(i, j): _alike(dropped[i], added[j]) for i, j in pairs}
    rank = {pair: each for pair, each in alike.items() if each >= _LIKE}
    left, right = set(range(len(dropped))), set(range(len(added)))
    found: dict[int, int] = {}
    for i, j in sorted(rank, key=lambda pair: (-rank[pair], pair)):
        if i in left and j in right:
            left.remove(i)
            right.remove(j)
            found[i] = j
    _swap(found, rank)
    whole: list[_Pair] = [
        (each, added[found[i]] if i in found else None) for i, each in enumerate(dropped)
    ]
    return [*whole, *((None, added[j]) for j in sorted(right))]


def _swap(found: dict[int, int], rank: Mapping[tuple[int, int], float]) -> None:
    """Swap partners of two pairs as long as that raises their common rank."""
    better = True
    while better:
        better = False
        for i, j in itertools.combinations(found, 2):
            now = rank[i, found[i]] + rank[j, found[j]]
            crossed = [rank.get((i, found[j]), -1.0), rank.get((j, found[i]), -1.0)]
            if min(crossed) > 0 and sum(crossed) > now + 1e-9:
                found[i], found[j] = found[j], found[i]
                better = True


def _kind(statement: Statement) -> tuple[str, str]:
    return Path(statement.file).name, str(statement.kind)


def _alike(one: Statement, two: Statement) -> float:
    """The similarity of two statements; 0 for those of different kinds or predicates."""
    if str(one.tree) == str(two.tree) or key(one) == key(two):
        return 2.0  # in another part
    if one.kind is not two.kind or one.part != two.part:
        return 0.0
    if signatures(one.atoms, *MADE) != signatures(two.atoms, *MADE):
        return 0.0
    ratio = difflib.SequenceMatcher(None, key(one), key(two), autojunk=False).ratio()
    same = signatures(one.atoms, *Role) == signatures(two.atoms, *Role)
    return max(ratio, _LIKE) if same else ratio  # a short rule may only have lost its `not`


def _beside(
    one: Statement | None, two: Statement | None, old: _Keyed, new: _Keyed
) -> tuple[str, int] | None:
    """The place of the preceding statement in the program that lacks one of them."""
    lone, whole, others = (one, old, new) if two is None else (two, new, old)
    if lone is None or (one and two):
        return None
    same = [(key, each) for key, each in whole.items() if each.path == lone.path]
    index = next(i for i, (_, each) in enumerate(same) if each is lone)
    for key, _ in [*same[:index][::-1], *same[index + 1 :]]:
        if twin := others.get(key):
            return twin.file, twin.line
    return None


def told(change: Change) -> Iterator[str]:
    """An edit, with its lines in both files."""
    old, new = change.old, change.new
    place = f" (beside {change.beside[0]}:{change.beside[1]})" if change.beside else ""
    if new is None and old is not None:
        yield f"dropped{place}: {old}"
    elif old is None and new is not None:
        yield f"added{place}: {new}"
    elif old is not None and new is not None:
        parts = f" from part {old.part[0]} to {new.part[0]}" if change.kind == "moved" else ""
        yield f"{change.kind}{parts}: {old}"
        yield f"{'to':>{len(change.kind)}}: {new}"
