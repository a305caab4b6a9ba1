"""Dungeons: the native searches, clingo, A* over tiles with Manhattan distance, and all sets of
open locks one by one in C++; routes through generated dungeons of more and more rooms, and whether
one can get locked out of a chain of rooms with more and more locks, each with a side room.

Usage: python benchmarks/dungeon.py [OPTIONS of race.py]
"""

from __future__ import annotations

import random

import race

from pylab.core.question import Means
from pylab.families.dungeon.astar import cheapest
from pylab.families.dungeon.generate import generate
from pylab.families.dungeon.model import Dungeon, Mission, Passage, Room
from pylab.families.dungeon.world import world_of


def rooms(side: int) -> Dungeon:
    """A square of rooms of 10 by 10 tiles, with a boss key and up to eight others."""
    for seed in range(100):
        keys = min(8, side * side // 2)
        sizes = {"rows": side, "columns": side, "size": 10, "keys": keys}
        made = generate(random.Random(seed), **sizes, boss=True, blocks=0.15)
        assert isinstance(made, Dungeon)
        if cheapest(made, world_of(made)).places:
            return made
    raise AssertionError("no dungeon with a route found")


def locks(count: int, generous: bool) -> Mission:
    """A chain of rooms with a side room each: `count` locks, two-way, keys for all or one short."""
    half = count // 2
    rooms = [Room("m0", keys=2 if generous else 1), Room(f"m{half}"), Room(f"s{half}")]
    rooms += [Room(f"m{i}", keys=2) for i in range(1, half)] + [Room(f"s{i}") for i in range(half)]
    ways = [(f"m{i}", f"{to}{i + (to == 'm')}") for i in range(half) for to in "ms"]
    passages = [Passage(*way, True) for one, other in ways for way in ((one, other), (other, one))]
    passages += [Passage(f"m{half}", f"s{half}"), Passage(f"s{half}", f"m{half}")]
    ordered = tuple(sorted(rooms, key=lambda room: room.name))
    return Mission(ordered, tuple(passages), "m0", (f"m{half}",))


def numbers(mission: Mission) -> str:
    """The puzzle as `plain.cpp` reads it."""
    number = {room.name: index for index, room in enumerate(mission.rooms)}
    found = [len(number), number[mission.start], number[mission.goals[0]]]
    found += [room.keys for room in mission.rooms] + [len(mission.passages)]
    lock: dict[frozenset[str], int] = {}
    for way in mission.passages:
        ends = frozenset((way.tail, way.head))
        locked = lock.setdefault(ends, len(lock)) if way.locked else -1
        found += [number[way.tail], number[way.head], locked]
    return " ".join(map(str, found))


def told(stuck: int) -> object:
    """The result for a dungeon in which the hero can or can't get locked out."""
    return ("found" if stuck else "none"), None


PLAIN = Means(engine="native", options={"heuristic": "manhattan", "space": "tiles"})


def soft(name: str, generous: bool) -> race.Race:
    """The race for whether the hero can get locked out."""
    engines = ("native", "clingo")
    return race.Race(
        f"dungeon-{name}",
        f"dungeon: can one get locked out, {'keys enough' if generous else 'a key too few'}",
        "locks",
        (2, 4, 8, 16, 32, 64, 128, 256),
        lambda count: locks(count, generous),
        {
            **{e: race.asked("dungeon", "softlock", Means(engine=e)) for e in engines},
            "plain C++": race.plain("dungeon", numbers, told),
        },
        few=4,
    )


if __name__ == "__main__":
    route = {
        "native": race.asked("dungeon", "solve", Means(engine="native")),
        "A* over tiles": race.asked("dungeon", "solve", PLAIN),
        "clingo": race.asked("dungeon", "solve", Means(engine="clingo")),
    }
    race.main(
        __doc__,
        [
            race.Race(
                "dungeon-route", "dungeon: a cheapest route", "rooms a side", (2, 3, 4, 6, 8, 12),
                rooms, route,
            ),
            soft("safe", generous=True),
            soft("softlock", generous=False),
        ],
    )  # fmt: skip
