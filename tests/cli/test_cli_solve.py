"""`pylab solve` and `pylab validate` as a user meets them: exit codes, formats, pipes, limits."""

from __future__ import annotations

import json
import os
import pty
import re
import signal

import pytest
from projects import ROOT, call, few, run, start, until_searching

from pylab import engines
from pylab.base.finding import Progress, Status
from pylab.core.answer import Answer, conclusions
from pylab.core.question import Means, Question
from pylab.family import registry

EXAMPLE = ROOT / "instances/ravensburger/example-4x4.lp"
UNSOLVABLE = ROOT / "instances/ravensburger/unsolvable-3x3.lp"
A = "push(1,w,1). push(3,s,2)."
B = "push(1,w,1). push(2,n,2)."
GROUNDING_BOMB = "p(1..3000). q(X,Y,Z) :- p(X), p(Y), p(Z).\n#defined push/3.\n#show push/3.\n"


def test_a_plan_is_found_checked_and_told():
    done = call("solve", EXAMPLE)
    assert done.returncode == 0
    assert "% row 1 moves west" in done.stdout
    assert "% valid, checked: 2 pushes, then the goal on " in done.stdout
    assert done.stderr == ""


def test_the_notation_of_answers_is_explained_once():
    told = call("solve", "theseus/hemme.plan", "--models", "2", "--engine", "clingo").stdout
    assert told.count(" is door 3 walked down or left, in the facts state 86 = 3 + 83;") == 1
    assert told.count("(3')-[1]->(8)") == told.count("use(86,8,1)") == 2


def test_all_plans_as_json():
    done = call("solve", EXAMPLE, "--task", "all", "--models", "0", "--format", "json")
    told = json.loads(done.stdout)
    assert sorted(answer["facts"] for answer in told["answers"]) == [B, A]
    assert all(answer["valid"] and not answer["problems"] for answer in told["answers"])
    assert (told["question"]["family"], told["question"]["task"]) == ("ravensburger", "all")
    wanted = {"schema": 3, "status": "found", "count": 2}
    wanted |= {"complete": True, "optimal": True, "cost": 2, "at_least": 2, "reason": ""}
    assert {key: told[key] for key in wanted} == wanted
    assert told["counts"].startswith("first arrival: ")
    assert "2 answers in all (first arrival: " in told["conclusions"][1]


def test_json_says_what_the_text_says():
    for options in (("--task", "shortest"), ("--task", "all"), ("--time-limit", "5")):
        text = call("solve", EXAMPLE, *options).stdout.splitlines()
        told = json.loads(call("solve", EXAMPLE, *options, "--format", "json").stdout)
        assert [line[2:] for line in text if line.startswith(("% no plan", "% 2 answers"))] == told[
            "conclusions"
        ]


@pytest.mark.parametrize("form", ["text", "facts", "json", "competition"])
@pytest.mark.parametrize("task", few(["all", "shortest", "plan"], 1))
def test_what_solve_prints_validate_reads(form, task):
    printed = call("solve", EXAMPLE, "--task", task, "--format", form).stdout
    done = call("validate", EXAMPLE, "-", stdin=printed)
    assert (done.returncode, done.stderr) == (0, "")
    several = task == "all" and form != "competition"
    assert done.stdout.count("valid: 2 pushes") == (2 if several else 1)


def test_validate_says_what_is_wrong_and_where_the_avatar_can_stand():
    done = call("validate", EXAMPLE, "-", stdin="push(1,w,1). push(3,n,2).")
    assert done.returncode == 1
    assert "the goal on (2,3) is not reached; the avatar can stand on (3,2) (4,2)" in done.stdout
    done = call("validate", EXAMPLE, "-", "--format", "json", stdin="push(1,w,1).push(9,n,2).")
    assert done.returncode == 1
    (verdict,) = json.loads(done.stdout)["verdicts"]
    assert [problem["code"] for problem in verdict["problems"]] == ["off-board"]


def test_one_wrong_answer_among_several_is_enough():
    both = f"Answer: 1\n{A}\nAnswer: 2\npush(1,w,1).\n"
    done = call("validate", EXAMPLE, "-", stdin=both)
    assert done.returncode == 1
    assert "answer 1: valid" in done.stdout
    assert "answer 2: invalid" in done.stdout


@pytest.mark.parametrize(
    "witness",
    [
        "{",
        "{}",
        '{"answers": 3}',
        '{"answers": [{"facts": null}]}',
        "[" * 5 + '{"answers"',
        "{" * 99999,
    ],
)
def test_broken_json_is_an_error(witness):
    done = call("validate", EXAMPLE, "-", stdin=witness)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


def test_none_is_told_and_has_its_exit_code():
    done = call("solve", UNSOLVABLE, "--task", "shortest")
    assert done.returncode == 1
    assert done.stdout == "% none (clingo's claim)\n"
    assert call("solve", UNSOLVABLE).returncode == 1


@pytest.mark.parametrize("family", [listing.name for listing in registry.listings()])
def test_none_is_told_without_a_bound_which_would_sound_like_an_answer(family):
    found = registry.get(family)
    for task in found.tasks:
        asked = Question(found, None, task, Means())
        for engine in ("clingo", "native", "both"):
            none = Answer(status=Status.NONE, question=asked, engine=engine, at_least=3)
            assert list(conclusions(none)) == [
                f"{'no' if task.decision else 'none'} ({engine}'s claim)"
            ]


@pytest.mark.parametrize(
    ("file", "task", "code", "printed"),
    [
        (EXAMPLE, "plan", 10, "ANSWER\npush("),
        (EXAMPLE, "shortest", 30, "COST 2@1\nOPTIMUM\n"),
        (UNSOLVABLE, "plan", 20, "INCONSISTENT\n"),
    ],
)
def test_the_competitions_language(file, task, code, printed):
    done = call("solve", file, "--task", task, "--format", "competition")
    assert done.returncode == code
    assert printed in done.stdout


def test_counts_name_their_definition():
    small = ROOT / "instances/ravensburger/single-1x1.lp"
    first = call("solve", small, "--task", "all", "-c", "length=1")
    assert first.returncode == 1
    overlaid = call("solve", small, "--task", "all", "-c", "length=1", "--with", "variants/any.lp")
    assert overlaid.returncode == 0
    assert "% 4 answers in all (any: every valid plan; clingo's claim" in overlaid.stdout


def test_an_overlay_of_the_users(tmp_path):
    overlay = tmp_path / "fixed.lp"
    for rule in (":- push(1,(e;w),t).", ":- time(t,T), push(1,(e;w),T)."):
        overlay.write_text(f"#program step(t).\n{rule}\n")
        for task in ("shortest", "plan"):
            done = call("solve", EXAMPLE, "--task", task, "--with", overlay)
            assert (done.returncode, done.stderr) == (1, "")


def test_an_encoding_of_the_users(tmp_path):
    mine = tmp_path / "mine.lp"
    mine.write_text("{ push(1..4,(n;s;e;w),1..2) } = 2.\n#show push/3.\n")
    done = call("solve", EXAMPLE, "--encoding", mine, "--models", "3")
    assert done.returncode == 4
    assert "% INVALID: " in done.stdout
    mine.write_text("helper(1..9). push(1,w,1). push(3,s,2).\n")
    assert call("solve", EXAMPLE, "--encoding", mine).returncode == 0
    mine.write_text("push(1,west,1).\n")
    done = call("solve", EXAMPLE, "--encoding", mine)
    assert done.returncode == 4
    assert "expected one of n, s, e, w as argument 2 of push/3, found west; shown: " in done.stdout


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("p(1).\n q(X).", "mine.lp:2:4: unsafe variable X in q(X)\n"),
        ("p(1).\nq(2) p.", "mine.lp:2:6: syntax error"),
        ("% ä\n", "mine.lp:1:3: expected ASCII only in an encoding, found 'ä'"),
        ("#script (python)\n#end.", "mine.lp:1:1: expected no embedded script"),
        ('#include "missing.lp".', "mine.lp:1:1: file could not be opened"),
    ],
)
def test_a_broken_encoding_is_an_error_with_its_place(tmp_path, text, message):
    (tmp_path / "mine.lp").write_text(text)
    done = call("solve", EXAMPLE, "--encoding", "mine.lp", cwd=tmp_path)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("-c", "n=5"), "has no '#const n' to set"),
        (("--task", "all", "-c", "n=5"), "has no '#const n' to set (constants: length)"),
        (("--task", "all", "-c", "length=1..3"), "expected an integer or a lower-case name"),
        (("--task", "all", "-c", "length"), "expected NAME=VALUE"),
        (
            (
                "--task",
                "fly",
            ),
            "ravensburger has no task 'fly'; its tasks are plan, shortest, all",
        ),
        (("--engine", "native", "-c", "n=5"), "-c is for --engine clingo"),
        (("--with", "none.lp"), "none.lp: no such file, and no encoding of ravensburger"),
        (("--with", "variants/any.lp", "--encoding", "dynamics.lp"), "does not include"),
        (("--clingo-option=--nonsense",), "unknown option"),
        (("--family", "chess"), "expected one of the families"),
        (("--models", "-1"), "Invalid value for '--models'"),
        (("--time-limit", "0"), "Invalid value for '--time-limit'"),
        (("--format", "xml"), "Invalid value for '--format'"),
    ],
)
def test_wrong_options_are_one_clear_error(arguments, message):
    done = call("solve", EXAMPLE, *arguments)
    assert done.returncode == 2
    assert message in " ".join(done.stderr.split())
    assert "Traceback" not in done.stderr


def test_a_shipped_instance_is_found_by_name_from_anywhere(tmp_path):
    done = call("solve", "ravensburger/example-4x4.lp", cwd=tmp_path)
    assert done.returncode == 0
    assert done.stderr == "pylab: using the shipped instance ravensburger/example-4x4.lp\n"
    assert call("solve", "ravensburger/../../README.lp", cwd=tmp_path).returncode == 2


def test_standard_input_needs_a_family():
    text = EXAMPLE.read_text()
    assert call("solve", "-", "--family", "ravensburger", stdin=text).returncode == 0
    done = call("solve", "-", stdin=text)
    assert (done.returncode, "use --family" in done.stderr) == (2, True)


@pytest.mark.parametrize(
    ("limit", "phase"),
    few(
        [
            ("time", "grounding"),
            ("interrupt", "solving"),
            ("memory", "grounding"),  # there is a test of its own
            ("time", "solving"),
            ("interrupt", "grounding"),
            ("memory", "solving"),
        ],
        2,
    ),
)
def test_limits_hold_in_every_phase(tmp_path, phase, limit):
    """How soon the answer comes is for benchmarks; here it must come, with its exit code."""
    bomb = tmp_path / "bomb.lp"
    bomb.write_text(GROUNDING_BOMB)
    hard = tmp_path / "hard.lp"
    hard.write_text(_pigeons())
    arguments = ["solve", EXAMPLE, "--encoding", bomb if phase == "grounding" else hard]
    arguments += {"time": ["--time-limit", "0.4"], "memory": ["--memory-limit", "200"]}.get(
        limit, []
    )
    if limit == "memory" and phase == "solving":
        arguments += ["--time-limit", "0.7"]
    process = start(*arguments)
    if limit == "interrupt":
        until_searching(process)
        process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=100)
    assert process.returncode == (130 if limit == "interrupt" else 3)
    assert "Traceback" not in err
    assert "limit" in out + err or "interrupted" in out


def _pigeons():
    """Thirteen pigeons in twelve holes: endless for a solver that only counts by clauses."""
    return (
        "{ in(P,1..12) } = 1 :- P = 1..13.\n:- in(P,H), in(Q,H), P < Q.\n"
        "#defined push/3.\n#show push/3.\n"
    )


@pytest.mark.slow
def test_what_is_known_is_told_when_a_limit_ends_the_search():
    done = run("solve", "ravensburger/generated-12-5.lp", "--task", "shortest",
               "--engine", "clingo", "--time-limit", "1.5")  # fmt: skip
    assert done.returncode == 3
    assert "% unknown (time limit of 1.5 s): no plan with fewer than " in done.stdout
    assert done.stdout.endswith(" (clingo's claim); not decided beyond\n")


def test_a_live_line_says_that_nothing_bounds_the_steps(tmp_path):
    never = tmp_path / "never.lp"
    never.write_text("#program check(t).\n:- query(t).\n")
    ours, theirs = pty.openpty()
    words = ("solve", "dungeon/trap.dungeon", "--engine", "clingo", "--with", never)
    process = start(*words, stderr=theirs, env={"TERM": "xterm", "NO_COLOR": "1"})
    seen = b""
    while b"no last step (--steps N)" not in seen:
        seen += os.read(ours, 100_000)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=100)
    os.close(theirs)
    assert process.returncode == 130


def test_a_live_line_shows_on_a_terminal_only(tmp_path):
    hard = tmp_path / "hard.lp"
    hard.write_text(_pigeons())
    ours, theirs = pty.openpty()
    env = {"TERM": "xterm", "NO_COLOR": "1"}
    process = start("solve", EXAMPLE, "--encoding", hard, stderr=theirs, env=env)
    seen = b""
    while "Ctrl-C ends it · plan · solving · step 0 · ".encode() not in seen:
        seen += os.read(ours, 100_000)
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=100)
    os.close(theirs)
    shown = seen.decode(errors="replace")
    assert "step" not in out
    assert "\x1b[3" not in shown  # no colours
    assert run("solve", EXAMPLE, "--encoding", hard, "--time-limit", "0.3").stderr == ""


def test_a_closed_pipe_is_no_error():
    read, write = os.pipe()
    os.close(read)  # before anything is written, or it may all have been
    process = start("solve", ROOT / "instances/theseus/hemme.plan", stdout=write)
    os.close(write)
    assert process.communicate(timeout=100)[1] == ""
    assert process.returncode == 141


def test_statistics():
    done = call("solve", EXAMPLE, "--task", "shortest", "--stats")
    assert re.search("^% grounding: 0[.][0-9]{3} s$", done.stdout, re.MULTILINE)
    assert re.search("^% step +seconds +conflicts ", done.stdout, re.MULTILINE)
    assert re.search("^% 2 +0[.][0-9]{3} +[0-9]+ ", done.stdout, re.MULTILINE)
    both = call("solve", "alice/example.alice", "--engine", "both", "--stats")
    told = "^% clingo: grounding: 0[.]|^% native: layers: 5$"  # who is later may have no figures
    assert re.search(told, both.stdout, re.MULTILINE)
    assert "{" not in both.stdout
    none = call("solve", "fractal/alice.lab", "--engine", "native", "--stats")
    assert none.stdout.endswith("% no statistics: native keeps none for this search\n")


@pytest.mark.slow
def test_a_search_that_may_have_no_end_says_so(tmp_path):
    (tmp_path / "never.lp").write_text("#program check(t).\n:- query(t).\n")
    words = ("solve", "dungeon/trap.dungeon", "--with", tmp_path / "never.lp")
    done = run(*words, "--time-limit", "11.5")
    assert done.returncode == 3
    assert "nothing bounds the steps, so that the search may have no end (--steps N" in (
        done.stderr
    )
    done = run(*words, "-c", "imax=9")
    assert (done.returncode, "% unknown (searched up to 8 steps)" in done.stdout) == (3, True)


def test_the_steps_of_a_stepwise_program_are_limited(tmp_path):
    board = ("solve", EXAMPLE, "--task", "shortest")
    assert call(*board, "--steps", "2").returncode == 0
    done, other = call(*board, "--steps", "1"), call(*board, "-c", "imax=2")
    assert (done.returncode, done.stdout) == (3, other.stdout)
    assert "% unknown (searched up to 1 step)" in done.stdout
    for words, message in (
        ((*board, "--steps", "2", "-c", "imax=3"), "--steps and the constant imax say the same"),
        ((*board, "--steps", "2", "--engine", "native"), "native reads no encoding"),
        (("solve", EXAMPLE, "--task", "plan", "--steps", "2"), "plan.lp is not one"),
    ):
        done = call(*words)
        assert (done.returncode, message in done.stderr) == (2, True)
    (tmp_path / "count.lp").write_text(
        "#include <incmode>.\n#program step(t).\nn(t).\n"
        "#program check(t).\n#external query(t).\n:- query(t), t < 5.\n"
    )
    assert call("solve", tmp_path / "count.lp", "--steps", "4").returncode == 3
    assert call("solve", tmp_path / "count.lp", "--steps", "5").returncode == 0


@pytest.mark.parametrize("limit", [[], ["--time-limit", "100"]])
def test_a_long_search_tells_each_minute_how_far_it_is_and_how_to_end_it(monkeypatch, limit):
    ask = type(engines.get("clingo")).ask

    def slow(engine, question, watch):
        for seconds in (1.0, 9.9, 10.1, 60.0, 70.2, 90.0):
            watch.progress(Progress("solving", 92, seconds, 0, 0))
        return ask(engine, question, watch)

    monkeypatch.setattr(type(engines.get("clingo")), "ask", slow)
    done = call("solve", EXAMPLE, *limit)
    how = "Ctrl-C" if limit else "Ctrl-C or --time-limit SECONDS"
    assert done.stderr.splitlines() == [
        f"pylab: solving · step 92 · {seconds} s; {how} ends it with what is known by then"
        for seconds in (10.1, 70.2)
    ]
