"""Sweeps on a real Slurm, which is started for these tests on this machine: pytest -m slurm."""

from __future__ import annotations

import gzip
import io
import os
import random
import signal
import subprocess
from collections import Counter
from pathlib import Path

import pytest
from sweeping import EXAMPLE, bench, processes_in, start, wait

from pylab.bench import records
from pylab.families.ravensburger.certificate import certify
from pylab.families.ravensburger.family import FAMILY
from pylab.text.facts import write_facts

CLUSTER = Path(__file__).with_name("cluster.sh")
UNAVAILABLE = 77
HARD = "{ in(P,1..14) } = 1 :- P = 1..15.\n:- in(P,H), in(Q,H), P < Q.\n"
BOMB = "{ p(X,Y,Z) : X = 1..400, Y = 1..400, Z = 1..400 }.\n"
SLEEP = "#script (python)\nimport time; time.sleep(8)\n#end.\n"

pytestmark = pytest.mark.slurm


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    """What clients need in their environment."""
    folder = tmp_path_factory.mktemp("slurm")
    begun = subprocess.run(
        [CLUSTER, "start", folder], capture_output=True, encoding="utf-8", check=False, timeout=60
    )
    if begun.returncode == UNAVAILABLE:
        pytest.skip(begun.stderr.strip())
    assert begun.returncode == 0, begun.stderr
    yield {"SLURM_CONF": begun.stdout.strip()}
    subprocess.run([CLUSTER, "stop", folder], check=True, timeout=60)


@pytest.fixture
def sweep(cluster, tmp_path):
    """Run `bench run --executor slurm` in a folder of its own."""

    def go(*arguments, executor="slurm", begin=bench):
        given = [
            "run", "--instances", EXAMPLE, "--family", "ravensburger", "--memory-limit", "400",
            "-o", "out", "--executor", executor, *arguments,
        ]  # fmt: skip
        return begin(*given, cwd=tmp_path, env=cluster)

    yield go
    bench("cancel", "out", cwd=tmp_path, env=cluster)


def queue(cluster):
    return subprocess.run(
        ["squeue", "--noheader", "--array", "--format=%j %T"],
        env={**os.environ, **cluster}, capture_output=True, encoding="utf-8", check=True,
    ).stdout.splitlines()  # fmt: skip


def found(folder):
    return records.read([folder / "out"])


def test_an_array_gives_each_record_once_and_a_second_run_submits_nothing(sweep, tmp_path):
    done = sweep("--repetitions", "20", "--chunk", "3")
    assert done.returncode == 0, done.stderr
    assert "submitted pylab-" in done.stderr
    result = found(tmp_path)
    assert (len(result.records), result.duplicates, result.broken) == (20, 0, ())
    assert {r.status for r in result.records} == {"found"}
    assert len(list((tmp_path / "out/shards").iterdir())) == 7
    again = sweep("--repetitions", "20", "--chunk", "3")
    assert (again.returncode, "nothing to submit" in again.stderr) == (0, True)
    assert again.stdout.startswith("20 jobs, 0 of them now")
    here = sweep("--repetitions", "20", executor="local")
    assert here.stdout.startswith("20 jobs, 0 of them now")


def test_limits_are_told_by_our_own_limiter(sweep, tmp_path):
    (tmp_path / "hard.lp").write_text(HARD)
    (tmp_path / "bomb.lp").write_text(BOMB)
    done = sweep("--with", "hard.lp", "--time-limit", "2", "--detach")
    assert done.returncode == 0, done.stderr
    done = sweep("--with", "bomb.lp", "--time-limit", "60", "--memory-limit", "250")
    assert done.returncode == 0, done.stderr
    wait(lambda: len(found(tmp_path).records) == 2)
    assert Counter(r.status for r in found(tmp_path).records) == {"time-out": 1, "memory-out": 1}


def test_what_is_in_the_queue_is_not_submitted_again_and_what_was_cancelled_is(
    sweep, cluster, tmp_path
):
    (tmp_path / "sleep.lp").write_text(SLEEP)
    means = ("--with", "sleep.lp", "--allow-scripts", "--repetitions", "4", "--chunk", "1")
    assert sweep(*means, "--detach").returncode == 0
    wait(lambda: any("RUNNING" in line for line in queue(cluster)))
    second = sweep(*means, "--detach")
    assert "nothing to submit; in the queue: 4 jobs" in second.stderr
    ended = bench("cancel", "out", cwd=tmp_path, env=cluster)
    assert ended.stdout == "cancelled 4 jobs; the next run submits again\n"
    wait(lambda: queue(cluster) == [])
    wait(lambda: processes_in(tmp_path) == [])
    again = bench("cancel", "out", cwd=tmp_path, env=cluster)
    assert again.stdout == "nothing is in the queue\n"
    third = sweep(*means)
    assert "neither in the queue nor recorded: 4 jobs" in third.stderr
    assert third.returncode == 0, third.stderr
    assert len(found(tmp_path).records) == 4


def test_a_job_that_is_killed_is_run_again(sweep, cluster, tmp_path):
    (tmp_path / "sleep.lp").write_text(SLEEP)
    means = ("--with", "sleep.lp", "--allow-scripts", "--repetitions", "2", "--chunk", "2")
    process = sweep(*means, begin=start)
    wait(lambda: any("RUNNING" in line for line in queue(cluster)))
    wait(lambda: len(workers(tmp_path)) >= 2)
    for victim in workers(tmp_path):
        os.kill(victim, signal.SIGKILL)
    _, err = process.communicate(timeout=30)
    assert process.returncode == 3, err
    assert "killed from outside: 2 jobs" in err
    assert found(tmp_path).records == ()
    again = sweep(*means)
    assert again.returncode == 0, again.stderr
    assert len(found(tmp_path).records) == 2


def test_a_proof_in_parts_survives_dead_workers(cluster, tmp_path):
    """7 pushes refuted on a board of 7 rows, in Python, so that there is time to kill."""
    board = FAMILY.generate(random.Random(1), size=7, density=0.2, bound=9)
    (tmp_path / "board.lp").write_text(write_facts(FAMILY.facts(board)))
    arguments = [
        "prove", "board.lp", "--family", "ravensburger", "--bound", "7", "-o", "out", "--parts",
        "8", "--chunk", "1", "--executor", "slurm", "--time-limit", "3", "--memory-limit", "400",
    ]  # fmt: skip
    environment = {**cluster, "PYLAB_NATIVE": "0"}
    process = start(*arguments, cwd=tmp_path, env=environment)
    for victim in wait(lambda: workers(tmp_path)):
        os.kill(victim, signal.SIGKILL)
    out, err = process.communicate(timeout=300)
    if process.returncode == 3:  # the dead ones were the last
        done = bench(*arguments, cwd=tmp_path, env=environment)
        out, err = done.stdout, done.stderr
    assert "valid: no plan has fewer than 7 pushes" in out, err
    packed = io.BytesIO()
    certify(board, 7, packed)
    proof = gzip.decompress((tmp_path / "out/proof.gz").read_bytes())
    assert proof == gzip.decompress(packed.getvalue())


def workers(folder):
    """Processes of `bench work` here: the element, its watchdog, its job."""
    return [
        p for p in processes_in(folder) if b"\0work\0" in Path(f"/proc/{p}/cmdline").read_bytes()
    ]


def test_ctrl_c_detaches(sweep, cluster, tmp_path):
    (tmp_path / "sleep.lp").write_text(SLEEP)
    means = ("--with", "sleep.lp", "--allow-scripts", "--repetitions", "2", "--chunk", "1")
    process = sweep(*means, begin=start)
    wait(lambda: any("RUNNING" in line for line in queue(cluster)))
    os.kill(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=5)
    assert (process.returncode, "pylab bench cancel out ends them" in err) == (130, True)
    assert queue(cluster)
    assert sweep(*means).returncode == 0  # takes up what is under way
    result = found(tmp_path)
    assert (len(result.records), result.duplicates) == (2, 0)
