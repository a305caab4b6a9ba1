"""Text ⇄ board ⇄ facts; knows what is well formed, not what is right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pylab.errors import InstanceError, Place, SourceError
from pylab.facts import Fact, constant, fact, integer, misfit, read_facts, type_of
from pylab.source import Source
from pylab_ricochet.listing import LISTING
from pylab_ricochet.model import STEPS, Board, Field

_MOST = 500
"""Rows of the largest board that is read."""


def read(source: Source) -> Board:
    """A board from facts. Raises InstanceError with the place."""
    end = source.place(len(source.text.rstrip()))
    return from_facts(read_facts(source, LISTING.vocabulary), end)


def from_facts(facts: Sequence[Fact], end: Place | None = None) -> Board:
    """A board from facts; `end` is where errors place what is missing. Raises InstanceError."""
    dims, barriers, places, targets, lengths = (
        [each for each in facts if each.signature == known] for known in LISTING.vocabulary
    )
    rows = {integer(each, 0, 1, _MOST): each.place for each in dims}
    size = max(rows, default=1)
    for row in range(1, size + 1):
        if row not in rows:
            raise InstanceError(f"expected dim({row}), found none", rows.get(size, end))

    def field(each: Fact, first: int) -> Field:
        return integer(each, first, 1, size), integer(each, first + 1, 1, size)

    robots: dict[str, Field] = {}
    for each in places:
        if robot(each) in robots or field(each, 1) in robots.values():
            raise InstanceError("expected robots on a field each, found another", each.place)
        robots[robot(each)] = field(each, 1)
    if len(targets) != 1 or len(lengths) > 1:
        odd = [each.place for each in targets[1:] + lengths[1:]]
        wanted = f"expected one target/3 and at most one length/1, found {len(targets)}"
        raise InstanceError(f"{wanted} and {len(lengths)}", [*odd, end][0])
    if robot(targets[0]) not in robots:
        raise misfit(targets[0], 0, f"a robot that is there ({', '.join(robots) or 'none'})")
    return Board(
        size,
        frozenset((*field(each, 0), constant(each, 2, tuple(STEPS))) for each in barriers),
        tuple(sorted(robots.items())),
        (robot(targets[0]), field(targets[0], 1)),
        integer(lengths[0], 0, 0) if lengths else None,
    )


def robot(each: Fact, kind: type[SourceError] = InstanceError) -> str:
    """The robot that a fact's first argument names."""
    name = each.arguments[0]
    if name.type is type_of.Function and name.name and name.positive and not name.arguments:
        return name.name
    raise misfit(each, 0, "a robot's name", kind)


def facts(board: Board) -> list[Fact]:
    """The board as the competition writes it."""
    return [
        *(fact("dim", row) for row in range(1, board.size + 1)),
        *(fact("barrier", *each) for each in sorted(board.barriers)),
        *(fact("pos", name, *field) for name, field in board.robots),
        fact("target", board.target[0], *board.target[1]),
        *(fact("length", length) for length in [board.length] if length is not None),
    ]


def adapt(board: Board, length: int = 0) -> Board:
    """The board with another bound; 0 leaves it. Raises InstanceError."""
    if length < 0:
        raise InstanceError(f"expected a length of 0 or more, found {length}")
    return replace(board, length=length or board.length)
