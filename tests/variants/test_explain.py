"""Explaining why there is no answer: the least change, checked; what can't be explained is said."""

from __future__ import annotations

import random
import re
import threading

import pytest
from asking import ask
from projects import ROOT, call, folder

import pylab
from pylab.analysis import explain as explaining
from pylab.analysis.explain import explain
from pylab.analysis.reasons import Reasons
from pylab.base.finding import Status
from pylab.encoding import places
from pylab.encoding import program as encodings
from pylab.engines.session import ClingoProgram, Session, SolverThread, still_at_work
from pylab.family import registry
from pylab.text.facts import fact


def test_an_alice_maze_lacks_an_arrow():
    done = call("solve", "alice/unsolvable.alice", "--explain")
    assert done.returncode == 1
    # two arrows would do, each by itself
    change = r"% there would be an answer with arrow\((1,0|0,0),e\) \(the least change\)\n"
    then = r"% then valid, checked: [34] moves, then the goal on \(2, 0\) is landed on"
    assert re.search(change + then, done.stdout)
    _, _, behind = done.stdout.partition("(certificate checked)\n")
    assert all(line[0] == "%" for line in behind.splitlines())


def test_a_board_lacks_a_push(tmp_path):
    text = (ROOT / "instances/ravensburger/example-4x4.lp").read_text()
    board = tmp_path / "short.lp"
    board.write_text(text.replace("max_steps(2)", "max_steps(1)"))
    done = call("solve", board, "--explain")
    assert "an answer with max_steps(2) and without max_steps(1) (the least" in done.stdout
    fixed = call("solve", "ravensburger/example-4x4.lp", "--with", "fixed-lines", "--explain")
    assert "with max_steps(3) and without max_steps(2)" in fixed.stdout
    assert call("solve", "ravensburger/example-4x4.lp", "--explain").returncode == 0


@pytest.mark.parametrize("seed", range(4))
def test_the_change_is_least_by_trying_all_smaller_ones(seed):
    puzzles = registry.get("alice")
    rng = random.Random(f"explain {seed}")
    maze = puzzles.sample(rng)
    while ask("alice", maze)[0].status is Status.FOUND or maze.width * maze.height > 8:
        maze = puzzles.sample(rng)
    found = explain(ask("alice", maze)[0], 20)
    if found.status is not Status.FOUND:
        assert found.status is Status.NONE
        return
    assert found.least
    assert all(change.startswith("with arrow(") for change in found.changes)
    assert found.answer.verdict.valid
    facts = puzzles.facts(maze)
    if len(found.changes) > 1:  # then no single arrow does
        squares = [f.arguments[:2] for f in facts if f.name == "square"]
        for square in squares:
            for direction in ("n", "ne", "e", "se", "s", "sw", "w", "nw"):
                more = puzzles.from_facts([*facts, fact("arrow", *square, direction)])
                assert ask("alice", more)[0].status is Status.NONE


@pytest.mark.parametrize("seed", range(4))
def test_a_labyrinth_lacks_the_fewest_doors(seed):
    puzzles = registry.get("theseus")
    rng = random.Random(f"doors {seed}")
    puzzle = puzzles.generate(rng, width=3, height=2, doors=0.2, merge=0.2)
    while ask("theseus", puzzle, "paths")[0].status is Status.FOUND:
        puzzle = puzzles.generate(rng, width=3, height=2, doors=0.2, merge=0.2)
    found = explain(ask("theseus", puzzle, "paths")[0], 20)
    if found.status is Status.FOUND:
        assert found.least
        assert found.answer.verdict.valid
        assert len(found.changes) == len(found.instance.floor.openings) - len(puzzle.floor.openings)
        for smaller in puzzles.smaller(found.instance):  # no door of it is spare
            same = smaller.floor.rooms == puzzle.floor.rooms
            if same and set(puzzle.floor.openings) <= set(smaller.floor.openings):
                assert ask("theseus", smaller, "paths")[0].status is Status.NONE
    else:
        assert found.status is Status.NONE


def test_a_labyrinth_without_doors(tmp_path):
    size = ("--width", "2", "--height", "2", "--doors", "0", "--merge", "0")
    shut = call("generate", "theseus", *size, "--seed", "6").stdout
    plan = tmp_path / "shut.plan"
    plan.write_text(shut)
    done = call("solve", plan, "--explain")
    assert done.returncode == 1
    assert "% there would be an answer with a door at (" in done.stdout
    assert "% then valid, checked: path of " in done.stdout
    told = call("solve", plan, "--explain", "--task", "cycles").stdout
    assert "% no change: theseus/repair.lp is for --task paths, " in told
    assert "there would be an answer" not in told


PICKS = "{ in(X) : n(X) }.\n:- limit(L), #sum { X : in(X) } < L.\n:- in(X), forbid(X).\n"


@pytest.mark.parametrize(
    "files",
    [
        {"i": "n(1..4). limit(20). forbid(2)."},
        {"i": "m(1..4). n(X) :- m(X). limit(20). forbid(2)."},
        {"i": "n(X) :- X = 1..4. limit(5*k). forbid(2). #const k=4."},
        {"picks": f"{PICKS}n(1..4). limit(20). forbid(2)."},
        {"picks": f"{PICKS}#const k=20. n(1..4). limit(k).", "i": "forbid(2)."},
        {"picks": f"{PICKS}#program base. n(1..4). forbid(2).", "i": 'limit(20). note("a:-b").'},
        {"picks": f"{PICKS}n(1..4).", "i": "{ forbid(1..4) }. limit(20)."},
        {"picks": f"{PICKS}#const l=9. n(1..4). limit(l).", "args": ("-c", "l=20")},
    ],
)
def test_a_fact_in_the_way_is_named_wherever_it_stands(files, tmp_path):
    more = files.get("args", ())
    texts = {"picks": PICKS, **files}
    texts.pop("args", None)
    folder(tmp_path, **texts)
    names = [f"{name}.lp" for name in texts]
    done = call("solve", *names, "--explain", *more, cwd=tmp_path)
    assert done.returncode == 1, done.stderr
    assert "% this can't be met, by picks.lp (a minimal set):\n%   limit(20).\n" in done.stdout


def test_that_no_fact_is_the_cause_is_said_where_all_were_tried(tmp_path, monkeypatch):
    told = "the cause lies in the rules, not in the facts of one predicate"
    folder(tmp_path, a="p(1..3). { q(X) } :- p(X). :- q(X). r :- q(_). :- not r. :- not s. {s;t}.")
    done = call("solve", "a.lp", "--explain", cwd=tmp_path)
    assert f"% no reason: {told}\n" in done.stdout
    nothing = pylab.program("{ a }. :- not a. :- a. p(1). p(2). q(1).").solve().answer
    monkeypatch.setattr(explaining, "still_at_work", lambda: "clingo is still grounding")
    assert explaining.sought(nothing, explaining.why, Reasons, threading.Event()).reason == (
        "the time was over before a reason was found"
    )


def test_a_missing_file_is_the_reason_whatever_is_still_at_work(monkeypatch):
    """Also of two texts, which have one name."""
    for text in ("a. :- a.", "b. :- b."):
        nothing = pylab.program(text).solve().answer
        words = iter(["", *["clingcon is still solving"] * 9])
        with monkeypatch.context() as patched:
            patched.setattr(explaining, "still_at_work", words.__next__)
            found = explaining.explained(nothing)
        assert found.why.reason == "clingcon is still solving, which can't be interrupted"
        assert found.change.reason == (
            "your program has no repair.lp, which would say what could be changed"
        )


def test_what_is_still_at_work_is_said_as_it_is():
    theory = places.file_with("% Theory: clingcon\n&dom { 1..2 } = x.\n", "theory")
    over, session = threading.Event(), Session(ClingoProgram(encodings.load(theory), ()))
    assert still_at_work() == ""
    session.phase = "solving"
    SolverThread(session, lambda _: over.wait(60)).start()
    assert still_at_work() == "clingcon is still solving"
    over.set()


def test_no_line_on_an_answer_ends_with_a_colon(tmp_path):
    """Judges without a summary: of a folder, of the command line, after a change."""
    files = {
        "f/few": "{ in(X) : n(X) }. :- must(X), not in(X). #show in/1.",
        "f/check": "wrong(X) :- must(X), not in(X).",
        "f/repair": "{ drop(must(X)) : must(X) }. :- must(X), not n(X), not drop(must(X)).\n"
        "#minimize { 1,X : drop(must(X)) }. #show drop/1.",
        "f/instances/one": "n(1..3). must(3).",
        "f/instances/two": "n(1..3). must(4).",
        "alone": "{ in(1) }. :- not in(1).",
        "judge": "wrong(1) :- not in(1).",
        "answer": "in(3).",
    }
    folder(tmp_path, **files)
    asked = {
        "solve f/instances/one.lp": "% valid by check.lp\n",
        "solve f/instances/two.lp --explain": "% then valid by check.lp\n",
        "solve alone.lp --judge judge.lp": "% valid by your judge judge.lp\n",
        "validate f/instances/one.lp answer.lp": "valid by check.lp\n",
        "validate f/instances/two.lp answer.lp": "invalid\n  4\n",
    }
    for words, told in asked.items():
        done = call(*words.split(), cwd=tmp_path)
        assert told in done.stdout, done.stdout + done.stderr
        assert not re.search(r"\b(valid|checked|lp): *$", done.stdout, re.MULTILINE)
