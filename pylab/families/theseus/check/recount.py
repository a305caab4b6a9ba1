"""Counts the routes of a labyrinth again, by whichever method its rules allow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from decimal import Decimal
from itertools import pairwise

from pylab.families.theseus.check.floor import Floor
from pylab.families.theseus.check.remainders import Remainders
from pylab.families.theseus.check.shape import kept, knots, stations_of
from pylab.families.theseus.check.tally import Amounts, Budget, Tally
from pylab.families.theseus.check.walking import Walks


class Recount:
    """Counts routes by what is left of the labyrinth when they get somewhere."""

    def __init__(self, floor: Floor) -> None:
        self.floor = floor
        self.ways = floor.ways()
        self.budget = Budget(len(self.ways))
        self.limits = dict(floor.puzzle.rules.limits)
        self.kept, self.kept_edges = kept(floor, self.ways)
        self.stations, self.segments = stations_of(self.ways, floor.start, floor.goal)

    @property
    def free(self) -> bool:
        """Whether only states are limited, so that what lies between stations can be combined."""
        return not self.limits

    @property
    def walking(self) -> bool:
        """Whether remainders don't show what the limits still allow."""
        return self.limits not in ({}, {"door": 1})

    @property
    def how(self) -> str:
        return "by walking" if self.walking else "by remainders"

    def paths(self) -> tuple[Tally, tuple[int, ...]]:
        """All paths, and the factors between the stations where their parts combine."""
        if not self.stations:
            return Tally({}, {}), ()
        if self.walking:
            return self._walks(cycles=False).paths(), ()
        if self.free:
            ends = pairwise(self.stations)
            pieces = [(*pair, states) for pair, states in zip(ends, self.segments, strict=True)]
        else:
            together = {state for states in self.segments for state in states}
            pieces = [(self.floor.start, self.floor.goal, together)]
        amounts: Amounts = {(0, Decimal(0), 0): 1}
        tallies = []
        for start, goal, states in pieces:
            tallies.append(self._remainders(states).paths(start, goal))
            amounts = self._joined(amounts, tallies[-1].amounts)
        total = sum(amounts.values())
        uses = {
            key: number * total // tally.total
            for tally in tallies
            for key, number in tally.uses.items()
        }
        factors = tuple(tally.total for tally in tallies if tally.total != 1)
        entered = Counter({self.floor.start: total})
        for (_, target, _), number in uses.items():
            entered[target] += number
        common = frozenset(state for state, number in entered.items() if number == total > 0)
        return Tally(amounts, uses, common), factors if self.free else ()

    def _joined(self, amounts: Amounts, more: Amounts) -> Amounts:
        """One of each in every combination."""
        self.budget.spend(len(amounts) * len(more))
        joined: Counter[tuple[int, Decimal, int]] = Counter()
        for (length, weight, steps), number in amounts.items():
            for (longer, heavier, further), times in more.items():
                joined[length + longer, weight + heavier, steps + further] += number * times
        return joined

    def cycles(self) -> Amounts:
        total: Counter[tuple[int, Decimal, int]] = Counter()
        for states in knots(self.ways):
            if self.walking:
                total.update(self._walks(cycles=True).cycles(states))
            else:
                total.update(self._remainders(states).cycles())
        return total

    def _walks(self, cycles: bool) -> Walks:
        return Walks(self.floor, self.ways, cycles, self.kept, self.budget)

    def _remainders(self, states: Collection[int]) -> Remainders:
        doors = self.floor.doors if self.limits else 0
        return Remainders(self.ways, states, self.kept, self.budget, doors)
