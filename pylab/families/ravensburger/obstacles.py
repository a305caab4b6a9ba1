"""What stands in the way on a board without a plan: the bound, and tiles; knows no search."""

from __future__ import annotations

from collections.abc import Sequence

from pylab.families.ravensburger.model import STEPS, Board, Field
from pylab.family.derived import Obstacles
from pylab.text.facts import Fact, integer


def obstacles(board: Board, requirements: Sequence[Fact]) -> Obstacles:
    """Of the requirements max_steps(M) and connect(X,Y,D), see reasons.lp.

    The bound, then a line for each tile.
    """
    lines, closed = [], dict[Field, list[str]]()
    for each in requirements:
        if each.name == "max_steps":
            bound = integer(each, 0)
            pushes = "is at most 1 push" if bound == 1 else f"are at most {bound} pushes"
            lines.append(f"there {pushes}")
        else:
            field = integer(each, 0), integer(each, 1)
            closed.setdefault(field, []).append(str(each.arguments[2]))
    both = board.start == board.goal
    whose = {board.start: ", where the avatar starts,"}
    whose[board.goal] = ", where both start," if both else ", where the goal starts,"
    for field, names in sorted(closed.items()):
        *others, last = sorted(names, key=[*STEPS].index)
        towards = f"{', '.join(others)} and {last}" if others else last
        row, column = field
        tile = f"the tile on ({row},{column}){whose.get(field, '')}"
        lines.append(f"{tile} is closed to {towards}")
    return Obstacles(requirements, lines)
