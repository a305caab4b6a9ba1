"""What answers are worked out from: rounds, edges and macros, against the rules alone."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

import pytest
from dungeon_ask import CORRIDOR, ask, dungeon, random_dungeon, random_graph, states_of
from dungeon_oracle import maze_of
from projects import few

from pylab.families.dungeon.family import FAMILY
from pylab.families.dungeon.model import Fees, Instance, Settings, Tile
from pylab.families.dungeon.testkit import after
from pylab.families.dungeon.unfolding import data, edges, unfolded
from pylab.families.dungeon.world import world_of

PIT = """\
dungeon pit
room A at 0,0
#######
#@...T#
##v####
##.####
#######
"""


def sizes_by_the_definition(instance: Instance) -> list[int]:
    """How many states R(0), R(1), … have, each made from the one before as the sheet says."""
    maze = maze_of(instance)
    states = states_of(instance)
    reached = {state for state in states if state[0] in maze.goals}
    sizes = []
    while not sizes or len(reached) > sizes[-1]:
        sizes.append(len(reached))
        reached |= {s for s in states if not reached.isdisjoint(after(maze, s))}
    return sizes if sizes != [0] else []


def rounds_agree(instance: Instance) -> None:
    witness = ask(instance, "statistics").witness
    lines = unfolded(instance, witness, 10**6).splitlines()
    told = [int(size) for size in re.findall(r"R\(\d+\): (\d+) state", "\n".join(lines))]
    assert told == sizes_by_the_definition(instance)
    live = witness.states - witness.dead
    assert f": {live} of {witness.states} state" in "\n".join(lines)
    for left, spent in re.findall(r"R = R' \+ c = (-?\d+) \+ (\d+)", "\n".join(lines)):
        assert int(left) >= 0
        assert spent == "1"


@pytest.mark.parametrize("seed", few(range(200), 8))
def test_rounds_are_those_of_the_definition(seed: int) -> None:
    rounds_agree(random_dungeon(seed))
    rounds_agree(random_graph(seed, 0.6 * (seed % 2)))


def edges_agree(instance: Instance) -> None:
    """Paths are ways of the dungeon, and D of a point is the least of an edge and D of its end."""
    world = world_of(instance)
    numbers = {place: number for number, place in enumerate(world.places)}
    found = list(edges(instance))
    for edge in found:
        assert (edge.path[0], edge.path[-1]) == (edge.source, edge.target)
        assert len(edge.path) - 1 == edge.steps
        assert (edge.penalty, edge.cost) == (0, edge.steps)
        for one, other in pairwise(edge.path):
            assert numbers[other] in [way[0] for way in world.ways[numbers[one]]]
        if edge.steps > 1 and isinstance(edge.source, Tile):
            assert len({place.room for place in edge.path}) == 1
    answer = ask(instance, "abstract").witness
    left = dict(answer.points)
    assert {edge.source for edge in found} | {edge.target for edge in found} <= left.keys()
    for point, steps in left.items():
        onward = [
            edge.steps + left[edge.target]
            for edge in found
            if edge.source == point and left[edge.target] is not None
        ]
        if steps != 0:
            assert min(onward, default=None) == steps
    lines = unfolded(instance, answer, 10**6).splitlines()
    costs = [int(each) for each in re.findall(r"M\(\d+\) costs (\d+)", "\n".join(lines))]
    assert len(costs) == max(0, len(answer.plan) - 1)
    assert sum(costs) == (answer.ours or 0)
    kept = data(instance, answer)["edges"]
    assert [(each["cost"], each["path"]) for each in kept] == [(e.cost, e.path) for e in found]


@pytest.mark.parametrize("seed", few(range(300), 10))
def test_edges_make_the_distances(seed: int) -> None:
    edges_agree(random_dungeon(seed))
    edges_agree(random_graph(seed, 0.6 * (seed % 2)))


def test_a_penalty_counts_steps_from_where_one_could_go_wrong() -> None:
    risky = replace(dungeon(PIT), settings=Settings(fees=Fees(delta=3)))
    found = {(str(edge.source), str(edge.target)): edge for edge in edges(risky)}
    edge = found["A(1,1)", "A(1,5)"]
    assert (edge.steps, edge.penalty, edge.cost) == (4, 3, 7)
    answer = ask(risky, "abstract").witness
    assert (answer.ours, answer.sheet) == (4, 8)


def test_only_the_first_lines_are_shown_and_other_answers_have_none() -> None:
    corridor = dungeon(CORRIDOR)
    shown = unfolded(corridor, ask(corridor, "abstract").witness, 1)
    assert "2 edges of the abstract graph, every door open, the first 1" in shown
    assert shown.count(" by A(") == 1
    route = ask(corridor, "solve").witness
    assert unfolded(corridor, route, 3) == FAMILY.show(route)
