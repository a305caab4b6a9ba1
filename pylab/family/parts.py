"""The interface for a family's proof that can be made in parts, in several processes.

The nodes of a search at the same small depth are its *cubes*, numbered from 0 in the order of the
search; within a cube, those one level deeper are numbered in the same way. A *place* is the number
of a cube, followed by numbers of cubes within. A *part* is the search from one place up to another
one, without that one. So adjacent parts leave no gap.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

Place = tuple[int, ...]

BEGIN: Final[Place] = ()

END: Final[Place] = (2**32 - 1,)
"""The place after all cubes."""


class InParts(Protocol):
    """A proof that nothing costs less than a bound; the texts of all parts, joined, are its text.

    Attributes:
        how: the settings that all parts must share, in a word or two.
    """

    how: str

    def cubes(self, place: Place) -> int:
        """The number of cubes at the top (`place` is BEGIN), or within a cube."""

    def write(self, begin: Place, end: Place, put: Callable[[bytes], object]) -> int:
        """Pass the part's text to `put`, and return its number of cases.

        Raises PylabError if something costs less than the bound.
        """


def between(begin: Place, end: Place, pieces: int, cubes: Callable[[Place], int]) -> list[Place]:
    """The places at which to split a part into at most so many pieces; empty if it can't be split.

    A part of several cubes is split between them, a part of one cube between the cubes within.

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
