"""Explaining why there is no answer: the least change, checked; what can't be explained is said."""

from __future__ import annotations

import random
import re

import pytest
from asking import ask
from projects import ROOT, call

from pylab.analysis.explain import explain
from pylab.base.finding import Status
from pylab.family import registry
from pylab.text.facts import fact


def test_an_alice_maze_lacks_an_arrow():
    done = call("solve", "alice/unsolvable.alice", "--explain")
    assert done.returncode == 1
    # two arrows would do, each by itself
    change = r"% there would be an answer with arrow\((1,0|0,0),e\) \(the least change\)\n"
    then = r"% then valid, checked: [34] moves, then the goal on \(2, 0\) is landed on"
    assert re.search(change + then, done.stdout)
    _, _, behind = done.stdout.partition("(certificate checked)\n")
    assert all(line[0] == "%" for line in behind.splitlines())


def test_a_board_lacks_a_push(tmp_path):
    text = (ROOT / "instances/ravensburger/example-4x4.lp").read_text()
    board = tmp_path / "short.lp"
    board.write_text(text.replace("max_steps(2)", "max_steps(1)"))
    done = call("solve", board, "--explain")
    assert "an answer with max_steps(2) and without max_steps(1) (the least" in done.stdout
    fixed = call("solve", "ravensburger/example-4x4.lp", "--with", "fixed-lines", "--explain")
    assert "with max_steps(3) and without max_steps(2)" in fixed.stdout
    assert call("solve", "ravensburger/example-4x4.lp", "--explain").returncode == 0


@pytest.mark.parametrize("seed", range(4))
def test_the_change_is_least_by_trying_all_smaller_ones(seed):
    puzzles = registry.get("alice")
    rng = random.Random(f"explain {seed}")
    maze = puzzles.sample(rng)
    while ask("alice", maze)[0].status is Status.FOUND or maze.width * maze.height > 8:
        maze = puzzles.sample(rng)
    found = explain(ask("alice", maze)[0], 20)
    if found.status is not Status.FOUND:
        assert found.status is Status.NONE
        return
    assert found.least
    assert all(change.startswith("with arrow(") for change in found.changes)
    assert found.answer.verdict.valid
    facts = puzzles.facts(maze)
    if len(found.changes) > 1:  # then no single arrow does
        squares = [f.arguments[:2] for f in facts if f.name == "square"]
        for square in squares:
            for direction in ("n", "ne", "e", "se", "s", "sw", "w", "nw"):
                more = puzzles.from_facts([*facts, fact("arrow", *square, direction)])
                assert ask("alice", more)[0].status is Status.NONE


@pytest.mark.parametrize("seed", range(4))
def test_a_labyrinth_lacks_the_fewest_doors(seed):
    puzzles = registry.get("theseus")
    rng = random.Random(f"doors {seed}")
    puzzle = puzzles.generate(rng, width=3, height=2, doors=0.2, merge=0.2)
    while ask("theseus", puzzle, "paths")[0].status is Status.FOUND:
        puzzle = puzzles.generate(rng, width=3, height=2, doors=0.2, merge=0.2)
    found = explain(ask("theseus", puzzle, "paths")[0], 20)
    if found.status is Status.FOUND:
        assert found.least
        assert found.answer.verdict.valid
        assert len(found.changes) == len(found.instance.floor.openings) - len(puzzle.floor.openings)
        for smaller in puzzles.smaller(found.instance):  # no door of it is spare
            same = smaller.floor.rooms == puzzle.floor.rooms
            if same and set(puzzle.floor.openings) <= set(smaller.floor.openings):
                assert ask("theseus", smaller, "paths")[0].status is Status.NONE
    else:
        assert found.status is Status.NONE


def test_a_labyrinth_without_doors(tmp_path):
    size = ("--width", "2", "--height", "2", "--doors", "0", "--merge", "0")
    shut = call("generate", "theseus", *size, "--seed", "6").stdout
    plan = tmp_path / "shut.plan"
    plan.write_text(shut)
    done = call("solve", plan, "--explain")
    assert done.returncode == 1
    assert "% there would be an answer with a door at (" in done.stdout
    assert "% then valid, checked: path of " in done.stdout
    told = call("solve", plan, "--explain", "--task", "cycles").stdout
    assert "% no change: theseus/repair.lp is for --task paths, " in told
    assert "there would be an answer" not in told
