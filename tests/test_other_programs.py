"""Other people's programs: solved as Debian's clingo solves them, compared, and broken."""

from __future__ import annotations

import json
import random
import shutil
import subprocess

import pytest
from projects import SHARED, call, few, run

import pylab
from pylab.base.finding import Status

PROGRAMS = SHARED / "programs"
CLINGO = shutil.which("clingo", path="/usr/bin")
"""Debian's (package `gringo`), which has a mode for steps; that of Python's package has none."""

pytestmark = pytest.mark.skipif(not PROGRAMS.is_dir(), reason="needs other people's programs")
beside_clingo = pytest.mark.skipif(CLINGO is None, reason="needs Debian's package gringo")

HANOI = [
    f"HanoiTower/{name}.asp"
    for name in ("0022-hanoi_tower-60-0", "0047-hanoi_tower-120-0", "0048-hanoi_tower-120-0")
]
QUICK = [
    ("clingo/queens/queens1.lp", "", 0),
    ("clingo/queens/queens2.lp", "", 0),
    ("clingo/toh/tohE.lp", "clingo/toh/tohI.lp", 0),
    *(("clingo/unblock/unblock.lp", f"clingo/unblock/inst{n}.lp", 1) for n in (1, 2, 3, 4)),
    ("clingraph/queens/encoding.lp", "", 0),
    ("clingraph/color/color.lp", "", 0),
    ("clingraph/elevator/encoding.lp", "clingraph/elevator/instance.lp", 1),
    ("clingraph/family_tree/encoding.lp", "", 0),
    ("clingraph/sudoku/encoding.lp", "clingraph/sudoku/instance.lp", 0),
]
LONG = [
    ("clingo/unblock/unblock.lp", "clingo/unblock/inst5.lp", 1),
    *(("clingo/15puzzle/encoding.lp", f"clingo/15puzzle/instance{n}.lp", 1) for n in (1, 2)),
    *((f"HanoiTower/{name}.asp", each, 1)
      for name in ("encoding_old", "encoding_single") for each in HANOI),
    *(("Nomistery/encoding.asp", f"Nomistery/{name}.asp", 1)
      for name in ("0009-nomystery-63-0", "0031-nomystery-52-0")),
]  # fmt: skip


def by_clingo(files, models):
    """Status, the number of steps, answers, and costs, by Debian's clingo."""
    words = [CLINGO, "--outf=2", "--warn=none", str(models), *map(str, files)]
    done = subprocess.run(words, capture_output=True, text=True, timeout=600, check=False)
    told = json.loads(done.stdout)
    last = told["Call"][-1].get("Witnesses", [])
    best = [each for each in last if each.get("Costs") == last[-1].get("Costs")]
    answers = {frozenset(each["Value"]) for each in (best if models == 0 else best[-1:])}
    costs = told["Models"].get("Costs", [])
    return told["Result"] != "UNSATISFIABLE", len(told["Call"]) - 1, answers, costs


@beside_clingo
@pytest.mark.parametrize(("program", "instance", "models"), few([*QUICK, *LONG], len(QUICK)))
def test_programs_are_solved_as_by_debians_clingo(tmp_path, program, instance, models):
    files = [PROGRAMS / each for each in (program, instance) if each]
    solution = pylab.program(*files).solve(models=models, time_limit=550)
    if "Nomistery" in program:  # the steps are clingo's own, and its mode comes as a file
        (tmp_path / "mode.lp").write_text("#include <incmode>.\n")
        files.append(tmp_path / "mode.lp")
    found, calls, answers, costs = by_clingo(files, models)
    assert (solution.status is Status.FOUND) == found
    ours = {
        frozenset(
            [*(str(fact.symbol) for fact in each.facts), *map(str, each.terms)]
        )
        for each in solution.witnesses
    }  # fmt: skip
    if models == 0:
        assert ours == answers
        assert solution.count == len(answers)
    if calls:
        assert solution.cost == calls
    elif costs:
        assert [value for value, _ in solution.answer.costs] == costs


@pytest.mark.slow
def test_encodings_are_compared_on_a_predicate_of_both():
    words = [
        "compare", "--encoding", PROGRAMS / "HanoiTower/encoding_single.asp",
        "--encoding", PROGRAMS / "HanoiTower/encoding_old.asp", PROGRAMS / HANOI[0],
        "--on", "on/3", "--same", "status", "--random", "0", "--time-limit", "120",
    ]  # fmt: skip
    done = run(*words)
    assert (done.returncode, "the same on this instance" in done.stdout) == (0, True), done.stdout
