"""Runs clingo in a thread of its own, with limits and interrupts, for `driver`.

Grounding can't be interrupted, and clingo doesn't notice Ctrl-C. So clingo runs in a daemon thread
(`SolverThread`) while the caller's thread polls. At a limit the search is asked to stop. A thread
that is still grounding then is abandoned; `left_at_work` reports it.
"""

from __future__ import annotations

import contextlib
import re
import threading
import time
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import clingo
import clingo.script

from pylab.base import faults, resources
from pylab.base.errors import EncodingError, Ended, Fault, LimitReached, PylabError, Unsupported
from pylab.base.finding import Finding, Number, Progress, Status
from pylab.base.limits import MEMORY, POLL_SECONDS, Patience, begin, limit_memory, unlimit_memory
from pylab.base.listing import Signature
from pylab.base.memo import Memo
from pylab.encoding import places
from pylab.encoding import program as encodings
from pylab.encoding.clingo_options import overridden
from pylab.encoding.predicates import Role
from pylab.encoding.program import Encoding
from pylab.engines import incmode, theory
from pylab.engines.collecting import Collector, atoms_of, signed
from pylab.text.facts import Fact, add_facts, shown_in

NOTEWORTHY_SECONDS = 0.02
"""Calls of the solver that take longer have their conflicts counted, even without `--stats`."""

_NO_ATOMS = ": info: no atoms over signature occur in program:"

_NO_HEAD = ": info: atom does not occur in any rule head:"

_ATOM = re.compile(r"_*[a-z][A-Za-z0-9_']*")

_NO_MEMORY = re.compile(r"bad_alloc|^MemoryError", re.MULTILINE)
"""clingo's messages when memory runs out, in scripts too."""

GRACE_SECONDS = 0.25
"""How long to wait for a search to stop."""

_MOMENT = 0.02
"""Models that are found within so many seconds are handed over together."""

_PLENTY, _ROOM = 64, 1000
"""How many models are handed over without waiting for `_MOMENT`; how many fit into the queue."""

Model = Sequence[clingo.Symbol]


@dataclass(frozen=True, slots=True)
class ClingoProgram:
    """All that clingo is given.

    Attributes:
        encoding: the rules, and their theory.
        facts: the instance, handed over as symbols, never as text.
        constants: values for the encoding's `#const`s.
        options: clingo's own options, as on its command line; they override the encoding's.
        scripts: whether Python code in encodings is run.
        detailed: whether to note clingo's statistics of each call of the solver.
        functions: an object whose methods rules call by `@`.
        collector: collects what holds in some answer, or in every one.
    """

    encoding: Encoding
    facts: Iterable[Fact]
    constants: Mapping[str, str] = field(default_factory=dict)
    options: Sequence[str] = ()
    scripts: bool = False
    detailed: bool = False
    functions: Any = None
    collector: Collector | None = None


def left_at_work() -> bool:
    """Whether an abandoned thread is still busy; no other search should be started beside it."""
    return bool(still_at_work())


def still_at_work() -> str:
    """What an abandoned thread still does, `clingo is still grounding`; empty if there is none."""
    for each in threading.enumerate():
        if isinstance(each, SolverThread):
            return (
                f"{each.session.program.encoding.theory or 'clingo'} is still {each.session.phase}"
            )
    return ""


class Stopped(Exception):
    """The search was asked to stop. What it has noted so far stays valid."""


def carry(
    carrier: SolverThread,
    patience: Patience,
    take: Callable[[Model], object] = lambda _: None,
    progress: Callable[[Progress], None] = lambda _: None,
) -> Finding:
    """Run a solver thread, pass its models to `take` in this thread, and end it at a limit.

    `take` returns True when it has enough. `progress` is called every POLL_SECONDS, with models
    or without. Raises the thread's error.
    """
    session, told = carrier.session, time.monotonic()
    begin(carrier)
    over: LimitReached | None = None
    enough = delivered = lost = False
    give_up = float("inf")
    waiting: deque[Model | None] = deque()
    try:
        while time.monotonic() < give_up:
            try:
                waiting = waiting or session.models.take(POLL_SECONDS)
                now = time.monotonic()
                if not waiting or now - told > POLL_SECONDS:
                    told = now
                    progress(session.progress(now - patience.started))
                if waiting:
                    item = waiting.popleft()
                    if item is None:
                        delivered = True
                        break
                    if enough or lost:
                        lost = True  # this model is not passed to `take`
                    else:
                        enough = bool(take(item))
            except LimitReached as error:
                over, lost = over or error, True
            over = over or (None if enough else patience.over())
            if (enough or over) and give_up == float("inf"):
                give_up = time.monotonic() + GRACE_SECONDS
                session.cancel()
    except BaseException:
        session.cancel()
        carrier.join(GRACE_SECONDS)  # Python aborts if it exits while clingo calls back
        raise
    if carrier.error is not None:
        raise carrier.error
    return _concluded(session, delivered and not (enough or lost), over)


def _concluded(session: Session, delivered: bool, over: LimitReached | None) -> Finding:
    """What is known at the end; it is complete only if the caller has taken every model.

    A caller that has enough ends the search, so whether it saw that there are no more is chance.
    """
    known = replace(session.known, count=session.count)
    if known.ended is Ended.MEMORY or (delivered and known.ended in (Ended.SETTLED, Ended.STEPS)):
        over = None
    elif over is None:  # the caller had enough
        known = replace(known, ended=Ended.SETTLED, reason="")
    if over is not None:
        known = replace(known, reason=str(over), ended=over.ended)
    return replace(
        known,
        complete=known.complete and delivered,
        messages=(*_told(session), *known.messages),
        statistics=session.statistics(),
    )


class SolverThread(threading.Thread):
    """A daemon thread that does a session's work and keeps the error if it fails.

    Attributes:
        session: the argument of the work.
        error: what `carry` raises in the caller's thread.
    """

    def __init__(
        self,
        session: Session,
        work: Callable[[Session], None],
        megabytes: int | None = None,
    ) -> None:
        super().__init__(name="clingo", daemon=True)
        self.error: PylabError | Fault | None = None
        self.session, self._work, self._megabytes = session, work, megabytes

    def run(self) -> None:
        session = self.session
        try:
            if self._megabytes is not None:
                _touch_memory_of_thread()
                limit_memory(self._megabytes)
            self._work(session)
        except (Stopped, LimitReached):
            pass
        except MemoryError:
            self._out_of_memory()
        except PylabError as error:
            self.error = error
        except RuntimeError as error:
            if _NO_MEMORY.search("\n".join([str(error), *session.messages])):
                self._out_of_memory()
            elif not session.cancelled:
                self.error = places.error_of(session.messages, str(error))
                if "redefinition of atom" in str(error):
                    self.error = _again(session.program.encoding)
        except Exception as error:  # `carry` raises it: a thread must not die silently
            self.error = Fault(faults.told(error))
            self.error.__cause__ = error
        finally:
            if self._megabytes is not None:
                unlimit_memory()
            session.put(None)

    def _out_of_memory(self) -> None:
        unlimit_memory()
        self.session.note(ended=Ended.MEMORY, reason=MEMORY)


class ModelQueue:
    """Hands models to another thread, and None at the end: the first at once, later ones in groups.

    If models were handed over one by one, the threads would mostly wait for each other.
    """

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._items: deque[Model | None] = deque()
        self._taken = float("-inf")

    def put(self, item: Model | None, cancelled: Callable[[], bool]) -> None:
        """Add a model; wait while the queue is full, unless the search is cancelled."""
        with self._changed:
            while len(self._items) >= _ROOM:
                if cancelled():
                    return
                self._changed.wait(POLL_SECONDS)
            self._items.append(item)
            if len(self._items) == 1 or self._plenty():
                self._changed.notify_all()

    def take(self, seconds: float) -> deque[Model | None]:
        """All queued models; waits for one at most so many seconds, then returns none."""
        with self._changed:
            self._changed.wait_for(lambda: self._items, seconds)
            moment = self._taken + _MOMENT - time.monotonic()
            if self._items and moment > 0:
                self._changed.wait_for(self._plenty, moment)
            items, self._items = self._items, deque()
            self._taken = time.monotonic() if items else self._taken
            self._changed.notify_all()
            return items

    def _plenty(self) -> bool:
        return len(self._items) >= _PLENTY or (bool(self._items) and self._items[-1] is None)


class Session:
    """Grounds and solves a program, hands over its models, and notes what is known.

    Attributes:
        known: what is known so far, but for the number of models.
        count: that number.
        models: the models for the caller, and None at the end.
        messages: clingo's messages.
        phase, step, endless: the state of the search, for its progress.
        last: the last step that a stepwise program allows; None without a bound.
        steps: grounds a stepwise program, and chooses the step to solve.
    """

    def __init__(self, program: ClingoProgram, proven: bool = False) -> None:
        self.program, self._only_proven = program, proven
        self.known = Finding(status=Status.UNKNOWN, ended=Ended.INTERRUPTED)
        self.models = ModelQueue()
        self.messages: list[str] = []
        self.phase, self.step, self.endless, self.count = "starting", 0, False, 0
        self.last: int | None = None
        self._cancelled = threading.Event()
        self._grounding = self._solving = 0.0
        self._solved: list[dict[str, Any]] = []
        self._call: Call | None = None

    def begin(self, relaxable: Collection[Signature] = ()) -> None:
        """Load the rules and add the facts; those of a relaxable signature as choices."""
        program = self.program
        if program.scripts:
            clingo.script.enable_python()
        constants = [word for c in program.constants.items() for word in ("-c", "=".join(c))]
        self.control = theory.control(
            program.encoding.theory,
            [*overridden(program.encoding.solver_options, program.options), *constants],
            lambda _, text: self.messages.append(text),
        )
        self.steps = incmode.StepGrounder(self.control, self.ground)
        encodings.add_to(self.control, theory.rewritten(program.encoding))
        if program.encoding.as_clingo and not relaxable:  # what stands in files can be shown
            self.control.add("base", [], "".join(map(str, program.facts)))
            return
        with self.control.backend() as backend:
            if not relaxable:
                add_facts(backend, program.facts)
                return
            for fact in program.facts:
                atom = backend.add_atom(fact.symbol)
                if fact.signature in relaxable:
                    relaxed = backend.add_atom(clingo.Function("relaxed", [fact.symbol]))
                    backend.add_rule([atom], choice=True)
                    backend.add_rule([relaxed], [-atom])
                else:
                    backend.add_rule([atom])

    @property
    def cancelled(self) -> bool:
        return self._cancelled.is_set()

    def cancel(self) -> None:
        """Ask the search to stop: solving stops soon, grounding only when it is done."""
        self._cancelled.set()
        if self.phase == "solving":
            self.control.interrupt()

    def note(self, **known: Any) -> None:
        """Change what is known."""
        if any(getattr(self.known, name) != value for name, value in known.items()):
            self.known = replace(self.known, **known)

    def put(self, item: Model | None) -> None:
        """Queue a model, or None at the end; returns when there is room, or after `cancel`."""
        self.models.put(item, self._cancelled.is_set)

    def found(self, symbols: Model) -> None:
        """Count a model and hand it over."""
        self.count += 1
        if self.known.status is not Status.FOUND:
            self.note(status=Status.FOUND)
        self.put(symbols)

    def ground(self, parts: Sequence[tuple[str, Sequence[clingo.Symbol]]]) -> None:
        """Ground the parts. Raises Stopped, and EncodingError for what the program refuses."""
        self.phase = "grounding"
        if not self.cancelled:
            started = time.monotonic()
            self.control.ground(parts, self.program.functions)
            self._grounding += time.monotonic() - started
            self._refuse()
        if self.cancelled:
            raise Stopped

    def _refuse(self) -> None:
        """Raises Unsupported if the program derives a fact `refused("…")`, with its text."""
        if self.program.encoding.as_clingo:
            return
        for atom in self.control.symbolic_atoms.by_signature("refused", 1):
            words = atom.symbol.arguments[0]
            if not atom.is_fact or words.type is not clingo.SymbolType.String:
                continue
            if f"{atom.symbol}." not in map(str, self.program.facts):  # else an answer has it
                raise Unsupported(words.string)

    def solve(self, call: Call) -> bool:
        """Call the solver once; return whether it has seen all models. Raises Stopped."""
        self.phase = "solving"
        if self.cancelled:
            raise Stopped
        started = time.monotonic()
        self._call = call
        result = self.control.solve(on_model=call.take)
        # clasp reports "exhausted" if it is interrupted between the proof and listing the optima
        exhausted = call.exhausted = bool(result.exhausted) and not result.interrupted
        if exhausted or not self._only_proven:
            call.finish()
        seconds = time.monotonic() - started
        self._solving += seconds
        self._account(seconds)
        if call.costs:
            self.note(costs=call.costs)
            if not self.program.encoding.stepwise:  # there, the cost is the number of steps
                self.note(cost=call.costs[0][0])
        if not (exhausted or call.satisfied):
            raise Stopped
        return exhausted

    def progress(self, seconds: float) -> Progress:
        """How far the search is."""
        conflicts = sum(each.get("conflicts", 0) for each in list(self._solved))
        known, costs = self.known, self._call.costs if self._call else ()
        upper = costs[0][0] if costs and not self.program.encoding.stepwise else None
        return Progress(
            self.phase, self.step, seconds, conflicts, self.count, known.at_least, upper,
            endless=self.endless,
        )  # fmt: skip

    def statistics(self) -> Mapping[str, Any]:
        """Seconds of grounding and solving, a row for each call of the solver, the last step."""
        return {
            "grounding": self._grounding,
            "solving": self._solving,
            "solved": list(self._solved),
            **({} if self.last is None else {"last": self.last}),
        }

    def _account(self, seconds: float) -> None:
        """Note what a call of the solver took; reading clingo's statistics takes a millisecond."""
        row: dict[str, Any] = {"step": self.step, "seconds": round(seconds, 6)}
        if self.program.detailed or seconds > NOTEWORTHY_SECONDS:
            figures = self.control.statistics
            solvers, size = figures["solving"]["solvers"], figures["problem"]["lp"]
            row |= {name: int(solvers[name]) for name in ("conflicts", "choices")}
            row |= {name: int(size[name]) for name in ("rules", "atoms")}
        self._solved.append(row)


class Call:
    """One call of the solver: picks the answers among its models, and stops when there are enough.

    If the program minimises something, each model only improves on the one before. If one answer is
    wanted, it is the last model. If more are wanted, they are the models that clingo marks as
    optimal, or all that have a known least cost; models that show the same atoms count once. If no
    objective has a ground instance, every model is optimal and has no costs.

    Attributes:
        optimising: whether something is minimised.
        costs: those of the last model, by priority; empty if nothing has a ground instance.
        satisfied: whether there are enough answers.
        exhausted: whether the solver has seen all models.
    """

    def __init__(
        self,
        program: ClingoProgram,
        wanted: int,
        emit: Callable[[Model], None],
        least: tuple[tuple[Number, int], ...] = (),
    ) -> None:
        self.optimising = program.encoding.optimising or bool(least)
        self._collector, self._encoding = program.collector, program.encoding
        self.wanted, self.emit, self.costs = wanted, emit, least
        self.satisfied = self.exhausted = self._proven = False
        self._best: Model | None = None
        self._symbols, self._costly = Memo[int, clingo.Symbol](clingo.Symbol), True
        self._count = 0
        self._seen: set[frozenset[clingo.Symbol]] = set()

    @property
    def least(self) -> bool:
        """Whether it is proven that no model costs less."""
        return self.exhausted or self._proven

    def take(self, model: clingo.Model) -> bool:
        """Take a model from clingo; return whether clingo should go on."""
        symbols = [*shown_in(model, self._symbols), *theory.values(self._encoding, model)]
        if self._costly and (costs := _costs(model)):
            self.costs = costs
            if self.wanted == 1 or not model.optimality_proven:
                self._best = symbols
                return True
            self._best = None
        else:
            self._costly = False  # nor do other models of this call have costs
        if self._collector:
            self._collector.take(model)
        if self.optimising:
            self._proven = True
            on = signed(self._encoding, self._encoding.projecting)
            key = frozenset(atoms_of(model, on) if on else symbols)
            if self._encoding.as_clingo and not on:  # else what is shown makes the answer
                key = key.union(atoms_of(model, on))
            if key in self._seen:
                return True
            self._seen.add(key)
        self.emit(symbols)
        self._count += 1
        self.satisfied = self._count == self.wanted
        return not self.satisfied

    def finish(self) -> None:
        """Hand over the best model, unless one was proven optimal; no more models come."""
        if self._best is not None:
            self.emit(self._best)


def _costs(model: clingo.Model) -> tuple[tuple[Number, int], ...]:
    """The costs of a model, by priority."""
    cost = None if model.cost else theory.cost(model)
    if cost is not None:
        return ((cost, 0),)
    return tuple(zip(model.cost, model.priority, strict=True))


def _told(session: Session) -> Iterator[str]:
    """clingo's messages, each once, with the places of the user's files.

    "no atoms over signature occur" is left out for predicates that a later part defines.
    """
    program, made, later = session.program.encoding, set[str](), set[str]()
    if any(_NO_ATOMS in text or _NO_HEAD in text for text in session.messages):
        defined = program.signatures(Role.DEFINED)
        made, later = set(map(str, defined)), {each.name for each in defined}
    for text in dict.fromkeys(session.messages):
        if _NO_ATOMS in text and text.split()[-1] in made:
            continue
        if _NO_HEAD in text and program.stepwise:
            atom = _ATOM.search(text.partition(_NO_HEAD)[2])
            if atom is not None and atom[0] in later:
                continue
        text = places.as_written(text)
        for file in program.files:
            text = text.replace(f"{file}:", f"{places.shown(file)}:")
        yield text


def _again(program: Encoding) -> EncodingError:
    """An error for clasp's "redefinition of atom", at a rule that probably causes it."""
    told = (
        "a rule of a later step defines an atom that an earlier step has defined: add the step to "
        "the rule's head"
    )
    shipped = [file for file in program.files if resources.named(file)]
    for each in program.model:
        head = getattr(each.tree, "head", None)
        own = Path(each.path) not in shipped
        if own and len(each.section.parameters) == 1 and head is not None:
            step = rf"\b{re.escape(each.section.parameters[0])}\b"
            if not each.constraint and not re.search(step, str(head)):
                return places.error_at(each.tree, told)
    return EncodingError(told)


def _touch_memory_of_thread() -> None:
    """Let the C++ library allocate its data for this thread; it aborts if it can't do so later."""
    control = clingo.Control(logger=lambda _, __: None)
    control.add("base", [], "{ touched }.")
    control.ground([("base", [])])
    control.solve()
    with contextlib.suppress(RuntimeError):  # errors have memory of their own
        control.add("base", [], "untouched")
