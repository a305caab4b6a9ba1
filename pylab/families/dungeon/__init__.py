"""Dungeons with keys, bombs and items: cheapest routes, and proofs that nobody gets locked out."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pylab.families.dungeon import format, importing, plays, settings, words
from pylab.families.dungeon.check import check
from pylab.families.dungeon.draw import dot, draw, draw_step, picture, steps
from pylab.families.dungeon.generate import PARAMETERS, generate, sample
from pylab.families.dungeon.mend import mend
from pylab.families.dungeon.model import Instance, Witness
from pylab.families.dungeon.obstacles import obstacles
from pylab.families.dungeon.search import prefers_native, search
from pylab.families.dungeon.smaller import smaller
from pylab.families.dungeon.watch import script
from pylab.family import Answer, Family, Task
from pylab.source import Source

_BELOW = ("no route has fewer than 1 step", "no route has fewer than {} steps")
_WORTH = {
    "margin": "no way of opening doors leaves a smaller margin",
    "guaranteed": "no more doors can be opened before any of these rooms",
    "align": "no alignment matches more",
}
_KEYS = ("no play opens fewer than 1 lock", "no play opens fewer than {} locks")


class DungeonFamily:
    """The family's members, each from the module that has its job."""

    name = "dungeon"
    doc = "a hero with keys, bombs and items: cheapest routes, and can she get locked out"
    suffixes = (".dungeon", ".dot")
    vocabulary = format.VOCABULARY
    tasks = (
        Task("solve", "a cheapest route to the goal", "solve.lp", 1, True, _BELOW),
        Task("softlock", "a play that gets stuck, or proof of none", "softlock.lp", 1, True),
        Task("margin", "the key margin, and the wrong doors", "margin.lp", 1, True),
        Task("guaranteed", "keys that let one into each room", "guaranteed.lp", 1, True),
        Task("minimal-keys", "a play that opens few locks", "minimal-keys.lp", 1, True, _KEYS),
        Task("statistics", "figures of all plays", "statistics.lp", 1, True, ("", "")),
        Task("align", "which room of a map is which of a graph", "align.lp"),
    )
    parameters = PARAMETERS
    options = settings.OPTIONS
    import_task = "align"

    exports: Mapping[str, Callable[[Instance], str]] = {
        "dungeon": importing.as_dungeon,
        "dot": importing.as_graph,
    }

    read = staticmethod(format.read)
    write = staticmethod(format.write)
    facts = staticmethod(format.facts)
    from_facts = staticmethod(format.from_facts)
    decode = staticmethod(plays.decode)
    encode = staticmethod(words.encode)
    show = staticmethod(words.show)
    read_witness = staticmethod(words.read_witness)
    check = staticmethod(check)
    search = staticmethod(search)
    prefers_native = staticmethod(prefers_native)
    remarks = staticmethod(settings.remarks)
    draw = staticmethod(draw)
    draw_step = staticmethod(draw_step)
    steps = staticmethod(steps)
    picture = staticmethod(picture)
    obstacles = staticmethod(obstacles)
    sample = staticmethod(sample)
    smaller = staticmethod(smaller)
    script = staticmethod(script)
    mend = staticmethod(mend)
    refute = staticmethod(settings.refuse)  # no certificate, but nones of what was never asked
    dot = staticmethod(dot)

    def adapt(self, instance: Instance, **options: Any) -> Instance:
        """See `settings.adapt`."""
        return settings.adapt(instance, **options)

    def generate(self, rng: random.Random, **parameters: Any) -> Instance:
        """See `generate.generate`."""
        return generate(rng, **parameters)

    def worth(self, task: Task, _answer: Answer) -> str:
        """What it means that an answer is optimal."""
        return _WORTH.get(task.name, "")

    def gather(self, sources: Sequence[Source]) -> Instance:
        """A room map and a mission graph as a survey, to be aligned."""
        return format.gather(sources)

    def assemble(self, survey: Instance, witness: Witness) -> Instance:
        """The dungeon of tiles that a survey and its alignment make."""
        return importing.assemble(survey, witness)


FAMILY: Family[Instance, Witness] = DungeonFamily()
