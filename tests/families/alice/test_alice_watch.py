"""The page's game against the checker's rules: its states, its moves, its distances."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import pairwise

import alice_ask
import players
import pytest
from projects import QUICK, call, few

from pylab.base.finding import Status
from pylab.families.alice.check import check, figures, layers
from pylab.families.alice.check.rules import moves
from pylab.families.alice.family import FAMILY
from pylab.families.alice.model import Move, Route, State


def mazes(seed, count):
    rng = random.Random(seed)
    return [alice_ask.random_maze(rng, 5) for _ in range(count)]


def state_of(seen):
    facts = dict(seen["facts"])
    x, y = facts["square"].strip("()").split(", ")
    return State(int(x), int(y), int(facts["d"]))


def follow(maze, game):
    for step, seen in enumerate(game["seen"]):
        state = state_of(seen)
        assert seen["won"] == (state.square == maze.goal)
        legal = [] if seen["won"] else moves(maze, state)
        assert [*seen["moves"]] == [direction for direction, _ in legal]
        assert [*seen["hots"]] == [f"land({target.x},{target.y})" for _, target in legal]
        if step < len(game["made"]):
            following = dict(legal)[game["made"][step]]
            assert state_of(game["seen"][step + 1]) == following
    assert state_of(game["seen"][0]) == maze.first


@pytest.mark.parametrize("number", few([20, 80], 1))
def test_random_games_follow_the_rules_of_the_checker(number):
    some = mazes(1, number)
    scripts = [FAMILY.script(maze, []) for maze in some]
    for maze, told in zip(some, players.run(scripts, games=4, length=15), strict=True):
        for game in told["games"]:
            follow(maze, game)


def test_routes_are_played_and_suggestions_are_shortest():
    some = mazes(2, 80 if QUICK else 160)
    found = [alice_ask.native(maze, "all", 3) for maze in some]
    scripts = [
        FAMILY.script(maze, witnesses) for maze, (_, witnesses) in zip(some, found, strict=True)
    ]
    solved = 0
    for maze, (answer, _), script, told in zip(
        some, found, scripts, players.run(scripts, lead=True), strict=True
    ):
        for way, replayed in zip(script.ways, told["ways"], strict=True):
            assert replayed["refused"] is None
            assert replayed["seen"][-1]["won"]
            assert len(way.frames) == len(way.moves) + 1
        if maze.first.square == maze.goal:
            continue
        if answer.status is Status.NONE:
            assert told["far"] == {"words": "out of reach", "next": None, "lost": True}
            continue
        assert script.ways
        states = [state_of(seen) for seen in told["led"]["seen"]]
        assert len(states) - 1 == answer.cost
        route = []
        for step, (here, there) in enumerate(pairwise(states), 1):
            direction = next(d for d, each in moves(maze, here) if each == there)
            route.append(Move(step, direction, *there))
        assert check(maze, Route(tuple(route), len(route))).valid
        solved += 1
    assert solved > len(some) // 8


def test_a_frame_in_a_terminal_is_the_maze_with_the_token():
    maze = FAMILY.generate(random.Random(3), width=4, height=4, steps=100)
    _, witnesses = alice_ask.native(maze, "shortest")
    (way,) = FAMILY.script(maze, witnesses).ways
    board = FAMILY.picture(maze, None).splitlines()

    def still(line: str) -> list[str]:
        return line.replace("@", "").replace("·", "").split()

    passed = [maze.first, *(move.state for move in witnesses[0].moves)]
    for frame, state in zip(way.frames, passed, strict=True):
        words, *lines = frame.splitlines()
        assert words
        assert [*map(still, lines)] == [*map(still, board)]
        assert frame.count("@") == 1
        assert lines[3 + 4 * state.y][7 + 8 * state.x] == "@"


def test_the_lesson_says_when_the_square_that_is_left_counts():
    maze = mazes(1, 1)[0]
    for departure, words in (
        (True, "it one smaller for the next jump."),
        (False, "it one smaller."),
    ):
        lines = FAMILY.script(replace(maze, departure=departure), ()).lesson.lines
        assert words in lines[1]


def test_a_page_says_that_its_answer_was_not_checked(monkeypatch, tmp_path):
    for states, bits in ((figures.STATES_WALKED, layers.MOST_BITS), (3, 3)):
        monkeypatch.setattr(figures, "STATES_WALKED", states)
        monkeypatch.setattr(layers, "MOST_BITS", bits)
        done = call("watch", "alice/lawn.alice", "--task", "count", "-o", tmp_path / "x.html")
        assert done.returncode == 0, done.stderr
        page = (tmp_path / "x.html").read_text(encoding="utf-8")
        assert ("not checked: " in done.stderr) == ("not checked: " in page) == (states == 3)
