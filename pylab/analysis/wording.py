"""Explains why there is no answer in words and pictures, or as JSON; prints nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from pylab.analysis import rules
from pylab.base.finding import Status
from pylab.core.answer import Answer
from pylab.family.table import Family

if TYPE_CHECKING:
    from pylab.analysis.explain import Explained, LeastChange, Why

MOST_LINES = 10
"""The most lines of requirements in text."""


def lines(answer: Answer, explained: Explained) -> Iterator[str]:
    """The requirements that conflict, then the least change and its answer, with pictures."""
    family = answer.question.family
    if not explained.elsewhere:
        yield from _reasons(family, answer.instance, explained.why)
    if explained.rules is not None:
        yield from rules.lines(explained.rules)
    if not explained.elsewhere:
        yield from _change(family, explained.change)


def _reasons(family: Family[Any, Any], instance: Any, why: Why | str) -> Iterator[str]:
    if isinstance(why, str):
        yield f"no reason: {why}"
        return
    found = why.reasons
    if found.status is Status.NONE:
        yield f"no reason: all that {why.file} knows can be met, so it lies in what else was asked"
    elif found.status is Status.UNKNOWN:
        yield f"no reason: {found.reason or 'undecided'}"
    elif not found.requirements:
        yield f"no reason: none of what {why.file} knows would do if it were not required"
    else:
        count = len(found.requirements)
        minimal = "a minimal set" if found.minimal else f"not proven minimal: {found.reason}"
        what = "this can't be met" if count == 1 else f"these {count} can't all be met"
        yield f"{what}, by {why.file} ({minimal}):"
        yield from (f"  {line}" for line in why.words[:MOST_LINES])
        if more := why.words[MOST_LINES:]:
            yield f"  and {len(more)} lines more (--format json has them all)"
        if why.obstacles is not None:
            yield from ["", *family.picture(instance, why.obstacles).rstrip().split("\n"), ""]


def _change(family: Family[Any, Any], found: LeastChange | str) -> Iterator[str]:
    if isinstance(found, str):
        yield f"no change: {found}"
        return
    if found.status is not Status.FOUND:
        why = found.reason or f"none of the changes that {found.file} knows would do"
        yield f"no change: {why}"
        return
    if not found.changes:
        yield f"no change: {found.file} would change nothing, so it lies in the variant"
        return
    least = "the least change that would do" if found.least else "a change that would do"
    if found.answer is None:
        told = "; ".join(found.changes)
        yield f"{least}, by {family.name}/{found.file}: {told}; but not with what else was asked"
        return
    verdict = found.answer.verdict
    word = "valid" if verdict.valid else "INVALID"
    yield f"{least}: {'; '.join(found.changes)}"
    yield f"then {word}, checked: {verdict.summary}"
    yield ""
    yield from family.picture(found.instance, found.answer.witness).rstrip().split("\n")


def data(explained: Explained) -> dict[str, Any]:
    """The same for JSON; docs/json.md says what each key means."""
    return {
        "reasons": _reasons_data(explained.why),
        "change": _change_data(explained.change),
        "rules": rules.data(explained.rules),
    }


def _reasons_data(why: Why | str) -> dict[str, Any]:
    told = why if isinstance(why, str) else why.reasons.reason
    row: dict[str, Any] = {"status": "unknown", "reason": told}
    row |= {"minimal": False, "requirements": [], "words": [], "known": 0}
    if not isinstance(why, str):
        found = why.reasons
        row |= {
            "status": found.status.value,
            "minimal": found.minimal,
            "requirements": [str(each.symbol) for each in found.requirements],
            "words": list(why.words),
            "known": found.known,
        }
    return row


def _change_data(found: LeastChange | str) -> dict[str, Any]:
    told = found if isinstance(found, str) else found.reason
    row: dict[str, Any] = {"status": "unknown", "reason": told}
    row |= {"least": False, "words": [], "valid": None, "summary": ""}
    if not isinstance(found, str):
        row |= {"status": found.status.value, "least": found.least, "words": list(found.changes)}
        if found.answer is not None:
            verdict = found.answer.verdict
            row |= {"valid": verdict.valid, "summary": verdict.summary}
    return row
