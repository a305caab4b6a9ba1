"""Cases of certificates on small boards, with a plan in each: no checker may refute them."""

from __future__ import annotations

import random
from dataclasses import dataclass

from brute_force import SIDES, pushed, tiles_of, walked

from pylab.families.ravensburger.certificate_check import Case
from pylab.families.ravensburger.certificate_cut import Cut
from pylab.families.ravensburger.model import Board


@dataclass(frozen=True)
class CutCase:
    """A case, to be cut after so many pushes.

    Attributes:
        board: the puzzle.
        last: the last push before the cut.
        plan: moves that make a plan; 4 times the line, from 0, plus the number of the side.
        unknown: by step, from 1, the moves that the push may be; a known one is not among them.
    """

    board: Board
    last: int
    plan: tuple[int, ...]
    unknown: dict[int, frozenset[int]]

    def refuted(self):
        """The checker's word."""
        cut = Cut(self.board, 3, lambda: None)
        case = Case(self.board, len(self.plan), False, cut)
        for step, move in enumerate(self.plan, 1):
            if step in self.unknown:
                case.leave_open(step, sum(1 << each for each in self.unknown[step]))
            else:
                case.decide(step, move)
        return case.refuted_by_cut(cut, self.last)


def cut_case(seed):
    """A random one; its goal comes into reach with the last push, three are left at most."""
    rng = random.Random(f"cut {seed}")
    while True:
        size = rng.choice([2, 3, 3, 3, 4])
        lines, density = range(1, size + 1), rng.choice([0.25, 0.35, 0.45])
        connections = frozenset(
            (x, y, d) for x in lines for y in lines for d in SIDES if rng.random() < density
        )
        start = rng.choice(lines), rng.choice(lines)
        grid, home, _ = tiles_of(size, connections, start, start)
        plan = tuple(rng.randrange(4 * size) for _ in range(rng.randint(2, 5)))
        reached, before = {home}, {home}
        for move in plan:
            grid = pushed(grid, move // 4, SIDES[move % 4])
            before, reached = reached, walked(grid, reached)
        if reached == before:
            continue
        goal = rng.choice(sorted(reached - before))
        board = Board(size, connections, start, (goal // size + 1, goal % size + 1), 9)
        steps = range(1, len(plan) + 1)
        hidden = rng.sample(steps, rng.choice([1, 1, 2, 2]))
        more = rng.choice([0, 0, 0, 3])
        unknown = {
            step: frozenset([plan[step - 1], *(rng.randrange(4 * size) for _ in range(more))])
            for step in hidden
        }
        last = rng.randint(1, len(plan))
        left = len(plan) - sum(step not in unknown for step in range(1, last + 1))
        if 0 < left <= rng.choice([2, 2, 2, 3]):
            return CutCase(board, last, plan, unknown)
