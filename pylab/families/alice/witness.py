"""Witness ⇄ facts: what answers look like, and their words; not whether they are right."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields
from typing import Any

from pylab.base.errors import WitnessError
from pylab.base.listing import Signature
from pylab.families.alice.model import (
    COLOURS,
    DIRECTIONS,
    OUTCOMES,
    STAY,
    Branch,
    Closed,
    Count,
    Design,
    Hint,
    Move,
    Rivals,
    Route,
    State,
    Statistics,
    Tree,
    Unique,
    Witness,
    counted,
)
from pylab.families.alice.tree import ordered, outline
from pylab.family.witness_format import Found, WitnessFormat, WitnessKind
from pylab.text.facts import INT_MIN, Fact, constant, fact, integer, only

MOVE = Signature("move", 5)
RIVAL = Signature("rival", 5)
LENGTH = Signature("length", 1)
UNIQUE = Signature("unique", 0)
CLOSED = Signature("closed", 3)
FIGURE = Signature("figure", 2)
ROUTES = Signature("routes", 2)
HINT = Signature("hint", 4)
ROOT = Signature("root", 3)
BRANCH = Signature("branch", 8)
POINTS = Signature("points", 3)
PAINTED = Signature("painted", 3)

_BASE = 1_000_000
"""Of the digits that the number of routes is written with."""

_PLACES = 10_000
"""The last place of such a digit that is read."""

_LARGE = 10**4300
"""Python, for one, reads and writes no number of more digits than this has behind the 1."""

_FIGURES = tuple(each.name for each in fields(Statistics))
_FIGURE_WORDS = {
    "states": "states that can be reached",
    "goals": "of these, on the goal",
    "moves": "moves between them",
    "dead": "states without a move, d = 0 included",
    "hopeless": "states that the goal can't be reached from, dead ones included",
    "forks": "states with more than one move",
    "largest": "the largest d",
    "squares": "squares to land on, but for the goal",
    "arrows": "arrows on them",
    "wrong": "moves after which the goal is out of reach",
    "late": "moves to the farthest end of a false trail, by the nearest of these",
}


def data(witness: Witness) -> Any:
    """The witness as JSON's objects, lists and numbers, moves and states by name.

    A number of more digits than readers of JSON take is a list of digits to the base 1000000, the
    last one first.
    """
    return _plain({each.name: getattr(witness, each.name) for each in fields(witness)})


def _plain(value: Any) -> Any:
    if isinstance(value, Move | State):
        return value._asdict()
    if isinstance(value, dict):
        return {name: _plain(each) for name, each in value.items()}
    if isinstance(value, int) and abs(value) >= _LARGE:
        digits = dict(_digits(value))
        return [digits.get(place, 0) for place in range(max(digits) + 1)]
    return [_plain(each) for each in value] if isinstance(value, tuple) else value


def _lines(witness: Witness) -> Iterator[tuple[Fact, str]]:
    """The facts in order, each with words for it."""
    match witness:
        case Route(moves, length):
            yield from _moves("move", moves)
            if length is not None:
                yield fact("length", length), "no route has fewer moves"
        case Unique(moves, length):
            yield from _moves("move", moves)
            yield fact("length", length), "no route has fewer moves"
            yield fact("unique"), "and no other has as few"
        case Rivals(moves, others, length):
            yield from _moves("move", moves)
            yield from _moves("rival", others)
            yield fact("length", length), "no route has fewer moves"
        case Closed(states):
            yield from ((fact("closed", *each), "") for each in states)
        case Statistics():
            for name in _FIGURES:
                yield fact("figure", name, getattr(witness, name)), _FIGURE_WORDS[name]
        case Count(length, routes):
            yield fact("length", length), "no route has fewer moves"
            for place, digit in _digits(routes):
                times = f" times {_BASE} to the power of {place}" if place else ""
                yield fact("routes", place, digit), f"so many have as few: {digit}{times}"
        case Hint(moves, length):
            for move in moves:
                yield fact("hint", move.direction, *move.state), str(move)
            yield fact("length", length), "the goal is this many moves away"
        case Tree(root):
            yield fact("root", *root), ""
            yield from ((fact("branch", *each), "") for each in ordered(witness))
        case Design(arrows, colours, length):
            yield from ((fact("points", *each), "") for each in arrows)
            yield from ((fact("painted", *each), "") for each in colours)
            yield fact("length", length), "no route has fewer moves"


def _heading(witness: Witness) -> str:
    match witness:
        case Route(moves, length):
            kind = "a route" if length is None else "a shortest route"
            return f"{kind}, {counted(len(moves), 'move')}"
        case Unique(moves):
            return f"the only shortest route, {counted(len(moves), 'move')}"
        case Rivals(moves):
            return f"at least two shortest routes, {counted(len(moves), 'move')} each"
        case Closed(states):
            these = "this 1 state" if len(states) == 1 else f"these {len(states)} states"
            return f"no route: no move leaves {these} (x, y, d)"
        case Statistics():
            going = witness.states - witness.goals - witness.dead
            mean = witness.moves / going if going else 0.0
            arrows = witness.arrows / witness.squares if witness.squares else 0.0
            average = f"{mean:.2f} moves on average, where there are any"
            return f"{average}; {arrows:.2f} arrows a square"
        case Count(length, routes):
            return f"{counted(routes, 'shortest route')} of {counted(length, 'move')}"
        case Design(_, _, length):
            return f"a maze whose shortest routes have {counted(length, 'move')}"
        case Hint(moves):
            return f"{counted(len(moves), 'way')} to go on"
        case Tree(_, branches):
            drawn = outline(witness).rstrip("\n").replace("\n", "\n  ")
            return f"a tree of {counted(len(branches), 'branch', 'branches')}\n  {drawn}"


def _moves(name: str, moves: Iterable[Move]) -> Iterator[tuple[Fact, str]]:
    for move in moves:
        step, direction, *state = move
        yield fact(name, direction, *state, step), f"{step}: {move}"


def _digits(number: int) -> Iterator[tuple[int, int]]:
    """The digits of a number to the base 1000000 that are not 0, each behind its place."""
    place = 0
    while number:
        number, digit = divmod(number, _BASE)
        if digit:
            yield place, digit
        place += 1


def _route(found: Found) -> Route:
    return Route(_read_moves(found, MOVE), _length(found) if LENGTH in found else None)


def _unique(found: Found) -> Unique:
    return Unique(_read_moves(found, MOVE), _length(found))


def _rivals(found: Found) -> Rivals:
    return Rivals(_read_moves(found, MOVE), _read_moves(found, RIVAL), _length(found))


def _closed(found: Found) -> Closed:
    return Closed(tuple(sorted({_state(each, 0) for each in found[CLOSED]})))


def _statistics(found: Found) -> Statistics:
    figures = {}
    for each in found[FIGURE]:
        name = constant(each, 0, _FIGURES, WitnessError)
        if name in figures:
            raise WitnessError(f"expected one figure {name}, found a second one", each.place)
        lowest = INT_MIN if name == "largest" else 0
        figures[name] = integer(each, 1, lowest, kind=WitnessError)
    for name in _FIGURES:
        if name not in figures:
            raise WitnessError(f"expected figure({name},N), found none", found[FIGURE][0].place)
    return Statistics(**figures)


def _count(found: Found) -> Count:
    digits = {integer(each, 0, 0, _PLACES, WitnessError): each for each in found[ROUTES]}
    if len(digits) < len(found[ROUTES]):
        raise WitnessError("expected one digit a place, found several", found[ROUTES][1].place)
    number = 0
    for place in range(max(digits), -1, -1):
        digit = integer(digits[place], 1, 0, _BASE - 1, WitnessError) if place in digits else 0
        number = number * _BASE + digit
    return Count(_length(found), number)


def _hint(found: Found) -> Hint:
    moves = (
        Move(1, constant(each, 0, _DIRECTIONS, WitnessError), *_state(each, 1))
        for each in found[HINT]
    )
    return Hint(tuple(sorted(set(moves))), _length(found))


def _tree(found: Found) -> Tree:
    branches = (
        Branch(
            *_state(each, 0),
            constant(each, 3, _DIRECTIONS, WitnessError),
            *_state(each, 4),
            constant(each, 7, OUTCOMES, WitnessError),
        )
        for each in found.get(BRANCH, [])
    )
    return Tree(_state(only(found, ROOT, kind=WitnessError), 0), tuple(sorted(set(branches))))


def _design(found: Found) -> Design:
    def marks(signature: Signature, known: Sequence[str]) -> Iterator[tuple[int, int, str]]:
        for each in found.get(signature, []):
            x, y = (integer(each, i, 0, kind=WitnessError) for i in (0, 1))
            yield x, y, constant(each, 2, known, WitnessError)

    arrows = tuple(sorted(set(marks(POINTS, tuple(DIRECTIONS)))))
    return Design(arrows, tuple(sorted(set(marks(PAINTED, COLOURS[1:])))), _length(found))


def _read_moves(found: Found, signature: Signature) -> tuple[Move, ...]:
    moves = (
        Move(
            integer(each, 4, kind=WitnessError),
            constant(each, 0, _DIRECTIONS, WitnessError),
            *_state(each, 1),
        )
        for each in found[signature]
    )
    return tuple(sorted(moves))


def _state(each: Fact, first: int) -> State:
    x, y, d = (integer(each, first + i, kind=WitnessError) for i in range(3))
    return State(x, y, d)


def _length(found: Found) -> int:
    return integer(only(found, LENGTH, kind=WitnessError), 0, 0, kind=WitnessError)


_DIRECTIONS = (*DIRECTIONS, STAY)

WITNESS_FORMAT: WitnessFormat[Witness] = WitnessFormat(
    heading=_heading,
    lines=_lines,
    forms=(
        WitnessKind({MOVE}, {LENGTH}, _route),
        WitnessKind({MOVE, LENGTH, UNIQUE}, set(), _unique),
        WitnessKind({MOVE, RIVAL, LENGTH}, set(), _rivals),
        WitnessKind({CLOSED}, set(), _closed),
        WitnessKind({FIGURE}, set(), _statistics),
        WitnessKind({LENGTH, ROUTES}, set(), _count),
        WitnessKind({HINT, LENGTH}, set(), _hint),
        WitnessKind({ROOT}, {BRANCH}, _tree),
        WitnessKind({POINTS, LENGTH}, {PAINTED}, _design),
    ),
)
