"""clingo, the native engine, the frontier and brute force agree, on labyrinths nobody chose."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from decimal import Decimal
from itertools import pairwise

import pytest
from asking import ask
from projects import few, many
from theseus_samples import (
    FAMILY,
    bare_clingo,
    brute_cycles,
    brute_paths,
    grid_graph,
    native,
    random_graph,
    random_labyrinth,
)

from pylab.base.finding import Status
from pylab.families.theseus.frontier import Sweep, count_cycles, count_paths
from pylab.families.theseus.generate import open_plan
from pylab.families.theseus.graph import graph_of
from pylab.families.theseus.model import Plan, Puzzle

RULES = (
    {"door": 1},
    {"door": 2},
    {"passage": 1},
    {"edge": 1},
    {"passage": 1, "door": 2},
)
PLAN_RULES = (
    {"room": 1},
    {"room": 2},
    {"passage": 1, "room": 2},
    {"point": 1},
    {"leaving": "same-wall"},
    {"leaving": "back"},
)
OVERLAYS = {
    ("door", 1): "door-once",
    ("passage", 1): "passage-once",
    ("edge", 1): "edge-once",
    ("room", 1): "room-once",
    ("room", 2): "room-twice",
    ("room", 3): "room-thrice",
    ("point", 1): "point-once",
    ("leaving", "same-wall"): "same-wall",
    ("leaving", "back"): "back",
}


def through_clingo(puzzle, name, **means):
    report, found = ask("theseus", puzzle, name, **means)
    assert all(checked.verdict.valid for checked in found), found
    assert report.messages == ()
    return report, [checked.witness for checked in found]


def through_bare_clingo(puzzle, name):
    answer, found = bare_clingo(puzzle, name)
    assert all(FAMILY.check(puzzle, witness).valid for witness in found)
    return answer, found


def through_search(puzzle, name):
    answer, found = native(puzzle, name)
    for witness in found:
        assert FAMILY.check(puzzle, witness).valid, witness
    return answer, found


def agree(puzzle, clingo=through_clingo):
    """All tasks, both engines, against what trying everything finds."""
    paths, cycles = brute_paths(puzzle), brute_cycles(puzzle)
    for engine in (clingo, through_search):
        answer, found = engine(puzzle, "paths")
        routes = [w for w in found if not getattr(w, "refutes", False)]
        assert sorted(route.keys for route in routes) == sorted(paths)
        assert {route.keys: route.weight for route in routes} == paths
        assert answer.status is (Status.FOUND if paths else Status.NONE)
        assert answer.complete
        answer, found = engine(puzzle, "cycles")
        assert sorted(route.keys for route in found) == sorted(cycles)
        for name, pick in (("shortest", min), ("longest", max)):
            answer, found = engine(puzzle, name)
            routes = [w for w in found if not getattr(w, "refutes", False)]
            best = pick(paths.values()) if paths else None
            expected = [key for key, weight in paths.items() if weight == best]
            assert sorted(route.keys for route in routes) == sorted(expected)
            assert answer.optimal == bool(paths)
    for name, routes in (("count-cycles", cycles), ("count", paths)):
        answer, found = through_search(puzzle, name)
        assert answer.status is (Status.FOUND if routes else Status.NONE)
        assert sum(getattr(witness, "total", 0) for witness in found) == len(routes)
    _, (figures,) = through_search(puzzle, "statistics")
    assert (figures.paths.total, figures.cycles.total) == (len(paths), len(cycles))


@pytest.mark.parametrize("seed", few(range(0, 304, 8), 1))
def test_engines_agree_on_random_multigraphs(seed):
    for each in range(seed, seed + 8):
        agree(random_graph(each), through_bare_clingo)


@pytest.mark.parametrize("seed", few(range(0, 40, 4), 1))
def test_engines_agree_on_random_plans(seed):
    for each in range(seed, seed + 4):
        agree(random_labyrinth(each))


@pytest.mark.slow
@pytest.mark.parametrize("seed", few(range(1000, 3000, 50), 6))
def test_engines_agree_often(seed):
    for each in range(seed, seed + 50):
        agree(random_graph(each))
        agree(random_labyrinth(each))


def keys_of(witnesses):
    """The routes among the witnesses, by their edges; a certificate of none is no route."""
    return sorted(each.keys for each in witnesses if not getattr(each, "refutes", False))


def rules_agree(puzzle, rules):
    """Limited paths by option, by overlay, natively, and by trying everything."""
    adapted = FAMILY.adapt(puzzle, **rules)
    expected = None
    if "point" not in rules:
        expected = sorted(brute_paths(adapted))
    _, found = through_search(adapted, "paths")
    by_search = keys_of(found)
    _, found = through_clingo(adapted, "paths")
    assert keys_of(found) == by_search
    if expected is not None:
        assert by_search == expected
    if all(item in OVERLAYS for item in rules.items()):
        overlays = [OVERLAYS[item] for item in rules.items()]
        _, found = through_clingo(puzzle, "paths", overlays=overlays)
        assert keys_of(found) == by_search
        _, found = ask("theseus", puzzle, "paths", overlays=overlays, engine="native")
        assert [checked.verdict.valid for checked in found] == [True] * len(found)
        routes = [c.witness for c in found if not getattr(c.witness, "refutes", False)]
        assert keys_of(routes) == by_search


@pytest.mark.parametrize("rules", RULES, ids=str)
@pytest.mark.parametrize("seeds", few([range(1), range(1, 7)], 1), ids=str)
def test_engines_agree_on_every_meaning_of_twice(rules, seeds):
    for seed in seeds:
        rules_agree(random_graph(seed), rules)
        rules_agree(random_labyrinth(seed), rules)


@pytest.mark.parametrize("rules", PLAN_RULES, ids=str)
@pytest.mark.parametrize("seeds", few([range(1), range(1, 14)], 1), ids=str)
def test_engines_agree_on_limits_of_plans(rules, seeds):
    for seed in seeds:
        rules_agree(random_labyrinth(seed), rules)


def test_a_bare_graph_of_a_plan_has_the_plan_s_paths():
    for seed in range(30):
        puzzle = random_labyrinth(seed, largest=4)
        reduced = FAMILY.adapt(puzzle, graph="reduced")
        assert not isinstance(reduced.floor, Plan)
        for name in ("count", "count-cycles"):
            _, full = native(puzzle, name)
            _, small = native(reduced, name)
            weights = [getattr(count, "weights", None) for count in full]
            assert weights == [getattr(count, "weights", None) for count in small]


def test_networkx_agrees_on_graphs_without_parallel_edges():
    networkx = pytest.importorskip("networkx")
    for seed in range(many(500)):
        puzzle = random_graph(seed, parallel=False)
        graph = networkx.DiGraph()
        graph.add_nodes_from(range(2 * puzzle.floor.nodes))
        weights = {(e.source, e.target): e.weight for e in puzzle.floor.edges}
        graph.add_edges_from(weights)
        paths = {
            tuple(path): sum(weights[step] for step in pairwise(path))
            for path in networkx.all_simple_paths(graph, puzzle.floor.start, puzzle.floor.goal)
        }
        _, found = native(puzzle, "paths")
        found = [w for w in found if not getattr(w, "refutes", False)]
        assert {route.states: route.weight for route in found} == paths
        for name, pick in (("shortest", min), ("longest", max)):
            _, best = native(puzzle, name)
            best = {w.states for w in best if not getattr(w, "refutes", False)}
            right = pick(paths.values(), default=None)
            assert best == {path for path, weight in paths.items() if weight == right}
        _, found = native(puzzle, "cycles")
        assert len(found) == len(list(networkx.simple_cycles(graph)))


@pytest.mark.parametrize(
    ("n", "number"),
    few([(2, 2), (3, 12), (4, 184), (5, 8512), (6, 1262816), (7, 575780564)], 4),
)
def test_frontier_counts_paths_across_a_grid(n, number):
    """OEIS A007764."""
    assert sum(count_paths(grid_graph(n), 1).values()) == number


@pytest.mark.parametrize(
    ("size", "number"),
    [((6, 6), 75_377), ((7, 6), 850_352), ((7, 7), 19_681_778), ((8, 8), 18_730_584_952)],
)
def test_frontier_counts_paths_of_open_plans(size, number):
    _, (count,) = native(Puzzle(open_plan(*size)), "count")
    assert count.total == number


@pytest.mark.parametrize("seed", few(range(400), 20))
def test_frontier_weighs_routes_whose_weights_are_known_but_for_a_multiple(seed):
    rng = random.Random(f"strides {seed}")
    drawn, stride = random_graph(seed).floor, rng.choice([1, 2, 3, 7])
    heights = [rng.randrange(-9, 9) for _ in range(2 * drawn.nodes)]
    edges = []
    for each in drawn.edges:
        rise = (heights[each.target] - heights[each.source]) % stride
        edges.append(replace(each, weight=Decimal(rise + stride * rng.randrange(4))))
    graph = replace(drawn, edges=tuple(edges))
    paths, cycles = (brute(Puzzle(graph)).values() for brute in (brute_paths, brute_cycles))
    assert count_paths(graph, 1) == Counter(map(int, paths))
    assert count_cycles(graph, 1) == Counter(map(int, cycles))


def test_lengths_of_paths_of_open_plans_are_told_in_strides_of_four():
    puzzle = Puzzle(open_plan(5, 5))
    graph = graph_of(puzzle)
    assert Sweep.for_paths(graph, 1, lambda _: None).stride == 4
    for task, most in (("shortest", min), ("longest", max)):
        _, found = native(puzzle, task)
        assert most(count_paths(graph, 1)) == found[0].weight


@pytest.mark.slow
def test_frontier_counts_the_open_plan_of_ten_by_ten():
    _, (count,) = native(Puzzle(open_plan(10, 10)), "count")
    assert count.total == 920_484_058_838_401_778


@pytest.mark.slow
@pytest.mark.parametrize(("size", "number"), [((6, 6), 75_377), ((7, 6), 850_352)])
def test_enumeration_counts_paths_of_open_plans(size, number):
    answer, _ = native(Puzzle(open_plan(*size)), "paths")
    assert answer.count == number
