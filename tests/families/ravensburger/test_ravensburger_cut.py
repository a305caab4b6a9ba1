"""The theorem of the cut, by brute force; and certificates with cuts, honest and forged."""

from __future__ import annotations

import gzip
import io
import random

import pytest
from brute_force import optimum
from cut_cases import CutCase, cut_case
from projects import many
from random_boards import boards

from pylab.base.errors import PylabError
from pylab.families.ravensburger import certificate_check, certificate_cut
from pylab.families.ravensburger.certificate import Tree, head
from pylab.families.ravensburger.certificate_check import check_certificate
from pylab.families.ravensburger.goal_side import GoalSide
from pylab.families.ravensburger.lazy import MODES
from pylab.families.ravensburger.model import Board
from pylab.families.ravensburger.moves import Tables
from pylab.families.ravensburger.slots import Work


def test_no_case_with_a_plan_is_refuted():
    between = (481, 667, 891)  # with an unknown push between known ones
    seeds = (*range(many(250)), *between)
    assert not [seed for seed in seeds if cut_case(seed).refuted()]


@pytest.mark.slow
@pytest.mark.parametrize("part", range(20))
def test_no_case_with_a_plan_is_refuted_often(part):
    seeds = range(1000 * part, 1000 * part + 1000)
    assert not [seed for seed in seeds if cut_case(seed).refuted()]


ANSWER = certificate_cut._GoalSearch.run


def looks_only(monkeypatch, wanted):
    """Leave out the other looks."""

    def run(self, goal):
        reasons = ANSWER(self, goal)
        looks = {look: moves for look, moves in reasons.looks.items() if wanted(look)}
        reasons.looks = looks or {(0, 1): [0] * self._count}
        return reasons

    monkeypatch.setattr(certificate_cut._GoalSearch, "run", run)


def without_looks_at_openings(monkeypatch):
    looks_only(monkeypatch, lambda look: not look[1])


def without_looks_at_tiles(monkeypatch):
    looks_only(monkeypatch, lambda look: look[1])


def without_what_commutes(monkeypatch):
    monkeypatch.setattr(certificate_cut.Cut, "_fixed", lambda *_: 0)


def with_any_other_tile(monkeypatch):
    monkeypatch.setattr(certificate_cut.Cut, "_differs", lambda *_: False)


def without_the_winning_cells(monkeypatch):
    def run(self, goal):
        reasons = ANSWER(self, goal)
        reasons.winning = 0
        return reasons

    monkeypatch.setattr(certificate_cut._GoalSearch, "run", run)


def without_the_walk_before_the_first_push(monkeypatch):
    def close(self, front, close=certificate_cut._GoalSearch._close):
        return not front.time or close(self, front)

    monkeypatch.setattr(certificate_cut._GoalSearch, "_close", close)


def without_taking_tiles_back(monkeypatch):
    """Tiles are taken to lie, after the known pushes alone, where they may lie after all."""

    def refuted(self, cut, last):
        self._walk(last - 1)
        cells = self._moved(self._reached[last - 1], last)
        return cut.refutes(self.count, self.known[1 : last + 1], self.allowed[1 : last + 1], cells)

    monkeypatch.setattr(certificate_check.Case, "refuted_by_cut", refuted)


LEFT_OUT = [
    (without_what_commutes, (23, 57)),
    (with_any_other_tile, (23, 57)),
    (without_the_winning_cells, (0,)),
    (without_looks_at_openings, (72, 151)),
    (without_looks_at_tiles, (23, 57)),
    (without_the_walk_before_the_first_push, (58, 242)),
]


@pytest.mark.parametrize(("leave_out", "seeds"), LEFT_OUT)
def test_without_a_condition_a_case_with_a_plan_is_refuted(monkeypatch, leave_out, seeds):
    assert not any(cut_case(seed).refuted() for seed in seeds)
    leave_out(monkeypatch)
    assert all(cut_case(seed).refuted() for seed in seeds)


CARRIED = CutCase(
    Board(
        4,
        frozenset({(2, 1, "e"), (1, 2, "e"), (1, 2, "w"), (1, 3, "w")}),
        start=(2, 1),
        goal=(1, 3),
        max_steps=9,
    ),
    last=3,
    plan=(4, 0, 8),
    unknown={1: frozenset({4})},
)
"""Columns 2, 1 and 3 move north: the first brings a tile to the avatar, the second takes the avatar
away from it, the third brings the goal to this tile. It lies elsewhere without the first."""


def test_tiles_that_unknown_pushes_move_are_taken_back(monkeypatch):
    assert not CARRIED.refuted()
    without_taking_tiles_back(monkeypatch)
    assert CARRIED.refuted()


SHIFTED = (
    CutCase(
        Board(
            4,
            frozenset({(1, 2, "e"), (1, 2, "w"), (4, 2, "n"), (4, 2, "s"), (4, 2, "w"),
                       (4, 3, "e"), (4, 3, "n")}),
            start=(1, 2),
            goal=(4, 3),
            max_steps=9,
        ),
        last=5,
        plan=(15, 13, 15, 15, 0),
        unknown={1: frozenset({15}), 3: frozenset({15})},
    ),
    CutCase(
        Board(
            5,
            frozenset({(1, 3, "e"), (1, 3, "s"), *((1, 4, side) for side in "nesw"),
                       (5, 1, "e"), (5, 1, "n"), (5, 1, "s")}),
            start=(5, 1),
            goal=(1, 3),
            max_steps=9,
        ),
        last=3,
        plan=(3, 3, 0),
        unknown={1: frozenset({3}), 2: frozenset({3})},
    ),
)  # fmt: skip
"""In the second one, row 1 moves west twice, which nobody knows; that brings the goal into column
1, which moves north then. After column 1 alone the goal is where no two pushes win. The second push
may not be put off: but that is seen only of the cell to which the first one takes the goal."""


def without_shifts(monkeypatch):
    """Each unknown push is asked about the cells of the looks themselves, whatever comes before."""
    monkeypatch.setattr(certificate_cut, "_grown", lambda cells, *_: cells)


@pytest.mark.parametrize("case", SHIFTED)
def test_tiles_that_earlier_unknown_pushes_shift_are_followed(monkeypatch, case):
    assert not case.refuted()
    without_shifts(monkeypatch)
    assert case.refuted()


WITH_REASONS = CutCase(
    Board(
        4,
        frozenset({(1, 3, "e"), (1, 3, "w"), (2, 2, "e"), (2, 2, "n"), (2, 4, "e"), (2, 4, "w"),
                   (4, 2, "e"), (4, 2, "w")}),
        start=(4, 2),
        goal=(2, 2),
        max_steps=9,
    ),
    last=3,
    plan=(13, 6, 6),
    unknown={1: frozenset({13}), 2: frozenset({6})},
)  # fmt: skip


def with_the_last_ones_reasons(monkeypatch):
    """Each unknown push is asked about what a look was needed with as the last one."""
    shifted = certificate_cut.Reasons.shifted

    def mistaken(self, number, pushes):
        found = shifted(self, number, pushes)
        ends = {}
        for (cell, _), moves in self.looks.items():
            ends[cell] = ends.get(cell, 0) | moves[-1]
        return {cell: ends.get(cell, 0) for cell in found}

    monkeypatch.setattr(certificate_cut.Reasons, "shifted", mistaken)


def test_each_unknown_push_has_its_own_reasons(monkeypatch):
    assert not WITH_REASONS.refuted()
    with_the_last_ones_reasons(monkeypatch)
    assert WITH_REASONS.refuted()


def tree(board, count, mode, honest=True):
    """The certificate of a mode, in lines; a liar's goes on where it has found a plan."""
    text = io.BytesIO()
    written = Tree(Tables(board), count, text.write)
    if not honest:
        written.met = lambda: False
    written.refute(mode, GoalSide(written.tables, lump=True), Work(lambda _: None))
    return (head(count, mode) + text.getvalue()).decode().splitlines()


def checked(board, lines):
    packed = gzip.compress("".join(f"{line}\n" for line in lines).encode())
    return check_certificate(board, io.BytesIO(packed))


def solved(seed, count, largest=4):
    """Boards with the fewest pushes of their plans; without, one more than `max_steps`."""
    for board in boards(seed, count, largest):
        fewest = optimum(board.size, board.connections, board.start, board.goal, board.max_steps)
        yield board, board.max_steps + 1 if fewest is None else fewest


def damaged(lines, rng):
    """Certificates that differ in a case, a split, or all their cuts."""
    for last in range(1, int(lines[1].split(" ")[1]) + 1):
        yield [*lines[:2], *(f". {last}" if line.startswith(".") else line for line in lines[2:])]
    for _ in range(4):
        where = rng.randrange(2, len(lines))
        other = rng.choice([".", ". 1", ". 2", *lines[2:], *lines[2:]])
        yield [*lines[:where], other, *lines[where + 1 :]]
        where = rng.randrange(2, len(lines))
        if lines[where].startswith("S "):
            yield [*lines[:where], lines[where].rpartition(" ")[0], *lines[where + 1 :]]
    yield [*lines[:2], ". 1"]


def try_all(seed, count, largest=4):
    """Honest certificates in all modes, lies, and both damaged; how many lies there were."""
    rng = random.Random(seed)
    lies = 0
    for board, fewest in solved(seed, count, largest):
        if fewest:
            for mode in MODES:
                lines = tree(board, fewest - 1, mode)
                assert checked(board, lines).valid, (board, mode)
        for mode in MODES[2:]:
            if fewest <= board.max_steps:
                lines = tree(board, fewest, mode, honest=False)
                for forged in [lines, *damaged(lines, rng)]:
                    assert not checked(board, forged).valid, (board, forged)
                    lies += 1
    return lies


def test_certificates_with_cuts_are_believed_and_lies_are_not():
    assert try_all("cuts", 12, largest=3) > 100


@pytest.mark.slow
@pytest.mark.parametrize("part", range(50))
def test_certificates_with_cuts_are_believed_and_lies_are_not_often(part):
    assert try_all(f"cuts {part}", 20) > 100


def cut_board():
    """A board with an optimum of 3, and a certificate that cuts."""
    for board, fewest in solved("forged cuts", 500):
        if fewest == 3 <= board.max_steps:
            lines = tree(board, 2, 1)
            if any(line.startswith(". ") for line in lines):
                return board, lines
    raise AssertionError


BOARD, LINES = cut_board()
CUT = next(number for number, line in enumerate(LINES) if line.startswith(". "))


@pytest.mark.parametrize(
    ("forged", "code", "line"),
    [
        ([LINES[0], "pushes 2 from start", *LINES[2:]], "cut", CUT + 1),
        ([LINES[0], "pushes 2 from goal", *LINES[2:]], "cut", CUT + 1),
        ([LINES[0], "pushes 2 from start cut 0", *LINES[2:]], "format", 2),
        ([LINES[0], "pushes 2 from start cut 4", *LINES[2:]], "format", 2),
        ([LINES[0], "pushes 2 from goal cut 1", *LINES[2:]], "format", 2),
        ([LINES[0], "pushes 3 from start cut 1", *LINES[2:]], "not-refuted", None),
        ([*LINES[:CUT], ". 3", *LINES[CUT + 1 :]], "cut", CUT + 1),
        ([*LINES[:CUT], ". 0", *LINES[CUT + 1 :]], "format", CUT + 1),
        ([*LINES[:CUT], ".  1", *LINES[CUT + 1 :]], "format", CUT + 1),
        ([*LINES[:CUT], ". 1 1", *LINES[CUT + 1 :]], "format", CUT + 1),
        ([*LINES[:CUT], "..", *LINES[CUT + 1 :]], "format", CUT + 1),
        ([*LINES[:2], ". 1"], "not-refuted", 3),
        ([*LINES[:2], ". 2"], "not-refuted", 3),
        (LINES[:-1], "format", len(LINES)),
    ],
)
def test_forged_cuts_are_named(forged, code, line):
    (problem,) = checked(BOARD, forged).problems
    assert problem.code == code
    assert line is None or f"line {line}:" in problem.message


def test_a_liar_needs_a_plan():
    with pytest.raises(PylabError, match="there is a plan"):
        tree(BOARD, 3, 1)
