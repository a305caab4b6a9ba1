"""Counting the labyrinth of Theseus: clingo and the native engine against graph libraries.

Each line is a median of CPU times and its ratio to a named baseline, all from this one run.
igraph and networkx are called as their manuals do it; without them their lines are missing.

    python benchmarks/theseus.py [repeats]
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable

import clingo

from pylab import encoding, engines, registry, resources
from pylab.answer import Watch
from pylab.families.theseus.generate import open_plan
from pylab.families.theseus.graph import graph_of, reduce
from pylab.families.theseus.model import Graph, Puzzle
from pylab.question import Means, Question
from pylab.source import read_source

FAMILY = registry.get("theseus")
OPEN_10 = 920_484_058_838_401_778
REPEATS = int(sys.argv[1]) if len(sys.argv) > 1 else 7


def seconds(work: Callable[[], int], expected: int, repeats: int = REPEATS) -> float:
    """The median CPU time of a piece of work, whose result must be right."""
    times = []
    for _ in range(repeats):
        before = time.process_time()
        found = work()
        times.append(time.process_time() - before)
    if found != expected:
        print(f"    (expected {expected}, found {found})")
    return statistics.median(times)


def clingo_counts(puzzle: Puzzle, entry: str) -> Callable[[], int]:
    """Ground and count all models, without reading them."""
    program = encoding.load(encoding.find(entry, "theseus"))
    facts = FAMILY.facts(puzzle)

    def count() -> int:
        control = clingo.Control(["0"], logger=lambda *_: None)
        with control.backend() as backend:
            for fact in facts:
                backend.add_rule([backend.add_atom(fact.symbol)])
        encoding.add_to(control, program.statements)
        control.ground([("base", [])])
        control.solve()
        return int(control.statistics["summary"]["models"]["enumerated"])

    return count


def native_counts(puzzle: Puzzle, task: str) -> Callable[[], int]:
    """The native engine's count, through the family."""

    class Watch:
        def __init__(self) -> None:
            self.last: object = None

        def found(self, witness: object) -> None:
            self.last = witness

        def progress(self, **figures: int) -> None:
            """Nothing to tell."""

    def count() -> int:
        watch = Watch()
        FAMILY.search(puzzle, FAMILY.task(task), watch, 0)
        return watch.last.total  # type: ignore[attr-defined]

    return count


def decoded_and_checked(puzzle: Puzzle, engine: str) -> Callable[[], int]:
    """All paths as witnesses, each with a verdict, as `pylab solve` gets them."""

    def count() -> int:
        valid = []
        question = Question(FAMILY, puzzle, FAMILY.task("paths"), Means(engine=engine))
        engines.ask(
            question, Watch(lambda checked: valid.append(checked.verdict.valid), keep=False)
        )
        return sum(valid)

    return count


def igraph_counts(graph: Graph) -> tuple[Callable[[], int], Callable[[], int]] | None:
    """Paths and cycles by igraph, graph included; None where it is not installed."""
    try:
        import igraph
    except ImportError:
        return None
    edges = [(edge.source, edge.target) for edge in graph.edges]

    def paths() -> int:
        made = igraph.Graph(2 * graph.nodes, edges, directed=True)
        return len(made.get_all_simple_paths(graph.start, graph.goal))

    def cycles() -> int:
        made = igraph.Graph(2 * graph.nodes, edges, directed=True)
        return len(made.simple_cycles())

    return paths, cycles


def networkx_counts(graph: Graph) -> tuple[Callable[[], int], Callable[[], int]] | None:
    """Paths and cycles by networkx, graph included; None where it is not installed."""
    try:
        import networkx
    except ImportError:
        return None
    edges = [(edge.source, edge.target) for edge in graph.edges]

    def paths() -> int:
        made = networkx.MultiDiGraph(edges)
        return sum(1 for _ in networkx.all_simple_edge_paths(made, graph.start, graph.goal))

    def cycles() -> int:
        made = networkx.MultiDiGraph(edges)
        return sum(1 for _ in networkx.simple_cycles(made))

    return paths, cycles


def table(title: str, rows: list[tuple[str, float]], baseline: str) -> None:
    """Print the rows, each with its ratio to the baseline's."""
    times = dict(rows)
    base = times.get(baseline)
    print(f"{title} (baseline: {baseline})")
    for name, taken in rows:
        ratio = f"{taken / base:6.2f} x" if base else "       -"
        print(f"  {name:<42} {1000 * taken:9.1f} ms {ratio}")


def main() -> None:
    """Measure and print everything."""
    hemme = FAMILY.read(read_source(str(resources.instances("theseus") / "hemme.plan")))
    graph = reduce(graph_of(hemme)).graph
    reduced = FAMILY.adapt(hemme, graph="reduced")
    igraph, networkx = igraph_counts(graph), networkx_counts(graph)
    for index, (noun, entry, total) in enumerate(
        (("paths", "paths.lp", 8256), ("cycles", "cycles.lp", 3538))
    ):
        task = ("count", "count-cycles")[index]
        rows = [
            ("clingo, the reduced graph", seconds(clingo_counts(reduced, entry), total)),
            ("clingo, the plan", seconds(clingo_counts(hemme, entry), total)),
            ("frontier, the plan", seconds(native_counts(hemme, task), total)),
        ]
        if igraph is not None:
            rows.append(("igraph", seconds(igraph[index], total)))
        if networkx is not None:
            rows.append(("networkx", seconds(networkx[index], total, 1)))
        table(f"count {total} {noun}", rows, "igraph")
    rows = [
        ("clingo, the reduced graph", seconds(decoded_and_checked(reduced, "clingo"), 8256, 3)),
        ("clingo, the plan", seconds(decoded_and_checked(hemme, "clingo"), 8256, 3)),
        ("native, the plan", seconds(decoded_and_checked(hemme, "native"), 8256, 3)),
    ]
    table("8256 paths as witnesses, checked", rows, "clingo, the reduced graph")
    ten = Puzzle(open_plan(10, 10))
    rows = [
        ("this labyrinth", seconds(native_counts(hemme, "count"), 8256)),
        ("the all-open plan, 10 by 10", seconds(native_counts(ten, "count"), OPEN_10, 3)),
    ]
    table("count without walking", rows, "this labyrinth")


if __name__ == "__main__":
    main()
