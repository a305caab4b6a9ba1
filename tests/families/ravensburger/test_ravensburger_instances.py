"""Shipped and real instances against known answers; brute force as a second witness."""

from __future__ import annotations

import pytest
from asking import ravensburger
from brute_force import plans
from projects import ROOT, few, real

from pylab.base.finding import Status
from pylab.base.resources import expected_beside
from pylab.families.ravensburger.family import FAMILY
from pylab.testing.expected import read
from pylab.text.source import read_source

SHIPPED = sorted((ROOT / "instances/ravensburger").glob("*.lp"))
EASY = [p for p in SHIPPED if p.stem[-1] in "23" or not p.stem.startswith("generated")]
PROVEN = {
    "0025-labyrinth-14-0.asp": 4,
    "0045-labyrinth-11-0.asp": 5,
    "0060-labyrinth-13-0.asp": 4,
    "0075-labyrinth-13-0.asp": 5,
    "0094-labyrinth-17-0.asp": 5,
}
"""Proven minimal numbers of pushes of competition instances (the project's specification)."""


def board_of(path):
    return FAMILY.read(read_source(str(path)))


def expected_of(path):
    """The fewest pushes, and how many plans have no more."""
    claims = {claim.task: claim.wanted for claim in read(expected_beside(path)).answers}
    return claims["shortest"].get("cost"), claims["all"]["count"]


def solved_as_expected(path):
    expected = expected_of(path)
    report, found = ravensburger(board_of(path), "all")
    assert (report.cost, len(found)) == expected
    assert report.complete
    assert (report.status is Status.NONE) == (expected[0] is None)


def test_every_shipped_instance_has_its_answers():
    assert len(SHIPPED) >= 15
    assert {p.stem[:12] for p in SHIPPED} >= {f"generated-{n:02}" for n in range(5, 13)}


@pytest.mark.parametrize("path", few(EASY, 2), ids=lambda p: p.stem)
def test_shipped_instances_have_the_answers_beside_them(path):
    solved_as_expected(path)


@pytest.mark.slow
@pytest.mark.parametrize("path", [p for p in SHIPPED if p not in EASY], ids=lambda p: p.stem)
def test_harder_shipped_instances_have_the_answers_beside_them(path):
    solved_as_expected(path)


@pytest.mark.slow
@pytest.mark.parametrize("path", EASY, ids=lambda p: p.stem)
def test_brute_force_has_the_same_answers(path):
    board, (fewest, number) = board_of(path), expected_of(path)
    puzzle = (board.size, board.connections, board.start, board.goal)
    most = board.max_steps if fewest is None else fewest
    for length in range(most):
        assert not plans(*puzzle, length, first_arrival=True)
    assert len(plans(*puzzle, most, first_arrival=True)) == number


def test_the_problem_pages_two_plans():
    report, found = ravensburger(board_of(real("ravensburger", "example-4x4.lp")), "all")
    assert sorted(found) == [((1, "w"), (2, "n")), ((1, "w"), (3, "s"))]
    assert report.counts.startswith("first arrival: ")


@pytest.mark.slow
@pytest.mark.parametrize("name", PROVEN)
def test_all_competition_instances_with_known_optimum(name):
    prove(name)


def prove(name):
    report, (plan,) = ravensburger(board_of(real("ravensburger", name)), "shortest")
    assert report.optimal
    assert len(plan) == report.cost == PROVEN[name]
