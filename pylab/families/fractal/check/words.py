"""Labyrinths in which a run has to spell a word, by pairs of a location and what was read so far.

So are answers judged that are no runs. A run is replayed on the labyrinth itself (see `runs`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pylab.families.fractal.model import Goal, Labyrinth, Spelling, reading


def paired(labyrinth: Labyrinth) -> Labyrinth:
    """The labyrinth of the pairs, all of its corridors one way; itself if nothing is spelled."""
    spelling = labyrinth.spelling
    if spelling is None:
        return labyrinth
    alone = [(reading(u, s),) for u in labyrinth.locations() for s in spelling.states]
    return Labyrinth(
        tuple(alone),
        tuple(sorted(set(_moves(labyrinth, spelling)))),
        reading(labyrinth.start, spelling.first),
        _goal(labyrinth, spelling),
    )


def _moves(labyrinth: Labyrinth, spelling: Spelling) -> Iterator[tuple[str, str]]:
    """Each walk along a corridor, in each state in which its label can be read."""
    for state in spelling.states:
        for members, label in labyrinth.corridors():
            for end in spelling.after([state], label):
                for origin in members:
                    for target in members:
                        if origin != target:
                            yield reading(origin, state), reading(target, end)
        for origin, target, label in labyrinth.arrows():
            for end in spelling.after([state], label):
                yield reading(origin, state), reading(target, end)


def _goal(labyrinth: Labyrinth, spelling: Spelling) -> Goal:
    """The goal, to be come to when the automaton of the words accepts."""
    goal = labyrinth.goal
    if goal.regular:
        begun = {(reading(p, s), top, q) for p, top, q in goal.reads for s in spelling.last}
        return replace(goal, reads=tuple(sorted(begun | set(goal.reads))))
    wanted = {reading(name, s) for name in labyrinth.targets() for s in spelling.last}
    return Goal("reach" if goal.kind == "reach" else "at", tuple(sorted(wanted)))
