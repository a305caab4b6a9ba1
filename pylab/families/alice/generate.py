"""Mazes found by hill climbing: one shortest route, of a wanted length; knows no file format.

A maze is changed here and there, and the change is kept unless it makes the maze worse. What is
good: a unique shortest route, of the wanted length or as long as possible; then few dead ends, and
as many arrows a square as wanted. Robert Abbott's own mazes have 1.3 to 1.7; in the larger ones
one may be lost and not know it: up to three quarters of all states are hopeless, though few are
dead ends. So `like="abbott"` wants long false trails as well.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from pylab.families.alice.format import RULES, under
from pylab.families.alice.model import (
    BLACK,
    COLOURS,
    DIRECTIONS,
    WHITE,
    Maze,
    State,
    counted,
)
from pylab.families.alice.moves import TINTS, changed

LARGEST = 100
"""The most columns, and rows."""

_SECONDS = 5.0
"""How long to search if neither seconds nor steps are given."""

_PATIENCE = 4000
"""After so many changes in a row without a better maze, climbing starts anew."""

_CLOSE = 0.2
"""How far the average number of arrows may be from the wanted one without being worse."""

_TINTS = [COLOURS.index(colour) for colour in TINTS]

_AFTER = [[changed(d, colour) for d in range(LARGEST)] for colour in COLOURS]
"""What each colour makes of each d of which a move can be so long."""

_SPAN = 1 + max(map(max, _AFTER))
"""A state is the number of its square times this, plus d."""


@dataclass(frozen=True, slots=True)
class Quality:
    """What was found out about a maze.

    Attributes:
        length: of the shortest routes; 0 if there is none.
        unique: whether there is just one.
        states: how many states can be reached.
        dead: how many of them are off the goal and have no move.
        arrows: the average number on squares other than the goal and blank ones.
        hopeless: how many states there are from which the goal can't be reached.
        late: how far false trails lead; see `Statistics`.
    """

    length: int
    unique: bool
    states: int
    dead: int
    arrows: float
    hopeless: int = 0
    late: int = 0

    def __str__(self) -> str:
        if not self.length:
            return "no route"
        kind = "a unique shortest route" if self.unique else "shortest routes"
        return (
            f"{kind} of {counted(self.length, 'move')}, {counted(self.states, 'state')}, "
            f"{counted(self.dead, 'dead end')}, "
            f"{self.arrows:.2f} arrows a square" + self._trails
        )

    @property
    def _trails(self) -> str:
        return f", false trails of up to {counted(self.late, 'move')}" if self.late else ""


LIKE = ("", "abbott")
"""The style of mazes: any, or like Robert Abbott's, in which one gets lost."""

_DEAD = 0.06
"""The largest share of dead ends that such mazes have."""

_LOST = 0.75
"""The largest share of hopeless states that they have."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What a maze should be like; see PARAMETERS. Raises ValueError for values that make none."""

    width: int
    height: int
    length: int
    arrows: float
    most: int
    coloured: float
    blanks: float
    like: str = ""

    def __post_init__(self) -> None:
        width, height = self.width, self.height
        blank = self.blanks * width * height
        _require(
            (1 <= width <= LARGEST, f"a width from 1 to {LARGEST}", width),
            (1 <= height <= LARGEST, f"a height from 1 to {LARGEST}", height),
            (width * height > 1, "room for start and goal", f"{width} × {height}"),
            (self.length >= 0, "a length of at least 0", self.length),
            (1 <= self.most <= 8, "at most 1 to 8 arrows a square", self.most),
            (
                0 < self.arrows <= self.most,
                f"an average of arrows above 0, up to {self.most}",
                self.arrows,
            ),
            (0 <= self.coloured <= 1, "a share of coloured squares from 0 to 1", self.coloured),
            (0 <= self.blanks <= 0.9, "a share of blank squares from 0 to 0.9", self.blanks),
            (blank <= width * height - 2, "fewer blank squares", self.blanks),
            (self.like in LIKE, "mazes like abbott's", repr(self.like)[:40]),
        )


def _require(*expected: tuple[bool, str, object]) -> None:
    for holds, wanted, found in expected:
        if not holds:
            raise ValueError(f"expected {wanted}, found {found}")


Report = Callable[[float, Quality], None]
"""Hears, now and then, the share of the budget that is used and the best maze so far."""


def generate(
    rng: random.Random,
    width: int = 6,
    height: int = 6,
    length: int = 0,
    arrows: float = 1.5,
    most: int = 3,
    coloured: float = 0.25,
    blanks: float = 0.0,
    seconds: float = 0.0,
    steps: int = 0,
    like: str = "",
    report: Report = lambda _share, _merit: None,
) -> Maze:
    """The best maze that was found in the time given; `quality` says how good it is.

    Without `seconds`, it has as long as `steps` take, or `_SECONDS` without them. The maze is the
    same for the same state of rng and number of steps, if these are done in time.

    Raises:
        ValueError: for values that make no maze, and if no maze with a route was found.
    """
    _require(
        (0 <= seconds < float("inf"), "a number of seconds of at least 0", seconds),
        (steps >= 0, "a number of steps of at least 0", steps),
    )
    climber = _Climber(rng, Wish(width, height, length, arrows, most, coloured, blanks, like))
    started, tried = time.monotonic(), 0
    limit = seconds or (float("inf") if steps else _SECONDS)
    while not climber.satisfied:
        share = (time.monotonic() - started) / limit
        if share >= 1 or 0 < steps <= tried:
            break
        if tried % 256 == 0:
            report(max(share, tried / steps if steps else 0), climber.best_merit)
        climber.climb()
        tried += 1
    if not climber.best_merit.length:
        more = "steps" if steps else "seconds"
        raise ValueError(f"no maze with a route was found; give it more {more} or arrows")
    report(1.0, climber.best_merit)
    return climber.best


def quality(maze: Maze) -> Quality:
    """How good a maze is, by the default rules."""
    start, goal = (y * maze.width + x for x, y in (maze.start, maze.goal))
    flights = _flights(maze.width, maze.height)
    return _Draft(list(maze.arrows), list(maze.colours), start, goal).quality(flights, trails=True)


def sample(rng: random.Random) -> Maze:
    """A maze of at most 5 columns and 4 rows, to try encodings on: with a route or without.

    Squares of all colours, blank ones, all arrows; now and then other rules, another first state
    and a depth.
    """
    width, height = rng.choice(
        ((1, 3), *((rng.randint(2, 5), rng.randint(1, 4)) for _ in range(9)))
    )
    start, goal = rng.sample(range(width * height), 2)
    often = {"black": 2, "red": 4}
    colours = rng.choices(
        range(len(COLOURS)), [often.get(colour, 1) for colour in COLOURS], k=width * height
    )
    density = rng.choice((0.15, 0.25, 0.4))
    arrows = [sum(1 << bit for bit in range(8) if rng.random() < density) for _ in colours]
    for square in rng.sample(range(width * height), rng.choice((0, width * height // 3))):
        if square != start:
            arrows[square], colours[square] = 0, WHITE
    first, last = ((square % width, square // width) for square in (start, goal))
    maze = Maze(
        *(width, height, first, last, bytes(arrows), bytes(colours)),
        depth=rng.choice((0, 0, 0, 1, 2)),
    )
    maze = under(maze, [name for name in RULES if rng.random() < 0.2])
    if rng.random() < 0.8:
        return maze
    x, y = rng.choice([s for s in maze.squares() if s != last and not maze.is_blank(s)])
    begin = State(x, y, rng.randint(-2 if maze.backwards else 0, 3 if width > 2 else 2))
    return replace(maze, begin=None if begin == State(*first, 1) else begin)


Flights = Sequence[Sequence[Sequence[int]]]
"""For each square and direction the squares that lie 1, 2, … squares away, up to the edge."""


def _flights(width: int, height: int) -> Flights:
    def ray(x: int, y: int, dx: int, dy: int) -> list[int]:
        found = []
        while 0 <= (x := x + dx) < width and 0 <= (y := y + dy) < height:
            found.append(y * width + x)
        return found

    return [
        [ray(x, y, dx, dy) for dx, dy in DIRECTIONS.values()]
        for y in range(height)
        for x in range(width)
    ]


@dataclass(slots=True)
class _Draft:
    """A maze that can be changed; squares are numbered row by row."""

    arrows: list[int]
    colours: list[int]
    start: int
    goal: int

    def copy(self) -> _Draft:
        return _Draft(self.arrows.copy(), self.colours.copy(), self.start, self.goal)

    def quality(self, flights: Flights, trails: bool = False) -> Quality:
        """Breadth first over pairs of a square and d, counting shortest ways up to two.

        False trails are followed if that is wanted.
        """
        rays, landable = self._rays(flights), self._landable()
        after = [_AFTER[colour] for colour in self.colours]
        goal, length, routes, dead = self.goal, 0, 0, 0
        ways = {self.start * _SPAN + 1: 1}
        back: dict[int, list[int]] = {}
        layer, distance = dict(ways), 0
        while layer:
            distance += 1
            following: dict[int, int] = {}
            for state, number in layer.items():
                square, d = divmod(state, _SPAN)
                stuck = True
                if d > 0:
                    for ray in rays[square]:
                        if d <= len(ray) and landable[to := ray[d - 1]]:
                            stuck = False
                            landed = to * _SPAN + after[to][d]
                            if trails:
                                back.setdefault(landed, []).append(state)
                            if landed in following:
                                following[landed] += number
                            elif landed not in ways:
                                following[landed] = number
                dead += stuck
            ways.update(following)
            arrived = [state for state in following if state // _SPAN == goal]
            if arrived:
                if not length:
                    length, routes = distance, sum(following[state] for state in arrived)
                for state in arrived:
                    del following[state]
            layer = {state: min(number, 2) for state, number in following.items()}
        squares = sum(landable) - 1
        drawn = sum(bits.bit_count() for i, bits in enumerate(self.arrows) if i != goal)
        average = drawn / squares if squares else 0.0
        lost = _lost(back, goal) if trails else (0, 0)
        return Quality(length, routes == 1, len(ways), dead, average, *lost)

    def _rays(self, flights: Flights) -> list[list[Sequence[int]]]:
        return [
            [flights[square][i] for i in _BITS[bits]] for square, bits in enumerate(self.arrows)
        ]

    def _landable(self) -> list[bool]:
        found = [
            bits > 0 or colour != WHITE
            for bits, colour in zip(self.arrows, self.colours, strict=True)
        ]
        found[self.start] = found[self.goal] = True
        return found


def _lost(back: dict[int, list[int]], goal: int) -> tuple[int, int]:
    """How many states with a way to them are hopeless, and how far false trails lead."""
    live = {state for state in back if state // _SPAN == goal}
    pending = list(live)
    while pending:
        for state in back.get(pending.pop(), ()):
            if state not in live:
                live.add(state)
                pending.append(state)
    hopeless = [state for state in back if state not in live]
    left, late = hopeless, 0
    near = live
    while left and near:
        near = {state for state in left if not near.isdisjoint(back[state])}
        left = [state for state in left if state not in near]
        late += bool(near)
    return len(hopeless), late


_BITS = [[i for i in range(8) if bits >> i & 1] for bits in range(256)]


class _Climber:
    """Changes a draft again and again, and remembers the best one of all."""

    def __init__(self, rng: random.Random, wish: Wish) -> None:
        self.rng, self.wish = rng, wish
        self.size = wish.width * wish.height
        self.coloured = round(wish.coloured * self.size)
        self.blanks = round(wish.blanks * self.size)
        self.flights = _flights(wish.width, wish.height)
        self.draft = self._drawn()
        self.quality = self.best_merit = self._merit(self.draft)
        self.best_draft, self.idle = self.draft, 0

    @property
    def satisfied(self) -> bool:
        """Whether the best one is as wanted, and has no dead end."""
        best = self.best_merit
        wanted = (
            not self.wish.like
            and self.wish.length > 0
            and best.unique
            and best.length == self.wish.length
        )
        return wanted and best.dead == 0 and self._unlike(best) == 0

    @property
    def best(self) -> Maze:
        draft = self.best_draft.copy()
        draft.arrows[draft.goal], draft.colours[draft.goal] = 0, WHITE
        return Maze(
            self.wish.width,
            self.wish.height,
            (draft.start % self.wish.width, draft.start // self.wish.width),
            (draft.goal % self.wish.width, draft.goal // self.wish.width),
            bytes(draft.arrows),
            bytes(draft.colours),
        )

    def climb(self) -> None:
        """One change, kept unless it makes the draft worse; a new start after too many in vain."""
        changed = self.draft.copy()
        for _ in range(self.rng.choice((1, 1, 1, 2, 2, 3))):
            self._change(changed)
        found = self._merit(changed)
        if self._value(found) < self._value(self.quality):
            self.idle += 1
        else:
            self.idle = 0 if self._value(found) > self._value(self.quality) else self.idle + 1
            self.draft, self.quality = changed, found
            if self._value(found) > self._value(self.best_merit):
                self.best_draft, self.best_merit = changed, found
        if self.idle > _PATIENCE:
            self.draft, self.idle = self._drawn(), 0
            self.quality = self._merit(self.draft)

    def _merit(self, draft: _Draft) -> Quality:
        return draft.quality(self.flights, trails=bool(self.wish.like))

    def _value(self, found: Quality) -> float:
        """Larger is better; one move of the route is worth two dead ends."""
        length = found.length if found.unique else 0.7 * found.length - 1
        if self.wish.length:
            length = -abs(found.length - self.wish.length) - (0 if found.unique else 2)
        if self.wish.like:
            # one may get lost, and doesn't see it at once; but not in most places
            dead = max(0.0, found.dead - _DEAD * found.states)
            lost = max(0.0, found.hopeless - _LOST * found.states)
            length += min(found.late, found.length / 2) - dead - lost
            return length - 20 * self._unlike(found)
        return length - 0.5 * found.dead - 20 * self._unlike(found)

    def _unlike(self, found: Quality) -> float:
        """How far the number of arrows is from what is wanted, beyond what is close enough."""
        return max(0.0, abs(found.arrows - self.wish.arrows) - _CLOSE)

    def _drawn(self) -> _Draft:
        """Random arrows, and no colours yet."""
        start, goal, *others = self.rng.sample(range(self.size), self.size)
        draft = _Draft([0] * self.size, [BLACK] * self.size, start, goal)
        for square in others[: self.blanks]:
            draft.colours[square] = WHITE
        for square in range(self.size):
            if square != goal and draft.colours[square] != WHITE:
                number = int(self.wish.arrows) + (self.rng.random() < self.wish.arrows % 1)
                for _ in range(min(number, self.wish.most)):
                    self._add_arrow(draft, square)
        return draft

    def _change(self, draft: _Draft) -> None:
        """Another arrow, one less, one turned, or another colour; now and then another place."""
        rng, square = self.rng, self.rng.randrange(self.size)
        if draft.colours[square] == WHITE:
            if square not in (draft.start, draft.goal):
                self._swap_blank(draft, square)
        elif rng.random() < 0.02:
            self._move_end(draft, square)
        elif square == draft.goal:
            return
        elif rng.random() < 0.25:
            self._recolour(draft, square)
        else:
            turned, there = rng.random() < 0.5, _BITS[draft.arrows[square]]
            if there and (turned or rng.random() < 0.5):
                draft.arrows[square] ^= 1 << rng.choice(there)
                if turned or not draft.arrows[square]:
                    self._add_arrow(draft, square)
            elif len(there) < self.wish.most:
                self._add_arrow(draft, square)

    def _add_arrow(self, draft: _Draft, square: int) -> None:
        """An arrow, more often than not one that doesn't lead off the grid at once."""
        useful = [i for i in range(8) if self.flights[square][i]]
        draft.arrows[square] |= 1 << self.rng.choice(useful)

    def _recolour(self, draft: _Draft, square: int) -> None:
        if draft.colours[square] != BLACK:
            draft.colours[square] = BLACK
            return
        painted = sum(colour in _TINTS for colour in draft.colours)
        if painted < self.coloured and square != draft.start:
            draft.colours[square] = self.rng.choice(_TINTS)

    def _swap_blank(self, draft: _Draft, square: int) -> None:
        """A blank square changes places with another one."""
        other = self.rng.randrange(self.size)
        if other not in (draft.start, draft.goal):
            for marks in (draft.arrows, draft.colours):
                marks[square], marks[other] = marks[other], marks[square]

    def _move_end(self, draft: _Draft, square: int) -> None:
        """The start or the goal moves here, off the other one; the goal is left without marks."""
        if square in (draft.start, draft.goal):
            return
        if self.rng.random() < 0.5:
            draft.start = square
            draft.colours[square] = BLACK
        else:
            self._add_arrow(draft, draft.goal)
            draft.goal, draft.arrows[square], draft.colours[square] = square, 0, BLACK
