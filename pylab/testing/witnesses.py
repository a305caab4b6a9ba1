"""Requirements on witnesses: reading and writing, decoding, forgeries, mutants, extreme values."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, TypeVar

import clingo

from pylab import engines
from pylab.base.errors import InstanceError, PylabError, WitnessError
from pylab.base.listing import Task
from pylab.family.table import Family
from pylab.testing.subject import ROUNDS, Asked, Subject, Unmet, attempt, must, requirement
from pylab.text.facts import Fact, write_facts
from pylab.text.source import Source

C = TypeVar("C")

_TEXTS = (
    "-1", "0", "1", "1000000", "2147483647", "-2147483648", '""', '"x"', '"1"', '"-1"', '"0"',
    '"99999999999999999999"', '"1e400"', '"nan"', "x", "x(1)", "(1,2)", "()", "#inf", "#sup", "-x",
)  # fmt: skip
EXTREMES = tuple(map(clingo.parse_term, _TEXTS))
"""Terms that replace an argument."""

_EACH = 15
"""The number of changed puzzles, and of changed answers, for each round."""


def _read(subject: Subject, text: str) -> Any:
    return subject.family.read_witness(Source("witness", text))


@requirement()
def witnesses_are_read_as_they_were_written(subject: Subject) -> None:
    """The text of `show` and the facts of `encode` are read as the same witness."""
    for asked, witness in subject.witnesses():
        told = subject.family.show(witness)
        facts = [*subject.family.encode(witness)]
        must(
            bool(told.strip()) or not facts,
            f"{asked.where}: nothing is written of {witness!r:.200}",
        )
        must(told.endswith("\n") or not told, f"{asked.where}: what is written ends within a line")
        for how, text in (("told", told), ("its facts", " ".join(map(str, facts)))):
            if not facts:  # some answers have no facts
                continue
            try:
                again = _read(subject, text)
            except PylabError as error:
                raise Unmet(f"{asked.where}: {how} can't be read: {error}") from error
            if again != witness:
                verdict = subject.family.check(asked.instance, again)
                must(
                    verdict.valid and [*subject.family.encode(again)] == facts,
                    f"{asked.where}: {how}, read again, is another witness:\n{text}",
                )


def _model(subject: Subject, task: Task) -> tuple[Asked, list[clingo.Symbol]]:
    """An answer by clingo, and its atoms."""
    specimen = subject.specimen(task, "clingo")
    for asked in (*subject.all_asked("clingo", task=task), *filter(None, [specimen])):
        for witness in asked.witnesses:
            if not getattr(witness, "refutes", False):
                return asked, [each.symbol for each in subject.family.encode(witness)]
    raise Unmet(f"{task.name}: no sample has an answer; add one to `specimens`")


def _parts(symbols: Sequence[clingo.Symbol]) -> list[clingo.Symbol]:
    """All terms within atoms."""
    found: list[clingo.Symbol] = []
    for symbol in symbols:
        if symbol.type is clingo.SymbolType.Function:
            found += [*symbol.arguments, *_parts(symbol.arguments)]
    return list(dict.fromkeys(found))


def _slipped(
    rng: random.Random, symbols: Sequence[clingo.Symbol], known: Sequence[clingo.Symbol]
) -> list[clingo.Symbol]:
    """The atoms of an answer with up to three mistakes."""
    found, terms = list(symbols), [*known, *EXTREMES]
    for _ in range(rng.randrange(4)):
        at = rng.randrange(len(found)) if found else 0
        name = rng.choice(found).name if found else "move"
        arguments = [*found[at].arguments] if found else []
        change = rng.randrange(5)
        if change == 1:
            arguments = rng.choices(terms, k=rng.randrange(6))
        elif change == 2:
            arguments.append(rng.choice(terms))
        elif change > 2 and arguments:
            arguments[rng.randrange(len(arguments))] = rng.choice(terms)
        # left out, added, or put in the place of another one
        found[at : at + (change != 1)] = [clingo.Function(name, arguments)] if change else []
    return found


@requirement(lambda subject: any(task.encoding for task in subject.family.tasks))
def any_atoms_are_decoded_or_refused(subject: Subject) -> None:
    """Any atoms make a witness that can be checked, written and drawn, or raise WitnessError."""
    family = subject.family
    for task in (each for each in family.tasks if each.encoding):
        asked, model = _model(subject, task)
        rng = subject.rng("atoms", task.name)
        known = _parts([*model, *(each.symbol for each in family.facts(asked.instance)[:50])])
        decoded = 0
        for _ in range(8 * subject.rounds):
            symbols = _slipped(rng, model, known)
            where = f"{task.name}: {' '.join(map(str, symbols))[:300]}"
            decode = partial(family.decode, asked.instance, task, symbols)
            witness = attempt(where, PylabError, decode)
            if witness is not None:
                decoded += 1
                used(where, family, asked.instance, witness, drawn=decoded % 4 == 1)
        must(decoded > 0, f"{task.name}: no atoms can be decoded")


def used(
    where: str, family: Family[Any, Any], instance: Any, witness: Any, drawn: bool = True
) -> None:
    """Raises Unmet if judging, writing or drawing a witness raises anything but PylabError."""
    shown: list[tuple[str, Callable[[], Any]]] = [
        ("check", lambda: str(family.check(instance, witness))),
        ("show", lambda: family.show(witness)),
        ("encode", lambda: family.encode(witness)),
        ("data", lambda: family.data and family.data(instance, witness)),
        ("trace", lambda: family.trace.facts(instance, witness)),
        ("draw", lambda: family.draw(instance, witness).render()),
        ("picture", lambda: family.picture(instance, witness)),
        ("script", lambda: family.script and family.script(instance, [witness])),
        ("pictures.step", lambda: _stepped(family, instance, witness)),
    ]
    for what, do in shown if drawn else shown[:-4]:  # these take longer than all others
        attempt(f"{where}: {what}", PylabError, do)


def _stepped(family: Family[Any, Any], instance: Any, witness: Any) -> None:
    if family.pictures.steps is None or family.pictures.step is None:
        return
    try:
        last = family.pictures.steps(instance, witness)
    except ValueError:  # it has none
        return
    for step in {0, last}:
        family.pictures.step(instance, witness, step).render()


@requirement()
def decoding_is_the_inverse_of_encoding(subject: Subject) -> None:
    """`decode` makes the same answer of the facts that `encode` gives."""
    for asked, witness in subject.witnesses(1):
        if engines.get(asked.answer.engine).program and not getattr(witness, "refutes", False):
            atoms = [fact.symbol for fact in subject.family.encode(witness)]
            try:
                again = subject.family.decode(asked.instance, asked.task, atoms)
            except PylabError as error:
                raise Unmet(f"{asked.where}: its facts can't be decoded: {error}") from error
            must(again == witness, f"{asked.where}: decoded from its facts, it is {again!r:.200}")


@requirement()
def forgeries_are_named(subject: Subject) -> None:
    """The checker names the first problem of every forgery in the testkit."""
    must(bool(subject.testkit.forgeries), "testkit.py has no forgeries")
    refused = 0
    for forgery in subject.testkit.forgeries:
        verdict = subject.family.check(subject.forged(forgery), _read(subject, forgery.witness))
        codes = [problem.code for problem in verdict.problems]
        found = codes[0] if codes else ""
        refused += bool(found)
        where = f"{forgery.witness!r} for {forgery.puzzle!r}"
        wanted = forgery.problem or "no problem"
        must(found == forgery.problem, f"{where}: expected {wanted}, found {codes or 'none'}")
        must(all(map(str, verdict.problems)), f"{where}: a problem has no words")
    must(refused > 0, "testkit.py has no forgery that breaks a rule")


def mutants(rng: random.Random, facts: Sequence[Fact], most: int) -> list[list[Fact]]:
    """Some lists of a witness's facts with one mistake: a missing fact, or another argument."""
    found = list(_mutants(rng, facts))
    return rng.sample(found, min(most, len(found)))


def _mutants(rng: random.Random, facts: Sequence[Fact]) -> Iterator[list[Fact]]:
    known = _parts([each.symbol for each in facts])
    for at, each in enumerate(facts):
        yield [*facts[:at], *facts[at + 1 :]]
        for index, argument in enumerate(each.arguments):
            number = argument.type is clingo.SymbolType.Number
            others = [s for s in known if s.type is argument.type and s != argument]
            terms = [clingo.Number(argument.number + rng.choice((-1, 1)))] if number else []
            for term in [*terms, *rng.sample(others, min(1, len(others)))]:
                yield _with(facts, at, index, term)


def _with(facts: Sequence[Fact], at: int, index: int, term: clingo.Symbol) -> list[Fact]:
    """The facts with another argument in one of them."""
    arguments = [*facts[at].arguments]
    arguments[index] = term
    return [*facts[:at], Fact(clingo.Function(facts[at].name, arguments)), *facts[at + 1 :]]


@requirement(lambda subject: subject.family.trace.predicates != [])
def what_the_checker_saw_is_declared(subject: Subject) -> None:
    """`trace` has all predicates of the facts that judges get."""
    family = subject.family
    must(family.trace.predicates is not None, "expected the predicates of the trace")
    known = {*(family.trace.predicates or ())}
    for asked, witness in subject.witnesses(1):
        seen = {each.signature for each in family.trace.facts(asked.instance, witness)}
        strange = sorted(map(str, seen - known))
        must(not strange, f"{asked.where}: {', '.join(strange)} is not in trace")


@requirement()
def mutations_are_judged(subject: Subject) -> None:
    """The checker refuses an answer with one change, or all other parties accept it, too."""
    family, most = subject.family, 12 if subject.rounds >= ROUNDS else 6
    tried, refused = Counter[str](), Counter[str]()
    for asked, witness in subject.witnesses(1):
        task, rng = asked.task.name, subject.rng("mutations", asked.where)
        facts = [*family.encode(witness)]
        for mutant in mutants(rng, facts, most):
            text = " ".join(map(str, mutant))
            where = f"{asked.where}: {text[:300]}"
            tried[task] += 1
            try:
                again = _read(subject, text)
            except WitnessError:
                refused[task] += 1
                continue
            verdict = family.check(asked.instance, again)
            must(bool(verdict.summary or verdict.problems), f"{where}: the verdict says nothing")
            if not verdict.valid:
                refused[task] += 1
                continue
            try:
                same = family.check(asked.instance, _read(subject, family.show(again)))
            except WitnessError as error:
                raise Unmet(f"{where}: accepted, and can't be read as it is written") from error
            must(same.valid, f"{where}: accepted, but not as it is written")
            truth = subject.truth(asked.instance, asked.task)
            if truth is not None and getattr(again, "refutes", False):
                told = f"{where}: a certificate is accepted where there is an answer"
                must(not truth.found, told)
            elif truth is not None and type(again) is type(witness):
                must(truth.found, f"{where}: accepted where there is no answer")
    for task, number in tried.items():
        must(refused[task] > 0, f"{task}: all of {number} changed answers are accepted")


@requirement()
def answers_to_other_puzzles_are_refused(subject: Subject) -> None:
    """The checker accepts no answer if there is none, and no certificate if there is one."""
    for task in subject.family.tasks:
        known = [(*each, subject.truth(each[1], task)) for each in subject.samples]
        truths = [(*each, truth.found) for *each, truth in known if truth is not None]
        for asked, witness in subject.witnesses(1, task):
            refutes = bool(getattr(witness, "refutes", False))
            right = asked.answer.status.value == ("none" if refutes else "found")
            for name, instance, found in truths:
                if right and found == refutes:
                    verdict = subject.family.check(instance, witness)
                    told = "a certificate" if refutes else "an answer"
                    must(not verdict.valid, f"{told} to {asked.where} is accepted for {name}")


def _drawn(subject: Subject, what: str, cases: Iterator[C]) -> list[C]:
    found = list(cases)
    return subject.rng("extremes", what).sample(found, min(len(found), _EACH * subject.rounds))


def _changed(facts: Sequence[Fact]) -> Iterator[tuple[Fact, list[Fact]]]:
    """The facts with one argument changed, in the first, middle or last fact of a predicate.

    The new argument is an extreme, or that of another fact.
    """
    places: dict[object, list[int]] = {}
    for at, each in enumerate(facts):
        places.setdefault(each.signature, []).append(at)
    for found in places.values():
        for at in sorted({found[0], found[len(found) // 2], found[-1]}):
            for index, first in enumerate(facts[found[0]].arguments):
                for term in (*EXTREMES, first):
                    changed = _with(facts, at, index, term)
                    if changed[at] != facts[at]:
                        yield changed[at], changed


@requirement()
def facts_with_any_value_are_read_or_refused(subject: Subject) -> None:
    """A puzzle with any term as an argument can be read, or raises InstanceError."""
    family = subject.family
    cases = (
        (f"{name} with {new}", facts)
        for name, instance in subject.samples
        for new, facts in _changed(family.facts(instance))
    )
    for where, facts in _drawn(subject, "facts", cases):
        source = Source("x.lp", write_facts(facts))
        again = attempt(where, InstanceError, partial(family.load, source))
        same = again is None or family.from_facts(family.facts(again)) == again
        must(same, f"{where}: read as another one")


@requirement()
def answers_with_any_value_are_judged_and_drawn(subject: Subject) -> None:
    """An answer with any term as an argument can be judged and drawn, or raises WitnessError."""
    family = subject.family
    kinds = {
        (type(witness), asked.task): (asked, witness) for asked, witness in subject.witnesses(1)
    }
    cases = (
        (asked, new, facts)
        for asked, witness in kinds.values()
        for new, facts in _changed([*family.encode(witness)])
    )
    for asked, new, facts in _drawn(subject, "answers", cases):
        where, source = f"{asked.where} with {new}", Source("answer", write_facts(facts))
        again = attempt(where, WitnessError, partial(family.read_witness, source))
        if again is not None:
            used(where, family, asked.instance, again)
