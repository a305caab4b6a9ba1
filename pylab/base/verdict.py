"""A checker's verdict on a witness; imports nothing but the standard library."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Problem:
    """One broken rule.

    Attributes:
        code: a word for programs, which stays the same between versions. `unchecked` means that the
            answer was not checked, not that it is wrong: it is too large, it is a certificate
            under rules that the checker does not know, or there is no checker. `more` counts those
            of a judge's objections that are left out.
        message: the same for people.
        step: the step, from 1; null if there is none.
        by: the judge of the user's that objects; empty for the checker.
    """

    code: str
    message: str
    step: int | None = None
    by: str = ""

    def __str__(self) -> str:
        step = "" if self.step is None else f"step {self.step}"
        return ": ".join(filter(None, [self.by, step, self.message]))


@dataclass(frozen=True, slots=True)
class Verdict:
    """A checker's result.

    Attributes:
        problems: the rules that are broken, an object each; none if the answer is valid.
        summary: what the checker found, in words.
        trace: what the checker did, one line for each step.
        by: the judge that was used instead of the family's checker, or `the checker in C++`; empty
            for the family's checker in Python.
        proves: what the checker itself established about all answers: `at_least` (none costs less
            than this one) or `optimal` (none is better).
        whole: false if the answer says more than the checker could establish; the summary says what
            was not checked.
    """

    problems: tuple[Problem, ...] = ()
    summary: str = ""
    trace: tuple[str, ...] = ()
    by: str = ""
    proves: tuple[str, ...] = ()
    whole: bool = True

    @property
    def unchecked(self) -> bool:
        """Whether the only problem is that the witness was not checked: the code `unchecked`."""
        return bool(self.problems) and all(p.code == "unchecked" for p in self.problems)

    @property
    def invalid_by(self) -> str:
        """Who found the problems: the checker, judges of the user's, or both, by name."""
        judges = list(dict.fromkeys(each.by for each in self.problems if each.by))
        found = [named(judges)] if judges else []
        if not all(each.by for each in self.problems):
            found.insert(0, self.by or "the checker")
        return " and ".join(found)

    @property
    def valid(self) -> bool:
        return not self.problems

    def told(self, word: str) -> str:
        """The word, who judged, and what was found, as far as there is something to say."""
        return f"{word}{self.by and ' by ' + self.by}: {self.summary}".rstrip(": ")

    @property
    def known(self) -> bool | None:
        """Whether it is valid; None if that was not checked."""
        return None if self.unchecked else self.valid

    def __bool__(self) -> bool:
        raise TypeError("a verdict is no truth value: ask .valid")


def named(judges: Sequence[str]) -> str:
    """The user's judges in words, from the names of their files; one given as text has a name."""
    names = ", ".join(judges)
    if names.startswith("your judge"):
        return names
    return f"your judge {names}" if len(judges) == 1 else f"your judges {names}"
