"""A sweep that is killed at any moment loses at most the jobs that were running."""

from __future__ import annotations

import os
import random
import signal
import time
from collections import Counter

import pytest
from projects import few, needs_proc
from sweeping import EXAMPLE, bench, jobs_in, processes_in, runs, start, wait


@pytest.mark.parametrize(("rounds", "total"), few([(1, 15), (4, 60), (100, 200)], 1))
def test_killed_at_random_moments_every_job_is_there_once(tmp_path, rounds, total):
    arguments = [
        "run", "--instances", EXAMPLE, "--family", "ravensburger", "--task", "plan",
        "--repetitions", str(total), "-j", "2", "-o", "out",
    ]  # fmt: skip
    rng = random.Random(rounds)
    kept: set[str] = set()
    for _ in range(rounds):
        process = start(*arguments, cwd=tmp_path)
        time.sleep(rng.uniform(0.1, 0.8))
        process.kill()
        process.communicate()
        wait(lambda: processes_in(tmp_path) == [])
        results = tmp_path / "out/results.jsonl"
        now = results.read_bytes().split(b"\n")[:-1] if results.exists() else []
        assert kept <= set(now)  # what was written stays
        kept = set(now)
    done = bench(*arguments, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    keys = Counter(record["key"] for record in runs(tmp_path / "out"))
    assert len(keys) == total
    assert set(keys.values()) == {1}
    again = bench(*arguments, cwd=tmp_path)
    assert again.stdout.startswith(f"{total} jobs, 0 of them now")


@needs_proc
def test_a_sweep_goes_on_without_its_watchdog(tmp_path):
    arguments = [
        "run", "--instances", EXAMPLE, "--family", "ravensburger", "--repetitions", "5",
        "-j", "1", "--with", "waits.lp", "--allow-scripts", "-o", "out",
    ]  # fmt: skip
    waiting = "import os, time\nwhile not os.path.exists('go'): time.sleep(0.05)"
    (tmp_path / "waits.lp").write_text(f"#script (python)\n{waiting}\n#end.\n")
    process = start(*arguments, cwd=tmp_path)

    def watchdogs():
        """It leads a session; the sweep does so too, as `start` has it."""
        return [p for p in processes_in(tmp_path) if p != process.pid and os.getsid(p) == p]

    wait(lambda: jobs_in(tmp_path))
    (watchdog,) = wait(watchdogs)
    os.kill(watchdog, signal.SIGKILL)
    (tmp_path / "go").touch()
    _, err = process.communicate(timeout=100)
    assert process.returncode == 0, err
    records = runs(tmp_path / "out")
    assert Counter(r["status"] for r in records) == {"found": 5}, [
        r["reason"] for r in records if r["status"] != "found"
    ]
    assert processes_in(tmp_path) == []


@needs_proc
def test_no_job_outlives_sweep_and_watchdog(tmp_path):
    (tmp_path / "hard.lp").write_text(
        "{ in(P,1..14) } = 1 :- P = 1..15.\n:- in(P,H), in(Q,H), P < Q.\n"
    )
    process = start(
        "run", "--instances", EXAMPLE, "--family", "ravensburger", "--with", "hard.lp",
        "--repetitions", "2", "-j", "2", "-o", "out", cwd=tmp_path,
    )  # fmt: skip
    wait(lambda: len(jobs_in(tmp_path)) == 2)
    (watchdog,) = (p for p in processes_in(tmp_path) if p != process.pid and os.getsid(p) == p)
    for each in (watchdog, process.pid):
        os.kill(each, signal.SIGKILL)
    process.communicate()
    wait(lambda: processes_in(tmp_path) == [], 2.0)


def test_a_torn_last_line_is_cut_off_and_its_job_run_again(tmp_path):
    arguments = [
        "run", "--instances", EXAMPLE, "--family", "ravensburger", "--repetitions", "3",
        "-j", "1", "-o", "out",
    ]  # fmt: skip
    bench(*arguments, cwd=tmp_path)
    results = tmp_path / "out/results.jsonl"
    whole = results.read_bytes()
    for missing in (1, 2, 50, whole.rindex(b"\n", 0, -1) + 1 - len(whole) + 700):
        results.write_bytes(whole[: -abs(missing)])
        done = bench(*arguments, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        assert ("cut off a torn last line" in done.stderr) == (missing != 1)
        assert len({record["key"] for record in runs(tmp_path / "out")}) == 3


@needs_proc
def test_two_sweeps_do_not_write_into_one_file(tmp_path):
    (tmp_path / "hard.lp").write_text(
        "{ in(P,1..14) } = 1 :- P = 1..15.\n:- in(P,H), in(Q,H), P < Q.\n"
    )
    arguments = [
        "run", "--instances", EXAMPLE, "--family", "ravensburger", "--with", "hard.lp", "-o", "out"
    ]  # fmt: skip
    first = start(*arguments, cwd=tmp_path)
    wait(lambda: jobs_in(tmp_path))
    second = bench(*arguments, cwd=tmp_path)
    assert second.returncode == 2
    assert second.stderr == "pylab: out/results.jsonl: another sweep is writing into it\n"
    os.kill(first.pid, signal.SIGINT)
    first.communicate(timeout=100)
    assert processes_in(tmp_path) == []


def test_a_full_disk_is_told_and_leaves_no_process(tmp_path):
    (tmp_path / "out").mkdir()
    (tmp_path / "out/results.jsonl").symlink_to("/dev/full")
    done = bench(
        "run", "--instances", EXAMPLE, "--family", "ravensburger", "-o", "out", cwd=tmp_path
    )
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert processes_in(tmp_path) == []
