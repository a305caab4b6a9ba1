"""CONTRIBUTING's lists of what has to change with a rule: each place, taken away, is missed."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys

import pytest
from projects import ROOT, few

from pylab.testing import node

ALICE, BOARDS = "pylab/families/alice/", "pylab/families/ravensburger/"
YELLOW = r' +case "yellow":\n +return .*\n'
"""What a `match` has for it, in a line below."""

TAKEN_AWAY = {
    ALICE + "model.py": (', "yellow"', ""),
    ALICE + "moves.py": (YELLOW, ""),
    ALICE + "check/rules.py": (YELLOW, ""),
    "encodings/alice/scene.lp": (r"paint\(4,yellow,.*\n", "\n"),
    "encodings/alice/maze.lp": (r"makes\(yellow,.*\n", ""),
    "encodings/alice/check.lp": (r"makes\(red,1; yellow,-1\)", "makes(red,1)"),
    ALICE + "testkit.py": (r' - \(colour == "yellow"\)', ""),
    "docs/alice.md": ("yellow", ""),
    BOARDS + "moves.py": (r"return cells \^ moving .*", "return cells"),
    BOARDS + "check.py": (r"    row, column = field\n    size", r"    return field\n\g<0>"),
    BOARDS + "certificate_check.py": (
        r"    def shifted.*\n.*\n",
        r"\g<0>        return cells\n",
    ),
    BOARDS + "certificate_cut.py": (r"if move // 4 != .*:", "if True:"),
    BOARDS + "watch.js": (r"next\[to\] = tiles\[from\]", ""),
    "encodings/ravensburger/check.lp": (r"lies\(X,Y,\(I\+A-1\+N\).*\) :-", "lies(X,Y,I,J,T) :-"),
    "encodings/ravensburger/shift.lp": (r"shift\(X,Y,D,.*\) :-", "shift(X,Y,D,X,Y) :-"),
}
"""By place, a pattern and what is put there instead."""

SILENT = {
    ALICE + "moves.py": (r"return d - 1", "return d"),
    ALICE + "check/rules.py": (r"return d - 1", "return d"),
    ALICE + "model.py": (r', "yellow"\]', ', "yellow", "blue"]'),
    "encodings/alice/check.lp": (r"makes\(red,1; yellow,-1\)", "makes(red,1; yellow,0)"),
}
"""The same for slips that no type shows."""


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """What is run and read of the project."""
    folder = tmp_path_factory.mktemp("project")
    for name in ("pylab", "encodings", "instances", "docs"):
        unread = shutil.ignore_patterns("*.svg")
        shutil.copytree(ROOT / name, folder / name, ignore=unread)
    return folder


def trial(copy, place):
    """How a family's trial ends on the copy."""
    family = "alice" if "alice" in place else "ravensburger"
    path = os.pathsep.join([str(copy), str(ROOT / "tests/support")])
    return subprocess.run(
        [sys.executable, "-B", ROOT / "tests/support/rule_trial.py", family, copy],
        capture_output=True, encoding="utf-8", check=False, cwd=copy, timeout=300,
        env={**os.environ, "PYTHONPATH": path, "PYLAB_NATIVE": "0"},
    )  # fmt: skip


def without(copy, place, change):
    """How the trial ends if this place alone is changed."""
    if place.endswith(".js") and node.NODE is None:
        pytest.skip("there is no node here")
    file = copy / place
    text = file.read_text(encoding="utf-8")
    changed, count = re.subn(*change, text)
    assert count, place
    try:
        file.write_text(changed, encoding="utf-8")
        return trial(copy, place)
    finally:
        file.write_text(text, encoding="utf-8")


def test_the_lists_name_these_places():
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    section = text.partition("## Changing a rule\n")[2].partition("\n## ")[0]
    assert set(re.findall(r"^\| `([^`]+)` \|", section, re.MULTILINE)) == set(TAKEN_AWAY)


@pytest.mark.parametrize("family", few(["alice", "ravensburger"], 1))
def test_as_it_is_nothing_is_missed(copy, family):
    done = trial(copy, family)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("place", few(reversed(TAKEN_AWAY), 2))
def test_each_place_is_missed(copy, place):
    assert without(copy, place, TAKEN_AWAY[place]).returncode == 1


@pytest.mark.parametrize("place", few(SILENT, 2))
def test_a_place_that_says_something_else_is_seen(copy, place):
    done = without(copy, place, SILENT[place])
    assert done.returncode == 1
    assert re.search("Error|Unmet", done.stderr)
