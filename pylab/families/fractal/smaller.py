"""Labyrinths a little smaller than one, for whoever looks for the smallest; solves nothing."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from pylab.families.fractal.lab import with_arrows
from pylab.families.fractal.model import (
    Goal,
    Instance,
    Labyrinth,
    Pushdown,
    Transition,
    box_of,
    is_outer,
    trimmed,
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
    for reads in _fewer_reads(instance.goal):
        yield replace(instance, goal=replace(instance.goal, reads=reads))
    yield from _fewer_words(instance)
    if len(instance.goal.names) > 1:
        for name in instance.goal.names:
            names = tuple(each for each in instance.goal.names if each != name)
            yield replace(instance, goal=replace(instance.goal, names=names))


def _fewer_reads(goal: Goal) -> Iterator[tuple[Transition, ...]]:
    """An automaton's transitions without one that no other one hangs on."""
    for gone in goal.reads:
        reads = tuple(each for each in goal.reads if each != gone)
        begun, ended = {p for p, _, _ in reads}, {q for _, _, q in reads}
        if gone[2] in ended or gone[2] not in begun:
            yield reads


def _fewer_words(labyrinth: Labyrinth) -> Iterator[Labyrinth]:
    """Without the word to be spelled, a step of its automaton, or a label."""
    if labyrinth.spelling is not None:
        yield replace(labyrinth, spelling=None)
        for gone in labyrinth.spelling.steps:
            steps = tuple(each for each in labyrinth.spelling.steps if each != gone)
            yield replace(labyrinth, spelling=replace(labyrinth.spelling, steps=steps))
    for letter in labyrinth.letters():
        labels = trimmed("" if label == letter else label for label in labyrinth.labels)
        arrows = {(p, q, "" if label == letter else label) for p, q, label in labyrinth.arrows()}
        yield with_arrows(replace(labyrinth, labels=labels), arrows)


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
    cliques = [
        (rest, label)
        for members, label in labyrinth.corridors()
        if len(rest := tuple(u for u in members if u not in gone)) > 1
    ]
    left = with_arrows(
        replace(
            labyrinth,
            cliques=tuple(members for members, _ in cliques),
            labels=trimmed(label for _, label in cliques),
        ),
        (each for each in labyrinth.arrows() if not {*each[:2]} & set(gone)),
    )
    if left != labyrinth:
        yield left


def _fewer_rules(system: Pushdown) -> Iterator[Pushdown]:
    """Without the rules that name a state, or a symbol, other than the first ones."""
    for reads in _fewer_reads(system.goal):
        yield replace(system, goal=replace(system.goal, reads=reads))
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
