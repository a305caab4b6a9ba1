"""Reasons for no answer: what is said of them, and where they end. The suite tries them."""

from __future__ import annotations

import functools
import json
import random
import re
import threading
import time

import clingo
import pytest
from json_page import JSON
from projects import ROOT, call

from pylab.analysis import reasons
from pylab.base import resources
from pylab.base.finding import Status
from pylab.encoding import program as encoding
from pylab.families.alice.model import Maze
from pylab.family import registry
from pylab.text.source import Source, read_source


def program(name):
    return reasons.guarded(encoding.load(resources.encodings(name) / "reasons.lp"))


def found_for(name, instance, **means):
    return reasons.find(program(name), registry.get(name).facts(instance), 60, **means)


@functools.cache
def told(*words):
    done = call("solve", *words, "--explain")
    assert done.returncode == 1, done.stderr
    return done.stdout


def test_it_is_told_before_the_least_change_and_drawn():
    text = told("alice/unsolvable.alice")
    assert (
        "% these 4 can't all be met, by alice/reasons.lp (a minimal set):\n"
        "%   square (0, 0) has no arrow to e or se\n"
        "%   square (1, 0) has no arrow to e, se or s\n"
        "%   square (0, 1) has no arrow to e or se\n"
        "%   square (0, 2) has no arrow to ne or e\n"
    ) in text
    assert "%  2 |   @ x | ← ·   |   ·   |\n" in text
    assert text.index("can't all be met") < text.index("(the least change)")
    assert all(line[0] == "%" for line in text.partition("(certificate checked)\n")[2].splitlines())


@pytest.mark.slow  # what docs/explaining.md prints is tried every time
def test_walls_of_a_board():
    text = told("ravensburger/unsolvable-3x3.lp")
    assert "%   the tile on (2,2), where the goal starts, is closed to n, e, s and w\n" in text
    assert "%          x\n" in text


def test_pairs_of_locations_are_gathered():
    text = told("fractal/sealed.lab")
    apart = "1, 2, A.1, A.2, B.1, B.2, B.3, inner.den or inner.start"
    assert f"%   no corridor joins 3 or A.3 to {apart}\n" in text
    shut = told("fractal/turnstile-shut.lab")
    assert "%   the corridor from inner.court to A.2 leads one way\n" in shut


def test_locks_and_keys(tmp_path):
    text = (ROOT / "instances/dungeon/trap.dungeon").read_text()
    file = tmp_path / "short.dungeon"
    file.write_text(text.replace("g...k...u", "g.......u"))
    found = told(file)
    for line in ("the door gate is locked", "the hero gets no further key at the start"):
        assert f"%   {line}\n" in found
    assert "% #.......X X.......X X...T...#\n" in found


def test_limits_and_rules_are_requirements(tmp_path):
    plan = tmp_path / "straight.plan"
    plan.write_text("+-G-+\n|   |\n+-o-+\n|   |\n+-S-+\n")
    assert "%   nobody goes straight on\n" in told(plan)
    plan.write_text(
        "+---+-G-+---+\n|   |   o   |\n+-o-+   +-o-+\n|   o   o   |\n"
        "+---+   +---+\n|   |   o   |\n+---+-S-+---+\n"
    )
    assert call("solve", plan, "--count").stdout == "2\n"
    for words in (("--room", "1"), ("--with", "room-once")):
        assert "%   no room is crossed twice\n" in told(plan, *words)


def test_overlays_are_requirements():
    found = told("ravensburger/example-4x4.lp", "--with", "fixed-lines")
    assert "%   the rule of fixed-lines.lp:11\n" in found
    assert "%   there are at most 2 pushes\n" in found


def test_facts_of_a_folder_are_named_as_they_are():
    text = told(ROOT / "examples/queens/instances/odd.lp")
    assert "%   given(6,4).\n%   given(8,6).\n" in text
    jobs = told(ROOT / "examples/jobshop/instances/hurry.lp")
    for name, found in (("queens", text), ("jobshop", jobs)):
        rest = r"(-\d+)? has no repair.lp, which would say what could be"  # numbered if taken
        assert re.search(f"% no change: {name}{rest}", found)


def test_json_has_all_of_it():
    done = call("solve", "fractal/sealed.lab", "--explain", "--format", "json")
    assert done.returncode == 1
    row = json.loads(done.stdout)["explanation"]
    assert set(row) == {"reasons", "change", "rules"}
    assert row["rules"] is None
    assert row["reasons"]["status"] == "found"
    assert row["reasons"]["minimal"] is True
    assert len(row["reasons"]["requirements"]) == 18
    assert 'corridor("1","3")' in row["reasons"]["requirements"]
    assert row["reasons"]["known"] == 48
    assert len(row["reasons"]["words"]) == 1
    assert row["change"] == {
        "status": "found",
        "reason": "",
        "least": True,
        "words": ["with a corridor between 1 and 3"],
        "valid": True,
        "summary": "3 corridors, 5 moves, depth 1; ends at 3",
    }
    other = call("solve", "fractal/sealed.lab", "--format", "json")
    assert json.loads(other.stdout)["explanation"] is None


def test_other_formats_keep_standard_output_clean(tmp_path):
    board = tmp_path / "walled.lp"
    board.write_text(
        "field(1..2,1..2). init_on(1,1). goal_on(2,2). max_steps(1).\n"
        "connect(1,1,(e;s)). connect(1,2,(s;w)). connect(2,1,(n;e)).\n"
    )
    for form, first in (("competition", "INCONSISTENT\n"), ("facts", "")):
        done = call("solve", board, "--explain", "--format", form)
        assert done.stdout == first
        assert "the tile on (2,2), where the goal starts, is closed to w" in done.stderr
        assert "no change: none of the changes that repair.lp allows is enough" in done.stderr


def test_reasons_are_drawn(tmp_path):
    svg = tmp_path / "why.svg"
    done = call("draw", "alice/unsolvable.alice", "--explain", "-o", svg)
    assert done.returncode == 0
    assert "square (0, 2) has no arrow to ne or e" in done.stderr
    drawn = svg.read_text()
    assert len(re.findall("<line [^>]*stroke-dasharray", drawn)) == 9  # the arrows
    assert ">an arrow that is missing</text>" in drawn
    assert 'stroke-dasharray="3 2"' in drawn
    assert ">square (0, 2) has no arrow to ne or e</text>" in drawn
    solved = call("draw", "alice/example.alice", "--explain", "-o", svg)
    assert solved.returncode == 0


def test_what_lies_elsewhere_is_said():
    puzzles = registry.get("alice")
    maze = puzzles.read(read_source(str(ROOT / "instances/alice/example.alice")))
    assert found_for("alice", maze).status is Status.NONE
    system = registry.get("fractal").read(Source("t.pds", "(p <a>)\np <a> --> p <a>\n"))
    found = found_for("fractal", system)
    assert (found.status, found.requirements, found.known) == (Status.FOUND, (), 0)
    done = call("solve", "alice/unsolvable.alice", "--task", "design", "--explain")
    assert "can't all be met" not in done.stdout


@pytest.mark.parametrize(
    "plan",
    [
        "+-G-+\n|   |\n+-o-+\n|   |\n+-S-+\n",
        "+-S-+\n|   |\n+-o-+\n|   |\n+-G-+\n",
        "+---+---+\nS   o   G\n+---+---+\n",
        "+---+---+\nG   o   S\n+---+---+\n",
    ],
)
def test_nobody_goes_straight_on_in_any_direction(plan):
    instance = registry.get("theseus").read(Source("x.plan", plan))
    (only,) = found_for("theseus", instance).requirements
    assert str(only) == "leaving(straight)."


def test_limits_end_it_with_the_smallest_set_so_far():
    rng = random.Random(5)
    puzzles = registry.get("alice")
    side = 16
    maze = Maze(
        side,
        side,
        (0, 0),
        (side - 1, side - 1),
        bytes(sum(1 << bit for bit in range(8) if rng.random() < 0.06) for _ in range(side**2)),
        bytes(rng.choice((1, 1, 2, 2, 3)) for _ in range(side**2)),
    )
    began = time.monotonic()
    found = reasons.find(program("alice"), puzzles.facts(maze), 0.5)
    assert not found.minimal
    assert found.reason == "time limit of 0.5 s"
    assert time.monotonic() - began < 50
    stop = threading.Event()
    stop.set()
    found = found_for("alice", maze, stop=stop)
    assert (found.minimal, found.reason) == (False, "interrupted")


def test_deletion_by_itself():
    """Of 40 numbers a set is refuted if it has 3, 17 and 31; its core is told too large."""
    asked = []

    def refuted(requirements):
        asked.append(len(requirements))
        present = {each.number for each in requirements}
        relaxed = [clingo.Function("relaxed", [each]) for each in requirements]
        return relaxed if {3, 17, 31} <= present else None

    numbers = [clingo.Number(n) for n in range(40)]
    sets = []
    assert reasons.minimise(numbers, refuted, sets.append)
    assert [each.number for each in sets[-1]] == [3, 17, 31]
    assert len(asked) < 40
    assert not reasons.minimise(numbers[4:], refuted, sets.append)


def test_the_page_on_json_names_all_of_an_explanation():
    done = call("solve", "alice/unsolvable.alice", "--explain", "--format", "json")
    row = json.loads(done.stdout)["explanation"]
    for key in ("explanation", *row, *row["reasons"], *row["change"]):
        assert f"`{key}`" in JSON, key
