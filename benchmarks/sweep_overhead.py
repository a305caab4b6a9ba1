"""What a sweep adds: trivial jobs in children of their own, against the same solves in one process.

The baseline reads, solves and checks one small board again and again in this process. The sweep
runs as many jobs, each in a child with hard limits and a line of results. The claim: on two cores
it takes at most 1.5 times the baseline plus 0.1 s a job. Both run in turns; printed are medians.

Usage: python benchmarks/sweep_overhead.py [--jobs N] [--width N] [--runs N]
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from pathlib import Path

from pylab.base import resources
from pylab.bench import pool
from pylab.bench.jobs import Job, expand
from pylab.bench.pool import Tally
from pylab.bench.records import RESULTS, Results
from pylab.bench.sweep import Puzzles, Sweep
from pylab.bench.work import do

SECONDS_A_JOB, FACTOR = 0.1, 1.5


def in_one_process(jobs: list[Job]) -> float:
    """Seconds of all solves, one after the other."""
    started = time.perf_counter()
    assert {do(job)["status"] for job in jobs} == {"found"}
    return time.perf_counter() - started


def as_a_sweep(jobs: list[Job], width: int) -> float:
    """Seconds of the same solves as a sweep."""
    with tempfile.TemporaryDirectory() as folder:
        tally = Tally(len(jobs))
        started = time.perf_counter()
        pool.run(jobs, width, lambda: Results(Path(folder) / RESULTS), tally)
        assert tally.statuses["found"] == len(jobs)
        return time.perf_counter() - started


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--jobs", type=int, default=1000)
    parser.add_argument("--width", type=int, default=2)
    parser.add_argument("--runs", type=int, default=3)
    arguments = parser.parse_args()
    board = resources.instances("ravensburger") / "square-2x2.lp"
    sweep = Sweep(
        "overhead",
        (Puzzles("ravensburger", (str(board),)),),
        tasks=("plan",),
        repetitions=arguments.jobs,
    )
    jobs = expand(sweep, Path(), Path())
    swept, plain = [], []
    for _ in range(arguments.runs):  # the sweep first: it must not fork after threads were here
        swept.append(as_a_sweep(jobs, arguments.width))
        plain.append(in_one_process(jobs))
    mine, base = statistics.median(swept), statistics.median(plain)
    allowed = FACTOR * base + SECONDS_A_JOB * len(jobs)
    print(f"{len(jobs)} jobs in one process: {base:.2f} s, {base / len(jobs) * 1000:.1f} ms each")
    print(f"as a sweep, {arguments.width} at a time: {mine:.2f} s, ratio {mine / base:.2f}")
    print(f"allowed: {FACTOR} x {base:.2f} s + {SECONDS_A_JOB} s each = {allowed:.1f} s")
    print("within" if mine <= allowed else "EXCEEDED")


if __name__ == "__main__":
    main()
