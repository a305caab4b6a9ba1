"""Listing, showing, copying and drawing encodings."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET

import pytest
from projects import ROOT, call, few

from pylab.analysis import catalogue, diagram
from pylab.analysis.lint import lint
from pylab.base.errors import EncodingError
from pylab.encoding import files, places
from pylab.encoding import program as encoding
from pylab.encoding.predicates import Role, dependencies, occurrences
from pylab.family import registry

ENTRIES = [
    (name, task.name)
    for name in registry.names()
    for task in registry.get(name).tasks
    if task.encoding
]


def program_of(name, task, overlays=()):
    puzzles = registry.get(name)
    entry = catalogue.entry_of(puzzles, puzzles.task(task))
    return encoding.load(entry, [files.find(each, name) for each in overlays])


def core(program):
    """Each statement with the part it is in."""
    part, found = "#program base.", []
    for statement in program.statements:
        text = str(statement)
        if text.startswith("#program"):
            part = text
        elif not text.startswith("%"):
            found.append((part, text))
    return found


@pytest.mark.parametrize(("name", "task"), few(ENTRIES[::3] + ENTRIES[1::3] + ENTRIES[2::3], 6))
def test_the_shown_program_is_the_same_program(tmp_path, name, task):
    program = program_of(name, task)
    path = tmp_path / "program.lp"
    path.write_text(catalogue.program_text(program))
    again = encoding.load(path)
    assert core(again) == core(program)
    assert again.parts == program.parts
    assert files.header(path).sections.keys() >= {"Purpose"} or "% ====" in path.read_text()


def test_a_shown_program_says_which_facts_its_overlays_need():
    done = call("encodings", "show", "theseus", "paths", "--with", "room-twice")
    assert done.stderr.endswith("set the options of these overlays: pylab facts FILE --room 2\n")
    assert not call("encodings", "show", "theseus", "paths").stderr


@pytest.mark.parametrize(("name", "task"), few(ENTRIES[::3] + ENTRIES[1::3] + ENTRIES[2::3], 6))
def test_a_copy_is_the_same_program_and_is_never_overwritten(tmp_path, name, task):
    puzzles, folder = registry.get(name), tmp_path / "my"
    asked = puzzles.task(task)
    written = catalogue.copy(puzzles, asked, folder, "x")
    assert core(encoding.load(folder / asked.encoding)) == core(program_of(name, task))
    readme = (folder / "README.md").read_text()
    for command in ("pylab lint ", "pylab compare --encoding ", "pylab solve "):
        assert command in readme
    assert len(written) == len(set(written))
    with pytest.raises(EncodingError, match="is there already; nothing was copied"):
        catalogue.copy(puzzles, asked, folder, "x")


@pytest.mark.parametrize(("name", "task"), few(ENTRIES[::3] + ENTRIES[1::3] + ENTRIES[2::3], 6))
def test_a_copy_with_another_comment_has_no_findings(tmp_path, name, task):
    """What overlays may define, `#defined known/1.`, was called given by nothing in a copy."""
    puzzles = registry.get(name)
    asked = puzzles.task(task)
    for path in catalogue.copy(puzzles, asked, tmp_path / "my", "x"):
        path.write_text(f"{path.read_text()}\n% A comment.\n")
    assert lint(tmp_path / "my" / asked.encoding, (), puzzles, asked) == []


@pytest.mark.parametrize(
    ("family", "task", "folder"),
    [("alice", "shortest", "."), ("rules/fold", "hops", "."), (".", "hops", "rules/fold")],
)
def test_each_command_of_the_readme_beside_a_copy_works(tmp_path, family, task, folder):
    (tmp_path / "rules").mkdir()
    assert call("new", "folder", "fold", cwd=tmp_path / "rules").returncode == 0
    here = tmp_path / folder
    assert call("encodings", "copy", family, task, "my", cwd=here).returncode == 0
    readme = (here / "my" / "README.md").read_text()
    commands = [line[10:] for line in readme.splitlines() if line.startswith("    pylab ")]
    for command in commands:
        assert call(*command.split(), cwd=here).returncode in (0, 1), command
    typed = re.search("^try: pylab (.+)$", (
        call("compare", "--task", task, "--with", "nowhere.lp", family, cwd=here).stderr
    ), re.MULTILINE)  # fmt: skip
    assert call(*typed[1].split(), cwd=here).returncode == 0


def test_nothing_is_copied_if_one_file_is_in_the_way(tmp_path):
    (tmp_path / "board.lp").write_text("mine.")
    done = call("encodings", "copy", "ravensburger", "shortest", tmp_path)
    assert done.returncode == 2
    assert "board.lp is there already, and differs; nothing was copied" in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["board.lp"]
    (tmp_path / "board.lp").unlink()
    (tmp_path / "file").write_text("")
    assert call("encodings", "copy", "ravensburger", "plan", tmp_path / "file/x").returncode == 2


def test_copies_of_two_tasks_share_what_is_equal(tmp_path):
    puzzles = registry.get("ravensburger")
    first = catalogue.copy(puzzles, puzzles.task("shortest"), tmp_path, "x")
    second = catalogue.copy(puzzles, puzzles.task("all"), tmp_path, "x")
    assert [path.name for path in second] == ["all.lp", "README-all.md"]
    assert "board.lp" in [path.name for path in first]
    for task in ("shortest", "all"):
        copied = encoding.load(tmp_path / puzzles.task(task).encoding)
        assert core(copied) == core(program_of("ravensburger", task))
    (tmp_path / "board.lp").write_text("mine.")
    with pytest.raises(EncodingError, match=r"board.lp is there already, and differs"):
        catalogue.copy(puzzles, puzzles.task("plan"), tmp_path, "x")


def test_the_listing_says_what_headers_say():
    listed = call("encodings").stdout
    assert "ravensburger/shortest.lp  shortest: " in listed
    assert "    includes stepwise.lp, board.lp, shift.lp, dynamics.lp, arrival.lp\n" in listed
    assert "    may read field/2, init_on/2, goal_on/2, connect/3, max_steps/1, rule/1\n" in listed
    assert "    gives    push/3\n" in listed
    assert "    replaces arrival.lp\n" in listed
    assert "    sets     no_undo=true\n" in listed
    only = call("encodings", "--family", "alice").stdout
    assert "alice/shortest.lp" in only
    assert "ravensburger" not in only
    told = json.loads(call("encodings", "--format", "json").stdout)
    tasks = {(f["name"], t["name"]) for f in told["families"] for t in f["tasks"]}
    assert tasks == set(ENTRIES)
    assert call("encodings", "--family", "chess").returncode == 2


def test_one_program_is_shown_with_its_overlays():
    shown = call("encodings", "show", "ravensburger", "plan", "--with", "any").stdout
    assert "% ==== variants/any.lp" in shown
    assert "% ==== arrival.lp" not in shown
    assert call("encodings", "show", "theseus", "count").returncode == 2
    assert call("encodings", "show", "theseus", "x").returncode == 2


def test_what_headers_say_of_predicates_are_comments():
    text = call("encodings", "show", "alice", "statistics", "--predicates").stdout
    blocks = text.split("%*! ")
    assert blocks[0] == ""
    assert "arrow(X, Y, A)\n\nan arrow on X, Y points towards A.\n*%\n\n" in blocks
    figure = next(block for block in blocks if block.startswith("figure("))
    assert "arrows, wrong, late; see below." in figure  # which stands on two lines
    names = [block.partition("\n")[0] for block in blocks[1:]]
    assert len(names) == len(set(names)) > 10
    known = {str(o.signature) for o in occurrences(places.statements_of(text))}
    assert known == set()  # clingo reads comments alone


def test_a_shown_program_solves(tmp_path):
    shown = call("encodings", "show", "ravensburger", "shortest").stdout
    (tmp_path / "program.lp").write_text(shown)
    done = call(
        "solve", ROOT / "instances/ravensburger/example-4x4.lp", "--task", "shortest",
        "--encoding", tmp_path / "program.lp",
    )  # fmt: skip
    assert "2 pushes" in done.stdout


@pytest.mark.parametrize(("name", "task"), few(ENTRIES, 10))
def test_dependencies_are_drawn(name, task):
    rests = dependencies(program_of(name, task).statements)
    root = ET.fromstring(diagram.svg(rests, "<&>"))
    texts = [e.text for e in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {str(s) for s in rests.homes} <= set(texts)
    dot = diagram.dot(rests, 'a "title"')
    assert dot.startswith('digraph "a \\"title\\""')
    assert dot.count(" -> ") == len(rests.pairs)


def test_graphs_on_the_command_line(tmp_path):
    dot = call("encodings", "graph", "ravensburger", "shortest")
    assert '"open/4" -> "avatar/3";' in dot.stdout
    assert call("encodings", "graph", "alice", "plan", "-o", tmp_path / "a.svg").returncode == 0
    assert call("encodings", "graph", "alice", "plan", "-o", tmp_path / "a.png").returncode == 2
    assert call("encodings", "graph", "alice", "plan", "-o", tmp_path / "x/a.svg").returncode == 2


def test_what_statements_do_to_predicates(tmp_path):
    path = tmp_path / "a.lp"
    path.write_text(
        "a(1;2,3). -b(X) :- c(X), not d(X,X).\n{ e(X) : f(X) } 1 :- #count { Y : g(Y) } > 1.\n"
        "h | i :- j : k.\n#external l(X) : m(X).\n#minimize { X : n(X) }.\n#show o/1.\n"
        "#show p(X) : q(X).\n#defined r/3.\nnot v :- w.\n"
    )
    found = occurrences(encoding.load(path).statements)
    roles = {}
    for each in found:
        roles.setdefault(each.role, set()).add(str(each.signature))
    assert roles[Role.DEFINED] == {"a/1", "a/2", "b/1", "e/1", "h/0", "i/0"}
    used = "c/1 d/2 f/1 g/1 j/0 k/0 m/1 n/1 q/1 w/0 v/0"
    assert roles[Role.USED] == set(used.split())
    assert roles[Role.SHOWN] == {"o/1", "p/1"}
    assert roles[Role.EXTERNAL] == {"l/1"}
    assert roles[Role.DECLARED] == {"r/3"}
    assert {str(each.signature) for each in found if each.choice} == {"e/1"}
