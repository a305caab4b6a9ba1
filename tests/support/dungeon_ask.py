"""Dungeons for tests: real ones, random ones, both engines, and a plain search to compare with.

The search's rules are those of the family's test kit.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import asking
from projects import real

from pylab.base.errors import Disagreement, InstanceError, PylabError
from pylab.base.finding import Finding
from pylab.families.dungeon.abstract import Graph
from pylab.families.dungeon.family import FAMILY
from pylab.families.dungeon.model import (
    Dungeon,
    InitialState,
    Instance,
    Mission,
    Survey,
    Tile,
    place_order,
)
from pylab.families.dungeon.testkit import State, after, facts_of, first, maze_of, name_of
from pylab.families.dungeon.world import World, distances_to, turned
from pylab.text.source import Source, read_source

ROOT = Path(__file__).parents[2]

DETOUR = """dungeon detour
room A at 0,0
#########
#@..L..T#
#.#####.#
#.k.....#
#########
"""
"""The specification's second counterexample: the plan leads through the door, the way around."""

LONG_DETOUR = """dungeon detour
room A at 0,0
####################
#@.LTL..############
#.#####.############
#.................k#
####################
"""
"""The way around is so long that no estimate is above the truth, and one is equal to it."""

CORRIDOR = """dungeon corridor
room A at 0,0
#######
#@...T#
#######
"""


def dungeon(text: str, **options: Any) -> Any:
    """The instance of a text, under options."""
    return FAMILY.adapt(FAMILY.read(Source("test.dungeon", text)), **options)


def graph(name: str) -> Mission:
    """A real mission graph; skips the test where they are not at hand."""
    path = real("dungeon", f"graph/{name}.dot")
    found = FAMILY.read(read_source(str(path)))
    assert isinstance(found, Mission)
    return found


def survey(level: str, name: str) -> Survey:
    """A real room map with its mission graph; skips the test where they are not at hand."""
    paths = [real("dungeon", f"text/{level}.txt"), real("dungeon", f"graph/{name}.dot")]
    found = FAMILY.importing.gather([read_source(str(path)) for path in paths])
    assert isinstance(found, Survey)
    return found


def uncorrected(world: World, ahead: bool) -> list[float]:
    """The formula sheet's h_plan for every place: it may exceed the true cost.

    The nearest point of the plan is u, the one after it p_next. As printed, the sum is
    D_abs(u) + d(p, p_next); with `ahead`, u is p_next, which still goes wrong off the plan.
    """
    points = Graph(world).plan
    back = turned(world)
    legs = [distances_to(back, [point]) for point in points]
    distance = distances_to(back, world.ends)
    estimates = []
    for place in range(len(world.places)):
        nearest = min(range(len(points)), key=lambda i: (legs[i][place], -i))
        following = min(nearest + 1, len(points) - 1)
        base = points[following] if ahead else points[nearest]
        estimates.append(distance[base] + legs[following][place])
    return estimates


@dataclass(frozen=True)
class Told:
    """An answer, its last witness, the checker's problems, clingo's messages."""

    answer: Finding
    witness: Any
    problems: tuple[str, ...]
    messages: tuple[str, ...]
    refused: str = ""

    @property
    def status(self) -> str:
        return "refused" if self.refused else self.answer.status.value


def ask(instance: Instance, task: str, engine: str = "native", **means: Any) -> Told:
    """Put a question to an engine, or to `both`; a refusal is an answer too."""
    try:
        report, found = asking.ask("dungeon", instance, task, engine=engine, seconds=60, **means)
    except InstanceError as error:
        return Told(None, None, (), (), error.message)  # type: ignore[arg-type]
    except PylabError as error:
        if engine != "both" or isinstance(error, Disagreement):
            raise
        return Told(None, None, (), (), str(error))  # type: ignore[arg-type]
    problems = tuple(str(p) for each in found for p in each.verdict.problems)
    witness = found[-1].witness if found else None
    return Told(report, witness, problems, report.messages)


def random_dungeon(seed: int) -> Dungeon:
    """A small dungeon with some of everything."""
    rng = random.Random(seed)
    found = FAMILY.generate(
        rng,
        rows=rng.randint(1, 2),
        columns=2,
        size=rng.randint(5, 6),
        keys=rng.randint(0, 2),
        bombs=rng.randint(0, 1),
        oneways=rng.random() * 0.6,
        warps=rng.randint(0, 1),
        switches=rng.randint(0, 1),
        boss=rng.random() < 0.4,
        water=rng.random() < 0.4,
    )
    assert isinstance(found, Dungeon)
    return found


def random_graph(seed: int, oneways: float) -> Mission:
    """A small mission graph."""
    rng = random.Random(seed)
    found = FAMILY.generate(
        rng,
        kind="graph",
        rows=rng.randint(2, 3),
        columns=rng.randint(2, 4),
        keys=rng.randint(1, 4),
        oneways=oneways * rng.random(),
        boss=rng.random() < 0.5,
    )
    assert isinstance(found, Mission)
    return found


def states_of(instance: Dungeon | Mission) -> list[State]:
    """All states that plays come to."""
    maze = maze_of(instance)
    found = {first(maze): None}
    for state in (stack := list(found)):
        for other in after(maze, state):
            if other not in found:
                found[other] = None
                stack.append(other)
    return stack


def initial_state(instance: Dungeon | Mission, state: State) -> InitialState:
    """A state of the testkit's as what an instance has."""
    place, held, opened, switched = state
    loot = maze_of(instance).loot
    emptied = [spot for spot, things in loot.items() if things and things <= held]
    if isinstance(instance, Dungeon):
        place, emptied = Tile(*place), [Tile(*spot) for spot in emptied]
    where = tuple(sorted(emptied, key=place_order))
    return InitialState(place, where, tuple(sorted(map(name_of, opened))), switched)


def brute_force(
    instance: Dungeon | Mission, begin: State | None = None
) -> tuple[int | None, int, int]:
    """The fewest moves, the states, the dead states; one state at a time."""
    maze = maze_of(instance)
    maze.begun = begin or maze.begun
    found = facts_of(maze, 10**9)
    assert found is not None
    return found.moves, found.states, found.dead
