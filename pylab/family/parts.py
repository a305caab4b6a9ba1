"""A search that can be done in parts: what a family says of it; knows neither families nor sweeps.

The nodes of a search with the same small number of choices made are its *cubes*, counted from 0 in
the order in which they are searched; those with one choice more within a cube are counted the same
way. A *place* is a cube's number, and then those of the cubes within. A *part* is all that is done
from one place up to, and without, another one. So parts side by side leave nothing out.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

Place = tuple[int, ...]

BEGIN: Final[Place] = ()

END: Final[Place] = (2**32 - 1,)
"""Behind all cubes."""


class InParts(Protocol):
    """A proof that nothing costs less than a bound; its parts' texts in a row are the whole one's.

    Attributes:
        how: what all parts have to agree on, in a word or two.
    """

    how: str

    def cubes(self, place: Place) -> int:
        """How many there are, or how many within a cube."""

    def write(self, begin: Place, end: Place, put: Callable[[bytes], object]) -> int:
        """The part's text; how many cases it has.

        Raises PylabError if something costs less.
        """


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
