"""clingo's incremental mode: what `#include <incmode>.` asks for, and clingo's own program with it.

The library that Python has parses `#include <incmode>.` and does nothing about it; that part of
clingo lies in its command.
"""

from __future__ import annotations

import os
import signal
import sys
import tempfile
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import clingo
import clingo.script
from clingo.application import Application, clingo_main

from pylab.base.errors import EncodingError
from pylab.encoding import files as encoding_files

GRACE_SECONDS = 0.4
"""How long clingo has to print what it knows, after Ctrl-C."""

INTERRUPTED = 1
"""What Ctrl-C adds to clingo's exit code."""

FAILED = 65
"""clingo's exit code for programs that it can't parse or ground."""


@dataclass(frozen=True, slots=True)
class Incmode:
    """From where to where it goes, step by step.

    Attributes:
        least: so many calls at least, `imin`.
        most: so many calls at most, `imax`; None for no limit.
        stop: after a call with this outcome, `istop`: SAT, UNSAT or UNKNOWN.
    """

    least: int = 0
    most: int | None = None
    stop: str = "SAT"

    def ends(self, step: int, satisfiable: bool | None) -> bool:
        """Whether the call for a step, with that outcome, is the last one."""
        if step + 1 < self.least:
            return False
        return self.stop == {True: "SAT", False: "UNSAT", None: "UNKNOWN"}[satisfiable]


def constants(control: clingo.Control, strict: bool) -> Incmode:
    """What the constants imin, imax and istop say.

    If `strict`, EncodingError is raised for values that mean nothing, and `istop=unsat` is as good
    as "UNSAT"; else it is as in clingo, which takes no notice of the former, and never stops for
    the latter.
    """
    found = {name: control.get_const(name) for name in ("imin", "imax", "istop")}
    numbers = {}
    for name in ("imin", "imax"):
        symbol = found[name]
        number = symbol is not None and symbol.type is clingo.SymbolType.Number
        if strict and symbol is not None and not number:
            raise EncodingError(f"expected a number for {name}, found {symbol}")
        numbers[name] = symbol.number if symbol is not None and number else None
    stop = "SAT" if found["istop"] is None else str(found["istop"]).strip('"')
    if strict:
        stop = stop.upper()
        if stop not in ("SAT", "UNSAT", "UNKNOWN"):
            raise EncodingError(f'expected "SAT", "UNSAT" or "UNKNOWN" for istop, found {stop}')
    return Incmode(numbers["imin"] or 0, numbers["imax"], stop)


def parts(step: int) -> list[tuple[str, list[clingo.Symbol]]]:
    """What is grounded for a step, in one go: rules of either part see what the other defines."""
    number: list[clingo.Symbol] = [clingo.Number(step)]
    return [("step", number) if step else ("base", []), ("check", number)]


def query(step: int) -> clingo.Symbol:
    """The external that is true while the step is asked for."""
    return clingo.Function("query", [clingo.Number(step)])


def largest(control: clingo.Control, predicate: str) -> int | None:
    """The greatest number for which the unary predicate is a fact."""
    numbers = [
        atom.symbol.arguments[0].number
        for atom in control.symbolic_atoms.by_signature(predicate, 1)
        if atom.is_fact and atom.symbol.arguments[0].type is clingo.SymbolType.Number
    ]
    return max(numbers, default=None)


def lead(control: clingo.Control) -> None:
    """Ground and solve step by step, exactly as clingo's own command does."""
    control.add("check", ["t"], "#external query(t).")
    mode = constants(control, strict=False)
    step = 0
    while mode.most is None or step < mode.most:
        if step:
            control.release_external(query(step - 1))
            control.cleanup()
        control.ground(parts(step))
        control.assign_external(query(step), True)
        result = control.solve()
        if result.interrupted or mode.ends(step, result.satisfiable):
            return
        step += 1


class _Clingo(Application):  # type: ignore[misc,unused-ignore]
    """clingo's command, `<incmode>` and a script's `main` included."""

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
        """What to do about a script that was not run."""
        if "lua support not available" in error:
            return "*** Info : (pylab): this clingo runs no scripts in Lua\n"
        if "python support not available" in error and not self.scripts:
            told = "scripts are off; to run them: pylab clingo --allow-scripts FILE.lp …"
            return f"*** Info : (pylab): {told}\n"
        return ""


def run(arguments: Sequence[str], scripts: bool = False) -> int:
    """Run clingo on a command line; its exit code: 10 satisfiable, 20 not, 30 all or optimal, …

    It prints as clingo does. Ctrl-C ends it: a search at once, grounding within GRACE_SECONDS.
    Scripts are run only if allowed.
    """
    application = _Clingo(scripts)
    done = threading.Event()
    if not hasattr(signal, "sigwait"):  # Windows: clingo's own handler is all there is
        code = clingo_main(application, list(arguments))
        return FAILED if application.failed else code
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    watch = threading.Thread(target=_watch, args=(application, done), daemon=True)
    watch.start()
    try:
        code = clingo_main(application, list(arguments))
    finally:
        done.set()
        signal.pthread_kill(watch.ident or 0, signal.SIGINT)
        watch.join()
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
    if application.stopped:
        return code | INTERRUPTED
    return FAILED if application.failed else code


def _watch(application: _Clingo, done: threading.Event) -> None:
    """Wait for Ctrl-C; clingo's own handler loses those that come between two calls."""
    signal.sigwait({signal.SIGINT})
    if done.is_set():
        return
    application.stopped = True
    if application.control is not None:
        application.control.interrupt()
    if not done.wait(GRACE_SECONDS):
        os.write(2, b"*** Info : (clingo): INTERRUPTED by signal!\n")
        os._exit(INTERRUPTED)
    signal.sigwait({signal.SIGINT})  # the one that ends this thread


def _script_main() -> object:
    """The function `main` where Python scripts in programs put theirs."""
    return getattr(sys.modules["__main__"], "main", None)


def _keep_input() -> None:
    """Make standard input a file that can be read twice, by clingo and for its includes."""
    with tempfile.TemporaryFile() as kept:
        while block := os.read(0, 1 << 16):
            kept.write(block)
        kept.seek(0)
        os.dup2(kept.fileno(), 0)
