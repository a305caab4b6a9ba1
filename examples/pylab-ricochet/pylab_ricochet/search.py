"""The native engine: breadth first, by a bound on what is still to be done; knows no checker.

Moves are counted in layers, and a layer's states are taken up when no plan with fewer moves is left
that they could begin (A*; Hart, Nilsson and Raphael 1968): the target's robot needs at least as
many moves as if it could stop wherever it likes. A state is a number: a bit for each field with a
robot, whichever it is, and above these the field of the target's robot. So the others are
interchangeable. Where something stops on the board without robots is worked out once a field.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from pylab.errors import Ended
from pylab.finding import Finding, SearchWatch, Status
from pylab.listing import Task
from pylab_ricochet.model import STEPS, Board, Field, Move, Plan

_LARGE = 8
"""From so many rows on, clingo takes long for what needs ten moves."""

_OFTEN = 1023

Ray = tuple[int, int, int]
"""The fields passed as bits, the last one, and what a step adds to a field's number."""


class Slides:
    """A board's fields as numbers, row by row from 0, and where one slides from each."""

    def __init__(self, board: Board) -> None:
        self.board, self.cells = board, board.size**2
        self._rays: dict[int, tuple[Ray, ...]] = {}

    def number(self, field: Field) -> int:
        return (field[1] - 1) * self.board.size + field[0] - 1

    def rays(self, number: int) -> tuple[Ray, ...]:
        """The ways on the board without robots; not those of no step."""
        if number not in self._rays:
            field = number % self.board.size + 1, number // self.board.size + 1
            self._rays[number] = tuple(filter(None, (self._ray(field, d) for d in STEPS)))
        return self._rays[number]

    def _ray(self, field: Field, direction: str) -> Ray | None:
        fields, there = [], self.board.beside(field, direction)
        while there:
            fields.append(self.number(there))
            there = self.board.beside(there, direction)
        step = STEPS[direction][0] + self.board.size * STEPS[direction][1]
        return (sum(1 << each for each in fields), fields[-1], step) if fields else None

    def stops(self, number: int, taken: int) -> Iterator[int]:
        """Where a robot there may stop, among robots on the fields of these bits."""
        for passed, stop, step in self.rays(number):
            if hit := passed & taken:
                stop = (hit & -hit if step > 0 else hit).bit_length() - 1 - step
            if stop != number:
                yield stop

    def needed(self, goal: int, tick: Callable[[], object]) -> dict[int, int]:
        """How many moves the goal is away from fields, for who may stop anywhere."""
        away, pending = {goal: 0}, [goal]
        for at, number in enumerate(pending):
            if not at & _OFTEN:
                tick()
            for _, last, step in self.rays(number):
                for there in range(number + step, last + step, step):
                    if there not in away:
                        away[there] = away[number] + 1
                        pending.append(there)
        return away


class _Search:
    """What is known so far.

    Attributes:
        lower: no plan has fewer moves.
        before: of each state that was taken up, all those that come one move before it.
    """

    def __init__(self, board: Board, watch: SearchWatch) -> None:
        self.board, self.watch, self.slides = board, watch, Slides(board)
        self.lower, self.before = 0, dict[int, list[int]]()

    def tick(self) -> None:
        """Tell how far it is. Raises LimitReached."""
        self.watch.progress(lower=self.lower, states=len(self.before))

    def ends(self) -> list[int]:
        """The states in which the fewest moves end; none if there is no plan."""
        slides, before, cells = self.slides, self.before, self.slides.cells
        stops, others = slides.stops, (1 << cells) - 1
        places = {name: slides.number(field) for name, field in self.board.robots}
        mover, goal = self.board.target
        away = slides.needed(slides.number(goal), self.tick)
        first = places.pop(mover)
        waiting: dict[tuple[int, int], dict[int, list[int]]] = defaultdict(dict)
        if first in away:
            start = first << cells | sum(1 << place for place in places.values())
            waiting[away[first], 0][start] = []
        while waiting:
            self.lower, made = key = min(waiting)
            if self.board.length is not None and self.lower > self.board.length:
                break
            self.tick()
            layer = waiting.pop(key)
            if made == self.lower:
                before.update(layer)
                return list(layer)
            for state, earlier in layer.items():
                if state in before:
                    continue
                before[state] = earlier
                if not len(before) & _OFTEN:
                    self.tick()
                hero, rest = state >> cells, state & others
                taken = rest | 1 << hero
                following = waiting[made + 1 + away[hero], made + 1]
                left = rest
                while left:
                    bit = left & -left
                    left ^= bit
                    gone = state ^ bit
                    for stop in stops(bit.bit_length() - 1, taken):
                        after = gone | 1 << stop
                        if after not in before:
                            following.setdefault(after, []).append(state)
                for stop in stops(hero, rest):
                    after = stop << cells | rest
                    if after not in before:
                        waiting[made + 1 + away[stop], made + 1].setdefault(after, []).append(state)
        return []

    def plans(self, ends: Sequence[int]) -> Iterator[tuple[Move, ...]]:
        """All ways to these states with the fewest moves."""
        stack = [[each] for each in ends]
        while stack:
            states = stack.pop()
            earlier = self.before[states[-1]]
            if not earlier:
                yield tuple(self._moves(states[::-1]))
            stack.extend([*states, each] for each in earlier)

    def _moves(self, states: Sequence[int]) -> Iterator[Move]:
        cells, size = self.slides.cells, self.board.size
        robots = {self.slides.number(field): name for name, field in self.board.robots}
        for step, (state, after) in enumerate(pairwise(states), 1):
            changed = (state ^ after) & (1 << cells) - 1
            here, there = (each & changed for each in (state, after))
            if changed:
                here, there = here.bit_length() - 1, there.bit_length() - 1
            else:
                here, there = state >> cells, after >> cells
            robots[there] = robots.pop(here)
            ways = ("west", "east") if here // size == there // size else ("north", "south")
            yield Move(step, robots[there], ways[here < there])


def search(board: Board, task: Task, watch: SearchWatch, models: int) -> Finding:
    """Answer a task with as many plans as wanted (0: all); of `plan` and `exact`, it finds those
    with the fewest moves alone, for `exact` filled up by trying the last move again."""
    begun = _Search(board, watch)
    ends = begun.ends()
    told = {"states": len(begun.before)}
    if not ends:
        return Finding(Status.NONE, complete=True, at_least=begun.lower, statistics=told)
    count, exact, fewest = 0, task.name == "exact", task.name in ("shortest", "all")
    for moves in begun.plans(ends):
        if exact and board.length is not None and moves:
            last = moves[-1]
            more = range(len(moves) + 1, board.length + 1)
            moves += tuple(Move(step, last.robot, last.direction) for step in more)
        watch.found(Plan(moves, exact))
        count += 1
        if count == models:
            break
    proven = {"cost": begun.lower, "at_least": begun.lower} if fewest else {}
    missing = not fewest and count != models
    return Finding(
        Status.FOUND,
        count,
        complete=fewest and count != models,
        optimal=fewest,
        ended=Ended.SIZE if missing else Ended.SETTLED,
        reason="this search finds no longer plans" if missing else "",
        statistics=told,
        **proven,
    )


def declines(board: Board, task: Task) -> str:
    """Why this search can't answer: a robot may have no way to move nothing at the start."""
    there = dict(board.robots)[board.target[0]] == board.target[1]
    return "the robot is there at the start" if task.name == "exact" and there else ""


def unfit(board: Board, task: Task) -> str:
    """Why a task is none for a board."""
    bounded = task.name in ("shortest", "all") or board.length is not None
    return "" if bounded else f"{task.name} needs a length, which the board has not; say --length"


def prefers_native(board: Board, _task: Task) -> str:
    """Why clingo would be no good here."""
    if board.length is None:
        return "clingo never finds out that there is no plan if its length is not bounded"
    return "clingo is slow on boards of that size" if board.size > _LARGE else ""
