"""Requirements on labs: a family's lab reads, draws, judges and changes as its Python does.

Labs run in Node; without Node, the tests are skipped.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

from pylab.analysis.catalogue import overlays_of
from pylab.base.errors import PylabError, WitnessError
from pylab.core.question import typed
from pylab.encoding import files
from pylab.pages.lab import page
from pylab.pages.lab.kit import draws_itself, sources
from pylab.testing import node
from pylab.testing.judging import as_shown
from pylab.testing.subject import ROUNDS, Subject, must, offers, requirement
from pylab.testing.witnesses import mutants
from pylab.text.fact_files import read_facts
from pylab.text.facts import Fact, write_facts
from pylab.text.source import Source


def _draws_itself(subject: Subject) -> bool:
    return draws_itself(subject.family)


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


def job_of(subject: Subject, instance: Any) -> dict[str, Any]:
    """A job for the lab: to draw a puzzle."""
    laid_out = subject.family.laid_out
    return {"facts": _facts(subject, instance), "plan": laid_out(instance) if laid_out else None}


@cache
def _read(subject: Subject) -> Sequence[tuple[str, Any, dict[str, Any]]]:
    """Samples and shipped instances that aren't too large, with the lab's results for them."""
    family = subject.family
    shipped = [(path.name, each) for path, each in subject.shipped]
    small = [each for each in shipped if len(family.facts(each[1])) <= _FACTS * subject.rounds]
    puzzles = [*subject.drawn, *small]
    more = {} if draws_itself(family) else {"drawn": False}
    jobs = [job_of(subject, each) | {"file": family.write(each)} | more for _, each in puzzles]
    return [(*each, told) for each, told in zip(puzzles, run(subject, jobs), strict=True)]


@requirement(_draws_itself)
def labs_have_the_facts_of_puzzles(subject: Subject) -> None:
    """A lab reads facts, and writes the same ones in the same order."""
    for name, instance, told in _read(subject):
        expected = _facts(subject, instance).splitlines()
        must(told["facts"] == expected, f"{name}: {_apart(told['facts'], expected)}")


@requirement(_draws_itself)
def labs_draw_what_pages_show(subject: Subject) -> None:
    """A lab's scene and its data for the rules equal those of `script`, to the character."""
    drawable = [
        drawn_alike(subject, name, instance, told) for name, instance, told in _read(subject)
    ]
    must(any(drawable), "no puzzle can be watched")


def drawn_alike(subject: Subject, where: str, instance: Any, told: Mapping[str, Any]) -> bool:
    """Whether a puzzle can be watched. Raises Unmet if lab and Python draw it differently."""
    assert subject.family.script is not None
    try:
        script = subject.family.script(instance, [])
    except PylabError:
        return False
    drawn = told["script"].get("value")
    must(drawn is not None, f"{where}: the lab refuses it: {told['script'].get('misfit')}")
    expected, found = script.scene.shapes().splitlines(), drawn["shapes"].splitlines()
    must(found == expected, f"{where}: the scene: {_apart(found, expected)}")
    must(drawn["view"] == [*script.scene.view], f"{where}: the view is {drawn['view']}")
    data = json.loads(json.dumps(script.data))
    for key in {*data, *drawn["data"]}:
        one, other = drawn["data"].get(key), data.get(key)
        must(one == other, f"{where}: data.{key} is {one!r:.300}, expected {other!r:.300}")
    for key in ("title", "howto", "trail", "playable"):
        wanted = script.scene.title if key == "title" else getattr(script, key)
        must(drawn[key] == wanted, f"{where}: {key} is {drawn[key]!r}, expected {wanted!r}")
    same = drawn["board"] == [*script.board]
    must(same, f"{where}: the board in words is {drawn['board']!r:.300}")
    return True


@requirement(_draws_itself)
def labs_judge_as_the_checker_does(subject: Subject) -> None:
    """A lab judges answers, forgeries and mutants as the checker does, and plays answers.

    If `check.lp` judges, only the moves of answers are tested here.
    """
    valid, refused = judged_alike(subject, list(_judged(subject)))
    must(valid > 0, "the lab accepts no answer, or has no moves of any")
    must(refused > 0 or subject.family.judge is not None, "the lab refuses no answer")


def judged_alike(subject: Subject, cases: Sequence[Case]) -> tuple[int, int]:
    """How many answers a lab accepts and refuses. Raises Unmet if the checker disagrees."""
    by_puzzle: dict[str, list[Case]] = {}  # the lab reads each puzzle once
    for case in cases:
        by_puzzle.setdefault(_facts(subject, case[1]), []).append(case)
    jobs = [
        {
            "facts": facts,
            "answers": [{"atoms": a, "task": t, "right": e is None} for _, _, a, t, e in group],
        }
        for facts, group in by_puzzle.items()
    ]
    found = [each for told in run(subject, jobs) for each in told["verdicts"]]
    valid = refused = 0
    for (where, _, atoms, task, expected), told in zip(
        chain(*by_puzzle.values()), found, strict=True
    ):
        verdict = told.get("value") or {"valid": False, "code": "no answer"}
        if "byRules" in verdict:
            fits = verdict["won"] in (True, None)
            must(fits, f"{where}: its moves: {verdict['won']}; {atoms}")
            valid += verdict["won"] is True
            continue
        if verdict["valid"] is None:
            needed = task == subject.first.name and expected != "no answer"
            must(not needed, f"{where}: the lab does not judge {atoms!r:.300}")
            continue
        code = None if verdict["valid"] else verdict["code"]
        said = f"{where}: {code or 'valid'} by the lab, {expected or 'valid'} by the checker"
        must(code == expected, f"{said}: {atoms!r:.500}")
        if verdict["valid"]:
            fits = verdict["won"] in (not verdict["lost"], None)
            must(fits, f"{where}: its moves: {verdict['won']}; {atoms}")
        valid += bool(verdict["valid"])
        refused += not verdict["valid"]
    return valid, refused


@requirement(_draws_itself)
def labs_adapt_puzzles_to_options(subject: Subject) -> None:
    """A lab applies and refuses the options that overlays set as `adapt` does."""
    given = [files.options([path]) for path in overlays_of(subject.family)]
    cases = [(*each, options) for each in subject.samples for options in filter(None, given)]
    jobs = [{"facts": _facts(subject, each), "options": options} for _, each, options in cases]
    for (name, instance, options), told in zip(cases, run(subject, jobs), strict=True):
        where, expected = f"{name} with {options}", adapted_facts(subject, instance, options)
        must(told["adapted"] is not None, f"{where}: the lab does not adapt puzzles")
        found = told["adapted"].get("value")
        must(found == expected, f"{where}: {_apart(found or [], expected or [])}")


def adapted_facts(subject: Subject, instance: Any, options: Mapping[str, str]) -> list[str] | None:
    """The facts of a puzzle under options; None if they don't fit it."""
    try:
        made = subject.family.adapt(instance, **typed(subject.family, options))
    except PylabError:
        return None
    return _facts(subject, made).splitlines()


@requirement(_draws_itself)
def labs_make_puzzles_by_clicks(subject: Subject) -> None:
    """All clicks in a lab result in a puzzle of the family."""
    puzzles = subject.samples
    jobs = [
        {"facts": _facts(subject, instance), "clicks": 10 + subject.rounds + n}
        for n, (_, instance) in enumerate(puzzles)
    ]
    changed = 0
    for (name, _), told in zip(puzzles, run(subject, jobs), strict=True):
        made = [(each["click"], each["facts"]) for each in told["clicks"]]
        for click, facts in [*made, *(("resized", facts) for facts in told["sizes"])]:
            source = Source("facts", "\n".join(facts))
            try:
                family = subject.family
                instance = family.from_facts(read_facts(source, family.vocabulary))
            except PylabError as error:
                must(False, f"{name}: after {click}: {error}\n{source.text:.2000}")
            expected = _facts(subject, instance).splitlines()
            must(facts == expected, f"{name}: after {click}: {_apart(facts, expected)}")
        for each in told["clicks"]:
            must(each["again"] == each["facts"], f"{name}: after {each['click']}: read otherwise")
        changed += len(made)
    must(changed > 0, "no click changes a puzzle")


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


Case = tuple[str, Any, str, str, str | None]
"""The origin, the instance, atoms as facts, a task, the first problem's code or None."""


def _judged(subject: Subject) -> Iterator[Case]:
    """Answers, mutants of them, and the forgeries of the testkit."""
    seen = set()
    for asked, witness in subject.witnesses(2 if subject.rounds >= ROUNDS else 1):
        facts = as_shown(subject, asked, witness)
        key = asked.name, asked.task.name, *facts
        if key in seen:  # both engines often have the same answer
            continue
        seen.add(key)
        rng = subject.rng("lab", asked.where)
        for mutant in [facts, *mutants(rng, facts, max(1, subject.rounds // 2))]:
            yield from case_of(subject, asked.where, asked.instance, mutant, asked.task.name)
    for forgery in subject.forgeries():
        yield from case_of(subject, *forgery, "")


def case_of(
    subject: Subject, where: str, instance: Any, facts: Sequence[Fact], task: str
) -> Iterator[Case]:
    """These facts as an answer, with the checker's verdict, unless it can't judge them."""
    text = " ".join(map(str, facts))
    try:
        witness = subject.family.read_witness(Source("witness", text))
    except WitnessError:
        yield where, instance, text, task, "no answer"
        return
    verdict = subject.family.check(instance, witness)
    if not verdict.unchecked:
        problem = verdict.problems[0].code if verdict.problems else None
        yield where, instance, text, task, problem


def _apart(found: Sequence[str], expected: Sequence[str]) -> str:
    """The first line that differs, in words."""
    for number, (one, other) in enumerate(zip(found, expected, strict=False), 1):
        if one != other:
            return f"line {number} is {one!r:.300}, expected {other!r:.300}"
    return f"{len(found)} lines, expected {len(expected)}"
