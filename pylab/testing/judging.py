"""Requirements on a family's `check.lp`, which must judge as the checker does."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import clingo

from pylab.analysis import catalogue
from pylab.base.errors import InstanceError, WitnessError
from pylab.base.limits import Patience
from pylab.base.listing import Task
from pylab.base.verdict import Verdict
from pylab.core import judge
from pylab.encoding import program as encodings
from pylab.encoding.predicates import Role
from pylab.encoding.program import Encoding
from pylab.engines import judges
from pylab.testing.subject import ROUNDS, Asked, Subject, Unmet, must, requirement
from pylab.testing.witnesses import mutants
from pylab.text.facts import Fact, write_facts
from pylab.text.source import Source

Case = tuple[str, Any, Sequence[Fact], bool]
"""The origin of an answer, the instance, the answer's facts, and whether it is a forgery."""


def _judge(subject: Subject) -> Encoding:
    path = subject.family.judge
    assert path is not None
    return encodings.load(path)


def as_shown(subject: Subject, asked: Asked, witness: Any) -> list[Fact]:
    """A witness's facts; or, if `check.lp` doesn't know these, the atoms that clingo shows."""
    family = subject.family
    facts = family.encode(witness)
    known = family.judge is None or family.as_written
    if known or {each.signature for each in facts} <= _judge(subject).signatures(Role.USED):
        return facts
    seen: list[list[Fact]] = [facts]

    def decode(instance: Any, task: Task, symbols: Sequence[clingo.Symbol]) -> Any:
        seen.append([*map(Fact, symbols)])
        return family.decode(instance, task, symbols)

    subject.ask(asked.instance, asked.task, "clingo", family=replace(family, decode=decode))
    return seen[-1]


def _cases(subject: Subject) -> Iterator[Case]:
    """Answers, mutants of them, and the forgeries of the testkit."""
    for asked in subject.all_asked("clingo"):
        for facts in (as_shown(subject, asked, each) for each in asked.witnesses[:1]):
            rng = subject.rng("check.lp", asked.where)
            for each in (facts, *mutants(rng, facts, 4 if subject.rounds >= ROUNDS else 2)):
                yield asked.where, asked.instance, each, False
    yield from ((*each, True) for each in subject.forgeries())


def _by_checker(subject: Subject, instance: Any, facts: Sequence[Fact]) -> list[Verdict] | None:
    """The checker's verdicts on an answer and on the answer by itself; None if it can't tell."""
    family = subject.family
    try:
        witness = family.read_witness(Source("witness", write_facts(facts)))
        alone = family.by_itself(witness)
        found = [family.check(instance, each) for each in (witness, alone) if each is not None]
    except (InstanceError, WitnessError):
        return None
    return None if any(each.unchecked for each in found) else found


@requirement(lambda subject: subject.family.judge is not None and not subject.family.as_written)
def the_judge_in_rules_says_what_the_checker_says(subject: Subject) -> None:
    """`check.lp` accepts what the checker accepts, and objects to an answer that breaks a rule.

    It need not judge claims about all answers, and answers with predicates that it doesn't use.
    """
    accepted, refused = judged_alike(subject, _cases(subject))
    must(accepted > 0, "check.lp accepts no answer")
    must(refused > 0, "check.lp refuses no answer")


def judged_alike(subject: Subject, cases: Iterable[Case]) -> tuple[int, int]:
    """How many answers `check.lp` accepts and refuses. Raises Unmet if the checker disagrees.

    Leaves out answers without facts, with predicates that `check.lp` doesn't use, and those that it
    declares that it can't judge.
    """
    program = _judge(subject)
    used = program.signatures(Role.USED)
    count = {True: 0, False: 0}
    for where, instance, facts, forged in cases:
        known = {each.signature for each in facts} <= used
        if not facts or not known or len({*facts}) < len(facts):
            continue
        verdicts = _by_checker(subject, instance, facts)
        given = [*subject.family.facts(instance), *facts]
        told = judges.by_rules(program, given, {}, Patience(60, time.monotonic()))
        if verdicts is None or told.unchecked:
            continue
        text = " ".join(map(str, facts))[:300]
        whole = verdicts[0]
        said = "; ".join(map(str, told.problems)) or "nothing"
        if whole.valid:
            must(told.valid, f"{where}: {text}: valid by the checker; check.lp says: {said}")
        elif not verdicts[-1].valid:
            why = f"{where}: {text}: the checker says: {whole.problems[0]}"
            must(not told.valid, f"{why}; check.lp accepts it")
            code = whole.problems[0].code
            named = not forged or code in {each.code for each in told.problems}
            must(named, f"{why} ({code}); check.lp says: {said}")
        count[told.valid] += 1
    return count[True], count[False]


@requirement(lambda subject: subject.family.judge is not None and not subject.family.as_written)
def the_judge_in_rules_stands_alone(subject: Subject) -> None:
    """`check.lp` shares no file with encodings, uses known predicates only, and judges answers."""
    family, program = subject.family, _judge(subject)
    entries = [catalogue.entry_of(family, task) for task in family.tasks if task.encoding]
    encoded = {file for entry in entries for file in encodings.load(entry, scripts=True).files}
    shared = sorted(file.name for file in encoded.intersection(program.files))
    must(not shared, f"check.lp and encodings share {', '.join(shared)}")
    known = frozenset({*family.vocabulary, *family.witness_format.vocabulary})
    for found in judge.findings(program, known):
        raise Unmet(str(found))
    used = program.signatures(Role.USED)
    kinds = [each.needed for each in family.witness_format.forms]
    must(any({*kind} <= used for kind in kinds), "check.lp judges no kind of answer")
