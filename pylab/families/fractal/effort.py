"""What clingo would have to do, before it is asked; knows the shape of the encodings, not clingo.

The encodings go step by step. Each step looks at all places of all copies that come up, and at all
earlier steps. The places are counted by the classes of the closure. No such count bounds the steps,
which grow with the length of the run: of two labyrinths of the same size and depth, one has a run
of 25 corridors, the other one of 253 (the hedge maze, and `nest(6)`). So runs are sought by the
native search, with a budget of some tenths of a second; where that is too little, clingo would take
for ever.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pylab.base.words import counted
from pylab.families.fractal.atlas import Atlas, atlas
from pylab.families.fractal.closure import Classes, close
from pylab.families.fractal.fold import fold
from pylab.families.fractal.model import (
    START,
    Goal,
    Instance,
    Labyrinth,
    Pushdown,
)
from pylab.families.fractal.paths import MEASURES, Corridors, Search
from pylab.families.fractal.pds import system_of
from pylab.families.fractal.program import Way, parts_of
from pylab.families.fractal.spelling import unspelled
from pylab.family.walks import reach

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
        return f"more than {RULES} rules" if rules > RULES else ""
    if instance.goal.regular and task != "exits":
        # there, a labyrinth is what its rules are, one for each box on top
        rules = len(system_of(instance).rules)
        return f"more than {RULES} rules" if rules > RULES else ""
    states = len(instance.spelling.states) if instance.spelling else 1
    size, most = len(instance.locations()) * states, LOCATIONS[task]
    if size > most:
        return f"more than {most} locations"
    if task not in WORK:
        return ""
    steps, places = estimate(instance, task)
    if steps is None:
        return f"more than {_NODES} places to look at"
    if work(steps, places) > WORK[task]:
        return f"{counted(steps, 'step')} of {counted(places, 'place')}"
    return ""


def work(steps: int, places: int) -> int:
    """What clingo does in so many steps: in each, all places and all the earlier steps."""
    return steps * (places + _EARLIER * steps)


def estimate(labyrinth: Labyrinth, task: str) -> tuple[int | None, int]:
    """Steps that clingo takes for a task, and places that each looks at; None for too many steps.

    For `escape` the steps of the native engine's proof, which may not be the lowest one.
    """
    every = task == "exits"
    chart = atlas(unspelled(replace(labyrinth, goal=Goal()) if every else labyrinth))
    classes = close(chart)
    possible = classes.possible()
    if not possible:
        return 0, 0
    try:
        walks = Search(chart, MEASURES.get(task, Corridors)(), _limit)
        found = walks.reach(possible, every)
    except _Enough:
        return None, _places(chart, classes)
    if task == "escape":
        ends = [(START, chart.names[end]) for _, end in found]
        heights = fold(ends, parts_of(walks.reasons(found)), _height, 0)
        steps = max(heights.values(), default=0)
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
    members = classes.members()

    def entered(place: int) -> Iterator[int]:
        insides = (chart.inside[location] for location in members[classes.find(place)])
        return (inside for inside in insides if inside >= 0)

    frames = reach(entered(chart.start), entered)
    outermost = sum(len(members[root]) for root in classes.reached())
    return outermost + sum(len(members[classes.find(frame)]) for frame in frames)


def _height(_: Way, parts: Sequence[int]) -> int:
    """How high the proof of a way is, if each part of it takes a step as soon as it can."""
    return 1 + max(parts) if parts else 0
