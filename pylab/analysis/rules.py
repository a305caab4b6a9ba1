"""Finds a minimal set of rules beyond a task's own that can't be met together; prints nothing.

What an asker's encoding and overlays change, statement by statement, is let go of by an atom: a
constraint need not hold, a choice has no bounds, a rule that was changed is what it was. Under the
assumption that nothing is let go of clingo names changes that contradict one another, as many of
which as can be are then left out again (see `reasons`).
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from typing import Any

import clingo
from clingo import ast

from pylab import engines
from pylab.analysis import reasons, syntax
from pylab.analysis.blame import SECONDS, Blame, blame
from pylab.analysis.compare import Level, Settings, Variant
from pylab.analysis.syntax import Change, Edits
from pylab.base.errors import EncodingError, LimitReached, PylabError
from pylab.base.finding import Status
from pylab.base.limits import Patience
from pylab.base.listing import Signature
from pylab.base.words import counted
from pylab.core.answer import Answer, Watch
from pylab.core.question import Limits, Means, Question
from pylab.encoding.files import NotFound
from pylab.encoding.ineffective import LED_BY
from pylab.encoding.places import statements_of
from pylab.encoding.predicates import MADE, Role, Statement, theory_head, trees, with_literal
from pylab.encoding.program import Encoding
from pylab.engines import clingo as solver
from pylab.engines import driver

_Kind = ast.ASTType
_RELAXED = "_pylab_relaxed"
_FIXED = LED_BY | {Signature("refused", 1)}
"""Predicates that the engine reads as facts: rules for these are never relaxed."""


@dataclass(frozen=True, slots=True)
class RuleConflict:
    """Rules that can't all be met: those that are not the task's own, or all of a program.

    Attributes:
        status: `found`; `none`, if the cause is not in these rules; or `unknown`.
        reason: the limit that ended the search, or why nothing can be named; else empty.
        changes: the rules that can't all be met, in the form of `compare`.
        minimal: whether it is proven that without any one of them the others can be met.
        known: how many rules are added, changed or dropped.
        steps: the number of steps within which an answer was looked for; null without steps.
        own: the result under the task's own rules: `found`, `none` or `unknown`.
        whole: whether these are all rules of a user's own program (not in the JSON).
        missing: of a user's own program: predicates, as `p/1`, that these rules use, and no rule or
            fact gives.
    """

    status: Status
    reason: str = ""
    changes: tuple[Change, ...] = ()
    minimal: bool = False
    known: int = 0
    steps: int | None = None
    own: Status = Status.UNKNOWN
    whole: bool = False
    missing: tuple[Signature, ...] = ()

    @property
    def json(self) -> dict[str, Any]:
        """All but `whole`, by their names."""
        names = (each.name for each in fields(self) if each.name != "whole")
        known = {name: getattr(self, name) for name in names}
        return {**known, "missing": tuple(map(str, self.missing))}


def find(answer: Answer, seconds: float, stop: threading.Event) -> RuleConflict:
    """A minimal set of rules, of those that are not the task's own, that rules out an answer.

    Args:
        answer: to a question that found nothing with an encoding or overlays of the asker's.
        seconds: the time limit.
        stop: set from outside to end it.

    Raises:
        PylabError: if what was asked can't be asked in this way.
    """
    patience = Patience(seconds, stop=stop)
    question = answer.question
    if _whole(question):
        last = _last(answer, None)
        return _in_whole(question, question.encoding, last, patience)
    own = _own(question, seconds / 3, stop)
    try:
        return _find(answer, own, patience)
    except LimitReached as limit:
        return RuleConflict(Status.UNKNOWN, str(limit), own=own.status if own else Status.UNKNOWN)


def against(
    question: Question,
    symbol: clingo.Symbol,
    last: int | None,
    seconds: float,
    stop: threading.Event,
) -> RuleConflict:
    """A minimal set of rules that leave no answer with an atom; none, if there is an answer."""
    program = question.encoding
    part, asks = ("check(t)", "query(t), ") if program.in_steps else ("base", "")
    demand = statements_of(f"#program {part}. :- {asks}not {symbol}.")[1:]
    program = replace(program, statements=(*program.statements, *demand))
    return _in_whole(question, program, last, Patience(seconds, stop=stop))


def _whole(question: Question) -> bool:
    """Whether the rules are those of a user's own program."""
    return question.family.as_written is not None and question.own_rules


def _in_whole(
    question: Question, program: Encoding, last: int | None, patience: Patience
) -> RuleConflict:
    """A minimal set of a program's rules that rules out an answer.

    Constraints and the bounds of choices are tried first; if there is no answer without these,
    either, all rules with a body.
    """
    edits = syntax.edits(replace(program, statements=()), program)
    for whole in (False, True):
        try:
            search, reason = _searched(question, _Relaxed(edits, whole), last, patience)
        except EncodingError:
            if whole:  # without some rules, a later step defines atoms of an earlier one
                break
            raise
        if search.core or search.met or search.core is None:
            break
    changes = _changes(edits, search)
    there = program.signatures(*MADE) | {each.signature for each in question.facts}
    used = [atom for c in changes if c.new for atom in c.new.atoms if atom.role is Role.USED]
    return RuleConflict(
        status=search.status,
        reason=reason,
        changes=changes,
        minimal=search.minimal,
        known=sum(map(_is_rule, edits.changes)),
        steps=last,
        whole=True,
        missing=tuple(dict.fromkeys(a.signature for a in used if a.signature not in there)),
    )


def _searched(
    question: Question, relaxed: _Relaxed, last: int | None, patience: Patience
) -> tuple[reasons.CoreSearch, str]:
    """A search for a conflict among relaxed rules, and the limit that ended it, if one did."""
    search = reasons.CoreSearch(_RELAXED, [clingo.Number(number) for number in relaxed.order])
    asked = solver.program(question, relaxed.program)
    return search, driver.assume(asked, patience, (), search.work, last or 0).reason


def _is_rule(change: Change) -> bool:
    """Whether it is one of a rule, and not of `#const`, `#show` and the like."""
    return any(each and each.kind is ast.ASTType.Rule for each in (change.old, change.new))


def _changes(edits: Edits, search: reasons.CoreSearch) -> tuple[Change, ...]:
    return tuple(edits.changes[i] for i in sorted(each.number for each in search.core or ()))


def _find(answer: Answer, own: Answer | None, patience: Patience) -> RuleConflict:
    """The conflict, given the answer by the task's own rules. Raises LimitReached, too."""
    question = answer.question
    edits = _edits(question)
    last = _last(answer, own)
    search, reason = _searched(question, _Relaxed(edits), last, patience)
    told = RuleConflict(
        status=Status.UNKNOWN,
        reason=reason,
        known=sum(map(_is_rule, edits.changes)),
        steps=last,
        own=own.status if own else Status.UNKNOWN,
    )
    if search.core:
        changes = _changes(edits, search)
        return replace(told, status=Status.FOUND, changes=changes, minimal=search.minimal)
    if search.core is None and not search.met:
        return told
    if told.own is Status.FOUND and answer.status is Status.NONE:
        return _by_trying(question, told, patience)
    if told.own is Status.UNKNOWN and last is not None:
        return replace(told, reason=f"without these there is none within {last} steps, either")
    return replace(told, status=Status.NONE)


def _own(question: Question, seconds: float, stop: threading.Event) -> Answer | None:
    """The answer by the task's own encoding; None if there is none."""
    if not question.task.encoding:
        return None
    means = replace(
        question.means,
        engine="clingo", encoding=None, overlays=(), judges=(), constants={}, command=(), theory="",
    )  # fmt: skip
    limits = Limits(seconds=seconds, models=1)
    asked = replace(question, means=means, limits=limits, started=time.monotonic())
    try:
        return engines.ask(asked, Watch(stop=stop, notes=False))
    except PylabError:
        return None


def _edits(question: Question) -> Edits:
    """The changes to the task's own encoding; all statements, if it has none or shares too few."""
    family, program = question.family, question.encoding
    nothing = replace(program, statements=())
    bare = replace(
        question, means=replace(question.means, encoding=None, overlays=(), constants={})
    )
    try:
        found = syntax.edits(bare.encoding, program, family.vocabulary)
    except NotFound:  # of a family that ships none
        found = syntax.edits(nothing, program)
    return found if found.related else syntax.edits(nothing, program)


def _last(answer: Answer, own: Answer | None) -> int | None:
    """The last step that is searched: that of the search, or that of the task's own answer."""
    if not answer.question.encoding.stepwise:
        return None
    far, near = reasons.last_step(answer), reasons.last_step(own) if own else 0
    if answer.status is Status.NONE:
        return max(far, near)
    known = int(answer.at_least or 1) - 1
    return min(known, near) if own and own.status is Status.FOUND else known


class _Relaxed:
    """A program in which changes can be relaxed.

    Attributes:
        program: the program, with an atom for each change that can be relaxed.
        order: the numbers of these changes, the least interesting ones first.
    """

    def __init__(self, edits: Edits, whole: bool = False) -> None:
        self._own = not edits.common  # a program from scratch: only its restrictions are relaxed
        self._whole = whole
        kept: list[Statement] = list(edits.common)
        numbers: list[tuple[bool, int]] = []
        for number, change in enumerate(edits.changes):
            if self._relaxable(change):
                kept += _guarded(change, number)
                numbers.append((_restricts(change.new), -number))
            elif change.new is not None:
                kept.append(change.new)
        self.order = [-number for _, number in sorted(numbers)]
        text = "".join(f"{{ {_RELAXED}({number}) }}. " for number in self.order)
        choices = statements_of(f"#program base. {text}")
        added = edits.variant.statements[len(edits.variant.written) :]
        statements = (*trees(kept), *choices, *added)
        self.program = replace(edits.variant, statements=statements)

    def _relaxable(self, change: Change) -> bool:
        both = [each for each in (change.old, change.new) if each is not None]
        free = all(each.kind is _Kind.Rule and not each.defined & _FIXED for each in both)
        if self._whole:
            return free and all(each.tree.body for each in both)
        return free and (not self._own or _restricts(change.new))


def _restricts(statement: Statement | None) -> bool:
    """Whether a rule is a constraint, a choice within bounds, or a theory's constraint."""
    if statement is None or theory_head(statement.tree) in ("show", "minimize", "maximize"):
        return False
    head = statement.tree.head
    if head.ast_type in (_Kind.Aggregate, _Kind.HeadAggregate):
        return head.left_guard is not None or head.right_guard is not None
    return statement.constraint or bool(theory_head(statement.tree))


def _guarded(change: Change, number: int) -> Iterator[Statement]:
    """The new rule where the change is not relaxed, and the old one where it is."""
    atom = f"{_RELAXED}({number})"
    if change.new is not None:
        tree = change.new.tree
        if change.old is None and tree.head.ast_type is _Kind.Aggregate and _restricts(change.new):
            # without its bounds, it is still a choice
            free = tree.head.update(left_guard=None, right_guard=None)
            yield replace(change.new, tree=tree.update(head=free))
            bound = ast.Literal(tree.location, ast.Sign.Negation, tree.head)
            constraint = statements_of(":-.")[-1].update(body=[*tree.body, bound])
            yield replace(change.new, tree=with_literal(constraint, f"not {atom}"))
        else:
            yield replace(change.new, tree=with_literal(change.new.tree, f"not {atom}"))
    if change.old is not None:
        yield replace(change.old, tree=with_literal(change.old.tree, atom))


def _by_trying(question: Question, told: RuleConflict, patience: Patience) -> RuleConflict:
    """Look for the cause in what can't be relaxed: a horizon, a constant, a fact."""
    left = SECONDS
    if patience.seconds is not None:
        left = patience.started + patience.seconds - time.monotonic()
    means = question.means
    program = replace(question, means=replace(means, encoding=None, overlays=(), constants={}))
    asked = Settings(
        question.family,
        question.task,
        Means(constants=means.constants, scripts=means.scripts),
        Limits(seconds=max(left / 4, 0.1)),
        Level.STATUS,
        stop=patience.stop,
    )
    pair = (Variant("the task's own", program.encoding), Variant("yours", question.encoding))
    found: Blame = blame(asked, *pair, question.instance, "none", left)
    return replace(
        told,
        status=Status.FOUND if found.changes else Status.NONE,
        reason=found.reason,
        known=told.known + sum(not _is_rule(change) for change in found.changes),
        changes=found.changes,
        minimal=found.smallest,
    )


def lines(found: RuleConflict) -> Iterator[str]:
    """The rules in words, line by line."""
    if found.status is Status.FOUND and not found.changes:
        yield "no rule is named: constraints and the bounds of choices are not the cause"
    elif found.status is Status.FOUND:
        steps = "" if found.steps is None else f" within {counted(found.steps, 'step')}"
        count, minimal = len(found.changes), "a minimal set"
        if not found.minimal:
            minimal = f"not proven minimal: {found.reason}"
        what = "this rule leaves no answer" if count == 1 else f"these {count} can't hold together"
        beside = "" if found.whole else " beside the task's own"
        yield f"of {counted(found.known, 'rule')}{beside}, {what}{steps} ({minimal}):"
        yield from (f"  {line}" for line in named(found))
    elif found.status is Status.NONE and found.whole:
        yield "no rule is named: facts alone are in the way"
    elif found.status is Status.NONE:
        those = "rule" if found.known == 1 else f"{found.known} rules"
        be = "is" if found.known == 1 else "are"
        yield f"the {those} beside the task's own {be} not the cause, so none is named"
    else:
        yield f"no rule is named: {found.reason or 'undecided'}"
    if found.own is not Status.UNKNOWN:
        word = "there is an answer" if found.own is Status.FOUND else "there is none, either"
        yield f"by the task's own rules {word}"


def named(found: RuleConflict) -> Iterator[str]:
    """The rules, each with its file and line."""
    for change in found.changes:
        yield from [str(change.new)] if found.whole else syntax.told(change)
    for signature in found.missing:
        yield f"no rule and no fact gives {signature}"
