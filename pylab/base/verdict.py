"""A checker's verdict on a witness; imports nothing but the standard library."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Problem:
    """One broken rule.

    Attributes:
        code: a word for programs, which stays the same between versions. `unchecked` means that the
            answer was not checked, not that it is wrong: it is too large, it is a certificate
            under rules that the checker does not know, or there is no checker.
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
        """Who found the problems: the checker, a judge of the user's, or both."""
        judged = [problem.code == "judge" for problem in self.problems]
        if self.by or all(judged):
            return self.by or "your judge"
        return "the checker and your judge" if any(judged) else "the checker"

    @property
    def valid(self) -> bool:
        return not self.problems

    def __bool__(self) -> bool:
        raise TypeError("a verdict is no truth value: ask .valid")
