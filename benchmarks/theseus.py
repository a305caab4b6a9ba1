"""Theseus: paths counted over a frontier, in Python and C++, against those who walk each one:
clingo, igraph and networkx (as their manuals do it) and a plain walk in C++. On all-open plans of
so many by so many rooms, and on the labyrinth itself, its 8256 paths counted, then each made a
witness and checked.

Usage: python benchmarks/theseus.py [OPTIONS of race.py]
"""

from __future__ import annotations

import importlib
import os

import clingo
import race

from pylab.base import native, resources
from pylab.core.question import Means
from pylab.encoding import files, program
from pylab.families.theseus.generate import open_plan
from pylab.families.theseus.graph import graph_of
from pylab.families.theseus.model import Puzzle
from pylab.family import registry
from pylab.text.source import read_source

FAMILY = registry.get("theseus")


class Last:
    """A watch that keeps the last witness."""

    def found(self, witness: object) -> None:
        self.witness = witness

    def progress(self, **figures: int) -> None:
        """Ignore it."""


def frontier(cpp: bool) -> race.Work | None:
    """The native engine's count, through the family."""

    def work(puzzle: Puzzle) -> object:
        os.environ["PYLAB_NATIVE"] = str(int(cpp))
        watch = Last()
        FAMILY.native.search(puzzle, FAMILY.task("count"), watch, 0)
        return watch.witness.total  # type: ignore[attr-defined]

    return work if not cpp or native.available() else None


def clingo_counts(puzzle: Puzzle) -> object:
    """Ground and count all models, without reading them."""
    control = clingo.Control(["0"], logger=lambda *_: None)
    with control.backend() as backend:
        for fact in FAMILY.facts(puzzle):
            backend.add_rule([backend.add_atom(fact.symbol)])
    program.add_to(control, program.load(files.find("paths.lp", "theseus")).statements)
    control.ground([("base", [])])
    control.solve()
    return int(control.statistics["summary"]["models"]["enumerated"])


def library(name: str) -> race.Work | None:
    """A graph library's count of the puzzle's graph, made for it; None where it isn't installed."""
    try:
        module = importlib.import_module(name)
    except ImportError:
        return None

    def work(puzzle: Puzzle) -> object:
        graph = graph_of(puzzle)
        edges = [(edge.source, edge.target) for edge in graph.edges]
        if name == "igraph":
            made = module.Graph(2 * graph.nodes, edges, directed=True)
            return len(made.get_all_simple_paths(graph.start, graph.goal))
        made = module.MultiDiGraph(edges)
        return sum(1 for _ in module.all_simple_edge_paths(made, graph.start, graph.goal))

    return work


def numbers(puzzle: Puzzle) -> str:
    """The puzzle as `plain.cpp` reads it."""
    graph = graph_of(puzzle)
    ends = [end for edge in graph.edges for end in (edge.source, edge.target)]
    return " ".join(map(str, (2 * graph.nodes, graph.start, graph.goal, len(graph.edges), *ends)))


def hemme(_: int) -> Puzzle:
    """The labyrinth itself."""
    made = FAMILY.read(read_source(str(resources.instances("theseus") / "hemme.plan")))
    assert isinstance(made, Puzzle)
    return made


COUNTING = {
    "frontier, Python": frontier(cpp=False),
    "frontier, C++": frontier(cpp=True),
    "clingo": clingo_counts,
    "igraph": library("igraph"),
    "networkx": library("networkx"),
    "plain C++": race.plain("theseus", numbers, int),
}

if __name__ == "__main__":
    race.main(
        __doc__,
        [
            race.Race(
                "theseus-count",
                "theseus: the paths of an all-open plan, counted",
                "side",
                (3, 4, 5, 6, 8, 10, 12, 14),
                lambda side: Puzzle(open_plan(side, side)),
                COUNTING,
                few=3,
            ),
            race.Race(
                "theseus-hemme", "theseus: the 8256 paths counted", "rooms", (51,), hemme, COUNTING
            ),
            race.Race(
                "theseus-paths",
                "theseus: the 8256 paths as witnesses, checked",
                "rooms",
                (51,),
                hemme,
                {
                    engine: race.asked("theseus", "paths", Means(engine=engine))
                    for engine in ("native", "clingo", "both")
                },
            ),
        ],
    )
