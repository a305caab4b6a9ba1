"""Proves the claims of an answer with a SAT solver and a proof checker.

clingo grounds the program, which is translated into clauses; a SAT solver refutes them and writes a
proof, which an independent checker checks. So only the encoding, the grounding and the translation
have to be trusted. docs/proofs.md has more.
"""

from __future__ import annotations

import itertools
import os
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import clingo

from pylab.base.errors import Disagreement, PylabError
from pylab.base.finding import Number
from pylab.base.limits import Patience, held_megabytes
from pylab.base.listing import Signature
from pylab.base.processes import Child
from pylab.base.proof import Proof
from pylab.core.answer import Answer
from pylab.encoding.predicates import Role
from pylab.engines.clingo import asked_of
from pylab.engines.stepping import Leader
from pylab.engines.unrolling import Unrolled
from pylab.proving import files, rup, sat
from pylab.proving.clauses import Clauses
from pylab.proving.ground import ground, optimum, schedule

TRUSTED = "the encoding, clingo's grounding, and its translation into clauses"

Figures = Mapping[str, int | float]
"""Figures of a proof: `step`, `clauses`, `loops`, `lemmas`, and CPU seconds of `solving` and
`checking`."""


def certify(
    answer: Answer, patience: Patience, folder: Path | None = None
) -> tuple[Answer, PylabError | None]:
    """The answer with proofs of its claims and their figures; and an error if some have no proof.

    Each program that clingo grounds, its clauses and the proof are written into the folder; see
    `files`. The work is done in a child process, which a limit ends. Raises PylabError if no
    process can be forked, and Disagreement if a program has an answer set against a claim.
    """
    proofs: list[Proof] = []
    rows: list[Figures] = []
    left: PylabError | None = None
    limit = answer.question.limits.megabytes
    child = Child(
        _work, "the process that makes proofs", answer, folder,
        told=lambda told: (proofs if isinstance(told, Proof) else rows).append(told),
        megabytes=None if limit is None else limit + held_megabytes(),
    )  # fmt: skip
    try:
        child.wait(patience)
    except Disagreement:
        raise
    except PylabError as error:
        left = error
    finally:
        child.end()
    answer = replace(answer, proofs=(*answer.proofs, *proofs))
    return replace(answer, statistics={**answer.statistics, "proofs": rows}), left


def _work(send: Callable[[object], None], answer: Answer, folder: Path | None) -> None:
    """In the child: send the proofs and their figures."""
    for proof in _Prover(answer, folder, send).proofs():
        send(proof)


class _Prover:
    """Makes the proofs of one answer's claims, and passes the figures of each to `tell`."""

    def __init__(
        self, answer: Answer, folder: Path | None, tell: Callable[[Figures], None]
    ) -> None:
        self.answer, self.question, self._tell = answer, answer.question, tell
        self._folder, self._written = folder, 0
        encoding, _ = asked_of(self.question, self.question.encoding)
        if theory := self.question.means.theory or encoding.theory:
            raise PylabError(f"{theory} can't be translated into clauses")
        self._sums_in_parts = encoding.in_parts
        self._projecting = encoding.projecting
        shown = encoding.signatures(Role.SHOWN)
        self._hidden = self._projecting - shown if encoding.shows else frozenset[Signature]()
        facts = list(self.question.facts)
        self._program = Unrolled(encoding, facts, self.question.constants)
        self._checker = ""
        sat.solver()  # raises if there is none

    def proofs(self) -> Iterator[Proof]:
        """A proof of each claim that has none. Raises PylabError if one can't be made."""
        missing = [c for c in self.answer.claims if not self.answer.proof(c).certified]
        native = self.question.family.native
        own = native is not None and native.refute is not None
        shown = not own and any(c.refutes for c in self.answer.checked)
        if "none" in missing and shown:
            raise PylabError(
                'this encoding shows "no answer" by an answer set, '
                "so there is no contradiction to prove"
            )
        if {"none", "at_least"} & {*missing} and self._program.stepwise:
            yield from self._steps_refuted(missing)
        elif "none" in missing:
            self._refute(self._whole(), "is no answer")
            yield self._proof("none")
        if "optimal" in missing and self._program.stepwise and self.answer.cost == self._units(0):
            words = "nothing has fewer than 0 steps"
            yield Proof("optimal", "pylab", words, certified=True)
        if {"optimal", "at_least"} & {*missing} and not self._program.stepwise:
            yield from self._nothing_better(missing)
        if "least" in missing:
            step = self._last_step()
            text = self._program.text(step)
            self._refute(text, f"is nothing better with {step} steps", step, self._optimum(text))
            yield self._proof("least")
        if "complete" in missing:
            yield self._no_others()

    def _proof(self, claim: str) -> Proof:
        words = f"proof of the ground program checked{self.answer.with_files}"
        return Proof(claim, f"pylab's checker in {self._checker}", words, True, TRUSTED)

    def _whole(self) -> str:
        """The text of a program that isn't stepwise."""
        if not self._program.in_steps:
            return self._program.text(0)
        return self._program.text(schedule(self._program).one_shot)

    def _tells(self, term: clingo.Symbol) -> bool:
        """Whether answers that differ in this shown term count as different."""
        if not self._projecting:
            return True
        is_atom = term.type is clingo.SymbolType.Function
        return is_atom and Signature(term.name, len(term.arguments)) in self._projecting

    def _units(self, steps: int) -> Number:
        """The cost of so many steps, in the puzzle's units."""
        family = self.question.family
        return family.costs.unit(self.question.instance, self.question.task, steps)

    def _sum(self, value: int) -> Number:
        """A value of the objective, in the puzzle's units if the encoding says how it counts."""
        return self._units(value) if self._sums_in_parts else value

    def _steps_refuted(self, missing: Sequence[str]) -> Iterator[Proof]:
        at_least = self.answer.at_least or 0
        steps = schedule(self._program).until_satisfiable()
        none = "none" in missing and steps.last is not None
        leader = Leader(steps)
        for step in leader:
            if not none and self._units(step) >= at_least:
                break
            self._refute(self._program.text(step), f"is no answer with {step} steps", step)
            leader.report(False)
        if "at_least" in missing:
            yield self._proof("at_least")
        if "none" in missing:
            if not none or not leader.none:
                raise PylabError("the encoding has no last step: not proven that there is none")
            yield self._proof("none")

    def _nothing_better(self, missing: Sequence[str]) -> Iterator[Proof]:
        if not self._program.optimising:
            raise PylabError("the encoding is not stepwise and has no objective")
        text = self._whole()
        costs = self._optimum(text)
        self._refute(text, "is nothing better", less=costs)
        yield from (self._proof(claim) for claim in missing if claim in ("optimal", "at_least"))

    def _optimum(self, text: str) -> list[int]:
        """The least costs of a program with an objective, as the encoding counts them.

        Raises Disagreement if they are not what the answer claims.
        """
        answer, costs = self.answer, optimum(text)
        claimed = answer.costs[0][0] if answer.costs else answer.cost
        found = self._sum(costs[0]) if costs else None
        if costs is None or (found != claimed if costs else claimed):
            message = f"{answer.engine} says that the cost is {claimed}"
            told = "none" if found is None else found
            raise Disagreement(f"{message}, and clingo finds {told}", {})
        return costs

    def _last_step(self) -> int:
        """The number of steps that the answers have, as the encoding counts them."""
        return next(k for k in itertools.count() if self._units(k) >= (self.answer.cost or 0))

    def _no_others(self) -> Proof:
        """Prove that there are no answers besides those that were found."""
        step, costs = None, None
        if self._program.stepwise:
            step = self._last_step()
        text = self._whole() if step is None else self._program.text(step)
        if self._program.optimising:
            costs = self._optimum(text)
        if self._hidden:
            hidden = ", ".join(sorted(map(str, self._hidden)))
            raise PylabError(
                f"that there are no others is not proven: {hidden} of --project is not shown"
            )
        kind = self.question.family.witness_format
        shown = (
            [*(each.symbol for each in kind.encode(checked.witness)), *kind.beside(checked.witness)]
            for checked in self.answer.checked
        )
        found = [{each for each in symbols if self._tells(each)} for symbols in shown]
        self._refute(text, "are no others", step, costs, found)
        return self._proof("complete")

    def _refute(
        self,
        text: str,
        claim: str,
        step: int | None = None,
        less: Sequence[int] | None = None,
        others: Sequence[set[clingo.Symbol]] = (),
    ) -> None:
        """Prove that a program has no answer set, and check the proof.

        Args:
            text: the program.
            claim: what is proven, as in "there …".
            step: the number of steps, for the figures.
            less: only answer sets with lower costs are ruled out; with others, up to these costs.
            others: the atoms of known answer sets, which are not ruled out.
        """
        found = ground(text)
        found.shown = [(term, when) for term, when in found.shown if self._program.own(term)]
        clauses = Clauses(found)
        if less is not None:
            clauses.cheaper(less, as_cheap=bool(others))
        if others:
            found.shown = [(term, when) for term, when in found.shown if self._tells(term)]
        for shown in others:
            clauses.other_than(shown)
        began = _spent()
        completion = len(clauses.clauses)
        solver, loops = sat.solver(), 0
        loops = _close(clauses, solver, lambda: self._contradicted(claim, solver.name))
        solved = _spent()
        proof = solver.proof()
        outcome, self._checker = rup.check(_flat(clauses.clauses), proof)
        if outcome != rup.ACCEPTED:
            where = "ends too early" if outcome == rup.INCOMPLETE else f"is wrong at step {outcome}"
            raise PylabError(f"the proof of {solver.name} {where}")
        if self._folder is not None:
            self._written += 1
            place = self._folder / f"{self._written:04}"
            files.put(place.with_suffix(".lp"), [text])
            beyond = [f"with costs of less than {list(less)}"] if less and not others else []
            beyond += [f"with costs up to {list(less)}"] if less and others else []
            beyond += [f"beside {len(others)} that were found"] if others else []
            words = [
                f"task {self.question.task.name}: there {claim}",
                f"answer sets of {place.name}.lp, grounded by clingo {clingo.__version__}",
                *(f"  {each}" for each in beyond),
                f"clauses 1 to {completion}: the program; those after them: loops",
                *(f"variable {on[0]}: {term}" for term, on in clauses.ground.shown if len(on) == 1),
            ]
            files.write(place, words, clauses.clauses, proof)
        told: dict[str, int | float] = {} if step is None else {"step": step}
        told |= {"clauses": len(clauses.clauses), "loops": loops, "lemmas": _added(proof)}
        took = {"solving": solved - began, "checking": _spent() - solved}
        self._tell({**told, **took})

    def _contradicted(self, claim: str, solver: str) -> PylabError:
        if claim == "are no others":
            return PylabError("that there are no others is not proven: the program shows another")
        engine = self.answer.engine
        message = f"{engine} says that there {claim}, and {solver} finds one in the ground program"
        return Disagreement(message, {})


def _close(clauses: Clauses, solver: sat.Solver, contradicted: Callable[[], Exception]) -> int:
    """Add loop formulas until there is no model; their number. Raises if there is an answer set."""
    fed = loops = 0
    while True:
        solver.add(clauses.clauses[fed:])
        fed = len(clauses.clauses)
        model = solver.model()
        if model is None:
            return loops
        model += [False] * (clauses.variables + 1 - len(model))
        found = clauses.unfounded(model)
        if not found:
            raise contradicted()
        loops += len(found)
        for loop in found:
            clauses.close(loop)


def _spent() -> float:
    """CPU seconds of this process and of its ended children."""
    return sum(os.times()[:4])


def _flat(clauses: Iterable[Sequence[int]]) -> array[int]:
    flat = array("i")
    for clause in clauses:
        flat.extend(clause)
        flat.append(0)
    return flat


def _added(proof: array[int]) -> int:
    """The number of clauses that a proof adds."""
    return sum(
        1 for place, number in enumerate(proof)
        if number == rup.ADD and (place == 0 or proof[place - 1] == 0)
    )  # fmt: skip
