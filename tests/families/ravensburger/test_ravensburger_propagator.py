"""The propagator against brute force and against the encoding that it stands in for."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations

import pytest
from asking import ravensburger
from brute_force import optimum, plans
from projects import few, many
from random_boards import boards

from pylab.base.errors import InstanceError
from pylab.base.finding import Status
from pylab.families.ravensburger.family import FAMILY
from pylab.families.ravensburger.model import LOST_TILES, RULES
from pylab.families.ravensburger.propagator import _GOAL, _Ground

LAZY = ("variants/lazy.lp",)
ANY = ("variants/any.lp", *LAZY)


@pytest.fixture(params=[True, False], ids=["forward", "backward"])
def side(request, monkeypatch):
    """Floods from this side, whatever the board."""

    def around(_ground, end):
        return int((end == _GOAL) == request.param)

    monkeypatch.setattr(_Ground, "lines_around", around)


def agree(board, every=True):
    """The fewest pushes, a plan, all plans, and all of a given length."""
    puzzle = (board.size, board.connections, board.start, board.goal)
    fewest = optimum(*puzzle, board.max_steps)
    report, found = ravensburger(board, "shortest", overlays=LAZY)
    if fewest is None:
        assert (report.status, found) == (Status.NONE, [])
        assert report.at_least == board.max_steps + 1
    else:
        assert (report.status, report.optimal) == (Status.FOUND, True)
        assert [len(plan) for plan in found] == [fewest] == [report.cost]
    assert report.invalid == ()
    if not every:
        return
    report, found = ravensburger(board, "all", overlays=LAZY)
    expected = set() if fewest is None else plans(*puzzle, fewest, first_arrival=True)
    assert report.complete
    assert sorted(found) == sorted(expected)
    length = min(board.max_steps, 2)
    for overlays, first in ((LAZY, True), (ANY, False)):
        constants = {"length": str(length)}
        _, found = ravensburger(board, "all", overlays=overlays, constants=constants)
        assert sorted(found) == sorted(plans(*puzzle, length, first_arrival=first))


@pytest.mark.usefixtures("side")
@pytest.mark.parametrize("seed", few([f"lazy {n}" for n in range(8)], 1))
def test_it_agrees_with_brute_force(seed):
    for board in boards(seed, many(15), largest=3):
        agree(board)


@pytest.mark.slow
def test_it_agrees_with_brute_force_on_larger_boards():
    for board in boards("lazy, larger", 20, largest=4):
        agree(board, every=False)


@pytest.mark.slow
@pytest.mark.usefixtures("side")
@pytest.mark.parametrize("seed", few(range(10), 3))
def test_it_agrees_with_brute_force_often(seed):
    for number, board in enumerate(boards(f"lazy {seed}", 100, largest=4)):
        agree(board, every=number % 4 == 0 and board.size < 4)


@pytest.mark.parametrize(
    "rules",
    few(
        [
            set(some)
            for n in (3, 2, 1, 0)
            for some in combinations(sorted({*RULES} - {LOST_TILES}), n)
        ],
        4,
    ),
)
@pytest.mark.parametrize("number", few([2, 4], 1))
def test_it_knows_the_rules_of_other_overlays(rules, number):
    for board in boards(f"lazy {sorted(rules)}", number, largest=3):
        ruled = replace(board, rules=frozenset(rules))
        expected, plain = ravensburger(ruled, "all")
        report, found = ravensburger(ruled, "all", overlays=LAZY)
        assert (report.status, sorted(found)) == (expected.status, sorted(plain))
        assert report.invalid == ()


def test_two_threads():
    for board in boards("lazy threads", many(25), largest=4):
        expected, _ = ravensburger(board, "shortest")
        report, _ = ravensburger(
            board, "shortest", overlays=LAZY, clingo_options=["--parallel-mode=2"]
        )
        assert (report.status, report.cost) == (
            expected.status,
            expected.cost,
        )


def test_what_it_does_not_know():
    board = FAMILY.generate(random.Random(1))
    assert FAMILY.propagator("nonsense", board) is None
    with pytest.raises(InstanceError, match="lost"):
        FAMILY.propagator("lazy", replace(board, rules=frozenset({LOST_TILES})))
