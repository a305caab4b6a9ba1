"""Dungeons for tests: real ones, random ones, both engines, and a plain search to compare with.

The search reads the rules off the characters once more and shares nothing with the family but
the instances' data.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import asking
from projects import real

from pylab.base.errors import Disagreement, InstanceError, PylabError
from pylab.base.finding import Finding
from pylab.families.dungeon.family import FAMILY
from pylab.families.dungeon.model import (
    Dungeon,
    InitialState,
    Instance,
    Mission,
    Survey,
    Tile,
    lock_name,
    place_order,
)
from pylab.families.dungeon.rooms import plan
from pylab.families.dungeon.world import World, distances_to, turned
from pylab.text.source import Source, read_source

ROOT = Path(__file__).parents[2]

NORTH, SOUTH, WEST, EAST = (-1, 0), (1, 0), (0, -1), (0, 1)
ARROWS = {"^": NORTH, "v": SOUTH, "<": WEST, ">": EAST}

DETOUR = """dungeon detour
room A at 0,0
#########
#@..L..T#
#.#####.#
#.k.....#
#########
"""
"""The specification's second counterexample: the plan leads through the door, the way around."""

LONG_DETOUR = """dungeon detour
room A at 0,0
####################
#@.LTL..############
#.#####.############
#.................k#
####################
"""
"""The way around is so long that no estimate is above the truth, and one is equal to it."""

CORRIDOR = """dungeon corridor
room A at 0,0
#######
#@...T#
#######
"""


def dungeon(text: str, **options: Any) -> Any:
    """The instance of a text, under options."""
    return FAMILY.adapt(FAMILY.read(Source("test.dungeon", text)), **options)


def graph(name: str) -> Mission:
    """A real mission graph; skips the test where they are not at hand."""
    path = real("dungeon", f"graph/{name}.dot")
    found = FAMILY.read(read_source(str(path)))
    assert isinstance(found, Mission)
    return found


def survey(level: str, name: str) -> Survey:
    """A real room map with its mission graph; skips the test where they are not at hand."""
    paths = [real("dungeon", f"text/{level}.txt"), real("dungeon", f"graph/{name}.dot")]
    found = FAMILY.importing.gather([read_source(str(path)) for path in paths])
    assert isinstance(found, Survey)
    return found


def uncorrected(world: World, ahead: bool) -> list[float]:
    """The formula sheet's h_plan for every place: it may exceed the true cost.

    The nearest point of the plan is u, the one after it p_next. As printed, the sum is
    D_abs(u) + d(p, p_next); with `ahead`, u is p_next, which still goes wrong off the plan.
    """
    points = plan(world)
    back = turned(world)
    legs = [distances_to(back, [point]) for point in points]
    distance = distances_to(back, world.ends)
    estimates = []
    for place in range(len(world.places)):
        nearest = min(range(len(points)), key=lambda i: (legs[i][place], -i))
        following = min(nearest + 1, len(points) - 1)
        base = points[following] if ahead else points[nearest]
        estimates.append(distance[base] + legs[following][place])
    return estimates


@dataclass(frozen=True)
class Told:
    """An answer, its last witness, the checker's problems, clingo's messages."""

    answer: Finding
    witness: Any
    problems: tuple[str, ...]
    messages: tuple[str, ...]
    refused: str = ""

    @property
    def status(self) -> str:
        return "refused" if self.refused else self.answer.status.value


def ask(instance: Instance, task: str, engine: str = "native", **means: Any) -> Told:
    """Put a question to an engine, or to `both`; a refusal is an answer too."""
    try:
        report, found = asking.ask("dungeon", instance, task, engine=engine, seconds=60, **means)
    except InstanceError as error:
        return Told(None, None, (), (), error.message)  # type: ignore[arg-type]
    except PylabError as error:
        if engine != "both" or isinstance(error, Disagreement):
            raise
        return Told(None, None, (), (), str(error))  # type: ignore[arg-type]
    problems = tuple(str(p) for each in found for p in each.verdict.problems)
    witness = found[-1].witness if found else None
    return Told(report, witness, problems, report.messages)


def random_dungeon(seed: int) -> Dungeon:
    """A small dungeon with some of everything."""
    rng = random.Random(seed)
    found = FAMILY.generate(
        rng,
        rows=rng.randint(1, 2),
        columns=2,
        size=rng.randint(5, 6),
        keys=rng.randint(0, 2),
        bombs=rng.randint(0, 1),
        oneways=rng.random() * 0.6,
        warps=rng.randint(0, 1),
        switches=rng.randint(0, 1),
        boss=rng.random() < 0.4,
        water=rng.random() < 0.4,
    )
    assert isinstance(found, Dungeon)
    return found


def random_graph(seed: int, oneways: float) -> Mission:
    """A small mission graph."""
    rng = random.Random(seed)
    found = FAMILY.generate(
        rng,
        kind="graph",
        rows=rng.randint(2, 3),
        columns=rng.randint(2, 4),
        keys=rng.randint(1, 4),
        oneways=oneways * rng.random(),
        boss=rng.random() < 0.5,
    )
    assert isinstance(found, Mission)
    return found


State = tuple[Any, frozenset[Any], frozenset[Any], bool]


def first(instance: Instance) -> State:
    if isinstance(instance, Mission):
        return instance.start, _held(instance, instance.start), frozenset(), False
    assert isinstance(instance, Dungeon)
    start = instance.find("@")[0]
    return start, frozenset(), frozenset(), False


def is_goal(instance: Instance, state: State) -> bool:
    if isinstance(instance, Mission):
        return state[0] in instance.goals
    assert isinstance(instance, Dungeon)
    return _seen(instance)[0][state[0]] == "T"


@lru_cache(maxsize=4)
def _seen(dungeon: Dungeon) -> tuple[dict[Any, str], dict[Any, list[tuple[str, Any]]]]:
    """What is where, and what lies beside what."""
    return dict(dungeon.glyphs()), dict(dungeon.beside())


@lru_cache(maxsize=1000)
def _held(mission: Mission, name: str) -> frozenset[Any]:
    room = next(room for room in mission.rooms if room.name == name)
    return frozenset(room.flags) | frozenset((name, i) for i in range(room.keys))


def after(instance: Instance, state: State) -> Iterator[State]:
    """The states one step on."""
    if is_goal(instance, state):
        return
    if isinstance(instance, Mission):
        yield from _after_rooms(instance, state)
    elif isinstance(instance, Dungeon):
        yield from _after_tiles(instance, state)


def _after_rooms(mission: Mission, state: State) -> Iterator[State]:
    place, held, opened, _ = state
    keys = sum(isinstance(thing, tuple) for thing in held) - len(opened)
    for each in mission.passages:
        if each.tail != place or each.sealed or not set(each.flags) <= held:
            continue
        lock = frozenset((each.tail, each.head))
        gained = held | _held(mission, each.head)
        if not each.locked or lock in opened:
            yield each.head, gained, opened, False
        elif keys > 0:
            yield each.head, gained, opened | {lock}, False


def _after_tiles(dungeon: Dungeon, state: State) -> Iterator[State]:
    place, held, opened, switched = state
    glyphs, beside = _seen(dungeon)
    doors = {legend.letter: legend for legend in dungeon.legends}
    items = dict(dungeon.items)
    bag = [glyphs[tile] for tile in held]
    names = {items.get(g, "item") for g in bag if g in items or g == "i"}
    spent = [glyphs[d] if not isinstance(d, str) else d for d in opened]
    bombs = sum(g == "%" for g in spent)
    keys = dungeon.keys + bag.count("k") - (len(spent) - bombs)
    for direction, other in beside[place]:
        step = {"n": NORTH, "s": SOUTH, "w": WEST, "e": EAST}.get(direction)
        if step and any(ARROWS.get(glyphs[t], step) != step for t in (place, other)):
            continue
        glyph, lock = glyphs[other], None
        if glyph in doors:
            assert doors[glyph].opened_by == "key"
            lock = glyph
        elif glyph == "L" or (glyph == "%" and dungeon.bombs is not None):
            lock = other
        if lock is not None and lock not in opened:
            left = (dungeon.bombs or 0) + bag.count("b") - bombs if glyph == "%" else keys
            if left < 1:
                continue
        if glyph == "~" and not names & {"ladder", "raft"}:
            continue
        if (glyph == "B" and "K" not in bag) or (glyph == "o" and not switched):
            continue
        if glyph == "x" and switched:
            continue
        taken = glyph in "kKib" or glyph in items
        yield (
            other,
            held | {other} if taken else held,
            opened if lock is None else opened | {lock},
            switched != (glyph == "!"),
        )


def states_of(instance: Instance) -> list[State]:
    """All states that plays come to."""
    found = {first(instance): None}
    for state in (stack := list(found)):
        for other in after(instance, state):
            if other not in found:
                found[other] = None
                stack.append(other)
    return stack


def initial_state(instance: Dungeon | Mission, state: State) -> InitialState:
    """A state of the search as what an instance has."""
    place, held, opened, switched = state
    if isinstance(instance, Mission):
        rooms = [(room.name, _held(instance, room.name)) for room in instance.rooms]
        emptied = [name for name, things in rooms if things and things <= held]
        return InitialState(place, tuple(emptied), tuple(sorted(lock_name(*d) for d in opened)))
    names = {legend.letter: legend.name for legend in instance.legends}
    doors = (str(door) if isinstance(door, Tile) else names[door] for door in opened)
    where = tuple(sorted(held, key=place_order))
    return InitialState(place, where, tuple(sorted(doors)), switched)


def brute_force(instance: Instance, begin: State | None = None) -> tuple[int | None, int, int]:
    """The fewest moves, the states, the dead states; one state at a time."""
    begin = begin or first(instance)
    moves: dict[State, int] = {begin: 0}
    before: dict[State, list[State]] = {}
    queue = deque([begin])
    while queue:
        state = queue.popleft()
        for other in after(instance, state):
            before.setdefault(other, []).append(state)
            if other not in moves:
                moves[other] = moves[state] + 1
                queue.append(other)
    goals = [state for state in moves if is_goal(instance, state)]
    live, stack = set(goals), list(goals)
    while stack:
        for state in before.get(stack.pop(), ()):
            if state not in live:
                live.add(state)
                stack.append(state)
    fewest = min((moves[goal] for goal in goals), default=None)
    return fewest, len(moves), len(moves) - len(live)
