"""The native engine: closure decides, Dijkstra finds, saturation serves pushdown systems.

Where a closure that takes one-way corridors for ordinary ones says no, that is the answer. Else
summaries are searched on demand; on labyrinths with one-way corridors that may end in a no too.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from pylab.base.finding import Finding, SearchWatch, Status
from pylab.base.listing import Task
from pylab.families.fractal.atlas import atlas
from pylab.families.fractal.closure import close
from pylab.families.fractal.effort import excess
from pylab.families.fractal.forest import program as explained
from pylab.families.fractal.model import (
    Automaton,
    Closed,
    Exits,
    Goal,
    Instance,
    Labyrinth,
    Partition,
    Program,
    Pushdown,
    Table,
    Witness,
    ordered,
)
from pylab.families.fractal.paths import MEASURES, Corridors, Depth, Moves, Search
from pylab.families.fractal.pds import spelled, system_of
from pylab.families.fractal.prestar import derive, saturate
from pylab.families.fractal.program import listed, measure
from pylab.families.fractal.spelling import unspelled, without_states
from pylab.families.fractal.winning import table


def search(instance: Instance, task: Task, watch: SearchWatch, models: int) -> Finding:
    """Answer a task, with one best witness for each measure, whether or not there are others."""
    del models  # there is one automaton; of runs, one is found
    if isinstance(instance, Labyrinth) and task.name != "exits":
        instance = unspelled(instance)
    if task.name == "winning":
        witness: Witness = automaton(instance, watch)
        cost = None
    elif isinstance(instance, Pushdown):
        witness, cost = _pushdown(instance, watch), None
    elif task.name == "exits":
        witness, cost = exits(instance, watch), None
    elif instance.goal.regular:
        witness, cost = _regular(instance, watch), None
    else:
        witness, cost = _best(instance, task, watch)
    none = getattr(witness, "refutes", False)
    watch.found(without_states(witness))
    if cost is not None and cost.bit_length() > _PRINTABLE:
        cost = None
    optimal = task.name in MEASURES and not none
    return Finding(
        status=Status.NONE if none else Status.FOUND,
        count=0 if none else 1,
        complete=none or task.name == "winning",
        optimal=optimal,
        cost=cost,
        at_least=cost if optimal else None,
    )


_SHORT = 2000
"""Of so many locations, also a run that is not asked to be short is one of the shortest."""


def prefers_native(instance: Instance, task: Task) -> str:
    """Why clingo would be slow here; empty if it would not. See `effort`."""
    found = excess(instance, task.name)
    return f"clingo is slow with {found}" if found else ""


_PRINTABLE = 10_000
"""The most bits of a cost that others may be expected to print; the checker says all of it."""


def unsupported(instance: Instance, task: Task) -> str:
    """Why a task is none for a puzzle: pushdown systems have only some; empty if it is one."""
    if task.name in ("escape", "winning"):
        return ""
    if isinstance(instance, Pushdown):
        return (
            f"expected a labyrinth for the task {task.name}, found a pushdown system, "
            "which has the tasks escape and winning"
        )
    if instance.goal.regular and task.name != "exits":
        return (
            f"expected a goal escape, at or reach for the task {task.name}, found accept, "
            "which has the tasks escape, exits and winning"
        )
    return ""


def decide(labyrinth: Labyrinth) -> bool:
    """Whether one can win, and nothing else."""
    labyrinth = unspelled(labyrinth)
    if labyrinth.goal.regular:
        system = system_of(labyrinth)
        return not isinstance(derive(system, saturate(system)), Closed)
    chart = atlas(labyrinth)
    classes = close(chart, hasty=True)
    if not classes.winnable() or not labyrinth.oneways:
        return classes.winnable()
    return bool(Search(chart, Corridors()).reach(chart.targets))


def automaton(instance: Instance, watch: SearchWatch) -> Automaton:
    """The saturated automaton."""
    if isinstance(instance, Labyrinth):
        if not instance.goal.regular:
            return table(instance, _nodes(watch))
        instance = system_of(instance)
    return Automaton(tuple(sorted(saturate(instance, _nodes(watch)))))


def exits(labyrinth: Labyrinth, watch: SearchWatch) -> Exits:
    """The outer locations that can be reached with an empty stack, by fewest corridors each."""
    chart = atlas(unspelled(replace(labyrinth, goal=Goal())))
    classes = close(chart, progress=watch.progress)
    possible = classes.possible()
    walks = Search(chart, Corridors(), _nodes(watch))
    found = walks.reach(possible, every=True)
    ends = ordered(chart.names[location] for _, location in found)
    closed: Partition | Table | None = None
    if len(ends) < len(chart.targets):
        closed = walks.table() if len(ends) < len(possible) else classes.partition()
    return Exits(ends, walks.reasons(found), closed)


def _pushdown(system: Pushdown, watch: SearchWatch) -> Witness:
    witness = derive(system, saturate(system, _nodes(watch)))
    return witness if isinstance(witness, Closed) else listed(system, witness)


def _regular(labyrinth: Labyrinth, watch: SearchWatch) -> Witness:
    """For a goal that an automaton accepts: a run with the fewest moves, or why there is none."""
    system = system_of(labyrinth)
    witness = derive(system, saturate(system, _nodes(watch)))
    return witness if isinstance(witness, Closed) else listed(labyrinth, spelled(system, witness))


def _best(labyrinth: Labyrinth, task: Task, watch: SearchWatch) -> tuple[Witness, int | None]:
    """A best run by the task's measure, or the proof that there is none."""
    chart = atlas(labyrinth)
    any_run = task.name == "escape" and not labyrinth.oneways and len(chart.names) > _SHORT
    classes = close(chart, hasty=True, progress=watch.progress)
    if not classes.winnable():
        return classes.partition(), None
    if any_run:
        return listed(labyrinth, explained(classes)), None
    kind = MEASURES.get(task.name, Corridors)
    if labyrinth.oneways and not Search(chart, Corridors(), _nodes(watch)).reach(chart.targets):
        everything = Search(chart, Corridors(), _nodes(watch))
        everything.reach(chart.targets, every=True)
        return everything.table(), None
    walks = Search(chart, kind(), _nodes(watch))
    found = walks.reach(chart.targets)
    reasons = walks.reasons(found)
    program = Program(chart.names[found[0][1]], reasons)
    measures = measure(reasons, program.end)
    cost = {Corridors: measures.corridors, Moves: measures.moves, Depth: measures.depth}[kind]
    return listed(labyrinth, program), cost if task.name in MEASURES else None


def _nodes(watch: SearchWatch) -> Callable[[int], None]:
    """Lets the watch know how many places are settled."""
    return lambda count: watch.progress(nodes=count)
