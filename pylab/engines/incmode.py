"""clingo's incremental mode (`#include <incmode>.`), and clingo's own command with it.

clingo's Python package parses `#include <incmode>.` but ignores it: only its command has that mode.
"""

from __future__ import annotations

import os
import re
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

import clingo
import clingo.script
from clingo.application import Application, clingo_main

from pylab.encoding import files as encoding_files
from pylab.engines import stepping
from pylab.engines.stepping import Leader, Schedule

GRACE_SECONDS = 0.4
"""How long clingo may take after Ctrl-C or SIGTERM to print what it knows."""

INTERRUPTED = 1
"""What Ctrl-C or SIGTERM adds to clingo's exit code."""

_STOPPING = ("SIGINT", "SIGTERM", "SIGHUP", "SIGXCPU")
"""The signals that end clingo; its own handler misses them between two calls of the solver."""

FAILED = 65
"""clingo's exit code for programs that it can't parse or ground."""


def parts(step: int) -> list[tuple[str, list[clingo.Symbol]]]:
    """The parts that are grounded together for a step, so that each sees what the other defines."""
    number: list[clingo.Symbol] = [clingo.Number(step)]
    return [("step", number) if step else ("base", []), ("check", number)]


def query(step: int) -> clingo.Symbol:
    """The external atom that is true while the program is solved for this step."""
    return clingo.Function("query", [clingo.Number(step)])


def largest(control: clingo.Control, predicate: str) -> int | None:
    """The greatest number for which the unary predicate is a fact."""
    numbers = [
        atom.symbol.arguments[0].number
        for atom in control.symbolic_atoms.by_signature(predicate, 1)
        if atom.is_fact and atom.symbol.arguments[0].type is clingo.SymbolType.Number
    ]
    return max(numbers, default=None)


def schedule(control: clingo.Control, length: str | None) -> Schedule:
    """The schedule of a program whose base is grounded; `length` as in `Schedule.read`."""
    facts = {name: largest(control, name) for name in stepping.FACTS}
    found = {name: number for name, number in facts.items() if number is not None}
    return Schedule.read(found, _constants(control), length)


def _constants(control: clingo.Control) -> dict[str, str]:
    values = {name: control.get_const(name) for name in stepping.CONSTANTS}
    return {name: str(value) for name, value in values.items() if value is not None}


class StepGrounder:
    """Grounds a stepwise program step by step in clingo.

    Attributes:
        grounded: the last step that is grounded; -1 if the base is not grounded yet.
    """

    def __init__(
        self,
        control: clingo.Control,
        ground: Callable[[Sequence[tuple[str, Sequence[clingo.Symbol]]]], object],
    ) -> None:
        self._control, self._ground, self.grounded = control, ground, -1
        self._asked: clingo.Symbol | None = None

    def ground(self, step: int) -> None:
        """Ground the steps up to this one, one at a time."""
        while self.grounded < step:
            self.grounded += 1
            self._ground(parts(self.grounded))

    def ask(self, step: int) -> None:
        """Ground the steps up to this one, and make `query` true for this step alone."""
        if self._asked is not None:
            self._control.release_external(self._asked)
            self._control.cleanup()
        self.ground(step)
        self._asked = query(step)
        self._control.assign_external(self._asked, True)


def lead(control: clingo.Control) -> None:
    """Ground and solve step by step, exactly as clingo's own command does.

    Like clingo, it ignores values of imin and imax that are not numbers, and an unknown value of
    istop never stops it.
    """
    control.add("check", ["t"], "#external query(t).")
    found = _constants(control)
    least, most = (int(n) if re.fullmatch(r"-?\d+", n) else None
                   for n in (found.get("imin", ""), found.get("imax", "")))  # fmt: skip
    stop = found.get("istop", "SAT").strip('"')
    steps = StepGrounder(control, control.ground)
    leader = Leader(Schedule(limit=None if most is None else most - 1, least=least or 0, stop=stop))
    for step in leader:
        steps.ask(step)
        result = control.solve()
        if result.interrupted:
            return
        leader.report(result.satisfiable)


class _Clingo(Application):  # type: ignore[misc,unused-ignore]
    """clingo's command, with `<incmode>` and with `main` in scripts."""

    program_name = "clingo"

    def __init__(self, scripts: bool) -> None:
        self.scripts = scripts
        self.failed = self.stopped = False
        self.control: clingo.Control | None = None

    def main(self, control: clingo.Control, files: Sequence[str]) -> None:
        self.control = control
        if self.scripts:
            clingo.script.enable_python()
        files = files or ["-"]
        if "-" in files:
            _keep_input()
        try:
            before = _script_main()
            for file in files:
                control.load(file)
            main = _script_main()
            if self.scripts and main is not before and callable(main):
                main(control)
            elif encoding_files.says_incmode(
                [Path("/dev/stdin" if f == "-" else f) for f in files]
            ):
                lead(control)
            else:
                control.ground([("base", [])])
                control.solve()
        except RuntimeError as error:
            self.failed = not self.stopped
            sys.stderr.write(f"*** ERROR: (clingo): {str(error).strip()}\n{self._hint(str(error))}")

    def _hint(self, error: str) -> str:
        """A hint for a program whose script was not run."""
        if "lua support not available" in error:
            return "*** Info : (pylab): this clingo runs no scripts in Lua\n"
        if "python support not available" in error and not self.scripts:
            told = "scripts are off; to run them: pylab clingo --allow-scripts FILE.lp …"
            return f"*** Info : (pylab): {told}\n"
        return ""


def run(arguments: Sequence[str], scripts: bool = False) -> int:
    """Run clingo's command with these arguments, and return its exit code.

    The code is 10 for satisfiable, 20 for unsatisfiable, 30 for all models or an optimum, … Prints
    as clingo does. Ctrl-C and SIGTERM end a search at once, grounding within GRACE_SECONDS. Scripts
    in programs run only if `scripts` is set.
    """
    once = not scripts and "--single-shot" not in arguments and not _may_step(arguments)
    arguments = [*arguments, *(["--single-shot"] if once else [])]
    application = _Clingo(scripts)
    done, told = threading.Event(), threading.Event()
    if not hasattr(signal, "sigwait"):  # Windows: only clingo's own handler
        code = clingo_main(application, list(arguments))
        return FAILED if application.failed else code
    kinds = {getattr(signal, name) for name in _STOPPING}
    kinds -= {each for each in kinds if signal.getsignal(each) is signal.SIG_IGN}  # as by nohup
    kinds.add(signal.SIGINT)
    before = signal.pthread_sigmask(signal.SIG_BLOCK, kinds)
    watch = threading.Thread(target=_watch, args=(application, done, told, kinds), daemon=True)
    watch.start()
    try:
        code = clingo_main(application, list(arguments))
    finally:
        done.set()
        signal.pthread_kill(watch.ident or 0, signal.SIGINT)
        told.set()
        watch.join()
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
    if application.stopped:
        return code | INTERRUPTED
    return FAILED if application.failed else code


def _may_step(words: Sequence[str]) -> bool:
    """Whether the program may have `<incmode>`; if not, it is solved once, as by clingo itself."""
    files = [Path(word) for word in words if word == "-" or Path(word).is_file()]
    if not files and all(word.startswith("-") or word.isdecimal() for word in words):
        files = [Path("-")]  # unless clingo is only asked for its help or version
        if any(word in ("-h", "-v", "--version") or word.startswith("--help") for word in words):
            return True
    if Path("-") in files:
        if sys.stdin is None or sys.stdin.isatty():
            return True
        _keep_input()
        stepwise = encoding_files.says_incmode([Path("/dev/stdin")])
        os.lseek(0, 0, os.SEEK_SET)
        if stepwise:
            return True
    return not files or encoding_files.says_incmode(files)


def _watch(
    application: _Clingo, done: threading.Event, told: threading.Event, kinds: set[signal.Signals]
) -> None:
    """Wait for a signal of these kinds, and stop the search; `run` ends the wait by SIGINT."""
    signal.sigwait(kinds)
    if not done.is_set():
        application.stopped = True
        if application.control is not None:
            application.control.interrupt()
        if not done.wait(GRACE_SECONDS):
            os.write(2, b"*** Info : (clingo): INTERRUPTED by signal!\n")
            os._exit(INTERRUPTED)
    told.wait()  # a thread that has ended can't be sent a signal
    while kinds & signal.sigpending():
        signal.sigwait(kinds)


def _script_main() -> object:
    """The function `main` that a script in a program has defined."""
    return getattr(sys.modules["__main__"], "main", None)


def _keep_input() -> None:
    """Replace standard input by a file, which clingo and the search for includes can both read."""
    import tempfile

    with tempfile.TemporaryFile() as kept:
        while block := os.read(0, 1 << 16):
            kept.write(block)
        kept.seek(0)
        os.dup2(kept.fileno(), 0)
