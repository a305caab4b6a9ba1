"""The engine `command`: solvers of this machine, asked with our encodings, and solvers that lie."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time

import clingo
import pytest
from asking import ask, question, ravensburger
from projects import ROOT, call, few, run, start
from random_boards import boards

from pylab import engines
from pylab.base.errors import EncodingError, PylabError
from pylab.base.finding import Status
from pylab.core.puzzle import load
from pylab.encoding import program
from pylab.engines.unrolling import Unrolled
from pylab.family import registry
from pylab.text.facts import fact

EXAMPLE = ROOT / "instances/ravensburger/example-4x4.lp"
DEBIANS = ["clingo {models}", "clasp {ground} {models}", "gringo | clasp {models}"]


def words(text):
    for name in re.findall(r"clingo|clasp|gringo", text):
        if shutil.which(name) is None:
            pytest.skip(f"there is no {name} among this machine's programs")
    return tuple(text.split())


def liar(tmp_path, text, code=0):
    """A solver that always says the same."""
    (tmp_path / "liar").write_text(f"cat <<'END'\n{text}\n\nEND\nexit {code}\n")
    return ("sh", str(tmp_path / "liar"))


def asked(name, task=None, instance=None, **means):
    puzzle = load(instance or f"{name}/{INSTANCES[name]}")
    return ask(name, puzzle.instance, task, engine="command", **means)


INSTANCES = {"ravensburger": "example-4x4.lp", "theseus": "hemme.plan", "fractal": "infinite.lab"}


@pytest.mark.parametrize("text", DEBIANS)
@pytest.mark.parametrize("number", few([1, 4], 1))
def test_debians_solvers_find_what_ours_does(text, number):
    command = words(text)
    for board in boards(7, number, largest=3):
        for task in ("plan", "shortest"):
            ours, _ = ask("ravensburger", board, task)
            theirs, found = ask("ravensburger", board, task, engine="command", command=command)
            assert (theirs.status, theirs.cost) == (ours.status, ours.cost)
            assert all(each.verdict.valid for each in found)


@pytest.mark.parametrize("text", DEBIANS)
def test_an_optimum_is_proven_whatever_number_of_answers_is_wanted(text, tmp_path):
    program = tmp_path / "opt.lp"
    program.write_text("{ a(1..5) } = 3.\n#maximize { X : a(X) }.\n#show a/1.\n")
    command = " ".join(words(text))
    done = call("solve", str(program), "--engine-command", command)
    assert "% optimal, cost -12 (command's claim)\n" in done.stdout, done.stderr


def test_all_answers_are_all():
    command = words("clingo {models}")
    answer, found = asked("ravensburger", "all", command=command, models=0)
    assert (answer.count, answer.complete) == (2, True)
    assert all(each.verdict.valid for each in found)


@pytest.mark.parametrize(
    ("family", "task"), [("theseus", "longest"), ("theseus", "shortest"), ("fractal", "shortest")]
)
def test_other_families_are_asked_alike(family, task):
    command = words("clingo")
    theirs, found = asked(family, task, command=command)
    ours, _ = ask(family, load(f"{family}/{INSTANCES[family]}").instance, task)
    assert (theirs.status, theirs.cost, theirs.optimal) == (ours.status, ours.cost, ours.optimal)
    assert found
    assert all(each.verdict.valid for each in found)


@pytest.mark.parametrize(
    ("name", "tasks"),
    [
        ("ravensburger/example-4x4.lp", ["all"]),
        *(
            pytest.param(name, [task], marks=pytest.mark.slow)
            for name, tasks in {
                "alice/example.alice": ["shortest", "statistics"],
                "alice/twins.alice": ["shortest", "all", "unique", "hint", "plan"],
                "dungeon/trap.dungeon": ["abstract", "solve"],
                "alice/caged.alice": ["shortest"],
                "fractal/infinite.lab": ["escape", "shallowest"],
                "fractal/treasure.lab": ["exits", "moves", "shallowest"],
                "ravensburger/example-4x4.lp": ["shortest"],
            }.items()
            for task in tasks
        ),
    ],
)
def test_what_steps_say_without_a_step_is_false_before_them(name, tasks):
    """clingo grounds step by step, and so an atom is false until a step has rules for it."""
    puzzle = load(name)
    family = puzzle.family.name
    for task in tasks:
        ours, _ = ask(family, puzzle.instance, task)
        theirs, found = ask(
            family, puzzle.instance, task, engine="command", seconds=100,
            command=(sys.executable, "-m", "clingo", "{models}"),
        )  # fmt: skip
        assert (theirs.status, theirs.count) == (ours.status, ours.count), task
        assert (theirs.cost, theirs.at_least) == (ours.cost, ours.at_least), task
        assert all(each.verdict.valid for each in found), task


def test_what_steps_say_is_shown_and_nothing_to_the_base(tmp_path):
    path = tmp_path / "late.lp"
    path.write_text(
        "#include <incmode>.\nfar :- done(2).\nnear :- done(0).\n#program step(t).\n"
        "done(2) :- t = 2.\n#program check(t).\n:- query(t), not done(2).\n"
        "#show done/1.\n#show far/0.\n#show near/0.\n"
    )
    facts, seen = [fact("done", 0)], []
    for steps in (1, 2):
        control = clingo.Control()
        control.add("base", [], Unrolled(program.load(path), facts, {}).text(steps))
        control.ground([("base", [])])
        control.solve(
            on_model=lambda model: seen.append(sorted(map(str, model.symbols(shown=True))))
        )
    assert seen == [["done(0)", "done(2)", "near"]]


def test_a_solver_that_ignores_show_is_understood():
    command = words("clingo")
    strip = (sys.executable, "-c", "import sys,re; print(re.sub('#show.*', '', sys.stdin.read()))")
    answer, found = asked("ravensburger", command=(*strip, "|", *command))
    assert answer.status is Status.FOUND
    assert found[0].verdict.valid


@pytest.mark.parametrize(
    ("text", "code", "status", "invalid"),
    [
        ("ANSWER\npush(1,w,1). push(3,s,2).", 0, "found", 0),
        ("ANSWER\npush(1,e,1).", 0, "found", 1),
        ("{push(1,w,1), push(3,s,2)}", 10, "found", 0),
        ("push(1,q,1)\nSATISFIABLE", 10, "found", 1),
        ("INCONSISTENT", 20, "none", 0),
        ("", 20, "none", 0),
        ("UNKNOWN", 0, "unknown", 0),
        ("", 0, "unknown", 0),
        ("", 3, "unknown", 0),
        ("INCONSISTENT", 139, "unknown", 0),
        ("SATISFIABLE", 10, "unknown", 0),
    ],
)
def test_what_a_solver_says_is_checked(tmp_path, text, code, status, invalid):
    answer, _ = asked("ravensburger", command=liar(tmp_path, text, code))
    assert (answer.status.value, len(answer.invalid)) == (status, invalid)
    assert not answer.optimal
    if status == "unknown":
        assert answer.reason


def test_a_wrong_answer_ends_with_its_exit_code(tmp_path):
    command = " ".join(liar(tmp_path, "ANSWER\npush(1,e,1)."))
    done = call("solve", EXAMPLE, "--engine-command", command)
    assert done.returncode == 4
    assert "% INVALID: the goal on " in done.stdout


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--engine-command", "no-such-solver"), "no-such-solver: No such file"),
        (("--engine-command", "clingo |"), "expected a command on both sides of '|'"),
        (("--engine-command", "'"), "No closing quotation"),
        (("--engine-command", ""), "expected a command"),
        (("--engine", "command"), "'command' is not one of clingo, native"),
        (("--engine", "native", "--engine-command", "x"), "no --engine native beside it"),
        (
            ("--engine-command", "x", "--clingo-option=--seed=1"),
            "--clingo-option is for",
        ),
        (("--engine-command", "x", "--theory", "clingcon"), "--theory is for --engine clingo"),
        (("--engine-command", f"{sys.executable} -c print('\\xff')"), ""),
    ],
)
def test_what_cannot_be_asked_is_an_error(options, message):
    done = call("solve", EXAMPLE, *options)
    assert (done.returncode, message in done.stderr) == (2 if message else 3, True), done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("option", [["--optima"], ["--models", "3"], ["--models", "0"]])
def test_several_optima_are_not_for_a_command(option, tmp_path):
    """The last one alone was printed, without a word."""
    (tmp_path / "two.lp").write_text("{ a; b } = 1.\n#minimize { 1 : c }.\n{ c }.\n")
    words = ("solve", "two.lp", "--engine-command", "clingo {models}")
    done = call(*words, *option, cwd=tmp_path)
    told = f"{' '.join(option)}: with --engine-command, two has one answer, an optimum"
    assert (done.returncode, told in done.stderr) == (2, True)
    assert call(*words, "--models", "1", cwd=tmp_path).returncode == 0


@pytest.mark.parametrize("option", [["--optima"], ["--models", "2"], ["--models", "0"]])
def test_a_native_search_that_gives_one_answer_says_so(option):
    told = "the native search gives one answer here; --engine clingo lists all"
    words = ("solve", "dungeon/trap.dungeon", "--engine", "native")
    assert told in call(*words, *option).stderr
    assert told not in call(*words).stderr
    assert told not in call("solve", EXAMPLE, "--engine", "native", *option).stderr


def test_an_invalid_answer_may_be_the_solvers_fault():
    done = call("solve", EXAMPLE, "--engine-command", "echo push(1,w,1).")
    told = "the checker found an answer INVALID: this is a bug in the solver, the encoding or pylab"
    assert (done.returncode, told in " ".join(done.stdout.split())) == (4, True)


def test_at_the_limit_all_that_it_started_dies(tmp_path):
    mark = f"600.{os.getpid()}"
    script = tmp_path / "slow"
    script.write_text(f"#!/bin/sh\nsleep {mark} &\nsleep {mark}\n")
    script.chmod(0o755)
    done = run("solve", EXAMPLE, "--engine-command", str(script), "--time-limit", "1")
    assert (done.returncode, "time limit of 1 s" in done.stdout) == (3, True)
    assert mark not in processes()
    words = ("--instances", EXAMPLE, "--engine-command", script, "--time-limit", "1")
    done = run("bench", "run", *words, "-o", tmp_path / "out")
    (record,) = map(json.loads, (tmp_path / "out/results.jsonl").read_text().splitlines())
    assert record["run"]["status"] == "time-out"
    assert mark not in processes()


def processes():
    return subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True).stdout


def test_ctrl_c_ends_it_too(tmp_path):
    mark = f"601.{os.getpid()}"
    words = ["solve", str(EXAMPLE), "--engine-command", f"sleep {mark}"]
    process = start(*words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 100
    while (
        f"sleep {mark}"
        not in processes().replace("engine-command", "").replace(f"command sleep {mark}", "")
        and time.monotonic() < deadline
    ):
        time.sleep(0.1)
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    assert process.wait(100) == 130
    assert f"sleep {mark}" not in processes()


@pytest.mark.parametrize("limits", [[], ["--memory-limit", "2000"]])
def test_sigterm_ends_it_and_leaves_no_folder(tmp_path, limits):
    (tmp_path / "tmp").mkdir()
    slow = ["--engine-command", "sh -c 'touch at-work; sleep 600' {program}", *limits]
    process = start("solve", EXAMPLE, *slow, cwd=tmp_path, env={"TMPDIR": str(tmp_path / "tmp")})
    deadline = time.monotonic() + 100
    while not (tmp_path / "at-work").exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    assert list((tmp_path / "tmp").glob("pylab-*"))
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=100)
    assert process.returncode == -signal.SIGTERM  # a shell's 143
    assert not list((tmp_path / "tmp").iterdir())


def test_sweeps_ask_solvers(tmp_path):
    words("clasp {ground}")
    (tmp_path / "s.toml").write_text(
        'tasks = ["shortest"]\n[[instances]]\nfiles = ["ravensburger/example-4x4.lp"]\n'
        '[[variants]]\nname = "ours"\nengine = "clingo"\n'
        '[[variants]]\nname = "clasp"\ncommand = ["clasp", "{ground}"]\n'
        f'[[variants]]\nname = "liar"\ncommand = {json.dumps(liar(tmp_path, "INCONSISTENT"))}\n'
    )
    done = run("bench", "run", tmp_path / "s.toml", "-o", tmp_path / "out")
    rows = map(json.loads, (tmp_path / "out/results.jsonl").read_text().splitlines())
    found = {
        row["run"]["variant"]: (row["run"]["status"], row["cost"], row["engine"]) for row in rows
    }
    assert found["ours"] == ("optimum", 2, "clingo")
    assert found["clasp"] == ("optimum", 2, "command"), done.stderr
    assert found["liar"][0] == "none"
    told = run("bench", "report", tmp_path / "out").stdout
    assert told.startswith("CONTRADICTION ravensburger shortest")
    (tmp_path / "s.toml").write_text(
        '[[instances]]\nfiles = ["ravensburger/example-4x4.lp"]\n'
        '[[variants]]\nname = "x"\nengine = "native"\ncommand = ["clasp"]\n'
    )
    done = run("bench", "run", tmp_path / "s.toml", "-o", tmp_path / "out2")
    assert (done.returncode, "no engine beside a command" in done.stderr) == (2, True)


def test_a_program_that_text_cannot_say_is_refused(tmp_path):
    def unrolled(text, facts=("field(1,1).",)):
        (tmp_path / "x.lp").write_text(text)
        asked = question("ravensburger", load(EXAMPLE).instance, encoding=str(tmp_path / "x.lp"))
        return Unrolled(asked.encoding, registry.get("ravensburger").facts(asked.instance), {})

    assert unrolled("a. #show a/0.").text(0).endswith("a.\n#show a/0.\n")
    for text, message in [
        ("#program more(t). a(t).", "a part other than base, step"),
        ("#program base. a.\n#program check(t).\n:- a.", "check(t) without <incmode>"),
        ("#const n = 5. p(n).", "the name n is in the puzzle's facts"),
    ]:
        with pytest.raises(EncodingError, match=re.escape(message)):
            unrolled(text)


def test_steps_are_written_out_as_the_parts_say():
    asked = question("ravensburger", load(EXAMPLE).instance, "shortest")
    text = Unrolled(asked.encoding, [], {}).text(2)
    assert "query(2).\n" in text
    assert "#program" not in text
    assert "#include" not in text
    assert not re.search(r"\bt\b", re.sub(r'"[^"]*"', "", text))


def test_no_engine_takes_a_command_and_another_name():
    board = load(EXAMPLE).instance
    with pytest.raises(PylabError, match="no --engine clingo beside it"):
        engines.choose(question("ravensburger", board, engine="clingo", command=("x",)))
    engine, _ = engines.choose(question("ravensburger", board, command=("x",)))
    assert engine.name == "command"


def test_a_constant_may_be_a_string(tmp_path):
    (tmp_path / "w.lp").write_text(
        '#const must = "r2".\nline("r1",1). line("r2",2).\n'
        ":- not push(Z,_,1) : line(must,Z).\n:- line(must,Z), not push(Z,_,1).\n"
    )
    board = load(EXAMPLE).instance
    for engine in ({}, {"engine": "command", "command": words("clingo")}):
        means = {"overlays": [str(tmp_path / "w.lp")], **engine}
        first = {}
        for must in ("r1", "r2"):
            _, plans = ravensburger(board, "plan", constants={"must": f'"{must}"'}, **means)
            first[must] = [plan[0][0] for plan in plans]
        assert first == {"r1": [1], "r2": []}  # each plan of the example begins with row 1
    for wrong in ('"r1', '"r\n1"', '"ä"', '"a" b'):
        with pytest.raises(EncodingError, match="or a string in double quotes"):
            ravensburger(
                board, "plan", constants={"must": wrong}, overlays=[str(tmp_path / "w.lp")]
            )
