"""Encoding files: headers, includes, replacement, and what every shipped file must keep to."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys

import pytest
from projects import BARE, ROOT, few

from pylab.base.errors import EncodingError
from pylab.base.resources import expected_beside
from pylab.encoding import files as encoding_files
from pylab.encoding import parsing, places
from pylab.encoding import program as encoding
from pylab.encoding.header import NAMING
from pylab.family import registry
from pylab.testing.expected import read

ENCODINGS = sorted((ROOT / "encodings").rglob("*.lp"))
ENTRIES = [
    (name, task) for name in registry.names() for task in registry.get(name).tasks if task.encoding
]


def name_of(value):
    return value.name if hasattr(value, "name") else str(value)


@pytest.mark.parametrize("path", ENCODINGS, ids=lambda p: str(p.relative_to(ROOT / "encodings")))
def test_every_file_has_a_header_and_keeps_the_house_style(path):
    sections = encoding_files.header(path).sections
    assert sections.get("Purpose")
    text = path.read_text()
    assert text.isascii()
    assert max(map(len, text.splitlines())) <= 100
    assert "#script" not in text
    assert not re.search(r"^\s*%.*:-.*\.\s*$", text, re.MULTILINE), "a rule that is commented out"


@pytest.mark.slow  # the requirements on families have it every time
@pytest.mark.parametrize(("name", "task"), ENTRIES, ids=name_of)
def test_entries_say_what_they_read_and_show(name, task):
    """In its own head, or in those of what it includes."""
    program = encoding.load(encoding_files.find(f"{name}/{task.encoding}", name))
    heads = [encoding_files.header(file).sections for file in program.files]
    assert any(head.get("Input predicates") for head in heads)
    assert any(head.get("Output predicates") for head in heads)


def test_no_file_makes_the_folder_a_package():
    """With the root on PYTHONPATH an `encodings` package would shadow the standard library's."""
    assert not list((ROOT / "encodings").rglob("__init__.py"))
    done = subprocess.run(
        [sys.executable, "-c", "import encodings.utf_8; print(encodings.__file__)"],
        env={"PYTHONPATH": str(ROOT)}, capture_output=True, encoding="utf-8", check=True,
    )  # fmt: skip
    assert str(ROOT) not in done.stdout


def instances(name):
    for path in sorted((ROOT / "instances" / name).glob("*.lp")):
        claims = {claim.task: claim.wanted for claim in read(expected_beside(path)).answers}
        yield path, claims["shortest"].get("cost"), claims["all"]["count"]


@pytest.mark.parametrize(
    ("entry", "most"),
    few([("shortest.lp", 2), *((f"{e}.lp", 3) for e in ("shortest", "plan", "all"))], 1),
)
def test_ravensburger_entries_run_bare_with_clingo_alone(entry, most):
    folder = ROOT / "encodings/ravensburger"
    for path, fewest, number in instances("ravensburger"):
        if fewest is not None and fewest > most:
            continue
        bare = [str(folder / entry), str(path), "--warn=all", "--outf=2"]
        bare += [] if entry == "plan.lp" else ["-c", "imax=4"]
        done = subprocess.run(
            [sys.executable, "-c", BARE, *bare, "0" if entry == "all.lp" else "1"],
            capture_output=True, encoding="utf-8", check=False,
        )  # fmt: skip
        assert done.stderr == ""
        told = json.loads(done.stdout)
        last = told["Call"][-1]
        if fewest is None:
            assert told["Result"] == "UNSATISFIABLE"
            continue
        assert told["Result"] == "SATISFIABLE"
        if entry != "plan.lp":
            assert {len(w["Value"]) for w in last["Witnesses"]} == {fewest}
        if entry == "all.lp":
            assert len(last["Witnesses"]) == number


def test_the_one_shot_entry_runs_with_pips_clingo_module_too():
    done = subprocess.run(
        [sys.executable, "-m", "clingo", str(ROOT / "encodings/ravensburger/plan.lp"),
         str(ROOT / "instances/ravensburger/example-4x4.lp"), "0"],
        capture_output=True, encoding="utf-8", check=False,
    )  # fmt: skip
    assert "push(1,w,1) push(3,s,2)" in done.stdout
    assert "Models       : 2\n" in done.stdout


def test_a_header_is_read_by_sections(tmp_path):
    path = tmp_path / "a.lp"
    path.write_text("% Purpose:\n%   One thing\n%   well.\n% Counts: all\n\n% Later: no\na.\n")
    assert encoding_files.header(path).sections == {"Purpose": "One thing\nwell.", "Counts": "all"}


def test_sections_of_one_title_are_joined(tmp_path):
    path = tmp_path / "a.lp"
    path.write_text("% Judge: b.lp\n%\n% Options: x=1\n%\n% Judge:\n%   c.lp\n% Options: y=2\na.\n")
    found = encoding_files.header(path)
    assert found.judges == ("b.lp", "c.lp")
    assert found.options == {"x": "1", "y": "2"}


@pytest.mark.parametrize("title", [each for each in NAMING if each != "Overlays"])
def test_prose_below_what_a_title_names_is_no_part_of_it(title, tmp_path):
    """What is named goes on in indented lines, and after a comma."""
    named = {"Theory": "clingcon", "Options": "x=1", "Solver options": "--seed=2"}
    word = named.get(title, "p/1" if title == "Relaxes" else "b.lp")
    path = tmp_path / "a.lp"
    alone = f"% {title}: {word}\n"
    for more in (
        "% 2 machines, 3 jobs.\n",
        "%\n% Prose.\n",
        "%no blank\n%   and more\n",
        "%\n%   More.\n",
    ):
        path.write_text(f"{alone}{more}a.\n")
        assert encoding_files.header(path).sections == {title: word}
    other = "--heuristic=Vsids" if title == "Solver options" else word
    for blanks in ("   ", "  ", "\t"):
        path.write_text(f"{alone}%{blanks}{other}\na.\n")
        assert encoding_files.header(path).sections == {title: f"{word}\n{other}"}
    path.write_text(f"% {title}:\n% {word}\na.\n")
    assert encoding_files.header(path).sections == {title: word}
    if "ptions" not in title:
        path.write_text(f"% {title}: {word},\n% {word}\na.\n")
        assert encoding_files.header(path).sections == {title: f"{word},\n{word}"}


def test_a_malformed_header_says_which_lines_belong_to_it(tmp_path):
    path = tmp_path / "a.lp"
    told = "(lines below a title belong to it until another title, or a line that is no comment)"
    path.write_text("% Theory:\n%   clingo-dl\n% 2 machines\na.\n")
    with pytest.raises(EncodingError, match=re.escape(f"found '2' {told}")):
        encoding_files.header(path)
    path.write_text("% Theory: clingo\na.\n")
    with pytest.raises(EncodingError, match=r"found 'clingo'$"):
        encoding_files.header(path)


def write(folder, **files):
    for name, text in files.items():
        (folder / f"{name}.lp").write_text(text)
    return folder


def statements(loaded):
    return [str(s) for s in loaded.statements if str(s) != "#program base." and str(s)[0] != "%"]


def test_includes_are_looked_for_beside_the_file_first(tmp_path, monkeypatch):
    (tmp_path / "here").mkdir()
    (tmp_path / "there").mkdir()
    write(tmp_path / "here", rules="wrong.")
    write(tmp_path / "there", entry='#include "rules.lp".\nb.', rules="right.")
    monkeypatch.chdir(tmp_path / "here")
    loaded = encoding.load(tmp_path / "there" / "entry.lp")
    assert statements(loaded) == ["right.", "b."]
    assert [f.name for f in loaded.files] == ["entry.lp", "rules.lp"]


@pytest.mark.parametrize("path", few(ENCODINGS, 20), ids=lambda path: path.name)
def test_includes_opened_by_clingo_or_put_in_by_us_make_the_same_program(path, monkeypatch):
    files = tuple(encoding_files.read_whole(path))
    quick = [(each.location, str(each)) for each in parsing.parsed(files).statements]
    assert parsing._whole(files)
    monkeypatch.setattr(parsing, "_whole", lambda _: ())
    assert [(each.location, str(each)) for each in parsing.parsed(files).statements] == quick


def test_an_overlay_adds_or_takes_a_files_place(tmp_path):
    write(
        tmp_path,
        entry='#include "rules.lp".\n#include "goal.lp".\n',
        rules="% Purpose: r\n% Counts: one way\nr.",
        goal="% Purpose: g\ng.",
        more="% Purpose: more\nm.",
        other="% Purpose: other\n% Replaces: goal.lp\n% Counts: another way\nh.",
        lost="% Purpose: lost\n% Replaces: nothing.lp\n",
    )
    entry = tmp_path / "entry.lp"
    assert statements(encoding.load(entry)) == ["r.", "g."]
    assert encoding.load(entry).counts == "one way"
    assert statements(encoding.load(entry, [tmp_path / "more.lp"])) == ["r.", "g.", "m."]
    replaced = encoding.load(entry, [tmp_path / "other.lp"])
    assert statements(replaced) == ["r.", "h."]
    assert replaced.counts == "another way"
    with pytest.raises(EncodingError, match=r"lost.lp replaces nothing.lp, which .* not include"):
        encoding.load(entry, [tmp_path / "lost.lp"])


def test_an_overlay_can_be_for_some_tasks_only(tmp_path):
    write(tmp_path, overlay="% Purpose: o\n% Tasks: plan, all\na.", mine="b.")
    overlay = tmp_path / "overlay.lp"
    for task in ("plan", "all"):
        encoding.load(encoding_files.find(f"ravensburger/{task}.lp", "ravensburger"), [overlay])
    with pytest.raises(EncodingError, match=r"means nothing to .*shortest.lp; it is for --task pl"):
        encoding.load(encoding_files.find("ravensburger/shortest.lp", "ravensburger"), [overlay])
    assert statements(encoding.load(tmp_path / "mine.lp", [overlay])) == ["b.", "a."]


def test_an_overlay_can_set_options(tmp_path):
    write(
        tmp_path,
        entry="a.",
        overlay="% Purpose: o\n% Options:\n%   backwards=true\n",
        bad="% Options: x\n",
    )
    entry = tmp_path / "entry.lp"
    assert encoding.load(entry, [tmp_path / "overlay.lp"]).options == {"backwards": "true"}
    with pytest.raises(EncodingError, match="expected name=value, found"):
        encoding.load(entry, [tmp_path / "bad.lp"])


def test_a_header_can_recommend_solver_options(tmp_path):
    write(tmp_path, entry="% Purpose: e\n% Solver options:\n%   --loops=no --heuristic=Vsids\na.")
    loaded = encoding.load(tmp_path / "entry.lp")
    assert loaded.solver_options == ("--loops=no", "--heuristic=Vsids")


def test_an_include_behind_a_comment_in_a_comment_is_one(tmp_path):
    write(
        tmp_path, entry='%* % %*\n*% #include "lost.lp".\n', other='%*% *%\n#include "x.lp".\n*%a.'
    )
    with pytest.raises(EncodingError, match=r"lost\.lp"):
        encoding.load(tmp_path / "entry.lp")
    assert statements(encoding.load(tmp_path / "other.lp")) == ["a."]


def test_files_that_include_each_other_end(tmp_path):
    write(tmp_path, a='#include "b.lp".\na.', b='#include "a.lp".\nb.')
    with pytest.raises(EncodingError):
        encoding.load(tmp_path / "none.lp")
    assert set(statements(encoding.load(tmp_path / "a.lp"))) == {"a.", "b."}


@pytest.mark.parametrize("recent", [-(10**18), places._RECENT])
def test_what_has_changed_is_read_again_and_what_is_old_is_not(tmp_path, monkeypatch, recent):
    monkeypatch.setattr(places, "_RECENT", recent)  # to what is below, all is old
    write(tmp_path, a='% Counts: one\n#include "b.lp".', b="% Counts: two\nb.", c="% Counts: 333\n")
    entry, included = tmp_path / "a.lp", tmp_path / "b.lp"
    reads = []
    reader = places.read_source
    monkeypatch.setattr(
        places, "read_source", lambda *of, **as_: reads.append(of) or reader(*of, **as_)
    )
    assert [encoding.counts(entry) for _ in range(3)] == ["two"] * 3
    assert len(reads) == (2 if recent < 0 else 6)
    then = included.stat()
    included.write_text("% Counts: six\nb.")  # as long, and as old
    os.utime(included, ns=(then.st_atime_ns, then.st_mtime_ns))
    if recent > 0:
        assert encoding.counts(entry) == "six"
    included.write_text("% Counts: four\nb.")
    assert encoding.counts(entry) == "four"
    shutil.copy2(included, tmp_path / "d.lp")
    (tmp_path / "c.lp").replace(included)
    assert encoding.counts(entry) == "333"
    monkeypatch.chdir(tmp_path)
    included.unlink()
    with pytest.raises(EncodingError, match=r"^a\.lp:2:1: "):
        encoding.counts(entry)
    (tmp_path / "d.lp").replace(included)
    assert encoding.counts(entry) == "four"
