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
    from pylab.families.theseus.draw import draw, draw_step, picture, steps
    from pylab.families.theseus.export import csv_row, data, dot, edge_list, graphml, json_text
    from pylab.families.theseus.generate import generate, sample
    from pylab.families.theseus.obstacles import obstacles, repair
    from pylab.families.theseus.smaller import smaller
    from pylab.families.theseus.watch import script
else:
    globals().update(
        later(
            __package__,
            draw="draw draw_step picture steps",
            export="csv_row data dot edge_list graphml json_text",
            generate="generate sample",
            obstacles="obstacles repair",
            smaller="smaller",
            watch="script",
        )
    )


def _worth(task: Task, _finding: Finding) -> str:
    return "no path is " + ("heavier" if task.name == "longest" else "lighter")


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
        draw,
        picture,
        {r"[\^>v<X](?=[-|+ ]|$)": "move", r"(?<=-)S(?=-)": "hero", r"(?<=-)G(?=-)": "goal"},
        draw_step,
        steps,
    ),
    generate=generate,
    costs=Costs(_measure, cost, _worth),
    trace=Trace(trace_facts, TRACE),
    unsupported=unsupported,
    native=NativeSearch(search, preferred=prefers_native, refute=refute),
    counts=counts,
    exports={
        "graphml": graphml,
        "json": json_text,
        "csv": edge_list,
        "dot": dot,
    },
    answer_exports={"dot": dot, "csv": csv_row},
    data=data,
    script=script,
    sample=sample,
    smaller=smaller,
    explaining=Explaining(obstacles=obstacles, repair=repair),
)
