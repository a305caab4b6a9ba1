"""Witnesses as facts with words, and back: what answers look like, not whether they are right."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import astuple
from itertools import groupby
from typing import Any, assert_never

import clingo

from pylab.base.errors import InstanceError, WitnessError
from pylab.base.listing import Task, signatures
from pylab.base.words import counted
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
    natural,
    place_order,
)
from pylab.families.dungeon.terms import PLACE, lock_of, name_symbol, place_of
from pylab.family.schema import NATURAL, Found, Line, Row, Schema, in_order
from pylab.family.witness_format import WitnessFormat, WitnessKind
from pylab.text.facts import INT_MAX, ArgumentType, Fact, Quoted, argument, misfit, type_of

REFUSED, FOUND = signatures("refused/1 found/1")

_LINE = 12
"""Rooms of a mission graph in a line."""


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
        return (
            "more than 30 things, locks and kinds of items (the boss key is one) are too many for "
            "this encoding; use --engine native"
        )
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
            return "\n".join([f"a route of {counted(len(places) - 1, 'step')}", *way_lines(places)])
        case Priced(places, paid):
            return "\n".join([f"a route that costs {paid[-1] if paid else 0}", *way_lines(places)])
        case Thrift(places):
            return "\n".join(["a play to the goal that spends few keys", *way_lines(places)])
        case Stuck(places):
            return "\n".join(["a play that ends stuck", *way_lines(places)])
        case Wasted(doors):
            if not doors:
                return "stuck for good without opening a door"
            return f"stuck for good after opening {_listed(doors)} and no other door"
        case Safe(configurations):
            return f"nobody gets locked out, in {counted(configurations, 'configuration')}"
        case Unsolvable(configurations):
            return f"no play reaches the goal, in {counted(configurations, 'configuration')}"
        case Margin(None):
            return "nothing can keep the hero from the goal"
        case Margin(value, doors):
            return f"margin {value}, with {_listed(doors)} open"
        case Guaranteed(rooms):
            return f"keys that always let the hero into {counted(len(rooms), 'room')}"
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
    yield from way_lines(witness.plan)
    cost = "no play reaches the goal" if not witness.route else f"truly {len(witness.route) - 1}"
    yield f"from the start: {witness.ours} by our estimate, {witness.sheet} by the sheet's, {cost}"
    if witness.counter is not None:
        step, ours, sheet, left = astuple(witness.counter)
        at = f", at {witness.route[step]}" if step < len(witness.route) else ""
        where = f"after {counted(step, 'step')} of a cheapest route{at}"
        yield f"{where}: {ours} by ours, {sheet} by the sheet's, truly {left}"


def _listed(doors: Iterable[str]) -> str:
    return ", ".join(doors) or "no door"


def way_lines(places: Sequence[Place]) -> list[str]:
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


def _of_rooms(witness: Any) -> Iterator[Line]:
    return map(_of_room, witness.rooms)


def _of_room(each: Guarantee) -> Line:
    """What lets one into a room, with the doors that may be open before."""
    facts = [GUARANTEE.fact((each.room, each.keys))]
    facts += [BEFORE.fact((door, each.room)) for door in each.doors]
    if each.keys is None:
        return facts, f"no number of keys is enough for {each.room}"
    after = f", even with {_listed(each.doors)} open before" if each.doors else ""
    return facts, f"{counted(each.keys, 'key')} for {each.room}{after}"


# --- facts --------------------------------------------------------------------------------------


def _room_of(symbol: clingo.Symbol) -> str | None:
    found = place_of(symbol)
    return found if isinstance(found, str) else None


def _number_of(symbol: clingo.Symbol) -> int | None:
    """An integer, or None where there is none."""
    if str(symbol) == "none":
        return None
    if symbol.type is not type_of.Number:
        raise ValueError
    return symbol.number


ROOM = argument("a room", _room_of, name_symbol)
LOCK = argument("a lock", lock_of, Quoted)
NUMBER = ArgumentType("an integer", _number_of, lambda n: "none" if n is None else n)

AT = Row("at", place=PLACE, step=NATURAL)
PAID = Row("paid", place=PLACE, cost=int)
STUCK = Row("stuck", "the goal is out of reach, nothing left to collect or open")
OPENED = Row("opened", "opened in that case", lock=LOCK)
BEFORE = Row("opened", lock=LOCK, room=ROOM)
GUARANTEE = Row("guarantee", room=ROOM, keys=NUMBER)
HELD = Row("held", keys=range(INT_MAX // 2 + 1))
KNOWN, BARRED, HIDDEN = (Row(name, room=ROOM) for name in ("known", "barred", "hidden"))
ESTIMATE = Row("estimate", name=(), steps=NUMBER)
IS = Row("is", map=ROOM, graph=ROOM)

_COMBINATIONS = "combinations of collected, open and switched"


def _number(name: str, words: str | Callable[[Any], str]) -> Row:
    return Row(name, words, number=NATURAL)


def _margin_words(margin: int | None) -> str:
    if margin is None:
        return "there is no set of doors that keeps the goal out of reach"
    return "the least value of keys (and bombs) found minus used"


def _extra_words(keys: int) -> str:
    if keys == 0:
        return "it is safe with the keys that there are"
    return "more keys at the start would make it safe"


def _point_words(point: tuple[Place, int | None]) -> str:
    return "no way to the goal" if point[1] is None else "to the goal, every door open"


def _by_place(points: Iterable[tuple[Place, int | None]]) -> tuple[tuple[Place, int | None], ...]:
    return tuple(sorted(points, key=lambda pair: place_order(pair[0])))


def _by_name(pairs: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    return tuple(sorted(set(pairs), key=lambda pair: (natural(pair[0]), natural(pair[1]))))


def _payments(rows: list[tuple[Place, int]]) -> dict[str, object]:
    paid = sorted(cost for _, cost in {*rows})  # a place may be written as a number and as a text
    return {"places": in_order(PAID, rows, None), "paid": tuple(paid)}


def _shown_margin(found: Found) -> Margin:
    """Keys at the start and found, less doors."""
    held, doors, keys = HELD.found(found), OPENED.found(found), found.get(FOUND, ())
    if len(held) != 1:
        raise WitnessError(f"expected one fact {HELD}, found {len(held)}")
    return Margin(held[0] + len(keys) - len(doors), tuple(sorted(doors)))


def _doors(found: Found) -> dict[str, tuple[str, ...]]:
    """Of each room, the doors that are open before."""
    pairs = sorted((room, door) for door, room in BEFORE.found(found))
    rooms = groupby(pairs, key=lambda pair: pair[0])
    return {room: tuple(door for _, door in doors) for room, doors in rooms}


def _guaranteed(found: Found) -> Guaranteed:
    doors = _doors(found)
    rooms = GUARANTEE.found(found)
    return Guaranteed(tuple(Guarantee(room, keys, doors.get(room, ())) for room, keys in rooms))


def _shown_guaranteed(found: Found) -> Guaranteed:
    """One key more than doors where a room is out of reach at first."""
    doors, barred, hidden = _doors(found), set(BARRED.found(found)), set(HIDDEN.found(found))
    rooms = []
    for room in sorted(set(KNOWN.found(found)), key=natural):
        open_before = doors.get(room, ()) if room in barred else ()
        keys = None if room in hidden else len(open_before) + (room in barred)
        rooms.append(Guarantee(room, keys, open_before))
    return Guaranteed(tuple(rooms))


_GAPPED = AT.series(gaps=True, abreast=True)

WITNESS_FORMAT: WitnessFormat[Witness] = WitnessFormat(
    heading=_heading,
    forms=(
        Schema(Route, places=AT.series(abreast=True)),
        Schema(
            Priced,
            steps=PAID.many(
                into=_payments,
                out_of=lambda it: zip(it.places, it.paid, strict=True),
                whole=True,
                abreast=True,
            ),
        ),
        Schema(Thrift, places=_GAPPED, thrift=Row("thrift").mark()),
        Schema(Stuck, places=_GAPPED, stuck=STUCK.mark()),
        Schema(
            Wasted,
            doors=OPENED.like("opened", "").many(False),
            stuck=STUCK.like("stuck", "in whatever order there are keys for them").mark(),
        ),
        Schema(Safe, configurations=_number("safe", _COMBINATIONS).one()),
        Schema(Unsolvable, configurations=_number("hopeless", _COMBINATIONS).one()),
        Schema(
            Margin,
            margin=Row("margin", _margin_words, keys=NUMBER).one(),
            doors=OPENED.many(False),
            extra=_number("extra", _extra_words).maybe(),
            freed=Row("freed", "so would removing the lock of this door", lock=LOCK).many(False),
            moved=Row("moved", "so would moving a key from here to the start", key=PLACE).many(
                False, into=tuple
            ),
        ),
        WitnessKind({HELD.signature}, {OPENED.signature, FOUND}, _shown_margin),
        WitnessKind({*signatures("unbounded/0")}, set(), lambda _: Margin(None)),
        WitnessKind(
            {GUARANTEE.signature},
            {BEFORE.signature},
            _guaranteed,
            of=Guaranteed,
            lines=_of_rooms,
        ),
        WitnessKind(
            {KNOWN.signature},
            {each.signature for each in (BEFORE, BARRED, HIDDEN)},
            _shown_guaranteed,
        ),
        Schema(
            Statistics,
            states=_number("states", "states that plays can reach").one(),
            dead=_number("dead", "states from which the goal can't be reached").one(),
            moves=_number("moves", "fewest moves to the goal").maybe(),
            locks=_number("locks", "locks that take a key").one(),
            keys=_number("found", "keys to be found").one(),
        ),
        Schema(
            Abstract,
            points=Row("point", _point_words, place=PLACE, left=NUMBER).many(into=_by_place),
            plan=Row("plan", place=PLACE, step=NATURAL).series(needed=False),
            ours=ESTIMATE.at("ours", words="at the start: D").maybe(),
            sheet=ESTIMATE.at("sheet", words="at the start: D(u) + d(p,next)").maybe(),
            route=AT.series(needed=False, abreast=True),
            counter=Row(
                "counter",
                "steps walked; our estimate, the sheet's, and the true cost left",
                of=Counter,
                step=NATURAL,
                ours=NATURAL,
                sheet=NATURAL,
                left=NATURAL,
            ).maybe(),
        ),
        Schema(
            Alignment,
            aligned=Row("aligned", "rooms of the map, and what they are in the graph").mark(),
            rooms=IS.many(False, into=_by_name),
        ),
        Schema(Alignment, rooms=IS.many(into=_by_name)),
    ),
)
