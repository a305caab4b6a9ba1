"""Where the tests find things: the project's root, real puzzles by others, the command."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SHARED = Path(os.environ.get("PYLAB_SHARED", ROOT.parent / "shared" / "data"))


def real(family, name):
    """A real puzzle by others; the test is skipped where they are not at hand."""
    path = SHARED / family / name
    if not path.exists():
        pytest.skip(f"the real puzzles are not here: {path}")
    return path


def run(*arguments, stdin="", timeout=120, env=None, cwd=None):
    """Run the command `pylab` in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "pylab_asp", *map(str, arguments)],
        input=stdin,
        capture_output=True,
        encoding="utf-8",
        timeout=timeout,
        env={**os.environ, **(env or {})},
        cwd=cwd,
        check=False,
    )


def broken_copy(folder):
    """A copy of an encoding in whose rules corridors lead one way."""
    from pylab import registry
    from pylab.testing import Subject, trial_of
    from pylab.testing.programs import write

    family = registry.get("ravensburger")
    trial = trial_of(family)
    slip = next(each for each in trial.slips if each.name == "one-directional corridors")
    return write(Subject(family, trial, 0), slip, folder)


def until_searching(process, seconds=60):
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
