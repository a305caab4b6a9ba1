"""On systems without POSIX what needs none of it works, and the rest says what is missing."""

from __future__ import annotations

import json
import os
import pkgutil
import subprocess
import sys

import elsewhere
import pytest
from projects import ROOT

import pylab

FED = "push(1,w,1). push(2,n,2)."
WORKS = {
    "facts alice/example.alice": "size(3,3).",
    "draw alice/example.alice -o x.svg": "",
    "watch alice/example.alice -o x.html": "",
    "watch alice/example.alice --text": "the start, d = 1",
    "solve alice/example.alice --engine native": "% valid, checked",
    "solve ravensburger/example-4x4.lp --time-limit 100": "% valid, checked",
    "validate ravensburger/example-4x4.lp -": "valid: 2 pushes",
    "encodings --family alice": "shortest",
    "lint alice/shortest.lp": "",
    "bench plan --instances alice/example.alice --task all -o out": "1",
}
NEEDS = (
    "solve alice/example.alice --memory-limit 500",
    "solve alice/example.alice --engine both",
    "solve alice/example.alice --engine-command clingo",
    "bench run --instances alice/example.alice --task all -o out",
)
MODULES = [
    each.name
    for each in pkgutil.walk_packages(pylab.__path__, "pylab.")
    if each.name != "pylab.__main__"
]


def on(system, asked, cwd=None):
    """What commands say, and imports of modules, on another system."""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(map(os.path.realpath, sys.path))}
    done = subprocess.run(
        [sys.executable, elsewhere.__file__, system],
        input=json.dumps(asked), capture_output=True, encoding="utf-8", cwd=cwd, env=env,
        timeout=300, check=False,
    )  # fmt: skip
    assert done.stderr == ""
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def windows(tmp_path_factory):
    """What all of them say, by words, in one process; and the folder of what they write."""
    folder = tmp_path_factory.mktemp("windows")
    asked = [[*words.split(), FED] for words in (*WORKS, *NEEDS)] + MODULES
    told = on("windows", asked, folder)
    return dict(zip([*WORKS, *NEEDS, *MODULES], told, strict=True)), folder


def test_what_needs_no_posix_works_without(windows):
    told, folder = windows
    for words, wanted in WORKS.items():
        assert wanted in told[words], words
        assert "Error" not in told[words], words
    assert (folder / "x.svg").read_text().startswith("<svg")
    assert "<html" in (folder / "x.html").read_text()


def test_what_needs_posix_says_so(windows):
    for words in NEEDS:
        assert "needs a POSIX system such as Linux or macOS" in windows[0][words]
        assert "PylabError" in windows[0][words]


def test_the_page_for_windows_names_what_is_missing_there():
    page = (ROOT / "docs/commands.md").read_text(encoding="utf-8").partition("## On Windows")[2]
    missing = page[page.index("`watch --text`") :]
    for named in ("--memory-limit", "--engine both", "--engine-command", "bench run"):
        assert any(named in words for words in NEEDS)
        assert f"`{named}`" in missing


def test_all_modules_can_be_imported_without_posix(windows):
    assert len(MODULES) > 100
    assert {windows[0][name] for name in MODULES} == {""}


def test_checkers_and_models_can_be_imported_without_clingo():
    families = sorted(path.parent.name for path in (ROOT / "pylab/families").glob("*/family.py"))
    assert len(families) == 5
    names = [f"pylab.families.{name}.{room}" for name in families for room in ("check", "model")]
    *found, last = on("bare", [*names, "pylab.text.facts"])
    assert set(found) == {""}
    assert "clingo" in last
