"""Counts routes by what is left of the labyrinth when they get somewhere.

A path's possible ends depend only on where it stands and on the states that are left and of use
to it; so what is left is counted once, however it was come to.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from pylab.families.theseus.check.floor import Key, Ways
from pylab.families.theseus.check.tally import Amounts, Budget, Tally


@dataclass(frozen=True, slots=True)
class Remainder:
    """What can still be walked from somewhere.

    Attributes:
        amounts: the ways to the goal.
        steps: the target and lane of each first step, and the remainder that it leads to, or None
            at the goal.
    """

    amounts: Amounts
    steps: Sequence[tuple[int, int, tuple[int, int] | None]]


class Remainders:
    """Some of the states, numbered anew from 0 in their order, and the ways between them.

    Args:
        ways: of the whole labyrinth.
        states: of this part.
        kept: the states of the reduced graph.
        budget: what the count may cost.
        doors: how many there are, if none may be passed twice; else 0.
    """

    def __init__(
        self,
        ways: Ways,
        states: Iterable[int],
        kept: Collection[int],
        budget: Budget,
        doors: int = 0,
    ) -> None:
        self.budget, self.kept = budget, kept
        self.states = sorted(states)
        self.number = {state: number for number, state in enumerate(self.states)}
        self.on = [
            [
                (self.number[target], lane, weight)
                for target, lane, weight in ways[state]
                if target in self.number
            ]
            for state in self.states
        ]
        self.ahead, self.behind = [0] * len(self.states), [0] * len(self.states)  # sets, as bits
        for source, onward in enumerate(self.on):
            for target, _, _ in onward:
                self.ahead[source] |= 1 << target
                self.behind[target] |= 1 << source
        self.taken = [1 << number for number in range(len(self.states))]
        if doors:
            for number, state in enumerate(self.states):
                twin = self.number.get((state + doors) % (2 * doors))
                self.taken[number] |= 0 if twin is None else 1 << twin
        self.price = 1 + len(self.states) // 1000
        self.memo: dict[tuple[int, int], Remainder] = {}

    def paths(self, start: int, goal: int) -> Tally:
        first, last = self.number[start], self.number[goal]
        everything = (1 << len(self.states)) - 1
        root = self._to(last, first, everything & ~self.taken[first])
        arrivals: Counter[tuple[int, int]] = Counter({root: 1})
        uses: Counter[Key] = Counter()
        for key in reversed(self.memo):
            for target, lane, rest in self.memo[key].steps:
                onward = 1
                if rest is not None:
                    arrivals[rest] += arrivals[key]
                    onward = sum(self.memo[rest].amounts.values())
                way = self.states[key[0]], self.states[target], lane
                uses[way] += arrivals[key] * onward
        return Tally(self.memo[root].amounts, uses)

    def cycles(self) -> Amounts:
        total: Counter[tuple[int, Decimal, int]] = Counter()
        left = (1 << len(self.states)) - 1
        for root in range(len(self.states)):
            self.memo = {}
            key = self._to(root, root, left & ~self.taken[root] | 1 << root)
            total.update(self.memo[key].amounts)
            left &= ~(1 << root)
        return total

    def _to(self, goal: int, start: int, left: int) -> tuple[int, int]:
        """The ways from `start`, now left behind, to the goal over the states that are left.

        They are put into the memo, later than all that they lead to.
        """
        useful = self._useful(goal, start, left)
        key = start, useful
        if key in self.memo:
            return key
        self.budget.look()
        total: Counter[tuple[int, Decimal, int]] = Counter()
        steps: list[tuple[int, int, tuple[int, int] | None]] = []
        for target, lane, weight in self.on[start]:
            if not useful >> target & 1:
                continue
            kept = int(self.states[target] in self.kept)
            if target == goal:
                total[1, weight, kept] += 1
                steps.append((target, lane, None))
                continue
            rest = self._to(goal, target, useful & ~self.taken[target])
            amounts = self.memo[rest].amounts
            if not amounts:
                continue
            self.budget.spend(len(amounts))
            for (length, more, further), number in amounts.items():
                total[length + 1, weight + more, further + kept] += number
            steps.append((target, lane, rest))
        self.memo[key] = Remainder(total, steps)
        return key

    def _useful(self, goal: int, start: int, left: int) -> int:
        """The states left that lie on some walk from start to goal."""
        ahead = self._spread(self.ahead, self.ahead[start], left, goal)
        return self._spread(self.behind, 1 << goal, ahead)

    def _spread(self, onward: Sequence[int], seeds: int, within: int, stop: int = -1) -> int:
        """The states within that can be come to from the seeds, and not by way of `stop`."""
        seen, pending, steps = 0, seeds & within, 0
        while pending:
            state = pending.bit_length() - 1
            seen |= 1 << state
            steps += 1
            if state != stop:
                pending |= onward[state] & within
            pending &= ~seen
            if not steps & 1023:
                self.budget.spend(1024 * self.price)
        self.budget.spend((steps & 1023) * self.price)
        return seen
