"""What a dungeon's or mission's map says, place by place, and what follows from a step."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import NamedTuple, TypeVar, assert_never

from pylab.base.errors import InstanceError
from pylab.base.verdict import Problem
from pylab.families.dungeon.model import (
    ARROWS,
    CROSSING_ITEMS,
    THINGS,
    Dungeon,
    InitialState,
    Instance,
    Mark,
    Mission,
    Place,
    Tile,
    lock_name,
)

N = TypeVar("N")

Node = tuple[Place, bool]
"""A place, and whether the switch is on there."""

Combination = tuple[frozenset["Thing"], frozenset[str]]
"""What is collected, which locks are open."""


@dataclass(frozen=True, slots=True)
class Thing:
    """Something to collect: what it is, where its taking is noted, how many of it there are.

    Attributes:
        what: `key`, `bomb`, or the name of a flag that is kept.
        where: the place; empty for a flag that any of several places gives.
        count: keys or bombs.
    """

    what: str
    where: Place = ""
    count: int = 1


class Passage(NamedTuple):
    """From one place to the next: what it takes.

    Attributes:
        target: where it leads.
        lock: the lock's name; empty if there is none.
        price: what opens the lock, `key` or `bomb`.
        flags: of each group, one flag must be held.
        switched: how the switch must be; None if it doesn't matter.
    """

    target: Place
    lock: str = ""
    price: str = "key"
    flags: tuple[frozenset[str], ...] = ()
    switched: bool | None = None


class State(NamedTuple):
    """Where a hero is, and what has come about."""

    place: Place
    collected: frozenset[Thing]
    opened: frozenset[str]
    switched: bool = False

    @property
    def combination(self) -> Combination:
        return self.collected, self.opened


@dataclass(frozen=True)
class Rules:
    """What a dungeon's or mission's map says, place by place; of each lock, what opens it.

    Where plays begin later than at the start, `begun` is the state there.
    """

    start: Place
    goals: frozenset[Place]
    passages: Mapping[Place, Sequence[Passage]]
    things: Mapping[Place, frozenset[Thing]]
    switches: frozenset[Place]
    prices: Mapping[str, str]
    keys: int
    bombs: int
    begun: State | None = None

    def first(self) -> State:
        """The state that plays begin at."""
        if self.begun is not None:
            return self.begun
        return State(self.start, self.things.get(self.start, frozenset()), frozenset())

    def in_hand(self, price: str, collected: Iterable[Thing], opened: Iterable[str]) -> int:
        """Keys, or bombs, that are left."""
        held = self.keys if price == "key" else self.bombs
        held += sum(thing.count for thing in collected if thing.what == price)
        return held - sum(1 for lock in opened if self.prices[lock] == price)

    def onward(self, place: Place) -> Sequence[Passage]:
        """The passages out of a place; none out of a goal, which ends the play."""
        return () if place in self.goals else self.passages[place]

    @cached_property
    def plain(self) -> Mapping[Place, Sequence[Place]]:
        """Of each place, those that one can always go to and where nothing happens."""
        return {
            place: [p.target for p in self.onward(place) if self._is_plain(p)]
            for place in self.passages
        }

    @cached_property
    def special(self) -> Mapping[Place, Sequence[Passage]]:
        """Of each place, all other passages."""
        return {
            place: [p for p in self.onward(place) if not self._is_plain(p)]
            for place in self.passages
        }

    def _is_plain(self, passage: Passage) -> bool:
        gate = passage.lock or passage.flags or passage.switched is not None
        target = passage.target
        return not (gate or self.things.get(target) or target in self.switches)

    def hindrance(self, passage: Passage, state: State) -> Problem | None:
        """Why the passage can't be taken; None if it can."""
        held = {thing.what for thing in state.collected} if passage.flags else ()
        for group in passage.flags:
            if group.isdisjoint(held):
                wanted = " or ".join(sorted(group)) or "what it takes"
                return Problem("missing", f"without {wanted}")
        if passage.switched not in (None, state.switched):
            return Problem("block", "the block there is up")
        closed = passage.lock and passage.lock not in state.opened
        if closed and self.in_hand(passage.price, state.collected, state.opened) < 1:
            message = f"{passage.lock} is locked and there is no {passage.price} left"
            return Problem("locked", message)
        return None

    def after(self, passage: Passage, state: State) -> State:
        """The state after taking a passage that nothing hinders."""
        collected, opened = state.collected, state.opened
        found = self.things.get(passage.target)
        if found and not found <= collected:
            collected |= found
        if passage.lock and passage.lock not in opened:
            opened |= {passage.lock}
        turned = state.switched != (passage.target in self.switches)
        return State(passage.target, collected, opened, turned)

    def moves(
        self, place: Place, switched: bool, combination: Combination
    ) -> Iterator[tuple[Node, Combination]]:
        """Where one can go from a node, and the combination that it makes."""
        for target in self.plain[place]:
            yield (target, switched), combination
        special = self.special[place]
        if special:
            state = State(place, *combination, switched)
            for passage in special:
                if not self.hindrance(passage, state):
                    after = self.after(passage, state)
                    yield (after.place, after.switched), after.combination

    def quiet(self, node: Node, combination: Combination) -> Iterator[Node]:
        """Where one can go from a node without anything being collected or opened."""
        for other, made in self.moves(*node, combination):
            if made is combination or made == combination:
                yield other


def spread(starts: Iterable[N], onward: Callable[[N], Iterable[N]]) -> dict[N, N | None]:
    """All that can be reached, by breadth, each with what it was reached from."""
    before: dict[N, N | None] = dict.fromkeys(starts)
    pending = list(before)
    for each in pending:
        for other in onward(each):
            if other not in before:
                before[other] = each
                pending.append(other)
    return before


def path_to(end: N, before: Mapping[N, N | None]) -> list[N]:
    """From the first to this one, by what `spread` has found."""
    found = [end]
    while (previous := before[found[-1]]) is not None:
        found.append(previous)
    return found[::-1]


def rules_of(
    instance: Instance, freed: str = "", gift: Place | None = None, extra: int = 0
) -> Rules:
    """The rules of an instance.

    Args:
        instance: a dungeon or a mission graph; InstanceError for others.
        freed: a lock that is left out.
        gift: a place one of whose keys the hero has from the start.
        extra: more keys that the hero starts with.
    """
    if isinstance(instance, Dungeon):
        rules = _rules_of_dungeon(instance)
    elif isinstance(instance, Mission):
        rules = _rules_of_mission(instance)
    else:
        raise InstanceError("a survey of a map and a graph can only be aligned")
    if instance.initial is not None:
        rules = replace(rules, start=instance.initial.place, begun=_begun(rules, instance.initial))
    passages = rules.passages
    if freed:
        passages = {
            place: [p._replace(lock="" if p.lock == freed else p.lock) for p in each]
            for place, each in passages.items()
        }
    things = dict(rules.things)
    if gift is not None:
        things[gift] = frozenset(
            thing if thing.what != "key" else replace(thing, count=thing.count - 1)
            for thing in things[gift]
        )
    keys = rules.keys + extra + (gift is not None)
    return replace(rules, passages=passages, things=things, keys=keys)


def _begun(rules: Rules, initial: InitialState) -> State:
    """What has been collected where the hero was, and what is open."""
    collected = frozenset(thing for place in initial.emptied for thing in rules.things[place])
    return State(initial.place, collected, frozenset(initial.unlocked), initial.turned)


def _rules_of_mission(mission: Mission) -> Rules:
    passages: dict[Place, list[Passage]] = {room.name: [] for room in mission.rooms}
    for each in mission.passages:
        if not each.sealed:
            flags = tuple(frozenset({flag}) for flag in each.flags)
            lock = lock_name(each.tail, each.head) if each.locked else ""
            passages[each.tail].append(Passage(each.head, lock, "key", flags))
    things: dict[Place, frozenset[Thing]] = {}
    for room in mission.rooms:
        found = {Thing(flag) for flag in room.flags}
        if room.keys:
            found.add(Thing("key", room.name, room.keys))
        things[room.name] = frozenset(found)
    prices = {p.lock: p.price for each in passages.values() for p in each if p.lock}
    goals = frozenset(mission.goals)
    return Rules(mission.start, goals, passages, things, frozenset(), prices, 0, 0)


@lru_cache(maxsize=4)
def _rules_of_dungeon(dungeon: Dungeon) -> Rules:
    marks = dungeon.marks()
    endless = dungeon.bombs is None
    entries = {tile: _entry(tile, mark, endless) for tile, mark in marks.items()}
    kinds: dict[str, list[Tile]] = {}
    for tile, mark in marks.items():
        kinds.setdefault(mark.kind, []).append(tile)
    return Rules(
        start=kinds["start"][0],
        goals=frozenset(kinds["goal"]),
        passages={
            tile: [
                entries[other]
                for direction, other in beside
                if not direction or _leads(marks[tile], marks[other], direction)
            ]
            for tile, beside in dungeon.beside().items()
        },
        things={tile: _things_at(tile, mark, endless) for tile, mark in marks.items()},
        switches=frozenset(kinds.get("switch", ())),
        prices={entry.lock: entry.price for entry in entries.values() if entry.lock},
        keys=dungeon.keys,
        bombs=dungeon.bombs or 0,
    )


def _leads(here: Mark, there: Mark, direction: str) -> bool:
    """Whether one-way tiles are left and entered in their direction."""
    return all(ARROWS[m.name] == direction for m in (here, there) if m.kind == "one-way")


def _entry(tile: Tile, mark: Mark, endless: bool) -> Passage:
    """What it takes to step onto the tile."""
    match mark.kind:
        case "lock":
            return Passage(tile, mark.name, "key")
        case "bombable wall":
            return Passage(tile) if endless else Passage(tile, mark.name, "bomb")
        case "boss door":
            return Passage(tile, flags=(frozenset({"the boss key"}),))
        case "item door":
            return Passage(tile, flags=(frozenset({f"the {mark.name}"}),))
        case "water":
            return Passage(tile, flags=(frozenset(f"the {item}" for item in CROSSING_ITEMS),))
        case "raised" | "lowered":
            return Passage(tile, switched=mark.kind == "raised")
        case (
            "floor" | "key" | "boss key" | "bomb" | "item" | "switch" | "one-way" | "stairs"
            | "start" | "goal"
        ):  # fmt: skip
            return Passage(tile)
        case _:
            assert_never(mark.kind)


def _things_at(tile: Tile, mark: Mark, endless: bool) -> frozenset[Thing]:
    """What is collected there."""
    if mark.kind not in THINGS or (mark.kind == "bomb" and endless):
        return frozenset()
    what = {"boss key": "the boss key", "item": f"the {mark.name}"}.get(mark.kind, mark.kind)
    return frozenset({Thing(what, tile)})
