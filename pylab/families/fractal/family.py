"""What the family offers, each member from the module that has its job."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from pylab.base.listing import Task
from pylab.families.fractal import format
from pylab.families.fractal.check import check
from pylab.families.fractal.listing import LISTING
from pylab.families.fractal.model import Derivation, Instance, Program, Run, Witness
from pylab.families.fractal.search import prefers_native, search, unsupported
from pylab.families.fractal.settings import adapt, remarks
from pylab.families.fractal.trace_facts import TRACE, trace_facts
from pylab.families.fractal.witness import WITNESS_FORMAT, decode, unfolded
from pylab.family.later import lab_beside, later
from pylab.family.parts import Costs, Explaining, NativeSearch, Pictures, Trace
from pylab.family.schema import ByHand
from pylab.family.table import Family

if TYPE_CHECKING:
    from pylab.families.fractal import (
        draw,
        draw_text,
        generate,
        graphviz,
        membership,
        obstacles,
        pdaaal,
        smaller,
        watch,
    )
else:
    globals().update(
        later(
            __package__,
            "draw draw_text generate graphviz membership obstacles pdaaal smaller watch",
        )
    )


def _by_itself(answer: Witness) -> Witness | None:
    """A run; what is said of all runs is nothing by itself."""
    return answer if isinstance(answer, Run | Program | Derivation) else None


def _measure(_instance: Instance, task: Task, witness: Witness) -> int | None:
    """The moves of a run that is listed, or how many boxes are inside one another at most."""
    if isinstance(witness, Run) and task.name == "moves":
        return len(witness.configurations) - 1
    if isinstance(witness, Run) and task.name == "shallowest":
        return max(len(each.stack) for each in witness.configurations)
    return None


FAMILY: Family[Instance, Witness] = Family(
    listing=LISTING,
    adapt=adapt,
    read=format.read,
    write=format.write,
    schema=ByHand(format.facts, format.from_facts),
    decode=decode,
    witness_format=WITNESS_FORMAT,
    check=check,
    by_itself=_by_itself,
    pictures=Pictures(
        draw.draw, draw_text.picture, {}, draw.draw_step, draw.steps, draw.milestones, flies=True
    ),
    generate=generate.generate,
    costs=Costs(_measure),
    trace=Trace(trace_facts, TRACE),
    unsupported=unsupported,
    native=NativeSearch(search, preferred=prefers_native),
    remarks=remarks,
    exports={
        "lab": format.labyrinth,
        "pds": format.export,
        "moped": format.listing,
        "moped-out": partial(format.listing, out=True),
        "dot": graphviz.dot,
        "pdaaal": pdaaal.reachability,
    },
    answer_exports={"dot": graphviz.dot},
    unfold=unfolded,
    script=watch.script,
    lab=lab_beside(__file__, "answers"),
    laid_out=watch.laid_out,
    membership=membership.membership,
    sample=generate.sample,
    smaller=smaller.smaller,
    explaining=Explaining(obstacles=obstacles.obstacles, repair=obstacles.repair),
)
