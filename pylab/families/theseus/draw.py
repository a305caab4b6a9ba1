"""Pictures of answers that are figures, and of reduced graphs; `scene.lp` draws all others."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from decimal import Decimal
from itertools import pairwise
from typing import Any

import clingo

from pylab.base.words import counted
from pylab.drawing.palette import INK, PAPER, SCALE, WAY
from pylab.drawing.scenes import ScenePicture
from pylab.drawing.svg import Drawing
from pylab.families.theseus.family import FAMILY
from pylab.families.theseus.graph import Reduction, graph_of, reduce
from pylab.families.theseus.model import (
    Count,
    Graph,
    Histogram,
    Log,
    Plan,
    Puzzle,
    Route,
    Statistics,
    Witness,
    mean,
)
from pylab.family.derived import Derived
from pylab.text.facts import Fact, fact


def draw(puzzle: Puzzle, witness: Any) -> Drawing:
    """An SVG document of the labyrinth, with the route; of figures, their histograms.

    The reduced graph of a plan is drawn over it, its doors numbered.
    """
    if isinstance(witness, Count | Statistics):
        return _draw_figures(witness)
    return Derived(FAMILY).draw(*_over(puzzle, witness))


def picture(puzzle: Puzzle, witness: Any) -> str:
    """The same in characters; doors that a route passes are arrows, or `X` if passed both ways."""
    shown = None if isinstance(witness, Count | Statistics) else witness
    return f"{FAMILY.pictured(*_over(puzzle, shown)).text().rstrip()}\n"


def steps(puzzle: Puzzle, witness: Witness | None) -> int:
    """How many steps a route has. Raises ValueError unless the answer is a route."""
    if not isinstance(witness, Route):
        raise ValueError("expected a route, which has steps, found another answer")
    found = _seen(puzzle, witness)
    return found.last if found.frames else witness.length


def draw_step(puzzle: Puzzle, witness: Route, step: int) -> Drawing:
    """The labyrinth with the first steps of a route. Raises ValueError if there are not so many."""
    last, found = steps(puzzle, witness), _seen(puzzle, witness)
    if not 0 <= step <= last:
        raise ValueError(f"expected a step from 0 to {last}, found {step}")
    if found.frames:
        return found.draw(step)
    states = (*witness.states, *(witness.states[:1] if witness.cycle else ()))[: step + 1]
    passed = Route(False, states, witness.lanes[:step], witness.weights[:step])
    return FAMILY.pictured(puzzle, passed).draw()


@functools.lru_cache(maxsize=1)
def _seen(puzzle: Puzzle, witness: Route) -> ScenePicture:
    return FAMILY.pictured(*_over(puzzle, witness))


def _over(puzzle: Puzzle, witness: Any) -> tuple[Puzzle, Any, Sequence[Fact] | None]:
    """The plan in the place of its reduced graph, a route on it, and what is drawn of the graph."""
    floor = puzzle.floor
    plan = floor.over if isinstance(floor, Graph) else floor if isinstance(witness, Log) else None
    if not isinstance(plan, Plan):
        return puzzle, witness, None
    whole = Puzzle(plan, puzzle.rules)
    reduction = reduce(graph_of(whole))
    if isinstance(floor, Graph) and reduction.chains.keys() != {each.key for each in floor.edges}:
        return puzzle, witness, None
    doors = len(plan.openings)
    links = {
        (edge.source % doors, edge.target % doors)
        for chain in reduction.chains.values()
        for edge in chain
    }
    drawn = [fact("numbered", door, number) for number, door in enumerate(reduction.doors)]
    drawn += [fact("link", *each) for each in sorted(links) if each[0] <= each[1]]
    if isinstance(witness, Log):
        paths, cycles = counted(witness.paths.total, "path"), f"{witness.cycles.total} cycles"
        told = f"{witness.states} states, {witness.edges} edges, {paths}, {cycles}"
        drawn.append(fact("caption", clingo.String(told)))
    return whole, _unreduced(reduction, witness), drawn


def _unreduced(reduction: Reduction, witness: Any) -> Any:
    """A route of the reduced graph in the whole one; None for what is no such route."""
    chains = reduction.chains
    if not isinstance(witness, Route) or not chains.keys() >= {*witness.keys}:
        return None
    edges = [edge for key in witness.keys for edge in chains[key]]
    end = () if witness.cycle else (edges[-1].target,)
    states = (*(edge.source for edge in edges), *end)
    return Route(witness.cycle, states, (1,) * len(edges), tuple(e.weight for e in edges))


_COLOUR = SCALE[1]


def _draw_figures(witness: Count | Statistics) -> Drawing:
    """Histograms below one another."""
    if isinstance(witness, Count):
        noun = "cycle" if witness.cycles else "path"
        charts = [(f"{counted(witness.total, noun)} by weight", witness.weights)]
    else:
        doors = f"in the graph of {counted(witness.nodes, 'door')}"
        charts = []
        for summary, noun in ((witness.paths, "path"), (witness.cycles, "cycle")):
            title = counted(summary.total, noun)
            charts.append((f"{title} by length {doors}", summary.lengths))
            charts.append((f"{title} by weight", summary.weights))
    charts = [chart for chart in charts if chart[1]]
    drawing = Drawing(760, 40 + 230 * len(charts), "the labyrinth of Theseus in figures")
    drawing.rect(0, 0, drawing.width, drawing.height, fill=PAPER)
    for index, (title, histogram) in enumerate(charts):
        _draw_chart(drawing, 30 + 230 * index, title, histogram)
    return drawing


def _draw_chart(drawing: Drawing, top: float, title: str, histogram: Histogram) -> None:
    left, width, height = 60.0, 660.0, 150.0
    values = [float(value) for value, _ in histogram]
    low, high = min(values), max(values)
    gap = min((b - a for a, b in pairwise(sorted(set(values)))), default=1.0)
    most = max(1, *(number for _, number in histogram))
    step = width / ((high - low) / gap + 1)
    base = top + 20 + height
    drawing.text(left, top + 8, f"{title}; mean {mean(histogram)}", 15, text_anchor="start")
    drawing.text(left - 8, top + 30, _short(most), 11, text_anchor="end", fill=WAY)
    shown = 0.0
    for value, (_, number) in zip(values, histogram, strict=True):
        x = left + (value - low) / gap * step
        tall = height * (number / most)
        drawing.rect(x + step * 0.08, base - tall, step * 0.84, tall, fill=_COLOUR)
        if x >= shown:
            drawing.text(x + step / 2, base + 15, f"{value:g}", 11, fill=INK)
            shown = x + 34
    drawing.line(left, base, left + width, base, stroke=INK, stroke_width=1)


def _short(number: int) -> str:
    return str(number) if number < 10**7 else f"{Decimal(number):.2g}"
