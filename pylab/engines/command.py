"""The engine `command`: any solver that is installed, by the words that start it.

`{program}` among the words is a file with the program as text, `{ground}` one with the program as
clingo grounds it (aspif), `{models}` how many answers are wanted. Without a file among them, the
program is the solver's standard input. A word `|` sends what is printed to the words behind it.
No shell takes part.
"""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import IO

from pylab.base.errors import Ended, LimitReached, PylabError, WitnessError, printable
from pylab.base.finding import Finding, Progress, Status
from pylab.base.limits import POLL_SECONDS, posix
from pylab.base.processes import die_with, guarded
from pylab.core.answer import Answer, Watch
from pylab.core.question import Question
from pylab.encoding import places
from pylab.engines import Engine
from pylab.engines.checker import AnswerChecker
from pylab.engines.unrolling import Unrolled
from pylab.text.fact_files import further, read_facts
from pylab.text.solver_claims import Claim, Output
from pylab.text.solver_output import output
from pylab.text.source import MAX_BYTES, Source, decode_source

_GROUNDER = (sys.executable, "-m", "clingo", "--mode=gringo")
_LARGEST = 8 * MAX_BYTES
"""Bytes that a solver may print."""

_SAID = 2000
"""Bytes of the last that it said on its standard error."""


class Command(Engine):
    """A solver of the user's; it gets the task's encoding, or the user's, as text or ground."""

    name = "command"
    program = True

    def refuses(self, question: Question) -> str:
        means, task = question.means, question.task
        if not means.command:
            return "which command? say it with --engine-command"
        if not hasattr(os, "fork"):
            return "--engine-command needs a POSIX system such as Linux or macOS"
        if not (means.encoding or task.encoding):
            return f"{question.family.name} has no encoding for {task.name}"
        if means.theory:
            return "theories are for --engine clingo"
        if means.clingo_options:
            return "clingo's options are for --engine clingo; put the solver's into its command"
        return ""

    def ask(self, question: Question, watch: Watch) -> Answer:
        encoding = question.encoding
        if encoding.propagators:
            needed = ", ".join(encoding.propagators)
            raise PylabError(f"the encoding needs the propagator {needed}, which only clingo has")
        if encoding.theory:
            needed = encoding.theory
            raise PylabError(f"the encoding needs {needed}, and theories are for --engine clingo")
        encoding.check_constants(question.constants)
        facts = list(question.facts)
        unrolled = Unrolled(encoding, facts, question.constants)
        checker = AnswerChecker(question, watch, encoding, distinct=question.means.foreign)
        with tempfile.TemporaryDirectory(prefix="pylab-") as folder:
            finding = _Solver(question, watch, checker, Path(folder)).find(unrolled)
        return checker.answer(
            finding,
            self.name,
            encoding=tuple(places.shown(p) for p in (encoding.entry, *encoding.overlays)),
            counts=question.counts,
        )


class _Solver:
    """A solver's runs for one question; a limit ends all that they have started."""

    def __init__(
        self, question: Question, watch: Watch, checker: AnswerChecker, folder: Path
    ) -> None:
        self.question, self.watch, self.checker, self.folder = question, watch, checker, folder
        self._patience = watch.patience(question)
        self._parent = os.getpid()
        self._spent = 0.0
        self._step = 0

    def find(self, unrolled: Unrolled) -> Finding:
        """What the solver says, step by step where the encoding grows so."""
        at_least: int | None = None
        try:
            if not unrolled.in_steps:
                return self._concluded(self._solve(unrolled.text(0)), unrolled)
            known = self._largest(unrolled.base)
            if not unrolled.stepwise:
                if "horizon" not in known:
                    raise PylabError("a part step(t) needs a fact horizon(M), or <incmode>")
                said = self._solve(unrolled.text(known["horizon"]))
                return self._concluded(said, unrolled)
            self._step = 0
            while self._step <= min(known.values(), default=self._step):
                said = self._solve(unrolled.text(self._step))
                if said.answers or said.claim is not Claim.NONE:
                    finding = self._concluded(said, unrolled, step=self._step)
                    return replace(finding, at_least=at_least)
                self._step += 1
                at_least = self._step
        except LimitReached as limit:
            status = Status.FOUND if self.checker.count else Status.UNKNOWN
            return Finding(status, at_least=at_least, ended=limit.ended, reason=str(limit))
        if known.get("search_limit", self._step) < known.get("horizon", self._step):
            reason = f"searched up to {known['search_limit']} steps"
            return Finding(Status.UNKNOWN, at_least=at_least, ended=Ended.STEPS, reason=reason)
        return Finding(Status.NONE, complete=True, at_least=at_least, statistics=self._figures)

    @property
    def _figures(self) -> dict[str, float]:
        return {"solving": self._spent}

    def _concluded(self, said: Output, of: Unrolled, step: int | None = None) -> Finding:
        """What an output means: its answers go over the desk, the best one where some are worse."""
        wanted, optimising = self.question.wanted, of.optimising
        chosen = said.answers[-1:] if optimising else said.answers[: wanted or None]
        for answer in chosen:
            with further(lambda _, __: None):
                atoms = read_facts(answer, None, WitnessError, full_stops=False)
            shown = of.shown
            own = [a.symbol for a in atoms if shown is None or a.signature in shown]
            if not own and not answer.marked:
                place = answer.place(answer.begin or 0)
                raise WitnessError("expected an answer, found other facts", place)
            self.checker.decode(own)
        if not chosen:
            if said.claim is Claim.NONE:
                return Finding(Status.NONE, complete=True, statistics=self._figures)
            reason = f"{self._name} says {said.words or 'nothing'}"
            return Finding(Status.UNKNOWN, ended=Ended.SIZE, reason=printable(reason))
        proven = optimising and said.claim is Claim.OPTIMUM
        costs = tuple(zip(said.costs, range(len(said.costs), 0, -1), strict=True))
        return Finding(
            Status.FOUND,
            complete=not optimising and said.exhausted and wanted != 1,
            optimal=proven if step is None else not optimising,
            least=proven and step is not None,
            cost=said.costs[0] if costs and step is None else step,
            costs=costs if optimising else (),
            statistics=self._figures,
        )

    @property
    def _name(self) -> str:
        return self.question.means.command[0]

    def _largest(self, base: str) -> dict[str, int]:
        """The greatest `horizon` and `search_limit` that are facts of a program, as clingo says."""
        code, printed, said = self._run([[*_GROUNDER, "--text", self._file("base.lp", base)]], "")
        if code:
            raise PylabError(f"clingo can't ground the encoding: {said}")
        found: dict[str, int] = {}
        for name, number in re.findall(r"^(horizon|search_limit)\((\d{1,9})\)\.$", printed, re.M):
            found[name] = max(int(number), found.get(name, 0))
        return found

    def _solve(self, text: str) -> Output:
        """What the solver says to a program. Raises LimitReached and PylabError."""
        words, standard = list(self.question.means.command), text
        if any("{ground}" in word for word in words):
            plain = self._file("program.lp", text)
            code, ground, said = self._run([[*_GROUNDER, "--output=intermediate", plain]], "")
            if code:
                raise PylabError(f"clingo can't ground the encoding: {said}")
            file = self._file("program.aspif", ground)
            words, standard = [word.replace("{ground}", file) for word in words], ""
        if any("{program}" in word for word in words):
            file = self._file("program.lp", text)
            words, standard = [word.replace("{program}", file) for word in words], ""
        words = [word.replace("{models}", str(self.question.wanted)) for word in words]
        started = time.monotonic()
        code, printed, said = self._run(_pipeline(words), standard)
        self._spent += time.monotonic() - started
        told = output(Source(self._name, printed)) if printed.strip() else Output()
        if told.claim is None and code in (10, 20, 30):
            told = told.ended(code) if not (told.answers and code == 20) else told
        if (told.claim is None and not told.answers) or (code not in _DONE and not told.answers):
            ended = f"{self._name} ended with exit code {code}" if code >= 0 else _died(code)
            raise LimitReached(printable(f"{ended}: {said}" if said else ended), Ended.SIZE)
        return told if code != 30 else told.all()

    def _file(self, name: str, text: str) -> str:
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return str(path)

    def _run(self, commands: Sequence[Sequence[str]], text: str) -> tuple[int, str, str]:
        """Commands, each reading what the one before prints: exit code, output, last complaint.

        Raises LimitReached, and PylabError for a command that can't be started.
        """
        with (
            open(self._file("input", text), "rb") as standard,  # noqa: PTH123
            tempfile.TemporaryFile() as printed,
            tempfile.TemporaryFile() as said,
        ):
            running: list[subprocess.Popen[bytes]] = []
            try:
                before: IO[bytes] | None = standard
                for number, words in enumerate(commands, 1):
                    last = number == len(commands)
                    process = subprocess.Popen(
                        words,
                        stdin=before,
                        stdout=printed if last else subprocess.PIPE,
                        stderr=said,
                        start_new_session=not guarded(),
                        preexec_fn=self._bound,
                    )
                    if running and running[-1].stdout:
                        running[-1].stdout.close()  # so that it hears when the next one leaves
                    running.append(process)
                    before = process.stdout
                self._wait(running[-1], printed.fileno())
                code = running[-1].returncode
            except (OSError, ValueError, subprocess.SubprocessError) as error:
                reason = getattr(error, "strerror", None) or error
                raise PylabError(f"{words[0]}: {reason}") from None
            finally:
                for process in running:
                    _end(process)
            printed.seek(0)
            text = decode_source(printed.read(_LARGEST), self._name, WitnessError).text
            size = said.seek(0, os.SEEK_END)
            said.seek(max(0, size - _SAID))
            lines = said.read().decode("utf-8", "replace").strip().split("\n")
            return code, text, next((line for line in lines if "error" in line), lines[-1])

    def _wait(self, process: subprocess.Popen[bytes], printed: int) -> None:
        """Until it has ended. Raises LimitReached."""
        while True:
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(POLL_SECONDS)
                return
            self._patience.check()
            if os.fstat(printed).st_size > _LARGEST:
                raise LimitReached(f"{self._name} prints more than {_LARGEST >> 20} MiB")
            seconds = time.monotonic() - self.question.started
            self.watch.progress(Progress(self._name, self._step, seconds, 0, self.checker.count))

    def _bound(self) -> None:
        """In the child: it dies with us, and keeps the memory limit."""
        die_with(self._parent)
        megabytes = self.question.limits.megabytes
        if megabytes is not None:
            resource = posix("resource", "a memory limit")
            _, hard = resource.getrlimit(resource.RLIMIT_AS)
            most = megabytes * 1024**2
            if hard == resource.RLIM_INFINITY or hard > most:
                resource.setrlimit(resource.RLIMIT_AS, (most, most))


_DONE = (0, 10, 20, 30)


def _died(code: int) -> str:
    return f"killed by {signal.Signals(-code).name}"


def _pipeline(words: Sequence[str]) -> list[list[str]]:
    """The commands between bars. Raises PylabError where there is none."""
    commands: list[list[str]] = [[]]
    for word in words:
        if word == "|":
            commands.append([])
        else:
            commands[-1].append(word)
    if not all(commands):
        raise PylabError("expected a command on both sides of '|'")
    return commands


def _end(process: subprocess.Popen[bytes]) -> None:
    """Kill a process with all that it has started, whatever became of it."""
    with contextlib.suppress(OSError):
        process.kill()
        if not guarded():
            os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    if process.stdout:
        process.stdout.close()


ENGINE = Command()
