"""Every task under every option, in every format, by each engine, held against an oracle."""

from __future__ import annotations

from collections import Counter
from random import Random

import fractal_oracle as oracle
import pytest
from fractal_ask import FAMILY, ask, read
from fractal_questions import labyrinth, pushdown, verify
from projects import few

from pylab.families.fractal.model import Goal, Labyrinth, box_of

ENGINES = ("native", "clingo", "both")


@pytest.mark.parametrize("block", few(range(8), 1))
def test_native_agrees(block):
    for seed in range(5 * block, 5 * block + 5):
        verify(seed, ["native"])


@pytest.mark.parametrize("seed", few(range(500, 508), 2))
def test_clingo_agrees(seed):
    verify(seed, ["clingo"])


@pytest.mark.parametrize("seed", few([702, 710, 700, 703, 707], 1))
def test_both_agree(seed):
    verify(seed, ["both"])


@pytest.mark.slow
@pytest.mark.parametrize("block", few(range(100), 33))
def test_native_agrees_on_thousands(block):
    for seed in range(100_000 + 100 * block, 100_100 + 100 * block):
        verify(seed, ["native"])


@pytest.mark.slow
@pytest.mark.parametrize("block", few(range(20), 6))
def test_clingo_agrees_on_thousands(block):
    for seed in range(100_000 + 100 * block, 100_100 + 100 * block):
        verify(seed, ["clingo"])
    for seed in range(100_000 + 10 * block, 100_010 + 10 * block):
        verify(seed, ["both"])


def features(asked):
    """What a question has."""
    instance = asked.instance
    yield from asked.overlays
    for name, value in asked.options.items():
        yield f"--{name}"
        if name == "goal":
            yield f"--goal {value.split()[0]} of {len(value.split()) - 1}"
    yield f"goal {instance.goal.kind} of {len(instance.goal.names)}"
    if hasattr(instance, "rules"):
        yield f"stack of {len(instance.stack)}"
        yield from (f"writes {len(rule.written)}" for rule in instance.rules)
        return
    yield from (f"clique of {len(clique)}" for clique in instance.cliques)
    yield from ("oneway" for _ in instance.oneways)
    yield from ("nested" for name in instance.locations() if name.count(".") > 1)
    yield "start on a box" if box_of(instance.start) else "start"
    yield f"{len(instance.boxes())} boxes"


def test_the_questions_reach_everything():
    of_labyrinths = Counter(
        feature for seed in range(200) for feature in features(labyrinth(Random(seed)))
    )
    of_systems = Counter(
        feature for seed in range(200) for feature in features(pushdown(Random(seed)))
    )
    goals = {"escape of 0", "at of 1", "at of 2", "reach of 1", "reach of 2"}
    both = {f"{word} {goal}" for word in ("goal", "--goal") for goal in goals} | {"--start"}
    assert set(of_labyrinths) >= both | {
        "--anywhere", "--two_way", "anywhere", "two-way", "oneway", "nested", "start",
        "start on a box", "2 boxes", *(f"clique of {n}" for n in (1, 2, 3, 4)),
    }  # fmt: skip
    assert set(of_systems) >= both | {
        *(f"stack of {n}" for n in range(4)), *(f"writes {n}" for n in range(4)),
    }  # fmt: skip


UNEVEN = (
    # a costlier place comes up first, as it may be nearer to the goal: once the whole corridor was
    # walked from there
    "1 B.2 2 inner.s\nB.1 A.1\nB.1 -> inner.s\n1\n2\nstart: A.1\ngoal: at 2",
    "B.2 1\nA.2 1\n1 2\nA.1 1 2\nB.1 inner.s\n2 1 B.2 inner.s\n2\ninner.s -> A.1\n1 -> B.1\n"
    "A.2 -> A.1\nB.2 -> inner.s\n1 -> 2\nA.1 -> 1\n1\n2\nstart: B.1\ngoal: escape",
    "A.2\nB.4 A.3\n1 2\nB.4 4 internal.x\ninner.s B.3 1 2\nA.3 B.1\ninner.s B.2\n3 2\nB.4 A.4\n"
    "internal.x A.2 A.3 4\nB.4 -> 3\n3 -> A.1\nA.1 -> internal.x\nA.2 -> 2\n2 -> 1\n3 -> A.4\n"
    "start: B.2",
)


@pytest.mark.parametrize("engine", few(ENGINES, 2))
@pytest.mark.parametrize("text", UNEVEN)
def test_among_equally_few_corridors_the_fewest_moves(text, engine):
    puzzle = oracle.maze(read(text))
    known = oracle.costs(puzzle, 0, dive=False)
    corridors, moves = min(known[target] for target in puzzle.targets if target in known)
    _, (found,) = ask(read(text), "shortest", engine)
    assert found.verdict.summary.startswith(f"{corridors} corridors, {moves} moves")


INTO_OR_PAST = (
    # the start stands before a box: to pass it takes a move less than to go three copies down
    ("start: D.5\ngoal: reach 7\nD.5 8\n5 6\nD.6 1\n1 7\n5 A.2\n2 B.3\n3 7\n", 5, 1),
    # to go into one box takes a move less than to pass the other
    ("start: 1\ngoal: reach 4 7\n1 8\n8 A.2\n2 4\n1 D.5\n5 6\nD.6 7\n", 4, 1),
)


@pytest.mark.parametrize(("text", "moves", "depth"), INTO_OR_PAST)
def test_who_goes_into_boxes_for_good_is_counted_by_the_same_moves(text, moves, depth):
    for engine in ENGINES:
        _, found = ask(read(text), "shortest", engine, models=0)
        assert len(found) == 1
        assert found[0].verdict.summary.startswith(f"3 corridors, {moves} moves, depth {depth}")


def test_the_old_start_stays_a_location():
    """`--start` and `--goal` change these, and nothing else."""
    lonely = Labyrinth((("1", "A.1"),), (), "2", Goal("at", ("3",)))
    again = read(FAMILY.write(lonely))
    assert (again.start, again.goal, again.outer()) == ("2", lonely.goal, ["1", "2", "3"])
    other = FAMILY.adapt(lonely, start="1", goal="escape")
    assert other.outer() == lonely.outer() == ["1", "2", "3"]
    for engine in ENGINES:
        (found,) = ask(other, "exits", engine)[1]
        assert found.verdict.summary == "1 of 3 exits can be reached"
