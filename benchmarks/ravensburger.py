"""Ravensburger: native engine, propagator and shipped encoding against a textbook one.

All prove the same optimum, each run in a process of its own, in turns; printed are the medians of
CPU seconds and of peak memory, and the medians of the pairwise ratios to textbook.lp. What has not
proven it within the limit counts with the time it took until then.

Usage: python benchmarks/ravensburger.py [--runs N] [--limit SECONDS] [INSTANCE ...]
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
SHARED = Path(os.environ.get("PYLAB_SHARED", ROOT.parent / "shared" / "data")) / "ravensburger"
REAL = ["0060", "0025", "0075", "0045", "0094"]
SHIPPED = ["generated-08-4.lp", "generated-09-4.lp", "generated-10-4.lp", "generated-12-4.lp"]
CONTESTANTS = {
    "textbook": ["--engine", "clingo", "--encoding", str(HERE / "textbook.lp")],
    "shipped": ["--engine", "clingo"],
    "lazy": ["--engine", "clingo", "--with", "lazy"],
    "native": ["--engine", "native"],
}
"""The first one is the baseline."""


def measure(instance: Path, limit: float, means: list[str]) -> tuple[float, float, str]:
    """CPU seconds, peak MB and the outcome of one proof in a child process."""
    command = [sys.executable, "-m", "pylab_asp", "solve", str(instance), "--task", "shortest"]
    command += ["--format", "json", "--time-limit", str(limit), *means]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        told = json.loads(child.stdout.read())
        _, _, usage = os.wait4(child.pid, 0)
        child.returncode = 0
    outcome = str(told["cost"]) if told["optimal"] else f">={told['at_least'] or 0}"
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, outcome


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("instances", nargs="*", type=Path)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--limit", type=float, default=120)
    arguments = parser.parse_args()
    instances = arguments.instances or [p for name in REAL for p in SHARED.glob(f"{name}-*")]
    instances = instances or [ROOT / "instances/ravensburger" / name for name in SHIPPED]
    heads = "".join(f"{name:>10} s{'MB':>6}{'optimum':>9}" for name in CONTESTANTS)
    print(f"{'instance':26}{heads}{'ratios':>14}")
    ratios: dict[str, list[float]] = {name: [] for name in list(CONTESTANTS)[1:]}
    for instance in instances:
        rounds = [
            {name: measure(instance, arguments.limit, each) for name, each in CONTESTANTS.items()}
            for _ in range(arguments.runs)
        ]
        row = f"{instance.stem:26}"
        for name in CONTESTANTS:
            seconds, megabytes = (statistics.median(r[name][i] for r in rounds) for i in (0, 1))
            outcomes = "/".join(sorted({r[name][2] for r in rounds}))
            row += f"{seconds:12.2f}{megabytes:6.0f}{outcomes:>9}"
        baseline = next(iter(CONTESTANTS))
        for name, known in ratios.items():
            known.append(statistics.median(r[name][0] / r[baseline][0] for r in rounds))
            row += f"{known[-1]:7.2f}"
        proven = {each[2] for r in rounds for each in r.values() if not each[2].startswith(">")}
        if len(proven) > 1:
            row += "  DISAGREE"
        print(row, flush=True)
    for name, known in ratios.items():
        print(f"median ratio {name} / textbook: {statistics.median(known):.3f}")


if __name__ == "__main__":
    main()
