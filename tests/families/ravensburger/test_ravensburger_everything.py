"""Every task, option and engine against brute force by the rules alone; limits, oddities."""

from __future__ import annotations

import random
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from functools import cache

import pytest
from asking import ravensburger
from brute_force import optimum
from odd_answers import odd_answer
from projects import QUICK, few, many
from random_boards import boards
from ravensburger_trial import board, trial
from work_counted import grows_linearly

from pylab.base.errors import LimitReached, PylabError
from pylab.base.finding import Status
from pylab.drawing.svg import Drawing
from pylab.families.ravensburger.certificate import certify
from pylab.families.ravensburger.check import check
from pylab.families.ravensburger.family import FAMILY
from pylab.families.ravensburger.generate import generate
from pylab.families.ravensburger.model import RULES, Board, Plan, Push
from pylab.families.ravensburger.moves import Tables
from pylab.families.ravensburger.search import search
from pylab.text.source import Source

CLOSED = Board(2, frozenset(), (1, 1), (2, 2), 9)

ALMOST = Board(
    2,
    frozenset({(1, 1, "n"), (2, 2, "s"), (1, 1, "s"), (2, 2, "n")}),
    (1, 1),
    (2, 2),
    2**31 - 1,
)
"""Avatar and goal could be joined, but it takes a push."""


@pytest.mark.parametrize(
    ("engine", "number"), few([("native", 6), ("native", 12), ("clingo", 10), ("both", 3)], 1)
)
def test_all_tasks_and_options(engine, number):
    counts = sum((trial(random.Random(f"{engine} {i}"), engine) for i in range(number)), Counter())
    assert all(counts[name] for name in ("shortest", "plan", "all", "some", "every plan"))
    if engine == "clingo":
        assert all(counts[name] for name in ("ruled", "exact length", "fewest"))


@pytest.mark.slow
@pytest.mark.parametrize(("engine", "number"), [("native", 10000), ("clingo", 2000), ("both", 200)])
def test_all_tasks_and_options_often(engine, number):
    for index in range(number):
        trial(random.Random(f"often {engine} {index}"), engine)


def test_the_boards_that_are_tried_are_of_all_kinds():
    rng = random.Random(1)
    found = [board(rng) for _ in range(600)]
    assert {each.size for each in found} == {1, 2, 3, 4}
    assert {each.max_steps for each in found} == set(range(21))
    assert {kind for each in found for kind in Tables(each).types} == set(range(16))


def test_samples_reach_the_whole_vocabulary():
    found = [FAMILY.sample(random.Random(i)) for i in range(400)]
    assert {each.size for each in found} == {1, 2, 3}
    assert {each.max_steps for each in found} == {0, 1, 2, 3}
    assert {kind for each in found for kind in Tables(each).types} == set(range(16))
    assert {rule for each in found for rule in each.rules} == {*RULES} - {"lost_tiles", "exact"}
    assert any(each.start == each.goal and each.size > 1 for each in found)
    made = [generate(random.Random(i), density=d) for i in range(4) for d in (0.1, 0.5, 1)]
    assert {kind for each in made for kind in Tables(each).types} == set(range(16))


@pytest.mark.parametrize("task", ["plan", "shortest", "all"])
@pytest.mark.parametrize("size", [1, 2, 3])
def test_bounds_far_above_what_a_board_needs(size, task):
    """No table is as long as somebody guessed; where tiles can't meet, that is all it takes."""
    for most in (0, 1, 2, 4, 9, 13, 40, 2**31 - 1):
        for models in (1, 0):
            apart = Board(size, frozenset(), (1, 1), (size, size), most)
            report, found = ravensburger(apart, task, engine="native", models=models, seconds=60)
            if size == 1:
                assert found[0] == ()
            else:
                assert report.status is Status.NONE
                assert report.complete
                assert report.at_least == most + 1


@pytest.mark.slow
def test_levels_beyond_the_number_of_cells_and_moves():
    """Boards of 2 × 2 without a plan whose tiles would fit: the search goes through all levels."""
    tried = 0
    for each in boards("far", 4000, largest=2):
        tables = Tables(each)
        if each.size == 1 or not tables.may_meet() or tried == 2:
            continue
        report, _ = ravensburger(replace(each, max_steps=3), "shortest", engine="native")
        if report.status is Status.NONE:
            tried += 1
            for task in ("shortest", "plan"):
                long = replace(each, max_steps=9)
                native, _ = ravensburger(long, task, engine="native", seconds=60)
                clingo, _ = ravensburger(long, task, engine="clingo", seconds=60)
                assert native.status is clingo.status
    assert tried


def test_plans_of_any_length_under_a_bound_without_end():
    for task in ("plan", "shortest", "all"):
        report, found = ravensburger(ALMOST, task, engine="native", seconds=60)
        assert report.status is Status.FOUND
        assert len(found[0]) == 1 or task == "plan"
    report, found = ravensburger(replace(ALMOST, goal=(1, 1)), "plan", engine="native", models=0)
    assert found == [()]


class Hearing:
    """A watch that keeps what it hears, and stops a search when it has heard so much."""

    def __init__(self, most):
        self.most, self.lowers = most, []

    def found(self, witness):
        pass

    def progress(self, **figures):
        self.lowers += [figures["lower"]]
        if len(self.lowers) > self.most:
            raise MemoryError


@cache
def far_apart():
    """Boards that take at least two pushes, and how many."""
    found = []
    for each in boards("told", 55 if QUICK else 80, largest=3):
        puzzle = (each.size, each.connections, each.start, each.goal)
        fewest = optimum(*puzzle, 3)
        if fewest is not None and fewest > 1:
            found.append((replace(each, max_steps=3), fewest))
    assert len(found) > 2
    return found


@pytest.mark.parametrize("models", few([1, 0], 1))
@pytest.mark.parametrize("task", ["plan", "shortest", "all"])
def test_bounds_are_told_as_soon_as_they_are_proven(task, models):
    """So that whoever ends the search, for lack of memory too, still has them."""
    for each, fewest in far_apart():
        watch = Hearing(10**9)
        search(each, FAMILY.task(task), watch, models)
        assert watch.lowers == sorted(watch.lowers)
        if (task, models) != ("plan", 1):  # beams may find a plan, and nothing is proven
            assert watch.lowers[-1] == fewest
        ended = Hearing(len(watch.lowers) - 1)
        try:
            search(each, FAMILY.task(task), ended, models)
        except (MemoryError, LimitReached):
            assert ended.lowers == watch.lowers


def test_certificates_have_an_end(tmp_path):
    with (tmp_path / "c").open("wb") as file, pytest.raises(PylabError, match="up to 500"):
        certify(CLOSED, 2**31, file)


def test_words_for_one():
    late = Plan(tuple(Push(step, 1, "n") for step in (1, 2)))
    told = [str(p) for p in check(replace(CLOSED, max_steps=1), late).problems]
    assert "a push at step 2; at most 1 push is allowed" in told
    told = [str(p) for p in check(replace(CLOSED, max_steps=0), late).problems]
    assert "a push at step 2; at most 0 pushes are allowed" in told


def test_odd_answers_are_judged_and_drawn_or_refused():
    """Whatever reads like an answer: each member takes it, or says what is wrong."""
    rng = random.Random(2)
    forms = [{"push": (None, tuple("nesw"), None)}]
    instances = list(boards("odd", 30, largest=3))
    for _ in range(many(250)):
        instance = rng.choice(instances)
        plan = FAMILY.read_witness(Source("odd", odd_answer(rng, forms)))
        assert FAMILY.read_witness(Source("shown", FAMILY.show(plan))) == plan
        for member in (FAMILY.check, FAMILY.draw, FAMILY.picture, FAMILY.pictures.steps):
            _tried(member, instance, plan)
        _tried(FAMILY.script, instance, [plan])
        _tried(FAMILY.pictures.step, instance, plan, rng.choice((0, 1, 7)))


def _tried(member, *arguments):
    with suppress(PylabError, ValueError):
        made = member(*arguments)
        if isinstance(made, Drawing):
            made.render()


HUGE = "9" * 5000


@pytest.mark.parametrize(
    ("text", "column"),
    [
        (f"field(1,1). max_steps({HUGE}).", 23),
        (f"field({HUGE},1).", 7),
        (f"connect(1,{HUGE},n).", 11),
        (f"goal_on(1,-{HUGE}).", 11),
    ],
)
def test_huge_integers_are_errors_with_their_place(text, column):
    with pytest.raises(PylabError, match="an integer of 32 bits") as caught:
        FAMILY.read(Source("huge.lp", text))
    assert caught.value.place.column == column
    with pytest.raises(PylabError, match="an integer of 32 bits"):
        FAMILY.read_witness(Source("huge.lp", f"push(1,n,{HUGE})."))


@pytest.mark.parametrize("kind", ["board", "plan", "comments"])
def test_readers_take_work_in_proportion(kind):
    def make(size):
        if kind == "board":
            text = FAMILY.write(replace(generate(random.Random(1), round(size**0.5)), max_steps=1))
            return lambda: FAMILY.read(Source("board.lp", text))
        if kind == "plan":
            text = "".join(f"push(1,n,{step}).\n" for step in range(1, size + 1))
            return lambda: FAMILY.read_witness(Source("plan", text))
        text = "% nothing\n%* no *%" * size + FAMILY.write(CLOSED)
        return lambda: FAMILY.read(Source("board.lp", text))

    grows_linearly(make, 256)
