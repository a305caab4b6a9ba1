"""Runs a variant of an encoding on an instance: its answers and its cost; prints nothing."""

from __future__ import annotations

import math
import threading
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from pathlib import Path
from typing import Any

from pylab import engines
from pylab.base.errors import EncodingError, Ended, InstanceError, Unsupported, near
from pylab.base.finding import Number, Status
from pylab.base.limits import Patience
from pylab.base.listing import Signature, Task
from pylab.core.answer import Answer, Checked, Watch
from pylab.core.options import Limits, Means
from pylab.core.puzzle import Puzzle
from pylab.core.question import Question
from pylab.encoding import files, places
from pylab.encoding import program as encodings
from pylab.encoding.predicates import Role
from pylab.encoding.program import Encoding
from pylab.family.table import Family

ANSWERS = 500
"""The default number of answers that are enumerated at most."""

SECONDS = 10.0
"""The default time limit of each run."""

MAKING_SECONDS = 20.0
"""The default time limit of making puzzles for a variant."""

ENUMERATING_SECONDS = 2.0
"""The default time limit of enumerating answers where the task asks for one."""


class Level(Enum):
    """How much must agree; each includes those before it."""

    STATUS = "status"
    OPTIMUM = "optimum"
    ANSWERS = "answers"


@dataclass(frozen=True)
class Variant:
    """An encoding with overlays, assembled once.

    Attributes:
        name: as it was asked for.
        program: what clingo gets.
    """

    name: str
    program: Encoding


def variant(
    family: Family[Any, Any], name: str, scripts: bool = False, on: Collection[Signature] = ()
) -> Variant:
    """A variant by its files: an entry, and overlays after `+`, each by path or shipped name.

    A file that stands for a text is called what the text is called.

    A user's own program also shows the atoms of the predicates `on`. Raises EncodingError for what
    can't be found or parsed, and for predicates that nothing derives.
    """
    parts = files_of(name)
    entry, *overlays = (files.find(part, family.name) for part in parts)
    files.refuse_twice(overlays)
    name = "+".join(map(places.called, parts))
    return composed(family, name, entry, overlays, scripts, on)


def composed(
    family: Family[Any, Any],
    name: str,
    entry: Path,
    overlays: Sequence[Path] = (),
    scripts: bool = False,
    on: Collection[Signature] = (),
) -> Variant:
    """A variant of that name, of an entry file and overlays; as `variant`."""
    whole = family.as_written is not None
    found = encodings.load(entry, overlays, scripts, as_clingo=whole)
    there = found.signatures(Role.DEFINED) if whole else family.witness_format.vocabulary
    for each in on:
        if each not in there:
            whose = f"{places.shown(entry)} derives" if whole else f"{family.name}'s answers have"
            raise EncodingError(f"{whose} no {each} to compare{near(str(each), map(str, there))}")
    return Variant(name, found.projected(on, shown=found.shows) if on and whole else found)


def files_of(name: str) -> list[str]:
    """The entry and the overlays in a variant's name; the name of a file may contain a +.

    >>> files_of("plan+fewest")
    ['plan', 'fewest']
    """
    parts = name.split("+")
    for length in range(len(parts), 0, -1):
        entry = "+".join(parts[:length])
        if Path(entry).is_file():
            return [entry, *parts[length:]]
    return parts


@dataclass(frozen=True, slots=True)
class Settings:
    """What all runs of a comparison share.

    Attributes:
        family, task: whose instances, and what is asked.
        means: the other options; all instances are under its family options.
        limits: of each run; `models` is how many answers are enumerated at most.
        level: how much must agree.
        making_seconds: the time limit of making puzzles that show an edit, for each variant.
        stop: set from outside to end the comparison.
        on: the predicates that tell answers apart; empty for all that is shown.
        enumerating: the time limit of enumerating answers where the task asks for one.
        partial: the constants that are set only in the variants that have them.
    """

    family: Family[Any, Any]
    task: Task
    means: Means = field(default_factory=Means)
    limits: Limits = field(default_factory=lambda: Limits(SECONDS, models=ANSWERS))
    level: Level = Level.ANSWERS
    making_seconds: float = MAKING_SECONDS
    stop: threading.Event = field(default_factory=threading.Event)
    on: tuple[Signature, ...] = ()
    enumerating: float = ENUMERATING_SECONDS
    partial: frozenset[str] = frozenset()

    def facts(self, witness: Any) -> list[str]:
        """The facts of an answer that count, sorted; also what is shown that is no fact."""
        found = self.family.encode(witness)
        if self.on:
            return sorted(str(each) for each in found if each.signature in self.on)
        return sorted(map(str, [*found, *self.family.witness_format.beside(witness)]))

    @property
    def answers(self) -> int:
        """How many answers are enumerated at most."""
        return self.limits.models or ANSWERS

    @property
    def patience(self) -> Patience:
        """The limit of a run that begins now."""
        return Patience(self.limits.seconds, stop=self.stop)


@dataclass(frozen=True, slots=True)
class Cost:
    """The cost of a run: seconds, the size of the ground program, the solver's steps."""

    grounding: float
    solving: float
    rules: int
    atoms: int
    conflicts: int
    choices: int

    @property
    def total(self) -> float:
        """Grounding and solving, in seconds."""
        return self.grounding + self.solving


COSTS = ("grounding", "solving", "total", "rules", "atoms", "conflicts", "choices")
"""The figures of a cost, in the order in which they are shown."""

TIMES = COSTS[:3]
"""Those that are seconds."""


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a variant on an instance.

    Attributes:
        variant: its name.
        status: found, none or unknown.
        reason: why it is not known, or why not all answers are.
        optimum: the values that were proven to be optimal, the most important one first.
        answers: each valid answer by its facts.
        complete: whether there are no others.
        invalid: answers and certificates that the checker refused.
        cost: of the task as it is asked; enumerating for the comparison is not counted.
        messages: clingo's warnings.
        supported: whether the variant is for this instance; else the reason says why not.
        judged: whether answers were judged by programs of the user's as well.
        decision: as in `core.answer.Answer`.
    """

    variant: str
    status: Status
    reason: str
    optimum: tuple[Number, ...] | None
    answers: Mapping[str, Checked]
    complete: bool
    invalid: tuple[Checked, ...]
    cost: Cost
    messages: tuple[str, ...] = ()
    least: bool = False
    supported: bool = True
    judged: bool = False
    decision: str | None = None

    def data(self) -> dict[str, Any]:
        """What there is to say of its answers, for JSON and tables."""
        return {
            "status": self.status.value,
            "reason": self.reason,
            "optimum": None if self.optimum is None else list(self.optimum),
            "answers": len(self.answers),
            "complete": self.complete,
        }


def run(terms: Settings, variant: Variant, instance: Any) -> Result:
    """Put the task to a variant; enumerate, if answers are to be compared.

    Raises EncodingError for a program that clingo refuses.
    """
    try:
        answer = _ask(terms, variant, instance, terms.task.models or terms.answers)
    except (InstanceError, Unsupported) as error:
        cost = Cost(0.0, 0.0, 0, 0, 0, 0)
        return Result(
            variant.name, Status.UNKNOWN, error.message, None, {}, False, (), cost, supported=False
        )
    cost = _cost(answer.statistics)
    more = terms.level is Level.ANSWERS and terms.task.models != 0
    if more and answer.status is Status.FOUND and not answer.invalid:
        answer = _ask(terms, variant, instance, terms.answers, terms.enumerating)
        if not answer.interrupted:  # there are answers; how many is not the task
            whole = answer.complete and answer.settled
            answer = replace(answer, ended=Ended.SETTLED, reason="", complete=whole)
    return _result(terms, variant, answer, cost)


def measured_again(terms: Settings, variant: Variant, instance: Any, result: Result) -> Result:
    """The result with the least cost of two runs, if the first one was quick.

    The first runs in a process also pay for the memory of later ones, some milliseconds.
    """
    if not result.supported or result.cost.total > _QUICK or terms.stop.is_set():
        return result
    answer = _ask(terms, variant, instance, terms.task.models or terms.answers)
    again = _cost(answer.statistics)
    return replace(result, cost=min(again, result.cost, key=lambda cost: cost.total))


_QUICK = 0.1
"""The seconds from which on the start of a process makes no difference."""


def listed(terms: Settings, variant: Variant, instance: Any) -> Result:
    """The answers that can be enumerated in a moment, however many the task asks for."""
    answer = _ask(terms, variant, instance, terms.answers, terms.enumerating)
    return _result(terms, variant, answer, _cost(answer.statistics))


def _ask(
    terms: Settings, variant: Variant, instance: Any, models: int, most: float = math.inf
) -> Answer:
    seconds = min(terms.limits.seconds or most, most)
    limits = replace(terms.limits, seconds=None if seconds == math.inf else seconds, models=models)
    asked = replace(question(terms, variant, instance), limits=limits)
    return engines.ask(asked.with_program(variant.program), Watch(stop=terms.stop, notes=False))


def question(terms: Settings, variant: Variant, instance: Any) -> Question:
    """The question to a variant about an instance."""
    program = variant.program

    def asked(constants: Mapping[str, str]) -> Question:
        means = replace(
            terms.means,
            constants=constants,
            engine="clingo",
            encoding=str(program.entry),
            overlays=tuple(map(str, program.overlays)),
            detailed=True,
        )
        puzzle = Puzzle(terms.family, instance, "")
        return Question.of(puzzle, terms.task, means, terms.limits).with_program(program)

    given = terms.means.constants
    lacking = [name for name in given if name in terms.partial and not program.has_constant(name)]
    if not lacking:
        return asked(given)
    without = {name: value for name, value in given.items() if name not in lacking}
    found = asked(without)
    inside = [name for name in lacking if found.encoding.has_constant(name)]  # in the instance
    return asked({**without, **{name: given[name] for name in inside}}) if inside else found


def _result(terms: Settings, variant: Variant, answer: Answer, cost: Cost) -> Result:
    optimum = None
    if (answer.optimal or answer.least) and answer.status is Status.FOUND:
        optimum = tuple(value for value, _ in answer.costs)
        if (answer.least or not optimum) and answer.cost is not None:
            optimum = answer.cost, *optimum
    sound = (each for each in answer.checked if not (each.invalid or each.refutes))
    return Result(
        variant=variant.name,
        status=answer.status,
        reason=answer.reason,
        optimum=optimum,
        least=answer.least,
        answers={shown(terms, each): each for each in sound},
        complete=answer.complete and len(answer.checked) < terms.answers,
        invalid=tuple(each for each in answer.checked if each.invalid),
        cost=cost,
        messages=answer.messages,
        decision=answer.decision,
        judged=bool(answer.question.judges),
    )


def shown(terms: Settings, checked: Checked) -> str:
    """An answer's facts on one line, sorted; the same for the same answer."""
    if checked.witness is None:
        return "; ".join(problem.message for problem in checked.verdict.problems)
    return " ".join(terms.facts(checked.witness)) or "an answer without facts"


def _cost(figures: Mapping[str, Any]) -> Cost:
    rows = figures.get("solved", ())
    return Cost(
        grounding=figures.get("grounding", 0.0),
        solving=figures.get("solving", 0.0),
        rules=max((row.get("rules", 0) for row in rows), default=0),
        atoms=max((row.get("atoms", 0) for row in rows), default=0),
        conflicts=sum(row.get("conflicts", 0) for row in rows),
        choices=sum(row.get("choices", 0) for row in rows),
    )


@dataclass(frozen=True, slots=True)
class Sample:
    """An instance with the name that it is reported by.

    One that was drawn at random is left out if the task is not for instances of its kind. One that
    was made is there because it shows an edit.
    """

    name: str
    instance: Any
    drawn: bool = False
    made: bool = False


def fits(family: Family[Any, Any], variants: Sequence[Variant], instance: Any) -> bool:
    """Whether all variants know the additional rules of an instance.

    They come as overlays, which mean something only to encodings made of the family's files.
    """
    if not family.overlays(instance):
        return True
    known = {file.name for file in variants[0].program.files[1:]}
    return all(known & {file.name for file in each.program.files[1:]} for each in variants)
