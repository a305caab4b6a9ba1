"""The layer over Slurm's commands, against stand-ins for them; a real one is in tests/slurm."""

from __future__ import annotations

import json
import os
import stat
import textwrap
import time

import pytest
from sweeping import EXAMPLE, bench

from pylab.bench import records, slurm
from pylab.bench.slurm import Submission

# a queue of one file an element; sbatch puts them in, the elements are run by `advance`
FAKES = {
    "sbatch": """
        import pathlib, re, shutil
        text = pathlib.Path(sys.argv[-1]).read_text()
        name = re.search(r"--job-name=(\\S+)", text)[1]
        last = int(re.search(r"--array=0-(\\d+)", text)[1])
        for index in range(last + 1):
            (queue / f"{name}|{index}|PENDING").write_text(text)
        print(len(list(queue.iterdir())))
        """,
    "squeue": """
        names = [w for w in sys.argv if w.startswith("--name=")][0][7:].split(",")
        for entry in sorted(queue.iterdir()):
            if entry.name.split("|")[0] in names:
                print(entry.name)
        """,
    "scancel": """
        name = [w for w in sys.argv if w.startswith("--name=")][0][7:]
        for entry in queue.iterdir():
            if entry.name.startswith(name + "|"):
                entry.unlink()
        """,
}
HEAD = "#!{python}\nimport pathlib, sys\nqueue = pathlib.Path('{queue}')\n"


@pytest.fixture
def cluster(tmp_path):
    """An environment with the stand-ins first in PATH; and the queue."""
    import sys

    queue, tools = tmp_path / "queue", tmp_path / "tools"
    queue.mkdir()
    tools.mkdir()

    def fake(name, body):
        path = tools / name
        head = HEAD.format(python=sys.executable, queue=queue)
        path.write_text(head + textwrap.dedent(body))
        path.chmod(path.stat().st_mode | stat.S_IXUSR)

    for name, body in FAKES.items():
        fake(name, body)
    return {"PATH": f"{tools}{os.pathsep}{os.environ['PATH']}"}, queue, fake


def run(tmp_path, environment, *arguments):
    given = [
        "run", "--instances", EXAMPLE, "--family", "ravensburger", "-o", "out",
        "--executor", "slurm", "--repetitions", "4", "--chunk", "2", "--detach", *arguments,
    ]  # fmt: skip
    return bench(*given, cwd=tmp_path, env=environment)


def advance(tmp_path, queue):
    """Let one element run, and leave the queue."""
    entry = sorted(queue.iterdir())[0]
    name, index, _ = entry.name.split("|")
    done = bench("work", f"out/slurm/{name}.json", index, cwd=tmp_path)
    entry.unlink()
    return done


def test_each_job_is_submitted_once_and_what_is_lost_once_more(tmp_path, cluster):
    environment, queue, _ = cluster
    first = run(tmp_path, environment)
    assert (first.returncode, first.stdout) == (0, ""), first.stderr
    assert len(list(queue.iterdir())) == 2
    assert "nothing to submit; in the queue: 4 jobs" in run(tmp_path, environment).stderr
    assert advance(tmp_path, queue).returncode == 0
    assert "nothing to submit; in the queue: 2 jobs" in run(tmp_path, environment).stderr
    for entry in queue.iterdir():  # gone without a trace
        entry.unlink()
    again = run(tmp_path, environment)
    assert "neither in the queue nor recorded: 2 jobs" in again.stderr
    assert len(list(queue.iterdir())) == 1
    advance(tmp_path, queue)
    last = run(tmp_path, environment)
    assert "nothing to submit; in the queue: 0 jobs" in last.stderr
    found = records.read([tmp_path / "out"])
    assert (len(found.records), found.duplicates) == (4, 0)
    assert len({s.name for s in slurm.submissions(tmp_path / "out")}) == 2


def test_an_element_that_is_started_again_goes_on(tmp_path, cluster):
    environment, queue, _ = cluster
    run(tmp_path, environment)
    name = sorted(queue.iterdir())[0].name.split("|")[0]
    shard = tmp_path / f"out/shards/{name}-0.jsonl"
    bench("work", f"out/slurm/{name}.json", "0", cwd=tmp_path)
    whole = shard.read_bytes().splitlines(keepends=True)
    shard.write_bytes(whole[0] + whole[1][:-20])
    assert bench("work", f"out/slurm/{name}.json", "0", cwd=tmp_path).returncode == 0
    lines = [json.loads(line) for line in shard.read_bytes().splitlines()]
    assert (len(lines), len({line["run"]["key"] for line in lines})) == (2, 2)


def test_a_proof_goes_on_from_array_to_array(tmp_path, cluster):
    environment, queue, _ = cluster
    environment = {**environment, "PYLAB_NATIVE": "0"}
    arguments = [
        "prove", EXAMPLE, "--family", "ravensburger", "--bound", "2", "-o", "out", "--parts", "4",
        "--executor", "slurm", "--chunk", "1", "--detach",
    ]  # fmt: skip
    first = bench(*arguments, cwd=tmp_path, env=environment)
    assert (first.returncode, first.stdout) == (0, ""), first.stderr
    elements = len(list(queue.iterdir()))
    assert advance(tmp_path, queue).returncode == 0
    for entry in queue.iterdir():  # gone without a trace
        entry.unlink()
    again = bench(*arguments, cwd=tmp_path, env=environment)
    assert (again.returncode, len(list(queue.iterdir()))) == (0, elements - 1)
    while list(queue.iterdir()):
        assert advance(tmp_path, queue).returncode == 0
    last = bench(*arguments, cwd=tmp_path, env=environment)
    assert (last.returncode, "valid: no plan has fewer than 2" in last.stdout) == (0, True)


def test_cancel_asks_for_what_was_submitted_here(tmp_path, cluster):
    environment, queue, _ = cluster
    run(tmp_path, environment)
    (queue / "somebody-elses|0|RUNNING").write_text("")
    done = bench("cancel", "out", cwd=tmp_path, env=environment)
    assert done.stdout == "cancelled 4 jobs; the next run submits again\n"
    assert [entry.name for entry in queue.iterdir()] == ["somebody-elses|0|RUNNING"]
    done = bench("cancel", "out", cwd=tmp_path, env=environment)
    assert (done.returncode, done.stdout) == (0, "nothing is in the queue\n")
    assert bench("cancel", "nowhere", cwd=tmp_path, env=environment).returncode == 2


@pytest.mark.parametrize(
    ("name", "body", "told"),
    [
        ("sbatch", "sys.exit('sbatch: error: invalid partition')", "invalid partition"),
        ("sbatch", "sys.exit(3)", "sbatch: exit 3"),
        ("squeue", "sys.exit('slurm_load_jobs error: down')", "squeue: slurm_load_jobs error"),
    ],
)
def test_what_slurm_says_is_told_in_a_line(tmp_path, cluster, name, body, told):
    environment, _, fake = cluster
    if name == "squeue":
        run(tmp_path, environment)
    fake(name, body)
    done = run(tmp_path, environment)
    assert (done.returncode, "Traceback" in done.stderr) == (2, False)
    assert told in done.stderr


def test_an_answer_that_was_lost_does_no_harm(tmp_path, cluster):
    """sbatch has queued the array, and failed to say so."""
    environment, queue, fake = cluster
    fake("sbatch", FAKES["sbatch"] + "sys.exit('sbatch: error: timed out')\n")
    assert run(tmp_path, environment).returncode == 2
    assert len(list(queue.iterdir())) == 2
    again = run(tmp_path, environment)
    assert (again.returncode, "in the queue: 4 jobs" in again.stderr) == (0, True)
    assert len(list(queue.iterdir())) == 2


def test_the_command_that_cancels_is_quoted(tmp_path, monkeypatch, capsys):
    from pylab.bench.sweep import Sweep
    from pylab.cli.bench import slurm as front
    from pylab.cli.bench.options import Work

    def interrupted(_work):
        raise KeyboardInterrupt

    monkeypatch.setattr(front, "_submit", lambda *_: 1)
    monkeypatch.setattr(front, "_watch", interrupted)
    work = Work(Sweep("s", ()), tmp_path / "my sweep", (), (), (), ())
    assert front.run_on_slurm(work, None, (), False) == 130
    assert f"pylab bench cancel '{tmp_path}/my sweep' ends them" in capsys.readouterr().err


def test_each_call_has_a_time_limit(tmp_path, cluster, monkeypatch):
    environment, _, fake = cluster
    fake("squeue", "import time; time.sleep(600)")
    monkeypatch.setenv("PATH", environment["PATH"])
    monkeypatch.setattr(slurm, "CALL_SECONDS", 0.3)
    began = time.monotonic()
    with pytest.raises(slurm.SlurmError, match="did not answer within"):
        slurm.queued([Submission("pylab-1", (("k",),))])
    assert time.monotonic() - began < 300


def test_without_slurm_it_says_so(tmp_path):
    tools = tmp_path / "empty"
    tools.mkdir()
    done = run(tmp_path, {"PATH": str(tools)})
    assert (done.returncode, "there is no sbatch here" in done.stderr) == (2, True)


def test_more_chunks_than_an_array_takes(tmp_path, monkeypatch):
    monkeypatch.setattr(slurm, "LARGEST_ARRAY", 3)
    from pylab.bench.jobs import expand
    from pylab.bench.sweep import Puzzles, Sweep, SweepVariant
    from pylab.core.question import Limits, Means

    variant = SweepVariant("v", means=Means(clingo_options=("--parallel-mode=4",)))
    sweep = Sweep(
        "s", (Puzzles("ravensburger", (str(EXAMPLE),)),), (variant,), repetitions=20,
        limits=Limits(10.0, 1000),
    )  # fmt: skip
    jobs = expand(sweep, tmp_path, tmp_path)
    made = slurm.arrays(jobs, tmp_path, 2, ["--partition=long"])
    assert [len(array.chunks) for array in made] == [3, 3, 3, 1]
    assert sorted(j.key for a in made for c in a.chunks for j in c) == sorted(j.key for j in jobs)
    assert len({array.name for array in made}) == 4
    assert made == slurm.arrays(jobs, tmp_path, 2, ["--partition=long"])
    text = made[0].text()
    for directive in ("--time=2", "--mem=1500M", "--cpus-per-task=4", "--partition=long"):
        assert f"#SBATCH {directive}\n" in text  # 2 jobs of 10 s, each a little more, and a minute


@pytest.mark.parametrize("text", ["", "{}", "[[{}]]", "[]", "[[]", "null"])
def test_a_manifest_that_is_none(tmp_path, text):
    (tmp_path / "m.json").write_text(text)
    done = bench("work", "m.json", "0", cwd=tmp_path)
    assert (done.returncode, "Traceback" in done.stderr) == (2, False)
    assert "expected chunks of jobs" in done.stderr
