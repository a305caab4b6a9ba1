"""Runs programs in clingo: one-shot, stepwise, or under assumptions; `session` has the thread."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import Any

import clingo

from pylab.base.errors import EncodingError, Ended, LimitReached, PylabError
from pylab.base.finding import Finding, Progress, Status
from pylab.base.limits import Patience
from pylab.base.listing import Signature
from pylab.encoding import ineffective
from pylab.encoding.predicates import BASE, Part
from pylab.encoding.program import Encoding
from pylab.engines import incmode, theory
from pylab.engines.session import (
    Call,
    ClingoProgram,
    Model,
    Session,
    SolverThread,
    Stopped,
    carry,
    left_at_work,
)
from pylab.engines.stepping import Leader, Schedule

__all__ = ["Assuming", "ClingoProgram", "assume", "left_at_work", "one_shot", "run", "stepwise"]


def run(
    program: ClingoProgram,
    patience: Patience | None = None,
    megabytes: int | None = None,
    models: int = 1,
    take: Callable[[Model], object] = lambda _: None,
    progress: Callable[[Progress], None] = lambda _: None,
    proven: bool = False,
) -> Finding:
    """Search for up to `models` models (0: all); `take` gets each of them in this thread.

    If only `proven` optima are wanted, `take` gets no model that may be improved. It returns True
    when it has enough. `progress` is called every POLL_SECONDS. `megabytes` limits the process's
    address space while clingo works. Raises EncodingError for programs and options that clingo
    refuses, and for parts of a program that are never grounded.
    """
    program.encoding.check_constants(program.constants)
    work = stepwise if program.encoding.stepwise else one_shot
    carrier = SolverThread(
        Session(program, proven), lambda session: work(session, models), megabytes
    )
    return carry(carrier, patience or Patience(), take, progress)


def assume(
    program: ClingoProgram,
    patience: Patience,
    relaxable: Collection[Signature],
    work: Callable[[Assuming], None],
    last: int = 0,
) -> Finding:
    """Let `work` solve a program repeatedly under assumptions.

    A one-shot program is grounded once. A stepwise one is solved each time from step 0 to the
    `last` one, or to its horizon. Facts of a relaxable signature become choices: assuming that
    `relaxed(F)` is false means to insist on the fact F. Objectives are ignored. `work` runs in
    clingo's thread. At a limit an exception ends it, and the finding's `ended` says so.
    """

    program = replace(program, encoding=program.encoding.without_objectives())

    def solve(session: Session) -> None:
        assuming: Assuming = (AssumingStepwise if program.encoding.stepwise else Assuming)(session)
        assuming.begin(frozenset(relaxable), last)
        work(assuming)
        session.note(ended=Ended.SETTLED)

    return carry(SolverThread(Session(program), solve), patience)


def _configure(session: Session, models: int) -> None:
    settings: Any = session.control.configuration.solve
    if session.program.encoding.optimising:  # `Call` then skips models that show the same
        settings.opt_mode = "opt" if models == 1 else "optN"
        settings.models = 0
    else:
        encoding = session.program.encoding
        told_apart = "no" if encoding.as_clingo or session.program.collector else "show"
        settings.project = "project" if encoding.projecting else told_apart
        settings.models = models


def one_shot(session: Session, models: int) -> None:
    """Ground the whole program and solve it once; twice for optima of a theory."""
    best: list[Model] = []
    bounded = models != 1 and bool(session.program.encoding.theory_objectives)
    if bounded:
        best = _bound_by_theory(session)
    _load(session, models)

    def found(symbols: Model) -> None:
        if call.optimising:
            session.note(optimal=call.least)
        session.found([s for s in symbols if s != theory.BOUNDED] if bounded else symbols)

    call = Call(session.program, models, found, session.known.costs)
    exhausted = session.solve(call)
    if best and exhausted and not session.count:
        raise EncodingError("clingcon contradicts itself: it has found an optimum, and then none")
    session.note(
        status=Status.FOUND if session.count else Status.NONE,
        complete=exhausted and (not session.count or models != 1),
        ended=Ended.SETTLED,
    )


def _load(session: Session, models: int) -> None:
    session.begin()
    _configure(session, models)
    ground_all(session)


def _bound_by_theory(session: Session) -> list[Model]:
    """Find an optimum of what a theory minimises, and put a bound in the objective's place.

    A theory makes each model better than the one before, and lists no others that are as good.
    """
    _load(session, 1)
    best: list[Model] = []
    call = Call(session.program, 1, best.append)
    try:
        session.solve(call)
    except Stopped:
        for each in best:
            session.found(each)
        raise
    if best:
        encoding = theory.at_most(session.program.encoding, call.costs[0][0])
        session.program = replace(session.program, encoding=encoding)
    return best


def ground_all(session: Session) -> None:
    """Ground the base and, for overlays with parts of steps, each step up to the horizon.

    `query(horizon)` is made true, unless the base itself has rules for `query(T)`.
    """
    encoding = session.program.encoding
    session.ground([("base", [])])
    horizon = None if encoding.as_clingo else incmode.largest(session.control, "horizon")
    stepwise = {("step", 1), ("check", 1)} & encoding.parts if horizon is not None else set()
    _refuse_parts(encoding, {("base", 0), *stepwise})
    if stepwise and horizon is not None:
        steps = [part for step in range(horizon + 1) for part in incmode.parts(step)]
        session.ground([part for part in steps if part[0] != "base"])
        if not _asks_itself(encoding):
            session.control.assign_external(incmode.query(horizon), True)


def _asks_itself(encoding: Encoding) -> bool:
    """Whether rules in the program's base define `query(T)`."""
    return any(ineffective.QUERY in each.defined for each in encoding.model if each.part == BASE)


def stepwise(session: Session, models: int) -> None:
    """Solve step by step, in the order that `stepping.Leader` gives."""
    session.begin()
    _configure(session, models)
    encoding = session.program.encoding
    _refuse_parts(encoding, {("base", 0), ("step", 1), ("check", 1)})
    leader = Leader(_schedule(session), models)
    if session.program.collector and (leader.schedule.least > 1 or leader.schedule.stop != "SAT"):
        raise PylabError(
            "--consequences is of the answers at one step: imin and istop ask for more"
        )
    ours = not ineffective.foreign(encoding)  # what comes with pylab ends where nothing new comes
    session.endless = leader.schedule.last is None and not ours
    session.last = leader.schedule.last

    def found_at_step(symbols: Model) -> None:
        if not leader.later:
            session.note(cost=leader.step, optimal=leader.fewest and not call.optimising)
        if call.optimising and not call.costs:  # later steps may have some
            session.note(costs=encoding.nothing_to_pay)
        session.note(least=call.optimising and call.least and not leader.later)
        session.found(symbols)

    for session.step in leader:
        session.steps.ask(session.step)
        before = session.count
        call = Call(session.program, models, found_at_step)
        exhausted = session.solve(call)
        answers = session.count - before
        leader.report(answers > 0, answers, session.control.is_conflicting)
        if answers:  # answers of later steps may be worse
            session.note(complete=not leader.later and exhausted and models != 1)
        session.note(at_least=leader.at_least)
    session.known = leader.concluded(session.known)


def _schedule(session: Session) -> Schedule:
    """The steps at which the program is solved; grounds its base."""
    session.steps.ground(0)
    return incmode.schedule(session.control, session.program.encoding.constants.get("length"))


def _refuse_parts(encoding: Encoding, grounded: Collection[Part]) -> None:
    """Raises EncodingError, with the place, for rules in a part that is never grounded.

    In a user's own program such parts are left out, as clingo does.
    """
    for left_out in ineffective.never_grounded(encoding, grounded):
        if not encoding.as_clingo:
            raise EncodingError(left_out.message, left_out.place)


class Assuming:
    """A program that can be solved repeatedly under assumptions; objectives are ignored."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def begin(self, relaxable: Collection[Signature], last: int) -> None:  # noqa: ARG002
        """Ground the program."""
        self._load(relaxable)
        ground_all(self._session)

    def _load(self, relaxable: Collection[Signature]) -> None:
        self._session.begin(relaxable)
        settings: Any = self._session.control.configuration.solve
        settings.opt_mode, settings.models = "ignore", 1

    def atoms(self, predicate: str) -> list[clingo.Symbol]:
        """The ground atoms of a unary predicate that can be assumed to be false, sorted."""
        found = self._session.control.symbolic_atoms.by_signature(predicate, 1)
        return sorted(atom.symbol for atom in found if not atom.is_fact)

    def refuted(self, false: Sequence[clingo.Symbol]) -> list[clingo.Symbol] | None:
        """Atoms of these that can't all be false together, in their order; None if all can be.

        Raises LimitReached at a limit.
        """
        core = self._core(false)
        return None if core is None else [symbol for symbol in false if symbol in core]

    def _core(self, false: Sequence[clingo.Symbol]) -> set[clingo.Symbol] | None:
        """The same for what is grounded so far, as a set."""
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


class AssumingStepwise(Assuming):
    """A stepwise program; it counts as refuted if each step is."""

    def begin(self, relaxable: Collection[Signature], last: int) -> None:
        self._relaxable, self._last = relaxable, last
        self._load(relaxable)
        self._session.steps.ground(0)

    def refuted(self, false: Sequence[clingo.Symbol]) -> list[clingo.Symbol] | None:
        self._load(self._relaxable)
        session, found = self._session, set[clingo.Symbol]()
        schedule = _schedule(session).until_satisfiable()
        leader = Leader(replace(schedule, limit=self._last))
        for session.step in leader:
            session.steps.ask(session.step)
            core = self._core(false)
            if core is None:
                return None
            found |= core
            leader.report(False, conflicting=session.control.is_conflicting)
        return [symbol for symbol in false if symbol in found]


def _literal(atom: clingo.SymbolicAtom | None) -> int:
    return 0 if atom is None else atom.literal
