"""The native engine: bounds from above by beams, from below by lazy commitment; knows no checker.

A plan is proven shortest when nothing shorter exists, so numbers of pushes are refuted one by one.
In between, guided searches and beams of growing width look for a plan that is shorter than the one
that is known, with a part of the work that the next refutation takes.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Mapping
from typing import Any

from pylab.base import native
from pylab.base.errors import Ended, LimitReached
from pylab.base.finding import Finding, SearchWatch, Status
from pylab.base.limits import MEMORY
from pylab.base.listing import Task
from pylab.families.ravensburger.build import PYTHON, build_for
from pylab.families.ravensburger.lazy import BACKWARD, MODES, Rules
from pylab.families.ravensburger.model import Board
from pylab.families.ravensburger.moves import Moves, Tables
from pylab.families.ravensburger.race import Race, cost_of, nodes_for
from pylab.families.ravensburger.slots import Capped, Slots, Work

_BEAMS = (
    *((2, 2), (2, 1), (4, 2), (4, 1), (8, 2), (8, 1), (8, 3), (16, 1), (16, 2), (32, 2), (32, 1)),
    *((64, 2), (64, 1), (64, 3), (128, 2), (128, 1), (256, 2), (256, 1), (512, 2), (512, 1)),
)
"""Widths and radii of beams, in the order in which they are tried."""

_FOR_ANY_PLAN = 11
"""How many beams are tried for any plan before the search becomes exhaustive."""

_FAR = 8
"""Beams make at most so many pushes for each row; what takes more is not found by being greedy."""

_SLACKS = (-1, 0, 1)
"""Of guides, in the order in which they are tried."""

_SHARE = 8
"""Once a plan is known, the search for a shorter one takes this part of the next refutation."""

_BLINK = 4
"""So many pushes are mostly refuted in less time than a beam takes."""


def search(board: Board, task: Task, watch: SearchWatch, models: int) -> Finding:
    """Answer a task, with as many plans as wanted (0: all).

    When the watch raises LimitReached, the answer has the bounds and the best plan that are known
    by then.
    """
    begun = _Search(board, watch)
    if not begun.tables.may_meet():
        begun.lower = board.max_steps + 1
        return begun.none()
    try:
        return _TASKS[task.name](begun, models)
    except LimitReached as limit:
        return _interrupted(begun, limit)
    except MemoryError:
        return _interrupted(begun, LimitReached(MEMORY, Ended.MEMORY))


class _Search:
    """What is known of a board so far.

    Attributes:
        lower: no plan has fewer pushes than this.
        best: the shortest plan known.
        levels: a row of figures for each attempt at a level.
    """

    def __init__(self, board: Board, watch: SearchWatch) -> None:
        self.board, self.watch = board, watch
        self.tables = Tables(board)
        self.lower = 0
        self.best: Moves | None = None
        self.levels: list[dict[str, Any]] = []
        self.count = 0
        self._build = build_for(board)
        self._decider = self._build.decider(self.tables, Rules())
        self._race = Race()
        self._beams = iter(_BEAMS)
        self._beamed = self._nodes = self._tried = self._guided = 0
        self._in_vain: set[tuple[int, int]] = set()

    def tick(self, nodes: int = 0) -> None:
        """Tell the watch how far it is. Raises LimitReached."""
        upper = {} if self.best is None else {"upper": len(self.best)}
        self.watch.progress(lower=self.lower, nodes=self._nodes + nodes, **upper)

    def shortest(self) -> bool:
        """Raise `lower` and find plans until they meet; whether there is a plan at all."""
        for count in range(self.board.max_steps + 1):
            self.lower = count
            self.tick()
            self._improve()
            if (self.best is not None and len(self.best) == count) or self._level(count):
                return True
        self.lower = self.board.max_steps + 1
        return False

    def any_plan(self) -> bool:
        """Find a plan by beams, or else by exhaustion; whether there is one."""
        for width, radius in _BEAMS[:_FOR_ANY_PLAN]:
            if self._beam(width, radius):
                return True
        return self.shortest()

    def every(self, length: int, wanted: int) -> bool:
        """Put out all plans of this length whose goal is in reach no earlier; whether all are out.

        It stops when as many are out as are wanted (0: all). Raises LimitReached.
        """

        def met(slots: Slots) -> bool:
            for moves in slots.sequences():
                self.tick()
                if self.tables.arrival(moves) == length:
                    self.put(moves)
                    if self.count == wanted:
                        return True
            return False

        decider = self._build.decider(self.tables, Rules(commute=False))
        return not decider.decide(length, self._race.best(), Work(self.tick), met)

    def put(self, moves: Moves) -> None:
        """Put out a plan. Raises LimitReached."""
        self.count += 1
        self.watch.found(self.tables.plan(moves))

    def none(self) -> Finding:
        """There is no plan."""
        return self.answer(Status.NONE, complete=True, at_least=self.lower)

    def answer(self, status: Status, **proven: Any) -> Finding:
        """What is known, as an answer."""
        statistics = {
            **native.statistics(self._build is not PYTHON),
            "beam situations": self._beamed,
            "guided nodes": self._guided,
            "levels": self.levels,
        }
        return Finding(status, self.count, statistics=statistics, **proven)

    def _level(self, length: int) -> bool:
        """Whether there is a plan of this length; if so it becomes the best one."""
        self._race.start(length)
        before, started = self._nodes, time.process_time()
        costs: dict[int, float] = {}
        capped: set[int] = set()
        found = False
        for mode, cap in self._race.attempts():
            found, decided, costs[mode] = self._attempt(length, mode, cap)
            if decided:
                capped.discard(mode)
                break
            capped.add(mode)
        row = {
            "pushes": length,
            "outcome": "found" if found else "refuted",
            "mode": "backward" if mode == BACKWARD else f"goal side {mode}",
        }
        if not found:
            last = self.best is not None and len(self.best) == length + 1
            for other, cap in () if last else self._race.measurements(mode, costs[mode]):
                _, decided, costs[other] = self._attempt(length, other, cap)
                if not decided:
                    capped.add(other)
            self._race.finish(costs, capped)
        seconds = time.process_time() - started
        self.levels.append({**row, "nodes": self._nodes - before, "seconds": seconds})
        return found

    def _attempt(
        self, length: int, mode: int, cap: float, slack: int | None = None
    ) -> tuple[bool, bool, float]:
        """Try a level in one mode: whether there is a plan, whether that is decided, the cost."""

        def met(slots: Slots) -> bool:
            moves = next(slots.sequences())
            self.best = moves[: self.tables.arrival(moves)]
            return True

        work = Work(self.tick, nodes_for(mode, cap))
        found, decided = False, True
        try:
            found = self._decider.decide(length, mode, work, met, slack)
        except Capped:
            decided = False
        self._nodes += work.nodes
        return found, decided, cost_of(mode, work.nodes)

    def _improve(self) -> None:
        """Look for a shorter plan, with less work than the next refutation will take.

        After the quick refutations, finding a first plan has priority.
        """
        guided = 0.0
        while self.best is None or len(self.best) > self.lower:
            budget = self._race.expected()
            if self.best is not None:
                budget /= _SHARE
                found, cost = self._follow(budget - guided)
                guided += cost
                if found:
                    continue
            bare = self.best is None and self.lower > _BLINK and self._tried < _FOR_ANY_PLAN
            if self._beamed * self._build.situation > budget and not bare:
                return
            widths = next(self._beams, None)
            if widths is None:
                return
            self._tried += 1
            self._beam(*widths)

    def _follow(self, budget: float) -> tuple[bool, float]:
        """Whether a guide leads to a plan with one push less than the best one; what that cost."""
        assert self.best is not None
        length, before, spent = len(self.best) - 1, self._nodes, 0.0
        found, decided = False, length > _BLINK
        for slack in _SLACKS:
            if found or not decided or spent >= budget:
                break
            if (length, slack) in self._in_vain:
                continue
            found, decided, cost = self._attempt(length, MODES[-1], budget - spent, slack)
            spent += cost
            if decided and not found:
                self._in_vain.add((length, slack))
        self._guided += self._nodes - before
        return found, spent

    def _beam(self, width: int, radius: int) -> bool:
        """Whether a beam finds a plan that is better than the best one; if so it becomes that."""

        def tick() -> None:
            self._beamed += self.tables.moves
            self.tick()

        board, best = self.board, self.best
        limit = min(board.max_steps, _FAR * board.size) if best is None else len(best) - 1
        found = self._build.beam(board, width, radius, limit, tick)
        if found is not None:
            self.best = found
        return found is not None


def _plan(search: _Search, models: int) -> Finding:
    if models != 1:
        return _plans(search, models)
    if not search.any_plan():
        return search.none()
    assert search.best is not None
    search.put(search.best)
    proven = search.lower == len(search.best)
    refuted = search.lower or None
    return search.answer(Status.FOUND, optimal=proven, cost=len(search.best), at_least=refuted)


def _plans(search: _Search, models: int) -> Finding:
    """All plans of all lengths."""
    board = search.board
    longest = board.max_steps if board.start != board.goal else 0
    for length in range(longest + 1):
        if not search.every(length, models):
            return search.answer(Status.FOUND, at_least=search.lower or None)
        if not search.count:
            search.lower = length + 1
            search.tick()
    if not search.count:
        return search.none()
    return search.answer(Status.FOUND, complete=True, at_least=search.lower or None)


def _shortest(search: _Search, models: int) -> Finding:
    if not search.shortest():
        return search.none()
    assert search.best is not None
    length, complete = len(search.best), False
    if models == 1:
        search.put(search.best)
    else:
        complete = search.every(length, models)
    return search.answer(
        Status.FOUND, complete=complete, optimal=True, cost=length, at_least=length
    )


def _interrupted(search: _Search, limit: LimitReached) -> Finding:
    """The bounds, and the best plan if there is one."""
    known = {"at_least": search.lower, "ended": limit.ended, "reason": str(limit)}
    if search.count:
        return search.answer(Status.FOUND, **known)
    if search.best is None:
        return search.answer(Status.UNKNOWN, **known)
    with contextlib.suppress(LimitReached):  # the plan is taken before it is raised again
        search.put(search.best)
    return search.answer(Status.FOUND, cost=len(search.best), **known)


_TASKS: Mapping[str, Callable[[_Search, int], Finding]] = {
    "plan": _plan,
    "shortest": _shortest,
    "all": _shortest,
}
