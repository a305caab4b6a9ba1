"""Margins by cuts against margins by all sets of doors, and against clingo."""

from __future__ import annotations

import random

import pytest
from dungeon_ask import ask, brute_force, dungeon, random_graph
from projects import few, many

from pylab.base.finding import SearchWatch
from pylab.families.dungeon import margin, search
from pylab.families.dungeon.check import margins
from pylab.families.dungeon.cuts import least_by_cuts
from pylab.families.dungeon.family import FAMILY
from pylab.families.dungeon.model import Instance, Mission, Passage, Room, Wasted
from pylab.families.dungeon.world import world_of

PARALLEL = """dungeon parallel
start keys=0 bombs=0
legend a = door key one
legend c = door key two
room A at 0,0
#########
#@kLL..T#
#.###a#.#
#.a...#.#
#.###.c.#
#...L.#k#
#########
"""


class Deaf(SearchWatch):
    """Hears nothing."""

    def __init__(self) -> None:
        pass

    def progress(self, **figures: int) -> None:
        pass


def cuts_agree(instance: Instance) -> bool:
    """Whether there was a margin to compare."""
    world, deaf = world_of(instance), Deaf()
    if margin.refusal(world, two_way=True):
        return False
    one = margin.least_by_sets(world, deaf)
    if one is None:
        return False
    other = least_by_cuts(world, deaf)
    assert other is None or other[0] == one[0]
    if other is not None:
        inside, collected = margin.region(world, other[1])
        assert not any(world.goals[place] for place in inside)
        assert world.keys_in_hand(collected, other[1]) == other[0]
    return other is not None


def some(seed: int) -> list[Instance]:
    rng = random.Random(seed)
    tiles = FAMILY.generate(
        rng, rows=rng.randint(1, 3), columns=rng.randint(2, 3), size=rng.randint(6, 7),
        keys=rng.randint(1, 5), boss=rng.random() < 0.4, water=rng.random() < 0.4,
        warps=rng.randint(0, 1), held=rng.randint(0, 1),
    )  # fmt: skip
    rooms = FAMILY.generate(
        rng, kind="graph", rows=3, columns=4, keys=rng.randint(3, 8), boss=rng.random() < 0.5
    )
    return [tiles, rooms, random_graph(seed, 0.0)]


def test_cuts_and_sets() -> None:
    compared = sum(cuts_agree(each) for seed in range(many(100)) for each in some(seed))
    assert compared > many(100)


@pytest.mark.parametrize("seed", few(range(60), 10))
def test_softlocks_by_margins(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """As with many locks, and more states than are gone through."""
    monkeypatch.setattr(search, "CLINGO_LOCKS", 0)
    monkeypatch.setattr(search, "FEW_STATES", 0)
    mission = random_graph(2000 + seed, 0.0)
    told = ask(mission, "softlock", "native")
    assert told.problems == ()
    assert (told.status == "found") == (brute_force(mission)[2] > 0)


def test_nobody_gets_locked_out_behind_many_locks() -> None:
    """There are three to the power of 30 ways of opening some of these; clingo says so, too."""
    half = 30
    rooms, passages = [Room(f"s{half}")], []
    for i in range(half):
        rooms += [Room(f"m{i}", keys=2 + (i == 0)), Room(f"s{i}")]
        passages += [Passage(f"m{i}", other, True) for other in (f"m{i + 1}", f"s{i}")]
    rooms.append(Room(f"m{half}"))
    passages += [Passage(each.head, each.tail, True) for each in passages]
    safe = Mission(tuple(sorted(rooms, key=lambda r: r.name)), tuple(passages), "m0", (f"m{half}",))
    told = [ask(safe, "softlock", engine) for engine in ("native", "clingo")]
    assert [each.status for each in told] == ["none", "none"]
    assert told[0].problems == ()


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(50_000, 54_000))
def test_many_cuts_and_sets(seed: int) -> None:
    for each in some(seed):
        cuts_agree(each)


BOMBED = """dungeon bombed
start keys=1 bombs=1
room A at 0,0
#######
#@.%.T#
#.L...#
#######
"""


@pytest.mark.parametrize("puzzle", [PARALLEL.replace("#.###a#.#", "#.###L#.#"), BOMBED])
def test_what_a_margin_proves(puzzle: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """That it is the least, if all sets of doors, or their orders, were tried; else nothing."""
    instance = dungeon(puzzle)
    witness = ask(instance, "margin", "native").witness
    told = FAMILY.check(instance, witness)
    assert (told.valid, told.proves) == (True, ("optimal",))
    monkeypatch.setattr(margins, "_door_sets", lambda *_: None)
    told = FAMILY.check(instance, witness)
    assert (told.valid, told.proves) == (True, ())
    assert "that it is the least is not checked" in told.summary


def test_doors_side_by_side_and_in_several_parts() -> None:
    """Two locks one behind the other are two edges; a door in several parts is left to others."""
    world = world_of(dungeon(PARALLEL))
    assert least_by_cuts(world, Deaf()) is None
    whole = dungeon(PARALLEL.replace("#.###a#.#", "#.###L#.#"))
    assert least_by_cuts(world_of(whole), Deaf()) is not None
    assert cuts_agree(whole)


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "side"), few([(1, 10), *((n, 14) for n in range(1, 5))], 1))
def test_large_graphs(seed: int, side: int) -> None:
    rng = random.Random(seed)
    keys = side * side * 3 // 5
    instance = FAMILY.generate(rng, kind="graph", rows=side, columns=side, keys=keys, boss=True)
    one, other = ask(instance, "margin", "native"), ask(instance, "margin", "clingo")
    assert (one.refused, one.problems, other.problems) == (other.refused, (), ())
    if not one.refused:
        assert one.witness.margin == other.witness.margin
        stuck = ask(instance, "softlock", "native")
        assert stuck.problems == ()
        assert isinstance(stuck.witness, Wasted)


@pytest.mark.slow
def test_a_large_dungeon_of_tiles() -> None:
    """196 rooms: what is found is checked, and by clingo no engine ended within 40 seconds."""
    instance = FAMILY.generate(random.Random(5), rows=14, columns=14, size=7, keys=120)
    told = ask(instance, "margin", "native")
    assert (told.status, told.problems, told.answer.optimal) == ("found", (), True)
    assert told.witness.margin == -26
