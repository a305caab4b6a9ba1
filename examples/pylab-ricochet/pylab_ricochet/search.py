"""The native engine: breadth first, by a bound on what is still to be done; knows no checker.

States are taken up by the moves made and the moves that are needed at least: as many as if the
target's robot could stop wherever it likes (A*; Hart, Nilsson and Raphael 1968). A state is a
number: a bit for each field with another robot, whichever it is, as they are interchangeable, and
above these the field of the target's robot.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise

from pylab.errors import Ended
from pylab.finding import Finding, SearchWatch, Status
from pylab.listing import Task
from pylab_ricochet.model import STEPS, Board, Field, Move, Plan

_LARGE = 8
"""From more rows on, clingo takes long for what needs ten moves."""


class Slides:
    """A board's fields as numbers, row by row from 0, and how one slides from each."""

    def __init__(self, board: Board) -> None:
        self.board, self.size = board, board.size
        self._rays: dict[int, list[tuple[int, int, int]]] = {}

    def number(self, field: Field) -> int:
        return (field[1] - 1) * self.size + field[0] - 1

    def rays(self, number: int) -> list[tuple[int, int, int]]:
        """Ways on the board without robots, worked out once: the fields passed, as bits, the last
        one, and what a step adds to a field's number."""
        if number not in self._rays:
            self._rays[number] = []
            for direction, (right, down) in STEPS.items():
                field, passed = (number % self.size + 1, number // self.size + 1), 0
                while there := self.board.beside(field, direction):
                    field, passed = there, passed | 1 << self.number(there)
                if passed:
                    ray = passed, self.number(field), right + self.size * down
                    self._rays[number].append(ray)
        return self._rays[number]

    def stops(self, number: int, taken: int) -> Iterator[int]:
        """Where a robot there may stop, among robots on the fields of these bits."""
        for passed, stop, step in self.rays(number):
            if hit := passed & taken:
                stop = (hit & -hit if step > 0 else hit).bit_length() - 1 - step
            if stop != number:
                yield stop


class _Search:
    """What is known so far: `lower`, than which no plan has fewer moves; and `before`, of each
    state that was taken up, all those that come one move before it."""

    def __init__(self, board: Board, watch: SearchWatch) -> None:
        self.board, self.watch, self.slides = board, watch, Slides(board)
        self.lower, self.before = 0, dict[int, list[int]]()

    def tick(self) -> None:
        """Tell how far it is. Raises LimitReached."""
        self.watch.progress(lower=self.lower, states=len(self.before))

    def needed(self) -> dict[int, int]:
        """How many moves the target is away from fields, for who may stop anywhere."""
        pending = [self.slides.number(self.board.target[1])]
        away = {pending[0]: 0}
        for number in pending:
            self.tick()
            for _, last, step in self.slides.rays(number):
                for there in range(number + step, last + step, step):
                    if there not in away:
                        away[there] = away[number] + 1
                        pending.append(there)
        return away

    def ends(self) -> list[int]:
        """The states in which the fewest moves end; none if there is no plan."""
        before, stops, cells = self.before, self.slides.stops, self.board.size**2
        places = {name: self.slides.number(field) for name, field in self.board.robots}
        away, first = self.needed(), places.pop(self.board.target[0])
        waiting: dict[tuple[int, int], dict[int, list[int]]] = defaultdict(dict)
        if first in away:
            start = first << cells | sum(1 << place for place in places.values())
            waiting[away[first], 0][start] = []
        while waiting:
            self.lower, made = least = min(waiting)
            if self.board.length is not None and self.lower > self.board.length:
                break
            layer = waiting.pop(least)
            if made == self.lower:
                before.update(layer)
                return list(layer)
            self.tick()
            for state, earlier in layer.items():
                if state in before:
                    continue
                before[state] = earlier
                if not len(before) & 1023:
                    self.tick()
                hero, rest = state >> cells, state & (1 << cells) - 1
                left, taken = rest, rest | 1 << hero
                following = waiting[made + 1 + away[hero], made + 1]
                while left:
                    bit = left & -left
                    left, gone = left ^ bit, state ^ bit
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
        cells, size = self.board.size**2, self.board.size
        robots = {self.slides.number(field): name for name, field in self.board.robots}
        for step, (state, after) in enumerate(pairwise(states), 1):
            here, there = state >> cells, after >> cells
            if here == there:
                here, there = ((each & (state ^ after)).bit_length() - 1 for each in (state, after))
            robots[there] = robots.pop(here)
            ways = ("west", "east") if here // size == there // size else ("north", "south")
            yield Move(step, robots[there], ways[here < there])


def search(board: Board, task: Task, watch: SearchWatch, models: int) -> Finding:
    """Answer a task with as many plans as wanted (0: all). Of `plan` and `exact` it finds those
    with the fewest moves alone, for `exact` filled up by trying the last move again."""
    begun, count, fewest = _Search(board, watch), 0, task.name in ("shortest", "all")
    ends = begun.ends()
    if not ends:
        return Finding(Status.NONE, complete=True, at_least=begun.lower)
    for moves in begun.plans(ends):
        exact, filled = task.name == "exact", range(len(moves) + 1, (board.length or 0) + 1)
        if exact and moves:
            last = moves[-1]
            moves += tuple(Move(step, last.robot, last.direction) for step in filled)
        watch.found(Plan(moves, exact))
        count += 1
        if count == models:
            break
    if fewest:
        done, cost = count != models, begun.lower
        return Finding(Status.FOUND, count, done, optimal=True, cost=cost, at_least=cost)
    if count == models:
        return Finding(Status.FOUND, count)
    return Finding(Status.FOUND, count, ended=Ended.SIZE, reason="only the shortest are looked for")


def declines(board: Board, task: Task) -> str:
    """Why this search can't answer: at the start, each robot may have a way in each direction."""
    there = dict(board.robots)[board.target[0]] == board.target[1]
    return "the robot is on the target at the start" if task.name == "exact" and there else ""


def unfit(board: Board, task: Task) -> str:
    """Why a task is none for a board."""
    bounded = task.name in ("shortest", "all") or board.length is not None
    return "" if bounded else f"{task.name} needs a length, which the board has not; say --length"


def prefers_native(board: Board, _task: Task) -> str:
    """Why clingo would be no good here."""
    if board.length is None:
        return "clingo never finds out that there is no plan if its length is not bounded"
    return "clingo is slow on boards of that size" if board.size > _LARGE else ""
