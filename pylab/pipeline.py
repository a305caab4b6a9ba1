"""One question from the instance to checked witnesses: facts, clingo or native search, checker.

What a user asks on the command line or in a sweep ends here; what it looks like is none of its
business.
"""

from __future__ import annotations

import hashlib
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import clingo

from pylab import encoding as encodings
from pylab import engine
from pylab.clingo_options import refuse_options
from pylab.encoding import Encoding
from pylab.errors import EncodingError, LimitReached, PylabError, WitnessError
from pylab.family import Answer, Family, Status, Task
from pylab.limits import limit_memory, unlimit_memory
from pylab.verdict import Problem, Verdict

ENGINES = ("clingo", "native")


def engine_for(family: Family[Any, Any], instance: Any, task: Task) -> tuple[str, str]:
    """The engine to take if nobody says which, and why it is not clingo, if it isn't."""
    if not task.encoding:
        return "native", ""
    prefers: Callable[[Any, Task], str] | None = getattr(family, "prefers_native", None)
    reason = prefers(instance, task) if prefers and task.native else ""
    return ("native" if reason else "clingo"), reason


@dataclass(frozen=True, slots=True)
class Question:
    """A task put to an instance, and the means to answer it.

    Attributes:
        family, instance, task: what is asked.
        engine: `clingo` or `native`.
        encoding: an entry file instead of the task's own, by path or name.
        overlays: files laid over it, by path or name.
        program: all of these assembled already, for who asks the same of many instances.
        options: values for the family's `adapt`, beside those that overlays' headers give.
        models: how many witnesses are wanted, 0 for all, None for the task's own number.
        constants: values for the encoding's `#const`s.
        clingo_options: as on clingo's command line.
        scripts: whether encodings may contain embedded scripts.
        detailed: whether clingo's figures are wanted for each call of the solver.
        seconds: wall-clock limit.
        started: when its clock began to run, on the clock of `time.monotonic`.
        megabytes: limit on the process's address space.
        stop: set from outside to end the search.
    """

    family: Family[Any, Any]
    instance: Any
    task: Task
    engine: str = "clingo"
    encoding: str | None = None
    overlays: Sequence[str] = ()
    program: Encoding | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    models: int | None = None
    constants: Mapping[str, str] = field(default_factory=dict)
    clingo_options: Sequence[str] = ()
    scripts: bool = False
    detailed: bool = False
    seconds: float | None = None
    started: float = field(default_factory=time.monotonic)
    megabytes: int | None = None
    stop: threading.Event = field(default_factory=threading.Event)

    @property
    def wanted(self) -> int:
        """How many witnesses: the number asked for, else the task's own; 0 for all."""
        return self.task.models if self.models is None else self.models


@dataclass(frozen=True, slots=True)
class Checked:
    """A witness with the checker's word on it, and the instance, under all options, it is for."""

    witness: Any
    verdict: Verdict
    instance: Any = None


@dataclass(frozen=True, slots=True)
class Report:
    """What became of a question.

    Attributes:
        question: what was asked.
        answer: found, none or unknown, with what is proven.
        encoding: the entry file and the overlays that were run, as a person would write them.
        counts: how the encoding defines what was counted; empty if it doesn't say.
        instance: the instance as it was asked, under all options.
        refuted_witnesses: how many answers of our own the checker refuted: 0, or there is a bug.
        certified: whether a none came with a certificate that the checker accepted.
        bound_certified: whether the checker accepted a certificate of the lower bound.
        messages: clingo's warnings.
    """

    question: Question
    answer: Answer
    instance: Any
    encoding: tuple[str, ...] = ()
    counts: str = ""
    refuted_witnesses: int = 0
    certified: bool = False
    bound_certified: bool = False
    messages: tuple[str, ...] = ()


OnWitness = Callable[[Checked], None]
OnProgress = Callable[[engine.Progress], None]


def ask(
    question: Question, on_witness: OnWitness, on_progress: OnProgress = lambda _: None
) -> Report:
    """Put a question; `on_witness` gets each witness, checked, as it is found.

    Raises InstanceError and EncodingError for what can't be asked, PylabError for an engine that
    the task doesn't have.
    """
    if question.engine == "native":
        return _ask_native(question, on_witness, on_progress)
    if question.engine != "clingo":
        raise PylabError(f"expected one of {', '.join(ENGINES)}, found {question.engine!r}")
    return _ask_clingo(question, on_witness, on_progress)


def assemble(question: Question) -> Encoding:
    """The encoding that clingo gets for a question. Raises EncodingError."""
    if question.program is not None:
        return question.program
    name = question.family.name
    if not (question.encoding or question.task.encoding):
        raise PylabError(f"{name} answers {question.task.name} by --engine native only")
    entry = question.encoding or f"{name}/{question.task.encoding}"
    return encodings.load(
        encodings.find(entry, name),
        [encodings.find(overlay, name) for overlay in question.overlays],
        question.scripts,
    )


def _with_rules(question: Question, program: Encoding, instance: Any) -> Encoding:
    """The encoding with the overlays that the instance's rules need and that it doesn't have."""
    needed: Callable[[Any], Sequence[str]] = getattr(
        question.family, "overlays", lambda _instance: ()
    )
    paths = [encodings.find(name, question.family.name).absolute() for name in needed(instance)]
    missing = [path for path in paths if path not in program.overlays]
    if not missing:
        return program
    return encodings.load(program.entry, [*program.overlays, *missing], question.scripts)


def adapted(question: Question, given: Mapping[str, str]) -> Any:
    """The instance under the user's options and those that overlays' headers give."""
    types = {p.name: type(p.default) for p in question.family.options}
    for name in given:
        if name not in types:
            raise EncodingError(f"an overlay sets {name}, no option of {question.family.name}")
    options = {name: typed(value, types[name]) for name, value in given.items()}
    options |= question.options
    return question.family.adapt(question.instance, **options) if options else question.instance


def typed(value: str, kind: type) -> Any:
    """An option's text as a value of its parameter's type. Raises EncodingError."""
    try:
        return value.lower() in ("true", "yes", "1") if kind is bool else kind(value)
    except ValueError:
        raise EncodingError(f"expected {kind.__name__}, found {value!r}") from None


def _ask_clingo(question: Question, on_witness: OnWitness, on_progress: OnProgress) -> Report:
    family, task = question.family, question.task
    refuse_options(question.clingo_options)
    program = assemble(question)
    instance = adapted(question, program.options)
    program = _with_rules(question, program, instance)
    foreign = bool(
        question.encoding or question.overlays or question.program
    )  # it may tell apart what is the same
    desk = _Desk(family, instance, on_witness, distinct=foreign)

    def decode(symbols: Sequence[clingo.Symbol]) -> bool:
        try:
            atoms = [s for s in symbols if s.type is clingo.SymbolType.Function and s.positive]
            witness = family.decode(instance, task, atoms)
        except WitnessError as error:
            desk.receive_undecodable(symbols, error)
        else:
            desk.receive(witness)
        return 0 < question.wanted <= desk.received

    outcome = engine.run(
        engine.Job(
            encoding=program,
            facts=family.facts(instance),
            models=0 if foreign and question.wanted != 1 else question.wanted,
            constants=question.constants,
            options=question.clingo_options,
            scripts=question.scripts,
            propagators=[_propagator(family, name, instance) for name in program.propagators],
            seconds=question.seconds,
            started=question.started,
            megabytes=question.megabytes,
            stop=question.stop,
            detailed=question.detailed,
        ),
        decode,
        on_progress,
    )
    status = outcome.status
    refute: Callable[[Any, Task], Any] | None = getattr(family, "refute", None)
    if status is Status.NONE and refute is not None and not question.encoding:
        certificate = refute(instance, task)
        if certificate is not None:
            desk.receive(certificate)
    if desk.refutations and status is Status.FOUND:
        status = Status.NONE
    answer = Answer(
        status=status,
        count=desk.count,
        complete=outcome.complete,
        optimal=outcome.optimal,
        cost=outcome.cost if desk.count else None,
        costs=outcome.costs if desk.count else (),
        refuted=outcome.refuted,
        reason=outcome.reason,
        engine="clingo",
        statistics=outcome.statistics,
    )
    return Report(
        question=question,
        answer=answer,
        instance=instance,
        encoding=tuple(encodings.shown(p) for p in (program.entry, *program.overlays)),
        counts=_counts(question, instance, program.counts),
        refuted_witnesses=desk.refuted,
        certified=desk.certified,
        messages=outcome.messages,
    )


def _propagator(family: Family[Any, Any], name: str, instance: Any) -> clingo.Propagator:
    """The family's propagator of that name. Raises EncodingError if it has none."""
    make: Callable[[str, Any], clingo.Propagator | None] = getattr(
        family, "propagator", lambda _name, _instance: None
    )
    made = make(name, instance)
    if made is None:
        raise EncodingError(f"{family.name} has no propagator {name!r}")
    return made


def _counts(question: Question, instance: Any, by_header: str) -> str:
    """The definition of what is counted: the family's, if it has one, else the headers'."""
    counts: Callable[[Any, Task], str] | None = getattr(question.family, "counts", None)
    told = counts(instance, question.task) if counts and not question.encoding else ""
    return told or by_header


def _ask_native(question: Question, on_witness: OnWitness, on_progress: OnProgress) -> Report:
    family, task = question.family, question.task
    search = getattr(family, "search", None)
    if search is None or not task.native:
        raise PylabError(f"{family.name} has no native engine for {task.name}; use --engine clingo")
    if question.encoding or question.constants or question.clingo_options:
        raise PylabError("encodings, constants and clingo's options are for --engine clingo")
    overlays = [encodings.find(overlay, family.name) for overlay in question.overlays]
    for overlay in overlays:
        if "Options" not in encodings.header(overlay):
            shown = encodings.shown(overlay)
            raise EncodingError(f"{shown} sets no options: it means nothing to --engine native")
    instance = adapted(question, encodings.options(overlays))
    desk = _Desk(family, instance, on_witness)
    watch = _Watch(question, desk, on_progress)
    if question.megabytes is not None:
        limit_memory(question.megabytes)
    try:
        answer: Answer = search(instance, task, watch, question.wanted)
    except LimitReached as limit:
        answer = Answer(
            status=Status.FOUND if desk.count else Status.UNKNOWN,
            reason=str(limit),
            refuted=watch.figures.get("lower"),
            engine="native",
        )
    except MemoryError:
        unlimit_memory()
        answer = Answer(Status.FOUND if desk.count else Status.UNKNOWN, reason="memory limit")
    finally:
        if question.megabytes is not None:
            unlimit_memory()
    return Report(
        question=question,
        answer=replace(answer, count=desk.count, engine="native"),
        instance=instance,
        encoding=tuple(map(encodings.shown, overlays)),
        counts=_counts(question, instance, assemble(question).counts if task.encoding else ""),
        refuted_witnesses=desk.refuted,
        certified=desk.certified,
    )


class _Desk:
    """Where witnesses come in, are checked, counted, and handed on."""

    def __init__(
        self,
        family: Family[Any, Any],
        instance: Any,
        on_witness: OnWitness,
        distinct: bool = False,
    ) -> None:
        self.family, self.instance, self.on_witness = family, instance, on_witness
        self.count = self.refuted = self.refutations = self.received = 0
        self._seen: set[bytes] | None = set() if distinct else None

    @property
    def certified(self) -> bool:
        """Whether there is a certificate of none, and no answer was refuted."""
        return self.refutations > 0 and self.refuted == 0

    def receive(self, witness: Any) -> None:
        """Check a witness and hand it on, unless it came before and is to come but once."""
        if self._seen is not None:
            facts = sorted(map(str, self.family.encode(witness)))
            key = hashlib.blake2b("".join(facts).encode(), digest_size=16).digest()
            if key in self._seen:
                return
            self._seen.add(key)
        verdict = self.family.check(self.instance, witness)
        self._hand_on(Checked(witness, verdict, self.instance))
        if getattr(witness, "refutes", False):
            self.refutations += 1
        else:
            self.count += 1

    def receive_undecodable(self, symbols: Sequence[clingo.Symbol], error: WitnessError) -> None:
        """An encoding showed atoms that make no witness: refuted, and shown as they are."""
        self.count += 1
        problem = Problem("undecodable", f"{error.message}; shown: {' '.join(map(str, symbols))}")
        self._hand_on(Checked(None, Verdict((problem,))))

    def _hand_on(self, checked: Checked) -> None:
        self.received += 1
        if not checked.verdict.valid and not checked.verdict.unchecked:
            self.refuted += 1
        self.on_witness(checked)


class _Watch:
    """Tells a native search when to stop, and the asker how far it is."""

    def __init__(self, question: Question, desk: _Desk, on_progress: OnProgress) -> None:
        self.question, self.desk, self.on_progress = question, desk, on_progress
        self.figures: dict[str, int] = {}
        self.reported = time.monotonic()

    def found(self, witness: Any) -> None:
        self.desk.receive(witness)
        if 0 < self.question.wanted <= self.desk.count:
            return
        self.progress()

    def progress(self, **figures: int) -> None:
        self.figures.update(figures)
        now = time.monotonic()
        limit = self.question.seconds
        if self.question.stop.is_set():
            raise LimitReached("interrupted")
        if limit is not None and now - self.question.started > limit:
            raise LimitReached(f"time limit of {limit:g} s")
        if now - self.reported > engine.POLL_SECONDS:
            self.reported = now
            self.on_progress(
                engine.Progress(
                    phase="searching",
                    step=self.figures.get("lower", 0),
                    seconds=now - self.question.started,
                    conflicts=self.figures.get("nodes", 0),
                    models=self.desk.count,
                    lower=self.figures.get("lower"),
                    upper=self.figures.get("upper"),
                )
            )
