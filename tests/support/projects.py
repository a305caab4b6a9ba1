"""Where the tests find things: the project's root, real puzzles by others, the command."""

from __future__ import annotations

import contextlib
import functools
import gc
import io
import multiprocessing
import os
import select
import shlex
import signal
import subprocess
import sys
import time
import warnings
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from unittest import mock

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


PROCESS_NEEDED = 99
"""How the child ends that a command called in this process makes for a memory limit."""


def call(*arguments, stdin="", env=None, cwd=None):
    """The command in this process: what it prints and its exit code, for less than `run` costs.

    What has to do with processes, signals, limits, or the streams themselves needs `run`.
    """
    from pylab import cli

    words, itself = list(map(str, arguments)), os.getpid()

    def leave(code):
        if os.getpid() != itself:  # a child made for a memory limit must not go on with the tests
            os._exit(PROCESS_NEEDED)
        sys.exit(code)

    given, *shown = (
        io.TextIOWrapper(io.BytesIO(text.encode()), encoding="utf-8") for text in (stdin, "", "")
    )
    switched = gc.get_threshold()
    with (
        mock.patch.multiple(sys, argv=["pylab", *words], stdin=given, stdout=shown[0]),
        mock.patch.object(sys, "stderr", shown[1]),
        mock.patch.object(cli, "leave_in_order", leave),
        mock.patch.dict(os.environ, env or {}),
        contextlib.chdir(cwd or "."),
        warnings.catch_warnings(action="default"),
        pytest.raises(SystemExit) as end,
    ):
        cli.main()
    gc.set_threshold(*switched)
    assert end.value.code != PROCESS_NEEDED, "this command sets a memory limit: use `run`"
    out, err = (stream.buffer.getvalue().decode() for stream in shown)
    return subprocess.CompletedProcess(["pylab", *words], end.value.code, out, err)


def run(*arguments, stdin="", timeout=300, env=None, cwd=None, anew=False):
    """Run the command `pylab` in a process of its own; `anew`: in one that imports for itself.

    `PYTHONPATH` may name more folders before the project's own.
    """
    if anew or _anew(env or {}):
        return _start(list(map(str, arguments)), stdin, timeout, {**os.environ, **(env or {})}, cwd)
    process = start(*arguments, stdin=subprocess.PIPE, env=env, cwd=cwd)
    out, err = process.communicate(stdin, timeout)
    return subprocess.CompletedProcess(process.args, process.returncode, out, err)


def _anew(env):
    """Whether what the environment says is heard at the start of Python only."""
    said = {key: value for key, value in env.items() if key.startswith("PYTHON")}
    folders = said.get("PYTHONPATH", "").split(":")
    if folders[-1] == str(ROOT) and not any(Path(f, "sitecustomize.py").exists() for f in folders):
        del said["PYTHONPATH"]
    return bool(said) or not hasattr(os, "pidfd_open")


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


def start(*arguments, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
          **options):  # fmt: skip
    """The command at work, as `subprocess.Popen` starts it, forked where `run` is."""
    streams = {"stdin": stdin, "stdout": stdout, "stderr": stderr}
    if hasattr(os, "pidfd_open"):
        return _Command(arguments, **streams, **options)
    options["env"] = {**os.environ, **options.get("env", {})}
    words = [sys.executable, "-m", "pylab_asp", *map(str, arguments)]
    return subprocess.Popen(words, **streams, **options, encoding="utf-8")


class _Command:
    """The command at work in a process of its own, with what tests need of `subprocess.Popen`."""

    def __init__(
        self, arguments, stdin, stdout, stderr, env=None, cwd=None, start_new_session=False
    ):
        self.args = ["pylab", *map(str, arguments)]
        self.returncode = None
        with contextlib.ExitStack() as handed:
            self.stdin, theirs = _stream(stdin, "w", handed)
            self.stdout, to_out = _stream(stdout, "r", handed)
            self.stderr, to_err = _stream(stderr, "r", handed)
            place = str(Path.cwd() / (cwd or "")), {**os.environ, **(env or {})}, start_new_session
            streams = [theirs, to_out, to_err]
            self._connection = ready.ask(forks(), self.args[1:], *place, streams)
        self.pid = int(ready.told(self._connection))

    def poll(self):
        if self.returncode is None and select.select([self._connection], [], [], 0)[0]:
            self.wait()
        return self.returncode

    def wait(self, timeout=None):
        if self.returncode is None:
            if not select.select([self._connection], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired(self.args, timeout)
            self.returncode = int(ready.told(self._connection))
            self._connection.close()
        return self.returncode

    def send_signal(self, number):
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self):
        self.send_signal(signal.SIGKILL)

    def communicate(self, text="", timeout=None):
        """What it prints until it ends; it is killed when the time is over."""
        with ThreadPoolExecutor(3) as threads:
            if self.stdin:
                threads.submit(_feed, self.stdin, text)
            ours = (self.stdout, self.stderr)
            shown = [stream and threads.submit(_read, stream) for stream in ours]
            try:
                self.wait(timeout)
            except subprocess.TimeoutExpired:
                self.kill()
                self.wait()
                raise
            return tuple(each and each.result() for each in shown)


def _stream(wanted, mode, handed):
    """Our end of a standard stream, if it is a pipe, and the number of theirs."""
    if wanted == subprocess.DEVNULL:
        return None, handed.enter_context(open(os.devnull, "r+b")).fileno()  # noqa: PTH123
    if wanted != subprocess.PIPE:
        return None, wanted if isinstance(wanted, int) else wanted.fileno()
    ends = os.pipe()
    ours, theirs = ends if mode == "r" else ends[::-1]
    handed.callback(os.close, theirs)
    return os.fdopen(ours, mode, encoding="utf-8"), theirs


def _feed(stream, text):
    with contextlib.suppress(BrokenPipeError), stream:
        stream.write(text)


def _read(stream):
    with stream:
        return stream.read()


def apart(work, *arguments):
    """What a function gives in a process of its own, which is ended with all that it left at work.

    A thread of clingo that grounds without an end can't be stopped; it would take all memory, and
    what is tried after it gives up at once.
    """
    with multiprocessing.get_context("fork").Pool(1) as pool:
        return pool.apply(work, arguments)


def broken_copy(folder):
    """A copy of an encoding in whose rules corridors lead one way."""
    from pylab.family import registry
    from pylab.testing import Subject, family_testkit
    from pylab.testing.programs import write

    family = registry.get("ravensburger")
    trial = family_testkit(family)
    slip = next(each for each in trial.mutants if each.name == "one-directional corridors")
    return write(Subject(family, trial, 0), slip, folder)


HAS_PROC = Path("/proc/self").exists()
needs_proc = pytest.mark.skipif(not HAS_PROC, reason="looks for processes in /proc: none is here")


def until_searching(process, seconds=200):
    """Wait until clingo's thread is at work in a command or in its child, then a moment more."""
    if not HAS_PROC:  # macOS
        time.sleep(2)
        return
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline and process.poll() is None:
        if any(_threads(pid) > 1 for pid in (process.pid, *children(process.pid))):
            break
        time.sleep(0.05)
    time.sleep(0.15)


def _threads(pid):
    return len(list(Path(f"/proc/{pid}/task").glob("*")))


def children(pid):
    """The processes that a process has started, zombies too (on Linux)."""
    for path in Path(f"/proc/{pid}/task").glob("*/children"):
        with contextlib.suppress(FileNotFoundError):  # a thread that has ended
            yield from map(int, path.read_text().split())


def folder(tmp_path, **files):
    """Write files of rules, named with `__` for a slash, into a folder; the folder."""
    for name, text in files.items():
        path = tmp_path / (name.replace("__", "/") + ".lp")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path
