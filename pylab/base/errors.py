"""The errors that pylab raises, with places in files; knows no puzzle and no terminal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from typing import Any, NamedTuple

_SHOWN_WIDTH = 100
_LONGEST_LINE = 1000
"""Of a message; what was found may be as long as the file."""


class Place(NamedTuple):
    """A position in a text: its source's name, line and column from 1, and the line itself."""

    source: str
    line: int
    column: int
    text: str = ""

    def __str__(self) -> str:
        return f"{printable(self.source)}:{self.line}:{self.column}"

    def excerpt(self) -> str:
        """The line with a caret under the column; long lines are cut around it."""
        start = max(0, self.column - 1 - _SHOWN_WIDTH // 2)
        before = printable(self.text[start : self.column - 1])
        after = printable(self.text[self.column - 1 : start + _SHOWN_WIDTH])
        cut = "…" if start else ""
        return f"    {cut}{before}{after}\n    {' ' * len(cut + before)}^"


def printable(text: str) -> str:
    """The text with everything that could steer a terminal escaped.

    >>> printable("a\\x1b[2Jb")
    'a\\\\x1b[2Jb'
    """
    return "".join(c if c.isprintable() else " " if c == "\t" else _escaped(c) for c in text)


def short(text: str, most: int = 60) -> str:
    """The beginning of a text, printable: what was found, within a message.

    >>> short("abc"), short("a" * 100, 5)
    ('abc', 'aaaa…')
    """
    return printable(text if len(text) <= most else f"{text[: most - 1]}…")


def quoted(text: str, most: int = 60) -> str:
    """The same in quotation marks.

    >>> quoted("a word")
    "'a word'"
    """
    return repr(short(text, most))


def _escaped(character: str) -> str:
    return character.encode("unicode_escape").decode("ascii")


def nearest(word: str, known: Iterable[str], likeness: float = 0.6) -> str:
    """The known word that is most like a mistyped one; empty if none is similar.

    >>> nearest("slove", ["solve", "draw"])
    'solve'
    """
    import difflib  # for those who mistype

    return next(iter(difflib.get_close_matches(str(word), list(known), 1, likeness)), "")


def near(word: str, known: Iterable[str], likeness: float = 0.6) -> str:
    """The suggestion of `nearest` as the end of a message; empty if there is none.

    >>> near("slove", ["solve", "draw"])
    ' (did you mean solve?)'
    """
    found = nearest(word, known, likeness)
    return f" (did you mean {found}?)" if found else ""


def mistaken(remarks: Iterable[str]) -> str:
    """The message of an error for a puzzle with mistakes, where `--strict` allows no assumption.

    >>> print(mistaken(["x.lab:1:3: - is a location here"]))
    expected a puzzle without mistakes, found some:
      x.lab:1:3: - is a location here
    """
    listed = "".join(f"\n  {each}" for each in remarks)
    return f"expected a puzzle without mistakes, found some:{listed}"


def shown(message: str) -> str:
    """The message, printable, with the middle of overlong lines left out.

    Messages quote files and arguments, which must not send control codes to a terminal.

    >>> len(shown("expected a fact, found " + "x" * 100_000)) < 1010
    True
    """
    return "\n".join(printable(_shortened(line)) for line in message.split("\n"))


def _shortened(line: str) -> str:
    left_out = len(line) - _LONGEST_LINE
    if left_out <= 0:
        return line
    return f"{line[: _LONGEST_LINE * 3 // 4]}…{line[-_LONGEST_LINE // 4 :]}"


class PylabError(Exception):
    """The base of all errors in the user's input."""

    def __str__(self) -> str:
        return shown(super().__str__())


class SourceError(PylabError):
    """A text is wrong; the message says what was expected and what was found."""

    def __init__(self, message: str, place: Place | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.place = place

    def __str__(self) -> str:
        if self.place is None:
            return shown(self.message)
        excerpt = f"\n{self.place.excerpt()}" if self.place.text else ""
        return shown(f"{self.place}: {self.message}{excerpt}")


class InstanceError(SourceError):
    """A puzzle's text is not a puzzle."""


class WitnessError(SourceError):
    """A witness can't be read. For one that can be read but breaks a rule there is a verdict."""


class EncodingError(SourceError):
    """An encoding or overlay can't be loaded, or does not fit the task."""


class Unsupported(EncodingError):
    """An encoding declares that it does not support this instance."""


class Disagreement(PylabError):
    """Two engines contradict each other; `claims` maps each engine's name to its claim."""

    def __init__(self, message: str, claims: Mapping[str, object]) -> None:
        super().__init__(message)
        self.claims = claims

    def __reduce__(self) -> tuple[type, tuple[str, Mapping[str, object]]]:
        return type(self), (str(self), self.claims)


class Ended(Enum):
    """Why a search ended."""

    SETTLED = "settled"
    """The search is complete, or found as many witnesses as were wanted."""
    TIME = "time"
    MEMORY = "memory"
    STEPS = "steps"
    """All steps up to the horizon were searched; nothing is known of larger numbers of steps."""
    SIZE = "size"
    """The search space is too large for this method."""
    INTERRUPTED = "interrupted"


class LimitReached(PylabError):
    """A limit of time or memory is reached, or the user interrupted; earlier results stay valid."""

    def __init__(self, message: str, ended: Ended = Ended.SIZE) -> None:
        super().__init__(message)
        self.ended = ended


class Fault(Exception):
    """Code of a family, an engine or pylab itself raised an unexpected exception: the cause.

    The exception may come from another process or thread. A Fault is not a PylabError, because
    the input is not at fault.
    """

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self.args, {"__cause__": self.__cause__}
