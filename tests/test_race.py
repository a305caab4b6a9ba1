"""What benchmarks/race.py prints and draws, on puzzles that are numbers."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType
from typing import Any
from xml.etree import ElementTree

import pytest

BENCHMARKS = Path(__file__).resolve().parents[1] / "benchmarks"


@pytest.fixture(scope="module")
def race() -> ModuleType:
    sys.path.insert(0, str(BENCHMARKS))
    try:
        import race
    finally:
        sys.path.remove(str(BENCHMARKS))
    return race


def a_race(race: ModuleType, **engines: Any) -> Any:
    return race.Race("sums", "sums of numbers", "n", (10, 20, 40), lambda n: n, engines)


def gauss(n: int) -> int:
    return n * (n + 1) // 2


def tired(n: int) -> int:
    if n > 10:
        raise MemoryError
    return gauss(n)


def test_engines_run_side_by_side_until_they_miss(race, capsys):
    by_one = race.run(
        a_race(race, gauss=gauss, tired=tired, absent=None), (10, 20, 40), 2, 20, 4000
    )
    assert list(by_one.runs) == ["gauss", "tired"]
    assert list(by_one.runs["gauss"]) == [10, 20, 40]
    assert list(by_one.runs["tired"]) == [10, 20]
    assert by_one.runs["tired"][20].missed == "> 4,000 MB"
    assert "> 4,000 MB" in capsys.readouterr().out
    rows = by_one.table().splitlines()
    assert rows[0].startswith("| engine | n | CPU s")
    assert rows[2].startswith("| gauss | 40 |")
    assert rows[3].startswith("| tired | 10 |")
    assert rows[3].endswith("| 20: > 4,000 MB |")


def test_the_curves_are_a_picture_that_follows_its_reader(race):
    times = race.Times(
        a_race(race), {"one": {10: race.Run(0.1, 20), 20: race.Run(0.4, 20), 40: race.Run(1, 20)}}
    )
    drawn = times.curves()
    assert times.growth("one", 20) == pytest.approx(4)
    root = ElementTree.fromstring(drawn)
    lines = [each for each in root if each.tag.endswith("polyline")]
    assert len(lines) == 1
    assert len(lines[0].attrib["points"].split()) == 3
    assert "prefers-color-scheme:dark" in drawn


def test_engines_that_disagree_end_it(race):
    with pytest.raises(SystemExit, match="DISAGREE"):
        race.run(a_race(race, gauss=gauss, other=lambda n: n), (10,), 1, 20, 4000)


def test_what_fails_ends_it(race):
    def broken(n: int) -> int:
        if n > 10:
            raise ValueError("no such sum")
        return gauss(n)

    with pytest.raises(SystemExit, match="no such sum"):
        race.run(a_race(race, gauss=gauss, broken=broken), (20,), 1, 20, 4000)
