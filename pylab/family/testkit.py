"""What a family provides for its tests: a brute force, forgeries, overlay cases, mutants.

A family has its `TESTKIT` in `testkit.py`, beside `family.py`. `pylab.testing` uses it, and the
command `gallery` uses the overlay cases.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic

from pylab.base.finding import Number
from pylab.base.listing import Task
from pylab.family.script import Script
from pylab.family.table import I, W
from pylab.text.facts import Fact


@dataclass(frozen=True, slots=True)
class Truth:
    """The answer to a task, found by brute force.

    Attributes:
        found: whether there is an answer; a certificate doesn't count.
        cost: the cost of the best answer, in the puzzle's own units; None if it is not known.
        count: the number of answers that a search for all finds; None if it is not known.
        answers: the facts of each answer, as text; None if they are not known.
    """

    found: bool
    cost: Number | None = None
    count: int | None = None
    answers: frozenset[frozenset[str]] | None = None


@dataclass(frozen=True, slots=True)
class Forgery:
    """A witness that breaks a rule.

    Attributes:
        puzzle: a shipped instance's file name, or a text of several lines in the family's format.
        witness: a text that `read_witness` reads.
        problem: the code of the first problem that the checker must report; empty if `witness` is
            right, so that there must be no problem.
        options: options for `adapt`.
    """

    puzzle: str
    witness: str
    problem: str
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class OverlayCase:
    """What an overlay changes; `pylab gallery` draws it.

    Attributes:
        overlay: the overlay's name, or several.
        puzzle: as in `Forgery`.
        task: the task's name.
        without, under: status and cost without the overlay and with it, `none` or `found 7`; or for
            `under`, `other answers` or, of an overlay that is only faster, `the same`.
        constants: one or several `name=value`; those that only the overlay declares are left out
            without it.
        beneath: overlays that are used both times.
        rules: rules of a user's that are laid over it, for overlays that need some.
    """

    overlay: str
    puzzle: str
    task: str
    without: str
    under: str
    constants: str = ""
    beneath: str = ""
    rules: str = ""


@dataclass(frozen=True, slots=True)
class Mutant:
    """A copy of a task's encoding with an edit that `pylab compare` must notice, or must not.

    Attributes:
        name: a description of the edit.
        task: the task whose encoding is changed.
        file: the file that is changed.
        old, new: a text that occurs once in the file (white space of any kind is the same), and
            its replacement.
        kinds: the kinds of difference that it may cause; none: the edit changes no answer.
        most: the largest number of facts that the shrunk instance with a difference may have.
    """

    name: str
    task: str
    file: str
    old: str
    new: str
    kinds: tuple[str, ...] = ()
    most: int = 0


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game that was played on a page.

    Attributes:
        script: the script of the game.
        moves: the ids of the moves that were made.
        seen: the page's data before the first move and after each one: `state` (of the rules),
            `moves` (ids), `won`, `facts` and `count`.
    """

    script: Script
    moves: tuple[str, ...]
    seen: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True, kw_only=True)
class FamilyTestkit(Generic[I, W]):
    """A family's own data and functions for the tests of `pylab.testing.conformance`.

    Attributes:
        truth: the answer to a task, by a brute force that shares nothing with encodings, search and
            checker; None if it doesn't know the answer.
        forgeries: witnesses that break one rule each, at least one for every kind of problem.
        sample: a random instance that is small enough for all tasks and for `truth`; by default the
            family's own `sample`, or else `generate`.
        specimens: functions by the names of tasks that no small random or shipped instance has an
            answer to; each makes an instance that has one.
        large: makes an instance that keeps the native search busy for a moment, so that it can be
            stopped, if no small random or shipped instance does.
        played: for families with a `script`: the witness of a game, for the first of the family's
            tasks; None for a game that is no witness.
        overlay_cases: for families with overlays: what each of them changes.
        unsolvable: for families with a `reasons.lp`: a small random instance without an answer; by
            default a `sample` that has none.
        relaxed: also for these: the instance without these requirements, made without `reasons.lp`;
            or, if no instance is like that, whether the first task has an answer then; None if it
            can't tell. It may drop fewer requirements, if some exclude each other.
        lets_go: for families that also have a `repair.lp`: whether a changed instance drops a
            requirement of the original, `lets_go(instance, changed, requirement)`.
        mutants: broken and harmless copies of encodings, for `compare`.
        puzzles: puzzles, as in `Forgery`, on which options make a difference that random ones
            seldom show; those of `overlay_cases` need not be repeated.
        neutral: names of options that never change an answer, only how it is found or which files
            are used.
        apart: pairs of options that together change nothing beyond the changes of each alone.
        kinds: features that random instances must have sooner or later: each tile, colour, door and
            rule as a fact in which `_` stands for anything, such as `tile(_,_,_,"^")`. The suite
            also looks for a sample whose answer changes without such facts.
        elsewhere: names of predicates without facts in any random instance.
    """

    truth: Callable[[I, Task], Truth | None]
    forgeries: Sequence[Forgery]
    sample: Callable[[random.Random], I] | None = None
    specimens: Mapping[str, Callable[[], I]] = field(default_factory=dict)
    large: Callable[[], I] | None = None
    played: Callable[[I, PlayedGame], W | None] | None = None
    overlay_cases: Sequence[OverlayCase] = ()
    unsolvable: Callable[[random.Random], I] | None = None
    relaxed: Callable[[I, Sequence[Fact]], I | bool | None] | None = None
    lets_go: Callable[[I, I, Fact], bool] | None = None
    mutants: Sequence[Mutant] = ()
    puzzles: Sequence[str] = ()
    neutral: Collection[str] = ()
    apart: Collection[tuple[str, str]] = ()
    kinds: Sequence[str] = ()
    elsewhere: Sequence[str] = ()
