"""The native engine: puts each task to the search that answers it.

The pipeline is the formula sheet's: points of interest and room tables (rooms), the abstract
graph and the corrected plan-guided heuristic (rooms), macro actions and dominance (astar),
forward exploration and backward liveness (explore). The replay is the checker's.
"""

from __future__ import annotations

import heapq
from dataclasses import asdict, replace
from typing import Any

from pylab.errors import InstanceError
from pylab.families.dungeon import astar, margin
from pylab.families.dungeon.explore import (
    Exploration,
    count_places,
    explore,
    shortest_to,
    terminal,
    walked,
)
from pylab.families.dungeon.model import (
    Dungeon,
    Guarantee,
    Guaranteed,
    Hopeless,
    Instance,
    Margin,
    Place,
    Route,
    Safe,
    Statistics,
    Stuck,
    Survey,
    Thrift,
    counted,
    place_order,
)
from pylab.families.dungeon.world import State, Way, World, contract, world_of
from pylab.finding import Finding, SearchWatch, Status
from pylab.listing import Task

CLINGO_LOCKS = 20
"""With more locks the native search for soft-locks, which goes through all states, is left out."""

CLINGO_TILES = 400
"""With more tiles the states are too many for clingo."""


def search(instance: Instance, task: Task, watch: SearchWatch, models: int) -> Finding:
    """Answer a task, with one witness. Raises InstanceError where it doesn't apply."""
    del models
    world = world_of(instance)
    answers = {
        "solve": _solve,
        "softlock": _softlock,
        "margin": _margin,
        "guaranteed": _guaranteed,
        "minimal-keys": _minimal_keys,
        "statistics": _statistics,
    }
    return answers[task.name](instance, world, watch)


def prefers_native(instance: Instance, task: Task) -> str:
    """Why clingo would be slow here, or prove less; empty otherwise."""
    if isinstance(instance, Survey) or not task.native:
        return ""
    world = world_of(instance)
    locks = len(world.locks)
    if task.name == "softlock" and locks <= CLINGO_LOCKS:
        return "a native 'none' is one that the checker can confirm"
    if task.name in ("margin", "softlock"):
        return ""
    if task.name in ("solve", "minimal-keys", "statistics") and instance.settings.chosen:
        return "heuristic, space and weight are the native search's"
    if isinstance(instance, Dungeon) and len(world.places) > CLINGO_TILES:
        return f"{len(world.places)} tiles, more than {CLINGO_TILES}"
    if task.name in ("solve", "statistics", "minimal-keys") and locks + len(world.things) > 14:
        things = counted(len(world.things), "thing")
        return f"{counted(locks, 'lock')} and {things} to collect, more than 14"
    if task.name == "guaranteed" and locks * len(world.places) > 400:
        return f"{counted(locks, 'lock')} and {counted(len(world.places), 'place')}"
    return ""


def _places(world: World, numbers: list[int]) -> tuple[Place, ...]:
    return tuple(world.places[number] for number in numbers)


def _found(watch: SearchWatch, witness: Any, **more: Any) -> Finding:
    watch.found(witness)
    none = bool(getattr(witness, "refutes", False))
    status = Status.NONE if none else Status.FOUND
    return Finding(status, count=0 if none else 1, **more)


def _solve(instance: Instance, world: World, watch: SearchWatch) -> Finding:
    """A cheapest route, or the proof that there is none."""
    weight = instance.settings.weight
    found = astar.cheapest(instance, world, watch.progress)
    figures = _figures(instance, found)
    if found.places is None:
        return _found(
            watch,
            Hopeless(_explored(world, watch).configurations()),
            complete=True,
            statistics=figures,
        )
    return _found(
        watch,
        Route(_places(world, found.places)),
        complete=False,
        optimal=weight == 1 or found.bound == found.cost,
        cost=found.cost,
        at_least=found.bound,
        statistics=figures,
    )


def _figures(instance: Instance, found: astar.Found) -> dict[str, Any]:
    settings = instance.settings
    figures: dict[str, Any] = {"space": settings.space, "heuristic": settings.heuristic}
    figures |= asdict(found.figures)
    if not found.figures.dominance:
        figures["dominance"] = "off: not sound with switches"
    if settings.weight != 1:
        figures |= {"weight": settings.weight, "bound": found.bound}
    return figures


def _explored(world: World, watch: SearchWatch) -> Exploration:
    return explore(world, lambda states: watch.progress(nodes=states))


def _softlock(instance: Instance, world: World, watch: SearchWatch) -> Finding:
    """A shortest play into a terminal state, or the proof that none is dead."""
    del instance
    found = _explored(world, watch)
    ends = terminal(found)
    figures = {"states": len(found.states), "dead": found.live.count(False)}
    route = shortest_to(found, lambda number: ends[number])
    if route is None:
        witness: Any = Safe(found.configurations())
        return _found(watch, witness, complete=True, statistics=figures)
    return _found(watch, Stuck(_places(world, route)), statistics=figures)


def _minimal_keys(instance: Instance, world: World, watch: SearchWatch) -> Finding:
    """Fewest locks opened with a key, then fewest steps, by Dijkstra's algorithm."""
    del instance
    contraction = contract(world)
    steps = contraction.world
    first = world.first()
    best: dict[State, tuple[int, int]] = {first: (0, 0)}
    parent: dict[State, tuple[State, Way]] = {}
    heap = [((0, 0), first)]
    expanded = 0
    while heap:
        cost, state = heapq.heappop(heap)
        if cost > best[state]:
            continue
        if world.goals[state[0]]:
            gone: list[tuple[int, Way]] = []
            while state in parent:
                state, way = parent[state]
                gone.append((state[0], way))
            route = walked(contraction, reversed(gone))
            return _found(
                watch,
                Thrift(_places(world, route)),
                optimal=True,
                cost=cost[0],
                at_least=cost[0],
                statistics={"expanded": expanded},
            )
        expanded += 1
        if expanded % 256 == 0:
            watch.progress(nodes=expanded, lower=cost[0])
        for way in steps.ways[state[0]]:
            after = steps.enter(way, state)
            if after is None:
                continue
            spent = (after[2] & world.key_locks).bit_count()
            total = (spent, cost[1] + way[1])
            if after not in best or total < best[after]:
                best[after] = total
                parent[after] = (state, way)
                heapq.heappush(heap, (total, after))
    return _found(
        watch,
        Hopeless(_explored(world, watch).configurations()),
        complete=True,
        statistics={"expanded": expanded},
    )


def _statistics(instance: Instance, world: World, watch: SearchWatch) -> Finding:
    del instance
    found = _explored(world, watch)
    states, dead = count_places(found)
    route = shortest_to(found, lambda number: world.goals[found.states[number][0]])
    witness = Statistics(
        states,
        dead,
        None if route is None else len(route) - 1,
        world.key_locks.bit_count(),
        world.key_bits.bit_count(),
    )
    return _found(watch, witness, complete=True, statistics={"points": len(found.states)})


def refuse(world: World, two_way: bool) -> None:
    """Raises InstanceError where margins (two_way) or guarantees don't apply."""
    reason = margin.refusal(world, two_way)
    if reason:
        name = "margin" if two_way else "guaranteed"
        raise InstanceError(f"the task {name} says nothing about this dungeon: {reason}")


def _margin(instance: Instance, world: World, watch: SearchWatch) -> Finding:
    refuse(world, two_way=True)
    least = margin.least_margin(world, watch.progress)
    value = None if least is None else least.value
    witness = Margin(value, () if least is None else margin.lock_names(world, least.doors))
    if instance.settings.repair:
        witness = repaired(world, witness, watch.progress)
    return _found(watch, witness, complete=value is None, optimal=True, cost=value)


def repaired(world: World, witness: Margin, progress: margin.Progress = lambda **_: None) -> Margin:
    """The keys that are missing at the start; doors and keys each of which would do as well."""
    if witness.margin is None or witness.margin >= 1:
        return replace(witness, extra=0)

    def safe(changed: World) -> bool:
        least = margin.least_margin(changed, progress)
        return least is None or least.value >= 1

    freed = [
        name for lock, name in enumerate(world.locks) if safe(margin.without_lock(world, lock))
    ]
    moved = {
        world.places[place]
        for place, gain in enumerate(world.gains)
        for bit in range(gain.bit_length())
        if gain & world.key_bits & 1 << bit
        and place != world.start
        and safe(margin.with_gift(world, bit))
    }
    return replace(
        witness,
        extra=1 - witness.margin,
        freed=tuple(sorted(freed)),
        moved=tuple(sorted(moved, key=place_order)),
    )


def _guaranteed(instance: Instance, world: World, watch: SearchWatch) -> Finding:
    del instance
    refuse(world, two_way=False)
    everywhere, _ = margin.reach(world, world.key_locks)
    found = []
    for room, inside in margin.rooms(world).items():
        if not inside & everywhere:
            found.append(Guarantee(room, None))
            continue
        most = margin.most_locks(world, inside, watch.progress)
        if most is None:
            found.append(Guarantee(room, 0))
        else:
            names = margin.lock_names(world, most.doors)
            found.append(Guarantee(room, len(names) + 1, names))
    return _found(
        watch,
        Guaranteed(tuple(sorted(found, key=lambda g: place_order(g.room)))),
        complete=not any(each.doors for each in found),
        optimal=True,
        cost=-sum(len(each.doors) for each in found),
    )
