"""Every task, engine and format against answers worked out from the rules alone.

The oracle (`dungeon_oracle`) knows the rules, the samples (`dungeon_samples`) everything that a
dungeon can have; neither knows how the family answers.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from dungeon_ask import ask
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
)
from dungeon_samples import dungeon, mission, survey

from pylab.facts import read_facts, write_facts
from pylab.families.dungeon import FAMILY
from pylab.source import Source

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
                assert any(is_stuck(maze, s) for s in play(maze, _spots(witness))), case
        else:
            _reaches(maze, facts, task, told, case)
        if witness is not None and witness.__class__.__name__ in ("Safe", "Hopeless"):
            assert witness.configurations == facts.combinations, case
    return len(tasks)


def _reaches(maze: Any, facts: Any, task: str, told: Any, case: object) -> None:
    """A play to a goal that costs what the oracle says, or none."""
    least = facts.moves if task == "solve" else facts.opened
    assert (told.status, told.answer.cost) == ("none" if least is None else "found", least), case
    if least is None:
        return
    assert told.answer.optimal, case
    spots = _spots(told.witness)
    ends = play(maze, spots)
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
