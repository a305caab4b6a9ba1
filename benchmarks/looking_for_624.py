"""Which meaning of "acyclic" makes 624 paths of the labyrinth of Theseus, as Markus Goetz counted?

Every combination of limits is tried on the labyrinth as it is, its paths counted in four ways; and
some of them are tried with each door closed, and with each wall opened that has none. Prints the
table of docs/findings.md, and takes about a quarter of an hour.

    python benchmarks/looking_for_624.py [most]
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from decimal import Decimal
from itertools import chain, product

from pylab import resources
from pylab.errors import InstanceError
from pylab.families.theseus.floor import planned
from pylab.families.theseus.format import read
from pylab.families.theseus.graph import graph_of, reachable
from pylab.families.theseus.meaning import counts
from pylab.families.theseus.model import LEAVING, Edge, Graph, Plan, Puzzle, Rules, exact
from pylab.families.theseus.walks import Network
from pylab.listing import Task
from pylab.source import read_source

WANTED = 624
MOST = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
"""No more paths are walked under any one meaning."""

READINGS = ("routes", "sets of doors", "sequences of rooms", "sets of rooms")
PATHS = Task("paths", "", "paths.lp")

Counts = tuple[int, ...]
"""How many there are in each reading, from the first path to that of number `MOST`."""


def meanings() -> Iterator[Rules]:
    """All combinations of limits, and of ways to leave a room."""
    for leaving, door, room, passage, edge, point in product(
        LEAVING, range(4), range(5), range(2), range(2), range(2)
    ):
        yield Rules(door, room, passage, edge, point, leaving)


def narrow() -> Iterator[Rules]:
    """Those that are tried in every changed labyrinth: at most a few thousand paths each."""
    for door, room, point in product((0, 1, 2), (0, 1, 2, 3), (0, 1)):
        if door == 1 or room or point:
            yield Rules(door=door, room=room, point=point)
    for room in (1, 2):
        yield Rules(room=room, passage=1)


def walked(puzzle: Puzzle) -> Counts:
    """How many paths there are, up to `MOST`."""
    graph, plan = graph_of(puzzle), puzzle.floor
    assert isinstance(plan, Plan)
    edges = _useful(graph)
    network = Network(Graph(graph.nodes, edges, graph.start, graph.goal), puzzle.rules, plan)
    seen: tuple[set[object], ...] = (set(), set(), set())
    number = 0
    for path in network.paths(graph.start, graph.goal, lambda: None):
        number += 1
        walk = [edges[index] for index in path]
        rooms = tuple(chain.from_iterable(edge.rooms for edge in walk))
        seen[0].add(frozenset(edge.target % graph.nodes for edge in walk))
        seen[1].add(rooms)
        seen[2].add(frozenset(rooms))
        if number == MOST:
            break
    return number, *map(len, seen)


def _useful(graph: Graph) -> tuple[Edge, ...]:
    ahead = reachable(graph, graph.start)
    behind = reachable(graph, graph.goal, forward=False)
    ends = {graph.goal}
    return tuple(e for e in graph.edges if e.source in ahead - ends and e.target in behind)


def changed(plan: Plan) -> Iterator[tuple[str, Plan]]:
    """The labyrinth with one door closed, and with one wall opened in its middle."""
    doors = plan.doors
    for x, y in doors:
        fewer = tuple(door for door in doors if door != (x, y))
        yield f"without the door at ({x}, {y})", _with(plan, fewer)
    halves = [exact(Decimal(number) / 2) for number in range(1, 2 * int(plan.height))]
    for x, y in product(halves, halves):
        if x < plan.width and (x, y) not in doors:
            try:
                more = _with(plan, (*doors, (x, y)))
            except InstanceError:
                continue
            yield f"with a door at ({x}, {y})", more


def _with(plan: Plan, doors: tuple[tuple[Decimal, Decimal], ...]) -> Plan:
    return planned(plan.width, plan.height, plan.rooms, doors, plan.ends)


def main() -> None:
    """Try them all, and print the table."""
    shipped = read(read_source(str(resources.instances("theseus") / "hemme.plan")))
    plan = shipped.floor
    assert isinstance(plan, Plan)
    tried, hits, near = 0, [], []
    print("| leaving | what is limited | " + " | ".join(READINGS) + " |")
    print("|---|---|" + "---:|" * len(READINGS))
    small: dict[tuple[str, Counts], list[str]] = {}
    for rules in meanings():
        found = walked(Puzzle(plan, rules))
        sure = len(READINGS) if found[0] < MOST else 0
        tried += len(READINGS)
        limited = ", ".join(f"{kind} {most}" for kind, most in rules.limits.items()) or "state"
        hits += [(rules, READINGS[i]) for i in range(sure) if found[i] == WANTED]
        near += [(abs(found[i] - WANTED), found[i], rules.leaving, limited, READINGS[i])
                 for i in range(sure)]  # fmt: skip
        small.setdefault((rules.leaving, found), []).append(limited)
    for (leaving, found), limits in small.items():
        also = f" and {len(limits) - 1} more" if len(limits) > 1 else ""
        cells = [str(n) if found[0] < MOST else f"over {n - 1}" if i == 0 else "?"
                 for i, n in enumerate(found)]  # fmt: skip
        print(f"| {leaving} | {limits[0]}{also} | " + " | ".join(cells) + " |")
    changes = list(changed(plan))
    for (words, other), rules in product(changes, narrow()):
        tried += 1
        number = walked(Puzzle(other, rules))[0]
        near.append((abs(number - WANTED), number, rules.leaving, f"{words}: {rules.limits}", ""))
        if number == WANTED:
            hits.append((rules, words))
    print(f"\n{tried} combinations, {len(changes)} changed labyrinths among them")
    for rules, words in hits:
        print(f"{WANTED}: {counts(Puzzle(plan, rules), PATHS)}; {words}")
    for line in sorted(near)[:8]:
        print("near:", *line[1:])


if __name__ == "__main__":
    main()
