"""Mazes as JSON, for pages and scripts: an object with the squares that one may land on.

    {"width": 3, "height": 3, "start": [0, 1], "goal": [1, 0],
     "squares": [{"x": 0, "y": 0, "colour": "red", "arrows": ["e", "se"]}, …],
     "rules": ["departure"], "begin": [0, 1, 2], "depth": 4}

The last three are there only where they say something. Knows no other format.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from pylab.base.errors import InstanceError, Place, short
from pylab.families.alice.model import COLOURS, DIRECTIONS, Maze
from pylab.text.facts import Fact, fact
from pylab.text.source import MAX_BYTES, Source

RULES = ("departure", "backwards")
_KEYS = ("width", "height", "start", "goal", "squares")
_OPTIONAL = ("rules", "begin", "depth")
_PARTS = {"x", "y", "colour", "arrows"}


def write_json(maze: Maze) -> str:
    """The maze and its options, a line for each square."""
    content: dict[str, object] = {"width": maze.width, "height": maze.height}
    content |= {"start": list(maze.start), "goal": list(maze.goal)}
    content["rules"] = [name for name in RULES if getattr(maze, name)]
    content |= {"begin": list(maze.begin or ()), "depth": maze.depth}
    head = json.dumps({key: value for key, value in content.items() if value not in ([], 0)})
    squares = [
        {"x": x, "y": y, "colour": maze.colour_of((x, y)), "arrows": list(maze.arrows_of((x, y)))}
        for x, y in maze.squares()
        if not maze.is_blank((x, y))
    ]
    lines = ",\n ".join(json.dumps(square) for square in squares)
    return f'{head[:-1]},\n "squares": [\n {lines}]}}\n'


def facts_of(source: Source) -> list[Fact]:
    """The facts that a maze in JSON stands for. Raises InstanceError with the place."""
    place = Place(source.name, 1, 1, source.text.split("\n", 1)[0][:200])
    if len(source.text) > MAX_BYTES:  # lists of lists take many times as much
        most = f"{MAX_BYTES // 1024**2} MiB"
        raise InstanceError(f"expected a maze as JSON of at most {most}, found more", place)
    try:
        content = json.loads(source.text)
    except json.JSONDecodeError as error:
        at = source.place(error.pos)
        raise InstanceError(f"expected a maze as JSON: {error.msg}", at) from None
    except (ValueError, RecursionError):
        raise InstanceError(
            "expected a maze as JSON, found numbers or lists too large", place
        ) from None
    try:
        return list(_facts(content))
    except _Odd as odd:
        raise InstanceError(
            f"expected {odd.wanted}, found {short(repr(odd.found))}", place
        ) from None


class _Odd(Exception):
    """Something else than what is wanted."""

    def __init__(self, wanted: str, found: object) -> None:
        super().__init__()
        self.wanted, self.found = wanted, found


def _facts(content: object) -> Iterator[Fact]:
    table = _table(content, "a maze", set(_KEYS), set(_OPTIONAL))
    yield fact("size", *(_integer(table[key], key) for key in ("width", "height")))
    yield fact("start", *_integers(table["start"], 2, "a start [x, y]"))
    yield fact("goal", *_integers(table["goal"], 2, "a goal [x, y]"))
    for each in _list(table["squares"], "a list of squares"):
        square = _table(each, "a square", _PARTS, set())
        place = _integer(square["x"], "x"), _integer(square["y"], "y")
        colour = _one_of(square["colour"], COLOURS, "a colour")
        arrows = [
            _one_of(each, tuple(DIRECTIONS), "a direction")
            for each in _list(square["arrows"], "a list of arrows")
        ]
        if arrows or colour != COLOURS[0]:
            yield fact("square", *place)
        if colour != COLOURS[0]:
            yield fact("colour", *place, colour)
        yield from (fact("arrow", *place, arrow) for arrow in arrows)
    for rule in _list(table.get("rules", []), "a list of rules"):
        yield fact("rule", _one_of(rule, RULES, "a rule"))
    if "begin" in table:
        yield fact("begin", *_integers(table["begin"], 3, "a state [x, y, d] to begin"))
    if "depth" in table:
        yield fact("depth", _integer(table["depth"], "depth"))


def _table(value: object, what: str, needed: set[str], optional: set[str]) -> Mapping[str, Any]:
    if not isinstance(value, dict) or not needed <= value.keys() <= needed | optional:
        keys = ", ".join(sorted(needed))
        more = f" and perhaps {', '.join(sorted(optional))}" if optional else ""
        found = sorted(value) if isinstance(value, dict) else value
        raise _Odd(f"{what}, an object with {keys}{more}", found)
    return value


def _list(value: object, what: str) -> list[Any]:
    if not isinstance(value, list):
        raise _Odd(what, value)
    return value


def _integers(value: object, count: int, what: str) -> list[int]:
    if not isinstance(value, list) or len(value) != count:
        raise _Odd(what, value)
    return [_integer(each, what) for each in value]


def _integer(value: object, what: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or abs(value) > 10**6:
        raise _Odd(f"a number as {what}" if "[" not in what else what, value)
    return value


def _one_of(value: object, known: tuple[str, ...], what: str) -> str:
    if value not in known:
        raise _Odd(f"{what}, one of {', '.join(known)}", value)
    return str(value)
