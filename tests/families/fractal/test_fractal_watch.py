"""The page's rules against the checker: random games, runs, and distances that are exact."""

from __future__ import annotations

import random
from dataclasses import replace

import players
import pytest
from fractal_ask import ask, load, read, small
from projects import few

from pylab.base.errors import InstanceError
from pylab.base.finding import Status
from pylab.families.fractal.check import check
from pylab.families.fractal.check.rules import Rules
from pylab.families.fractal.check.runs import move
from pylab.families.fractal.family import FAMILY
from pylab.families.fractal.model import Configuration, Goal, Run


def labyrinths(seed, count):
    """Half of them with a goal that may be reached in any copy, some only in a deeper one."""
    rng = random.Random(seed)
    made = [small(rng) for _ in range(count)]
    return [
        replace(labyrinth, goal=Goal("reach", (rng.choice(labyrinth.locations()),))) if i % 2 else
        labyrinth for i, labyrinth in enumerate(made)
    ]  # fmt: skip


def configuration(seen):
    state = seen["state"]
    return Configuration(tuple(state["stack"]), state["at"])


def legal_moves(labyrinth, here):
    """All configurations at listed locations that the checker's rules lead to."""
    rules = Rules(labyrinth)
    stacks = [here.stack, here.stack[:-1], *((*here.stack, box) for box in labyrinth.boxes())]
    found = set()
    for stack in stacks:
        for location in labyrinth.locations():
            there = Configuration(stack, location)
            if there != here and move(rules, here, there):
                found.add(there)
    return found


def follow(labyrinth, game):
    visited = [configuration(seen) for seen in game["seen"]]
    problems = check(labyrinth, Run(tuple(visited))).problems
    won = game["seen"][-1]["won"]
    assert {problem.code for problem in problems} == (set() if won else {"goal"})
    for here, seen in zip(visited, game["seen"], strict=True):
        if not seen["won"]:
            assert len(seen["moves"]) == len(legal_moves(labyrinth, here))


@pytest.mark.parametrize("number", few([4, 40], 1))
def test_random_games_follow_the_rules_of_the_checker(number):
    some = labyrinths(1, number)
    scripts = [FAMILY.script(labyrinth, []) for labyrinth in some]
    for labyrinth, told in zip(some, players.run(scripts, games=3, length=15), strict=True):
        for game in told["games"]:
            follow(labyrinth, game)


@pytest.mark.parametrize(("before", "number"), few([(0, 3), (6, 16), (0, 48), (6, 48)], 1))
def test_suggestions_lead_to_the_goal_as_directly_as_can_be(before, number):
    """From the start, and after some moves at random, whatever stack they have left."""
    some = labyrinths(2, number)
    found = [ask(labyrinth, "moves", "native") for labyrinth in some]
    scripts = [
        FAMILY.script(labyrinth, [checked.witness for checked in witnesses])
        for labyrinth, (_, witnesses) in zip(some, found, strict=True)
    ]
    led = 0
    for labyrinth, (report, _), script, told in zip(
        some, found, scripts, players.run(scripts, lead=True, before=before), strict=True
    ):
        for way, replayed in zip(script.ways, told["ways"], strict=True):
            assert replayed["refused"] is None
            assert replayed["seen"][-1]["won"]
            assert len(way.frames) == len(way.moves) + 1
        follow(labyrinth, told["led"])
        if told["far"] is None:
            continue
        if report.status is Status.NONE:
            assert told["far"]["lost"]
        elif not before:
            moves = len(told["led"]["made"])
            assert told["led"]["seen"][-1]["won"]
            assert told["far"]["words"] == f"{moves} move{'s' * (moves != 1)}"
            assert len(script.ways[0].moves) == moves
            led += 1
    assert before or led > number // 4


@pytest.mark.parametrize(
    ("name", "moves"), few([("treasure.lab", 7), ("alice.lab", 49), ("nested-5.lab", None)], 1)
)
def test_the_shipped_labyrinths_are_played_out(name, moves):
    labyrinth = load(name)
    _, found = ask(labyrinth, "moves", "native")
    script = FAMILY.script(labyrinth, [each.witness for each in found])
    (told,) = players.run([script], lead=True)
    assert told["led"]["seen"][-1]["won"]
    assert len(told["led"]["made"]) == len(script.ways[0].moves)
    assert moves in (None, len(script.ways[0].moves))


def test_proofs_and_systems_without_a_picture():
    labyrinth = load("infinite.lab")
    _, found = ask(labyrinth, "escape", "native")
    script = FAMILY.script(labyrinth, [each.witness for each in found])
    assert ([way.moves for way in script.ways], script.remark) == ([()], "")
    sealed = load("sealed.lab")
    _, found = ask(sealed, "escape", "native")
    script = FAMILY.script(sealed, [each.witness for each in found])
    assert (script.ways, "proof" in script.remark) == ((), True)
    with pytest.raises(InstanceError, match="no picture"):
        FAMILY.script(read("(p <a>)\np <a> --> p <>\n", "x.pds"), [])
