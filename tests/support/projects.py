"""Where the tests find things: the project's root, real puzzles by others, the command."""

from __future__ import annotations

import contextlib
import functools
import multiprocessing
import os
import shlex
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import ready

ROOT = Path(__file__).resolve().parents[2]
QUICK = os.environ.get("PYLAB_TESTS_QUICK") == "1"
"""Whether slow tests are left out, as `conftest.py` says; then nothing is made of them at all."""

SHARED = Path(os.environ.get("PYLAB_SHARED", ROOT.parent / "shared" / "data"))


def real(family, name):
    """A real puzzle by others; the test is skipped where they are not at hand."""
    path = SHARED / family / name
    if not path.exists():
        pytest.skip(f"the real puzzles are not here: {path}")
    return path


def few(cases, number):
    """Cases for pytest: so many of them every time, the others with `-m slow`."""
    cases = list(cases)
    if QUICK:
        return cases[:number]
    rest = (each if isinstance(each, tuple) else (each,) for each in cases[number:])
    return cases[:number] + [pytest.param(*each, marks=pytest.mark.slow) for each in rest]


def many(examples):
    """So many examples for Hypothesis with `-m slow`, else a fifth of them."""
    return examples // 5 if QUICK else examples


BARE = (
    "import sys\nfrom clingo.application import Application, clingo_main\n"
    "Application.__abstractmethods__ = frozenset()\n"  # clingo 5.7 wants a `main` and needs none
    "class Bare(Application):\n    program_name = 'clingo'\n"
    "sys.exit(clingo_main(Bare(), sys.argv[1:]))"
)
"""clingo's own command, for `python -c`; nothing of ours is in it."""


def run(*arguments, stdin="", timeout=300, env=None, cwd=None, anew=False):
    """Run the command `pylab` in a process of its own; `anew`: in one that imports for itself.

    `PYTHONPATH` may name more folders before the project's own.
    """
    words = list(map(str, arguments))
    said = {key: value for key, value in (env or {}).items() if key.startswith("PYTHON")}
    folders = said.get("PYTHONPATH", "").split(":")
    if folders[-1] == str(ROOT) and not any(Path(f, "sitecustomize.py").exists() for f in folders):
        del said["PYTHONPATH"]
    anew = anew or said or not hasattr(os, "pidfd_open")
    return (_start if anew else _fork)(words, stdin, timeout, {**os.environ, **(env or {})}, cwd)


def _start(words, stdin, timeout, env, cwd):
    return subprocess.run(
        [sys.executable, "-m", "pylab_asp", *words],
        input=stdin,
        capture_output=True,
        encoding="utf-8",
        timeout=timeout,
        env=env,
        cwd=cwd,
        check=False,
    )


@functools.cache
def forks():
    """Where a process that has everything imported is asked for commands, this one's own."""
    path = os.environ[ready.SOCKET] = ready.start()
    return path


def in_shell():
    """How a line of shell calls the command."""
    if hasattr(os, "pidfd_open"):
        forks()
        return f"{shlex.quote(sys.executable)} -S -E {shlex.quote(ready.__file__)}"
    return f"{shlex.quote(sys.executable)} -m pylab_asp"


def _fork(words, stdin, timeout, env, cwd):
    """As `_start`, by `ready.py`."""
    (theirs, fed), (out, to_out), (err, to_err) = os.pipe(), os.pipe(), os.pipe()
    connection, told = ready.ask(
        forks(), words, str(Path.cwd() / (cwd or "")), env, [theirs, to_out, to_err]
    )
    for stream in (theirs, to_out, to_err):
        os.close(stream)
    with connection, told, ThreadPoolExecutor(3) as threads:
        process = int(told.readline())
        connection.settimeout(timeout)
        threads.submit(_feed, fed, stdin)
        shown = [threads.submit(_read, stream) for stream in (out, err)]
        try:
            code = int(told.readline())
        except TimeoutError:
            os.kill(process, signal.SIGKILL)
            raise subprocess.TimeoutExpired(words, timeout) from None
        out, err = (each.result() for each in shown)
    return subprocess.CompletedProcess(["pylab", *words], code, out, err)


def _feed(stream, text):
    with contextlib.suppress(BrokenPipeError), os.fdopen(stream, "w", encoding="utf-8") as pipe:
        pipe.write(text)


def _read(stream):
    with os.fdopen(stream, encoding="utf-8") as pipe:
        return pipe.read()


def apart(work, *arguments):
    """What a function gives in a process of its own, which is ended with all that it left at work.

    A thread of clingo that grounds without an end can't be stopped; it would take all memory, and
    what is tried after it gives up at once.
    """
    with multiprocessing.get_context("fork").Pool(1) as pool:
        return pool.apply(work, arguments)


def broken_copy(folder):
    """A copy of an encoding in whose rules corridors lead one way."""
    from pylab import registry
    from pylab.testing import Subject, trial_of
    from pylab.testing.programs import write

    family = registry.get("ravensburger")
    trial = trial_of(family)
    slip = next(each for each in trial.slips if each.name == "one-directional corridors")
    return write(Subject(family, trial, 0), slip, folder)


def until_searching(process, seconds=200):
    """Wait until clingo's thread is at work in a command or in its child, then a moment more."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline and process.poll() is None:
        if any(_threads(pid) > 1 for pid in (process.pid, *_children(process.pid))):
            break
        time.sleep(0.05)
    time.sleep(0.3)


def _threads(pid):
    return len(list(Path(f"/proc/{pid}/task").glob("*")))


def _children(pid):
    for path in Path(f"/proc/{pid}/task").glob("*/children"):
        yield from map(int, path.read_text().split())
