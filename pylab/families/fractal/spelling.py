"""A labyrinth in which a word has to be spelled, as a plain one, for the engines; searches nothing.

Its locations are pairs: a location, and the state that the automaton of the words is in. All that
holds of labyrinths holds of it; what is found there is an answer about the first one.
"""

from __future__ import annotations

from dataclasses import replace

from pylab.families.fractal.model import (
    Configuration,
    Goal,
    Labyrinth,
    Run,
    Spelling,
    Witness,
    clique,
    ordered,
    place_of,
    reading,
)


def unspelled(labyrinth: Labyrinth) -> Labyrinth:
    """The labyrinth of the pairs; itself if no word has to be spelled."""
    spelling = labyrinth.spelling
    if spelling is None:
        return labyrinth
    cliques: list[tuple[str, ...]] = [
        (reading(u, state),) for u in labyrinth.locations() for state in spelling.states
    ]
    oneways: set[tuple[str, str]] = set()
    for members, label in labyrinth.corridors():
        if not label:
            cliques += (clique(reading(u, state) for u in members) for state in spelling.states)
            continue
        for state, read, end in spelling.steps:
            if read == label and state == end:
                cliques.append(clique(reading(u, state) for u in members))
            elif read == label:
                ways = ((u, v) for u in members for v in members if u != v)
                oneways |= {(reading(u, state), reading(v, end)) for u, v in ways}
    for origin, target, label in labyrinth.arrows():
        still = ((state, "", state) for state in spelling.states)
        for state, read, end in spelling.steps if label else still:
            if read == label:
                oneways.add((reading(origin, state), reading(target, end)))
    return Labyrinth(
        tuple(cliques),
        tuple(sorted(oneways)),
        reading(labyrinth.start, spelling.first),
        _goal(labyrinth),
    )


def _goal(labyrinth: Labyrinth) -> Goal:
    """To get to a place that wins, in a state that accepts."""
    goal, last = labyrinth.goal, labyrinth.spelling.last if labyrinth.spelling else ()
    if goal.regular:
        first = [(reading(p, state), top, q) for p, top, q in goal.reads for state in last]
        return replace(goal, reads=tuple(sorted({*goal.reads, *first})))
    names = ordered(reading(name, state) for name in labyrinth.targets() for state in last)
    return Goal("reach" if goal.anywhere else "at", names)


def certain(spelling: Spelling) -> Spelling:
    """An automaton of the same words that never has a choice, unless it would have too many states.

    By subsets (Rabin and Scott, Finite automata and their decision problems, 1959).
    """
    first = frozenset([spelling.first])
    labels = sorted({label for _, label, _ in spelling.steps})
    steps: dict[tuple[frozenset[str], str], frozenset[str]] = {}
    pending, known = [first], {first}
    while pending:
        here = pending.pop()
        for label in labels:
            there = frozenset(spelling.after(here, label))
            if there:
                steps[here, label] = there
            if there and there not in known:
                known.add(there)
                pending.append(there)
        if len(known) > _SUBSETS:
            return spelling

    def name(states: frozenset[str]) -> str:
        return "+".join(ordered(states))

    last = ordered(name(states) for states in known if states & set(spelling.last))
    found = ((name(here), label, name(there)) for (here, label), there in steps.items())
    return Spelling(name(first), last, tuple(sorted(found)))


_SUBSETS = 64
"""The most states of an automaton without choices."""


def without_states(witness: Witness) -> Witness:
    """A run through the first labyrinth, of one through the pairs; other answers as they are."""
    if not isinstance(witness, Run):
        return witness
    walked = (Configuration(each.stack, place_of(each.location)) for each in witness.configurations)
    return Run(tuple(walked))
