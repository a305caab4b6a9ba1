"""Results of the version before: their lines are read. A sweep that it began is run again."""

from __future__ import annotations

import json

import pytest

from pylab.bench import records


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
