"""Checks a solver's output against a puzzle: a verdict on each answer, and on a claim of none."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pylab.base.errors import SourceError, WitnessError, short
from pylab.base.finding import Status
from pylab.base.verdict import Problem, Verdict
from pylab.core.answer import Answer, conclusions
from pylab.core.puzzle import Puzzle
from pylab.family.table import Family
from pylab.family.witness_format import NoFacts
from pylab.text.fact_files import Tell, further
from pylab.text.solver_claims import AnswerText, Output


@dataclass(frozen=True, slots=True)
class Held:
    """A checked output of a solver.

    Attributes:
        output: the output.
        verdicts: the verdict on each answer.
        passed_over: the predicates that are no part of an answer.
        witnesses: the answers.
    """

    output: Output
    verdicts: tuple[Verdict, ...]
    passed_over: tuple[str, ...]
    witnesses: tuple[Any, ...] = ()


def hold(
    puzzle: Puzzle,
    output: Output,
    strict: bool = False,
    word: Callable[[Any], Verdict] | None = None,
) -> Held:
    """Check each answer. Raises WitnessError for text that can't be read.

    Atoms that are no part of an answer are skipped; with `strict`, they are errors. `word` gives
    the verdicts instead of the family's checker.
    """
    word = word or functools.partial(puzzle.family.check, puzzle.instance)
    family, passed = puzzle.family, dict[str, None]()
    own = {str(each) for each in family.vocabulary}

    def tell(found: str, error: SourceError) -> None:
        if strict:
            raise error
        if found.split(" ")[0] not in own:  # all atoms include the puzzle's
            passed[found] = None

    verdicts, witnesses = [], []
    for answer in output.answers:
        witnesses.append(_witness(family, answer, tell))
        verdicts.append(word(witnesses[-1]))
    return Held(output, tuple(verdicts), tuple(passed), tuple(witnesses))


def _witness(family: Family[Any, Any], answer: AnswerText, tell: Tell) -> Any:
    """Read an answer's witness. Raises WitnessError if the answer is of another program.

    Besides the witness's atoms, it may have those of a puzzle: some solvers print all atoms.
    """
    unknown: dict[str, SourceError] = {}

    def hear(found: str, error: SourceError) -> None:
        unknown.setdefault(found.split(" ")[0], error)
        tell(found, error)

    try:
        with further(hear):
            witness = family.read_witness(answer)
    except NoFacts as error:
        raise next(iter(unknown.values()), error) from None
    first = answer.begin
    if (
        first is None
        or all(form.needed for form in family.witness_format.forms)
        or family.encode(witness)
    ):
        return witness
    if answer.marked and not unknown.keys().isdisjoint(map(str, family.vocabulary)):
        return witness
    expected = " or ".join(map(str, family.witness_format.vocabulary))
    found = short(answer.text[first:].split()[0], 20)
    other = WitnessError(f"expected {expected}, found {found}", answer.place(first))
    raise next(iter(unknown.values()), other)


def proof(answer: Answer) -> Verdict:
    """The effect of our own answer on a solver's claim that there is none."""
    words = "; ".join(conclusions(answer))
    if answer.status is Status.NONE and not answer.invalid:
        return Verdict(summary=words)
    answers = [each for each in answer.checked if not each.refutes]
    valid = [each for each in answers if each.verdict.valid]
    if not valid and (loose := [each for each in answers if not each.invalid]):
        found = " ".join(map(str, answer.question.family.encode(loose[0].witness)))
        told = f"{answer.engine} finds an answer, which nothing checks: {found}"
        return Verdict((Problem("unchecked", told),))
    if not valid:
        return Verdict((Problem("unchecked", f"not proven: {words}"),))
    found = " ".join(map(str, answer.question.family.encode(valid[0].witness)))
    told = f"there is an answer: {found}" if found else "there is an answer, one without facts"
    return Verdict((Problem("refuted", told),), valid[0].verdict.summary)
