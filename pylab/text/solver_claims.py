"""The content of a solver's output: answers as texts, and claims about them; parses nothing."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import Enum

from pylab.base.errors import Place, WitnessError
from pylab.base.rows import row
from pylab.text.source import Source


class Claim(Enum):
    """What a solver claims about its answers; none of it is trusted."""

    FOUND = "found"
    NONE = "none"
    OPTIMUM = "optimum"
    UNKNOWN = "unknown"


CLAIMS = {
    Claim.NONE: re.compile(r"(s )?(UNSATISFIABLE|INCONSISTENT|INCOHERENT)|NO ANSWER SET FOUND"),
    Claim.UNKNOWN: re.compile(r"(s )?UNKNOWN"),
    Claim.OPTIMUM: re.compile(r"(s )?OPTIMUM( FOUND)?"),
    Claim.FOUND: re.compile(r"(s )?SATISFIABLE|ANSWER SET FOUND"),
}
"""The words for each claim."""

NO_ANSWERS = (
    "expected answer sets, found consequences: what holds in all or in some of them "
    "(--enum-mode=cautious, brave)"
)


def meaning(word: str) -> Claim | None:
    """The claim that a solver's word makes; None if it makes none."""
    return next((kind for kind, form in CLAIMS.items() if form.fullmatch(word)), None)


@row
class AnswerText(Source):
    """One whole answer in an output: its atoms in their places, and nothing else.

    Attributes:
        marked: whether the output says that this is an answer; if not, a text of facts is one.
    """

    marked: bool = True

    @property
    def begin(self) -> int | None:
        """The offset of the first atom; None if there is none."""
        start = _BLANK.match(self.text)
        return start.end() if start and start.end() < len(self.text) else None


_BLANK = re.compile(r"(?:\s|%(?!\*)[^\n]*)*+")


@dataclass(frozen=True, slots=True)
class Output:
    """What a solver printed.

    Attributes:
        answers: the text of each whole answer; if none is marked, the whole text is one.
        claim: its claim about them; None if there is none.
        words: the claim as it is written in the output.
        place: the place of the claim.
        costs: the costs that it prints for the last answer, the most important value first.
        exhausted: whether its exit code says that there are no other answers.
        cut: the place where an incomplete answer begins, which is not among `answers`.
    """

    answers: tuple[AnswerText, ...] = ()
    claim: Claim | None = None
    words: str = ""
    place: Place | None = None
    costs: tuple[int, ...] = ()
    exhausted: bool = False
    cut: Place | None = None

    @property
    def silence(self) -> str:
        """The reason why it contains no answer, in words."""
        if self.cut is not None:
            return f"the output is cut off in the answer that begins in line {self.cut.line}"
        return self.words or "the output ends before the first answer"

    def ended(self, code: int) -> Output:
        """The output with the solver's exit code, which counts if the output itself claims nothing.

        Raises WitnessError where the two contradict each other.
        """
        told = _CODES.get(code, Claim.UNKNOWN)
        if self.answers and told is Claim.NONE:
            raise WitnessError(f"expected no answer because of exit code {code}, found one")
        if self.claim is Claim.NONE and told in (Claim.FOUND, Claim.OPTIMUM):
            raise WitnessError(f"expected an answer because of exit code {code}", self.place)
        if self.claim is Claim.NONE:
            return self
        if self.answers:
            proven = told is Claim.OPTIMUM and self.claim is None and self.costs
            return replace(self, claim=told, words=_words(code)) if proven else self
        return replace(self, claim=told, words=self.words or _words(code))


_CODES = {10: Claim.FOUND, 20: Claim.NONE, 30: Claim.OPTIMUM}
"""The claims of the exit codes of clasp, clingo and the competition; all others mean unknown."""

_ENDS = {
    1: "interrupted",
    11: "interrupted, with an answer",
    33: "out of memory",
    65: "an error",
    128: "not started",
}
"""How clasp and clingo ended, for their other exit codes."""

_SIGNALS = range(129, 193)


def _words(code: int) -> str:
    """An exit code for messages, with its meaning: "exit code 65 (an error)"."""
    how = f"killed by signal {code - 128}" if code in _SIGNALS else _ENDS.get(code, "")
    return f"exit code {code} ({how})" if how else f"exit code {code}"
