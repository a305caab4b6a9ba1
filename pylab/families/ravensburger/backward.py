"""The flood from the goal, backwards through the slots; knows no start but the tiles to be met.

See `lazy` for the idea.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pylab.families.ravensburger.moves import members
from pylab.families.ravensburger.slots import Slots, Work


class Backward:
    """A flood from the goal, from the last slot back to the time `least`.

    At the time 0 the avatar does not walk, so `least` is 0 at the least; to let it walk at the
    time 0 as well, `least` is -1.

    Attributes:
        slots: the pushes; the flood leaves them as it found them.
        least: the flood ends before the closure of this time.
        home: the set of tiles that it is to meet.
        met: called when it meets one: all sequences that the slots stand for are plans then. It
            says whether the search is over.
        ended: called with the cells at time `least` when the flood ends without.
        commute: see Rules.
    """

    def __init__(
        self,
        slots: Slots,
        least: int,
        home: int,
        work: Work,
        met: Callable[[], bool],
        ended: Callable[[Sequence[int]], None] | None = None,
        commute: bool = False,
    ) -> None:
        self.slots, self.least, self.home, self.work = slots, least, home, work
        self.met, self.ended, self.commute = met, ended, commute
        self.tables = slots.tables

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
            for move in members(possible):
                pushes[slot] = move
                over = self._locate(goal, tables.forth[move][cell], slot + 1)
                pushes[slot] = -1
                if over:
                    return True
            allowed[slot] &= ~possible
            if not allowed[slot]:
                return False
        bit = tables.bit
        if self.home & bit[goal]:
            return self.met()
        return self._flood(len(pushes) - 1, [cell], [goal], bit[cell], 0, 0)

    def _flood(
        self, time: int, cells: list[int], tiles: list[int], inside: int, at: int, before: int
    ) -> bool:
        """Flood on, with the slots restored in the end.

        Args:
            time: of the closure that is under way.
            cells, tiles: what was reached, cells as of that time; the lists are the callee's.
            inside: the set of these cells.
            at: the first of them whose neighbours have not all been read.
            before: how many of them were there when this closure began.
        """
        saved = self.slots.allowed.copy()
        over = self._flood_on(time, cells, tiles, inside, at, before)
        self.slots.allowed[:] = saved
        return over

    def _flood_on(
        self, time: int, cells: list[int], tiles: list[int], inside: int, at: int, before: int
    ) -> bool:
        self.work.add()
        slots, tables = self.slots, self.tables
        pushes, allowed, types = slots.pushes, slots.allowed, slots.types
        bit, back, touching, near = tables.bit, tables.back, tables.touching, tables.near
        while True:
            while at < len(cells):
                for beside, facing in near[types[tiles[at]]][cells[at]]:
                    if inside & bit[beside]:
                        continue
                    while True:
                        cell, slot = beside, time
                        while slot:
                            move = pushes[slot]
                            if move >= 0:
                                cell = back[move][cell]
                            elif touching[cell] & allowed[slot]:
                                break
                            slot -= 1
                        if not slot:
                            if types[cell] & facing:
                                if self.home & bit[cell]:
                                    return self.met()
                                inside |= bit[beside]
                                cells.append(beside)
                                tiles.append(cell)
                            break
                        splits = slots.splits(cell, slot, facing)
                        if not splits:
                            break
                        for move in splits:
                            pushes[slot] = move
                            over = self._flood(time, cells[:], tiles[:], inside, at, before)
                            pushes[slot] = -1
                            if over:
                                return True
                            allowed[slot] &= ~bit[move]
                        if not allowed[slot]:
                            return False
                at += 1
            if self.commute and len(cells) == before and not self._in_order(time):
                return False
            move = pushes[time]
            if move >= 0:
                step = back[move]
                cells = [step[cell] for cell in cells]
                inside = 0
                for cell in cells:
                    inside |= bit[cell]
            time -= 1
            if time == self.least:
                if self.ended is not None:
                    self.ended(cells)
                return False
            at, before = 0, len(cells)

    def _in_order(self, time: int) -> bool:
        """After a closure that reached nothing: whether the pushes around it may stay as they are.

        If the push before it is still undecided, what may not be there is no longer allowed.
        """
        slots = self.slots
        if time + 1 >= len(slots.pushes) or slots.pushes[time + 1] < 0 or time <= self.least:
            return True
        kept = self.tables.kept_before[slots.pushes[time + 1]][time == 1]
        if slots.pushes[time] >= 0:
            return bool(kept & self.tables.bit[slots.pushes[time]])
        slots.allowed[time] &= kept
        return bool(slots.allowed[time])
