"""Streams closed or full, signals that come twice, options that would change the question."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time

import pytest
from projects import ROOT, call, few, in_shell, run, start, until_searching

from pylab.base.errors import InstanceError
from pylab.text.facts import fact

EXAMPLE = ROOT / "instances/ravensburger/example-4x4.lp"
FEWEST = "variants/fewest.lp"


def shell(line, anew=True, **options):
    """A line of shell in which `pylab` is this project's command; `anew`: started by its name."""
    command = f'"{sys.executable}" -m pylab_asp' if anew else in_shell()
    text = f'pylab() {{ {command} "$@"; }}; EXAMPLE="{EXAMPLE}"; {line}'
    return subprocess.run(
        ["bash", "-c", text], capture_output=True, encoding="utf-8", check=False, **options
    )


def test_a_file_is_utf_8_whatever_the_terminal_has(tmp_path):
    """What is written to a file is read again."""
    (tmp_path / "names.lab").write_text("1 ü→\nü A.1\n", encoding="utf-8")
    lines = "pylab facts names.lab > one.lp && pylab facts one.lp > two.lp"
    done = shell(f"export PYTHONIOENCODING=cp1252; {lines}", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    one, two = ((tmp_path / name).read_text(encoding="utf-8") for name in ("one.lp", "two.lp"))
    assert one == two
    assert '"ü→"' in one


@pytest.mark.parametrize(
    ("line", "code", "told"),
    [
        ('pylab solve "$EXAMPLE" > /dev/full', 2, "pylab: No space left on device\n"),
        ('pylab solve "$EXAMPLE" >&-', 0, ""),
        ("pylab solve --family ravensburger - <&-", 2, "expected facts field/2, found none"),
        ("pylab generate ravensburger --seed 1 --bound 99999999999999999999", 2, "bound from 0"),
        ('PYTHONIOENCODING=latin-1 pylab draw "$EXAMPLE"', 0, ""),
        ("_PYLAB_COMPLETE=bash_source pylab", 0, ""),
        ('pylab solve "$EXAMPLE" --clingo-option=-c --clingo-option=n=5', 2, "use -c NAME=VALUE"),
        ('pylab solve "$EXAMPLE" --clingo-option=--enum-mode=brave', 2, "consequences brave"),
        ('pylab solve "$EXAMPLE" --task all -c length=fewst', 2, "number or fewest for length"),
        ('pylab solve "$EXAMPLE" --task all -c length=99999999999', 2, "32-bit integer"),
        ("pylab solve alice/twins.alice --unfold 3", 2, "alice has nothing to unfold"),
        ("pylab solve ravensburger/unsolvable-3x3.lp --unfold 3", 1, "there is no answer"),
        ("pylab solve dungeon/trap.dungeon --unfold 3", 0, "it adds nothing to this answer"),
        (
            "pylab solve alice/example.alice alice/twins.alice",
            2,
            "alice/twins.alice: alice takes one file, and alice/example.alice is a puzzle already",
        ),
        (
            "pylab solve dungeon/demo.dungeon --task softlock --with resources",
            2,
            "demo.dungeon\npylab: dungeon/variants/resources.lp means nothing to dungeon/",
        ),
        ('pylab solve "$EXAMPLE" --format csv', 2, "ravensburger writes no CSV"),
        ('pylab validate "$EXAMPLE"', 2, "expected WITNESS or --configuration"),
        ('pylab validate "$EXAMPLE" --configuration 1', 2, "has no configurations"),
        ('pylab draw - --family ravensburger --witness - < "$EXAMPLE"', 2, "only one of FILE"),
        ('pylab draw "$EXAMPLE" --witness a --solve', 2, "either --witness or --solve"),
        ('pylab solve "$EXAMPLE" --task none | pylab validate "$EXAMPLE" -', 2, "an empty file"),
    ],
)
def test_one_clear_line_and_no_traceback(line, code, told):
    streams = re.search(r"> /|[<>]&-|^[A-Z_]+=", line)  # or what Python reads at its start
    done = shell(line, anew=bool(streams))
    assert done.returncode == code
    assert told in done.stderr
    assert "Traceback" not in done.stderr
    assert "a bug in" not in done.stderr


def test_names_cannot_steer_the_terminal():
    done = call("solve", "evil\x1b[2J.lp")
    assert (done.returncode, "\x1b" in done.stderr) == (2, False)
    assert "evil\\x1b[2J.lp" in done.stderr


def test_a_bug_says_so(tmp_path):
    (tmp_path / "sitecustomize.py").write_text(
        "import pylab.cli\ndef broken(**_): raise KeyError('x')\npylab.cli.pylab.main = broken\n"
    )
    env = {"PYTHONPATH": f"{tmp_path}:{ROOT}"}
    done = run("families", env=env)
    assert done.returncode == 70
    assert re.match(
        r"pylab: a bug in pylab: KeyError: 'x' \(pylab/cli/__init__.py:\d+\)\n", done.stderr
    )
    assert "Traceback" in run("families", env={**env, "PYLAB_DEBUG": "1"}).stderr


def ask(*arguments):
    return json.loads(call("solve", EXAMPLE, "--format", "json", *arguments).stdout)


def test_an_optimum_is_one_whatever_is_shown(tmp_path):
    """Projection to what is shown and optimisation don't go together in clingo."""
    overlay = tmp_path / "costs.lp"
    overlay.write_text("{ dear(1..3) } = 1. #minimize { N : dear(N) }.\n")
    told = ask("--task", "plan", "--models", "0", "--with", overlay)
    assert (told["cost"], told["optimal"], told["count"]) == (1, True, 2)
    assert told["encoding"][-1] == str(overlay)
    assert any("2 optimal answers in all" in line for line in told["conclusions"])


def test_an_objective_may_turn_out_to_be_empty(tmp_path):
    overlay = tmp_path / "empty.lp"
    overlay.write_text("#minimize { N : dear(N) }. #defined dear/1.\n")
    told = ask("--task", "plan", "--models", "0", "--with", overlay)
    assert (told["count"], told["complete"], told["cost"], told["costs"]) == (2, True, None, [])
    assert told["optimal"]
    told = ask("--task", "plan", "--with", overlay)
    assert (told["count"], told["complete"]) == (1, False)


def test_each_level_of_an_objective_is_told(tmp_path):
    overlay = tmp_path / "levels.lp"
    overlay.write_text(":~ push(_,w,_). [2@5] :~ push(_,_,2). [3@7]\n")
    told = ask("--task", "plan", "--with", overlay)
    assert told["costs"] == [{"priority": 7, "value": 3}, {"priority": 5, "value": 2}]
    done = call("solve", EXAMPLE, "--task", "plan", "--with", overlay, "--format", "competition")
    assert (done.returncode, "COST 3@7 2@5\nOPTIMUM" in done.stdout) == (30, True)


def test_an_answer_counts_once_whatever_else_an_encoding_shows(tmp_path):
    overlay = tmp_path / "chatty.lp"
    overlay.write_text('{ helper(1..3) }. #show helper/1. #show "x". #show 5.\n')
    told = ask("--task", "all", "--with", overlay)
    assert (told["count"], told["complete"], told["invalid"]) == (2, True, 0)
    assert ask("--task", "all", "--models", "1", "--with", overlay)["count"] == 1


HARD = "{ in(P,1..14) } = 1 :- P = 1..15.\n:- in(P,H), in(Q,H), P < Q.\n"


@pytest.fixture
def searching(tmp_path):
    """The command at work on something that takes ages."""
    overlay = tmp_path / "hard.lp"
    overlay.write_text(HARD)
    started = []

    def search(*arguments):
        process = start(
            "solve", EXAMPLE, "--with", overlay, "--task", "plan", *arguments,
            start_new_session=True,
        )  # fmt: skip
        started.append(process)
        until_searching(process)
        return process

    yield search
    for process in started:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()


@pytest.mark.parametrize("limits", few([["--memory-limit", "2000"], []], 1))
def test_ctrl_c_that_comes_twice_is_one(searching, limits):
    """A terminal sends it to the whole group; supervisors hand it on once more."""
    process = searching(*limits)
    os.killpg(process.pid, signal.SIGINT)
    os.kill(process.pid, signal.SIGINT)
    out, _ = process.communicate(timeout=100)
    assert (process.returncode, out) == (130, "% unknown (interrupted)\n")


ENDING = """
import click, os, signal, time
from pylab.cli import bounds

with click.Context(click.Command("solve")):
    bounds.supervise(400)
    signal.signal(signal.SIGINT, lambda *_: os._exit(130))
    print("ready", flush=True)
    time.sleep(100)
"""


def test_ctrl_c_that_comes_once_the_child_has_ended_is_none():
    """In three of four tries it comes between the child's end and its supervisor's."""
    for _ in range(3):
        process = subprocess.Popen(
            [sys.executable, "-c", ENDING], stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        assert process.stdout.readline() == b"ready\n"
        while process.poll() is None:
            process.send_signal(signal.SIGINT)
            time.sleep(0.0003)
        assert (process.communicate()[1], process.returncode) == (b"", 130)


AT_THE_START = """
import pylab_asp, signal
signal.signal(signal.SIGINT, pylab_asp._interrupted)  # as the first lines of main do
print(flush=True)
pylab_asp.main()
"""
SLOW = [EXAMPLE, "--with", "hard.lp"]
INTERRUPTED = [
    (0.0, ["solve", *SLOW, "--task", "plan"]),
    (0.05, ["solve", *SLOW, "--task", "plan"]),
    (0.3, ["solve", *SLOW, "--task", "plan"]),
    (0.15, ["bench", "run", "--instances", EXAMPLE, *SLOW[1:], "-o", "out"]),
    *(
        (delay, [*words])
        for delay in (0.01, 0.1, 0.2, 0.5, 1.0)
        for words in (
            ["solve", *SLOW, "--certify"],
            ["solve", *SLOW, "--memory-limit", "2000"],
            ["solve", EXAMPLE, "--engine", "both"],
            ["solve", *SLOW, "--engine-command", "clingo {models}"],
            ["compare", "--family", "ravensburger", "--task", "plan", "plan", "hard.lp"],
            ["bench", "run", "--instances", EXAMPLE, *SLOW[1:], "-o", "out"],
            ["validate", EXAMPLE, "answer.lp"],
            ["watch", EXAMPLE, "-o", "watch.html"],
            ["lab", EXAMPLE, "-o", "lab.html"],
            ["generate", "alice", "--seconds", "5"],
            ["draw", EXAMPLE, "--solve", "-o", "picture.svg"],
            ["score", EXAMPLE, "answer.lp"],
            ["lint", "--family", "ravensburger", "hard.lp"],
            ["gallery", "-o", "gallery"],
            ["facts", EXAMPLE],
            ["families"],
        )
    ),
]


@pytest.mark.parametrize(("delay", "words"), few(INTERRUPTED, 4))
def test_one_ctrl_c_ends_a_command_in_each_phase(tmp_path, delay, words):
    """With 130, no traceback and soon, unless the command was done before."""
    (tmp_path / "hard.lp").write_text(HARD)
    (tmp_path / "answer.lp").write_text("push(1,w,1). push(2,n,2).\n")
    process = subprocess.Popen(
        [sys.executable, "-c", AT_THE_START, *map(str, words)], cwd=tmp_path,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    assert process.stdout.readline() == b"\n"
    time.sleep(delay)
    done = process.poll() is not None
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=20)
    assert b"Traceback" not in err, err.decode()
    written = process.returncode == 0 and b"wrote " in err  # by a command that was done before
    through = written or (process.returncode < 4 and out)
    assert done or process.returncode == 130 or through, err.decode()


@pytest.mark.parametrize("number", few([signal.SIGKILL, signal.SIGTERM, signal.SIGHUP], 2))
def test_no_child_outlives_its_supervisor(searching, number):
    process = searching("--memory-limit", "2000")
    process.send_signal(number)
    process.communicate(timeout=100)  # ends when the last writer of its output is gone
    assert process.returncode in (-number, 128 + number)


@pytest.mark.parametrize("engine", ["clingo", "native"])
@pytest.mark.parametrize("form", few(["json", "csv"], 1))
def test_ctrl_c_leaves_whole_lines(tmp_path, engine, form):
    plan, out = tmp_path / "open.plan", tmp_path / "out"
    plan.write_text(call("generate", "theseus", "--open", "6x6", "--seed", "1").stdout)
    with out.open("w") as file:
        process = start(
            "solve", plan, "--task", "paths", "--models", "0", "--engine", engine,
            "--format", form, stdout=file, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        while out.stat().st_size < 100_000 and process.poll() is None:
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=100) == 130
    text = out.read_text()
    assert text.endswith("\n")
    if form == "csv":
        assert all(line.count(",") == 4 and line.startswith("path,") for line in text.splitlines())
    else:
        told = json.loads(text)
        assert (told["status"], told["reason"], told["complete"]) == ("found", "interrupted", False)
        assert len(told["answers"]) == told["count"] > 10


def test_a_command_that_is_done_takes_no_time_to_forget_what_it_found():
    """What is registered for the end is done; nothing else is looked at or given back."""
    code = (
        "import atexit\nfrom pylab.cli import exits\n"
        "class Board:\n    def __del__(self): print('given back')\n"
        "board = Board()\nboard.itself = board\natexit.register(print, 'closed')\n"
        "exits.leave_in_order(3)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, cwd=ROOT)
    assert (done.stdout, done.returncode) == (b"closed\n", 3), done.stderr


def test_values_that_nobody_expects_are_refused_or_judged(tmp_path):
    """Each of them was a crash once."""
    files = {
        "goal.lp": 'goal("x").\nouter("1").\nstart("1").\n',
        "off.alice": "move(e,-5,9,1,1). move(s,-2147483647,3,3,2). move(n,0,0,1,3). length(3).",
        "judge.lp": ":- move(_,_,_,_,99).\n",
        "figures.lp": 'figure(doors,0). figure(of_cycles,1). amount(cycles,"4","0"). '
        'amount(cycles,"29","1"). amount(cycles,"29","34").',
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    goal = call("facts", "goal.lp", "--family", "fractal", cwd=tmp_path)
    assert goal.returncode == 2
    assert 'goal.lp:1:1: expected escape or at("NAME")' in goal.stderr
    off = ["validate", "alice/example.alice", "off.alice", "--judge", "judge.lp"]
    assert call(*off, cwd=tmp_path).returncode == 1
    figures = ["draw", "theseus/hemme.plan", "--witness", "figures.lp", "-o", "x.svg"]
    done = call(*figures, cwd=tmp_path)
    assert (done.returncode, done.stderr.count("bug")) == (0, 0), done.stderr
    assert (tmp_path / "x.svg").read_text().startswith("<svg")


@pytest.mark.parametrize("number", [2**31, -(2**31) - 1, 10**30])
def test_numbers_that_clingo_does_not_have_are_refused(number):
    with pytest.raises(InstanceError, match=f"expected integers from .* found {number}"):
        fact("length", number)
    done = call("solve", EXAMPLE, "--task", "shortest", "-c", f"imax={number}")
    assert (done.returncode, "32-bit integer for constant imax" in done.stderr) == (2, True)


@pytest.mark.parametrize("words", [
    "gallery file/site", "lab ravensburger/example-4x4.lp --files file/here",
    "watch ravensburger/example-4x4.lp -o none/x.html", "draw alice/example.alice -o none/x.svg",
])  # fmt: skip
def test_where_results_cannot_go_is_told_before_any_work(words, tmp_path, monkeypatch):
    def at_work(*_, **__):
        raise AssertionError("at work before the folder was tested")

    monkeypatch.setattr("pylab.engines.ask", at_work)
    monkeypatch.setattr("pylab.cli.gallery._labs", at_work)
    (tmp_path / "file").write_text("")
    done = call(*words.split(), cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert re.search("No such file or directory|Not a directory|File exists", done.stderr)


ANSWERS = {
    "competition": ("UNKNOWN\n", 33),
    "text": ("% unknown (memory limit)\n", 3),
    "facts": ("", 3),
    "json": (None, 3),
}


@pytest.mark.parametrize("form", ANSWERS)
def test_a_process_without_memory_gives_an_answer_in_each_format(form):
    words = ["--memory-limit", 1, "--task", "shortest", "--format", form]
    done = run("solve", "ravensburger/generated-12-5.lp", *words, anew=True)
    out, code = ANSWERS[form]
    assert (done.returncode, done.stderr[:7]) == (code, "pylab: ")
    assert "the memory limit of 1 MB was reached" in done.stderr
    if form == "json":
        told = json.loads(done.stdout)
        asked = told["question"]
        assert (told["status"], told["ended"], asked["family"], asked["task"]) == (
            "unknown", "memory", "ravensburger", "shortest",
        )  # fmt: skip
    else:
        assert done.stdout == out
