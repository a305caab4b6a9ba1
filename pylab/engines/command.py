"""The engine `command`: any installed solver, started by a command line.

In its words, `{program}` stands for a file with the program as text, `{ground}` for one with the
program as grounded by clingo (aspif), and `{models}` for the number of answers wanted. Without a
file the solver reads the program from its standard input. A word `|` pipes the output into the
words behind it. No shell is used.
"""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import clingo

from pylab.base.errors import Ended, LimitReached, PylabError, WitnessError, printable
from pylab.base.finding import Finding, Progress, Status
from pylab.base.processes import Ending, scratch_folder
from pylab.base.programs import run
from pylab.core.answer import Answer, Watch
from pylab.core.question import Question
from pylab.engines import Engine
from pylab.engines.checker import AnswerChecker
from pylab.engines.stepping import CONSTANTS, FACTS, Leader, Schedule
from pylab.engines.unrolling import Unrolled
from pylab.text.fact_files import further, read_facts
from pylab.text.solver_claims import Claim, Output
from pylab.text.solver_output import output
from pylab.text.source import MAX_BYTES, Source, decode_source

_GROUNDER = (sys.executable, "-m", "clingo", "--mode=gringo")
_LARGEST = 8 * MAX_BYTES
"""The most bytes that a solver may print."""


class Command(Engine):
    """A user's solver, which gets the program as text or grounded."""

    name = "command"
    by_command = True
    program = True

    def unsupported(self, question: Question) -> str:
        means, task = question.means, question.task
        if not means.command:
            return "--engine command needs a command: --engine-command"
        if not hasattr(os, "fork"):
            return "--engine-command needs a POSIX system such as Linux or macOS"
        if not (means.encoding or task.encoding):
            return f"{question.family.called} has no encoding for {task.name}"
        several = means.all_optima or question.limits.models not in (None, 1)
        if several and question.program.optimising:
            flag = "--optima" if means.all_optima else f"--models {question.limits.models}"
            return f"{flag}: with --engine-command, {task.name} has one answer, an optimum"
        return ""

    def ask(self, question: Question, watch: Watch) -> Answer:
        encoding = question.encoding
        if encoding.theory:
            needed = encoding.theory
            raise PylabError(f"the encoding needs {needed}, and theories are for --engine clingo")
        encoding.check_constants(question.constants)
        facts = list(question.facts)
        unrolled = Unrolled(encoding, facts, question.constants)
        checker = AnswerChecker(question, watch, encoding, distinct=question.distinct)
        with scratch_folder() as folder:
            finding = _Solver(question, watch, checker, folder).find(unrolled)
        return checker.answer(finding, self.name)


class _Solver:
    """Runs a solver for one question; a limit ends all of its processes."""

    def __init__(
        self, question: Question, watch: Watch, checker: AnswerChecker, folder: Path
    ) -> None:
        self.question, self.watch, self.checker, self.folder = question, watch, checker, folder
        self._patience = watch.patience(question)
        self._spent = 0.0
        self._step = 0
        self._models = question.wanted

    def find(self, unrolled: Unrolled) -> Finding:
        """Run the solver, step by step if the encoding is stepwise."""
        finding = Finding(Status.UNKNOWN)
        leader = Leader(Schedule())
        if unrolled.optimising:
            self._models = 0  # with another number, solvers stop before the optimum is proven
        try:
            if not unrolled.in_steps:
                return self._concluded(self._solve(unrolled.text(0)), unrolled)
            schedule = self._schedule(unrolled)
            if not unrolled.stepwise:
                return self._concluded(self._solve(unrolled.text(schedule.one_shot)), unrolled)
            leader = Leader(schedule, self.question.wanted)
            for self._step in leader:
                said = self._concluded(self._solve(unrolled.text(self._step)), unrolled, leader)
                if said.status is Status.UNKNOWN:
                    raise LimitReached(said.reason, said.ended)
                leader.report(said.status is Status.FOUND, said.count)
                if leader.later:
                    finding = replace(finding, complete=finding.complete and not said.count)
                elif said.count:
                    finding = said
        except LimitReached as limit:
            status = Status.FOUND if self.checker.count else Status.UNKNOWN
            told = replace(finding, status=status, ended=limit.ended, reason=str(limit))
            return replace(told, at_least=leader.at_least)
        return leader.concluded(replace(finding, statistics=self._figures))

    @property
    def _figures(self) -> dict[str, float]:
        return {"solving": self._spent}

    def _concluded(self, said: Output, of: Unrolled, leader: Leader | None = None) -> Finding:
        """What an output means; checks its answers, under an objective the last one alone."""
        wanted, optimising = self.question.wanted, of.optimising
        chosen = said.answers[-1:] if optimising else said.answers[: wanted or None]
        for answer in chosen:
            with further(lambda _, __: None):
                terms: list[clingo.Symbol] = []
                atoms = read_facts(answer, None, WitnessError, full_stops=False, terms=terms)
            shown = of.shown
            own = [a.symbol for a in atoms if shown is None or a.signature in shown]
            own = [*filter(of.own, own)]
            if not own and not answer.marked:
                place = answer.place(answer.begin or 0)
                raise WitnessError("expected an answer, found other facts", place)
            self.checker.decode([*own, *terms])
        if not chosen:
            if said.claim is Claim.NONE:
                return Finding(Status.NONE, complete=True, statistics=self._figures)
            reason = f"{self._name} says {said.words or 'nothing'}"
            return Finding(Status.UNKNOWN, ended=Ended.SIZE, reason=printable(reason))
        proven = optimising and said.claim is Claim.OPTIMUM
        step = None if leader is None else leader.step
        costs = tuple(zip(said.costs, range(len(said.costs), 0, -1), strict=True))
        return Finding(
            Status.FOUND,
            count=len(chosen),
            complete=not optimising and said.exhausted and wanted != 1,
            optimal=proven if leader is None else leader.fewest and not optimising,
            least=proven and leader is not None,
            cost=said.costs[0] if costs and step is None else step,
            costs=costs if optimising else (),
            statistics=self._figures,
        )

    @property
    def _name(self) -> str:
        return self.question.means.command[0]

    def _schedule(self, unrolled: Unrolled) -> Schedule:
        """The program's schedule, read from its base as clingo grounds it."""
        asked = (f'_pylab("{name}",{name}).\n' for name in CONSTANTS)
        file = self._file("base.lp", "".join((unrolled.base, *asked)))
        printed = self._grounded("--text", file)
        facts: dict[str, int] = {}
        for name, number in re.findall(rf"^({'|'.join(FACTS)})\((-?\d+)\)\.$", printed, re.M):
            facts[name] = max(int(number), facts.get(name, int(number)))
        values = re.findall(r'^_pylab\("(\w+)",(.*)\)\.$', printed, re.M)
        constants = {name: value for name, value in values if value != name}
        return Schedule.read(facts, constants, unrolled.length)

    def _solve(self, text: str) -> Output:
        """The solver's output for a program. Raises LimitReached and PylabError."""
        words, standard = list(self.question.means.command), text
        if any("{ground}" in word for word in words):
            plain = self._file("program.lp", text)
            ground = self._grounded("--output=intermediate", plain)
            file = self._file("program.aspif", ground)
            words, standard = [word.replace("{ground}", file) for word in words], ""
        if any("{program}" in word for word in words):
            file = self._file("program.lp", text)
            words, standard = [word.replace("{program}", file) for word in words], ""
        words = [word.replace("{models}", str(self._models)) for word in words]
        started = time.monotonic()
        done = self._run(_pipeline(words), standard)
        code, printed, said = done.code, self._text(done), _complaint(done)
        self._spent += time.monotonic() - started
        told = output(Source(self._name, printed)) if printed.strip() else Output()
        if told.claim is None and code in (10, 20, 30):
            told = told.ended(code) if not (told.answers and code == 20) else told
        if (told.claim is None and not told.answers) or (code not in _DONE and not told.answers):
            ended = f"{self._name} ended with exit code {code}"
            ended = f"killed by {done.killed_by}" if done.killed_by else ended
            raise LimitReached(printable(f"{ended}: {said}" if said else ended), Ended.SIZE)
        return told if code != 30 else replace(told, exhausted=True)

    def _file(self, name: str, text: str) -> str:
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return str(path)

    def _grounded(self, *words: str) -> str:
        """What clingo prints when it grounds. Raises LimitReached and PylabError."""
        done = self._run([[*_GROUNDER, *words]], "")
        if done.code:
            raise PylabError(f"clingo can't ground the encoding: {_complaint(done)}")
        return self._text(done)

    def _text(self, done: Ending) -> str:
        return decode_source(done.printed, self._name, WitnessError).text

    def _run(self, commands: Sequence[Sequence[str]], text: str) -> Ending:
        """Run a pipeline. Raises LimitReached, and PylabError if a command can't be started."""
        return run(
            commands, self._patience, text,
            megabytes=self.question.limits.megabytes, most=_LARGEST, waiting=self._progress,
        )  # fmt: skip

    def _progress(self) -> None:
        seconds = time.monotonic() - self.question.started
        self.watch.progress(Progress(self._name, self._step, seconds, 0, self.checker.count))


_DONE = (0, 10, 20, 30)


def _complaint(done: Ending) -> str:
    lines = done.said.split("\n")
    return next((line for line in lines if "error" in line), lines[-1])


def _pipeline(words: Sequence[str]) -> list[list[str]]:
    """The commands between the words `|`. Raises PylabError for an empty one."""
    commands: list[list[str]] = [[]]
    for word in words:
        if word == "|":
            commands.append([])
        else:
            commands[-1].append(word)
    if not all(commands):
        raise PylabError("expected a command on both sides of '|'")
    return commands


ENGINE = Command()
