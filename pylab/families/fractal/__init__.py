"""Fractal labyrinths: a walker in a maze that contains copies of itself, a pushdown system."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

from pylab.families.fractal import adapt, format, words
from pylab.families.fractal.check import check
from pylab.families.fractal.draw import dot, draw, draw_step, picture, steps
from pylab.families.fractal.generate import PARAMETERS, generate, sample
from pylab.families.fractal.mend import mend
from pylab.families.fractal.model import Instance, Witness
from pylab.families.fractal.obstacles import obstacles
from pylab.families.fractal.search import membership, prefers_native, search
from pylab.families.fractal.smaller import smaller
from pylab.families.fractal.watch import script
from pylab.family import Family, Task


class Fractal:
    """The family's members, each from the module that has its job."""

    name = "fractal"
    doc = "walk out of a maze that contains copies of itself (a pushdown system)"
    suffixes = (".lab", ".pds")
    vocabulary = format.VOCABULARY
    tasks = (
        Task(
            "escape",
            "can one win: a run, or the proof that there is none",
            "escape.lp",
            native=True,
            below=("", ""),
        ),
        Task(
            "shortest",
            "a run with the fewest corridors, then the fewest moves",
            "shortest.lp",
            native=True,
            below=("no run has fewer than 1 corridor", "no run has fewer than {} corridors"),
        ),
        Task(
            "moves",
            "a run with the fewest moves: corridors, and entering and leaving boxes",
            "moves.lp",
            native=True,
            below=("no run has fewer than 1 move", "no run has fewer than {} moves"),
        ),
        Task(
            "shallowest",
            "a run with the least depth: fewest boxes inside one another",
            "shallowest.lp",
            native=True,
            below=("no run has a depth below 1", "no run has a depth below {}"),
        ),
        Task(
            "exits",
            "the outer locations that can be reached",
            "exits.lp",
            native=True,
            below=("", ""),
        ),
        Task(
            "winning",
            "the automaton of all configurations that win",
            "winning.lp",
            native=True,
            below=("", ""),
        ),
    )
    parameters = PARAMETERS
    options = adapt.OPTIONS

    exports: Mapping[str, Callable[[Instance], str]] = {"lab": format.write, "pds": format.export}

    read = staticmethod(format.read)
    write = staticmethod(format.write)
    facts = staticmethod(format.facts)
    from_facts = staticmethod(format.from_facts)
    decode = staticmethod(words.decode)
    encode = staticmethod(words.encode)
    show = staticmethod(words.show)
    read_witness = staticmethod(words.read_witness)
    check = staticmethod(check)
    search = staticmethod(search)
    prefers_native = staticmethod(prefers_native)
    unfold = staticmethod(words.unfolded)
    membership = staticmethod(membership)
    draw = staticmethod(draw)
    draw_step = staticmethod(draw_step)
    steps = staticmethod(steps)
    picture = staticmethod(picture)
    obstacles = staticmethod(obstacles)
    script = staticmethod(script)
    dot = staticmethod(dot)
    sample = staticmethod(sample)
    smaller = staticmethod(smaller)
    mend = staticmethod(mend)

    def adapt(self, instance: Instance, **options: Any) -> Instance:
        """See `adapt.adapt`."""
        return adapt.adapt(instance, **options)

    def generate(self, rng: random.Random, **parameters: Any) -> Instance:
        """See `generate.generate`."""
        return generate(rng, **parameters)


FAMILY: Family[Instance, Witness] = Fractal()
