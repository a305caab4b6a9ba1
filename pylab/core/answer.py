"""What became of a question: the one notion of it, for terminals, notebooks and sweeps alike."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, field, fields, is_dataclass, replace
from pathlib import Path
from typing import Any

from pylab import __version__
from pylab.base import resources
from pylab.base.errors import Ended, PylabError
from pylab.base.finding import Finding, Progress, Status
from pylab.base.limits import Patience
from pylab.base.proof import Proof
from pylab.base.verdict import Verdict
from pylab.core.question import Question
from pylab.family.table import Family

SCHEMA = 2
"""The version of the JSON; it changes when a reader of the old one would misread the new one."""


@dataclass(frozen=True, slots=True)
class Checked:
    """A witness with the checker's word on it, and the instance, under all options, it is for."""

    witness: Any
    verdict: Verdict
    instance: Any = None

    def __repr__(self) -> str:
        word = "valid" if self.verdict.valid else "REJECTED" if self.rejected else "not checked"
        problems = "; ".join(map(str, self.verdict.problems))
        return f"<Checked, {word}: {problems or self.verdict.summary}>"

    @property
    def rejected(self) -> bool:
        """Whether the checker says that it is wrong, not only that it can't say."""
        return not self.verdict.valid and not self.verdict.unchecked

    @property
    def refutes(self) -> bool:
        """Whether it is a certificate that there is nothing."""
        return bool(getattr(self.witness, "refutes", False))


def _ignore(_: object) -> None:
    pass


@dataclass(frozen=True, slots=True)
class Watch:
    """Whoever put a question: hears of witnesses and progress, and may end the search.

    Attributes:
        found: is called with each witness, checked, as it comes.
        progress: is called some twenty times a second.
        stop: set from anywhere to end the search.
        keep: whether the answer is to have the witnesses, too.
        remark: is called with each of the answer's messages as soon as it is known.
        notes: whether messages tell which rules of overlays have no effect on the instance; the
            program is grounded once more for that.
        bounded: whether the memory limit bounds this process already; else the search works in a
            process of its own where memory is limited.
    """

    found: Callable[[Checked], None] = _ignore
    progress: Callable[[Progress], None] = _ignore
    stop: threading.Event = field(default_factory=threading.Event)
    keep: bool = True
    remark: Callable[[str], None] = _ignore
    notes: bool = True
    bounded: bool = False

    def patience(self, question: Question) -> Patience:
        """How long an answer to this question is waited for."""
        return Patience(question.limits.seconds, question.started, self.stop)


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer(Finding):
    """What became of a question.

    Attributes:
        question: what was asked.
        engine: the name of the engine whose claim it is.
        encoding: the entry file and the overlays that were run, as a person would write them.
        counts: how that encoding defines what was counted; empty if it doesn't say.
        checked: the witnesses, certificates too, if the watch keeps them.
        rejected: those that the checker rejects: none, or there is a bug, or other rules.
        proofs: of what is claimed, those that a checker accepted.
    """

    question: Question
    engine: str
    encoding: tuple[str, ...] = ()
    counts: str = ""
    checked: tuple[Checked, ...] = ()
    rejected: tuple[Checked, ...] = ()
    proofs: tuple[Proof, ...] = ()

    @classmethod
    def of(cls, finding: Finding, **more: Any) -> Answer:
        """A finding as an answer."""
        known = {each.name: getattr(finding, each.name) for each in fields(Finding)}
        return cls(**known | more)

    def __repr__(self) -> str:
        return f"<Answer: {brief(self)}>"

    @property
    def instance(self) -> Any:
        """The instance as it was asked, under all options."""
        return self.question.instance

    @property
    def interrupted(self) -> bool:
        """Whether somebody ended the search."""
        return self.ended is Ended.INTERRUPTED

    @property
    def refused_by(self) -> str:
        """Who refutes its answers: the checker, judges of the user's, or both; empty if nobody."""
        who = {each.verdict.refused_by for each in self.rejected}
        return who.pop() if len(who) == 1 else "the checker and your judge" if who else ""

    @property
    def decision(self) -> str | None:
        """`yes` or `no` to a question of yes or no; None if it is not known, and for others."""
        if not self.question.task.decision:
            return None
        return {Status.FOUND: "yes", Status.NONE: "no"}.get(self.status)

    @property
    def with_files(self) -> str:
        """The encoding and overlays that took part and are not the task's own, if any, as words."""
        files = _foreign(self) if self.question.means.foreign else ()
        return f" with {', '.join(files)}" if files else ""

    @property
    def claims(self) -> tuple[str, ...]:
        """What is said beyond the witnesses, each as in `proof.Proof`."""
        found = self.status is Status.FOUND
        said = {
            "none": self.status is Status.NONE,
            "at_least": bool(self.at_least),
            "optimal": found and self.optimal,
            "least": found and self.least,
            "complete": found and self.complete and self.question.wanted != 1,
        }
        return tuple(claim for claim, there in said.items() if there)

    def proof(self, claim: str) -> Proof:
        """On whose word that is said: a checked proof, else whoever answered claims it."""
        known = {each.claim: each for each in self.proofs}
        if claim in known:
            return known[claim]
        bound = known.get("at_least")
        if claim == "optimal" and bound and self.cost == self.at_least and not self.costs:
            return replace(bound, claim=claim)
        return Proof(claim, self.engine, claimed(self))

    @property
    def certified(self) -> bool:
        """Whether it is proven, by a proof that was checked, that there is none."""
        return self.status is Status.NONE and self.proof("none").certified

    @property
    def bound_certified(self) -> bool:
        """The same of the lower bound."""
        return bool(self.at_least) and self.proof("at_least").certified

    def data(self, name: str) -> dict[str, Any]:
        """All of it, ready for JSON; docs/json.md says what each key means."""
        answers = [row(self.question, each) for each in self.checked]
        return head(self.question, name) | {"answers": answers} | self.tail()

    def tail(self) -> dict[str, Any]:
        """The keys of `data` after the answers."""
        means = self.question.means
        return {
            "status": self.status.value,
            "decision": self.decision,
            "count": self.count,
            "rejected": len(self.rejected),
            "counts": self.counts,
            "complete": self.complete,
            "optimal": self.optimal,
            "least": self.least,
            "cost": self.cost,
            "costs": [{"priority": p, "value": v} for v, p in self.costs],
            "at_least": self.at_least,
            "certified": self.certified,
            "bound_certified": self.bound_certified,
            "claims": [self.proof(claim).data() for claim in self.claims],
            "ended": self.ended.value,
            "reason": self.reason,
            "engine": self.engine,
            "encoding": list(self.encoding),
            "constants": dict(means.constants),
            "options": dict(means.options),
            "clingo_options": list(means.clingo_options),
            "assumptions": self._assumptions(),
            "messages": [message.strip() for message in self.messages],
            "conclusions": list(conclusions(self)),
            "explanation": None,
            "statistics": dict(self.statistics),
        }

    def _assumptions(self) -> list[str]:
        """What was assumed of the instance; nothing where there was no room to read it."""
        question = self.question
        return [] if question.given is None else list(question.family.remarks(self.instance))


def head(question: Question, name: str) -> dict[str, Any]:
    """The first keys of an answer's `data`: what was asked, of an instance of that name."""
    return {
        "schema": SCHEMA,
        "pylab": __version__,
        "family": question.family.name,
        "task": question.task.name,
        "instance": name,
    }


def row(question: Question, checked: Checked) -> Mapping[str, Any]:
    """A witness as it stands in an answer's `data`."""
    family, witness, verdict = question.family, checked.witness, checked.verdict
    there = witness is not None
    return {
        "facts": " ".join(map(str, family.encode(witness))) if there else None,
        "witness": _data(question, checked) if there else None,
        "valid": None if verdict.unchecked else verdict.valid,
        "summary": verdict.summary,
        "by": verdict.by,
        "problems": [asdict(problem) for problem in verdict.problems],
    }


def _data(question: Question, checked: Checked) -> Any:
    if question.family.data is not None:
        return question.family.data(checked.instance, checked.witness)
    witness = checked.witness
    known = is_dataclass(witness) and not isinstance(witness, type)
    return asdict(witness) if known else witness


def nothing_known(question: Question, engine: str, ended: Ended, reason: str) -> Answer:
    """The answer where a limit was over before anything was found."""
    return Answer(
        status=Status.UNKNOWN, question=question, engine=engine, ended=ended, reason=reason
    )


def conclusions(answer: Answer) -> Iterator[str]:
    """What is known beyond the witnesses: proven and checked, or else whose claim it is."""
    task = answer.question.task
    below = _below(answer)
    bound = f"{below} ({answer.proof('at_least').words})" if below else ""
    if answer.status is Status.NONE:  # a bound would sound as if there were one
        yield f"{answer.decision or 'none'} ({answer.proof('none').words})"
    elif answer.status is Status.UNKNOWN:
        reason = answer.reason or "undecided"
        yield f"unknown ({reason})" + (f": {bound}; not decided beyond" if bound else "")
    else:
        if bound:
            yield bound
        within = answer.at_least is not None and answer.cost is not None and not answer.costs
        if not answer.settled and within:
            yield f"at least {answer.at_least}, at most {answer.cost}"
        words = answer.proof("optimal").words
        if answer.optimal and (objective_text := _worth(answer)):
            yield f"{objective_text} ({words})"
        elif answer.least:
            yield f"{_least(answer)}: {_values(answer)} ({answer.proof('least').words})"
        elif answer.costs:
            told = _costs(answer)
            yield f"optimal, {told} ({words})" if answer.optimal else f"{told} (not proven best)"
        elif answer.optimal and answer.at_least is None and any(task.below):
            yield f"optimal ({words})"
        yield from _counted(answer)
    if answer.rejected:
        yield from _refused(answer)


def _refused(answer: Answer) -> Iterator[str]:
    """Whose rules refuse an answer, and what to do about it."""
    question, first = answer.question, answer.rejected[0]
    who = answer.refused_by
    if not who.startswith("the checker"):
        yield f"an answer was REFUTED by {who}"
        return
    if not question.means.foreign:
        yield f"an answer was REFUTED by {who}: this is a bug in the encoding or in pylab"
        return
    if who != "the checker":  # neither an option nor another checker would make it valid
        yield f"an answer was REFUTED by {who}"
        return
    files = ", ".join(_foreign(answer))
    yield f"an answer was REFUTED by the rules of {question.family.name}, but {files} allows it"
    if not question.judges:  # what they say under another option is not known
        for option in accepting(question.family, question.given, first.witness, question.options):
            yield f"it is valid with --{option.replace('_', '-')}"
    told = (
        "let your judge stand in for the checker: '% Judge replaces:' in its head"
        if question.judges
        else "tell the checker by a judge: '% Judge replaces:' in its head"
    )
    yield f"if {files} changes the rules, {told} (see docs/variants.md)"


def accepting(
    family: Family[Any, Any], given: Any, witness: Any, options: Mapping[str, Any]
) -> Iterator[str]:
    """The family's own options, not among these, under which the checker accepts a witness."""
    for option in family.options:
        if isinstance(option.default, bool) and option.name not in options and witness is not None:
            with contextlib.suppress(PylabError):  # not every instance can be under every option
                instance = family.adapt(given, **options, **{option.name: True})
                if family.check(instance, witness).valid:
                    yield option.name


def claimed(answer: Answer) -> str:
    """Whose claim a proof is: the engine's, with the encoding if it is not the task's own."""
    return f"{answer.engine}'s claim{answer.with_files}"


def _foreign(answer: Answer) -> tuple[str, ...]:
    """The files that took part and are not the task's own; shipped ones by their names."""
    means = answer.question.means
    files = answer.encoding if means.encoding else answer.encoding[-len(means.overlays) :]
    return tuple(resources.named(Path(file).absolute()) or file for file in files)


def _below(answer: Answer) -> str:
    """What is refuted, in the task's words."""
    if not answer.at_least:
        return ""
    return answer.question.task.below[answer.at_least != 1].format(answer.at_least)


def _worth(answer: Answer) -> str:
    """What is proven of an optimum in the family's words, if it has some, of its own objective."""
    question = answer.question
    if question.family.objective_text is None or question.means.foreign:
        return ""
    return question.family.objective_text(question.task, answer)


def _costs(answer: Answer) -> str:
    return f"{'cost' if len(answer.costs) == 1 else 'costs'} {_values(answer)}"


def _values(answer: Answer) -> str:
    """What was minimised."""
    if len(answer.costs) == 1:
        return str(answer.costs[0][0])
    return ", ".join(f"{value} at priority {level}" for value, level in answer.costs)


def _least(answer: Answer) -> str:
    """Among which answers of a stepwise search none is better than these."""
    among = answer.question.task.among[answer.cost != 1].format(answer.cost)
    return f"least cost among {among}"


def counted(answer: Answer) -> str:
    """What the count is of, in words; empty where that is plain."""
    scope = f"those of {_least(answer)}" if answer.least else "optimal answers"
    return "; ".join(filter(None, [scope if answer.costs else "", answer.counts]))


def refuted(answer: Answer) -> int:
    """How many of the answers that are counted are refuted."""
    return sum(not each.refutes for each in answer.rejected)


def _counted(answer: Answer) -> Iterator[str]:
    """How many there are, by which definition, and whether these are all."""
    noun = "answer" if answer.count == 1 else "answers"
    if answer.costs:
        noun = f"optimal {noun}" if answer.optimal else f"{noun} of this cost"
    wrong = f", {number} of them refuted" if (number := refuted(answer)) else ""
    if answer.complete and (answer.question.task.models != 1 or answer.count > 1):
        words = answer.proof("complete").words
        told = f"{answer.counts}; {words}" if answer.counts else words
        yield f"{answer.count} {noun} in all{wrong} ({told})"
    elif not answer.settled:
        yield f"stopped ({answer.reason}); there may be more, or better ones"
    elif answer.count > 1:
        yield f"{answer.count} {noun}{wrong}; there may be more"


def brief(answer: Answer) -> str:
    """An answer in a few words."""
    parts = [answer.decision or answer.status.value]
    if answer.status is Status.FOUND and not answer.decision:
        parts[0] += f" {answer.count}"
    if answer.cost is not None:
        parts.append(f"cost {answer.cost}")
    if answer.optimal:
        parts.append("optimal")
    if answer.claims and all(answer.proof(claim).certified for claim in answer.claims):
        parts.append("certified")
    if answer.rejected:
        parts.append(f"{len(answer.rejected)} REJECTED")
    if answer.reason:
        parts.append(answer.reason)
    return ", ".join([*parts, f"by {answer.engine}"])
