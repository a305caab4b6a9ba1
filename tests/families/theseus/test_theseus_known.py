"""The labyrinth itself: 8256 paths, 3538 cycles, and what else is known of it."""

from __future__ import annotations

from decimal import Decimal

import pytest
from asking import ask
from projects import few
from theseus_samples import FAMILY, bare_clingo, edges_of_the_seed, hemme, native, shared_csv

from pylab.families.theseus.edgelist import write_edges
from pylab.families.theseus.graph import graph_of, reduce
from pylab.families.theseus.model import mean


def counted(puzzle, name, engine, **means):
    report, found = ask("theseus", puzzle, name, engine=engine, **means)
    assert report.invalid == ()
    assert report.complete
    return [checked.witness for checked in found]


def test_the_reduced_graph_of_the_plan_is_the_edge_list():
    graph = graph_of(hemme())
    assert (2 * graph.nodes, len(graph.edges)) == (166, 256)
    reduction = reduce(graph)
    assert (2 * reduction.graph.nodes, len(reduction.graph.edges)) == (76, 166)
    written = write_edges(reduction.graph)
    assert written.split() == shared_csv().read_text().split()
    seed = edges_of_the_seed().floor
    assert [(e.key, e.weight) for e in seed.edges] == [
        (e.key, e.weight) for e in reduction.graph.edges
    ]
    assert (seed.start, seed.goal) == (reduction.graph.start, reduction.graph.goal)


@pytest.mark.parametrize("engine", ["clingo", "native"])
@pytest.mark.parametrize(
    ("puzzle", "least", "most"), [(hemme, 24, 88), (edges_of_the_seed, 14, 51)]
)
def test_shortest_and_longest(puzzle, least, most, engine):
    (shortest,) = counted(puzzle(), "shortest", engine)
    assert (shortest.weight, shortest.length) == (30, least)
    longest = counted(puzzle(), "longest", engine)
    assert [(route.weight, route.length) for route in longest] == [(104, most)] * 2


@pytest.mark.slow
def test_clingo_counts_paths_and_cycles_of_the_edge_list():
    puzzle = edges_of_the_seed()
    _, paths = bare_clingo(puzzle, "paths")
    assert all(FAMILY.check(puzzle, path).valid for path in paths)
    assert (len(paths), len(set(paths))) == (8256, 8256)
    assert sum(route.length == 39 for route in paths) == 624
    _, cycles = bare_clingo(puzzle, "cycles")
    assert all(FAMILY.check(puzzle, cycle).valid for cycle in cycles)
    assert (len(cycles), len(set(cycles))) == (3538, 3538)
    by_states = {route.states for route in cycles}
    nodes = puzzle.floor.nodes
    assert len(by_states) == 3482  # parallel edges not told apart
    assert len({min(states, _backwards(states, nodes)) for states in by_states}) == 1741


def _backwards(states, nodes):
    """A cycle walked the other way, from its least state."""
    turned = tuple((state + nodes) % (2 * nodes) for state in reversed(states))
    least = turned.index(min(turned))
    return turned[least:] + turned[:least]


@pytest.mark.parametrize("puzzle", few([hemme, edges_of_the_seed], 1))
def test_statistics(puzzle, counted_once):
    _, (figures,) = native(puzzle(), "statistics")
    verdict = FAMILY.check(puzzle(), figures)
    assert verdict.valid
    assert "counted again" in verdict.summary
    assert (figures.reduced_nodes, figures.reduced_edges) == (38, 166)
    assert (figures.paths.total, figures.cycles.total) == (8256, 3538)
    assert mean(figures.reduced_lengths) == "35.047"
    assert mean(figures.paths.weights) == "70.516"
    assert mean(figures.reduced_cycle_lengths) == "24.910"
    assert mean(figures.cycles.weights) == "54.987"
    assert figures.factors == (344, 2, 2, 6)
    assert [route.weight for route in figures.cycles.shortest] == [4] * 18
    assert [route.weight for route in figures.cycles.longest] == [85] * 4
    assert (len(figures.paths.shortest), len(figures.paths.longest)) == (1, 2)
    assert dict(figures.reduced_lengths)[Decimal(39)] == 624
    if figures.room_use:
        assert mean(figures.paths.lengths) == "59.132"
        assert figures.door_use[0] == figures.door_use[82] == 8256
    else:
        assert figures.paths.lengths == figures.reduced_lengths
        lengths = sorted(route.length for route in figures.cycles.shortest)
        assert lengths == [2] * 6 + [3] * 12
        assert {route.length for route in figures.cycles.longest} == {39}


MEANINGS = [
    (["door-once"], 96),
    (["room-once"], 1),
    (["room-twice"], 924),
    (["room-thrice"], 4692),
    (["point-once"], 4),
    (["passage-once", "room-twice"], 570),
]


@pytest.mark.parametrize(
    ("overlays", "number", "engine"),
    [
        pytest.param(*meaning, engine, marks=[pytest.mark.slow] * (many))
        for meaning in MEANINGS
        for many in [meaning[1] > 100]  # which the README's commands ask clingo about
        for engine in ("clingo", "native")
    ],
)
def test_other_meanings_of_twice(overlays, number, engine):
    assert len(counted(hemme(), "paths", engine, overlays=overlays)) == number


@pytest.mark.slow
def test_four_visits_to_a_room_limit_nothing():
    _, (count,) = native(FAMILY.adapt(hemme(), room=4), "count")
    assert count.total == 8256


def test_a_door_once_on_the_edge_list():
    assert len(counted(edges_of_the_seed(), "paths", "native", overlays=["door-once"])) == 96


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["clingo", "native"])
def test_passages_once(engine):
    assert len(counted(hemme(), "paths", engine, overlays=["passage-once"])) == 19_968
