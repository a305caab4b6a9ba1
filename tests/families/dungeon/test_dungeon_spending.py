"""Margins where bombs run out: both engines, the checker, and single steps; stuck plays agree."""

from __future__ import annotations

import random

import pytest
from dungeon_ask import ask
from dungeon_oracle import facts_of, margin_applies, maze_of, spare
from projects import QUICK

from pylab.families.dungeon.family import FAMILY
from pylab.text.source import Source


def small(rng):
    """A room of random tiles, most of them floor; one can go back wherever one went."""
    tiles = [[rng.choice("......##kkbLL%%") for _ in range(5)] for _ in range(3)]
    tiles[rng.randrange(3)][0] = "@"
    tiles[rng.randrange(3)][4] = "T"
    rows = ["#" * 7, *(f"#{''.join(row)}#" for row in tiles), "#" * 7]
    head = f"dungeon x\nstart keys={rng.randint(0, 1)} bombs={rng.randint(0, 1)}\nroom A at 0,0\n"
    return FAMILY.read(Source("x.dungeon", head + "\n".join(rows) + "\n"))


def cases(first, count):
    """Dungeons where bombs run out and a margin applies, from a seed on."""
    seed = first
    while count:
        dungeon = small(random.Random(seed))
        maze = maze_of(dungeon)
        facts = facts_of(maze) if "bomb" in maze.locks.values() and margin_applies(maze) else None
        if facts is not None and spare(maze) is not None:
            count -= 1
            yield seed, dungeon, spare(maze), facts
        seed += 1


def compare(first, count, engines):
    """Whether all say the same; the margins."""
    found = []
    for seed, dungeon, truly, facts in cases(first, count):
        # a margin of 0 is a play that gets stuck
        assert (truly == 0) == (facts.dead > 0), seed
        for engine in engines:
            told = ask(dungeon, "margin", engine)
            assert not told.problems, (seed, engine)
            assert not told.messages, (seed, engine)
            assert (told.witness.margin, told.answer.cost) == (truly, truly), (seed, engine)
        found.append(truly)
    return found


def test_native_margins_are_what_single_steps_leave():
    found = compare(0, 6 if QUICK else 15, ["native"])
    assert found.count(0) > 1
    assert sum(each > 0 for each in found) > 1


def test_clingo_says_the_same():
    compare(1000, 1 if QUICK else 3, ["clingo"])


@pytest.mark.slow
@pytest.mark.parametrize("block", range(5))
def test_all_say_the_same_of_hundreds(block):
    compare(10_000 + 1000 * block, 60, ["native", "clingo"])


def test_what_would_make_it_safe_is_not_said():
    _, dungeon, _, _ = next(cases(0, 1))
    told = ask(dungeon, "margin", "native", options={"repair": True})
    assert "never run out" in told.refused
