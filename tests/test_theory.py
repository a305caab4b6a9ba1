"""Theories plugged into clingo; where they are not installed, the message that says so."""

from __future__ import annotations

import importlib.util
import re

import pytest
from asking import ravensburger
from projects import ROOT, run

from pylab.finding import Status
from pylab.puzzle import load

EXAMPLE = ROOT / "instances/ravensburger/example-4x4.lp"
MINUTES = re.search(
    r"(?ms)^```prolog overlay\n(.*?)^```$", (ROOT / "docs/solvers.md").read_text(encoding="utf-8")
)[1]
SUMS = """\
#const minutes = 3.
&sum { at(0) } = 0.
#program step(t).
&sum { at(t); -at(t-1) } = Z :- push(Z,_,t).
#program check(t).
&sum { at(t) } <= minutes :- query(t).
"""
ONE_SHOT = """\
#const minutes = 3.
slot(1..M) :- horizon(M).
&sum { m(T) } = Z :- push(Z,_,T).
&sum { m(T) } = 0 :- slot(T), not push(_,_,T).
&sum { m(T) : slot(T) } <= minutes.
"""


@pytest.mark.parametrize(
    ("theory", "module", "text", "task"),
    [
        ("clingo-dl", "clingodl", MINUTES, "shortest"),
        ("clingcon", "clingcon", SUMS, "shortest"),
        ("clingcon", "clingcon", ONE_SHOT, "plan"),
    ],
)
def test_an_overlay_may_use_a_theory(tmp_path, theory, module, text, task):
    if importlib.util.find_spec(module) is None:
        pytest.skip(f"{theory} is not installed")
    (tmp_path / "minutes.lp").write_text(text)
    board = load(EXAMPLE).instance
    for minutes, status in ((3, Status.FOUND), (2, Status.NONE)):
        answer, plans = ravensburger(
            board, task, overlays=[str(tmp_path / "minutes.lp")], theory=theory,
            constants={"minutes": str(minutes)},
        )  # fmt: skip
        assert answer.status is status
        assert all(sum(line for line, _ in plan) <= minutes for plan in plans)
    everything, all_plans = ravensburger(board, "all", models=0)
    assert everything.complete
    assert min(sum(line for line, _ in plan) for plan in all_plans) == 3


@pytest.mark.parametrize(
    ("theory", "module"), [("clingo-dl", "clingodl"), ("clingcon", "clingcon")]
)
def test_a_theory_that_is_not_there_says_how_to_get_it(theory, module, tmp_path):
    (tmp_path / f"{module}.py").write_text("raise ImportError('not here')")
    done = run("solve", EXAMPLE, "--theory", theory, env={"PYTHONPATH": f"{tmp_path}:{ROOT}"})
    assert done.returncode == 2
    assert f"{theory} is not installed: pip install 'pylab-asp[dl]' (not here)" in done.stderr


def test_what_a_theory_cannot_read_is_an_error_with_its_place(tmp_path):
    if importlib.util.find_spec("clingcon") is None:
        pytest.skip("clingcon is not installed")
    (tmp_path / "odd.lp").write_text("\n&sum { Z,T : push(Z,_,T) } <= 3.\n")
    done = run("solve", EXAMPLE, "--with", tmp_path / "odd.lp", "--theory", "clingcon")
    assert (done.returncode, "odd.lp:2:1: clingcon says: " in done.stderr) == (2, True), done.stderr


def test_theories_are_clingos():
    done = run("solve", EXAMPLE, "--theory", "clingcon", "--engine", "native")
    assert (done.returncode, "theories are for --engine clingo" in done.stderr) == (2, True)
