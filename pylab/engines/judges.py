"""Checks answers by a user's own programs (judges), beside the family's checker or in its place.

A judge gets the facts of the instance and of the answer, and the trace of the checker's replay
(`Family.trace_facts`). It derives `wrong(WORDS)` or `wrong(WORDS, STEP)`. An answer is right if the
judge has an answer set without such an atom. So a judge without rules for `wrong` accepts an answer
by having an answer set at all, as the checkers of the ASP Competition do.
"""

from __future__ import annotations

import contextlib
import itertools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import clingo
from clingo import ast

from pylab.base.errors import EncodingError, LimitReached
from pylab.base.limits import Patience, within
from pylab.base.listing import Signature
from pylab.base.verdict import Problem, Verdict, named
from pylab.core.judge import SUMMARY, WRONG
from pylab.core.question import Question
from pylab.encoding import files, places
from pylab.encoding.predicates import Role
from pylab.encoding.program import Encoding
from pylab.text.facts import Fact, type_of

if TYPE_CHECKING:
    from pylab.engines.session import Model

MOST = 20
"""The most problems of a judge that are shown, and the most arguments that `wrong` may have."""


def verdict(question: Question, witness: Any, patience: Patience) -> Verdict:
    """The verdict on a witness by the family's checker and the question's judges.

    Judges stand in for the checker where a header says so, and where there is none. If the question
    has rules that the checker doesn't know, the checker doesn't check what a witness claims about
    all answers. Judges don't check certificates, as they judge single answers only. Raises
    LimitReached if it takes too long, and EncodingError for a judge that clingo refuses, or of
    which it leaves out a rule.
    """
    own = _checked(question, witness, patience)
    judges = question.judges
    if not judges or getattr(witness, "refutes", False):
        return own
    written = question.family.as_written
    alone = written is not None and written.judge is None
    replaced = alone or any(judge.replaces for judge in judges)
    found = [_said(judge.program, question, witness, patience) for judge in judges]
    objections = [problem for each in found for problem in each.problems]
    measured = [each.summary for each in found if each.summary]
    by = named([places.shown(judge.program.entry) for judge in judges])
    if unknown := [each for each in map(_coded, objections) if each.code == "unchecked"]:
        mine = replace(own, problems=tuple(unknown), by=by if replaced else own.by)
        return mine if replaced or own.valid else own
    if own.unchecked and objections and not replaced:
        own = Verdict()  # the checker says nothing of an answer that a judge refuses
    problems = objections if replaced else [*own.problems, *objections]
    if replaced:
        summary = "; ".join(filter(None, (own.summary if own.valid else "", *measured)))
        return replace(own, problems=tuple(problems), summary=summary, by=by)
    said = "; ".join(measured)
    if not problems:
        said = ": ".join(filter(None, (f"right by {by}", said)))
    summary = "; ".join(filter(None, (own.summary, said)))
    return replace(own, problems=tuple(problems), summary=summary)


def _checked(question: Question, witness: Any, patience: Patience) -> Verdict:
    """The checker's verdict, as far as it knows the question's rules."""
    family, unknown = question.family, question.unknown_rules
    checkable = family.by_itself(witness) if unknown else witness
    if checkable is None:
        return not_known(question)
    with within(patience):
        found = family.check(question.instance, checkable)
    return replace(found, proves=()) if unknown else found


def not_known(question: Question) -> Verdict:
    """The verdict on claims about all answers under rules that the checker doesn't know."""
    named = ", ".join(question.unknown_rules)
    message = f"the checker of {question.family.called} does not know the rules of {named}"
    return Verdict((Problem("unchecked", message),))


def remarks(question: Question) -> Iterator[str]:
    """A remark for each file that a judge shares with the encoding that it judges."""
    if question.entry is None:
        return
    written = question.family.as_written
    named = [each.program.files for each in question.judges]
    if written and written.judge:
        with contextlib.suppress(EncodingError):  # the judge itself reports it
            named.append(tuple(files.with_includes(written.judge)))
    for judge, *included in named:
        shared = {judge, *included} & {*question.program.files}
        for file in sorted(shared):
            yield (
                f"{places.shown(file)} is part of the encoding and of its judge "
                f"{places.shown(judge)}: a mistake in it goes unseen"
            )


def _said(program: Encoding, question: Question, witness: Any, patience: Patience) -> Heard:
    """What one judge says of a witness."""
    family, instance = question.family, question.instance
    facts = [*family.facts(instance), *family.encode(witness)]
    own = _defined(program)
    facts += [each for each in family.trace.facts(instance, witness) if each.signature not in own]
    return heard(program, facts, {}, patience, question.means.scripts)


def by_rules(
    program: Encoding, facts: Sequence[Fact], constants: Mapping[str, str], patience: Patience
) -> Verdict:
    """The verdict of the `check.lp` of a family or a folder, which judges alone.

    A word with a colon at the beginning of a message is the code of its problem; `unchecked` says
    that it knows no answers of this kind. Raises as `heard`.
    """
    said = heard(program, facts, constants, patience)
    problems = tuple(map(_coded, said.problems))
    unknown = tuple(each for each in problems if each.code == "unchecked")
    return Verdict(unknown or problems, said.summary, by=program.entry.name)


_CODED = re.compile(r"(?P<code>[a-z][a-z0-9-]*): (?P<words>.+)", re.DOTALL)


def _coded(problem: Problem) -> Problem:
    found = _CODED.fullmatch(problem.message)
    if found is None:
        return replace(problem, by="")
    return replace(problem, code=found["code"], message=found["words"], by="")


@dataclass(frozen=True, slots=True)
class Heard:
    """What a judge says of an answer: problems, and what it measured (`summary(TEXT)`)."""

    problems: list[Problem]
    summary: str = ""


def heard(
    program: Encoding,
    facts: Sequence[Fact],
    constants: Mapping[str, str],
    patience: Patience,
    scripts: bool = False,
) -> Heard:
    """Run a judge on the facts of an instance and an answer.

    Raises LimitReached when it takes too long, and EncodingError for a judge that clingo refuses,
    or some of whose rules it leaves out.
    """
    from pylab.engines import driver  # who has no judge needs no clingo here

    said: list[Model] = []
    right: list[Model] = []

    def take(symbols: Model) -> bool:
        wrong = any(_says(each, WRONG) for each in symbols)
        (said if wrong else right).append(symbols)
        return bool(right)

    finding = driver.run(
        driver.ClingoProgram(_heard(program), facts, constants, options=_HEED, scripts=scripts),
        patience, models=0, take=take,
    )  # fmt: skip
    _refuse_left_out(finding.messages)
    name = places.shown(program.entry)
    if not right and not finding.settled:
        raise LimitReached(f"{finding.reason}, with the judge {name} at work", finding.ended)
    if not right and not said:
        return Heard([Problem("judge", "it has no answer set with this answer", by=name)])
    model = (right or said)[0]
    told = sorted(
        (_problem(each, name) for each in model if _says(each, WRONG)),
        key=lambda p: (p.step or 0, p.message),
    )
    measured = sorted(_words(each.arguments) for each in model if _says(each, SUMMARY))
    if (more := len(told) - MOST) > 0:
        told[MOST:] = [Problem("more", f"and {more} more", by=name)]
    return Heard(told, "; ".join(measured))


_HEED = ("--warn=no-atom-undefined",)
"""clingo prints a limited number of messages; `core/judge.py` finds undefined predicates itself."""


def _refuse_left_out(messages: Sequence[str]) -> None:
    """Raises EncodingError if a message says that clingo left out an instance of a rule.

    Without that instance, the judge might accept an answer that it was written to reject.
    """
    for message in messages:
        if found := places.left_out(message):
            place, why = found
            raise EncodingError(f"the judge can't judge this answer: {why}", place)


def _defined(program: Encoding) -> set[Signature]:
    """The predicates in heads of rules; trace facts of these predicates are withheld.

    So a judge that replays the answer itself isn't given the results that it is to derive.
    """
    return {*program.signatures(Role.DEFINED)}


def _says(symbol: clingo.Symbol, name: str) -> bool:
    return symbol.type is type_of.Function and symbol.positive and symbol.name == name


def _problem(symbol: clingo.Symbol, judge: str) -> Problem:
    """The problem that an atom `wrong(…)` describes; if its last argument is a number, the step."""
    words, step = list(symbol.arguments), None
    if len(words) > 1 and words[-1].type is type_of.Number:
        step = words.pop().number
    return Problem("judge", _words(words) or "wrong", step, judge)


def _words(terms: Iterable[clingo.Symbol]) -> str:
    return ", ".join(map(_text, terms))


def _text(symbol: clingo.Symbol) -> str:
    """A term as words on one line: a text without quotes, a tuple's parts one after another."""
    if symbol.type is type_of.String:
        return " ".join(symbol.string.split("\n"))
    if symbol.type is type_of.Function and not symbol.name and symbol.arguments:
        return " ".join(" ".join(map(_text, symbol.arguments)).split())
    return str(symbol)


def _heard(program: Encoding) -> Encoding:
    """The program, which also shows all atoms of `wrong` and `summary`."""
    if not any(s.ast_type is ast.ASTType.ShowSignature for s in program.statements):
        return program
    added: list[ast.AST] = []
    for name, arity in itertools.product((WRONG, SUMMARY), range(MOST)):
        ast.parse_string(f"#show {name}/{arity}.", added.append)
    return replace(program, statements=(*program.statements, *added))
