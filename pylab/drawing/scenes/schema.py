"""The vocabulary of scenes, from `shapes.toml`: what arguments are and which ones fit."""

from __future__ import annotations

import functools
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from pylab.base.errors import near, short
from pylab.drawing import palette
from pylab.drawing.scenes.terms import Term, words, written

TABLE: Mapping[str, Any] = tomllib.loads(
    Path(__file__).with_name("shapes.toml").read_text(encoding="utf-8")
)
LIMITS: Mapping[str, Any] = TABLE["limits"]
COMPASS: Mapping[str, tuple[int, int]] = TABLE["compass"]
COLOURS: Mapping[str, str] = {
    **{
        name.lower(): value
        for name, value in vars(palette).items()
        if name.isupper() and str(value).startswith("#")
    },
    **{name: pair[0] for name, pair in palette.MATERIALS.items()},
    "wall": palette.STONE,
}
"""The colours of scenes by their names, in the light theme."""

_HEX = re.compile(r"#[0-9a-fA-F]{6}")


class Misfit(Exception):
    """An argument that isn't what the vocabulary says; the message says what is expected."""


class Block(NamedTuple):
    """A place in units, y downwards: a block, or a compass point of one with half a unit around it.

    Attributes:
        base: the block that the compass point belongs to, None for a block.
        towards: the compass point: right and down, each -1, 0 or 1.
    """

    x: float
    y: float
    width: float
    height: float
    base: Block | None = None
    towards: tuple[int, int] = (0, 0)

    @property
    def centre(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2

    @property
    def whole(self) -> Block:
        """The block itself, also of a compass point."""
        return self if self.base is None else self.base.whole

    def moved(self, right: float, down: float) -> Block:
        """The same place, elsewhere."""
        base = None if self.base is None else self.base.moved(right, down)
        return self._replace(x=self.x + right, y=self.y + down, base=base)


class Look(NamedTuple):
    """A colour of the light theme and styles.

    Attributes:
        name: the colour's name, which the text picture uses.
        order: what looks are sorted by.
    """

    colour: str
    name: str = "ink"
    styles: frozenset[str] = frozenset()
    order: str = ""


class Plane(NamedTuple):
    """How places are counted: rows from below or not, and how many parts a unit has."""

    up: bool = False
    parts: int = 1

    def of(self, count: int) -> float:
        """A number of parts, in units."""
        return count if self.parts == 1 else count / self.parts


_PLANE = Plane()


@functools.lru_cache(maxsize=1 << 16)
def _unit(x: int, y: int, plane: Plane) -> Block:
    """A unit of the board; most places are one, and the same few."""
    most, left, top = LIMITS["coordinate"], plane.of(x), plane.of(y)
    if abs(left) > most or abs(top) > most:
        raise Misfit(f"expected numbers up to {most} in a place, found ({x},{y})")
    return Block(left, -top - 1 if plane.up else top, 1, 1)


def place(term: Term, plane: Plane) -> Block:
    """The place that a term means, seen from above."""
    match term:
        case ["", int(x), int(y)]:
            return _unit(x, y, plane)
        case ["", int(x), int(y), int(width), int(height)] if width > 0 and height > 0:
            block = Block(plane.of(x), plane.of(y), plane.of(width), plane.of(height))
        case ["", [*inner], str(point)] if point in COMPASS:
            base, (right, down) = place(inner, plane), COMPASS[point]
            left, top = base.centre
            left, top = left + right * base.width / 2, top + down * base.height / 2
            return Block(left - 0.25, top - 0.25, 0.5, 0.5, base, (right, down))
        case _:
            expected = "(X,Y), a block (X,Y,W,H) or a compass point (P,ne)"
            raise Misfit(f"expected a place {expected}, found {short(written(term))}")
    if max(abs(block.x), abs(block.y), block.width, block.height) > LIMITS["coordinate"]:
        most = LIMITS["coordinate"]
        raise Misfit(f"expected numbers up to {most} in a place, found {short(written(term))}")
    return block._replace(y=-block.y - block.height) if plane.up else block


def look(term: Term | None, default: str) -> Look:
    """The look that a term means: a colour, or a colour and styles in any order."""
    parts = term[1:] if isinstance(term, list) and not term[0] else [] if term is None else [term]
    colour, styles = None, set[str]()
    for each in parts:
        if isinstance(each, str) and each in TABLE["styles"]:
            styles.add(each)
        elif colour is not None:
            raise Misfit(f"expected one colour and styles, found {short(written(term))}")
        else:
            colour = _colour(each)
    value, name = colour or (COLOURS[default], default)
    return Look(value, name, frozenset(styles), " ".join([value, *sorted(styles)]))


_plain = functools.cache(look)
"""The look of a bare colour."""


def _colour(term: Term) -> tuple[str, str]:
    """A colour and its name; nothing else than a name, a number or #rrggbb gets through."""
    if isinstance(term, int):
        scale = palette.SCALE
        return scale[term % len(scale)], chr(ord("a") + term % 26)
    name = words(term) if isinstance(term, str) else ""
    if name in COLOURS:
        return COLOURS[name], name
    if name == "scale":
        return name, name
    if _HEX.fullmatch(name):
        return name.lower(), "x"
    hint = near(name, [*COLOURS, *TABLE["styles"]]) if name else ""
    raise Misfit(f"expected a colour or a style, found {short(written(term))}{hint}")


def _text(term: Term, *_: object) -> str:
    if nothing := _nothing_in(term):
        raise Misfit(f"expected a text, found {nothing}, as #max {{ }} of nothing is")
    found = words(term)
    if len(found) > LIMITS["text"]:
        raise Misfit(f"expected a text of up to {LIMITS['text']} characters, found {len(found)}")
    return found


def _nothing_in(term: Term) -> str:
    """The least or greatest term, if it is in this one."""
    if isinstance(term, list):
        return next(filter(None, map(_nothing_in, term)), "")
    return term if term in ("#inf", "#sup") else ""


def _number(term: Term, *_: object) -> int:
    if not isinstance(term, int):
        raise Misfit(f"expected a number, found {short(written(term))}")
    return term


def _among(known: Mapping[str, object] | list[str]) -> Callable[..., str]:
    def one(term: Term, *_: object) -> str:
        if isinstance(term, str) and term in known:
            return term
        hint = near(term, list(known)) if isinstance(term, str) else ""
        raise Misfit(f"expected one of {', '.join(known)}, found {short(written(term))}{hint}")

    return one


def _fact(term: Term, *_: object) -> Term:
    name = term if isinstance(term, str) else term[0] if isinstance(term, list) else ""
    if not re.match(r"_*[a-z]", name):
        raise Misfit(f"expected a fact, found {short(written(term))}")
    return term


def _check_board(what: str, value: Term) -> None:
    """Raises Misfit if that is no value of `board(what,value)`."""
    low, high = LIMITS["size"]
    fits, wanted = {
        "y": (value == "up", "up"),
        "text": (value == "arrows", "arrows"),
        "size": (isinstance(value, int) and low <= value <= high, f"a size from {low} to {high}"),
        "end": (isinstance(value, int), "a number"),
    }[what]
    if not fits:
        raise Misfit(f"expected {wanted}, found {short(written(value))}")


_TYPES: Mapping[str, Callable[..., Any]] = {
    "place": lambda term, plane, _: place(term, plane),
    "look": lambda term, _, default: (
        look(term, default) if isinstance(term, list) else _plain(term, default)
    ),
    "text": _text,
    "number": _number,
    "term": lambda term, *_: term,
    "fact": _fact,
    **{name: _among(known) for name, known in {**TABLE["words"], "icon": TABLE["icons"]}.items()},
}


class Shape(NamedTuple):
    """A shape with its arguments read.

    Attributes:
        kind: its name in the table.
        values: the arguments by their names.
        term: what it was read from.
        token: the thing that it is from frame to frame, None if it is none.
        worn: what the thing has to wear for it to be seen; empty if nothing.
    """

    kind: str
    values: Mapping[str, Any]
    term: Term
    token: Term | None = None
    worn: str = ""

    @property
    def places(self) -> Iterator[Block]:
        """The places in it."""
        return (each for each in self.values.values() if isinstance(each, Block))

    @property
    def anchor(self) -> Block:
        """Where the shape is, or begins."""
        found: Block = self.values["at" if "at" in self.values else "from"]
        return found

    def moved(self, right: float, down: float) -> Shape:
        """The same shape elsewhere."""
        values = {
            name: each.moved(right, down) if isinstance(each, Block) else each
            for name, each in self.values.items()
        }
        return self._replace(values=values)


class _Kind(NamedTuple):
    """A row of the table: its name, and what its arguments are named, are and are if left out."""

    name: str
    least: int
    arguments: tuple[tuple[str, str, str], ...]


@functools.cache
def _known(section: str) -> Mapping[str, list[_Kind]]:
    """The kinds of a section by the names of their terms."""
    found: dict[str, list[_Kind]] = {}
    for kind, row in TABLE[section].items():
        name, types = row.get("term", kind), row["arguments"]
        default = TABLE["defaults"].get(name, "ink")
        least = sum("?" not in each for each in types.values())
        arguments = tuple((key, each.rstrip("?"), default) for key, each in types.items())
        found.setdefault(name, []).append(_Kind(kind, least, arguments))
    return found


_TOKENS = ("square", "wall", "line", "arrow", "disc", "icon", "label")


def read(term: Term, section: str, plane: Plane = _PLANE) -> Shape:
    """The shape that a term means, of one of the table's sections.

    Raises Misfit for an unknown shape, and for arguments that don't fit.
    """
    name, given = (term[0], term[1:]) if isinstance(term, list) else (term, [])
    known = _known(section)
    if not isinstance(name, str) or name not in known:
        if isinstance(name, str) and name.startswith('"'):
            raise Misfit("expected a shape, found a text")
        found = name or written(term) if isinstance(name, str) else written(name)
        names = [*known, *(TABLE["around"] if section == "shapes" else ())]
        raise Misfit(
            f"expected one of {', '.join(names)}, found {short(found)}{near(found, names)}"
        )
    count = len(given)
    for kind in known[name]:
        if kind.least <= count <= len(kind.arguments):
            break
    else:
        told = " or ".join(
            f"{name}({','.join(argument for argument, _, _ in kind.arguments)})"
            for kind in known[name]
        )
        raise Misfit(f"expected {told}")
    if kind.name == "token":
        inner = read(given[1], "shapes", plane)
        if inner.kind not in _TOKENS:
            raise Misfit(f"expected a {', '.join(_TOKENS[:-1])} or {_TOKENS[-1]} as a token")
        worn = _TYPES["worn"](given[2]) if count > 2 else ""
        return inner._replace(token=given[0], worn=worn)
    values = {
        argument: _TYPES[type_](given[index] if index < count else None, plane, default)
        for index, (argument, type_, default) in enumerate(kind.arguments)
        if index < count or type_ == "look"
    }
    if kind.name == "board":
        _check_board(values["what"], values["value"])
    look = values.get("look")
    if kind.name not in ("route_look", "legend") and look is not None and look.colour == "scale":
        raise Misfit("the colour scale is for routes and legends")
    return Shape(kind.name, values, term)
