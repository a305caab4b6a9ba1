"""A record's question is asked again, whatever kind of job it was; what is not the same is told."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from projects import ROOT, run
from sweeping import bench, lines

BOARD = (ROOT / "instances/ravensburger/example-4x4.lp").read_text(encoding="utf-8")
FILES = {
    "board.lp": BOARD,
    "judge.lp": 'wrong("west",T) :- push(_,w,T).\n',
    "north.lp": ":- push(_,n,_).\n",
    "own.lp": "#const row = 1.\n{ push(row,w,1) }.\n:- not push(row,w,1).\n#show push/3.\n",
    "bomb.lp": "{ p(X,Y,Z) : X = 1..400, Y = 1..400, Z = 1..400 }.\n",
    "steps.lp": "&diff { a - b } <= 3.\n",
}
HEAD = 'time_limit = 60\nmemory_limit = 4000\ntasks = ["shortest"]\n'
CLINGO = json.dumps([sys.executable, "-m", "clingo", "{models}"])
BOARDS = '[[instances]]\nfamily = "ravensburger"\nfiles = ["board.lp"]\n'
MADE = '[[instances]]\nfamily = "ravensburger"\ngenerate = { size = 3, bound = 4 }\nseeds = [1]\n'
MAZES = '[[instances]]\nfiles = ["alice/caged.alice"]\ntasks = ["unique"]\n'
ONE = '[[variants]]\nname = "v"\n'
KINDS = {
    "file": BOARDS + ONE + 'engine = "native"\n',
    "generated": MADE + ONE,
    "shipped, yes or no": MAZES + ONE,
    "judge": BOARDS + ONE + 'judges = ["judge.lp"]\n',
    "overlay": BOARDS + ONE + 'with = ["north.lp"]\n',
    "encoding and constants": BOARDS + ONE + 'encoding = "own.lp"\nconstants = { row = 2 }\n',
    "options": BOARDS + ONE + "options = { walk_first = true }\n",
    "clingo's options, models": BOARDS + ONE + 'clingo = ["--seed=7"]\nmodels = 3\n',
    "theory": BOARDS + ONE + 'with = ["steps.lp"]\ntheory = "clingo-dl"\n',
    "command": f"{BOARDS}{ONE}command = {CLINGO}\n",
    "both": BOARDS + ONE + 'engine = "both"\n',
    "CPU limit": '[[instances]]\nfiles = ["ravensburger/generated-12-5.lp"]\n'
    + ONE + 'engine = "clingo"\n',
    "memory limit": BOARDS + ONE + 'with = ["bomb.lp"]\n',
}  # fmt: skip
LIMITS = {
    "CPU limit": HEAD.replace("memory_limit", "cpu_limit = 1\nmemory_limit"),
    "memory limit": HEAD.replace("4000", "200"),
}
CODES = {
    "memory-out": 3,
    "found": 0,
    "optimum": 0,
    "yes": 0,
    "no": 1,
    "none": 1,
    "invalid": 4,
    "time-out": 3,
}


@pytest.fixture
def folder(tmp_path):
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def swept(folder, text, *arguments):
    """The only record of a sweep."""
    (folder / "s.toml").write_text(text)
    done = bench("run", "s.toml", "-o", "out", *arguments, cwd=folder)
    *_, record = lines(folder / "out")
    assert record["run"]["status"] in CODES, (record["run"]["reason"], done.stderr)
    return record


def again(folder, record, *arguments):
    return bench("again", record["run"]["key"][:12], "out", *arguments, cwd=folder)


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_job_is_asked_again(folder, kind):
    if kind == "theory":
        pytest.importorskip("clingodl")
    record = swept(folder, LIMITS.get(kind, HEAD) + KINDS[kind])
    assert ("limit" in kind) == record["run"]["status"].endswith("-out")
    done = again(folder, record, "--format", "json")
    told = json.loads(done.stdout)
    assert "pylab: as recorded: " in done.stderr
    assert told["recorded"] == {
        "key": record["run"]["key"], "status": record["run"]["status"], "cost": record["cost"],
        "agrees": True,
    }  # fmt: skip
    assert done.returncode == CODES[record["run"]["status"]]
    asked = told["question"]
    assert asked.pop("means") == record["question"]["means"] | {"detailed": True}
    assert asked == {name: each for name, each in record["question"].items() if name != "means"}
    for name in ("status", "decision", "count", "optimal", "costs"):
        assert "limit" in kind or told[name] == record[name], name


def test_it_prints_what_solve_prints(folder):
    record = swept(folder, HEAD + BOARDS)
    words = ["board.lp", "--family", "ravensburger", "--task", "shortest"]

    solved = run("solve", *words, cwd=folder)
    done = again(folder, record)
    assert (done.returncode, done.stdout) == (solved.returncode, solved.stdout)
    assert done.stderr == "pylab: as recorded: optimum, cost 2\n"


def test_a_format_that_the_family_lacks_says_nothing_of_the_record(folder):
    record = swept(folder, HEAD + BOARDS)
    done = again(folder, record, "--format", "csv")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "pylab: ravensburger writes no CSV\n"


def test_another_answer_is_told(folder):
    record = swept(folder, HEAD + BOARDS)
    record["run"]["status"], record["cost"] = "time-out", None
    (folder / "out/results.jsonl").write_text(json.dumps(record) + "\n")
    done = again(folder, record)
    assert done.returncode == 0
    assert "not as recorded: optimum, cost 2; the record has time-out" in done.stderr


def test_what_was_edited_is_told_and_another_instance_is_an_error(folder):
    record = swept(folder, HEAD + BOARDS + ONE + 'with = ["north.lp"]\n')
    (folder / "north.lp").write_text(":- push(_,n,_), push(_,s,_).\n")
    assert "the question was edited since" in again(folder, record).stderr
    (folder / "board.lp").write_text(BOARD + "% another\n")
    done = again(folder, record)
    assert done.returncode == 2
    assert "board.lp: expected the record's instance (SHA-256 75c78172" in done.stderr
    (folder / "board.lp").unlink()
    done = again(folder, record)
    assert (done.returncode, "the record's instance is not there any more" in done.stderr) == (
        2, True,
    )  # fmt: skip


def test_a_generated_instance_is_made_again(folder):
    record = swept(folder, HEAD + MADE + ONE)
    (made,) = (folder / "out/instances").iterdir()
    made.unlink()
    done = again(folder, record)
    assert (done.returncode, "pylab: as recorded" in done.stderr) == (0, True)
    assert not made.exists()
    made.write_text(BOARD)
    assert again(folder, record).returncode == 2


def test_other_versions_are_told(folder):
    record = swept(folder, HEAD + BOARDS)
    record["question"]["versions"]["clingo"] = "4.5.4"
    (folder / "out/results.jsonl").write_text(json.dumps(record) + "\n")
    assert ", and was 4.5.4" in again(folder, record).stderr


def test_keys(folder):
    (folder / "s.toml").write_text(HEAD + BOARDS)
    bench("run", "s.toml", "--repetitions", "20", cwd=folder)  # two keys begin alike
    keys = [record["run"]["key"] for record in lines(folder / "sweeps/s")]
    assert bench("again", keys[0], cwd=folder).returncode == 0
    assert bench("again", keys[0], "sweeps/s/results.jsonl", cwd=folder).returncode == 0
    for key, told in (("", "20 keys begin with ''"), ("x", "no key of a record begins with 'x'")):
        done = bench("again", key, cwd=folder)
        assert (done.returncode, told in done.stderr) == (2, True)
    done = bench("again", "x", cwd=folder / "sweeps")
    assert (done.returncode, "there are no results in sweeps" in done.stderr) == (2, True)


def test_a_part_of_a_proof_is_no_question(folder):
    bench(
        "prove", "board.lp", "--family", "ravensburger", "--bound", "2", "--parts", "1", "-o",
        "out", cwd=folder,
    )  # fmt: skip
    record, *_ = lines(folder / "out")
    done = again(folder, record)
    assert (done.returncode, "is a part of a proof" in done.stderr) == (2, True)


def test_an_edited_overlay_makes_old_records_stale_until_it_is_undone(folder):
    """They are no repetitions in reports; when the edit is undone, they count again."""
    text = HEAD + BOARDS + ONE + 'with = ["north.lp"]\n'
    swept(folder, text, "--repetitions", "2")
    before = Path(folder / "north.lp").read_text()
    (folder / "north.lp").write_text(":- push(_,s,_).\n")
    swept(folder, text, "--repetitions", "1")

    def reported():
        told = bench("report", "out", "--format", "csv", cwd=folder).stdout
        return len(told.splitlines()) - 1

    assert (len(lines(folder / "out")), reported()) == (3, 1)
    (folder / "north.lp").write_text(before)
    (folder / "s.toml").write_text(text)
    done = bench("run", "s.toml", "-o", "out", "--repetitions", "2", cwd=folder)
    assert "2 jobs, 0 of them now" in done.stdout
    assert reported() == 2
