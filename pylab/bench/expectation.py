"""Which jobs are likely to take long, so that they are begun first; a guess that changes no result.

A job's expected time is what the same question took the same variant before; else what it took
any variant; else it grows with the size of the instance.
"""

from __future__ import annotations

import statistics
from collections import defaultdict
from collections.abc import Iterable, Sequence

from pylab.bench.jobs import Job
from pylab.bench.records import Record


def longest_first(jobs: Iterable[Job], history: Iterable[Record]) -> list[Job]:
    """The jobs, the longest expected first; among equals in the sweep's order."""
    expected = Expectation(history)
    return sorted(jobs, key=lambda job: (-expected.seconds(job), job.order))


class Expectation:
    """Guesses from records of earlier runs."""

    def __init__(self, history: Iterable[Record]) -> None:
        exact: defaultdict[tuple[str, str, str], list[float]] = defaultdict(list)
        question: defaultdict[tuple[str, str], list[float]] = defaultdict(list)
        everything: list[float] = []
        for record in history:
            wall = record.times.get("wall", 0.0)
            exact[record.digest, record.task, record.variant].append(wall)
            question[record.digest, record.task].append(wall)
            everything.append(wall)
        self._exact = {key: statistics.median(times) for key, times in exact.items()}
        self._question = {key: max(times) for key, times in question.items()}
        self._usual = statistics.median(everything) if everything else 0.0

    def seconds(self, job: Job) -> float:
        """The guess: unknown instances count as usual ones, and a little more the larger."""
        digest, task = job.instance.digest, job.task
        known = self._exact.get((digest, task, job.variant.name))
        if known is None:
            known = self._question.get((digest, task))
        return self._usual + job.instance.size * 1e-6 if known is None else known


def total_seconds(jobs: Sequence[Job], history: Iterable[Record]) -> float:
    """The guesses for all jobs together."""
    expected = Expectation(history)
    return sum(map(expected.seconds, jobs))
