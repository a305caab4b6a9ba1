"""Every task, engine and format against answers worked out from the rules alone.

The oracle (`dungeon_oracle`) knows the rules, the samples (`dungeon_samples`) everything that a
dungeon can have; neither knows how the family answers.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from dungeon_ask import ROOT, ask
from dungeon_oracle import (
    best_alignment,
    facts_of,
    guaranteed,
    guarantees_apply,
    is_stuck,
    margin,
    margin_applies,
    maze_of,
    play,
    squandered,
)
from dungeon_samples import dungeon, mission, survey
from projects import QUICK, few, many

from pylab.families.dungeon.family import FAMILY
from pylab.families.dungeon.model import Mission, Passage, Room, Wasted
from pylab.text.fact_files import read_facts
from pylab.text.facts import write_facts
from pylab.text.source import Source, read_source

TASKS = ("solve", "softlock", "margin", "guaranteed", "minimal-keys", "statistics")


def holds(instance: Any, engine: str, tasks: Sequence[str] = TASKS) -> int:
    """Whether an engine says what the oracle says; how many answers were compared."""
    maze = maze_of(instance)
    facts = facts_of(maze)
    if facts is None:
        return 0
    for task in tasks:
        told = ask(instance, task, engine)
        case = (task, engine, told, facts)
        assert not told.problems, case
        assert not told.messages, case
        if task in ("margin", "guaranteed"):
            applies = margin_applies(maze) if task == "margin" else guarantees_apply(maze)
            assert bool(told.refused) is not applies, case
        if told.refused:
            assert task in ("margin", "guaranteed"), case
            continue
        answer, witness = told.answer, told.witness
        if task == "margin":
            assert (witness.margin, answer.cost) == (margin(maze),) * 2, case
        elif task == "guaranteed":
            assert {e.room: e.keys for e in witness.rooms} == guaranteed(maze), case
            assert answer.cost == -sum(len(each.doors) for each in witness.rooms), case
        elif task == "statistics":
            said = (witness.states, witness.dead, witness.moves, witness.locks, witness.keys)
            assert said == (facts.states, facts.dead, facts.moves, facts.locks, facts.keys), case
        elif task == "softlock":
            assert (told.status == "found") == (facts.dead > 0), case
            if told.status == "found":
                assert ends_stuck(maze, witness), case
        else:
            _reaches(maze, facts, task, told, case)
        if witness is not None and witness.__class__.__name__ in ("Safe", "Unsolvable"):
            assert witness.configurations == facts.combinations, case
    return len(tasks)


def ends_stuck(maze: Any, witness: Any) -> bool:
    """By one of the ways to understand a play; by whatever order doors are opened in."""
    if isinstance(witness, Wasted):
        return all(is_stuck(maze, state) for state in squandered(maze, witness.doors))
    return any(is_stuck(maze, state) for state in play(maze, _spots(witness), skips=True))


def _reaches(maze: Any, facts: Any, task: str, told: Any, case: object) -> None:
    """A play to a goal that costs what the oracle says, or none."""
    least = facts.moves if task == "solve" else facts.opened
    assert (told.status, told.answer.cost) == ("none" if least is None else "found", least), case
    if least is None:
        return
    assert told.answer.optimal, case
    spots = _spots(told.witness)
    ends = play(maze, spots, skips=task == "minimal-keys")
    assert any(state[0] in maze.goals for state in ends), case
    if task == "solve":
        assert len(spots) - 1 == least, case
    else:
        opened = [sum(maze.locks[lock] == "key" for lock in state[2]) for state in ends]
        assert min(opened) == least, case


def _spots(witness: Any) -> list[Any]:
    return [place if isinstance(place, str) else tuple(place) for place in witness.places]


def through(instance: Any, form: str) -> Any:
    """The instance as it comes back from its own format, or from facts."""
    if form == "facts":
        text = write_facts(FAMILY.facts(instance))
        return FAMILY.from_facts(read_facts(Source("x.lp", text), FAMILY.vocabulary))
    return FAMILY.read(Source("x", FAMILY.write(instance)))


def sample(seed: int) -> Any:
    """A dungeon or a mission graph, by turns; as it is, or as it comes back from a format."""
    rng = random.Random(seed)
    instance: Any = dungeon(rng) if seed % 2 else mission(rng)
    form = ("", "own", "facts")[seed // 2 % 3]
    read = through(instance, form) if form else instance
    assert read == instance
    return read


def aligns(seed: int) -> None:
    """Whether the best alignment is as good as any."""
    found = survey(random.Random(seed))
    told = ask(found, "align", "clingo")
    assert not told.problems
    verdict = FAMILY.check(found, told.witness)
    rooms, doors = (int(part.split("/")[0]) for part in verdict.summary.split(", "))
    assert told.answer.optimal
    assert (rooms + doors, told.answer.cost) == (best_alignment(found), -best_alignment(found))


DIFFERENCES = sorted(ROOT.glob("tests/data/differences/*.d[ou][tn]*"))
"""Dungeons and graphs on which an engine, or the checker, once was wrong."""


@pytest.mark.parametrize("path", DIFFERENCES, ids=lambda path: path.name)
@pytest.mark.parametrize("engine", few(["native", "clingo"], 1))
def test_former_differences(path: Path, engine: str) -> None:
    assert holds(FAMILY.read(read_source(str(path))), engine) == len(TASKS)


@pytest.mark.parametrize("name", few(["e1.dungeon", "unsafe.dot"], 1))
def test_former_differences_by_both(name: str) -> None:
    holds(
        FAMILY.read(read_source(str(ROOT / "tests/data/differences" / name))),
        "both",
        TASKS[:3] if QUICK else TASKS,
    )


NAMED = {
    "two locks that face each other": ("@kkL\nroom B at 0,1\nLT", 2),
    "one door of two tiles": ("@kkh\nroom B at 0,1\nhT\nlegend h = door key hall", 1),
    "one door of two letters": (
        "@kkh\nroom B at 0,1\ngT\nlegend h = door key hall\nlegend g = door key hall",
        1,
    ),
    "a block that nothing moves": ("@koLT", 1),
    "a lowered block that nothing moves": ("@kxLT", 1),
    "a one-way out of a block that nothing moves": ("@o>LT", 1),
    "a warp to itself": ("@1.T\nwarp A.1 <-> A.1", 0),
    "bombs that run out, before a lock": ("@b%kLT", 1),
}
"""Rooms from the first row of A on, and how many locks there are."""


@pytest.mark.parametrize("case", NAMED)
@pytest.mark.parametrize("engine", few(["native", "clingo"], 1))
def test_what_could_be_read_in_two_ways(case: str, engine: str) -> None:
    text, locks = NAMED[case]
    found = FAMILY.read(Source(case, f"dungeon d\nroom A at 0,0\n{text}\n"))
    assert holds(found, engine) == len(TASKS)
    assert ask(found, "statistics", engine).witness.locks == locks


def test_flags_are_not_taken_for_rooms_of_the_same_name() -> None:
    rooms = (Room("0", flags=("K",)), Room("1"), Room("K", flags=("K",)))
    ways = [("0", "1"), ("1", "0"), ("1", "K"), ("K", "1")]
    found = Mission(rooms, tuple(Passage(a, b) for a, b in ways), "0", ("1",))
    for goals in (("1",), ("K",)):
        holds(replace(found, goals=goals), "clingo")


def test_locks_of_rooms_with_hyphens_are_not_mistaken_for_one() -> None:
    rooms = tuple(Room(name, keys=name == "0") for name in ("0", "1", "3", "1-2", "2-3"))
    ways = [("0", "1", False), ("1", "2-3", True), ("0", "3", False), ("3", "1-2", True)]
    both = [Passage(*ends, lock) for a, b, lock in ways for ends in ((a, b), (b, a))]
    found = Mission(rooms, tuple(both), "0", ("1-2",))
    for engine in ("native", "clingo"):
        assert holds(found, engine) == len(TASKS)
        assert ask(found, "statistics", engine).witness.locks == 2


@pytest.mark.parametrize("block", few(range(4), 2))
def test_native(block: int) -> None:
    for seed in range(8 * block, 8 * block + 8):
        holds(sample(seed), "native")


@pytest.mark.parametrize("block", few(range(6), 1))
def test_clingo(block: int) -> None:
    for seed in range(1000 + 2 * block, 1002 + 2 * block):
        holds(sample(seed), "clingo")


def test_alignments() -> None:
    for seed in range(many(60)):
        aligns(seed)


@pytest.mark.slow
@pytest.mark.parametrize("block", few(range(100), 33))
def test_many_native(block: int) -> None:
    for seed in range(10_000 + 100 * block, 10_100 + 100 * block):
        holds(sample(seed), "native")


@pytest.mark.slow
@pytest.mark.parametrize("block", few(range(100), 33))
def test_many_by_clingo(block: int) -> None:
    for seed in range(30_000 + 20 * block, 30_020 + 20 * block):
        holds(sample(seed), "clingo")


@pytest.mark.slow
@pytest.mark.parametrize("block", few(range(20), 6))
def test_many_by_both(block: int) -> None:
    for seed in range(40_000 + 10 * block, 40_010 + 10 * block):
        holds(sample(seed), "both")


@pytest.mark.slow
@pytest.mark.parametrize("block", few(range(20), 6))
def test_many_alignments(block: int) -> None:
    for seed in range(50_000 + 100 * block, 50_100 + 100 * block):
        aligns(seed)
