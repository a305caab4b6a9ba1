"""A run from the closure: why two places of one class are; it is any run, and seldom a shortest.

The unions that the closure made are a forest on the locations. Two places of one class are joined
by one path in it, and that path never changes once it is there. Each edge of it is a corridor, or
leads through a box whose two insides had been of one class before: so what explains it is older,
and the explanations are a straight-line program (Nieuwenhuis, Oliveras, Proof-Producing Congruence
Closure, 2005).
"""

from __future__ import annotations

from collections.abc import Iterator

from pylab.families.fractal.atlas import Atlas
from pylab.families.fractal.closure import Classes
from pylab.families.fractal.model import START, Program, Reason
from pylab.family.walks import reach


class Forest:
    """The unions of a closure, each tree with a root and the depths below it."""

    def __init__(self, classes: Classes) -> None:
        self.atlas: Atlas = classes.atlas
        count = len(self.atlas.names)
        # of each place, those joined to it, doubled, and one more if it is through a box
        self.near: list[list[int]] = [[] for _ in range(count)]
        for number, (one, other) in enumerate(zip(classes.left, classes.right, strict=True)):
            through = number >= classes.corridors
            self.near[one].append(2 * other + through)
            self.near[other].append(2 * one + through)
        self.parent: list[int] = [-1] * count
        self.through = bytearray(count)
        self.depth: list[int] = [-1] * count

    def path(self, begin: int, end: int) -> list[tuple[int, int, bool]]:
        """From one place to another of its class: each edge, and whether it is through a box."""
        if self.depth[begin] < 0:
            self._hang(begin)
        depth, parent = self.depth, self.parent
        up: list[tuple[int, int, bool]] = []
        down: list[tuple[int, int, bool]] = []
        while begin != end:
            if depth[begin] >= depth[end]:
                up.append((begin, parent[begin], bool(self.through[begin])))
                begin = parent[begin]
            else:
                down.append((parent[end], end, bool(self.through[end])))
                end = parent[end]
        return up + down[::-1]

    def _hang(self, root: int) -> None:
        """The tree of a place, below it."""
        depth, parent, through = self.depth, self.parent, self.through
        depth[root] = 0
        pending = [root]
        while pending:
            here = pending.pop()
            below = depth[here] + 1
            for edge in self.near[here]:
                there = edge >> 1
                if depth[there] < 0:
                    depth[there], parent[there], through[there] = below, here, edge & 1
                    pending.append(there)


def program(classes: Classes) -> Program:
    """A run to a place that wins, in a class that can be got into."""
    chart, forest = classes.atlas, Forest(classes)
    names = chart.names
    reasons: dict[tuple[str, int], Reason] = {}
    pending: list[tuple[int, int]] = []

    def explain(frame: str, begin: int, end: int) -> None:
        for origin, location, through in forest.path(begin, end):
            if (frame, location) in reasons:
                continue
            box = chart.boxes[chart.box[location]] if through else ""
            reasons[frame, location] = Reason(
                frame, names[location], "through" if through else "walk", names[origin], box
            )
            if through:
                pending.append((chart.inside[origin], chart.inside[location]))

    here = chart.start
    *entered, end = _entered(classes)
    for port in entered:
        explain(START, here, port)
        inside, box = chart.inside[port], chart.boxes[chart.box[port]]
        reasons[START, inside] = Reason(START, names[inside], "into", names[port], box)
        here = inside
    explain(START, here, end)
    while pending:
        entry, location = pending.pop()
        explain(names[entry], entry, location)
    return Program(names[end], tuple(sorted(reasons.values())))


def _entered(classes: Classes) -> list[int]:
    """The ports where boxes are entered for good, as few as will do, and a place that wins."""
    chart = classes.atlas
    targets = {classes.find(target): target for target in reversed(chart.targets)}
    first = classes.find(chart.start)
    if first in targets:
        return [targets[first]]
    behind: dict[int, list[int]] = {}
    for port, inside in enumerate(chart.inside):
        if inside >= 0:
            behind.setdefault(classes.find(port), []).append(port)
    before: dict[int, int] = {}

    def onward(root: int) -> Iterator[int]:
        for port in behind.get(root, ()):
            other = classes.find(chart.inside[port])
            if other != first:
                before.setdefault(other, port)
            yield other

    found = reach([first], onward)
    here = next(root for root in found if root in targets)
    ports = [targets[here]]
    while here != first:
        ports.append(before[here])
        here = classes.find(before[here])
    return ports[::-1]
