"""What generators make: the whole vocabulary, and puzzles on which wrong rules show."""

from __future__ import annotations

import functools
from collections import Counter
from dataclasses import replace
from random import Random

import fractal_oracle as oracle
import pytest
from fractal_ask import FAMILY, read
from projects import many

from pylab.families.fractal.listing import LISTING
from pylab.families.fractal.model import Labyrinth, box_of

SAMPLES = 300


@functools.cache
def samples():
    rng = Random(1)
    return [FAMILY.sample(rng) for _ in range(SAMPLES)]


def features(instance):
    """What a puzzle has, beside its predicates."""
    yield from (str(fact.signature) for fact in FAMILY.facts(instance))
    kind = "labyrinth" if isinstance(instance, Labyrinth) else "system"
    names = "some" if len(instance.goal.names) > 1 else len(instance.goal.names)
    yield f"{kind} {instance.goal.kind} {names}"
    if kind == "system":
        yield from (f"writes {len(rule.written)}" for rule in instance.rules)
        yield f"stack of {len(instance.stack)}"
        return
    yield from (f"clique of {min(4, len(clique))}" for clique in instance.cliques)
    yield from ("nested" for name in instance.locations() if name.count(".") > 1)
    yield "start on a box" if box_of(instance.start) else "start"


def test_samples_reach_the_whole_vocabulary():
    # words are no part of samples, as labs know none
    worded = [FAMILY.generate(Random(k), outer=2, oneway=0.4, letters=2) for k in range(9)]
    found = Counter(feature for each in (*samples(), *worded) for feature in features(each))
    goals = {"escape 0", "at 1", "reach 1"}
    assert set(found) >= {
        *map(str, LISTING.vocabulary), "nested", "start", "start on a box",
        *(f"{kind} {goal}" for kind in ("labyrinth", "system") for goal in goals),
        "labyrinth at some", "labyrinth reach some",
        *(f"clique of {n}" for n in (2, 3, 4)), *(f"writes {n}" for n in range(4)),
        *(f"stack of {n}" for n in (1, 2, 3)),
    }  # fmt: skip


def test_many_samples_are_won_through_boxes_only():
    """Else an encoding that is wrong about boxes would pass."""
    through = 0
    for each in samples():
        if isinstance(each, Labyrinth):
            puzzle = oracle.maze(each)
            near = oracle.spread(puzzle, {puzzle.start}, {}, puzzle.kind == "reach")
            won = oracle.can_win(puzzle, (), puzzle.start)
            through += won and not near & puzzle.targets
    assert through > SAMPLES / 5


def test_samples_are_read_back():
    for each in samples()[: many(SAMPLES)]:
        assert FAMILY.from_facts(FAMILY.facts(each)) == each
        again = read(FAMILY.write(each), "x")
        if isinstance(each, Labyrinth):
            # a goal on no corridor gets a line to itself
            assert again.cliques[: len(each.cliques)] == each.cliques
            assert set(again.locations()) == set(each.locations())
            again = replace(again, cliques=each.cliques)
        assert again == each


@pytest.mark.parametrize(
    ("parameters", "feature"),
    [
        ({"oneway": 0.5}, "oneway/2"),
        ({"hubs": 1.0}, "clique of 4"),
        ({"deep": 1.0}, "nested"),
        ({"goal": "escape"}, "labyrinth escape 0"),
        ({"goal": "at"}, "labyrinth at 1"),
        ({"goal": "reach"}, "labyrinth reach 1"),
        ({"pushdown": 20}, "rule/4"),
        ({"pushdown": 20, "goal": "reach"}, "system reach 1"),
        ({"pushdown": 20, "goal": "escape"}, "system escape 0"),
    ],
)
def test_parameters_reach_the_vocabulary(parameters, feature):
    made = FAMILY.generate(Random(3), **parameters)
    assert feature in set(features(made))
    assert read(FAMILY.write(made), "x") == made


@pytest.mark.parametrize(
    "parameters",
    [{"hubs": 2.0}, {"deep": -1.0}, {"pushdown": -1}, {"goal": "x"}, {"goal": "x", "pushdown": 3}],
)
def test_parameters_out_of_bounds(parameters):
    with pytest.raises(ValueError, match="expected"):
        FAMILY.generate(Random(3), **parameters)


def test_what_was_made_before_is_made_again():
    """More parameters change nothing for those who don't give them."""
    assert FAMILY.write(FAMILY.generate(Random(5), outer=3, boxes=1, oneway=0.3)) == (
        "start inner.start\ngoal at inner.goal\nA.2 inner.start\nA.1 inner.start\n2 A.3\n"
        "inner.goal -> 3\ninner.goal -> A.1\ninner.start -> 1\n"
    )
