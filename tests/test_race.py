"""What benchmarks/race.py measures, on puzzles that are numbers: a wrong table would mislead."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).resolve().parents[1] / "benchmarks"))
import race

sys.path.pop()


def raced(*sizes, **engines):
    made = race.Race("sums", "sums of numbers", "n", (10, 20, 40), lambda n: n, engines)
    return race.run(made, sizes, 2, 20, 4000)


def gauss(n):
    return n * (n + 1) // 2


def tired(n):
    if n > 10:
        raise MemoryError
    return gauss(n)


def test_engines_run_side_by_side_until_they_miss():
    times = raced(10, 20, 40, gauss=gauss, tired=tired, absent=None)
    assert {name: list(runs) for name, runs in times.runs.items()} == {
        "gauss": [10, 20, 40], "tired": [10, 20],
    }  # fmt: skip
    rows = times.table().splitlines()
    assert rows[2].startswith("| gauss | 40 |")
    assert rows[3].startswith("| tired | 10 |")
    assert rows[3].endswith("| 20: > 4,000 MB |")
    assert "<polyline" in times.curves()


def test_a_miss_names_its_limit():
    def slow(_):
        while True:
            pass

    assert race.measured(slow, None, 1, 4000).missed == "> 1 s"
    assert race.measured(tired, 20, 20, 4000).missed == "> 4,000 MB"


def test_engines_that_disagree_or_fail_end_it():
    with pytest.raises(SystemExit, match="DISAGREE"):
        raced(10, gauss=gauss, other=lambda n: n)
    with pytest.raises(SystemExit, match="ZeroDivisionError"):
        raced(10, gauss=gauss, broken=lambda n: n // 0)
