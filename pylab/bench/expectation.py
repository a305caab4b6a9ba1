"""Which jobs are likely to take long, so that they are begun first; a guess that changes no result.

A job's expected time is what the same question took the same variant before; else what it took
any variant; else it grows with the size of the instance.
"""

from __future__ import annotations

import statistics
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence

from pylab.bench.jobs import Job
from pylab.bench.records import Record


def longest_first(jobs: Iterable[Job], history: Iterable[Record]) -> list[Job]:
    """The jobs, the longest expected first; among equals in the sweep's order."""
    seconds = expectation(history)
    return sorted(jobs, key=lambda job: (-seconds(job), job.order))


def total_seconds(jobs: Sequence[Job], history: Iterable[Record]) -> float:
    """The guesses for all jobs together."""
    return sum(map(expectation(history), jobs))


def expectation(history: Iterable[Record]) -> Callable[[Job], float]:
    """A function that guesses a job's seconds from records of earlier runs.

    Unknown instances count as usual ones, and a little more the larger.
    """
    exact: defaultdict[tuple[str, ...], list[float]] = defaultdict(list)
    walls: list[float] = []
    for record in history:
        asked, wall = record.question, record.times.get("wall", 0.0)
        exact[asked.instance.digest, asked.task, record.variant].append(wall)
        exact[asked.instance.digest, asked.task].append(wall)
        walls.append(wall)
    usual = statistics.median(walls) if walls else 0.0

    def seconds(job: Job) -> float:
        asked = job.instance.digest, job.task
        if (known := exact.get((*asked, job.variant.name))) is not None:
            return statistics.median(known)
        return max(exact.get(asked, [usual + job.instance.size * 1e-6]))

    return seconds
