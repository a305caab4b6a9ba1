"""How far the goal is, checked: all states that are no farther, a set of squares for each d.

A set of squares is one integer, bit y * width + x for (x, y), so that a move of all of them by an
arrow is a mask and a shift. Squares are numbered from the end if states are near it, since short
integers take less time. The rules that a single move is checked by are in `rules`; the tests hold
the two against each other.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cached_property

from pylab.families.alice.check.rules import moves, recoloured, won
from pylab.families.alice.model import COLOURS, DIRECTIONS, Colour, Maze, Square, State, repeated

MOST_BITS = 2**32
"""So many bits of sets are held at most, half a gigabyte; beyond that nothing is said."""

_Sets = dict[int, int]
"""From d to the squares on which somebody stands with it."""


class Layers:
    """The states by their distance from where routes begin, up to the nearest on the goal.

    Attributes:
        complete: whether it came to an end: at the goal, or where there is nothing new.
        length: of the shortest routes; None if there is none, or none of `most` moves.
    """

    length: int | None

    def __init__(self, maze: Maze, keep: bool = True, most: int | None = None) -> None:
        """Args:
        keep: whether layers are kept, for questions about the shortest routes.
        most: the moves of a route that there is; no longer ones are looked for.
        """
        self.maze, self.length, self._most = maze, None, most
        self._turn = -1 if 2 * (maze.first.y if most is None else maze.goal[1]) > maze.height else 1
        self._goal = self._set(maze.goal)
        arrows, colours = maze.arrows[:: -self._turn], maze.colours[:: -self._turn]
        blank = _squares(arrows, {0}) & _squares(colours, {COLOURS.index("white")})
        whole = (1 << maze.width * maze.height) - 1
        self._landable = whole ^ blank | self._goal | self._set(maze.start)
        self._arrows = [
            _squares(arrows, {bits for bits in range(256) if bits >> i & 1})
            for i in range(len(DIRECTIONS))
        ]
        self._colours: dict[Colour, int] = {
            name: _squares(colours, {number}) & self._landable
            for number, name in enumerate(COLOURS)
        }
        self._within: _Sets = {}
        self._layers: list[_Sets] = [{maze.first.d: self._set(maze.first.square)}]
        self._kept = keep
        self.complete = self._walked()

    def _walked(self) -> bool:
        seen, layer = dict(self._layers[0]), self._layers[0]
        size, bits, distance = self.maze.width * self.maze.height, 0, 0
        while layer and self.length is None and distance != self._most:
            if len(seen) * size > MOST_BITS:
                return False
            distance += 1
            layer = {
                d: new
                for d, landed in self._onward(layer).items()
                if (squares := self._live(d, landed, distance))
                and (new := squares ^ (squares & seen.get(d, 0)))  # ~ is slow on large integers
            }
            for d, squares in layer.items():
                seen[d] = seen.get(d, 0) | squares
                bits += squares.bit_length()
                if squares & self._won(d):
                    self.length = distance
            self._kept = self._kept and bits <= MOST_BITS
            if self._kept:
                self._layers.append(layer)
            else:
                self._layers.clear()
        return True

    @property
    def kept(self) -> bool:
        """Whether the shortest routes can be looked at as well."""
        return self.complete and self._kept

    def routes(self) -> int:
        """How many shortest routes there are; the layers must have been kept."""
        if self.length is None:
            return 0
        ways = {self.maze.first: 1}
        for on in self._on_routes[1:]:
            following: dict[State, int] = {}
            for state, number in ways.items():
                for _, each in moves(self.maze, state):
                    if self._has(on, each):
                        following[each] = following.get(each, 0) + number
            ways = following
        return sum(ways.values())

    def firsts(self) -> set[State]:
        """The states into which shortest routes come with their first move; as for `routes`."""
        return {each for _, each in moves(self.maze, self.maze.first)
                if self._has(self._on_routes[1], each)}  # fmt: skip

    def _has(self, sets: Mapping[int, int], state: State) -> bool:
        return bool(sets.get(state.d, 0) & self._set(state.square))

    def _set(self, square: Square) -> int:
        """The set of this square alone."""
        index = square[1] * self.maze.width + square[0]
        return 1 << (index if self._turn > 0 else self.maze.width * self.maze.height - 1 - index)

    def _live(self, d: int, squares: int, distance: int) -> int:
        """Those in rows from which the moves that are left can lead to the goal.

        A move changes d by 1 at most, and the row by d at most.
        """
        if self._most is None:
            return squares
        left = self._most - distance
        rows = 1 + left * abs(d) + left * (left - 1) // 2
        bits = ((self._goal.bit_length() - 1) // self.maze.width + rows) * self.maze.width
        return squares if squares.bit_length() <= bits else squares & (1 << bits) - 1

    @cached_property
    def _on_routes(self) -> list[_Sets]:
        """Of each layer the states on shortest routes."""
        last = ((d, squares & self._won(d)) for d, squares in self._layers[-1].items())
        found = [{d: squares for d, squares in last if squares}]
        for layer in self._layers[-2::-1]:
            origins = ((d, squares & self._before(d, found[-1])) for d, squares in layer.items())
            found.append({d: squares for d, squares in origins if squares})
        return found[::-1]

    def _won(self, d: int) -> int:
        """The squares on which a route ends with this d."""
        return self._goal if won(self.maze, State(*self.maze.goal, d)) else 0

    def _onward(self, layer: Mapping[int, int]) -> _Sets:
        """Where one move leads from these states."""
        found: _Sets = {}
        for d, squares in layer.items():
            for leaving, masks in self._by_colour(d, squares):
                landed = 0
                for shift, origins in self._leaps(d, leaving):
                    landed |= _shifted(origins, shift)
                for after, mask in masks if landed else ():
                    found[after] = found.get(after, 0) | landed & mask
        return {d: squares for d, squares in found.items() if squares}

    def _before(self, d: int, targets: Mapping[int, int]) -> int:
        """The squares from which one move with this d leads into one of these states."""
        found = 0
        for leaving, masks in self._by_colour(d, -1):
            landed = 0
            for after, mask in masks:
                landed |= targets.get(after, 0) & mask
            for shift, origins in self._leaps(d, leaving) if landed else ():
                found |= _shifted(landed, -shift) & origins
        return found

    def _by_colour(self, d: int, squares: int) -> Iterator[tuple[int, list[tuple[int, int]]]]:
        """The squares, and what becomes of d on which ones that they lead to."""
        after = ((recoloured(d, colour), mask) for colour, mask in self._colours.items())
        if not self.maze.departure:
            yield squares, list(after)
            return
        for new, mask in after:
            yield squares & mask, [(new, self._landable)]

    def _leaps(self, d: int, squares: int) -> Iterator[tuple[int, int]]:
        """For each arrow that one can follow d squares: the shift, and from which of the squares.

        None for a d with which nobody moves; zero squares need any arrow.
        """
        if d <= 0 and not self.maze.backwards:
            return
        if over := squares & self._won(d):
            squares ^= over
        if d == 0:
            yield 0, squares & self._anywhere
            return
        steps = self._turn * d
        staying = {dx: squares & self._columns(steps * dx) if dx else squares for dx in (-1, 0, 1)}
        for origins, (dx, dy) in zip(self._arrows, DIRECTIONS.values(), strict=True):
            if abs(d * dy) < self.maze.height and (leaving := staying[dx] & origins):
                yield steps * (dy * self.maze.width + dx), leaving

    @cached_property
    def _anywhere(self) -> int:
        """The squares with an arrow."""
        found = 0
        for origins in self._arrows:
            found |= origins
        return found

    def _columns(self, steps: int) -> int:
        """The squares that are in the grid, too, so many columns up in their numbers."""
        if steps not in self._within:
            width = max(0, self.maze.width - abs(steps))
            row = (1 << width) - 1 << max(0, -steps)
            self._within[steps] = repeated(row, self.maze.width, self.maze.height)
        return self._within[steps]


def _squares(values: bytes, wanted: Collection[int]) -> int:
    """The squares whose byte is one of these."""
    digits = bytes(49 if byte in wanted else 48 for byte in range(256))
    return int(values.translate(digits), 2)


def _shifted(squares: int, places: int) -> int:
    return squares << places if places >= 0 else squares >> -places
