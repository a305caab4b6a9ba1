"""What can go wrong, with the place where it did; knows no puzzle, no clingo and no terminal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

_SHOWN_WIDTH = 100
_LONGEST_LINE = 1000
"""Of a message; what was found may be as long as the file."""


@dataclass(frozen=True, slots=True)
class Place:
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
    """What somebody meant who mistyped it; empty where nothing is near.

    >>> nearest("slove", ["solve", "draw"])
    'solve'
    """
    import difflib  # for those who mistype

    return next(iter(difflib.get_close_matches(word, list(known), 1, likeness)), "")


def near(word: str, known: Iterable[str], likeness: float = 0.6) -> str:
    """The same as the end of a message.

    >>> near("slove", ["solve", "draw"])
    ' (did you mean solve?)'
    """
    found = nearest(word, known, likeness)
    return f" (did you mean {found}?)" if found else ""


def mistaken(remarks: Iterable[str]) -> str:
    """What is wrong with a puzzle where nothing may be assumed, as an error's message.

    >>> print(mistaken(["x.lab:1:3: - is a location here"]))
    expected a puzzle without mistakes, found some:
      x.lab:1:3: - is a location here
    """
    listed = "".join(f"\n  {each}" for each in remarks)
    return f"expected a puzzle without mistakes, found some:{listed}"


def shown(message: str) -> str:
    """The message with the middle of each line that nobody would read left out, and printable.

    What it is about came from files and arguments; none of that may steer a terminal.

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
    """The base of all errors that are the input's fault, not ours."""

    def __str__(self) -> str:
        return shown(super().__str__())


class SourceError(PylabError):
    """Something that was read is wrong; the message says what was expected and what was found."""

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
    """A witness can't be read; one that can be read but breaks a rule is a verdict's matter."""


class EncodingError(SourceError):
    """An encoding or overlay can't be loaded, or does not fit the task."""


class Unsupported(EncodingError):
    """An encoding says itself that it is not for this instance."""


class Disagreement(PylabError):
    """The engines contradict each other; `claims` has what each of them says, by its name."""

    def __init__(self, message: str, claims: Mapping[str, object]) -> None:
        super().__init__(message)
        self.claims = claims

    def __reduce__(self) -> tuple[type, tuple[str, Mapping[str, object]]]:
        return type(self), (str(self), self.claims)


class Ended(Enum):
    """What brings a search to its end."""

    SETTLED = "settled"
    """Nothing is left to be searched, or as much was found as was wanted."""
    TIME = "time"
    MEMORY = "memory"
    STEPS = "steps"
    """All steps that were to be searched are; more are not refuted."""
    SIZE = "size"
    """What is to be searched is too large for this way of searching."""
    INTERRUPTED = "interrupted"


class LimitReached(PylabError):
    """Time, memory, or the asker's patience is used up; what is known so far still stands."""

    def __init__(self, message: str, ended: Ended = Ended.SIZE) -> None:
        super().__init__(message)
        self.ended = ended


class Fault(Exception):
    """Code failed as nobody expected, a family's, an engine's or pylab's own; in words.

    It stands for an exception that was raised there, in another process or thread perhaps, which
    is its cause. It is no PylabError, as no input is to blame.
    """

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self.args, {"__cause__": self.__cause__}
