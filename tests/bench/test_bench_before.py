"""Results of the version before: their lines are read, and a sweep that it began goes on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from sweeping import EXAMPLE, bench, lines

from pylab.bench import records
from pylab.bench.jobs import expand
from pylab.bench.sweepfile import read_sweep
from pylab.source import Source

SWEEP = f"""
tasks = ["shortest"]
[[instances]]
files = ["{EXAMPLE}"]
[[variants]]
name = "clingo"
engine = "clingo"
[[variants]]
name = "native"
engine = "native"
"""


def before(record, **changed):
    """A record as the version before wrote it, as a line."""
    told = {**json.loads(record.line()), "schema": 1, "pylab": "0.1.0", **changed}
    del told["ended"]
    for old, new in (("nothing_below", "at_least"), ("refuted", "rejected")):
        told[old] = told.pop(new)
    return json.dumps(told)


@pytest.mark.parametrize(
    ("status", "ended"),
    [("optimum", "settled"), ("time-out", "time"), ("memory-out", "memory"), ("none", "settled")],
)
def test_lines_of_schema_1_are_read_under_the_names_of_today(status, ended):
    record = records.Record(
        key="k", sweep="s", order=0, rank=0, family="ravensburger", instance="x", digest="d",
        task="shortest", repetition=0, variant="a", engine="clingo", status=status, at_least=4,
        rejected=2, cost=5, pylab="0.1.0", ended=ended,
    )  # fmt: skip
    line = before(record)
    assert "at_least" not in line
    assert records.parse(line) == record
    assert json.loads(records.parse(line).line())["schema"] == 2


def test_lines_of_other_schemas_are_none():
    for schema in (0, 3, "1", None):
        with pytest.raises(ValueError, match='expected an object with "schema":2'):
            records.parse(json.dumps({"schema": schema}))


def test_a_sweep_that_was_begun_before_goes_on(tmp_path):
    (tmp_path / "s.toml").write_text(SWEEP)
    assert bench("run", "s.toml", "-o", "out", cwd=tmp_path).returncode == 0
    results = tmp_path / "out/results.jsonl"
    jobs = expand(read_sweep(Source("s.toml", SWEEP)), tmp_path, Path())
    first = next(job for job in jobs if job.variant.name == "clingo")
    assert first.old != first.key
    (made,) = (each for each in lines(tmp_path / "out") if each["key"] == first.key)
    old = before(records.parse(json.dumps(made)), key=first.old, cost=77)
    results.write_text(old + "\n")
    done = bench("run", "s.toml", "-o", "out", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    kept, added = lines(tmp_path / "out")
    assert (kept["schema"], kept["cost"], kept["nothing_below"]) == (1, 77, 2)
    assert (added["schema"], added["variant"], added["at_least"]) == (2, "native", 2)
    again = bench("run", "s.toml", "-o", "out", cwd=tmp_path)
    assert (again.returncode, len(lines(tmp_path / "out"))) == (0, 2)
    report = bench("report", "out", cwd=tmp_path)
    assert "different optima" in report.stdout  # 77, of the line of before, and 2
