"""Replays routes door by door, by the rules alone, and counts again where that is feasible.

Ways through a plan are found from its rectangles here, not from any graph. Counts are found by
another method than the search's: a path's possible ends depend only on where it stands and on
what is left of the labyrinth, so equal remainders are counted once.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from heapq import heapify, heappop, heappush

from pylab.families.theseus.model import (
    DOWN,
    LEFT,
    LISTED,
    RIGHT,
    UP,
    Count,
    Graph,
    Histogram,
    NoRoute,
    Plan,
    Puzzle,
    Room,
    Route,
    Statistics,
    Summary,
    Witness,
    exact,
)
from pylab.verdict import Problem, Verdict

REMAINDERS = 12_000
"""The most remainders of a labyrinth that are looked at to count its routes again."""

WORK = 3_000_000
"""The most states and amounts that are met in doing so."""

STEP = 10
"""The work of a step, where limits couple all parts, so that routes are walked to be counted."""

_OPPOSITE = {UP: DOWN, DOWN: UP, LEFT: RIGHT, RIGHT: LEFT}


def check(puzzle: Puzzle, witness: Witness) -> Verdict:
    """What is wrong with a witness.

    A route must begin at the start and end at the goal (a cycle: where it began, its least state
    first), take only ways that the rules allow, and do nothing more often than they allow.
    """
    floor = _floor_of(puzzle)
    if isinstance(witness, Route):
        return _check_route(floor, witness)
    if isinstance(witness, NoRoute):
        return _check_closed(floor, witness)
    if isinstance(witness, Count):
        return _check_count(floor, witness)
    return _check_statistics(floor, witness)


@dataclass(frozen=True, slots=True)
class _Way:
    """What walking an edge means: its weight, and the things it uses."""

    weight: Decimal
    room: int | None
    passage: object
    line: tuple[tuple[Decimal, Decimal], ...] = ()


class _Floor:
    """The ways of a puzzle, looked up by (source, target, lane)."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        floor = puzzle.floor
        self._walls: dict[tuple[str, Decimal], list[tuple[Decimal, Decimal, int]]] = {}
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
        self.known: dict[tuple[int, int, int], _Way | Problem] = {}
        self._listed: dict[tuple[int, int, int], _Way] = {}
        if isinstance(floor, Graph):
            self._listed = {e.key: _Way(e.weight, None, e.passage) for e in floor.edges}

    def way(self, key: tuple[int, int, int]) -> _Way | Problem:
        """What an edge means, or why there is none."""
        found = self.known.get(key)
        if found is None:
            found = self.known[key] = self._find(*key)
        return found

    def _find(self, source: int, target: int, lane: int) -> _Way | Problem:
        floor = self.puzzle.floor
        for state in (source, target):
            if not 0 <= state < 2 * self.doors:
                return Problem("no-state", f"there is no state {state}")
        if isinstance(floor, Graph):
            listed = self._listed.get((source, target, lane))
            if listed is None:
                words = f"no edge {lane} leads from {self.name(source)} to {self.name(target)}"
                return Problem("no-way", words)
            return listed
        if lane != 1:
            return Problem("no-way", f"in a plan there is one way from door to door, not {lane}")
        return self._through(floor, source, target)

    def _through(self, plan: Plan, source: int, target: int) -> _Way | Problem:
        """Walk a plan: in by a door, out by another."""
        here, there = self._direction(source), self._direction(target)
        room = self._room(plan, source, here)
        if room is None:
            return Problem("outside", f"{self.name(source)} leads out of the labyrinth")
        if self._room(plan, target, _OPPOSITE[there]) != room:
            name = plan.rooms[room].name
            return Problem("other-room", f"{self.name(target)} does not lead out of room {name}")
        problem = self._manner(source, target, here, there)
        if problem:
            return Problem("no-turn", problem)
        a, b = plan.openings[source % self.doors], plan.openings[target % self.doors]
        corner = (a.x, b.y) if here in (UP, DOWN) else (b.x, a.y)
        doors = sorted((source % self.doors, target % self.doors))
        weight = abs(a.x - b.x) + abs(a.y - b.y)
        return _Way(weight, room, (room, *doors), ((a.x, a.y), corner, (b.x, b.y)))

    def _manner(self, source: int, target: int, here: str, there: str) -> str:
        """Why the door taken is no turn; empty if it is one, or allowed."""
        leaving = self.puzzle.rules.leaving
        if here not in (there, _OPPOSITE[there]):
            return ""
        words = f"from {self.name(source)} to {self.name(target)} one walks"
        if here == there:
            return f"{words} straight on instead of turning"
        if source % self.doors == target % self.doors:
            return "" if leaving == "back" else f"{words} back through the same door"
        return "" if leaving != "turn" else f"{words} back through the same wall"

    def _direction(self, state: int) -> str:
        """The direction of travel, by the kind of wall the door is in."""
        plan = self.puzzle.floor
        assert isinstance(plan, Plan)
        upright = any(self._room(plan, state, each) is not None for each in (UP, DOWN))
        forward, backward = (UP, DOWN) if upright else (RIGHT, LEFT)
        return forward if state < self.doors else backward

    def _room(self, plan: Plan, state: int, direction: str) -> int | None:
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
        if not isinstance(self.puzzle.floor, Plan):
            return f"state {state}"
        words = {UP: "up", DOWN: "down", LEFT: "left", RIGHT: "right"}
        return f"door {state % self.doors} walked {words[self._direction(state)]}"

    def ways(self) -> Mapping[int, Sequence[tuple[int, int, Decimal]]]:
        """From each state the targets, lanes and weights of the ways that lead on."""
        found: dict[int, list[tuple[int, int, Decimal]]] = {s: [] for s in range(2 * self.doors)}
        for source, target, lane in self._possible():
            way = self.way((source, target, lane))
            if isinstance(way, _Way):
                found[source].append((target, lane, way.weight))
        return found

    def _possible(self) -> Iterator[tuple[int, int, int]]:
        plan = self.puzzle.floor
        if isinstance(plan, Graph):
            yield from self._listed
            return
        entering: dict[int | None, list[int]] = {}
        leaving: dict[int | None, list[int]] = {}
        for state in range(2 * self.doors):
            direction = self._direction(state)
            entering.setdefault(self._room(plan, state, direction), []).append(state)
            leaving.setdefault(self._room(plan, state, _OPPOSITE[direction]), []).append(state)
        for room in range(len(plan.rooms)):
            for source in entering.get(room, ()):
                for target in leaving.get(room, ()):
                    yield source, target, 1


def _walls_of(room: Room) -> Iterator[tuple[str, Decimal, Decimal, Decimal]]:
    """The direction in which one walks in through each wall, its line, and its two ends on it."""
    yield UP, room.y, room.x, room.east
    yield DOWN, room.north, room.x, room.east
    yield RIGHT, room.x, room.y, room.north
    yield LEFT, room.east, room.y, room.north


@lru_cache(maxsize=4)
def _floor_of(puzzle: Puzzle) -> _Floor:
    return _Floor(puzzle)


def _check_route(floor: _Floor, route: Route) -> Verdict:
    shape = _shape(floor, route)
    if shape is not None:
        return Verdict((shape,))
    problems: list[Problem] = []
    ways: list[_Way] = []
    total = Decimal(0)
    for step, key in enumerate(route.keys, 1):
        way = floor.way(key)
        if isinstance(way, Problem):
            problems.append(Problem(way.code, way.message, step))
            continue
        ways.append(way)
        total += way.weight
        if route.weights and route.weights[step - 1] != way.weight:
            problems.append(
                Problem("weight", f"{way.weight} is walked, not {route.weights[step - 1]}", step)
            )
    problems += _ends(floor, route)
    problems += _repetitions(floor, route, ways)
    kind = "cycle" if route.cycle else "path"
    edges = _of(route.length, "edge")
    return Verdict(tuple(problems), f"{kind} of {edges}, weight {exact(total)}")


def _of(number: int, noun: str) -> str:
    """A number of things in words."""
    return f"{_digits(number)} {noun}{'' if number == 1 else 's'}"


def _shape(floor: _Floor, route: Route) -> Problem | None:
    """Whether the parts of a route fit together at all."""
    edges = len(route.states) - (not route.cycle)
    if edges < 1 or len(route.lanes) != edges or (route.weights and len(route.weights) != edges):
        return Problem("shape", "the states, lanes and weights do not fit together")
    if route.nodes not in (0, floor.doors):
        words = f"the graph has {_of(floor.doors, 'door')}, not {route.nodes}"
        return Problem("other-graph", words)
    return None


def _ends(floor: _Floor, route: Route) -> Iterator[Problem]:
    states = route.states
    if route.cycle:
        if states[0] != min(states):
            yield Problem("root", f"the cycle's least state is {min(states)}, not {states[0]}")
        return
    if states[0] != floor.start:
        yield Problem("start", f"the path begins at state {states[0]}, not at {floor.start}", 1)
    if states[-1] != floor.goal:
        words = f"the path ends at state {states[-1]}, not at the goal, {floor.goal}"
        yield Problem("goal", words, route.length)
    if floor.goal in states[:-1]:
        step = states.index(floor.goal) or 1
        yield Problem("goal-passed", "the path goes on after it has reached the goal", step)


def _repetitions(floor: _Floor, route: Route, ways: Sequence[_Way]) -> Iterator[Problem]:
    """What happens more often than the rules allow."""
    rules, doors = floor.puzzle.rules, floor.doors
    if (route.cycle or not rules.trails) and len(set(route.states)) < len(route.states):
        yield from _too_often("state", route.states, 1)
    if rules.door:
        yield from _too_often("door", [state % doors for state in route.states], rules.door)
    if rules.room:
        yield from _too_often("room", [way.room for way in ways], rules.room)
    if rules.passage:
        yield from _too_often("passage", [way.passage for way in ways], 1)
    if rules.edge:
        yield from _too_often("edge", route.keys, 1)
    if rules.point:
        yield from _too_often("point", [state % doors for state in route.states], 1)
        yield from _touching(ways)


def _too_often(kind: str, things: Iterable[object], most: int) -> Iterator[Problem]:
    seen: Counter[object] = Counter()
    for step, thing in enumerate(things):
        seen[thing] += 1
        if seen[thing] == most + 1:
            often = {1: "twice", 2: "three times"}.get(most, f"{most + 1} times")
            yield Problem(f"{kind}-too-often", f"{kind} {thing} is used {often}", step or 1)


def _touching(ways: Sequence[_Way]) -> Iterator[Problem]:
    """Lines walked in the same room must not meet; at doors they are compared otherwise."""
    by_room: dict[int | None, list[tuple[int, _Way]]] = {}
    for step, way in enumerate(ways, 1):
        for before, other in by_room.get(way.room, ()):
            if _cross(way.line, other.line):
                words = f"a point of the plane is touched that step {before} has touched"
                yield Problem("point-too-often", words, step)
        by_room.setdefault(way.room, []).append((step, way))


def _cross(
    one: Sequence[tuple[Decimal, Decimal]], other: Sequence[tuple[Decimal, Decimal]]
) -> bool:
    """Whether two bent lines have a point in common: as boxes, their straight pieces overlap."""
    for (ax, ay), (bx, by) in zip(one, one[1:], strict=False):  # noqa: RUF007 - written out
        for (cx, cy), (dx, dy) in zip(other, other[1:], strict=False):  # noqa: RUF007
            apart = max(ax, bx) < min(cx, dx) or max(cx, dx) < min(ax, bx)
            apart = apart or max(ay, by) < min(cy, dy) or max(cy, dy) < min(ay, by)
            if not apart:
                return True
    return False


def _check_closed(floor: _Floor, witness: NoRoute) -> Verdict:
    closed = set(witness.closed)
    problems: list[Problem] = []
    if witness.nodes != floor.doors:
        words = f"the graph has {_of(floor.doors, 'door')}, not {witness.nodes}"
        problems.append(Problem("other-graph", words))
    if floor.start not in closed:
        problems.append(Problem("start", "the start is not among the closed states"))
    if floor.goal in closed:
        problems.append(Problem("goal", "the goal is among the closed states"))
    ways = floor.ways()
    for state in sorted(closed):
        for target, _, _ in ways.get(state, ()):
            if target not in closed:
                words = f"from {floor.name(state)} one gets to {floor.name(target)}, which is not"
                problems.append(Problem("open", f"{words} among the closed states"))
    return Verdict(tuple(problems), f"no way leaves {_of(len(closed), 'closed state')}")


_Amounts = Mapping[tuple[int, Decimal, int], int]
"""How many routes there are by length, weight, and length in the reduced graph."""

_Ways = Mapping[int, Sequence[tuple[int, int, Decimal]]]
"""From each state the targets, lanes and weights of the ways that lead on."""


class _TooMany(Exception):
    """There are more remainders than are looked at."""


@dataclass(frozen=True, slots=True)
class _Tally:
    """Routes in figures.

    Attributes:
        amounts: how many there are of which kind.
        uses: how often all of them together take each way.
        common: the states that all of them pass; of parts of routes, nothing.
    """

    amounts: _Amounts
    uses: Mapping[tuple[int, int, int], int]
    common: frozenset[int] = frozenset()

    @property
    def total(self) -> int:
        return sum(self.amounts.values())


class _Recount:
    """Counts routes by what is left of the labyrinth when they get somewhere."""

    def __init__(self, floor: _Floor) -> None:
        self.floor = floor
        self.ways = floor.ways()
        self.looked_at = self.work = 0
        self.by_door = floor.puzzle.rules.door == 1
        self.kept, self.kept_edges = _kept(floor, self.ways)
        self.stations, self.segments = _stations_of(self.ways, floor.start, floor.goal)

    @property
    def free(self) -> bool:
        """Whether only states are limited, so that what lies between stations can be combined."""
        return not self.floor.puzzle.rules.limits

    @property
    def walking(self) -> bool:
        """Whether remainders don't tell what the limits still allow."""
        return not set(self.floor.puzzle.rules.limits) <= ({"door"} if self.by_door else set())

    @property
    def how(self) -> str:
        return "by walking" if self.walking else "by remainders"

    def spend(self, work: int) -> None:
        self.work += work
        if self.work > WORK:
            raise _TooMany

    def paths(self) -> tuple[_Tally, tuple[int, ...]]:
        """All paths, and the factors between the stations where their parts combine."""
        if not self.stations:
            return _Tally({}, {}), ()
        if self.walking:
            return _Walked(self).paths(), ()
        if self.free:
            ends = zip(self.stations, self.stations[1:], strict=False)
            pieces = [(*pair, states) for pair, states in zip(ends, self.segments, strict=True)]
        else:
            together = {state for states in self.segments for state in states}
            pieces = [(self.floor.start, self.floor.goal, together)]
        amounts: _Amounts = {(0, Decimal(0), 0): 1}
        tallies = []
        for start, goal, states in pieces:
            tallies.append(_Piece(self, states).paths(start, goal))
            amounts = self._joined(amounts, tallies[-1].amounts)
        total = sum(amounts.values())
        uses = {
            key: number * total // tally.total
            for tally in tallies
            for key, number in tally.uses.items()
        }
        factors = tuple(tally.total for tally in tallies if tally.total != 1)
        entered = Counter({self.floor.start: total})
        for (_, target, _), number in uses.items():
            entered[target] += number
        common = frozenset(state for state, number in entered.items() if number == total > 0)
        return _Tally(amounts, uses, common), factors if self.free else ()

    def _joined(self, amounts: _Amounts, more: _Amounts) -> _Amounts:
        """One of each in every combination."""
        self.spend(len(amounts) * len(more))
        joined: Counter[tuple[int, Decimal, int]] = Counter()
        for (length, weight, steps), number in amounts.items():
            for (longer, heavier, further), times in more.items():
                joined[length + longer, weight + heavier, steps + further] += number * times
        return joined

    def cycles(self) -> _Amounts:
        total: Counter[tuple[int, Decimal, int]] = Counter()
        for states in _knots(self.ways):
            walked = _Walked(self).cycles(states) if self.walking else _Piece(self, states).cycles()
            total.update(walked)
        return total


class _Walked:
    """Routes walked one by one, under any limits, for as long as that is feasible."""

    def __init__(self, recount: _Recount) -> None:
        self.recount, self.floor = recount, recount.floor
        self.rules = recount.floor.puzzle.rules
        self.used: Counter[object] = Counter()
        self.walk: list[tuple[tuple[int, int, int], _Way]] = []
        self.amounts: Counter[tuple[int, Decimal, int]] = Counter()
        self.uses: Counter[tuple[int, int, int]] = Counter()
        self.common: set[int] | None = None

    def paths(self) -> _Tally:
        start, goal = self.floor.start, self.floor.goal
        back = _spread_from(goal, _turned(self.recount.ways))
        for kind, thing, _ in self._at(start, self.rules.trails):
            self.used[kind, thing] += 1
        self._on(start, goal, back, self.rules.trails)
        common = {start, *(self.common or ())} if self.amounts else set()
        return _Tally(self.amounts, self.uses, frozenset(common))

    def cycles(self, knot: Iterable[int]) -> _Amounts:
        left = set(knot)
        for root in sorted(left):
            self._on(root, root, left, False)
            left.remove(root)
        return self.amounts

    def _on(self, state: int, goal: int, within: Iterable[int], free: bool) -> None:
        """Every route from a state to the goal over such states, after what was walked so far."""
        for target, lane, _ in self.recount.ways[state]:
            self.recount.spend(STEP)
            if target not in within:
                continue
            key = state, target, lane
            way = self.floor.way(key)
            assert isinstance(way, _Way)
            things = [*self._at(target, free), *self._of(key, way)]
            for kind, thing, _ in things:
                self.used[kind, thing] += 1
            self.walk.append((key, way))
            if self._fits(things):
                if target == goal:
                    self._arrived()
                else:
                    self._on(target, goal, within, free)
            self.walk.pop()
            for kind, thing, _ in things:
                self.used[kind, thing] -= 1

    def _at(self, state: int, free: bool) -> Iterator[tuple[str, object, int]]:
        """What is used by passing a state, and how often it may be."""
        door = 1 if self.rules.point else self.rules.door
        if not free:
            yield "state", state, 1
        if door:
            yield "door", state % self.floor.doors, door

    def _of(self, key: tuple[int, int, int], way: _Way) -> Iterator[tuple[str, object, int]]:
        """The same of walking a way."""
        if self.rules.room:
            yield "room", way.room, self.rules.room
        if self.rules.passage:
            yield "passage", way.passage, 1
        if self.rules.edge:
            yield "edge", key, 1

    def _fits(self, things: Iterable[tuple[str, object, int]]) -> bool:
        if any(self.used[kind, thing] > most for kind, thing, most in things):
            return False
        if not self.rules.point:
            return True
        *before, (_, last) = self.walk
        return not any(way.room == last.room and _cross(way.line, last.line) for _, way in before)

    def _arrived(self) -> None:
        self.recount.spend(len(self.walk))
        weight = sum((way.weight for _, way in self.walk), Decimal(0))
        states = [target for (_, target, _), _ in self.walk]
        steps = sum(state in self.recount.kept for state in states)
        self.amounts[len(states), weight, steps] += 1
        self.uses.update(key for key, _ in self.walk)
        if self.common is None:
            self.common = set(states)
        else:
            self.common.intersection_update(states)


def _turned(ways: _Ways) -> Mapping[int, Sequence[int]]:
    """From each state those that a way comes from."""
    back: dict[int, list[int]] = {state: [] for state in ways}
    for source, on in ways.items():
        for target, _, _ in on:
            back[target].append(source)
    return back


def _spread_from(state: int, following: Mapping[int, Sequence[int]]) -> set[int]:
    """All that one gets to."""
    seen, pending = {state}, [state]
    while pending:
        for each in following[pending.pop()]:
            if each not in seen:
                seen.add(each)
                pending.append(each)
    return seen


@dataclass(frozen=True, slots=True)
class _Remainder:
    """What can still be walked from somewhere.

    Attributes:
        amounts: the ways to the goal.
        steps: the target and lane of each first step, and the remainder that it leads to, or None
            at the goal.
    """

    amounts: _Amounts
    steps: Sequence[tuple[int, int, tuple[int, int] | None]]


class _Piece:
    """Some of the states, numbered anew from 0 in their order, and the ways between them."""

    def __init__(self, recount: _Recount, states: Iterable[int]) -> None:
        self.recount = recount
        self.states = sorted(states)
        self.number = {state: number for number, state in enumerate(self.states)}
        self.on = [
            [
                (self.number[target], lane, weight)
                for target, lane, weight in recount.ways[state]
                if target in self.number
            ]
            for state in self.states
        ]
        self.back: list[list[int]] = [[] for _ in self.states]
        for source, ways in enumerate(self.on):
            for target, _, _ in ways:
                self.back[target].append(source)
        doors = recount.floor.doors
        self.taken = [1 << number for number in range(len(self.states))]
        if recount.by_door:
            for number, state in enumerate(self.states):
                twin = self.number.get((state + doors) % (2 * doors))
                self.taken[number] |= 0 if twin is None else 1 << twin
        self.price = 1 + len(self.states) // 1000
        self.memo: dict[tuple[int, int], _Remainder] = {}

    def paths(self, start: int, goal: int) -> _Tally:
        first, last = self.number[start], self.number[goal]
        everything = (1 << len(self.states)) - 1
        root = self._to(last, first, everything & ~self.taken[first])
        arrivals: Counter[tuple[int, int]] = Counter({root: 1})
        uses: Counter[tuple[int, int, int]] = Counter()
        for key in reversed(self.memo):
            for target, lane, rest in self.memo[key].steps:
                onward = 1
                if rest is not None:
                    arrivals[rest] += arrivals[key]
                    onward = sum(self.memo[rest].amounts.values())
                way = self.states[key[0]], self.states[target], lane
                uses[way] += arrivals[key] * onward
        return _Tally(self.memo[root].amounts, uses)

    def cycles(self) -> _Amounts:
        total: Counter[tuple[int, Decimal, int]] = Counter()
        left = (1 << len(self.states)) - 1
        for root in range(len(self.states)):
            self.memo = {}
            key = self._to(root, root, left & ~self.taken[root] | 1 << root)
            total.update(self.memo[key].amounts)
            left &= ~(1 << root)
        return total

    def _to(self, goal: int, start: int, left: int) -> tuple[int, int]:
        """The ways from `start`, now left behind, to the goal over the states that are left.

        They are put into the memo, later than all that they lead to.
        """
        useful = self._useful(goal, start, left)
        key = start, useful
        if key in self.memo:
            return key
        self.recount.looked_at += 1
        if self.recount.looked_at > REMAINDERS + len(self.recount.ways):
            raise _TooMany
        total: Counter[tuple[int, Decimal, int]] = Counter()
        steps: list[tuple[int, int, tuple[int, int] | None]] = []
        for target, lane, weight in self.on[start]:
            if not useful >> target & 1:
                continue
            kept = int(self.states[target] in self.recount.kept)
            if target == goal:
                total[1, weight, kept] += 1
                steps.append((target, lane, None))
                continue
            rest = self._to(goal, target, useful & ~self.taken[target])
            amounts = self.memo[rest].amounts
            if not amounts:
                continue
            self.recount.spend(len(amounts))
            for (length, more, further), number in amounts.items():
                total[length + 1, weight + more, further + kept] += number
            steps.append((target, lane, rest))
        self.memo[key] = _Remainder(total, steps)
        return key

    def _useful(self, goal: int, start: int, left: int) -> int:
        """The states left that lie on some walk from start to goal."""
        ahead = self._spread([target for target, _, _ in self.on[start]], left, goal, True)
        return self._spread([goal], ahead, start, False)

    def _spread(self, seeds: Iterable[int], within: int, stop: int, forward: bool) -> int:
        seen, pending, steps = 0, list(seeds), 0
        while pending:
            state = pending.pop()
            if within >> state & 1 and not seen >> state & 1:
                seen |= 1 << state
                steps += 1
                if not forward:
                    pending += self.back[state]
                elif state != stop:
                    pending += [target for target, _, _ in self.on[state]]
                if not steps & 1023:
                    self.recount.spend(1024 * self.price)
        self.recount.spend((steps & 1023) * self.price)
        return seen


def _stations_of(ways: _Ways, start: int, goal: int) -> tuple[tuple[int, ...], list[set[int]]]:
    """The states that every path passes, in order, and all that may lie between two of them.

    One path is found, and followed: one of its states can be avoided if what was met before it,
    without walking on along the path, leads to a later one.
    """
    before = {start: start}
    pending = deque([start])
    while pending and goal not in before:
        state = pending.popleft()
        for target, _, _ in ways[state]:
            if target not in before:
                before[target] = state
                pending.append(target)
    if goal not in before:
        return (), []
    path = [goal]
    while path[-1] != start:
        path.append(before[path[-1]])
    path.reverse()
    place = {state: index for index, state in enumerate(path)}
    stations, segments, seen, furthest = [start], [{start}], set(path), 0
    for index, state in enumerate(path[:-1]):
        if index and furthest == index:
            segments[-1].add(state)
            stations.append(state)
            segments.append(set())
        segments[-1].add(state)
        away = [state]
        while away:
            for target, _, _ in ways[away.pop()]:
                if target in place:
                    furthest = max(furthest, place[target])
                elif target not in seen:
                    seen.add(target)
                    segments[-1].add(target)
                    away.append(target)
    segments[-1].add(goal)
    return (*stations, goal), segments


def _knots(ways: _Ways) -> list[list[int]]:
    """The states that lie on cycles, those together that lead to each other.

    (M. Sharir: A Strong-Connectivity Algorithm, Computers & Mathematics with Applications 7,
    1981.)
    """
    back = _turned(ways)
    order: list[int] = []
    seen: set[int] = set()
    for first in ways:
        if first in seen:
            continue
        seen.add(first)
        stack = [(first, iter(ways[first]))]
        while stack:
            state, rest = stack[-1]
            fresh = next((target for target, _, _ in rest if target not in seen), None)
            if fresh is None:
                order.append(state)
                stack.pop()
            else:
                seen.add(fresh)
                stack.append((fresh, iter(ways[fresh])))
    found: list[list[int]] = []
    for first in reversed(order):
        if first not in seen:
            continue
        seen.remove(first)
        knot = [first]
        for state in knot:
            for source in back[state]:
                if source in seen:
                    seen.remove(source)
                    knot.append(source)
        if len(knot) > 1 or first in back[first]:
            found.append(knot)
    return found


def _kept(floor: _Floor, ways: _Ways) -> tuple[set[int], int]:
    """The states of the reduced graph: those that offer a choice, and both of start and goal.

    Of the others, that of the greatest door goes first. Also the number of its edges.
    """
    after = {state: Counter(target for target, _, _ in on) for state, on in ways.items()}
    ends = {state % floor.doors for state in (floor.start, floor.goal)}
    before: dict[int, Counter[int]] = {state: Counter() for state in after}
    for source, targets in after.items():
        for target, number in targets.items():
            before[target][source] += number
    pending = [(-(state % floor.doors), state) for state in after]
    heapify(pending)
    while pending:
        _, state = heappop(pending)
        if state not in after or state % floor.doors in ends or state in after[state]:
            continue
        if min(after[state].total(), before[state].total()) > 1:
            continue
        onward, backward = after.pop(state), before.pop(state)
        for source in backward:
            del after[source][state]
        for target in onward:
            del before[target][state]
        for source, number in backward.items():
            for target, times in onward.items():
                after[source][target] += number * times
                before[target][source] += number * times
        for near in {*onward, *backward}:
            heappush(pending, (-(near % floor.doors), near))
    return set(after), sum(targets.total() for targets in after.values())


def _tables(amounts: _Amounts) -> tuple[Histogram, Histogram, Histogram]:
    """Lengths, weights and reduced lengths."""
    tables: tuple[Counter[Decimal], ...] = (Counter(), Counter(), Counter())
    for (length, weight, steps), number in amounts.items():
        values = (Decimal(length), exact(weight), Decimal(steps))
        for table, value in zip(tables, values, strict=True):
            table[value] += number
    lengths, weights, reduced = (tuple(sorted(table.items())) for table in tables)
    return lengths, weights, reduced


_UNCHECKED = "too many to count again here"


def _check_count(floor: _Floor, count: Count) -> Verdict:
    problems: list[Problem] = []
    if count.nodes != floor.doors:
        words = f"the graph has {_of(floor.doors, 'door')}, not {count.nodes}"
        problems.append(Problem("other-graph", words))
    problems += _is_histogram("the weights", count.weights)
    recount = _Recount(floor)
    kind = "cycles" if count.cycles else "paths"
    may_factor = recount.free and not count.cycles
    problems += _product(count.factors, count.total, may_factor)
    factors = " and its factors" if may_factor else ""
    how = f"its claim stands alone, the numbers by weight{factors} are not checked: {_UNCHECKED}"
    try:
        if count.cycles:
            amounts: _Amounts = recount.cycles()
            right: tuple[int, ...] = ()
        else:
            tally, right = recount.paths()
            amounts = tally.amounts
    except (_TooMany, RecursionError):
        pass
    else:
        how = f"counted again {recount.how}"
        problems += _compare(f"{kind}' weights", count.weights, _tables(amounts)[1])
        if not problems:
            problems += _same_factors(count.factors, right)
    return Verdict(tuple(problems), f"{_of(count.total, kind[:-1])}, {how}")


def _is_histogram(what: str, table: Histogram) -> Iterator[Problem]:
    if any(number < 1 for _, number in table) or list(table) != sorted(dict(table).items()):
        yield Problem("histogram", f"{what} are no histogram")


def _product(factors: Sequence[int], total: int, may_factor: bool) -> Iterator[Problem]:
    """What must hold of factors, whatever is counted."""
    if factors and not may_factor:
        words = "no factors are expected, because the parts do not combine"
        yield Problem("factors", words)
    elif any(factor < 2 for factor in factors):
        yield Problem("factors", f"the factor {min(factors)} is less than 2")
    elif factors:
        product, left = 1, deque(factors)
        while left and product <= total:
            product *= left.popleft()
        if product != total:
            found = f"more than {_digits(total)}" if product > total else _digits(product)
            yield Problem("factors", f"the factors multiply to {found}, not {_digits(total)}")


def _digits(number: int) -> str:
    """A number for a message, which must not be as long as numbers may be."""
    text = str(number)
    return text if len(text) <= 40 else f"{text[:20]}… ({len(text)} digits)"


def _some(words: Sequence[str]) -> str:
    """The same for a list."""
    more = f" and {len(words) - 20} more" if len(words) > 20 else ""
    return f"{' * '.join(words[:20])}{more}"


def _same_factors(claimed: tuple[int, ...], found: tuple[int, ...]) -> Iterator[Problem]:
    if claimed != found:
        named, right = (_some(list(map(_digits, each))) or "none" for each in (claimed, found))
        yield Problem("factors", f"the factors are {right}, not {named}")


def _compare(what: str, claimed: Histogram, found: Histogram) -> Iterator[Problem]:
    if claimed != found:
        value = min({*claimed, *found} - ({*claimed} & {*found}) or {*found})[0]
        right = dict(found).get(value, 0)
        times = _digits(dict(claimed).get(value, 0))
        words = f"{what}: {value} occurs {times} times, counted {_digits(right)}"
        yield Problem("count", words)


def _check_statistics(floor: _Floor, figures: Statistics) -> Verdict:
    recount = _Recount(floor)
    problems = list(_sizes(floor, recount, figures))
    reduced = (figures.reduced_lengths, figures.reduced_cycle_lengths)
    for kind, summary, steps in zip(
        ("paths", "cycles"), (figures.paths, figures.cycles), reduced, strict=True
    ):
        problems += _consistent(floor, kind, summary, steps)
    problems += _use_totals(floor, figures)
    problems += _product(figures.factors, figures.paths.total, recount.free)
    part = ", the factors" if recount.free else ", whether other states are passed by every path"
    how = (
        f"not checked are the numbers by length and weight{part}, the uses of each door and "
        f"room, and that nothing is lighter or heavier: {_UNCHECKED}"
    )
    common = frozenset(recount.stations) if recount.free else None
    try:
        (paths, right), cycles = recount.paths(), recount.cycles()
    except (_TooMany, RecursionError):
        pass
    else:
        how = f"counted again {recount.how}"
        common = paths.common
        amounts = paths.amounts
        problems += _compare_all("paths", figures.paths, figures.reduced_lengths, amounts)
        problems += _compare_all("cycles", figures.cycles, figures.reduced_cycle_lengths, cycles)
        if not any(problem.code == "factors" for problem in problems):
            problems += _same_factors(figures.factors, right)
        if not any(problem.code == "use" for problem in problems):
            problems += _compare_uses(floor, figures, paths)
    problems += _must_pass(floor, recount, figures, common)
    numbers = f"{_of(figures.paths.total, 'path')} and {_of(figures.cycles.total, 'cycle')}"
    return Verdict(tuple(problems), f"{numbers}, {how}")


def _sizes(floor: _Floor, recount: _Recount, figures: Statistics) -> Iterator[Problem]:
    edges = sum(len(ways) for ways in recount.ways.values())
    kept_doors = {state % floor.doors for state in recount.kept}
    right = {
        "doors": floor.doors,
        "edges": edges,
        "doors of the reduced graph": len(kept_doors),
        "edges of the reduced graph": recount.kept_edges,
    }
    given = (figures.nodes, figures.edges, figures.reduced_nodes, figures.reduced_edges)
    for (name, number), claimed in zip(right.items(), given, strict=True):
        if number != claimed:
            yield Problem("size", f"there are {number} {name}, not {claimed}")


def _consistent(
    floor: _Floor, kind: str, summary: Summary, reduced: Histogram
) -> Iterator[Problem]:
    """Each list of ties is right in number, weight, and route by route."""
    for what, table in (("lengths", summary.lengths), ("lengths in the reduced graph", reduced)):
        yield from _is_histogram(f"the {kind}' {what}", table)
        number = sum(number for _, number in table)
        if number != summary.total:
            words = f"{_digits(number)} under {what}, {_digits(summary.total)} have a weight"
            yield Problem("count", f"{kind}: {words}")
    yield from _is_histogram(f"the {kind}' weights", summary.weights)
    groups = ((summary.shortest, 0, "least"), (summary.longest, -1, "greatest"))
    for routes, end, name in groups:
        weight, number = summary.weights[end] if summary.weights else (Decimal(0), 0)
        if len(set(routes)) != len(routes) or len(routes) != min(number, LISTED):
            listed = len(set(routes))
            words = f"{kind}: {_digits(number)} have the {name} weight, {listed} are listed"
            yield Problem("ties", words)
        for route in routes:
            if route.cycle != (kind == "cycles") or route.weight != weight:
                yield Problem("ties", f"{kind}: {route.weight} is not the {name} weight, {weight}")
            yield from _check_route(floor, route).problems


def _use_totals(floor: _Floor, figures: Statistics) -> Iterator[Problem]:
    """All paths together cross as many rooms as they have edges, and one door more each."""
    edges = sum(int(length) * number for length, number in figures.paths.lengths)
    doors, rooms = sum(figures.door_use), sum(figures.room_use)
    if len(figures.door_use) != floor.doors or doors != edges + figures.paths.total:
        right = _digits(edges + figures.paths.total)
        yield Problem("use", f"doors are passed {right} times in all, not {_digits(doors)}")
    plan = floor.puzzle.floor
    number = len(plan.rooms) if isinstance(plan, Plan) else 0
    if len(figures.room_use) != number:
        words = f"{len(figures.room_use)} of rooms are named, the plan has {_of(number, 'room')}"
        yield Problem("use", words)
    elif number and rooms != edges:
        words = f"rooms are crossed {_digits(edges)} times in all, not {_digits(rooms)}"
        yield Problem("use", words)


def _compare_uses(floor: _Floor, figures: Statistics, paths: _Tally) -> Iterator[Problem]:
    """Door by door, and room by room."""
    doors, rooms = Counter({floor.start % floor.doors: paths.total}), Counter[int]()
    for key, number in paths.uses.items():
        doors[key[1] % floor.doors] += number
        way = floor.way(key)
        if isinstance(way, _Way) and way.room is not None:
            rooms[way.room] += number
    for kind, found, claimed in (
        ("door", doors, figures.door_use),
        ("room", rooms, figures.room_use),
    ):
        for index, number in enumerate(claimed):
            if number != found[index]:
                words = f"{kind} {index} is used {_digits(found[index])} times, "
                words += f"not {_digits(number)}"
                yield Problem("use", words)


def _must_pass(
    floor: _Floor, recount: _Recount, figures: Statistics, common: frozenset[int] | None
) -> Iterator[Problem]:
    """Exactly the states that can't be avoided, in the order in which they are passed.

    Where nobody counted again, `common` is None: then what no path of the graph avoids must be
    among them, and nothing that a path avoids that is listed.
    """
    claimed, listed = figures.must_pass, (*figures.paths.shortest, *figures.paths.longest)
    needed = (recount.stations if listed else ()) if common is None else sorted(common)
    for state in claimed:
        avoided = any(state not in route.states for route in listed)
        if avoided or (state not in common if common is not None else not listed):
            name = floor.name(state) if 0 <= state < 2 * floor.doors else f"state {state}"
            yield Problem("must-pass", f"a path need not pass {name}")
    for state in needed:
        if state not in claimed:
            yield Problem("must-pass", f"every path passes {floor.name(state)}, which is not named")
    along = figures.paths.shortest[0].states if figures.paths.shortest else recount.stations
    ordered = tuple(state for state in dict.fromkeys(along) if state in claimed)
    if sorted(claimed) == sorted(ordered) and claimed != ordered:
        yield Problem("must-pass", "the states that every path passes are in another order")


def _compare_all(
    kind: str, summary: Summary, reduced: Histogram, found: _Amounts
) -> Iterator[Problem]:
    lengths, weights, steps = _tables(found)
    yield from _compare(f"{kind}' lengths", summary.lengths, lengths)
    yield from _compare(f"{kind}' weights", summary.weights, weights)
    yield from _compare(f"{kind}' lengths in the reduced graph", reduced, steps)
