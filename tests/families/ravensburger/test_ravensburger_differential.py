"""clingo against brute force, on boards that nobody chose."""

from __future__ import annotations

import pytest
from asking import ravensburger
from brute_force import optimum, plans
from projects import few, many
from random_boards import boards, images

from pylab.base.finding import Status

ANY = ("variants/any.lp",)


def agree(board):
    """All tasks on one board."""
    puzzle = (board.size, board.connections, board.start, board.goal)
    fewest = optimum(*puzzle, board.max_steps)

    report, found = ravensburger(board, "shortest")
    if fewest is None:
        assert (report.status, found) == (Status.NONE, [])
        assert report.at_least == board.max_steps + 1
    else:
        assert report.status is Status.FOUND
        assert report.optimal
        assert [len(plan) for plan in found] == [fewest] == [report.cost]

    report, found = ravensburger(board, "plan")
    assert (report.status is Status.FOUND) == (fewest is not None)

    report, found = ravensburger(board, "plan", overlays=("variants/fewest.lp",))
    assert [len(plan) for plan in found] == ([] if fewest is None else [fewest])
    assert report.optimal == (fewest is not None)

    report, found = ravensburger(board, "all")
    expected = set() if fewest is None else plans(*puzzle, fewest, first_arrival=True)
    assert report.complete
    assert sorted(found) == sorted(expected)

    length = board.max_steps
    for overlays, first in (((), True), (ANY, False)):
        constants = {"length": str(length)}
        report, found = ravensburger(board, "all", overlays=overlays, constants=constants)
        assert report.complete
        assert sorted(found) == sorted(plans(*puzzle, length, first_arrival=first))

    report, found = ravensburger(board, "plan", models=0)
    expected = set().union(*(plans(*puzzle, k, first_arrival=True) for k in range(length + 1)))
    assert sorted(found) == sorted(expected)


@pytest.mark.parametrize("seed", few(range(60), 1))
def test_clingo_agrees_with_brute_force(seed):
    for board in boards(seed, many(10), largest=3):
        agree(board)


@pytest.mark.slow
@pytest.mark.parametrize("seed", ["larger", "larger 1", "larger 2"])
def test_clingo_agrees_with_brute_force_on_larger_boards(seed):
    for board in boards(seed, 4, largest=4):
        agree(board)


@pytest.mark.slow
@pytest.mark.parametrize("seed", few(range(1000, 1100), 16))
def test_clingo_agrees_with_brute_force_often(seed):
    for board in boards(seed, 20):
        agree(board)


@pytest.mark.parametrize("seed", few(range(40), 3))
def test_symmetries_change_no_optimum_and_no_count(seed):
    (board,) = boards(f"symmetry {seed}", 1)
    answers = set()
    for image in images(board):
        report, found = ravensburger(image, "all")
        answers.add((report.status, report.cost, len(found)))
    assert len(answers) == 1


@pytest.mark.slow
def test_the_two_counts_differ_where_the_goal_comes_into_reach_early():
    """Boards of 3 × 3 with three pushes: first arrivals are some of the plans, not all."""
    differences = 0
    for board in boards("counts", 60, largest=3):
        puzzle = (board.size, board.connections, board.start, board.goal, 3)
        first, every = plans(*puzzle, first_arrival=True), plans(*puzzle, first_arrival=False)
        assert first <= every
        differences += first != every
    assert differences > 10
