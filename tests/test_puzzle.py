"""What a notebook meets: load, solve, check; the command line is not involved."""

from __future__ import annotations

import importlib
import subprocess
import sys

import pytest
from projects import ROOT

import pylab
from pylab.base.errors import EncodingError, InstanceError, PylabError, WitnessError
from pylab.base.finding import Status

EXAMPLE = ROOT / "instances/ravensburger/example-4x4.lp"


def test_all_plans():
    found = pylab.solve(pylab.load(EXAMPLE), "all")
    assert (found.status, len(found.witnesses), found.answer.complete) == (Status.FOUND, 2, True)
    assert str(found).count("push(") == 4
    assert found._repr_svg_().startswith("<svg")


def test_a_puzzle_shows_itself():
    board = pylab.load("ravensburger/example-4x4.lp")
    assert "@ the avatar" in str(board)
    assert board._repr_svg_().startswith("<svg")


def test_nothing_found_is_said_and_has_no_witness():
    found = pylab.solve(pylab.load("ravensburger/unsolvable-3x3.lp"))
    assert (found.status, found.witness, str(found)) == (Status.NONE, None, "")


@pytest.mark.parametrize("engine", ["clingo", "native"])
def test_options_and_certificates(engine):
    maze = pylab.load("fractal/infinite.lab")
    found = pylab.solve(maze, engine=engine, goal="at b")
    assert (found.status, found.answer.certified) == (Status.NONE, True)
    assert pylab.validate(found.puzzle, found.witness).valid
    assert pylab.validate(found.puzzle, str(found)).valid


def test_constants_and_overlays():
    board = pylab.load(EXAMPLE)
    assert pylab.solve(board, "all", constants={"length": 1}).status is Status.NONE
    assert pylab.solve(board, "all", overlays=["any"]).answer.counts == "any: every valid plan"


def test_a_limit_is_unknown():
    board = pylab.load("ravensburger/generated-12-5.lp")
    found = pylab.solve(board, "shortest", engine="clingo", time_limit=0.2)
    assert (found.status, found.answer.reason) == (Status.UNKNOWN, "time limit of 0.2 s")


@pytest.mark.parametrize(
    ("means", "kind", "message"),
    [
        ({"task": "walk"}, PylabError, "has no task 'walk'"),
        ({"engine": "abacus"}, PylabError, "found 'abacus'"),
        ({"goal": "at b"}, PylabError, "goal is no option of ravensburger"),
        ({"encoding": "none.lp"}, EncodingError, "no such file"),
    ],
)
def test_what_cannot_be_asked(means, kind, message):
    with pytest.raises(kind, match=message):
        pylab.solve(pylab.load(EXAMPLE), **means)


def test_what_cannot_be_read(tmp_path):
    with pytest.raises(InstanceError, match="No such file"):
        pylab.load(tmp_path / "none.lp")
    with pytest.raises(InstanceError, match="No such file"):
        pylab.load(tmp_path / "none.txt")
    (tmp_path / "some.txt").write_text("size 2")
    with pytest.raises(PylabError, match="names no family"):
        pylab.load(tmp_path / "some.txt")
    (tmp_path / "maze.txt").write_text("2 1 ?,b,e !,,")
    with pytest.raises(PylabError, match=r"names no family; family alice can read it"):
        pylab.load(tmp_path / "maze.txt")
    with pytest.raises(WitnessError):
        pylab.validate(pylab.load(EXAMPLE), "push(1,w")


def test_an_invalid_answer_is_data_and_no_witness(tmp_path):
    (tmp_path / "wrong.lp").write_text("push(1,e,1). #show push/3.")
    found = pylab.solve(pylab.load(EXAMPLE), encoding=str(tmp_path / "wrong.lp"))
    (invalid,) = found.answer.invalid
    assert invalid.verdict.problems[0].message.startswith("the goal")
    assert (found.witness, found.witnesses, str(found)) == (None, (), "")
    told = found.to_dict()
    assert (told["invalid"], told["answers"][0]["valid"]) == (1, False)
    assert any("INVALID by the rules of ravensburger, but" in line for line in told["conclusions"])


def test_the_package_imports_nothing_until_it_is_used():
    code = "import sys, pylab; print(pylab.__version__, 'clingo' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True, cwd=ROOT
    )
    assert done.stdout == f"{pylab.__version__} False\n"
    with pytest.raises(AttributeError, match="no attribute 'figure'"):
        _ = pylab.figure


def test_what_is_too_large_to_be_checked_is_neither_valid_nor_invalid(monkeypatch):
    checker = importlib.import_module("pylab.families.alice.check.figures")
    monkeypatch.setattr(checker, "STATES_WALKED", 3)
    found = pylab.solve(pylab.load("alice/example.alice"), "statistics", engine="native")
    assert found.status is Status.FOUND
    verdict = pylab.validate(found.puzzle, found.witness)
    assert (verdict.valid, verdict.unchecked) == (False, True)
    assert found.answer.invalid == ()
