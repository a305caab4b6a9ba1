"""From which cells do so many pushes reach the goal? Looked up in decision trees; knows no start.

See "the goal's side" in docs/ravensburger-search.md.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from pylab.families.ravensburger.backward import Backward
from pylab.families.ravensburger.moves import Tables, members
from pylab.families.ravensburger.slots import Slots, Work


class Look(NamedTuple):
    """A look at the tile on a cell that the goal's side needed.

    Attributes:
        facing: an opening that it was found to lack; 0 if it has to be this very tile.
        reasons: of each push, the moves for which this was needed.
    """

    facing: int
    reasons: tuple[int, ...]


@dataclass(frozen=True)
class Leaf:
    """What the goal's side says of a board.

    Attributes:
        winning: the set of cells from which so many pushes reach the goal.
        looks: why it is these, by cell; the goal's cell and all winning ones are among them.
    """

    winning: int
    looks: Mapping[int, Sequence[Look]]

    def concerned(self, number: int, tables: Tables) -> Mapping[int, int]:
        """By cell, the moves for which the tile there is looked at, if push `number` is made so.

        The pushes before it may have shifted the tiles that are looked at.
        """
        while number >= len(self._concerned):
            self._shift(tables)
        return self._concerned[number]

    @cached_property
    def _concerned(self) -> list[dict[int, int]]:
        return []

    @cached_property
    def _shifted(self) -> set[tuple[int, tuple[int, ...]]]:
        """The cells that are looked at, with reasons, as the pushes so far may shift them."""
        return {(cell, look.reasons) for cell, looks in self.looks.items() for look in looks}

    def _shift(self, tables: Tables) -> None:
        """One more push in `_concerned`."""
        number = len(self._concerned)
        concerned: dict[int, int] = {}
        for cell, reasons in self._shifted:
            concerned[cell] = concerned.get(cell, 0) | reasons[number]
        self._concerned.append(concerned)
        self._shifted.update(
            [
                (tables.forth[move][cell], reasons)
                for cell, reasons in self._shifted
                for move in members(tables.touching[cell] & reasons[number])
            ]
        )


@dataclass(slots=True)
class _Fork:
    """A node of a decision tree: which cell is looked at, and what follows by its tile's kind."""

    cell: int
    ways: dict[int, _Fork | Leaf]


_MOST_FORKS = 1_000_000
"""Beyond so many, decision trees are grown anew; each fork takes some 300 bytes at most."""


class GoalSide:
    """From which cells do so many pushes reach the goal? Asked of many boards, searched for few.

    The answer depends on the kinds of the tiles that a backward search looks at, and on nothing
    else. So answers are kept in decision trees, one for each number of pushes and goal's cell.
    """

    def __init__(self, tables: Tables, lump: bool) -> None:
        self.tables, self.lump = tables, lump
        self._roots: dict[tuple[int, int], _Fork | Leaf] = {}
        self._forks = 0

    def ask(self, pushes: int, goal: int, types: bytes, work: Work) -> Leaf:
        """The answer for a board, given the kinds of the tiles on its cells."""
        node = self._roots.get((pushes, goal))
        while isinstance(node, _Fork):
            node = node.ways.get(types[node.cell])
        return node if node is not None else self._search(pushes, goal, types, work)

    def _search(self, pushes: int, goal: int, types: bytes, work: Work) -> Leaf:
        """Search, and add the way from the root to the answer."""
        read = _Read(types)
        slots = _ReadSlots(self.tables, pushes, read, self.lump)
        winning = 0
        reasons: dict[tuple[int, int], list[int]] = {}

        def ended(cells: Sequence[int]) -> None:
            nonlocal winning
            winning |= sum(self.tables.bit[cell] for cell in cells)
            moves = [
                self.tables.bit[move] if move >= 0 else allowed
                for move, allowed in zip(slots.pushes[1:], slots.allowed[1:], strict=True)
            ]
            lacking = [(number >> 2, 1 << (number & 3)) for number in members(read.lacking)]
            for look in [*((cell, 0) for cell in cells), *lacking]:
                known = reasons.setdefault(look, [0] * pushes)
                known[:] = [a | b for a, b in zip(known, moves, strict=True)]

        _Explorer(slots, -1, 0, work, lambda: False, ended).run(goal)
        looks: dict[int, list[Look]] = {}
        for (cell, facing), needed in reasons.items():
            looks.setdefault(cell, []).append(Look(facing, tuple(needed)))
        leaf = Leaf(winning, looks)
        self._forks += len(read.order)
        if self._forks > _MOST_FORKS:
            self._roots, self._forks = {}, 0
        branch: _Fork | Leaf = leaf
        for cell in reversed(read.order):
            branch = _Fork(cell, {types[cell]: branch})
        root = self._roots.setdefault((pushes, goal), branch)
        while isinstance(root, _Fork) and isinstance(branch, _Fork):
            kind = types[root.cell]
            if root.ways.setdefault(kind, branch.ways[kind]) is branch.ways[kind]:
                break
            root, branch = root.ways[kind], branch.ways[kind]
        return leaf


class _Read(Sequence[int]):
    """The kinds of a board's tiles, with a record of which were looked at.

    Attributes:
        order: the cells that were looked at, in order.
        lacking: the openings that were found to be lacking, on the way to the present node: bits
            of four times the cell plus the opening's place.
    """

    def __init__(self, types: bytes) -> None:
        self._types = types
        self.order: dict[int, None] = {}
        self.lacking = 0

    def __len__(self) -> int:
        return len(self._types)

    def __getitem__(self, cell: int) -> int:  # type: ignore[override]
        self.order[cell] = None
        return _Kind(self._types[cell], cell, self)


class _Kind(int):
    """A tile's openings; when one is asked for and lacking, that is recorded."""

    def __new__(cls, openings: int, cell: int, read: _Read) -> _Kind:
        kind = super().__new__(cls, openings)
        kind.cell, kind.read = cell, read
        return kind

    cell: int
    read: _Read

    def __and__(self, facing: int) -> int:
        found = int(self).__and__(facing)
        if not found:
            self.read.lacking |= 1 << 4 * self.cell + facing.bit_length() - 1
        return found


class _ReadSlots(Slots):
    """Slots over a board that records what is read."""

    def splits(self, cell: int, time: int, facing: int) -> list[int]:
        """As in Slots. What was read to find moves to split on is read again after the split."""
        assert isinstance(self.types, _Read)
        lacking = self.types.lacking
        found = super().splits(cell, time, facing)
        if found:
            self.types.lacking = lacking
        return found


class _Explorer(Backward):
    """A flood that knows what was read on the way to each of its nodes."""

    def _locate(self, goal: int, cell: int, time: int) -> bool:
        lacking = self._read.lacking
        over = super()._locate(goal, cell, time)
        self._read.lacking = lacking
        return over

    def _flood(
        self, time: int, cells: list[int], tiles: list[int], inside: int, at: int, before: int
    ) -> bool:
        lacking = self._read.lacking
        over = super()._flood(time, cells, tiles, inside, at, before)
        self._read.lacking = lacking
        return over

    @property
    def _read(self) -> _Read:
        read = self.slots.types
        assert isinstance(read, _Read)
        return read
