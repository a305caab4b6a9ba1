"""Routes walked one by one, under any limits, for as long as that is feasible."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from decimal import Decimal

from pylab.families.theseus.check.floor import Floor, Key, Way, Ways
from pylab.families.theseus.check.limits import Limits, Use
from pylab.families.theseus.check.shape import spread_from, turned
from pylab.families.theseus.check.tally import Amounts, Budget, Tally

_STEP = 10
"""The work of a step."""


class Walks:
    """Every path, or every cycle, as it is walked.

    Args:
        floor, ways: where is walked.
        cycles: whether walks return to where they began.
        kept: the states of the reduced graph.
        budget: what the walks may cost.
    """

    def __init__(
        self, floor: Floor, ways: Ways, cycles: bool, kept: Collection[int], budget: Budget
    ) -> None:
        self.floor, self.ways, self.kept, self.budget = floor, ways, kept, budget
        self.limits = Limits(floor, cycles)
        self.used: Counter[object] = Counter()
        self.walk: list[tuple[Key, Way]] = []
        self.amounts: Counter[tuple[int, Decimal, int]] = Counter()
        self.uses: Counter[Key] = Counter()
        self.common: set[int] | None = None

    def paths(self) -> Tally:
        start, goal = self.floor.start, self.floor.goal
        self._use(self.limits.begun(start), 1)
        self._on(start, goal, spread_from(goal, turned(self.ways)))
        common = {start, *(self.common or ())} if self.amounts else set()
        return Tally(self.amounts, self.uses, frozenset(common))

    def cycles(self, knot: Iterable[int]) -> Amounts:
        """Those among states that lead to one another, each from its least state."""
        left = set(knot)
        for root in sorted(left):
            self._on(root, root, left)
            left.remove(root)
        return self.amounts

    def _on(self, state: int, goal: int, within: Collection[int]) -> None:
        """Every route from a state to the goal over such states, after what was walked so far."""
        for target, lane, _ in self.ways[state]:
            self.budget.spend(_STEP)
            if target not in within:
                continue
            key = state, target, lane
            way = self.floor.way(key)
            assert isinstance(way, Way)
            things = self.limits.walked(key, way)
            self._use(things, 1)
            if self._fits(things, way):
                self.walk.append((key, way))
                if target == goal:
                    self._arrived()
                else:
                    self._on(target, goal, within)
                self.walk.pop()
            self._use(things, -1)

    def _use(self, things: Iterable[Use], times: int) -> None:
        for kind, thing, _ in things:
            self.used[kind, thing] += times

    def _fits(self, things: Sequence[Use], way: Way) -> bool:
        if any(self.used[kind, thing] > most for kind, thing, most in things):
            return False
        return self.limits.touched(way, (before for _, before in self.walk)) is None

    def _arrived(self) -> None:
        self.budget.spend(len(self.walk))
        weight = sum((way.weight for _, way in self.walk), Decimal(0))
        states = [target for (_, target, _), _ in self.walk]
        steps = sum(state in self.kept for state in states)
        self.amounts[len(states), weight, steps] += 1
        self.uses.update(key for key, _ in self.walk)
        if self.common is None:
            self.common = set(states)
        else:
            self.common.intersection_update(states)
