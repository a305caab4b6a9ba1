"""Text ⇄ board ⇄ facts; knows what is well formed, not what is right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from pylab.errors import InstanceError, Place, SourceError
from pylab.facts import (
    Fact,
    by_signature,
    constant,
    fact,
    integer,
    misfit,
    read_facts,
    type_of,
    write_facts,
)
from pylab.listing import Signature
from pylab.source import Source
from pylab_ricochet.listing import LISTING
from pylab_ricochet.model import STEPS, Board, Field

DIM, BARRIER, POS, TARGET, LENGTH = LISTING.vocabulary
MOST = 500
"""Rows of the largest board that is read."""


def read(source: Source) -> Board:
    """A board from facts. Raises InstanceError with the place."""
    end = source.place(len(source.text.rstrip()))
    return from_facts(read_facts(source, LISTING.vocabulary), end)


def from_facts(facts: Sequence[Fact], end: Place | None = None) -> Board:
    """A board from facts; `end` is where errors place what is missing. Raises InstanceError."""
    found: Mapping[Signature, Sequence[Fact]] = {each: [] for each in LISTING.vocabulary}
    found = {**found, **by_signature(facts)}
    rows = {integer(each, 0, 1, MOST): each for each in found[DIM]}
    size = max(rows, default=0)
    for row in range(1, (size or 1) + 1):
        if row not in rows:
            place = rows[size].place if size else end
            raise InstanceError(f"expected dim({row}), found none", place)

    def field(each: Fact, first: int) -> Field:
        return integer(each, first, 1, size), integer(each, first + 1, 1, size)

    robots: dict[str, Field] = {}
    for each in found[POS]:
        name, place = robot(each), field(each, 1)
        if name in robots or place in robots.values():
            what = f"a second place of {name}" if name in robots else "a second robot there"
            raise InstanceError(f"expected robots on fields of their own, found {what}", each.place)
        robots[name] = place
    for signature in (TARGET, LENGTH):
        several = found[signature][1:]
        if several or (signature == TARGET and not found[TARGET]):
            raise InstanceError(
                f"expected one {signature}, found {len(several) + 1 if several else 'none'}",
                several[0].place if several else end,
            )
    target = found[TARGET][0]
    if robot(target) not in robots:
        raise misfit(target, 0, f"a robot with a place ({', '.join(robots) or 'none'})")
    return Board(
        size,
        frozenset((*field(each, 0), constant(each, 2, tuple(STEPS))) for each in found[BARRIER]),
        tuple(sorted(robots.items())),
        (robot(target), field(target, 1)),
        integer(found[LENGTH][0], 0, 0) if found[LENGTH] else None,
    )


def robot(each: Fact, kind: type[SourceError] = InstanceError) -> str:
    """The robot that a fact's first argument names."""
    name = each.arguments[0]
    if name.type is type_of.Function and name.name and name.positive and not name.arguments:
        return name.name
    raise misfit(each, 0, "a robot's name", kind)


def facts(board: Board) -> list[Fact]:
    """The board as the competition writes it."""
    name, (x, y) = board.target
    return [
        *(fact("dim", row) for row in range(1, board.size + 1)),
        *(fact("barrier", *each) for each in sorted(board.barriers)),
        *(fact("pos", robot, *place) for robot, place in board.robots),
        fact("target", name, x, y),
        *([] if board.length is None else [fact("length", board.length)]),
    ]


def write(board: Board) -> str:
    """The board's facts, one a line."""
    return write_facts(facts(board))


def adapt(board: Board, length: int = 0) -> Board:
    """The board with another bound; 0 leaves it. Raises InstanceError."""
    if length < 0:
        raise InstanceError(f"expected a length of 0 or more, found {length}")
    return replace(board, length=length or board.length)
