"""Requirements on options: all code that implements the rules implements each option.

Engines, checker, brute force, page and lab are asked about puzzles on which it makes a difference.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from pylab.base.errors import Ended, PylabError
from pylab.base.finding import Status
from pylab.base.listing import Task
from pylab.family.script import Script
from pylab.testing import judging, labs, pages
from pylab.testing.answers import sound
from pylab.testing.cases import Cases, Specimen
from pylab.testing.statements import Facts, PartyResult, agree, facts_of, known, said
from pylab.testing.subject import Asked, Options, Subject, Unmet, must, requirement, worded
from pylab.text.facts import Fact, write_facts

_ENGINES = ("native", "clingo")

_CROSSED = 10
"""The number of answers to a puzzle that checker and lab judge under other options."""

_OWN = 5
"""The number of answers to a puzzle that the lab judges under the same options."""


@cache
def _cases(subject: Subject) -> Cases:
    return Cases(subject)


def _has_options(subject: Subject) -> bool:
    return bool(_cases(subject).all)


def _specimens(subject: Subject) -> Iterator[Specimen]:
    cases = _cases(subject)
    for case in cases.all:
        yield from cases.specimens(case)


@requirement(_has_options)
def options_make_a_difference(subject: Subject) -> None:
    """Each option changes an answer to some small puzzle, alone and beside another option."""
    cases = _cases(subject)
    apart = {frozenset(pair) for pair in subject.testkit.apart}
    for case in cases.all:
        idle = " and ".join(cases.idle(case))
        if {name for name, _ in case.options} in apart:
            must(bool(idle), f"{case.name}: `apart` in testkit.py, but both change answers")
        elif case.alone or case.flags:
            told = f"{idle} changes no answer" if idle == case.name else f"{idle} of {case.name}"
            must(not idle, f"{told}: add one on which it does to `puzzles` in testkit.py")


@requirement(_has_options)
def engines_and_checker_know_all_options(subject: Subject) -> None:
    """Engines, brute force and checker agree on puzzles for which options make a difference."""
    cases = _cases(subject)
    for case in cases.all:
        overlays = case.overlays
        for specimen in cases.specimens(case):
            for task in subject.family.tasks:
                _agree(subject, specimen, task, overlays)
            overlays = ()  # one puzzle shows that they set the options


def _agree(subject: Subject, specimen: Specimen, task: Task, overlays: Sequence[Path]) -> None:
    """Raises Unmet if two parties contradict each other, with or without the options."""
    options, where = specimen.case.options, f"{task.name} of {specimen.where}"
    asked = _asked(subject, specimen, task, options)
    plain = _asked(subject, specimen, task, ())
    now = [*said(subject, asked), *_overlaid(subject, specimen, task, overlays)]
    now += known(subject, specimen.instance, task)
    agree(where, [*now, *_accepted(subject, specimen.instance, plain, now)])
    before = said(subject, plain)
    agree(where, now if specimen.case.without else [*now, *before])
    accepted = _accepted(subject, specimen.plain, asked, before)
    agree(f"{task.name} of {specimen.name} without {specimen.case.name}", [*before, *accepted])


def _asked(subject: Subject, specimen: Specimen, task: Task, options: Options) -> Sequence[Asked]:
    """The engines' answers within the time limit; without options, that of one engine."""
    found: list[Asked] = []
    for engine in _ENGINES:
        if found and not options:
            break
        try:
            asked = subject.asked(specimen.name, task, engine, options)
        except Exception as error:
            where = f"{task.name} of {worded(specimen.name, options)}"
            raise Unmet(f"{where}, by {engine}: {error!r}") from error
        if asked is not None and asked.answer.ended is not Ended.TIME:
            found.append(asked)
            sound(asked)
    return found


def _overlaid(
    subject: Subject, specimen: Specimen, task: Task, overlays: Sequence[Path]
) -> Iterator[PartyResult]:
    """clingo's answer with the overlays that set the options."""
    for overlay in overlays:
        answer = _cases(subject).overlaid(specimen.name, overlay, task)
        if answer is not None and answer.ended is not Ended.TIME:
            sound(Asked(specimen.where, answer.instance, task, answer))
            told = PartyResult.of_answer(subject, answer, f"clingo with {overlay.name}")
            yield from filter(None, [told])


def _accepted(
    subject: Subject, instance: Any, others: Sequence[Asked], now: Sequence[PartyResult]
) -> Iterator[PartyResult]:
    """The claims that follow if the checker accepts answers to the other puzzle for this one.

    If its summaries differ, the costs may differ, too.
    """
    best = {each.high for each in now}
    answers = next((each.answers for each in now if each.answers is not None), frozenset[Facts]())
    for asked in others:
        by = f"the checker, which accepts an answer of {asked.answer.engine} to another puzzle"
        given = [each for each in asked.answer.checked if each.witness is not None]
        facts = {id(each): facts_of(subject, each.witness) for each in given}
        for checked in [each for each in given if facts[id(each)] not in answers][:_CROSSED]:
            verdict = subject.family.check(instance, checked.witness)
            if verdict.valid and checked.refutes:
                yield PartyResult(by, Status.NONE)
            elif verdict.valid:
                same = verdict.summary == checked.verdict.summary
                cost = asked.answer.cost if same else None
                own = {facts[id(checked)]} if best <= {cost} else set[Facts]()
                yield PartyResult(by, Status.FOUND, high=cost, some=frozenset(own))


Watched = tuple[Specimen, Script, int]
"""A puzzle, its script under options, and the number of answers under them.

The ways of the script are these answers, then the answers without the options.
"""


def _watched(subject: Subject) -> Iterator[Watched]:
    """The puzzles that can be watched under their options, all by the same rules."""
    make, rules = subject.family.script, None
    assert make is not None
    for specimen in _specimens(subject):
        mine, others = (
            _routes(subject, specimen, options) for options in (specimen.case.options, ())
        )
        try:
            script, plain = make(specimen.instance, mine), make(specimen.plain, others)
        except PylabError:
            continue
        if len(plain.ways) == len(others):  # else some answers can't be watched
            told = f"{specimen.where}: the page leaves out an answer"
            must(len(script.ways) == len(mine), told)
        if rules in (None, script.rules):
            rules = script.rules
            yield specimen, replace(script, ways=(*script.ways, *plain.ways)), len(script.ways)


def _routes(subject: Subject, specimen: Specimen, options: Options) -> list[Any]:
    """Some answers to the first task."""
    asked = _asked(subject, specimen, subject.first, options)
    return [w for each in asked for w in each.witnesses[:2] if not getattr(w, "refutes", False)]


@requirement(lambda s: _has_options(s) and s.family.script is not None)
def pages_know_all_options(subject: Subject) -> None:
    """Under options, a page plays the answers, and the checker confirms its games and hints."""
    scripts = [*_watched(subject)]
    if not scripts:  # its pages refuse all options
        return
    names = [specimen.where for specimen, *_ in scripts]
    given = [script for _, script, _ in scripts]
    told = pages.play(given, names=names, games=3, length=10, lead=True)
    for (specimen, script, ways), seen in zip(scripts, told, strict=True):
        where = specimen.where
        for played in seen["ways"][:ways]:
            refused = played["refused"]
            must(refused is None, f"{where}: the page refuses the move {refused!r} of an answer")
            must(played["seen"][-1]["won"], f"{where}: an answer does not win by the page")
        if script.playable:
            for game in (*seen["ways"][ways:], *seen["games"], seen["led"]):
                pages.judged_alike(subject, where, specimen.instance, script, game)
            _hinted(subject, specimen, seen)


@requirement(lambda s: _has_options(s) and s.family.script is not None)
def players_are_told_of_options(subject: Subject) -> None:
    """An option for yes or no that changes the game changes the rules on a page, or the picture."""
    family, make = subject.family, subject.family.script
    for specimen, script, _ in _watched(subject):
        plain = make(specimen.plain, ()) if make is not None else script
        single = specimen.case.alone and specimen.case.flags
        if single and plain.lesson and script.lesson and plain.data != script.data:
            drawn = [family.draw(e, None).render() for e in (specimen.plain, specimen.instance)]
            told = plain.lesson.lines != script.lesson.lines or drawn[0] != drawn[1]
            wrong = f"{specimen.where}: neither the page's rules nor the picture say what changes"
            must(told, wrong)


def _hinted(subject: Subject, specimen: Specimen, seen: Any) -> None:
    """Raises Unmet if the page and the engines disagree on the distance to the goal."""
    far, options = seen["far"], specimen.case.options
    told = said(subject, _asked(subject, specimen, subject.first, options))
    told += known(subject, specimen.instance, subject.first)
    if far is not None and far.get("lost"):
        told.append(PartyResult("the page", Status.NONE))
    elif far is not None and far.get("left") is not None:
        best = {each.low for each in told if each.low == each.high} - {None}
        same_unit = any(way["seen"][-1]["spent"] in best for way in seen["ways"])
        left = far["left"] if same_unit else None
        told.append(PartyResult("the page", Status.FOUND, left, left))
    agree(f"{subject.first.name} of {specimen.where}", told)


@requirement(lambda s: _has_options(s) and bool(s.family.lab))
def labs_know_all_options(subject: Subject) -> None:
    """Under options, a lab has the puzzle that the page shows, and plays its answers."""
    specimens = [*_specimens(subject)]
    jobs = [
        {"facts": write_facts(subject.family.facts(each.plain)), "options": each.case.texts}
        for each in specimens
    ]
    for specimen, told in zip(specimens, labs.run(subject, jobs), strict=True):
        if told["adapted"] is not None and "value" in told["adapted"]:
            texts = specimen.case.texts
            labs.adapted_alike(subject, specimen.where, specimen.plain, texts, told)
    for specimen in specimens:
        sides = {(): specimen.plain, specimen.case.options: specimen.instance}
        labs.played(
            subject,
            [
                (specimen.where, instance, " ".join(map(str, facts_of(subject, witness))))
                for options, instance in sides.items()
                for asked in _asked(subject, specimen, subject.first, options)
                for witness in asked.witnesses
            ],
        )


@requirement(lambda s: _has_options(s) and s.family.judge is not None)
def the_judge_in_rules_knows_all_options(subject: Subject) -> None:
    """`check.lp` and the checker agree on puzzles for which options make a difference."""
    for specimen in _specimens(subject):
        cases = (case[:3] for case in _crossed(subject, specimen))
        judging.judged_alike(subject, ((*case, False) for case in cases))


def _crossed(
    subject: Subject, specimen: Specimen
) -> Iterator[tuple[str, Any, Sequence[Fact], str]]:
    """The answers with and without the options, each as answers to both puzzles."""
    sides = {(): specimen.plain, specimen.case.options: specimen.instance}
    for task in subject.family.tasks:
        given = {}
        for options in sides:
            asked = _asked(subject, specimen, task, options)
            witnesses = (witness for each in asked for witness in each.witnesses)
            given[options] = {facts_of(subject, witness): witness for witness in witnesses}
        every = {facts: witness for each in given.values() for facts, witness in each.items()}
        for options, instance in sides.items():
            where = f"{task.name} of {worded(specimen.name, options)}"
            own, others = given[options], [each for each in every if each not in given[options]]
            for facts in (*others[:_CROSSED], *list(own)[:_OWN]):
                yield where, instance, subject.family.encode(every[facts]), task.name
