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
    from pylab.families.ravensburger.build import (
        certify,
        certify_part,
        check_certificate,
        check_share,
        parts,
    )
    from pylab.families.ravensburger.generate import sample
    from pylab.families.ravensburger.grade import compose, generate
    from pylab.families.ravensburger.obstacles import obstacles
    from pylab.families.ravensburger.search import search
    from pylab.families.ravensburger.smaller import smaller
    from pylab.families.ravensburger.watch import script
else:
    globals().update(
        later(
            __package__,
            build="certify certify_part check_certificate check_share parts",
            generate="sample",
            grade="compose generate",
            obstacles="obstacles",
            search="search",
            smaller="smaller",
            watch="script",
        )
    )

FAMILY: Family[Board, Plan] = Family(
    listing=LISTING,
    adapt=adapt,
    schema=BOARD,
    witness_format=WITNESS_FORMAT,
    check=check,
    pictures=Pictures(
        inks={"[@&]": "hero", r"\*": "goal", "[╹╺┗╻┃┏┣╸┛━┻┓┫┳╋]+": "near", "[↑→↓←]": "move"}
    ),
    generate=generate,
    native=NativeSearch(search, search_unsupported, prefers_native),
    overlays=overlays,
    composing=Composing(compose),
    data=data,
    unfold=unfold,
    script=script,
    costs=Costs(lambda _board, _task, plan: len(plan.pushes)),
    trace=Trace(trace_facts, TRACE),
    certificates=Certificates(certify, check_certificate, check_share, parts, certify_part),
    sample=sample,
    smaller=smaller,
    explaining=Explaining(obstacles=obstacles),
)
