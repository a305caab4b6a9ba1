"""A checker's word on a witness; knows nothing but the standard library."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Problem:
    """One broken rule: a stable code for programs, a message for people, the step if there is one.

    Steps count from 1.
    """

    code: str
    message: str
    step: int | None = None

    def __str__(self) -> str:
        return self.message if self.step is None else f"step {self.step}: {self.message}"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a checker found: the problems (none: valid), a summary of what it measured, its trace.

    The trace is one line a step, for people who want to follow the checker.
    """

    problems: tuple[Problem, ...] = ()
    summary: str = ""
    trace: tuple[str, ...] = ()

    @property
    def valid(self) -> bool:
        return not self.problems

    def __bool__(self) -> bool:
        raise TypeError("a verdict is no truth value: ask .valid")
