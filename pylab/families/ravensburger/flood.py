"""Floods through slots: what the one from the goal and the one from the avatar have in common.

See `lazy` for the idea. Knows no direction of time.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from pylab.families.ravensburger.slots import SPLIT, Slots, Work

CLOSED: Final = 0
"""All that can be reached at this time is; the flood goes on at the next one."""

DEAD: Final = 1
"""No sequence of the node is left to be searched."""

OVER: Final = 2
"""The search is over."""


class Front:
    """What a flood has reached.

    Attributes:
        time: of the closure that is under way.
        cells, tiles: what was reached, in this order; cells as of that time.
        inside: by cell, the stamp if it is among these cells.
        stamp: a number of its own for each set of cells that was marked so.
        at: the first of them whose neighbours have not all been read.
        before: how many of them were there when this closure began.
        closed: whether all is reached that can be reached at this time.
        quiet: the set of the times whose closures have reached nothing.
        still: the set of the times at which the next push moves nothing of what is reached.
    """

    def __init__(self, time: int, cell: int, tile: int, size: int) -> None:
        self.time, self.cells, self.tiles = time, [cell], [tile]
        self.inside, self.stamp = [0] * size, 0
        self.at, self.before, self.closed = 0, 1, False
        self.quiet = self.still = 0
        self.mark()

    def mark(self) -> None:
        """Let just these cells be inside."""
        self.stamp = stamp = self.stamp + 1
        inside = self.inside
        for cell in self.cells:
            inside[cell] = stamp

    def stay(self, time: int) -> None:
        """Go on to another time, at which the tiles lie on the same cells."""
        self.time, self.at, self.before, self.closed = time, 0, len(self.cells), False

    def move(self, time: int, step: list[int]) -> None:
        """Go on to another time, at which each tile is where the step takes it."""
        self.cells = [step[cell] for cell in self.cells]
        self.mark()
        self.stay(time)


class Flood:
    """A search by flooding; nodes are searched on by what a subclass makes of `_search`.

    Attributes:
        slots: the pushes; the flood leaves them as it found them.
        target: by tile, whether the flood is to meet it.
        met: called when it meets one: all sequences that the slots stand for are plans then. It
            says whether the search is over.
    """

    def __init__(
        self, slots: Slots, target: list[bool], work: Work, met: Callable[[], bool]
    ) -> None:
        self.slots, self.target, self.work, self.met = slots, target, work, met
        self.tables = slots.tables

    def _search(self, front: Front) -> bool:
        """Search a node; True if the search is over. May leave front and allowed moves changed."""
        raise NotImplementedError

    def _child(self, front: Front, slot: int, move: int) -> bool:
        """Search the node with one more slot decided; then all is as it was before.

        If the slot is the next one, the flood goes on to it.
        """
        slots = self.slots
        if not slots.enter():
            return False
        allowed = slots.allowed.copy()
        cells, count, stamp = front.cells, len(front.cells), front.stamp
        time, at, before = front.time, front.at, front.before
        closed, quiet, still = front.closed, front.quiet, front.still
        slots.pushes[slot] = move
        over = False
        if self._prepare(front, slot, move):
            if slot > time:
                front.move(slot, self.tables.forth[move])
            over = self._search(front)
        slots.closed()
        slots.pushes[slot] = -1
        slots.allowed[:] = allowed
        front.time, front.at, front.before = time, at, before
        front.closed, front.quiet, front.still = closed, quiet, still
        if front.stamp != stamp or len(cells) > count:
            del cells[count:]
            del front.tiles[count:]
            front.cells = cells
            front.mark()
        return over

    def _prepare(self, front: Front, slot: int, move: int) -> bool:  # noqa: ARG002
        """Whether a child is worth a search; other slots may be allowed fewer moves in it."""
        return True

    def _close(self, front: Front) -> int:
        """Reach what can be reached at this time, in all sequences of the node.

        Where that depends on an undecided slot, the other sequences are searched right away.
        Returns CLOSED, DEAD or OVER.
        """
        slots, target, near = self.slots, self.target, self.tables.near
        types, allowed, bit = slots.types, slots.allowed, self.tables.bit
        time, cells, tiles, inside = front.time, front.cells, front.tiles, front.inside
        at, stamp = front.at, front.stamp
        while at < len(cells):
            for beside, facing in near[types[tiles[at]]][cells[at]]:
                if inside[beside] == stamp:
                    continue
                tile = slots.read(beside, time, facing)
                while tile == SPLIT:
                    slot = slots.slot
                    front.at = at
                    slots.branch(slot, slots.moves)
                    for move in slots.moves:
                        if self._child(front, slot, move):
                            return OVER
                        allowed[slot] &= ~bit[move]
                    if not allowed[slot]:
                        return DEAD
                    stamp = front.stamp
                    tile = slots.read(beside, time, facing)
                if tile < 0 or not types[tile] & facing:
                    continue
                if target[tile]:
                    return OVER if self.met() else DEAD
                inside[beside] = stamp
                cells.append(beside)
                tiles.append(tile)
            at += 1
        front.at, front.closed = at, True
        return CLOSED
