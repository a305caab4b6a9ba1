"""Whose exception it is: a family's, an engine's or pylab's; in the terminal, sweeps, notebooks."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys

import pytest
from projects import ROOT, run
from sixth import FILES, write

from pylab import facts, load
from pylab.base import faults
from pylab.base.errors import Fault

BROKEN = "the family hopscotch failed: ValueError: no stone 7 (hopscotch/family.py:"
RAISES = "    leaps = [b - a for a, b in zip((0, *stops), stops)]\n"
ENGINE = """
from pylab.engines import Engine


class Abacus(Engine):
    name = "abacus"

    def ask(self, question, watch):
        return {}["beads"]


ENGINE = Abacus()
"""


@pytest.fixture
def env(tmp_path):
    """A family and an engine from outside; the family's checker fails, and so does the engine."""
    site = tmp_path / "site"
    broken = [
        (RAISES, f"    if stops[-1:] == (7,):\n        raise ValueError('no stone 7')\n{RAISES}")
    ]
    write(site / "hopscotch", "hopscotch", "hopscotch", family=broken)
    for kind, name, text in (
        ("encodings", "hops.lp", FILES["hops.lp"]),
        ("instances", "seven.hop", "7\n"),
    ):
        (site / "hopscotch" / kind).mkdir()
        (site / "hopscotch" / kind / name).write_text(text)
    (site / "abacus_engine.py").write_text(ENGINE)
    info = site / "hopscotch-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: hopscotch\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        "[pylab.families]\nhopscotch = hopscotch\n[pylab.engines]\nabacus = abacus_engine:ENGINE\n"
    )
    return {"PYTHONPATH": f"{site}:{ROOT}"}


CLINGO = shlex.join([sys.executable, "-m", "clingo"])


@pytest.mark.parametrize(
    "words",
    [
        ["solve", "hopscotch/seven.hop"],
        ["solve", "hopscotch/seven.hop", "--engine-command", CLINGO],
        ["validate", "hopscotch/seven.hop", "answer"],
    ],
)
def test_a_command_names_the_family_the_file_and_the_line(env, tmp_path, words):
    (tmp_path / "answer").write_text("stop(2). stop(4). stop(7).\n")
    done = run(*words, env=env, cwd=tmp_path)
    assert done.returncode == 70, done.stderr
    assert BROKEN in done.stderr
    assert "a bug in pylab" not in done.stderr
    assert "Traceback" not in done.stderr


def test_a_sweep_does_so_in_its_record(env, tmp_path):
    words = ["bench", "run", "--instances", "hopscotch/*", "--task", "all", "-o", "out"]
    run(*words, env=env, cwd=tmp_path)
    (line,) = (tmp_path / "out/results.jsonl").read_text().splitlines()
    record = json.loads(line)["run"]
    assert (record["status"], record["reason"][: len(BROKEN)]) == ("error", BROKEN)


@pytest.mark.parametrize("limit", ["", ", memory_limit=1000"])
def test_a_notebook_raises_the_same_fault_with_a_memory_limit_and_without(env, limit):
    code = (
        "import pylab\nfrom pylab.base.errors import Fault\n"
        "from pylab.engines.session import left_at_work\n"
        f"try: pylab.solve(pylab.load('hopscotch/seven.hop'){limit})\n"
        "except Fault as error:\n"
        "    print(error, repr(error.__cause__), left_at_work(), sep='\\n')"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, encoding="utf-8", env=env, cwd=ROOT
    )
    assert done.returncode == 0, done.stderr  # Python aborts if clingo still calls it
    told, cause, working = done.stdout.splitlines()
    assert told.startswith(BROKEN), done.stderr
    assert working == "False"
    assert cause == "ValueError('no stone 7')"


def test_an_engine_from_outside_is_named(env):
    done = run("solve", "ravensburger/example-4x4.lp", "--engine", "abacus", env=env)
    assert done.returncode == 70
    told = "pylab: the engine abacus failed: KeyError: 'beads' (abacus_engine.py:9)\n"
    assert done.stderr.split("\n", 1)[1].startswith(told)


def test_what_is_in_no_ones_package_is_pylabs():
    puzzle = load("alice/example.alice")
    with pytest.raises(TypeError) as raised:
        facts(puzzle, [])
    told = faults.told(raised.value)
    assert told.startswith("a bug in pylab: TypeError: ")
    assert ".py:" in told
    assert faults.told(Fault(told)) == told


def test_a_shipped_family_is_named_too():
    with pytest.raises(AttributeError) as raised:
        load("alice/example.alice").family.draw(5, None)
    assert faults.told(raised.value).startswith("the family alice failed: AttributeError: 'int'")
    assert "(alice/draw" in faults.place(raised.value)
