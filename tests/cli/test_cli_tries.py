"""After a mistake there is a command to try, and it works."""

from __future__ import annotations

import re
import shlex
import sys

import pytest
from projects import ROOT, call, run

from pylab import cli
from pylab.base.errors import PylabError

MISTAKES = {
    "a.alice": "solve a.alice",
    "alice/croquet.alice": "solve alice/croquet.alice",
    "solv a.alice": "solve a.alice",
    "help solve": "solve --help",
    "--solve a.alice": "solve a.alice",
    "solve": "solve ravensburger/example-4x4.lp",
    "alice": "solve alice/example.alice",
    "watch theseus/": "watch theseus/hemme.plan",
    "solve crocket.alice": "solve alice/croquet.alice",
    "solve alice/croquett.alice": "solve alice/croquet.alice",
    "solve maze.txt": "solve maze.txt --family alice",
    "solve map.txt": "import map.txt GRAPH.dot -o PUZZLE.dungeon",
    "import map.txt": "import map.txt GRAPH.dot -o PUZZLE.dungeon",
    "solve a.alice 0": "solve a.alice --models 0",
    "solve a.alice -n 0": "solve a.alice --models 0",
    "solve --seed 3 a.alice": "solve --clingo-option=--seed=3 a.alice",
    "solve a.alice --restart-on-model": "solve a.alice --clingo-option=--restart-on-model",
    "solve --models all a.alice": "solve --models 0 a.alice",
    "solve a.alice --taks all": "solve a.alice --task all",
    "solve a.alice --task=shortst": "solve a.alice --task=shortest",
    "solve a.alice --engine nativ": "solve a.alice --engine native",
    "solve a.alice --time-limit 1m": "solve a.alice --time-limit 60",
    "solve a.alice --json": "solve a.alice --format json",
    "solve a.alice --with nope": "encodings --family alice",
    "draw a.alice -o x.pdf": "draw a.alice -o x.svg",
    "draw a.alice --svg": "draw a.alice -o a.svg",
    "draw a.alice --steps": "draw a.alice --steps -o a.svg",
    "watch a.alice x.html": "watch a.alice -o x.html",
    "watch a.alice -o x.svg": "watch a.alice -o x.html",
    "lab a.alice -o x.svg": "lab a.alice -o x.html",
    "draw a.alice x.svg": "draw a.alice -o x.svg",
    "generate --size 3 ravensburger": "generate ravensburger --size 3",
    "generate alise": "generate alice",
    "bench a.alice": "bench run --instances a.alice",
    "solve a.alice --task all --models all": "solve a.alice --task all --models 0",
    "draw --task shortest a.alice --steps": "draw --task shortest a.alice --steps -o a.svg",
    "draw --png a.alice": "draw -o a.png a.alice",
    "--json solve a.alice": "solve a.alice --format json",
    "bench foo.toml": "bench run foo.toml",
    "validate a.alice": "validate a.alice WITNESS",
    "solve a.alice --with resources": "encodings --family alice",
    "families ravensburgr": "families ravensburger",
    "lab --family alcie -o x.html": "lab --family alice -o x.html",
    "encodings show alice/shortest": "encodings show alice shortest",
    "new folder x": "new folder hopscotch",
    "new family 1": "new family hopscotch --into puzzles",
    "new graph": "new family hopscotch",
    "draw alice/lawn.alice alice/croquet.alice": "draw alice/lawn.alice",
    "solve ravensburger/example-4x4.lp a.alice": "solve ravensburger/example-4x4.lp",
    "draw ravensburger/square-2x2.lp ravensburger/single-1x1.lp": "draw ravensburger/square-2x2.lp",
    "lab a.alice --html": "lab a.alice -o a.html",
    "solve a.alice --native": "solve a.alice --engine native",
    "solve a.alice --format svg": "draw a.alice --solve -o a.svg",
    "solve --format=svg a.alice --task all": "draw a.alice --task all --solve -o a.svg",
    "xyzzy": "solve ravensburger/example-4x4.lp",
}


def test_a_piped_puzzle_needs_its_family():
    maze = (ROOT / "instances/alice/example.alice").read_text(encoding="utf-8")
    assert call("solve", "-", stdin=maze).stderr.endswith("try: pylab solve - --family NAME\n")
    assert "try:" not in call("solve", "-", "--family", "alice", stdin="a").stderr
    assert "try:" not in call("solve", "-", stdin="a.\nb.\n:- c").stderr


@pytest.fixture
def folder(tmp_path):
    made = tmp_path
    maze = (ROOT / "instances/alice/example.alice").read_text(encoding="utf-8")
    for name in ("a.alice", "maze.txt"):
        (made / name).write_text(maze, encoding="utf-8")
    room = ["W" * 11, *["WW" + "F" * 7 + "WW"] * 14, "W" * 11]
    (made / "map.txt").write_text("\n".join(room) + "\n", encoding="utf-8")
    return made


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_answered_with_a_command_that_works(folder, mistake):
    done = run(*shlex.split(mistake), cwd=folder)
    assert done.returncode == 2, done.stderr
    assert not done.stdout
    tried = re.findall(r"(?m)^try: pylab (.*)$", done.stderr)
    assert tried == [MISTAKES[mistake]], done.stderr
    if not re.search("GRAPH|WITNESS|foo.toml|png", tried[0]):
        more = ["--seconds", "1"] if tried[0] == "generate alice" else []
        more += ["-o", "out", "--time-limit", "5"] if tried[0].startswith("bench") else []
        again = run(*shlex.split(tried[0]), *more, cwd=folder)
        assert again.returncode in (0, 1), again.stderr


NO_HINT = """
bench report bb --format foo
generate fractal --seed 3 --like nofile
generate alice --steps 1e3
generate alice --steps 3m
generate alice --size 0
facts x --json
lab x --json
draw x --csv
watch x --svg
exercise grade x --csv
solve a.alice --answers 1
solve a.alice --csv
solve a.alice --text
solve a.alice --fly
watch a.alice --rules foo
draw a.alice -o .
draw a.alice -o ..
draw a.alice -o .svg
draw fractal/alice.lab --fly --consequences brave -o x.svg
draw fractal/alice.lab --fly --task exits -o x.svg
draw fractal/alice.lab --fly --no-solve -o x.svg
draw alice/lawn.alice --fly -o x.svg
draw theseus/hemme.plan --fly --solve -o x.svg
draw fractal/alice.lab --fly --solve --format text
validate fractal/alice.lab a.alice --configuration A:4
"""


@pytest.mark.parametrize("mistake", NO_HINT.strip().splitlines())
def test_no_command_is_tried_that_would_be_refused(folder, mistake):
    done = call(*shlex.split(mistake), cwd=folder)
    assert done.returncode == 2, done.stderr
    assert "try:" not in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("words", [[], ["--fly"], ["draw"], ["-o", "."]])
def test_a_hint_never_breaks_an_error(monkeypatch, capsys, words):
    def broken(*_):
        raise IndexError

    for example in (broken, cli._example):
        monkeypatch.setattr(cli, "_example", example)
        monkeypatch.setattr(sys, "argv", ["pylab", *words])
        for told in (
            "No such option '--fly'.",
            "Missing argument",
            "--fly is for x: use -o FILE.svg",
        ):
            assert cli._complain_of_input(PylabError(told)) == 2
            assert told in capsys.readouterr().err


def test_an_invalid_generator_has_no_seed():
    done = call("generate", "ravensburger", "--density", "2")
    assert (done.returncode, "seed" in done.stderr) == (2, False)
    assert "seed" in call("generate", "ravensburger").stderr


def test_what_no_command_mends_has_none(folder):
    (folder / "bad.lp").write_text("p(1..3). q(X) :- p(X), not r(X", encoding="utf-8")
    done = run("solve", "bad.lp", cwd=folder)
    assert done.returncode == 2
    assert "try:" not in done.stderr


@pytest.mark.parametrize("word", ["explain", "certify"])
def test_an_option_of_solve_for_a_command_is_tried_only_with_a_file(folder, word):
    assert "try:" not in call(word, cwd=folder).stderr
    tried = call(word, "a.alice", cwd=folder).stderr.splitlines()[-1]
    assert tried == f"try: pylab solve a.alice --{word}"


@pytest.mark.parametrize("words", [("generate", "."), ("test", "."), ("gallery", ".", "site")])
def test_a_folder_without_programs_is_an_error_of_the_input(words, tmp_path):
    done = call(*words, cwd=tmp_path)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "expected a folder with programs, NAME.lp; found none" in done.stderr


@pytest.mark.parametrize("words", [("--encoding", "rules"), ("--encoding=rules",)])
def test_a_folder_that_is_named_as_an_encoding_is_a_family(tmp_path, words):
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules/pick.lp").write_text("{ pick(X) : n(X) } = 1.\n#show pick/1.\n")
    (tmp_path / "n.lp").write_text("n(1).\n")
    done = call("solve", "n.lp", *words, cwd=tmp_path)
    told = "pylab: rules: expected a file of rules, found a folder\n"
    tried = done.stderr.removeprefix(f"{told}try: pylab ")
    assert call(*shlex.split(tried), cwd=tmp_path).stdout.startswith("pick(1).\n")
    more = ("--family", "rules", "--with", "rules")
    assert call("solve", "n.lp", *more, cwd=tmp_path).stderr == told
