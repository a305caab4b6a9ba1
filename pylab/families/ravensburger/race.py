"""Chooses the mode of the lazy search by what each cost before; knows no board.

The cost of a level, the refutation of one number of pushes, grows by a factor from level to level
that depends on the mode: a large region around the avatar makes floods from there dear, one around
the goal those from the other end. Cheap levels are worth measuring in all modes. Costs grow more
slowly in modes that leave more pushes to the goal's side, so that one overtakes the other: the
modes next to the best one are measured at every level.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace

from pylab.families.ravensburger.lazy import BACKWARD, MODES

_MEASURED = 1_500
"""A level that one mode decides at less cost is put to the other modes as well."""

_FIRST_CAP = 2_000

_DOUBT = 2.0
"""By this factor more is expected of a mode for each level at which it was not measured."""

_CAPPED = 3.0
"""So many times its cap a mode is expected to cost that was stopped there."""

_LEAST_GROWTH, _MOST_GROWTH = 10.0, 40.0


def cost_of(mode: int, nodes: int) -> float:
    """What so many nodes cost: those that never ask the goal's side are made in no time."""
    return nodes * (1.0 if mode == 0 else 2.5)


def nodes_for(mode: int, cost: float) -> int:
    """The inverse of `cost_of`."""
    return max(100, round(cost / cost_of(mode, 1)))


@dataclass(slots=True)
class _Record:
    """What a mode cost at the last level, measured or expected, and how that had grown."""

    cost: float = 1.0
    growth: float = 10.0

    @property
    def expected(self) -> float:
        return self.cost * min(max(self.growth, _LEAST_GROWTH), _MOST_GROWTH)


class Race:
    """The modes' records, level by level."""

    def __init__(self) -> None:
        self._records = {BACKWARD: _Record()}

    def start(self, length: int) -> None:
        """Let in the modes that make sense for so many pushes.

        One that leaves all pushes to the goal's side is the backward mode by another name.
        """
        for mode in MODES:
            if mode < length and mode not in self._records:
                self._records[mode] = replace(self._records[BACKWARD])

    def expected(self) -> float:
        """What the next level will cost in the most promising mode."""
        return min(record.expected for record in self._records.values())

    def best(self) -> int:
        """The most promising mode for the next level."""
        return min(self._records, key=lambda mode: (self._records[mode].expected, mode))

    def attempts(self) -> Iterator[tuple[int, float]]:
        """Modes and caps on their cost, to be tried in turn until one decides the level.

        The mode that is expected to cost least comes first; one that was capped is expected to
        cost its cap several times over.
        """
        expected = {mode: record.expected for mode, record in self._records.items()}
        while True:
            mode = min(expected, key=lambda mode: (expected[mode], mode))
            cap = max(_FIRST_CAP, 4 * expected[mode])
            yield mode, cap
            expected[mode] = _CAPPED * cap

    def measurements(self, decided: int, cost: float) -> Iterator[tuple[int, float]]:
        """After a level was decided in one mode: others, with caps."""
        for mode in self._records:
            if mode != decided and cost <= _MEASURED:
                yield mode, 2 * cost
            elif abs(mode - decided) == 1:
                yield mode, cost

    def rivals(self, decided: int, cost: float) -> Iterator[tuple[int, float]]:
        """As `measurements`, whatever that costs: which of the others take less?"""
        yield from ((mode, cost) for mode in self._records if mode != decided)

    def finish(self, costs: Mapping[int, float], capped: Collection[int] = ()) -> None:
        """A level is over; these are the costs of the modes that tried it.

        Those that were capped would have cost more, nobody knows how much; how their costs
        grow can't be learnt from that.
        """
        for mode, record in self._records.items():
            if mode in capped:
                record.cost = max(_CAPPED * costs[mode], record.expected)
            elif mode in costs:
                record.growth = costs[mode] / record.cost
                record.cost = max(1.0, costs[mode])
            else:
                record.cost = _DOUBT * record.expected
