"""Difficulty beyond length, mazes with false trails, and mazes as JSON and as files again."""

from __future__ import annotations

import random

import pytest
from alice_ask import FAMILY, clingo, native, plain, random_maze
from projects import call, many

from pylab.families.alice.generate import generate, quality
from pylab.text.source import Source

# two wrong moves from the start: south into a trail of two states, and east into a dead end
LOST = "3 3\n?,b,n_s_e #,b, #,b,\n#,b,s #,b, #,b,\n#,b,e #,b, !,,\n"


def read(text, name="x.alice"):
    return FAMILY.read(Source(name, text))


def test_false_trails_are_followed_to_their_ends():
    # d stays 1: (0,0) e (1,0) dead; (0,0) s (0,1) s (0,2) e (1,2) dead; the goal by no way
    (figures,) = native(read(LOST), "statistics")[1]
    assert (figures.hopeless, figures.wrong, figures.late) == (figures.states, 0, 0)
    home = LOST.replace("#,b, #,b,\n#,b,s", "#,b,se #,b,\n#,b,s").replace("#,b, !", "#,b, !")
    home = home.replace("#,b,s #,b, #,b,", "#,b,s #,b, #,b,s")
    (figures,) = native(read(home), "statistics")[1]
    assert (figures.wrong, figures.late, figures.hopeless) == (1, 3, 3)
    assert (figures.squares, figures.arrows) == (8, 7)
    assert clingo(read(home), "statistics")[1] == [figures]


def test_both_engines_and_a_walk_agree_on_false_trails():
    rng, long = random.Random(5), 0
    for _ in range(many(100)):
        instance = random_maze(rng, 4)
        (figures,) = native(instance, "statistics")[1]
        walked = plain(instance).statistics()
        assert (figures.wrong, figures.late) == (walked["wrong"], walked["late"])
        assert (figures.squares, figures.arrows) == (walked["squares"], walked["arrows"])
        assert clingo(instance, "statistics")[1] == [figures]
        long += figures.late > 1
    assert long


@pytest.mark.slow
def test_many_random_mazes_have_the_same_false_trails():
    rng = random.Random(50)
    for _ in range(3000):
        instance = random_maze(rng, 7)
        (figures,) = native(instance, "statistics")[1]
        assert FAMILY.check(instance, figures).valid
        assert figures.late == plain(instance).statistics()["late"]


def test_mazes_like_abbotts_have_false_trails():
    found = generate(random.Random(3), 5, 5, steps=1500, seconds=60, like="abbott")
    good = quality(found)
    assert good.unique
    assert good.late > 1
    assert "false trails of up to" in str(good)
    assert (good.hopeless, good.late) == (
        plain(found).statistics()["hopeless"],
        plain(found).statistics()["late"],
    )
    assert 1.2 < good.arrows < 1.8
    with pytest.raises(ValueError, match="mazes like abbott's"):
        generate(random.Random(3), 4, 4, steps=10, like="carroll")


def test_facts_are_written_as_files(tmp_path):
    (tmp_path / "a.alice").write_text(LOST)
    facts = call("facts", tmp_path / "a.alice").stdout
    (tmp_path / "b.lp").write_text(facts)
    again = call("facts", tmp_path / "b.lp", "--as", "alice").stdout
    assert read(again) == read(LOST)
    refused = call("facts", tmp_path / "b.lp", "--as", "alice", "--departure")
    assert refused.returncode == 2
    assert "can't represent all of this puzzle" in refused.stderr


@pytest.mark.parametrize(
    "name",
    ["fractal/alice.lab", "dungeon/demo.dungeon", "theseus/hemme.plan", "dungeon/mission.dot"],
)
def test_any_family_writes_its_own_format(name):
    from pylab.core.puzzle import facts, load

    puzzle = load(name)
    written = facts(puzzle, puzzle.family.name)
    suffix = name.rpartition(".")[2]
    assert puzzle.family.read(Source(f"x.{suffix}", written)) == puzzle.instance
