"""The C++ frontier against the one in Python: the same numbers of all weights."""

from __future__ import annotations

import itertools
import random
from decimal import Decimal

import pytest

from pylab.base import native
from pylab.families.theseus import compiled, frontier
from pylab.families.theseus.generate import open_plan
from pylab.families.theseus.graph import graph_of
from pylab.families.theseus.model import Edge, Graph, Puzzle


def edge(number, source, target, weight):
    return Edge(source, target, number, Decimal(weight), number)


def random_graph(rng, states, edges, weights):
    """With loops and parallel edges; the goal mostly in reach."""
    drawn = [
        edge(i, rng.randrange(states), rng.randrange(states), rng.choice(weights))
        for i in range(edges)
    ]
    return Graph(states, tuple(drawn), 0, rng.randrange(1, states))


def agree(graph):
    """Paths and cycles; how many there are."""
    scale = frontier.scale_of(edge.weight for edge in graph.edges)
    found = 0
    for sweep in (
        frontier.Sweep.for_paths(graph, scale, lambda _: None),
        frontier.Sweep.for_cycles(graph, scale, lambda _: None),
    ):
        wanted = frontier.profile(sweep)
        told = compiled.profile(sweep)
        assert told == wanted
        assert list(told) == list(wanted)
        found += sum(wanted.values())
    return found


def draw(rng):
    states = rng.choice([2, 3, 5, 7, 9])
    weights = rng.choice([["1"], ["0", "1", "2.5"], ["3", "900", "0.125"]])
    return random_graph(rng, states, rng.randrange(states, 4 * states), weights)


@pytest.mark.parametrize("seed", range(30))
def test_random_graphs(seed):
    rng = random.Random(f"frontier {seed}")
    assert sum(agree(draw(rng)) for _ in range(10)) > 0


def test_weights_in_strides():
    rng = random.Random("strides")
    graphs = [random_graph(rng, 7, rng.randrange(7, 28), ["0", "6", "30"]) for _ in range(50)]
    assert sum(map(agree, graphs)) > 0
    assert {frontier.Sweep.for_cycles(each, 1, lambda _: None).stride for each in graphs} >= {6, 30}


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(300))
def test_random_graphs_often(seed):
    rng = random.Random(f"frontier often {seed}")
    assert sum(agree(draw(rng)) for _ in range(30)) > 0


@pytest.mark.parametrize(
    ("size", "paths"), [((6, 6), 75_377), ((7, 7), 19_681_778), ((8, 8), 18_730_584_952)]
)
def test_open_plans(size, paths):
    graph = graph_of(Puzzle(open_plan(*size)))
    found = compiled.profile(frontier.Sweep.for_paths(graph, 1, lambda _: None))
    assert sum(found.values()) == paths


def test_numbers_of_many_words():
    """A chain of bundles of parallel edges: powers that just fit words, or just don't."""
    for links, width in ((40, 9), (64, 2), (63, 2), (150, 13)):
        edges = [edge(i * width + j, i, i + 1, j % 3) for i in range(links) for j in range(width)]
        graph = Graph(links + 1, tuple(edges), 0, links)
        sweep = frontier.Sweep.for_paths(graph, 1, lambda _: None)
        found = compiled.profile(sweep)
        assert found == frontier.profile(sweep)
        assert sum(found.values()) == width**links


def test_what_is_too_heavy_or_too_many_is_left_to_python():
    heavy = Graph(3, (edge(0, 0, 1, 70_000), edge(1, 1, 2, 0)), 0, 2)
    assert compiled.profile(frontier.Sweep.for_paths(heavy, 1, lambda _: None)) is None
    assert frontier.count_paths(heavy, 1) == {70_000: 1}
    edges = [edge(20 * i + j, i, i + 1, 0) for i in range(250) for j in range(20)]
    many = Graph(251, tuple(edges), 0, 250)
    assert compiled.profile(frontier.Sweep.for_paths(many, 1, lambda _: None)) is None
    assert frontier.count_paths(many, 1) == {0: 20**250}


class Enough(Exception):
    """Raised by who listens."""


def test_what_a_listener_raises_ends_the_count():
    sweep = frontier.Sweep.for_paths(graph_of(Puzzle(open_plan(11, 11))), 1, lambda _: None)

    def tick(frontiers):
        assert frontiers > 0
        raise Enough

    with pytest.raises(Enough):
        compiled.profile(sweep, tick)


@pytest.mark.parametrize(
    ("first", "turns"),
    [
        (b"\0", []),
        (bytes(251), []),
        (b"\0\7", []),
        (bytes(2), [(2, True, [], [], [], [])]),
        (bytes(2), [(0, True, [(-1, [1])], [], [], [])]),
        (bytes(2), [(0, True, [(1, [])], [], [], [])]),
        (bytes(2), [(0, True, [], [(1, [-1])], [], [])]),
        (bytes(2), [(0, True, [], [], [9], [])]),
        (bytes(2), [(0, True, [(1, [60_000])], [], [], [])] * 2),
    ],
)
def test_what_makes_no_schedule_is_refused(first, turns):
    flat = compiled.flat(itertools.starmap(frontier.Turn, turns))
    with pytest.raises(ValueError, match=r"first|slot|weight"):
        native.run("profile", [1, len(turns), *flat], first, tell=lambda _: None)
