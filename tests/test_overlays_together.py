"""Shipped overlays, alone and in pairs, with every task that they are for, by every engine."""

from __future__ import annotations

from itertools import combinations

import pytest
from projects import ROOT, call

import pylab
from pylab.base import resources
from pylab.base.errors import EncodingError
from pylab.base.finding import Status
from pylab.encoding import files, program
from pylab.family import registry
from pylab.testing import Subject, family_testkit
from pylab.testing.programs import _overlays, _tasks_of

DIFFERENCES = ROOT / "tests" / "data" / "differences"
NAMES = [path.name for path in sorted((ROOT / "encodings").iterdir()) if path.is_dir()]


@pytest.mark.slow  # of each pair, the requirements on families put one question every time
@pytest.mark.parametrize("name", NAMES)
def test_every_pair_of_overlays_runs_with_every_task_that_both_are_for(name):
    family = registry.get(name)
    subject = Subject(family, family_testkit(family), 4)
    tasks = {overlay: dict(_tasks_of(subject, overlay)) for overlay in _overlays(subject)}
    laid = [(overlay,) for overlay in tasks] + list(combinations(tasks, 2))
    put = 0
    for overlays in laid:
        for task in family.tasks:
            if not all(task in tasks[overlay] for overlay in overlays):
                continue
            for sample, instance in subject.samples:
                names = tuple(map(str, overlays))
                for engine in ("clingo", "native", "both") if task.native else ("clingo",):
                    answer = subject.ask(instance, task, engine, models=1, overlays=names)
                    if answer is None:
                        continue  # it is no question for this engine, or this instance
                    put += 1
                    what = f"{task.name} of {sample} with {', '.join(names)} by {engine}"
                    assert not answer.messages, what
                    assert not answer.invalid, what
    assert put > 50


@pytest.mark.parametrize(
    ("puzzle", "words", "says"),
    [
        ("few-locks-redefined.dot", ("--with", "few-locks", "-c", "locks=0"),
         "at(0,0). at(1,1). at(2,2)."),
        ("visit-redefined.dungeon", ("--with", "visit", "--with", "visit-redefined.lp"),
         "no route has fewer than 18 steps"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("task", ["solve", "priced"])
def test_a_route_is_found_where_an_overlay_rules_out_the_shortest_ones(task, puzzle, words, says):
    """By more steps than a route needs without it."""
    done = call("solve", puzzle, "--task", task, *words, "--engine", "clingo", cwd=DIFFERENCES)
    assert done.returncode == 0, done.stderr
    if task == "priced":
        says = says.replace("at(", "paid(").replace("has fewer than 18 steps", "costs less than 18")
    assert says in done.stdout


def test_few_locks_are_as_many_as_minimal_keys_say():
    found = 0
    for seed in range(2):
        mission = pylab.generate("dungeon", seed, kind="graph", rows=2, columns=3, keys=3)
        least = pylab.solve(mission, task="minimal-keys", engine="native")
        free = pylab.solve(mission, engine="native")
        costs = []
        for locks in range(5):
            laid = pylab.solve(mission, overlays=["few-locks"], constants={"locks": str(locks)})
            assert not laid.invalid
            costs.append(laid.cost if laid.status is Status.FOUND else float("inf"))
        assert costs == sorted(costs, reverse=True), seed
        if free.status is not Status.FOUND:
            assert set(costs) == {float("inf")}
            continue
        fewest = int(least.cost)
        found += 1
        assert costs[4] == free.cost or fewest > 4, seed
        assert [cost < float("inf") for cost in costs] == [n >= fewest for n in range(5)], seed
    assert found


def test_locks_that_are_open_at_first_are_not_counted():
    found = [
        pylab.solve(
            "dungeon/trap.dungeon", overlays=["few-locks"], carrying="Hall(1,4)", opened="gate",
            constants={"locks": locks, "bound": 40},
        ).status
        for locks in (0, 1)
    ]  # fmt: skip
    assert found == [Status.NONE, Status.FOUND]


def test_pairs_keep_both_bounds():
    """The least of several: `hours` alone leaves time for the route of 15 moves."""
    pytest.importorskip("clingodl")
    words = ("--with", "hours", "--with", "bounded", "-c", "minutes=25", "-c")
    assert call("solve", "dungeon/mission.dot", *words, "bound=15").returncode == 0
    assert call("solve", "dungeon/mission.dot", *words, "bound=14").returncode == 1


def test_a_bound_on_what_a_run_costs_is_none_on_how_it_is_proven():
    """It made `escape` say none where a proof is higher than the bound."""
    done = call("solve", "fractal/alice.lab", "--task", "escape", "--with", "bounded")
    assert (done.returncode, "it is for --task shortest, moves or shallowest" in done.stderr) == (
        2,
        True,
    )


@pytest.mark.parametrize("task", ["shortest", "all", "unique"])
def test_an_overlay_that_rules_out_all_shortest_routes_ends_the_search(tmp_path, task):
    """It went on for ever, as other states on the goal come later, or none at all."""
    (tmp_path / "no.lp").write_text("#program check(t).\n:- query(t), move(_,_,_,_,2).\n")
    done = call("solve", "alice/twins.alice", "--task", task, "--with", tmp_path / "no.lp")
    word = "no (" if task == "unique" else "none ("
    assert (done.returncode, word in done.stdout) == (1, True)


def test_a_file_that_two_overlays_include_counts_once(tmp_path):
    (tmp_path / "common.lp").write_text("#const most = 3.\n")
    for name in "ab":
        text = f'#include "common.lp".\n{name}(most).\n'
        (tmp_path / f"{name}.lp").write_text(text)
    (tmp_path / "entry.lp").write_text("c.\n")
    loaded = program.load(tmp_path / "entry.lp", [tmp_path / "a.lp", tmp_path / "b.lp"])
    assert [str(s) for s in loaded.statements if "#program" not in str(s)] == [
        "c.", "#const most = 3.", "a(most).", "b(most).",
    ]  # fmt: skip


IN_PLACE = [
    ("alice/twins.alice", "transition.lp", ("shortest", "all", "unique", "plan", "statistics")),
    ("ravensburger/example-4x4.lp", "dynamics.lp", ("shortest", "plan")),
    ("ravensburger/example-4x4.lp", "arrival.lp", ("shortest", "all", "plan")),
]


@pytest.mark.parametrize(("name", "file", "tasks"), IN_PLACE)
def test_an_overlay_stands_where_the_file_that_it_replaces_stands(name, file, tasks, tmp_path):
    """The file's own rules, laid over tasks that include it in `base` and in `step(t)`."""
    family = name.partition("/")[0]
    text = (resources.encodings(family) / file).read_text(encoding="utf-8")
    rules = "\n".join(line for line in text.splitlines() if not line.startswith("%"))
    overlay = tmp_path / "same.lp"
    overlay.write_text(f"% Purpose: the same\n% Replaces: {file}\n\n{rules}\n")
    for task in tasks:
        plain = pylab.solve(name, task, engine="clingo", models=0)
        laid = pylab.solve(name, task, engine="clingo", models=0, overlays=[str(overlay)])
        found = [sorted(row["facts"] for row in each.rows()) for each in (plain, laid)]
        assert found[0] == found[1]
        assert (plain.cost, plain.status) == (laid.cost, laid.status)


def test_an_overlay_includes_a_file_of_the_family(tmp_path):
    overlay = tmp_path / "mine.lp"
    overlay.write_text('#include "words.lp".\n#include "fractal/goal.lp".\n')
    assert [path.parent.name for path in files.with_includes(overlay)][1:] == ["fractal"] * 2
    overlay.write_text('#include "check.lp".\n')
    with pytest.raises(EncodingError, match="several families have check"):
        list(files.with_includes(overlay))
    own = tmp_path / "own.lp"
    own.write_text('a.\n#include "words.lp".\n')
    done = call("solve", own)
    assert (done.returncode, "own.lp:2:1: file could not be opened" in done.stderr) == (2, True)


@pytest.mark.parametrize(
    ("puzzle", "name"),
    [
        ("dungeon/demo.dungeon", "priced"), ("dungeon/demo.dungeon", "solve.lp"),
        ("ravensburger/example-4x4.lp", "all"), ("theseus/hemme.plan", "cycles"),
        (str(ROOT / "examples" / "sokoban" / "instances" / "way.lp"), "steps"),
    ],
)  # fmt: skip
def test_a_name_of_an_entry_is_no_overlay(puzzle, name):
    done = call("solve", puzzle, "--with", name)
    task = name.removesuffix(".lp").rpartition("/")[2]
    assert done.returncode == 2
    assert f"{task}.lp is no overlay: it is the entry of --task {task}" in done.stderr
