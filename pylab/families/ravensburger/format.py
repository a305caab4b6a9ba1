"""Text ⇄ board ⇄ facts: what is well formed, not what is right."""

from __future__ import annotations

from collections.abc import Sequence

from pylab.base.errors import InstanceError
from pylab.base.listing import Signature
from pylab.families.ravensburger.model import OPPOSITE, RULES, Board
from pylab.text.facts import (
    INT_MAX,
    Fact,
    by_signature,
    constant,
    fact,
    integer,
    only,
    rows,
    values,
)

FIELD = Signature("field", 2)
INIT_ON = Signature("init_on", 2)
GOAL_ON = Signature("goal_on", 2)
CONNECT = Signature("connect", 3)
MAX_STEPS = Signature("max_steps", 1)
RULE = Signature("rule", 1)


def from_facts(facts: Sequence[Fact]) -> Board:
    """A board from facts.

    Raises InstanceError for a start, goal or bound that is missing or repeated, for fields that
    form no square, and for anything that is not on the board.
    """
    sorted_facts = by_signature(facts)
    size = _size(sorted_facts.get(FIELD, []))

    lines = range(1, size + 1)
    start, goal, bound = (
        only(sorted_facts, signature) for signature in (INIT_ON, GOAL_ON, MAX_STEPS)
    )
    return Board(
        size=size,
        connections=frozenset(rows(sorted_facts.get(CONNECT, []), lines, lines, OPPOSITE)),
        start=values(start, lines, lines),
        goal=values(goal, lines, lines),
        max_steps=integer(bound, 0, 0),
        rules=frozenset(constant(each, 0, RULES) for each in sorted_facts.get(RULE, [])),
    )


def facts(board: Board) -> list[Fact]:
    """The board as the competition writes it, and `rule(R)` for each other rule in force."""
    lines = range(1, board.size + 1)
    return [
        *(fact("field", x, y) for x in lines for y in lines),
        fact("init_on", *board.start),
        fact("goal_on", *board.goal),
        *(fact("connect", *each) for each in sorted(board.connections)),
        fact("max_steps", board.max_steps),
        *(fact("rule", name) for name in sorted(board.rules)),
    ]


def _size(fields: Sequence[Fact]) -> int:
    """The number of rows, and columns, if these fields are all of a square."""
    positive = range(1, INT_MAX + 1)
    present: dict[tuple[int, int], Fact] = dict(
        zip(rows(fields, positive, positive), fields, strict=True)
    )
    if not present:
        raise InstanceError("expected facts field(X,Y), found none")
    size: int = max(max(field) for field in present)
    for x in range(1, size + 1):
        for y in range(1, size + 1):
            if (x, y) not in present:
                largest = next(each for field, each in present.items() if max(field) == size)
                raise InstanceError(
                    f"expected a square of {size} rows and columns because of {largest.symbol}, "
                    f"found no field({x},{y})",
                    largest.place,
                )
    return size
