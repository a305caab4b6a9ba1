"""The ways of the reduced graph of a plan, as a floor of their own."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from pylab.families.theseus.check.floor import Floor
from pylab.families.theseus.check.shape import kept
from pylab.families.theseus.model import Edge, Graph, Puzzle, exact


def reduced(floor: Floor) -> Floor:
    """What is left of a floor without the states that offer no choice, its doors numbered anew.

    A walk from one state that is left to the next is an edge.
    """
    ways = floor.ways()
    left, _ = kept(floor, ways)
    doors = sorted({state % floor.doors for state in left})
    number = {door: index for index, door in enumerate(doors)}

    def renumbered(state: int) -> int:
        return number[state % floor.doors] + (len(doors) if state >= floor.doors else 0)

    def onward(first: int) -> Iterator[tuple[int, Decimal]]:
        pending = [(first, Decimal(0))]
        while pending:
            state, walked = pending.pop()
            for target, _, weight in ways[state]:
                if target in left:
                    yield renumbered(target), exact(walked + weight)
                else:
                    pending.append((target, walked + weight))

    edges: list[Edge] = []
    for source in sorted(left, key=renumbered):
        lane, last = 0, -1
        for target, weight in sorted(onward(source)):
            lane, last = (lane + 1 if target == last else 1), target
            edges.append(Edge(renumbered(source), target, lane, weight, len(edges)))
    ends = renumbered(floor.start), renumbered(floor.goal)
    return Floor(Puzzle(Graph(len(doors), tuple(edges), *ends)))
