"""The saturated automaton of a labyrinth, without a pushdown system's rules; judges nothing.

All boxes are alike, and all tops of the stack: so it is enough to know from which place one gets to
which within a copy. Classes of places that two-way corridors join are found first, by the closure;
one-way corridors join classes, and so do boxes, from the port of one class to that of another one
that can be reached from it. What a class reaches is a set of bits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from pylab.families.fractal.atlas import Atlas, atlas
from pylab.families.fractal.closure import close
from pylab.families.fractal.model import (
    BOTTOM,
    VICTORY,
    Automaton,
    Configuration,
    Labyrinth,
    behind,
    box_of,
)
from pylab.family.walks import reach

_BREATH = 4096

MOST = 100_000
"""Of so many transitions, all are listed one by one."""


@dataclass(frozen=True, slots=True)
class Ways:
    """Which class of places is reached from which within a copy, and from which one wins.

    Attributes:
        chart: the labyrinth.
        roots: of each location, its class.
        ports: of each class that lies behind ports, by box, the class of those.
        faces: the locations of these classes that lie behind ports.
        order: these classes, in the order of bits.
        reached: of each class, those of these that it reaches, as bits.
        won: the classes from which one wins within the outermost copy, or whatever is around.
    """

    chart: Atlas
    roots: list[int]
    ports: dict[int, dict[int, int]]
    faces: dict[int, list[int]]
    order: list[int]
    reached: dict[int, int]
    won: set[int]


def ways_of(labyrinth: Labyrinth, progress: Callable[[int], None] = lambda _: None) -> Ways:
    """The ways of a labyrinth within its copies."""
    chart = atlas(labyrinth)
    classes = close(replace(chart, oneways={}))
    roots = [classes.find(location) for location in range(len(chart.names))]
    ports: dict[int, dict[int, int]] = {}
    faces: dict[int, list[int]] = {}
    for location, root in enumerate(roots):
        for box, port in (chart.ports[location] or {}).items():
            ports.setdefault(root, {})[box] = roots[port]
        if chart.ports[location]:
            faces.setdefault(root, []).append(location)
    edges = [
        (roots[origin], roots[target])
        for origin, targets in chart.oneways.items()
        for target in targets
    ]
    reached, before = _reach(ports, edges, progress)
    won = _won(
        {roots[target] for target in chart.targets},
        before,
        [(roots[p], roots[y]) for p, y in enumerate(chart.inside) if y >= 0] if chart.dive else [],
    )
    return Ways(chart, roots, ports, faces, list(ports), reached, won)


def table(labyrinth: Labyrinth, progress: Callable[[int], None] = lambda _: None) -> Automaton:
    """The automaton that accepts exactly what wins, its transitions sorted.

    If there are more than MOST, those of states that have the same ones are listed for the first.
    """
    ways = ways_of(labyrinth, progress)
    chart = ways.chart
    states: dict[tuple[int, bool], list[str]] = {}
    for name, root in sorted(zip(chart.names, ways.roots, strict=True)):
        states.setdefault((ways.reached.get(root, 0), root in ways.won), []).append(name)
    rows: list[tuple[list[str], list[tuple[str, str]]]] = []
    for key, names in states.items():
        progress(len(rows))
        rows.append((names, _row(ways, *key)))
    if chart.dive:
        rows.append(([VICTORY], _row(ways, 0, True)))
    count = sum(len(names) * len(row) for names, row in rows)
    alike: list[tuple[str, str]] = []
    if count > MOST:
        alike = [(name, names[0]) for names, row in rows if row for name in names[1:]]
        rows = [(names[:1], row) for names, row in rows]
    made = [(name, *each) for names, row in rows for name in names for each in row]
    return Automaton(tuple(sorted(made)), tuple(sorted(alike)))


def _row(ways: Ways, reached: int, won: bool) -> list[tuple[str, str]]:
    """What leads on from a class that reaches these, and wins or not: symbols, and to where."""
    chart = ways.chart
    tops = [BOTTOM, *(chart.boxes if chart.dive else [])]
    found = [(top, VICTORY) for top in tops] if won else []
    for other in _bits(reached):
        for face in ways.faces[ways.order[other]]:
            for box, port in (chart.ports[face] or {}).items():
                found.append((chart.boxes[box], chart.names[port]))
    return sorted(found)


def wins(labyrinth: Labyrinth, where: Configuration) -> bool:
    """Whether one can win from a configuration; without the automaton, which may be large."""
    ways = ways_of(labyrinth)
    number = {name: location for location, name in enumerate(ways.chart.names)}
    stack, location = list(where.stack), where.location
    while location not in number:
        # a port without corridors: one can only go in
        stack.append(str(box_of(location)))
        location = str(behind(location))
    found = {ways.roots[number[location]]}
    for word in reversed(stack):
        if ways.chart.dive and found & ways.won:
            return True
        box = ways.chart.boxes.index(word)
        reached = 0
        for root in found:
            reached |= ways.reached.get(root, 0)
        others = (ways.ports[ways.order[bit]] for bit in _bits(reached))
        found = {ports[box] for ports in others if box in ports}
    return bool(found & ways.won)


def _reach(
    ports: dict[int, dict[int, int]],
    edges: list[tuple[int, int]],
    progress: Callable[[int], None],
) -> tuple[dict[int, int], dict[int, set[int]]]:
    """What each class reaches, as bits in the order of `ports`; and from where each is reached."""
    order = list(ports)
    reached: dict[int, int] = {}
    before: dict[int, set[int]] = {}
    fresh: list[tuple[int, int]] = [(root, 1 << bit) for bit, root in enumerate(order)]
    steps = 0

    def join(origin: int, target: int) -> None:
        origins = before.setdefault(target, set())
        if origin != target and origin not in origins:
            origins.add(origin)
            if reached.get(target):
                fresh.append((origin, reached[target]))

    for origin, target in edges:
        join(origin, target)
    while fresh:
        root, bits = fresh.pop()
        known = reached.get(root, 0)
        new = bits ^ (bits & known)  # ~ is slow on large integers
        if not new:
            continue
        steps += 1
        if steps % _BREATH == 0:
            progress(steps)
        reached[root] = known | new
        fresh += [(origin, new) for origin in before.get(root, ())]
        own = ports.get(root)
        if own:
            for bit in _bits(new):
                others = ports[order[bit]]
                for box, port in own.items():
                    if box in others:
                        join(port, others[box])
    return reached, before


def _won(
    targets: set[int], before: dict[int, set[int]], entries: list[tuple[int, int]]
) -> set[int]:
    """The classes from which a target is reached; `entries` are boxes entered for good."""
    into: dict[int, list[int]] = {}
    for port, inside in entries:
        into.setdefault(inside, []).append(port)
    return set(reach(targets, lambda root: (*before.get(root, ()), *into.get(root, ()))))


def _bits(number: int) -> Iterator[int]:
    while number:
        low = number & -number
        yield low.bit_length() - 1
        number ^= low
