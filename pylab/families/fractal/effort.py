"""What clingo would have to do, before it is asked; knows the shape of the encodings, not clingo.

The encodings go step by step. Each step looks at all places of all copies that come up, and at all
earlier steps. The places are counted by the classes of the closure; the steps are what the native
engine finds, which takes it a moment; where it takes longer, clingo would take for ever.
"""

from __future__ import annotations

from pylab.families.fractal.atlas import Atlas, atlas
from pylab.families.fractal.closure import Classes, close
from pylab.families.fractal.model import (
    START,
    Goal,
    Instance,
    Labyrinth,
    Pushdown,
    Reason,
    behind,
    counted,
)
from pylab.families.fractal.paths import Corridors, Depth, Measure, Moves, Search

RULES = 1000
"""The most rules of a pushdown system that clingo saturates within about a second."""

LOCATIONS = {
    "escape": 300,
    "shortest": 300,
    "moves": 300,
    "shallowest": 100,
    "exits": 300,
    "winning": 150,
}
"""The most locations of a labyrinth that clingo is given: grounding more takes a while."""

WORK = {"escape": 30_000, "shortest": 50_000, "moves": 50_000, "shallowest": 8_000, "exits": 40_000}
"""The most work, by `work`, that clingo does within about a second."""

_EARLIER = 3
"""What an earlier step counts, in places."""

_NODES = 20_000
"""The most places that the native engine settles for an estimate: some tenths of a second."""


class _Enough(Exception):
    """The estimate has taken long enough."""


def excess(instance: Instance, task: str) -> str:
    """What is more than clingo would do within about a second; empty if nothing is."""
    if isinstance(instance, Pushdown):
        rules = len(instance.rules)
        return f"{rules} rules, more than {RULES}" if rules > RULES else ""
    size, most = len(instance.locations()), LOCATIONS[task]
    if size > most:
        return f"{size} locations, more than {most}"
    if task not in WORK:
        return ""
    steps, places = estimate(instance, task)
    if steps is None:
        return f"more than {_NODES} places to be settled before the number of steps is known"
    if work(steps, places) > WORK[task]:
        return f"{counted(steps, 'step')} of {counted(places, 'place')} are too many"
    return ""


def work(steps: int, places: int) -> int:
    """What clingo does in so many steps: in each, all places and all the earlier steps."""
    return steps * (places + _EARLIER * steps)


def estimate(labyrinth: Labyrinth, task: str) -> tuple[int | None, int]:
    """Steps that clingo takes for a task, and places that each looks at; None for too many steps.

    For `escape` the steps of the native engine's proof, which may not be the lowest one.
    """
    if task == "exits":
        labyrinth = Labyrinth(labyrinth.cliques, labyrinth.oneways, labyrinth.start, Goal())
    chart = atlas(labyrinth)
    classes = close(chart)
    every = task == "exits"
    if not every and not classes.winnable():
        return 0, 0
    possible = chart.targets
    if not chart.dive:
        first = classes.find(chart.start)
        possible = [target for target in possible if classes.find(target) == first]
    kinds: dict[str, type[Measure]] = {"moves": Moves, "shallowest": Depth}
    try:
        walks = Search(chart, kinds.get(task, Corridors)(), _limit)
        found = walks.reach(possible, every)
    except _Enough:
        return None, _places(chart, classes)
    if task == "escape":
        reasons = walks.reasons(found)
        steps = max((_height(reasons, chart.names[end]) for _, end in found), default=0)
    else:
        costs = (frame.costs[location][0] for frame, location in found)
        steps = max(costs, default=0) + (task == "shallowest")
    return steps, _places(chart, classes)


def _limit(nodes: int) -> None:
    if nodes > _NODES:
        raise _Enough


def _places(chart: Atlas, classes: Classes) -> int:
    """Pairs of an entry and a place that can be reached from it, of the entries that come up.

    With one-way corridors, at most.
    """
    members: dict[int, list[int]] = {}
    for location in range(len(chart.names)):
        members.setdefault(classes.find(location), []).append(location)
    frames, roots = set[int](), {classes.find(chart.start)}
    pending = list(roots)
    while pending:
        for location in members[pending.pop()]:
            inside = chart.inside[location]
            if inside >= 0 and inside not in frames:
                frames.add(inside)
                root = classes.find(inside)
                if root not in roots:
                    roots.add(root)
                    pending.append(root)
    outermost = sum(len(members[root]) for root in classes.reached())
    return outermost + sum(len(members[classes.find(frame)]) for frame in frames)


def _height(reasons: tuple[Reason, ...], end: str) -> int:
    """How high the proof of a run is, if each part of it takes a step as soon as it can."""
    why = {(reason.frame, reason.location): reason for reason in reasons}
    heights: dict[tuple[str, str], int] = {}
    pending = [(START, end)]
    while pending:
        key = pending[-1]
        reason = why.get(key)
        if key in heights or reason is None:
            heights.setdefault(key, 0)
            pending.pop()
            continue
        needs = [(reason.frame, reason.origin)]
        if reason.kind == "through":
            needs.append((str(behind(reason.origin)), str(behind(reason.location))))
        missing = [need for need in needs if need not in heights]
        if missing:
            pending += missing
        else:
            heights[key] = 1 + max(heights[need] for need in needs)
            pending.pop()
    return heights[START, end]
