"""Lines, words and signs of texts, each with its place: what readers of puzzles' formats share."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from pylab.base.errors import InstanceError, quoted
from pylab.text.source import Source

_WORD = re.compile(r"\S+")


def lines(source: Source, comment: str = "") -> Iterator[Source]:
    """The lines that are not blank and begin with no comment, without the blanks at their ends.

    Each is a source of its own, whose places are those in the whole text.

    >>> [(line.text, line.above) for line in lines(Source("x", "a b \\n\\n# c\\n d"), "#")]
    [('a b', 0), (' d', 3)]
    """
    for number, line in enumerate(source.text.split("\n")):
        if line.strip() and not (comment and line.startswith(comment)):
            yield Source(source.name, line.rstrip(), source.above + number)


def indent(line: Source) -> int:
    """The number of blanks that a line begins with."""
    return len(line.text) - len(line.text.lstrip())


class Words:
    """The words of a line or text, taken one after another; errors have their places.

    Attributes:
        next: the next word; empty at the end.
        offset: where it stands; at the end, where the text ends.

    >>> words = Words(Source("x", "door 3 4"))
    >>> words.take("a keyword"), int(words.take("a number", str.isdigit))
    ('door', 3)
    >>> words.next, str(words.unexpected("the end").place)
    ('4', 'x:1:8')
    """

    def __init__(
        self,
        source: Source,
        pattern: re.Pattern[str] = _WORD,
        ending: str = "the end of the line",
    ) -> None:
        """Words as a pattern finds them, but for what its group `skip` matches."""
        self.source, self.ending = source, ending
        found = pattern.finditer(source.text)
        self._words = (word for word in found if word.lastgroup != "skip")
        self._taken = 0
        self._advance()

    def _advance(self) -> None:
        found = next(self._words, None)
        self.next = found.group() if found else ""
        self.offset = found.start() if found else len(self.source.text.rstrip())

    def take(self, wanted: str, fits: Callable[[str], object] = bool) -> str:
        """The next word. Raises InstanceError if there is none, or if it doesn't fit."""
        word = self.next
        if not word or not fits(word):
            raise self.unexpected(wanted)
        self._taken = self.offset
        self._advance()
        return word

    def expect(self, mark: str) -> None:
        """Takes this word. Raises InstanceError for another one."""
        self.take(repr(mark), mark.__eq__)

    def end(self) -> None:
        """Raises InstanceError if there is a word left."""
        if self.next:
            raise self.unexpected(self.ending)

    def unexpected(self, wanted: str) -> InstanceError:
        """The error for the next word."""
        found = quoted(self.next) if self.next else self.ending
        return InstanceError(f"expected {wanted}, found {found}", self.source.place(self.offset))

    def error(self, message: str) -> InstanceError:
        """An error at the word that was taken last."""
        return InstanceError(message, self.source.place(self._taken))


def read_signs(rows: Sequence[Source], known: str) -> list[str]:
    """The signs of a grid, row by row. Raises InstanceError for unknown ones and uneven rows.

    >>> read_signs(list(lines(Source("x", "#.#\\n#.."))), "#.")
    ['#.#', '#..']
    """
    for row in rows:
        for column, sign in enumerate(row.text):
            if sign not in known:
                raise InstanceError(f"expected one of {known}, found {sign!r}", row.place(column))
        if len(row.text) != len(rows[0].text):
            told = f"expected {len(rows[0].text)} signs as in the first row, found {len(row.text)}"
            raise InstanceError(told, row.place(min(len(row.text), len(rows[0].text))))
    return [row.text for row in rows]
