"""Rules behind `#! %*`, which is a line comment: every front end sees them as clingo does."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from projects import ROOT, call

import pylab
from pylab.analysis.catalogue import beheaded
from pylab.base.errors import EncodingError
from pylab.encoding import files, parsing, program
from pylab.text.source import Source

BOARD = "ravensburger/example-4x4.lp"
FILES = ROOT / "tests/data/differences"
SAID = {
    "shebang-incmode": "ravensburger/plan.lp is solved in one go",
    "shebang-passwd": "/etc/passwd:1:",
    "shebang-panic": "lab-panic.lp:1:3: expected ASCII only in an encoding, found '\\u200b'",
    "shebang-script": "shebang-script.lp:2:1: expected no embedded script",
    "lab-panic": "lab-panic.lp:1:3: expected ASCII only in an encoding, found '\\u200b'",
}
REFUSED = ["shebang-panic", "shebang-script", "lab-panic"]


@pytest.fixture(scope="module")
def plan(tmp_path_factory):
    path = tmp_path_factory.mktemp("plan") / "plan.txt"
    path.write_text(call("solve", BOARD).stdout)
    return path


@pytest.mark.parametrize("name", SAID)
def test_an_overlay_is_refused_where_it_is_wrong(name):
    if name == "shebang-passwd" and not Path("/etc/passwd").is_file():
        pytest.skip("there is no such file here")
    done = call("solve", BOARD, "--with", FILES / f"{name}.lp")
    assert done.returncode == 2
    assert SAID[name] in done.stderr


@pytest.mark.parametrize("name", REFUSED)
@pytest.mark.parametrize(
    "words",
    [
        *("solve BOARD --encoding FILE", "draw BOARD --with FILE -o OUT.svg"),
        *("validate BOARD PLAN --judge FILE", "compare BOARD --encoding plan --with FILE"),
        *("lab BOARD --encoding FILE -o OUT", "lab BOARD --with FILE -o OUT"),
        *("bench run --instances BOARD --with FILE -o OUT", "watch BOARD --with FILE -o OUT"),
    ],
)
def test_every_command_says_it(tmp_path, plan, name, words):
    stands = {"BOARD": BOARD, "FILE": FILES / f"{name}.lp", "PLAN": plan}
    out = tmp_path / "out"
    given = [str(stands.get(word, word)).replace("OUT", str(out)) for word in words.split()]
    done = call(*given)
    assert done.returncode == 2, done.stderr
    assert SAID[name] in done.stderr
    assert not out.exists()


@pytest.mark.parametrize("name", ["shebang-panic", "lab-panic"])
def test_lint_says_it(name):
    done = call("lint", "--family", "ravensburger", FILES / f"{name}.lp")
    assert done.returncode == 1
    assert SAID[name] in done.stdout


@pytest.mark.parametrize("name", REFUSED)
def test_a_notebook_says_it(name):
    place, _, message = SAID[name].partition(": ")
    with pytest.raises(EncodingError, match=message.split("'")[0]) as caught:
        pylab.solve(pylab.load(BOARD), overlays=[str(FILES / f"{name}.lp")])
    assert str(caught.value.place).endswith(place)


def test_a_hidden_include_is_one():
    overlay = FILES / "shebang-include.lp"
    done = call("solve", BOARD, "--task", "shortest", "--with", overlay, "--engine", "clingo")
    assert done.returncode == 0
    assert not {"push(2,n", "push(2,s"} & {word[:8] for word in done.stdout.split()}
    assert "it has no rule" not in done.stderr
    assert program.has_rules(overlay)
    assert [file.name for file in files.with_includes(overlay)][1:] == ["shebang-inner.lp"]


def test_a_lab_refuses_a_puzzle_that_no_message_could_show(tmp_path):
    page = tmp_path / "lab.html"
    done = call("lab", "--family", "ravensburger", FILES / "lab-panic.lp", "-o", page)
    assert done.returncode == 2
    assert "lab-panic.lp:1:3: expected a fact, found '\\u200b'" in done.stderr
    assert not page.exists()


def test_what_a_puzzle_of_rules_may_have():
    assert parsing.is_program(Source("x", 'a("é") :- b. % é'))
    assert not parsing.is_program(Source("x", "a(é) :- b."))
    assert not parsing.is_program(Source("x", '#theory t { "é" }.'))
    assert not parsing.is_program(Source("x", "#script é"))
    assert not parsing.is_program(Source("x", "% é"))
    assert not parsing.is_program(Source("x", 'a :- #include "b.lp".'))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a.\n b. %* c.", "2:5: expected '*%' to end the comment, found the end of the text"),
        ("asp 1 0 0\n0\n", "1:1: expected rules, found a ground program (aspif)"),
        ('a :- #include "b.lp".', "1:6: syntax error, unexpected #include"),
        ('#include "b.lp" c.', "1:1: expected a full stop after #include"),
        ("#include b.", '1:1: expected "FILE.lp" right after #include'),
        ("#include <b>.", "1:1: expected <incmode>, found <b>"),
        ('#include "c.lp".', "1:1: file could not be opened: expected a regular file"),
        ('#include "b.lp".\na(X).', "2:3: unsafe variable X in a(X)"),
    ],
)
def test_what_is_no_program_is_refused_at_its_place(tmp_path, text, said):
    (tmp_path / "a.lp").write_text(text)
    (tmp_path / "b.lp").write_text("b.")
    done = call("solve", BOARD, "--encoding", tmp_path / "a.lp")
    assert done.returncode == 2
    assert f"a.lp:{said}" in done.stderr


def test_a_line_for_the_shell_may_stand_above_a_header(tmp_path):
    path = tmp_path / "a.lp"
    path.write_text(
        "#!/usr/bin/env clingo\n% Purpose:\n%   None.\n%* % Options:\n%   a=b\n*%\na.\n"
    )
    assert files.header(path).sections == {"Purpose": "None."}
    assert beheaded(path)[1].startswith("%* % Options:")


def test_an_include_is_looked_for_beside_its_file_only(tmp_path, monkeypatch):
    (tmp_path / "here").mkdir()
    (tmp_path / "there").mkdir()
    (tmp_path / "here/b.lp").write_text("wrong(\u200b")
    (tmp_path / "there/b.lp").write_text("#program step(t).\nright(f(X)) :- right(X).\n")
    (tmp_path / "there/a.lp").write_text(
        '#program check(t).\nx. #include "b.lp".\ny(g(Z)) :- y(Z).'
    )
    monkeypatch.chdir(tmp_path / "here")
    found = program.load(tmp_path / "there/a.lp")
    assert [(str(each.part), str(each.tree)) for each in found.model] == [
        ("('check', 1)", "x."),
        ("('step', 1)", "right(f(X)) :- right(X)."),
        ("('base', 0)", "y(g(Z)) :- y(Z)."),
    ]
    for file, tree in (("b.lp", found.model[1].tree), ("a.lp", found.model[2].tree)):
        inner = tree.head.atom.symbol.arguments[0].arguments[0]
        assert inner.location.begin.filename == str(tmp_path / "there" / file)


def test_the_working_directory_is_never_changed(tmp_path):
    here, there, over = Path.cwd(), set[Path](), threading.Event()

    def look():
        while not over.is_set():
            there.add(Path.cwd())

    def solve():
        pylab.solve(pylab.load(BOARD), engine="clingo", time_limit=60)

    threads = [threading.Thread(target=each) for each in (look, solve)]
    for each in threads:
        each.start()
    (tmp_path / "b.lp").write_text("b.")
    for number in range(15):
        (tmp_path / "a.lp").write_text(f'a({number}). #include "b.lp".')
        assert len(program.load(tmp_path / "a.lp").model) == 2
    threads[1].join()
    over.set()
    threads[0].join()
    assert there == {here}
    assert Path.cwd() == here


def test_nothing_in_the_library_changes_what_belongs_to_the_process():
    """The commands may; so may children that are a process of their own."""
    own = {"base/limits.py", "base/processes.py", "base/watchdog.py", "bench/pool.py",
           "engines/incmode.py"}  # fmt: skip
    words = ("chdir(", "os.environ[", "putenv(", "umask(", "signal.signal(", "os.environ.update")
    for path in sorted((ROOT / "pylab").rglob("*.py")):
        name = path.relative_to(ROOT / "pylab").as_posix()
        if not name.startswith("cli/"):
            said = [word for word in words if word in path.read_text()]
            assert said == (["signal.signal("] if said and name in own else []), name
