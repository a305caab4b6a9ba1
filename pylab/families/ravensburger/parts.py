"""The certificate of a lower bound in parts, whose texts in a row are the certificate.

The nodes of the search with the same small number of pushes decided are its *cubes*, counted from 0
in the order of the search; those with one push more within a cube are counted the same way. A
*place* is a cube's number, and then those of the cubes within. A part is all that is done from one
place up to, and without, another one: `goal 3.0-4` is searched from the goal, from the first cube
within cube 3 up to cube 4.
"""

from __future__ import annotations

import gzip
import itertools
import re
from collections.abc import Callable, Sequence
from typing import BinaryIO

from pylab.base.errors import PylabError, quoted
from pylab.families.ravensburger.certificate import (
    BEGIN,
    END,
    Part,
    Place,
    Writer,
    end_of,
    head,
    levels_below,
)
from pylab.families.ravensburger.lazy import MODES
from pylab.families.ravensburger.model import Board
from pylab.families.ravensburger.slots import Work

_PLACE = r"(\d{1,9}(?:\.\d{1,9})*)?"
_PART = re.compile(rf"(.*) {_PLACE}-{_PLACE}", re.ASCII)
_MODES = {end_of(mode): mode for mode in MODES}


def parts(board: Board, bound: int, part: str, count: int, writer: Writer) -> Sequence[str]:
    """Split a part, or the whole certificate if it is empty, into `count` parts at most.

    The mode of the whole is found out by refuting smaller numbers of pushes.

    Raises PylabError for what can't be certified.
    """
    if part:
        mode, (begin, end) = _read(part)
    else:
        mode, (begin, end) = levels_below(board, bound, writer).best(bound - 1), (BEGIN, END)
    places = between(begin, end, count, lambda place: writer.cubes(bound - 1, mode, place))
    return [_written(mode, each) for each in itertools.pairwise([begin, *places, end])]


def certify_part(bound: int, part: str, stream: BinaryIO, writer: Writer) -> int:
    """Write a part, compressed; how many cases it has. Raises PylabError if there is a plan."""
    mode, (begin, end) = _read(part)
    with gzip.GzipFile(filename="", mode="wb", fileobj=stream, mtime=0) as packed:
        if begin == BEGIN:
            packed.write(head(bound - 1, mode))
        return writer.refute(bound - 1, mode, Work(lambda _: None), packed.write, (begin, end))


def _read(part: str) -> tuple[int, Part]:
    found = _PART.fullmatch(part)
    if found is None or found[1] not in _MODES:
        raise PylabError(f"expected a part of a certificate, found {quoted(part)}")
    return _MODES[found[1]], (_place(found[2]), _place(found[3]) or END)


def _place(text: str | None) -> Place:
    return tuple(map(int, text.split("."))) if text else BEGIN


def _written(mode: int, part: Part) -> str:
    begin, end = (".".join(map(str, place)) if place != END else "" for place in part)
    return f"{end_of(mode)} {begin}-{end}"


def between(begin: Place, end: Place, pieces: int, cubes: Callable[[Place], int]) -> list[Place]:
    """Where a part can be split into so many pieces at most; empty if it can't be.

    What spans several cubes is split between them, one cube between those within.

    >>> between((3,), (9,), 3, lambda _: 0)
    [(5,), (7,)]
    >>> between((3,), (4,), 2, lambda _: 10)
    [(3, 5)]
    """
    if end != END and len(end) > len(begin):  # begins with the first of these
        within, first, last = end[:-1], 0, end[-1]
    else:
        within, first = begin[:-1], begin[-1] if begin else 0
        last = end[-1] if end != END and end[:-1] == within else cubes(within)
    while last - first == 1:
        within = (*within, first)
        first, last = 0, cubes(within)
    pieces = min(pieces, last - first)
    return [(*within, first + (last - first) * piece // pieces) for piece in range(1, pieces)]
