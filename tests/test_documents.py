"""What the pages on JSON, on upgrading and for contributors say is so."""

from __future__ import annotations

import dataclasses
import json
import os
import re
import shutil

import pytest
from json_page import JSON, described
from projects import ROOT, call, run

from pylab.base.errors import Ended
from pylab.bench.records import RunData

COMMANDS = described((ROOT / "docs/commands.md").read_text(encoding="utf-8"))
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def keys(data, skipped=()):
    """All keys of objects in objects and lists, but for what is in those that are skipped."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield key
            if key not in skipped:
                yield from keys(value, skipped)
    elif isinstance(data, list):
        for value in data:
            yield from keys(value, skipped)


def section(title):
    """A chapter of the page on JSON."""
    return JSON.split(f"\n## {title}\n")[1].split("\n## ")[0]


@pytest.mark.parametrize(
    ("title", "arguments", "skipped"),
    [
        ("`pylab solve`", "solve apart.lp --family ravensburger --explain", ()),
        ("`pylab solve`", "solve theseus/hemme.plan --task shortest", ("witness",)),
        ("`pylab validate`", "validate ravensburger/example-4x4.lp -", ()),
        ("`pylab score`", "score boards outputs", ()),
        ("`pylab families`", "families", ()),
        ("`pylab encodings`", "encodings --family alice", ()),
        ("`pylab lint`", "lint wrong.lp --family ravensburger --task plan", ()),
        (
            "`pylab compare`",
            "compare ravensburger/square-2x2.lp --task plan --with wrong.lp --random 0",
            ("costs",),
        ),
    ],
)
def test_the_page_on_json_has_every_key_of_every_command(title, arguments, skipped, tmp_path):
    (tmp_path / "wrong.lp").write_text("% Purpose: nothing goes.\n:- oops(X).\n:- push(1,w,1).\n")
    (tmp_path / "apart.lp").write_text(
        "field(1..2,1..2). init_on(1,1). goal_on(2,2). connect(1,1,w). max_steps(1).\n"
    )
    for name in ("boards/a.lp", "outputs/a.out"):
        (tmp_path / name).parent.mkdir()
        shutil.copy(ROOT / "instances/ravensburger/square-2x2.lp", tmp_path / name)
    done = call(*arguments.split(), "--format", "json", stdin="push(3,n,1).", cwd=tmp_path)
    assert done.stdout, done.stderr
    found = set(keys(json.loads(done.stdout), skipped))
    told = section(title) + re.sub(r"`(?:means|limits)\.", "`", COMMANDS)
    assert [key for key in sorted(found) if f"`{key}`" not in told] == []


def test_the_page_on_json_has_every_key_of_a_record_and_every_end():
    text = section("A sweep's records")
    names = {field.name for field in dataclasses.fields(RunData)}
    assert [name for name in sorted(names) if f"`{name}`" not in text] == []
    (row,) = re.findall(r"(?m)^\| `ended` \| (.*) \|$", section("`pylab solve`"))
    assert [end.value for end in Ended] == re.findall(r"[.;] `(\w+)`:", row)


def test_the_page_on_json_has_every_code_of_lint():
    texts = [path.read_text(encoding="utf-8") for path in (ROOT / "pylab").rglob("*.py")]
    codes = {code for text in texts for code in re.findall(r'\bDiagnostic\(\s*"(\w+)"', text)}
    assert codes == set(re.findall(r"`(\w+)`", re.findall(
        r"(?s)`code` is (`error`.*?uncovered`)", section("`pylab lint`"))[0]))  # fmt: skip


@pytest.fixture
def outside(tmp_path):
    """The engine that CONTRIBUTING.md shows, installed, and the environment to find it in."""
    blocks = re.findall(r"(?ms)^```(?:python|toml)\n(.*?)^```$", CONTRIBUTING)
    (module,) = (block for block in blocks if "class Other(Engine)" in block)
    (entry,) = (block for block in blocks if '"pylab.engines"' in block)
    name, value = re.findall(r'(?m)^(\w+) = "([\w:]+)"$', entry)[0]
    (tmp_path / "other.py").write_text(module)
    (tmp_path / "other-1.dist-info").mkdir()
    (tmp_path / "other-1.dist-info/entry_points.txt").write_text(
        f"[pylab.engines]\n{name} = {value}\n"
    )
    solver = tmp_path / "othersolver"
    solver.write_text(
        "#!/bin/sh\ncat >facts\neval $DO\necho 'push(1,w,1). push(2,n,2).'\nexit $CODE"
    )
    solver.chmod(0o755)
    path = os.environ["PATH"]
    return {"PATH": f"{tmp_path}:{path}", "PYTHONPATH": f"{tmp_path}:{ROOT}", "CODE": "10"}


@pytest.mark.parametrize(
    ("instance", "more", "changed", "code", "words"),
    [
        ("example-4x4", [], {}, 0, "% valid, checked: 2 pushes"),
        ("example-4x4", [], {"CODE": "20"}, 1, "% none (other's claim)"),
        ("example-4x4", [], {"CODE": "3"}, 3, "% unknown (othersolver exited with 3)"),
        ("example-4x4", ["--time-limit", "1"], {"DO": "exec sleep 600"}, 3, "time limit of 1 s"),
        ("example-4x4", ["--with", "any"], {}, 2, "other takes no overlays"),
        ("generated-05-2", [], {}, 4, "INVALID: the goal on"),
    ],
)
def test_the_example_of_an_engine_works(outside, tmp_path, instance, more, changed, code, words):
    done = run(
        "solve", f"ravensburger/{instance}.lp", "--engine", "other", *more,
        cwd=tmp_path, env=outside | changed,
    )  # fmt: skip
    assert (done.returncode, words in done.stdout + done.stderr) == (code, True), done
