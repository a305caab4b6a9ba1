"""Both engines in one job: they answer as either, within the job's limits, and leave nothing."""

from __future__ import annotations

import os
import signal

import pytest
from projects import few, needs_proc
from sweeping import EXAMPLE, bench, jobs_in, lines, processes_in, start, wait

from pylab.base.errors import Disagreement
from pylab.bench import slurm, work
from pylab.bench.jobs import expand
from pylab.bench.sweep import Puzzles, Sweep, SweepVariant
from pylab.core.question import Limits, Means
from pylab.engines.both import Both


def job(tmp_path, engine="both", **limits):
    sweep = Sweep(
        "s", (Puzzles("ravensburger", (str(EXAMPLE),)),),
        (SweepVariant("v", means=Means(engine=engine)),), ("shortest",), limits=Limits(**limits),
    )  # fmt: skip
    (made,) = expand(sweep, tmp_path, tmp_path)
    return made


@pytest.mark.parametrize("boards", few(["ravensburger/*x?.lp", "ravensburger/*4*.lp"], 1))
def test_both_answer_as_either(tmp_path, boards):
    done = bench(
        "run", "--instances", boards, "--instances", "ravensburger/un*.lp",
        "--instances", "alice/example.alice", "--task", "shortest", "--engine", "clingo",
        "--engine", "native", "--engine", "both", "-o", "out", cwd=tmp_path,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    answers = {}
    for record in lines(tmp_path / "out"):
        asked, ran = record["question"], record["run"]
        told = (ran["status"], record["cost"], ran["checked"])
        answers.setdefault(asked["instance"]["name"], set()).add(told)
        assert asked["means"]["engine"] == ran["variant"]
        one = {"clingo", "native", "clingo and native"}
        assert record["engine"] in (one if ran["variant"] == "both" else {ran["variant"]})
    assert len(answers) >= 4
    assert all(len(told) == 1 for told in answers.values()), answers
    assert processes_in(tmp_path) == []


def slow(tmp_path, *more):
    """A sweep's arguments whose one job takes both engines long."""
    text = """
time_limit = 60
tasks = ["longest"]
[[instances]]
family = "theseus"
generate = { width = 12, height = 12 }
seeds = [1]
[[variants]]
name = "both"
engine = "both"
"""
    (tmp_path / "slow.toml").write_text(text)
    return ["run", "slow.toml", "-o", "out", *more]


def test_the_time_limit_ends_both(tmp_path):
    done = bench(*slow(tmp_path, "--time-limit", "0.3"), cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    (record,) = lines(tmp_path / "out")
    assert record["run"]["status"] == "time-out"
    assert record["run"]["times"]["wall"] < 50
    assert processes_in(tmp_path) == []


@needs_proc
@pytest.mark.parametrize("number", few([signal.SIGKILL, signal.SIGINT], 1))
def test_a_sweep_that_is_ended_ends_both(tmp_path, number):
    process = start(*slow(tmp_path), cwd=tmp_path)
    # the sweep, its watchdog, the job, and an engine each
    wait(lambda: len(jobs_in(tmp_path)) == 1 and len(processes_in(tmp_path)) == 5)
    os.kill(process.pid, number)
    process.communicate(timeout=100)
    wait(lambda: processes_in(tmp_path) == [])
    assert lines(tmp_path / "out") == []


def test_engines_that_contradict_each_other_are_told_as_an_invalid_answer(tmp_path, monkeypatch):
    def differ(*_):
        raise Disagreement("clingo says that there is none, and native has one", {})

    monkeypatch.setattr(Both, "ask", differ)
    told = work.do(job(tmp_path))
    assert told["status"] == "invalid"
    assert told["reason"] == "clingo says that there is none, and native has one"


def test_a_cluster_is_asked_for_room_for_both(tmp_path):
    limits = {"seconds": 10.0, "megabytes": 1000}
    (one,) = slurm.arrays([job(tmp_path, "native", **limits)], tmp_path, 1, [])
    (two,) = slurm.arrays([job(tmp_path, "both", **limits)], tmp_path, 1, [])
    assert "--cpus-per-task=1\n" in one.text()
    assert "--mem=1500M\n" in one.text()
    assert "--cpus-per-task=2\n" in two.text()
    assert "--mem=2500M\n" in two.text()
