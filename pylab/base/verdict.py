"""A checker's word on a witness; knows nothing but the standard library."""

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
    """What a checker found: the problems (none: valid), a summary of what it measured, its trace.

    The trace is one line a step, for people who want to follow the checker. Where another one
    judged in its place, `by` says who; empty for the family's own. Beside the witness, `proves` has
    what the checker has seen for itself of all answers: `at_least`, none costs less than this one;
    `optimal`, none is better.
    """

    problems: tuple[Problem, ...] = ()
    summary: str = ""
    trace: tuple[str, ...] = ()
    by: str = ""
    proves: tuple[str, ...] = ()

    @property
    def unchecked(self) -> bool:
        """Whether all that keeps it from being valid is that it was too large to be checked.

        Such problems have the code `unchecked`.
        """
        return bool(self.problems) and all(p.code == "unchecked" for p in self.problems)

    @property
    def refused_by(self) -> str:
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
