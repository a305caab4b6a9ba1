"""Cells and moves by number, with the tables that a fast search looks up; knows no strategy.

Cells count row by row from the south-west corner, from 0. A tile is named by the cell on which it
lies before the first push. A move is a push without its step; moves count line by line, so that a
smaller number never means a greater line. Sets of cells and of moves are the bits of an integer.
"""

from __future__ import annotations

from collections.abc import Iterable

from pylab.families.ravensburger.model import STEPS, Board, Field, Plan, Push

DIRECTIONS = tuple(STEPS)
"""A move's direction is its number modulo 4."""

OPENING = {direction: 1 << number for number, direction in enumerate(DIRECTIONS)}
"""A tile's openings are a sum of these."""

Moves = tuple[int, ...]
"""A plan's moves, by step."""

Near = list[tuple[int, int]]
"""Of an open tile on a cell: the cells beside its openings, and the opening that would face it."""


class Grid:
    """Sets of cells: pushed, which is the game's step for all but the checkers, and flooded."""

    def __init__(self, size: int) -> None:
        self.size, self.cells = size, size * size
        self.all = (1 << self.cells) - 1
        self.rows = [((1 << size) - 1) << row * size for row in range(size)]
        west = sum(1 << row * size for row in range(size))
        self.columns = [west << column for column in range(size)]

    def around(self, cells: int, direction: int) -> int:
        """The cells moved one step towards a direction, on the torus."""
        size = self.size
        if direction == 0:
            moved = cells << size
            return (moved | moved >> self.cells) & self.all
        if direction == 2:
            return cells >> size | (cells & self.rows[0]) << self.cells - size
        west, east = self.columns[0], self.columns[-1]
        if direction == 1:
            return (cells & ~east) << 1 | (cells & east) >> size - 1
        return (cells & ~west) >> 1 | (cells & west) << size - 1

    def pushed(self, cells: int, move: int) -> int:
        """The cells after a push."""
        moving = cells & self.line(move)
        return cells ^ moving ^ self.around(moving, move & 3) if moving else cells

    def line(self, move: int) -> int:
        """The cells whose tiles a push moves."""
        return (self.rows if move & 1 else self.columns)[move >> 2]

    def flooded(self, cells: int, openings: tuple[int, ...]) -> int:
        """The cells that can be walked to from these."""
        size = self.size
        north, east, south, west = openings
        # passages between a cell and the one to its north or east, kept at that one's bit
        upward = north << size & south
        rightward = (east & ~self.columns[-1]) << 1 & west
        while True:
            grown = cells | cells << size & upward | cells << 1 & rightward
            grown |= (grown & upward) >> size | (grown & rightward) >> 1
            if grown == cells:
                return cells
            cells = grown

    def ball(self, cells: int) -> int:
        """The cells that are at most one step away, on the torus."""
        grown = cells
        for direction in range(4):
            grown |= self.around(cells, direction)
        return grown


class Tables:
    """A board in numbers.

    Attributes:
        size: rows, and columns.
        start, goal: the cells, and tiles, where avatar and goal are before the first push.
        types: of each tile, its openings.
        moves: how many moves there are.
        all_moves: the set of them.
        forth, back: of each move, where it takes the tile on a cell, and where that came from.
        touching: of each cell, the set of the four moves that take tiles to and from it.
        touchers: the same as a tuple, in ascending order.
        near: of each kind of tile and each cell, what is beside the openings.
        bit: of each cell or move, the set of it alone.
        kept, kept_before: of each move, the moves that stay possible after it, and before it, if
            nothing was reached in between. Left out are parallel moves of smaller (after it) or of
            greater lines (before it), which could as well be made the other way round, and, in the
            first of the two sets, the inverse: both could be left out.
    """

    def __init__(self, board: Board) -> None:
        size = self.size = board.size
        self._grid = Grid(size)
        cells = range(size * size)
        self.start, self.goal = self._cell(board.start), self._cell(board.goal)
        types = [0] * len(cells)
        for row, column, direction in board.connections:
            types[self._cell((row, column))] |= OPENING[direction]
        self.types = bytes(types)
        self.moves = 4 * size
        self.all_moves = (1 << self.moves) - 1
        self.bit = [1 << number for number in range(max(len(cells), self.moves))]
        self.forth = [self._shifted(move) for move in range(self.moves)]
        self.back = [self.forth[self.inverse(move)] for move in range(self.moves)]
        row_moves = [d for d, name in enumerate(DIRECTIONS) if name in "ew"]
        self.touchers: list[tuple[int, ...]] = []
        for cell in cells:
            row, column = divmod(cell, size)
            touch = (4 * (row if d in row_moves else column) + d for d in range(4))
            self.touchers.append(tuple(sorted(touch)))
        self.touching = [sum(self.bit[move] for move in each) for each in self.touchers]
        self.near: list[list[Near]] = [[self._near(t, c) for c in cells] for t in range(16)]
        smaller = [self._parallel(move, range(self.line_of(move))) for move in range(self.moves)]
        greater = [
            self._parallel(move, range(self.line_of(move) + 1, size)) for move in range(self.moves)
        ]
        self.kept = [self._kept(move, smaller[move]) for move in range(self.moves)]
        self.kept_before = [self._kept(move, greater[move]) for move in range(self.moves)]
        self._crossed: list[list[int] | None] = [None] * self.moves

    def inverse(self, move: int) -> int:
        """The move that takes back what this one did."""
        return move ^ 2

    def line_of(self, move: int) -> int:
        """The number, from 0, of the row or column that moves."""
        return move >> 2

    def may_meet(self) -> bool:
        """Whether some chain of tiles could lead from the avatar to the goal, wherever they lie.

        Each has an opening that faces one of the next one's. Pushes change no opening, so that
        without such a chain there is no plan, however many pushes are allowed.
        """
        kinds, goal = set(self.types), self.types[self.goal]
        chain = [self.types[self.start]]
        for kind in chain:
            facing = faced(kind)
            if facing & goal:
                return True
            chain += [each for each in kinds if each & facing and each not in chain]
        return self.start == self.goal

    def plan(self, moves: Iterable[int]) -> Plan:
        """The moves, one a step, as a witness."""
        return Plan(
            tuple(
                Push(step, self.line_of(move) + 1, DIRECTIONS[move & 3])
                for step, move in enumerate(moves, 1)
            )
        )

    def arrival(self, moves: Moves) -> int | None:
        """The step after which the goal comes into reach first; None if it doesn't."""
        types, cells, goal = self.types, [self.start], self.goal
        if goal == self.start:
            return 0
        for step, move in enumerate(moves, 1):
            forth = self.forth[move]
            types, goal = self.after(types, move), forth[goal]
            cells = [forth[cell] for cell in cells]
            inside = set(cells)
            for cell in cells:
                for beside, facing in self.near[types[cell]][cell]:
                    if types[beside] & facing and beside not in inside:
                        inside.add(beside)
                        cells.append(beside)
            if goal in inside:
                return step
        return None

    def after(self, types: bytes, move: int) -> bytes:
        """What lies on the cells after a move, if this is what lies there before."""
        return bytes(map(types.__getitem__, self.back[move]))

    def crossed(self, move: int) -> list[int]:
        """By cell, the moves that don't commute with this one on the tile that lies there."""
        found = self._crossed[move]
        if found is None:
            forth, here = self.forth, self.forth[move]
            found = [0] * len(here)
            for cell in range(len(here)):
                for other in {*self.touchers[cell], *self.touchers[here[cell]]}:
                    if forth[other][here[cell]] != here[forth[other][cell]]:
                        found[cell] |= self.bit[other]
            self._crossed[move] = found
        return found

    def _cell(self, field: Field) -> int:
        return (field[0] - 1) * self.size + field[1] - 1

    def _shifted(self, move: int) -> list[int]:
        to = list(range(self.size * self.size))
        for cell in members(self._grid.line(move)):
            to[cell] = members(self._grid.pushed(1 << cell, move))[0]
        return to

    def _parallel(self, move: int, lines: Iterable[int]) -> int:
        """The moves of these lines that are parallel to a move."""
        found = 0
        for line in lines:
            along = 4 * line + (move & 1)
            found |= self.bit[along] | self.bit[self.inverse(along)]
        return found

    def _kept(self, move: int, swapped: int) -> tuple[int, int]:
        return (
            self.all_moves & ~(swapped | self.bit[self.inverse(move)]),
            self.all_moves & ~swapped,
        )

    def _near(self, openings: int, cell: int) -> Near:
        row, column = divmod(cell, self.size)
        found = []
        for direction, (up, right) in STEPS.items():
            if not openings & OPENING[direction]:
                continue
            if 0 <= row + up < self.size and 0 <= column + right < self.size:
                beside = (row + up) * self.size + column + right
                found.append((beside, faced(OPENING[direction])))
        return found


def faced(openings: int) -> int:
    """The openings that face these from beside."""
    return (openings << 2 | openings >> 2) & 15


def members(numbers: int) -> list[int]:
    """The numbers in a set of bits, ascending."""
    found = []
    while numbers:
        lowest = numbers & -numbers
        found.append(lowest.bit_length() - 1)
        numbers ^= lowest
    return found
