"""What the dungeon's native searches gain over a plain A*; prints ratios, medians of repeats.

Baseline: A* over tiles with Manhattan distance, on the same dungeon in the same run.
Usage: python benchmarks/dungeon.py [REPEATS]
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from pylab import engines
from pylab.answer import Checked, Watch
from pylab.families.dungeon.astar import Found, cheapest
from pylab.families.dungeon.check import check
from pylab.families.dungeon.family import FAMILY
from pylab.families.dungeon.model import Dungeon, Mission, Passage, Room, Route, Settings
from pylab.families.dungeon.world import World, world_of
from pylab.question import Limits, Means, Question


def timed(work: Callable[[], Any], repeats: int) -> tuple[float, Any]:
    """Median processor time of some runs, and the last result."""
    times, result = [], None
    for _ in range(repeats):
        begun = time.process_time()
        result = work()
        times.append(time.process_time() - begun)
    return statistics.median(times), result


def solve(dungeon: Dungeon, world: World, space: str, heuristic: str) -> Found:
    """A cheapest route by one of the searches."""
    return cheapest(replace(dungeon, settings=Settings(heuristic, space)), world)


def hard_dungeon(seed: int) -> Dungeon:
    """Five by five rooms with a boss key and many keys."""
    made = FAMILY.generate(
        random.Random(seed), rows=5, columns=5, size=10, keys=8, boss=True, blocks=0.15
    )
    assert isinstance(made, Dungeon)
    return made


def routes(repeats: int) -> None:
    """Expansions and seconds of the searches on some generated dungeons."""
    print("5x5 rooms; tiles+manhattan (80,000 expansions and more) against poi+landmarks")
    shown = 0
    for seed in range(200):
        dungeon = hard_dungeon(seed)
        world = world_of(dungeon)
        quick = solve(dungeon, world, "poi", "landmarks")
        if quick.places is None or quick.cost < 100:
            continue
        slow_time, slow = timed(lambda: solve(dungeon, world, "tiles", "manhattan"), 1)  # noqa: B023
        if slow.figures.expanded < 80_000:
            continue
        quick_time, quick = timed(lambda: solve(dungeon, world, "poi", "landmarks"), repeats)  # noqa: B023
        rooms = solve(dungeon, world, "poi", "rooms")
        route = Route(tuple(world.places[p] for p in quick.places or ()))
        assert slow.cost == quick.cost == rooms.cost
        assert check(dungeon, route).valid
        share = 100 * quick.figures.expanded / slow.figures.expanded
        print(
            f"seed {seed}: optimum {quick.cost}; expanded {slow.figures.expanded:,} / "
            f"{rooms.figures.expanded:,} (rooms) / {quick.figures.expanded:,} = {share:.2f} %; "
            f"{slow_time:.2f} s / {quick_time:.4f} s = {slow_time / quick_time:.0f} times faster"
        )
        shown += 1
        if shown == 3:
            return


def many_locks(count: int, generous: bool) -> Mission:
    """A chain of rooms with a side room each: `count` locks, two-way, keys enough or one short."""
    rooms, passages = [], []
    half = count // 2
    for i in range(half + 1):
        rooms.append(Room(f"m{i}", keys=2 if i < half else 0))
        rooms.append(Room(f"s{i}", keys=0))
    if generous:
        rooms[0] = Room("m0", keys=3)
    for i in range(half):
        for one, other in ((f"m{i}", f"m{i + 1}"), (f"m{i}", f"s{i}")):
            passages += [Passage(one, other, True), Passage(other, one, True)]
    passages += [Passage(f"m{half}", f"s{half}"), Passage(f"s{half}", f"m{half}")]
    return Mission(tuple(sorted(rooms, key=lambda r: r.name)), tuple(passages), "m0",
                   (f"m{half}",))  # fmt: skip


def softlocks() -> None:
    """Soft-locks and margins with 120 locks."""
    for generous in (False, True):
        mission = many_locks(120, generous)
        for task in ("softlock", "margin"):
            found: list[Checked] = []
            begun = time.process_time()
            question = Question(
                FAMILY, mission, FAMILY.task(task), Means(engine="clingo"), Limits(seconds=60)
            )
            answer = engines.ask(question, Watch(found.append))
            spent = time.process_time() - begun
            valid = all(each.verdict.valid for each in found)
            told = found[-1].verdict.summary[:60] if found else ""
            print(
                f"120 locks, {'keys enough' if generous else 'keys just enough'}, {task}: "
                f"{answer.status.value} in {spent:.2f} s (valid: {valid}) {told}"
            )


if __name__ == "__main__":
    routes(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
    softlocks()
