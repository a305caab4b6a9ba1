"""Finds what differs between variants on the same instances; prints nothing.

Two variants mean the same on an instance if they agree on whether there is an answer, on the
optimum, and on the answers themselves, as far as these are enumerated; and if the checker accepts
all that either of them answers.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from clingo import ast

from pylab.analysis.compare import (
    Level,
    Result,
    Sample,
    Settings,
    Variant,
    listed,
    question,
    run,
    shown,
)
from pylab.base.errors import LimitReached
from pylab.base.finding import Status
from pylab.base.limits import Patience
from pylab.base.words import counted
from pylab.core.answer import Checked, accepting
from pylab.core.options import flag
from pylab.encoding.places import statements_of
from pylab.encoding.predicates import placed, trees
from pylab.engines.probes import literal
from pylab.engines.session import left_at_work


@dataclass(frozen=True, slots=True)
class Difference:
    """A difference between a variant and the reference.

    Attributes:
        kind: `invalid`, `reference-invalid`, `none`, `some`, `optimum`, `missing` or `extra`.
        words: what differs, for people.
        telling: the answer that shows it, with the checker's word.
        fault: why it is invalid, and the option under which the checker accepts it; or nothing.
        better: of an optimum, the variant that finds the better one.
    """

    kind: str
    words: str
    telling: Checked | None = None
    fault: tuple[str, str] = ("", "")
    better: str = ""


def differ(terms: Settings, reference: Result, other: Result) -> Difference | None:
    """The first difference between a reference and a variant, or none.

    Where a side is unknown, there is no difference.
    """
    refused = _refused(terms, other, "invalid") or _refused(terms, reference, "reference-invalid")
    if refused or Status.UNKNOWN in (reference.status, other.status):
        return refused
    if reference.status is not other.status:
        return _one_sided(terms, reference, other)
    if terms.level is Level.STATUS or reference.status is Status.NONE:
        return None
    both = reference.optimum and other.optimum and reference.least is other.least
    if both and reference.optimum != other.optimum:
        return _optimum(terms, reference, other)
    return _answers(terms, reference, other) if terms.level is Level.ANSWERS else None


def undecided(one: Result, two: Result) -> str:
    """The limit that keeps two results from being compared; empty if none does."""
    return next((r.reason for r in (two, one) if r.status is Status.UNKNOWN or r.reason), "")


def _compared(
    terms: Settings, variants: Sequence[Variant], results: Sequence[Result], instance: Any
) -> Difference | None:
    """The first difference between two variants on an instance, given their results."""
    found = differ(terms, *results)
    return found or _by_single_answers(terms, variants, results, instance)


def _refused(terms: Settings, result: Result, kind: str) -> Difference | None:
    if not result.invalid:
        return None
    telling = min(result.invalid, key=lambda each: _length(terms, each))
    verdict = telling.verdict
    problems = "; ".join(map(str, verdict.problems))
    by = f"{verdict.invalid_by} found invalid: {problems}"
    if telling.refutes:
        words = f"{result.variant} finds nothing, by a certificate that {by}"
        return Difference(kind, words, telling)
    facts = _short(shown(terms, telling)) if telling.witness is not None else "an answer"
    words = f"{result.variant} accepts {facts}, which {by}"
    option = ""
    if not result.judged:  # what a judge says under another option is not known
        option = next(accepting(terms.family, telling.instance, telling.witness, {}), "")
    if option:
        words += f"; it is valid with {flag(option)}"
    return Difference(kind, words, telling, (verdict.problems[0].code, option))


def plainest(
    terms: Settings, variant: Variant, instance: Any, difference: Difference
) -> Difference:
    """A difference of kind `invalid`, shown by the shortest wrong answer that is found."""
    telling = difference.telling
    found = _refused(terms, listed(terms, variant, instance), difference.kind)
    if found is None or found.telling is None or telling is None:
        return difference
    return min(found, difference, key=lambda d: _length(terms, d.telling or telling))


def _one_sided(terms: Settings, reference: Result, other: Result) -> Difference:
    found, none = (other, reference) if other.status is Status.FOUND else (reference, other)
    telling = _first(found)
    valid = _valid(terms, telling)
    words = f"{none.variant} finds nothing where {valid} ({found.variant} finds it)"
    return Difference("some" if found is other else "none", words, telling)


def _optimum(terms: Settings, reference: Result, other: Result) -> Difference:
    improved = (other.optimum or ()) < (reference.optimum or ())
    better, worse = (other, reference) if improved else (reference, other)
    telling = _first(better)
    low, high = (", ".join(map(str, each.optimum or ())) for each in (better, worse))
    words = (
        f"{worse.variant} claims that nothing costs less than {high}, where "
        f"{_valid(terms, telling)} at {low} ({better.variant} finds it)"
    )
    return Difference("optimum", words, telling, better=better.variant)


def _answers(terms: Settings, reference: Result, other: Result) -> Difference | None:
    """An answer that only one of them has, provided that all answers of the other are known."""
    pairs = (("missing", reference, other), ("extra", other, reference))
    only = {
        kind: sorted(set(one.answers) - set(two.answers), key=_size) if two.complete else []
        for kind, one, two in pairs
    }
    for kind, one, two in pairs:
        if only[kind]:
            padded = (_padded(terms, only[k], *both) for k, *both in pairs)
            more = "" if terms.family.as_written else next(filter(None, padded), "")
            found = _only_one(kind, one, two, only[kind][0], (other, reference))
            return replace(found, words=found.words + more)
    return None


def _only_one(kind: str, one: Result, two: Result, text: str, both: Sequence[Result]) -> Difference:
    """The difference that only the first of two results has an answer."""
    telling = one.answers[text]
    word = "is valid" if telling.verdict.valid else "nothing checks"
    numbers = ", ".join(f"{_many(each)} by {each.variant}" for each in both)
    summary = telling.verdict.summary and f": {telling.verdict.summary}"
    told = f"{two.variant} does not accept {_short(text)}, which {word}{summary} ({numbers})"
    return Difference(kind, told, telling)


def _by_single_answers(
    terms: Settings, variants: Sequence[Variant], results: Sequence[Result], instance: Any
) -> Difference | None:
    """A difference of two programs that have too many answers to compare all of them.

    Single answers of each are asked of the other one, for the time of enumerating: first those
    that violate a constraint that only the other one has, then some others. Families in Python are
    left out, because their answers need not be what their encodings show.
    """
    found = all(each.status is Status.FOUND and not each.complete for each in results)
    if terms.level is not Level.ANSWERS or terms.on or not (found and terms.family.as_written):
        return None
    from pylab.analysis import showing  # takes a while to import

    kind = terms.family.witness_format
    for which, one, two in (("missing", 0, 1), ("extra", 1, 0)):
        patience = Patience(terms.enumerating, time.monotonic(), terms.stop)
        asked, known = question(terms, variants[two], instance), dict(results[one].answers)
        left = sorted(set(known) - set(results[two].answers), key=_size)
        pointed = _violating(terms, variants[one], variants[two], instance)
        for telling in (*pointed, *(known[each] for each in left[:: max(1, len(left) // _TRIED)])):
            facts = [each for each in kind.encode(telling.witness) if each.name != _HIT]
            try:
                showing.completed(asked, facts, patience, kind.beside(telling.witness))
            except showing.NoSuchAnswer:
                text = shown(terms, telling).replace(f"{_HIT}. ", "")
                whole = replace(results[one], answers={**known, text: telling})
                return _only_one(which, whole, results[two], text, (results[1], results[0]))
            except LimitReached:
                break
    return None


_TRIED = 50
"""About so many single answers of a program are asked of the other one."""

_HIT = "_pylab_hit"


def _violating(terms: Settings, one: Variant, two: Variant, instance: Any) -> Iterator[Checked]:
    """Answers of a program that violate a constraint of another one, an answer for each of these.

    Constraints in parts for steps are left out.
    """
    own = {str(each.tree) for each in placed(one.program.statements)}
    for each in placed(two.program.statements):
        constraint = each.kind is ast.ASTType.Rule and str(each.tree.head) == "#false"
        if not constraint or each.section.parameters or str(each.tree) in own:
            continue
        rule = each.tree.update(head=literal(_HIT, []))
        rules = [*one.program.statements, *trees([replace(each, tree=rule)])]
        rules += statements_of(f":- not {_HIT}.")[1:]
        program = replace(one.program, statements=tuple(rules))
        once = replace(terms, limits=replace(terms.limits, models=1))
        yield from listed(once, replace(one, program=program), instance).answers.values()


def _padded(terms: Settings, only: Sequence[str], whose: Result, other: Result) -> str:
    """A remark on an answer that is one of the other side's with more facts of the same names."""

    def facts(checked: Checked) -> frozenset[str]:
        return frozenset(terms.facts(checked.witness))

    def kinds(those: frozenset[str]) -> set[str]:
        return {each.partition("(")[0] for each in those}

    shorter = {facts(each): text for text, each in other.answers.items()}
    for text in only:
        longer = facts(whose.answers[text])
        parts = (each for each in shorter if each < longer)
        ended = next((e for e in parts if not e or kinds(longer - e) <= kinds(e)), None)
        if ended is not None:
            return f"; padded after arrival: {_short(shorter[ended])} goes on as {_short(text)}"
    return ""


def _many(result: Result) -> str:
    more = "" if result.complete else "or more "
    return counted(len(result.answers), f"{more}answer")


def _first(result: Result) -> Checked | None:
    return result.answers[min(result.answers, key=_size)] if result.answers else None


def _length(terms: Settings, checked: Checked) -> tuple[int, str]:
    """A key by which shorter answers come first."""
    return _size(shown(terms, checked))


def _size(facts: str) -> tuple[int, str]:
    """A key by which shorter texts come first."""
    return len(facts), facts


def _valid(terms: Settings, telling: Checked | None) -> str:
    if telling is None:
        return "there is an answer"
    word = "is valid" if telling.verdict.valid else "is an answer that nothing checks"
    return f"{_short(shown(terms, telling))} {word}"


_SHOWN = 300


def _short(text: str) -> str:
    """The facts within a sentence, without the last full stop."""
    text = text.removesuffix(".")
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
    def capped(self) -> tuple[bool, ...]:
        """For each variant, whether there are too many answers to compare any of them here."""
        many = [each.status is Status.FOUND and not each.complete for each in self.results]
        return tuple(many[0] and each for each in many[1:])

    @property
    def undecided(self) -> tuple[str, ...]:
        """For each variant, why it can't be compared here, such as a limit; empty if it can."""
        return tuple(
            "" if difference or self.left_out else undecided(self.results[0], result)
            for result, difference in zip(self.results[1:], self.differences, strict=True)
        )


def compare(
    terms: Settings, variants: Sequence[Variant], samples: Sequence[Sample]
) -> Iterator[Outcome]:
    """Run all variants, the first of which is the reference, on each instance.

    Ends early when `terms.stop` is set, and when clingo could not be stopped. Raises EncodingError
    for a program that clingo refuses.
    """
    for sample in samples:
        results = []
        for each in variants:
            results.append(run(terms, each, sample.instance))
            if terms.stop.is_set():
                return
        differences = tuple(
            _compared(terms, (variants[0], each), (results[0], result), sample.instance)
            for each, result in zip(variants[1:], results[1:], strict=True)
        )
        yield Outcome(sample, tuple(results), differences)
        if left_at_work():
            return


def difference_on(
    terms: Settings, reference: Variant, other: Variant, instance: Any
) -> Difference | None:
    """The difference of two variants on an instance; the reference is run only if necessary."""
    result = run(terms, other, instance)
    refused = _refused(terms, result, "invalid")
    if refused or terms.stop.is_set():
        return refused
    results = run(terms, reference, instance), result
    return _compared(terms, (reference, other), results, instance)
