"""Witnesses as facts with words, and back: what answers look like, not whether they are right."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple
from itertools import groupby
from typing import assert_never

import clingo

from pylab.base.errors import InstanceError, WitnessError
from pylab.base.listing import Signature, Task
from pylab.families.dungeon import margin, settings
from pylab.families.dungeon.model import (
    Abstract,
    Alignment,
    Counter,
    Guarantee,
    Guaranteed,
    Instance,
    Margin,
    Place,
    Priced,
    Route,
    Safe,
    Statistics,
    Stuck,
    Thrift,
    Tile,
    Unsolvable,
    Wasted,
    Witness,
    counted,
    natural,
    place_order,
)
from pylab.families.dungeon.terms import lock_of, name_symbol, place_of, place_symbol
from pylab.family.schema import Found, Line
from pylab.family.witness_format import WitnessFormat, WitnessKind
from pylab.text.facts import INT_MAX, Fact, fact, integer, misfit, only

AT, THRIFT, STUCK = Signature("at", 2), Signature("thrift", 0), Signature("stuck", 0)
SAFE, HOPELESS = Signature("safe", 1), Signature("hopeless", 1)
MARGIN, OPENED, EXTRA = Signature("margin", 1), Signature("opened", 1), Signature("extra", 1)
FREED, MOVED = Signature("freed", 1), Signature("moved", 1)
HELD, FOUND, UNBOUNDED = Signature("held", 1), Signature("found", 1), Signature("unbounded", 0)
GUARANTEE, BEFORE = Signature("guarantee", 2), Signature("opened", 2)
KNOWN, BARRED, HIDDEN = Signature("known", 1), Signature("barred", 1), Signature("hidden", 1)
STATES, DEAD, MOVES = Signature("states", 1), Signature("dead", 1), Signature("moves", 1)
LOCKS = Signature("locks", 1)
PAID = Signature("paid", 2)
POINT, PLAN = Signature("point", 2), Signature("plan", 2)
ESTIMATE, COUNTER = Signature("estimate", 2), Signature("counter", 4)
ALIGNED, IS = Signature("aligned", 0), Signature("is", 2)
REFUSED = Signature("refused", 1)

_LINE = 12
"""Rooms of a mission graph in a line."""

_FACTS = 4
"""Steps of a play in a line."""


def decode(instance: Instance, task: Task, symbols: Sequence[clingo.Symbol]) -> Witness:
    """A model's shown atoms as a witness.

    Raises WitnessError for atoms that make none, InstanceError where the encoding refuses.
    """
    facts = [Fact(symbol) for symbol in symbols]
    refused = [each for each in facts if each.signature == REFUSED]
    if refused:
        raise InstanceError(_refusal(task, min(refused, key=lambda each: each.symbol)))
    if task.name == "margin" and instance.settings.repair:
        raise InstanceError(settings.REPAIR_IS_NATIVE)
    return WITNESS_FORMAT.witness(facts)


def _refusal(task: Task, refused: Fact) -> str:
    """Why the encoding has no answer, in words."""
    why = refused.arguments[0]
    if why.name == "size":
        return "more than 30 things and locks are too many for this encoding; use --engine native"
    if why.name == "oneway" and len(why.arguments) == 2:
        one, other = (place_of(each) for each in why.arguments)
        return margin.says_nothing(task.name, margin.one_way(one, other))
    if why.name in margin.REASONS:
        return margin.says_nothing(task.name, margin.REASONS[why.name])
    raise misfit(refused, 0, "why it is refused", WitnessError)


# --- for people ---------------------------------------------------------------------------------


def _heading(witness: Witness) -> str:
    match witness:
        case Route(places):
            return "\n".join([f"a route of {counted(len(places) - 1, 'step')}", *_folded(places)])
        case Priced(places, paid):
            return "\n".join([f"a route that costs {paid[-1] if paid else 0}", *_folded(places)])
        case Thrift(places):
            return "\n".join(["a play to the goal that opens few locks", *_folded(places)])
        case Stuck(places):
            return "\n".join(["a play that ends stuck", *_folded(places)])
        case Wasted(doors):
            return f"stuck for good, whoever opens {_listed(doors)} and no other door"
        case Safe(configurations):
            return f"nobody gets locked out, in {counted(configurations, 'configuration')}"
        case Unsolvable(configurations):
            return f"no play reaches the goal, in {counted(configurations, 'configuration')}"
        case Margin(None):
            return "nothing can keep the hero from the goal"
        case Margin(value, doors):
            return f"margin {value}, with {_listed(doors)} open"
        case Guaranteed(rooms):
            return f"keys that let one into {counted(len(rooms), 'room')}, however they were spent"
        case Statistics():
            return "all plays"
        case Abstract():
            return "\n".join(_compared(witness))
        case Alignment(pairs):
            return f"alignment of {counted(len(pairs), 'room')}"
        case _:
            assert_never(witness)


def _compared(witness: Abstract) -> Iterator[str]:
    """The plan, and the estimates beside the truth."""
    if not witness.plan:
        yield "no way to the goal, even with every door open"
        return
    yield "the abstract plan, every door open"
    yield from _folded(witness.plan)
    cost = "no play reaches the goal" if not witness.route else f"truly {len(witness.route) - 1}"
    yield f"from the start: {witness.ours} by our estimate, {witness.sheet} by the sheet's, {cost}"
    if witness.counter is not None:
        step, ours, sheet, left = astuple(witness.counter)
        where = f"after {counted(step, 'step')} of a cheapest route, at {witness.route[step]}"
        yield f"{where}: {ours} by ours, {sheet} by the sheet's, truly {left}"


def _listed(doors: Iterable[str]) -> str:
    return ", ".join(doors) or "none"


def _folded(places: Sequence[Place]) -> list[str]:
    """Tiles by straight runs within a room; rooms in lines of a dozen."""
    return [
        f"  {run[0]} .. {run[-1]}"
        if len(run) > 1 and isinstance(run[0], Tile)
        else f"  {' -> '.join(map(str, run))}"
        for run in _runs(places)
    ]


def _runs(places: Sequence[Place]) -> list[list[Place]]:
    runs: list[list[Place]] = []
    for place in places:
        if not (runs and _goes_on(runs[-1], place)):
            runs.append([])
        runs[-1].append(place)
    return runs


def _goes_on(run: Sequence[Place], place: Place) -> bool:
    """Whether a run is still one line with this place at its end."""
    last = run[-1]
    if not isinstance(last, Tile) or not isinstance(place, Tile):
        return type(last) is type(place) and len(run) < _LINE
    step = (place.y - last.y, place.x - last.x)
    if last.room != place.room or abs(step[0]) + abs(step[1]) != 1:
        return False
    first = run[-2] if len(run) > 1 else None
    return not isinstance(first, Tile) or (last.y - first.y, last.x - first.x) == step


def _lines(witness: Witness) -> Iterator[Line]:
    match witness:
        case Route() | Thrift() | Stuck():
            steps = [fact("at", place_symbol(p), step) for step, p in enumerate(witness.places)]
            yield from ((steps[i : i + _FACTS], "") for i in range(0, len(steps), _FACTS))
            if isinstance(witness, Thrift):
                yield fact("thrift"), ""
            if isinstance(witness, Stuck):
                yield fact("stuck"), "the goal is out of reach, nothing left to collect or open"
        case Priced(places, paid):
            pairs = zip(places, paid, strict=True)
            steps = [fact("paid", place_symbol(place), cost) for place, cost in pairs]
            yield from ((steps[i : i + _FACTS], "") for i in range(0, len(steps), _FACTS))
        case Wasted(doors):
            yield from ((fact("opened", clingo.String(door)), "") for door in doors)
            yield fact("stuck"), "in whatever order there are keys for them"
        case Safe(configurations):
            yield fact("safe", configurations), "combinations of collected, open and switched"
        case Unsolvable(configurations):
            yield fact("hopeless", configurations), "combinations of collected, open and switched"
        case Margin():
            yield from _of_margin(witness)
        case Guaranteed(rooms):
            yield from map(_of_room, rooms)
        case Statistics():
            yield fact("states", witness.states), "states that plays can come to"
            yield fact("dead", witness.dead), "of these, the goal can't be reached from so many"
            if witness.moves is not None:
                yield fact("moves", witness.moves), "moves to the goal at least"
            yield fact("locks", witness.locks), "locks that take a key"
            yield fact("found", witness.keys), "keys to be found"
        case Abstract():
            yield from _of_abstract(witness)
        case Alignment(pairs):
            yield fact("aligned"), "rooms of the map, and what they are in the graph"
            yield from ((fact("is", name_symbol(a), name_symbol(b)), "") for a, b in pairs)
        case _:
            assert_never(witness)


def _of_margin(witness: Margin) -> Iterator[Line]:
    text = clingo.String
    if witness.margin is None:
        yield fact("margin", "none"), "there is no set of doors that keeps the goal out of reach"
    else:
        yield fact("margin", witness.margin), "what is left to open doors with, where least"
    yield from ((fact("opened", text(door)), "a wrong door") for door in witness.doors)
    if witness.extra is not None:
        yield fact("extra", witness.extra), "more keys at the start would make it safe"
    yield from ((fact("freed", text(door)), "so would this door, free") for door in witness.freed)
    for each in witness.moved:
        yield fact("moved", place_symbol(each)), "so would a key from there, at the start"


def _of_abstract(witness: Abstract) -> Iterator[Line]:
    def number(value: int | None) -> int | str:
        return "none" if value is None else value

    for place, left in witness.points:
        words = "no way to the goal" if left is None else "to the goal, every door open"
        yield fact("point", place_symbol(place), number(left)), words
    for index, place in enumerate(witness.plan):
        yield fact("plan", place_symbol(place), index), ""
    if witness.plan:
        yield fact("estimate", "ours", number(witness.ours)), "at the start: D"
        words = "at the start: D(u) + d(p,next)"
        yield fact("estimate", "sheet", number(witness.sheet)), words
    steps = [fact("at", place_symbol(p), step) for step, p in enumerate(witness.route)]
    yield from ((steps[i : i + _FACTS], "") for i in range(0, len(steps), _FACTS))
    if witness.counter is not None:
        words = "after these steps: ours, the sheet's, and what is truly left"
        yield fact("counter", *astuple(witness.counter)), words


def _of_room(each: Guarantee) -> Line:
    """What lets one into a room, with the doors that may be open before."""
    room = name_symbol(each.room)
    facts = [fact("guarantee", room, "none" if each.keys is None else each.keys)]
    facts += [fact("opened", clingo.String(door), room) for door in each.doors]
    if each.keys is None:
        return facts, f"nothing lets one into {each.room}"
    after = f", {_listed(each.doors)} may be open before" if each.doors else ""
    return facts, f"{counted(each.keys, 'key')} for {each.room}{after}"


# --- from facts ---------------------------------------------------------------------------------


def _place(each: Fact, index: int = 0) -> Place:
    found = place_of(each.arguments[index])
    if found is None:
        raise misfit(each, index, "a place", WitnessError)
    return found


def _room(each: Fact, index: int = 0) -> str:
    found = _place(each, index)
    if isinstance(found, Tile):
        raise misfit(each, index, "a room", WitnessError)
    return found


def _lock(each: Fact) -> str:
    found = lock_of(each.arguments[0])
    if found is None:
        raise misfit(each, 0, "a lock", WitnessError)
    return found


def _locks(found: Found, signature: Signature) -> tuple[str, ...]:
    return tuple(sorted(_lock(each) for each in found.get(signature, ())))


def _number(found: Found, signature: Signature) -> int:
    return integer(only(found, signature, kind=WitnessError), 0, 0, kind=WitnessError)


def _optional(each: Fact, index: int) -> int | None:
    none = str(each.arguments[index]) == "none"
    return None if none else integer(each, index, kind=WitnessError)


def _places(found: Found, gaps: bool = False) -> tuple[Place, ...]:
    return _in_order(found[AT], gaps)


def _in_order(facts: Iterable[Fact], gaps: bool = False) -> tuple[Place, ...]:
    """Facts `at(P,T)` in the order of T, which may leave numbers out where a play has gaps."""
    places: dict[int, Place] = {}
    for each in facts:
        step = integer(each, 1, 0, kind=WitnessError)
        if step in places:
            raise WitnessError(f"expected one place at step {step}, found two", each.place)
        places[step] = _place(each)
    for step in () if gaps else range(len(places)):
        if step not in places:
            raise WitnessError(f"expected a place at step {step}, found none")
    return tuple(places[step] for step in sorted(places))


def _margin(found: Found) -> Margin:
    return Margin(
        _optional(only(found, MARGIN, kind=WitnessError), 0),
        _locks(found, OPENED),
        _number(found, EXTRA) if EXTRA in found else None,
        _locks(found, FREED),
        tuple(_place(each) for each in found.get(MOVED, ())),
    )


def _shown_margin(found: Found) -> Margin:
    """Keys at the start and found, less doors."""
    doors = _locks(found, OPENED)
    held = integer(only(found, HELD, kind=WitnessError), 0, 0, INT_MAX // 2, kind=WitnessError)
    return Margin(held + len(found.get(FOUND, ())) - len(doors), doors)


def _doors(found: Found) -> dict[str, tuple[str, ...]]:
    """Of each room, the doors that are open before."""
    pairs = sorted((_room(each, 1), _lock(each)) for each in found.get(BEFORE, ()))
    rooms = groupby(pairs, key=lambda pair: pair[0])
    return {room: tuple(door for _, door in doors) for room, doors in rooms}


def _guaranteed(found: Found) -> Guaranteed:
    doors = _doors(found)
    rooms = ((_room(each), _optional(each, 1)) for each in found[GUARANTEE])
    return Guaranteed(tuple(Guarantee(room, keys, doors.get(room, ())) for room, keys in rooms))


def _shown_guaranteed(found: Found) -> Guaranteed:
    """One key more than doors where a room is out of reach at first."""
    doors = _doors(found)
    barred, hidden = ({_room(e) for e in found.get(each, ())} for each in (BARRED, HIDDEN))
    rooms = []
    for room in sorted({_room(each) for each in found[KNOWN]}, key=natural):
        open_before = doors.get(room, ()) if room in barred else ()
        keys = None if room in hidden else len(open_before) + (room in barred)
        rooms.append(Guarantee(room, keys, open_before))
    return Guaranteed(tuple(rooms))


def _statistics(found: Found) -> Statistics:
    moves = _number(found, MOVES) if MOVES in found else None
    states, dead, locks, keys = (_number(found, each) for each in (STATES, DEAD, LOCKS, FOUND))
    return Statistics(states, dead, moves, locks, keys)


def _priced(found: Found) -> Priced:
    """Facts `paid(P,N)` in the order of N."""
    paid = sorted(integer(each, 1, 0, kind=WitnessError) for each in found[PAID])
    return Priced(_in_order(found[PAID], gaps=True), tuple(paid))


def _abstract(found: Found) -> Abstract:
    points = ((_place(each), _optional(each, 1)) for each in found[POINT])
    estimates = {str(each.arguments[0]): _optional(each, 1) for each in found.get(ESTIMATE, ())}
    if not estimates.keys() <= {"ours", "sheet"}:
        raise WitnessError("expected estimates ours and sheet, found another")
    counter = None
    if COUNTER in found:
        each = only(found, COUNTER, kind=WitnessError)
        counter = Counter(*(integer(each, index, 0, kind=WitnessError) for index in range(4)))
    return Abstract(
        tuple(sorted(points, key=lambda pair: place_order(pair[0]))),
        _in_order(found.get(PLAN, ())),
        estimates.get("ours"),
        estimates.get("sheet"),
        _in_order(found.get(AT, ())),
        counter,
    )


def _alignment(found: Found) -> Alignment:
    pairs = {(_room(each, 0), _room(each, 1)) for each in found.get(IS, ())}
    return Alignment(tuple(sorted(pairs, key=lambda p: (natural(p[0]), natural(p[1])))))


WITNESS_FORMAT: WitnessFormat[Witness] = WitnessFormat(
    heading=_heading,
    lines=_lines,
    forms=(
        WitnessKind({AT}, set(), lambda found: Route(_places(found))),
        WitnessKind({PAID}, set(), _priced),
        WitnessKind({AT, THRIFT}, set(), lambda found: Thrift(_places(found, gaps=True))),
        WitnessKind({AT, STUCK}, set(), lambda found: Stuck(_places(found, gaps=True))),
        WitnessKind({STUCK}, {OPENED}, lambda found: Wasted(_locks(found, OPENED))),
        WitnessKind({SAFE}, set(), lambda found: Safe(_number(found, SAFE))),
        WitnessKind({HOPELESS}, set(), lambda found: Unsolvable(_number(found, HOPELESS))),
        WitnessKind({MARGIN}, {OPENED, EXTRA, FREED, MOVED}, _margin),
        WitnessKind({HELD}, {OPENED, FOUND}, _shown_margin),
        WitnessKind({UNBOUNDED}, set(), lambda _: Margin(None)),
        WitnessKind({GUARANTEE}, {BEFORE}, _guaranteed),
        WitnessKind({KNOWN}, {BEFORE, BARRED, HIDDEN}, _shown_guaranteed),
        WitnessKind({STATES, DEAD, LOCKS, FOUND}, {MOVES}, _statistics),
        WitnessKind({POINT}, {PLAN, ESTIMATE, AT, COUNTER}, _abstract),
        WitnessKind({ALIGNED}, {IS}, _alignment),
        WitnessKind({IS}, set(), _alignment),
    ),
)
