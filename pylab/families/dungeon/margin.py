"""Key margins and guaranteed keys, by going through sets of doors; searches no plays.

The margin is the least, over the sets C of places that contain the start, not the goal, and are
closed under free walking, of the keys in C minus the locks opened with an end in C. Where bombs run
out as well as keys, it is the least number of both that is left to open something with, over all
that plays come to while the goal is out of reach: the order of locks matters then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from pylab.base.finding import SearchWatch
from pylab.families.dungeon.model import Place, Tile, room_of
from pylab.families.dungeon.world import Way, World, bits
from pylab.family.walks import reach

REASONS = {
    "switches": "it has switches, and toggle blocks come and go",
    "bombs": "its bombs run out (bombs=renewable never do)",
    "goal": "the goal is out of reach even with all doors open",
}
"""Why margins, or guarantees, don't apply."""


def one_way(one: Place | None, other: Place | None) -> str:
    """Why margins don't apply, if one can't go both ways alike between two places."""
    return f"the passage from {one} to {other} is one-way, or not the same both ways"


def says_nothing(task: str, reason: str) -> str:
    """The refusal of a task, in words."""
    return f"the task {task} says nothing about this dungeon: {reason}"


def refusal(world: World, two_way: bool) -> str:
    """Why margins (two_way) or guarantees don't apply; empty if they do."""
    if world.toggles:
        return REASONS["switches"]
    if not two_way:
        return REASONS["bombs"] if world.bomb_locks else ""
    if not any(world.goals[place] for place in region(world, -1)[0]):
        return REASONS["goal"]
    for place, ways in enumerate(world.ways):
        for way in ways:
            if not (world.goals[place] or world.goals[way[0]] or _returns(world, place, way)):
                return one_way(world.places[place], world.places[way[0]])
    return ""


def _returns(world: World, place: int, way: Way) -> bool:
    """Whether one can go back: over tiles by any way, in a mission graph by one of the same kind.

    A tile's own gate has let the hero in before; a mission's gates belong to directions.
    """
    tiles = isinstance(world.places[place], Tile)
    return any(b[0] == place and (tiles or b[2:] == way[2:]) for b in world.ways[way[0]])


Least = tuple[int, int]
"""A margin, and the doors, as bits, that attain it."""


def least_by_sets(world: World, watch: SearchWatch) -> Least | None:
    """The margin and its doors; None if nothing keeps the goal out of reach.

    All sets of locks that can be opened one after the other are gone through, so this takes
    time exponential in the number of locks.
    """
    return _least(world, watch, lambda opened, got, ajar: (world.keys_in_hand(got, opened), ajar))


def least_by_plays(world: World, watch: SearchWatch) -> Least | None:
    """The same where bombs run out: what is left, and the locks that are open there.

    All sets of locks are gone through that can be opened one after the other, each paid for.
    """

    def left(opened: int, collected: int, ajar: int) -> tuple[int, int]:
        hand, payable = 0, 0
        for count, locks in (
            (world.keys_in_hand(collected, opened), ajar & world.key_locks),
            (world.bombs_in_hand(collected, opened), ajar & world.bomb_locks),
        ):
            if locks and count > 0:
                hand, payable = hand + count, payable | locks
        return hand, payable

    return _least(world, watch, left)


def _least(
    world: World, watch: SearchWatch, left: Callable[[int, int, int], tuple[int, int]]
) -> Least | None:
    """The least of what is left, where the goal is out of reach.

    `left` gives that, and which locks may be opened next, by those that are open, what is
    collected, and those in reach.
    """
    values: dict[int, int] = {}

    def more(opened: int) -> Iterator[int]:
        watch.progress(states=len(values))
        inside, collected = region(world, opened)
        if not any(world.goals[place] for place in inside):
            ajar = sum(1 << lock for lock in touched(world, inside, collected)) & ~opened
            values[opened], following = left(opened, collected, ajar)
            yield from (opened | 1 << bit for bit in bits(following))

    reach([0], more)
    least = min(values.items(), key=lambda each: (each[1], each[0].bit_count()), default=None)
    return None if least is None else (least[1], least[0])


def region(world: World, opened: int) -> tuple[set[int], int]:
    """The places in reach with these locks open, and what is collected there."""
    collected, flags = 0, flag_bits(world)

    def onward(place: int) -> Iterator[int]:
        for target, _, lock, needs, _ in world.ways[place]:
            if (lock < 0 or opened >> lock & 1) and all(mask & collected for mask in needs):
                yield target

    while True:
        inside = reach([world.start], lambda place: () if world.goals[place] else onward(place))
        found = 0
        for place in inside:
            found |= world.gains[place]
        if not found & flags & ~collected:
            return set(inside), found
        collected = found


def touched(world: World, inside: set[int], collected: int) -> set[int]:
    """The locks that can be tried from within the region."""
    return {
        lock
        for place in inside
        if not world.goals[place]
        for _, _, lock, needs, _ in world.ways[place]
        if lock >= 0 and all(mask & collected for mask in needs)
    }


def without_lock(world: World, lock: int) -> World:
    """The world with this door made free."""
    ways = [[(t, c, -1 if k == lock else k, n, s) for t, c, k, n, s in out] for out in world.ways]
    return replace(world, ways=ways)


def with_gift(world: World, bit: int) -> World:
    """The world with this key in hand at the start instead of where it lies."""
    gains = [gain & ~(1 << bit) for gain in world.gains]
    return replace(world, gains=gains, keys=world.keys + 1)


def most_locks(world: World, inside: set[int], watch: SearchWatch) -> int | None:
    """The most locks, as bits, that can be open while none of these places is in reach.

    None if one is at once. With the flags that may be held fixed, the best region is all that can't
    walk to the room for free, so no doors need to be tried; flags and doors that lead both ways are
    branched on.
    """
    if region(world, 0)[0] & inside:
        return None
    limit = len(_openable(world, inside))
    best = 0
    flags = flag_bits(world)

    def onward(forbidden: int, declared: int) -> Iterator[tuple[int, int]]:
        nonlocal best
        if best.bit_count() >= limit:
            return
        watch.progress(locks=best.bit_count())
        outside = _leading(world, inside, forbidden, declared)
        if world.start not in outside:
            doors, double = _opened(world, outside, declared)
            best = max(best, doors, key=int.bit_count)
            yield from ((forbidden, declared | 1 << lock) for lock in double)
        useful = _flags_within(world, outside, flags & ~forbidden)
        yield from ((forbidden | 1 << bit, declared) for bit in useful)

    reach([(0, 0)], lambda node: onward(*node))
    return best


def flag_bits(world: World) -> int:
    """What is collected for good."""
    return (1 << len(world.things)) - 1 & ~(world.key_bits | world.bomb_bits)


def _openable(world: World, inside: set[int]) -> set[int]:
    """The locks that can be tried without going through the places, if nothing else hinders."""

    def onward(place: int) -> Iterator[int]:
        if not world.goals[place]:
            yield from (way[0] for way in world.ways[place] if way[0] not in inside)

    places = reach([world.start], onward)
    return {way[2] for p in places if not world.goals[p] for way in world.ways[p] if way[2] >= 0}


def _leading(world: World, inside: set[int], forbidden: int, declared: int) -> set[int]:
    """The places from which the room is in reach for free, and those where a flag is forbidden."""
    outside = {p for p, gain in enumerate(world.gains) if gain & forbidden} | inside
    allowed = flag_bits(world) & ~forbidden
    before: list[list[int]] = [[] for _ in world.places]
    for place, ways in enumerate(world.ways):
        if not world.goals[place]:
            for target, _, lock, needs, _ in ways:
                free = lock < 0 or declared >> lock & 1
                if free and all(mask & allowed for mask in needs):
                    before[target].append(place)
    return set(reach(outside, before.__getitem__))


def _opened(world: World, outside: set[int], declared: int) -> tuple[int, list[int]]:
    """The locks opened in the largest region that keeps clear of `outside`.

    And the locks that lead from it both to the outside and elsewhere; they stay closed.
    """
    leading = 0
    for place, ways in enumerate(world.ways):
        if place not in outside:
            for way in ways:
                if way[2] >= 0 and way[0] in outside and not declared >> way[2] & 1:
                    leading |= 1 << way[2]
    opened = world.key_locks & ~leading
    within, collected = region(world, opened)
    ajar = touched(world, within, collected)
    doors = sum(1 << lock for lock in ajar if opened >> lock & 1)
    double = sorted(
        {
            way[2]
            for place in within
            for way in world.ways[place]
            if way[2] >= 0 and leading >> way[2] & 1 and way[0] not in outside
        }
    )
    return doors, double


def _flags_within(world: World, outside: set[int], flags: int) -> list[int]:
    """The flags that ways within the outside ask for: without them it would be smaller."""
    asked = 0
    for place in outside:
        for way in world.ways[place]:
            if way[0] in outside:
                for mask in way[3]:
                    asked |= mask
    return bits(asked & flags)


def rooms(world: World) -> dict[str, set[int]]:
    """The places of each room."""
    found: dict[str, set[int]] = {}
    for number, place in enumerate(world.places):
        found.setdefault(room_of(place), set()).add(number)
    return found


def lock_names(world: World, doors: int) -> tuple[str, ...]:
    """The names of the locks in a set of bits, sorted."""
    return tuple(sorted(world.locks[lock] for lock in bits(doors)))
