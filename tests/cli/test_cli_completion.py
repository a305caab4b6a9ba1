"""Shells complete commands, files, shipped puzzles, tasks, overlays, encodings and formats."""

from __future__ import annotations

import re
import shutil
import subprocess

import click
import pytest
from projects import call, in_shell

from pylab import cli
from pylab.family import registry

NAMES_A_FILE = re.compile(
    r"FILE|FOLDER|DIR\b|PATTERN|PUZZLE|INSTANCE|SWEEP"
    r"|^(files?|folder|witness|words|results|old|new|outputs|instances|manifest)$"
)
FEWEST = 60
"""Parameters that name files, in all commands; there are some more."""


def completed(shell, *words, cwd=None):
    """What a shell is offered for the last word, as click's scripts ask for it."""
    done = call(
        cwd=cwd,
        env={
            "_PYLAB_COMPLETE": f"{shell}_complete",
            "COMP_WORDS": " ".join(["pylab", *words]),
            "COMP_CWORD": words[-1] if shell == "fish" else str(len(words)),
        },
    )
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    if shell == "zsh":  # type, value and help, a line each
        return [tuple(lines[i : i + 2]) for i in range(0, len(lines), 3)]
    return [tuple(line.split("\t")[0].split(",", 1)) for line in lines]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_shell_completes(shell):
    assert ("plain", "solve") in completed(shell, "so")
    puzzles = completed(shell, "solve", "theseus/")
    assert puzzles == [("file", "theseus/"), ("plain", "theseus/hemme.plan")]


def test_what_is_completed_is_of_the_family_that_is_meant():
    tasks = {word for _, word in completed("bash", "solve", "mine.alice", "--task", "")}
    assert tasks == {task.name for task in registry.get("alice").tasks}
    overlays = {word for _, word in completed("bash", "solve", "theseus/hemme.plan", "--with", "")}
    assert {"room-once", "lightest"} <= overlays
    assert "visit" not in overlays
    lines = completed("bash", "solve", "alice/lawn.alice", "--encoding", "alice/s")
    assert ("plain", "alice/shortest.lp") in lines
    assert completed("bash", "lint", "dungeon/sol")[1:] == [("plain", "dungeon/solve.lp")]
    assert completed("bash", "compare", "frac")[-1] == ("plain", "fractal")
    assert completed("bash", "encodings", "copy", "dungeon", "minimal") == [
        ("plain", "minimal-keys")
    ]
    assert completed("bash", "solve", "x.lp", "--family", "t") == [("plain", "theseus")]


def commands(command, context):
    """A command and all below it, each in its context."""
    yield command, context
    for name in command.list_commands(context) if isinstance(command, click.Group) else ():
        below = command.get_command(context, name)
        yield from commands(below, click.Context(below, info_name=name, parent=context))


def test_whatever_names_a_file_is_completed_with_files():
    found = 0
    root = click.Context(cli.pylab, info_name="pylab", **cli.pylab.context_settings)
    for command, context in commands(cli.pylab, root):
        for parameter in command.get_params(context):
            name = parameter.name if isinstance(parameter, click.Argument) else ""
            if any(NAMES_A_FILE.search(each) for each in (parameter.metavar or "", name)):
                kinds = {item.type for item in parameter.shell_complete(context, "")}
                assert kinds & {"file", "dir"}, (context.command_path, parameter.opts)
                found += 1
    assert found > FEWEST


@pytest.fixture
def own(tmp_path):
    """A folder with files that are called like shipped ones, or like nothing."""
    (tmp_path / "alice").mkdir()
    for name in ("mine.alice", "maze.html", "rav.lp", "alice/own.alice", "my own.lp", ".hidden"):
        (tmp_path / name).touch()
    return tmp_path


@pytest.mark.parametrize(
    "words",
    [
        ("validate", "alice/example.alice", "mi"),
        ("draw", "mine.alice", "-o", "ma"),
        ("bench", "run", "mi"),
        ("solve", "mi"),
        ("solve", "mine.alice", "--judge", "=", "mi"),
    ],
)
def test_files_are_left_to_the_shell_where_nothing_else_is_meant(own, words):
    assert completed("bash", *words, cwd=own) == [("file", words[-1])]


def test_own_files_are_offered_beside_shipped_ones(own):
    puzzles = completed("bash", "solve", "rav", cwd=own)
    assert puzzles[1:3] == [("plain", "rav.lp"), ("plain", "ravensburger/example-4x4.lp")]
    puzzles = completed("bash", "solve", "alice/", cwd=own)
    assert {("plain", "alice/own.alice"), ("plain", "alice/lawn.alice")} <= set(puzzles)
    overlays = [name for _, name in completed("bash", "solve", "mine.alice", "--with", "", cwd=own)]
    assert overlays[1:6] == ["alice/", "maze.html", "mine.alice", r"my\\ own.lp", "rav.lp"]
    assert "visit" in overlays


def test_formats_are_those_of_the_family(own):
    formats = completed("bash", "facts", "mine.alice", "--as", "", cwd=own)
    assert formats == [("plain", "alice"), ("plain", "facts")]
    assert completed("bash", "facts", "x.plan", "--as", "gra") == [("plain", "graphml")]


def test_bash_itself_completes(tmp_path):
    command = tmp_path / "pylab"
    command.write_text(f'#!/bin/sh\nexec {in_shell()} "$@"\n')
    command.chmod(0o755)
    script = """
        eval "$(_PYLAB_COMPLETE=bash_source pylab)"
        compopt() { :; }
        COMP_WORDS=(pylab draw alice/exa); COMP_CWORD=2
        _pylab_completion pylab
        echo "${COMPREPLY[@]}"
    """
    bash = shutil.which("bash")
    done = subprocess.run(
        [bash, "-c", f"PATH={tmp_path}:$PATH\n{script}"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.stderr) == ("alice/example.alice\n", "")
