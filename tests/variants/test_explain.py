"""Explaining a none: the least change, checked; what can't be explained is said."""

from __future__ import annotations

import random

import pytest
from asking import ask
from projects import ROOT, run

from pylab import family
from pylab.facts import fact
from pylab.family import Status
from pylab.variants.explain import explain


def test_an_alice_maze_lacks_an_arrow():
    done = run("solve", "alice/unsolvable.alice", "--explain")
    assert done.returncode == 1
    assert "% the least change that would do: with arrow(1,0,e).\n" in done.stdout
    assert "% then valid, checked: 3 moves, then the goal on (2, 0) is landed on" in done.stdout
    assert all(
        line[0] == "%" for line in done.stdout.split("(certificate checked)\n")[1].split("\n")[:-1]
    )


def test_a_board_lacks_a_push(tmp_path):
    text = (ROOT / "instances/ravensburger/example-4x4.lp").read_text()
    board = tmp_path / "short.lp"
    board.write_text(text.replace("max_steps(2)", "max_steps(1)"))
    done = run("solve", board, "--explain")
    assert (
        "the least change that would do: with max_steps(2).; without max_steps(1)." in done.stdout
    )
    fixed = run("solve", "ravensburger/example-4x4.lp", "--with", "fixed-lines", "--explain")
    assert "with max_steps(3).; without max_steps(2)." in fixed.stdout
    assert run("solve", "ravensburger/example-4x4.lp", "--explain").returncode == 0


@pytest.mark.parametrize("seed", range(8))
def test_the_change_is_least_by_trying_all_smaller_ones(seed):
    puzzles = family.get("alice")
    rng = random.Random(f"explain {seed}")
    maze = puzzles.sample(rng)
    while ask("alice", maze)[0].answer.status is Status.FOUND or maze.width * maze.height > 8:
        maze = puzzles.sample(rng)
    found = explain(ask("alice", maze)[0], 20)
    if found.status is not Status.FOUND:
        assert found.status is Status.NONE
        return
    assert found.least
    assert not found.dropped
    assert found.answer.verdict.valid
    facts = puzzles.facts(maze)
    if len(found.added) > 1:  # then no single arrow does
        squares = [f.arguments[:2] for f in facts if f.name == "square"]
        for square in squares:
            for direction in ("n", "ne", "e", "se", "s", "sw", "w", "nw"):
                more = puzzles.from_facts([*facts, fact("arrow", *square, direction)])
                assert ask("alice", more)[0].answer.status is Status.NONE


def test_what_cannot_be_explained_is_said():
    done = run("solve", "fractal/sealed.lab", "--explain")
    assert done.returncode == 1
    assert "no explanation: fractal has no repair.lp" in done.stderr
    walled = run("solve", "ravensburger/unsolvable-3x3.lp", "--explain")
    assert "no explanation: none of the changes that repair.lp knows would do" in walled.stdout
