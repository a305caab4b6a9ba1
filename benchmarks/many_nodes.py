"""How long a sweep or a proof would take on a cluster: its jobs, as they were measured, on N nodes.

Each node runs one job at a time, the next one in the sweep's order as soon as it is free. A job
takes its measured CPU seconds, and `--start` seconds more for the cluster to start it. With
`--chunk N`, so many jobs are one element of an array, and run one after another on one node.

Usage: python benchmarks/many_nodes.py FOLDER... [--nodes N,N,…] [--start SECONDS] [--chunk N]
"""

from __future__ import annotations

import argparse
import heapq
from collections.abc import Sequence
from pathlib import Path

from pylab.bench import records

NODES = (1, 10, 100, 1000)


def makespan(seconds: Sequence[float], nodes: int) -> float:
    """The time at which the last job ends, if they start in order.

    >>> makespan([3, 1, 1, 1], 2)
    3
    """
    free = [0.0] * min(nodes, len(seconds))
    for each in seconds:
        heapq.heappush(free, heapq.heappop(free) + each)
    return max(free)


def chunked(seconds: Sequence[float], chunk: int) -> list[float]:
    """The seconds of each chunk of jobs together."""
    return [sum(seconds[i : i + chunk]) for i in range(0, len(seconds), chunk)]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--nodes", default=",".join(map(str, NODES)))
    parser.add_argument("--start", type=float, default=1.0)
    parser.add_argument("--chunk", type=int, default=1)
    told = parser.parse_args()
    measured = records.current(records.read(told.folders).records)
    jobs = [each.times["cpu"] for each in sorted(measured, key=lambda each: each.order)]
    alone = sum(jobs)
    print(f"{len(jobs)} jobs, {alone:.0f} CPU s, the longest {max(jobs):.1f} s")
    print("| nodes | seconds | times faster | of the nodes' time used |\n|---:|---:|---:|---:|")
    whole = [told.start + each for each in chunked(jobs, told.chunk)]
    for nodes in map(int, told.nodes.split(",")):
        took = makespan(whole, nodes)
        print(f"| {nodes} | {took:.0f} | {alone / took:.2g} | {100 * alone / took / nodes:.0f} % |")


if __name__ == "__main__":
    main()
