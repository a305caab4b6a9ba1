"""Automata that accept what wins: whether they have the transitions that the rules make."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pylab.base.verdict import Problem, Verdict
from pylab.base.words import counted
from pylab.families.fractal.check.components import origins, reached_bits
from pylab.families.fractal.check.rules import Rules, accepts, arrow, first, treasures
from pylab.families.fractal.check.words import paired
from pylab.families.fractal.model import (
    BOTTOM,
    VICTORY,
    Automaton,
    Configuration,
    Labyrinth,
    Pushdown,
    behind,
    box_of,
    reading,
)

Arrows = Mapping[str, frozenset[tuple[str, str]]]
"""The transitions of an automaton by their states: symbols, and the states they lead to."""


def check_automaton(grown: Arrows, automaton: Automaton) -> Verdict:
    """Whether it has the transitions that follow from the rules, all of them and no other."""
    given: dict[str, set[tuple[str, str]]] = {}
    for state, symbol, target in automaton.transitions:
        given.setdefault(state, set()).add((symbol, target))
    unlike = []
    own = frozenset(given)
    for state, other in automaton.alike:
        if state in given:
            unlike.append(Problem("alike", f"{state} is like {other}, and listed itself"))
        elif other not in own:
            unlike.append(Problem("alike", f"{state} is like {other}, which has no transitions"))
        else:
            given[state] = given[other]
    if unlike:
        return Verdict(first(unlike))
    missing, unfounded = [], []
    nothing: frozenset[tuple[str, str]] = frozenset()
    same: set[tuple[int, int]] = set()
    for state in sorted(grown.keys() | given.keys()):
        follows, listed = grown.get(state, nothing), given.get(state, nothing)
        if (id(follows), id(listed)) in same:
            continue
        if follows == listed:
            same.add((id(follows), id(listed)))  # many states share both
        else:
            missing += [arrow((state, *each)) for each in sorted(follows - listed)]
            unfounded += [arrow((state, *each)) for each in sorted(listed - follows)]
    problems = [
        *(
            Problem("missing", f"the transition {each} is missing, it follows from the rules")
            for each in missing
        ),
        *(
            Problem("unfounded", f"the transition {each} follows from no rule")
            for each in unfounded
        ),
    ]
    count = sum(map(len, given.values()))
    summary = f"{counted(count, 'transition')}; accepts exactly what wins"
    return Verdict(first(problems), "" if problems else summary)


def wins(labyrinth: Labyrinth, where: Configuration) -> bool:
    """Whether one can win from a configuration, by the automaton that the rules make."""
    pairs, spelling = paired(labyrinth), labyrinth.spelling
    rules, goal = Rules(pairs), pairs.goal
    grown = grown_by_system(rules.system()) if goal.regular else grown_by_labyrinth(rules)
    stack, location = list(where.stack), where.location
    if spelling is not None:
        location = reading(location, spelling.first)
    while location not in rules.known:
        # a port without corridors: one can only go in
        stack.append(str(box_of(location)))
        location = str(behind(location))
    states = {location}
    for symbol in [*reversed(stack), BOTTOM]:
        # many states share what follows them
        shared = {id(ways): ways for ways in (grown.get(state) for state in states) if ways}
        states = {end for ways in shared.values() for word, end in ways if word == symbol}
    if goal.regular:
        return any(accepts(goal, state) for state in states)
    return VICTORY in states


def grown_by_labyrinth(rules: Rules) -> Arrows:
    """The automaton of a labyrinth.

    In rounds: what a place reaches within its copy, by the ways known so far, components at once;
    then the new ways that boxes open by that. As with any top of the stack, so with all.
    """
    ways: dict[str, set[str]] = {name: set() for name in rules.known}
    for index, clique in enumerate(rules.labyrinth.cliques):
        # a name that no location has
        hub = f"({index})"
        ways[hub] = set(clique)
        for location in clique:
            ways[location].add(hub)
    for origin, target in rules.labyrinth.oneways:
        ways[origin].add(target)
    ports: dict[str, dict[str, str]] = {}
    for box, inside, port in rules.labyrinth.ports:
        ports.setdefault(inside, {})[box] = port
    insides = sorted(ports)
    bit = {inside: 1 << index for index, inside in enumerate(insides)}
    reach: dict[str, int] = {}
    opened: set[tuple[str, int]] = set()
    grows = True
    while grows:
        grows = False
        reach = reached_bits(ways, bit)
        for inside in insides:
            for box, port in ports[inside].items():
                # boxes that are alike inside share a place that leads to all their ports
                key = (box, reach[inside])
                hub = f"({box} {reach[inside]:x})"
                if key not in opened:
                    opened.add(key)
                    faces = [face for face in _members(insides, key[1]) if box in ports[face]]
                    ways[hub] = {ports[face][box] for face in faces}
                if hub not in ways[port]:
                    ways[port].add(hub)
                    grows = True
    if rules.dive:
        for inside in insides:
            for port in ports[inside].values():
                ways[port].add(inside)
    won = origins(ways, rules.targets & ways.keys())
    tops = [BOTTOM, *(sorted(rules.boxes) if rules.dive else [])]
    victory = frozenset((top, VICTORY) for top in tops)
    grown: dict[str, frozenset[tuple[str, str]]] = {}
    by_bits: dict[int, frozenset[tuple[str, str]]] = {}
    both: dict[int, frozenset[tuple[str, str]]] = {}
    for name in rules.known:
        bits = reach[name]
        if bits not in by_bits:
            faces = _members(insides, bits)
            by_bits[bits] = frozenset(way for face in faces for way in ports[face].items())
            both[bits] = by_bits[bits] | victory
        grown[name] = both[bits] if name in won else by_bits[bits]
    if rules.dive:
        grown[VICTORY] = victory
    return grown


def _members(names: Sequence[str], bits: int) -> list[str]:
    """The names whose bits are set."""
    return [names[k] for k, digit in enumerate(reversed(f"{bits:b}")) if digit == "1"]


def grown_by_system(system: Pushdown) -> Arrows:
    """The automaton of a pushdown system.

    A rule that has popped some of the symbols it writes waits at a state for the next one; each
    new transition is tried by those that wait for it, and only by them.
    """
    grown: dict[tuple[str, str], set[str]] = {}
    for state, symbol, end in treasures(system):
        grown.setdefault((state, symbol), set()).add(end)
    waiting: dict[tuple[str, str], list[tuple[int, int]]] = {}
    begun: set[tuple[int, int, str]] = set()
    pending = [(number, 0, rule.target) for number, rule in enumerate(system.rules)]
    while pending:
        item = pending.pop()
        if item in begun:
            continue
        begun.add(item)
        number, done, state = item
        rule = system.rules[number]
        if done < len(rule.written):
            place = (state, rule.written[done])
            waiting.setdefault(place, []).append((number, done + 1))
            pending += [(number, done + 1, end) for end in grown.get(place, ())]
            continue
        place = (rule.state, rule.symbol)
        ends = grown.setdefault(place, set())
        if state not in ends:
            ends.add(state)
            pending += [(*other, state) for other in waiting.get(place, ())]
    found: dict[str, set[tuple[str, str]]] = {}
    for (state, symbol), ends in grown.items():
        found.setdefault(state, set()).update((symbol, end) for end in ends)
    return {state: frozenset(each) for state, each in found.items()}
