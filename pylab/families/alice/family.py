"""What the family offers, each member from the module that has its job."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pylab.base.errors import PylabError
from pylab.base.listing import Task
from pylab.families.alice import format, settings, witness
from pylab.families.alice.check import check
from pylab.families.alice.listing import LISTING
from pylab.families.alice.model import (
    Closed,
    Count,
    Design,
    Hint,
    Maze,
    Rivals,
    Route,
    Statistics,
    Tree,
    Unique,
    Witness,
)
from pylab.families.alice.search import prefers_native, search
from pylab.families.alice.trace_facts import TRACE, trace_facts
from pylab.families.alice.witness import WITNESS_FORMAT
from pylab.family.later import lab_beside, later
from pylab.family.parts import Composing, Costs, Explaining, NativeSearch, Pictures, Trace
from pylab.family.schema import ByHand
from pylab.family.table import Family

if TYPE_CHECKING:
    import random

    from pylab.families.alice import draw, generate, obstacles, smaller, tree, watch
else:
    globals().update(later(__package__, "draw generate obstacles smaller tree watch"))


def _compose(rng: random.Random, report: generate.Report, **parameters: Any) -> Maze:
    return generate.generate(rng, report=report, **parameters)


def _merit(maze: Maze) -> str:
    return str(generate.quality(maze))


def _by_itself(answer: Witness) -> Witness | None:
    """A route without the claim that it is a shortest one."""
    match answer:
        case Route(moves):
            return Route(moves)
        case Design():
            return answer
        case Unique() | Rivals() | Closed() | Count() | Hint() | Statistics() | Tree():
            return None


def _dot(_instance: Maze, answer: Witness | None) -> str:
    """A tree as a Graphviz graph. Raises PylabError for other answers."""
    if not isinstance(answer, Tree):
        raise PylabError("only a tree can be drawn as dot; ask for one with --task tree")
    return tree.dot(answer)


def _data(_instance: Maze, answer: Witness) -> Any:
    """An answer for JSON: moves and states by name, a tree nested."""
    return tree.nested(answer) if isinstance(answer, Tree) else witness.data(answer)


def _measure(_maze: Maze, task: Task, answer: Witness) -> int | None:
    """The moves of a route."""
    return len(answer.moves) if task.costs and isinstance(answer, Route | Unique | Rivals) else None


def _counts(_maze: Maze, task: Task) -> str:
    """What is counted where the answer is a number."""
    return "one answer, the number of shortest routes" if task.name == "count" else ""


FAMILY: Family[Maze, Witness] = Family(
    listing=LISTING,
    adapt=settings.adapt,
    read=format.read,
    write=format.write,
    schema=ByHand(format.facts, format.from_facts),
    witness_format=WITNESS_FORMAT,
    check=check,
    by_itself=_by_itself,
    pictures=Pictures(
        draw.draw,
        draw.picture,
        {"@": "hero", r"(?<= )\*(?= )": "goal", r"(?<=\|) *\d[\d …]*(?=\|)": "move"},
        draw.draw_step,
        draw.steps,
    ),
    generate=generate.generate,
    native=NativeSearch(search, preferred=prefers_native),
    answer_exports={"dot": _dot},
    data=_data,
    counts=_counts,
    script=watch.script,
    lab=lab_beside(__file__, "answers files"),
    costs=Costs(_measure),
    trace=Trace(trace_facts, TRACE),
    composing=Composing(_compose, _merit),
    sample=generate.sample,
    smaller=smaller.smaller,
    explaining=Explaining(obstacles=obstacles.obstacles),
)
