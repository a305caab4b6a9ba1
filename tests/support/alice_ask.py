"""Questions put to Alice mazes by either engine, random mazes, and a plain search to compare with.

The search shares nothing with the family but the maze's data.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from projects import real

from pylab.base import resources
from pylab.base.errors import LimitReached
from pylab.base.finding import Finding
from pylab.base.limits import Patience
from pylab.base.listing import Task
from pylab.encoding import program as encoding
from pylab.engines import driver
from pylab.families.alice.family import FAMILY
from pylab.families.alice.format import read
from pylab.families.alice.model import Maze
from pylab.text.source import Source

ROOT = Path(__file__).parents[2]

STEPS = {"n": (0, -1), "ne": (1, -1), "e": (1, 0), "se": (1, 1)}
STEPS |= {"s": (0, 1), "sw": (-1, 1), "w": (-1, 0), "nw": (-1, -1)}

EXAMPLE = """3 3
#,r,e_se_s !,, #,y,sw
#,b,n #,b,n #,b,sw
?,b,n_e #,b,e #,b,n
"""

State = tuple[int, int, int]


def maze(text: str, **options: Any) -> Maze:
    """The maze of a text, under options."""
    return FAMILY.adapt(read(Source("maze.alice", text)), **options)


def shared(name: str) -> Maze:
    """A real maze; skips the test where they are not at hand."""
    return read(Source(name, real("alice", name).read_text(encoding="utf-8")))


@dataclass
class Listener:
    """A watch that collects witnesses, and stops a search after some calls if told to."""

    witnesses: list[Any] = field(default_factory=list)
    calls: int = 0
    patience: int | None = None

    def found(self, witness: Any) -> None:
        self.witnesses.append(witness)

    def progress(self, **figures: int) -> None:
        self.calls += 1
        if self.patience is not None and self.calls > self.patience:
            raise LimitReached("patience")


def native(instance: Maze, name: str, models: int | None = None) -> tuple[Finding, list[Any]]:
    """The native engine's answer and witnesses."""
    task = FAMILY.task(name)
    listener = Listener()
    search = FAMILY.native.search  # type: ignore[attr-defined]
    answer = search(instance, task, listener, task.models if models is None else models)
    return answer, listener.witnesses


@cache
def program(entry: str, *overlays: str) -> encoding.Encoding:
    """An entry file with overlays, by their paths in the family's folder."""
    folder = resources.encodings("alice")
    return encoding.load(folder / entry, [folder / overlay for overlay in overlays])


def clingo(
    instance: Maze,
    name: str,
    overlays: Sequence[str] = (),
    models: int | None = None,
    **constants: str,
) -> tuple[Finding, list[Any]]:
    """clingo's finding and witnesses; it must have nothing to warn of."""
    task: Task = FAMILY.task(name)
    found: list[Any] = []
    finding = driver.run(
        driver.ClingoProgram(
            encoding=program(task.encoding, *overlays),
            facts=FAMILY.facts(instance),
            constants=constants,
            options=["--warn=all"],
        ),
        Patience(60),
        models=task.models if models is None else models,
        take=lambda symbols: found.append(FAMILY.decode(instance, task, symbols)),
    )
    assert not finding.messages, "".join(finding.messages)
    return finding, found


@dataclass
class Plain:
    """All that can be reached, by a queue of tuples."""

    distance: dict[State, int]
    onward: dict[State, list[State]]
    goals: list[State]
    maze: Maze

    @property
    def length(self) -> int | None:
        return min((self.distance[goal] for goal in self.goals), default=None)

    def routes(self) -> list[tuple[State, ...]]:
        """All shortest routes, as the states they come into."""
        found: list[tuple[State, ...]] = []
        if self.length is None:
            return found
        first = next(iter(self.distance))
        pending: list[tuple[State, ...]] = [(first,)]
        while pending:
            path = pending.pop()
            if len(path) - 1 == self.length:
                found += [path[1:]] if path[-1] in self.goals else []
            else:
                pending += [
                    (*path, s) for s in self.onward[path[-1]] if self.distance[s] == len(path)
                ]
        return sorted(found)

    def statistics(self) -> dict[str, int]:
        live = set(self.goals)
        grown = True
        while grown:
            grown = False
            for state, following in self.onward.items():
                if state not in live and any(s in live for s in following):
                    live.add(state)
                    grown = True
        going = {s: n for s, n in self.onward.items() if s not in self.goals}
        return {
            "states": len(self.distance),
            "goals": len(self.goals),
            "moves": sum(map(len, self.onward.values())),
            "dead": sum(not following for following in going.values()),
            "hopeless": len(self.distance) - len(live),
            "forks": sum(len(following) > 1 for following in going.values()),
            "largest": max(d for _, _, d in self.distance),
            **self._trails(live),
        }

    def _trails(self, live: set[State]) -> dict[str, int]:
        """False trails, their lengths by relaxing until nothing gets shorter."""
        plain = [s for s in self.maze.squares() if s != self.maze.goal]
        inside = [(s, t) for s, following in self.onward.items() for t in following]
        wrong = [(s, t) for s, t in inside if s in live and t not in live]
        behind: dict[State, int] = {}
        shorter = [(t, 1) for _, t in wrong]
        while shorter:
            behind.update((s, n) for s, n in shorter)
            far = len(inside) + 2
            onward = [(t, behind[s] + 1) for s, t in inside if s in behind]
            shorter = [(t, n) for t, n in onward if behind.get(t, far) > n]
        return {
            "squares": sum(not self.maze.is_blank(s) for s in plain),
            "arrows": sum(len(self.maze.arrows_of(s)) for s in plain),
            "wrong": len(wrong),
            "late": max(behind.values(), default=0),
        }


def plain(instance: Maze) -> Plain:
    """Walk everywhere."""
    first: State = tuple(instance.first)  # type: ignore[assignment]
    result = Plain({first: 0}, {}, [], instance)
    queue = deque([first])
    while queue:
        x, y, d = state = queue.popleft()
        onward: list[State] = []
        if (x, y) != instance.goal and (d > 0 or instance.backwards):
            for name in instance.arrows_of((x, y)):
                to = (x + STEPS[name][0] * d, y + STEPS[name][1] * d)
                if not (0 <= to[0] < instance.width and 0 <= to[1] < instance.height):
                    continue
                bare = not instance.arrows_of(to) and instance.colour_of(to) == "white"
                if bare and to not in (instance.start, instance.goal):
                    continue
                colour = instance.colour_of((x, y) if instance.departure else to)
                after = d + (colour == "red") - (colour == "yellow")
                if (*to, after) not in onward:
                    onward.append((*to, after))
        result.onward[state] = onward
        for each in onward:
            if each not in result.distance:
                result.distance[each] = result.distance[state] + 1
                queue.append(each)
                if each[:2] == instance.goal:
                    result.goals.append(each)
    return result


def random_maze(rng: random.Random, largest: int = 8, options: bool = True) -> Maze:
    """A maze of up to so many rows and columns, often with blanks, under any rules."""
    width, height = rng.randint(1, largest), rng.randint(1, largest)
    if width * height == 1:
        width = 2
    size = width * height
    most = rng.choice((1, 1.7, 3, 5))
    blanks, colours = rng.choice((0, 0.1, 0.3)), rng.choice((0.1, 0.3, 0.6))
    arrows, painted = bytearray(size), bytearray(size)
    for i in range(size):
        if rng.random() >= blanks:
            for _ in range(max(0, round(rng.gauss(most, 0.8)))):
                arrows[i] |= 1 << rng.randrange(8)
            painted[i] = rng.choice((2, 3)) if rng.random() < colours else rng.choice((0, 1))
    start, goal = rng.sample(range(size), 2)
    return Maze(
        width,
        height,
        (start % width, start // width),
        (goal % width, goal // width),
        bytes(arrows),
        bytes(painted),
        departure=options and rng.random() < 0.3,
        backwards=options and rng.random() < 0.3,
    )
