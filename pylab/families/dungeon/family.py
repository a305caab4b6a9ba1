"""What the family offers, each member from the module that has its job."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from pylab.base.finding import Finding
from pylab.base.listing import Task
from pylab.families.dungeon import format, settings
from pylab.families.dungeon.check import check
from pylab.families.dungeon.listing import LISTING
from pylab.families.dungeon.model import (
    Alignment,
    Dungeon,
    Instance,
    Mission,
    Priced,
    Route,
    Witness,
)
from pylab.families.dungeon.trace_facts import TRACE, trace_facts
from pylab.families.dungeon.witness import WITNESS_FORMAT, decode
from pylab.family.later import lab_beside, later
from pylab.family.parts import Costs, Explaining, Importing, NativeSearch, Pictures, Trace
from pylab.family.schema import ByHand
from pylab.family.table import Family

if TYPE_CHECKING:
    from pylab.families.dungeon import (
        draw,
        draw_graph,
        draw_text,
        generate,
        importing,
        obstacles,
        search,
        smaller,
        unfolding,
        watch,
    )
else:
    globals().update(
        later(
            __package__,
            "draw draw_graph draw_text generate importing obstacles search smaller unfolding watch",
        )
    )

_WORTH = {
    "margin": "no way of opening doors leaves a smaller margin",
    "guaranteed": "no play can open more doors before it gets into one of these rooms",
    "align": "no alignment matches more",
}


def _worth(task: Task, finding: Finding) -> str:
    if task.name == "minimal-keys" and not finding.at_least:
        keys = finding.costs[0][0] if finding.costs else 0
        return task.steps.refuted(keys) if keys else "no play spends fewer keys"
    return _WORTH.get(task.name, "")


def _by_itself(answer: Witness) -> Witness | None:
    """A play that only reaches the goal; nothing else can be checked without all plays."""
    kept = isinstance(answer, Route | Priced | Alignment)
    return answer if kept else None


def _measure(_instance: Instance, task: Task, witness: Witness) -> int | None:
    """The moves of a route, or what a priced one has paid."""
    if task.name == "priced":
        return witness.paid[-1] if isinstance(witness, Priced) and witness.paid else None
    return len(witness.places) - 1 if isinstance(witness, Route) else None


FAMILY: Family[Instance, Witness] = Family(
    listing=LISTING,
    adapt=settings.adapt,
    read=format.read,
    write=format.write,
    schema=ByHand(format.facts, format.from_facts),
    decode=decode,
    witness_format=WITNESS_FORMAT,
    check=check,
    by_itself=_by_itself,
    pictures=Pictures(
        draw.draw,
        draw_text.picture,
        {
            "@": "hero",
            r"\*+": "move",
            "(?<![A-Za-z])T(?![A-Za-z])|\\(t[^)]*\\)": "goal",
            "X": "warn",
        },
        draw.draw_step,
        draw.steps,
        draw.milestones,
    ),
    generate=generate.generate,
    unsupported=settings.unsupported,
    costs=Costs(_measure, proven=_worth),
    trace=Trace(trace_facts, TRACE),
    native=NativeSearch(search.search, preferred=settings.prefers_native),
    remarks=settings.remarks,
    exports={
        "dungeon": partial(format.written, Dungeon, "dungeon of tiles"),
        "dot": partial(format.written, Mission, "mission graph"),
    },
    answer_exports={"dot": draw.dot},
    data=unfolding.data,
    unfold=unfolding.unfolded,
    script=watch.script,
    laid_out=draw_graph.laid_out,
    lab=lab_beside(__file__, "files"),
    importing=Importing("align", format.gather, importing.assemble, format.is_part),
    sample=generate.sample,
    smaller=smaller.smaller,
    explaining=Explaining(obstacles=obstacles.obstacles, repair=obstacles.repair),
)
