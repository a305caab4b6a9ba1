"""Ravensburger: the shipped stepwise encoding against a textbook one (textbook.lp).

Both prove the same optimum, each run in a process of its own, in turns; printed are the medians of
CPU seconds and of peak memory, and the median of the pairwise ratios shipped / textbook.

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
REAL = ["0060", "0025", "0045", "0094"]
SHIPPED = ["generated-08-4.lp", "generated-09-4.lp", "generated-10-4.lp", "generated-12-4.lp"]


def measure(instance: Path, limit: float, encoding: Path | None) -> tuple[float, float, str]:
    """CPU seconds, peak MB and the outcome of one proof in a child process."""
    command = [sys.executable, "-m", "pylab_asp", "solve", str(instance), "--task", "shortest"]
    command += ["--format", "json", "--time-limit", str(limit)]
    command += ["--encoding", str(encoding)] if encoding else []
    with subprocess.Popen(command, stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        told = json.loads(child.stdout.read())
        _, _, usage = os.wait4(child.pid, 0)
        child.returncode = 0
    outcome = str(told["cost"]) if told["optimal"] else f">= {told['nothing_below'] or 0}"
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
    heads = (
        ("optimum", 9),
        ("shipped s", 11),
        ("textbook s", 12),
        ("ratio", 7),
        ("MB", 6),
        ("MB", 6),
    )
    print("instance".ljust(28) + "".join(head.rjust(width) for head, width in heads))
    ratios = []
    for instance in instances:
        pairs = [
            (
                measure(instance, arguments.limit, None),
                measure(instance, arguments.limit, HERE / "textbook.lp"),
            )
            for _ in range(arguments.runs)
        ]
        outcomes = {outcome for pair in pairs for *_, outcome in pair}
        ours, theirs = ([pair[i] for pair in pairs] for i in (0, 1))
        ratio = statistics.median(a[0] / b[0] for a, b in pairs)
        ratios.append(ratio)
        median = [
            statistics.median(run[i] for run in runs) for runs in (ours, theirs) for i in (0, 1)
        ]
        print(
            f"{instance.stem:28}{'/'.join(sorted(outcomes)):>9}{median[0]:11.2f}{median[2]:12.2f}"
            f"{ratio:7.2f}{median[1]:6.0f}{median[3]:6.0f}",
            flush=True,
        )
    print(f"median ratio shipped / textbook: {statistics.median(ratios):.2f}")


if __name__ == "__main__":
    main()
