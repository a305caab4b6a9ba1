"""Instances ⇄ text and facts; knows what is well formed, not what is right.

A text that begins with a parenthesis, or with a goal in brackets, is a pushdown system, any other
one a labyrinth.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace

import clingo

from pylab.base.errors import InstanceError
from pylab.families.fractal import lab, moped, pds
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
    behind,
    box_of,
    clique,
    ordered,
    trimmed,
)
from pylab.families.fractal.oddities import spelled
from pylab.family.schema import NATURAL, Reading, Row, RowError, in_order
from pylab.text.facts import (
    ArgumentType,
    Fact,
    Quoted,
    by_signature,
    misfit,
    text,
    type_of,
)
from pylab.text.source import Source


def _location(symbol: clingo.Symbol) -> str:
    """A location. Raises ValueError with what is expected instead."""
    name: str = NAME.read(symbol)
    if (wanted := lab.misnamed(name)) is not None:
        raise ValueError(wanted)
    return name


_BELOW = clingo.Function("bottom")
"""What an automaton reads at the end of a labyrinth's stack."""

POSITIVE = range(1, NATURAL.stop)
NAME = text('a name as a string, like "A.3",')
LOCATION = ArgumentType(NAME.wanted, _location, Quoted)
LETTER = text("a label or state as a string, without brackets, dots and colons,", lab.is_letter)
SYMBOL = text("a word as a string, without blanks and brackets,", pds.is_word)
TOP = ArgumentType(
    SYMBOL.wanted,
    lambda symbol: BOTTOM if symbol == _BELOW else SYMBOL.read(symbol),
    lambda top: _BELOW if top == BOTTOM else Quoted(top),
)
GOAL = Row("goal", goal=ArgumentType("", str, lambda goal: goal))
READS = Row("reads", state=SYMBOL, symbol=TOP, target=SYMBOL)

CORRIDOR = Row("corridor", number=int, location=LOCATION)
LABEL = Row("label", number=int, label=LETTER)
ONEWAY = Row("oneway", origin=LOCATION, target=LOCATION)
ARROW = Row("oneway", origin=LOCATION, target=LOCATION, label=LETTER)
PORT = Row("port", box=NAME, inside=NAME, location=LOCATION)
OUTER, START = Row("outer", location=LOCATION), Row("start", location=LOCATION)
FIRST, LAST = Row("first", state=LETTER), Row("last", state=LETTER)
SPELL = Row("spell", state=LETTER, label=LETTER, target=LETTER)

RULE = Row("rule", number=POSITIVE, state=SYMBOL, symbol=SYMBOL, target=SYMBOL)
WRITES = Row("writes", number=POSITIVE, place=POSITIVE, symbol=SYMBOL)
INITIAL, STACKED = Row("initial", state=SYMBOL), Row("stacked", place=POSITIVE, symbol=SYMBOL)


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


def labyrinth(instance: Instance) -> str:
    """A labyrinth in the format `.lab`. Raises InstanceError for a pushdown system."""
    if not isinstance(instance, Labyrinth):
        raise InstanceError("a pushdown system is no labyrinth: its format is pds")
    return lab.write(instance)


def export(instance: Instance) -> str:
    """The instance in the format `.pds`; a labyrinth's names become identifiers."""
    return pds.export(instance) if isinstance(instance, Labyrinth) else pds.write(instance)


def listing(instance: Instance, out: bool = False) -> str:
    """A labyrinth as the source lists its rules; a pushdown system in the format `.pds`.

    If `out`, with the rules for getting out of the labyrinth.
    """
    if isinstance(instance, Labyrinth):
        return moped.listing(instance, out)
    return pds.write(instance)


def facts(instance: Instance) -> list[Fact]:
    """The instance as clingo gets it; names are strings."""
    made = _labyrinth(instance) if isinstance(instance, Labyrinth) else _pushdown(instance)
    return sorted(made, key=lambda each: each.symbol)


def from_facts(facts: Sequence[Fact]) -> Instance:
    """The inverse of `facts`; ports and outer locations may be left out, as they follow.

    Raises InstanceError with the place.
    """
    reading = Reading(by_signature(facts), {}, InstanceError, None)
    if INITIAL.those(reading.found) or RULE.those(reading.found):
        return _pushdown_from(reading)
    return _labyrinth_from(reading)


def _labyrinth(labyrinth: Labyrinth) -> Iterator[Fact]:
    for number, (members, label) in enumerate(labyrinth.corridors(), 1):
        yield from (CORRIDOR.fact((number, each)) for each in members)
        if label:
            yield LABEL.fact((number, label))
    for origin, target, label in labyrinth.arrows():
        yield ARROW.fact((origin, target, label)) if label else ONEWAY.fact((origin, target))
    if labyrinth.spelling is not None:
        yield FIRST.fact(labyrinth.spelling.first)
        yield from map(LAST.fact, labyrinth.spelling.last)
        yield from map(SPELL.fact, labyrinth.spelling.steps)
    yield from map(PORT.fact, labyrinth.ports)
    yield from map(OUTER.fact, labyrinth.outer())
    yield START.fact(labyrinth.start)
    yield from _goal(labyrinth.goal)


def _pushdown(system: Pushdown) -> Iterator[Fact]:
    for number, rule in enumerate(system.rules, 1):
        yield RULE.fact((number, rule.state, rule.symbol, rule.target))
        yield from (WRITES.fact((number, *each)) for each in enumerate(rule.written, 1))
    yield from map(STACKED.fact, enumerate(reversed(system.stack), 1))
    yield INITIAL.fact(system.state)
    yield from _goal(system.goal)


def _goal(goal: Goal) -> Iterator[Fact]:
    for arguments in [[clingo.String(name)] for name in goal.names] or [[]]:
        yield GOAL.fact(clingo.Function(goal.kind, arguments))
    yield from map(READS.fact, goal.reads)


def _labyrinth_from(reading: Reading) -> Labyrinth:
    cliques: dict[int, list[str]] = {}
    for number, location in reading.all(CORRIDOR):
        cliques.setdefault(number, []).append(location)
    labels: dict[int, str] = {}
    for each, (number, label) in reading.each(LABEL):
        if number not in cliques or labels.setdefault(number, label) != label:
            raise misfit(each, 0, "the number of a corridor, with one label for each")
    plain = Labyrinth(
        tuple(clique(cliques[number]) for number in sorted(cliques)),
        (),
        reading.one(START),
        _goal_from(reading, _is_goal_location, "an outer or inside location"),
        trimmed(labels.get(number, "") for number in sorted(cliques)),
        (),
        _spelling_from(reading),
    )
    arrows = {*((*ends, "") for ends in reading.all(ONEWAY)), *reading.all(ARROW)}
    labyrinth = lab.with_arrows(plain, arrows)
    known = labyrinth.numbers.keys()
    _well_read(reading, labyrinth.goal, {BOTTOM, *labyrinth.boxes()}, known)
    for each, (box, inside, port) in reading.each(PORT):
        if port not in known or (box_of(port), behind(port)) != (box, inside):
            raise InstanceError(
                f"expected a port that a corridor leads to, by its box, the name inside, and "
                f"both joined by a dot; found {each.symbol}",
                each.place,
            )
    for each, location in reading.each(OUTER):
        if location not in known or box_of(location) is not None:
            raise misfit(each, 0, "an outer location that a corridor leads to")
    return replace(labyrinth, assumed=tuple(spelled(labyrinth)))


def _spelling_from(reading: Reading) -> Spelling | None:
    """What a run has to spell."""
    for row, other in ((LAST, FIRST), (SPELL, FIRST), (FIRST, LAST)):
        for each in row.those(reading.found) if not other.those(reading.found) else ():
            message = f"expected a {other.name}(S) beside it, found {each.symbol}"
            raise InstanceError(message, each.place)
    if not FIRST.those(reading.found):
        return None
    steps = {*reading.all(SPELL)}
    return Spelling(reading.one(FIRST), ordered(reading.all(LAST)), tuple(sorted(steps)))


_BESIDE = (CORRIDOR, ONEWAY, PORT, OUTER, START, LABEL, ARROW, FIRST, LAST, SPELL)


def _pushdown_from(reading: Reading) -> Pushdown:
    for each in (each for row in _BESIDE for each in row.those(reading.found)):
        message = f"expected only facts of a pushdown system beside rules, found {each.symbol}"
        raise InstanceError(message, each.place)
    rules: dict[int, tuple[str, str, str]] = {}
    for each, (number, *parts) in reading.each(RULE):
        if number in rules:
            raise misfit(each, 0, "another number for each rule")
        rules[number] = tuple(parts)
    written: dict[int, list[tuple[Fact, int, str]]] = {number: [] for number in rules}
    for each, (number, place, symbol) in reading.each(WRITES):
        if number not in rules:
            raise misfit(each, 0, "the number of a rule")
        written[number].append((each, place, symbol))
    stack = [(each, *pair) for each, pair in reading.each(STACKED)]
    system = Pushdown(
        tuple(Rule(*rules[number], _series(WRITES, written[number])) for number in sorted(rules)),
        reading.one(INITIAL),
        _series(STACKED, stack)[::-1],
        _goal_from(reading, pds.is_word, "a state"),
    )
    states = system.states()
    for each in () if system.goal.regular else GOAL.those(reading.found):
        if not states.issuperset(word.string for word in each.arguments[0].arguments):
            raise misfit(each, 0, "a goal with a state of the system")
    _well_read(reading, system.goal, system.symbols(), states)
    return system


def _series(row: Row, numbered: Sequence[tuple[Fact, int, str]]) -> tuple[str, ...]:
    """Symbols in the order of their places, from 1."""
    try:
        return in_order(row, [(symbol, place) for _, place, symbol in numbered], 1)
    except RowError as error:
        raise InstanceError(str(error), numbered[error.index][0].place) from None


def _is_goal_location(name: str) -> bool:
    return lab.misnamed(name) is None and lab.is_place(name)


def _goal_from(reading: Reading, usable: Callable[[str], bool], what: str) -> Goal:
    """The goal of facts whose names are usable, as what they are called."""
    names: dict[GoalKind, list[str]] = {}
    goals, reads = GOAL.those(reading.found), READS.those(reading.found)
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
    return Goal(kind, ordered(words_of_kind), tuple(sorted({*reading.all(READS)})))


def _well_read(
    reading: Reading, goal: Goal, symbols: Collection[str], first: Collection[str]
) -> None:
    """Raises InstanceError where an automaton reads what no stack has, or nobody comes to."""
    if (misread := lab.unread(goal, symbols, first)) is not None:
        place = next(each.place for each, read in reading.each(READS) if read == misread[0])
        raise InstanceError(misread[1], place)
