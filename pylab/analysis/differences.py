"""Finds what differs between variants on the same instances; prints nothing.

Two variants mean the same on an instance if they agree on whether there is an answer, on the
optimum, and on the answers themselves, as far as these are enumerated; and if the checker accepts
all that either of them answers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from pylab.analysis.compare import Level, Result, Sample, Settings, Variant, listed, run, shown
from pylab.base.finding import Status
from pylab.base.words import counted
from pylab.core.answer import Checked, accepting
from pylab.engines.session import left_at_work


@dataclass(frozen=True, slots=True)
class Difference:
    """A difference between a variant and the reference.

    Attributes:
        kind: `refuted`, `reference-refuted`, `none`, `some`, `optimum`, `missing` or `extra`.
        words: what differs, for people.
        telling: the answer that shows it, with the checker's word.
        fault: why it is refuted, and the option under which the checker accepts it; or nothing.
    """

    kind: str
    words: str
    telling: Checked | None = None
    fault: tuple[str, str] = ("", "")


def differ(
    means: Settings, reference: tuple[str, Result], other: tuple[str, Result]
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
    if one.optimum and two.optimum and one.least is two.least and one.optimum != two.optimum:
        return _optimum(means, reference, other)
    return _answers(means, reference, other) if means.level is Level.ANSWERS else None


def undecided(one: Result, two: Result) -> str:
    """The limit that keeps two results from being compared; empty if none does."""
    return next((r.reason for r in (two, one) if r.status is Status.UNKNOWN or r.reason), "")


def _refused(means: Settings, whose: tuple[str, Result], kind: str) -> Difference | None:
    name, result = whose
    if not result.refuted:
        return None
    telling = min(result.refuted, key=lambda each: _length(means, each))
    verdict = telling.verdict
    problems = "; ".join(map(str, verdict.problems))
    by = f"{verdict.refused_by} found invalid: {problems}"
    if telling.refutes:
        return Difference(kind, f"{name} finds nothing, by a certificate that {by}", telling)
    facts = _short(shown(means, telling)) if telling.witness is not None else "an answer"
    words = f"{name} accepts {facts}, which {by}"
    option = ""
    if not result.judged:  # what a judge says under another option is not known
        option = next(accepting(means.family, telling.instance, telling.witness, {}), "")
    if option:
        words += f"; it is valid with --{option.replace('_', '-')}"
    return Difference(kind, words, telling, (verdict.problems[0].code, option))


def plainest(
    means: Settings, variant: Variant, instance: Any, difference: Difference
) -> Difference:
    """A difference of kind `refuted`, shown by the shortest wrong answer that is found."""
    result = listed(means, variant, instance)
    telling, found = difference.telling, _refused(means, (variant.name, result), difference.kind)
    if found is None or found.telling is None or telling is None:
        return difference
    return min(found, difference, key=lambda d: _length(means, d.telling or telling))


def _one_sided(
    means: Settings, reference: tuple[str, Result], other: tuple[str, Result]
) -> Difference:
    found, none = (other, reference) if other[1].status is Status.FOUND else (reference, other)
    telling = _first(found[1])
    kind = "some" if found is other else "none"
    words = f"{none[0]} finds nothing where {_valid(means, telling)} ({found[0]} finds it)"
    return Difference(kind, words, telling)


def _optimum(
    means: Settings, reference: tuple[str, Result], other: tuple[str, Result]
) -> Difference:
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
    means: Settings, reference: tuple[str, Result], other: tuple[str, Result]
) -> Difference | None:
    """An answer that only one of them has, provided that all answers of the other are known."""
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
            word = "is valid" if telling.verdict.valid else "nothing checks"
            words = f"{without} does not accept {_short(facts[0])}, which {word}"
            padded = _padded(means, missing, one, two) or _padded(means, extra, two, one)
            words = f"{words}: {telling.verdict.summary} ({numbers}){padded}"
            return Difference(kind, words, telling)
    return None


def _padded(means: Settings, only: Sequence[str], whose: Result, other: Result) -> str:
    """Words on an answer of one side that only extends an answer of the other; or nothing."""

    def facts(checked: Checked) -> frozenset[str]:
        return frozenset(means.facts(checked.witness))

    shorter = {facts(each): text for text, each in other.answers.items()}
    for text in only:
        longer = facts(whose.answers[text])
        ended = next((each for each in shorter if each < longer), None)
        if ended is not None:
            return f"; padded after arrival: {_short(shorter[ended])} goes on as {_short(text)}"
    return ""


def _many(result: Result) -> str:
    more = "" if result.complete else "or more "
    return counted(len(result.answers), f"{more}answer")


def _first(result: Result) -> Checked | None:
    return result.answers[min(result.answers, key=_size)] if result.answers else None


def _length(means: Settings, checked: Checked) -> tuple[int, str]:
    """A key by which shorter answers come first."""
    return _size(shown(means, checked))


def _size(facts: str) -> tuple[int, str]:
    """A key by which shorter texts come first."""
    return len(facts), facts


def _valid(means: Settings, telling: Checked | None) -> str:
    if telling is None:
        return "there is an answer"
    word = "is valid" if telling.verdict.valid else "is an answer, which nothing checks,"
    return f"{_short(shown(means, telling))} {word}"


_SHOWN = 300


def _short(text: str) -> str:
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"


@dataclass(frozen=True, slots=True)
class Outcome:
    """An instance with the results of all variants, the reference first, and their differences."""

    sample: Sample
    results: tuple[Result, ...]
    differences: tuple[Difference | None, ...]

    @property
    def left_out(self) -> str:
        """Why nothing is compared on this instance; empty if something is.

        Either no variant supports it, or it is a random one that some variant doesn't support.
        """
        for_it = [each.supported for each in self.results]
        if all(for_it) or (any(for_it) and not self.sample.drawn):
            return ""
        return next(each.reason for each in self.results if not each.supported)

    @property
    def undecided(self) -> tuple[str, ...]:
        """For each variant, why it can't be compared here, such as a limit; empty if it can."""
        return tuple(
            "" if difference or self.left_out else undecided(self.results[0], result)
            for result, difference in zip(self.results[1:], self.differences, strict=True)
        )


def compare(
    means: Settings, variants: Sequence[Variant], samples: Sequence[Sample]
) -> Iterator[Outcome]:
    """Run all variants, the first of which is the reference, on each instance.

    Ends early when `means.stop` is set, and when clingo could not be stopped. Raises EncodingError
    for a program that clingo refuses.
    """
    for sample in samples:
        results = []
        for each in variants:
            results.append(run(means, each, sample.instance))
            if means.stop.is_set():
                return
        first = (variants[0].name, results[0])
        differences = tuple(
            differ(means, first, (each.name, result))
            for each, result in zip(variants[1:], results[1:], strict=True)
        )
        yield Outcome(sample, tuple(results), differences)
        if left_at_work():
            return


def difference_on(
    means: Settings, reference: Variant, other: Variant, instance: Any
) -> Difference | None:
    """The difference of two variants on an instance; the reference is run only if necessary."""
    result = run(means, other, instance)
    refused = _refused(means, (other.name, result), "refuted")
    if refused or means.stop.is_set():
        return refused
    first = run(means, reference, instance)
    return differ(means, (reference.name, first), (other.name, result))
