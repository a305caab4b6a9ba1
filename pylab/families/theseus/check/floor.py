"""The ways of a labyrinth: of a plan by its rectangles, of a graph by its list of edges."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from pylab.base.memo import Memo
from pylab.base.verdict import Problem
from pylab.families.theseus.model import (
    DOWN,
    LEFT,
    OPPOSITE,
    RIGHT,
    UP,
    Direction,
    Graph,
    Plan,
    Point,
    Puzzle,
    Room,
)

Key = tuple[int, int, int]
"""The source, the target and the lane of a way."""

Ways = Mapping[int, Sequence[tuple[int, int, Decimal]]]
"""From each state the targets, lanes and weights of the ways that lead on."""

_WORDS = {UP: "up", DOWN: "down", LEFT: "left", RIGHT: "right"}


@dataclass(frozen=True, slots=True)
class Way:
    """What walking an edge means: its weight, and the things it uses."""

    weight: Decimal
    room: int | None
    passage: object
    line: tuple[Point, ...] = ()


class Floor:
    """The ways of a puzzle, looked up by (source, target, lane)."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        floor = puzzle.floor
        self._walls: dict[tuple[Direction, Decimal], list[tuple[Decimal, Decimal, int]]] = {}
        self.way: Callable[[Key], Way | Problem] = Memo(self._find).__getitem__
        """What an edge means, or why there is none."""
        self._listed: dict[Key, Way] = {}
        if isinstance(floor, Plan):
            self.doors = len(floor.openings)
            self.start, self.goal = floor.start_state, floor.goal_state
            for index, room in enumerate(floor.rooms):
                for direction, line, low, high in _walls_of(room):
                    self._walls.setdefault((direction, line), []).append((low, high, index))
            for walls in self._walls.values():
                walls.sort()
        else:
            self.doors, self.start, self.goal = floor.nodes, floor.start, floor.goal
            self._listed = {e.key: Way(e.weight, None, e.passage) for e in floor.edges}

    def _find(self, key: Key) -> Way | Problem:
        source, target, lane = key
        floor = self.puzzle.floor
        for state in (source, target):
            if not 0 <= state < 2 * self.doors:
                return Problem("no-state", f"there is no state {state}")
        if isinstance(floor, Graph):
            listed = self._listed.get(key)
            if listed is None:
                words = f"no edge {lane} leads from {self.name(source)} to {self.name(target)}"
                return Problem("no-way", words)
            return listed
        if lane != 1:
            return Problem("no-way", f"in a plan there is one way from door to door, not {lane}")
        return self._through(floor, source, target)

    def _through(self, plan: Plan, source: int, target: int) -> Way | Problem:
        """Walk a plan: in by a door, out by another."""
        here, there = self._direction(plan, source), self._direction(plan, target)
        room = self._room(plan, source, here)
        if room is None:
            return Problem("outside", f"{self.name(source)} leads out of the labyrinth")
        if self._room(plan, target, OPPOSITE[there]) != room:
            name = plan.rooms[room].name
            return Problem("other-room", f"{self.name(target)} does not lead out of room {name}")
        manner = self._manner(source, target, here, there)
        if manner:
            words = f"from {self.name(source)} to {self.name(target)} one walks {manner}"
            return Problem("no-turn", words)
        a, b = plan.openings[source % self.doors], plan.openings[target % self.doors]
        corner = (a.x, b.y) if here in (UP, DOWN) else (b.x, a.y)
        doors = sorted((source % self.doors, target % self.doors))
        weight = abs(a.x - b.x) + abs(a.y - b.y)
        return Way(weight, room, (room, *doors), ((a.x, a.y), corner, (b.x, b.y)))

    def _manner(self, source: int, target: int, here: Direction, there: Direction) -> str:
        """How one walks who does not turn, unless that is allowed; empty if all is well."""
        leaving = self.puzzle.rules.leaving
        if here not in (there, OPPOSITE[there]):
            return ""
        if here == there:
            return "straight on instead of turning"
        if source % self.doors == target % self.doors:
            return "" if leaving == "back" else "back through the same door"
        return "" if leaving != "turn" else "back through the same wall"

    def _direction(self, plan: Plan, state: int) -> Direction:
        """The direction of travel, by the kind of wall the door is in."""
        upright = any(self._room(plan, state, each) is not None for each in (UP, DOWN))
        forward: Direction = UP if upright else RIGHT
        return forward if state < self.doors else OPPOSITE[forward]

    def _room(self, plan: Plan, state: int, direction: Direction) -> int | None:
        """The room one is in after walking through a door in a direction."""
        opening = plan.openings[state % self.doors]
        line, along = opening.y, opening.x
        if direction in (RIGHT, LEFT):
            line, along = along, line
        walls = self._walls.get((direction, line), [])
        at = bisect_left(walls, (along,)) - 1
        if at < 0:
            return None
        low, high, room = walls[at]
        return room if low < along < high else None

    def name(self, state: int) -> str:
        """A state in words, as `door 4 walked up`."""
        plan = self.puzzle.floor
        if isinstance(plan, Graph) or not 0 <= state < 2 * self.doors:
            return f"state {state}"
        return f"door {state % self.doors} walked {_WORDS[self._direction(plan, state)]}"

    def ways(self) -> Ways:
        """All ways, by the states that they lead on from."""
        found: dict[int, list[tuple[int, int, Decimal]]] = {s: [] for s in range(2 * self.doors)}
        for source, target, lane in self._possible():
            way = self.way((source, target, lane))
            if isinstance(way, Way):
                found[source].append((target, lane, way.weight))
        return found

    def _possible(self) -> Iterator[Key]:
        plan = self.puzzle.floor
        if isinstance(plan, Graph):
            yield from self._listed
            return
        entering: dict[int | None, list[int]] = {}
        leaving: dict[int | None, list[int]] = {}
        for state in range(2 * self.doors):
            direction = self._direction(plan, state)
            entering.setdefault(self._room(plan, state, direction), []).append(state)
            leaving.setdefault(self._room(plan, state, OPPOSITE[direction]), []).append(state)
        for room in range(len(plan.rooms)):
            for source in entering.get(room, ()):
                for target in leaving.get(room, ()):
                    yield source, target, 1


def _walls_of(room: Room) -> Iterator[tuple[Direction, Decimal, Decimal, Decimal]]:
    """The direction in which one walks in through each wall, its line, and its two ends on it."""
    yield UP, room.y, room.x, room.east
    yield DOWN, room.north, room.x, room.east
    yield RIGHT, room.x, room.y, room.north
    yield LEFT, room.east, room.y, room.north
