"""Which meaning of "acyclic" makes 624 paths of the labyrinth of Theseus, as Markus Goetz counted?

The program tries every combination of limits on the labyrinth as it is, and counts its paths in
four ways. It also tries some combinations with each door closed, and with each doorless wall
opened. Counting ends above 624 paths, or after a while; a question mark stands for what is then
unknown. docs/findings.md sums up the output. With a journal, a file that the program creates and
extends, a later run continues where an earlier one ended.

    python benchmarks/looking_for_624.py [journal]
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal
from functools import partial
from itertools import chain, islice, product
from pathlib import Path

from pylab.base import resources
from pylab.base.errors import InstanceError, LimitReached
from pylab.families.theseus.floor import planned
from pylab.families.theseus.format import read
from pylab.families.theseus.graph import graph_of, reachable
from pylab.families.theseus.model import LEAVING, Edge, Graph, Plan, Puzzle, Rules, exact
from pylab.families.theseus.walks import Network
from pylab.text.source import read_source

WANTED = 624
MOST, TICKS = 10_000, 400
"""No more paths are walked under any one meaning, nor so many times 256 branches."""

READINGS = ("routes", "sets of doors", "sequences of rooms", "sets of rooms")

Counts = tuple[int, ...]
"""How many there are in each reading; WANTED + 1 for whatever is more, -1 for what is unknown."""


def meanings() -> Iterator[Rules]:
    """All combinations of limits, and of ways to leave a room."""
    for leaving, door, room, passage, edge, point in product(
        LEAVING, range(4), range(5), range(2), range(2), range(2)
    ):
        yield Rules(door, room, passage, edge, point, leaving)


def narrow() -> Iterator[Rules]:
    """The meanings tried in every changed labyrinth; each has at most a few thousand paths."""
    for door, room, point in product((0, 1, 2), (0, 1, 2, 3), (0, 1)):
        if door == 1 or room or point:
            yield Rules(door=door, room=room, point=point)
    for room in (1, 2):
        yield Rules(room=room, passage=1)


def walked(puzzle: Puzzle) -> Counts:
    """The number of paths, counted in each way."""
    seen: tuple[set[object], ...] = (set(), set(), set())
    number, ended = 0, False
    try:
        for walk in islice(_paths(puzzle), MOST):
            number += 1
            rooms = tuple(chain.from_iterable(edge.rooms for edge in walk))
            seen[0].add(frozenset(edge.target for edge in walk))
            seen[1].add(rooms)
            seen[2].add(frozenset(rooms))
            if min(map(len, seen)) > WANTED:
                break
        ended = number < MOST
    except LimitReached:
        pass
    found = (number, *map(len, seen))
    return tuple(WANTED + 1 if n > WANTED else n if ended else -1 for n in found)


def numbered(puzzle: Puzzle) -> Counts:
    """The number of paths, if it is at most WANTED."""
    number = 0
    try:
        for _ in islice(_paths(puzzle), WANTED + 1):
            number += 1
    except LimitReached:
        return (-1,)
    return (number,)


def _paths(puzzle: Puzzle) -> Iterator[list[Edge]]:
    graph, plan = graph_of(puzzle), puzzle.floor
    assert isinstance(plan, Plan)
    edges = _useful(graph)
    network = Network(Graph(graph.nodes, edges, graph.start, graph.goal), puzzle.rules, plan)
    ticks = 0

    def tick() -> None:
        nonlocal ticks
        ticks += 1
        if ticks > TICKS:
            raise LimitReached("looked at for long")

    for path in network.paths(graph.start, graph.goal, tick):
        yield [edges[index] for index in path]


class Journal:
    """The results so far, by what was tried; kept in a file, if there is one."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.found: dict[str, Counts] = {}
        if path is not None and path.exists():
            for line in path.read_text(encoding="utf-8").splitlines():
                key, counts = json.loads(line)
                self.found[key] = tuple(counts)

    def look_up(self, key: str, count: Callable[[], Counts]) -> Counts:
        """The numbers of what is tried, counted if they are not known."""
        if key not in self.found:
            self.found[key] = count()
            if self.path is not None:
                with self.path.open("a", encoding="utf-8") as file:
                    print(json.dumps([key, self.found[key]]), file=file)
        return self.found[key]


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


def show(alike: Mapping[tuple[str, Counts], Sequence[str]]) -> None:
    """Lines of the table, one for all limits that come to the same numbers."""
    for (leaving, found), limits in alike.items():
        also = f" and {len(limits) - 1} more" if len(limits) > 1 else ""
        cells = ["?" if n < 0 else "more" if n > WANTED else str(n) for n in found]
        print(f"| {leaving} | {limits[0]}{also} | " + " | ".join(cells) + " |", flush=True)


def main() -> None:
    """Try all meanings, and print the table."""
    shipped = read(read_source(str(resources.instances("theseus") / "hemme.plan")))
    plan = shipped.floor
    assert isinstance(plan, Plan)
    journal = Journal(Path(sys.argv[1]) if len(sys.argv) > 1 else None)
    tried, unknown = 0, 0
    near: list[tuple[int, str]] = []
    alike: dict[tuple[str, Counts], list[str]] = {}
    print("| leaving | what is limited | " + " | ".join(READINGS) + " |")
    print("|---|---|" + "---:|" * len(READINGS))
    for rules in meanings():
        found = journal.look_up(str(rules), partial(walked, Puzzle(plan, rules)))
        limited = ", ".join(f"{kind} {most}" for kind, most in rules.limits.items()) or "state"
        if all(leaving != rules.leaving for leaving, _ in alike):
            show(alike)
            alike.clear()
        alike.setdefault((rules.leaving, found), []).append(limited)
        for number, reading in zip(found, READINGS, strict=True):
            tried += number >= 0
            unknown += number < 0
            if 0 <= number <= WANTED:
                near.append((number, f"{rules.leaving}, {limited}, {reading}"))
    show(alike)
    changes = list(changed(plan))
    for (words, other), rules in product(changes, narrow()):
        key = f"{words} {rules}"
        (number,) = journal.look_up(key, partial(numbered, Puzzle(other, rules)))
        tried += number >= 0
        unknown += number < 0
        if 0 <= number <= WANTED:
            near.append((number, f"{words}, {dict(rules.limits)}"))
    hits = [words for number, words in near if number == WANTED]
    print(f"\n{tried} combinations, with {len(changes)} changed labyrinths; {unknown} not decided")
    print(f"{WANTED}: " + ("; ".join(hits) or "none of them"))
    for number, words in sorted(near, key=lambda each: abs(each[0] - WANTED))[:6]:
        print("near:", number, words)


if __name__ == "__main__":
    if {"-h", "--help"} & set(sys.argv):
        sys.exit(__doc__)
    main()
