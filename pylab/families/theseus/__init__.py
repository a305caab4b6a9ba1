"""The labyrinth of Theseus (D. Wells, H. Hemme): a walker who must turn in every room."""

from __future__ import annotations

import random
from typing import Any, ClassVar

from pylab.families.theseus import export, format
from pylab.families.theseus.check import check
from pylab.families.theseus.draw import draw, draw_step, picture, steps
from pylab.families.theseus.generate import PARAMETERS, generate, sample
from pylab.families.theseus.meaning import counts
from pylab.families.theseus.mend import mend
from pylab.families.theseus.model import Puzzle, Witness
from pylab.families.theseus.obstacles import obstacles
from pylab.families.theseus.search import refute, search
from pylab.families.theseus.smaller import smaller
from pylab.families.theseus.text import show
from pylab.families.theseus.units import cost
from pylab.families.theseus.watch import script
from pylab.families.theseus.witness_facts import encode
from pylab.family import Answer, Family, Task


class Theseus:
    """The family's members, each from the module that has its job."""

    name = "theseus"
    doc = "turn left or right in every room; all paths, all cycles, the shortest, the longest"
    suffixes = (".plan", ".csv")
    vocabulary = format.VOCABULARY
    tasks = (
        Task("paths", "all acyclic paths from start to goal", "paths.lp", 0, native=True),
        Task("cycles", "all distinct cycles", "cycles.lp", 0, native=True),
        Task("shortest", "the lightest paths, all ties", "shortest.lp", 0, native=True),
        Task("longest", "the heaviest paths, all ties", "longest.lp", 0, native=True),
        Task("count", "how many paths, by weight, without walking them", "", native=True),
        Task("count-cycles", "how many cycles, by weight", "", native=True),
        Task("statistics", "all paths and all cycles in figures", "", native=True),
    )
    parameters = PARAMETERS
    options = format.OPTIONS
    exports: ClassVar = {
        "graphml": export.graphml,
        "json": export.json_text,
        "csv": export.edge_list,
    }

    adapt = staticmethod(format.adapt)
    read = staticmethod(format.read)
    write = staticmethod(format.write)
    facts = staticmethod(format.facts)
    from_facts = staticmethod(format.from_facts)
    decode = staticmethod(format.decode)
    encode = staticmethod(encode)
    show = staticmethod(show)
    read_witness = staticmethod(format.read_witness)
    check = staticmethod(check)
    draw = staticmethod(draw)
    draw_step = staticmethod(draw_step)
    steps = staticmethod(steps)
    picture = staticmethod(picture)
    obstacles = staticmethod(obstacles)
    sample = staticmethod(sample)
    smaller = staticmethod(smaller)
    mend = staticmethod(mend)
    script = staticmethod(script)
    search = staticmethod(search)
    refute = staticmethod(refute)
    counts = staticmethod(counts)
    cost = staticmethod(cost)
    data = staticmethod(export.data)
    csv_row = staticmethod(export.csv_row)

    def worth(self, _task: Task, answer: Answer) -> str:
        """What it means that a path is optimal."""
        return "no path is " + ("heavier" if (answer.cost or 0) < 0 else "lighter")

    def generate(self, rng: random.Random, **parameters: Any) -> Puzzle:
        """See `generate.generate`."""
        return generate(rng, **parameters)


FAMILY: Family[Puzzle, Witness] = Theseus()
