"""A labyrinth by numbers, for the native engines; knows what lies where, not how to search it."""

from __future__ import annotations

from dataclasses import dataclass

from pylab.families.fractal.model import INSIDE, Labyrinth


@dataclass(frozen=True, slots=True)
class Atlas:
    """Locations and boxes numbered from 0, in order of appearance.

    Attributes:
        labyrinth: what it is of.
        names: of the locations.
        boxes: the boxes' names.
        cliques: the locations on each corridor.
        corridors: of each location, the numbers of the corridors it lies on.
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
    corridors: list[list[int]]
    oneways: dict[int, list[int]]
    box: list[int]
    inside: list[int]
    ports: list[dict[int, int] | None]
    start: int
    targets: list[int]

    @property
    def dive(self) -> bool:
        """Whether boxes may be entered for good, because the goal may be reached in any."""
        return self.labyrinth.goal.anywhere


def atlas(labyrinth: Labyrinth) -> Atlas:
    """Number a labyrinth; in time linear in its size."""
    names = labyrinth.locations()
    number = {name: i for i, name in enumerate(names)}
    boxes: dict[str, int] = {}
    box, inside = [-1] * len(names), [-1] * len(names)
    ports: list[dict[int, int] | None] = [None] * len(names)
    for i, name in enumerate(names):
        word, dot, rest = name.partition(".")
        if dot and word not in INSIDE:
            b, y = boxes.setdefault(word, len(boxes)), number[rest]
            box[i], inside[i] = b, y
            known = ports[y]
            if known is None:
                ports[y] = {b: i}
            else:
                known[b] = i
    cliques = [[number[name] for name in clique] for clique in labyrinth.cliques]
    corridors: list[list[int]] = [[] for _ in names]
    for c, clique in enumerate(cliques):
        for location in clique:
            corridors[location].append(c)
    oneways: dict[int, list[int]] = {}
    for origin, target in labyrinth.oneways:
        oneways.setdefault(number[origin], []).append(number[target])
    return Atlas(
        labyrinth,
        names,
        list(boxes),
        cliques,
        corridors,
        oneways,
        box,
        inside,
        ports,
        number[labyrinth.start],
        [number[name] for name in labyrinth.targets()],
    )
