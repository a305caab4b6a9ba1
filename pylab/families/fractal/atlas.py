"""A labyrinth by numbers, for the native engines; knows what lies where, not how to search it."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, chain, compress

from pylab.families.fractal.model import Labyrinth


@dataclass(frozen=True)
class Atlas:
    """Locations and boxes numbered from 0, in order of appearance.

    Attributes:
        labyrinth: what it is of.
        names: of the locations.
        boxes: the boxes' names.
        on: the locations on each corridor, one corridor after the other.
        sizes: how many there are on each.
        oneways: of each location, where one-way corridors lead from it.
        box: of each location, the box on whose face it is, or -1.
        inside: of each location, what the copy in that box calls it, or -1.
        ports: of each location, by box, the same place of the copy in that box; None for none.
        start: the location of the start.
        targets: the locations that win.
    """

    labyrinth: Labyrinth
    names: list[str]
    boxes: list[str]
    on: array[int]
    sizes: array[int]
    oneways: dict[int, list[int]]
    box: list[int]
    inside: list[int]
    ports: list[dict[int, int] | None]
    start: int
    targets: list[int]

    @cached_property
    def cliques(self) -> list[list[int]]:
        """The locations on each corridor."""
        ends = accumulate(self.sizes)
        on = self.on.tolist()
        return [on[end - size : end] for end, size in zip(ends, self.sizes, strict=True)]

    def pairs(self) -> tuple[array[int], array[int]]:
        """The first location on each corridor, beside each other one on it."""
        if max(self.sizes, default=0) <= 2:  # as in most labyrinths
            paired = chain.from_iterable((size == 2,) * size for size in self.sizes)
            on = array("i", compress(self.on, paired))
            return on[::2], on[1::2]
        firsts = (clique[0] for clique in self.cliques for _ in clique[1:])
        others = (other for clique in self.cliques for other in clique[1:])
        return array("i", firsts), array("i", others)

    @cached_property
    def corridors(self) -> list[list[int]]:
        """Of each location, the numbers of the corridors it lies on."""
        found: list[list[int]] = [[] for _ in self.names]
        for number, clique in enumerate(self.cliques):
            for location in clique:
                found[location].append(number)
        return found

    @property
    def dive(self) -> bool:
        """Whether boxes may be entered for good, because the goal may be reached in any."""
        return self.labyrinth.goal.anywhere


def atlas(labyrinth: Labyrinth) -> Atlas:
    """Number a labyrinth; in time linear in its size."""
    number = labyrinth.numbers
    names = list(number)
    boxes: dict[str, int] = {}
    box, inside = [-1] * len(names), [-1] * len(names)
    ports: list[dict[int, int] | None] = [None] * len(names)
    for (word, _, _), i, y in zip(labyrinth.ports, *labyrinth.passages, strict=True):
        b = boxes.setdefault(word, len(boxes))
        box[i], inside[i] = b, y
        known = ports[y]
        if known is None:
            ports[y] = {b: i}
        else:
            known[b] = i
    sizes = array("i", map(len, labyrinth.cliques))
    oneways: dict[int, list[int]] = {}
    for origin, target in labyrinth.oneways:
        oneways.setdefault(number[origin], []).append(number[target])
    return Atlas(
        labyrinth,
        names,
        list(boxes),
        labyrinth.ends,
        sizes,
        oneways,
        box,
        inside,
        ports,
        number[labyrinth.start],
        [number[target] for target in labyrinth.targets()],
    )
