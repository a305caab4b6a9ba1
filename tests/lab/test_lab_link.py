"""Links of labs, and the command: what they hold, what they must not do, what is missing."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import re
import shutil
import subprocess
import zlib

import pytest
from projects import ROOT, call, few, run

from pylab.analysis.drawn import drawn_by_size
from pylab.base.errors import PylabError
from pylab.cli.lab import opened
from pylab.family import registry
from pylab.pages.lab import engine
from pylab.pages.lab.kit import part, texts
from pylab.pages.lab.link import MOST, LinkError, read
from pylab.pages.lab.page import page

STATE = {
    "v": 1,
    "family": "ravensburger",
    "task": "all",
    "puzzle": "field(1,1). % \u00e9\u2713\U0001f600\n",
    "entry": "",
    "overlays": ["own/mine.lp"],
    "constants": {"length": "2"},
    "files": {"own/mine.lp": [0, 0, ":- push(_,n,_).\n", 0x811C9DC5]},
}


def packed(state, raw=False):
    data = state if raw else json.dumps(state).encode()
    squeezed = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    small = squeezed.compress(data) + squeezed.flush()
    return base64.urlsafe_b64encode(small).decode().rstrip("=")


def test_a_link_is_read_with_and_without_its_address():
    for link in (packed(STATE), f"#{packed(STATE)}", f"file:///x/lab.html#{packed(STATE)}"):
        shared = read(link)
        assert shared.state == STATE
        assert read(shared.fragment).state == STATE
        assert shared.texts({}) == {"own/mine.lp": ":- push(_,n,_).\n"}


def test_node_and_python_have_the_same_links():
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no node here")
    base, text = "a.\nb :- c.\nd.\n", "a.\nb :- not \u00e9 c.\nd.\n"
    script = f"""{texts()}{part("share.js")}
    (async () => {{
      const state = JSON.parse(process.argv[1]);
      state.files["x.lp"] = difference({json.dumps(base)}, {json.dumps(text)});
      const link = await packed(state);
      const again = JSON.stringify(await unpacked(link)) === JSON.stringify(state);
      console.log(JSON.stringify([link, again, applied({json.dumps(base)}, state.files["x.lp"])]));
    }})();"""
    done = subprocess.run(
        [node, "-e", script, "--", json.dumps(STATE)],
        capture_output=True, encoding="utf-8", check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    link, same, applied = json.loads(done.stdout)
    assert same
    assert applied == text
    shared = read(link)
    assert shared.texts({"x.lp": base})["x.lp"] == text
    assert shared.puzzle == STATE["puzzle"]
    with pytest.raises(LinkError, match="differs in this version"):
        shared.texts({"x.lp": base + "e."})


@pytest.mark.parametrize(
    "link",
    [
        "",
        "#",
        "AAAA",
        "not a link!",
        "\u00e9",
        packed(STATE)[:-9],
        packed([]),
        packed(None),
        packed({"v": 1}),
        packed(b"\xff\xfe", raw=True),
        packed(b"[" * 100_000, raw=True),
        packed(b"NaN", raw=True),
        *(
            packed(STATE | change)
            for change in (
                {"v": 2},
                {"family": 3},
                {"puzzle": None},
                {"puzzle": "\ud800"},
                {"files": []},
                {"overlays": "x"},
                {"constants": {"a": 1}},
                {"entry": "/etc/passwd"},
                {"entry": "../x.lp"},
                {"overlays": ["own/../../x.lp"]},
                {"files": {"../x.lp": [0, 0, "", 0]}},
                {"files": {"/tmp/x.lp": [0, 0, "", 0]}},
                {"files": {".bashrc": [0, 0, "", 0]}},
                {"files": {"x.sh": [0, 0, "", 0]}},
                {"files": {"x.lp": [-1, 0, "", 0]}},
                {"files": {"x.lp": [0, 0, 7, 0]}},
                {"files": {"x.lp": [True, 0, "", 0]}},
            )
        ),
    ],
)
def test_what_is_no_link_is_refused(link):
    with pytest.raises(LinkError):
        read(link)


def test_a_link_inflates_to_a_bound_only():
    with pytest.raises(LinkError, match=str(MOST)):
        read(packed(b"a" * 10 * MOST, raw=True))


def test_a_link_becomes_files_and_a_page(tmp_path):
    done = call("lab", "--from", packed(STATE), "--files", "here", "-o", "x.html", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "here/own/mine.lp").read_text() == ":- push(_,n,_).\n"
    assert (tmp_path / "here/puzzle.lp").read_text() == STATE["puzzle"]
    assert (tmp_path / "here/dynamics.lp").exists()
    kept = re.search(r'id="kept">(.*?)</script>', (tmp_path / "x.html").read_text())
    assert json.loads(kept[1]) == STATE


def test_the_family_s_checker_judges_the_written_puzzle(tmp_path):
    assert call("lab", "--family", "ravensburger", "--files", "x", cwd=tmp_path).returncode == 0
    assert "% valid, checked: " in call("solve", "x/puzzle.lp", cwd=tmp_path).stdout


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["lab"], "expected FILE, --family or --from"),
        (["lab", "nowhere.lp"], "nowhere.lp"),
        (["lab", "--from", "xx", "--task", "all"], "give --from alone"),
        (["lab", "--from", "xx"], "expected a link"),
        (["lab", "--from", packed(STATE | {"family": "chess"})], "chess"),
        (["lab", "--from", packed(STATE | {"task": "chess"})], "no task"),
        (["lab", "--from", packed(STATE), "--family", "alice"], "not of alice"),
        (["lab", "ravensburger/example-4x4.lp", "-o", "/nowhere/x.html"], "/nowhere"),
        (["lab", "ravensburger/example-4x4.lp", "--task", "chess"], "no task"),
    ],
)
def test_what_is_wrong_is_said_in_a_line(tmp_path, words, told):
    done = call(*words, cwd=tmp_path)
    assert done.returncode == 2
    assert told in done.stderr
    assert "Traceback" not in done.stderr


def test_without_the_engine_it_says_what_to_install(monkeypatch, tmp_path):
    monkeypatch.setattr(engine, "_BESIDE", tmp_path)
    monkeypatch.setattr(engine, "GROUP", "pylab.nothing")
    with pytest.raises(PylabError, match=r"pip install \./lab"):
        engine.find()


def test_the_engine_is_what_its_hashes_say():
    vendor = ROOT / "lab/pylab_lab/vendor"
    listed = dict(
        line.split("  ./")[::-1] for line in (vendor / "SHA256SUMS").read_text().splitlines()
    )
    files = {str(p.relative_to(vendor)): p for p in vendor.rglob("*") if p.is_file()}
    assert set(files) - {"SHA256SUMS"} == set(listed)
    for name, digest in listed.items():
        assert hashlib.sha256(files[name].read_bytes()).hexdigest() == digest, name
    for licence in ("clingo", "clasp", "lua", "clingo-wasm"):
        assert (vendor / f"clingo/LICENSE-{licence}").stat().st_size > 500


@pytest.mark.parametrize("name", few([f.name for f in registry.families() if f.lab], 1))
def test_pages_are_the_same_each_time_and_may_run_what_they_have_only(name):
    family, parts = registry.get(name), engine.find()
    program, text, about = opened(family)
    made = page(family, program, text, parts, about=about)
    assert made == page(family, program, text, parts, about=about)
    assert len(made.encode()) < 2_000_000
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', made)[1]
    assert "default-src 'none'" in policy
    assert "unsafe-inline" not in policy
    assert "connect-src" not in policy
    scripts = re.findall(r"<script>(.*?)</script>", made, re.DOTALL)
    assert len(scripts) == 1
    for script in [*scripts, parts.editor]:
        digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
        assert f"'sha256-{digest}'" in policy
    assert not re.search(r'(src|href)="?http', made)


def test_random_labyrinths_have_each_twist():
    drawn = [each for size in drawn_by_size(registry.get("fractal"), 4) for each in size]
    assert any(each.oneways for each in drawn)
    assert any(len(ends) > 2 for each in drawn for ends in each.cliques)
    assert any(end.count(".") > 1 for each in drawn for ends in each.cliques for end in ends)
    assert any(not each.oneways for each in drawn)


def test_random_labyrinths_of_a_page_are_laid_out():
    """Each has a fact of where each of its locations lies; no other family needs any."""
    for name in ("fractal", "dungeon"):
        program, puzzle, _ = opened(registry.get(name))
        made = page(registry.get(name), program, puzzle, engine.find())
        data = re.search(r'id="lab">([^<]*)<', made).group(1)
        told = json.loads(gzip.decompress(base64.b64decode(data)))
        plans = dict(told["plans"])
        drawn = [
            "\n".join(each.replace(". ", ".\n").split("\n"))
            for size in told["drawn"]
            for each in size
        ]
        assert len(drawn) >= 20
        laid = [plans.get(each.strip(), []) for each in drawn]
        spots = [sum(fact.startswith("spot(") for fact in plan) for plan in laid]
        assert all(spots) if name == "fractal" else not any(spots)


def lab_of(state, tmp_path, *words):
    """What the command makes of a link, in an empty folder but for a file of one's own."""
    (tmp_path / "local.lp").write_text(":- push(_,n,_).\n")
    link = packed({**STATE, "overlays": [], "files": {}, **state})
    return call("lab", "--from", link, "--files", "out", *words, cwd=tmp_path)


@pytest.mark.parametrize(
    ("state", "words", "told"),
    [
        ({"overlays": ["local.lp"]}, (), "the link has the overlay local.lp, which is not shipped"),
        ({"files": {"puzzle.lp": [0, 0, "a.", 0x811C9DC5]}}, (), "changes puzzle.lp, which is not"),
        ({}, ("-c", "length=3"), "give --from alone"),
        ({"constants": {"--models": "1"}}, (), "--models"),
    ],
)
def test_a_link_takes_nothing_from_the_folder_that_one_is_in(tmp_path, state, words, told):
    done = lab_of(state, tmp_path, *words)
    assert done.returncode == 2
    assert told in done.stderr
    assert not (tmp_path / "out").exists()


def test_files_are_written_without_a_page(tmp_path):
    done = lab_of({"overlays": ["variants/no-undo.lp"]}, tmp_path)
    assert done.returncode == 0, done.stderr
    made = [path for path in (tmp_path / "out").rglob("*") if path.is_file()]
    assert done.stderr == f"pylab: wrote {len(made)} files into out\n"
    assert (tmp_path / "out/puzzle.lp").read_text() == STATE["puzzle"]
    assert not (tmp_path / "lab.html").exists()


def test_a_page_takes_no_names_and_constants_that_are_none():
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no node here")
    wrong = [
        {"overlays": ["constructor"]},
        {"overlays": ["../x.lp"]},
        {"entry": "/x.lp"},
        {"files": {"x.py": [0, 0, "", 0]}},
        {"constants": {"a b": "1"}},
        {"constants": {"--models": "1"}},
        {"constants": {"a": "1 --models=1"}},
    ]
    states = [STATE, *({**STATE, **each} for each in wrong)]
    script = f"""{texts()}{part("share.js")}
    console.log(JSON.stringify(JSON.parse(process.argv[1]).map((state) => {{
      try {{ return Boolean(checkedState(state)); }}
      catch (error) {{ return error.constructor.name; }}
    }})));"""
    done = subprocess.run(
        [node, "-e", script, "--", json.dumps(states)],
        capture_output=True, encoding="utf-8", check=True,
    )  # fmt: skip
    assert json.loads(done.stdout) == [True, *["Misfit"] * len(wrong)]


def test_pages_read_facts_between_comments():
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no node here")
    cases = {
        "#! %*\np(1). #! q.": 1, "%* p(1). *% p(\"%\"). p(2,%\n3).": 2, "p(1). %* q.": None,
        "p(1).\u00a0q.": None, "p(1). \ufeff": None, "#!\n": 0,
    }  # fmt: skip
    script = f"""{texts()}
    console.log(JSON.stringify(JSON.parse(process.argv[1]).map((text) => readFacts(text)?.length ?? null)));"""  # noqa: E501
    done = subprocess.run(
        [node, "-e", script, "--", json.dumps(list(cases))],
        capture_output=True, encoding="utf-8", check=True,
    )  # fmt: skip
    assert json.loads(done.stdout) == list(cases.values())


def test_ranges_of_a_hundred_thousand_are_left_to_clingo_or_read():
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no node here")
    script = f"""{texts()}
    console.log(JSON.stringify(["p(1..400,1..400).", "p(1..400,1..600)."].map((text) => {{
      const found = readFacts(text);
      return found && found.length;
    }})));"""
    done = subprocess.run([node, "-e", script], capture_output=True, encoding="utf-8", check=True)
    assert json.loads(done.stdout) == [160_000, None]


def test_a_lab_shares_no_names_with_the_player_but_those_that_look_the_same():
    ids = set(re.findall(r'id="(\w+)"', part("lab.html")))
    styled = set(
        re.findall(r"#([a-z]+)", (ROOT / "pylab/pages/player/player.css").read_text("utf-8"))
    )
    watching = {"undo", "redo"}  # hidden on pages that are watched alone, which no lab is
    assert ids & styled == {"choice", "modes", "theme"} | watching


def test_commands_for_a_folder_find_its_puzzles(tmp_path):
    """Where the folder is, by the names in its lab; elsewhere a link's folder can be named."""
    folder = tmp_path / "queens"
    shutil.copytree(ROOT / "examples/queens", folder)
    # in processes of their own, which know no other folder of this name
    assert run("lab", "queens/instances/eight.lp", "-o", "x.html", cwd=tmp_path).returncode == 0
    held = re.findall(r">([A-Za-z0-9+/=]{900,})<", (tmp_path / "x.html").read_text())
    shipped = next(
        json.loads(data)["shipped"]
        for each in held
        if (data := gzip.decompress(base64.b64decode(each)))[:1] == b"{"
    )
    assert shipped
    for each in shipped:
        assert call("facts", each["file"], cwd=tmp_path).returncode == 0, each["file"]
    plain = {"entry": "", "overlays": [], "constants": {}, "files": {}}
    link = packed(STATE | plain | {"family": "queens", "task": "queens", "puzzle": "size(4).\n"})
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    asked = ["lab", "--from", link, "-o", "y.html"]
    assert run(*asked, cwd=tmp_path).returncode == 0
    done = run(*asked, "--family", str(folder), cwd=elsewhere)
    assert done.returncode == 0, done.stderr
