"""Labyrinths with few boxes and corridors whose shortest way out has the most corridors.

The program tries all labyrinths of each number of boxes and corridors, up to renaming. A corridor
joins two places, each the start, a name on the outer face, or a name on a box's face. A way out
leads from the start, which is inside, to a name on the outer face, outside all boxes. There are at
most as many names as corridors: a name at the end of one corridor that occurs nowhere else can only
be the way out, so every other name takes two of the ends. Other inside places aren't needed, as
they would join corridors to one. Each labyrinth is made from one with a corridor less, and kept
once. The native engine's algorithm counts; `pylab solve` can check the longest one.

    python benchmarks/longest_way_out.py [boxes corridors]
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import combinations, permutations

from pylab.families.fractal.atlas import atlas
from pylab.families.fractal.closure import close
from pylab.families.fractal.format import write
from pylab.families.fractal.model import Labyrinth
from pylab.families.fractal.paths import Corridors, Search

START = "inner.start"

Place = tuple[int, int]
"""A box, 0 for none, and a name; (-1, 0) is the start."""

Corridor = tuple[Place, Place]
Maze = tuple[Corridor, ...]


def places(boxes: int, names: int) -> list[Place]:
    """All places."""
    return [(-1, 0), *((box, name) for box in range(boxes + 1) for name in range(names))]


def renamings(boxes: int, names: int) -> list[dict[Place, Place]]:
    """All ways to rename boxes and names."""
    return [
        {
            (-1, 0): (-1, 0),
            **{(0, n): (0, names_to[n]) for n in range(names)},
            **{
                (box, n): (boxes_to[box - 1], names_to[n])
                for box in range(1, boxes + 1)
                for n in range(names)
            },
        }
        for boxes_to in permutations(range(1, boxes + 1))
        for names_to in permutations(range(names))
    ]


def mazes(boxes: int, corridors: int) -> Iterator[Maze]:
    """All labyrinths with that many boxes, at most, and corridors, one of each kind."""
    every = list(combinations(places(boxes, corridors), 2))
    ways = renamings(boxes, corridors)
    renamed = [
        {corridor: tuple(sorted(way[place] for place in corridor)) for corridor in every}
        for way in ways
    ]
    known: set[Maze] = {()}
    for _ in range(corridors):
        larger: set[Maze] = set()
        seen: set[frozenset[Corridor]] = set()
        for maze in known:
            for corridor in every:
                if corridor in maze:
                    continue
                made = frozenset((*maze, corridor))
                if made not in seen:
                    seen.add(made)
                    larger.add(min(tuple(sorted(way[c] for c in made)) for way in renamed))
        known = larger
    yield from known


def labyrinth(maze: Maze) -> Labyrinth:
    """The labyrinth with readable names."""

    def name(place: Place) -> str:
        box, number = place
        if box < 0:
            return START
        return f"{'ABCDE'[box - 1]}.{number + 1}" if box else str(number + 1)

    return Labyrinth(tuple(tuple(sorted(map(name, corridor))) for corridor in maze), (), START)


def length(maze: Maze) -> int:
    """The number of corridors of its shortest way out, 0 if there is none."""
    if not any((-1, 0) in corridor for corridor in maze):
        return 0
    made = labyrinth(maze)
    if not made.outer():
        return 0
    chart = atlas(made)
    if not close(chart).winnable():
        return 0
    frame, location = Search(chart, Corridors()).reach(chart.targets)[0]
    return frame.costs[location][0]


def longest(boxes: int, corridors: int) -> tuple[int, list[Maze], int]:
    """The most corridors of a shortest way out, the labyrinths with them, and the number tried."""
    most, found, number = 0, list[Maze](), 0
    for maze in mazes(boxes, corridors):
        number += 1
        steps = length(maze)
        if steps > most:
            most, found = steps, []
        if steps == most:
            found.append(maze)
    return most, sorted(found), number


def main(sizes: list[tuple[int, int]]) -> None:
    """Print a line for each number of boxes and corridors, and the labyrinth."""
    for boxes, corridors in sizes:
        most, found, number = longest(boxes, corridors)
        print(
            f"{boxes} boxes, {corridors} corridors: {most} corridors, in {len(found)} of "
            f"{number:,} labyrinths"
        )
        print(write(labyrinth(found[0])), end="", flush=True)


if __name__ == "__main__":
    if {"-h", "--help"} & set(sys.argv):
        sys.exit(__doc__)
    given = list(map(int, sys.argv[1:]))
    pairs = list(zip(given[::2], given[1::2], strict=True))
    main(pairs or [(1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (1, 5)])
