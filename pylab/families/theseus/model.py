"""Floor plans, the graphs of their turns, and the routes through them; knows no text and no search.

A *state* is a door with a direction of travel. With n doors, state i is door i walked up or
right, state i + n is door i walked down or left. Lengths and weights are exact decimals.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cached_property
from typing import Final, Literal, get_args

from pylab.base.rows import row

Direction = Literal["u", "r", "d", "l"]
UP: Final = "u"
RIGHT: Final = "r"
DOWN: Final = "d"
LEFT: Final = "l"

FORWARD = (UP, RIGHT)
"""The directions of travel of the states below n; the others' are DOWN and LEFT."""

OPPOSITE: Mapping[Direction, Direction] = {UP: DOWN, RIGHT: LEFT, DOWN: UP, LEFT: RIGHT}
Leaving = Literal["turn", "same-wall", "back"]
LEAVING: tuple[Leaving, ...] = get_args(Leaving)
"""How a room may be left: left or right only; also by another door of the wall it was entered
through; also by the very door it was entered through."""

Limit = Literal["door", "room", "passage", "edge", "point"]
LIMITS: tuple[Limit, ...] = get_args(Limit)
"""What `Rules` can limit, beside states."""

LISTED = 100
"""The most ties of shortest and longest routes that statistics name."""


def state_of(door: int, direction: Direction, nodes: int) -> int:
    """The state of walking a door in a direction, where there are so many doors."""
    return door if direction in FORWARD else door + nodes


def turned(state: int, nodes: int) -> int:
    """The same door, walked the other way."""
    return state + nodes if state < nodes else state - nodes


_BACK = "", "'"


def state_name(state: int, nodes: int, names: Sequence[str] = ()) -> str:
    """A door's name or, if doors have none, its number; a prime if it is walked down or left.

    >>> state_name(4, 38), state_name(42, 38), state_name(2, 2, ["here", "there"])
    ('4', "4'", "here'")
    """
    back = 0 < nodes <= state
    door = state - nodes if back else state
    return f"{names[door] if 0 <= door < len(names) else door}{_BACK[back]}"


def exact(value: Decimal) -> Decimal:
    """The same number in one form: without trailing zeros, and without an exponent.

    >>> exact(Decimal("2.50")), exact(Decimal("30"))
    (Decimal('2.5'), Decimal('30'))
    """
    if value == int(value):
        return Decimal(int(value))
    return value.normalize()


Point = tuple[Decimal, Decimal]
"""x and y of the plane, in units; y grows northwards."""


@row
class Room:
    """A rectangle; x and y are its south-west corner's, y grows northwards, in units."""

    name: str
    x: Decimal
    y: Decimal
    width: Decimal
    height: Decimal

    @property
    def east(self) -> Decimal:
        return self.x + self.width

    @property
    def north(self) -> Decimal:
        return self.y + self.height


@row
class Opening:
    """A door, or an opening in the outer wall, by its middle.

    Attributes:
        x, y: in units.
        forward: the direction of travel of its first state, one of FORWARD.
        before: the index of the room below or left of it; None outside.
        behind: the index of the room above or right of it; None outside.
    """

    x: Decimal
    y: Decimal
    forward: Direction
    before: int | None
    behind: int | None

    @property
    def place(self) -> Point:
        return self.x, self.y


@dataclass(frozen=True, slots=True)
class Plan:
    """Rooms that tile a rectangle, and the openings between them.

    Attributes:
        width, height: of the rectangle, whose south-west corner is the origin.
        rooms: sorted by y, then x.
        openings: doors, start and goal together, sorted by y, then x; their index is their number.
        start, goal: indices of openings.
    """

    width: Decimal
    height: Decimal
    rooms: tuple[Room, ...]
    openings: tuple[Opening, ...]
    start: int
    goal: int

    @property
    def start_state(self) -> int:
        """The start, walked inwards."""
        forward = self.openings[self.start].behind is not None
        return self.start if forward else turned(self.start, len(self.openings))

    @property
    def goal_state(self) -> int:
        """The goal, walked outwards."""
        forward = self.openings[self.goal].behind is None
        return self.goal if forward else turned(self.goal, len(self.openings))

    @property
    def doors(self) -> tuple[Point, ...]:
        """The places of the doors between rooms."""
        numbered = enumerate(self.openings)
        return tuple(o.place for i, o in numbered if i not in (self.start, self.goal))

    @property
    def ends(self) -> tuple[Point, Point]:
        """The places of start and goal."""
        return self.openings[self.start].place, self.openings[self.goal].place

    def opening(self, state: int) -> Opening:
        """The opening that is walked through."""
        return self.openings[state % len(self.openings)]


@row
class Edge:
    """One way from a state to another.

    Attributes:
        source, target: states.
        lane: from 1, to tell parallel edges apart; the lighter ones first.
        weight: the distance walked, in units.
        passage: the same for an edge and for its reverse, and for no third.
        rooms: the indices of the rooms crossed, in order; empty if there is no plan.
        heading: the letters of the directions in which it leads away from its source and from its
            target, as lists of edges have them; empty where nobody said.
    """

    source: int
    target: int
    lane: int
    weight: Decimal
    passage: int
    rooms: tuple[int, ...] = ()
    heading: str = field(default="", compare=False)

    @property
    def key(self) -> tuple[int, int, int]:
        """What tells it from all other edges of its graph."""
        return self.source, self.target, self.lane


@dataclass(frozen=True, slots=True)
class Graph:
    """A directed multigraph on the states 0 … 2 · nodes - 1.

    Attributes:
        nodes: how many doors there are; door i has the states i and i + nodes.
        edges: sorted by their key.
        start, goal: states.
        listed: the indices of the edges that the lines of a list name, in their order; empty if it
            was not read from one.
        over: the plan that it was made from, to be drawn over it, if there is one.
        names: what a list calls its doors, if it doesn't number them.
    """

    nodes: int
    edges: tuple[Edge, ...]
    start: int
    goal: int
    listed: tuple[int, ...] = field(default=(), compare=False, repr=False)
    over: Plan | None = field(default=None, compare=False, repr=False)
    names: tuple[str, ...] = field(default=(), compare=False, repr=False)

    def reverse(self, state: int) -> int:
        """The same door, walked the other way."""
        return turned(state, self.nodes)

    def label(self, state: int) -> str:
        """A state's name, see `state_name`."""
        return state_name(state, self.nodes, self.names)


@dataclass(frozen=True, slots=True)
class Rules:
    """What must not happen twice, and how a room may be left.

    By default no state is visited twice. Where passages or edges are limited, states are free.

    Attributes:
        door: a door is passed at most this often, in either direction; 0: no limit.
        room: a room is crossed at most this often; 0: no limit.
        passage: 1 if no way from door to door is walked twice, in either direction.
        edge: 1 if no way from door to door is walked twice in the same direction.
        point: 1 if no point of the plane is touched twice.
        leaving: one of LEAVING.
    """

    door: int = 0
    room: int = 0
    passage: int = 0
    edge: int = 0
    point: int = 0
    leaving: Leaving = "turn"

    @property
    def trails(self) -> bool:
        """Whether states may be visited again, and only ways must not."""
        return bool(self.passage or self.edge)

    @property
    def limits(self) -> Mapping[Limit, int]:
        """The limits in force, by what they limit."""
        return {kind: getattr(self, kind) for kind in LIMITS if getattr(self, kind)}


@dataclass(frozen=True)
class Puzzle:
    """A labyrinth, as a plan or as a bare graph, and the rules of walking it."""

    floor: Plan | Graph
    rules: Rules = field(default_factory=Rules)

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        """Kept, because every check of a route looks its puzzle up."""
        return hash((self.floor, self.rules))


@row
class Route:
    """A path from start to goal, or a cycle.

    Attributes:
        cycle: whether it returns to its first state.
        states: in order; a cycle's first one is its least, and is not repeated at the end.
        lanes: of the edges taken, in order; one less than the states for a path. All 0 where
            nobody said which edges and states: then the states are doors, each by its first state.
        weights: of the same edges, in units; empty where nobody said.
        nodes: the doors of the graph it is walked in, on which its length depends; 0 likewise.
        names: of these doors, if they have some.
    """

    cycle: bool
    states: tuple[int, ...]
    lanes: tuple[int, ...]
    weights: tuple[Decimal, ...] = ()
    nodes: int = 0
    names: tuple[str, ...] = field(default=(), compare=False, repr=False)

    @property
    def length(self) -> int:
        """The number of edges."""
        return len(self.lanes)

    @property
    def weight(self) -> Decimal:
        """The distance walked, in units."""
        return exact(sum(self.weights, Decimal(0)))

    @property
    def keys(self) -> tuple[tuple[int, int, int], ...]:
        """The keys of the edges taken."""
        targets = self.states[1:] + self.states[:1] if self.cycle else self.states[1:]
        return tuple(zip(self.states, targets, self.lanes, strict=False))


Histogram = tuple[tuple[Decimal, int], ...]
"""How many there are of each value, sorted by value."""


def mean(histogram: Histogram) -> str:
    """The average value, to three decimals; a dash for nothing."""
    total = sum(number for _, number in histogram)
    if not total:
        return "-"
    return f"{sum(value * number for value, number in histogram) / total:.3f}"


@dataclass(frozen=True, slots=True)
class Count:
    """How many paths or cycles there are, found without walking each.

    Attributes:
        cycles: what was counted.
        nodes: the doors of the graph they are in.
        weights: how many there are of each weight.
        factors: of the paths, their number between one state that all of them pass and the next.
    """

    cycles: bool
    nodes: int
    weights: Histogram
    factors: tuple[int, ...] = ()

    @property
    def total(self) -> int:
        return sum(number for _, number in self.weights)


@dataclass(frozen=True, slots=True)
class Summary:
    """All paths, or all cycles, in figures.

    Attributes:
        lengths, weights: how many there are of each length (in edges) and weight.
        shortest, longest: those of the least and of the greatest weight, all ties.
    """

    lengths: Histogram
    weights: Histogram
    shortest: tuple[Route, ...]
    longest: tuple[Route, ...]

    @property
    def total(self) -> int:
        return sum(number for _, number in self.weights)


@dataclass(frozen=True, slots=True)
class Statistics:
    """The analysis of a labyrinth.

    Attributes:
        nodes, edges: of the graph that was analysed; it has two states a node.
        paths, cycles: the routes in figures.
        reduced_nodes, reduced_edges: of the graph without the states that offer no choice.
        reduced_lengths: how many paths there are of each length in that graph.
        reduced_cycle_lengths: the same of cycles.
        door_use: for each door, how often all paths together pass it.
        room_use: for each room, how often all paths together cross it; empty without a plan.
        must_pass: the states that every path passes, in the order in which the first of the
            shortest paths comes to them; without limits all paths pass them in that order.
        factors: how many ways lead from one of them to the next; their product is the number of
            paths. Empty where a rule couples the parts.
    """

    nodes: int
    edges: int
    paths: Summary
    cycles: Summary
    reduced_nodes: int
    reduced_edges: int
    reduced_lengths: Histogram
    reduced_cycle_lengths: Histogram
    door_use: tuple[int, ...]
    room_use: tuple[int, ...]
    must_pass: tuple[int, ...]
    factors: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Analysis:
    """All paths, or all cycles, as the program of the puzzle's source sums them up.

    Attributes:
        total: how many there are.
        length, weight: on average, to three decimals; a dash for none.
        shortest, longest: one of the least and one of the greatest weight, their states doors
            and their lanes 0; None if there is none.
    """

    total: int
    length: str
    weight: str
    shortest: Route | None
    longest: Route | None


@dataclass(frozen=True, slots=True)
class Log:
    """What that program prints of a graph; of a plan, that is the reduced one.

    Attributes:
        states, edges: how many the graph has; the program calls states nodes.
        seconds: how long the analysis took.
    """

    states: int
    edges: int
    paths: Analysis
    cycles: Analysis
    seconds: float = field(default=0.0, compare=False)


@dataclass(frozen=True, slots=True)
class NoRoute:
    """The proof that the goal is out of reach: states that no edge leaves, the start among them.

    Attributes:
        nodes: the doors of the graph.
        closed: the states, sorted.
        names: of the doors, if they have some.
    """

    nodes: int
    closed: tuple[int, ...]
    names: tuple[str, ...] = field(default=(), compare=False, repr=False)

    refutes = True


Witness = Route | Count | Statistics | Log | NoRoute
