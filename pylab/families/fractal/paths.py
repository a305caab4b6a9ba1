"""Best runs through labyrinths: Dijkstra's algorithm on summaries, frame by frame, on demand.

A frame is a copy entered at some location. What it takes to get from there to other locations
within the copy is found in the order of cost, and serves every box before which the walker comes
(Knuth, A generalization of Dijkstra's algorithm, 1977). A frame's clock starts at the cost of its
first entry, so that nothing is looked at that costs more than the run. What it takes at least from
a location to a goal, if the walker may leave boxes on any side, is known beforehand; the queue is
ordered by what a run costs so far and what it will cost at least (Hart, Nilsson, Raphael, A formal
basis for the heuristic determination of minimum cost paths, 1968). So who comes first is not always
who has come more cheaply: a corridor is walked again by who has, and a box is entered in the order
of what it costs from its inside, which is the same for all boxes.
"""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from pylab.families.fractal.atlas import Atlas
from pylab.families.fractal.model import START, Reason, ReasonKind, Table

_BREATH = 1024

Cost = tuple[int, int]
"""What is minimised, and what decides between equals."""

_Why = tuple[ReasonKind, int, int]
"""The kind of a reason, its origin, and its box or -1."""

_Enter = tuple[Literal["enter"], int, int]
"""In the queue, instead of a reason: a box is entered from the port that is the origin."""


class Measure:
    """How costs add up; none ever gets smaller by going on. Here: corridors, and a toll.

    `toll` is what entering or leaving a box costs.
    """

    toll: Cost = (0, 0)
    by_height = False
    """Whether the same location costs more in more boxes, of those entered for good."""

    def walk(self, cost: Cost) -> Cost:
        """Along a corridor."""
        return cost[0] + 1, cost[1] + 1

    def entry(self, cost: Cost) -> Cost:
        """The clock of a frame that is entered first at this cost."""
        return cost[0] + self.toll[0], cost[1] + self.toll[1]

    def through(self, cost: Cost, height: int, entry: Cost, leaving: Cost) -> Cost:  # noqa: ARG002
        """Through a box whose frame began at `entry` and is left at `leaving`, by its clock."""
        first, second = self.toll
        return (
            cost[0] + leaving[0] - entry[0] + 2 * first,
            cost[1] + leaving[1] - entry[1] + 2 * second,
        )

    def into(self, cost: Cost, height: int) -> Cost:  # noqa: ARG002
        """Into a box for good, `height` of them so far."""
        return self.entry(cost)


class Corridors(Measure):
    """Fewest corridors, then fewest moves."""

    toll = (0, 1)


class Moves(Measure):
    """Fewest moves, then fewest corridors."""

    toll = (1, 0)


class Depth(Measure):
    """Least depth; among equally deep ways, the first one found of few corridors."""

    by_height = True

    def walk(self, cost: Cost) -> Cost:
        return cost[0], cost[1] + 1

    def entry(self, cost: Cost) -> Cost:  # noqa: ARG002
        return 0, 0

    def through(self, cost: Cost, height: int, entry: Cost, leaving: Cost) -> Cost:  # noqa: ARG002
        return max(cost[0], height + 1 + leaving[0]), cost[1] + leaving[1] + 1

    def into(self, cost: Cost, height: int) -> Cost:
        return max(cost[0], height + 1), cost[1]


MEASURES: Mapping[str, type[Measure]] = {"shortest": Corridors, "moves": Moves, "shallowest": Depth}
"""By the tasks whose runs are the best ones by a measure."""


@dataclass(slots=True)
class _Frame:
    """A copy entered at `entry`; or, entered for good `height` times, one that the run ends in."""

    entry: int
    clock: Cost
    height: int
    outermost: bool
    costs: dict[int, Cost] = field(default_factory=dict)
    reasons: dict[int, _Why] = field(default_factory=dict)
    walked: dict[int, Cost] = field(default_factory=dict)
    callers: list[tuple[_Frame, int]] = field(default_factory=list)
    leaving: list[int] = field(default_factory=list)


_Entry = tuple[Cost, _Frame, int, _Why | _Enter | None]
"""In the queue: what a place costs, and why."""


class Search:
    """One search from a labyrinth's start, by one measure."""

    def __init__(
        self, atlas: Atlas, measure: Measure, progress: Callable[[int], None] = lambda _: None
    ) -> None:
        self.atlas, self.measure, self.progress = atlas, measure, progress
        first = _Frame(atlas.start, (0, 0), 0, outermost=True)
        self.runs = [first]
        self.frames: dict[int, _Frame] = {}
        self.settled = 0
        # few costs are different: those are queued, each with what may cost so much, in order
        self._queue: list[Cost] = []
        self._due: dict[Cost, deque[_Entry]] = {}
        self._ahead: Sequence[Cost | None] = ()

    def reach(self, targets: Iterable[int], every: bool = False) -> list[tuple[_Frame, int]]:
        """The first of the targets that is reached, or every one, in the order they are found.

        To be called once.
        """
        wanted, found = set(targets), []
        origins = range(len(self.atlas.names)) if every else wanted
        self._ahead = ahead(self.atlas, self.measure, origins)
        self._push((0, 0), self.runs[0], self.atlas.start, None)
        while self._queue and wanted:
            least = self._queue[0]
            due = self._due[least]
            cost, frame, location, why = due.popleft()
            if not due:
                del self._due[heapq.heappop(self._queue)]
            if why is not None and why[0] == "enter":
                self._enter(frame, why[1], cost)
                continue
            if location in frame.costs:
                continue
            frame.costs[location] = cost
            if why is not None:
                frame.reasons[location] = why
            self.settled += 1
            if self.settled % _BREATH == 0:
                self.progress(self.settled)
            self._expand(frame, location, cost)
            if frame.outermost and location in wanted:
                wanted.discard(location)
                found.append((frame, location))
                if not every:
                    break
        return found

    def reasons(self, ends: Iterable[tuple[_Frame, int]]) -> tuple[Reason, ...]:
        """How to reach these ends, with all that it takes, as a straight-line program."""
        needed: dict[tuple[str, int], Reason] = {}
        pending: list[tuple[_Frame, int]] = []
        for frame, end in ends:
            for location, why in self._main(frame, end):
                self._reason(START, location, why, needed, pending)
        while pending:
            frame, location = pending.pop()
            name = self.atlas.names[frame.entry]
            while location in frame.reasons and (name, location) not in needed:
                why = frame.reasons[location]
                self._reason(name, location, why, needed, pending)
                location = why[1]
        return tuple(sorted(needed.values()))

    def table(self) -> Table:
        """All that was reached.

        That is all that can be, if the search was for every target and ended by itself.
        """
        names = self.atlas.names
        pairs = {(START, names[p]) for frame in self.runs for p in frame.costs}
        pairs |= {(names[e], names[p]) for e, frame in self.frames.items() for p in frame.costs}
        return Table(tuple(sorted(pairs)))

    def _expand(self, frame: _Frame, location: int, cost: Cost) -> None:
        atlas = self.atlas
        walked = self.measure.walk(cost)
        why: _Why = ("walk", location, -1)
        for corridor in atlas.corridors[location]:
            before = frame.walked.get(corridor)
            if before is None or walked < before:
                frame.walked[corridor] = walked
                for other in atlas.cliques[corridor]:
                    if other not in frame.costs:
                        self._push(walked, frame, other, why)
        for other in atlas.oneways.get(location, ()):
            if other not in frame.costs:
                self._push(walked, frame, other, why)
        inside = atlas.inside[location]
        if inside >= 0:
            self._push(self.measure.entry(cost), frame, inside, ("enter", location, -1))
            if frame.outermost and atlas.dive:
                why = ("into", location, atlas.box[location])
                self._push(self.measure.into(cost, frame.height), self._deeper(frame), inside, why)
        if atlas.ports[location] is not None and not frame.outermost:
            frame.leaving.append(location)
            for caller, port in frame.callers:
                self._leave(caller, port, frame, location)

    def _enter(self, frame: _Frame, port: int, clock: Cost) -> None:
        inside = self.atlas.inside[port]
        inner = self.frames.get(inside)
        if inner is None:
            inner = self.frames[inside] = _Frame(inside, clock, 0, outermost=False)
            self._push(clock, inner, inside, None)
        inner.callers.append((frame, port))
        for location in inner.leaving:
            self._leave(frame, port, inner, location)

    def _leave(self, caller: _Frame, port: int, inner: _Frame, location: int) -> None:
        box = self.atlas.box[port]
        ports = self.atlas.ports[location]
        other = ports.get(box) if ports else None
        if other is None or other in caller.costs:
            return
        cost = self.measure.through(
            caller.costs[port], caller.height, inner.clock, inner.costs[location]
        )
        self._push(cost, caller, other, ("through", port, box))

    def _deeper(self, frame: _Frame) -> _Frame:
        if not self.measure.by_height:
            return frame
        if frame.height + 1 == len(self.runs):
            self.runs.append(_Frame(frame.entry, (0, 0), frame.height + 1, outermost=True))
        return self.runs[frame.height + 1]

    def _push(self, cost: Cost, frame: _Frame, location: int, why: _Why | _Enter | None) -> None:
        more = self._ahead[location]
        if more is not None:
            total = cost[0] + more[0], cost[1] + more[1]
            due = self._due.get(total)
            if due is None:
                due = self._due[total] = deque()
                heapq.heappush(self._queue, total)
            due.append((cost, frame, location, why))

    def _main(self, frame: _Frame, end: int) -> list[tuple[int, _Why]]:
        """The run's own steps, without circles: by height, a place may have come up twice."""
        back: list[tuple[int, _Why]] = []
        location, height = end, frame.height
        while (why := self.runs[height].reasons.get(location)) is not None:
            back.append((location, why))
            if why[0] == "into" and self.measure.by_height:
                height -= 1
            location = why[1]
        kept: list[tuple[int, _Why]] = []
        count = {location: 0}
        for place, why in reversed(back):
            if place in count:
                for dropped, _ in kept[count[place] :]:
                    del count[dropped]
                del kept[count[place] :]
                continue
            kept.append((place, why))
            count[place] = len(kept)
        return kept

    def _reason(
        self,
        frame: str,
        location: int,
        why: _Why,
        needed: dict[tuple[str, int], Reason],
        pending: list[tuple[_Frame, int]],
    ) -> None:
        kind, origin, box = why
        names = self.atlas.names
        word = self.atlas.boxes[box] if box >= 0 else ""
        needed.setdefault(
            (frame, location), Reason(frame, names[location], kind, names[origin], word)
        )
        if kind == "through":
            inner = self.frames[self.atlas.inside[origin]]
            pending.append((inner, self.atlas.inside[location]))


def ahead(atlas: Atlas, measure: Measure, targets: Iterable[int]) -> list[Cost | None]:
    """What it costs at least from each location to the nearest target; None if there is no way.

    Here a walker may leave through any box, whichever was entered; depth costs nothing.
    """
    best: list[Cost | None] = [None] * len(atlas.names)
    walk, toll = (0, 1) if measure.by_height else (1, 1), measure.toll
    back: dict[int, list[int]] = {}
    for origin, ends in atlas.oneways.items():
        for end in ends:
            back.setdefault(end, []).append(origin)
    walked = bytearray(len(atlas.cliques))
    corridors, cliques, inside, ports = atlas.corridors, atlas.cliques, atlas.inside, atlas.ports
    # few costs are different: those are queued, each with the locations that may cost so much
    due: dict[Cost, list[int]] = {(0, 0): list(targets)}
    queue: list[Cost] = [(0, 0)]
    while queue:
        cost = heapq.heappop(queue)
        those = due.pop(cost)
        beside: list[int] = []
        passed = [] if any(toll) else those  # without a toll they come in the same turn
        for location in those:
            if best[location] is not None:
                continue
            best[location] = cost
            if location in back:
                beside += back[location]
            for corridor in corridors[location]:
                if not walked[corridor]:
                    walked[corridor] = 1
                    beside += cliques[corridor]
            passed += (ports[location] or {}).values()
            if inside[location] >= 0:
                passed.append(inside[location])
        for step, found in ((walk, beside), (toll, passed)):
            if found and found is not those:
                further = cost[0] + step[0], cost[1] + step[1]
                if further not in due:
                    due[further] = []
                    heapq.heappush(queue, further)
                due[further] += found
    return best
