"""Board ⇄ facts: what is well formed, not what is right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pylab.families.ravensburger.model import OPPOSITE, RULES, Board, Field
from pylab.family.schema import NATURAL, Row, RowError, Schema, within


def _fields(size: int) -> Iterator[Field]:
    return ((x, y) for x in range(1, size + 1) for y in range(1, size + 1))


def _size(fields: Sequence[Field]) -> int:
    """The number of rows, and columns, if these fields are all of a square."""
    size, present = max(map(max, fields)), set(fields)
    for x, y in _fields(size):
        if (x, y) not in present:
            index, (row, column) = next(pair for pair in enumerate(fields) if size in pair[1])
            told = f"a square of {size} rows and columns because of field({row},{column})"
            raise RowError(f"expected {told}, found no field({x},{y})", index)
    return size


_POSITIVE = range(1, NATURAL.stop)
_LINE = within("size", 1)

BOARD = Schema(
    Board,
    size=Row("field", x=_POSITIVE, y=_POSITIVE).many(into=_size, out_of=_fields),
    start=Row("init_on", x=_LINE, y=_LINE).one(),
    goal=Row("goal_on", x=_LINE, y=_LINE).one(),
    connections=Row("connect", x=_LINE, y=_LINE, d=OPPOSITE).many(False, frozenset, sorted),
    max_steps=Row("max_steps", pushes=NATURAL).one(),
    rules=Row("rule", name=RULES).many(False, frozenset, sorted),
)
"""The board as the competition writes it, and `rule(R)` for each other rule in force."""
