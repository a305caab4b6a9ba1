"""Routes under prices: alpha, beta and delta; and searches that leave dead states out."""

from __future__ import annotations

import heapq
from dataclasses import replace
from itertools import count
from typing import Any

import pytest
from dungeon_ask import ask, brute_force, dungeon, random_dungeon, random_graph
from projects import ROOT, few

from pylab.base.errors import InstanceError
from pylab.families.dungeon.astar import cheapest
from pylab.families.dungeon.family import FAMILY
from pylab.families.dungeon.model import Fees, Instance, Settings
from pylab.families.dungeon.testkit import after, first, maze_of
from pylab.families.dungeon.world import world_of
from pylab.testing.pages import play
from pylab.text.source import Source, read_source

FEES = (Fees(3, 1, 0), Fees(1, 4, 0), Fees(1, 1, 2), Fees(2, 3, 5))


def least(instance: Instance, fees: Fees) -> int | None:
    """The least cost by the plain search, one state at a time."""
    maze = maze_of(instance)
    known = {first(maze): list(after(maze, first(maze)))}
    for state in (stack := list(known)):
        for other in known[state]:
            if other not in known:
                known[other] = list(after(maze, other))
                stack.append(other)
    live = {state for state in known if state[0] in maze.goals}
    size = -1
    while size < len(live):
        size = len(live)
        live |= {state for state, onward in known.items() if not live.isdisjoint(onward)}
    order = count()
    heap: list[tuple[int, int, Any]] = [(0, next(order), first(maze))]
    done = set()
    while heap:
        cost, _, state = heapq.heappop(heap)
        if state[0] in maze.goals:
            return cost
        if state in done:
            continue
        done.add(state)
        risk = fees.delta if state in live and not live.issuperset(known[state]) else 0
        for other in known[state]:
            toll = fees.alpha if leaves(state[0], other[0]) else fees.beta
            heapq.heappush(heap, (cost + toll + risk, next(order), other))
    return None


def leaves(one: Any, other: Any) -> bool:
    """Whether a step leads out of a room, or is a warp."""
    if isinstance(one, str) or one[0] != other[0]:
        return True
    return abs(one[1] - other[1]) + abs(one[2] - other[2]) > 1


def prices_agree(instance: Instance, fees: Fees, engines: tuple[str, ...]) -> None:
    expected = least(instance, fees)
    asked = replace(instance, settings=Settings(fees=fees))
    assert FAMILY.from_facts(FAMILY.facts(asked)).settings.fees == fees
    for engine in engines:
        told = ask(asked, "priced", engine)
        assert (told.problems, told.messages) == ((), ())
        assert told.status == ("none" if expected is None else "found")
        if expected is not None:
            assert (told.answer.cost, told.answer.optimal) == (expected, True)
            assert told.witness.paid[-1] == expected


@pytest.mark.parametrize("fees", FEES)
@pytest.mark.parametrize("seed", few(range(30), 2))
def test_prices_of_dungeons(seed: int, fees: Fees) -> None:
    engines = ("native", "clingo") if seed % 4 == FEES.index(fees) else ("native",)
    prices_agree(random_dungeon(seed), fees, engines)


@pytest.mark.parametrize("fees", FEES)
@pytest.mark.parametrize("seed", few(range(30), 2))
def test_prices_of_graphs(seed: int, fees: Fees) -> None:
    prices_agree(random_graph(seed, 0.6 * (seed % 2)), fees, ("native", "clingo"))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(40_000, 40_200))
def test_many_prices(seed: int) -> None:
    for fees in FEES:
        prices_agree(random_dungeon(seed), fees, ("native", "clingo"))
        prices_agree(random_graph(seed, 0.6 * (seed % 2)), fees, ("native", "clingo"))


@pytest.mark.parametrize("seed", few(range(60), 10))
def test_dead_states_are_left_out(seed: int) -> None:
    instance = random_dungeon(seed)
    fewest, _, dead = brute_force(instance)
    world = world_of(instance)
    for space in FAMILY.option_named["space"].choices:
        found = cheapest(replace(instance, settings=Settings(space=space, prune=True)), world)
        assert (found.cost if found.places else None) == fewest
        assert dead or not found.figures.pruned


RISKY = """dungeon risky
start keys=0 bombs=0
room A at 0,0
###########
#@..v....T#
#.#.#####.#
#.#.k.L.#.#
#.#######.#
#.........#
###########
"""


def test_a_longer_way_that_can_not_go_wrong() -> None:
    """South of the arrow one is trapped, whoever comes beside it might step onto it."""
    text = (
        RISKY.replace("#.#.k.L.#.#", "#.#...#.#.#")
        .replace("#@..v", "#@...")
        .replace("#.#.#####", "#.#v#####")
    )
    by_delta = {}
    for delta in (0, 9):
        for engine in ("native", "clingo"):
            told = ask(dungeon(text, delta=delta), "priced", engine)
            assert told.problems == ()
            by_delta[delta, engine] = (told.answer.cost, len(told.witness.places) - 1)
    assert by_delta[0, "native"] == by_delta[0, "clingo"] == (8, 8)
    assert by_delta[9, "native"] == by_delta[9, "clingo"] == (16, 16)
    told = ask(dungeon(text, delta=1), "priced")
    assert (told.answer.cost, len(told.witness.places) - 1) == (9, 8)
    assert FAMILY.check(dungeon(text, delta=1), told.witness).summary == (
        "cost 9: 0 steps out of rooms, 8 within, 1 at risk; the goal at A(1,9) reached"
    )


CORRIDOR = "dungeon c\nroom A at 0,0\n#####\n#@.T#\n#####\n"


@pytest.mark.parametrize(
    ("witness", "problem"),
    [
        ('paid(("A",1,1),0). paid(("A",1,2),2). paid(("A",1,3),4).', ""),
        ('paid(("A",1,1),0). paid(("A",1,2),1). paid(("A",1,3),4).', "paid"),
        ('paid(("A",1,1),1). paid(("A",1,2),2). paid(("A",1,3),4).', "paid"),
        ('paid(("A",1,1),0). paid(("A",1,2),2).', "goal"),
        ('paid(("A",1,1),0). paid(("A",1,3),2).', "no-way"),
        ('paid(("A",1,2),0). paid(("A",1,3),2).', "start"),
    ],
)
def test_forgeries(witness: str, problem: str) -> None:
    verdict = FAMILY.check(dungeon(CORRIDOR, beta=2), FAMILY.read_witness(Source("x", witness)))
    assert [each.code for each in verdict.problems[:1]] == ([problem] if problem else [])


@pytest.mark.parametrize("options", [{"alpha": 0}, {"beta": -1}, {"delta": -1}, {"alpha": 1001}])
def test_prices_that_are_none(options: dict[str, int]) -> None:
    with pytest.raises(InstanceError, match="expected alpha and beta from 1 to 1000"):
        dungeon(CORRIDOR, **options)


def test_other_tasks_have_no_prices() -> None:
    for engine in ("native", "clingo"):
        assert "the task priced" in ask(dungeon(CORRIDOR, alpha=2), "solve", engine).refused


def test_shown_drawn_and_watched() -> None:
    path = ROOT / "instances/dungeon/mission.dot"
    instance = FAMILY.adapt(FAMILY.read(read_source(str(path))), alpha=2, delta=3)
    witness = ask(instance, "priced").witness
    assert FAMILY.read_witness(Source("x", FAMILY.show(witness))) == witness
    assert FAMILY.pictures.steps(instance, witness) == len(witness.places) - 1
    assert "A play of 15 steps to the goal that costs 33" in FAMILY.draw(instance, witness).render()
    script = FAMILY.script(instance, [witness])
    (watched,) = play([script])[0]["ways"]
    assert watched["refused"] is None
    assert watched["seen"][-1]["won"]
    assert "tariff(2,1,3)." in map(str, FAMILY.facts(instance))
