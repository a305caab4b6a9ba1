"""What hot loops are run as: C++ where there is some, or Python; same answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import BinaryIO

from pylab.base.verdict import Verdict
from pylab.families.ravensburger import certificate, certificate_check, compiled, lazy
from pylab.families.ravensburger import parts as in_parts
from pylab.families.ravensburger.beam import beam
from pylab.families.ravensburger.model import Board
from pylab.families.ravensburger.moves import Moves, Tables


@dataclass(frozen=True, slots=True)
class Build:
    """One way to run them.

    Attributes:
        decider: as in `lazy`.
        beam: as in `beam`.
        situation: what it costs a beam to judge a situation, on the scale of `race.cost_of`.
    """

    decider: type[lazy.Decider]
    beam: Callable[[Board, int, int, int, Callable[[], None]], Moves | None]
    situation: int


PYTHON = Build(lazy.Decider, beam, 15)


def build_for(board: Board) -> Build:
    """The fastest that takes the board."""
    if not compiled.takes(board):
        return PYTHON
    return Build(compiled.Decider, compiled.beam, compiled.SITUATION)


def certify(
    board: Board, bound: int, stream: BinaryIO, tick: Callable[[], None] = lambda: None
) -> int:
    """As in `certificate`, by the fastest that takes the board: the same lines."""
    return certificate.certify(board, bound, stream, tick, _writer(board))


def parts(board: Board, bound: int, part: str, count: int) -> Sequence[str]:
    """As in `parts`, by the fastest that takes the board."""
    return in_parts.parts(board, bound, part, count, _writer(board)(Tables(board)))


def certify_part(board: Board, bound: int, part: str, stream: BinaryIO) -> int:
    """As in `parts`, by the fastest that takes the board: the same lines."""
    return in_parts.certify_part(bound, part, stream, _writer(board)(Tables(board)))


def _writer(board: Board) -> type[certificate.Writer]:
    return compiled.Writer if compiled.takes(board) else certificate.Writer


def check_certificate(
    board: Board,
    stream: BinaryIO,
    tick: Callable[[], None] = lambda: None,
    share: tuple[int, int] = (0, 1),
) -> Verdict:
    """The word of the checker in C++ where there is some, or of Python's; they are two."""
    if not compiled.takes(board):
        return certificate_check.check_certificate(board, stream, tick, share)
    return compiled.check_certificate(board, stream, tick, share)


def check_share(board: Board, stream: BinaryIO, number: int, of: int) -> Verdict:
    """A share of it; all of them together are the whole check."""
    return check_certificate(board, stream, share=(number, of))
