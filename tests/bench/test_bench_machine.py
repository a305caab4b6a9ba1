"""Trouble of the machine is no result of a job; a crash is none of memory."""

from __future__ import annotations

import errno
import os

import pytest
from sweeping import EXAMPLE, bench, runs

from pylab.bench import child, records
from pylab.bench.jobs import Instance, Job
from pylab.bench.sweep import Limits, SweepVariant


def job(tmp_path, **limits):
    instance = Instance("x", "ravensburger", tmp_path / "x.lp", "0" * 64, 1)
    return Job("k" * 64, 0, 0, instance, "plan", SweepVariant("v"), 0, Limits(**limits), "s")


@pytest.mark.parametrize(
    ("number", "megabytes", "status"),
    [
        (errno.EMFILE, 1000, "machine"),
        (errno.ENFILE, None, "machine"),
        (errno.EAGAIN, 1000, "machine"),
        (errno.ENOSPC, 1000, "machine"),
        (errno.ENOMEM, 1000, "memory-out"),
        (errno.ENOMEM, None, "machine"),
        (errno.ENOENT, 1000, "error"),
    ],
)
def test_what_is_trouble_of_the_machine(tmp_path, number, megabytes, status):
    told = {"status": "error", "reason": f"x.lp: {os.strerror(number)}"}
    found = child._by_machine(told, job(tmp_path, megabytes=megabytes))
    assert found["status"] == status
    assert os.strerror(number) in found["reason"]


def test_an_answer_is_none_of_the_machine_whatever_it_says(tmp_path):
    told = {"status": "found", "reason": os.strerror(errno.EMFILE)}
    assert child._by_machine(told, job(tmp_path)) == told


def test_it_is_recorded_as_such_and_tried_again(tmp_path):
    """No file can be opened in the job, once."""
    (tmp_path / "sitecustomize.py").write_text(
        "import pylab.bench.pool as pool\n"
        "do = pool.do\n"
        "def without(job):\n"
        "    import resource\n"
        "    resource.setrlimit(resource.RLIMIT_NOFILE, (0, 4096))\n"
        "    return do(job)\n"
        "pool.do = without\n"
    )
    words = ["run", "--instances", EXAMPLE, "--family", "ravensburger", "-o", "out", "-j", "1"]
    path = f"{tmp_path}:{os.environ.get('PYTHONPATH', '')}"
    done = bench(*words, cwd=tmp_path, env={"PYTHONPATH": path})
    assert done.returncode == 3, done.stderr
    assert "trouble of the machine: 1 job failed; the next run tries" in done.stderr
    (record,) = runs(tmp_path / "out")
    assert record["status"] == "machine"
    assert os.strerror(errno.EMFILE) in record["reason"]
    done = bench(*words, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert [each["status"] for each in runs(tmp_path / "out")] == ["machine", "found"]
    (kept,) = records.read([tmp_path / "out"]).records
    assert kept.status == "found"
    assert "0 of them now" in bench(*words, cwd=tmp_path).stdout


@pytest.mark.slow  # jobs of every other kind crash every time
def test_a_crash_of_a_job_that_had_grown_is_a_crash(tmp_path):
    (tmp_path / "grown.lp").write_text(
        "#script (python)\nimport ctypes\nx = b'x' * (740 * 1024**2)\nctypes.string_at(0)\n#end.\n"
    )
    bench(
        "run", "--instances", EXAMPLE, "--family", "ravensburger", "--with", "grown.lp",
        "--allow-scripts", "--memory-limit", "1000", "-o", "out", cwd=tmp_path,
    )  # fmt: skip
    (record,) = runs(tmp_path / "out")
    assert (record["status"], record["signal"]) == ("crash", "SIGSEGV")


@pytest.mark.parametrize("torn", [b"[" * 100_000, b'{"a":' * 100_000, b"\xff\xfe", b'{"key":'])
def test_a_torn_record_is_cut_off_whatever_it_is(tmp_path, torn):
    file = tmp_path / "results.jsonl"
    file.write_bytes(torn)
    results = records.Results(file)
    results.close()
    assert (results.repaired, file.read_bytes()) == (len(torn), b"")
    file.write_bytes(torn + b"\n")
    assert records.read([file]).records == ()


def test_a_pipe_is_no_instance_of_a_sweep(tmp_path):
    os.mkfifo(tmp_path / "x.lp")
    words = ["--instances", "x.lp", "--family", "ravensburger", "-o", "out"]
    done = bench("run", *words, cwd=tmp_path, timeout=60)
    assert done.returncode == 2
    assert "x.lp: expected a regular file, found a pipe or a device" in done.stderr
