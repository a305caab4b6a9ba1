"""The C++ searches against their modules in Python: the same answers, at the same cost in nodes."""

from __future__ import annotations

import random
from itertools import islice, product

import pytest

from pylab.base.native import Kept
from pylab.families.ravensburger import beam as python_beam
from pylab.families.ravensburger import compiled, goal_side, lazy
from pylab.families.ravensburger.family import FAMILY
from pylab.families.ravensburger.model import Board
from pylab.families.ravensburger.moves import Tables
from pylab.families.ravensburger.slots import Capped, Work

RULES = [lazy.Rules(*chosen) for chosen in product((False, True), repeat=6)]
"""Every combination of the rules, all of them last."""


def board_of(rng, size):
    """Sparse and dense ones, now and then with the avatar on the goal."""
    density = rng.choice([0.2, 0.3, 0.4, 0.5, 0.8])
    board = FAMILY.generate(rng, size=size, density=density, bound=4)
    if rng.random() < 0.5:
        return board
    lines = range(1, size + 1)
    openings = [(x, y, d) for x in lines for y in lines for d in "nesw" if rng.random() < density]
    fields = [(rng.choice(lines), rng.choice(lines)) for _ in range(2)]
    return Board(size, frozenset(openings), *fields, 4)


def told(decider, counts, mode, cap, over, slack=None):
    """Of each number of pushes: the outcome, the nodes, and plans as they came."""
    for count in counts:
        plans = []

        def met(slots, plans=plans):
            plans.append(list(islice(slots.sequences(), 20)))
            return over

        work = Work(lambda _: None, cap)
        try:
            outcome = decider.decide(count, mode, work, met, slack)
        except Capped:
            outcome = "capped"
        yield count, outcome, work.nodes, plans


def agree(board, rules, mode, most, cap):
    agree_on(board, range(most + 1), mode, rules, cap)


def agree_on(board, counts, mode, rules=RULES[-1], cap=None):
    tables = Tables(board)
    for slack in (None, -1, 1):
        wanted, found = (
            list(told(made(tables, rules), counts, mode, cap, rules.commute, slack))
            for made in (lazy.Decider, compiled.Decider)
        )
        assert found == wanted, (board, rules, mode, slack)


def ticked(search, board, *arguments):
    """What a beam finds, and how many situations it kept."""
    ticks = []
    return search(board, *arguments, lambda: ticks.append(1)), len(ticks)


def compare(rng, sizes, most, cap):
    board = board_of(rng, rng.choice(sizes))
    rules = rng.choice([RULES[-1], rng.choice(RULES)])
    agree(board, rules, rng.choice(lazy.MODES), most, cap)
    arguments = rng.choice([1, 2, 5, 8]), rng.choice([1, 2, 3]), rng.choice([3, 9])
    wanted, found = (ticked(each, board, *arguments) for each in (python_beam.beam, compiled.beam))
    assert found == wanted, (board, arguments)


@pytest.mark.parametrize("seed", range(24))
def test_small_boards(seed):
    rng = random.Random(f"native {seed}")
    for _ in range(3):
        compare(rng, [1, 2, 3, 3, 4], 3, 4_000)


@pytest.mark.parametrize("size", [8, 16, 17, 22, 23, 32, 33])
def test_each_width_of_sets(size):
    rng = random.Random(f"width {size}")
    compare(rng, [size], 3, 600)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1000))
def test_small_boards_often(seed):
    rng = random.Random(f"native often {seed}")
    for _ in range(5):
        compare(rng, [1, 2, 3, 3, 4, 4, 5, 6, 7], 4, 10_000)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(40))
def test_larger_boards_often(seed):
    rng = random.Random(f"native large {seed}")
    for _ in range(3):
        compare(rng, [9, 12, 16, 17, 20, 22, 24], 5, 20_000)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(40))
def test_every_rule_in_every_mode(seed):
    rng = random.Random(f"native rules {seed}")
    board = board_of(rng, rng.choice([3, 4]))
    for rules in RULES:
        for mode in lazy.MODES:
            agree(board, rules, mode, 3, None)


def test_decision_trees_are_grown_anew_at_the_same_time(monkeypatch):
    monkeypatch.setattr(goal_side, "MOST_FORKS", 60)
    rng = random.Random("anew")
    for _ in range(12):
        agree(board_of(rng, 5), RULES[-1], rng.choice([1, 2, 3]), 4, 3_000)


@pytest.mark.parametrize("count", [62, 63, 64, 200])
def test_any_number_of_pushes(count):
    """With more of them than C++ takes Python goes on; nobody gets there by refuting fewer."""
    row = frozenset({(1, 1, "e"), (1, 2, "w")})
    board = Board(2, row, (1, 1), (1, 2), count)
    for mode in (0, 1, 3):
        agree_on(board, [count], mode)


class Enough(Exception):
    """Raised by who listens."""


def test_what_a_listener_raises_ends_the_search():
    board = FAMILY.generate(random.Random(3), size=20, density=0.4, bound=9)
    heard = []

    def tick(nodes):
        heard.append(nodes)
        if len(heard) == 2:
            raise Enough

    work = Work(tick)
    decider = compiled.Decider(Tables(board), RULES[0])
    with pytest.raises(Enough):
        decider.decide(9, 0, work, lambda _: False)
    assert 0 < heard[0] < heard[1] == work.nodes
    with pytest.raises(Enough):
        compiled.beam(board, 512, 3, 99, lambda: tick(0) or heard.clear() or tick(0) or tick(0))


def test_what_met_raises_ends_the_search():
    board = Board(2, frozenset({(1, 1, "e"), (1, 2, "w")}), (1, 1), (1, 2), 2)

    def met(_):
        raise Enough

    with pytest.raises(Enough):
        compiled.Decider(Tables(board), RULES[0]).decide(1, 0, Work(lambda _: None), met)


@pytest.mark.parametrize(
    ("size", "types", "start", "goal", "rules", "told"),
    [
        (0, b"", 0, 0, 6, "size"),
        (65, bytes(65 * 65), 0, 0, 6, "size"),
        (2, bytes(3), 0, 0, 6, "types"),
        (2, bytes([0, 0, 0, 16]), 0, 0, 6, "types"),
        (2, bytes(4), 4, 0, 6, "start"),
        (2, bytes(4), 0, -1, 6, "goal"),
        (2, bytes(4), 0, 0, 5, "rules"),
    ],
)
def test_what_makes_no_board_is_refused(size, types, start, goal, rules, told):
    with pytest.raises(ValueError, match=told):
        Kept([size, start, goal, rules, *[1] * rules, 9], types)
