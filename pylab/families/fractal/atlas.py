"""A labyrinth by numbers, for the native engines; knows what lies where, not how to search it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from pylab.families.fractal.model import Labyrinth


@dataclass(frozen=True)
class Atlas:
    """Locations and boxes numbered from 0, in order of appearance.

    Attributes:
        labyrinth: what it is of.
        names: of the locations.
        boxes: the boxes' names.
        cliques: the locations on each corridor.
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
    cliques: list[list[int]]
    oneways: dict[int, list[int]]
    box: list[int]
    inside: list[int]
    ports: list[dict[int, int] | None]
    start: int
    targets: list[int]

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
    names, at = list(number), number.__getitem__
    boxes: dict[str, int] = {}
    box, inside = [-1] * len(names), [-1] * len(names)
    ports: list[dict[int, int] | None] = [None] * len(names)
    for word, rest, name in labyrinth.ports:
        b, y, i = boxes.setdefault(word, len(boxes)), at(rest), at(name)
        box[i], inside[i] = b, y
        known = ports[y]
        if known is None:
            ports[y] = {b: i}
        else:
            known[b] = i
    cliques = [list(map(at, clique)) for clique in labyrinth.cliques]
    oneways: dict[int, list[int]] = {}
    for origin, target in labyrinth.oneways:
        oneways.setdefault(number[origin], []).append(number[target])
    return Atlas(
        labyrinth,
        names,
        list(boxes),
        cliques,
        oneways,
        box,
        inside,
        ports,
        number[labyrinth.start],
        list(map(at, labyrinth.targets())),
    )
