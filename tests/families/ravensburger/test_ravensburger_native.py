"""The native engine against brute force, clingo, and known answers."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
import ravensburger_lazy as lazy
from asking import question, ravensburger
from brute_force import optimum, plans
from projects import ROOT, SHARED, few, many, real
from random_boards import boards, images

from pylab import engines
from pylab.base.errors import LimitReached, PylabError
from pylab.base.finding import Status
from pylab.base.listing import Task
from pylab.core.answer import Watch
from pylab.core.question import Means, Question
from pylab.families.ravensburger.beam import beam
from pylab.families.ravensburger.check import check
from pylab.families.ravensburger.family import FAMILY
from pylab.families.ravensburger.lazy import MODES, Decider, Rules
from pylab.families.ravensburger.model import Board
from pylab.families.ravensburger.moves import Tables, members
from pylab.families.ravensburger.search import search
from pylab.families.ravensburger.slots import Work
from pylab.text.source import read_source

PROVEN = {
    "0025": (4, 6_000), "0045": (5, 6_000), "0060": (4, 8_000), "0075": (5, 14_000),
    "0094": (5, 40_000),
}  # fmt: skip
"""Minimal numbers of pushes (the project's specification), and nodes with some room."""

INSTANCES = ["0025", "0045", "0060", "0075", "0083", "0094", "0151", "0204", "0215", "0241"]


def board_of(path):
    return FAMILY.read(read_source(str(path)))


def instance(number):
    found = sorted((SHARED / "ravensburger").glob(f"{number}-*.asp"))
    return board_of(found[0] if found else real("ravensburger", f"{number}.asp"))


def agree(board, rules, mode, expected):
    """One form of the search on one board, against brute force."""
    puzzle = (board.size, board.connections, board.start, board.goal)
    count, plan = lazy.fewest(board, mode, rules)
    assert count == expected, (board, rules, mode)
    if plan is not None:
        assert check(board, plan).valid
        assert len(plan.pushes) == count
    if count and not rules.commute:
        found = lazy.every(board, mode, rules, count)
        assert sorted(found) == sorted(plans(*puzzle, count, first_arrival=True))


def optimum_of(board):
    return optimum(board.size, board.connections, board.start, board.goal, board.max_steps)


@pytest.mark.parametrize("seed", few(range(12), 3))
def test_lazy_search_agrees_with_brute_force_under_all_rules(seed):
    rng = random.Random(seed)
    for board in boards(f"native {seed}", 12, largest=4):
        expected = optimum_of(board)
        for rules in lazy.some_rules(rng):
            for mode in lazy.modes(rng):
                agree(board, rules, mode, expected)


@pytest.mark.slow
@pytest.mark.parametrize("seed", few(range(500), 83))
def test_lazy_search_agrees_with_brute_force_often(seed):
    """500 × 20 boards, under all rules and some others, in all modes."""
    rng = random.Random(seed)
    for board in boards(f"native often {seed}", 20, largest=5):
        expected = optimum_of(board)
        for rules in lazy.some_rules(rng):
            for mode in MODES:
                agree(board, rules, mode, expected)


@pytest.mark.slow
@pytest.mark.parametrize("seed", few(range(10), 3))
def test_every_combination_of_rules_in_every_mode(seed):
    for board in boards(f"native all {seed}", 12, largest=4):
        expected = optimum_of(board)
        for rules in lazy.RULES:
            for mode in MODES:
                agree(board, rules, mode, expected)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_modes_agree_on_more_pushes_than_brute_force_can(seed):
    """Small and sparse boards, four pushes: several are undecided at the cut, and shift tiles.

    With the rule `crossing` broken, one board in five or ten shows it.
    """
    rng = random.Random(f"deep {seed}")
    for size in (3, 3, 3, 3, 4, 4, 6):
        board = FAMILY.generate(rng, size=size, density=rng.choice([0.2, 0.25, 0.3]), bound=4)
        counts = {lazy.fewest(board, mode, lazy.RULES[-1])[0] for mode in MODES}
        counts.add(lazy.fewest(board, 0, lazy.RULES[0])[0])
        assert len(counts) == 1, board


@pytest.mark.slow
@pytest.mark.parametrize("seed", few(range(100), 16))
def test_modes_agree_on_more_pushes_often(seed):
    rng = random.Random(f"deep often {seed}")
    for _ in range(5):
        size = rng.choice([3, 3, 4, 4, 5, 6, 7])
        board = FAMILY.generate(rng, size=size, density=rng.choice([0.25, 0.3, 0.35]), bound=5)
        counts = {lazy.fewest(board, mode, lazy.RULES[-1])[0] for mode in MODES}
        assert len(counts) == 1, board


@pytest.mark.parametrize("seed", few(range(6), 1))
def test_native_tasks_agree_with_brute_force(seed):
    for board in boards(f"tasks {seed}", 10, largest=4):
        puzzle = (board.size, board.connections, board.start, board.goal)
        expected = optimum_of(board)
        status = Status.NONE if expected is None else Status.FOUND

        report, found = ravensburger(board, "shortest", engine="native")
        assert report.status is status
        assert [len(plan) for plan in found] == ([] if expected is None else [expected])
        assert report.at_least == (board.max_steps + 1 if expected is None else expected)
        assert report.optimal == (expected is not None)

        report, found = ravensburger(board, "plan", engine="native")
        assert report.status is status
        assert len(found) == (expected is not None)

        report, found = ravensburger(board, "all", engine="native")
        assert report.complete
        wanted = set() if expected is None else plans(*puzzle, expected, first_arrival=True)
        assert sorted(found) == sorted(wanted)

        report, found = ravensburger(board, "plan", engine="native", models=0)
        lengths = range(board.max_steps + 1)
        wanted = set().union(*(plans(*puzzle, k, first_arrival=True) for k in lengths))
        assert sorted(found) == sorted(wanted)
        assert report.complete


@pytest.mark.parametrize("seed", few(range(6), 1))
def test_native_agrees_with_clingo(seed):
    rng = random.Random(f"clingo {seed}")
    for _ in range(2):
        board = FAMILY.generate(rng, size=rng.choice([5, 6, 7]), density=0.35, bound=3)
        answers = []
        for engine in ("clingo", "native"):
            report, found = ravensburger(board, "all", engine=engine)
            answers.append((report.status, report.cost, sorted(found)))
        assert answers[0] == answers[1]


@pytest.mark.slow
def test_symmetries_change_no_optimum_and_no_count():
    for board in boards("native symmetry", 12):
        answers = set()
        for image in images(board):
            report, found = ravensburger(image, "all", engine="native")
            answers.add((report.status, report.cost, len(found)))
        assert len(answers) == 1


@pytest.mark.parametrize("number", few(PROVEN, 2))
def test_competition_instances_are_proven_by_few_nodes(number):
    expected, nodes = PROVEN[number]
    report, (plan,) = ravensburger(instance(number), "shortest", engine="native")
    assert 0 < sum(level["nodes"] for level in report.statistics["levels"]) < nodes
    assert report.optimal
    assert len(plan) == report.cost == report.at_least == expected


@pytest.mark.parametrize("number", few(INSTANCES, 4))
def test_all_competition_instances_have_a_plan_that_beams_find(number):
    board = instance(number)
    report, (plan,) = ravensburger(board, "plan", engine="native")
    assert 0 < report.statistics["beam situations"] < 20_000
    assert not report.statistics["levels"]
    assert report.status is Status.FOUND
    assert len(plan) <= board.max_steps


@pytest.mark.slow
def test_a_plan_of_seven_pushes_is_proven_shortest():
    report, (plan,) = ravensburger(instance("0151"), "shortest", engine="native")
    assert report.optimal
    assert len(plan) == 7


def test_answers_are_the_same_each_time():
    board = FAMILY.generate(random.Random(5), size=6, density=0.35, bound=5)
    for task in ("plan", "shortest", "all"):
        first, second = (ravensburger(board, task, engine="native")[1] for _ in range(2))
        assert first == second


def test_a_limit_leaves_bounds_and_the_best_plan():
    asked = question("ravensburger", instance("0083"), "shortest", engine="native", seconds=0.2)
    told = []
    answer = engines.ask(asked, Watch(progress=told.append))
    found = [checked.witness.pushes for checked in answer.checked]
    assert answer.reason == "time limit of 0.2 s"
    assert not answer.optimal
    lowers = [each.lower for each in told if each.lower is not None]
    assert max(lowers, default=0) <= answer.at_least <= 9  # which is the optimum
    if found:
        assert answer.status is Status.FOUND
        assert answer.cost == len(found[0]) >= 9
    else:
        assert answer.status is Status.UNKNOWN


class _Impatient:
    """Stops after so many reports."""

    def __init__(self, patience):
        self.patience, self.figures, self.found_plans = patience, {}, []

    def found(self, witness):
        self.found_plans.append(witness)
        self.progress()

    def progress(self, **figures):
        self.figures.update(figures)
        self.patience -= 1
        if self.patience < 0:
            raise LimitReached("enough")


def test_bounds_are_told_while_searching_and_kept_when_stopped():
    board = board_of(ROOT / "instances/ravensburger/generated-09-4.lp")
    shortest = FAMILY.task("shortest")
    last = 0
    for patience in (0, 10, 100, 10_000_000):
        watch = _Impatient(patience)
        answer = search(board, shortest, watch, 1)
        assert last <= watch.figures["lower"] <= 4
        assert answer.at_least == watch.figures["lower"]
        assert watch.figures.get("upper", 4) >= 4
        assert answer.optimal == (not answer.reason)
        assert all(check(board, plan).valid for plan in watch.found_plans)
        last = watch.figures["lower"]
    assert last == 4


@pytest.mark.parametrize("task", ["plan", "shortest", "all"])
@pytest.mark.parametrize("models", [1, 0])
def test_what_is_stopped_has_its_figures(task, models):
    board = FAMILY.generate(random.Random(1), size=6)
    stopped = search(board, FAMILY.task(task), _Impatient(0), models)
    assert (stopped.status, "build" in stopped.statistics) == (Status.UNKNOWN, True)


def test_no_native_engine_for_unknown_tasks():
    asked = Question(FAMILY, next(boards("x", 1)), Task("x", "", "plan.lp"))
    assert "has no native engine for x" in engines.get("native").unsupported(asked)
    with pytest.raises(PylabError, match="no native engine"):
        engines.choose(replace(asked, means=Means(engine="native")))


def test_wanted_models_and_no_more():
    board = next(b for b in boards("many", 200, largest=3) if optimum_of(b) == 2)
    _, every = ravensburger(board, "all", engine="native")
    report, found = ravensburger(board, "all", engine="native", models=1)
    assert len(found) == 1
    assert found[0] in every
    report, found = ravensburger(board, "shortest", engine="native", models=0)
    assert sorted(found) == sorted(every)
    assert report.complete


def test_a_first_push_that_only_buys_a_walk():
    """Before push 1 the avatar can't walk: an idle push is a push all the same."""
    row = [(1, 1, "e"), (1, 2, "w"), (1, 2, "e"), (1, 3, "w")]
    board = Board(3, frozenset(row), (1, 1), (1, 3), 2)
    wanted = plans(3, board.connections, board.start, board.goal, 1, True)
    for rules in lazy.RULES:
        for mode in MODES:
            count, plan = lazy.fewest(board, mode, rules)
            assert count == 1
            assert check(board, plan).valid
            if not rules.commute:
                assert sorted(lazy.every(board, mode, rules, 1)) == sorted(wanted)


def test_tables_agree_with_the_checker_about_pushes():
    rng = random.Random(1)
    for size in (1, 2, 3, 4):
        board = FAMILY.generate(rng, size=size, density=0.5)
        tables = Tables(board)
        for move in range(tables.moves):
            cells = range(size * size)
            assert [tables.back[move][tables.forth[move][c]] for c in cells] == list(cells)
            after = tables.after(tables.types, move)
            assert all(after[tables.forth[move][c]] == tables.types[c] for c in cells)
            touched = [c for c in cells if tables.touching[c] & tables.bit[move]]
            assert len(touched) == size
            assert all(tables.forth[move][c] == c for c in cells if c not in touched)
    assert list(members(0b101001)) == [0, 3, 5]


def test_beams_find_plans_that_the_checker_accepts():
    number, found = many(75), 0
    for board in boards("beams", number, largest=5):
        moves = beam(board, width=8, radius=2, limit=board.max_steps)
        expected = optimum_of(board)
        if moves is not None:
            found += 1
            assert check(board, Tables(board).plan(moves)).valid
            assert expected is not None
            assert len(moves) >= expected
    assert found > number // 6


@pytest.mark.parametrize("slack", [-1, 0, 1])
def test_guides_lead_to_plans_that_the_checker_accepts(slack):
    found, passed_over = 0, 0
    for board in boards(f"guides {slack}", many(60), largest=5):
        tables, plans = Tables(board), []

        def met(slots, plans=plans):
            plans.append(next(slots.sequences()))
            return True

        nodes = []
        for guide in (slack, None):
            work = Work(lambda _: None)
            decided = Decider(tables, Rules()).decide(4, 1, work, met, guide)
            assert decided == bool(plans) or guide is None
            nodes.append(work.nodes)
        passed_over += nodes[0] < nodes[1]
        for moves in plans:
            found += 1
            plan = tables.plan(moves[: tables.arrival(moves)])
            assert check(replace(board, max_steps=4), plan).valid
    assert found
    assert passed_over
