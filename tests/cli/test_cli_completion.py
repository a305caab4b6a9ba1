"""Shells complete commands, shipped puzzles, tasks, overlays and encodings."""

from __future__ import annotations

import shutil
import subprocess

import pytest
from projects import call, in_shell

from pylab import registry


def completed(shell, *words):
    """What a shell is offered for the last word, as click's scripts ask for it."""
    done = call(
        env={
            "_PYLAB_COMPLETE": f"{shell}_complete",
            "COMP_WORDS": " ".join(["pylab", *words]),
            "COMP_CWORD": words[-1] if shell == "fish" else str(len(words)),
        }
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
