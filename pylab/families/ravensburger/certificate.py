"""Writes certificates of lower bounds: no plan has fewer pushes than so many; checks nothing.

A certificate is a tree that splits the sequences of pushes into cases, each of which a flood alone
refutes. It is the tree of the plain lazy search, with no rule that takes more than a flood to
believe; so it is larger than what the full search goes through. docs/ravensburger-search.md
describes the format.
"""

from __future__ import annotations

import gzip
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import BinaryIO

from pylab.errors import PylabError
from pylab.families.ravensburger.model import Board
from pylab.families.ravensburger.moves import DIRECTIONS, Tables, members
from pylab.families.ravensburger.slots import Slots

_FIRST_CAP = 1_000

_LARGEST = 500
"""The largest bound: a case may have so many decided pushes, one within the other."""


def certify(
    board: Board, bound: int, stream: BinaryIO, tick: Callable[[], None] = lambda: None
) -> int:
    """Write, compressed, why no plan has fewer than `bound` pushes; the number of cases.

    Both directions of the flood are tried, and the one that needs fewer cases is written.

    Args:
        board: the puzzle.
        bound: at least 1.
        stream: where the certificate goes.
        tick: called often; may raise LimitReached.

    Raises:
        ValueError: if `bound` is less than 1.
        PylabError: if there is a plan with fewer pushes, and for bounds above 500.
    """
    if board.rules:
        raise PylabError("bounds are certified under the competition's rules only")
    if bound < 1:
        raise ValueError(f"expected a bound of at least 1, found {bound}")
    if bound > _LARGEST:
        raise PylabError(f"bounds up to {_LARGEST} are certified, not {bound}")
    refutation = _shorter(Tables(board), bound - 1, tick)
    with gzip.GzipFile(filename="", mode="wb", fileobj=stream, mtime=0) as packed:
        end = "goal" if refutation.backward else "start"
        packed.write(f"ravensburger lower bound 1\npushes {bound - 1} from {end}\n".encode())
        for line in refutation.lines():
            packed.write(f"{line}\n".encode())
    return refutation.cases


def _shorter(tables: Tables, count: int, tick: Callable[[], None]) -> _Refutation:
    """The direction whose tree is the smaller one; rehearsed under growing caps."""
    cap = _FIRST_CAP
    while True:
        for backward in (True, False):
            rehearsal = _Refutation(tables, count, backward, tick)
            if all(rehearsal.cases <= cap for _ in rehearsal.lines()):
                return _Refutation(tables, count, backward, tick)
        cap *= 3


@dataclass(frozen=True, slots=True)
class _Split:
    """An undecided push, and the moves to tell apart."""

    slot: int
    moves: tuple[int, ...]


class _Met(Exception):
    """The flood has met the other end."""


class _Refutation:
    """The plain lazy search, with the flood begun anew at each node.

    Attributes:
        backward: whether floods start from the goal.
        cases: how many have been refuted so far.
    """

    def __init__(
        self, tables: Tables, count: int, backward: bool, tick: Callable[[], None]
    ) -> None:
        self.tables, self.count, self.backward, self.tick = tables, count, backward, tick
        self.slots = Slots(tables, count, tables.types, lump=True)
        self.cases = 0

    def lines(self) -> Iterator[str]:
        """The tree's nodes, parents first. Raises PylabError if there is a plan."""
        pushes, allowed = self.slots.pushes, self.slots.allowed
        saved = allowed.copy()
        while split := self._first_split():
            names = " ".join(f"{m // 4 + 1}{DIRECTIONS[m % 4]}" for m in split.moves)
            yield f"S {split.slot} {names}"
            for move in split.moves:
                pushes[split.slot] = move
                yield from self.lines()
                pushes[split.slot] = -1
                allowed[split.slot] &= ~self.tables.bit[move]
        self.cases += 1
        yield "."
        allowed[:] = saved

    def _first_split(self) -> _Split | None:
        """The first split that the flood needs; None if it ends without meeting the other end."""
        self.tick()
        slots = self.slots
        if 0 in (a for m, a in zip(slots.pushes[1:], slots.allowed[1:], strict=True) if m < 0):
            return None
        try:
            return self._from_goal() if self.backward else self._from_start()
        except _Met:
            raise PylabError(f"there is a plan with {self.count} pushes or fewer") from None

    def _from_start(self) -> _Split | None:
        tables = self.tables
        reached = {tables.start: tables.start}
        for time in range(1, self.count + 1):
            if split := self._touched(time, reached):
                return split
            forth = self._table(time, tables.forth)
            reached = {forth[cell]: tile for cell, tile in reached.items()}
            if split := self._close(time, reached):
                return split
        if tables.goal in reached.values():
            raise _Met
        return None

    def _from_goal(self) -> _Split | None:
        tables = self.tables
        cell = tables.goal
        for time in range(1, self.count + 1):
            if split := self._touched(time, {cell: tables.goal}):
                return split
            cell = self._table(time, tables.forth)[cell]
        reached = {cell: tables.goal}
        for time in range(self.count, 0, -1):
            if split := self._close(time, reached):
                return split
            back = self._table(time, tables.back)
            reached = {back[cell]: tile for cell, tile in reached.items()}
        if tables.start in reached.values():
            raise _Met
        return None

    def _table(self, time: int, tables: list[list[int]]) -> list[int] | range:
        """Where the push takes tiles; one that is undecided leaves them where they are."""
        move = self.slots.pushes[time]
        return tables[move] if move >= 0 else range(len(self.tables.types))

    def _touched(self, time: int, reached: dict[int, int]) -> _Split | None:
        """The split that is needed to know where these tiles are after a push."""
        if self.slots.pushes[time] >= 0:
            return None
        touched = 0
        for cell in reached:
            touched |= self.tables.touching[cell]
        possible = touched & self.slots.allowed[time]
        return _Split(time, tuple(members(possible))) if possible else None

    def _close(self, time: int, reached: dict[int, int]) -> _Split | None:
        """Add what can be walked to at this time, or say which split that takes."""
        tables = self.tables
        frontier = list(reached)
        for cell in frontier:
            for beside, facing in tables.near[tables.types[reached[cell]]][cell]:
                if beside in reached:
                    continue
                tile, slot = self._trace(beside, time)
                if slot:
                    if moves := self.slots.splits(tile, slot, facing):
                        return _Split(slot, tuple(moves))
                elif tables.types[tile] & facing:
                    reached[beside] = tile
                    frontier.append(beside)
        return None

    def _trace(self, cell: int, time: int) -> tuple[int, int]:
        """Where the tile on the cell was after the last push that may have brought it there.

        With that push's slot; or, with 0, where it was at first.
        """
        slots = self.slots
        for slot in range(time, 0, -1):
            move = slots.pushes[slot]
            if move >= 0:
                cell = self.tables.back[move][cell]
            elif self.tables.touching[cell] & slots.allowed[slot]:
                return cell, slot
        return cell, 0
