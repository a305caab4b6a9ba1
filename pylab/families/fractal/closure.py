"""Decides labyrinths whose corridors lead both ways: congruence closure by union-find.

Locations that can be reached from one another within a copy form classes; if y and z do, so do
X.y and X.z for every box X. Each class keeps one port a box, and the smaller such map goes into
the larger one, as Downey, Sethi and Tarjan do it (Variations on the common subexpression problem,
1980). One-way corridors are taken for ordinary ones: then a no holds, a yes may not.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from dataclasses import dataclass

from pylab.families.fractal.atlas import Atlas
from pylab.families.fractal.model import Partition, ordered
from pylab.family.walks import reach

_BREATH = 4096


@dataclass(frozen=True, slots=True)
class Classes:
    """Locations in classes.

    Attributes:
        atlas: the labyrinth.
        parent: of each location, one of the same class that is nearer to its representative.
        depth: the round after which start and goal were together, or None; not for `dive`.
        left, right: what was put together, in this order, two places each.
        corridors: how many of these a corridor joins; the others are ports of one box.
    """

    atlas: Atlas
    parent: array[int]
    depth: int | None
    left: array[int]
    right: array[int]
    corridors: int

    def find(self, location: int) -> int:
        """The representative of a location's class."""
        parent = self.parent
        while parent[location] != location:
            location = parent[location]
        return location

    def reached(self) -> set[int]:
        """The representatives of the classes that the walker can get into."""
        first = self.find(self.atlas.start)
        if not self.atlas.dive:
            return {first}
        behind: dict[int, list[int]] = {}
        for location, inside in enumerate(self.atlas.inside):
            if inside >= 0:
                behind.setdefault(self.find(location), []).append(self.find(inside))
        return set(reach([first], lambda root: behind.get(root, ())))

    def possible(self) -> list[int]:
        """The locations that win and are in a class that can be got into."""
        reached = self.reached()
        return [target for target in self.atlas.targets if self.find(target) in reached]

    def winnable(self) -> bool:
        """Whether a class that can be got into has a location that wins."""
        return bool(self.possible()) if self.atlas.dive else self.depth is not None

    def members(self) -> dict[int, list[int]]:
        """The locations of each class, by its representative."""
        members: dict[int, list[int]] = {}
        parent = self.parent.tolist()
        for location, root in enumerate(parent):
            while root != parent[root]:
                root = parent[root]
            parent[location] = root
            if root in members:
                members[root].append(location)
            else:
                members[root] = [location]
        return members

    def partition(self) -> Partition:
        """The classes of more than one location, by name."""
        name = self.atlas.names.__getitem__
        members = {
            root: ordered(map(name, each)) if len(each) > 1 else (name(each[0]),)
            for root, each in self.members().items()
        }
        classes = sorted(each for each in members.values() if len(each) > 1)
        return Partition(tuple(classes), ordered(members[root][0] for root in self.reached()))


def close(
    atlas: Atlas, hasty: bool = False, progress: Callable[[], None] = lambda: None
) -> Classes:
    """The classes of a labyrinth, in rounds: after the k-th, those of paths of depth below k.

    Args:
        atlas: the labyrinth.
        hasty: stop after the round in which start and goal come together.
        progress: called often; may raise.
    """
    # compact numbers side by side: what is looked at at random should be near
    parent = array("i", range(len(atlas.names)))
    # the atlas's own maps, until one has to be changed
    ports, owned = list(atlas.ports), bytearray(len(parent))
    wins = bytearray(len(parent))
    for target in atlas.targets:
        wins[target] = 1
    size = array("i", [1]) * len(parent)
    left, right = atlas.pairs()
    for origin, ends in atlas.oneways.items():
        left.extend([origin] * len(ends))
        right.extend(ends)
    rounds, depth = 0, 0 if wins[atlas.start] else None
    ones, others, corridors = array("i"), array("i"), 0
    while left and not (hasty and depth is not None):
        next_left, next_right = array("i"), array("i")
        breath = 0
        for one, two in zip(left, right, strict=True):
            p, q = one, two
            breath += 1
            if breath == _BREATH:
                breath = 0
                progress()
            while parent[p] != p:
                parent[p] = p = parent[parent[p]]
            while parent[q] != q:
                parent[q] = q = parent[parent[q]]
            if p == q:
                continue
            ones.append(one)
            others.append(two)
            if size[p] < size[q]:
                p, q = q, p
            parent[q] = p
            size[p] += size[q]
            if wins[q]:
                wins[p] = 1
            small, large = ports[q], ports[p]
            if not small:
                continue
            ports[q] = None
            if not large:
                ports[p], owned[p] = small, owned[q]
                continue
            own = owned[p]
            if len(small) > len(large):
                small, large, own = large, small, owned[q]
            for box, port in small.items():
                other = large.get(box)
                if other is not None:
                    next_left.append(other)
                    next_right.append(port)
                else:
                    if not own:
                        large, own = dict(large), 1
                    large[box] = port
            ports[p], owned[p] = large, own
        if depth is None:
            root = atlas.start
            while parent[root] != root:
                root = parent[root]
            if wins[root]:
                depth = rounds
        corridors = corridors if rounds else len(ones)
        rounds += 1
        left, right = next_left, next_right
    return Classes(atlas, parent, depth, ones, others, corridors)
