"""Who mistypes a name hears which one was meant."""

import pytest
from click.testing import CliRunner
from projects import run

from pylab.cli import COMMANDS, pylab


def told(*words):
    done = CliRunner().invoke(pylab, words)
    return f"{done.output}{done.exception}\n"


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (["slove", "x"], "No such command 'slove' (did you mean solve?)"),
        (["bench", "rum"], "'rum' (did you mean run?)"),
        (["new", "exercise", "x"], "(did you mean 'pylab exercise new'?)."),
        (["new", "famly", "x"], "'famly' (did you mean family?)."),
        (["exercise", "grad"], "'grad' (did you mean grade?)."),
        (["alice/lawn.alice"], "(did you mean 'pylab solve alice/lawn.alice'?)"),
        (["alice"], "(did you mean 'pylab solve alice/example.alice'?)"),
        (["solve", "theseus/"], "(did you mean theseus/hemme.plan?)"),
        (["draw", "dungeon/demo.expected"], "dungeon/demo.expected: No such file or directory\n"),
        (["example.alice"], "(did you mean 'pylab solve alice/example.alice'?)"),
        (["my.plan"], "(did you mean 'pylab solve my.plan'?)"),
        (["a" * 5000], "No such command 'aaa"),
        (["generate", "alicee"], "'alicee' (did you mean alice?)"),
        (["solve", "theseus/hmme.plan"], "No such file or directory (did you mean theseus/hemme"),
        (["solve", "alice/lawn.alice", "--task", "shrotest"], "(did you mean shortest?); its"),
        (["solve", "alice/lawn.alice", "--with", "avoidd"], "has that name (did you mean avoid?)"),
        (["facts", "alice/lawn.alice", "--family", "alicee"], "'alicee' (did you mean alice?)"),
        (["explain", "my.plan"], "(did you mean 'pylab solve … --explain'?)"),
        (["solve", "exmple.alice#2"], "(did you mean alice/example.alice#2?)"),
        (["lint", "alice/rout.lp"], "has that name (did you mean alice/route.lp?)"),
        (["draw", "zzz"], "zzz: No such file or directory\n"),
    ],
)
def test_a_mistyped_name_is_answered_with_the_one_that_is_near(words, meant):
    assert meant in told(*words)


PUZZLES = [["solve"], ["draw"], ["watch"], ["lab"], ["facts"], ["compare"], ["validate", "-"]]


@pytest.mark.parametrize("words", PUZZLES, ids=" ".join)
@pytest.mark.parametrize(
    ("name", "meant"),
    [("exmple.alice", "alice/example.alice"), ("my-lvels.alice", "my-levels.alice")],
)
def test_each_command_that_takes_a_puzzle_says_which_one_is_meant(
    words, name, meant, tmp_path, monkeypatch
):
    (tmp_path / "my-levels.alice").touch()
    monkeypatch.chdir(tmp_path)
    said = f"{name}: No such file or directory (did you mean {meant}?)"
    assert said in told(words[0], name, *words[1:])


def test_a_folder_is_answered_with_the_first_of_its_puzzles_or_programs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for file in ("a/instances/b.lp", "a/instances/c.lp", "a/a.lp", "d/e.lp", "f/g.txt"):
        (path := tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        path.write_text("p :- q.\n")
    directory = "expected a file, found a directory"
    assert f"a: {directory} (did you mean a/instances/b.lp?)\n" in told("solve", "a")
    assert f"d/: {directory} (did you mean d/e.lp?)\n" in told("lab", "d/")
    assert f"f: {directory}\n" in told("draw", "f")


def test_a_command_that_would_steer_the_terminal_is_escaped():
    assert r"No such command '\x1b[2Jx'." in told("\x1b[2Jx")


def test_a_folder_of_the_examples_is_meant_only_where_there_are_some(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert "zebra: No such file or directory\n" in told("solve", "zebra")
    (tmp_path / "examples/zebra/instances").mkdir(parents=True)
    (tmp_path / "examples/zebra/instances/one.lp").touch()
    said = "zebra: No such file or directory (did you mean examples/zebra/instances/one.lp?)"
    assert said in told("solve", "zebra")


def test_expected_answers_are_no_puzzle():
    name = "alice/croquet.expected.json"
    assert f"{name}: this file has a puzzle's expected answers" in told("solve", name)


def test_the_command_alone_fits_on_a_screen():
    done = run()
    shown = f"{done.stdout}{done.stderr}"
    assert all(f"\n  {name} " in shown for name in COMMANDS)
    assert shown.count("\n") < 24
