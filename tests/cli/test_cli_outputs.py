"""`pylab validate` and `pylab score` on what real solvers print: whole, wrong, claimed, hostile."""

from __future__ import annotations

import csv
import gzip
import io
import json
import re
import shutil
import subprocess

import pytest
from projects import ROOT, call, run

EXAMPLE = ROOT / "instances/ravensburger/example-4x4.lp"
UNSOLVABLE = ROOT / "instances/ravensburger/unsolvable-3x3.lp"
PLAN = "push(1,w,1) push(3,s,2)"


def validated(text, *options, instance=EXAMPLE, by=call):
    done = by("validate", instance, "-", *options, stdin=text)
    return done.returncode, done.stdout, done.stderr


def clingo(*words, text=""):
    """What Debian's clingo prints; the test is skipped where there is none."""
    if shutil.which("clingo") is None:
        pytest.skip("there is no clingo among this machine's programs")
    done = subprocess.run(
        ["clingo", *map(str, words)], input=text, capture_output=True, text=True, check=False
    )
    return done.stdout, done.returncode


@pytest.mark.parametrize("words", [(), ("--outf=1",), ("--outf=2",), ("-V0",), ("-V2", "--stats")])
def test_a_clingo_that_shows_everything_is_read(words):
    encoding = ROOT / "encodings/ravensburger"
    rules = "".join(
        re.sub(r"(?m)^#(show|include).*$", "", (encoding / name).read_text())
        for name in ("bounded.lp", "board.lp", "dynamics.lp", "arrival.lp", "shift.lp")
    )
    printed, code = clingo("-", EXAMPLE, 0, *words, text=rules)
    told, output, remarks = validated(printed, "--exit-code", str(code))
    assert (told, "invalid" in output) == (0, False), output + remarks
    assert "passed over, as no part of an answer: " in remarks
    assert "field/2" not in remarks  # of the puzzle, not of the answer
    assert remarks.count("\n") == 1
    assert validated(printed, "--strict")[0] == 2


@pytest.mark.parametrize(
    ("text", "code", "told"),
    [
        (f"v {PLAN}\ns SATISFIABLE\n", 0, "valid: 2 pushes"),
        ("{push(1,w,1), push(3,s,2)}\n", 0, "valid: 2 pushes"),
        (f"reached(2) {PLAN} -up #sup f(-a)\n", 0, "valid: 2 pushes"),
        (f"{PLAN}\npush(1,e,1)\nSATISFIABLE\n", 1, "answer 2: invalid: "),
        ("INCONSISTENT\n", 3, "not checked: INCONSISTENT claims that there is none"),
        ("s UNSATISFIABLE\n", 3, "not checked: s UNSATISFIABLE claims"),
        ("UNKNOWN\n", 3, "no answer: UNKNOWN"),
        ("Solving...\nSATISFIABLE\n", 3, "no answer: SATISFIABLE"),
    ],
)
def test_what_solvers_print_has_an_exit_code(text, code, told):
    assert validated(text)[0] == code
    assert told in validated(text)[1]


def test_a_claimed_none_is_put_to_the_proof():
    assert validated("UNSATISFIABLE", "--check-none", instance=UNSOLVABLE)[:2] == (
        0,
        "valid: none (clingo's claim)\n",
    )
    code, output, _ = validated("UNSATISFIABLE", "--check-none", "--engine", "native")
    assert code == 1
    assert "invalid: 2 pushes" in output
    assert "  there is an answer: push(1,w,1)." in output
    code, output, _ = validated("", "--exit-code", "20", "--check-none", "--task", "shortest")
    assert (code, "there is an answer: " in output) == (1, True)
    hard = ROOT / "instances/ravensburger/generated-12-5.lp"
    words = ("--check-none", "--time-limit", "0.3", "--task", "shortest", "--engine", "clingo")
    code, output, _ = validated("UNSATISFIABLE", *words, instance=hard, by=run)
    assert (code, output.split("\n")[0]) == (3, "not checked")
    assert "not proven: unknown (time limit of 0.3 s)" in output


def test_json_has_the_claim_and_what_was_passed_over():
    told = json.loads(validated("INCONSISTENT", "--format", "json")[1])
    assert told == {"schema": 1, "verdicts": [], "claim": "none", "passed_over": []}
    told = json.loads(validated(f"{PLAN} aux(3)\n", "--format", "json")[1])
    assert told["passed_over"] == ["aux/1"]
    assert [each["valid"] for each in told["verdicts"]] == [True]


def test_answers_and_instances_may_be_compressed(tmp_path):
    board, plan = tmp_path / "b.lp.gz", tmp_path / "p.out.gz"
    board.write_bytes(gzip.compress(EXAMPLE.read_bytes()))
    plan.write_bytes(gzip.compress(b"ANSWER\npush(1,w,1). push(3,s,2).\n"))
    assert call("validate", board, plan).stdout.startswith("valid: 2 pushes")
    for broken, message in [
        (gzip.compress(EXAMPLE.read_bytes())[:80], "expected a whole gzip file, found part of one"),
        (b"\x1f\x8bnonsense", "expected a gzip file, found a damaged one"),
        (gzip.compress(b" " * 40_000_000), "expected at most 32 MiB, found more"),
        (gzip.compress(b"field(1,1). \xff"), "b.lp:1:13: expected UTF-8 text, found byte 0xff"),
    ]:
        board.write_bytes(broken)
        done = call("solve", board)
        assert (done.returncode, message in done.stderr) == (2, True), done.stderr


def test_instances_have_ranges_pools_and_facts_that_nobody_knows(tmp_path):
    board = tmp_path / "b.lp"
    board.write_text(
        "field(1..2,1..2). init_on(1,1). goal_on(2,2). max_steps(2). connect(1..2,(1;2),(n;e;s;w))."
        "\n\nauthor(me). max_step(3).\n"
    )
    done = call("solve", board)
    assert done.returncode == 0
    assert "% valid, checked: 1 push, then the goal on (2,2) is reached\n" in done.stdout
    assert "b.lp:3:1: unknown predicate author/1; passed over" in done.stderr
    assert "unknown predicate max_step/1 (did you mean max_steps/1?); passed over" in done.stderr
    done = call("solve", board, "--strict")
    assert done.returncode == 2
    assert "b.lp:3:1: expected field/2, " in done.stderr
    assert ", found author/1" in done.stderr
    board.write_text("field(1..2000000000,1..2).")
    done = call("solve", board)
    assert (done.returncode, "at most 32 MiB when written out" in done.stderr) == (2, True)


@pytest.fixture
def contest(tmp_path):
    boards, outputs = tmp_path / "boards", tmp_path / "outputs"
    boards.mkdir()
    for name in ("a.lp", "b.lp", "c.lp"):
        shutil.copy(EXAMPLE, boards / name)
    (boards / "none.lp.gz").write_bytes(gzip.compress(UNSOLVABLE.read_bytes()))
    (boards / "notes.txt").write_text("no instance")
    for solver, files in {
        "good": {"a.out": f"Answer: 1\n{PLAN}\nSATISFIABLE", "none.out": "UNSATISFIABLE",
                 "b.lp.txt": "UNKNOWN", "b.lp.err": "killed"},
        "bad": {"a.out": "INCONSISTENT", "b.out": "ANSWER\npush(1,e,1).\n", "c.out": "hello there!",
                "none.out": "", "none.out.code": "20\n"},
    }.items():  # fmt: skip
        (outputs / solver).mkdir(parents=True)
        for name, text in files.items():
            (outputs / solver / name).write_text(text)
    return boards, outputs


def test_a_folder_of_outputs_makes_a_table(contest):
    done = call("score", *contest, "--format", "csv")
    rows = {(r["solver"], r["instance"]): r for r in csv.DictReader(io.StringIO(done.stdout))}
    assert {key: row["standing"] for key, row in rows.items()} == {
        ("good", "a.lp"): "solved", ("good", "b.lp"): "unknown", ("good", "c.lp"): "missing",
        ("good", "none.lp.gz"): "unproven", ("bad", "a.lp"): "unproven", ("bad", "b.lp"): "wrong",
        ("bad", "c.lp"): "unreadable", ("bad", "none.lp.gz"): "unproven",
    }  # fmt: skip
    assert {row["score"] for row in rows.values() if row["standing"] != "solved"} == {"0"}
    assert rows["good", "a.lp"]["score"] == "1"
    assert "c.out:1:12: expected a fact" in rows["bad", "c.lp"]["reason"]
    assert done.returncode == 1


def test_claims_in_a_folder_are_put_to_the_proof(contest):
    done = call("score", *contest, "--check-none", "--format", "json")
    told = json.loads(done.stdout)
    standing = {(e["solver"], e["instance"]): e["standing"] for e in told["entries"]}
    assert standing["good", "none.lp.gz"] == standing["bad", "none.lp.gz"] == "solved"
    assert standing["bad", "a.lp"] == "wrong"
    assert [(row["solver"], row["score"], row["wrong"]) for row in told["solvers"]] == [
        ("good", 2, 0),
        ("bad", 1, 2),
    ]
    text = call("score", *contest, "--check-none").stdout
    assert "good: score 2 of 4: 2 solved, 1 unknown, 1 missing" in text
    assert "bad/a.lp         wrong       there is an answer: push(" in text


def test_a_table_of_one_solver_needs_no_folder_for_it(contest):
    boards, outputs = contest
    done = call("score", boards, outputs / "good")
    assert done.returncode == 0
    assert "score 1 of 4: 1 solved, 1 unproven, 1 unknown, 1 missing" in done.stdout


SHORT, LONG = "push(1,w,1). push(2,n,2).", "push(1,e,1). push(1,w,2). push(1,w,3). push(2,n,4)."


@pytest.fixture
def race(tmp_path):
    """A board that takes two pushes at least, or four, and of one it is known."""
    boards, outputs = tmp_path / "boards", tmp_path / "outputs"
    boards.mkdir()
    loose = EXAMPLE.read_text().replace("max_steps(2)", "max_steps(6)")
    for name in ("told.lp", "known.lp", "free.lp"):
        (boards / name).write_text(loose)
    shutil.copy(EXAMPLE.with_suffix(".expected.json"), boards / "known.expected.json")
    for name, text in {
        "best/told.out": f"ANSWER\n{SHORT}\nCOST 2@1\nOPTIMUM\n",
        "late/told.out": f"ANSWER\n{LONG}\nOPTIMUM\n",
        "late/known.out": f"ANSWER\n{LONG}\nCOST 4@1\nOPTIMUM\n",
        "late/free.out": f"Answer: 1\n{LONG}\nOptimization: 4\nOPTIMUM FOUND\n",
        "code/told.out": f"ANSWER\n{LONG}\nCOST 4@1\n",
        "code/told.out.code": "30\n",
        "mild/told.out": f"ANSWER\n{LONG}\n",
        "liar/told.out": f"ANSWER\n{LONG}\nCOST 1@1\nOPTIMUM\n",
        "liar/known.out": f"ANSWER\n{SHORT}\nCOST 2@1\nOPTIMUM\n",
    }.items():
        (outputs / name).parent.mkdir(parents=True, exist_ok=True)
        (outputs / name).write_text(text)
    return boards, outputs


def table(*words):
    done = call("score", *words, "--format", "json")
    rows = json.loads(done.stdout)["entries"]
    told = {f"{row['solver']}/{row['instance']}": row for row in rows}
    return {name: row for name, row in told.items() if row["standing"] != "missing"}


@pytest.mark.parametrize(
    ("text", "code", "word"),
    [
        (f"ANSWER\n{PLAN.replace(') ', '). ')}.\n", 0, "OK\n"),
        ("push(1,w,1).", 1, "FAIL\n"),
        ("push(1,w", 1, "FAIL\n"),
        ("INCONSISTENT", 2, "DONTKNOW\n"),
    ],
)
def test_a_score_can_have_the_words_and_codes_of_the_competitions_checkers(
    text, code, word, tmp_path
):
    boards, outputs = tmp_path / "boards", tmp_path / "outputs"
    for folder in (boards, outputs):
        folder.mkdir()
    shutil.copy(EXAMPLE, boards / "a.lp")
    (outputs / "a.out").write_text(text)
    done = call("score", boards, outputs, "--format", "competition")
    assert (done.returncode, done.stdout) == (code, word)
    shutil.copy(EXAMPLE, boards / "b.lp")
    done = call("score", boards, outputs, "--format", "competition")
    assert (done.returncode, done.stdout) == (code or 2, f"{word[:-1]} a.lp\nDONTKNOW b.lp\n")


def test_an_optimum_is_held_against_what_is_known(race):
    rows = table(*race)
    assert {name: (row["standing"], row["score"], row["cost"]) for name, row in rows.items()} == {
        "best/told.lp": ("solved", 1, 2), "late/told.lp": ("wrong", 0, 4),
        "late/known.lp": ("wrong", 0, 4), "late/free.lp": ("solved", 1, 4),
        "code/told.lp": ("wrong", 0, 4), "mild/told.lp": ("solved", 1, 4),
        "liar/told.lp": ("solved", 1, 4), "liar/known.lp": ("solved", 1, 2),
    }  # fmt: skip
    words = "claims that 4 is the least cost; 2 is "
    assert rows["late/told.lp"]["reason"] == words + "the cost of best/told.out"
    assert rows["late/known.lp"]["reason"] == words + "expected"


def test_an_optimum_of_a_named_task_has_the_cost_that_it_says(race):
    told = table(*race, "--task", "shortest")["liar/told.lp"]
    assert (told["standing"], told["reason"]) == ("wrong", "claims a cost of 1, and costs 4")


def test_an_optimum_is_put_to_the_proof(race):
    told = table(*race, "--check-optimum", "--engine", "native")["late/free.lp"]
    assert told["standing"] == "wrong"
    assert told["reason"] == "claims that 4 is the least cost; 2 is found by native"


def test_a_refuted_none_without_a_fact_has_its_reason(tmp_path):
    for name in ("in", "out"):
        (tmp_path / name).mkdir()
    cells = " ".join(f"field({x},{y})." for x in (1, 2) for y in (1, 2))
    (tmp_path / "in/a.lp").write_text(f"{cells} init_on(1,1). goal_on(1,1). max_steps(2).\n")
    (tmp_path / "out/a.out").write_text("UNSATISFIABLE\n")
    told = call("score", tmp_path / "in", tmp_path / "out", "--check-none").stdout
    assert told.startswith("a.lp  wrong       there is an answer, one without facts\n")


def test_judges_have_a_word_in_a_table(race, tmp_path):
    judge = tmp_path / "judge.lp"
    judge.write_text('wrong("to the north",T) :- push(_,n,T), T < 3.')
    told = table(*race, "--judge", judge)
    assert told["best/told.lp"]["reason"] == f"{judge}: step 2: to the north"
    assert "right by your judge" in told["mild/told.lp"]["reason"]
    judge.write_text('wrong("to the north",T) :- psh(_,n,T).')
    done = call("score", *race, "--judge", judge)
    assert (done.returncode, "judge.lp:1:28: the judge can't see this" in done.stderr) == (2, True)


CODES = [
    ("Solving...\n", "137", "unknown", "no answer: exit code 137 (killed by signal 9)"),
    ("", "-9", "unknown", "no answer: exit code 137 (killed by signal 9)"),
    ("", "65", "unknown", "no answer: exit code 65 (an error)"),
    ("", "33", "unknown", "no answer: exit code 33 (out of memory)"),
    ("", "128", "unknown", "no answer: exit code 128 (not started)"),
    ("", "1", "unknown", "no answer: exit code 1 (interrupted)"),
    ("", "10", "unknown", "no answer: exit code 10"),
    ("", "20", "unproven", "claims that there is none"),
    ("Solving...\nAnswer: 1\npush(1,w", "137", "unknown", "cut off in the answer that begins in"),
    (f"Solving...\nAnswer: 1\n{SHORT}\n", "11", "solved", "2 pushes"),
    (f"Solving...\nAnswer: 1\n{SHORT}\nAnswer: 2\npush(1", "137", "solved", "2 pushes"),
    (f"Solving...\nAnswer: 1\n{SHORT}\n", "20", "unreadable", "because of exit code 20, found one"),
    ("17\n", "0", "unreadable", "expected a fact, found 17"),
    ("", "killed", "unreadable", "expected an exit code, found 'killed'"),
]


@pytest.mark.parametrize(("text", "code", "standing", "reason"), CODES)
def test_clingos_exit_codes_are_taken(text, code, standing, reason, tmp_path):
    boards, outputs = tmp_path / "boards", tmp_path / "outputs"
    for folder in (boards, outputs):
        folder.mkdir()
    shutil.copy(EXAMPLE, boards / "a.lp")
    (outputs / "a.out").write_text(text)
    (outputs / "a.out.code").write_text(f"{code}\n")
    (row,) = table(boards, outputs).values()
    assert row["standing"] == standing
    assert reason in row["reason"]


def test_folders_without_anything_are_errors(tmp_path, contest):
    (tmp_path / "empty").mkdir()
    for words, message in [
        ((tmp_path / "empty", contest[1]), "expected a folder with instances, found none"),
        ((contest[0], tmp_path / "empty"), "expected a folder with outputs, found none"),
        ((contest[0], tmp_path / "none"), "does not exist"),
    ]:
        done = call("score", *words)
        assert (done.returncode, message in done.stderr) == (2, True), done.stderr


@pytest.mark.parametrize(
    "text", ["\x00", "{" * 10_000, "v " * 10_000, "Answer: 1\n" * 1000, "push(" * 5000, '"' * 999]
)
def test_hostile_outputs_are_told_of(text, tmp_path):
    (tmp_path / "x").write_text(text)
    done = call("validate", EXAMPLE, tmp_path / "x")
    assert done.returncode in (1, 2, 3)
    assert "Traceback" not in done.stderr
    assert "bug" not in done.stderr
