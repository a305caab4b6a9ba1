"""What the family offers, each member from the module that has its job."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pylab.base.finding import Finding, Number
from pylab.base.listing import Task
from pylab.families.theseus import format
from pylab.families.theseus.check import check
from pylab.families.theseus.listing import LISTING
from pylab.families.theseus.meaning import counts
from pylab.families.theseus.model import Puzzle, Route, Witness
from pylab.families.theseus.search import prefers_native, refute, search, unsupported
from pylab.families.theseus.trace_facts import TRACE, trace_facts
from pylab.families.theseus.units import cost
from pylab.families.theseus.witness import WITNESS_FORMAT, decode
from pylab.family.later import later
from pylab.family.parts import Costs, Explaining, NativeSearch, Pictures, Trace
from pylab.family.schema import ByHand
from pylab.family.table import Family

if TYPE_CHECKING:
    from pylab.families.theseus import draw, export, generate, obstacles, smaller, watch
else:
    globals().update(later(__package__, "draw export generate obstacles smaller watch"))


def _worth(task: Task, _finding: Finding) -> str:
    return "no path is " + ("heavier" if task.name == "longest" else "lighter")


def _text(_task: Task, cost: Number) -> str:
    return f"weight {abs(cost)}"


def _measure(_puzzle: Puzzle, task: Task, witness: Witness) -> Number | None:
    """The weight of a path, below zero where the heaviest is wanted."""
    if task.name not in ("shortest", "longest") or not isinstance(witness, Route):
        return None
    if not witness.weights:
        return None
    weight = witness.weight if task.name == "shortest" else -witness.weight
    return int(weight) if weight == int(weight) else float(weight)


FAMILY: Family[Puzzle, Witness] = Family(
    listing=LISTING,
    adapt=format.adapt,
    read=format.read,
    write=format.write,
    schema=ByHand(format.facts, format.from_facts),
    decode=decode,
    witness_format=WITNESS_FORMAT,
    check=check,
    pictures=Pictures(
        draw.draw,
        draw.picture,
        {r"[\^>v<X](?=[-|+ ]|$)": "move", r"@|(?<=-)S(?=-)": "hero", r"(?<=-)G(?=-)": "goal"},
        draw.draw_step,
        draw.steps,
    ),
    generate=generate.generate,
    costs=Costs(_measure, cost, _worth, _text),
    trace=Trace(trace_facts, TRACE),
    unsupported=unsupported,
    native=NativeSearch(search, preferred=prefers_native, refute=refute),
    counts=counts,
    exports={
        "graphml": export.graphml,
        "json": export.json_text,
        "csv": export.edge_list,
        "dot": export.dot,
    },
    answer_exports={"dot": export.dot, "csv": export.csv_row},
    data=export.data,
    script=watch.script,
    sample=generate.sample,
    smaller=smaller.smaller,
    explaining=Explaining(obstacles=obstacles.obstacles, repair=obstacles.repair),
)
