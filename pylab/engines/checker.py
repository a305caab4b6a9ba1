"""Checks and counts the witnesses of any engine, reports them, and makes its answer."""

from __future__ import annotations

import time
from collections.abc import Hashable, Sequence
from dataclasses import replace
from typing import Any

import clingo

from pylab.base.errors import WitnessError
from pylab.base.finding import Finding, Number, Progress, Status
from pylab.base.limits import POLL_SECONDS
from pylab.base.proof import Proof, certificate
from pylab.base.verdict import Problem, Verdict
from pylab.core.answer import Answer, Checked, Watch
from pylab.core.question import Question
from pylab.encoding.places import shown
from pylab.encoding.program import Encoding
from pylab.engines import judges
from pylab.text.facts import keys_of


class AnswerChecker:
    """Checks an engine's witnesses, and makes the answer when the engine has finished.

    Attributes:
        count: the number of witnesses so far, without certificates.
        received: the number of witnesses and certificates so far.
    """

    def __init__(
        self,
        question: Question,
        watch: Watch,
        encoding: Encoding | None = None,
        distinct: bool = False,
    ) -> None:
        """Begin without witnesses.

        Args:
            question: the question that the witnesses answer.
            watch: gets each checked witness.
            encoding: the encoding that is run; None for a search that counts as the family does.
            distinct: whether to count equal witnesses once.
        """
        # an objective may be in other units than the family's cost; steps never are
        self._sums_in_parts = encoding is None or encoding.in_parts
        self._in_parts = self._sums_in_parts or (encoding is not None and encoding.stepwise)
        files = (encoding.entry, *encoding.overlays) if encoding else question.overlays
        self._files = tuple(map(shown, files))
        self.question, self.watch = question, watch
        self._patience = watch.patience(question)
        self.count = self.received = 0
        self._refutations = 0
        self._proven: dict[str, Proof] = {}
        self._checked: list[Checked] = []
        self._invalid: list[Checked] = []
        self._atoms: dict[Hashable, bool] = {}
        self._seen: set[bytes] | None = set() if distinct else None

    def receive(self, witness: Any) -> None:
        """Check a witness and report it; skips one that came before if they are to be distinct.

        Raises LimitReached if the check takes too long.
        """
        family, instance = self.question.family, self.question.instance
        if self._seen is not None:
            from hashlib import blake2b  # takes longer to import than most answers

            facts = sorted(map(str, family.encode(witness)))
            key = blake2b("".join(facts).encode(), digest_size=16).digest()
            if key in self._seen:
                return
            self._seen.add(key)
        verdict = judges.verdict(self.question, witness, self._patience)
        checked = Checked(witness, verdict, instance)
        if checked.refutes:
            self._refutations += 1
        else:
            self.count += 1
        if verdict.valid:  # then the checker saw for itself what is proven of all answers
            if checked.refutes:
                self._proven["none"] = certificate("none", family.name)
            for claim in verdict.proves:
                by = f"{family.name}'s checker"
                self._proven[claim] = Proof(claim, by, "checked", certified=True)
        self.hand_on(checked)

    def decode(self, symbols: Sequence[clingo.Symbol]) -> None:
        """The same for the atoms that an encoding shows; rejects them if they make no witness."""
        family, question = self.question.family, self.question
        atoms = symbols
        if family.as_written is None:  # else answers are whatever is shown
            keys, known = keys_of(symbols), self._atoms
            if not all(map(known.get, keys)):  # an encoding may show other terms, too
                for key, symbol in zip(keys, symbols, strict=True):
                    if key not in known:
                        known[key] = symbol.type is clingo.SymbolType.Function and symbol.positive
                atoms = [s for key, s in zip(keys, symbols, strict=True) if known[key]]
        try:
            witness = family.decode(question.instance, question.task, atoms)
        except WitnessError as error:
            self.count += 1
            told = f"{error.message}; shown: {' '.join(map(str, symbols))}"
            self.hand_on(Checked(None, Verdict((Problem("undecodable", told),))))
        else:
            self.receive(witness)

    def hand_on(self, checked: Checked) -> None:
        """Count and keep a checked witness, and report it to the watch."""
        self.received += 1
        if checked.invalid:
            self._invalid.append(checked)
        if self.watch.keep:
            self._checked.append(checked)
        self.watch.found(checked)

    def answer(self, finding: Finding, engine: str, **more: Any) -> Answer:
        """The answer: the engine's finding with the checked witnesses, in the puzzle's units."""
        status = finding.status
        found = self.count > 0
        if status is Status.FOUND and self._refutations:
            status = Status.NONE
        elif status is Status.FOUND and not found:  # the check of the only one took too long
            status = Status.UNKNOWN
        complete = finding.complete or (status is Status.NONE and finding.settled)
        return Answer.of(
            replace(
                finding,
                status=status,
                count=self.count,
                complete=complete,
                cost=self._cost(finding.cost) if found else None,
                costs=tuple((self._sum(v), p) for v, p in finding.costs) if found else (),
                at_least=None if self._refutations else self._cost(finding.at_least),
                optimal=found and finding.optimal and self.question.task.costs,
                least=found and finding.least and self.question.task.costs,
            ),
            question=self.question,
            engine=engine,
            encoding=self._files,
            counts=self.question.counts,
            checked=tuple(self._checked),
            invalid=tuple(self._invalid),
            proofs=() if self._invalid else tuple(self._proven.values()),
            **more,
        )

    def _cost(self, value: Number | None) -> Number | None:
        if value is None or not self.question.task.costs:
            return None
        return self._units(value) if self._in_parts else value

    def _sum(self, value: Number) -> Number:
        return self._units(value) if self._sums_in_parts else value

    def _units(self, value: Number) -> Number:
        question = self.question
        return question.family.costs.unit(question.instance, question.task, int(value))

    def in_units(self, progress: Progress) -> Progress:
        """An engine's progress, with bounds in the puzzle's units and the number of answers."""
        lower, upper = self._cost(progress.lower), self._cost(progress.upper)
        return replace(progress, models=self.count, lower=lower, upper=upper)


class SearchChecker(AnswerChecker):
    """A checker that is also the `SearchWatch` of a native search."""

    def __init__(self, question: Question, watch: Watch) -> None:
        super().__init__(question, watch)
        self.figures: dict[str, int] = {}
        self._reported = time.monotonic()

    def found(self, witness: Any) -> None:
        self.receive(witness)
        if not 0 < self.question.wanted <= self.count:
            self.progress()

    def progress(self, **figures: int) -> None:
        self.figures.update(figures)
        now = time.monotonic()
        self._patience.check()
        if now - self._reported > POLL_SECONDS:
            self._reported = now
            lower = self.figures.get("lower")
            self.watch.progress(
                self.in_units(
                    Progress(
                        phase="searching",
                        step=lower or 0,
                        seconds=now - self.question.started,
                        conflicts=self.figures.get("nodes", 0),
                        models=self.count,
                        lower=lower,
                        upper=self.figures.get("upper"),
                        unit="nodes",
                    )
                )
            )
