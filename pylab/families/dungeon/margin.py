"""Key margins and guaranteed keys, by going through sets of doors; searches no plays.

The margin is the least, over the sets C of places that contain the start, not the goal, and are
closed under free walking, of the keys in C minus the locks opened with an end in C.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from pylab.families.dungeon.model import Tile, room_of
from pylab.families.dungeon.world import Way, World

Progress = Callable[..., None]


def refusal(world: World, two_way: bool) -> str:
    """Why margins (two_way) or guarantees don't apply; empty if they do."""
    if world.toggles:
        return "it has switches, and toggle blocks come and go"
    if world.bomb_locks:
        return "its bombs run out; with bombs=renewable it would do"
    if not two_way:
        return ""
    if not any(world.goals[place] for place in reach(world, world.key_locks)[0]):
        return "the goal is out of reach even with all doors open"
    for place, ways in enumerate(world.ways):
        for way in ways:
            if not (world.goals[place] or world.goals[way[0]] or _returns(world, place, way)):
                one, other = world.places[place], world.places[way[0]]
                return f"the passage from {one} to {other} is one-way, or not the same both ways"
    return ""


def _returns(world: World, place: int, way: Way) -> bool:
    """Whether one can go back: over tiles by any way, in a mission graph by one of the same kind.

    A tile's own gate has let the hero in before; a mission's gates belong to directions.
    """
    tiles = isinstance(world.places[place], Tile)
    return any(b[0] == place and (tiles or b[2:] == way[2:]) for b in world.ways[way[0]])


@dataclass(frozen=True, slots=True)
class Wasted:
    """A set of doors and what it leaves: keys found minus locks opened."""

    value: int
    doors: int


def least_margin(world: World, progress: Progress = lambda **_: None) -> Wasted | None:
    """The margin and doors that attain it; None if nothing keeps the goal out of reach.

    All sets of locks that can be opened one after the other are gone through, so this takes
    time exponential in the number of locks.
    """
    best: Wasted | None = None
    seen = {0}
    stack = [0]
    while stack:
        opened = stack.pop()
        region, collected = reach(world, opened)
        if any(world.goals[place] for place in region):
            continue
        value = world.keys_in_hand(collected, opened)
        better = best is None or (value, opened.bit_count()) < (best.value, best.doors.bit_count())
        if better:
            best = Wasted(value, opened)
        for lock in sorted(touched(world, region, collected)):
            more = opened | 1 << lock
            if more not in seen:
                seen.add(more)
                stack.append(more)
                if len(seen) % 64 == 0:
                    progress(nodes=len(seen))
    return best


def reach(world: World, opened: int, freed: int = 0) -> tuple[set[int], int]:
    """The places in reach with these locks open, and what is collected there."""
    free = opened | freed
    region = {world.start}
    collected = world.gains[world.start]
    waiting: list[tuple[int, tuple[int, ...]]] = []
    stack = [world.start]
    while stack:
        place = stack.pop()
        if not world.goals[place]:
            for target, _, lock, needs, _ in world.ways[place]:
                if target not in region and (lock < 0 or free >> lock & 1):
                    waiting.append((target, needs))
        blocked = []
        for target, needs in waiting:
            if target in region:
                continue
            if all(mask & collected for mask in needs):
                region.add(target)
                collected |= world.gains[target]
                stack.append(target)
            else:
                blocked.append((target, needs))
        waiting = blocked
        if not stack and any(all(mask & collected for mask in n) for _, n in waiting):
            stack.append(place)
    return region, collected


def touched(world: World, region: set[int], collected: int) -> set[int]:
    """The locks that can be tried from within the region."""
    return {
        lock
        for place in region
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


@dataclass(frozen=True, slots=True)
class Most:
    """The most locks that can be open while a room is out of reach."""

    doors: int


def most_locks(
    world: World, inside: set[int], progress: Progress = lambda **_: None
) -> Most | None:
    """The most locks open while none of these places is in reach; None if they are at once.

    With the flags that may be held fixed, the best region is all that can't walk to the room for
    free, so no doors need to be tried; flags and doors that lead both ways are branched on.
    """
    region, _ = reach(world, 0)
    if region & inside:
        return None
    limit = len(_openable(world, inside))
    best = 0
    flags = _flag_bits(world)
    seen: set[tuple[int, int]] = set()
    stack = [(0, 0)]
    while stack:
        forbidden, declared = stack.pop()
        if (forbidden, declared) in seen:
            continue
        seen.add((forbidden, declared))
        if len(seen) % 16 == 0:
            progress(nodes=len(seen))
        outside = _leading(world, inside, forbidden, declared)
        if world.start not in outside:
            doors, double = _opened(world, outside, declared)
            best = max(best, doors, key=int.bit_count)
            stack.extend((forbidden, declared | 1 << lock) for lock in double)
        if best.bit_count() >= limit:
            break
        useful = _flags_within(world, outside, flags & ~forbidden)
        stack.extend((forbidden | 1 << bit, declared) for bit in useful)
    return Most(best)


def _flag_bits(world: World) -> int:
    every = 0
    for gain in world.gains:
        every |= gain
    return every & ~world.key_bits


def _openable(world: World, inside: set[int]) -> set[int]:
    """The locks that can be tried without going through the places, if nothing else hinders."""
    seen, stack, locks = {world.start}, [world.start], set()
    while stack:
        place = stack.pop()
        if world.goals[place]:
            continue
        for way in world.ways[place]:
            if way[2] >= 0:
                locks.add(way[2])
            if way[0] not in inside and way[0] not in seen:
                seen.add(way[0])
                stack.append(way[0])
    return locks


def _leading(world: World, inside: set[int], forbidden: int, declared: int) -> set[int]:
    """The places from which the room is in reach for free, and those where a flag is forbidden."""
    outside = {p for p, gain in enumerate(world.gains) if gain & forbidden} | inside
    allowed = _flag_bits(world) & ~forbidden
    before: list[list[int]] = [[] for _ in world.places]
    for place, ways in enumerate(world.ways):
        if not world.goals[place]:
            for target, _, lock, needs, _ in ways:
                free = lock < 0 or declared >> lock & 1
                if free and all(mask & allowed for mask in needs):
                    before[target].append(place)
    stack = list(outside)
    while stack:
        for place in before[stack.pop()]:
            if place not in outside:
                outside.add(place)
                stack.append(place)
    return outside


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
    region, collected = reach(world, opened)
    ajar = touched(world, region, collected)
    doors = sum(1 << lock for lock in ajar if opened >> lock & 1)
    double = sorted(
        {
            way[2]
            for place in region
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
    asked &= flags
    return [bit for bit in range(asked.bit_length()) if asked >> bit & 1]


def rooms(world: World) -> dict[str, set[int]]:
    """The places of each room."""
    found: dict[str, set[int]] = {}
    for number, place in enumerate(world.places):
        found.setdefault(room_of(place), set()).add(number)
    return found


def lock_names(world: World, doors: int) -> tuple[str, ...]:
    """The names of the locks in a set of bits, sorted."""
    names: Sequence[str] = [n for i, n in enumerate(world.locks) if doors >> i & 1]
    return tuple(sorted(names))
