"""Claims and proofs: what is certified, by whom, and what stays a claim."""

from __future__ import annotations

import json
import os
import stat
import sys
import time
from array import array
from dataclasses import replace

import pytest
from projects import ROOT, call, few
from random_programs import showing_program
from splitting import Splitting

import pylab
from pylab import proving
from pylab.base.errors import Disagreement, LimitReached, PylabError
from pylab.base.finding import Status
from pylab.base.limits import Patience
from pylab.core.answer import conclusions
from pylab.proving import sat

SMALL = "ravensburger/square-2x2.lp"
GROUND = "proof of the ground program checked"

pytestmark = pytest.mark.usefixtures("splitting")


@pytest.fixture
def command(tmp_path):
    """An environment in which the solver for tests is installed as cadical."""
    path = tmp_path / "cadical"
    path.write_text(f'#!/bin/sh\nexec {sys.executable} {ROOT}/tests/support/splitting.py "$@"\n')
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return {**os.environ, "PATH": f"{tmp_path}:/usr/bin:/bin", "PYTHONPATH": str(ROOT)}


def certified(answer, seconds=60.0):
    """The answer with what could be proven, and why the rest could not."""
    return proving.certify(answer, Patience(seconds))


def asked(file, task, **means):
    return pylab.solve(file, task=task, **means).answer


def test_the_proof_of_distances_grows_no_faster_than_their_program():
    answer = asked("fractal/alice.lab", "shortest")
    proven, left = certified(answer)
    assert (left, proven.at_least) == (None, 25)
    assert max(row["clauses"] for row in proven.statistics["proofs"]) < 10_000


def test_that_there_is_none_is_proven(tmp_path):
    path = tmp_path / "far.lp"
    text = (ROOT / "instances" / SMALL).read_text(encoding="utf-8")
    path.write_text(text.replace("max_steps(2)", "max_steps(0)"), encoding="utf-8")
    answer = asked(path, "plan")
    assert answer.status is Status.NONE
    assert list(conclusions(answer)) == ["none (clingo's claim)"]
    proven, left = certified(answer)
    assert (left, list(conclusions(proven))) == (None, [f"none ({GROUND})"])
    assert (proven.certified, proven.proof("none").by) == (True, "pylab's checker in Python")
    assert "grounding" in proven.proof("none").trusted
    assert len(proven.statistics["proofs"]) == 1


def test_that_there_are_no_others_is_proven_step_by_step():
    answer = asked("alice/example.alice", "all")
    assert [answer.proof(claim).certified for claim in answer.claims] == [True, True, False]
    proven, left = certified(answer)
    assert left is None
    assert list(conclusions(proven))[-1].endswith(f"; {GROUND})")
    unfinished = replace(asked("alice/twins.alice", "all"), checked=answer.checked[:0])
    assert len(unfinished.checked) == 0
    proven, left = certified(unfinished)
    assert "the program shows another" in str(left)
    assert not proven.proof("complete").certified


def test_answers_that_ignore_their_cost_are_proven_to_be_all(tmp_path):
    """The objective, which is ignored, was taken for a claim, and its proof for a contradiction."""
    path = tmp_path / "two.lp"
    path.write_text("{ a; b } = 1.\n#minimize { 1 : a }.\n#show a/0. #show b/0.\n")
    puzzle = pylab.program(path)
    answer = pylab.solve(puzzle, models=0, opt_mode="ignore").answer
    proven, left = certified(answer)
    assert left is None
    assert list(conclusions(proven))[-1] == f"2 answers in all ({GROUND})"


def test_that_there_are_no_others_is_proven_of_projected_answers(tmp_path):
    """Proofs ruled out what an answer shows, and not all that is the same answer."""
    path = tmp_path / "part.lp"
    path.write_text("{ a(1..2); b }.\n#show a/1. #show b/0.\n")
    answer = pylab.solve(pylab.program(path), models=0, project=["a/1"]).answer
    proven, left = certified(answer)
    assert (left, len(proven.checked)) == (None, 4)
    assert proven.proof("complete").certified
    fewer, left = certified(replace(answer, checked=answer.checked[1:]))
    assert "the program shows another" in str(left)
    assert not fewer.proof("complete").certified
    path.write_text("{ a(1..2); b }.\n#show b/0.\n")
    answer = pylab.solve(pylab.program(path), models=0, project=["a/1"]).answer
    assert "a/1 of --project is not shown" in str(certified(answer)[1])


def test_lower_bounds_are_proven_step_by_step():
    answer = asked("fractal/turnstile.lab", "shortest")
    assert not answer.bound_certified
    proven, left = certified(answer)
    assert (left, proven.bound_certified) == (None, True)
    assert proven.proof("optimal").certified
    assert [row["step"] for row in proven.statistics["proofs"]] == list(range(answer.at_least))


def test_that_nothing_is_better_is_proven(tmp_path):
    path = tmp_path / "two.csv"
    edges = ["0,1,1", "1,3,2", "0,2,1", "2,3,1.5", "0,3,9"]
    lines = ["node1,node2,weight,direction1,direction2", *(f"{edge},u,d" for edge in edges)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    for task in ("shortest", "longest"):
        for engine in ("clingo", "native"):
            answer = asked(path, task, engine=engine)
            proven, left = certified(answer)
            assert left is None, left
            assert proven.claims
            assert all(proven.proof(claim).certified for claim in proven.claims)


def test_a_wrong_claim_is_found_out():
    answer = asked(SMALL, "plan")
    wrong = replace(answer, status=Status.NONE, checked=(), count=0)
    with pytest.raises(Disagreement, match="says that there is no answer, and splitting finds one"):
        certified(wrong)
    answer = asked("fractal/turnstile.lab", "shortest")
    with pytest.raises(Disagreement, match="no answer with"):
        certified(replace(answer, at_least=answer.at_least + 1, cost=answer.cost + 1))


def test_a_wrong_proof_is_not_believed(monkeypatch):
    answer = asked("fractal/turnstile.lab", "shortest")
    monkeypatch.setattr(Splitting, "model", lambda _: None)
    monkeypatch.setattr(Splitting, "proof", lambda _: array("i"))
    wrong = replace(answer, at_least=answer.at_least + 1)
    proven, left = certified(wrong)
    assert "the proof of splitting ends too early" in str(left)
    assert not proven.bound_certified


def test_limits_hold(monkeypatch):
    answer = asked("fractal/turnstile.lab", "shortest")
    monkeypatch.setattr(Splitting, "model", lambda _: time.sleep(600))
    _, left = certified(replace(answer, question=replace(answer.question)), 0.2)
    assert isinstance(left, LimitReached)
    monkeypatch.setattr(Splitting, "model", lambda _: os._exit(1))
    _, left = certified(answer)
    assert str(left) == "the process that makes proofs died"


def test_what_is_not_translated_is_said(monkeypatch):
    def missing():
        raise PylabError(sat.HOW_TO_GET_ONE)

    monkeypatch.setattr(sat, "solver", missing)
    _, left = certified(asked("fractal/turnstile.lab", "shortest"))
    assert "pip install 'pylab-asp[sat]'" in str(left)


def test_the_theory_of_an_option_is_not_translated_either():
    answer = asked(SMALL, "shortest")
    means = replace(answer.question.means, theory="clingo-dl")
    _, left = certified(replace(answer, question=replace(answer.question, means=means)))
    assert str(left) == "clingo-dl can't be translated into clauses"


def test_what_a_checker_has_seen_for_itself_is_no_claim():
    for file, task, claim in (
        ("alice/example.alice", "shortest", "at_least"),
        ("alice/example.alice", "count", "at_least"),
        ("dungeon/trap.dungeon", "margin", "optimal"),
    ):
        answer = asked(file, task)
        assert (answer.proof(claim).certified, answer.proof(claim).words) == (True, "checked")
        assert any(line.endswith("(checked)") for line in conclusions(answer))


def test_of_other_rules_the_checker_of_these_says_nothing(tmp_path):
    path = tmp_path / "mine.lp"
    path.write_text("% Purpose: nothing more.\n:- not begin(_,_,_).\n", encoding="utf-8")
    answer = asked("alice/example.alice", "shortest", overlays=[path])
    assert not answer.proof("at_least").certified
    assert next(conclusions(answer)).endswith("mine.lp)")


def test_on_the_command_line(command):
    words = ("solve", SMALL, "--task", "all")
    done = call(*words, "--certify", "--format", "json", env=command)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["conclusions"][-1].endswith(f"; {GROUND})")
    claims = {each["claim"]: each for each in told["claims"]}
    assert {(each["certified"], each["words"]) for each in claims.values()} == {
        (True, GROUND),
        (True, "certificate checked"),
    }
    assert (claims["complete"]["by"], claims["at_least"]["by"]) == (
        "pylab's checker in Python",
        "ravensburger's checker",
    )
    assert (bool(claims["complete"]["trusted"]), claims["at_least"]["trusted"]) == (True, "")
    plain = json.loads(call(*words, "--format", "json").stdout)
    assert {(c["by"], c["certified"]) for c in plain["claims"]} == {("clingo", False)}


def test_without_a_solver_a_claim_stays_one(command, tmp_path):
    (tmp_path / "cadical").unlink()
    done = call("solve", SMALL, "--task", "all", "--certify", env=command)
    if "not certified" in done.stderr:  # python-sat is not installed either
        assert done.returncode == 3
        assert "Debian's package cadical" in done.stderr
        assert "clingo's claim)" in done.stdout


def test_what_the_family_certifies_needs_no_solver():
    done = call("solve", "ravensburger/example-4x4.lp", "--task", "shortest", "--certify")
    assert (done.returncode, "(certificate checked)" in done.stdout) == (0, True)
    done = call("solve", "fractal/sealed.lab", "--certify")
    assert (done.returncode, "% no (certificate checked)" in done.stdout) == (1, True)


def test_a_program_that_fails_is_an_error(tmp_path):
    for script, told in (("exit 1", "exit code 1"), ("echo x >$4; exit 20", "a step of a DRAT")):
        path = tmp_path / "cadical"
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)
        solver = sat.SolverCommand(str(path))
        solver.add([[1]])
        with pytest.raises(PylabError, match=told):
            solver.model()


@pytest.mark.parametrize("seed", few(range(300), 10))
def test_that_there_are_no_others_is_proven_whatever_is_shown(seed):
    """Also of answers that differ in a number, or in `-p`, alone."""
    answer = pylab.program(showing_program(seed)).solve(models=0).answer
    proven, left = certified(answer)
    claim = "none" if answer.status is Status.NONE else "complete"
    assert (left, proven.proof(claim).certified) == (None, True)
