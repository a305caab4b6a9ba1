"""What the family is tried by: all walks from door to door, forgeries, broken encodings."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import islice, pairwise

from pylab.base.listing import Task
from pylab.families.theseus.format import facts, read
from pylab.families.theseus.generate import sample
from pylab.families.theseus.graph import graph_of
from pylab.families.theseus.model import Puzzle, Route, Rules, Witness
from pylab.family.testkit import FamilyTestkit, Forgery, Mutant, OverlayCase, PlayedGame, Truth
from pylab.text.facts import Fact, fact, integer
from pylab.text.source import Source

Place = tuple[int, int]
Doors = tuple[Place, ...]

_STEPS = 9000
"""Where there are more paths, and doors walked through on the way, nothing is said."""

_LARGE = 40
"""Nor where there are more doors, each counted in both of its rooms."""


@dataclass(frozen=True)
class _Plan:
    """A plan as its facts have it.

    Attributes:
        sides: by door and room, the wall of the room that the door is in.
        limits: how often a `door` may be passed, a `room` be crossed, an `edge` or `passage` (an
            edge in either direction) be walked.
        manners: how a room may be left beside by a turn: `straight`, `same_wall`, `back`.
    """

    sides: dict[tuple[Place, int], str]
    entrance: Place
    exit: Place
    scale: int
    limits: dict[str, int]
    manners: frozenset[str]

    def may(self, one: Place, other: Place, room: int) -> bool:
        """Whether a room may be crossed from door to door."""
        here, there = self.sides[one, room], self.sides[other, room]
        if here == there:
            return ("back" if one == other else "same_wall") in self.manners
        return "straight" in self.manners or {here, there} not in ({"n", "s"}, {"e", "w"})

    def paths(self) -> Iterator[Doors]:
        """The doors of every path."""
        return filter(None, self.walks())

    def walks(self) -> Iterator[Doors]:
        """The doors of every path; in between, nothing for each door that is walked through."""
        first = next(room for place, room in self.sides if place == self.entrance)
        yield from self._from((self.entrance,), (first,))

    def _from(self, doors: Doors, rooms: tuple[int, ...]) -> Iterator[Doors]:
        yield ()
        here, room = doors[-1], rooms[-1]
        if rooms.count(room) > self.limits.get("room", len(rooms)):
            return
        for other in (place for place, number in self.sides if number == room):
            passed = (*doors, other)
            if passed.count(other) > self.limits.get("door", len(passed)):
                continue
            if not self.may(here, other, room) or self._walked(passed, rooms):
                continue
            if other == self.exit:
                yield passed
                continue
            for behind in (n for place, n in self.sides if place == other and n != room):
                if self._trails or (other, behind) not in zip(doors, rooms, strict=True):
                    yield from self._from(passed, (*rooms, behind))

    def _walked(self, passed: Doors, rooms: tuple[int, ...]) -> bool:
        """Whether the last edge was walked before, where that is limited."""
        edges = [*zip(rooms, passed, passed[1:], strict=False)]
        room, here, other = edges.pop()
        back = "passage" in self.limits and (room, other, here) in edges
        return back or (self._trails and (room, here, other) in edges)

    @property
    def _trails(self) -> bool:
        """Whether doors may be passed again in the same direction, and only edges may not."""
        return not {"edge", "passage"}.isdisjoint(self.limits)


def _plan(puzzle: Puzzle, gone: Collection[Fact] = (), more: Collection[Fact] = ()) -> _Plan | None:
    """The plan without some facts and with others; None for a graph, and for other limits."""
    found = [each for each in (*facts(puzzle), *more) if each not in gone]
    doors = {(integer(f, 1), integer(f, 2)): integer(f, 0) for f in found if f.name == "door"
             and len(f.arguments) == 3}  # fmt: skip
    places = [*doors, *((integer(f, 0), integer(f, 1)) for f in more if f.name == "door")]
    limits = {str(f.arguments[0]): integer(f, 1) for f in found if f.name == "limit"}
    if not doors or "point" in limits:
        return None
    sides: dict[tuple[Place, int], str] = {}
    for number, each in enumerate(f for f in found if f.name == "room"):
        left, low, wide, high = (integer(each, i) for i in range(1, 5))
        for x, y in places:
            if left < x < left + wide and y in (low, low + high):
                sides[(x, y), number] = "s" if y == low else "n"
            if low < y < low + high and x in (left, left + wide):
                sides[(x, y), number] = "w" if x == left else "e"
    entrance, exit_ = (
        next(place for place, n in doors.items() if fact(kind, n) in found)
        for kind in ("entrance", "exit")
    )
    scale = next((integer(f, 0) for f in found if f.name == "scale"), 1)
    manners = frozenset(str(f.arguments[0]) for f in found if f.name in ("allowed", "leaving"))
    return _Plan(sides, entrance, exit_, scale, limits, manners)


@lru_cache(8)
def _weights(puzzle: Puzzle) -> Sequence[Fraction] | None:
    """The weight of every path; None for too many, and for what is no plan."""
    plan = _plan(puzzle)
    if plan is None or len(plan.sides) > _LARGE:
        return None
    walks = list(islice(plan.walks(), _STEPS + 1))
    if len(walks) > _STEPS:
        return None
    return [
        sum(
            (Fraction(abs(a - c) + abs(b - d), plan.scale) for (a, b), (c, d) in pairwise(path)),
            Fraction(0),
        )
        for path in walks
        if path
    ]


def truth(puzzle: Puzzle, task: Task) -> Truth | None:
    """By walking; of paths only."""
    weights = _weights(puzzle)
    if weights is None or task.name not in ("paths", "shortest", "longest", "count"):
        return None
    if not weights:
        return Truth(False)
    if task.name == "paths":
        return Truth(True, None, len(weights))
    if task.name == "count":
        return Truth(True)
    best = max(weights) if task.name == "longest" else min(weights)
    cost = float(-best if task.name == "longest" else best)
    return Truth(True, cost, weights.count(best))


def unsolvable(rng: random.Random) -> Puzzle:
    """A small plan that nobody gets through, under rules or without."""
    while True:
        rules = Rules(door=rng.choice((0, 0, 1)), room=rng.choice((0, 1)))
        puzzle = replace(sample(rng), rules=rules)
        plan = _plan(puzzle)
        if plan is not None and next(plan.paths(), None) is None:
            return puzzle


def relaxed(puzzle: Puzzle, loose: Sequence[Fact]) -> bool | None:
    """Whether there is a path with more doors, fewer limits, and other ways to leave rooms."""
    gone = [each for each in loose if each.name == "limit"]
    plan = _plan(puzzle, gone, [each for each in loose if each not in gone])
    if plan is None:
        return None
    walks = list(islice(plan.walks(), _STEPS))
    return True if any(walks) else False if len(walks) < _STEPS else None


def lets_go(_before: Puzzle, after: Puzzle, requirement: Fact) -> bool:
    """Doors are added."""
    places = {tuple(f.arguments[1:]) for f in facts(after) if f.name == "door"}
    return requirement.name == "door" and tuple(requirement.arguments) in places


def played(puzzle: Puzzle, game: PlayedGame) -> Route:
    """The route from edge to edge."""
    edges = [graph_of(puzzle).edges[int(move)] for move in game.moves]
    states = (graph_of(puzzle).start, *(edge.target for edge in edges))
    return Route(False, states, tuple(edge.lane for edge in edges))


_SMALL = """+---+-G-+---+
|   |   o   |
+-o-+   +-o-+
|   o   o   |
+---+   +---+
|   |   o   |
+---+-S-+---+
"""

_LARGER = """+---+-----------+-G-+
|   o           o   |
+-o-+---o---+---+   |
|           o   o   |
|           +-o-+-o-+
|           o   o   |
+---o---+-o-+   +-o-+
|       |   |   o   |
|       o   o   +-o-+
|       |   |   o   |
+-S-----+---+---+---+
"""

_MEANINGS = (
    "back", "door-once", "edge-once", "passage-once", "point-once",
    "room-once", "room-twice", "room-thrice", "same-wall",
)  # fmt: skip

_FORGERIES = (
    ("use(0,3,1). use(3,5,1). use(5,14,1). use(14,7,1).", ""),
    ("use(0,3,1). use(3,5,1). use(5,14,1).", "goal"),
    ("use(3,5,1). use(5,14,1). use(14,7,1).", "start"),
    ("use(0,3,1). use(3,5,1). use(5,14,1). use(14,7,2).", "no-way"),
    ("use(0,7,1).", "no-turn"),
)

_MUTANTS = (
    Mutant(
        "leaving by the very door is allowed",
        "paths", "leaving.lp",
        "way(N,N',R) :- wall(N,R,D), wall(N',R,D'), turn(D,D').",
        "way(N,N',R) :- wall(N,R,D), wall(N',R,D'), turn(D,D').\nway(N,N,R) :- wall(N,R,_).",
        ("invalid",), 14,
    ),
    Mutant(
        "paths may run straight on",
        "paths", "leaving.lp",
        "turn((n;s),(e;w)).", "turn((n;s),(e;w)). turn(n,s). turn(s,n).",
        ("invalid",), 8,
    ),
)  # fmt: skip

TESTKIT: FamilyTestkit[Puzzle, Witness] = FamilyTestkit(
    truth=truth,
    forgeries=[Forgery(_SMALL, witness, problem) for witness, problem in _FORGERIES],
    specimens={"cycles": lambda: read(Source("larger.plan", _LARGER))},
    played=played,
    overlay_cases=[
        *(OverlayCase(name, _LARGER, "paths", "found", "other answers") for name in _MEANINGS),
        OverlayCase("lightest", _LARGER, "paths", "found", "other answers"),
        OverlayCase("heaviest", _LARGER, "paths", "found", "other answers"),
    ],
    unsolvable=unsolvable,
    relaxed=relaxed,
    lets_go=lets_go,
    mutants=_MUTANTS,
    kinds=(
        "limit(door,1)",
        "limit(room,1)",
        "limit(passage,1)",
        "limit(edge,1)",
        "limit(point,1)",
        "allowed(same_wall)",
        "allowed(back)",
        "edge(_,_,_,_)",
    ),
)
