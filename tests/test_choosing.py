"""Who is asked: chosen once, after overlays and options are applied, and said where it surprises.

Then what only whole commands show of the middle: bounds that are kept, ends that are told apart.
"""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from asking import ask, question
from projects import ROOT, call, few

import pylab
from pylab import engines
from pylab.base.errors import Ended, PylabError
from pylab.base.finding import Status
from pylab.family import registry
from pylab.family.parts import NativeSearch

LARGE = "ravensburger/generated-10-4.lp"
EXAMPLE = "ravensburger/example-4x4.lp"
NO_FIRST_ROW = "#program step(t).\n:- push(1,(e;w),t).\n"


def chosen(name, task, **means):
    puzzle = pylab.load(name)
    asked = question(puzzle.family.name, puzzle.instance, task, **means)
    engine, word = engines.choose(asked)
    return engine.name, word


def test_the_quicker_one_is_chosen_and_said():
    assert chosen(EXAMPLE, "shortest") == ("clingo", "")
    engine, word = chosen(LARGE, "shortest")
    assert (engine, word.startswith("using the native search: ")) == ("native", True)
    assert chosen(LARGE, "shortest", engine="clingo") == ("clingo", "")
    assert chosen("theseus/hemme.plan", "count") == ("native", "")
    for price in ("alpha", "beta", "delta"):  # clingo took minutes for a price of 100
        for value, engine in ((5, "clingo"), (6, "native")):
            found = chosen("dungeon/oneway.dungeon", "priced", options={price: value})
            assert found[0] == engine, (price, value)


def test_that_a_small_board_has_no_plan_is_found_out_by_default(tmp_path):
    """clingo had no end with seven pushes; the native search proves it at once."""
    board = (ROOT / "instances/ravensburger/unsolvable-3x3.lp").read_text()
    for most, engine in ((6, "clingo"), (7, "native")):
        path = tmp_path / f"{most}.lp"
        path.write_text(board.replace("max_steps(3)", f"max_steps({most})"))
        assert chosen(path, "plan")[0] == engine
        assert chosen(path, "plan", models=2) == ("clingo", "")
        assert chosen(path, "shortest") == ("clingo", "")
    answer = pylab.solve(path).answer
    assert (answer.status, answer.engine) == (Status.NONE, "native")


@pytest.mark.parametrize(
    "means",
    [
        {"overlays": ("no-undo",)},
        {"constants": {"length": "9"}},
        {"clingo_options": ("--seed=1",)},
        {"encoding": "shortest"},
        {"options": {"fixed_lines": True}},
    ],
)
def test_what_only_clingo_can_do_goes_to_clingo(means):
    engine, word = chosen(LARGE, "shortest", **means)
    assert engine == "clingo"
    assert word.startswith("using clingo, although ")


def test_an_overlay_that_only_sets_options_is_for_both(tmp_path):
    overlay = tmp_path / "departing.lp"
    overlay.write_text("% Purpose: other colours count\n% Options:\n%   departure=true\n")
    by_option, _ = ask(
        "alice", pylab.load("alice/example.alice").instance, options={"departure": True}
    )
    for engine in ("clingo", "native", "both"):
        answer, found = ask(
            "alice",
            pylab.load("alice/example.alice").instance,
            overlays=(str(overlay),),
            engine=engine,
        )
        assert answer.cost == by_option.cost
        assert all(each.verdict.valid for each in found)


def test_an_overlay_that_sets_no_options_means_nothing_to_the_native_engine(tmp_path):
    (tmp_path / "o.lp").write_text(NO_FIRST_ROW)
    for engine in ("native", "both"):
        with pytest.raises(PylabError, match=r"o\.lp sets no options, so it has no effect on"):
            chosen(EXAMPLE, "shortest", engine=engine, overlays=(str(tmp_path / "o.lp"),))


@pytest.mark.parametrize(
    ("name", "task", "means", "told"),
    [
        ("theseus/hemme.plan", "count", {"engine": "clingo"}, "theseus answers count by --engine"),
        ("alice/example.alice", "plan", {"engine": "native"}, "no native engine for plan"),
        (
            LARGE,
            "shortest",
            {"engine": "native", "overlays": ("no-undo",)},
            "the competition's rules",
        ),
        (
            LARGE,
            "shortest",
            {"engine": "both", "constants": {"length": "3"}},
            "-c is for",
        ),
        ("theseus/hemme.plan", "count", {"clingo_options": ("--seed=1",)}, "by --engine native on"),
        (LARGE, "shortest", {"engine": "abacus"}, "expected one of the engines clingo, native, bo"),
    ],
)
def test_refusals_are_told_before_anything_is_solved(name, task, means, told):
    with pytest.raises(PylabError, match=told):
        chosen(name, task, **means)


@pytest.mark.parametrize("overlay", few(["my-overlay.lp", "no-undo"], 1))
def test_an_overlay_on_a_large_board_is_left_to_clingo_and_said_once(tmp_path, overlay):
    (tmp_path / "my-overlay.lp").write_text(NO_FIRST_ROW)
    done = call(
        "solve",
        "ravensburger/generated-11-3.lp",
        "--task",
        "shortest",
        "--with",
        overlay,
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr.count("using clingo, although") == 1
    assert "% valid, checked: " in done.stdout


def test_rules_in_parts_that_are_never_grounded_are_refused_with_their_place(tmp_path):
    (tmp_path / "late.lp").write_text("#program checks(t).\n:- query(t).\n")
    (tmp_path / "last.lp").write_text("#program check(t).\n:- query(t).\n")
    for task in ("plan", "shortest"):
        done = call("solve", EXAMPLE, "--task", task, "--with", "late.lp", cwd=tmp_path)
        assert done.returncode == 2
        assert "late.lp:2:1: part checks/1 is never grounded" in done.stderr
        done = call("solve", EXAMPLE, "--task", task, "--with", "last.lp", cwd=tmp_path)
        assert done.returncode == 1, done.stderr
    done = call("solve", "late.lp", cwd=tmp_path)  # a program of one's own is run as clingo does
    assert (done.returncode, "late.lp:2:1: part checks/1 is" in done.stderr) == (0, True)
    (tmp_path / "own.lp").write_text("{ a }. horizon(3).\n")
    (tmp_path / "last.lp").write_text("#program check(t).\n:- a, t > 1.\n")
    done = call("solve", "own.lp", "--with", "last.lp", cwd=tmp_path)
    assert done.stderr.count("last.lp:2:1: part check/1 is never grounded") == 1
    assert "horizon(M)" not in done.stderr  # which would not help here


def test_a_stepwise_program_without_an_external_of_its_own_finds_the_fewest_pushes(tmp_path):
    assert call("encodings", "copy", "ravensburger", "shortest", tmp_path / "my").returncode == 0
    file = tmp_path / "my/stepwise.lp"
    assert "#external query(t).\n" in file.read_text()
    file.write_text(file.read_text().replace("#external query(t).\n", ""))
    done = call("solve", EXAMPLE, "--task", "shortest", "--encoding", tmp_path / "my/shortest.lp",
               "--format", "json")  # fmt: skip
    told = json.loads(done.stdout)
    assert (told["cost"], told["at_least"], told["optimal"]) == (2, 2, True)


def tasks_without_costs():
    for name in registry.names():
        for task in registry.get(name).tasks:
            if not task.costs:
                yield name, task.name


def test_there_are_tasks_whose_witnesses_cost_nothing():
    assert ("fractal", "escape") in list(tasks_without_costs())


@pytest.mark.parametrize("engine", ["clingo", "native", "both"])
@pytest.mark.parametrize("name", ["fractal/alice.lab", "fractal/infinite.lab"])
def test_a_witness_that_costs_nothing_is_never_optimal(name, engine):
    maze = pylab.load(name)
    answer, _ = ask("fractal", maze.instance, "escape", engine=engine)
    assert answer.status in (Status.FOUND, Status.NONE)
    assert (answer.cost, answer.optimal, answer.at_least) == (None, False, None)
    assert answer.tail()["cost"] is None


@pytest.mark.parametrize("engine", ["clingo", "native"])
def test_optimal_is_said_of_what_was_stepped_and_not_of_any_answer(engine):
    board = pylab.load(EXAMPLE)
    told = {
        task: ask("ravensburger", board.instance, task, engine=engine)[0]
        for task in ("plan", "shortest", "all")
    }
    assert not told["plan"].optimal
    assert told["shortest"].optimal
    assert told["all"].optimal
    assert (told["shortest"].at_least, told["all"].at_least) == (2, 2)


def test_a_length_that_is_asked_for_proves_nothing_of_shorter_ones():
    board = pylab.load(EXAMPLE)
    answer, _ = ask("ravensburger", board.instance, "all", constants={"length": "2"}, models=1)
    assert (answer.status, answer.optimal, answer.at_least) == (Status.FOUND, False, None)


def test_a_native_search_that_runs_out_of_memory_keeps_what_it_has_proven():
    maze = pylab.load("alice/example.alice")

    def search(instance, task, watch, models):
        watch.progress(lower=3)
        raise MemoryError

    asked = question("alice", maze.instance, "shortest", engine="native")
    answer = engines.ask(replace(asked, family=replace(maze.family, native=NativeSearch(search))))
    assert (answer.status, answer.at_least, answer.optimal) == (Status.UNKNOWN, 3, False)
    assert (answer.ended, answer.reason) == (Ended.MEMORY, "memory limit")


@pytest.mark.parametrize(
    ("file", "task"),
    few([("plan.plan", "longest"), ("ravensburger/generated-12-5.lp", "all")], 1),
)
def test_both_engines_at_a_time_limit_are_undecided_and_not_interrupted(tmp_path, file, task):
    plan = call("generate", "theseus", "--width", "12", "--height", "12", "--seed", "1").stdout
    (tmp_path / "plan.plan").write_text(plan)
    done = call("solve", file, "--task", task, "--engine", "both", "--time-limit", "0.2",
               "--format", "json", cwd=tmp_path)  # fmt: skip
    told = json.loads(done.stdout)
    assert (done.returncode, told["ended"], told["reason"]) in (
        (3, "time", "time limit of 0.2 s"),
        *[(0, "settled", "")] * (task == "all"),  # on a quick machine
    )


def test_rules_beside_options_are_not_passed_over_by_the_native_engine(tmp_path):
    overlay = tmp_path / "none.lp"
    overlay.write_text("% Purpose: nothing\n% Options: departure=false\nbar.\n:- bar.\n")
    for engine in ("native", "both"):
        done = call("solve", "alice/twins.alice", "--with", overlay, "--engine", engine)
        assert (done.returncode, "has rules besides its options" in done.stderr) == (2, True)
    assert call("solve", "alice/twins.alice", "--with", overlay).returncode == 1


@pytest.mark.parametrize("puzzle", ["alice/twins.alice", "alice/unsolvable.alice"])
@pytest.mark.parametrize("words", [["--format", "csv"], ["--unfold", "3"]])
def test_what_a_family_cannot_print_is_refused_before_anything_is_sought(puzzle, words):
    done = call("solve", puzzle, *words)
    assert (done.returncode, done.stdout) == (2, "")


def test_steps_are_bounded_and_counted_apart_from_an_objective_of_the_users(tmp_path):
    overlay = tmp_path / "westwards.lp"
    overlay.write_text("#program step(t).\n:~ push(_,w,t). [-5]\n")
    done = call("solve", "ravensburger/example-4x4.lp", "--task", "shortest", "--with", overlay,
               "--format", "json")  # fmt: skip
    told = json.loads(done.stdout)
    assert (told["cost"], told["at_least"], told["optimal"]) == (2, 2, False)
    assert (told["costs"], told["least"]) == ([{"priority": 0, "value": -5}], True)
