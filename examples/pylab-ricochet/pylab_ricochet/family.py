"""What the family offers, each member from the module that has its job."""

from __future__ import annotations

from pylab.family import Family
from pylab_ricochet import format, witness
from pylab_ricochet.check import check
from pylab_ricochet.draw import draw, obstacles, picture
from pylab_ricochet.generate import generate, sample, smaller
from pylab_ricochet.listing import LISTING
from pylab_ricochet.model import Board, Plan
from pylab_ricochet.search import declines, prefers_native, search, unfit
from pylab_ricochet.watch import script

FAMILY: Family[Board, Plan] = Family(
    listing=LISTING,
    adapt=format.adapt,
    read=format.read,
    write=format.write,
    facts=format.facts,
    from_facts=format.from_facts,
    decode=witness.decode,
    encode=witness.TONGUE.encode,
    show=witness.TONGUE.show,
    read_witness=witness.TONGUE.read,
    check=check,
    draw=draw,
    picture=picture,
    generate=generate,
    unfit=unfit,
    search=search,
    declines=declines,
    prefers_native=prefers_native,
    script=script,
    sample=sample,
    smaller=smaller,
    obstacles=obstacles,
)
