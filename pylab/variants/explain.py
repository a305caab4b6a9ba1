"""Why there is no answer: what can't all be met, and the least change that helps; prints nothing.

A family's `reasons.lp` says what the puzzle demands and what is then let go of (see `reasons`). Its
`repair.lp` says what may be changed: it shows `add(F)` and `drop(F)` for facts F of the instance;
the family reads the changed facts, and the question is put again.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import clingo

from pylab import encoding as encodings
from pylab import engine, pipeline, resources
from pylab.encoding import Encoding
from pylab.errors import EncodingError, PylabError
from pylab.facts import Fact
from pylab.family import Family, Status
from pylab.pipeline import Checked, Question, Report
from pylab.variants import reasons
from pylab.variants.reasons import Reasons

PATIENCE = 10.0
"""Seconds for the search for reasons, if nobody sets a limit."""


@dataclass(frozen=True, slots=True)
class Why:
    """Requirements that can't all be met, in the puzzle's words.

    Attributes:
        reasons: what was found.
        file: the encoding that knows the requirements, `alice/reasons.lp`.
        words: what they are, line by line.
        obstacles: the same for the family's `draw` and `picture`; None if it can't be drawn.
    """

    reasons: Reasons
    file: str
    words: tuple[str, ...] = ()
    obstacles: Any = None


@dataclass(frozen=True, slots=True)
class Explanation:
    """The least change that would do.

    Attributes:
        status: found; none, if no change that `repair.lp` knows of would do; or unknown.
        reason: the limit that ended the search, if one did.
        changes: what it consists of, in words; empty if nothing has to be changed.
        least: whether it is proven that no smaller change would do.
        instance: the instance after the change; None without one.
        answer: what it is answered then; None if there is nothing even so.
    """

    status: Status
    reason: str = ""
    changes: tuple[str, ...] = ()
    least: bool = False
    instance: Any = None
    answer: Checked | None = None


def explain(
    report: Report, seconds: float | None = None, stop: threading.Event | None = None
) -> Explanation:
    """The least change after which a question that found nothing finds something.

    Args:
        report: of that question; its overlays, constants and options hold for the new one too.
        seconds: the time limit of each of the two searches.
        stop: set from outside to end them.

    Raises:
        PylabError: if the family has no `repair.lp`, or it says that it is for other tasks.
    """
    question = report.question
    family = question.family
    entry = _entry(question, "repair.lp", "what could be changed")
    stop = stop or threading.Event()
    models: list[Sequence[clingo.Symbol]] = []
    facts = family.facts(report.instance)
    program = _fitting(entry, _overlays(report))
    outcome = engine.run(engine.Job(program, facts, seconds=seconds, stop=stop), models.append)
    if not models:
        return Explanation(outcome.status, outcome.reason)
    added, dropped = (_changes(models[-1], name) for name in ("add", "drop"))
    mend: Callable[..., tuple[Any, Sequence[str]]] = getattr(family, "mend", _mend(family))
    instance, changes = mend(report.instance, added, dropped)
    found: list[Checked] = []
    again = replace(
        question,
        instance=instance,
        models=1,
        seconds=seconds,
        started=time.monotonic(),
        stop=stop,
        engine="clingo" if question.task.encoding else "native",
    )
    pipeline.ask(again, found.append)
    return Explanation(
        status=Status.FOUND,
        changes=tuple(changes),
        least=outcome.optimal,
        instance=instance,
        answer=found[0] if found and not getattr(found[0].witness, "refutes", False) else None,
    )


def why(report: Report, seconds: float | None = None, stop: threading.Event | None = None) -> Why:
    """A minimal set of requirements that rule out an answer to a question that found nothing.

    Args:
        report: of that question; its overlays hold, or are among the requirements.
        seconds: the time limit; PATIENCE if nobody says.
        stop: set from outside to end the search.

    Raises:
        PylabError: if the family has no `reasons.lp`, or it says that it is for other tasks.
    """
    question, family = report.question, report.question.family
    entry = _entry(question, "reasons.lp", "what is required")
    program = reasons.guarded(_fitting(entry, _overlays(report)))
    limit = PATIENCE if seconds is None else seconds
    found = reasons.find(program, family.facts(report.instance), limit, stop)
    rules = [each for each in found.requirements if each.name == reasons.OVERLAY]
    others = [each for each in found.requirements if each not in rules]
    obstruct: Callable[[Any, Sequence[Fact]], Any] | None = getattr(family, "obstacles", None)
    obstacles = obstruct(report.instance, others) if obstruct and others else None
    told = obstacles.words() if obstacles is not None else [f"not {each}" for each in others]
    told = [*(f"the rule of {each.arguments[0].string}" for each in rules), *told]
    return Why(found, f"{family.name}/{entry.name}", tuple(told), obstacles)


def _mend(family: Family[Any, Any]) -> Callable[..., tuple[Any, Sequence[str]]]:
    """Facts added and dropped, where a family has no other way."""

    def mend(instance: Any, added: Sequence[Fact], dropped: Sequence[Fact]) -> Any:
        kept = [fact for fact in family.facts(instance) if fact not in dropped]
        mended = family.from_facts([*kept, *(fact for fact in added if fact not in kept)])
        changes = [f"with {fact}" for fact in added if fact not in dropped]
        return mended, [*changes, *(f"without {fact}" for fact in dropped if fact not in added)]

    return mend


def _entry(question: Question, name: str, says: str) -> Path:
    """The family's file of that name. Raises PylabError if it has none, or not for this task."""
    family = question.family.name
    entry = resources.encodings() / family / name
    if not entry.is_file():
        raise PylabError(f"{family} has no {name}, which would say {says}")
    meant = encodings.header(entry).get("Tasks", "").replace(",", " ").split()
    if meant and question.task.name not in meant:
        raise PylabError(f"{family}/{name} is for --task {' or '.join(meant)}")
    return entry


def _overlays(report: Report) -> Sequence[Path]:
    """The overlays that were asked for, and those that the instance's rules need."""
    question = report.question
    needed: Callable[[Any], Sequence[str]] = getattr(
        question.family, "overlays", lambda _instance: ()
    )
    names = [*question.overlays, *needed(report.instance)]
    paths = (encodings.find(name, question.family.name).absolute() for name in names)
    return list(dict.fromkeys(paths))


def _fitting(entry: Path, overlays: Sequence[Path]) -> Encoding:
    """The entry with these overlays, or without them if they don't fit it."""
    try:
        return encodings.load(entry, overlays)
    except EncodingError:
        return encodings.load(entry)


def _changes(symbols: Sequence[clingo.Symbol], name: str) -> tuple[Fact, ...]:
    """The facts within the atoms of that name, sorted."""
    return tuple(Fact(s.arguments[0]) for s in sorted(symbols) if s.match(name, 1))
