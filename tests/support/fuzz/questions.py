"""Answers compared: of both engines, by trying everything, and of the same puzzle turned."""

from __future__ import annotations

import json
import random
from functools import partial

from fuzz import Defect, Seen, Target, taken_apart
from fuzz.puzzles import FAMILIES, drawn, subject
from fuzz.relations import ALL
from pylab.base.errors import Ended, InstanceError, LimitReached, PylabError
from pylab.base.finding import Status
from pylab.base.limits import Patience, within
from pylab.text.fact_files import read_facts
from pylab.text.facts import write_facts
from pylab.text.source import Source

SECONDS = 2.0
"""For each question; what takes longer is left out."""

MOST = 300
"""So many answers are listed."""

LARGEST = 160
"""Facts of an instance."""

_TURNED = {"align": (), "abstract": (), "statistics": (), "design": ()}
"""Tasks whose answers depend on names and places, so that changed puzzles have others."""


def _make(name, rng):
    instance = drawn(name, rng)
    family = subject(name).family
    task = rng.choice(family.tasks).name
    seed = rng.randrange(1000)
    return json.dumps([task, seed, write_facts(family.facts(instance))]).encode()


def _read(name, case):
    family = subject(name).family
    with taken_apart():
        task, seed, text = json.loads(case)
        task, seed, text = str(task), int(seed), str(text)
    instance = family.from_facts(read_facts(Source("x.lp", text), family.vocabulary))
    return family, family.task(task), seed, instance


def _answer(name, instance, task, engine, **means):
    """A settled answer, sound in itself; None if there is none in time."""
    try:
        models = MOST if task.models == 0 else task.models
        found = subject(name).ask(instance, task, engine, models=models, seconds=SECONDS, **means)
    except PylabError:
        return None
    if found is None:
        return None
    told = [str(problem) for each in found.invalid for problem in each.verdict.problems]
    if told:
        raise Defect(f"the checker rejects an answer: {task.name} by {engine}: {told[:3]}")
    if found.messages:
        raise Defect(f"clingo complains: {task.name}: {found.messages[:2]}")
    return found if found.ended is Ended.SETTLED else None


def _told(family, answer):
    """What two answers to the same question must have in common."""
    told = {"status": answer.status.value}
    if answer.optimal and answer.cost is not None:
        told["cost"] = answer.cost
    if answer.question.task.models == 0 and answer.complete:
        told["count"] = answer.count
        told["answers"] = sorted(
            sorted(map(str, family.encode(each.witness)))
            for each in answer.checked
            if not each.refutes
        )
    return told


def _same(what, one, other, but=()):
    for key in (one.keys() & other.keys()) - set(but):
        if one[key] != other[key]:
            raise Defect(f"{what}: {key}: {one[key]!r:.300} and {other[key]!r:.300}")


def _look_engines(name, case):
    """By clingo, natively, and by trying everything."""
    try:
        family, task, _, instance = _read(name, case)
    except PylabError:
        return Seen("no puzzle")
    if len(family.facts(instance)) > LARGEST:
        return Seen("large")
    told, compared = {}, 0
    for engine in ("native", "clingo"):
        if (answer := _answer(name, instance, task, engine)) is not None:
            told[engine] = (_told(family, answer), answer)
    if len(told) == 2:
        _same(f"engines of {task.name}", told["native"][0], told["clingo"][0])
        compared += 1
    try:
        with within(Patience(SECONDS)):
            truth = subject(name).testkit.truth(instance, task)
    except (LimitReached, RecursionError, MemoryError):
        truth = None
    if truth is not None:
        for engine, (_, answer) in told.items():
            _true(f"truth of {task.name} by {engine}", family, answer, truth)
            compared += 1
    return Seen(next((t["status"] for t, _ in told.values()), "no answer"), compared)


def _true(what, family, answer, truth):
    wanted = Status.FOUND if truth.found else Status.NONE
    if answer.status is not wanted:
        raise Defect(f"{what}: status: {answer.status.value}, by trying all {wanted.value}")
    if not truth.found:
        return
    mine = _told(family, answer)
    theirs = {"cost": truth.cost, "count": truth.count}
    if truth.answers is not None:
        theirs["answers"] = sorted(map(sorted, truth.answers))
    _same(what, mine, {key: value for key, value in theirs.items() if value is not None})
    if truth.cost is not None and answer.at_least is not None and answer.at_least > truth.cost:
        raise Defect(f"{what}: at least {answer.at_least}, by trying all {truth.cost}")


def _look_related(name, case):
    """A puzzle turned, renamed or with something that doesn't matter."""
    try:
        family, task, seed, instance = _read(name, case)
    except PylabError:
        return Seen("no puzzle")
    facts = family.facts(instance)
    if len(facts) > LARGEST or task.name in _TURNED:
        return Seen("left out")
    engine = ("native", "native", "clingo")[seed % 3]
    first, compared = None, 0
    for how, change in ALL[name].items():
        changed = list(change(facts, random.Random(seed)))
        if not changed:
            continue
        try:
            other = family.from_facts(changed)
        except InstanceError as error:
            raise Defect(f"{how} it is no puzzle: {error}\n{write_facts(changed)}") from error
        if first is None and (first := _answer(name, instance, task, engine)) is None:
            break
        second = _answer(name, other, task, engine)
        if second is not None:
            _same(
                f"{how}, {task.name} by {engine}",
                _told(family, first),
                _told(family, second),
                ["answers"],
            )
            compared += 1
    return Seen("same" if compared else "no answer", compared)


def _smaller(name, case):
    try:
        family, task, seed, instance = _read(name, case)
    except PylabError:
        return
    facts = family.facts(instance)
    for other in family.smaller(instance) if family.smaller is not None else ():
        yield json.dumps([task.name, seed, write_facts(family.facts(other))]).encode()
    for at in range(len(facts)):
        yield json.dumps([task.name, seed, write_facts(facts[:at] + facts[at + 1 :])]).encode()


def targets():
    """All of them."""
    for name in FAMILIES:
        for kind, look in (("engines", _look_engines), ("related", _look_related)):
            yield Target(
                f"{kind}-{name}",
                partial(_make, name),
                partial(look, name),
                partial(_smaller, name),
                3,
            )
