"""The only module that drives clingo: one-shot, optimising and stepwise, with limits that hold.

Grounding can't be interrupted and Ctrl-C does not get through to clingo, so it runs in a daemon
thread while the caller's thread polls. When a limit is over, the search is asked to stop; if it
is still grounding it is left behind, and the outcome says so.
"""

from __future__ import annotations

import contextlib
import queue
import threading
import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import clingo
import clingo.script

from pylab import encoding as encodings
from pylab.encoding import Encoding
from pylab.errors import EncodingError, LimitReached
from pylab.facts import Fact, Signature
from pylab.family import Status
from pylab.limits import limit_memory, unlimit_memory

POLL_SECONDS = 0.05
NOTEWORTHY_SECONDS = 0.02
"""A call of the solver that took longer has its conflicts told without being asked."""

GRACE_SECONDS = 0.25
"""How long a search that was asked to stop is waited for."""

Model = Sequence[clingo.Symbol]


@dataclass(frozen=True, slots=True)
class Progress:
    """Where a running search is, and the bounds on the cost that are known."""

    phase: str
    step: int
    seconds: float
    conflicts: int
    models: int
    lower: int | None = None
    upper: int | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What clingo found out; the models went to the caller one by one.

    Attributes:
        status: found, none or unknown.
        complete: whether there are no other models (with optimisation: no other optimal ones).
        optimal: whether no better model exists: all smaller steps refuted, or the optimum proven.
        cost: the step that a stepwise search ended at, or the first of `costs`; None without.
        costs: the values minimised and their priorities, the most important one first.
        refuted: of a stepwise search, the number of steps (from 0) that are shown not to suffice.
        reason: the limit that ended the search; empty if none did.
        abandoned: clingo was left grounding in its thread: leave the process with `os._exit`.
        messages: clingo's warnings.
        statistics: figures of grounding and solving, by step if there are steps.
    """

    status: Status
    complete: bool
    optimal: bool
    cost: int | None
    costs: tuple[tuple[int, int], ...]
    refuted: int | None
    reason: str
    abandoned: bool
    messages: tuple[str, ...]
    statistics: Mapping[str, Any]


@dataclass
class Job:
    """What clingo is to do.

    Attributes:
        encoding: the rules.
        facts: the instance, handed over as symbols, never as text.
        models: how many are wanted, 0 for all.
        constants: values for the encoding's `#const`s.
        options: clingo's own options, as on its command line; they override the encoding's.
        scripts: whether Python embedded in encodings is run.
        propagators: registered with clingo before it grounds.
        seconds: wall-clock limit.
        started: when its clock began to run, on the clock of `time.monotonic`.
        megabytes: limit on the process's address space while clingo works.
        stop: set by another thread or a signal handler to end the search.
        detailed: whether clingo's figures are wanted for each call of the solver.
    """

    encoding: Encoding
    facts: Iterable[Fact]
    models: int = 1
    constants: Mapping[str, str] = field(default_factory=dict)
    options: Sequence[str] = ()
    scripts: bool = False
    propagators: Sequence[clingo.Propagator] = ()
    seconds: float | None = None
    started: float = field(default_factory=time.monotonic)
    megabytes: int | None = None
    stop: threading.Event = field(default_factory=threading.Event)
    detailed: bool = False


def run(
    job: Job,
    on_model: Callable[[Model], bool | None],
    on_progress: Callable[[Progress], None] = lambda _: None,
) -> Outcome:
    """Search, and call back in this thread for each model and every POLL_SECONDS.

    `on_model` returns True when it has enough. Raises EncodingError for programs and options that
    clingo refuses.
    """
    return _poll(_Search(job), on_model, on_progress)


def assume(job: Job, relaxable: Collection[Signature], work: Callable[[Assuming], None]) -> Outcome:
    """Ground a one-shot program once, and have `work` solve it again and again under assumptions.

    Facts of a relaxable signature are there by choice: to say that `relaxed(F)` is false is to
    insist on the fact F. Nothing is minimised. `work` runs in clingo's thread, and is left by an
    exception when a limit is over; the outcome's `reason` says so.
    """
    return _poll(_Assuming(job, relaxable, work), lambda _: True, lambda _: None)


def _poll(
    search: _Search,
    on_model: Callable[[Model], bool | None],
    on_progress: Callable[[Progress], None],
) -> Outcome:
    job = search.job
    job.encoding.check_constants(job.constants)
    search.start()
    reason = ""
    enough = delivered = False
    give_up = float("inf")
    try:
        while time.monotonic() < give_up:
            try:
                item = search.items.get(timeout=POLL_SECONDS)
                if item is None:
                    delivered = True
                    break
                enough = enough or bool(on_model(item))
            except queue.Empty:
                on_progress(search.progress(time.monotonic() - job.started))
            reason = reason or ("" if enough else _limit(job))
            if (enough or reason) and give_up == float("inf"):
                give_up = time.monotonic() + GRACE_SECONDS
                search.cancel()
    except BaseException:
        search.cancel()
        raise
    if search.error is not None:
        raise search.error
    return search.outcome(reason, delivered)


def _limit(job: Job) -> str:
    if job.stop.is_set():
        return "interrupted"
    if job.seconds is not None and time.monotonic() - job.started > job.seconds:
        return f"time limit of {job.seconds:g} s"
    return ""


class _Search(threading.Thread):
    """clingo at work; models go into `items`, then None."""

    def __init__(self, job: Job) -> None:
        super().__init__(name="clingo", daemon=True)
        self.job = job
        self.items: queue.Queue[Model | None] = queue.Queue(maxsize=1000)
        self.error: EncodingError | None = None
        self._cancelled = threading.Event()
        self._control: clingo.Control | None = None
        self._messages: list[str] = []
        self._phase, self._step = "starting", 0
        self._ended = self._memory_out = False
        self._found = 0
        self._settled = self._proven = self._none = self._complete = self._optimal = False
        self._step_reached: int | None = None
        self._limit = ""
        self._costs: tuple[tuple[int, int], ...] = ()
        self._refuted: int | None = None
        self._grounding = self._solving = 0.0
        self._solved: list[dict[str, Any]] = []

    def run(self) -> None:
        try:
            if self.job.megabytes is not None:
                _touch_memory_of_thread()
                limit_memory(self.job.megabytes)
            self._search()
        except MemoryError:
            self._out_of_memory()
        except EncodingError as error:
            self.error = error
        except RuntimeError as error:
            if "bad_alloc" in str(error):
                self._out_of_memory()
            elif not self._cancelled.is_set():
                self.error = encodings.error_of(self._messages, str(error))
        except Exception as error:  # a thread must not die silently: its asker gets the reason
            self.error = EncodingError(f"clingo failed: {error}")
        finally:
            if self.job.megabytes is not None:
                unlimit_memory()
            self._ended = True
            self._put(None)

    def cancel(self) -> None:
        """Ask for an end; solving stops soon, grounding when it is through."""
        self._cancelled.set()
        if self._control is not None and self._phase == "solving":
            self._control.interrupt()

    def progress(self, seconds: float) -> Progress:
        conflicts = sum(each.get("conflicts", 0) for each in list(self._solved))
        return Progress(
            self._phase, self._step, seconds, conflicts, self._found, lower=self._refuted
        )

    def outcome(self, reason: str, delivered: bool) -> Outcome:
        """What is known; nothing is complete unless the caller has got all that was found."""
        reason = "memory limit" if self._memory_out else reason or self._limit
        status = Status.UNKNOWN
        if self._found:
            status = Status.FOUND
        elif self._none:
            status = Status.NONE
        return Outcome(
            status=status,
            complete=self._complete and delivered,
            optimal=self._optimal,
            cost=self._costs[0][0] if self._costs else self._step_reached,
            costs=self._costs,
            refuted=self._refuted,
            reason="" if self._settled and delivered else reason,
            abandoned=not self._ended,
            messages=tuple(self._messages),
            statistics={
                "grounding": self._grounding,
                "solving": self._solving,
                "solved": list(self._solved),
            },
        )

    def _out_of_memory(self) -> None:
        unlimit_memory()
        self._memory_out = True

    def _put(self, item: Model | None) -> None:
        """Wait for room, but not for a caller who has left."""
        while True:
            try:
                return self.items.put(item, timeout=POLL_SECONDS)
            except queue.Full:
                if self._cancelled.is_set():
                    return

    def _search(self) -> None:
        job = self.job
        if job.scripts:
            clingo.script.enable_python()
        constants = [word for c in job.constants.items() for word in ("-c", "=".join(c))]
        control = clingo.Control(
            [*_recommended(job), *job.options, *constants],
            logger=lambda _, text: self._messages.append(text),
        )
        self._control = control
        for propagator in job.propagators:
            control.register_propagator(propagator)
        encodings.add_to(control, job.encoding.statements)
        with control.backend() as backend:
            for fact in job.facts:
                self._hand_over(backend, fact)
        self._lead(control)

    def _hand_over(self, backend: clingo.Backend, fact: Fact) -> None:
        backend.add_rule([backend.add_atom(fact.symbol)])

    def _lead(self, control: clingo.Control) -> None:
        job = self.job
        solve: Any = control.configuration.solve
        if job.encoding.optimising:  # models are then told apart in `_Solving`
            solve.opt_mode = "opt" if job.models == 1 else "optN"
            solve.models = 0
        else:
            solve.project = "show"
            solve.models = job.models
        if job.encoding.stepwise:
            self._stepwise(control)
        else:
            self._one_shot(control)

    def _one_shot(self, control: clingo.Control) -> None:
        if self._ground_all(control):
            exhausted = self._solve(control)
            self._none = exhausted and not self._found
            self._complete = exhausted and (self._none or self.job.models != 1)
            trivial = self.job.encoding.optimising and self._found > 0 and not self._costs
            self._optimal = self._proven or trivial

    def _ground_all(self, control: clingo.Control) -> bool:
        """The base and, for overlays that are written stepwise, each step up to the horizon."""
        if not self._ground(control, [("base", [])]):
            return False
        steps = range(1, (_largest(control, "horizon") or 0) + 1)
        if "step" in self.job.encoding.parts and not steps:
            self._messages.append("nothing is known of a part step(t): no fact says horizon(M)")
        return "step" not in self.job.encoding.parts or self._ground(
            control, [("step", [clingo.Number(step)]) for step in steps]
        )

    def _stepwise(self, control: clingo.Control) -> None:
        """Solve for 0, 1, … steps up to the fact `horizon(M)`, or for `#const length` alone.

        A fact `search_limit(M)` ends the search too, but nothing is known of more steps then.
        """
        if not self._ground(control, [("base", [])]):
            return
        horizon = _largest(control, "horizon")
        limit = _largest(control, "search_limit")
        only = self._length(control)
        last = min((n for n in (horizon, limit, only) if n is not None), default=None)
        step = 0
        while last is None or step <= last:
            self._step = step
            self._settled = False  # what the step before has settled does not settle this one
            number = clingo.Number(step)
            parts = [("step", [number])] if step else []
            if not self._ground(control, [*parts, ("check", [number])]):
                return
            if only is None or step == only:
                query = clingo.Function("query", [number])
                control.assign_external(query, True)
                exhausted = self._solve(control)
                if self._found:
                    self._step_reached = step
                    self._optimal = only is None and (not self._costs or self._proven)
                    self._complete = exhausted and self.job.models != 1
                    return
                if not exhausted:
                    return
                if only is None:
                    self._refuted = step + 1
                control.release_external(query)
                control.cleanup()
            step += 1
        if limit is not None and last == limit and limit not in (horizon, only):
            self._settled, self._limit = False, f"searched up to {limit} steps"
        else:
            self._settled = self._none = self._complete = True

    def _length(self, control: clingo.Control) -> int | None:
        """The number that `#const length` is set to, if it is set to one."""
        default = self.job.encoding.constants.get("length")
        value = control.get_const("length")
        if default is None or value is None:
            return None
        if value.type is clingo.SymbolType.Number:
            return value.number
        if str(value) != default:
            raise EncodingError(f"expected a number or {default} for length, found {value}")
        return None

    def _ground(
        self, control: clingo.Control, parts: Sequence[tuple[str, Sequence[clingo.Symbol]]]
    ) -> bool:
        """Ground the parts; False if the search has been cancelled."""
        self._phase = "grounding"
        if not self._cancelled.is_set():
            started = time.monotonic()
            control.ground(parts)
            self._grounding += time.monotonic() - started
        return not self._cancelled.is_set()

    def _solve(self, control: clingo.Control) -> bool:
        """One call of the solver, its models put out; whether it has seen all that there are."""
        self._phase = "solving"
        if self._cancelled.is_set():
            return False
        started = time.monotonic()
        call = _Call(self.job.models, self._emit)
        result = control.solve(on_model=call.take)
        call.finish()
        self._solving += time.monotonic() - started
        self._costs = call.costs
        self._account(control, time.monotonic() - started)
        exhausted = bool(result.exhausted)
        self._settled = exhausted or call.satisfied
        self._proven = bool(call.costs) and (exhausted or call.proven)
        return exhausted

    def _emit(self, symbols: Model) -> None:
        self._found += 1
        self._put(symbols)

    def _account(self, control: clingo.Control, seconds: float) -> None:
        """Note what a call of the solver took; clingo's own figures cost a millisecond to get."""
        row: dict[str, Any] = {"step": self._step, "seconds": round(seconds, 6)}
        if self.job.detailed or seconds > NOTEWORTHY_SECONDS:
            figures = control.statistics
            solvers, size = figures["solving"]["solvers"], figures["problem"]["lp"]
            row |= {name: int(solvers[name]) for name in ("conflicts", "choices")}
            row |= {name: int(size[name]) for name in ("rules", "atoms")}
        self._solved.append(row)


class Assuming:
    """A ground program, to be solved under assumptions as often as one likes."""

    def __init__(self, control: clingo.Control, stopped: Callable[[], bool]) -> None:
        self._control, self._stopped = control, stopped

    def atoms(self, predicate: str) -> list[clingo.Symbol]:
        """The ground atoms of a unary predicate that can be assumed to be false, sorted."""
        found = self._control.symbolic_atoms.by_signature(predicate, 1)
        return sorted(atom.symbol for atom in found if not atom.is_fact)

    def refuted(self, false: Sequence[clingo.Symbol]) -> list[clingo.Symbol] | None:
        """Which of these atoms can't all be false, in their order; None if all can be.

        Raises LimitReached when a limit is over.
        """
        if self._stopped():
            raise LimitReached("stopped")
        with self._control.solve(
            assumptions=[(symbol, False) for symbol in false], yield_=True
        ) as handle:
            result = handle.get()
            if result.satisfiable:
                return None
            if not result.unsatisfiable:
                raise LimitReached("stopped")
            core = set(handle.core())
        atoms = self._control.symbolic_atoms
        found = [symbol for symbol in false if -_literal(atoms[symbol]) in core]
        return found


def _literal(atom: clingo.SymbolicAtom | None) -> int:
    return 0 if atom is None else atom.literal


class _Assuming(_Search):
    """clingo at work under assumptions that `work` makes."""

    def __init__(
        self, job: Job, relaxable: Collection[Signature], work: Callable[[Assuming], None]
    ) -> None:
        super().__init__(job)
        self._relaxable, self._work = frozenset(relaxable), work

    def _hand_over(self, backend: clingo.Backend, fact: Fact) -> None:
        if fact.signature not in self._relaxable:
            super()._hand_over(backend, fact)
            return
        atom = backend.add_atom(fact.symbol)
        relaxed = backend.add_atom(clingo.Function("relaxed", [fact.symbol]))
        backend.add_rule([atom], choice=True)
        backend.add_rule([relaxed], [-atom])

    def _lead(self, control: clingo.Control) -> None:
        solve: Any = control.configuration.solve
        solve.opt_mode = "ignore"
        solve.models = 1
        if self._ground_all(control):
            self._phase = "solving"
            with contextlib.suppress(LimitReached):
                self._work(Assuming(control, self._cancelled.is_set))
                self._settled = True


class _Call:
    """The models of one call of the solver: which of them are answers, and are there enough.

    Where something is minimised, each model only improves on the one before. If one is wanted that
    is the last one; if more are, those that clingo marks as optimal, each counted once however
    many choices behind it are not shown. An objective that turns out to be empty is none.
    """

    def __init__(self, wanted: int, emit: Callable[[Model], None]) -> None:
        self.wanted, self.emit = wanted, emit
        self.costs: tuple[tuple[int, int], ...] = ()
        self.satisfied = self.proven = False
        self._best: Model | None = None
        self._count = 0
        self._seen: set[Model] = set()

    def take(self, model: clingo.Model) -> bool:
        """Look at a model; whether to go on."""
        symbols = tuple(model.symbols(shown=True))
        if model.cost:
            self.costs = tuple(zip(model.cost, model.priority, strict=True))
            if self.wanted == 1 or not model.optimality_proven:
                self._best = symbols
                return True
            self.proven, self._best = True, None
            key = tuple(sorted(symbols))
            if key in self._seen:
                return True
            self._seen.add(key)
        self.emit(symbols)
        self._count += 1
        self.satisfied = self._count == self.wanted
        return not self.satisfied

    def finish(self) -> None:
        """No more models come: the best one, if none was proven optimal before."""
        if self._best is not None:
            self.emit(self._best)


def _recommended(job: Job) -> list[str]:
    """The encoding's options for clingo, without those that the job sets otherwise."""
    given = {option.partition("=")[0] for option in job.options}
    return [o for o in job.encoding.solver_options if o.partition("=")[0] not in given]


def _touch_memory_of_thread() -> None:
    """Have the C++ library set up what it keeps per thread; it aborts if it can't do so later."""
    control = clingo.Control(logger=lambda _, __: None)
    control.add("base", [], "{ touched }.")
    control.ground([("base", [])])
    control.solve()


def _largest(control: clingo.Control, predicate: str) -> int | None:
    """The greatest number for which the unary predicate is a fact."""
    numbers = [
        atom.symbol.arguments[0].number
        for atom in control.symbolic_atoms.by_signature(predicate, 1)
        if atom.is_fact and atom.symbol.arguments[0].type is clingo.SymbolType.Number
    ]
    return max(numbers, default=None)
