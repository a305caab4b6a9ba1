"""Fractal labyrinths: the native engine, clingo and a plain closure in C++, on random labyrinths
whose outer locations double, four boxes, 0.7 corridors a location: a little above where everything
becomes connected (`pylab generate fractal --outer O --boxes 4 --density 0.7`). Runs, the shortest
ones, proofs that there is none, all that wins, and labyrinths whose runs double with each level.

Usage: python benchmarks/fractal.py [OPTIONS of race.py]
"""

from __future__ import annotations

import random

import race

from pylab.core.question import Means
from pylab.families.fractal.atlas import atlas
from pylab.families.fractal.closure import close
from pylab.families.fractal.generate import generate, nest
from pylab.families.fractal.model import Goal, Labyrinth

DOUBLED = tuple(25 << power for power in range(11))


def open_one(outer: int) -> Labyrinth:
    """A random labyrinth with a way out."""
    for seed in range(1000 * outer, 1000 * outer + 100):
        made = generate(random.Random(seed), outer, 4, 0.7)
        if close(atlas(made), hasty=True).winnable():
            return made
    raise AssertionError("no winnable labyrinth found")


def closed(outer: int) -> Labyrinth:
    """The same labyrinth with its goal cut off; a search has to go through all the rest."""
    made = open_one(outer)
    kept = (*(each for each in made.cliques if "inner.goal" not in each), ("inner.goal",))
    return Labyrinth(kept, (), made.start, Goal("at", ("inner.goal",)))


def numbers(labyrinth: Labyrinth) -> str:
    """The puzzle as `plain.cpp` reads it."""
    chart = atlas(labyrinth)
    pairs = [end for clique in chart.cliques for other in clique[1:] for end in (clique[0], other)]
    ports = [
        number
        for port, (box, inside) in enumerate(zip(chart.box, chart.inside, strict=True))
        if box >= 0
        for number in (port, box, inside)
    ]
    head = (len(chart.names), chart.start, len(chart.targets), *chart.targets)
    return " ".join(map(str, (*head, len(pairs) // 2, *pairs, len(ports) // 3, *ports)))


def told(won: int) -> object:
    """The result for a labyrinth with or without a way out."""
    return ("found" if won else "none"), None


def rivals(task: str, plain: bool = False) -> dict[str, race.Work | None]:
    """The engines of a race, by name."""
    asked = {e: race.asked("fractal", task, Means(engine=e)) for e in ("native", "clingo")}
    return asked | ({"plain C++": race.plain("fractal", numbers, told)} if plain else {})


if __name__ == "__main__":
    where = "outer locations"
    race.main(
        __doc__,
        [
            race.Race(
                "fractal-escape", "fractal: a run", where, DOUBLED, open_one, rivals("escape", True)
            ),
            race.Race(
                "fractal-none", "fractal: no run", where, DOUBLED, closed, rivals("escape", True)
            ),
            race.Race(
                "fractal-shortest", "fractal: a shortest run", where, DOUBLED, open_one,
                rivals("shortest"),
            ),
            race.Race(
                "fractal-winning", "fractal: all that wins", where, DOUBLED[:9], open_one,
                rivals("winning"),
            ),
            race.Race(
                "fractal-nested", "fractal: a shortest run that doubles with each level", "levels",
                (2, 4, 8, 16, 32, 64, 128, 256, 512), nest, rivals("shortest"),
            ),
        ],
    )  # fmt: skip
