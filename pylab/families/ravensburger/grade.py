"""How hard a board is, by the native search: pushes of its shortest plans, and work to prove it."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from pylab.base.errors import Ended, LimitReached
from pylab.base.finding import Finding, Status
from pylab.base.words import counted
from pylab.families.ravensburger import generate as boards
from pylab.families.ravensburger.listing import LISTING
from pylab.families.ravensburger.model import Board, Plan
from pylab.families.ravensburger.search import search

_SHORTEST = next(task for task in LISTING.tasks if task.name == "shortest")

MOST_BOARDS = 100_000
"""So many boards are drawn at most for one of the hardness that is wanted."""

MOST_NODES = 10**9


@dataclass(frozen=True, slots=True)
class Grade:
    """What was measured.

    Attributes:
        pushes: of the shortest plans; None if there is none, or if that took too much work.
        at_least: no plan has fewer pushes.
        nodes: what the search looked at to prove it.
    """

    pushes: int | None
    at_least: int
    nodes: int

    def __str__(self) -> str:
        nodes = f"{self.nodes:,} nodes"
        if self.pushes is None:
            return f"no plan with fewer than {self.at_least} pushes, after {nodes}"
        pushes = counted(self.pushes, "push", "pushes")
        return f"shortest plans have {pushes}, proven after {nodes}"


Report = Callable[[float, Grade], None]
"""Hears, now and then, the share of the budget that is used and how hard the last board is."""


@dataclass
class _Watch:
    """Ends a search after so many nodes, or once it is too long for what is wanted."""

    most: int
    longest: int
    nodes: int = 0
    calls: int = 0
    plans: list[Plan] = field(default_factory=list)

    def found(self, plan: Plan) -> None:
        self.plans.append(plan)

    def progress(self, **figures: int) -> None:
        self.nodes = max(self.nodes, figures.get("nodes", 0))
        self.calls += 1
        if max(self.nodes, self.calls) > self.most or figures.get("lower", 0) > self.longest:
            raise LimitReached("enough", Ended.SIZE)


def grade(board: Board, nodes: int = MOST_NODES, longest: int = 10**9) -> Grade:
    """How hard a board is, unless it takes more nodes, or more pushes than `longest`."""
    watch = _Watch(nodes, longest)
    finding: Finding = search(board, _SHORTEST, watch, 1)
    proven = finding.status is Status.FOUND and finding.optimal
    length = len(watch.plans[0].pushes) if proven else None
    return Grade(length, int(finding.at_least or 0), watch.nodes)


def compose(
    rng: random.Random,
    report: Report,
    size: int = 6,
    density: float = 0.43,
    bound: int = 0,
    hardness: int = 0,
    nodes: int = 20_000,
) -> Board:
    """A random board or, of those that are drawn, the first that is as hard as is wanted.

    It is the same for the same state of rng on every machine: work is counted, not timed.

    Raises:
        ValueError: for values outside what `generate` takes, and if no board was found.
    """
    if hardness < 0 or not 0 < nodes <= MOST_NODES:
        raise ValueError(f"expected a hardness from 0 on and nodes from 1 to {MOST_NODES}")
    board = boards.generate(rng, size, density, bound)
    if not hardness:
        return board
    if hardness > board.max_steps:
        raise ValueError(f"expected a hardness of at most {board.max_steps}, found {hardness}")
    for drawn in range(MOST_BOARDS):
        found = grade(board, nodes, hardness)
        report(drawn / MOST_BOARDS, found)
        if found.pushes == hardness:
            return board
        board = boards.generate(rng, size, density, bound)
    raise ValueError(f"none of {MOST_BOARDS:,} boards has shortest plans of {hardness} pushes")


def generate(rng: random.Random, **parameters: Any) -> Board:
    """The same without a word on the way."""
    return compose(rng, lambda _share, _grade: None, **parameters)
