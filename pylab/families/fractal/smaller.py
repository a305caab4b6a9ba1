"""Labyrinths a little smaller than one, for whoever looks for the smallest; solves nothing."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from pylab.families.fractal.model import (
    Instance,
    Labyrinth,
    Pushdown,
    box_of,
    is_outer,
)


def smaller(instance: Instance) -> Iterator[Instance]:
    """The labyrinth without a box, without a location on all faces, or without any other one.

    Start and goal stay. A pushdown system is left without one of its states, or a symbol.
    """
    if isinstance(instance, Pushdown):
        yield from _fewer_rules(instance)
        return
    for box in reversed(instance.boxes()):
        yield from _without(instance, {u for u in instance.locations() if box in _boxes(u)})
    for outer in reversed(instance.outer()):
        faces = {u for u in instance.locations() if u.rpartition(".")[2] == outer and _on_face(u)}
        yield from _without(instance, faces)
    for location in reversed(instance.locations()):
        yield from _without(instance, {location})
    yield from _fewer_reads(instance)
    if len(instance.goal.names) > 1:
        for name in instance.goal.names:
            names = tuple(each for each in instance.goal.names if each != name)
            yield replace(instance, goal=replace(instance.goal, names=names))


def _fewer_reads(instance: Labyrinth | Pushdown) -> Iterator[Labyrinth | Pushdown]:
    """With fewer transitions of the goal's automaton, none of which hangs in the air."""
    goal = instance.goal
    for gone in goal.reads:
        reads = tuple(each for each in goal.reads if each != gone)
        if gone[2] in {end for _, _, end in reads} | ({gone[2]} - {p for p, _, _ in reads}):
            yield replace(instance, goal=replace(goal, reads=reads))


def _boxes(location: str) -> Collection[str]:
    """The boxes that a location's name leads through."""
    found = []
    while (box := box_of(location)) is not None:
        found.append(box)
        location = location.partition(".")[2]
    return found


def _on_face(location: str) -> bool:
    """Whether it is outer, or an outer location of the copy in its box, or of one in that."""
    while box_of(location) is not None:
        location = location.partition(".")[2]
    return is_outer(location)


def _without(labyrinth: Labyrinth, gone: Collection[str]) -> Iterator[Labyrinth]:
    """Without these locations, unless start or goal are among them."""
    kept = {labyrinth.start, *labyrinth.goal.names, *(p for p, _, _ in labyrinth.goal.reads)}
    tops = {top for _, top, _ in labyrinth.goal.reads}
    if not gone or kept.intersection(gone) or any(tops.intersection(_boxes(u)) for u in gone):
        return
    cliques = (tuple(u for u in each if u not in gone) for each in labyrinth.cliques)
    left = replace(
        labyrinth,
        cliques=tuple(each for each in cliques if len(each) > 1),
        oneways=tuple(each for each in labyrinth.oneways if not set(each) & set(gone)),
    )
    if left != labyrinth:
        yield left


def _fewer_rules(system: Pushdown) -> Iterator[Pushdown]:
    """Without the rules that name a state, or a symbol, other than the first ones."""
    yield from _fewer_reads(system)
    kept = {system.state, *system.goal.names, *(p for p, _, _ in system.goal.reads)}
    for state in sorted({s for r in system.rules for s in (r.state, r.target)} - kept):
        rules = tuple(r for r in system.rules if state not in (r.state, r.target))
        yield replace(system, rules=rules)
    symbols = {s for r in system.rules for s in (r.symbol, *r.written)}
    for symbol in sorted(symbols - set(system.stack) - {top for _, top, _ in system.goal.reads}):
        rules = tuple(r for r in system.rules if symbol not in (r.symbol, *r.written))
        yield replace(system, rules=rules)
    if len(system.stack) > 1 and not system.goal.regular:
        yield replace(system, stack=system.stack[1:])
