"""The whole numbers that both engines reckon in, and what they are in a puzzle's units."""

from __future__ import annotations

from decimal import Decimal
from functools import lru_cache

from pylab.base.finding import Number
from pylab.base.listing import Task
from pylab.families.theseus.frontier import scale_of
from pylab.families.theseus.model import Plan, Puzzle, exact


@lru_cache(maxsize=16)
def parts_a_unit(puzzle: Puzzle) -> int:
    """The least number that makes all coordinates of a plan, or all weights of a graph, whole."""
    floor = puzzle.floor
    if not isinstance(floor, Plan):
        return scale_of(edge.weight for edge in floor.edges)
    numbers = [floor.width, floor.height]
    numbers += [n for room in floor.rooms for n in (room.x, room.y, room.width, room.height)]
    numbers += [n for opening in floor.openings for n in (opening.x, opening.y)]
    return scale_of(numbers)


def cost(puzzle: Puzzle, _task: Task, value: int) -> Number:
    """The weight that a cost of either engine stands for; negative where the heaviest is wanted.

    >>> from pylab.families.theseus.model import Edge, Graph
    >>> graph = Graph(1, (Edge(0, 1, 1, Decimal("2.5"), 0),), 0, 1)
    >>> cost(Puzzle(graph), Task("shortest", "", ""), 5)
    2.5
    """
    weight = exact(Decimal(value) / parts_a_unit(puzzle))
    return int(weight) if weight == int(weight) else float(weight)
