"""Text ⇄ maze ⇄ facts, and witness ⇄ text ⇄ facts; knows what is well formed, not what is right.

The text format is the one of the seed: width and height, then the squares row by row, each as
`role,colour,directions`. See `docs/alice.md`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from pylab.base.errors import InstanceError, Place, quoted
from pylab.base.memo import Memo
from pylab.families.alice.listing import LISTING
from pylab.families.alice.model import (
    COLOURS,
    DIRECTIONS,
    WHITE,
    Colour,
    Maze,
    Square,
    State,
    counted,
)
from pylab.family.schema import Reading, Row, within
from pylab.text.facts import Fact, by_signature
from pylab.text.source import Source

MAX_SIDE = 4096
"""The most columns, and rows, that are read."""

MAX_DEPTH = 10**6
"""Of trees; clingo's numbers have an end, too."""

_ROLES = ("#", "?", "!")
_BITS = {name: 1 << i for i, name in enumerate(DIRECTIONS)}
_BARE = {"!": "!,,", "#": "#,,"}
_WORD = re.compile(r"\S+")
_SPACE = re.compile(r"\s")
_PART = 1 << 20
"""Characters."""

_DAMAGED = re.compile(r"\\[#!?_]|.", re.DOTALL)


def _letters() -> dict[Colour, str]:
    """The first letter of each name that no colour before it has; white has none."""
    found: dict[Colour, str] = {"white": ""}
    for colour in COLOURS[1:]:
        found[colour] = next(each for each in colour if each not in found.values())
    return found


LETTERS = _letters()
"""Colours as files have them."""

_COLOURS = {letter: number for number, letter in enumerate(LETTERS.values())}


def read(source: Source) -> Maze:
    """A maze from its text; what Markdown does to it (`\\#`, `„`) is undone.

    Raises InstanceError with the place for anything but width × height squares with one start
    and one goal.
    """
    first = list(islice(_WORD.finditer(source.text), 2))
    width, height = _sides(source, [word.group() for word in first])
    begin = first[1].end()
    codes: Memo[str, bytes] = Memo(lambda word: bytes(_code(source, width, word)))
    kinds, arrows = bytearray(), bytearray()
    for words in _rows(source.text, begin):
        pairs = b"".join(map(codes.__getitem__, words))
        kinds += pairs[::2]
        arrows += pairs[1::2]
    if len(kinds) != width * height:
        raise _miscounted(source, len(kinds), width, height)
    roles = bytes(kinds.translate(bytes(k // len(COLOURS) for k in range(256))))
    return Maze(
        width,
        height,
        start=_only(source, roles, 1, "start '?'", width),
        goal=_only(source, roles, 2, "goal '!'", width),
        arrows=bytes(arrows),
        colours=bytes(kinds.translate(bytes(k % len(COLOURS) for k in range(256)))),
    )


def _rows(text: str, start: int) -> Iterator[list[str]]:
    """The words of a text, a part at a time: all at once they take many times its memory."""
    while start < len(text):
        end = _SPACE.search(text, start + _PART)
        yield text[start : end.start() if end else None].split()
        start = end.end() if end else len(text)


def write(maze: Maze) -> str:
    """The maze as `read` takes it, in columns; options are no part of it."""
    words = [_written(maze, square) for square in maze.squares()]
    wide = max(map(len, words))
    rows = (words[i : i + maze.width] for i in range(0, len(words), maze.width))
    lines = (" ".join(word.ljust(wide) for word in row).rstrip() for row in rows)
    return f"{maze.width} {maze.height}\n" + "".join(f"{line}\n" for line in lines)


RULES = tuple(each.name for each in LISTING.options if each.default is False)
"""The rules that aren't Abbott's: options, fields of a maze, and rule(R) in facts."""

_SIDE, _X, _Y = range(1, MAX_SIDE + 1), within("width"), within("height")
SIZE = Row("size", width=_SIDE, height=_SIDE)
SQUARE, START, GOAL = (Row(name, x=_X, y=_Y) for name in ("square", "start", "goal"))
BEGIN = Row("begin", x=_X, y=_Y, d=int)
COLOUR = Row("colour", x=_X, y=_Y, colour=COLOURS[1:])
ARROW = Row("arrow", x=_X, y=_Y, direction=tuple(DIRECTIONS))
RULE, DEPTH = Row("rule", name=RULES), Row("depth", depth=range(MAX_DEPTH + 1))


def under(maze: Maze, rules: Collection[str]) -> Maze:
    """The maze under these of RULES, and no others."""
    values: dict[str, Any] = {name: name in rules for name in RULES}
    return replace(maze, **values)


def facts(maze: Maze) -> list[Fact]:
    """The maze as clingo gets it; squares that one may not land on have no `square(X,Y)`."""
    squares = [each for each in maze.squares() if not maze.is_blank(each)]
    return [
        SIZE.fact((maze.width, maze.height)),
        *(Fact(None, name="square", terms=each) for each in squares),
        START.fact(maze.start),
        GOAL.fact(maze.goal),
        BEGIN.fact(maze.first),
        *_markings(maze),
        *(RULE.fact(name) for name in RULES if getattr(maze, name)),
        *([DEPTH.fact(maze.depth)] if maze.depth else []),
    ]


def from_facts(facts: Sequence[Fact], end: Place | None = None) -> Maze:
    """A maze from facts; `end` is where errors place what is missing.

    `begin` may be missing, and so may `square` for squares with an arrow, a colour or a role.

    Raises InstanceError for a size, start or goal that is missing or repeated, for anything off
    the grid, for a square with two colours, and for a `square` that is bare.
    """
    reading = Reading(by_signature(facts), {}, InstanceError, end)
    width, height = reading.one(SIZE)
    reading.known.update(width=width, height=height)
    arrows, colours = bytearray(width * height), bytearray(width * height)
    for x, y, direction in reading.all(ARROW):
        arrows[y * width + x] |= _BITS[direction]
    for each, (x, y, name) in reading.each(COLOUR):
        colour = COLOURS.index(name)
        if colours[y * width + x] not in (WHITE, colour):
            raise InstanceError(
                f"expected one colour a square, found {each.symbol} too", each.place
            )
        colours[y * width + x] = colour
    maze = Maze(
        width,
        height,
        reading.one(START),
        reading.one(GOAL),
        bytes(arrows),
        bytes(colours),
        depth=reading.one(DEPTH) if DEPTH.those(reading.found) else 0,
    )
    maze = under(maze, {*reading.all(RULE)})
    for each, square in reading.each(SQUARE):
        if maze.is_blank(square):
            raise InstanceError(
                f"expected an arrow, a colour or a role for {each.symbol}, found none: "
                "such a square is blank, and no fact",
                each.place,
            )
    if maze.start == maze.goal:
        raise InstanceError(
            "expected start and goal on different squares, found both on the same",
            reading.only(GOAL).place,
        )
    if not BEGIN.those(reading.found):
        return maze
    return begun_at(maze, State(*reading.one(BEGIN)), reading.only(BEGIN).place)


def begun_at(maze: Maze, state: State, place: Place | None = None) -> Maze:
    """The maze with this first state. Raises InstanceError where no token can stand like that."""
    reason = ""
    if not maze.inside(state.square):
        reason = f"a square of the grid of {maze.width} × {maze.height}"
    elif state.square == maze.goal:
        reason = "a square other than the goal"
    elif maze.is_blank(state.square):
        reason = "a square that is not blank"
    elif state.d < 0 and not maze.backwards:
        reason = "d of at least 0"
    elif abs(state.d) > max(maze.width, maze.height):
        reason = f"d of at most {max(maze.width, maze.height)}"
    if reason:
        raise InstanceError(f"expected to begin at {reason}, found {state}", place)
    begin = None if state == State(*maze.start, 1) else state
    return replace(maze, begin=begin)


def _markings(maze: Maze) -> Iterator[Fact]:
    """Facts by numbers and names that clingo has, which `fact` need not look at."""
    for square in maze.squares():
        colour = maze.colour_of(square)
        if colour != COLOURS[WHITE]:
            yield Fact(None, name="colour", terms=(*square, colour))
        for direction in maze.arrows_of(square):
            yield Fact(None, name="arrow", terms=(*square, direction))


def _written(maze: Maze, square: Square) -> str:
    role = "?" if square == maze.start else "!" if square == maze.goal else "#"
    return f"{role},{LETTERS[maze.colour_of(square)]},{'_'.join(maze.arrows_of(square))}"


def _sides(source: Source, words: Sequence[str]) -> tuple[int, int]:
    sides = []
    for index, name in enumerate(("width", "height")):
        wanted = f"the {name} from 1 to {MAX_SIDE}"
        if index >= len(words):
            raise _error(source, f"expected {wanted}, found the end of the text", index)
        word = words[index]
        digits = word.lstrip("0")
        if not re.fullmatch(r"[1-9][0-9]{0,3}", digits) or int(digits) > MAX_SIDE:
            raise _error(source, f"expected {wanted}, found {quoted(word)}", index)
        sides.append(int(digits))
    return sides[0], sides[1]


def _code(source: Source, width: int, word: str) -> tuple[int, int]:
    """The role and the colour as one number, and the arrows, of a square's text: two bytes."""
    plain = word
    if "\\" in word or "„" in word:
        plain = "".join(map(_repaired, _DAMAGED.findall(word)))
    parts = _BARE.get(plain, plain).split(",")
    if len(parts) != 3:
        raise _at_word(source, word, 0, width, "role,colour,directions", quoted(word))
    role, colour, directions = parts
    if role not in _ROLES:
        raise _at_word(source, word, 0, width, "one of the roles '?', '!', '#'", quoted(role))
    at = len(role) + 1
    if colour not in _COLOURS:
        wanted = f"one of the colours {', '.join(map(repr, filter(None, _COLOURS)))} or none"
        raise _at_word(source, word, at, width, wanted, quoted(colour))
    at += len(colour) + 1
    arrows = 0
    for direction in directions.split("_") if directions else ():
        if direction not in _BITS:
            wanted = f"one of the directions {', '.join(DIRECTIONS)}"
            raise _at_word(source, word, at, width, wanted, quoted(direction))
        if arrows & _BITS[direction]:
            raise _at_word(source, word, at, width, "each direction once", f"{direction} twice")
        arrows |= _BITS[direction]
        at += len(direction) + 1
    return len(COLOURS) * _ROLES.index(role) + _COLOURS[colour], arrows


def _only(source: Source, roles: bytes, role: int, name: str, width: int) -> Square:
    """The only square with a role."""
    index = roles.find(role)
    if index < 0:
        raise _error(source, f"expected one {name}, found none", None)
    second = roles.find(role, index + 1)
    if second >= 0:
        message = f"expected one {name}, found a second one on {_name(second, width)}; "
        raise _error(source, f"{message}the first is on {_name(index, width)}", second + 2)
    return index % width, index // width


def _miscounted(source: Source, found: int, width: int, height: int) -> InstanceError:
    wanted = width * height
    message = f"expected {counted(wanted, 'square')} ({width} × {height}), found {found}"
    return _error(source, message, wanted + 2 if found > wanted else None)


def _repaired(piece: str) -> str:
    """A piece of a word as it was before Markdown."""
    return ",," if piece == "„" else piece[-1]


def _at_word(
    source: Source, word: str, at: int, width: int, wanted: str, found: str
) -> InstanceError:
    """The error at a character, of the repaired text, of a square, where it stands first."""
    offset = 0
    for piece in _DAMAGED.findall(word):
        if at < len(_repaired(piece)):
            break
        at -= len(_repaired(piece))
        offset += len(piece)
    for index, each in enumerate(_WORD.finditer(source.text)):
        if index >= 2 and each.group() == word:
            message = f"expected {wanted}, found {found} on {_name(index - 2, width)}"
            return InstanceError(message, source.place(each.start() + offset))
    raise AssertionError(f"{word!r} is a word of the text")


def _error(source: Source, message: str, index: int | None) -> InstanceError:
    """The error at the word of this index; at the end of the text for None or beyond it."""
    if index is not None:
        for number, each in enumerate(_WORD.finditer(source.text)):
            if number == index:
                return InstanceError(message, source.place(each.start()))
    return InstanceError(message, source.place(len(source.text.rstrip())))


def _name(index: int, width: int) -> str:
    return f"square ({index % width}, {index // width})"
