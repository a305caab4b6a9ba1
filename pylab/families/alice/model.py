"""Alice mazes and what can be said about one, as frozen data; knows no file format and no solver.

Squares are (x, y) = (column, row), (0, 0) at the top left. The rules are Robert Abbott's
(http://www.logicmazes.com/alice.html).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Literal, NamedTuple, get_args

from pylab.base.words import counted as counted_with

Square = tuple[int, int]

DIRECTIONS = {
    "n": (0, -1),
    "ne": (1, -1),
    "e": (1, 0),
    "se": (1, 1),
    "s": (0, 1),
    "sw": (-1, 1),
    "w": (-1, 0),
    "nw": (-1, -1),
}
"""What one square towards a direction adds to x and y, clockwise from the north."""

STAY = "stay"
"""The direction of a move of zero squares, which only the rule `backwards` allows."""

Colour = Literal["white", "black", "red", "yellow"]
"""The colours of arrows; white is the colour of a square that the file gives none."""

COLOURS: tuple[Colour, ...] = get_args(Colour)
WHITE, BLACK = COLOURS.index("white"), COLOURS.index("black")


class State(NamedTuple):
    """Where the token stands, and how many squares its next move is long."""

    x: int
    y: int
    d: int

    @property
    def square(self) -> Square:
        return self.x, self.y

    def __str__(self) -> str:
        return f"({self.x}, {self.y}) with d = {self.d}"


@dataclass(frozen=True, slots=True)
class Maze:
    """A puzzle.

    Attributes:
        width: columns.
        height: rows.
        start: where the token stands at first.
        goal: the square to land on; its colour and arrows don't matter.
        arrows: a byte a square, row by row; bit i is set for an arrow towards the i-th of
            DIRECTIONS.
        colours: a byte a square, row by row; an index into COLOURS.
        departure: the colour of the square that is left changes d, not that of the one landed on.
        backwards: d = 0 and d < 0 are no end: d < 0 moves against the arrow, and d = 0 lands
            where it is, which changes d again.
        begin: the state that routes begin at, if it is not the start with d = 1.
        depth: how deep a tree is grown; 0 for as deep as it gets.
    """

    width: int
    height: int
    start: Square
    goal: Square
    arrows: bytes
    colours: bytes
    departure: bool = False
    backwards: bool = False
    begin: State | None = None
    depth: int = 0

    @property
    def first(self) -> State:
        """The state that routes begin at."""
        return self.begin or State(*self.start, 1)

    def squares(self) -> Iterator[Square]:
        """All of them, row by row."""
        return ((x, y) for y in range(self.height) for x in range(self.width))

    def inside(self, square: Square) -> bool:
        """Whether this is a square of the grid."""
        return 0 <= square[0] < self.width and 0 <= square[1] < self.height

    def arrows_of(self, square: Square) -> tuple[str, ...]:
        """The directions of a square's arrows, clockwise from the north."""
        bits = self.arrows[square[1] * self.width + square[0]]
        return tuple(name for i, name in enumerate(DIRECTIONS) if bits >> i & 1)

    def colour_of(self, square: Square) -> Colour:
        return COLOURS[self.colours[square[1] * self.width + square[0]]]

    def is_blank(self, square: Square) -> bool:
        """Whether one may not land here: neither start nor goal, no arrow, and no colour."""
        index = square[1] * self.width + square[0]
        unmarked = not self.arrows[index] and self.colours[index] == WHITE
        return unmarked and square not in (self.start, self.goal)


class Move(NamedTuple):
    """At a step (from 1), following an arrow in a direction, the token comes into a state."""

    step: int
    direction: str
    x: int
    y: int
    d: int

    @property
    def state(self) -> State:
        return State(self.x, self.y, self.d)

    def __str__(self) -> str:
        return f"{self.direction} to {self.state}"


@dataclass(frozen=True, slots=True)
class Route:
    """Moves from the beginning to the goal.

    Attributes:
        moves: by step.
        length: the number of moves that it is claimed no route has less than; None for a route
            that doesn't claim to be a shortest one.
    """

    moves: tuple[Move, ...]
    length: int | None = None


@dataclass(frozen=True, slots=True)
class Unique:
    """The claim that this is the only shortest route."""

    moves: tuple[Move, ...]
    length: int


@dataclass(frozen=True, slots=True)
class Rivals:
    """Two different shortest routes: there is no unique one."""

    refutes: ClassVar[bool] = True

    moves: tuple[Move, ...]
    others: tuple[Move, ...]
    length: int


@dataclass(frozen=True, slots=True)
class Closed:
    """States, with the first, that no move leaves and none of which is on the goal: no route."""

    refutes: ClassVar[bool] = True

    states: tuple[State, ...]


@dataclass(frozen=True, slots=True)
class Statistics:
    """Figures of all states that can be reached; the goal ends a route.

    Attributes:
        states: reachable states (x, y, d), the first and those on the goal included.
        goals: those on the goal, which differ in d.
        moves: moves between them.
        dead: states off the goal without a move, those with d = 0 included.
        hopeless: states that the goal can't be reached from any more, dead ones included.
        forks: states with more than one move.
        largest: the largest d.
        squares: squares that one may land on, but for the goal.
        arrows: the arrows on them.
        wrong: moves from a state that the goal can be reached from to one that it can't.
        late: how far false trails lead: so many moves, the wrong one included, the farthest
            hopeless state lies behind the nearest wrong move; 0 without any.
    """

    states: int
    goals: int
    moves: int
    dead: int
    hopeless: int
    forks: int
    largest: int
    squares: int
    arrows: int
    wrong: int
    late: int


@dataclass(frozen=True, slots=True)
class Count:
    """How many shortest routes there are, and how long they are."""

    length: int
    routes: int


@dataclass(frozen=True, slots=True)
class Hint:
    """All first moves of shortest routes, and how many moves these routes have."""

    moves: tuple[Move, ...]
    length: int


class Branch(NamedTuple):
    """An arrow followed in a tree: from a state, in a direction, into a state.

    `outcome` says what becomes of the state: `new` if it is followed further, `goal`, or why
    it is not: `seen`, `arrowless` (a square without an arrow), `blank`, `outside`, `zero` (d = 0).
    d stays as it is on a square that one can't land on.
    """

    x: int
    y: int
    d: int
    direction: str
    to_x: int
    to_y: int
    to_d: int
    outcome: str

    @property
    def origin(self) -> State:
        return State(self.x, self.y, self.d)

    @property
    def target(self) -> State:
        return State(self.to_x, self.to_y, self.to_d)


OUTCOMES = ("new", "goal", "seen", "arrowless", "blank", "outside", "zero")


@dataclass(frozen=True, slots=True)
class Tree:
    """The tree of all routes that don't come into a state twice, breadth first.

    Attributes:
        root: the first state.
        branches: sorted; each state that is followed further occurs once as a `new` target.
    """

    root: State
    branches: tuple[Branch, ...]


@dataclass(frozen=True, slots=True)
class Design:
    """Arrows and colours for a grid with this maze's size, start and goal.

    Attributes:
        arrows: (x, y, direction), sorted.
        colours: (x, y, colour), sorted; other squares are black.
        length: the claimed number of moves of its shortest routes.
    """

    arrows: tuple[tuple[int, int, str], ...]
    colours: tuple[tuple[int, int, str], ...]
    length: int


def designed(maze: Maze, design: Design) -> Maze:
    """The maze with a design's arrows and colours instead of its own.

    Raises ValueError for a design that is not on the grid or gives a square two colours.
    """
    names = list(DIRECTIONS)
    arrows, colours = bytearray(len(maze.arrows)), bytearray([BLACK] * len(maze.colours))
    for x, y, mark in (*design.arrows, *design.colours):
        if not maze.inside((x, y)):
            raise ValueError(f"{mark} on ({x}, {y}), which is off the grid")
        if mark in names:
            arrows[y * maze.width + x] |= 1 << names.index(mark)
        else:
            colours[y * maze.width + x] = COLOURS.index(mark)
    if len({(x, y) for x, y, _ in design.colours}) < len(design.colours):
        raise ValueError("a square has two colours")
    return replace(maze, arrows=bytes(arrows), colours=bytes(colours))


_LONGEST = 60
"""The most digits of a number that are written out in words for people."""


def counted(number: int, noun: str, plural: str = "") -> str:
    """A number of things, rounded if it is very large."""
    return counted_with(number, noun, plural, rounded)


def rounded(number: int) -> str:
    """A number in words; a very large one, which Python may not write out at all, is rounded.

    >>> rounded(2**20), rounded(7 * 10**5000)
    ('1048576', 'about 7.000 × 10^5000')
    """
    if abs(number) < 10**_LONGEST:
        return str(number)
    power = int(math.log10(number))
    leading = number // 10 ** (power - 3)
    if not 1000 <= leading < 10_000:  # the logarithm was rounded up to a power of 10
        power += 1 if leading >= 10_000 else -1
        leading = number // 10 ** (power - 3)
    return f"about {leading // 1000}.{leading % 1000:03} × 10^{power}"


Witness = Route | Unique | Rivals | Closed | Statistics | Count | Hint | Tree | Design


def repeated(row: int, width: int, height: int) -> int:
    """The set of squares that has this row in each row of a grid; bit y · width + x is (x, y).

    >>> bin(repeated(0b10, 3, 3))
    '0b10010010'
    """
    found = done = 0
    block, rows = row, 1
    while height:
        if height & 1:
            found |= block << done * width
            done += rows
        height >>= 1
        if height:
            block |= block << rows * width
            rows *= 2
    return found
