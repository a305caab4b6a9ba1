"""Ravensburger's plan.lp against other people's encodings of the same problem, by clingo alone.

Each run is a process of its own with a limit of CPU seconds, all in turns; one that found no plan
counts with the limit. Each seed shuffles the facts, as clingo's own seed changes nothing unless
something is random. Printed are medians of CPU seconds, how many runs found a plan, medians of
conflicts and of peak memory, and the ratio of the shipped encoding's median to the best other one.

    python benchmarks/plan.py [--seeds N] [--limit SECONDS] [--other FILE.lp]... [--record FILE]
                              [INSTANCE ...]

Without `--other`, the other encodings are Potassco's three for the competition. They and its
instances are taken from $PYLAB_SHARED/ravensburger, else shipped boards are solved. With
`--record`, each run is appended to the file, and runs that are in it are not made again.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import random
import re
import resource
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from pylab.base import resources
from pylab.encoding import header
from pylab.family import registry
from pylab.text.source import read_source

ROOT = Path(__file__).resolve().parent.parent
SHARED = Path(os.environ.get("PYLAB_SHARED", ROOT.parent / "shared" / "data")) / "ravensburger"
SHIPPED = ["generated-08-4.lp", "generated-09-4.lp", "generated-10-4.lp", "generated-12-4.lp"]
FOREIGN = sorted((SHARED / "encodings").glob("potassco-encoding*.lp"))


class Run(NamedTuple):
    """One process."""

    seconds: float
    found: bool
    conflicts: int
    megabytes: float


def run(words: Sequence[str], facts: str, limit: int) -> Run:
    """Solve the facts by clingo with these files and options, within so many CPU seconds."""

    def held() -> None:
        os.nice(15)
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 1))

    with tempfile.NamedTemporaryFile("w", suffix=".lp") as file:
        file.write(facts)
        file.flush()
        command = [sys.executable, "-m", "pylab", "clingo", "--stats", "-q", *words, file.name]
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, preexec_fn=held
        ) as child:
            assert child.stdout is not None
            told = child.stdout.read()
            _, _, usage = os.wait4(child.pid, 0)
            child.returncode = 0
    found = "\nSATISFIABLE" in f"\n{told}"
    conflicts = re.search(r"^Conflicts\s*: (\d+)", told, re.MULTILINE)
    seconds = usage.ru_utime + usage.ru_stime if found else float(limit)
    return Run(seconds, found, int(conflicts[1]) if conflicts else 0, usage.ru_maxrss / 1024)


def contestants(others: Sequence[Path]) -> dict[str, list[str]]:
    """Files and options, the shipped encoding first, each as its header recommends it."""
    shipped = {"shipped": resources.encodings("ravensburger") / "plan.lp"}
    named = {path.stem.removeprefix("potassco-encoding-"): path for path in others}
    return {
        name: [str(path), *header.parse(read_source(str(path))).solver_options]
        for name, path in (shipped | named).items()
    }


def growing(words: Sequence[str]) -> str:
    """What lets clingo add steps one by one, for a program that is written for it."""
    return "#include <incmode>." if "#program check(t)" in Path(words[0]).read_text() else ""


class Record:
    """The runs made so far, also by earlier calls if there is a file."""

    def __init__(self, file: Path | None) -> None:
        self._file = file
        lines = file.read_text().splitlines() if file and file.exists() else []
        self._runs = {tuple(key): Run(*run) for key, run in map(json.loads, lines)}

    def run(self, name: str, words: Sequence[str], path: Path, seed: int, limit: int) -> Run:
        """One encoding on one shuffle of one puzzle."""
        key = (name, path.stem, seed, limit)
        if key not in self._runs:
            made = run(words, shuffled(path, seed) + growing(words), limit)
            self._runs[key] = made
            if self._file:
                with self._file.open("a") as file:
                    print(json.dumps([key, made]), file=file)
        return self._runs[key]


def shuffled(path: Path, seed: int) -> str:
    """The puzzle's facts in an order that the seed alone decides."""
    family = registry.get("ravensburger")
    facts = [f"{each.symbol}." for each in family.facts(family.read(read_source(str(path))))]
    random.Random(seed).shuffle(facts)
    return "\n".join(facts)


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("instances", nargs="*", type=Path)
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--limit", type=int, default=20)
    parser.add_argument("--other", type=Path, action="append")
    parser.add_argument("--record", type=Path)
    told = parser.parse_args()
    instances = told.instances or sorted(SHARED.glob("0*.asp"))
    instances = instances or [ROOT / "instances/ravensburger" / name for name in SHIPPED]
    others = told.other or [path for path in FOREIGN if path.exists()]
    if not others:
        sys.exit("no other encoding is at hand: --other FILE.lp")
    words = contestants(others)
    record = Record(told.record)
    runs: dict[tuple[Path, str], list[Run]] = {}
    for seed, path, name in itertools.product(range(1, told.seeds + 1), instances, words):
        each = record.run(name, words[name], path, seed, told.limit)
        runs.setdefault((path, name), []).append(each)
    sums = dict.fromkeys(words, 0.0)
    heads = "".join(f"{name:>20} s{'found':>6}{'conflicts':>11}{'MB':>6}" for name in words)
    print(f"{'instance':20}{heads}{'ratio':>8}")
    for path in instances:
        row = f"{path.stem[:18]:20}"
        medians = {}
        for name in words:
            made = runs[path, name]
            seconds, _, conflicts, megabytes = map(statistics.median, zip(*made, strict=True))
            medians[name] = seconds
            sums[name] += seconds
            found = sum(one.found for one in made)
            row += f"{seconds:22.2f}{found:6}{conflicts:11.0f}{megabytes:6.0f}"
        shipped, *rivals = medians.values()
        print(f"{row}{shipped / min(rivals):8.2f}", flush=True)
    first, *rest = sums.values()
    print("sums of medians: " + ", ".join(f"{name} {each:.1f}" for name, each in sums.items()))
    print(f"the shipped encoding to the best other one: {first / min(rest):.2f}")


if __name__ == "__main__":
    main()
