"""Witness ⇄ facts: what answers look like, and their words; not whether they are right."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields
from functools import partial
from typing import Any

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
from pylab.family.schema import NATURAL, Row, RowError, Schema, distinct
from pylab.family.witness_format import WitnessFormat

_BASE = 1_000_000
"""Of the digits that the number of routes is written with."""

_PLACES = 10_000
"""The last place of such a digit that is read."""

_LARGE = 10**4300
"""Python, for one, reads and writes no number of more digits than this has behind the 1."""

_FIGURE_WORDS = {
    "states": "states that can be reached",
    "goals": "of these, on the goal",
    "moves": "moves between them",
    "dead": "states without a move, d = 0 included",
    "hopeless": "states from which the goal can't be reached, dead ones included",
    "forks": "states with more than one move",
    "largest": "the largest d",
    "squares": "squares to land on, without the goal",
    "arrows": "arrows on them",
    "wrong": "moves after which the goal is out of reach",
    "late": "length of the longest false trail, in moves",
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
            average = f"{mean:.2f} moves on average in states that have some"
            return f"{average}; {arrows:.2f} arrows a square"
        case Count(length, routes):
            return f"{counted(routes, 'shortest route')} of {counted(length, 'move')}"
        case Design(_, _, length):
            return f"a maze whose shortest routes have {counted(length, 'move')}"
        case Hint(moves):
            return f"{counted(len(moves), 'first move')} of shortest routes"
        case Tree(_, branches):
            drawn = outline(witness).rstrip("\n").replace("\n", "\n  ")
            return f"a tree of {counted(len(branches), 'branch', 'branches')}\n  {drawn}"


def _digits(number: int) -> Iterator[tuple[int, int]]:
    """The digits of a number to the base 1000000 that are not 0, each behind its place."""
    place = 0
    while number:
        number, digit = divmod(number, _BASE)
        if digit:
            yield place, digit
        place += 1


def _number(digits: list[tuple[int, int]]) -> int:
    """The inverse of `_digits`."""
    number, found = 0, dict(digits)
    if len(found) < len(digits):
        raise RowError("expected one digit a place, found several", 1)
    for place in range(max(found), -1, -1):
        number = number * _BASE + found.get(place, 0)
    return number


def _digit_words(digit: tuple[int, int]) -> str:
    place, value = digit
    times = f" times {_BASE} to the power of {place}" if place else ""
    return f"shortest routes: {value}{times}"


def _step_words(move: Move) -> str:
    return f"{move.step}: {move}"


_STATE: Mapping[str, Any] = {"x": int, "y": int, "d": int}
_WAY: Mapping[str, Any] = {"direction": (*DIRECTIONS, STAY), **_STATE}
_BRANCH: Mapping[str, Any] = {
    **_STATE, "direction": _WAY["direction"], "to_x": int, "to_y": int, "to_d": int,
    "outcome": OUTCOMES,
}  # fmt: skip
_SQUARE: Mapping[str, Any] = {"x": NATURAL, "y": NATURAL}

MOVES = Row("move", _step_words, of=Move, **_WAY, step=int).many()
RIVALS = Row("rival", _step_words, of=Move, **_WAY, step=int).many()
HINTS = Row("hint", str, of=partial(Move, 1), **_WAY).many(into=distinct)
LENGTH = Row("length", "no route has fewer moves", moves=NATURAL)
FAR = Row("length", "the goal is this many moves away", moves=NATURAL)
ROUTES = Row("routes", _digit_words, place=range(_PLACES + 1), digit=range(_BASE))
FIGURE = Row("figure", name=(), number=NATURAL)
FIGURES = {n: FIGURE.at(n, words=words).one() for n, words in _FIGURE_WORDS.items()} | {
    "largest": FIGURE.at("largest", words="the largest d", number=int).one()
}

WITNESS_FORMAT: WitnessFormat[Witness] = WitnessFormat(
    heading=_heading,
    forms=(
        Schema(Route, moves=MOVES, length=LENGTH.maybe()),
        Schema(
            Unique,
            moves=MOVES,
            length=LENGTH.one(),
            unique=Row("unique", "no other route is as short").mark(),
        ),
        Schema(Rivals, moves=MOVES, others=RIVALS, length=LENGTH.one()),
        Schema(Closed, states=Row("closed", of=State, **_STATE).many(into=distinct)),
        Schema(Statistics, **FIGURES),
        Schema(Count, length=LENGTH.one(), routes=ROUTES.many(into=_number, out_of=_digits)),
        Schema(Hint, moves=HINTS, length=FAR.one()),
        Schema(
            Tree,
            root=Row("root", of=State, **_STATE).one(),
            branches=Row("branch", of=Branch, **_BRANCH).many(False, distinct, ordered, whole=True),
        ),
        Schema(
            Design,
            arrows=Row("points", **_SQUARE, direction=DIRECTIONS).many(into=distinct),
            colours=Row("painted", **_SQUARE, colour=COLOURS[1:]).many(False, distinct),
            length=LENGTH.one(),
        ),
    ),
)
