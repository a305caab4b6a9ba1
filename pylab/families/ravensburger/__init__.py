"""The Ravensburger labyrinth of the ASP Competition: push rows and columns, walk to the goal."""

from __future__ import annotations

import random
from typing import Any

from pylab.families.ravensburger import format
from pylab.families.ravensburger.certificate import certify
from pylab.families.ravensburger.certificate_check import check_certificate
from pylab.families.ravensburger.check import check
from pylab.families.ravensburger.draw import draw, draw_step, picture, steps
from pylab.families.ravensburger.generate import PARAMETERS, generate, sample
from pylab.families.ravensburger.model import Board, Plan
from pylab.families.ravensburger.obstacles import obstacles
from pylab.families.ravensburger.propagator import propagator
from pylab.families.ravensburger.search import prefers_native, search
from pylab.families.ravensburger.settings import OPTIONS, adapt, overlays
from pylab.families.ravensburger.smaller import smaller
from pylab.families.ravensburger.watch import script
from pylab.family import Family, Task

_BELOW = ("no plan with fewer than 1 push", "no plan with fewer than {} pushes")


class Ravensburger:
    """The family's members, each from the module that has its job."""

    name = "ravensburger"
    doc = "push rows and columns of the board, then walk to the goal (ASP Competition)"
    suffixes = (".lp", ".asp")
    vocabulary = format.VOCABULARY
    tasks = (
        Task("plan", "any plan of at most max_steps pushes", "plan.lp", native=True),
        Task(
            "shortest",
            "a plan with the fewest pushes, proven",
            "shortest.lp",
            native=True,
            below=_BELOW,
        ),
        Task(
            "all",
            "all plans with the fewest pushes (or -c length=K)",
            "all.lp",
            models=0,
            native=True,
            below=_BELOW,
        ),
    )
    parameters = PARAMETERS
    options = OPTIONS

    adapt = staticmethod(adapt)
    overlays = staticmethod(overlays)
    read = staticmethod(format.read)
    write = staticmethod(format.write)
    facts = staticmethod(format.facts)
    from_facts = staticmethod(format.from_facts)
    decode = staticmethod(format.decode)
    encode = staticmethod(format.encode)
    show = staticmethod(format.show)
    read_witness = staticmethod(format.read_witness)
    check = staticmethod(check)
    draw = staticmethod(draw)
    draw_step = staticmethod(draw_step)
    steps = staticmethod(steps)
    picture = staticmethod(picture)
    obstacles = staticmethod(obstacles)
    search = staticmethod(search)
    prefers_native = staticmethod(prefers_native)
    propagator = staticmethod(propagator)
    certify = staticmethod(certify)
    check_certificate = staticmethod(check_certificate)
    sample = staticmethod(sample)
    smaller = staticmethod(smaller)
    script = staticmethod(script)

    def generate(self, rng: random.Random, **parameters: Any) -> Board:
        """See `generate.generate`."""
        return generate(rng, **parameters)


FAMILY: Family[Board, Plan] = Ravensburger()
