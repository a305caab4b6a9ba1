"""Leading a clingo session: one-shot, stepwise, under assumptions; `session` carries it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

import clingo

from pylab.base.errors import EncodingError, Ended, LimitReached
from pylab.base.finding import Finding, Progress, Status
from pylab.base.limits import Patience
from pylab.base.listing import Signature
from pylab.encoding import ineffective
from pylab.encoding.predicates import Role, occurrences
from pylab.encoding.program import Encoding, Part
from pylab.engines import incmode
from pylab.engines.session import Call, Model, Program, Session, SolverThread, carry, left_at_work

__all__ = ["Assuming", "Program", "assume", "left_at_work", "one_shot", "run", "stepwise"]


def run(
    program: Program,
    patience: Patience | None = None,
    megabytes: int | None = None,
    models: int = 1,
    take: Callable[[Model], object] = lambda _: None,
    progress: Callable[[Progress], None] = lambda _: None,
    proven: bool = False,
) -> Finding:
    """Search for so many models (0: all), handed over in this thread.

    Where something is minimised and only `proven` optima are wanted, no other model is handed over.
    `take` returns True when it has enough; `progress` is called every POLL_SECONDS; `megabytes`
    bound the process's address space while clingo works. Raises EncodingError for programs and
    options that clingo refuses, and for parts of a program that are never grounded.
    """
    program.encoding.check_constants(program.constants)
    work = stepwise if program.encoding.stepwise else one_shot
    carrier = SolverThread(
        Session(program, proven), lambda session: work(session, models), megabytes
    )
    return carry(carrier, patience or Patience(), take, progress)


def assume(
    program: Program,
    patience: Patience,
    relaxable: Collection[Signature],
    work: Callable[[Assuming], None],
    last: int = 0,
) -> Finding:
    """Have `work` solve a program again and again under assumptions.

    A one-shot program is grounded once; a stepwise one is led from step 0 to the `last` one, or to
    its horizon, each time. Facts of a relaxable signature are there by choice: to say that
    `relaxed(F)` is false is to insist on the fact F. Nothing is minimised. `work` runs in clingo's
    thread, and is left by an exception when a limit is over; the finding's `ended` says so.
    """

    def solve(session: Session) -> None:
        assuming: Assuming = (Stepping if program.encoding.stepwise else Assuming)(session)
        assuming.begin(frozenset(relaxable), last)
        work(assuming)
        session.note(ended=Ended.SETTLED)

    return carry(SolverThread(Session(program), solve), patience)


def _configure(session: Session, models: int) -> None:
    settings: Any = session.control.configuration.solve
    if session.program.encoding.optimising:  # models are then told apart in `Call`
        settings.opt_mode = "opt" if models == 1 else "optN"
        settings.models = 0
    else:
        settings.project = "no" if session.program.encoding.as_clingo else "show"
        settings.models = models


def one_shot(session: Session, models: int) -> None:
    """Ground all, solve once."""
    session.begin()
    _configure(session, models)
    _ground_all(session)

    def found(symbols: Model) -> None:
        session.note(optimal=call.optimising and call.least)
        session.found(symbols)

    call = Call(session.program.encoding, models, found)
    exhausted = session.solve(call)
    session.note(
        status=Status.FOUND if session.known.count else Status.NONE,
        complete=exhausted and (not session.known.count or models != 1),
        ended=Ended.SETTLED,
    )


def _ground_all(session: Session) -> None:
    """The base and, for overlays that are written stepwise, each step up to the horizon.

    The last step is the one that is asked for: `query(horizon)` is true, unless the program says
    itself, by rules for `query(T)` in its base, after which step an answer ends.
    """
    encoding = session.program.encoding
    session.ground(("base", []))
    horizon = None if encoding.as_clingo else incmode.largest(session.control, "horizon")
    stepwise = {("step", 1), ("check", 1)} & encoding.parts if horizon is not None else set()
    _refuse_parts(encoding, {("base", 0), *stepwise})
    if stepwise and horizon is not None:
        steps = [part for step in range(horizon + 1) for part in incmode.parts(step)]
        session.ground(*(part for part in steps if part[0] != "base"))
        if not _asks_itself(encoding):
            session.control.assign_external(incmode.query(horizon), True)


def _asks_itself(encoding: Encoding) -> bool:
    """Whether rules in the program's base define `query(T)`."""
    base = [statement for section, statement in encoding.placed if section.name == "base"]
    return any(
        each.signature == Signature("query", 1) and each.role is Role.DEFINED
        for each in occurrences(base)
    )


def stepwise(session: Session, models: int) -> None:
    """Solve for 0, 1, … steps until there is an answer, as clingo's own `<incmode>` does.

    The last step is that of a fact `horizon(M)`. A fact `search_limit(M)` and the constant `imax`
    end the search too, but nothing is known of more steps then; `imin` and `istop` are clingo's.
    `#const length` asks for one number of steps alone.
    """
    session.begin()
    _configure(session, models)
    encoding, control = session.program.encoding, session.control
    _refuse_parts(encoding, {("base", 0), ("step", 1), ("check", 1)})
    session.ground(*incmode.parts(0))
    horizon, only = incmode.largest(session.control, "horizon"), _length(session)
    mode = incmode.constants(control, strict=True)
    most = None if mode.most is None else mode.most - 1
    limits = [n for n in (incmode.largest(session.control, "search_limit"), most) if n is not None]
    last = min((n for n in (horizon, only, *limits) if n is not None), default=None)
    step = before = 0

    def found_at_step(symbols: Model) -> None:
        if not before:  # else it may be worse than those of fewer steps
            fewest = only is None and session.known.at_least == (step or None)
            session.note(cost=step, optimal=fewest and not call.optimising)
        if call.optimising and not call.costs:  # later steps may have some
            session.note(costs=encoding.nothing_to_pay)
        session.note(least=call.optimising and call.least and not before)
        session.found(symbols)

    while last is None or step <= last:
        session.step = step
        if step:
            session.ground(*incmode.parts(step))
        if only is None or step == only:
            query = incmode.query(step)
            control.assign_external(query, True)
            before = session.known.count
            call = Call(encoding, models, found_at_step)
            exhausted = session.solve(call)
            found = session.known.count > before
            if found:  # what is asked on after an answer may be worse
                session.note(complete=not before and exhausted and models != 1)
            elif not before and only is None and session.known.at_least in (None, step):
                session.note(at_least=step + 1)
            last_call = mode.ends(step, found)
            if last_call or (found and 0 < models <= session.known.count):
                if not last_call:
                    session.messages.append(
                        f"stopped with so many answers at step {step}; imin and istop would have "
                        "it go on: --models 0 does"
                    )
                session.note(ended=Ended.SETTLED)
                return
            if control.is_conflicting:  # whatever the step: no rule to come can mend it
                last = step
                limits.clear()
                break
            control.release_external(query)
            control.cleanup()
        step += 1
    if limits and last == min(limits) and last not in (horizon, only):
        searched = "no step" if last < 0 else f"up to {last} steps"
        session.note(ended=Ended.STEPS, reason=f"searched {searched}")
    elif not session.known.count:
        session.note(status=Status.NONE, complete=True, ended=Ended.SETTLED)
    else:
        session.note(ended=Ended.SETTLED)


def _length(session: Session) -> int | None:
    """The number that `#const length` is set to, if it is set to one."""
    default = session.program.encoding.constants.get("length")
    value = session.control.get_const("length")
    if default is None or value is None or default.lstrip("-").isdigit():
        return None  # a number by default is one of the program's own
    if value.type is clingo.SymbolType.Number:
        return value.number
    if str(value) != default:
        raise EncodingError(f"expected a number or {default} for length, found {value}")
    return None


def _refuse_parts(encoding: Encoding, grounded: Collection[Part]) -> None:
    """Raises EncodingError, with the place, for rules in a part that is never grounded.

    In somebody's own program such parts are left out, as clingo leaves them out.
    """
    for left_out in ineffective.never_grounded(encoding, grounded):
        if not encoding.as_clingo:
            raise EncodingError(left_out.message, left_out.place)


class Assuming:
    """A program, to be solved under assumptions as often as one likes; its objectives are not."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def begin(self, relaxable: Collection[Signature], last: int) -> None:  # noqa: ARG002
        """Ground what is to be solved."""
        self._load(relaxable)
        _ground_all(self._session)

    def _load(self, relaxable: Collection[Signature]) -> None:
        self._session.begin(relaxable)
        settings: Any = self._session.control.configuration.solve
        settings.opt_mode, settings.models = "ignore", 1

    def atoms(self, predicate: str) -> list[clingo.Symbol]:
        """The ground atoms of a unary predicate that can be assumed to be false, sorted."""
        found = self._session.control.symbolic_atoms.by_signature(predicate, 1)
        return sorted(atom.symbol for atom in found if not atom.is_fact)

    def refuted(self, false: Sequence[clingo.Symbol]) -> list[clingo.Symbol] | None:
        """Which of these atoms can't all be false, in their order; None if all can be.

        Raises LimitReached when a limit is over.
        """
        core = self._core(false)
        return None if core is None else [symbol for symbol in false if symbol in core]

    def _core(self, false: Sequence[clingo.Symbol]) -> set[clingo.Symbol] | None:
        """Those that can't all be false in what is grounded by now; None if all can be."""
        self._session.phase = "solving"
        control = self._session.control
        if self._session.cancelled:
            raise LimitReached("stopped")
        with control.solve(
            assumptions=[(symbol, False) for symbol in false], yield_=True
        ) as handle:
            result = handle.get()
            if result.satisfiable:
                return None
            if not result.unsatisfiable:
                raise LimitReached("stopped")
            core = set(handle.core())
        atoms = control.symbolic_atoms
        return {symbol for symbol in false if -_literal(atoms[symbol]) in core}


class Stepping(Assuming):
    """A stepwise program: it is refuted if it is at each step."""

    def begin(self, relaxable: Collection[Signature], last: int) -> None:
        self._relaxable, self._last = relaxable, last
        self._restart()

    def _restart(self) -> None:
        self._load(self._relaxable)
        self._session.ground(*incmode.parts(0))

    def refuted(self, false: Sequence[clingo.Symbol]) -> list[clingo.Symbol] | None:
        self._restart()
        control, found = self._session.control, set[clingo.Symbol]()
        horizon = incmode.largest(control, "horizon")
        last = self._last if horizon is None else min(horizon, self._last)
        for step in range(last + 1):
            self._session.step = step
            if step:
                self._session.ground(*incmode.parts(step))
            query = incmode.query(step)
            control.assign_external(query, True)
            core = self._core(false)
            if core is None:
                return None
            found |= core
            if control.is_conflicting:
                break
            control.release_external(query)
            control.cleanup()
        return [symbol for symbol in false if symbol in found]


def _literal(atom: clingo.SymbolicAtom | None) -> int:
    return 0 if atom is None else atom.literal
