"""The page's rules against the checker: random games, the ways shown, the moves suggested."""

from __future__ import annotations

import players
import pytest
from asking import ask
from projects import QUICK, few
from random_boards import boards

from pylab.families.ravensburger.check import _walk, check, pushed, replay
from pylab.families.ravensburger.family import FAMILY
from pylab.families.ravensburger.model import Plan, Push


def plan_of(moves):
    pushes = [move[5:-1].split(",") for move in moves if move.startswith("push")]
    return Plan(tuple(Push(i, int(z), d) for i, (z, d) in enumerate(pushes, 1)))


def field(board, index):
    return index // board.size + 1, index % board.size + 1


def follow(board, game):
    """Replay a recorded game with the checker's own notions, step by step."""
    avatar = board.start
    for step, seen in enumerate(game["seen"]):
        moves = game["made"][:step]
        situation = list(replay(board, plan_of(moves)))[-1]
        pushes = len(plan_of(moves).pushes)
        if moves and moves[-1].startswith("push"):
            avatar = pushed(avatar, plan_of(moves).pushes[-1], board)
        elif moves:
            avatar = tuple(map(int, moves[-1][5:-1].split(",")))
        near = _walk({avatar}, situation.openings) if pushes else {avatar}
        legal = {f"walk({r},{c})" for r, c in near - {avatar}}
        if pushes < board.max_steps:
            legal |= {f"push({z},{d})" for z in range(1, board.size + 1) for d in "nesw"}
        assert set(seen["moves"]) == legal
        assert len(seen["moves"]) == len(legal)
        assert field(board, seen["state"]["avatar"]) == avatar
        assert avatar in situation.reached
        assert seen["won"] == (avatar == situation.goal)
        if seen["won"]:
            assert check(board, plan_of(moves)).valid
        openings = {
            field(board, at): frozenset(d for r, c, d in board.connections
                                        if (r, c) == field(board, tile))
            for at, tile in enumerate(seen["state"]["tiles"])
        }  # fmt: skip
        assert openings == situation.openings


def test_random_games_follow_the_rules_of_the_checker():
    some = list(boards(11, 15 if QUICK else 60))
    scripts = [FAMILY.script(board, []) for board in some]
    for board, told in zip(some, players.run(scripts, games=3, length=12), strict=True):
        for game in told["games"]:
            follow(board, game)


@pytest.mark.slow
def test_thousands_of_random_games():
    some = list(boards(12, 1000, largest=7))
    scripts = [FAMILY.script(board, []) for board in some]
    for board, told in zip(some, players.run(scripts, games=5, length=20), strict=True):
        for game in told["games"]:
            follow(board, game)


@pytest.mark.parametrize("number", few([10, 80], 1))
def test_plans_are_played_to_the_goal(number):
    some = [board for board in boards(13, number) if board.max_steps]
    found = [ask("ravensburger", board, "all", models=3)[1] for board in some]
    scripts = [
        FAMILY.script(board, [checked.witness for checked in plans])
        for board, plans in zip(some, found, strict=True)
    ]
    assert sum(len(script.ways) for script in scripts) > number // 2
    told = players.run(scripts)
    for board, plans, script, each in zip(some, found, scripts, told, strict=True):
        assert len(script.ways) == len(plans)
        for plan, way, replayed in zip(plans, script.ways, each["ways"], strict=True):
            assert replayed["refused"] is None
            assert replayed["seen"][-1]["won"]
            assert len(way.frames) == len(way.moves) + 1
            assert plan_of(way.moves) == plan.witness
            follow(board, replayed)


@pytest.mark.parametrize("number", few([12, 60], 1))
def test_suggestions_lead_to_the_goal_with_the_fewest_pushes(number):
    some = [board for board in boards(14, number, largest=3) if board.start != board.goal]
    scripts = [FAMILY.script(board, []) for board in some]
    for board, told in zip(some, players.run(scripts, lead=True), strict=True):
        report, _ = ask("ravensburger", board, "shortest")
        if report.cost is None:
            assert told["far"]["lost"]
            continue
        assert told["far"]["words"].split()[0] == str(report.cost)
        end = told["led"]["seen"][-1]
        assert end["won"]
        assert len(plan_of(told["led"]["made"]).pushes) == report.cost
        assert check(board, plan_of(told["led"]["made"])).valid


def test_every_actor_of_a_pose_is_in_the_scene():
    board = next(boards(15, 1))
    script = FAMILY.script(board, [])
    (told,) = players.run([script], games=1, length=5)
    for seen in told["games"][0]["seen"]:
        for actor in [*seen["actors"], *seen["hots"]]:
            assert f'data-actor="{actor}"' in script.scene.shapes()


def test_a_broken_plan_is_left_out():
    some = next(each for each in boards(16, 9) if each.max_steps)
    off_board = Plan((Push(1, 99, "n"),))
    assert FAMILY.script(some, [off_board]).ways == ()
