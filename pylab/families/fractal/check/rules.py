"""What a walker may do in a labyrinth, what wins, and the words for it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import assert_never

from pylab.base.verdict import Problem
from pylab.families.fractal.model import (
    BOTTOM,
    START,
    VICTORY,
    Configuration,
    Goal,
    Labyrinth,
    Measures,
    Pushdown,
    Rule,
    Spelling,
    Transition,
    behind,
    box_of,
    within,
)

_LISTED = 20
"""The most problems that are listed."""


class Rules:
    """What a walker may do in a labyrinth."""

    def __init__(self, labyrinth: Labyrinth) -> None:
        self.labyrinth = labyrinth
        self.known = labyrinth.numbers.keys()
        self.boxes = set(labyrinth.boxes())
        self.targets = set(labyrinth.targets())
        self.dive = labyrinth.goal.anywhere
        self.oneways = set(labyrinth.oneways)
        self.labels = [label for _, label in labyrinth.corridors()]
        self.onward: dict[str, list[str]] = {}
        for origin, target in labyrinth.oneways:
            self.onward.setdefault(origin, []).append(target)

    @cached_property
    def corridors(self) -> dict[str, list[int]]:
        """Of each location on a corridor, the numbers of its cliques."""
        found: dict[str, list[int]] = {}
        for number, clique in enumerate(self.labyrinth.cliques):
            for location in clique:
                if location in found:
                    found[location].append(number)
                else:
                    found[location] = [number]
        return found

    def is_location(self, name: str) -> bool:
        """Whether there is such a place: one with corridors, or any port of an outer location."""
        box, inside = box_of(name), behind(name)
        while name not in self.known and box in self.boxes and inside is not None:
            name, box, inside = inside, box_of(inside), behind(inside)
        return name in self.known

    def joined(self, origin: str, target: str) -> bool:
        """Whether one corridor leads from one location to another."""
        if origin == target:
            return False
        there = self.corridors.get(target, [])
        return (origin, target) in self.oneways or any(
            number in there for number in self.corridors.get(origin, [])
        )

    def spelled(self, origin: str, target: str) -> set[str]:
        """The labels of the corridors that lead from one location to another; "" for none."""
        there = self.corridors.get(target, [])
        found = {self.labels[n] for n in self.corridors.get(origin, []) if n in there}
        if (origin, target) in self.oneways:
            ways = self.labyrinth.arrows()
            found |= {label for one, other, label in ways if (one, other) == (origin, target)}
        return found

    def begins(self, frame: str) -> str:
        """Where the way within a frame begins."""
        return self.labyrinth.start if frame == START else frame

    def won(self, last: Configuration) -> bool:
        """Whether a run that ends there has won."""
        goal = self.labyrinth.goal
        if goal.regular:
            return goal.accepts(last.location, (BOTTOM, *last.stack))
        return last.location in self.targets and (self.dive or not last.stack)

    def system(self) -> Pushdown:
        """The labyrinth as a pushdown system: each move, with each box on top, or none."""
        tops = [BOTTOM, *sorted(self.boxes)]
        moves: set[Rule] = set()
        for place in self.known:
            near = {other for n in self.corridors.get(place, ()) for other in self._clique(n)}
            for other in near.union(self.onward.get(place, ())) - {place}:
                moves |= {Rule(place, top, other, (top,)) for top in tops}
        for box, inside, port in self.labyrinth.ports:
            moves |= {Rule(port, top, inside, (box, top)) for top in tops}
            moves.add(Rule(inside, box, port, ()))
        labyrinth = self.labyrinth
        return Pushdown(tuple(sorted(moves)), labyrinth.start, (BOTTOM,), labyrinth.goal)

    def _clique(self, number: int) -> tuple[str, ...]:
        return self.labyrinth.cliques[number]


def accepts(goal: Goal, state: str) -> bool:
    """Whether a pushdown system's stack that can be read up to a state has won."""
    match goal.kind:
        case "escape":
            return True
        case "at":
            return state in goal.names
        case "reach":
            return state in goal.names or state == VICTORY
        case "accept":
            return state in goal.names or state in map(within, goal.names)
        case _:
            assert_never(goal.kind)


def treasures(system: Pushdown) -> list[Transition]:
    """If a goal may be reached with any stack, or some: what is left of it is read from there."""
    if system.goal.regular:
        reads = system.goal.reads
        reached = {end for _, _, end in reads}
        begun = [(state, top, within(end)) for state, top, end in reads]
        return begun + [(within(p), top, end) for p, top, end in begun if p in reached]
    if not system.goal.anywhere:
        return []
    tops = sorted({*system.stack, *(top for r in system.rules for top in (r.symbol, *r.written))})
    return [(state, top, VICTORY) for state in (*system.goal.names, VICTORY) for top in tops]


def first(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """The first problems, each listed once."""
    found: dict[Problem, None] = {}
    for problem in problems:
        found[problem] = None
        if len(found) == _LISTED:
            break
    return tuple(found)


def wanted(goal: Goal) -> str:
    """Where a run must end."""
    names = ", ".join(goal.names)
    match goal.kind:
        case "escape":
            return "to win it must end on the outer face, in no box"
        case "at":
            return f"to win it must end at {names}, in no box"
        case "reach":
            return f"to win it must end at {names}"
        case "accept":
            return "to win it must end where the goal's automaton accepts"
        case _:
            assert_never(goal.kind)


def unspelled(spelling: Spelling) -> str:
    """What is wrong with a run that spells no word."""
    word = spelling.word
    wanted = f"the word {' '.join(word) or 'without letters'}" if word is not None else "a word"
    return f"the labels of its corridors must spell {wanted}, and do not"


def summary(measures: Measures, last: Configuration | str) -> str:
    """What a run that wins costs, and where it ends."""
    if not measures.moves:
        return f"won at the start, at {place_of(last)}: {measures}"
    return f"{measures}; ends at {place_of(last)}"


def place_of(last: Configuration | str) -> str:
    """A configuration in words: with an empty stack, its location alone."""
    return str(last).removeprefix(": ")


def place(frame: str, location: str) -> str:
    """A location of a frame, in words."""
    return location if frame == START else f"{location} within the copy entered at {frame}"


def arrow(transition: Transition) -> str:
    """A transition, as it is written."""
    state, symbol, target = transition
    return f"{state} <{symbol}> -> {target}"
