"""States that plays begin at instead of the start: from words, as facts, and whether they fit."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import TypeVar

from pylab.base.errors import InstanceError
from pylab.base.words import counted
from pylab.families.dungeon.model import (
    LOCKS,
    Dungeon,
    InitialState,
    Mission,
    Place,
    Tile,
    place_order,
)
from pylab.families.dungeon.terms import PLACE, lock_of, lock_symbols
from pylab.families.dungeon.world import World, world_of
from pylab.family.schema import Reading, Row, known_as
from pylab.text.facts import Fact, argument

I = TypeVar("I", bound=Dungeon | Mission)  # noqa: E741 - as everywhere

_PLACE = known_as("places", "a place where the hero can be", PLACE)
_LOCK = known_as("locks", "a lock", argument("a lock", lock_of, lambda symbol: symbol))
STANDING, EMPTIED = Row("standing", place=_PLACE), Row("emptied", place=_PLACE)
UNLOCKED, TURNED = Row("unlocked", lock=_LOCK), Row("turned")

_WORD = re.compile(r'(?:"(?:[^"\\]|\\.)*+"|[^\s,()"])++(?:\(\d{1,7},\d{1,7}\))?|[^\s,]')
_HAND = re.compile(r"\b(\d{1,7}|no)\s+(key|bomb)s?\b(?!\()|(?<![^\s,])(key|bomb)(?![^\s,])")


def facts(instance: Dungeon | Mission) -> list[Fact]:
    """The state that plays begin at; none for the start."""
    state = instance.initial
    if state is None:
        return []
    locks = lock_symbols(instance)
    return [
        STANDING.fact(state.place),
        *map(EMPTIED.fact, state.emptied),
        *(UNLOCKED.fact(locks[lock]) for lock in state.unlocked),
        *([TURNED.fact(())] if state.turned else []),
    ]


def from_facts(instance: I, reading: Reading) -> I:
    """The instance with the state that such facts say. Raises InstanceError where none fits."""
    rows = STANDING, EMPTIED, UNLOCKED, TURNED
    given = [each for row in rows for each in row.those(reading.found)]
    if not given:
        return instance
    held = _Held(instance)
    reading.known.update(places=held.numbers, locks=held.prices)
    state = InitialState(
        reading._replace(end=given[0].place).one(STANDING),
        tuple(reading.all(EMPTIED)),
        tuple(reading.all(UNLOCKED)),
        bool(TURNED.those(reading.found)),
    )
    try:
        return replace(instance, initial=held.fitting(state))
    except InstanceError as error:
        error.place = error.place or given[0].place
        raise


def beginning_at(
    instance: I, at: str = "", carrying: str = "", opened: str = "", turned: bool = False
) -> I:
    """The instance from a state on that is said in words, see docs/dungeon.md.

    Raises InstanceError for words that name nothing, and for states that no hero can be in.
    """
    held = _Held(instance)
    before = instance.initial
    here = before.place if before else held.world.places[held.world.start]
    if at:
        words = [_bare(word) for word in _WORD.findall(at)]
        if len(words) != 1 or words[0] not in held.named:
            raise InstanceError(f"expected {_somewhere(instance)}, found {at!r}")
        here = held.named[words[0]]
    emptied = list(before.emptied if before and not carrying else ())
    hand = {"key": -1, "bomb": -1}
    for number, kind, alone in _HAND.findall(carrying):
        hand[kind or alone] = 0 if number == "no" else int(number or 1)
    for word in map(_bare, _WORD.findall(_HAND.sub(" ", carrying))):
        emptied.append(_emptied(held, word))
    unlocked = list(before.unlocked if before and not opened else ())
    for word in map(held.door, map(_bare, _WORD.findall(opened))):
        if word not in held.prices:
            known = ", ".join(sorted(held.prices)[:8]) or "none"
            raise InstanceError(
                f"expected doors that take a key or a bomb ({known}), found {word!r}"
            )
        unlocked.append(word)
    turned = turned or bool(before and before.turned)
    state = held.with_own(InitialState(here, tuple(emptied), tuple(unlocked), turned))
    for kind, number in hand.items():
        state = held.with_hand(state, kind, number)
    return replace(instance, initial=held.fitting(state))


def fits(instance: Dungeon | Mission) -> bool:
    """Whether its state is one that a hero can be in."""
    state = instance.initial
    if state is None:
        return True
    held = _Held(instance)
    places, locks = {state.place, *state.emptied}, {*state.unlocked}
    if not places <= held.numbers.keys() or not locks <= held.prices.keys():
        return False
    try:
        return held.fitting(state) == state
    except InstanceError:
        return False


def refuse(instance: Dungeon | Mission) -> None:
    """Raises InstanceError if there is a state, which only facts can say."""
    if instance.initial is not None:
        raise InstanceError(
            "a state that plays begin at has no place in this format; write facts instead"
        )


def _somewhere(instance: Dungeon | Mission) -> str:
    if isinstance(instance, Mission):
        return "a room to be at"
    return "a tile to be at, as in Hall(1,2): room, row and column from 0, no wall"


def _bare(word: str) -> str:
    """A word without the quotes around it."""
    if word.startswith('"') and word.endswith('"') and len(word) > 1:
        try:
            return str(json.loads(word))
        except ValueError:
            return word
    return word


def _emptied(held: _Held, word: str) -> Place:
    """The place that a word for something collected stands for."""
    place = held.named.get(word)
    if place is not None:
        if not held.world.gains[held.numbers[place]]:
            raise InstanceError(f"expected a place where something lies, found {word!r}")
        return place
    places = held.holding(word)
    if len(places) == 1:
        return places[0]
    if not places:
        found = ", ".join(sorted(set(held.world.things))) or "nothing"
        raise InstanceError(
            f"expected things, by name ({found}) or by the place where they lay, found {word!r}"
        )
    listed = ", ".join(map(str, places))
    raise InstanceError(f"expected one of the places of {word} ({listed}), found {word!r}")


class _Held:
    """What lies where in an instance, and which locks it has."""

    def __init__(self, instance: Dungeon | Mission) -> None:
        self.instance = instance
        self.world: World = world_of(replace(instance, initial=None))
        self.numbers = {place: number for number, place in enumerate(self.world.places)}
        self.named = {str(place): place for place in self.world.places}
        self.prices = {
            name: "key" if self.world.key_locks >> lock & 1 else "bomb"
            for lock, name in enumerate(self.world.locks)
        }

    def holding(self, thing: str) -> list[Place]:
        """The places where a thing of that name lies."""
        wanted = thing.casefold()
        mask = sum(
            1 << bit for bit, name in enumerate(self.world.things) if name.casefold() == wanted
        )
        return [
            place
            for place, gain in zip(self.world.places, self.world.gains, strict=True)
            if gain & mask
        ]

    def door(self, word: str) -> str:
        """The name of the door at a tile; other words as they are."""
        place = self.named.get(word)
        if word in self.prices or not isinstance(place, Tile):
            return word
        assert isinstance(self.instance, Dungeon)
        name = self.instance.marks()[place].name
        return name if name in self.prices else word

    def with_own(self, state: InitialState) -> InitialState:
        """With what lies where the hero stands, and the lock that she stands in."""
        emptied, unlocked = {*state.emptied}, {*state.unlocked}
        if self.world.gains[self.numbers[state.place]]:
            emptied.add(state.place)
        if isinstance(self.instance, Dungeon) and isinstance(state.place, Tile):
            mark = self.instance.marks()[state.place]
            if mark.kind in LOCKS and mark.name in self.prices:
                unlocked.add(mark.name)
        order = sorted(emptied, key=place_order)
        return replace(state, emptied=tuple(order), unlocked=tuple(sorted(unlocked)))

    def in_hand(self, state: InitialState, kind: str) -> int:
        """The keys or bombs that are left, in the red where more locks are open than can be."""
        collected = 0
        for place in state.emptied:
            collected |= self.world.gains[self.numbers[place]]
        opened = sum(1 << self.world.locks.index(lock) for lock in state.unlocked)
        count = self.world.keys_in_hand if kind == "key" else self.world.bombs_in_hand
        return count(collected, opened)

    def with_hand(self, state: InitialState, kind: str, wanted: int) -> InitialState:
        """With so many keys or bombs in hand, if it is clear where they are from."""
        if wanted < 0 or self.in_hand(state, kind) == wanted:
            return state
        mask = self.world.key_bits if kind == "key" else self.world.bomb_bits
        rest = [
            place
            for place, gain in zip(self.world.places, self.world.gains, strict=True)
            if gain & mask and place not in state.emptied
        ]
        full = self.with_own(replace(state, emptied=(*state.emptied, *rest)))
        if self.in_hand(full, kind) == wanted:
            return full
        number = self.in_hand(state, kind)
        has = f"{counted(-number, kind)} too few" if number < 0 else counted(number, kind)
        more = f"; name what was taken of {', '.join(map(str, rest[:8]))}" if rest else ""
        raise InstanceError(
            f"expected {counted(wanted, kind)} in hand, found {has} by what is named and "
            f"opened{more}"
        )

    def fitting(self, state: InitialState) -> InitialState:
        """The state in its normal form. Raises InstanceError for one that nobody can be in."""
        state = self.with_own(state)
        if isinstance(self.instance, Dungeon) and state.place in self.instance.stuck():
            found = f"{state.place}, a block that no switch lowers"
            raise InstanceError(f"expected a place where the hero can be, found {found}")
        for place in state.emptied:
            if not self.world.gains[self.numbers[place]]:
                raise InstanceError(f"expected a place where something lies, found {place}")
        for kind in ("key", "bomb"):
            short = -self.in_hand(state, kind)
            if short > 0:
                doors = [lock for lock in state.unlocked if self.prices[lock] == kind]
                raise InstanceError(
                    f"expected enough {kind}s collected for {', '.join(doors)}, "
                    f"found {short} too few"
                )
        if state.turned and not self.world.toggles:
            raise InstanceError("expected a dungeon with a switch to be turned, found none")
        return state
