"""What stands in the way on a board without a plan: the bound, and tiles; knows no search."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pylab.families.ravensburger.model import STEPS, Board, Field
from pylab.text.facts import Fact, integer


@dataclass(frozen=True, slots=True)
class Obstacles:
    """Requirements that can't all be met.

    Attributes:
        bound: the most pushes, if that is one of them.
        closed: of tiles, by where they start, the directions that they are closed to.
        start, goal: where the avatar and the goal start.
    """

    bound: int | None
    closed: dict[Field, tuple[str, ...]]
    start: Field
    goal: Field

    def words(self) -> list[str]:
        """The bound, then a line for each tile."""
        pushes = "is at most 1 push" if self.bound == 1 else f"are at most {self.bound} pushes"
        lines = [] if self.bound is None else [f"there {pushes}"]
        both = self.start == self.goal
        whose = {self.start: ", where the avatar starts,"}
        whose[self.goal] = ", where both start," if both else ", where the goal starts,"
        for field, names in sorted(self.closed.items()):
            *others, last = names
            towards = f"{', '.join(others)} and {last}" if others else last
            row, column = field
            tile = f"the tile on ({row},{column}){whose.get(field, '')}"
            lines.append(f"{tile} is closed to {towards}")
        return lines


def obstacles(board: Board, requirements: Sequence[Fact]) -> Obstacles:
    """Of the requirements max_steps(M) and connect(X,Y,D), see reasons.lp."""
    bound = None
    closed: dict[Field, list[str]] = {}
    for each in requirements:
        if each.name == "max_steps":
            bound = integer(each, 0)
        else:
            field = integer(each, 0), integer(each, 1)
            closed.setdefault(field, []).append(str(each.arguments[2]))
    order = list(STEPS)
    return Obstacles(
        bound,
        {field: tuple(sorted(names, key=order.index)) for field, names in closed.items()},
        board.start,
        board.goal,
    )
