"""The abstract plan: points, distances, and estimates beside the truth."""

from __future__ import annotations

from dataclasses import replace

import pytest
from dungeon_ask import (
    CORRIDOR,
    DETOUR,
    LONG_DETOUR,
    ask,
    brute_force,
    dungeon,
    initial_state,
    random_dungeon,
    random_graph,
    states_of,
    uncorrected,
)
from projects import ROOT, few

from pylab.families.dungeon.family import FAMILY
from pylab.families.dungeon.model import Counter, Instance, Tile
from pylab.families.dungeon.world import INFINITE, to_goal, world_of
from pylab.text.source import Source, read_source


def abstracts_agree(instance: Instance, engines: tuple[str, ...]) -> None:
    """Both engines and the checker, the search, and the formulas written elsewhere."""
    fewest = brute_force(instance)[0]
    world = world_of(instance)
    left = to_goal(world)
    told = [ask(instance, "abstract", engine) for engine in engines]
    for each in told:
        assert (each.status, each.problems, each.messages) == ("found", (), ())
        found = each.witness
        assert (len(found.route) - 1 if found.route else None) == fewest
        distances = [left[world.places.index(place)] for place, _ in found.points]
        assert distances == [INFINITE if steps is None else steps for _, steps in found.points]
    one = told[0].witness
    assert all(each.witness.points == one.points for each in told)
    assert all(each.witness.ours == one.ours for each in told)
    assert one.ours is None or fewest is None or one.ours <= fewest


@pytest.mark.parametrize("seed", few(range(5, 65), 1))
def test_abstracts_of_dungeons(seed: int) -> None:
    abstracts_agree(random_dungeon(seed), ("native", "clingo"))


@pytest.mark.parametrize("seed", few(range(60), 3))
def test_abstracts_of_graphs(seed: int) -> None:
    abstracts_agree(random_graph(seed, 0.6 * (seed % 2)), ("native", "clingo"))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(30_000, 30_300))
def test_many_abstracts(seed: int) -> None:
    abstracts_agree(random_dungeon(seed), ("native", "clingo"))
    abstracts_agree(random_graph(seed, 0.6 * (seed % 2)), ("native", "clingo"))


def test_from_a_state_on() -> None:
    instance = random_dungeon(3)
    state = states_of(instance)[-1]
    later = replace(instance, initial=initial_state(instance, state))
    for engine in ("native", "clingo"):
        told = ask(later, "abstract", engine)
        assert told.problems == ()
        moves = len(told.witness.route) - 1 if told.witness.route else None
        assert moves == brute_force(instance, state)[0]


@pytest.mark.parametrize("engine", ["native", "clingo"])
def test_the_sheet_counts_a_leg_twice(engine: str) -> None:
    found = ask(dungeon(CORRIDOR), "abstract", engine).witness
    assert (found.ours, found.sheet, len(found.route) - 1) == (4, 8, 4)
    assert found.counter == Counter(0, 4, 8, 4)
    assert found.plan == (Tile("A", 1, 1), Tile("A", 1, 5))


@pytest.mark.parametrize("engine", ["native", "clingo"])
def test_the_detour(engine: str) -> None:
    """At the key 7 steps are left; the formula as printed is written once more in the tests."""
    instance = dungeon(DETOUR)
    told = ask(instance, "abstract", engine)
    found, world = told.witness, world_of(instance)
    sheet = uncorrected(world, ahead=False)
    route = [world.places.index(place) for place in found.route]
    assert (found.ours, found.sheet) == (6, sheet[world.start])
    step = found.counter.step
    assert found.counter.sheet == sheet[route[step]]
    assert found.counter.left == len(route) - 1 - step
    assert found.counter.sheet > found.counter.left


@pytest.mark.parametrize("engine", ["native", "clingo"])
def test_an_estimate_that_is_the_truth_is_no_counterexample(engine: str) -> None:
    """At the key the sheet has the 16 steps that are left, and at no place on the way more."""
    instance = dungeon(LONG_DETOUR)
    found, world = ask(instance, "abstract", engine).witness, world_of(instance)
    sheet = uncorrected(world, ahead=False)
    left = [len(found.route) - 1 - step for step in range(len(found.route))]
    said = [sheet[world.places.index(place)] for place in found.route]
    assert (16, 16) in zip(said, left, strict=True)
    assert all(most == INFINITE or most <= steps for most, steps in zip(said, left, strict=True))
    assert found.counter is None


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('point(("A",1,1),4)', 'point(("A",1,1),5)', "distance"),
        ('point(("A",1,1),4).', "", "point"),
        ('point(("A",1,1),4).', 'point(("A",1,1),4). point(("A",1,2),3).', "point"),
        ('plan(("A",1,5),1).', "", "plan"),
        ('plan(("A",1,5),1)', 'plan(("A",1,5),1). plan(("A",1,5),2)', "plan"),
        ("estimate(ours,4)", "estimate(ours,3)", "ours"),
        ("estimate(sheet,8)", "estimate(sheet,4)", "sheet"),
        ("counter(0,4,8,4).", "", "counter"),
        ("counter(0,4,8,4)", "counter(1,3,7,3)", "counter"),
        ('at(("A",1,5),4).', "", "cost"),
        ('at(("A",1,2),1)', 'at(("A",1,4),1)', "no-way"),
    ],
)
def test_forgeries(old: str, new: str, problem: str) -> None:
    instance = dungeon(CORRIDOR)
    told = ask(instance, "abstract")
    text = " ".join(map(str, FAMILY.encode(told.witness)))
    forged = text.replace(old, new)
    assert forged != text
    verdict = FAMILY.check(instance, FAMILY.read_witness(Source("x", forged)))
    assert verdict.problems[0].code == problem


def test_shown_and_read_again() -> None:
    for name in ("demo.dungeon", "mission.dot"):
        instance = FAMILY.read(read_source(str(ROOT / "instances/dungeon" / name)))
        witness = ask(instance, "abstract").witness
        assert FAMILY.read_witness(Source("x", FAMILY.show(witness))) == witness
        assert FAMILY.draw(instance, witness).render() != FAMILY.draw(instance).render()
        assert "by the formula sheet" in FAMILY.draw(instance, witness).render()
        assert FAMILY.pictures.steps(instance, witness) == 15
        assert "*" in FAMILY.picture(instance, witness)


@pytest.mark.parametrize("engine", ["native", "clingo"])
def test_where_there_is_no_way(engine: str) -> None:
    walled = dungeon("dungeon walled\nroom A at 0,0\n#######\n#@.#.T#\n#######\n")
    told = ask(walled, "abstract", engine)
    assert (told.problems, told.witness.plan, told.witness.ours) == ((), (), None)
    assert (Tile("A", 1, 1), None) in told.witness.points
    locked = dungeon("dungeon locked\nroom A at 0,0\n#######\n#@.L.T#\n#######\n")
    told = ask(locked, "abstract", engine)
    assert (told.problems, told.witness.route) == ((), ())
    assert (told.witness.ours, told.witness.sheet) == (4, 6)
    assert "no play reaches the goal" in FAMILY.show(told.witness)
