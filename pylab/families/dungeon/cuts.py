"""Key margins of large dungeons: regions as nodes, locks as edges, bounded by matchings.

With the flags that are found held fixed, the places between which one can always walk are one node,
worth its keys, and a lock joins those around it. A set of nodes costs its keys, and gains a lock
for each that has all of its ends within. Without the demand that the set hangs together the best
one is a maximum closure (Picard: Maximal Closure of a Graph, 1976), which a matching of locks with
keys finds; where it falls apart, one node is branched on, in or out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import partial
from itertools import chain, combinations, product

from pylab.base.finding import SearchWatch
from pylab.families.dungeon.margin import least_by_sets, region, touched
from pylab.families.dungeon.model import Tile
from pylab.families.dungeon.world import World, behind, bits
from pylab.family.walks import breadth_first, reach

_TRIED = 8
"""Up to so many locks are tried set by set, which finds the fewest doors, too."""

_FLAGS = 5
"""With more sorts of flags that ways ask for, this is left to other searches."""

_CHOICES = 64
"""And with more choices of places where they may be from."""


Nodes = frozenset[int]


@dataclass(frozen=True)
class _Regions:
    """What one can walk within, and what joins these.

    Attributes:
        start: the node of the start.
        keys: of each node, how many keys are there.
        bits: of each node, what is collected there.
        ends: of each lock that there is, by its number, the nodes around it.
        shut: nodes, and locks, from which one could walk to the goal.
    """

    start: int
    keys: list[int]
    bits: list[int]
    ends: dict[int, Nodes]
    shut: Nodes

    def joined(self, allowed: Iterable[int], out: AbstractSet[int]) -> frozenset[int]:
        """The nodes that hang together with the start by locks that have all ends allowed."""
        known = set(allowed) - out
        beside: dict[int, list[frozenset[int]]] = {}
        for ends in self.ends.values():
            if ends <= known:
                for node in ends:
                    beside.setdefault(node, []).append(ends)
        around = reach([self.start], lambda node: chain.from_iterable(beside.get(node, ())))
        return frozenset(around)

    def way(self, node: int, near: AbstractSet[int], out: AbstractSet[int]) -> list[int]:
        """The nodes of a way from the start to this one, without its ends."""

        def onward(here: int) -> Iterator[tuple[int, int]]:
            for ends in self.ends.values():
                if here in ends and not ends & out:
                    yield from ((each, each) for each in ends if each in near)

        found = breadth_first([self.start], onward, node.__eq__)
        return [each for _, each in found.way(node)][:-1] if found.goal is not None else []


def least_margin(world: World, watch: SearchWatch) -> tuple[int, int] | None:
    """The margin and doors, as bits, that attain it; None if nothing keeps the goal out of reach.

    Where there are few locks, all sets of them are tried.
    """
    found = None
    if len(world.locks) > _TRIED and not any(world.goals[p] for p in region(world, 0)[0]):
        found = least_by_cuts(world, watch)
    return least_by_sets(world, watch) if found is None else found


def least_by_cuts(world: World, watch: SearchWatch) -> tuple[int, int] | None:
    """The margin and doors that attain it, as bits; None if this dungeon is none for this.

    Margins must apply, and something has to keep the goal out of reach.
    """
    masks = sorted({mask for ways in world.ways for way in ways for mask in way[3] if mask})
    if len(masks) > _FLAGS:
        return None
    search = _Search(world, watch)
    sizes = range(len(masks) + 1)
    for found in chain.from_iterable(combinations(masks, size) for size in sizes):
        regions = _regions(world, found)
        if regions is None:
            return None
        barred = {
            node
            for node, bits in enumerate(regions.bits)
            if any(bits & mask for mask in masks if mask not in found)
        }
        holders = [
            [node for node, bits in enumerate(regions.bits) if bits & mask] for mask in found
        ]
        choices = 1
        for each in holders:
            choices *= len(each)
        if choices > _CHOICES:
            return None
        for chosen in product(*holders):
            if not search.run(regions, {regions.start, *chosen}, barred | regions.shut):
                return None
    return search.best


def _regions(world: World, found: Sequence[int]) -> _Regions | None:
    """The nodes and locks with these flags found; None for locks that lie in several parts."""
    inside = behind(world) if isinstance(world.places[0], Tile) else [-1] * len(world.places)

    def passable(needs: Sequence[int]) -> bool:
        return all(mask in found for mask in needs)

    def onward(place: int) -> Iterator[int]:
        if not world.goals[place]:
            yield from (way[0] for way in world.ways[place] if passable(way[3]))

    wide = reach([world.start], onward)
    node: dict[int, int] = {}
    keys: list[int] = []
    bits: list[int] = []
    for place in wide:
        if place in node or inside[place] >= 0 or world.goals[place]:
            continue
        within = reach([place], lambda here: _walk(world, here, inside, found))
        node |= dict.fromkeys(within, len(bits))
        gain = 0
        for each in within:
            gain |= world.gains[each]
        bits.append(gain)
        keys.append((gain & world.key_bits).bit_count())
    ends: dict[int, set[int]] = {}
    parts: dict[int, list[int]] = {}
    shut: set[int] = set()
    closed: set[int] = set()
    for place in wide:
        own = inside[place]
        if own >= 0:
            parts.setdefault(own, []).append(place)
        for target, _, lock, needs, _ in world.ways[place] if not world.goals[place] else ():
            if not passable(needs):
                continue
            if world.goals[target]:
                if lock >= 0 or own >= 0:
                    closed |= {each for each in (lock, own) if each >= 0}
                else:
                    shut.add(node[place])
            for each, other in ((lock, own), (own, inside[target])):
                if each >= 0 and each != other:
                    here = node.get(place if each == lock else target)
                    if here is not None:
                        ends.setdefault(each, set()).add(here)
            if lock >= 0 and own < 0 and inside[target] < 0 and target in node:
                ends.setdefault(lock, set()).add(node[target])
            if lock >= 0 and own >= 0 and lock != own:  # doors that face each other
                between = len(bits)
                keys.append(0)
                bits.append(0)
                ends.setdefault(lock, set()).add(between)
                ends.setdefault(own, set()).add(between)
    for lock, places in parts.items():
        if len(reach(places[:1], partial(_within, world, inside, lock))) < len(places):
            return None
    kept = {lock: frozenset(each) for lock, each in ends.items() if lock not in closed}
    return _Regions(node[world.start], keys, bits, kept, frozenset(shut))


def _walk(world: World, here: int, inside: Sequence[int], found: Sequence[int]) -> Iterator[int]:
    """Where one can go from a place with these flags, but through no lock and to no goal."""
    for target, _, lock, needs, _ in world.ways[here]:
        free = lock < 0 and inside[target] < 0 and all(mask in found for mask in needs)
        if free and not world.goals[target]:
            yield target


def _within(world: World, inside: Sequence[int], lock: int, place: int) -> Iterator[int]:
    """The steps within a lock's own tiles."""
    return (way[0] for way in world.ways[place] if inside[way[0]] == lock)


class _Search:
    """Branch and bound over nodes that are in, or out."""

    def __init__(self, world: World, watch: SearchWatch) -> None:
        self.world, self.watch, self.looked = world, watch, 0
        self.best = self._value(0)
        assert self.best is not None

    def _value(self, doors: int) -> tuple[int, int] | None:
        """What is left in hand with these doors open; None if they can't be, or to the goal."""
        places, collected = region(self.world, doors)
        if not touched(self.world, places, collected).issuperset(bits(doors)):
            return None
        if any(self.world.goals[place] for place in places):
            return None
        return self.world.keys_in_hand(collected, doors), doors

    def run(self, regions: _Regions, given: set[int], barred: AbstractSet[int]) -> bool:
        """Look for a better set with these nodes and without those; False if one didn't fit."""
        pending = [(frozenset(given), frozenset(barred))]
        while pending:
            within, out = pending.pop()
            self.looked += 1
            self.watch.progress(states=self.looked)
            if within & out:
                continue
            near = regions.joined(range(len(regions.bits)), out)
            if not within <= near:
                continue
            within = _on_the_way(regions, within, near, out)
            chosen, value = self._closure(regions, within, near)
            if self.best is not None and value >= self.best[0]:
                continue
            hanging = regions.joined(chosen, out)
            if hanging == chosen:
                if not self._take(regions, chosen, value):
                    return False
                continue
            if within <= hanging:
                if not self._take(regions, hanging, None):
                    return False
                split = min(chosen - hanging)
            else:
                split = _undecided(regions, within, near, out, hanging)
            pending.append((within, out | {split}))
            pending.append((within | {split}, out))
        return True

    def _take(self, regions: _Regions, chosen: AbstractSet[int], value: int | None) -> bool:
        """Keep a set that hangs together, if it is better; False if flags say otherwise."""
        inner = [lock for lock, ends in regions.ends.items() if ends <= chosen]
        found = self._value(sum(1 << lock for lock in inner))
        if found is None or (value is not None and found[0] != value):
            return False
        if self.best is None or found[0] < self.best[0]:
            self.best = found
        return True

    def _closure(self, regions: _Regions, within: Nodes, near: Nodes) -> tuple[Nodes, int]:
        """The best set with these nodes, whether or not it hangs together, and what it is worth."""
        ends = {
            lock: [node for node in each if node not in within]
            for lock, each in regions.ends.items()
            if each <= near
        }
        paid, spare = _matched(ends, regions.keys)
        gained = reach(
            spare, lambda lock: chain.from_iterable(paid.get(node, ()) for node in ends[lock])
        )
        chosen = within.union(*(ends[lock] for lock in gained))
        held = self.world.keys + sum(regions.keys[node] for node in within)
        return chosen, held - len(spare)


def _on_the_way(regions: _Regions, within: Nodes, near: Nodes, out: Nodes) -> Nodes:
    """With the nodes that every way to one of them leads through."""
    found = set(within)
    for node in within:
        for other in regions.way(node, near, out):
            if other not in found and node not in regions.joined(near - {other}, out | {other}):
                found.add(other)
    return frozenset(found)


def _undecided(regions: _Regions, within: Nodes, near: Nodes, out: Nodes, hanging: Nodes) -> int:
    """A node on a way to one that has to be in and is not joined yet."""
    for each in regions.way(min(within - hanging), near, out):
        if each not in within:
            return each
    locks = (ends for ends in regions.ends.values() if ends <= near and ends & within)
    return min(each for ends in locks for each in ends if each not in within)


def _matched(
    ends: Mapping[int, Sequence[int]], keys: Sequence[int]
) -> tuple[dict[int, set[int]], list[int]]:
    """The locks that each node's keys pay for, as many as can be, and the locks that are left."""
    paid: dict[int, set[int]] = {}
    payer: dict[int, int] = {}

    def match(first: int) -> bool:
        """Pay for one lock more, along a shortest alternating path."""
        came: dict[int, int] = {}
        waiting = [first]
        for lock in waiting:
            for node in ends[lock]:
                if node in came:
                    continue
                came[node] = lock
                if len(paid.setdefault(node, set())) < keys[node]:
                    free: int | None = node
                    while free is not None:
                        moved = came[free]
                        before = payer.get(moved)
                        if before is not None:
                            paid[before].remove(moved)
                        paid[free].add(moved)
                        payer[moved] = free
                        free = before
                    return True
                waiting.extend(paid[node])
        return False

    return paid, [lock for lock in ends if not match(lock)]
