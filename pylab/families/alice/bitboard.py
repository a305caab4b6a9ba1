"""A maze as bit sets, so that a move of many tokens at once is a mask and a shift; seeks no goal.

A set of squares is one integer: bit y · width + x stands for square (x, y). A set of states is a
dictionary from d to the squares where the token can stand with that d. Squares are taken away by
`a ^ (a & b)`: on large boards, `a & ~b` takes many times as long, as Python's `~b` is negative.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from pylab.families.alice.model import (
    COLOURS,
    DIRECTIONS,
    WHITE,
    Colour,
    Maze,
    Square,
    State,
    repeated,
)
from pylab.families.alice.moves import can_move, changed, won

States = dict[int, int]
"""From d to a set of squares; no set is empty."""


_LARGE = 1_000_000
"""Masks are not kept for boards of more squares than this."""


class Bitboard:
    """The masks of a maze, and its moves forwards and backwards."""

    def __init__(self, maze: Maze) -> None:
        self.maze = maze
        self.width, self.height = maze.width, maze.height
        self.longest = max(maze.width, maze.height) - 1
        self.goal = self.bit(maze.goal)
        self.landable = self._landable()
        self.arrows = [
            (dx, dy, _set_of(maze.arrows, digits))
            for digits, (dx, dy) in zip(_ARROW, DIRECTIONS.values(), strict=True)
        ]
        self.arrows = [each for each in self.arrows if each[2]]
        self._changes: dict[int, Sequence[tuple[int, int]]] = {}
        self._together: dict[tuple[Colour, ...], int] = {}
        self._aims: dict[int, Sequence[tuple[int, int]]] = {}
        self._columns: dict[int, int] = {0: -1}

    def bit(self, square: Square) -> int:
        """The set of this square alone."""
        return 1 << (square[1] * self.width + square[0])

    def won(self, d: int) -> int:
        """The squares on which one has won with this d."""
        return self.goal if won(self.maze, State(*self.maze.goal, d)) else 0

    def winning(self, states: Mapping[int, int]) -> States:
        """Those of the states in which one has won."""
        found = ((d, squares & self.won(d)) for d, squares in states.items())
        return {d: squares for d, squares in found if squares}

    def can_move(self, d: int) -> bool:
        """Whether a token with this d has anywhere to go, given an arrow."""
        return -self.longest <= d <= self.longest and can_move(self.maze, d)

    def advance(self, states: Mapping[int, int]) -> States:
        """The states that one move leads to from these."""
        found: States = {}
        for d, squares in states.items():
            if not self.can_move(d):
                continue
            if over := squares & self.won(d):
                squares ^= over
            if self.maze.departure:
                for after, mask in self.changes(d):
                    if leaving := squares & mask:
                        _add(found, after, self.landings(d, leaving) & self.landable)
            elif landed := self.landings(d, squares):
                for after, mask in self.changes(d):
                    if there := landed & mask:
                        found[after] = found.get(after, 0) | there
        return found

    def retreat(self, states: Mapping[int, int], ds: Iterator[int]) -> States:
        """The states with one of these d from which one move leads into `states`."""
        found: States = {}
        for d in ds:
            if not self.can_move(d):
                continue
            if self.maze.departure:
                for after, mask in self.changes(d):
                    if target := states.get(after, 0):
                        _add(found, d, self.takeoffs(d, target) & mask)
            else:
                target = 0
                for after, mask in self.changes(d):
                    target |= states.get(after, 0) & mask
                if target:
                    _add(found, d, self.takeoffs(d, target))
        return found

    def landings(self, d: int, squares: int) -> int:
        """The squares at which arrows from these point, those included that one can't land on.

        Where aims are not kept, columns are masked once for the directions that share them: after
        squares are shifted to the left in their rows, before they are shifted to the right. So one
        mask serves both.
        """
        landed = 0
        if d in self._aims or self.width * self.height <= _LARGE:
            for shift, arrows in self.aims(d):
                if going := squares & arrows:
                    landed |= _shifted(going, shift)
            return landed
        left = -1 if d > 0 else 1
        for side in (left, 0, -left):
            if side == -left:
                squares &= self.columns(abs(d))
            for dx, dy, arrows in self.arrows:
                if dx == side and (going := squares & arrows):
                    landed |= _shifted(going, (dy * self.width + dx) * d)
            if side == left:
                landed &= self.columns(abs(d))
        return landed

    def takeoffs(self, d: int, squares: int) -> int:
        """The squares from which an arrow lands on these."""
        found = 0
        for shift, arrows in self.aims(d):
            found |= _shifted(squares, -shift) & arrows
        return found ^ (found & self.won(d))

    def flights(self, d: int, squares: int) -> Iterator[int]:
        """For each direction, those of the squares from which one lands somewhere."""
        if not self.can_move(d):
            return
        squares ^= squares & self.won(d)
        if d == 0:
            yield squares & self._with_arrows
            return
        for shift, arrows in self.aims(d):
            yield _shifted(_shifted(squares & arrows, shift) & self.landable, -shift)

    def moves(self, origins: Mapping[int, int], targets: Mapping[int, int]) -> int:
        """How many moves lead from states of one set to those of another."""
        return sum(self._moves(d, squares, targets) for d, squares in origins.items())

    def _moves(self, d: int, squares: int, targets: Mapping[int, int]) -> int:
        if not self.can_move(d):
            return 0
        found, squares = 0, squares ^ (squares & self.won(d))
        for after, mask in self.changes(d):
            there, here = targets.get(after, 0) & self.landable, squares
            if self.maze.departure:
                here &= mask
            else:
                there &= mask
            if d == 0:
                found += (here & there & self._with_arrows).bit_count()
            elif here and there:
                for shift, arrows in self.aims(d):
                    found += (_shifted(here & arrows, shift) & there).bit_count()
        return found

    def changes(self, d: int) -> Sequence[tuple[int, int]]:
        """What d can be changed to, each with the squares that do so."""
        changes = self._changes.get(d)
        if changes is None:
            found: dict[int, tuple[Colour, ...]] = {}
            for colour in self._coloured:
                after = changed(d, colour)
                found[after] = (*found.get(after, ()), colour)
            changes = [(after, self._of(colours)) for after, colours in found.items()]
            changes = self._changes[d] = [each for each in changes if each[1]]
        return changes

    def aims(self, d: int) -> Sequence[tuple[int, int]]:
        """For each direction how far it shifts, and the arrows that stay on the columns."""
        aims = self._aims.get(d)
        if aims is None:
            aims = [
                ((dy * self.width + dx) * d, arrows & self.columns(dx * d))
                for dx, dy, arrows in self.arrows
            ]
            if self.width * self.height <= _LARGE:
                self._aims[d] = aims
        return aims

    def columns(self, right: int) -> int:
        """The squares whose column is still on the grid that many columns to the right."""
        mask = self._columns.get(right)
        if mask is None:
            room = max(0, self.width - abs(right))
            row = ((1 << room) - 1) << (self.width - room if right < 0 else 0)
            mask = self._columns[right] = repeated(row, self.width, self.height)
        return mask

    def states_of(self, states: Mapping[int, int]) -> Iterator[State]:
        """The states of a set, by d and then row by row."""
        for d in sorted(states):
            for index in _indices(states[d]):
                yield State(index % self.width, index // self.width, d)

    @cached_property
    def _with_arrows(self) -> int:
        found = 0
        for _, _, arrows in self.arrows:
            found |= arrows
        return found

    @cached_property
    def _coloured(self) -> Mapping[Colour, int]:
        """The squares that one can land on, by their colours."""
        sets = (_set_of(self.maze.colours, digits) & self.landable for digits in _COLOUR)
        return dict(zip(COLOURS, sets, strict=True))

    def _of(self, colours: tuple[Colour, ...]) -> int:
        """The squares of these colours; made once, as it takes as much memory as a set."""
        known = self._together.get(colours)
        if known is None:
            known = 0
            for colour in colours:
                known |= self._coloured[colour]
            self._together[colours] = known
        return known

    def _landable(self) -> int:
        marked = _set_of(self.maze.arrows, _MARKED) | _set_of(self.maze.colours, _MARKED)
        return marked | self.goal | self.bit(self.maze.start)


def size_of(states: Mapping[int, int]) -> int:
    """How many states are in the set."""
    return sum(squares.bit_count() for squares in states.values())


def _set_of(codes: bytes, digits: bytes) -> int:
    """The squares whose byte has the digit 1: written in binary, and read as a number."""
    return int(codes.translate(digits)[::-1], 2)


_ARROW = [bytes(b"01"[bits >> i & 1] for bits in range(256)) for i in range(len(DIRECTIONS))]
_COLOUR = [bytes(b"01"[each == colour] for each in range(256)) for colour in range(len(COLOURS))]
_MARKED = bytes(b"01"[each != WHITE] for each in range(256))
"""For each byte of a maze a binary digit: has it this arrow, this colour, anything at all."""


def _shifted(squares: int, places: int) -> int:
    return squares << places if places >= 0 else squares >> -places


def _add(states: States, d: int, squares: int) -> None:
    if squares:
        states[d] = states.get(d, 0) | squares


def _indices(squares: int) -> Iterator[int]:
    """The numbers of the bits that are set, in order."""
    digits = bin(squares)[:1:-1]
    index = digits.find("1")
    while index >= 0:
        yield index
        index = digits.find("1", index + 1)
