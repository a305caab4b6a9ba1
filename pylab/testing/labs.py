"""Requirements on labs: a family's lab opens files, plays answers and adapts as its Python does.

Labs run in Node; without Node, the tests are skipped.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from pylab.analysis.catalogue import overlays_of
from pylab.base.errors import PylabError
from pylab.core.question import typed
from pylab.encoding import files
from pylab.pages.lab import page
from pylab.pages.lab.kit import sources
from pylab.testing import node
from pylab.testing.judging import as_shown
from pylab.testing.subject import ROUNDS, Subject, must, offers, requirement
from pylab.text.fact_files import read_facts
from pylab.text.facts import write_facts
from pylab.text.source import Source

_HARNESS = Path(__file__).with_name("labs.js")
_FACTS = 250
"""The largest number of facts, for each round, of a shipped instance that is drawn."""


def run(subject: Subject, jobs: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The results of the family's lab for puzzles. Skips the test without Node."""
    given = {"page": page.script(subject.family), "source": sources(subject.family), "jobs": jobs}
    found: list[dict[str, Any]] = node.told(_HARNESS, given, "the lab doesn't run")
    return found


def _facts(subject: Subject, instance: Any) -> str:
    return write_facts(subject.family.facts(instance))


@cache
def _read(subject: Subject) -> Sequence[tuple[str, Any, dict[str, Any]]]:
    """Samples and shipped instances that aren't too large, with the lab's results for them."""
    family = subject.family
    shipped = [(path.name, each) for path, each in subject.shipped]
    small = [each for each in shipped if len(family.facts(each[1])) <= _FACTS * subject.rounds]
    puzzles = [*subject.drawn, *small]
    jobs = [{"facts": _facts(subject, each), "file": family.write(each)} for _, each in puzzles]
    return [(*each, told) for each, told in zip(puzzles, run(subject, jobs), strict=True)]


@requirement(offers("lab"))
def labs_play_answers(subject: Subject) -> None:
    """A lab plays the answers that the checker accepts, and their moves win."""
    cases = [
        (asked.where, asked.instance, " ".join(map(str, as_shown(subject, asked, witness))))
        for asked, witness in subject.witnesses(2 if subject.rounds >= ROUNDS else 1)
    ]
    must(played(subject, cases) > 0, "the lab has no moves of any answer")


def played(subject: Subject, cases: Sequence[tuple[str, Any, str]]) -> int:
    """How many answers a lab plays. Raises Unmet for moves that don't win."""
    jobs = [{"facts": _facts(subject, each), "answers": [atoms]} for _, each, atoms in cases]
    ends = [told["ends"][0] for told in run(subject, jobs)]
    for (where, _, atoms), end in zip(cases, ends, strict=True):
        must(end in (True, None), f"{where}: its moves: {end}; {atoms}")
    return ends.count(True)


@requirement(offers("lab"))
def labs_adapt_puzzles_to_options(subject: Subject) -> None:
    """A lab applies and refuses the options that overlays set as `adapt` does."""
    given = [files.options([path]) for path in overlays_of(subject.family)]
    cases = [(*each, options) for each in subject.samples for options in filter(None, given)]
    jobs = [{"facts": _facts(subject, each), "options": options} for _, each, options in cases]
    for (name, instance, options), told in zip(cases, run(subject, jobs), strict=True):
        adapted_alike(subject, f"{name} with {options}", instance, options, told)


def adapted_alike(
    subject: Subject, where: str, instance: Any, options: Mapping[str, str], told: Any
) -> None:
    """Raises Unmet if a lab makes another puzzle of one than `adapt` does."""
    must(told["adapted"] is not None, f"{where}: the lab does not adapt puzzles")
    facts, expected = told["adapted"].get("value"), _adapted_facts(subject, instance, options)
    found = None
    if facts is not None:
        source = Source("facts", "\n".join(facts))
        made = subject.family.from_facts(read_facts(source, subject.family.vocabulary))
        found = _facts(subject, made).splitlines()
    told = f"the lab makes another puzzle: {_apart(found or [], expected or [])}"
    must(found == expected, f"{where}: {told}")


def _adapted_facts(subject: Subject, instance: Any, options: Mapping[str, str]) -> list[str] | None:
    """The facts of a puzzle under options; None if they don't fit it."""
    try:
        made = subject.family.adapt(instance, **typed(subject.family, options))
    except PylabError:
        return None
    return _facts(subject, made).splitlines()


@requirement(offers("lab"))
def labs_open_and_save_files(subject: Subject) -> None:
    """A lab that knows the family's own format reads what `write` writes, and vice versa."""
    for name, instance, told in _read(subject):
        file = subject.family.write(instance)
        if told["opened"] is not None:
            found = told["opened"].get("value")
            must(found is not None, f"{name}: refused: {told['opened'].get('misfit')}\n{file}")
            expected = _facts(subject, subject.read(file)).splitlines()
            must(found == expected, f"{name}: opened: {_apart(found, expected)}")
        if told["saved"] is not None:
            saved = None
            with contextlib.suppress(PylabError):
                saved = subject.read(told["saved"])
            must(saved == subject.read(file), f"{name}: saved as:\n{told['saved']}")


def _apart(found: Sequence[str], expected: Sequence[str]) -> str:
    """The first line that differs, in words."""
    for number, (one, other) in enumerate(zip(found, expected, strict=False), 1):
        if one != other:
            return f"line {number} is {one!r:.300}, expected {other!r:.300}"
    return f"{len(found)} lines, expected {len(expected)}"
