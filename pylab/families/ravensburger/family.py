"""What the family offers, each member from the module that has its job."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pylab.families.ravensburger.check import check
from pylab.families.ravensburger.format import BOARD
from pylab.families.ravensburger.listing import LISTING
from pylab.families.ravensburger.model import Board, Plan
from pylab.families.ravensburger.settings import adapt, overlays, prefers_native, search_unsupported
from pylab.families.ravensburger.trace_facts import TRACE, trace_facts
from pylab.families.ravensburger.witness import WITNESS_FORMAT, data, unfold
from pylab.family.later import later
from pylab.family.parts import (
    Certificates,
    Composing,
    Costs,
    Explaining,
    NativeSearch,
    Pictures,
    Trace,
)
from pylab.family.table import Family

if TYPE_CHECKING:
    from pylab.families.ravensburger import (
        build,
        generate,
        grade,
        obstacles,
        search,
        smaller,
        watch,
    )
else:
    globals().update(later(__package__, "build generate grade obstacles search smaller watch"))

FAMILY: Family[Board, Plan] = Family(
    listing=LISTING,
    adapt=adapt,
    schema=BOARD,
    witness_format=WITNESS_FORMAT,
    check=check,
    pictures=Pictures(
        inks={"[@&]": "hero", r"\*": "goal", "[╹╺┗╻┃┏┣╸┛━┻┓┫┳╋]+": "near", "[↑→↓←]": "move"}
    ),
    generate=grade.generate,
    native=NativeSearch(search.search, search_unsupported, prefers_native),
    overlays=overlays,
    composing=Composing(grade.compose),
    data=data,
    unfold=unfold,
    script=watch.script,
    costs=Costs(lambda _board, _task, plan: len(plan.pushes)),
    trace=Trace(trace_facts, TRACE),
    certificates=Certificates(
        build.certify, build.check_certificate, build.check_share, build.parts, build.certify_part
    ),
    sample=generate.sample,
    smaller=smaller.smaller,
    explaining=Explaining(obstacles=obstacles.obstacles),
)
