"""Requirements on values that nobody expects: of any type and size, in every position."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

import clingo

from pylab.base.errors import InstanceError, WitnessError
from pylab.testing.subject import Subject, Unmet, must, requirement
from pylab.testing.witnesses import used
from pylab.text.facts import Fact, write_facts
from pylab.text.source import Source

C = TypeVar("C")

_TEXTS = (
    "-1", "0", "1", "1000000", "2147483647", "-2147483648", '""', '"x"', '"1"', '"-1"', '"0"',
    '"99999999999999999999"', '"1e400"', '"nan"', "x", "x(1)", "(1,2)", "()", "#inf", "#sup", "-x",
)  # fmt: skip
EXTREMES = tuple(map(clingo.parse_term, _TEXTS))
"""What is put in the place of an argument."""

_EACH = 15
"""For each round of a testkit, so many changed puzzles and so many changed answers."""


def _drawn(subject: Subject, what: str, cases: Iterator[C]) -> list[C]:
    found = list(cases)
    return subject.rng("extremes", what).sample(found, min(len(found), _EACH * subject.rounds))


def _changed(facts: Sequence[Fact]) -> Iterator[tuple[Fact, list[Fact]]]:
    """The facts with one argument of one fact changed: of the first of a predicate, and others.

    What is put there is one of the extremes, or what another fact has in that place.
    """
    places: dict[object, list[int]] = {}
    for at, each in enumerate(facts):
        places.setdefault(each.signature, []).append(at)
    for found in places.values():
        for at in sorted({found[0], found[len(found) // 2], found[-1]}):
            old = facts[at]
            for index in range(len(old.arguments)):
                for term in (*EXTREMES, facts[found[0]].arguments[index]):
                    arguments = [*old.arguments]
                    arguments[index] = term
                    new = Fact(clingo.Function(old.name, arguments))
                    if new != old:
                        yield new, [*facts[:at], new, *facts[at + 1 :]]


@requirement()
def facts_with_any_value_are_read_or_refused(subject: Subject) -> None:
    """A puzzle with any term in the place of an argument is read, or an InstanceError says why."""
    family = subject.family
    cases = (
        (f"{name} with {new}", facts)
        for name, instance in subject.samples
        for new, facts in _changed(family.facts(instance))
    )
    for where, facts in _drawn(subject, "facts", cases):
        try:
            again = family.load(Source("x.lp", write_facts(facts)))
        except InstanceError:
            continue
        except Exception as error:
            raise Unmet(f"{where}: expected an InstanceError, found {error!r}") from error
        must(family.from_facts(family.facts(again)) == again, f"{where}: read as another one")


@requirement()
def answers_with_any_value_are_judged_and_drawn(subject: Subject) -> None:
    """An answer with any term in the place of an argument is judged and drawn, or refused."""
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
        where = f"{asked.where} with {new}"
        try:
            again = family.read_witness(Source("answer", write_facts(facts)))
        except WitnessError:
            continue
        except Exception as error:
            raise Unmet(f"{where}: expected a WitnessError, found {error!r}") from error
        used(where, family, asked.instance, again)
