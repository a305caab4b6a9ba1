"""The answer to a question, as terminal, notebooks and sweeps use it."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, field, fields, is_dataclass, replace
from typing import TYPE_CHECKING, Any

from pylab.base.errors import Ended, PylabError
from pylab.base.finding import Finding, Progress, Status
from pylab.base.limits import Patience
from pylab.base.proof import Proof
from pylab.base.verdict import Verdict
from pylab.base.words import counted as counted_words
from pylab.core.question import Question
from pylab.encoding.places import named
from pylab.family.table import Family

if TYPE_CHECKING:
    from pylab.base.finding import Number
    from pylab.core.data import AnswerData


@dataclass(frozen=True, slots=True)
class Checked:
    """A witness with its verdict, and its instance under all options."""

    witness: Any
    verdict: Verdict
    instance: Any = None

    def __repr__(self) -> str:
        word = "valid" if self.verdict.valid else "INVALID" if self.invalid else "not checked"
        problems = "; ".join(map(str, self.verdict.problems))
        return f"<Checked, {word}: {problems or self.verdict.summary}>"

    @property
    def invalid(self) -> bool:
        """Whether the checker found it invalid; False if it only couldn't check it."""
        return not self.verdict.valid and not self.verdict.unchecked

    @property
    def error(self) -> PylabError:
        """The error that says who found it invalid, and why."""
        problems = "; ".join(map(str, self.verdict.problems))
        return PylabError(f"{self.verdict.invalid_by} found an answer invalid: {problems}")

    @property
    def refutes(self) -> bool:
        """Whether it is a certificate that there is nothing."""
        return bool(getattr(self.witness, "refutes", False))


def _ignore(_: object) -> None:
    pass


@dataclass(frozen=True, slots=True)
class Watch:
    """The asker's side of a search: callbacks for witnesses and progress, and a switch to end it.

    Attributes:
        found: is called with each checked witness when it is found.
        progress: is called about twenty times a second.
        stop: an event that ends the search; any thread may set it.
        keep: whether the answer contains the witnesses, too.
        remark: is called with each message of the answer as soon as it is known.
        notes: whether messages name rules of overlays without effect on the instance; for them,
            the program is grounded once more.
        bounded: whether this process is within the memory limit already; if not, a search with a
            memory limit runs in a process of its own.
    """

    found: Callable[[Checked], None] = _ignore
    progress: Callable[[Progress], None] = _ignore
    stop: threading.Event = field(default_factory=threading.Event)
    keep: bool = True
    remark: Callable[[str], None] = _ignore
    notes: bool = True
    bounded: bool = False

    def patience(self, question: Question) -> Patience:
        """The question's time limit, with this watch's switch."""
        return Patience(question.limits.seconds, question.started, self.stop)


@dataclass(frozen=True, slots=True)
class Consequences:
    """The atoms that are in some answer, or in every one.

    Attributes:
        kind: `brave`, in some answer; or `cautious`, in every one.
        on: the predicates asked for; empty for what is shown.
        atoms: what was found, sorted.
        complete: whether these are all of them; else others may be in some answer, or some of
            these may be missing in another answer.
        by_step: for each step the atoms that say what happens at it, or what holds then.
    """

    kind: str
    on: tuple[str, ...]
    atoms: tuple[str, ...]
    complete: bool
    by_step: Mapping[int, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer(Finding):
    """The answer to a question.

    Attributes:
        question: the question.
        engine: the name of the engine that makes its claims.
        encoding: the entry file and the overlays that were run, as a person would write them.
        counts: the encoding's definition of what is counted; empty if it gives none.
        checked: the witnesses and certificates, if the watch keeps them.
        invalid: those that the checker found invalid, because of a bug or of other rules.
        proofs: the proofs of claims that a checker accepted.
        consequences: the atoms in some or in every answer, if asked for; then `checked` has the
            answers by which they were found.
    """

    question: Question
    engine: str
    encoding: tuple[str, ...] = ()
    counts: str = ""
    checked: tuple[Checked, ...] = ()
    invalid: tuple[Checked, ...] = ()
    proofs: tuple[Proof, ...] = ()
    consequences: Consequences | None = None

    @classmethod
    def of(cls, finding: Finding, **more: Any) -> Answer:
        """The answer that a finding gives to a question."""
        known = {each.name: getattr(finding, each.name) for each in fields(Finding)}
        return cls(**known | more)

    def __repr__(self) -> str:
        return f"<Answer: {brief(self)}>"

    @property
    def instance(self) -> Any:
        """The instance under all options."""
        return self.question.instance

    @property
    def interrupted(self) -> bool:
        """Whether the user ended the search."""
        return self.ended is Ended.INTERRUPTED

    @property
    def invalid_by(self) -> str:
        """Who found an answer invalid: the checker, judges of the user, or both; else empty."""
        found = [each.verdict for each in self.invalid]
        problems = tuple(problem for each in found for problem in each.problems)
        return Verdict(problems, by=found[0].by).invalid_by if found else ""

    @property
    def decision(self) -> str | None:
        """`yes` or `no` for a yes/no task; None if unknown, and for other tasks."""
        if not self.question.task.decision:
            return None
        return {Status.FOUND: "yes", Status.NONE: "no"}.get(self.status)

    @property
    def with_files(self) -> str:
        """Words for the encoding and overlays that are not the task's own; may be empty."""
        files = _foreign(self) if self.question.means.foreign else ()
        return f" with {', '.join(files)}" if files else ""

    @property
    def claims(self) -> tuple[str, ...]:
        """The claims beyond the witnesses, named as in `proof.Proof`."""
        found = self.status is Status.FOUND
        said = {
            "none": self.status is Status.NONE,
            "at_least": bool(self.at_least),
            "optimal": found and self.optimal,
            "least": found and self.least,
            "complete": found and self.complete and self.question.wanted != 1,
            "consequences": self.consequences is not None and self.consequences.complete,
        }
        return tuple(claim for claim, there in said.items() if there)

    def proof(self, claim: str) -> Proof:
        """The evidence for a claim: a checked proof, or else the engine's own word."""
        known = {each.claim: each for each in self.proofs}
        if claim in known:
            return known[claim]
        bound = known.get("at_least")
        if claim == "optimal" and bound and self.cost == self.at_least and not self.costs:
            return replace(bound, claim=claim)
        return Proof(claim, self.engine, claimed(self))

    @property
    def certified(self) -> bool:
        """Whether a checked proof shows that there is no answer."""
        return self.status is Status.NONE and self.proof("none").certified

    @property
    def bound_certified(self) -> bool:
        """Whether a checked proof shows the lower bound."""
        return bool(self.at_least) and self.proof("at_least").certified

    def tail(self) -> dict[str, Any]:
        """The keys of its JSON after the answers, those of `AnswerData`."""
        from pylab.base.plain import plain

        found: dict[str, Any] = plain(self.told())
        return found

    def told(self) -> AnswerData:
        """The answer without its witnesses, as JSON has it."""
        from pylab.core.data import AnswerData

        named = {each.name for each in fields(AnswerData)}
        same = {name: getattr(self, name) for name in named if hasattr(self, name)}
        other = {
            "status": self.status.value,
            "invalid": len(self.invalid),
            "costs": tuple({"priority": p, "value": v} for v, p in self.costs),
            "claims": tuple(asdict(self.proof(claim)) for claim in self.claims),
            "ended": self.ended.value,
            "assumptions": self._assumptions(),
            "messages": tuple(message.strip() for message in self.messages),
            "conclusions": tuple(conclusions(self)),
            "consequences": asdict(self.consequences) if self.consequences else None,
        }
        return AnswerData(**same | other)

    def _assumptions(self) -> tuple[str, ...]:
        """The assumptions made in reading the instance; none if memory ran out before."""
        question = self.question
        return () if question.given is None else tuple(question.family.remarks(self.instance))


def row(question: Question, checked: Checked) -> Mapping[str, Any]:
    """A witness as an entry of an answer's JSON.

    Keys:
        facts: the answer as facts, in one text; `pylab validate` reads it. Null if what the
            encoding showed makes no answer.
        witness: the same as an object, with the family's own keys; null in the same case.
        valid: whether the checker accepts it; null if nothing checks it.
        summary: what the checker found, in words.
        by: who judged it in the checker's place; empty for the checker itself.
        problems: why it isn't accepted, an object for each problem.
    """
    family, witness, verdict = question.family, checked.witness, checked.verdict
    there = witness is not None
    return {
        "facts": " ".join(map(str, family.encode(witness))) if there else None,
        "witness": _data(question, checked) if there else None,
        "valid": verdict.known,
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


def accepted(family: Family[Any, Any], verdict: Verdict) -> str:
    """A line on a valid answer: who checked it, and what was found."""
    whole = verdict.whole and not family.as_written
    return verdict.told("valid, checked" if whole else "valid")


def nothing_known(question: Question, engine: str, ended: Ended, reason: str) -> Answer:
    """The answer if a limit is reached before anything is found."""
    return Answer(
        status=Status.UNKNOWN, question=question, engine=engine, ended=ended, reason=reason
    )


def conclusions(answer: Answer) -> Iterator[str]:
    """Lines on what is known beyond the witnesses, each with its proof or its claimant."""
    task = answer.question.task
    below = _below(answer)
    bound = f"{below} ({answer.proof('at_least').words})" if below else ""
    if answer.status is Status.NONE:  # a bound would suggest that there is an answer
        yield f"{answer.decision or 'none'} ({answer.proof('none').words})"
    elif answer.status is Status.UNKNOWN:
        reason = answer.reason or "undecided"
        yield f"unknown ({reason})" + (f": {bound}; not decided beyond" if bound else "")
    else:
        if bound:
            yield bound
        within = answer.at_least is not None and answer.cost is not None and not answer.costs
        if not answer.settled and within and answer.at_least != answer.cost:
            yield f"at least {answer.at_least}, at most {answer.cost}"
        words = answer.proof("optimal").words
        if answer.optimal and (objective_text := _objective_text(answer)):
            yield f"{objective_text} ({words})"
        elif answer.least:
            yield f"{_least(answer)}: {_values(answer)} ({answer.proof('least').words})"
        elif answer.costs:
            told = _costs(answer)
            yield f"optimal, {told} ({words})" if answer.optimal else f"{told} (not proven best)"
        elif answer.optimal and answer.at_least is None and task.costs:
            yield f"optimal ({words})"
        yield from _collected(answer) if answer.consequences else _counted(answer)
    if answer.invalid:
        yield from _refused(answer)


def _refused(answer: Answer) -> Iterator[str]:
    """Lines that say who found an answer invalid, and what to do about it."""
    question, first = answer.question, answer.invalid[0]
    who = answer.invalid_by
    if not who.startswith("the checker"):
        yield f"{who} found an answer INVALID"
        return
    if not question.means.foreign:
        asked = "the solver, " * bool(question.means.command)
        yield f"{who} found an answer INVALID: this is a bug in {asked}the encoding or pylab"
        return
    if who != "the checker":  # no option and no other checker makes it valid
        yield f"{who} found an answer INVALID"
        return
    foreign = _foreign(answer)
    files, s = ", ".join(foreign), "s" if len(foreign) == 1 else ""
    yield f"an answer is INVALID by the rules of {question.family.name}, but {files} allow{s} it"
    if not question.judges:  # their verdict under another option is unknown
        for option in accepting(question.family, question.given, first.witness, question.options):
            yield f"it is valid with --{option.replace('_', '-')}"
    told = (
        "let your judge stand in for the checker: '% Judge replaces:' in its header"
        if question.judges
        else "tell the checker by a judge: '% Judge replaces:' in its header"
    )
    yield f"if {files} change{s} the rules, {told} (see docs/judges.md)"


def accepting(
    family: Family[Any, Any], given: Any, witness: Any, options: Mapping[str, Any]
) -> Iterator[str]:
    """The other options of the family under which the checker accepts a witness."""
    for option in family.options:
        if isinstance(option.default, bool) and option.name not in options and witness is not None:
            with contextlib.suppress(PylabError):  # not every option fits every instance
                instance = family.adapt(given, **options, **{option.name: True})
                if family.check(instance, witness).valid:
                    yield option.name


def claimed(answer: Answer) -> str:
    """The claimant: the engine, with the encoding if it is not the task's own."""
    return f"{answer.engine}'s claim{answer.with_files}"


def _foreign(answer: Answer) -> tuple[str, ...]:
    """The files that are not the task's own; shipped ones by their names."""
    question = answer.question
    entry = [question.other_entry.absolute()] if question.other_entry else []
    return tuple(map(named, (*entry, *question.overlays)))


def _below(answer: Answer) -> str:
    """The refuted numbers of steps, in the task's words."""
    task = answer.question.task
    return task.steps.refuted(answer.at_least) if answer.at_least and task.costs else ""


def _objective_text(answer: Answer) -> str:
    """The family's words for a proven optimum of its own objective; empty if it has none."""
    question = answer.question
    if question.family.costs.proven is None or question.other_objectives:
        return ""
    return question.family.costs.proven(question.task, answer)


def cost_text(answer: Answer) -> str:
    """The cost in the family's words, or as the number that is minimised."""
    return _cost_text(answer, answer.cost)


def _cost_text(answer: Answer, cost: Number | None) -> str:
    text = answer.question.family.costs.text
    if text and cost is not None and not answer.question.other_units:
        return text(answer.question.task, cost)
    return f"cost {cost}"


def _costs(answer: Answer) -> str:
    if len(answer.costs) > 1:
        return f"costs {_values(answer)}"
    ((value, _priority),) = answer.costs
    return _cost_text(answer, value)


def _values(answer: Answer) -> str:
    """Words for the minimised values."""
    if len(answer.costs) == 1:
        return str(answer.costs[0][0])
    return ", ".join(f"{value} at priority {level}" for value, level in answer.costs)


def _least(answer: Answer) -> str:
    """Words for the answers of a stepwise search among which these are the best."""
    steps = answer.question.task.steps
    return f"least cost among {steps.among.format(steps.counted(answer.cost or 0))}"


def counted(answer: Answer) -> str:
    """Words for which answers are counted and what counts as one; empty if that is obvious."""
    scope = f"those of {_least(answer)}" if answer.least else "optimal answers"
    return "; ".join(filter(None, [scope if answer.costs else "", answer.counts]))


def counted_invalid(answer: Answer) -> int:
    """The number of counted answers that are invalid."""
    return sum(not each.refutes for each in answer.invalid)


def _counted(answer: Answer) -> Iterator[str]:
    """The number of answers, by which definition, and whether they are all."""
    noun = "answer" if answer.count == 1 else "answers"
    if answer.costs:
        noun = f"optimal {noun}" if answer.optimal else f"{noun} of this cost"
    wrong = f", {number} of them invalid" if (number := counted_invalid(answer)) else ""
    if answer.complete and (answer.question.wanted != 1 or answer.count > 1):
        words = answer.proof("complete").words
        told = f"{answer.counts}; {words}" if answer.counts else words
        yield f"{answer.count} {noun} in all{wrong} ({told})"
    elif not answer.settled:
        every = answer.cost is None and not answer.question.task.models  # no objective
        best = every or (answer.cost == answer.at_least and not answer.costs)
        yield f"stopped ({answer.reason}); there may be more" + ("" if best else ", or better ones")
    elif answer.count > 1:
        yield f"{answer.count} {noun}{wrong}; there may be more"


def _collected(answer: Answer) -> Iterator[str]:
    """The number of atoms found, in which answers they are, and whether they are all."""
    found = answer.consequences
    assert found is not None
    ignored = answer.question.means.opt_mode == "ignore"
    kind = "optimal answer" if answer.optimal and not ignored else "answer"
    why = f" ({answer.reason})" if answer.reason else ""
    if answer.least:
        kind += f" of {_least(answer)}"
    atoms = counted_words(len(found.atoms), "atom")
    there = f"{atoms} in {'some' if found.kind == 'brave' else 'every'} {kind}"
    if found.complete and not found.atoms:
        where = "any" if found.kind == "brave" else "every"
        yield f"no atom is in {where} {kind} ({answer.proof('consequences').words})"
    elif found.complete:
        yield f"{there}, no others ({answer.proof('consequences').words})"
    elif found.kind == "brave":
        yield f"{there}; there may be others{why}"
    else:
        seen = counted_words(answer.count, kind)
        yield f"{atoms} in the {seen} found; others may lack some{why}"


def brief(answer: Answer) -> str:
    """An answer in a few words."""
    parts = [answer.decision or answer.status.value]
    if answer.status is Status.FOUND and not answer.decision:
        parts[0] += f" {answer.count}"
    if answer.cost is not None:
        parts.append(cost_text(answer))
    if answer.optimal:
        parts.append("optimal")
    if answer.claims and all(answer.proof(claim).certified for claim in answer.claims):
        parts.append("certified")
    if answer.invalid:
        parts.append(f"{len(answer.invalid)} INVALID")
    if answer.reason:
        parts.append(answer.reason)
    return ", ".join([*parts, f"by {answer.engine}"])
