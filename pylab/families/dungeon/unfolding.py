"""What answers are worked out from, in the formula sheet's words; searches nothing new.

Of the abstract plan: the tables d_r and the paths P_r, the edges of the abstract graph with their
costs, and the macros M_k. Of statistics: the rounds R(0), R(1), … of reverse reachability.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import islice, pairwise
from typing import Any

from pylab.base.words import counted
from pylab.families.dungeon.abstract import Graph, leaves
from pylab.families.dungeon.explore import rounds
from pylab.families.dungeon.model import (
    Abstract,
    Instance,
    Place,
    Statistics,
    Witness,
)
from pylab.families.dungeon.witness import WITNESS_FORMAT, way_lines
from pylab.families.dungeon.world import INFINITE, State, World, bits, world_of
from pylab.family.walks import breadth_first


@dataclass(frozen=True, slots=True)
class Edge:
    """An edge of the abstract graph.

    Attributes:
        source, target: points of interest.
        steps: d_r, or 1 for a step to another room.
        penalty: δ: what `delta` adds for each step of the path from a place where one could go to
            where the goal is out of reach, every door open.
        cost: c = d_r + δ. The plan and D leave δ out, as they would be no lower bounds with it.
        path: P_r, the places from the source to the target.
    """

    source: Place
    target: Place
    steps: int
    penalty: int
    cost: int
    path: tuple[Place, ...]


def unfolded(instance: Instance, witness: Witness, most: int) -> str:
    """The answer, and before it the first so many edges, macros or rounds, in comments."""
    lines: Iterable[str] = ()
    if isinstance(witness, Abstract):
        lines = _plan_lines(instance, most)
    elif isinstance(witness, Statistics):
        lines = _round_lines(instance, most)
    return "".join(f"% {line}\n" for line in lines) + WITNESS_FORMAT.show(witness)


def data(instance: Instance, witness: Witness) -> Any:
    """A witness for JSON: its fields; of the abstract plan, the abstract graph's edges, too."""
    fields = asdict(witness)
    if isinstance(witness, Abstract):
        fields["edges"] = [asdict(edge) for edge in edges(instance)]
    return fields


def edges(instance: Instance) -> Iterator[Edge]:
    """The edges of the abstract graph, by source and target."""
    world = world_of(instance)
    graph, places = Graph(world), world.places
    risky = {
        place
        for place, ways in enumerate(world.ways)
        if graph.left[place] < INFINITE and any(graph.left[way[0]] == INFINITE for way in ways)
    }
    order = {point: number for number, point in enumerate(graph.points)}
    for source in graph.points:
        for steps, target in sorted(set(graph.legs(source)), key=lambda leg: order[leg[1]]):
            path = _path(world, source, target, steps)
            at_risk = len(risky.intersection(path[:-1]))
            penalty = instance.settings.fees.delta * at_risk
            named = tuple(places[place] for place in path)
            yield Edge(places[source], places[target], steps, penalty, steps + penalty, named)


def _path(world: World, source: int, target: int, steps: int) -> list[int]:
    """A shortest way within the room, or the one step out of it."""
    if steps == 1:
        return [source, target]

    def within(place: int) -> Iterator[tuple[int, int]]:
        ways = world.ways[place]
        return ((way[0], way[0]) for way in ways if not leaves(world, place, way[0]))

    found = breadth_first([source], within, target.__eq__)
    return [source, *(place for _, place in found.way(target))]


def _plan_lines(instance: Instance, most: int) -> Iterator[str]:
    found = list(edges(instance))
    size = counted(len(found), "edge")
    yield f"{size} of the abstract graph, every door open{_first(found, most)}"
    for edge in found[:most]:
        delta = f" + {edge.penalty}" if edge.penalty else ""
        yield f"  {edge.source} to {edge.target}: {edge.steps}{delta} by {_way(edge.path)}"
    by_ends = {(edge.source, edge.target): edge for edge in found}
    world = world_of(instance)
    plan = [world.places[point] for point in Graph(world).plan]
    macros = [by_ends[ends] for ends in pairwise(plan)]
    yield f"{counted(len(macros), 'macro')} of the plan{_first(macros, most)}"
    for number, macro in enumerate(macros[:most]):
        yield f"  M({number}) costs {macro.steps}: {_way(macro.path)}"


def _way(path: Sequence[Place]) -> str:
    return ", ".join(line.strip() for line in way_lines(path))


def _first(found: Sequence[object], most: int) -> str:
    return f", the first {most}" if most < len(found) else ""


def _round_lines(instance: Instance, most: int) -> Iterator[str]:
    """Each round's new states; of a step that spends something, what its predecessor has."""
    world = world_of(instance)
    found = rounds(world)
    count = counted(max(0, len(found.layers) - 1), "round")
    yield f"{count} of reverse reachability{_first(found.layers, most)}"
    total = 0
    for number, layer in enumerate(islice(found.layers, most)):
        total += len(layer)
        spent = next(filter(None, (_spent(world, *step) for step in found.steps(number))), "")
        yield f"  R({number}): {counted(total, 'state')}, {len(layer)} new{spent}"
    live = sum(map(len, found.layers))
    yield f"the last round adds nothing: {live} of {counted(found.total, 'state')} are live"


def _spent(world: World, before: State, after: State) -> str:
    """R = R' + c for a step that opens something with a key or a bomb; else nothing."""
    opened = after[2] & ~before[2]
    for what, locks, hand in (
        ("keys", world.key_locks, world.keys_in_hand),
        ("bombs", world.bomb_locks, world.bombs_in_hand),
    ):
        for lock in bits(opened & locks):
            had, left = hand(before[1], before[2]), hand(before[1], after[2])
            name = world.locks[lock]
            return (
                f"; {world.places[before[0]]} before {name} opens: {what} R = R' + c = "
                f"{left} + {had - left}"
            )
    return ""
