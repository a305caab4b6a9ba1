"""A plan's pushes as slots, decided or not, and what is read through them; knows no flood."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from pylab.families.ravensburger.moves import Tables, members


class Capped(Exception):
    """The search was to take no more work than this."""


@dataclass(slots=True)
class Work:
    """What a search costs, in nodes; hears of it in between.

    Attributes:
        nodes: how many there were.
        cap: raise Capped beyond so many; None for no bound.
        tick: called every now and then with the nodes so far.
    """

    tick: Callable[[int], None]
    cap: int | None = None
    nodes: int = 0

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
    """

    def __init__(self, tables: Tables, count: int, types: Sequence[int], lump: bool) -> None:
        self.tables, self.types, self.lump = tables, types, lump
        self.pushes = [-1] * (count + 1)
        self.allowed = [tables.all_moves] * (count + 1)

    def may_connect(self, cell: int, time: int, facing: int) -> bool:
        """Whether the tile on the cell at that time has the opening for some allowed moves."""
        pushes, allowed, tables = self.pushes, self.allowed, self.tables
        while time:
            move = pushes[time]
            if move >= 0:
                cell = tables.back[move][cell]
            else:
                possible = tables.touching[cell] & allowed[time]
                for other in members(possible):
                    if self.may_connect(tables.back[other][cell], time - 1, facing):
                        return True
            time -= 1
        return bool(self.types[cell] & facing)

    def splits(self, cell: int, time: int, facing: int) -> list[int]:
        """The moves to split the undecided slot on, to know of the tile on the cell if it connects.

        None if it can't connect, or (unlumped) none are possible.
        """
        tables = self.tables
        possible = list(members(tables.touching[cell] & self.allowed[time]))
        if not self.lump or self.may_connect(cell, time - 1, facing):
            return possible
        back = tables.back
        return [m for m in possible if self.may_connect(back[m][cell], time - 1, facing)]

    def sequences(self) -> Iterator[tuple[int, ...]]:
        """All sequences of moves that the slots stand for, in ascending order."""
        return itertools.product(
            *(
                (move,) if move >= 0 else tuple(members(allowed))
                for move, allowed in zip(self.pushes[1:], self.allowed[1:], strict=True)
            )
        )
