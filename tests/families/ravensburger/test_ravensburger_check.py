"""The checker: forged plans are refuted for the right reason, and it agrees with brute force."""

from __future__ import annotations

import itertools
import random

import pytest
from brute_force import plans, pushed, tiles_of, walked
from projects import ROOT, few
from random_boards import boards

from pylab.families.ravensburger.check import check, replay
from pylab.families.ravensburger.family import FAMILY
from pylab.families.ravensburger.model import Board, Plan, Push
from pylab.text.source import read_source

GOOD = ((1, 1, "w"), (2, 3, "s"))


@pytest.fixture(scope="module")
def example():
    return FAMILY.read(read_source(str(ROOT / "instances/ravensburger/example-4x4.lp")))


def plan_of(*pushes):
    return Plan(tuple(sorted(Push(*push) for push in pushes)))


def codes(board, *pushes):
    return [problem.code for problem in check(board, plan_of(*pushes)).problems]


def test_both_plans_of_the_problem_page_are_valid(example):
    assert check(example, plan_of(*GOOD)).valid
    assert check(example, plan_of((1, 1, "w"), (2, 2, "n"))).valid


@pytest.mark.parametrize(
    ("pushes", "expected"),
    [
        ((), ["goal"]),
        ((GOOD[0],), ["goal"]),
        ((GOOD[0], (2, 3, "n")), ["goal"]),
        (((1, 1, "e"), GOOD[1]), ["goal"]),
        (((1, 3, "s"), (2, 1, "w")), ["goal"]),
        ((GOOD[0], (3, 3, "s")), ["gap", "too-many"]),
        (((2, 1, "w"), (3, 3, "s")), ["gap", "too-many"]),
        ((GOOD[0], GOOD[0], GOOD[1]), ["repeated"]),
        ((*GOOD, GOOD[1]), ["repeated"]),
        ((GOOD[0], (1, 3, "s")), ["two-pushes"]),
        ((*GOOD, (2, 2, "n")), ["two-pushes"]),
        (((0, 1, "w"), GOOD[1]), ["step-number", "gap"]),
        (((-1, 1, "w"), *GOOD), ["step-number"]),
        (((1, 0, "w"), GOOD[1]), ["off-board"]),
        ((GOOD[0], (2, 5, "s")), ["off-board"]),
        ((*GOOD, (3, 4, "e")), ["too-many"]),
        ((GOOD[0], (2, 1, "e"), (3, 1, "w")), ["too-many", "goal"]),
        ((GOOD[0], (2_000_000_000, 3, "s")), ["gap", "too-many"]),
    ],
)
def test_forgeries_are_refuted_for_the_right_reason(example, pushes, expected):
    assert codes(example, *pushes) == expected


def test_a_refuted_plan_says_where_the_avatar_can_stand(example):
    verdict = check(example, plan_of((1, 1, "w"), (2, 3, "n")))
    assert [str(p) for p in verdict.problems] == [
        "the goal on (2,3) is not reached; the avatar can stand on (3,2) (4,2)"
    ]
    assert verdict.trace[1].startswith("push 1, row 1 moves west: the avatar can stand on (3,2)")


def test_a_problem_names_its_step(example):
    verdict = check(example, plan_of(GOOD[0], (2, 9, "s")))
    assert [str(p) for p in verdict.problems] == [
        "step 2: the lines are 1 to 4: column 9 moves south"
    ]


def test_a_verdict_is_no_truth_value(example):
    with pytest.raises(TypeError):
        bool(check(example, plan_of(*GOOD)))


def test_zero_pushes_solve_only_a_start_on_the_goal():
    lines = range(1, 3)
    wide_open = frozenset((x, y, d) for x in lines for y in lines for d in "nesw")
    assert codes(Board(2, wide_open, (1, 1), (1, 2), 3)) == ["goal"]
    assert codes(Board(2, wide_open, (1, 2), (1, 2), 3)) == []
    assert codes(Board(2, wide_open, (1, 2), (1, 2), 0), (1, 1, "e")) == ["too-many"]


@pytest.mark.parametrize("seed", few(range(20), 3))
def test_it_accepts_what_brute_force_finds_and_nothing_else(seed):
    for board in boards(f"check {seed}", 5, largest=3):
        length = min(board.max_steps, 2)
        puzzle = (board.size, board.connections, board.start, board.goal)
        valid = plans(*puzzle, length, first_arrival=False)
        moves = list(itertools.product(range(1, board.size + 1), "nesw"))
        for sequence in itertools.product(moves, repeat=length):
            pushes = [(i, *move) for i, move in enumerate(sequence, 1)]
            assert check(board, plan_of(*pushes)).valid == (tuple(sequence) in valid)


@pytest.mark.parametrize("seed", few(range(10), 3))
def test_its_replay_is_the_brute_force_board_by_board(seed):
    rng = random.Random(seed)
    (board,) = boards(f"replay {seed}", 1, largest=6)
    moves = [(i, rng.randint(1, board.size), rng.choice("nesw")) for i in range(1, 6)]
    grid, home, target = tiles_of(board.size, board.connections, board.start, board.goal)
    reached = {home}
    for step, situation in enumerate(replay(board, plan_of(*moves))):
        if step:
            _, line, side = moves[step - 1]
            grid = pushed(grid, line - 1, side)
            reached = walked(grid, reached)
        where = {
            tile: (r + 1, c + 1) for r, row in enumerate(grid) for c, (_, tile) in enumerate(row)
        }
        assert situation.goal == where[target]
        assert situation.reached == {where[tile] for tile in reached}
        assert situation.openings == {
            (r + 1, c + 1): sides for r, row in enumerate(grid) for c, (sides, _) in enumerate(row)
        }
