"""The native engine: puts each task to the search that answers it.

The pipeline is the formula sheet's: points of interest (world), the abstract graph and its plan
(abstract), the corrected heuristic (estimates), macro actions and dominance (astar), forward
exploration and backward liveness (explore). The replay is the checker's.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from typing import Any

from pylab.base.errors import InstanceError
from pylab.base.finding import Finding, SearchWatch, Status
from pylab.base.listing import Task
from pylab.families.dungeon import astar, margin
from pylab.families.dungeon.abstract import abstract, leaves
from pylab.families.dungeon.cuts import least_margin
from pylab.families.dungeon.explore import (
    count_places,
    explore,
    live_states,
    shortest_to,
    terminal,
    walked,
)
from pylab.families.dungeon.margin import least_by_plays
from pylab.families.dungeon.model import (
    Fees,
    Guarantee,
    Guaranteed,
    Instance,
    Margin,
    Place,
    Priced,
    Route,
    Safe,
    Settings,
    Statistics,
    Stuck,
    Thrift,
    Unsolvable,
    Wasted,
    place_order,
)
from pylab.families.dungeon.settings import CLINGO_LOCKS
from pylab.families.dungeon.world import (
    INFINITE,
    State,
    Way,
    World,
    bits,
    contract,
    to_goal,
    world_of,
)
from pylab.family.walks import cheapest_first


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
        "abstract": _abstract,
        "priced": _priced,
    }
    return answers[task.name](instance, world, watch)


def _places(world: World, numbers: list[int]) -> tuple[Place, ...]:
    return tuple(world.places[number] for number in numbers)


def _found(watch: SearchWatch, witness: Any, **more: Any) -> Finding:
    watch.found(witness)
    none = bool(getattr(witness, "refutes", False))
    status = Status.NONE if none else Status.FOUND
    return Finding(status, count=0 if none else 1, **more)


def _unsolvable(world: World, watch: SearchWatch, figures: dict[str, Any]) -> Finding:
    """That no play reaches the goal, by all plays."""
    witness = Unsolvable(explore(world, watch).configurations())
    return _found(watch, witness, complete=True, statistics=figures)


def _solve(instance: Instance, world: World, watch: SearchWatch) -> Finding:
    """A cheapest route, or the proof that there is none."""
    found = astar.cheapest(instance, world, watch)
    figures = _figures(instance, found)
    if found.places is None:
        return _unsolvable(world, watch, figures)
    return _found(
        watch,
        Route(_places(world, found.places)),
        complete=False,
        optimal=instance.settings.proves or found.bound == found.cost,
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
    if not settings.proves:
        figures |= {"weight": settings.weight, "bound": found.bound}
    return figures


def _softlock(instance: Instance, world: World, watch: SearchWatch) -> Finding:
    """A shortest play into a terminal state, or the proof that none is dead.

    With many locks, where margins apply, doors that leave no key are enough of an answer. If there
    are none, nobody gets locked out: that is proven by exhaustion only where states are few.
    """
    del instance
    many = len(world.locks) > CLINGO_LOCKS and world.begun is None and not world.bomb_locks
    if many and not margin.refusal(world, two_way=True):
        least = least_margin(world, watch)
        if least is not None and least[0] < 1:
            return _found(watch, Wasted(margin.lock_names(world, least[1])))
        try:
            found = explore(world, _Few(watch))
        except _TooManyStates:
            return Finding(Status.NONE, complete=True)
    else:
        found = explore(world, watch)
    ends = terminal(found)
    figures = {"states": len(found.states), "dead": found.live.count(False)}
    route = shortest_to(found, ends.__contains__) if ends else None
    if route is None:
        safe = Safe(found.configurations())
        return _found(watch, safe, complete=True, statistics=figures)
    return _found(watch, Stuck(_places(world, route)), statistics=figures)


FEW_STATES = 5000
"""With no more of them, a safe dungeon of many locks is proven to be one by going through all."""


class _TooManyStates(Exception):
    """There are more than FEW_STATES."""


@dataclass(frozen=True, slots=True)
class _Few(SearchWatch):
    """Hands on what it hears, until there are too many states."""

    watch: SearchWatch

    def found(self, witness: Any) -> None:
        self.watch.found(witness)

    def progress(self, **figures: int) -> None:
        if figures["states"] > FEW_STATES:
            raise _TooManyStates
        self.watch.progress(**figures)


_LOCK = 1 << 40
"""What opening a lock with a key costs, in steps: more than any play has."""


def _minimal_keys(instance: Instance, world: World, watch: SearchWatch) -> Finding:
    """Fewest locks opened with a key, then fewest steps."""
    del instance
    contraction = contract(world)
    steps = contraction.world

    def onward(state: State) -> Iterator[tuple[Way, State, int]]:
        for way in steps.ways[state[0]]:
            after = steps.enter(way, state)
            if after is not None:
                spent = ((after[2] & ~state[2]) & world.key_locks).bit_count()
                yield way, after, spent * _LOCK + way[1]

    found = cheapest_first([world.first()], onward, lambda state: world.goals[state[0]], watch)
    figures = {"expanded": len(found.cost)}
    if found.goal is None:
        return _unsolvable(world, watch, figures)
    spent = found.cost[found.goal] // _LOCK
    route = walked(contraction, (way for way, _ in found.way(found.goal)))
    return _found(
        watch,
        Thrift(_places(world, route)),
        optimal=True,
        cost=spent,
        at_least=spent,
        statistics=figures,
    )


def _statistics(instance: Instance, world: World, watch: SearchWatch) -> Finding:
    del instance
    found = explore(world, watch)
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


def _priced(instance: Instance, world: World, watch: SearchWatch) -> Finding:
    """A route of the least cost; dead states are left out, where risk costs anything."""
    fees = instance.settings.fees
    live, dead = live_states(world, watch) if fees.delta else (None, 0)
    world = _tolled(world, fees)
    guess = to_goal(world)
    pruned = 0

    def is_live(state: State) -> bool:
        """Whether the goal can be reached from there, as far as that is known."""
        return guess[state[0]] < INFINITE and (live is None or state in live)

    def onward(state: State) -> Iterator[tuple[int, State, int]]:
        """What follows, at the fee less what the estimate falls by: so this is A*."""
        nonlocal pruned
        here = state[0]
        if world.goals[here]:
            return
        found = ((world.enter(way, state), way[1]) for way in world.ways[here])
        moves = [(after, toll) for after, toll in found if after is not None]
        lasting = [move for move in moves if is_live(move[0])]
        extra = fees.delta if live is not None and len(lasting) < len(moves) else 0
        pruned += len(moves) - len(lasting)
        for after, toll in lasting:
            price = toll + extra
            yield price, after, price + int(guess[after[0]] - guess[here])

    first = world.first()
    starts = filter(is_live, [first])
    found = cheapest_first(starts, onward, lambda state: world.goals[state[0]], watch)
    figures = {"expanded": len(found.cost), "pruned": pruned, "dead": dead}
    if found.goal is None:
        return _unsolvable(world, watch, figures)
    places, paid = [world.start], [0]
    for price, state in found.way(found.goal):
        places.append(state[0])
        paid.append(paid[-1] + price)
    return _found(
        watch,
        Priced(_places(world, places), tuple(paid)),
        optimal=True,
        cost=paid[-1],
        at_least=paid[-1],
        statistics=figures,
    )


def _tolled(world: World, fees: Fees) -> World:
    """The world with the fees for steps as the costs of its ways."""
    ways = [
        [
            (way[0], fees.alpha if leaves(world, place, way[0]) else fees.beta, *way[2:])
            for way in each
        ]
        for place, each in enumerate(world.ways)
    ]
    return replace(world, ways=ways)


def _abstract(instance: Instance, world: World, watch: SearchWatch) -> Finding:
    """The abstract plan, with a cheapest route beside it."""
    plain = replace(instance, settings=Settings())
    found = astar.cheapest(plain, world, watch)
    figures = {"expanded": found.figures.expanded}
    watch.progress(nodes=found.figures.expanded)
    return _found(watch, abstract(world, found.places or ()), complete=True, statistics=figures)


def refuse(world: World, two_way: bool) -> None:
    """Raises InstanceError where margins (two_way) or guarantees don't apply."""
    reason = margin.refusal(world, two_way)
    if reason:
        name = "margin" if two_way else "guaranteed"
        raise InstanceError(margin.says_nothing(name, reason))


def _margin(instance: Instance, world: World, watch: SearchWatch) -> Finding:
    refuse(world, two_way=True)
    spent = world.bomb_locks != 0
    least = least_by_plays(world, watch) if spent else least_margin(world, watch)
    if least is None:
        witness = Margin(None)
    else:
        witness = Margin(least[0], margin.lock_names(world, least[1]))
    if instance.settings.repair:
        witness = repaired(world, witness, watch)
    value = witness.margin
    return _found(watch, witness, complete=value is None, optimal=True, cost=value)


def repaired(world: World, witness: Margin, watch: SearchWatch) -> Margin:
    """The keys that are missing at the start; doors and keys each of which would do as well."""
    if witness.margin is None or witness.margin >= 1:
        return replace(witness, extra=0)

    def safe(changed: World) -> bool:
        least = least_margin(changed, watch)
        return least is None or least[0] >= 1

    freed = [
        name for lock, name in enumerate(world.locks) if safe(margin.without_lock(world, lock))
    ]
    moved = {
        world.places[place]
        for place, gain in enumerate(world.gains)
        for bit in bits(gain & world.key_bits)
        if place != world.start and safe(margin.with_gift(world, bit))
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
    everywhere, _ = margin.region(world, world.key_locks)
    found = []
    for room, inside in margin.rooms(world).items():
        if not inside & everywhere:
            found.append(Guarantee(room, None))
            continue
        most = margin.most_locks(world, inside, watch)
        if most is None:
            found.append(Guarantee(room, 0))
        else:
            names = margin.lock_names(world, most)
            found.append(Guarantee(room, len(names) + 1, names))
    return _found(
        watch,
        Guaranteed(tuple(sorted(found, key=lambda g: place_order(g.room)))),
        complete=not any(each.doors for each in found),
        optimal=True,
        cost=-sum(len(each.doors) for each in found),
    )
