"""Routes in figures, and what may be spent on finding them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal

from pylab.families.theseus.check.floor import Key

REMAINDERS = 12_000
"""The most remainders of a labyrinth that are looked at to count its routes again."""

WORK = 3_000_000
"""The most states and amounts that are met in doing so."""

Amounts = Mapping[tuple[int, Decimal, int], int]
"""How many routes there are by length, weight, and length in the reduced graph."""


class TooMany(Exception):
    """There is more to count than is spent on it."""


class Budget:
    """What is left to spend on one recount, in a labyrinth of so many states."""

    def __init__(self, states: int) -> None:
        self._work, self._remainders = WORK, REMAINDERS + states

    def spend(self, work: int) -> None:
        """Raises TooMany when there is nothing left."""
        self._work -= work
        if self._work < 0:
            raise TooMany

    def look(self) -> None:
        """Look at one more remainder. Raises TooMany, too."""
        self._remainders -= 1
        if self._remainders < 0:
            raise TooMany


@dataclass(frozen=True, slots=True)
class Tally:
    """Routes in figures.

    Attributes:
        amounts: how many there are of which kind.
        uses: how often all of them together take each way.
        common: the states that all of them pass; of parts of routes, nothing.
    """

    amounts: Amounts
    uses: Mapping[Key, int]
    common: frozenset[int] = frozenset()

    @property
    def total(self) -> int:
        return sum(self.amounts.values())
