"""The flood from the goal, backwards through the slots; knows no start but the tiles to be met.

See `lazy` for the idea.
"""

from __future__ import annotations

from collections.abc import Callable

from pylab.families.ravensburger.flood import CLOSED, OVER, Flood, Front
from pylab.families.ravensburger.moves import members
from pylab.families.ravensburger.slots import Slots, Work


class Backward(Flood):
    """A flood from the goal, from the last slot back to the time `least`.

    At the time 0 the avatar does not walk, so `least` is 0 at the least; to let it walk at the
    time 0 as well, `least` is -1.

    Attributes:
        least: the flood ends before the closure of this time.
        commute: see Rules.
    """

    def __init__(
        self,
        slots: Slots,
        least: int,
        home: list[bool],
        work: Work,
        met: Callable[[], bool],
        commute: bool = False,
    ) -> None:
        super().__init__(slots, home, work, met)
        self.least, self.commute = least, commute

    def run(self, goal: int) -> bool:
        """Search; `goal` is the tile. True if `met` said that it is over."""
        return self._locate(goal, goal, 1)

    def _locate(self, goal: int, cell: int, time: int) -> bool:
        """Follow the goal forwards through the slots, then flood."""
        saved = self.slots.allowed.copy()
        over = self._locate_on(goal, cell, time)
        self.slots.allowed[:] = saved
        return over

    def _locate_on(self, goal: int, cell: int, time: int) -> bool:
        pushes, allowed, tables = self.slots.pushes, self.slots.allowed, self.tables
        for slot in range(time, len(pushes)):
            if pushes[slot] >= 0:
                cell = tables.forth[pushes[slot]][cell]
                continue
            possible = tables.touching[cell] & allowed[slot]
            if possible:
                self.slots.branch(slot, members(possible))
            for move in members(possible):
                if not self.slots.enter():
                    continue
                pushes[slot] = move
                over = self._locate(goal, tables.forth[move][cell], slot + 1)
                self.slots.closed()
                pushes[slot] = -1
                if over:
                    return True
            allowed[slot] &= ~possible
            if not allowed[slot]:
                return False
        if self.target[goal]:
            return self.met()
        return self._search(Front(len(pushes) - 1, cell, goal, len(tables.types)))

    def _search(self, front: Front) -> bool:
        self.work.add()
        while True:
            outcome = self._close(front)
            if outcome != CLOSED:
                return outcome == OVER
            time = front.time
            if self.commute and len(front.cells) == front.before and not self._in_order(time):
                return False
            move = self.slots.pushes[time]
            if move >= 0:
                front.move(time - 1, self.tables.back[move])
            else:
                front.stay(time - 1)
            if front.time == self.least:
                self._ended(front.cells)
                return False

    def _ended(self, cells: list[int]) -> None:
        """The flood has ended without meeting anything; these are the cells at time `least`."""

    def _in_order(self, time: int) -> bool:
        """After a closure that reached nothing: whether the pushes around it may stay as they are.

        If the push before it is still undecided, what may not be there is no longer allowed.
        """
        slots = self.slots
        if time + 1 >= len(slots.pushes) or slots.pushes[time + 1] < 0 or time <= self.least:
            return True
        kept = self.tables.kept_before[slots.pushes[time + 1]][time == 1]
        if slots.pushes[time] >= 0:
            return kept & self.tables.bit[slots.pushes[time]] != 0
        slots.allowed[time] &= kept
        return slots.allowed[time] != 0
