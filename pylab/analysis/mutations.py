"""Makes puzzles from others by changing facts; solves nothing.

A fact of an instance is changed, added or dropped, and the family reads the result, so every puzzle
is legal. The rules show which values a fact can get: the places of one variable are of one kind,
and so are the constants, and the values of other instances' facts, in these places.
"""

from __future__ import annotations

import itertools
import random
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import clingo
from clingo import ast

from pylab.base.errors import PylabError
from pylab.base.listing import Parameter, Signature
from pylab.encoding.predicates import dependencies, reached
from pylab.encoding.program import Encoding
from pylab.family.table import Family
from pylab.text.facts import Fact, type_of

_Kind = ast.ASTType

_Path = tuple[Signature, tuple[int, ...]]
"""A place in the atoms of a predicate: an argument, or an argument of that."""

_CHANGES = (1, 1, 1, 2, 2, 3)
"""The numbers of changes at once; repeated ones are chosen more often."""

_TRIES = 30
"""The most attempts at one puzzle."""


class Kinds:
    """The values of arguments, inferred from the rules of programs and the facts of instances."""

    def __init__(self, programs: Iterable[Encoding], instances: Iterable[Sequence[Fact]]) -> None:
        self._parent: dict[_Path, _Path] = {}
        seen: dict[_Path, dict[clingo.Symbol, None]] = defaultdict(dict)
        for program in programs:
            for statement in program.model:
                variables: dict[str, _Path] = {}
                for atom in statement.atoms:
                    for path, term in _terms(atom.tree, atom.signature):
                        if term.ast_type is _Kind.Variable and term.name != "_":
                            self._join(path, variables.setdefault(term.name, path))
                        for value in _values(term):
                            seen[path][value] = None
        for facts in instances:
            for fact in facts:
                for index, value in enumerate(fact.arguments):
                    seen[fact.signature, (index,)][value] = None
        self._values: dict[_Path, dict[clingo.Symbol, None]] = defaultdict(dict)
        for path, values in seen.items():
            self._values[self.root(path)] |= values

    def root(self, path: _Path) -> _Path:
        """The representative of all places of one kind."""
        while (above := self._parent.get(path, path)) != path:
            path = above
        return path

    def of(self, signature: Signature, index: int) -> list[clingo.Symbol]:
        """The values of an argument."""
        return list(self._values[self.root((signature, (index,)))])

    def _join(self, one: _Path, other: _Path) -> None:
        a, b = self.root(one), self.root(other)
        if a != b:
            self._parent[a] = b


def _terms(symbol: ast.AST, signature: Signature) -> Iterator[tuple[_Path, ast.AST]]:
    """The terms in an atom, with their places."""
    pending: list[tuple[tuple[int, ...], ast.AST]] = [
        ((index,), each) for index, each in enumerate(getattr(symbol, "arguments", ()))
    ]
    while pending:
        path, term = pending.pop()
        yield (signature, path), term
        if term.ast_type is _Kind.Function:
            pending += [((*path, index), each) for index, each in enumerate(term.arguments)]


def _values(term: ast.AST) -> Iterator[clingo.Symbol]:
    if term.ast_type is _Kind.SymbolicTerm:
        yield term.symbol
    elif term.ast_type is _Kind.Pool:
        for each in term.arguments:
            yield from _values(each)


def nearness(
    programs: Iterable[Encoding], wanted: Iterable[Signature], inputs: Iterable[Signature]
) -> Mapping[Signature, int]:
    """The number of rules between some predicates and each input on which they depend."""
    rests = dependencies(tree for program in programs for tree in program.written).rests
    distance = reached(wanted, rests)
    return {each: distance[each] for each in inputs if each in distance}


class Mutations:
    """Changes of a family's instances.

    Args:
        family: whose.
        kinds: which values stand where.
        near: the predicates that matter, with how far they are from what is to be shown.
    """

    def __init__(
        self, family: Family[Any, Any], kinds: Kinds, near: Mapping[Signature, int]
    ) -> None:
        self.family, self.kinds = family, kinds
        self.near = dict(near) or dict.fromkeys(family.vocabulary, 0)

    def mutated(self, rng: random.Random, instance: Any) -> Any | None:
        """The instance with a few random changes; None if no attempt yields a puzzle."""
        facts = self.family.facts(instance)
        for _ in range(_TRIES if self.near else 0):
            changed = list(facts)
            for _ in range(rng.choice(_CHANGES)):
                self._change(rng, changed)
            found = self._read(changed)
            if found is not None and found != instance:
                return found
        return None

    def neighbours(self, instance: Any) -> Iterator[Any]:
        """All instances that are one change away, those with the nearest predicates first."""
        facts = self.family.facts(instance)
        for signature in sorted(self.near, key=lambda each: (self.near[each], str(each))):
            changed = list[list[Fact]]()
            for index, fact in enumerate(facts):
                if fact.signature == signature:
                    rest = [*facts[:index], *facts[index + 1 :]]
                    changed += [[*rest, each] for each in self._others(fact)] + [rest]
            pools = [self._pool(facts, signature, i) for i in range(signature.arity)]
            added = ([*facts, _fact(signature, values)] for values in itertools.product(*pools))
            for each in map(self._read, itertools.chain(changed, added)):
                if each is not None and each != instance:
                    yield each

    def small(self, instances: Sequence[Any]) -> Iterator[Any]:
        """The instances that changes lead to, breadth first, starting from these."""
        seen: set[tuple[clingo.Symbol, ...]] = set()
        pending = deque(instances)
        while pending:
            for each in self.neighbours(pending.popleft()):
                key = tuple(fact.symbol for fact in self.family.facts(each))
                if key not in seen:
                    seen.add(key)
                    pending.append(each)
                    yield each

    def _read(self, facts: Sequence[Fact]) -> Any | None:
        try:
            return self.family.from_facts(list(dict.fromkeys(facts)))
        except (PylabError, ValueError):
            return None

    def _change(self, rng: random.Random, facts: list[Fact]) -> None:
        """Change, drop or add one."""
        known = sorted(self.near, key=str)
        signature = rng.choices(known, [1 / (1 + self.near[each]) for each in known])[0]
        there = [index for index, fact in enumerate(facts) if fact.signature == signature]
        how = rng.random()
        if there and how < 0.6 and signature.arity:
            index = rng.choice(there)
            others = list(self._others(facts[index]))
            if others:
                facts[index] = rng.choice(others)
        elif there and how < 0.7:
            facts.pop(rng.choice(there))
        else:
            pools = [self._pool(facts, signature, i) for i in range(signature.arity)]
            if all(pools):
                facts.append(_fact(signature, [rng.choice(pool) for pool in pools]))

    def _others(self, fact: Fact) -> Iterator[Fact]:
        """The fact with another value of the same kind for one of its arguments."""
        for index, value in enumerate(fact.arguments):
            values = self.kinds.of(fact.signature, index)
            if value.type is type_of.Number:
                values += [clingo.Number(value.number + step) for step in (1, -1)]
            for each in dict.fromkeys(values):
                if each != value:
                    arguments = [*fact.arguments]
                    arguments[index] = each
                    yield _fact(fact.signature, arguments)

    def _pool(self, facts: Sequence[Fact], signature: Signature, index: int) -> list[clingo.Symbol]:
        """Values for an argument: those of its kind in these facts, else any; small numbers too."""
        root = self.kinds.root((signature, (index,)))
        own = dict.fromkeys(
            value
            for fact in facts
            for i, value in enumerate(fact.arguments)
            if self.kinds.root((fact.signature, (i,))) == root
        )
        known = self.kinds.of(signature, index)
        constants = [each for each in known if each.type is not type_of.Number]
        return (
            list(dict.fromkeys((*own, *constants)))
            or known
            or [clingo.Number(n) for n in (0, 1, 2)]
        )


def _fact(signature: Signature, arguments: Sequence[clingo.Symbol]) -> Fact:
    return Fact(clingo.Function(signature.name, list(arguments)))


def optioned(family: Family[Any, Any], rng: random.Random) -> Any | None:
    """An instance by `generate` with small values of its parameters, sometimes under options.

    None if all attempts fail.
    """
    for _ in range(_TRIES):
        chosen = {each.name: rng.choice(values(each)) for each in family.parameters}
        others = [each for each in family.options if values(each) != (each.default,)]
        asked = rng.sample(others, min(len(others), rng.choice((0, 0, 1, 2))))
        options = {each.name: rng.choice(values(each)) for each in asked}
        try:
            made = family.generate(rng, **chosen)
            return family.adapt(made, **options) if options else made
        except (PylabError, ValueError):
            continue
    return None


def values(parameter: Parameter) -> Sequence[Any]:
    """Values of a parameter or option for small puzzles: those that it names, or plain ones."""
    default = parameter.default
    if parameter.small:
        return parameter.small
    if isinstance(default, bool):
        return (False, True)
    if isinstance(default, int):
        return tuple(dict.fromkeys((min(default, 3), 0, 1, 2)))
    if isinstance(default, float):
        return tuple(dict.fromkeys((default, 0.0, 0.3, 1.0)))
    return (default,)
