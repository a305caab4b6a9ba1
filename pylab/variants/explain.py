"""Why there is no answer: the least change of the facts after which there is one; prints nothing.

A family's `repair.lp` says what may be changed. It shows `add(F)` and `drop(F)` for facts F of the
instance; the family reads the changed facts, and the question is put again.
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
from pylab.pipeline import Checked, Report


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
    entry = resources.encodings() / family.name / "repair.lp"
    if not entry.is_file():
        raise PylabError(f"{family.name} has no repair.lp, which would say what could be changed")
    meant = encodings.header(entry).get("Tasks", "").replace(",", " ").split()
    if meant and question.task.name not in meant:
        raise PylabError(f"{family.name}/repair.lp is for --task {' or '.join(meant)}")
    stop = stop or threading.Event()
    models: list[Sequence[clingo.Symbol]] = []
    facts = family.facts(report.instance)
    program = _program(entry, [*question.overlays, *_rules(report)], family.name)
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


def _mend(family: Family[Any, Any]) -> Callable[..., tuple[Any, Sequence[str]]]:
    """Facts added and dropped, where a family has no other way."""

    def mend(instance: Any, added: Sequence[Fact], dropped: Sequence[Fact]) -> Any:
        kept = [fact for fact in family.facts(instance) if fact not in dropped]
        mended = family.from_facts([*kept, *(fact for fact in added if fact not in kept)])
        changes = [f"with {fact}" for fact in added if fact not in dropped]
        return mended, [*changes, *(f"without {fact}" for fact in dropped if fact not in added)]

    return mend


def _rules(report: Report) -> Sequence[str]:
    """The overlays that the instance's rules need."""
    needed: Callable[[Any], Sequence[str]] = getattr(
        report.question.family, "overlays", lambda _instance: ()
    )
    return needed(report.instance)


def _program(entry: Path, overlays: Sequence[str], family: str) -> Encoding:
    """The repair with the question's overlays, or without those if they don't fit it."""
    paths = dict.fromkeys(encodings.find(name, family).absolute() for name in overlays)
    try:
        return encodings.load(entry, paths)
    except EncodingError:
        return encodings.load(entry)


def _changes(symbols: Sequence[clingo.Symbol], name: str) -> tuple[Fact, ...]:
    """The facts within the atoms of that name, sorted."""
    return tuple(Fact(s.arguments[0]) for s in sorted(symbols) if s.match(name, 1))
