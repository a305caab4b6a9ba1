"""What the family offers, each member from the module that has its job."""

from pylab.family.later import later
from pylab.family.parts import Costs, Explaining, NativeSearch
from pylab.family.table import Family
from pylab_ricochet import format, generate, search
from pylab_ricochet.check import check, replay
from pylab_ricochet.listing import LISTING
from pylab_ricochet.model import Board, Plan

FAMILY: Family[Board, Plan] = Family(
    listing=LISTING,
    schema=format.BOARD,
    witness_format=format.WITNESS_FORMAT,
    check=check,
    generate=generate.generate,
    native=NativeSearch(search.search, preferred=search.prefers_native),
    costs=Costs(lambda _board, _task, plan: len(plan.moves)),
    stages=replay,
    script=later(__package__, "watch")["watch"].script,
    sample=generate.sample,
    explaining=Explaining(
        {"length": "moves are at most {}", "barrier": "there is a barrier {2} of ({0},{1})"}
    ),
)
