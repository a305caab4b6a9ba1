"""Known answers: the shipped instances, and the real ones where they are at hand."""

from __future__ import annotations

import pytest
from fractal_ask import INSTANCES, ask, load, read
from fractal_real import REAL
from projects import few, real

from pylab.families.fractal.family import FAMILY
from pylab.text.source import read_source

TASKS = {"corridors": "shortest", "moves": "moves", "depth": "shallowest"}

# of the seed's labyrinth: corridors of a shortest run to each exit
ALICE = {
    "1": 25, "12": 25, "2": 27, "8": 27, "10": 27, "9": 33, "11": 33, "6": 54, "7": 54,
    "5": 55, "3": 57, "4": 58,
}  # fmt: skip


def cost(instance, task, engine, **options):
    report, found = ask(instance, task, engine, **options)
    assert [c.verdict.problems for c in found] == [()]
    assert report.messages == ()
    return report.cost if report.status.value == "found" else None


@pytest.mark.parametrize("engine", few(["native", "clingo"], 1))
@pytest.mark.parametrize("name", REAL)
def test_real(name, engine):
    path = real("fractal", f"{name}.lab")
    goal, *expected = REAL[name]
    instance = FAMILY.adapt(FAMILY.read(read_source(str(path))), goal=goal)
    for task, wanted in zip(TASKS.values(), expected, strict=True):
        found = cost(instance, task, engine)
        assert found == wanted or (wanted is None and name != "Easy_Noke_Lieu")


@pytest.mark.parametrize("exit_", ALICE)
def test_every_exit_of_alice(exit_):
    instance = FAMILY.adapt(load("alice.lab"), goal=f"at {exit_}")
    assert cost(instance, "shortest", "native") == ALICE[exit_]
    assert cost(instance, "shallowest", "native") == 6


@pytest.mark.parametrize("engine", few(["native", "clingo"], 1))
def test_the_table_of_alice_exits_gives_these_lengths(engine):
    verdict = ask(load("alice.lab"), "exits", engine)[1][0].verdict
    told = {line.split(":")[0]: int(line.split()[1]) for line in verdict.trace}
    assert told == ALICE


def test_the_run_of_alice_has_49_moves_and_depth_6():
    for task in ("escape", "shortest"):
        (found,) = ask(load("alice.lab"), task, "native")[1]
        assert found.verdict.summary == "25 corridors, 49 moves, depth 6; ends at 1"
    (found,) = ask(load("alice.lab"), "shortest", "clingo")[1]
    assert found.verdict.summary.startswith("25 corridors, 49 moves, depth 6")


@pytest.mark.parametrize("engine", ["native", "clingo"])
def test_infinite(engine):
    instance = load("infinite.lab")
    (found,) = ask(instance, "escape", engine)[1]
    assert "won at the start" in found.verdict.summary
    report, (found,) = ask(instance, "escape", engine, goal="at b")
    assert report.status.value == "none"
    assert found.verdict.valid
    assert found.witness.refutes


@pytest.mark.parametrize("depth", few([1, 2, 3, 5, 8, 300, 1000], 6))
def test_nested_runs_double_with_each_level(depth):
    instance = FAMILY.generate(None, nested=depth)
    report, (found,) = ask(instance, "shortest", "native")
    assert report.cost == 2 ** (depth + 2) - 3
    corridors, _, moves, *_ = found.verdict.summary.split()
    assert int(corridors) == 2 ** (depth + 2) - 3
    assert int(moves) == int(corridors) + 2 * (2 ** (depth + 1) - 2)
    assert f"depth {depth}" in found.verdict.summary


def test_start_outside_is_won_at_once_unless_the_goal_is_elsewhere():
    instance = read("a A.a\ninner.x a")
    assert cost(instance, "shortest", "native") == 0
    assert cost(instance, "shortest", "clingo") == 0
    assert cost(instance, "shortest", "native", goal="at inner.x") == 1


@pytest.mark.slow
def test_lengths_of_thousands_of_digits_are_told_exactly():
    instance = FAMILY.generate(None, nested=14_400)
    _, (found,) = ask(instance, "shortest", "native")
    assert found.verdict.valid
    told = found.verdict.summary.split()[0]
    assert len(told) == 4336
    assert int(told[-9:]) == (2**14_402 - 3) % 10**9


@pytest.mark.parametrize("path", sorted(INSTANCES.glob("*.lab")), ids=lambda path: path.stem)
def test_both_engines_saturate_shipped_instances_alike(path):
    labyrinth = load(path.name)
    automata = []
    for engine in ("clingo", "native"):
        _, (checked,) = ask(labyrinth, "winning", engine)
        assert checked.verdict.valid, checked.verdict.problems
        automata.append(checked.witness)
    assert automata[0] == automata[1]
