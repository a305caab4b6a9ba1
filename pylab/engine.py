"""The only module that drives clingo: one-shot, optimising and stepwise, with limits that hold.

Grounding can't be interrupted and Ctrl-C does not get through to clingo, so it runs in a daemon
thread while the caller's thread polls. When a limit is over, the search is asked to stop; if it
is still grounding it is left behind, and the outcome says so.
"""

from __future__ import annotations

import queue
import resource
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import clingo

from pylab import encoding as encodings
from pylab.encoding import Encoding
from pylab.errors import EncodingError, LimitReached
from pylab.facts import Fact
from pylab.family import Status

POLL_SECONDS = 0.05
GRACE_SECONDS = 0.25
"""How long a search that was asked to stop is waited for."""

Model = Sequence[clingo.Symbol]


@dataclass(frozen=True, slots=True)
class Progress:
    """Where a running search is."""

    phase: str
    step: int
    seconds: float
    conflicts: int
    models: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """What clingo found out; the models went to the caller one by one.

    Attributes:
        status: found, none or unknown.
        complete: whether there are no other models (with optimisation: no other optimal ones).
        optimal: whether no better model exists: all smaller steps refuted, or the optimum proven.
        cost: the step that a stepwise search ended at, or the value minimised; None without.
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
        seconds: wall-clock limit.
        megabytes: limit on the process's address space while clingo works.
        stop: set by another thread or a signal handler to end the search.
    """

    encoding: Encoding
    facts: Iterable[Fact]
    models: int = 1
    constants: Mapping[str, str] = field(default_factory=dict)
    options: Sequence[str] = ()
    seconds: float | None = None
    megabytes: int | None = None
    stop: threading.Event = field(default_factory=threading.Event)


def run(
    job: Job,
    on_model: Callable[[Model], None],
    on_progress: Callable[[Progress], None] = lambda _: None,
) -> Outcome:
    """Search, and call back in this thread for each model and every POLL_SECONDS.

    `on_model` may raise LimitReached when it has enough. Raises EncodingError for programs and
    options that clingo refuses.
    """
    job.encoding.check_constants(job.constants)
    started = time.monotonic()
    search = _Search(job)
    search.start()
    reason = ""
    give_up = float("inf")
    try:
        while time.monotonic() < give_up:
            try:
                item = search.items.get(timeout=POLL_SECONDS)
                if item is None:
                    break
                on_model(item)
            except queue.Empty:
                on_progress(search.progress(time.monotonic() - started))
            except LimitReached as limit:
                reason = str(limit)
            reason = reason or _limit(job, started)
            if reason and give_up == float("inf"):
                give_up = time.monotonic() + GRACE_SECONDS
                search.cancel()
    except BaseException:
        search.cancel()
        raise
    if search.error is not None:
        raise search.error
    return search.outcome(reason)


def limit_memory(megabytes: int) -> None:
    """Bound this process's address space; what then fails to be allocated ends the search."""
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (megabytes * 1024**2, hard))


def unlimit_memory() -> None:
    """Lift the bound again, so that there is room to report."""
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (hard, hard))


def _limit(job: Job, started: float) -> str:
    if job.stop.is_set():
        return "interrupted"
    if job.seconds is not None and time.monotonic() - started > job.seconds:
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
        self._none = self._complete = self._optimal = False
        self._cost: int | None = None
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
        conflicts = sum(each["conflicts"] for each in list(self._solved))
        return Progress(self._phase, self._step, seconds, conflicts, self._found)

    def outcome(self, reason: str) -> Outcome:
        if self._memory_out:
            reason = "memory limit"
        status = Status.UNKNOWN
        if self._found:
            status = Status.FOUND
        elif self._none:
            status = Status.NONE
        return Outcome(
            status=status,
            complete=self._complete,
            optimal=self._optimal,
            cost=self._cost,
            refuted=self._refuted,
            reason="" if self._complete else reason,
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
        constants = [word for c in job.constants.items() for word in ("-c", "=".join(c))]
        control = clingo.Control(
            [*_recommended(job), *job.options, *constants],
            logger=lambda _, text: self._messages.append(text),
        )
        self._control = control
        encodings.add_to(control, job.encoding.statements)
        with control.backend() as backend:
            for fact in job.facts:
                backend.add_rule([backend.add_atom(fact.symbol)])
        solve: Any = control.configuration.solve
        solve.models = job.models
        solve.project = "show"
        if job.encoding.optimising:
            solve.opt_mode = "opt" if job.models == 1 else "optN"
            solve.models = 0 if job.models == 1 else job.models
        if job.encoding.stepwise:
            self._stepwise(control)
        else:
            self._one_shot(control)

    def _one_shot(self, control: clingo.Control) -> None:
        """The base and, for overlays that are written stepwise, each step up to the horizon."""
        if not self._ground(control, [("base", [])]):
            return
        steps = range(1, (_largest(control, "horizon") or 0) + 1)
        if "step" not in self.job.encoding.parts or self._ground(
            control, [("step", [clingo.Number(step)]) for step in steps]
        ):
            result = self._solve(control)
            exhausted = result is not None and bool(result.exhausted)
            self._none = exhausted and not self._found
            self._complete = exhausted and (self._none or self.job.models != 1)
            self._optimal = exhausted and self.job.encoding.optimising and self._found > 0

    def _stepwise(self, control: clingo.Control) -> None:
        """Solve for 0, 1, … steps up to the fact `horizon(M)`, or for `#const length` alone."""
        if not self._ground(control, [("base", [])]):
            return
        horizon = _largest(control, "horizon")
        only = self._length(control)
        last = min((n for n in (horizon, only) if n is not None), default=None)
        step = 0
        while last is None or step <= last:
            self._step = step
            number = clingo.Number(step)
            parts = [("step", [number])] if step else []
            if not self._ground(control, [*parts, ("check", [number])]):
                return
            if only is None or step == only:
                query = clingo.Function("query", [number])
                control.assign_external(query, True)
                result = self._solve(control)
                if self._found:
                    self._cost = step
                    self._optimal = only is None
                    self._complete = result is not None and bool(result.exhausted)
                    return
                if result is None or not result.unsatisfiable:
                    return
                if only is None:
                    self._refuted = step + 1
                control.release_external(query)
                control.cleanup()
            step += 1
        self._none = self._complete = True

    def _length(self, control: clingo.Control) -> int | None:
        """The number that `#const length` is set to, if it is set to one."""
        if "length" not in self.job.encoding.constants:
            return None
        value = control.get_const("length")
        return value.number if value and value.type is clingo.SymbolType.Number else None

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

    def _solve(self, control: clingo.Control) -> clingo.SolveResult | None:
        """One call of the solver, its models put out; None if the search has been cancelled."""
        optimising = self.job.encoding.optimising
        best: list[Model] = []

        def take(model: clingo.Model) -> None:
            symbols = model.symbols(shown=True)
            if model.cost:
                self._cost = model.cost[0]
            if optimising and not (self.job.models != 1 and model.optimality_proven):
                best[:] = [symbols]
                return
            best.clear()
            self._found += 1
            self._put(symbols)

        self._phase = "solving"
        if self._cancelled.is_set():
            return None
        started = time.monotonic()
        result = control.solve(on_model=take)
        self._solving += time.monotonic() - started
        for symbols in best:
            self._found += 1
            self._put(symbols)
        self._account(control, time.monotonic() - started)
        return result

    def _account(self, control: clingo.Control, seconds: float) -> None:
        solvers = control.statistics["solving"]["solvers"]
        size = control.statistics["problem"]["lp"]
        self._solved.append(
            {
                "step": self._step,
                "seconds": round(seconds, 6),
                "conflicts": int(solvers["conflicts"]),
                "choices": int(solvers["choices"]),
                "rules": int(size["rules"]),
                "atoms": int(size["atoms"]),
            }
        )


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
