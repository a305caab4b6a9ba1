"""What was wasted is named, keys and bombs alike; where the hero may be dead is drawn."""

from __future__ import annotations

import pytest
from dungeon_ask import ask, dungeon, random_dungeon, random_graph, states_of
from projects import ROOT, few

from pylab.drawing.palette import WARN
from pylab.families.dungeon.check import doomed
from pylab.families.dungeon.family import FAMILY
from pylab.families.dungeon.model import Dungeon, Instance, Mission
from pylab.families.dungeon.testkit import after, maze_of
from pylab.text.source import read_source

BOMBED = """dungeon bombed
start keys=0 bombs=1
room A at 0,0
#######
#.@.%T#
#%###%#
#.....#
#######
"""


@pytest.mark.parametrize("engine", ["native", "clingo"])
def test_bombs_that_were_wasted_are_named(engine: str) -> None:
    instance = dungeon(BOMBED)
    told = ask(instance, "softlock", engine)
    verdict = FAMILY.check(instance, told.witness)
    assert (told.status, verdict.valid) == ("found", True)
    assert "0 keys spent, 1 bomb spent on A(2,1); then" in verdict.summary
    assert "x" in FAMILY.picture(instance, told.witness)
    ring = f'fill="none" stroke="{WARN}"'
    assert FAMILY.draw(instance, told.witness).render().count(ring) == 1
    assert FAMILY.draw(instance).render().count(ring) == 0


def test_bombs_on_the_way_are_counted() -> None:
    instance = dungeon(BOMBED)
    verdict = FAMILY.check(instance, ask(instance, "solve").witness)
    assert verdict.summary == "3 steps, 0 keys spent, 1 bomb spent, the goal at A(1,5) reached"


def live(instance: Instance) -> set[object]:
    """By the plain search: the states from which some play goes on to the goal."""
    states, maze = states_of(instance), maze_of(instance)
    found = {state for state in states if state[0] in maze.goals}
    more = True
    while more:
        fresh = {
            state
            for state in states
            if state not in found and any(other in found for other in after(maze, state))
        }
        more = bool(fresh)
        found |= fresh
    return found


@pytest.mark.parametrize("seed", few(range(40), 3))
def test_where_the_hero_may_be_dead(seed: int) -> None:
    for instance in (random_dungeon(seed), random_graph(seed, 0.6 * (seed % 2))):
        assert isinstance(instance, Dungeon | Mission)
        alive, expected = live(instance), {}
        for state in states_of(instance):
            dead, all_ = expected.get(state[0], (0, 0))
            expected[state[0]] = (dead + (state not in alive), all_ + 1)
        expected = {place: counts for place, counts in expected.items() if counts[0]}
        assert doomed(instance).doomed == expected


def test_the_dead_region_is_drawn() -> None:
    for name, line in (("trap.dungeon", "#xxxxxxx#"), ("mission.dot", "─ 3 (I) -")):
        instance = FAMILY.read(read_source(str(ROOT / "instances/dungeon" / name)))
        witness = ask(instance, "statistics").witness
        assert line in FAMILY.picture(instance, witness)
        assert "dead, shaded where" in FAMILY.draw(instance, witness).render()
    safe = dungeon("dungeon safe\nroom A at 0,0\n#######\n#@...T#\n#######\n")
    witness = ask(safe, "statistics").witness
    assert "none of them dead" in FAMILY.draw(safe, witness).render()
    assert FAMILY.picture(safe, witness) == FAMILY.picture(safe, None)
