"""How long commands take to start: as ratios to importing clingo, and beside importing click.

    python benchmarks/startup.py [--runs N]

CPU seconds of whole processes, user and system; each figure is the least of N runs, which are
interleaved, as whatever else the machine does can only add to them.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys

PYLAB = [sys.executable, "-m", "pylab_asp"]
COMMANDS = {
    "python -c pass": [sys.executable, "-c", "pass"],
    "python -c 'import clingo'": [sys.executable, "-c", "import clingo"],
    "python -c 'import click'": [sys.executable, "-c", "import click"],
    "pylab --version": [*PYLAB, "--version"],
    "pylab --help": [*PYLAB, "--help"],
    "pylab solve --help": [*PYLAB, "solve", "--help"],
    "pylab families": [*PYLAB, "families"],
    "pylab solve alice/example.alice": [*PYLAB, "solve", "alice/example.alice"],
    "pylab solve ravensburger/example-4x4.lp": [*PYLAB, "solve", "ravensburger/example-4x4.lp"],
    "pylab solve dungeon/trap.dungeon": [*PYLAB, "solve", "dungeon/trap.dungeon"],
    "pylab solve fractal/alice.lab": [*PYLAB, "solve", "fractal/alice.lab"],
    "pylab solve theseus/hemme.plan --task count": [
        *PYLAB, "solve", "theseus/hemme.plan", "--task", "count",
    ],
    "completion of pylab solve --t": PYLAB,
}  # fmt: skip
COMPLETION = {
    "_PYLAB_COMPLETE": "bash_complete",
    "COMP_WORDS": "pylab solve --t",
    "COMP_CWORD": "2",
}


def seconds(name: str, command: list[str]) -> float:
    """CPU seconds of one run."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    environment = {**os.environ, **(COMPLETION if name.startswith("completion") else {})}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # as what is installed is compiled once
    subprocess.run(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False, env=environment
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=20)
    runs = parser.parse_args().runs
    least = dict.fromkeys(COMMANDS, float("inf"))
    for _ in range(runs):
        for name, command in COMMANDS.items():
            least[name] = min(least[name], seconds(name, command))
    bare, clingo, click = list(least.values())[:3]
    print(f"{'command':46} {'CPU s':>7} {'- bare':>7} {'- click':>7} {'/ clingo':>8}")
    for name, figure in least.items():
        parts = f"{figure:7.3f} {figure - bare:7.3f} {figure - click:7.3f}"
        print(f"{name:46} {parts} {figure / clingo:8.2f}")


if __name__ == "__main__":
    main()
