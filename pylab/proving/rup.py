"""Checks DRAT proofs that clauses have no model.

Each clause that a proof adds must follow by unit propagation: if all of its literals are false, the
clauses before it lead to a contradiction (RUP; Goldberg and Novikov 2003, Van Gelder 2008). Else
all of its resolvents on its first literal must follow so (RAT; Heule, Hunt and Wetzler 2013). A
proof is accepted as soon as the clauses lead to a contradiction by themselves.
`native/src/proving/rup.cpp` does the same in C++.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence

from pylab.base import native
from pylab.proving import compiled

ADD, DELETE = 1, 2
"""The first number of a step of a proof, which adds or deletes a clause; literals and 0 follow."""

ACCEPTED, INCOMPLETE = 0, -1
"""Outcomes: the proof is right; it ends before the contradiction. Others are a step's number."""

MOST_VARIABLES = 50_000_000

Tick = Callable[[], None]


def check(clauses: array[int], proof: array[int], tick: Tick = lambda: None) -> tuple[int, str]:
    """Check a proof: ACCEPTED, INCOMPLETE or the number of the first wrong step; and who checked.

    Args:
        clauses: the literals of each clause, followed by 0.
        proof: for each step ADD or DELETE, the literals, and 0.
        tick: called often; may raise LimitReached.

    Raises:
        ValueError: for malformed numbers.
    """
    for numbers in (clauses, proof):
        if numbers and max(max(numbers), -min(numbers)) > MOST_VARIABLES:
            raise ValueError(f"expected at most {MOST_VARIABLES:,} variables")
    if native.available():
        return compiled.check(clauses, proof, tick), "C++"
    return refuted(clauses, proof, tick), "Python"


def refuted(clauses: array[int], proof: array[int], tick: Tick = lambda: None) -> int:
    """The outcome of `check`, computed in Python."""
    known = _Known(tick)
    for clause in _split(clauses):
        known.add(clause)
    for number, step in enumerate(_split(proof), 1):
        if known.contradiction:
            break
        if not step or step[0] not in (ADD, DELETE):
            raise ValueError(f"step {number}: expected {ADD} or {DELETE} first")
        clause = step[1:]
        if step[0] == DELETE:
            known.delete(clause)
        elif known.follows(clause):
            known.add(clause)
        else:
            return number
    return ACCEPTED if known.contradiction else INCOMPLETE


def _split(numbers: array[int]) -> Iterator[Sequence[int]]:
    """The numbers before each 0. Raises ValueError if the last 0 is missing."""
    start = 0
    for place, number in enumerate(numbers):
        if not number:
            yield numbers[start:place]
            start = place + 1
    if start != len(numbers):
        raise ValueError("expected 0 at the end")


class _Known:
    """Clauses with two watched literals each, and the literals that follow by unit propagation.

    Attributes:
        contradiction: whether unit propagation finds a contradiction.
    """

    def __init__(self, tick: Tick) -> None:
        self.contradiction = False
        self._tick = tick
        self._true: set[int] = set()
        self._trail: list[int] = []
        self._done = 0
        self._watched: dict[int, list[list[int]]] = {}
        self._there: dict[tuple[int, ...], list[list[int]]] = {}
        self._reasons: dict[int, list[int]] = {}
        self._looked = 0

    def add(self, literals: Sequence[int]) -> None:
        """Add a clause, and propagate."""
        clause = list(dict.fromkeys(literals))
        self._there.setdefault(tuple(sorted(clause)), []).append(clause)
        if any(-literal in clause for literal in clause):
            return
        clause.sort(key=lambda literal: -literal in self._true)  # those that are not false first
        for literal in clause[:2]:
            self._watched.setdefault(literal, []).append(clause)
        free = [literal for literal in clause if -literal not in self._true]
        if not free:
            self.contradiction = True
        elif len(free) == 1 and free[0] not in self._true:
            self._set(free[0], clause)
            self.contradiction |= self._propagated()

    def delete(self, literals: Sequence[int]) -> None:
        """Delete a copy of a clause; ignores reasons of known literals, and unknown clauses."""
        key = tuple(sorted(dict.fromkeys(literals)))
        same = self._there.get(key, [])
        for place, clause in enumerate(same):
            if not any(self._reasons.get(literal) is clause for literal in clause):
                del same[place]
                for literal in clause[:2]:
                    watchers = self._watched.get(literal, [])
                    watchers[:] = [each for each in watchers if each is not clause]
                break
        if not same:
            self._there.pop(key, None)

    def follows(self, clause: Sequence[int]) -> bool:
        """Whether a proof may add the clause: it has the property RUP, or RAT."""
        if self._implied(clause):
            return True
        if not clause:
            return False
        first = clause[0]
        beside = [each for same in self._there.values() for each in same if -first in each]
        return all(
            self._implied([*clause, *(other for other in each if other != -first)])
            for each in beside
        )

    def _implied(self, clause: Sequence[int]) -> bool:
        before = len(self._trail)
        found = False
        for literal in clause:
            if literal in self._true:
                found = True
                break
            if -literal not in self._true:
                self._set(-literal, None)
        found = found or self._propagated()
        for literal in self._trail[before:]:
            self._true.discard(literal)
            self._reasons.pop(literal, None)
        del self._trail[before:]
        self._done = before
        return found

    def _set(self, literal: int, reason: list[int] | None) -> None:
        self._true.add(literal)
        self._trail.append(literal)
        if reason is not None:
            self._reasons[literal] = reason

    def _propagated(self) -> bool:
        """Set all literals that follow; return whether that leads to a contradiction."""
        true, watched = self._true, self._watched
        while self._done < len(self._trail):
            false = -self._trail[self._done]
            self._done += 1
            watchers = watched.get(false)
            if not watchers:
                continue
            self._looked += 1
            if not self._looked & 1023:
                self._tick()
            kept = []
            for place, clause in enumerate(watchers):
                if len(clause) > 1 and clause[0] == false:
                    clause[0], clause[1] = clause[1], false
                first = clause[0]
                if first in true:
                    kept.append(clause)
                    continue
                for at in range(2, len(clause)):
                    if -clause[at] not in true:
                        clause[1], clause[at] = clause[at], false
                        watched.setdefault(clause[1], []).append(clause)
                        break
                else:
                    kept.append(clause)
                    if -first in true or len(clause) == 1:
                        watched[false] = kept + watchers[place + 1 :]
                        return True
                    self._set(first, clause)
            watched[false] = kept
        return False
