"""Sweeps in tests: run one, look at its records, look for processes that were left behind."""

from __future__ import annotations

import contextlib
import json
import os
import time
from pathlib import Path

import projects
from projects import ROOT, run

EXAMPLE = ROOT / "instances/ravensburger/example-4x4.lp"


def bench(*arguments, **options):
    return run("bench", *arguments, **options)


def start(*arguments, **options):
    """The command at work, in a process group of its own."""
    return projects.start("bench", *arguments, start_new_session=True, **options)


def wait(condition, seconds=120):
    """Until it holds; what it gives then."""
    deadline = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.05)
    return found


def jobs_in(folder):
    """Jobs at work there: processes that lead a group but no session of their own."""
    found = []
    for process in processes_in(folder):
        with contextlib.suppress(OSError):
            if os.getpgid(process) == process != os.getsid(process):
                found.append(process)
    return found


def lines(folder):
    """The results as they stand there, parsed; fails on a torn line."""
    path = Path(folder) / "results.jsonl"
    text = path.read_text(encoding="ascii") if path.exists() else ""
    assert text == "" or text.endswith("\n")
    return [json.loads(line) for line in text.splitlines()]


def runs(folder):
    """What is told there of each run, and its instance's name."""
    return [
        each["run"] | {"instance": each["question"]["instance"]["name"]} for each in lines(folder)
    ]


def processes_in(folder):
    """Processes whose working directory is this folder (Linux; elsewhere none are seen)."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            cwd = (entry / "cwd").readlink()
            dead = "\nState:\tZ" in (entry / "status").read_text()
        except OSError:
            continue
        if str(cwd) == str(folder) and not dead:
            found.append(int(entry.name))
    return found
