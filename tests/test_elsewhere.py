"""On systems without POSIX what needs none of it works, and the rest says what is missing."""

from __future__ import annotations

import json
import os
import pkgutil
import subprocess
import sys

import elsewhere
from projects import ROOT

import pylab


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


def test_what_needs_no_posix_works_without(tmp_path):
    shown = {
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
    fed = "push(1,w,1). push(2,n,2)."
    found = on("windows", [[*words.split(), fed] for words in shown], tmp_path)
    for (words, wanted), got in zip(shown.items(), found, strict=True):
        assert wanted in got, words
        assert "Error" not in got, words
    assert (tmp_path / "x.svg").read_text().startswith("<svg")
    assert "<html" in (tmp_path / "x.html").read_text()


def test_what_needs_posix_says_so(tmp_path):
    asked = [
        "solve alice/example.alice --memory-limit 500",
        "solve alice/example.alice --engine both",
        "solve alice/example.alice --engine-command clingo",
        "bench run --instances alice/example.alice --task all -o out",
    ]
    for told in on("windows", [[*words.split(), ""] for words in asked], tmp_path):
        assert "needs a POSIX system such as Linux or macOS" in told
        assert "PylabError" in told


def test_all_modules_can_be_imported_without_posix():
    every = [each.name for each in pkgutil.walk_packages(pylab.__path__, "pylab.")]
    names = [name for name in every if name != "pylab.__main__"]
    assert len(names) > 100
    assert set(on("windows", names)) == {""}


def test_checkers_and_models_can_be_imported_without_clingo():
    families = sorted(path.parent.name for path in (ROOT / "pylab/families").glob("*/family.py"))
    assert len(families) == 5
    names = [f"pylab.families.{name}.{room}" for name in families for room in ("check", "model")]
    *found, last = on("bare", [*names, "pylab.facts"])
    assert set(found) == {""}
    assert "clingo" in last
