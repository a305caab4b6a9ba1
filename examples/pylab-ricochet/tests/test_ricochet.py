"""Known answers, real boards, what the competition says, the commands; brute force beside it."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest
from clingo import parse_term
from pylab_ricochet.model import Move, Plan
from pylab_ricochet.testkit import truth

from pylab.base.errors import InstanceError, LimitReached
from pylab.base.finding import Status
from pylab.engines import scenes
from pylab.family import registry
from pylab.pages.lab import kit
from pylab.text.facts import Fact, write_facts
from pylab.text.source import Source, read_source

FAMILY = registry.get("ricochet")
REAL = Path(os.environ.get("PYLAB_SHARED", "nowhere")) / "ricochet"
FEWEST = {
    "clingo-blue-moon-10-15": 12,
    "clingo-blue-saturn-4-7": 8,
    "clingo-green-moon-14-7": 3,
    "clingo-green-saturn-11-12": 11,
    "clingo-red-saturn-3-15": 6,
    "clingo-red-star-14-11": 9,
    "clingo-yellow-saturn-11-8": 13,
    "clingo-yellow-star-7-4": 11,
}
"""Of Potassco's board, by a plain breadth-first search that was written apart."""

HALL = Path(__file__).parents[1] / "pylab_ricochet/instances/hall.ricochet"


class Heard:
    """A watch that keeps what it hears."""

    def __init__(self, most=float("inf")):
        self.witnesses, self.figures, self.most = [], {}, most

    def found(self, witness):
        self.witnesses.append(witness)

    def progress(self, **figures):
        self.figures = figures
        if figures["states"] > self.most:
            raise LimitReached("enough")


def native(board, task="shortest", models=1):
    heard = Heard()
    finding = FAMILY.native.search(board, FAMILY.task(task), heard, models)
    for witness in heard.witnesses:
        assert FAMILY.check(board, witness).valid
    return finding, heard.witnesses


def command(*words, stdin="", cwd=None):
    return subprocess.run(
        [sys.executable, "-m", "pylab_asp", *map(str, words)],
        input=stdin, capture_output=True, encoding="utf-8", check=False, cwd=cwd,
    )  # fmt: skip


def real(name):
    path = REAL / f"{name}.lp"
    if not path.is_file():
        pytest.skip("PYLAB_SHARED names no folder with real boards")
    return path, FAMILY.load(read_source(str(path)))


@pytest.mark.parametrize("name", FEWEST)
def test_the_fewest_moves_to_each_target_of_the_real_board(name):
    _, board = real(name)
    started = time.process_time()
    finding, _ = native(board)
    assert (finding.cost, finding.at_least) == (FEWEST[name], FEWEST[name])
    assert finding.optimal
    assert time.process_time() - started < 10


@pytest.mark.parametrize("name", ["038-ricochetrobot-13-0", "059-ricochetrobot-15-0"])
def test_boards_of_the_competition_whose_length_is_the_optimum(name):
    _, board = real(name)
    started = time.process_time()
    finding, _ = native(board)
    assert (finding.cost, finding.optimal) == (board.length, True)
    assert time.process_time() - started < 10


def test_bounds_are_honest_when_a_limit_ends_the_search():
    _, board = real("007-ricochetrobot-17-0")
    heard = Heard(most=20_000)
    with pytest.raises(LimitReached):
        FAMILY.native.search(board, FAMILY.task("shortest"), heard, 1)
    assert 10 <= heard.figures["lower"] <= 17


def test_both_engines_agree_on_a_real_board():
    path, _ = real("clingo-red-saturn-3-15")
    told = json.loads(command("solve", path, "--engine", "both", "--format", "json").stdout)
    assert (told["status"], told["cost"], told["optimal"]) == ("found", 6, True)


def test_the_native_search_and_brute_force_on_random_boards():
    found = 0
    for seed in range(150):
        board = FAMILY.sample(random.Random(seed))
        for name in ("shortest", "all", "exact"):
            task = FAMILY.task(name)
            known = truth(board, task)
            if known is None:
                continue
            finding, witnesses = native(board, name, 0 if name == "all" else 1)
            assert (finding.status is Status.FOUND) == known.found, (seed, name)
            if known.cost is not None:
                assert finding.cost == known.cost, (seed, name)
            if name == "all":
                told = {frozenset(map(str, FAMILY.encode(each))) for each in witnesses}
                assert (len(witnesses), told) == (known.count, known.answers), seed
            found += known.found
    assert found > 100


ON_TARGET = {
    "alone in a corner": "dim(1..2). pos(red,1,1). target(red,1,1). length(3).",
    "alone, with ways in all directions": "dim(1..3). pos(red,2,2). target(red,2,2). length(4).",
    "the same without a move": "dim(1..3). pos(red,2,2). target(red,2,2). length(0).",
    "beside another robot": "dim(1..3). pos(red,2,2). pos(blue,1,1). target(red,2,2). length(3).",
}


@pytest.mark.parametrize("name", ON_TARGET)
def test_exact_plans_of_a_robot_that_is_on_the_target_at_the_start(name, tmp_path):
    puzzle = tmp_path / "on-target.ricochet"
    puzzle.write_text(ON_TARGET[name])
    none = name == "alone, with ways in all directions"
    for engine in ("native", "both"):
        told = command("solve", puzzle, "--task", "exact", "--engine", engine)
        assert (told.returncode, "% valid, checked" in told.stdout) == (none, not none), told.stderr


def test_an_answer_of_the_competition_is_judged_by_its_rules(tmp_path):
    answer = tmp_path / "answer"
    answer.write_text("ANSWER\ngo(red,west,1). go(red,east,2). go(red,south,3).\n")
    done = command("validate", HALL, answer)
    assert (done.returncode, done.stdout) == (0, "valid: 3 moves, then red is on (4, 3)\n")
    answer.write_text("ANSWER\ngo(red,east,1). go(red,south,2).\n")
    done = command("validate", HALL, answer)
    assert done.returncode == 1
    assert "2 moves, where exactly 3 are asked for" in done.stdout
    for engine in ("clingo", "native"):
        asked = ("--task", "exact", "--engine", engine, "--format", "competition")
        done = command("solve", HALL, *asked)
        assert (done.returncode, done.stdout.count("go(")) == (10, 3)
        answer.write_text(done.stdout)
        assert command("validate", HALL, answer).returncode == 0


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "x:1:1: expected facts dim/1, found none"),
        ("dim(2). pos(a,1,1). target(a,1,1).", "x:1:1: expected dim(1), found none"),
        ("dim(1). pos(a,1,2). target(a,1,1).", "x:1:9: expected an integer from 1 to 1"),
        ("dim(1). dim(2). pos(a,1,1). pos(a,1,2). target(a,1,1).", "x:1:29: expected robots on"),
        ("dim(1). dim(2). pos(a,1,1). pos(b,1,1). target(a,1,1).", "x:1:29: expected robots on"),
        ("dim(1). pos(a,1,1).", "x:1:20: expected one fact target/3, found none"),
        ("dim(1). pos(a,1,1). target(b,1,1).", "x:1:21: expected a as argument 1"),
        ("dim(1). pos(7,1,1). target(7,1,1).", "x:1:9: expected a name as argument 1 of pos/3"),
        ("dim(1). barrier(1,1,up).", "x:1:9: expected one of east, south, west, north"),
        ("dim(501).", "x:1:1: expected an integer from 1 to 500"),
        ("dim(1). pos(a,1,1). target(a,1,1). length(1). length(2).", "x:1:47: expected one fact"),
        ("dim(1). pos(a,1,1). target(a,1,1). length(-1).", "x:1:36: expected an integer from 0"),
    ],
)  # fmt: skip
def test_what_is_no_board_is_told_with_its_place(text, told):
    if "barrier" in text:
        text += " pos(a,1,1). target(a,1,1)."
    with pytest.raises(InstanceError) as caught:
        FAMILY.read(Source("x", text))
    assert told in str(caught.value)


def test_robots_stop_at_barriers_from_both_sides_at_walls_and_at_robots():
    text = "dim(1). dim(2). dim(3). barrier(2,1,west). pos(a,1,1). pos(b,3,1). pos(c,3,3). "
    board = FAMILY.read(Source("x", text + "target(a,1,1)."))
    for robot, way, place in (
        ("a", "east", "(1, 1)"),
        ("b", "west", "(2, 1)"),
        ("b", "south", "(3, 2)"),
        ("a", "south", "(1, 3)"),
    ):
        assert f"to {place}" in FAMILY.check(board, Plan((Move(1, robot, way),))).trace[0]


def test_a_board_is_generated_and_watched_as_in_the_readme(tmp_path):
    board = command("generate", "ricochet", "--size", "8", "--seed", "3").stdout
    assert board == write_facts(FAMILY.facts(FAMILY.generate(random.Random(3), size=8)))
    done = command("watch", "--family", "ricochet", "-", "-o", "r.html", stdin=board, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert 'data-actor="slide(red,east)"' in (tmp_path / "r.html").read_text()


def test_every_generated_board_has_a_plan():
    for seed in range(30):
        board = FAMILY.generate(random.Random(seed), size=6, robots=3, moves=5)
        assert native(board)[0].status is Status.FOUND


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["families"], 0, "ricochet (.ricochet)"),
        (["solve", "ricochet/hall.ricochet"], 0, "no plan with fewer than 2 moves"),
        (["solve", "ricochet/shut.ricochet", "--explain"], 1, "there is a barrier east of (2,1)"),
        (["draw", "ricochet/hall.ricochet", "--solve", "--format", "svg"], 0, "<svg"),
        (["draw", "ricochet/hall.ricochet", "--format", "text"], 0, "red has to stop at the ring"),
        (["draw", "ricochet/shut.ricochet", "--explain", "--format", "text"], 0, "| R   : x * |"),
        (["draw", "ricochet/hall.ricochet", "--solve", "--steps", "-o", "s.svg"], 0, ""),
        (["solve", "ricochet/hall.ricochet", "--with", "ricochet"], 0, "move(red,south,2)"),
        (["encodings", "--family", "ricochet"], 0, "gives    move/3"),
        (["lint", "ricochet/shortest.lp"], 0, "no findings"),
        (["compare", "ricochet", "--encoding", "shortest", "--random", "3"], 0, ""),
        (["gallery", "site", "--only", "ricochet"], 0, ""),
        (
            [
                "bench",
                "run",
                "--instances",
                "ricochet/*.ricochet",
                "--task",
                "shortest",
                "-o",
                "out",
            ],
            0,
            "",
        ),
    ],
)
def test_commands(words, code, said, tmp_path):
    done = command(*words, cwd=tmp_path)
    assert done.returncode == code, done.stderr
    assert said in done.stdout


def test_robots_of_any_name_are_put_on_the_page():
    text = "dim(1). dim(2). pos(camera,1,1). pos(__proto__,2,2). target(camera,2,1). length(3)."
    script = FAMILY.script(FAMILY.read(Source("x", text)), [])
    shapes = script.scene.shapes()
    for name in ("camera", "__proto__"):
        for actor in (f"robot({name})", f"slide({name},north)"):
            assert f'data-actor="{actor}"' in shapes
    assert 'data-actor="camera"' not in shapes


def test_the_lab_plays_the_game_and_says_its_rules():
    game = kit.game(FAMILY)
    assert game.data["facts"].keys() >= {"pos", "target"}
    assert len(game.lesson.lines) == 3


@pytest.mark.parametrize("name", ["hall", "game"])
def test_the_game_in_a_terminal_is_won_by_hints_within_the_bound(name):
    """The hints lead to the target in the fewest moves; a move less is left after each."""
    board = FAMILY.read(read_source(str(HALL.with_name(f"{name}.ricochet"))))
    game = FAMILY.script(board, []).game
    passed = [game.start]
    while not game.won(passed[-1]):
        passed.append(game.next(passed, 30).after)
    known = json.loads(HALL.with_name(f"{name}.expected.json").read_text())
    costs = {each["cost"] for each in known["answers"] if "cost" in each}
    assert costs == {len(passed) - 1}
    assert not game.turns(passed[-1])
    if board.length is not None:
        assert passed[-1].length == board.length - len(passed) + 1


def test_the_scene_draws_all_boards_and_its_clicks_make_boards():
    path, rng = FAMILY.scene, random.Random(4)
    for _ in range(5):
        board = FAMILY.sample(rng)
        known = FAMILY.facts(board)
        assert scenes.scene([path], known).remarks == ()
        atoms, remarks = scenes.shapes([path], known)
        clicks = [parse_term(each).arguments[0] for each in atoms if each.startswith("edit(")]
        tools = [each for each in clicks if each.name in ("click", "choose")]
        assert remarks == []
        assert len(tools) > board.size**2
        for each in rng.choices(tools, k=40):
            new = Fact(each.arguments[-1])
            group = [f for f in known if each.name == "choose" and same(f, new)]
            kept = [f for f in known if f not in group and f != new]
            assert new in FAMILY.facts(FAMILY.from_facts([*kept, new]))


def same(one, other):
    """Whether two facts say where the same thing is."""
    there = one.name == other.name
    return there and (one.name == "target" or one.arguments[0] == other.arguments[0])
