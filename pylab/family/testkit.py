"""What a family brings to be tried by: truth found otherwise, forgeries, games; tries nothing.

A family has its `TESTKIT` in `testkit.py`, beside `family.py`. `pylab.testing` looks for it,
and of the commands `gallery` alone, for what overlays change.
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
    """The answer to a task, found by trying everything.

    Attributes:
        found: whether there is an answer; a certificate that there is nothing is none.
        cost: what the best one costs, in the puzzle's own units; None if that is not known.
        count: how many answers a search for all of them finds; None if that is not known.
        answers: the facts of each of them, as `str` has them; None if they are not known.
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
        witness: as `read_witness` takes it.
        problem: the code of the first problem that the checker must name; empty: `witness` is
            right, and nothing may be said against it.
        options: what `adapt` takes.
    """

    puzzle: str
    witness: str
    problem: str
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class OverlayCase:
    """What an overlay changes; `pylab gallery` draws it.

    Attributes:
        overlay: its name, or several.
        puzzle: as in `Forgery`.
        task: which.
        without, under: status and cost without the overlay and with it, `none` or `found 7`; or for
            `under`, `other answers` or, of an overlay that is only faster, `the same`.
        constants: `name=value`, several in a row; those that only the overlay knows are left out
            without it.
        beneath: overlays that are laid both times.
        rules: rules of one's own that are laid over it, for overlays that wait for some.
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
        name: what is wrong with it.
        task: whose encoding.
        file: the file that is changed.
        old, new: a part of it that is there once, white space counting as such, and what takes its
            place.
        kinds: how the difference may show; none: the edit changes no answer.
        most: the number of facts that the smallest instance that shows it has at most.
    """

    name: str
    task: str
    file: str
    old: str
    new: str
    kinds: tuple[str, ...] = ()
    most: int = 0


@dataclass(frozen=True, slots=True)
class Game:
    """What was played on a page.

    Attributes:
        script: what was played.
        moves: the ids of the moves that were made.
        seen: what the page had before, after each of them and at the end: `state` (the rules'
            own), `moves` (ids), `won`, `facts` and `count`.
    """

    script: Script
    moves: tuple[str, ...]
    seen: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True, kw_only=True)
class FamilyTestkit(Generic[I, W]):
    """A family's own part of the testkit that `pylab.testing.conformance` puts it to.

    Attributes:
        truth: the answer to a task, by a brute force that shares nothing with encodings, search and
            checker; None for what it does not know.
        forgeries: witnesses that break one rule each, one at least for every kind of problem.
        sample: a random instance that is small enough for all tasks and for `truth`; by default the
            family's own `sample`, or else `generate`.
        specimens: for tasks to which no small random or shipped instance has an answer, one that
            has: functions by the tasks' names.
        large: one that keeps the native search busy for a moment, where no small random or shipped
            instance does, so that it can be stopped.
        played: for families with a `script`: a game as the witness that says so, for the first of
            the family's tasks; None for a game that is none.
        overlay_cases: for families with overlays: what each of them changes.
        unsolvable: for families with a `reasons.lp`: a small random instance without an answer; by
            default a `sample` that has none.
        relaxed: for these, too: the instance once these requirements are let go of, made without
            `reasons.lp`; or, where no instance says that, whether the first task has an answer
            then; None for what it doesn't know. It may let go of fewer of them, where not all go
            together.
        lets_go: for families with a `repair.lp` beside it: whether a changed instance does not
            meet a requirement of the first one, `lets_go(instance, changed, requirement)`.
        mutants: broken and harmless copies of encodings, for `compare`.
        puzzles: as in `Forgery`: those on which options make a difference, where random ones seldom
            show it; the ones of `overlay_cases` need not be named again.
        neutral: names of options that change no answer, but how one is found or which files are
            taken.
        apart: pairs of options that change nothing together that one of them doesn't change alone.
        kinds: what random instances must have sooner or later, each tile, colour, door and rule as
            a fact in which `_` stands for anything: `tile(_,_,_,"^")`.
        elsewhere: names of predicates that no random instance has any facts of.
    """

    truth: Callable[[I, Task], Truth | None]
    forgeries: Sequence[Forgery]
    sample: Callable[[random.Random], I] | None = None
    specimens: Mapping[str, Callable[[], I]] = field(default_factory=dict)
    large: Callable[[], I] | None = None
    played: Callable[[I, Game], W | None] | None = None
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
