"""From which cells do so many pushes reach the goal? Looked up in decision trees; knows no start.

See "the goal's side" in docs/maintainers/search.md.
"""

from __future__ import annotations

from pylab.families.ravensburger.backward import Backward
from pylab.families.ravensburger.flood import Front
from pylab.families.ravensburger.moves import Tables, members
from pylab.families.ravensburger.slots import Slots, Work

Look = tuple[int, int]
"""A look at the tile on a cell: the cell, and an opening that it lacks; or 0, if it has to be this
very tile."""


class Leaf:
    """What the goal's side says of a board.

    Attributes:
        winning: the cells from which so many pushes reach the goal.
        looks: why it is these: of each look that this took, and of each push, the moves for which
            it was needed. The goal's cell and all winning ones are among the cells.
    """

    def __init__(self, winning: frozenset[int], looks: dict[Look, tuple[int, ...]]) -> None:
        self.winning, self.looks = winning, looks
        self._concerned: list[dict[int, int]] = []
        self._changing: dict[int, int] = {}
        # by reasons, the set of cells that are looked at, as the pushes so far may shift them
        self._shifted: dict[tuple[int, ...], int] = {}
        for (cell, _), reasons in looks.items():
            self._shifted[reasons] = self._shifted.get(reasons, 0) | 1 << cell

    def changing(self, cell: int, kind: int) -> int:
        """The moves for which it matters, if the first push is made so, what tile is on the cell.

        It does if this very tile was looked at, or if the other one, of this kind, has an opening
        that was found missing.
        """
        number = 16 * cell + kind
        found = self._changing.get(number)
        if found is None:
            found = 0
            for facing in (0, 1, 2, 4, 8):
                reasons = self.looks.get((cell, facing))
                if reasons is not None and (not facing or kind & facing):
                    found |= reasons[0]
            self._changing[number] = found
        return found

    def concerned(self, number: int, tables: Tables) -> dict[int, int]:
        """By cell, the moves for which the tile there is looked at, if push `number` is made so.

        The pushes before it may have shifted the tiles that are looked at.
        """
        while number >= len(self._concerned):
            self._shift(tables)
        return self._concerned[number]

    def _shift(self, tables: Tables) -> None:
        """One more push in `_concerned`."""
        number = len(self._concerned)
        concerned: dict[int, int] = {}
        for reasons, cells in list(self._shifted.items()):
            possible = reasons[number]
            for cell in members(cells):
                concerned[cell] = concerned.get(cell, 0) | possible
                for move in members(tables.touching[cell] & possible):
                    cells |= tables.bit[tables.forth[move][cell]]
            self._shifted[reasons] = cells
        self._concerned.append(concerned)


class _Fork:
    """A node of a decision tree: which cell is looked at, and what follows by its tile's kind."""

    def __init__(self, cell: int, ways: dict[int, _Fork | Leaf]) -> None:
        self.cell, self.ways = cell, ways


MOST_FORKS = 1_000_000
"""Beyond so many, decision trees are grown anew; each fork takes some 300 bytes at most."""


class GoalSide:
    """From which cells do so many pushes reach the goal? Asked of many boards, searched for few.

    The answer depends on the kinds of the tiles that a backward search looks at, and on nothing
    else. So answers are kept in decision trees, one for each number of pushes and goal's cell.

    Attributes:
        generation: how often the trees were grown anew.
    """

    def __init__(self, tables: Tables, lump: bool) -> None:
        self.tables, self.lump = tables, lump
        self.generation = 0
        self._roots: dict[tuple[int, int], _Fork | Leaf] = {}
        self._forks = 0

    def ask(self, pushes: int, goal: int, types: bytes, work: Work) -> Leaf:
        """The answer for a board, given the kinds of the tiles on its cells."""
        node = self._roots.get((pushes, goal))
        while isinstance(node, _Fork):
            node = node.ways.get(types[node.cell])
        return node if node is not None else self._grow(pushes, goal, types, work)

    def _grow(self, pushes: int, goal: int, types: bytes, work: Work) -> Leaf:
        """Search, and add the way from the root to the answer."""
        slots = _Watched(self.tables, pushes, types, self.lump)
        slots.order[goal] = None
        explorer = _Explorer(slots, work)
        explorer.run(goal)
        leaf = explorer.leaf()
        self._forks += len(slots.order)
        if self._forks > MOST_FORKS:
            self._roots, self._forks = {}, 0
            self.generation += 1
        branch: _Fork | Leaf = leaf
        for cell in reversed(list(slots.order)):
            branch = _Fork(cell, {types[cell]: branch})
        root = self._roots.setdefault((pushes, goal), branch)
        while isinstance(root, _Fork) and isinstance(branch, _Fork):
            kind = types[root.cell]
            if root.ways.setdefault(kind, branch.ways[kind]) is branch.ways[kind]:
                break
            root, branch = root.ways[kind], branch.ways[kind]
        return leaf


class _Watched(Slots):
    """Slots over a board, with a record of the cells before the first slot that were looked at.

    Attributes:
        order: the cells that were looked at, in order.
        lacking: the openings that were found to be lacking, on the way to the present node: bits
            of four times the cell plus the opening's place.
    """

    def __init__(self, tables: Tables, count: int, types: bytes, lump: bool) -> None:
        super().__init__(tables, count, types, lump)
        self.order: dict[int, None] = {}
        self.lacking = 0

    def read(self, cell: int, time: int, facing: int) -> int:
        """As in Slots."""
        tile = super().read(cell, time, facing)
        if tile >= 0:
            self.opens(tile, facing)
        return tile

    def opens(self, tile: int, facing: int) -> bool:
        """As in Slots."""
        self.order[tile] = None
        found = self.types[tile] & facing != 0
        if not found:
            self.lacking |= 1 << 4 * tile + facing.bit_length() - 1
        return found

    def splits(self, cell: int, time: int, facing: int) -> list[int]:
        """As in Slots. What was read to find moves to split on is read again after the split."""
        lacking = self.lacking
        found = super().splits(cell, time, facing)
        if found:
            self.lacking = lacking
        return found


class _Explorer(Backward):
    """A flood that meets nothing, and gathers where it ends and what was read on the way."""

    def __init__(self, slots: _Watched, work: Work) -> None:
        nowhere = [False] * len(slots.types)
        super().__init__(slots, -1, nowhere, work, lambda: False)
        self._watched = slots
        self._winning: set[int] = set()
        self._reasons: dict[Look, list[int]] = {}

    def leaf(self) -> Leaf:
        """What was gathered."""
        looks = {look: tuple(moves) for look, moves in self._reasons.items()}
        return Leaf(frozenset(self._winning), looks)

    def _ended(self, cells: list[int]) -> None:
        slots = self._watched
        self._winning.update(cells)
        moves = [
            self.tables.bit[move] if move >= 0 else allowed
            for move, allowed in zip(slots.pushes[1:], slots.allowed[1:], strict=True)
        ]
        for cell in cells:
            self._add((cell, 0), moves)
        for number in members(slots.lacking):
            self._add((number >> 2, 1 << (number & 3)), moves)

    def _add(self, look: Look, moves: list[int]) -> None:
        known = self._reasons.get(look)
        if known is None:
            self._reasons[look] = moves.copy()
            return
        for step, possible in enumerate(moves):
            known[step] |= possible

    def _locate(self, goal: int, cell: int, time: int) -> bool:
        lacking = self._watched.lacking
        over = super()._locate(goal, cell, time)
        self._watched.lacking = lacking
        return over

    def _child(self, front: Front, slot: int, move: int) -> bool:
        lacking = self._watched.lacking
        over = super()._child(front, slot, move)
        self._watched.lacking = lacking
        return over
