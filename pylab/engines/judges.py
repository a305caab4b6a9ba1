"""What a user's own programs say of an answer, beside the checker or in its place.

A judge is a program over the instance's facts, the answer's, and what the family's checker saw when
it replayed the answer (`Family.trace_facts`).
It says `wrong(WORDS)` or `wrong(WORDS, STEP)`; an answer is
right if the judge has an answer set without. So one that never says `wrong` judges by having one at
all, as the ASP Competition's own checkers do.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import clingo
from clingo import ast

from pylab.base.errors import EncodingError, LimitReached
from pylab.base.finding import Status
from pylab.base.limits import Patience, within
from pylab.base.verdict import Problem, Verdict
from pylab.core.judge import WRONG
from pylab.core.question import Question
from pylab.encoding import places
from pylab.encoding.predicates import Role
from pylab.encoding.program import Encoding
from pylab.text.facts import type_of

if TYPE_CHECKING:
    from pylab.engines.session import Model

MOST = 20
"""So many of a judge's words are shown."""


def verdict(question: Question, witness: Any, patience: Patience) -> Verdict:
    """The checker's word on a witness, and the judges'.

    Where rules are asked that the checker doesn't know, it has no word on what a witness says of
    all answers. A certificate is judged by nobody: what no answer satisfies, no judge has seen.
    Raises LimitReached when it takes too long, and EncodingError for a judge that clingo refuses,
    or some of whose rules it leaves out.
    """
    own = _checked(question, witness, patience)
    judges = question.judges
    if not judges or getattr(witness, "refutes", False):
        return own
    replaced = any(judge.replaces for judge in judges)
    problems = [] if replaced else list(own.problems)
    for judge in judges:
        problems += _problems(judge.program, question, witness, patience)
    names = ", ".join(places.shown(judge.program.entry) for judge in judges)
    by = f"your judge {names}" if len(judges) == 1 else f"your judges {names}"
    by = names if names.startswith("your judge") else by  # one that came as text is called so
    if replaced:
        summary = own.summary if own.valid else ""
        return replace(own, problems=tuple(problems), summary=summary, by=by)
    summary = own.summary if problems else f"{own.summary}; right by {by}"
    return replace(own, problems=tuple(problems), summary=summary)


def _checked(question: Question, witness: Any, patience: Patience) -> Verdict:
    """The checker's word, on as much of a witness as it can tell under the rules that are asked."""
    family, unknown = question.family, question.unknown_rules
    checkable = family.by_itself(witness) if unknown else witness
    if checkable is None:
        return not_known(question)
    with within(patience):
        found = family.check(question.instance, checkable)
    return replace(found, proves=()) if unknown else found


def not_known(question: Question) -> Verdict:
    """The word on what is said of all answers under rules that the checker doesn't know."""
    named = ", ".join(question.unknown_rules)
    message = f"the checker of {question.family.name} does not know the rules of {named}"
    return Verdict((Problem("unchecked", message),))


def remarks(question: Question) -> Iterator[str]:
    """What is odd about the judges: a file that they share with what they judge."""
    if not question.judges or question.entry is None:
        return
    for judge in question.judges:
        shared = {*judge.program.files} & {*question.program.files}
        for file in sorted(shared):
            yield (
                f"{places.shown(file)} is part of the encoding and of its judge "
                f"{places.shown(judge.program.entry)}: a mistake in it goes unseen"
            )


def _problems(
    program: Encoding, question: Question, witness: Any, patience: Patience
) -> list[Problem]:
    """What one judge has against a witness."""
    from pylab.engines import driver  # who has no judge needs no clingo here

    family, instance = question.family, question.instance
    facts = [*family.facts(instance), *family.encode(witness)]
    if family.trace_facts is not None:
        own = program.signatures(Role.DEFINED)  # what a judge finds out by itself, it is not given
        facts += (f for f in family.trace_facts(instance, witness) if f.signature not in own)
    said: list[Model] = []
    right: list[bool] = []

    def take(symbols: Model) -> bool:
        wrong = [
            s for s in symbols if s.type is type_of.Function and s.positive and s.name == WRONG
        ]
        if wrong:
            said.append(wrong)
        else:
            right.append(True)
        return bool(right)

    finding = driver.run(
        driver.Program(_heard(program), facts, options=_HEED, scripts=question.means.scripts),
        patience, models=0, take=take,
    )  # fmt: skip
    for message in finding.messages:
        if found := places.left_out(message):  # without it, the judge may not object
            place, why = found
            raise EncodingError(f"the judge can't judge this answer: {why}", place)
    if right:
        return []
    name = places.shown(program.entry)
    if not finding.settled:
        raise LimitReached(f"{finding.reason}, with the judge {name} at work", finding.ended)
    if finding.status is Status.NONE:
        return [Problem("judge", "it has no answer set with this answer", by=name)]
    told = sorted(
        (_problem(each, name) for each in said[0]), key=lambda p: (p.step or 0, p.message)
    )
    return told[:MOST]


_HEED = ("--warn=no-atom-undefined",)
"""clingo ends its messages after some; `core/judge.py` finds undefined predicates by itself."""


def _problem(symbol: clingo.Symbol, judge: str) -> Problem:
    """What an atom `wrong(…)` of a judge says; a last argument that is a number is the step."""
    words, step = list(symbol.arguments), None
    if len(words) > 1 and words[-1].type is type_of.Number:
        step = words.pop().number
    texts = [each.string if each.type is type_of.String else str(each) for each in words]
    return Problem("judge", ", ".join(texts) or "wrong", step, judge)


def _heard(program: Encoding) -> Encoding:
    """The program with all that it says of `wrong` shown, whatever else it shows."""
    if not any(s.ast_type is ast.ASTType.ShowSignature for s in program.statements):
        return program
    added: list[ast.AST] = []
    for arity in range(MOST):
        ast.parse_string(f"#show {WRONG}/{arity}.", added.append)
    return replace(program, statements=(*program.statements, *added))
