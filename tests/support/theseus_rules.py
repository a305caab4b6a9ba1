"""The labyrinth's rules, written down a second time and tried out on everything; knows no pylab.

What is asked of is raw data (rectangles, lines of a list, edges), never what the family read. So a
wrong reader, a wrong option and a wrong adaptation are found, too.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import count, pairwise

MOST = 4_000
"""More routes than these are not compared."""

STEPS = 40_000
"""Nor what takes more steps than these to try out."""


class TooMany(Exception):
    """There are more routes than are compared, or more to try."""


@dataclass(frozen=True)
class Way:
    """From state to state: `points` are those of the lattice that the line touches in its room."""

    source: int
    target: int
    lane: int
    weight: Fraction
    passage: object
    room: int | None = None
    points: frozenset = frozenset()

    @property
    def key(self):
        return self.source, self.target, self.lane


@dataclass(frozen=True)
class Maze:
    """All ways, the number of doors, and the states at both ends."""

    ways: tuple
    doors: int
    start: int
    goal: int
    rooms: int = 0


@dataclass(frozen=True)
class Rules:
    door: int = 0
    room: int = 0
    passage: int = 0
    edge: int = 0
    point: int = 0
    leaving: str = "turn"

    @property
    def limited(self):
        return bool(self.door or self.room or self.passage or self.edge or self.point)


# from raw data to ways


def of_plan(rooms, doors, start, goal, leaving):
    """Rooms are (x, y, width, height); doors, start and goal are points."""
    openings = sorted([*doors, start, goal], key=lambda p: (p[1], p[0]))
    n = len(openings)
    order = sorted(rooms, key=lambda r: (r[1], r[0]))
    ways, ends = [], {}
    for index, (x, y, wide, high) in enumerate(order):
        sides = {}
        for number, (px, py) in enumerate(openings):
            if x < px < x + wide and py in (y, y + high):
                sides[number] = "south" if py == y else "north"
            if y < py < y + high and px in (x, x + wide):
                sides[number] = "west" if px == x else "east"
        for a, side in sides.items():
            into = a if side in ("south", "west") else a + n
            if openings[a] == start:
                ends["start"] = into
            if openings[a] == goal:
                ends["goal"] = into + n if into < n else into - n
            for b, other in sides.items():
                if not _may(side, other, a == b, leaving):
                    continue
                out = b if other in ("north", "east") else b + n
                one, two = openings[a], openings[b]
                corner = (one[0], two[1]) if side in ("south", "north") else (two[0], one[1])
                weight = abs(one[0] - two[0]) + abs(one[1] - two[1])
                lattice = [(openings[i][0], openings[j][1]) for i in sides for j in sides]
                points = frozenset(p for p in lattice if _on(p, one, corner) or _on(p, corner, two))
                passage = index, frozenset((a, b))
                ways.append(Way(into, out, 1, weight, passage, index, points))
    return Maze(tuple(ways), n, ends["start"], ends["goal"], len(rooms))


def _may(side, other, same, leaving):
    upright = ("south", "north")
    if (side in upright) != (other in upright):
        return True
    if side != other:
        return False
    return leaving == "back" if same else leaving != "turn"


def _on(point, one, two):
    """Whether a point lies on the straight line from one to two."""
    return all(min(a, b) <= p <= max(a, b) for p, a, b in zip(point, one, two, strict=True))


def of_rows(rows, start=None, goal=None):
    """Rows are (node1, node2, weight, direction1, direction2, arrow), as the source says."""
    n = 1 + max(max(row[:2]) for row in rows)
    found = []
    for number, (one, two, weight, first, second, arrow) in enumerate(rows):
        source = one if first in "ur" else one + n
        target = two if second in "dl" else two + n
        found.append((source, target, weight, number))
        back = turned(target, n), turned(source, n), weight, number
        if arrow == "<->" and back != found[-1]:
            found.append(back)
    ways = [
        Way(*ends, lane, weight, number)
        for ends in {each[:2] for each in found}
        for lane, (weight, number) in enumerate(
            sorted(each[2:] for each in found if each[:2] == ends), 1
        )
    ]
    return Maze(tuple(ways), n, 0 if start is None else start, n - 1 if goal is None else goal)


def turned(state, n):
    """The same door, walked the other way."""
    return (state + n) % (2 * n)


# what may be walked


def paths(maze, rules):
    """Every path, as a tuple of ways."""
    found = []
    free = rules.passage or rules.edge
    outs = _outs(maze)
    steps = count()

    def fine(walk):
        states = [maze.start, *(way.target for way in walk)]
        if not free and len(set(states)) < len(states):
            return False
        if rules.edge and len({way.key for way in walk}) < len(walk):
            return False
        return within(walk, [state % maze.doors for state in states], rules)

    def extend(walk, state):
        for way in outs.get(state, ()):
            longer = (*walk, way)
            _refuse(found, next(steps))
            if fine(longer):
                if way.target == maze.goal:
                    found.append(longer)
                else:
                    extend(longer, way.target)

    extend((), maze.start)
    return found


def cycles(maze, rules):
    """Every cycle, from its least state; whatever is limited, no state comes twice."""
    found = []
    outs = _outs(maze)
    steps = count()

    def extend(walk, root):
        for way in outs.get(walk[-1].target if walk else root, ()):
            longer = (*walk, way)
            states = [each.target for each in longer]
            _refuse(found, next(steps))
            if way.target < root or len(set(states)) < len(states):
                continue
            if not within(longer, [state % maze.doors for state in states], rules):
                continue
            if way.target == root:
                found.append(longer)
            else:
                extend(longer, root)

    for root in sorted(outs):
        extend((), root)
    return found


def within(walk, doors, rules):
    """The limits that hold of paths and cycles alike."""
    if rules.door and max(Counter(doors).values()) > rules.door:
        return False
    rooms = Counter(way.room for way in walk if way.room is not None)
    if rules.room and max(rooms.values(), default=0) > rules.room:
        return False
    if rules.passage and len({way.passage for way in walk}) < len(walk):
        return False
    if rules.point:
        if len(set(doors)) < len(doors):
            return False
        touched = Counter((way.room, point) for way in walk for point in way.points)
        return max(touched.values(), default=0) <= 1
    return True


def _refuse(found, steps):
    if len(found) > MOST or steps > STEPS:
        raise TooMany


def _outs(maze):
    outs = {}
    for way in maze.ways:
        outs.setdefault(way.source, []).append(way)
    return outs


def reached(maze):
    """The states that can be got to from the start, it included; limits are left aside."""
    seen = {maze.start}
    while True:
        more = {way.target for way in maze.ways if way.source in seen} - seen
        if not more:
            return seen
        seen |= more


# figures


def weight(walk):
    return sum((way.weight for way in walk), Fraction(0))


def kept(maze):
    """The states of the reduced graph, and how many edges it has.

    A state with at most one edge in, or at most one out, goes, and its edges are joined; not one
    of start's and goal's doors, and none with an edge to itself; the greatest door first.
    """
    edges = Counter((way.source, way.target) for way in maze.ways)
    left = set(range(2 * maze.doors))
    ends = {maze.start % maze.doors, maze.goal % maze.doors}
    order = sorted(left, key=lambda state: (-(state % maze.doors), state))

    def may_go(state):
        if state % maze.doors in ends or (state, state) in edges:
            return False
        ins = sum(number for (_, target), number in edges.items() if target == state)
        outs = sum(number for (source, _), number in edges.items() if source == state)
        return min(ins, outs) <= 1

    while (gone := next((s for s in order if s in left and may_go(s)), None)) is not None:
        _join(edges, gone)
        left.remove(gone)
    return left, sum(edges.values())


def _join(edges, state):
    before = [(s, n) for (s, t), n in edges.items() if t == state]
    after = [(t, n) for (s, t), n in edges.items() if s == state]
    for ends in [each for each in edges if state in each]:
        del edges[ends]
    for source, number in before:
        for target, times in after:
            edges[source, target] += number * times


def reduced_routes(maze, walks, closed):
    """Routes as the reduced graph has them: the states that stay, numbered anew; and the weight."""
    stay, _ = kept(maze)
    doors = sorted({state % maze.doors for state in stay})
    number = {door: index for index, door in enumerate(doors)}

    def renumbered(state):
        index = number[state % maze.doors]
        return index if state < maze.doors else index + len(doors)

    found = Counter()
    for walk in walks:
        states = [way.source for way in walk] + ([] if closed else [walk[-1].target])
        states = tuple(renumbered(state) for state in states if state in stay)
        if closed:
            at = states.index(min(states))
            states = states[at:] + states[:at]
        found[states, weight(walk)] += 1
    ends = renumbered(maze.start), renumbered(maze.goal)
    return found, len(doors), ends


def histogram(values):
    return dict(Counter(values))


def statistics(maze, rules):
    """All figures, each by its definition."""
    stay, reduced_edges = kept(maze)
    figures = {
        "nodes": maze.doors,
        "edges": len(maze.ways),
        "reduced_nodes": len({state % maze.doors for state in stay}),
        "reduced_edges": reduced_edges,
    }
    every = paths(maze, rules)
    for name, walks in (("paths", every), ("cycles", cycles(maze, rules))):
        weights = histogram(map(weight, walks))
        least, greatest = best(walks, False)[0], best(walks, True)[0]
        figures[name] = {
            "lengths": histogram(map(len, walks)),
            "weights": weights,
            "reduced": histogram(sum(way.target in stay for way in walk) for walk in walks),
            "least": least,
            "greatest": greatest,
        }
    states = [[maze.start, *(way.target for way in walk)] for walk in every]
    figures["doors"] = [
        sum(state % maze.doors == door for passed in states for state in passed)
        for door in range(maze.doors)
    ]
    figures["rooms"] = [
        sum(way.room == room for walk in every for way in walk) for room in range(maze.rooms)
    ]
    figures["passed"] = set.intersection(*map(set, states)) if states else set()
    figures["factors"] = []
    if not rules.limited and states:
        stations = [state for state in states[0] if state in figures["passed"]]
        for one, two in pairwise(stations):
            between = {_piece(maze, walk, one, two) for walk in every}
            figures["factors"].append(len(between))
        figures["factors"] = [factor for factor in figures["factors"] if factor != 1]
    return figures


def keys(walk):
    return tuple(way.key for way in walk)


def _piece(maze, walk, one, two):
    states = [maze.start, *(way.target for way in walk)]
    return keys(walk[states.index(one) : states.index(two)])


def best(walks, longest):
    """Those of the least, or of the greatest weight, and that weight."""
    if not walks:
        return set(), None
    right = (max if longest else min)(map(weight, walks))
    return {keys(walk) for walk in walks if weight(walk) == right}, right


def with_ends(maze, start, goal):
    return replace(
        maze,
        start=maze.start if start is None else start,
        goal=maze.goal if goal is None else goal,
    )
