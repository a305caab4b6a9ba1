"""Runs, replayed configuration by configuration."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Literal

from pylab.base.verdict import Problem, Verdict
from pylab.base.words import counted
from pylab.families.fractal.check.rules import (
    Rules,
    accepts,
    first,
    place_of,
    summary,
    unspelled,
    wanted,
)
from pylab.families.fractal.model import (
    Configuration,
    Measures,
    Pushdown,
    Run,
    Spelling,
    Stack,
)

Move = Literal["walk", "enter", "leave"]

_EMPTY = Verdict((Problem("empty", "the run has no configuration, not even the first"),))


def check_run(rules: Rules, run: Run) -> Verdict:
    """A run through a labyrinth."""
    visited = run.configurations
    labyrinth = rules.labyrinth
    if not visited:
        return _EMPTY
    problems = []
    if visited[0] != Configuration((), labyrinth.start):
        message = f"the run begins at {place_of(visited[0])}, the labyrinth at {labyrinth.start}"
        problems.append(Problem("start", message))
    corridors = 0
    spelling = labyrinth.spelling
    read = _Read(spelling) if spelling else None
    trace = [str(visited[0])]
    for step, (before, after) in enumerate(pairwise(visited), 1):
        made = move(rules, before, after)
        if made is None:
            message = f"no move leads from {before} to {after}: {_why(rules, before, after)}"
            problems.append(Problem("move", message, step))
        corridors += made == "walk"
        if made == "walk" and read is not None:
            read.on(rules.spelled(before.location, after.location))
        trace.append(f"{step}: {made or 'no move'} to {after}")
    last = visited[-1]
    if not rules.won(last):
        problems.append(
            Problem("goal", f"the run ends at {place_of(last)}; {wanted(labyrinth.goal)}")
        )
    if spelling is not None and read is not None and read.word() is None:
        problems.append(Problem("word", unspelled(spelling)))
    measures = Measures(corridors, len(visited) - 1, _depth(run))
    words = summary(measures, last) + (f"; spells {read.shown()}" if read is not None else "")
    return Verdict(first(problems), "" if problems else words, tuple(trace))


class _Read:
    """The states that the automaton of the words may be in, each with what it read on the way."""

    def __init__(self, spelling: Spelling) -> None:
        self.spelling = spelling
        self.ways: dict[str, _Letters] = {spelling.first: None}

    def on(self, labels: Iterable[str]) -> None:
        """Read one of these labels."""
        ways: dict[str, _Letters] = {}
        for label in sorted(labels):
            for state, before in self.ways.items():
                for end in sorted(self.spelling.after([state], label)):
                    ways.setdefault(end, (before, label) if label else before)
        self.ways = ways

    def word(self) -> list[str] | None:
        """A word that was read, if the automaton accepts one."""
        for state in self.spelling.last:
            if state in self.ways:
                letters: list[str] = []
                rest = self.ways[state]
                while rest is not None:
                    rest, label = rest
                    letters.append(label)
                return letters[::-1]
        return None

    def shown(self) -> str:
        """The word, or its beginning."""
        word = self.word() or []
        more = f" … ({counted(len(word), 'letter')})" if len(word) > _SHOWN else ""
        return " ".join(word[:_SHOWN]) + more or "nothing"


_Letters = tuple["_Letters", str] | None
"""What was read: what came before, and the last label."""

_SHOWN = 30
"""The most letters of a word that are shown."""


def move(rules: Rules, before: Configuration, after: Configuration) -> Move | None:
    """What kind of move leads from one configuration to the next; None if none does."""
    if before.stack == after.stack and rules.joined(before.location, after.location):
        return "walk"
    if _opens(rules, before, after):
        return "enter"
    if _opens(rules, after, before):
        return "leave"
    return None


def _opens(rules: Rules, outer: Configuration, inner: Configuration) -> bool:
    """Whether one configuration is before a box, and the other one at the same place in it."""
    if len(inner.stack) != len(outer.stack) + 1 or inner.stack[:-1] != outer.stack:
        return False
    port = f"{inner.stack[-1]}.{inner.location}"
    return outer.location == port and rules.is_location(port)


def _why(rules: Rules, before: Configuration, after: Configuration) -> str:
    if not rules.is_location(after.location):
        return f"there is no location {after.location}"
    if before.stack == after.stack:
        return f"no corridor joins {before.location} and {after.location}"
    if abs(len(before.stack) - len(after.stack)) != 1:
        return "only one box can be entered or left at a time"
    if len(after.stack) > len(before.stack):
        return f"{before.location} leads into no copy at {after.location}"
    return f"{before.location} in box {before.stack[-1]} does not come out at {after.location}"


def check_history(system: Pushdown, run: Run) -> Verdict:
    """A run of a pushdown system."""
    visited = run.configurations
    if not visited:
        return _EMPTY
    problems = []
    beginning = Configuration(system.stack, system.state)
    if visited[0] != beginning:
        message = f"the run begins at {visited[0]}, the system at {beginning}"
        problems.append(Problem("start", message))
    rules = {(r.state, r.symbol, r.target, r.written) for r in system.rules}
    for step, (before, after) in enumerate(pairwise(visited), 1):
        if not _follows(rules, before, after):
            problems.append(Problem("move", f"no rule leads from {before} to {after}", step))
    last, goal = visited[-1], system.goal
    if goal.regular:
        if not goal.accepts(last.location, last.stack):
            problems.append(Problem("goal", f"the run ends at {place_of(last)}; {wanted(goal)}"))
    elif goal.anywhere:
        if last.location not in goal.names:
            message = f"the run ends at {place_of(last)}; {wanted(goal)}"
            problems.append(Problem("goal", message))
    elif last.stack or not accepts(goal, last.location):
        where = f" at {', '.join(goal.names)}" if goal.names else ""
        message = f"the run ends at {place_of(last)}; to win, the stack must be empty{where}"
        problems.append(Problem("goal", message))
    moves = counted(len(visited) - 1, "move")
    return Verdict(first(problems), f"{moves}, highest stack {_depth(run)}")


def _follows(
    rules: set[tuple[str, str, str, Stack]], before: Configuration, after: Configuration
) -> bool:
    below = len(before.stack) - 1
    if not before.stack or before.stack[:-1] != after.stack[:below]:
        return False
    written = after.stack[below:][::-1]
    return (before.location, before.stack[-1], after.location, written) in rules


def _depth(run: Run) -> int:
    return max(len(each.stack) for each in run.configurations)
