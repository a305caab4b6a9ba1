"""Variants of an encoding put to the same instances: what differs, what it costs; prints nothing.

Two variants mean the same on an instance if they agree on whether there is an answer, on the
optimum, and on the answers themselves, as far as these are enumerated; and if the checker accepts
all that either of them answers.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from pathlib import Path
from statistics import median
from typing import Any

from pylab import encoding as encodings
from pylab import encoding_files, engines
from pylab.answer import Answer, Checked, Watch, accepting
from pylab.encoding import Encoding
from pylab.engines.session import left_at_work
from pylab.errors import Ended, InstanceError
from pylab.family import Family
from pylab.finding import Number, Status
from pylab.listing import Task
from pylab.question import Limits, Question
from pylab.question import Means as With

ANSWERS = 500
"""How many answers are enumerated to compare them, unless somebody says otherwise."""

SECONDS = 10.0
"""The time limit of each run, unless somebody says otherwise."""

MAKING_SECONDS = 20.0
"""So long puzzles are made for a variant, unless somebody says otherwise."""

ENUMERATING_SECONDS = 2.0
"""How long answers are enumerated where the task asks for one only."""


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


def variant(family: Family[Any, Any], name: str, scripts: bool = False) -> Variant:
    """A variant by its files: an entry, and overlays after `+`, each by path or shipped name.

    Raises EncodingError for what can't be found or parsed.
    """
    entry, *overlays = (encoding_files.find(part, family.name) for part in files_of(name))
    return Variant(name, encodings.load(entry, overlays, scripts))


def files_of(name: str) -> list[str]:
    """The entry and the overlays that a variant's name stands for; a file's own name may have a +.

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
class Means:
    """What all runs of a comparison share.

    Attributes:
        family, task: whose instances, and what is asked.
        level: how much must agree.
        answers: how many answers are enumerated at most.
        seconds: the time limit of each run.
        making_seconds: that of making puzzles that show what was edited, for each variant.
        constants: values for `#const`s.
        scripts: whether encodings may contain embedded scripts.
        judges: files that judge answers as well.
        stop: set from outside to end the comparison.
    """

    family: Family[Any, Any]
    task: Task
    level: Level = Level.ANSWERS
    answers: int = ANSWERS
    seconds: float = SECONDS
    making_seconds: float = MAKING_SECONDS
    constants: Mapping[str, str] = field(default_factory=dict)
    scripts: bool = False
    judges: tuple[str, ...] = ()
    stop: threading.Event = field(default_factory=threading.Event)


@dataclass(frozen=True, slots=True)
class Cost:
    """What answering took: seconds, the size of the ground program, the solver's steps."""

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


@dataclass(frozen=True, slots=True)
class Result:
    """What became of a variant on an instance.

    Attributes:
        status: found, none or unknown.
        reason: why it is not known, or why not all answers are.
        optimum: the values that were proven to be optimal, the most important one first.
        answers: each valid answer by its facts.
        complete: whether there are no others.
        refuted: answers and certificates that the checker refused.
        cost: of the task as it is asked; enumerating for the comparison is not counted.
        messages: clingo's warnings.
    """

    status: Status
    reason: str
    optimum: tuple[Number, ...] | None
    answers: Mapping[str, Checked]
    complete: bool
    refuted: tuple[Checked, ...]
    cost: Cost
    messages: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Difference:
    """Where a variant and the reference part.

    Attributes:
        kind: `refuted`, `reference-refuted`, `none`, `some`, `optimum`, `missing` or `extra`.
        words: what differs, for people.
        telling: the answer that shows it, with the checker's word.
        fault: why the checker refutes it, and the option under which it does not; or nothing.
    """

    kind: str
    words: str
    telling: Checked | None = None
    fault: tuple[str, str] = ("", "")


def run(means: Means, variant: Variant, instance: Any) -> Result:
    """Put the task to a variant; enumerate, if answers are to be compared.

    Raises EncodingError for a program that clingo refuses.
    """
    answer = _ask(means, variant, instance, means.task.models)
    cost = _cost(answer.statistics)
    more = means.level is Level.ANSWERS and means.task.models != 0
    if more and answer.status is Status.FOUND and not answer.rejected:
        brief = replace(means, seconds=min(means.seconds, ENUMERATING_SECONDS))
        answer = _ask(brief, variant, instance, means.answers)
        if not answer.interrupted:  # there are answers; how many is not the task
            whole = answer.complete and answer.settled
            answer = replace(answer, ended=Ended.SETTLED, reason="", complete=whole)
    return _result(means, answer, cost)


def _ask(means: Means, variant: Variant, instance: Any, models: int) -> Answer:
    asked = question(means, variant, instance, models or means.answers)
    return engines.ask(asked, Watch(stop=means.stop))


def question(means: Means, variant: Variant, instance: Any, models: int = 1) -> Question:
    """What a variant is asked about an instance."""
    asked = Question(
        family=means.family,
        given=instance,
        task=means.task,
        means=With(
            engine="clingo",
            encoding=str(variant.program.entry),
            overlays=tuple(map(str, variant.program.overlays)),
            constants=means.constants,
            scripts=means.scripts,
            judges=means.judges,
            detailed=True,
        ),
        limits=Limits(seconds=means.seconds, models=models),
    )
    return asked.with_program(variant.program)


def _result(means: Means, answer: Answer, cost: Cost) -> Result:
    refuted = tuple(each for each in answer.checked if not each.verdict.valid)
    answers = {
        shown(means.family, each): each
        for each in answer.checked
        if each.verdict.valid and not each.refutes
    }
    optimum = None
    if answer.optimal and answer.status is Status.FOUND:
        optimum = tuple(value for value, _ in answer.costs)
        optimum = optimum or (() if answer.cost is None else (answer.cost,))
    return Result(
        status=answer.status,
        reason=answer.reason,
        optimum=optimum,
        answers=answers,
        complete=answer.complete and len(answer.checked) < means.answers,
        refuted=refuted,
        cost=cost,
        messages=answer.messages,
    )


def shown(family: Family[Any, Any], checked: Checked) -> str:
    """An answer's facts on one line, sorted; the same for the same answer."""
    if checked.witness is None:
        return "; ".join(problem.message for problem in checked.verdict.problems)
    return " ".join(sorted(map(str, family.encode(checked.witness)))) or "(no facts)"


def _cost(figures: Mapping[str, Any]) -> Cost:
    rows = figures["solved"]
    return Cost(
        grounding=figures["grounding"],
        solving=figures["solving"],
        rules=max((row.get("rules", 0) for row in rows), default=0),
        atoms=max((row.get("atoms", 0) for row in rows), default=0),
        conflicts=sum(row.get("conflicts", 0) for row in rows),
        choices=sum(row.get("choices", 0) for row in rows),
    )


def differ(
    means: Means, reference: tuple[str, Result], other: tuple[str, Result]
) -> Difference | None:
    """The first difference between a reference and a variant, each with its name; or none.

    What is not known on either side makes no difference.
    """
    refused = _refused(means, other, "refuted") or _refused(means, reference, "reference-refuted")
    if refused:
        return refused
    (_, one), (_, two) = reference, other
    if Status.UNKNOWN in (one.status, two.status):
        return None
    if one.status is not two.status:
        return _one_sided(means, reference, other)
    if means.level is Level.STATUS or one.status is Status.NONE:
        return None
    if one.optimum and two.optimum and one.optimum != two.optimum:
        return _optimum(means, reference, other)
    return _answers(means, reference, other) if means.level is Level.ANSWERS else None


def undecided(one: Result, two: Result) -> str:
    """The limit that keeps two results from being compared; empty if none does."""
    return next((r.reason for r in (two, one) if r.status is Status.UNKNOWN or r.reason), "")


def _refused(means: Means, whose: tuple[str, Result], kind: str) -> Difference | None:
    name, result = whose
    if not result.refuted:
        return None
    telling = min(result.refuted, key=lambda each: _length(means, each))
    problems = "; ".join(map(str, telling.verdict.problems))
    facts = _short(shown(means.family, telling)) if telling.witness is not None else "an answer"
    if telling.refutes:
        words = f"{name} claims that there is nothing by a certificate that the checker refutes"
        return Difference(kind, f"{words}: {problems}", telling)
    words = f"{name} accepts {facts}, which the checker refutes: {problems}"
    option = next(accepting(means.family, telling.instance, telling.witness, {}), "")
    if option:
        words += f"; it is valid with --{option.replace('_', '-')}"
    return Difference(kind, words, telling, (telling.verdict.problems[0].code, option))


def plainest(means: Means, variant: Variant, instance: Any, difference: Difference) -> Difference:
    """A difference of kind `refuted` by the shortest of the wrong answers that can be listed."""
    brief = replace(means, seconds=min(means.seconds, ENUMERATING_SECONDS))
    answer = _ask(brief, variant, instance, means.answers)
    result = _result(means, answer, _cost(answer.statistics))
    telling, found = difference.telling, _refused(means, (variant.name, result), difference.kind)
    if found is None or found.telling is None or telling is None:
        return difference
    return min(found, difference, key=lambda d: _length(means, d.telling or telling))


def _one_sided(
    means: Means, reference: tuple[str, Result], other: tuple[str, Result]
) -> Difference:
    found, none = (other, reference) if other[1].status is Status.FOUND else (reference, other)
    telling = _first(found[1])
    kind = "some" if found is other else "none"
    words = f"{none[0]} finds nothing where {_valid(means, telling)} ({found[0]} finds it)"
    return Difference(kind, words, telling)


def _optimum(means: Means, reference: tuple[str, Result], other: tuple[str, Result]) -> Difference:
    improved = (other[1].optimum or ()) < (reference[1].optimum or ())
    better, worse = (other, reference) if improved else (reference, other)
    telling = _first(better[1])
    values = {each[0]: ", ".join(map(str, each[1].optimum or ())) for each in (reference, other)}
    words = (
        f"{worse[0]} claims that nothing costs less than {values[worse[0]]}, where "
        f"{_valid(means, telling)} at {values[better[0]]} ({better[0]} finds it)"
    )
    return Difference("optimum", words, telling)


def _answers(
    means: Means, reference: tuple[str, Result], other: tuple[str, Result]
) -> Difference | None:
    """An answer that one has and the other, which has shown all of its own, has not."""
    (name, one), (other_name, two) = reference, other
    missing = sorted(set(one.answers) - set(two.answers), key=_size) if two.complete else []
    extra = sorted(set(two.answers) - set(one.answers), key=_size) if one.complete else []
    numbers = f"{_many(two)} by {other_name}, {_many(one)} by {name}"
    for kind, facts, whose, without in (
        ("missing", missing, one, other_name),
        ("extra", extra, two, name),
    ):
        if facts:
            telling = whose.answers[facts[0]]
            words = f"{without} does not accept {_short(facts[0])}, which is valid"
            padded = _padded(means, missing, one, two) or _padded(means, extra, two, one)
            words = f"{words}: {telling.verdict.summary} ({numbers}){padded}"
            return Difference(kind, words, telling)
    return None


def _padded(means: Means, only: Sequence[str], whose: Result, other: Result) -> str:
    """Words for answers of one side alone that go on behind an answer of the other; or nothing."""

    def facts(checked: Checked) -> frozenset[str]:
        return frozenset(map(str, means.family.encode(checked.witness)))

    shorter = {facts(each): text for text, each in other.answers.items()}
    for text in only:
        longer = facts(whose.answers[text])
        ended = next((each for each in shorter if each < longer), None)
        if ended is not None:
            return f"; padded after arrival: {_short(shorter[ended])} goes on as {_short(text)}"
    return ""


def _many(result: Result) -> str:
    number = len(result.answers)
    return f"{number}{'' if result.complete else ' or more'} answer{'s' if number != 1 else ''}"


def _first(result: Result) -> Checked | None:
    return result.answers[min(result.answers, key=_size)] if result.answers else None


def _length(means: Means, checked: Checked) -> tuple[int, str]:
    """How long an answer is to be read."""
    return _size(shown(means.family, checked))


def _size(facts: str) -> tuple[int, str]:
    """The shorter text is less."""
    return len(facts), facts


def _valid(means: Means, telling: Checked | None) -> str:
    if telling is None:
        return "there is an answer"
    return f"{_short(shown(means.family, telling))} is valid"


_SHOWN = 300


def _short(text: str) -> str:
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"


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


@dataclass(frozen=True, slots=True)
class Row:
    """An instance, what became of the reference and of each variant, and where these differ."""

    sample: Sample
    results: tuple[Result, ...]
    differences: tuple[Difference | None, ...]

    @property
    def undecided(self) -> tuple[str, ...]:
        """For each variant the limit that keeps it from being compared; empty if none does."""
        return tuple(
            "" if difference else undecided(self.results[0], result)
            for result, difference in zip(self.results[1:], self.differences, strict=True)
        )


def compare(means: Means, variants: Sequence[Variant], samples: Sequence[Sample]) -> Iterator[Row]:
    """Each instance put to all variants, the first of which is the reference.

    Ends early when `means.stop` is set, and when clingo could not be stopped.
    """
    for sample in samples:
        results = []
        try:
            for each in variants:
                results.append(run(means, each, sample.instance))
                if means.stop.is_set():
                    return
        except InstanceError:
            if not sample.drawn:
                raise
            continue
        first = (variants[0].name, results[0])
        differences = tuple(
            differ(means, first, (each.name, result))
            for each, result in zip(variants[1:], results[1:], strict=True)
        )
        yield Row(sample, tuple(results), differences)
        if left_at_work():
            return


def fits(family: Family[Any, Any], variants: Sequence[Variant], instance: Any) -> bool:
    """Whether all variants know the rules that an instance has beside the usual ones.

    They come as overlays, which mean something only to encodings made of the family's files.
    """
    if not family.overlays(instance):
        return True
    known = {file.name for file in variants[0].program.files[1:]}
    return all(known & {file.name for file in each.program.files[1:]} for each in variants)


def difference_on(
    means: Means, reference: Variant, other: Variant, instance: Any
) -> Difference | None:
    """Where two variants part on an instance; the reference is not asked if it isn't needed."""
    result = run(means, other, instance)
    refused = _refused(means, (other.name, result), "refuted")
    if refused or means.stop.is_set():
        return refused
    first = run(means, reference, instance)
    return differ(means, (reference.name, first), (other.name, result))


def ratios(rows: Sequence[Row], index: int) -> dict[str, tuple[float, float, float | None]]:
    """What a variant costs beside the reference, over the instances that both have settled.

    Each figure of `COSTS` comes with the reference's median, the variant's, and the median of the
    ratios; None where the reference never has any.
    """
    settled = [
        (row.results[0].cost, row.results[index].cost)
        for row in rows
        if not any(row.results[i].reason for i in (0, index))
    ]
    found: dict[str, tuple[float, float, float | None]] = {}
    for name in COSTS if settled else ():
        pairs = [(getattr(one, name), getattr(two, name)) for one, two in settled]
        shares = [two / one for one, two in pairs if one]
        found[name] = (
            median(one for one, _ in pairs),
            median(two for _, two in pairs),
            median(shares) if shares else None,
        )
    return found
