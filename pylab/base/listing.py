"""What is to be known of a family before it is loaded: names, endings, tasks, options.

Light on purpose: help, completion and dispatch read the listings of all families, and import none
of them. A family's package has its `LISTING` in `listing.py`, and its `FAMILY` in `family.py`.
"""

from __future__ import annotations

from dataclasses import dataclass

FACT_SUFFIXES = (".lp", ".asp")
"""Files of facts; any family's can be read from them."""


@dataclass(frozen=True, slots=True)
class Signature:
    """A predicate's name and number of arguments, as in `connect/3`."""

    name: str
    arity: int

    def __str__(self) -> str:
        return f"{self.name}/{self.arity}"


def signatures(text: str) -> tuple[Signature, ...]:
    """Signatures as one writes them.

    >>> signatures("field/2 max_steps/1")
    (Signature(name='field', arity=2), Signature(name='max_steps', arity=1))
    """
    pairs = (word.rpartition("/") for word in text.split())
    return tuple(Signature(name, int(arity)) for name, _, arity in pairs)


BELOW = ("nothing with fewer than 1 step", "nothing with fewer than {} steps")
"""A task's words for refuted steps, if it has none of its own."""


@dataclass(frozen=True, slots=True)
class Task:
    """A question that can be put to an instance.

    Attributes:
        name: as on the command line.
        doc: one line, for listings.
        encoding: the entry file within the family's folder of encodings; what it contains decides
            how clingo is led: step by step, to an optimum, or in one go. Empty: native only.
        models: how many witnesses are looked for unless the asker says; 0 means all.
        native: whether the family's `search` answers it too.
        below: a stepwise task's words for refuted steps: for one, and with `{}` for their number.
        among: words for the answers of a stepwise task that have one step, and with `{}` for their
            number, after which it says which of them costs the least.
        decision: whether it is a question of yes or no: no answer means no.
        costs: whether a witness costs something; if not, steps are only how the search proceeds.
        best: whether a witness says by itself that there is no better one, so that one that is
            not proven to be the best is no answer.
        needs: a predicate that instances may lack, without which the task makes no sense; empty if
            it always does.
    """

    name: str
    doc: str
    encoding: str
    models: int = 1
    native: bool = False
    below: tuple[str, str] = BELOW
    among: tuple[str, str] = ("answers of 1 step", "answers of {} steps")
    decision: bool = False
    costs: bool = True
    best: bool = False
    needs: str = ""


@dataclass(frozen=True, slots=True)
class Parameter:
    """A number or word that `generate` or `adapt` takes: its default shows its type.

    For `adapt`, the empty string (or False) means: as the file says.

    Attributes:
        small: values for small puzzles, to try encodings on; by default such as 0, 1 and 2, or
            shares between 0 and 1, and of words only the default.
        tasks: of an option, the only ones in which it can change something; empty for all. In
            others it is refused.
        native: of an option, whether only the native search knows it.
    """

    name: str
    default: int | float | str | bool
    doc: str
    small: tuple[int | float | str | bool, ...] = ()
    tasks: tuple[str, ...] = ()
    native: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """A family as lists, help and completion show it.

    Attributes:
        name: of the package and of the folder of encodings.
        doc: one line.
        suffixes: of the files that `read` takes, with the dot.
        vocabulary: the predicates of an instance's facts.
        tasks: what can be asked; the first is the default.
        options: what `adapt` takes: other starts, goals or rules than the file's.
        parameters: what `generate` takes.
        largest: of the files that `read` takes, in MiB.
        history: who invented such puzzles, and where they are from, in a few sentences.
    """

    name: str
    doc: str
    suffixes: tuple[str, ...]
    vocabulary: tuple[Signature, ...]
    tasks: tuple[Task, ...]
    options: tuple[Parameter, ...] = ()
    parameters: tuple[Parameter, ...] = ()
    largest: int = 32
    history: str = ""

    def __post_init__(self) -> None:
        """Raises TypeError for members that would break whoever looks through all listings."""
        for name in ("name", "doc", "history"):
            if not isinstance(getattr(self, name), str):
                raise TypeError(f"{name} is no text but {getattr(self, name)!r:.60}")
        for name, kind in _SERIES.items():
            value = getattr(self, name)
            if not isinstance(value, tuple) or not all(isinstance(each, kind) for each in value):
                raise TypeError(f"{name} is no tuple of {kind.__name__} but {value!r:.60}")
        named = {task for option in self.options for task in option.tasks}
        if unknown := named - {task.name for task in self.tasks}:
            raise TypeError(f"options are for {', '.join(sorted(unknown))}, which is no task")


_SERIES = {
    "suffixes": str,
    "vocabulary": Signature,
    "tasks": Task,
    "options": Parameter,
    "parameters": Parameter,
}
