"""Every engine, heuristic and space against a plain search, on random dungeons and graphs."""

from __future__ import annotations

from dataclasses import replace

import pytest
from dungeon_ask import ask, brute_force, random_dungeon, random_graph
from projects import few

from pylab.families.dungeon.astar import cheapest
from pylab.families.dungeon.estimates import estimate
from pylab.families.dungeon.family import FAMILY
from pylab.families.dungeon.model import Instance, Settings
from pylab.families.dungeon.world import INFINITE, contract, world_of

TASKS = ("solve", "softlock", "margin", "guaranteed", "minimal-keys", "statistics")

HEURISTICS = FAMILY.option_named["heuristic"].choices


def routes_agree(instance: Instance) -> None:
    fewest, states, dead = brute_force(instance)
    world = world_of(instance)
    for space in FAMILY.option_named["space"].choices:
        for heuristic in HEURISTICS:
            settings = Settings(heuristic, space)
            found = cheapest(replace(instance, settings=settings), world)
            if settings.proves or fewest is None:
                assert (found.cost if found.places else None) == fewest, (space, heuristic)
            else:
                assert found.bound <= fewest <= found.cost, (space, heuristic)
    for weight in (1.5, 4.0):
        found = cheapest(replace(instance, settings=Settings(weight=weight)), world)
        assert (found.places is None) == (fewest is None)
        if fewest is not None:
            assert found.bound <= fewest <= found.cost <= weight * fewest
    told = ask(instance, "statistics")
    assert (told.witness.moves, told.witness.states, told.witness.dead) == (fewest, states, dead)
    told = ask(instance, "softlock")
    assert (told.status == "found") == (dead > 0)
    assert not told.problems


def engines_agree(instance: Instance) -> None:
    for task in TASKS:
        one, other = ask(instance, task, "clingo"), ask(instance, task, "native")
        assert one.status == other.status, task
        assert not one.problems, task
        assert not other.problems, task
        assert not one.messages, task
        if one.refused:
            continue
        if task in ("solve", "margin"):
            assert one.answer.cost == other.answer.cost
        if task == "minimal-keys":
            assert (one.answer.cost or 0) == (other.answer.cost or 0)
        if task == "statistics":
            assert one.witness == other.witness
        if task == "guaranteed":
            keys = [[(e.room, e.keys) for e in told.witness.rooms] for told in (one, other)]
            assert keys[0] == keys[1]


@pytest.mark.parametrize("seed", few(range(150), 10))
def test_routes(seed: int) -> None:
    routes_agree(random_dungeon(seed))


@pytest.mark.parametrize("seed", few([2, 1, 0, 5, 8], 1))
def test_engines_on_dungeons(seed: int) -> None:
    engines_agree(random_dungeon(seed))


@pytest.mark.parametrize("seed", few([1, 2, 3, 10], 1))
@pytest.mark.parametrize("oneways", [0.0, 0.6])
def test_engines_on_graphs(seed: int, oneways: float) -> None:
    engines_agree(random_graph(seed, oneways))


@pytest.mark.parametrize("seed", few(range(300), 12))
def test_softlocks_by_three_methods(seed: int) -> None:
    """States by breadth, the native pass with the checker's census, and the encoding."""
    mission = random_graph(1000 + seed, 0.6 * (seed % 2))
    dead = brute_force(mission)[2]
    native = ask(mission, "softlock", "native")
    assert (native.status == "found") == (dead > 0)
    assert not native.problems
    if seed % 8 < 2:
        clingo = ask(mission, "softlock", "clingo")
        assert clingo.status == native.status
        assert not clingo.problems


@pytest.mark.parametrize("seed", few(range(60), 10))
def test_margin_tells_softlocks(seed: int) -> None:
    """Where it applies: at least 1 if and only if nobody gets locked out."""
    mission = random_graph(2000 + seed, 0.0)
    told = ask(mission, "margin")
    if told.refused:
        assert "all doors open" in told.refused
        return
    margin = told.witness.margin
    assert (margin is None or margin >= 1) == (brute_force(mission)[2] == 0)


@pytest.mark.parametrize("seed", few(range(20), 3))
def test_repairs(seed: int) -> None:
    """The checker goes through all plays of every repaired dungeon."""
    mission = random_graph(3000 + seed, 0.0)
    told = ask(replace(mission, settings=Settings(repair=True)), "margin")
    assert not told.problems


@pytest.mark.parametrize("seed", few(range(20), 3))
def test_estimates_are_lower_bounds(seed: int) -> None:
    """h never exceeds what is left, and falls by at most a move's cost (consistent)."""
    dungeon = random_dungeon(seed)
    world = world_of(dungeon)
    small = contract(world).world
    guess = {name: estimate(dungeon, small, world, name) for name in HEURISTICS}
    seen = {world.first()}
    stack = list(seen)
    edges = []
    while stack:
        state = stack.pop()
        for way in small.ways[state[0]]:
            after = small.enter(way, state)
            if after is not None:
                edges.append((state, after, way[1]))
                if after not in seen:
                    seen.add(after)
                    stack.append(after)
    left = {s: 0.0 for s in seen if world.goals[s[0]]}
    changed = True
    while changed:
        changed = False
        for state, after, cost in edges:
            if left.get(after, 1e9) + cost < left.get(state, 1e9):
                left[state] = left[after] + cost
                changed = True
    for state in seen:
        for name in HEURISTICS:
            known = left.get(state, float("inf"))
            if Settings(name).proves:
                assert guess[name](state) <= known, name
            else:
                assert guess[name](state) < INFINITE or known == INFINITE, name
    for state, after, cost in edges:
        for name in ("manhattan", "rooms"):
            assert guess[name](state) <= cost + guess[name](after), name


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10_000, 12_000))
def test_many_routes(seed: int) -> None:
    routes_agree(random_dungeon(seed))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10_000, 10_400))
def test_many_engines(seed: int) -> None:
    engines_agree(random_dungeon(seed))
    engines_agree(random_graph(seed, 0.6 * (seed % 2)))


@pytest.mark.parametrize("seed", [10_297, 10_394])
def test_between_events_the_switch_is_left_as_the_answer_has_it(seed: int) -> None:
    """Two walks to the same event may differ in it, and what is out of reach then depends on it."""
    told = ask(random_dungeon(seed), "softlock", "clingo")
    assert (told.status, told.problems) == ("found", ())
