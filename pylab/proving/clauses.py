"""Translates a ground program into clauses: its completion, and loop formulas as needed.

A set of atoms is an answer set if and only if it satisfies the completion (Clark 1978) and the
loop formulas (Lin and Zhao, ASSAT, 2004): each atom that holds has a rule whose body holds, and
each set of atoms that hold through one another has a rule from outside.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

import clingo

from pylab.base.errors import Ended, LimitReached, PylabError
from pylab.proving.ground import Ground, Rule

Clause = list[int]
Weighted = Sequence[tuple[int, int]]

_MOST = 20_000_000
"""The most clauses of a program."""


class Clauses:
    """The clauses of a ground program.

    The variables 1 … `ground.atoms` are its atoms; later ones stand for bodies, sums, and support
    of loops from outside. Once all loops are closed, the models are the answer sets.

    Attributes:
        clauses: all clauses so far; `close` adds to them.
        variables: the number of the last variable.
        tight: whether no atom depends on itself, so that there are no loops.
    """

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self.clauses: list[Clause] = []
        self.variables = ground.atoms
        self._true = self._fresh()
        self.add(self._true)
        self._bodies: dict[tuple[Weighted, int], int] = {}
        self._supports: list[list[tuple[int, Rule]]] = [[] for _ in range(ground.atoms + 1)]
        self._complete()
        self._component = _components(ground)
        self.tight = not self._component

    def add(self, *literals: int) -> None:
        """Add a clause. Raises LimitReached if there are too many."""
        if len(self.clauses) >= _MOST:
            raise LimitReached(f"more than {_MOST:,} clauses", Ended.SIZE)
        self.clauses.append(list(literals))

    def _fresh(self) -> int:
        self.variables += 1
        return self.variables

    def _complete(self) -> None:
        for rule in self.ground.rules:
            if not rule.head and rule.bound == len(rule.body) == sum(w for _, w in rule.body):
                self.add(*(-literal for literal, _ in rule.body))
                continue
            body = self.holds(rule.body, rule.bound)
            if not rule.head:
                self.add(-body)
            for atom in rule.head:
                self._supports[atom].append((body, rule))
                if not rule.choice:
                    self.add(-body, atom)
        for atom in range(1, self.ground.atoms + 1):
            bodies = dict.fromkeys(body for body, _ in self._supports[atom])
            if self._true not in bodies:
                self.add(-atom, *bodies)

    def holds(self, body: Weighted, bound: int) -> int:
        """A literal that holds if the weights of the body's true literals reach the bound."""
        key = tuple(sorted(body)), bound
        if key not in self._bodies:
            self._bodies[key] = self._counted(*_plain(body, bound))
        return self._bodies[key]

    def _counted(self, body: dict[int, int], bound: int) -> int:
        if bound <= 0:
            return self._true
        total = sum(body.values())
        if total < bound:
            return -self._true
        if all(total - weight < bound for weight in body.values()):
            return self._all(list(body))
        return self._sum(sorted(body.items(), key=lambda pair: -pair[1]), bound)

    def _all(self, literals: Sequence[int]) -> int:
        literals = [literal for literal in literals if literal != self._true]
        if len(literals) < 2:
            return literals[0] if literals else self._true
        both = self._fresh()
        for literal in literals:
            self.add(-both, literal)
        self.add(both, *(-literal for literal in literals))
        return both

    def _sum(self, terms: Weighted, bound: int) -> int:
        """A decision diagram from the last term to the first; a node is what the rest must add."""
        left = [0]
        for _, weight in reversed(terms):
            left.append(left[-1] + weight)
        left.reverse()
        needed = [{bound}]
        for place, (_, weight) in enumerate(terms):
            wanted = {n for need in needed[-1] for n in (need, need - weight)}
            needed.append({n for n in wanted if 0 < n <= left[place + 1]})
        below: dict[int, int] = {}

        def known(need: int, rest: int) -> int:
            return self._true if need <= 0 else -self._true if need > rest else below[need]

        for place in reversed(range(len(terms))):
            literal, weight = terms[place]
            here = {}
            for need in needed[place]:
                with_it = known(need - weight, left[place + 1])
                without = known(need, left[place + 1])
                here[need] = node = self._fresh()
                self.add(-node, with_it)
                self.add(-node, literal, without)
                self.add(node, -without)
                self.add(node, -literal, -with_it)
            below = here
        return below[bound]

    def cheaper(self, costs: Sequence[int], as_cheap: bool = False) -> None:
        """Demand lower costs than these (or equal ones), the most important priority first."""
        same: list[int] = []
        ways: Clause = []
        for value, priority in zip(costs, sorted(self.ground.costs, reverse=True), strict=True):
            terms = [(-literal, weight) for literal, weight in self.ground.costs[priority]]
            total = sum(weight for _, weight in terms)
            ways.append(self._all([*same, self.holds(terms, total - value + 1)]))
            same.append(self.holds(terms, total - value))
        self.add(*ways, *([self._all(same)] if as_cheap else ()))

    def other_than(self, terms: Collection[clingo.Symbol]) -> None:
        """Rule out answer sets that show exactly these terms.

        Raises PylabError if the program can't show one of them.
        """
        shown: dict[clingo.Symbol, Clause] = {}
        for symbol, condition in self.ground.shown:
            body = self.holds([(literal, 1) for literal in condition], len(condition))
            shown.setdefault(symbol, []).append(body)
        if strange := [term for term in terms if term not in shown]:
            raise PylabError(f"the program does not show {strange[0]}")
        clause = []
        for symbol, bodies in shown.items():
            some = -self._all([-body for body in dict.fromkeys(bodies)])
            clause.append(-some if symbol in terms else some)
        self.add(*clause)

    def unfounded(self, model: Sequence[bool]) -> list[list[int]]:
        """The sets of atoms that this model makes true through one another only."""
        founded, waiting = set[int](), list[int]()
        counts: dict[int, int] = {}
        uses: dict[int, list[tuple[int, Rule, int]]] = {}
        suspects = [a for a in self._component if model[a]]
        for atom in suspects:
            for body, rule in self._supports[atom]:
                if not _true(body, model):
                    continue
                inner = [
                    (literal, weight)
                    for literal, weight in rule.body
                    if literal > 0 and self._inside(literal, atom) and model[literal]
                ]
                held = sum(w for lit, w in rule.body if _true(lit, model)) - sum(
                    w for _, w in inner
                )
                number = len(counts)
                counts[number] = rule.bound - held
                if counts[number] <= 0:
                    waiting.append(atom)
                for literal in {each for each, _ in inner}:
                    uses.setdefault(literal, []).append((number, rule, atom))
        while waiting:
            atom = waiting.pop()
            if atom in founded:
                continue
            founded.add(atom)
            for number, rule, head in uses.get(atom, ()):
                counts[number] -= sum(w for literal, w in rule.body if literal == atom)
                if counts[number] <= 0:
                    waiting.append(head)
        through = {
            atom: [
                literal
                for body, rule in self._supports[atom]
                if _true(body, model)
                for literal, _ in rule.body
                if literal > 0 and self._inside(literal, atom) and model[literal]
                and literal not in founded
            ]
            for atom in suspects
            if atom not in founded
        }  # fmt: skip
        loops = list(_strong(through))
        where = {atom: number for number, loop in enumerate(loops) for atom in loop}
        return [
            loop
            for number, loop in enumerate(loops)
            if all(where[other] == number for atom in loop for other in through[atom])
        ]

    def _inside(self, literal: int, atom: int) -> bool:
        return self._component.get(literal) == self._component[atom]

    def close(self, loop: Sequence[int]) -> None:
        """Demand support for a loop: if an atom of it holds, so does a body from outside it."""
        inner = set(loop)
        outside = dict.fromkeys(
            self._without(body, rule, inner) for atom in loop for body, rule in self._supports[atom]
        )
        bodies = [body for body in outside if body != -self._true]
        if self._true in outside:
            return
        if len(loop) == 1:
            self.add(-loop[0], *bodies)
            return
        some = self._fresh()
        self.add(-some, *bodies)
        for atom in loop:
            self.add(-atom, some)

    def _without(self, body: int, rule: Rule, inner: set[int]) -> int:
        """A literal for a rule's body without those atoms."""
        kept = [(literal, weight) for literal, weight in rule.body if literal not in inner]
        return body if len(kept) == len(rule.body) else self.holds(kept, rule.bound)


def _true(literal: int, model: Sequence[bool]) -> bool:
    return model[literal] if literal > 0 else not model[-literal]


def _plain(body: Weighted, bound: int) -> tuple[dict[int, int], int]:
    """An equal sum and bound, with positive weights, and each atom in one literal only."""
    plain: dict[int, int] = {}
    for literal, weight in body:
        if weight < 0:
            literal, weight, bound = -literal, -weight, bound - weight
        plain[literal] = plain.get(literal, 0) + weight
    for literal in [each for each in plain if each > 0 and -each in plain]:
        common = min(plain[literal], plain[-literal])
        bound -= common
        plain[literal] -= common
        plain[-literal] -= common
    return {literal: min(w, max(bound, 0)) for literal, w in plain.items() if w}, bound


def _components(ground: Ground) -> dict[int, int]:
    """For each atom in a positive loop, the number of its strong component."""
    uses: dict[int, list[int]] = {}
    for rule in ground.rules:
        positive = [literal for literal, _ in rule.body if literal > 0]
        for atom in rule.head:
            uses.setdefault(atom, []).extend(positive)
    found: dict[int, int] = {}
    for number, atoms in enumerate(_strong(uses)):
        if len(atoms) > 1 or atoms[0] in uses.get(atoms[0], ()):
            found |= dict.fromkeys(atoms, number)
    return found


def _strong(edges: dict[int, list[int]]) -> Iterator[list[int]]:
    """The strongly connected components of a graph (Tarjan 1972), without recursion."""
    order: dict[int, int] = {}
    low: dict[int, int] = {}
    stack: list[int] = []
    inside: set[int] = set()
    for root in edges:
        if root in order:
            continue
        work: list[tuple[int, Iterator[int]]] = []

        def enter(node: int, work: list[tuple[int, Iterator[int]]] = work) -> None:
            order[node] = low[node] = len(order)
            stack.append(node)
            inside.add(node)
            work.append((node, iter(edges.get(node, ()))))

        enter(root)
        while work:
            node, rest = work[-1]
            for other in rest:
                if other not in order:
                    enter(other)
                    break
                if other in inside:
                    low[node] = min(low[node], order[other])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == order[node]:
                    found: list[int] = []
                    while not found or found[-1] != node:
                        found.append(stack.pop())
                        inside.discard(found[-1])
                    yield found
