"""Requirements on answers: engines, brute force and known answers agree, and limits are kept."""

from __future__ import annotations

import time
from typing import Any

from pylab.base import resources
from pylab.base.errors import Ended, InstanceError, LimitReached, PylabError
from pylab.base.finding import Status
from pylab.testing import expected
from pylab.testing.statements import agree, known, said
from pylab.testing.subject import ROUNDS, SMALL, Asked, Subject, Unmet, must, offers, requirement

AGAIN = 2.0
"""The time limit in seconds for clingo if the native search has answered already."""

SLOW = 5.0
"""The seconds within which a search must report progress."""


def sound(asked: Asked) -> None:
    """Raises Unmet unless the answer is settled, has no messages, and the checker accepts it."""
    accepted(asked)
    ended = asked.answer.ended in (Ended.SETTLED, Ended.STEPS)
    must(ended, f"{asked.where}: {asked.answer.reason}")


def accepted(asked: Asked) -> None:
    """Raises Unmet unless the answer has no messages, and the checker accepts it."""
    answer = asked.answer
    must(not answer.messages, f"{asked.where}: clingo says {''.join(answer.messages)!r}")
    told = [f"{each.witness!r:.200}: {each.verdict.problems}" for each in answer.invalid]
    must(not told, f"{asked.where}: the checker rejects {'; '.join(told)}")


@requirement()
def answers_are_accepted_by_the_checker(subject: Subject) -> None:
    """Each task has answers without a limit or a warning, and the checker accepts them."""
    answered = set()
    for asked in subject.all_asked():
        sound(asked)
        answered.add(asked.task.name)
    for task in subject.family.tasks:
        if task.name not in answered:
            specimen = subject.specimen(task, "native" if task.native else "clingo")
            told = f"no sample fits {task.name}: add one to `specimens` in testkit.py"
            must(specimen is not None, told)
            assert specimen is not None
            sound(specimen)


@requirement(lambda subject: any(t.native and t.encoding for t in subject.family.tasks))
def engines_agree(subject: Subject) -> None:
    """clingo and the native search give the same status, cost and, where complete, answers."""
    both = [t for t in subject.family.tasks if t.native and t.encoding]
    compared = 0
    for name, _ in subject.samples:
        for task in both:
            asked = [subject.asked(name, task, engine) for engine in ("native", "clingo")]
            if None not in asked:
                compared += 1
                agree(f"{task.name} of {name}", said(subject, filter(None, asked)))
    must(compared > 0, "there is no sample that both engines accept")


@requirement(offers("costs.of"))
def costs_are_measured(subject: Subject) -> None:
    """`costs.of` gives an optimal answer the cost that the engines prove."""
    measure, measured = subject.family.costs.of, 0
    for asked in subject.all_asked():
        for each in asked.answer.checked:
            if measure is None or each.refutes or not (asked.answer.optimal and each.verdict.valid):
                continue
            cost = measure(asked.instance, asked.task, each.witness)
            same = cost in (None, asked.answer.cost)
            must(same, f"{asked.where}: measured {cost}, proven {asked.answer.cost}")
            measured += cost is not None
    must(measured > 0, "costs.of gives no optimal answer a cost")


@requirement()
def brute_force_agrees(subject: Subject) -> None:
    """The engines find what brute force finds: status, cost, number of answers, answers."""
    found = {True: 0, False: 0}
    for asked in subject.all_asked():
        for truth in known(subject, asked.instance, asked.task):
            agree(f"{asked.task.name} of {asked.name}", [*said(subject, [asked]), truth])
            found[truth.status is Status.FOUND] += 1
    must(found[True] > 0, "the brute force finds an answer to no sample")
    must(found[False] > 0, "the brute force finds an answer to every sample")


@requirement(lambda subject: bool(subject.shipped))
def shipped_puzzles_have_the_answers_beside_them(subject: Subject) -> None:
    """Each shipped instance has its `x.expected.json`, and the engines' answers agree with it.

    With fewer rounds than the default, large instances are left out, and only small ones are put
    to both engines.
    """
    whole = subject.rounds >= ROUNDS
    for path, instance in subject.shipped:
        where = resources.expected_beside(path)
        must(where.is_file(), f"{path.name} has no {where.name}")
        size = len(subject.family.facts(instance))
        if size > SMALL and not whole:
            continue
        for claim in expected.read(where).answers:
            again = size <= (SMALL if whole else SMALL // 2) and not claim.options
            _as_expected(subject, f"{where.name}: {claim.task}", claim, instance, again)


def _as_expected(
    subject: Subject, where: str, claim: expected.ExpectedAnswer, instance: Any, again: bool
) -> None:
    told = False
    task = subject.family.task(claim.task)
    for engine in ("native", "clingo"):
        if told and not again:
            break
        seconds = 60.0 if not told else AGAIN
        try:
            answer = subject.ask(
                instance, task, engine, models=claim.models, seconds=seconds, options=claim.options
            )
        except PylabError:  # the instance doesn't fit the options
            answer = None
        if answer is None or (told and not answer.settled):
            continue
        told = True
        for what, got, wanted in expected.differing(answer, claim):
            raise Unmet(f"{where}: {what} is {got!r} by {engine}, expected {wanted!r}")
        must(not answer.invalid, f"{where}: an answer of {engine} is invalid")
    found = "it is not refused" if told else "no engine accepts the question"
    must(told != (claim.wanted == {"status": "refused"}), f"{where}: {found}")


class _Stop:
    """A watch that ends the search after some calls."""

    def __init__(self, calls: int) -> None:
        self.left, self.heard, self.over = calls, 0, False

    def found(self, witness: Any) -> None:  # noqa: ARG002
        must(not self.over, "the search reports a witness after LimitReached")

    def progress(self, **figures: int) -> None:
        must(not self.over, "the search goes on after LimitReached")
        must(all(type(n) is int for n in figures.values()), f"progress({figures}): no integers")
        self.heard += 1
        if self.heard > self.left:
            self.over = True
            raise LimitReached("that is enough", Ended.INTERRUPTED)


@requirement(lambda s: s.family.native is not None and any(t.native for t in s.family.tasks))
def native_searches_stop_when_they_are_told_to(subject: Subject) -> None:
    """A search reports its progress to its watch, and ends when the watch raises LimitReached.

    It may let the error pass, or return a Finding that says what ended it.
    """
    native = subject.family.native
    assert native is not None
    known = [*subject.samples, *((path.name, each) for path, each in subject.shipped)]
    if subject.testkit.large is not None:
        known.append(("the large one", subject.testkit.large()))
    for task in subject.family.tasks:
        heard = 0
        for name, instance in known if task.native else ():
            refused = subject.family.unsupported(instance, task) or native.unsupported(
                instance, task
            )
            if refused:
                continue
            watch = _Stop(0)
            began = time.monotonic()
            try:
                finding = native.search(instance, task, watch, task.models)
            except InstanceError:
                continue
            except LimitReached:
                must(watch.over, f"{task.name} of {name}: LimitReached without its watch")
            else:
                claimed = watch.over and finding.settled
                must(not claimed, f"{task.name} of {name}: stopped, it claims to be settled")
            heard += watch.heard
            slow = time.monotonic() - began > SLOW and not watch.heard
            must(not slow, f"{task.name} of {name}: it reports no progress within {SLOW:g} s")
            if heard:
                break
        told = f"{task.name}: no search reports progress; add a `large` instance to testkit.py"
        must(not task.native or heard > 0, told)
