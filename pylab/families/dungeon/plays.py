"""What encodings show, as witnesses: the walks between a play's events are filled in here."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence

import clingo

from pylab.errors import InstanceError, WitnessError
from pylab.facts import INT_MAX, Fact, integer, misfit, type_of
from pylab.families.dungeon import search
from pylab.families.dungeon.format import place_of
from pylab.families.dungeon.model import (
    Alignment,
    Guarantee,
    Guaranteed,
    Hopeless,
    Instance,
    Margin,
    Place,
    Route,
    Statistics,
    Stuck,
    Thrift,
    Tile,
    Witness,
    is_name,
    lock_name,
    natural,
)
from pylab.families.dungeon.world import State, World, world_of
from pylab.listing import Task

TOO_MANY = "more than 30 things or locks are too many for this encoding; use --engine native"


def decode(instance: Instance, task: Task, symbols: Sequence[clingo.Symbol]) -> Witness:
    """A model's shown atoms as a witness; others, by name and number of arguments, mean nothing.

    Raises WitnessError for atoms that make none, InstanceError where the encoding refuses.
    """
    shown: dict[str, list[Fact]] = {}
    for symbol in symbols:
        name = f"{symbol.name}/{len(symbol.arguments)}"
        shown.setdefault(name, []).append(Fact(symbol))
    if task.name == "align":
        return _alignment(shown)
    world = world_of(instance)
    if "refused/0" in shown:
        if task.name in ("margin", "guaranteed"):
            search.refuse(world, two_way=task.name == "margin")
        raise InstanceError(TOO_MANY)
    if "configurations/1" in shown:
        return Hopeless(integer(shown["configurations/1"][0], 0, kind=WitnessError))
    witness = _DECODERS[task.name](world, shown)
    if isinstance(witness, Margin) and instance.settings.repair:
        return search.repaired(world, witness)
    return witness


Shown = Mapping[str, Sequence[Fact]]


def place(each: Fact, index: int) -> Place:
    """The fact's argument as a place. Raises WitnessError."""
    found = place_of(each.arguments[index])
    if found is None:
        raise misfit(each, index, "a place", WitnessError)
    return found


def lock(each: Fact, index: int) -> str:
    """The fact's argument as the name of a lock. Raises WitnessError."""
    symbol = each.arguments[index]
    if symbol.type is type_of.String and symbol.string.isprintable():
        return symbol.string
    if symbol.type is type_of.Function:
        arguments = symbol.arguments
        named = symbol.name == "door" and len(arguments) == 1
        if named and arguments[0].type is type_of.String and is_name(arguments[0].string):
            return arguments[0].string
        tile = place_of(symbol)
        if isinstance(tile, Tile):
            return str(tile)
        if symbol.name == "" and len(arguments) == 2:
            ends = [place_of(argument) for argument in arguments]
            if ends[0] is not None and ends[1] is not None:
                return lock_name(ends[0], ends[1])
    raise misfit(each, index, "a lock", WitnessError)


def route(found: Iterable[Fact]) -> tuple[Place, ...]:
    """Facts `at(P,T)` as the places in order. Raises WitnessError for gaps and repeats."""
    places: dict[int, Place] = {}
    for each in found:
        step = integer(each, 1, 0, kind=WitnessError)
        if step in places:
            raise WitnessError(f"expected one place at step {step}, found two", each.place)
        places[step] = place(each, 0)
    for step in range(len(places)):
        if step not in places:
            raise WitnessError(f"expected a place at step {step}, found none")
    return tuple(places[step] for step in range(len(places)))


def _route(_world: World, shown: Shown) -> Route:
    return Route(route(shown.get("at/2", ())))


def _statistics(_world: World, shown: Shown) -> Statistics:
    def number(name: str) -> int:
        if f"{name}/1" not in shown:
            raise WitnessError(f"expected an atom {name}(N), found none")
        return integer(shown[f"{name}/1"][0], 0, kind=WitnessError)

    moves = number("moves") if "moves/1" in shown else None
    return Statistics(number("states"), number("dead"), moves, number("locks"), number("found"))


def _margin(_world: World, shown: Shown) -> Margin:
    if "unbounded/0" in shown:
        return Margin(None)
    doors = tuple(sorted(lock(each, 0) for each in shown.get("opened/1", ())))
    if "held/1" not in shown:
        raise WitnessError("expected an atom held(N), found none")
    held = integer(shown["held/1"][0], 0, 0, INT_MAX // 2, kind=WitnessError)
    return Margin(held + len(shown.get("found/1", ())) - len(doors), doors)


def _guaranteed(_world: World, shown: Shown) -> Guaranteed:
    doors: dict[str, list[str]] = {}
    for each in shown.get("opened/2", ()):
        doors.setdefault(str(place(each, 1)), []).append(lock(each, 0))
    barred = {str(place(each, 0)) for each in shown.get("barred/1", ())}
    hidden = {str(place(each, 0)) for each in shown.get("hidden/1", ())}
    found = []
    for room in sorted({str(place(each, 0)) for each in shown.get("known/1", ())}, key=natural):
        names = tuple(sorted(doors.get(room, ())))
        keys = None if room in hidden else len(names) + 1 if room in barred else 0
        found.append(Guarantee(room, keys, names if keys else ()))
    return Guaranteed(tuple(found))


def _stuck(world: World, shown: Shown) -> Stuck:
    if "spared/0" in shown:
        wanted = {lock(each, 0) for each in shown.get("opened/1", ())}
        return Stuck(_named(world, _carefree(world, wanted)))
    states, places = _events(world, shown)
    if "stop/2" not in shown:
        raise WitnessError("expected an atom stop(P,X), found none")
    end, side = place(shown["stop/2"][0], 0), _side(shown["stop/2"][0])
    walk = _walk(world, states, lambda s: world.places[s[0]] == end and s[3] == side)
    return Stuck(_named(world, places + walk[1:]))


def _thrift(world: World, shown: Shown) -> Thrift:
    states, places = _events(world, shown)
    walk = _walk(world, states, lambda state: world.goals[state[0]])
    return Thrift(_named(world, places + walk[1:]))


def _alignment(shown: Shown) -> Alignment:
    pairs = [(str(place(e, 0)), str(place(e, 1))) for e in shown.get("is/2", ())]
    return Alignment(tuple(sorted(pairs, key=lambda p: (natural(p[0]), natural(p[1])))))


def _named(world: World, numbers: Sequence[int]) -> tuple[Place, ...]:
    return tuple(world.places[number] for number in numbers)


def _events(world: World, shown: Shown) -> tuple[State, list[int]]:
    """The state after the last event, and the places up to there."""
    here = {
        integer(e, 2, 0, kind=WitnessError): (place(e, 0), _side(e))
        for e in shown.get("here/3", ())
    }
    opens = {integer(e, 1, 0, kind=WitnessError): lock(e, 0) for e in shown.get("opens/2", ())}
    numbers = {name: number for number, name in enumerate(world.places)}
    state, places = world.first(), [world.start]
    for step in range(1, len(here)):
        if step not in here or here[step][0] not in numbers:
            raise WitnessError(f"expected an event at step {step}, found none")
        opened = state[2]
        if step in opens:
            if opens[step] not in world.locks:
                raise WitnessError(f"expected a lock, found {opens[step]}")
            opened |= 1 << world.locks.index(opens[step])
        state, walk = _to_event(world, state, numbers[here[step][0]], here[step][1], opened)
        places += walk
    return state, places


def _side(each: Fact) -> int:
    """The position of the switch in `here(P,X,T)` or `stop(P,X)`. Raises WitnessError."""
    return integer(each, 1, 0, 1, kind=WitnessError)


def _to_event(
    world: World, state: State, target: int, side: int, opened: int
) -> tuple[State, list[int]]:
    """The walk from a state to the event at that place, with the switch like this after it, and
    just these locks open."""
    trail: dict[State, State | None] = {state: None}
    queue = deque([state])
    while queue:
        here = queue.popleft()
        if world.goals[here[0]]:
            continue
        for way in world.ways[here[0]]:
            after = world.enter(way, here)
            if after is None or after in trail:
                continue
            if after[1:3] == here[1:3]:
                trail[after] = here
                queue.append(after)
            elif (after[0], after[2], after[3]) == (target, opened, side):
                return after, [*_trail(trail, here)[1:], after[0]]
    raise WitnessError(f"expected a walk to {world.places[target]}, found none")


def _walk(world: World, state: State, wanted: Callable[[State], bool]) -> list[int]:
    """The places on a shortest walk without events to a state that is wanted."""
    trail: dict[State, State | None] = {state: None}
    queue = deque([state])
    while queue:
        here = queue.popleft()
        if wanted(here):
            return _trail(trail, here)
        for way in world.ways[here[0]] if not world.goals[here[0]] else ():
            after = world.enter(way, here)
            if after is not None and after not in trail and after[1:3] == here[1:3]:
                trail[after] = here
                queue.append(after)
    raise WitnessError("expected a walk to the play's end, found none")


def _trail(trail: Mapping[State, State | None], state: State) -> list[int]:
    places: list[int] = []
    at: State | None = state
    while at is not None:
        places.append(at[0])
        at = trail[at]
    return places[::-1]


def _carefree(world: World, wanted: set[str]) -> list[int]:
    """Collect all in reach and open what is wanted, in any order that can be, to the end.

    Where all passages are two-way this ends stuck if the wanted locks leave no key.
    """
    mask = sum(1 << number for number, name in enumerate(world.locks) if name in wanted)
    state, places = world.first(), [world.start]
    while True:
        step = _next_event(world, state, mask)
        if step is None:
            return places
        state, walk = step
        places += walk


def _next_event(world: World, state: State, mask: int) -> tuple[State, list[int]] | None:
    """The nearest event that opens none but these locks; None if there is none.

    What can be collected for nothing comes before what costs a key.
    """
    for paying in (False, True):
        trail: dict[State, State | None] = {state: None}
        queue = deque([state])
        while queue:
            here = queue.popleft()
            if world.goals[here[0]]:
                continue
            for way in world.ways[here[0]]:
                after = world.enter(way, here)
                if after is None or after in trail or after[2] & ~mask:
                    continue
                if after[1:3] == here[1:3]:
                    trail[after] = here
                    queue.append(after)
                elif paying or after[2] == here[2]:
                    return after, [*_trail(trail, here)[1:], after[0]]
    return None


_DECODERS: Mapping[str, Callable[[World, Shown], Witness]] = {
    "solve": _route,
    "softlock": _stuck,
    "minimal-keys": _thrift,
    "margin": _margin,
    "guaranteed": _guaranteed,
    "statistics": _statistics,
}
