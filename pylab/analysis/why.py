"""Explains an atom of an answer by the rules that derive it, and why another atom is missing.

`derivation` finds the rules; this module chooses the answer that is meant, and writes the
explanation as lines and as JSON. Prints nothing.
"""

from __future__ import annotations

import re
import textwrap
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import clingo
from clingo import ast

from pylab.analysis import derivation, showing
from pylab.analysis.derivation import Step
from pylab.base.errors import PylabError, near
from pylab.base.finding import Status
from pylab.base.limits import Patience
from pylab.base.listing import Signature
from pylab.base.plain import plain
from pylab.base.words import counted
from pylab.core.answer import Answer, Checked
from pylab.core.question import Question
from pylab.encoding.predicates import MADE, Role
from pylab.text.facts import Fact

_VARIABLE = re.compile(r"\b_*[A-Z]\w*|\b_\b")

PATIENCE = 10.0
"""The default time limit, in seconds."""

MOST_LINES = 60
"""The most lines of a derivation in text."""

WIDTH = 78
"""The width of lines, apart from the sign of a comment."""

_ADDED = "pylab works it out from the answer set"

_DEEPEST = 9
"""How many levels of a tree are drawn at most."""

_FEW = 4
"""How many atoms of an aggregate are drawn."""


@dataclass(frozen=True, slots=True)
class AtomExplanation:
    """Why an atom is in an answer, or isn't; `to_dict` says what each member is.

    The derivation of an atom that holds is one of least height.
    """

    atom: str
    number: int
    holds: bool
    steps: tuple[Step, ...]
    others: bool | None = None
    against: tuple[str, ...] = ()
    last: int | None = None
    sought: bool = False

    def __str__(self) -> str:
        return "\n".join(lines(self)) + "\n"

    def to_dict(self) -> dict[str, Any]:
        """The same for JSON.

        Keys:
            atom, answer: the atom, and the number of the answer, from 1.
            holds: whether the answer has the atom.
            steps: if it has, its derivation: the atom's own step, then those of the atoms it rests
                on, each once; else a step for each rule that could give it.
            others: of a missing atom, for `--why-not`: whether another answer has it; null if that
                is unknown.
            against: lines on the rules that rule it out, if no answer has it.
            last: the number of steps of the other answers, if the program is stepwise.
        """
        return {
            "atom": self.atom,
            "answer": self.number,
            "holds": self.holds,
            "steps": plain(self.steps),
            "others": self.others,
            "against": list(self.against),
            "last": self.last,
        }


def atom_of(text: str, question: Question) -> clingo.Symbol:
    """The ground atom that a user asks about.

    Raises PylabError if it is none, or no rule and no fact of the question gives its predicate.
    """
    written = text.strip().removesuffix(".")
    names = ", ".join(dict.fromkeys(_VARIABLE.findall(written)))
    try:
        symbol = clingo.parse_term(written, lambda _, __: None)
    except RuntimeError:
        without = f" without variables, found {names} in" if names else ", found"
        raise PylabError(f"expected an atom such as at(3,2){without} {text!r}") from None
    if symbol.type is not clingo.SymbolType.Function or not symbol.name:
        raise PylabError(f"expected an atom such as at(3,2), found {text!r}")
    return known(symbol, question)


def known(symbol: clingo.Symbol, question: Question) -> clingo.Symbol:
    """The symbol itself. Raises PylabError if nothing gives atoms of its predicate."""
    signature = Signature(symbol.name, len(symbol.arguments))
    there = question.encoding.signatures(*MADE) | {each.signature for each in question.facts}
    if signature not in there:
        terms = (e for e in question.encoding.atoms if e.tree.ast_type is ast.ASTType.ShowTerm)
        if any(each.signature == signature for each in terms if each.role is Role.SHOWN):
            told = "a term that #show shows: ask for an atom of its condition"
            raise PylabError(f"{signature} is no atom, but {told}")
        if signature in question.family.witness_format.vocabulary:
            raise PylabError(f"no rule gives {signature}: {_ADDED}")
        hint = near(str(signature), map(str, there))
        raise PylabError(f"no rule and no fact gives {signature}{hint}")
    return symbol


def explained(
    answer: Answer,
    text: str,
    missing: bool = False,
    seconds: float = PATIENCE,
    stop: threading.Event | None = None,
) -> AtomExplanation:
    """Why an atom is in an answer: in the first that shows it, else in the first, or the best one.

    Args:
        answer: to a question, with its witnesses.
        text: the atom, as clingo writes it.
        missing: whether one asks why it is missing; then it is the first answer that lacks it.
        seconds: the time limit.
        stop: set from outside to end it.

    Raises:
        PylabError: if there is no answer, the atom is none, or its rules can't be found.
        LimitReached: at the limit.
    """
    question = answer.question
    patience = Patience(seconds, time.monotonic(), stop or threading.Event())
    symbol = atom_of(text, question)
    there = [
        (number, each)
        for number, each in enumerate(answer.checked, 1)
        if each.witness is not None and not each.refutes
    ]
    if not there:
        raise PylabError(f"there is no answer in which {symbol} could be")
    number, chosen = there[0 if question.wanted != 1 else -1]
    for other, each in there:
        if (Fact(symbol) in question.family.encode(each.witness)) is not missing:
            number, chosen = other, each
            break
    return within(question, chosen, symbol, number, patience, missing)


def within(
    question: Question,
    checked: Checked,
    symbol: clingo.Symbol,
    number: int,
    patience: Patience,
    missing: bool = False,
) -> AtomExplanation:
    """The same for one answer."""
    facts = question.family.encode(checked.witness)
    beside = question.family.witness_format.beside(checked.witness)
    atoms = showing.completed(question, facts, patience, beside)
    found = derivation.RuleInstances(question, atoms, patience)
    if symbol in atoms:
        steps = () if missing else tuple(found.derivation(symbol))
        return AtomExplanation(str(symbol), number, True, steps)
    if any(each.symbol == symbol for each in facts):
        raise PylabError(f"no rule derives it: {_ADDED}")
    others, against = None, tuple[str, ...]()
    steps = tuple(found.attempts(symbol))
    if missing:
        others, against = _elsewhere(question, symbol, found.last, patience)
    return AtomExplanation(str(symbol), number, False, steps, others, against, found.last, missing)


def _elsewhere(
    question: Question, symbol: clingo.Symbol, last: int | None, patience: Patience
) -> tuple[bool | None, tuple[str, ...]]:
    """Whether another answer has an atom; if none has, lines on what rules it out."""
    from pylab.analysis import rules  # takes a while to import

    seconds = patience.seconds and patience.started + patience.seconds - time.monotonic()
    found = rules.against(question, symbol, last, max(seconds or 0.1, 0.1), patience.stop)
    if found.status is Status.UNKNOWN:
        return None, ()
    if found.status is Status.NONE:
        return True, ()
    return False, tuple(rules.named(found))


def lines(found: AtomExplanation) -> Iterator[str]:
    """The derivation as a tree, or the rules that fail, then the rules by their lines."""
    if found.holds and not found.steps:
        yield f"{found.atom} is in answer {found.number}: --why says why"
        return
    if found.holds:
        yield f"why {found.atom} is in answer {found.number}:"
        trees_ = (list(_tree(found.steps, deepest)) for deepest in range(_DEEPEST, 0, -1))
        rows = next((each for each in trees_ if len(each) <= MOST_LINES), [])
        rows = (rows or list(_tree(found.steps, 1)))[:MOST_LINES]
        yield from rows
        if " …" in "".join(rows):
            total = counted(len(found.steps), "atom")
            yield f"… is drawn above, or deeper: {total} in all (--format json has them)"
        told = "\n".join(rows)
        for rule in dict.fromkeys(e.rule for e in found.steps if e.kind in ("rule", "choice")):
            if rule is not None and rule.where in told:
                yield from _wrapped(str(rule))
        return
    yield f"why {found.atom} is not in answer {found.number}:"
    if not found.steps:
        yield "no rule has it as an instance of its head"
    for each in found.steps:
        yield from _wrapped(str(each.rule))
        if each.fails:
            yield from _wrapped(f"  fails: {each.fails}")
        else:
            yield "  its body holds: it could be chosen"
        if each.conditions:
            yield from _wrapped(f"  holds: {', '.join(each.conditions)}")
    alike = "" if found.last is None else f" with {counted(found.last, 'step')}"
    if found.others:
        yield f"another answer{alike} has it"
    elif found.others is False:
        yield f"no answer{alike} has it" + (", by these rules:" if found.against else "")
        for line in found.against:
            yield from _wrapped(f"  {line}")
    elif found.sought:
        yield f"not decided in time whether another answer{alike} has it"


def _wrapped(line: str) -> list[str]:
    return textwrap.wrap(line, WIDTH, subsequent_indent=" " * 6, drop_whitespace=True)


def _cut(line: str) -> str:
    return line if len(line) <= WIDTH else f"{line[: WIDTH - 1]}…"


def _tree(steps: Sequence[Step], deepest: int) -> Iterator[str]:
    """The steps as a tree; … stands for what is drawn elsewhere in it, or lies deeper."""
    known = {each.atom: each for each in steps}
    drawn = set[str]()

    def branch(step: Step, begin: str, rest: str, depth: int) -> Iterator[str]:
        below = step.needs or step.within or step.absent or step.conditions
        above = step.atom in drawn
        mark = " …" if above or depth == deepest else ""
        yield _cut(f"{begin}{step.atom}  {_kind(step)}{mark if below else ''}")
        if mark:
            return
        drawn.add(step.atom)
        leaves = [f"not {each}" for each in step.absent] + [*step.conditions]
        atoms = [*step.needs, *step.within[:_FEW]]
        if more := step.within[_FEW:]:
            leaves.append(f"and {counted(len(more), 'atom')} more")
        left = len(atoms) + len(leaves)
        for atom in atoms:
            left -= 1
            told = known.get(atom) or Step(atom, "unknown")
            yield from branch(told, *_edges(rest, left), depth + 1)
        for leaf in leaves:
            left -= 1
            yield _cut(f"{_edges(rest, left)[0]}{leaf}")

    return branch(steps[0], "", "", 0)


def _edges(rest: str, left: int) -> tuple[str, str]:
    return (f"{rest}├─ ", f"{rest}│  ") if left else (f"{rest}└─ ", f"{rest}   ")


def _kind(step: Step) -> str:
    words = {"instance": "fact of the puzzle", "external": "given from outside",
             "unknown": "by no rule that is known", "choice": "chosen, "}  # fmt: skip
    return words.get(step.kind, "") + step.place
