"""Robert Abbott's Alice mazes: follow arrows, whose colours make the moves longer and shorter."""

from __future__ import annotations

import random
from typing import Any

from pylab.errors import PylabError
from pylab.families.alice import format, settings, witness
from pylab.families.alice.check import check
from pylab.families.alice.draw import draw, draw_step, picture, steps
from pylab.families.alice.generate import PARAMETERS, Report, generate, merit, sample
from pylab.families.alice.model import Maze, Tree, Witness
from pylab.families.alice.obstacles import obstacles
from pylab.families.alice.search import search
from pylab.families.alice.smaller import smaller
from pylab.families.alice.tree import dot, nested
from pylab.families.alice.watch import script
from pylab.family import Family, Task

_BELOW = ("no route has fewer than 1 move", "no route has fewer than {} moves")


_LARGE = 900
"""The most squares that are left to clingo unless somebody asks for it."""


class Alice:
    """The family's members, each from the module that has its job."""

    name = "alice"
    doc = "follow arrows whose colours make the moves longer and shorter (Robert Abbott)"
    suffixes = (".alice",)
    vocabulary = format.VOCABULARY
    tasks = (
        Task("shortest", "a route with the fewest moves", "shortest.lp", 1, True, _BELOW),
        Task("all", "all routes with the fewest moves", "all.lp", 0, True, _BELOW),
        Task("count", "how many routes with the fewest moves", "count.lp", 1, True, _BELOW),
        Task("unique", "is there just one shortest route", "unique.lp", 1, True, _BELOW),
        Task("statistics", "figures of all that can be reached", "statistics.lp", 1, True),
        Task("hint", "how to go on, by the shortest way", "hint.lp", 1, True, _BELOW),
        Task("tree", "all routes as a tree, breadth first", "tree.lp", 1, True, ("", "")),
        Task(
            "plan",
            "a route under side constraints, at most -c longest=100",
            "plan.lp",
            1,
            False,
            _BELOW,
        ),
        Task("design", "arrows for a shortest route of -c length=N", "design.lp", 1, False),
    )
    parameters = PARAMETERS
    options = settings.OPTIONS

    def adapt(self, instance: Maze, **options: Any) -> Maze:
        """See `settings.adapt`."""
        return settings.adapt(instance, **options)

    def prefers_native(self, instance: Maze, task: Task) -> str:
        """Why clingo would be slow here."""
        squares = instance.width * instance.height
        if task.native and squares > _LARGE:
            return f"clingo is slow on {squares:,} squares"
        return ""

    def generate(self, rng: random.Random, **parameters: Any) -> Maze:
        """See `generate.generate`."""
        return generate(rng, **parameters)

    def compose(self, rng: random.Random, report: Report, **parameters: Any) -> Maze:
        """See `generate.generate`."""
        return generate(rng, report=report, **parameters)

    def merit(self, maze: Maze) -> str:
        """See `generate.merit`."""
        return str(merit(maze))

    read = staticmethod(format.read)
    facts = staticmethod(format.facts)
    from_facts = staticmethod(format.from_facts)
    write = staticmethod(format.write)
    decode = staticmethod(witness.decode)
    encode = staticmethod(witness.encode)
    show = staticmethod(witness.show)
    read_witness = staticmethod(witness.read_witness)
    check = staticmethod(check)
    search = staticmethod(search)
    draw = staticmethod(draw)
    draw_step = staticmethod(draw_step)
    steps = staticmethod(steps)
    picture = staticmethod(picture)
    obstacles = staticmethod(obstacles)
    sample = staticmethod(sample)
    smaller = staticmethod(smaller)
    script = staticmethod(script)

    def dot(self, _instance: Maze, answer: Witness) -> str:
        """A tree as a Graphviz graph. Raises PylabError for other answers."""
        if not isinstance(answer, Tree):
            raise PylabError("only a tree can be drawn as dot; ask for one with --task tree")
        return dot(answer)

    def data(self, _instance: Maze, answer: Witness) -> Any:
        """An answer for JSON: moves and states by name, a tree nested."""
        return nested(answer) if isinstance(answer, Tree) else witness.data(answer)


FAMILY: Family[Maze, Witness] = Alice()
