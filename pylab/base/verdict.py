"""A checker's verdict on a witness; imports nothing but the standard library."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Problem:
    """One broken rule: a stable code for programs, a message for people, the step if there is one.

    Steps count from 1. `by` names the judge of the user's that says so; empty for the checker.
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
    """A checker's result: the problems (none: valid), a summary of what it measured, and a trace.

    The trace has one line per step, for people who want to follow the checker. `by` names the
    judge that judged in place of the family's checker; it is empty otherwise. `proves` lists what
    the checker itself established about all answers: `at_least` (none costs less than this one)
    or `optimal` (none is better). If the witness says more than the checker could establish, it is
    not `whole`, and the summary says what was not checked.
    """

    problems: tuple[Problem, ...] = ()
    summary: str = ""
    trace: tuple[str, ...] = ()
    by: str = ""
    proves: tuple[str, ...] = ()
    whole: bool = True

    @property
    def unchecked(self) -> bool:
        """Whether the only problem is that the witness was too large to be checked.

        Such problems have the code `unchecked`.
        """
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
