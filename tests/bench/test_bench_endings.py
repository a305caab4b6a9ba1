"""However a job ends, it ends in its class, within its limits, and leaves nothing behind."""

from __future__ import annotations

import os
import signal

import pytest
from projects import few, needs_proc
from sweeping import EXAMPLE, bench, jobs_in, lines, processes_in, runs, start, wait

SCRIPT = "#script (python)\n{}\n#end.\n"
NAME = "ravensburger/example-4x4.lp"
BOMB = "{ p(X,Y,Z) : X = 1..400, Y = 1..400, Z = 1..400 }.\n"
ENDINGS = {
    "grounding": ("p :- X = 1..100000, Y = 1..100000, X * Y == -1.", "time-out"),
    "solving": (
        "{ in(P,1..14) } = 1 :- P = 1..15.\n:- in(P,H), in(Q,H), P < Q.",
        "time-out",
    ),
    "segfault": (SCRIPT.format("import ctypes; ctypes.string_at(0)"), "crash"),
    "abort": (SCRIPT.format("import os; os.abort()"), "crash"),
    "leaves": (SCRIPT.format("import os; os._exit(0)"), "crash"),
    "invalid": (":- push(_,_,_). push(1,w,1). push(3,n,2).", "invalid"),
    "deaf": (
        SCRIPT.format(
            "import signal, time\n"
            "signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 65))\n"
            "import ctypes; ctypes.PyDLL(None).sleep(60)"
        ),
        "time-out",
    ),
    "busy": (SCRIPT.format("import ctypes; ctypes.PyDLL(None).pause()"), "time-out"),
}
ENDLESS = ("grounding", "solving", "deaf", "busy")
SWEEP = """
time_limit = {limit}
memory_limit = 1000
tasks = ["plan"]

[[instances]]
family = "ravensburger"
files = ["{example}"{others}]
"""


@pytest.fixture(scope="module")
def endings(tmp_path_factory):
    """A sweep of what ends by itself, and one with a limit that ends what does not."""
    folder = tmp_path_factory.mktemp("endings")
    text = SWEEP.format(example=EXAMPLE, limit=300, others=', "missing.lp", "broken.lp"')
    limited = SWEEP.format(example=EXAMPLE, limit=0.3, others="")
    for name, (program, _) in ENDINGS.items():
        (folder / f"{name}.lp").write_text(program + "\n")
        key, value = ("with", f'["{name}.lp"]')
        if name == "invalid":
            (folder / "invalid.lp").write_text("push(1,w,1). push(3,n,2). #show push/3.\n")
            key, value = "encoding", '"invalid.lp"'
        variant = f'[[variants]]\nname = "{name}"\nscripts = true\n{key} = {value}\n'
        if name in ENDLESS:
            limited += variant
        else:
            text += variant
    text += '[[variants]]\nname = "good"\n'
    (folder / "sweep.toml").write_text(text)
    (folder / "limited.toml").write_text(limited)
    (folder / "broken.lp").write_text("field(1,1).\nfield(1,\n")
    done = bench("run", "sweep.toml", "-o", "out", "-j", "2", cwd=folder)
    bench("run", "limited.toml", "-o", "limited", "-j", "2", cwd=folder)
    return folder, done, runs(folder / "out") + runs(folder / "limited")


@pytest.mark.parametrize("name", list(ENDINGS))
def test_each_ending_has_its_class(endings, name):
    records = endings[2]
    (record,) = [r for r in records if r["variant"] == name and r["instance"] == NAME]
    assert record["status"] == ENDINGS[name][1], record["reason"]
    assert record["times"]["wall"] < 50  # it would be 60 if it had ended by itself
    assert record["memory"] < 400


def test_a_grounding_bomb_runs_out_of_memory(tmp_path):
    (tmp_path / "bomb.lp").write_text(BOMB)
    bench(
        "run", "--instances", EXAMPLE, "--family", "ravensburger", "--with", "bomb.lp",
        "--memory-limit", "200", "-o", "out", cwd=tmp_path,
    )  # fmt: skip
    (record,) = runs(tmp_path / "out")
    assert record["status"] == "memory-out", record["reason"]
    assert record["memory"] < 250


def test_a_memory_limit_below_what_python_has_is_told_at_once(tmp_path):
    """There is no room for a thread then; one that had started would never say so."""
    bench(
        "run", "--instances", EXAMPLE, "--family", "ravensburger", "--task", "plan",
        "--memory-limit", "60", "--time-limit", "300", "-o", "out", cwd=tmp_path,
    )  # fmt: skip
    (record,) = runs(tmp_path / "out")
    assert record["status"] == "memory-out", record["reason"]
    assert record["times"]["wall"] < 100


def test_signals_are_told(endings):
    told = {r["variant"]: r["signal"] for r in endings[2] if r["instance"] == NAME}
    assert told["segfault"] == "SIGSEGV"
    assert told["abort"] == "SIGABRT"


def test_what_cannot_be_read_is_an_error_of_that_job_alone(endings):
    _, done, records = endings
    assert done.returncode == 4  # an answer was invalid
    assert "Traceback" not in done.stderr
    errors = {r["instance"]: r["reason"] for r in records if r["status"] == "error"}
    assert set(errors) == {"missing.lp", "broken.lp"}
    assert "No such file" in errors["missing.lp"]
    assert errors["broken.lp"].startswith("broken.lp:2:9: expected")
    good = [r for r in records if r["variant"] == "good" and r["status"] == "found"]
    assert (len(good), good[0]["checked"]) == (1, 1)


def test_nothing_is_left_behind(endings):
    assert processes_in(endings[0]) == []


def test_what_a_job_started_ends_with_it(tmp_path):
    (tmp_path / "starts.lp").write_text(
        SCRIPT.format(
            "import subprocess\n"
            "subprocess.Popen(['sleep', '600'])\nsubprocess.Popen(['sleep', '600'], stdout=1)"
        )
    )
    done = bench(
        "run", "--instances", EXAMPLE, "--family", "ravensburger", "--with", "starts.lp",
        "--allow-scripts", "-o", "out", cwd=tmp_path,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert processes_in(tmp_path) == []


@needs_proc
@pytest.mark.parametrize("number", few([signal.SIGINT, signal.SIGTERM, signal.SIGHUP], 1))
def test_a_signal_ends_all_at_once_and_leaves_whole_records(tmp_path, number):
    (tmp_path / "hard.lp").write_text(ENDINGS["solving"][0] + "\n")
    arguments = [
        "run", "--instances", EXAMPLE, "--family", "ravensburger", "--with", "hard.lp",
        "--repetitions", "3", "-j", "2", "-o", "out",
    ]  # fmt: skip
    process = start(*arguments, cwd=tmp_path)
    wait(
        lambda: len(jobs_in(tmp_path)) == 2 and len(processes_in(tmp_path)) == 4
    )  # its watchdog too
    os.kill(process.pid, number)
    _, err = process.communicate(timeout=100)
    assert process.returncode == 128 + number
    assert "the next run has 3 jobs left" in err
    assert lines(tmp_path / "out") == []
    assert processes_in(tmp_path) == []


@needs_proc
def test_a_job_killed_from_outside_is_lost_and_run_again(tmp_path):
    waiting = "import os, time\nwhile not os.path.exists('go'): time.sleep(0.05)"
    (tmp_path / "slow.lp").write_text(SCRIPT.format(waiting))
    arguments = [
        "run", "--instances", EXAMPLE, "--family", "ravensburger", "--with", "slow.lp",
        "--allow-scripts", "-o", "out",
    ]  # fmt: skip
    process = start(*arguments, cwd=tmp_path)
    (victim,) = wait(lambda: jobs_in(tmp_path))
    os.kill(victim, signal.SIGKILL)
    _, err = process.communicate(timeout=100)
    (tmp_path / "go").touch()
    assert (process.returncode, lines(tmp_path / "out")) == (3, [])
    assert "killed from outside: 1 job" in err
    assert bench(*arguments, cwd=tmp_path).returncode == 0
    assert [r["status"] for r in runs(tmp_path / "out")] == ["found"]
