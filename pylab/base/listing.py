"""A family's listing: its name, file suffixes, tasks and options, without loading the family.

Help, completion and dispatch read the listings of all families, so this must import quickly. A
family's package has its `LISTING` in `listing.py`, and its `FAMILY` in `family.py`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from pylab.base.words import counted, exact

FACT_SUFFIXES = (".lp", ".asp")
"""Suffixes of files of facts; instances of every family can be read from such files."""


class Signature(NamedTuple):
    """A predicate's name and number of arguments, as in `connect/3`."""

    name: str
    arity: int

    def __str__(self) -> str:
        return f"{self.name}/{self.arity}"


def signatures(text: str) -> tuple[Signature, ...]:
    """Read signatures that are separated by blanks.

    >>> signatures("field/2 max_steps/1")
    (Signature(name='field', arity=2), Signature(name='max_steps', arity=1))
    """
    pairs = (word.rpartition("/") for word in text.split())
    return tuple(Signature(name, int(arity)) for name, _, arity in pairs)


def signature(text: str) -> Signature | None:
    """Read one signature of a user's; None if it is none.

    >>> signature("push/3"), signature("push(3)")
    (Signature(name='push', arity=3), None)
    """
    return signatures(text)[0] if _SIGNATURE.fullmatch(text) else None


_SIGNATURE = re.compile(r"_*[a-z][A-Za-z0-9_']*/\d{1,4}", re.ASCII)


class Steps(NamedTuple):
    """What the steps of a stepwise task are, in words.

    Attributes:
        noun: one step; empty if `below` and `among` are about a bare number.
        below: that there is nothing below `{}`.
        among: the answers of `{}`, for a sentence about the cheapest of them.
        plural: of the noun, if it is another than with s.
    """

    noun: str = "step"
    below: str = "nothing with fewer than {}"
    among: str = "answers of {}"
    plural: str = ""

    def counted(self, number: float) -> str:
        """A number of steps.

        >>> Steps().counted(1), Steps("push", plural="pushes").counted(2)
        ('1 step', '2 pushes')
        """
        return counted(number, self.noun, self.plural) if self.noun else exact(number)

    def refuted(self, number: float) -> str:
        """That there is nothing below a number of steps.

        >>> Steps().refuted(3)
        'nothing with fewer than 3 steps'
        """
        return self.below.format(self.counted(number))


class Task(NamedTuple):
    """A question that can be asked about an instance.

    Attributes:
        name: the name on the command line.
        doc: one line, for listings.
        encoding: the entry file in the family's folder of encodings; its contents decide whether
            clingo solves it step by step, to an optimum, or once. Empty: native only.
        models: the default for the number of witnesses to search for; 0 means all.
        native: whether the family's `search` answers it, too.
        steps: a stepwise task's words for numbers of steps.
        decision: whether it is a yes-no question: no answer means no.
        costs: whether a witness has a cost; if not, steps are only the search's way to proceed.
        best: whether a witness claims that there is no better one, so that only a proven optimum
            is an answer.
        needs: a predicate without which the task makes no sense for an instance; empty if there is
            no such predicate.
    """

    name: str
    doc: str
    encoding: str
    models: int = 1
    native: bool = False
    steps: Steps = Steps()
    decision: bool = False
    costs: bool = True
    best: bool = False
    needs: str = ""


class Parameter(NamedTuple):
    """A number or word that `generate` or `adapt` takes; the default gives its type.

    For `adapt`, the empty string or False means that the instance stays as in the file.

    Attributes:
        small: values for small puzzles, for testing encodings; by default 0, 1, 2 and the like for
            integers, shares between 0 and 1 for floats, and the default for words.
        tasks: the only tasks in which an option can change something, and is accepted; empty: all.
        native: whether only the native search supports an option.
        choices: all words that it can be, beside its default; empty for any.
        beside: of `generate`, the only parameters that have an effect beside this one, unless it
            has its default; None for all.
        needs: of `generate`, the parameter without which this one has no effect; empty for none.
    """

    name: str
    default: int | float | str | bool
    doc: str
    small: tuple[int | float | str | bool, ...] = ()
    tasks: tuple[str, ...] = ()
    native: bool = False
    choices: tuple[str, ...] = ()
    beside: tuple[str, ...] | None = None
    needs: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """A family as shown in lists, help and completion.

    Attributes:
        name: the name of the family, of its package and of its folder of encodings.
        doc: one line.
        title: the name of such puzzles for people; by default, `name` with a capital.
        suffixes: the suffixes of the files that `read` takes, with the dot.
        vocabulary: the predicates of an instance's facts.
        tasks: the family's tasks; the first one is the default.
        options: the options of `adapt`, for other starts, goals or rules than the file's.
        parameters: the parameters of `generate`.
        largest: the largest size of a file that `read` takes, in MiB.
        each: a regular expression of one puzzle in a file that has several; empty if only lines
            `=== title` part them. A group `title` is its title.
        history: who invented such puzzles, and their origin, in a few sentences.
    """

    name: str
    doc: str
    suffixes: tuple[str, ...]
    vocabulary: tuple[Signature, ...]
    tasks: tuple[Task, ...]
    options: tuple[Parameter, ...] = ()
    parameters: tuple[Parameter, ...] = ()
    largest: int = 32
    each: str = ""
    history: str = ""
    title: str = ""

    @property
    def called(self) -> str:
        """The name of such puzzles for people."""
        return self.title or self.name[:1].upper() + self.name[1:]

    def __post_init__(self) -> None:
        """Raises TypeError for members of wrong types, which would break lists of all families."""
        for name in ("name", "doc", "history", "title", "each"):
            if not isinstance(getattr(self, name), str):
                raise TypeError(f"{name} is no text but {getattr(self, name)!r:.60}")
        for name, kind in _SERIES.items():
            value = getattr(self, name)
            if not isinstance(value, tuple) or not all(isinstance(each, kind) for each in value):
                raise TypeError(f"{name} is no tuple of {kind.__name__} but {value!r:.60}")
        named = {task for option in self.options for task in option.tasks}
        if unknown := named - {task.name for task in self.tasks}:
            raise TypeError(f"options are for {', '.join(sorted(unknown))}, which is not a task")


class Parting:
    """How files of several puzzles are parted, by their endings. The registry sets it."""

    each: Callable[[str], str] = staticmethod(lambda _suffix: "")
    """The regular expression of one puzzle in files of an ending, as in `Listing`."""


_SERIES = {
    "suffixes": str,
    "vocabulary": Signature,
    "tasks": Task,
    "options": Parameter,
    "parameters": Parameter,
}
