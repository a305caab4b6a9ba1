"""Explains why there is no answer: requirements that conflict, and the least change that helps.

A family's `reasons.lp` says what the puzzle demands (see `reasons`). Its `repair.lp` says what may
be changed: it shows `add(F)` and `drop(F)` for facts F of the instance; the family reads the
changed facts, and the question is asked again.
"""

from __future__ import annotations

import contextlib
import itertools
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

import clingo
from clingo import ast

from pylab import engines
from pylab.analysis import reasons, rules
from pylab.analysis.reasons import Reasons
from pylab.analysis.rules import RuleConflict
from pylab.base import resources
from pylab.base.errors import EncodingError, PylabError
from pylab.base.finding import Status
from pylab.base.limits import Patience, aside, patience
from pylab.base.listing import Signature
from pylab.base.plain import plain
from pylab.base.words import alternatives, counted
from pylab.core.answer import Answer, Checked, Watch, accepted
from pylab.core.question import Limits, Question
from pylab.encoding import files, ineffective, parsing
from pylab.encoding import program as encodings
from pylab.encoding.places import shown as files_shown
from pylab.encoding.predicates import BASE, is_atom
from pylab.encoding.program import Encoding
from pylab.engines import clingo as solver
from pylab.engines import driver
from pylab.engines.session import still_at_work
from pylab.family.table import Family
from pylab.text.facts import Fact

T = TypeVar("T", Reasons, "LeastChange", RuleConflict)

_Search = Callable[[Answer, float, threading.Event], T]

PATIENCE = 10.0
"""The default time limit of each search, in seconds."""

MOST_LINES = 10
"""The most lines of requirements in text."""


@dataclass(frozen=True, slots=True)
class LeastChange:
    """The least change after which there is an answer.

    Attributes:
        status: found; none, if no change that the file allows is enough; or unknown.
        reason: the limit that ended the search, if one did.
        changes: what it consists of, in words; empty if nothing has to be changed.
        least: whether it is proven that no smaller change is enough.
        instance: the instance after the change; None without one.
        answer: the answer after the change; None if there is none even so.
        file: the encoding with the possible changes, `repair.lp`.
    """

    status: Status
    reason: str = ""
    changes: tuple[str, ...] = ()
    least: bool = False
    instance: Any = None
    answer: Checked | None = None
    file: str = ""


@dataclass(frozen=True, slots=True)
class Explained:
    """Requirements that conflict and the least change, or why there is no such explanation.

    Attributes:
        why: requirements of the puzzle, rules of overlays among them.
        change: the least change.
        rules: rules that are not the task's own; None where there are none, or `why` names them.
        elsewhere: whether `why` and `change` only say that the cause lies elsewhere.
    """

    why: Reasons
    change: LeastChange
    rules: RuleConflict | None = None
    elsewhere: bool = False


def explained(answer: Answer, stop: threading.Event | None = None) -> Explained:
    """Requirements that conflict and the least change, for a question without an answer.

    If there are rules that are not the task's own, also which of them conflict. Only these are
    named if it is not known whether there is an answer.
    """
    ending = stop or threading.Event()
    written = answer.question.family.as_written is not None
    foreign = answer.question.means.foreign or written
    unknown = answer.status is not Status.NONE
    calm = unknown or not still_at_work()

    def told(search: _Search[T], kind: type[T], share: float) -> T:
        if calm and (busy := still_at_work()):
            if kind is LeastChange and (missing := _nothing_to_change(answer.question)):
                return kind(Status.UNKNOWN, missing)
            return kind(Status.UNKNOWN, f"{busy}, which can't be interrupted")
        return sought(answer, search, kind, ending, share)

    def elsewhere(word: str, named: RuleConflict | None) -> Explained:
        unknown = Status.UNKNOWN, word
        return Explained(Reasons(*unknown), LeastChange(*unknown), named, True)

    if unknown:
        named = told(rules.find, RuleConflict, 1) if foreign else None
        return elsewhere("it is not known that there is none", named)
    named = None
    if answer.question.means.encoding:
        named = told(rules.find, RuleConflict, 1 / 2)
        if named.own is Status.FOUND:
            return elsewhere(
                "there is an answer by the task's own rules, so others are the cause", named
            )
    found = told(why, Reasons, 1 / 2)
    if foreign and named is None and not found.rules:
        named = told(rules.find, RuleConflict, 1 / 2)
    return Explained(found, told(explain, LeastChange, 1), named)


def sought(
    answer: Answer,
    search: _Search[T],
    kind: type[T],
    stop: threading.Event,
    share: float = 1.0,
) -> T:
    """The result of `why`, `explain` or `rules.find`, or one of `kind` that says it is unknown.

    It takes at most a share of what is left of the question's time limit, or PATIENCE if it has
    none.
    """
    left = answer.question.seconds_left
    seconds = PATIENCE if left is None else round(left * share, 1) or 0.1
    try:
        with patience(seconds, time.monotonic(), stop):
            return search(answer, seconds, stop)
    except PylabError as error:
        return kind(Status.UNKNOWN, str(error).partition("\n")[0])


def explain(
    answer: Answer, seconds: float = PATIENCE, stop: threading.Event | None = None
) -> LeastChange:
    """The least change after which a question without an answer has one.

    Args:
        answer: to that question; its overlays, constants and options hold for the new one too.
        seconds: the time limit of the two searches together.
        stop: set from outside to end them.

    Raises:
        PylabError: if the family has neither `repair.lp` nor a `reasons.lp` with changes, or it
            says that it is for other tasks.
    """
    started = time.monotonic()
    question = answer.question
    family = question.family
    entry, program = _changes_known(question)
    stop = stop or threading.Event()
    models: list[Sequence[clingo.Symbol]] = []
    facts = family.facts(question.instance)
    limit = Patience(seconds, started, stop)
    outcome = driver.run(driver.ClingoProgram(program, facts), limit, take=models.append)
    if not models:
        return LeastChange(outcome.status, outcome.reason, file=entry.name)
    added, dropped = (
        tuple(Fact(s.arguments[0]) for s in sorted(models[-1]) if s.match(name, 1))
        for name in ("add", "drop")
    )
    instance, changes = family.repaired(question.instance, added, dropped)
    again = replace(
        question,
        given=instance,
        means=replace(question.means, engine=None),
        limits=Limits(seconds=seconds, models=1),
        started=started,
    )
    found = engines.ask(again, Watch(stop=stop, notes=False)).checked
    return LeastChange(
        status=Status.FOUND,
        changes=tuple(changes),
        least=outcome.optimal,
        instance=instance,
        answer=found[0] if found and not found[0].refutes else None,
        file=entry.name,
    )


def _changes_known(question: Question) -> tuple[Path, Encoding]:
    """The file that says what could be changed, and its program. Raises as `explain`."""
    entry = _entry(question, ("repair.lp", "reasons.lp"), _CHANGES)
    program = _fitting(entry, question)
    changing = any("add(" in text or "drop(" in text for text in map(str, program.statements))
    if entry.name == "reasons.lp" and not changing:
        raise PylabError(f"{question.family.called} has no repair.lp, which would say {_CHANGES}")
    return entry, program


_CHANGES = "what could be changed"


def _nothing_to_change(question: Question) -> str:
    """Why there is no least change whatever the search finds; empty if one can be searched for."""
    try:
        _changes_known(question)
    except PylabError as error:
        return str(error)
    return ""


def why(answer: Answer, seconds: float = PATIENCE, stop: threading.Event | None = None) -> Reasons:
    """A minimal set of requirements that conflict, for a question without an answer.

    Args:
        answer: to that question; its overlays hold, or are among the requirements.
        seconds: the time limit.
        stop: set from outside to end the search.

    Raises:
        PylabError: if the family has no `reasons.lp`, or it says that it is for other tasks.
    """
    question, family = answer.question, answer.question.family
    if family.as_written and not (resources.encodings(family.name) / "reasons.lp").is_file():
        return _facts_in_the_way(answer, seconds, stop)
    entry = _entry(question, ("reasons.lp",), "what is required")
    program = reasons.guarded(_fitting(entry, question))
    found = reasons.find(program, family.facts(question.instance), seconds, stop)
    own = [each for each in found.requirements if each.name == reasons.OVERLAY]
    others = [each for each in found.requirements if each not in own]
    rules_of = (each.arguments for each in own)
    obstacles = None
    if family.explaining.obstacles is not None and others:
        obstacles = family.explaining.obstacles(question.instance, others)
    told = obstacles.words if obstacles is not None else [str(each) for each in others]
    return replace(
        found,
        file=f"{family.called}/{entry.name}",
        words=(*(f"the rule of {a.string}:{n.number}" for a, n in rules_of), *told),
        obstacles=obstacles,
        rules=len(own),
    )


def _facts_in_the_way(answer: Answer, seconds: float, stop: threading.Event | None) -> Reasons:
    """Facts of one predicate that can't all hold in a user's own program.

    The predicates are tried one after another, those of the instance before those of the program;
    those after the first are only named. Raises PylabError if none is the cause.
    """
    question = answer.question
    ends, last = time.monotonic() + seconds, reasons.last_step(answer)
    whole = solver.program(question, question.encoding)
    program, given, own = _with_facts_apart(question, whole)
    first: Reasons | None = None
    also, late = list[str](), False

    def tried(facts: Sequence[Fact], signature: Signature) -> Reasons:
        left = ends - time.monotonic()
        if left <= 0 or still_at_work():
            return Reasons(Status.UNKNOWN)
        asked = replace(program, facts=facts)
        return reasons.within(asked, left, stop, [signature], last)

    for group in (given, own):
        for signature in sorted({each.signature for each in group}, key=str):
            rest = [each for each in (*given, *own) if each.signature != signature]
            without = tried(rest, signature).status
            late = late or without is Status.UNKNOWN
            if without is not Status.NONE:  # there is no answer even so
                continue
            if first is not None:
                also.append(str(signature))
            elif (found := tried([*given, *own], signature)).requirements:
                words = tuple(f"{each}" for each in found.requirements)
                first = replace(found, file=files_shown(question.encoding.entry), words=words)
            else:
                late = True
        if first is not None:
            return replace(first, also=tuple(also))
    if late:
        raise PylabError("the time was over before a reason was found")
    raise PylabError("the cause lies in the rules, not in the facts of one predicate")


def _with_facts_apart(
    question: Question, asked: driver.ClingoProgram
) -> tuple[driver.ClingoProgram, list[Fact], list[Fact]]:
    """A program without the facts in its files, the instance's facts, and the program's own.

    Facts in an instance's files of rules are the instance's, too.
    """
    encoding = asked.encoding
    inside = {str(file) for path in question.instance.rules for file in files.with_includes(path)}
    there = [each.tree for each in encoding.model if each.part == BASE and _is_fact(each.tree)]
    given = [each for each in there if each.location.begin.filename in inside]
    own = [each for each in there if each.location.begin.filename not in inside]
    constants = [each for each in encoding.statements if each.ast_type is ast.ASTType.Definition]

    def facts(statements: Sequence[ast.AST]) -> list[Fact]:
        if not statements:
            return []
        program = replace(encoding, statements=(*constants, *statements))
        control = aside(lambda: encodings.grounded(program, (), asked.constants))
        return [Fact(atom.symbol) for atom in control.symbolic_atoms if atom.is_fact]

    apart = {id(each) for each in there}
    rules = tuple(each for each in encoding.statements if id(each) not in apart)
    shown = asked.facts, facts(given)
    return (
        replace(asked, encoding=replace(encoding, statements=rules)),
        list(dict.fromkeys(itertools.chain(*shown))),
        facts(own),
    )


def _is_fact(statement: ast.AST) -> bool:
    """Whether a statement says only which atoms hold, without scripts and classical negation."""
    if statement.ast_type is ast.ASTType.Comment:
        return parsing.has_facts(statement)
    if statement.ast_type is not ast.ASTType.Rule or statement.body:
        return False
    plain = is_atom(statement.head, ast.Sign.NoSign)
    made = plain and statement.head.atom.symbol.ast_type is not ast.ASTType.UnaryOperation
    return made and "@" not in str(statement)


def _entry(question: Question, names: Sequence[str], says: str) -> Path:
    """The family's first file of these. Raises PylabError if it has none, or not for this task."""
    family = question.family
    found = [resources.encodings(family.name) / name for name in names]
    entry = next((file for file in found if file.is_file()), None)
    if entry is None:
        raise PylabError(f"{family.called} has no {names[0]}, which would say {says}")
    meant = files.header(entry).tasks
    if meant and question.task.name not in meant:
        raise PylabError(f"{family.called}/{entry.name} is for --task {alternatives(meant)}")
    return entry


def _fitting(entry: Path, question: Question) -> Encoding:
    """The entry with the overlays of question and instance, or without those that don't fit.

    An overlay with steps, for example, doesn't fit requirements that are written without.
    """
    names = question.family.overlays(question.instance)
    needed = [files.own(name, question.family.name).absolute() for name in names]
    for overlays in ([*question.overlays, *needed], needed):
        with contextlib.suppress(EncodingError):
            program = encodings.load(entry, dict.fromkeys(overlays), scripts=None)
            if not any(ineffective.never_grounded(program, ineffective.grounded_parts(program))):
                return program
    return encodings.load(entry, scripts=None)


def lines(answer: Answer, explained: Explained) -> Iterator[str]:
    """The requirements that conflict, then the least change and its answer, with pictures."""
    family = answer.question.family
    if not explained.elsewhere:
        yield from _reasons(family, answer.instance, explained.why)
    if explained.rules is not None:
        yield from rules.lines(explained.rules)
    if not explained.elsewhere:
        yield from _change(family, explained.change)


def _reasons(family: Family[Any, Any], instance: Any, found: Reasons) -> Iterator[str]:
    if found.status is Status.NONE:
        cause = "the cause is something else that was asked"
        yield f"no reason: all requirements of {found.file} can be met, so {cause}"
    elif found.status is Status.UNKNOWN:
        yield f"no reason: {found.reason or 'undecided'}"
    elif not found.requirements:
        yield f"no reason: there is no answer even without all requirements of {found.file}"
    else:
        count = len(found.words)
        minimal = "a minimal set" if found.minimal else f"not proven minimal: {found.reason}"
        what = "this can't be met" if count == 1 else f"these {count} can't all be met"
        yield f"{what}, by {found.file} ({minimal}):"
        yield from (f"  {line}" for line in found.words[:MOST_LINES])
        if more := found.words[MOST_LINES:]:
            yield f"  and {counted(len(more), 'line')} more (--format json has them all)"
        if found.also:
            without = ", or of ".join(found.also)
            yield f"  (there would be an answer, too, without any facts of {without})"
        if found.obstacles is not None:
            yield from ["", *family.picture(instance, found.obstacles).strip("\n").split("\n"), ""]


def _change(family: Family[Any, Any], found: LeastChange) -> Iterator[str]:
    if found.status is not Status.FOUND:
        why = found.reason or f"none of the changes that {found.file} allows is enough"
        yield f"no change: {why}"
        return
    if not found.changes:
        yield f"no change: {found.file} needs none, so the cause is in the variant"
        return
    changes = " and ".join(each.removesuffix(".") for each in found.changes)
    told = f"there would be an answer {changes}" + " (the least change)" * found.least
    if found.answer is None:
        yield f"{told}, by {family.called}/{found.file}; but not with what else was asked"
        return
    verdict = found.answer.verdict
    yield told
    if verdict.known is None:
        yield f"then not checked: {verdict.problems[0]}"
    else:
        yield f"then {accepted(family, verdict) if verdict.valid else verdict.told('INVALID')}"
    yield ""
    yield from family.picture(found.instance, found.answer.witness).rstrip().split("\n")


def data(explained: Explained) -> dict[str, Any]:
    """The same for JSON: `reasons`, `change` and `rules`.

    Keys:
        status: `found`; `none`: all requirements can be met together, or no known change is enough;
            `unknown`.
        reason: the limit that ended the search, or why nothing can be named; else empty.
        words: the requirements, or the change, for people.
        minimal: of `reasons`: whether it is proven that without any one of them the others can be
            met.
        known: of `reasons`: how many requirements there are.
        requirements: of `reasons`: the requirements that can't all be met, as terms.
        also: of `reasons`: of a program of one's own, other predicates without whose facts there
            would be an answer, too.
        least: of `change`: whether it is proven that no smaller change is enough.
        valid, summary: of `change`: the checker's verdict on the answer after the change; null and
            empty without one.
    """
    why, change = explained.why, explained.change
    verdict = change.answer.verdict if change.answer is not None else None
    return {
        "reasons": {
            "status": why.status.value,
            "reason": why.reason,
            "minimal": why.minimal,
            "requirements": [str(each.symbol) for each in why.requirements],
            "words": list(why.words),
            "known": why.known,
            "also": list(why.also),
        },
        "change": {
            "status": change.status.value,
            "reason": change.reason,
            "least": change.least,
            "words": list(change.changes),
            "valid": verdict.known if verdict is not None else None,
            "summary": verdict.summary if verdict is not None else "",
        },
        "rules": plain(explained.rules),
    }
