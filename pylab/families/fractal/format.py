"""Instances ⇄ text and facts; knows what is well formed, not what is right.

A text that begins with a parenthesis is a pushdown system, any other one a labyrinth.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace

import clingo

from pylab.base.errors import InstanceError, Place
from pylab.base.listing import Signature
from pylab.families.fractal import lab, moped, pds
from pylab.families.fractal.listing import LISTING
from pylab.families.fractal.model import (
    BOTTOM,
    GOAL_KINDS,
    Goal,
    GoalKind,
    Instance,
    Labyrinth,
    Pushdown,
    Rule,
    Spelling,
    Transition,
    behind,
    box_of,
    clique,
    ordered,
    trimmed,
)
from pylab.families.fractal.oddities import spelled
from pylab.text.facts import Fact, Term, by_signature, fact, integer, misfit, only, type_of
from pylab.text.source import Source

CORRIDOR = Signature("corridor", 2)
ONEWAY = Signature("oneway", 2)
PORT = Signature("port", 3)
OUTER = Signature("outer", 1)
START = Signature("start", 1)
GOAL = Signature("goal", 1)
READS = Signature("reads", 3)
LABEL = Signature("label", 2)
ARROW = Signature("oneway", 3)
FIRST, LAST = Signature("first", 1), Signature("last", 1)
SPELL = Signature("spell", 3)
RULE = Signature("rule", 4)
WRITES = Signature("writes", 3)
INITIAL = Signature("initial", 1)
STACKED = Signature("stacked", 2)
VOCABULARY = LISTING.vocabulary

Sorted = Mapping[Signature, Sequence[Fact]]


def read(source: Source) -> Instance:
    """A labyrinth, also from the listing of its rules, or a pushdown system.

    Raises InstanceError with the place.
    """
    if not pds.looks_like(source.text):
        return lab.read(source)
    system = pds.read(source)
    return moped.labyrinth_of(system) or system


def write(instance: Instance) -> str:
    """The instance as `read` takes it."""
    return lab.write(instance) if isinstance(instance, Labyrinth) else pds.write(instance)


def export(instance: Instance) -> str:
    """The instance in the format `.pds`; a labyrinth's names become identifiers."""
    return pds.export(instance) if isinstance(instance, Labyrinth) else pds.write(instance)


def listing(instance: Instance) -> str:
    """A labyrinth as the source lists its rules; a pushdown system in the format `.pds`."""
    return moped.listing(instance) if isinstance(instance, Labyrinth) else pds.write(instance)


def facts(instance: Instance) -> list[Fact]:
    """The instance as clingo gets it; names are strings."""
    made = _labyrinth(instance) if isinstance(instance, Labyrinth) else _pushdown(instance)
    return sorted(made, key=lambda each: each.symbol)


def from_facts(facts: Sequence[Fact]) -> Instance:
    """The inverse of `facts`; ports and outer locations may be left out, as they follow.

    Raises InstanceError with the place.
    """
    found = by_signature(facts)
    if INITIAL in found or RULE in found:
        return _pushdown_from(found)
    return _labyrinth_from(found)


def _labyrinth(labyrinth: Labyrinth) -> list[Fact]:
    made = [
        fact("corridor", number, clingo.String(location))
        for number, members in enumerate(labyrinth.cliques, 1)
        for location in members
    ]
    for number, (_, label) in enumerate(labyrinth.corridors(), 1):
        made += [fact("label", number, clingo.String(label))] if label else []
    for *ends, label in labyrinth.arrows():
        made.append(fact("oneway", *map(clingo.String, [*ends, *([label] if label else [])])))
    if labyrinth.spelling is not None:
        spelling = labyrinth.spelling
        made.append(fact("first", clingo.String(spelling.first)))
        made += [fact("last", clingo.String(state)) for state in spelling.last]
        made += [fact("spell", *map(clingo.String, step)) for step in spelling.steps]
    for location in labyrinth.locations():
        box, inside = box_of(location), behind(location)
        if box is not None and inside is not None:
            made.append(fact("port", *map(clingo.String, (box, inside, location))))
    made += [fact("outer", clingo.String(location)) for location in labyrinth.outer()]
    return [*made, fact("start", clingo.String(labyrinth.start)), *_goal(labyrinth.goal)]


def _pushdown(system: Pushdown) -> list[Fact]:
    made = []
    for number, rule in enumerate(system.rules, 1):
        words = map(clingo.String, (rule.state, rule.symbol, rule.target))
        made.append(fact("rule", number, *words))
        for place, symbol in enumerate(rule.written, 1):
            made.append(fact("writes", number, place, clingo.String(symbol)))
    for place, symbol in enumerate(reversed(system.stack), 1):
        made.append(fact("stacked", place, clingo.String(symbol)))
    return [*made, fact("initial", clingo.String(system.state)), *_goal(system.goal)]


def _goal(goal: Goal) -> list[Fact]:
    if not goal.names:
        return [fact("goal", goal.kind)]
    made = [fact("goal", clingo.Function(goal.kind, [clingo.String(name)])) for name in goal.names]
    for state, symbol, target in goal.reads:
        top = _BELOW if symbol == BOTTOM else clingo.String(symbol)
        made.append(fact("reads", clingo.String(state), top, clingo.String(target)))
    return made


_BELOW = clingo.Function("bottom")
"""What an automaton reads at the end of a labyrinth's stack."""


def _labyrinth_from(found: Sorted) -> Labyrinth:
    cliques: dict[int, dict[str, Fact]] = {}
    for each in found.get(CORRIDOR, []):
        cliques.setdefault(integer(each, 0), {})[_location(each, 1)] = each
    labels: dict[int, str] = {}
    for each in found.get(LABEL, []):
        number = integer(each, 0)
        if number not in cliques or labels.setdefault(number, _letter(each, 1)) != _letter(each, 1):
            raise misfit(each, 0, "the number of a corridor, with one label for each")
    arrows = {(_location(e, 0), _location(e, 1), "") for e in found.get(ONEWAY, [])}
    arrows |= {(_location(e, 0), _location(e, 1), _letter(e, 2)) for e in found.get(ARROW, [])}
    plain = Labyrinth(
        tuple(clique(cliques[number]) for number in sorted(cliques)),
        (),
        _location(only(found, START), 0),
        _goal_from(found, _is_goal_location, "an outer or inside location"),
        trimmed(labels.get(number, "") for number in sorted(cliques)),
        (),
        _spelling_from(found),
    )
    labyrinth = lab.with_arrows(plain, arrows)
    known = set(labyrinth.locations())
    _well_read(found, labyrinth.goal, {BOTTOM, *labyrinth.boxes()}, known)
    for each in found.get(PORT, []):
        location = _location(each, 2)
        parts = (box_of(location), behind(location))
        if location not in known or parts != (_word(each, 0), _word(each, 1)):
            raise InstanceError(
                f"expected a port that a corridor leads to, by its box, the name inside, and "
                f"both joined by a dot; found {each.symbol}",
                each.place,
            )
    for each in found.get(OUTER, []):
        if _location(each, 0) not in known or box_of(_word(each, 0)) is not None:
            raise misfit(each, 0, "an outer location that a corridor leads to")
    return replace(labyrinth, assumed=tuple(spelled(labyrinth)))


def _spelling_from(found: Sorted) -> Spelling | None:
    """What a run has to spell."""
    for signature in (LAST, SPELL):
        for each in found.get(signature, []):
            if FIRST not in found:
                message = f"expected a first(S) beside it, found {each.symbol}"
                raise InstanceError(message, each.place)
    if FIRST not in found:
        return None
    steps = {(_letter(e, 0), _letter(e, 1), _letter(e, 2)) for e in found.get(SPELL, [])}
    last = ordered(_letter(each, 0) for each in found.get(LAST, []))
    first = only(found, FIRST)
    if not last:
        raise InstanceError(f"expected a last(S) beside it, found {first.symbol}", first.place)
    return Spelling(_letter(first, 0), last, tuple(sorted(steps)))


def _letter(each: Fact, index: int) -> str:
    name = _word(each, index)
    if not lab.is_letter(name):
        raise misfit(each, index, "a label or state, a word without brackets, dots and colons,")
    return name


def _pushdown_from(found: Sorted) -> Pushdown:
    beside = (CORRIDOR, ONEWAY, PORT, OUTER, START, LABEL, ARROW, FIRST, LAST, SPELL)
    for signature in beside:
        for each in found.get(signature, []):
            raise InstanceError(
                f"expected only facts of a pushdown system beside rules, found {each.symbol}",
                each.place,
            )
    rules: dict[int, tuple[str, str, str]] = {}
    for each in found.get(RULE, []):
        number = integer(each, 0, 1)
        if number in rules:
            raise misfit(each, 0, "another number for each rule")
        rules[number] = (_symbol(each, 1), _symbol(each, 2), _symbol(each, 3))
    written: dict[int, dict[int, str]] = {}
    for each in found.get(WRITES, []):
        number = integer(each, 0, 1)
        if number not in rules:
            raise misfit(each, 0, "the number of a rule")
        _put(written.setdefault(number, {}), each, 1)
    stack: dict[int, str] = {}
    for each in found.get(STACKED, []):
        _put(stack, each, 0)
    initial = only(found, INITIAL)
    system = Pushdown(
        tuple(
            Rule(*rules[number], _series(written.get(number, {}), f"writes({number},", None))
            for number in sorted(rules)
        ),
        _symbol(initial, 0),
        _series(stack, "stacked(", initial.place)[::-1],
        _goal_from(found, pds.is_word, "a state"),
    )
    states = system.states()
    for each in () if system.goal.regular else found.get(GOAL, []):
        if not states.issuperset(word.string for word in each.arguments[0].arguments):
            raise misfit(each, 0, "a goal with a state of the system")
    _well_read(found, system.goal, system.symbols(), states)
    return system


def _put(places: dict[int, str], each: Fact, index: int) -> None:
    place = integer(each, index, 1)
    if place in places:
        raise misfit(each, index, "one symbol for each place")
    places[place] = _symbol(each, index + 1)


def _series(places: Mapping[int, str], what: str, where: Place | None) -> tuple[str, ...]:
    for place in range(1, len(places) + 1):
        if place not in places:
            raise InstanceError(
                f"expected a symbol at each place, found no {what}{place},…)", where
            )
    return tuple(places[place] for place in sorted(places))


def _is_goal_location(name: str) -> bool:
    return lab.misnamed(name) is None and lab.is_place(name)


def _goal_from(found: Sorted, usable: Callable[[str], bool], what: str) -> Goal:
    """The goal of facts whose names are usable, as what they are called."""
    names: dict[GoalKind, list[str]] = {}
    goals, reads = found.get(GOAL, []), found.get(READS, [])
    for each in goals:
        argument = each.arguments[0]
        compound = argument.type is type_of.Function
        kind = GOAL_KINDS.get(argument.name) if compound else None
        inner = argument.arguments if compound else []
        words = [word.string for word in inner if word.type is type_of.String]
        wanted = 0 if kind == "escape" else 1
        if kind is None or not len(inner) == len(words) == wanted:
            raise misfit(each, 0, 'escape or at("NAME") or reach("NAME") or accept("STATE")')
        if not all(map(pds.is_word if kind == "accept" else usable, words)):
            raise misfit(each, 0, f"a goal with {what}")
        names.setdefault(kind, []).extend(words)
    if reads and "accept" not in names:
        message = "expected a goal accept(S) beside an automaton, found none"
        raise InstanceError(message, reads[0].place)
    if not names:
        return Goal()
    if len(names) > 1:
        raise InstanceError(
            f"expected one kind of goal, found {' and '.join(sorted(names))}", goals[-1].place
        )
    ((kind, words_of_kind),) = names.items()
    return Goal(kind, ordered(words_of_kind), tuple(sorted({*map(_transition, reads)})))


def _transition(each: Fact) -> Transition:
    top = BOTTOM if each.arguments[1] == _BELOW else _symbol(each, 1)
    return _symbol(each, 0), top, _symbol(each, 2)


def _well_read(found: Sorted, goal: Goal, symbols: Collection[str], first: Collection[str]) -> None:
    """Raises InstanceError where an automaton reads what no stack has, or nobody comes to."""
    if (misread := lab.unread(goal, symbols, first)) is not None:
        place = next(each.place for each in found[READS] if _transition(each) == misread[0])
        raise InstanceError(misread[1], place)


def _word(each: Fact, index: int) -> str:
    argument: Term = each.arguments[index]
    if isinstance(argument, clingo.Symbol) and argument.type is type_of.String:
        return argument.string
    raise misfit(each, index, 'a name as a string, like "A.3",')


def _location(each: Fact, index: int) -> str:
    name = _word(each, index)
    if (problem := lab.misnamed(name)) is not None:
        raise InstanceError(problem, each.place)
    return name


def _symbol(each: Fact, index: int) -> str:
    name = _word(each, index)
    if not pds.is_word(name):
        raise misfit(each, index, "a word without blanks and brackets")
    return name
