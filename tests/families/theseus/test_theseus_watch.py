"""The page's rules against the checker: random games under all limits, ways, suggestions."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import players
import pytest
from projects import QUICK, few, many
from theseus_samples import hemme, native, random_graph, random_labyrinth

from pylab.families.theseus.check import check
from pylab.families.theseus.family import FAMILY
from pylab.families.theseus.graph import graph_of
from pylab.families.theseus.model import Route, Rules
from pylab.text.source import Source

LIMITS = (
    {}, {"door": 1}, {"door": 2}, {"room": 1}, {"room": 2}, {"passage": 1}, {"edge": 1},
    {"passage": 1, "room": 2}, {"door": 2, "edge": 1},
    {"leaving": "same-wall"}, {"leaving": "back"},
)  # fmt: skip
UNFINISHED = {"goal"}
"""What the checker may say of a path that is still under way."""


def puzzles(seed, count):
    rng = random.Random(seed)
    for number in range(count):
        limits = rng.choice(LIMITS)
        bare = rng.random() < 0.3
        if bare and set(limits) & {"room", "leaving"}:
            limits = {}
        if bare:
            made = random_graph(seed * 1000 + number)
        else:
            made = random_labyrinth(seed * 999 + number, 5 if rng.random() < 0.5 else 3)
        yield replace(made, rules=Rules(**limits))


def route_of(puzzle, made):
    edges = [graph_of(puzzle).edges[int(move)] for move in made]
    states = (graph_of(puzzle).start, *(edge.target for edge in edges))
    return Route(False, states, tuple(edge.lane for edge in edges))


def codes(puzzle, made):
    return {problem.code for problem in check(puzzle, route_of(puzzle, made)).problems}


def follow(puzzle, game):
    graph = graph_of(puzzle)
    for step, seen in enumerate(game["seen"]):
        made = game["made"][:step]
        here = route_of(puzzle, made).states[-1]
        assert seen["won"] == (here == graph.goal)
        legal = {
            str(index)
            for index, edge in enumerate(graph.edges)
            if edge.source == here and not codes(puzzle, [*made, str(index)]) - UNFINISHED
        }
        assert set(seen["moves"]) == (set() if seen["won"] else legal)
        if made:
            assert codes(puzzle, made) == (set() if seen["won"] else UNFINISHED)


@pytest.mark.parametrize("number", few([6, 120], 1))
def test_random_games_follow_the_rules_of_the_checker(number):
    some = [
        puzzle for puzzle in puzzles(1, number) if graph_of(puzzle).start != graph_of(puzzle).goal
    ]
    some += [replace(hemme(), rules=Rules(**limits)) for limits in LIMITS]
    scripts = [FAMILY.script(puzzle, []) for puzzle in some]
    games = 1 if QUICK else 6
    for puzzle, told in zip(some, players.run(scripts, games=games, length=40), strict=True):
        for game in told["games"]:
            follow(puzzle, game)


@pytest.mark.slow
def test_thousands_of_random_games():
    some = [p for p in puzzles(2, 1500) if graph_of(p).start != graph_of(p).goal]
    scripts = [FAMILY.script(puzzle, []) for puzzle in some]
    for puzzle, told in zip(some, players.run(scripts, games=4, length=40), strict=True):
        for game in told["games"]:
            follow(puzzle, game)


@pytest.mark.parametrize("task", few(["shortest", "cycles"], 1))
def test_routes_are_played_to_the_goal(task):
    some = list(puzzles(3, many(300)))
    found = [native(puzzle, task, 3)[1] for puzzle in some]
    scripts = [FAMILY.script(*pair) for pair in zip(some, found, strict=True)]
    ways = 0
    for script, told, routes in zip(scripts, players.run(scripts), found, strict=True):
        for way, replayed in zip(script.ways, told["ways"], strict=True):
            assert replayed["refused"] is None
            assert replayed["seen"][-1]["won"]
            assert len(way.frames) == len(way.moves) + 1
            ways += 1
        assert len(script.ways) == sum(isinstance(route, Route) for route in routes)
    assert ways > len(some) // 8


def test_suggestions_make_the_lightest_path():
    some = [p for p in puzzles(4, 100 if QUICK else 200) if not p.rules.limits]
    some = [p for p in some if graph_of(p).start != graph_of(p).goal]
    scripts = [FAMILY.script(puzzle, []) for puzzle in some]
    led = 0
    for puzzle, told in zip(some, players.run(scripts, lead=True), strict=True):
        _, shortest = native(puzzle, "shortest")
        if not isinstance(shortest[0], Route):
            assert told["far"]["lost"]
            continue
        assert told["led"]["seen"][-1]["won"]
        route = route_of(puzzle, told["led"]["made"])
        assert check(puzzle, route).valid
        edges = {edge.key: edge.weight for edge in graph_of(puzzle).edges}
        assert sum(edges[key] for key in route.keys) == shortest[0].weight
        led += 1
    assert led > len(some) // 10


def test_points_of_the_plane_are_not_for_playing():
    puzzle = replace(hemme(), rules=Rules(point=1))
    script = FAMILY.script(puzzle, native(puzzle, "paths")[1])
    assert not script.playable
    assert len(script.ways) == 4
    (told,) = players.run([script])
    assert all(each["seen"][-1]["won"] for each in told["ways"])


def test_a_page_has_the_doors_that_are_used():
    """A door with a great number makes no great page, and a long way no picture at every step."""
    header = "node1,node2,weight,direction1,direction2\n"
    puzzle = FAMILY.read(Source("x.csv", f"{header}0,65536,1,u,d\n"))
    (path,) = native(puzzle, "paths")[1]
    script = FAMILY.script(puzzle, [path])
    assert len(script.scene.shapes()) + len(json.dumps(script.data)) < 5000
    assert len(FAMILY.draw(puzzle, path).render()) < 5000
    sizes = []
    for n in (50, 100, 200):
        rows = "".join(f"{i},{i + 1},1,u,d\n" for i in range(n))
        puzzle = FAMILY.read(Source("x.csv", f"{header}{rows}"))
        (path,) = native(puzzle, "paths")[1]
        (way,) = FAMILY.script(puzzle, [path]).ways
        sizes.append(sum(map(len, way.frames)))
    assert sizes[2] < 2.5 * sizes[1] < 2.5 * 2.5 * sizes[0]


def test_a_door_without_a_way_is_neither_drawn_nor_in_the_way():
    header = "node1,node2,weight,direction1,direction2\n"
    puzzle = FAMILY.read(Source("x.csv", f"{header}0,4,1,u,d\n"))
    closed = FAMILY.adapt(puzzle, goal="2")
    (proof,) = native(closed, "paths")[1]
    drawn = FAMILY.draw(closed, proof).render()
    assert [f">{door}<" in drawn for door in range(5)] == [True, False, True, False, True]
    strange = Route(False, (0, 3, 4), (1, 1))
    assert FAMILY.draw(puzzle, strange).render()
