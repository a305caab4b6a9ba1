"""A plan's pushes as slots, decided or not, and what is read through them; knows no flood."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from pylab.families.ravensburger.moves import Tables, members

CLOSED_OFF: Final = -1
"""No tile that can lie on the cell has the opening, whichever it is."""

SPLIT: Final = -2
"""To know, an undecided slot has to be split."""


class Capped(Exception):
    """The search was to take no more work than this."""


class Work:
    """What a search costs, in nodes; hears of it in between.

    Attributes:
        nodes: how many there were.
        cap: raise Capped beyond so many; None for no bound.
        tick: called every now and then with the nodes so far.
    """

    def __init__(self, tick: Callable[[int], None], cap: int | None = None) -> None:
        self.tick, self.cap, self.nodes = tick, cap, 0

    def add(self) -> None:
        self.nodes += 1
        if not self.nodes & 127:
            self.tick(self.nodes)
            if self.cap is not None and self.nodes > self.cap:
                raise Capped


class Slots:
    """The pushes, decided or not; and what can be read through them.

    Attributes:
        pushes: by step, from 1, the move that is decided, or -1.
        allowed: by step, the set of moves that an undecided slot can be.
        types: of each tile (or of each cell before the first slot), its openings.
        slot, moves: after a read that takes a split, the slot, and the moves to split it on.
    """

    def __init__(self, tables: Tables, count: int, types: bytes, lump: bool) -> None:
        self.tables, self.types, self.lump = tables, types, lump
        self.pushes = [-1] * (count + 1)
        self.allowed = [tables.all_moves] * (count + 1)
        self.slot = 0
        self.moves: list[int] = []

    @classmethod
    def of(cls, tables: Tables, possible: Sequence[Sequence[int]]) -> Slots:
        """Slots that may be these moves, by step; one that may be but one is decided."""
        slots = cls(tables, len(possible), tables.types, lump=False)
        for slot, moves in enumerate(possible, 1):
            slots.allowed[slot] = sum(tables.bit[move] for move in moves)
            if len(moves) == 1:
                slots.pushes[slot] = moves[0]
        return slots

    def enter(self) -> bool:
        """Asked before each child: whether it is to be searched, or passed over."""
        return True

    def branch(self, slot: int, moves: Sequence[int]) -> None:
        """Told before a node's children are searched, in which the slot is one of these moves."""

    def cut(self, time: int) -> None:
        """Told right before `closed` if what is left of the node is cut off at this time."""

    def ordered(self, time: int) -> None:
        """Told before only one order is searched of the push at a time and the next one."""

    def closed(self) -> None:
        """Told when a node is done with, what is left of it after its children included."""

    def read(self, cell: int, time: int, facing: int) -> int:
        """The tile on the cell at that time, if that is known; else CLOSED_OFF, or SPLIT."""
        pushes, allowed = self.pushes, self.allowed
        back, touching = self.tables.back, self.tables.touching
        while time:
            move = pushes[time]
            if move >= 0:
                cell = back[move][cell]
            elif touching[cell] & allowed[time]:
                moves = self.splits(cell, time, facing)
                if not moves:
                    return CLOSED_OFF
                self.slot, self.moves = time, moves
                return SPLIT
            time -= 1
        return cell

    def opens(self, tile: int, facing: int) -> bool:
        """Whether the tile has the opening."""
        return self.types[tile] & facing != 0

    def may_connect(self, cell: int, time: int, facing: int) -> bool:
        """Whether the tile on the cell at that time has the opening for some allowed moves."""
        pushes, back = self.pushes, self.tables.back
        while time:
            move = pushes[time]
            if move >= 0:
                cell = back[move][cell]
            else:
                for other in self._touching(cell, time):
                    if self.may_connect(back[other][cell], time - 1, facing):
                        return True
            time -= 1
        return self.opens(cell, facing)

    def splits(self, cell: int, time: int, facing: int) -> list[int]:
        """The moves to split the undecided slot on, to know of the tile on the cell if it connects.

        An empty list if it can't connect, or (unlumped) if no move is possible.
        """
        possible = self._touching(cell, time)
        if not self.lump or self.may_connect(cell, time - 1, facing):
            return possible
        back = self.tables.back
        return [m for m in possible if self.may_connect(back[m][cell], time - 1, facing)]

    def sequences(self) -> Iterator[tuple[int, ...]]:
        """All sequences of moves that the slots stand for, in ascending order."""
        return itertools.product(
            *(
                (move,) if move >= 0 else tuple(members(allowed))
                for move, allowed in zip(self.pushes[1:], self.allowed[1:], strict=True)
            )
        )

    def _touching(self, cell: int, time: int) -> list[int]:
        """The moves that the undecided slot may be and that would move the cell's tile."""
        return members(self.tables.touching[cell] & self.allowed[time])
