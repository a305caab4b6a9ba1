"""What the family offers, each member from the module that has its job."""

from __future__ import annotations

from pylab.facts import write_facts
from pylab.family import Family
from pylab_ricochet import draw, format, generate, search, witness
from pylab_ricochet.check import check
from pylab_ricochet.listing import LISTING
from pylab_ricochet.model import Board, Plan
from pylab_ricochet.watch import script

FAMILY: Family[Board, Plan] = Family(
    listing=LISTING,
    adapt=format.adapt,
    read=format.read,
    write=lambda board: write_facts(format.facts(board)),
    facts=format.facts,
    from_facts=format.from_facts,
    decode=witness.decode,
    tongue=witness.TONGUE,
    check=check,
    draw=draw.draw,
    picture=draw.picture,
    generate=generate.generate,
    unfit=search.unfit,
    search=search.search,
    declines=search.declines,
    prefers_native=search.prefers_native,
    script=script,
    sample=generate.sample,
    smaller=generate.smaller,
    obstacles=draw.obstacles,
)
