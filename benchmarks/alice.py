"""Alice: the native engine, clingo and breadth-first searches over tuples, in Python and in C++,
on random mazes whose sides double: each arrow with a chance of one half, all colours alike.

Usage: python benchmarks/alice.py [OPTIONS of race.py]
"""

from __future__ import annotations

import random
from collections import deque

import race

from pylab.core.question import Means
from pylab.families.alice.model import DIRECTIONS, Maze
from pylab.families.alice.moves import TINTS, changed

ADDS = {colour: changed(1, colour) - 1 for colour in TINTS}


def maze(size: int) -> Maze:
    """A square maze with its start inside and its goal in the far corner."""
    rng, squares = random.Random(size), size * size
    arrows = bytes(rng.randrange(256) for _ in range(squares))
    colours = bytes(rng.choice((1, 2, 3)) for _ in range(squares))
    return Maze(size, size, (size // 3, size // 4), (size - 1, size - 1), arrows, colours)


def length(moves: int) -> object:
    """The result for a route of that many moves; below 0 there is none."""
    return ("none", None) if moves < 0 else ("found", moves)


def tuples(maze: Maze) -> object:
    """Breadth-first search over tuples (x, y, d), in its simplest form."""
    first = (*maze.start, 1)
    moves, queue = {first: 0}, deque([first])
    while queue:
        state = queue.popleft()
        x, y, d = state
        if (x, y) == maze.goal:
            return length(moves[state])
        for name in maze.arrows_of((x, y)) if d else ():
            dx, dy = DIRECTIONS[name]
            to = (x + dx * d, y + dy * d)
            if maze.inside(to) and not maze.is_blank(to):
                following = (*to, d + ADDS.get(maze.colour_of(to), 0))
                if following not in moves:
                    moves[following] = moves[state] + 1
                    queue.append(following)
    return length(-1)


def numbers(maze: Maze) -> str:
    """The puzzle as `plain.cpp` reads it."""
    squares = list(maze.squares())
    ends = (x + y * maze.width for x, y in (maze.start, maze.goal))
    adds = (-9 if maze.is_blank(s) else ADDS.get(maze.colour_of(s), 0) for s in squares)
    return " ".join(map(str, (maze.width, maze.height, *ends, *maze.arrows, *adds)))


if __name__ == "__main__":
    race.main(
        __doc__,
        [
            race.Race(
                "alice-shortest",
                "alice: a shortest route",
                "side",
                (10, 20, 40, 80, 160, 320, 640, 1280),
                maze,
                {
                    "native": race.asked("alice", "shortest", Means(engine="native")),
                    "clingo": race.asked("alice", "shortest", Means(engine="clingo")),
                    "Python over tuples": tuples,
                    "plain C++": race.plain("alice", numbers, length),
                },
                few=4,
            )
        ],
    )
