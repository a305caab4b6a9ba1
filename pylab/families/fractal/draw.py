"""Labyrinths and their runs as pictures, which `scene.lp` draws, and their steps.

A corridor that a run takes is coloured by the depth at which it does, once for each depth. Of a
straight-line program, the least depth of each part is drawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice, pairwise

import clingo

from pylab.base.words import counted
from pylab.drawing.palette import INK, PAPER, SCALE
from pylab.drawing.scenes import ScenePicture
from pylab.drawing.strip import explained
from pylab.drawing.svg import Drawing
from pylab.families.fractal.draw_text import reached_in, size_of, title_of
from pylab.families.fractal.family import FAMILY
from pylab.families.fractal.layout import Layout, Point, hub_name, layout, stretches
from pylab.families.fractal.model import (
    START,
    Automaton,
    Derivation,
    Exits,
    Instance,
    Labyrinth,
    Program,
    Pushdown,
    Reason,
    Run,
    Witness,
    arrow,
    behind,
    place_of,
)
from pylab.families.fractal.obstacles import Obstacles
from pylab.families.fractal.program import listed
from pylab.families.fractal.saturation import saturation
from pylab.family.walks import reach
from pylab.text.facts import Fact, Quoted, fact

_LONGEST = 5
"""The longest name of an outer location that is drawn; others are numbered, with a legend."""

_MOST = 400
"""The most locations that are drawn."""

_APART = 5
"""The distance of lines side by side, in parts of the frame."""

Used = dict[tuple[str, str], set[int]]
"""The corridors that a run takes, by their two ends, and the depths at which it does."""


def draw(instance: Instance, witness: Witness | Obstacles | None) -> Drawing:
    """A labyrinth as a picture, with what is said of it.

    Of a pushdown system, and of labyrinths too large to be seen, it just says what they are.
    """
    if isinstance(instance, Pushdown):
        return _card(
            f"A pushdown system of {counted(len(instance.rules), 'rule')}", instance, witness
        )
    if len(instance.locations()) > _MOST:
        return _card(f"A labyrinth of {size_of(instance)}: too large to draw", instance, witness)
    near = f"{'from here the goal ' if isinstance(witness, Automaton) else ''}can be reached"
    told = [fact("nearby", clingo.String(near))]
    if isinstance(witness, Run) and witness.configurations:
        end = witness.configurations[-1].location
        words = f"a run of {counted(len(witness.configurations) - 1, 'move')}, which ends at {end}"
        told += [fact("caption", clingo.String(words)), fact("ending", Quoted(end))]
    return _explained(pictured(instance, witness, told), witness)


def _explained(shown: ScenePicture, witness: Witness | Obstacles | None) -> Drawing:
    """The drawing with a legend."""
    drawing = shown.draw()
    if isinstance(witness, Obstacles):
        return explained(drawing, witness.words, [("dots", "locations that no corridor joins")])
    depths = sorted(set().union(*_used(witness).values()))[:12]
    return explained(drawing, (), [(_mark(d), f"depth {d}") for d in depths]) if depths else drawing


def _mark(depth: int) -> Drawing:
    """A corridor that a run takes at this depth, for a legend."""
    mark = Drawing(24, 12, "")
    dashes = "6 4" if depth % 2 else None
    mark.line(
        0, 6, 24, 6, stroke=SCALE[depth % len(SCALE)], stroke_width=3, stroke_dasharray=dashes
    )
    return mark


def pictured(
    labyrinth: Labyrinth,
    witness: Witness | Obstacles | None = None,
    more: Iterable[Fact] = (),
    page: bool = False,
) -> ScenePicture:
    """What `scene.lp` makes of a labyrinth and an answer, laid out."""
    plan = layout(labyrinth)
    told = [*places(plan), *_taken(labyrinth, plan, _used(witness)), *more]
    told += [fact("near", Quoted(name)) for name in sorted(reached_in(labyrinth, witness))]
    if isinstance(witness, Obstacles):
        told += [fact("missing", *map(Quoted, pair)) for pair in witness.pairs()]
    long = (name for name in labyrinth.outer() if len(name) > _LONGEST)
    told += [fact("short", Quoted(name), Quoted(f"#{n}")) for n, name in enumerate(long, 1)]
    return FAMILY.pictured(labyrinth, page=page, more=told)


def places(plan: Layout) -> Iterator[Fact]:
    """Locations, boxes, hubs and bends, in a frame that is 1000 wide."""
    for name, point in plan.points.items():
        yield fact("spot", Quoted(name), *_parts(*point))
    for box, each in plan.boxes.items():
        yield fact("cell", Quoted(box), *_parts(each.x, each.y, each.side))
    for index, point in plan.hubs.items():
        yield fact("hub", index + 1, *_parts(*point))
    for (origin, target), way in plan.ways.items():
        for index, point in enumerate(way[1:-1], 1):
            yield fact("bend", Quoted(origin), _end(plan, target), index, *_parts(*point))


def at(point: Point) -> Point:
    """Where a point of the layout is drawn, in pixels."""
    return 8 * point[0], 8 * point[1]


def _parts(*lengths: float) -> list[int]:
    return [round(10 * each) for each in lengths]


def _end(plan: Layout, target: str) -> int | Quoted:
    """What the end of a way is called: a location, or the number of a corridor."""
    hubs = {hub_name(number): number for number in plan.hubs}
    return hubs[target] + 1 if target in hubs else Quoted(target)


def _taken(labyrinth: Labyrinth, plan: Layout, used: Used) -> Iterator[Fact]:
    """The ways that are taken, at which depths, and their colours."""
    taken: Used = {}
    for ends, depths in used.items():
        for pair in stretches(labyrinth, plan, *ends):
            taken.setdefault(pair, set()).update(depths)
    for (origin, target), depths in taken.items():
        for index, depth in enumerate(sorted(depths)):
            aside = (2 * index - len(depths) + 1) * _APART // 2
            yield fact("taken", Quoted(origin), _end(plan, target), depth, aside)
    for depth in set().union(*taken.values()):
        yield fact("tint", depth, Quoted(SCALE[depth % len(SCALE)]))


def draw_step(instance: Instance, witness: Witness, step: int) -> Drawing:
    """The labyrinth with the first moves of a run, or what wins after the first transitions.

    Raises ValueError if there are not so many.
    """
    last = steps(instance, witness)
    if not 0 <= step <= last:
        raise ValueError(f"expected a step from 0 to {last}, found {step}")
    if isinstance(witness, Automaton) and isinstance(instance, Labyrinth):
        added = list(islice(saturation(instance), step))
        so_far: Witness = Automaton(tuple(each.transition for each in added))
        how = "".join(f": {arrow(each.transition)}, {each.words()}" for each in added[-1:])
        words, now = f"step {step} of {last}{how}", list[Fact]()
    else:
        visited = _listed(instance, witness).configurations
        so_far, here = Run(visited[: step + 1]), visited[step]
        within = f"in {' in '.join(reversed(here.stack))}" if here.stack else "outside of all boxes"
        words = f"{'start' if not step else f'step {step} of {last}'}: at {here.location}, {within}"
        now = [fact("now", Quoted(here.location))]
    if isinstance(instance, Pushdown) or len(instance.locations()) > _MOST:
        return draw(instance, so_far)
    words = words if len(words) <= _WORDS else f"{words[: _WORDS - 1]}…"
    caption = fact("caption", clingo.String(words))
    return _explained(pictured(instance, so_far, [caption, *now]), so_far)


_WORDS = 80
"""The most characters of what is said of a step."""


def milestones(instance: Instance, witness: Witness | None) -> list[int]:
    """The moves of a run after which one is in another box, the first and the last one.

    Of an automaton, the transitions by which one more location wins in no box.
    """
    if isinstance(witness, Automaton) and isinstance(instance, Labyrinth):
        made, found = [each.transition for each in saturation(instance)], [0]
        for number, each in enumerate(made, 1):
            if number == len(made) or reached_in(instance, Automaton((each,))):
                found.append(number)
        return found
    stacks = [each.stack for each in _listed(instance, witness).configurations]
    ends = (0, len(stacks) - 1)
    return [n for n, stack in enumerate(stacks) if n in ends or stack != stacks[n - 1]]


def steps(instance: Instance, witness: Witness | None) -> int:
    """How many moves a run has, or how many transitions are added.

    Raises ValueError for another answer, or one that is too long.
    """
    if isinstance(witness, Automaton) and isinstance(instance, Labyrinth):
        return witness.count
    return len(_listed(instance, witness).configurations) - 1


def _listed(instance: Instance, witness: Witness | None) -> Run:
    run = listed(instance, witness) if isinstance(witness, Program | Derivation) else witness
    if not isinstance(run, Run):
        raise ValueError("expected a run that can be listed, found another answer")
    if not run.configurations:
        raise ValueError("expected a run with at least one configuration, found an empty one")
    return run


def _card(title: str, instance: Instance, witness: Witness | Obstacles | None) -> Drawing:
    """Words instead of a picture; also that the answer is not in it."""
    width = 720
    drawing = Drawing(width, 110, "a fractal labyrinth", title_of(instance))
    drawing.rect(0, 0, width, 110, fill=PAPER)
    drawing.text(width / 2, 48, title, 20, fill=INK)
    if witness is not None:
        what = "run" if isinstance(witness, Run | Program | Derivation) else "answer"
        drawing.text(width / 2, 80, f"the {what} is not drawn", 16, fill=INK)
    return drawing


def _used(witness: Witness | Obstacles | None) -> Used:
    used: Used = {}
    if isinstance(witness, Run):
        for before, after in pairwise(witness.configurations):
            if before.stack == after.stack:
                key = (before.location, after.location)
                used.setdefault(key, set()).add(len(before.stack))
    elif isinstance(witness, Program | Exits):
        depths = _depths(witness.reasons)
        for reason in witness.reasons:
            if reason.kind == "walk":
                key = (place_of(reason.origin), place_of(reason.location))
                used.setdefault(key, set()).add(depths.get(reason.frame, 0))
    return used


def _depths(reasons: Iterable[Reason]) -> dict[str, int]:
    """The least depth of each frame of a program; boxes entered for good are not counted."""
    inner: dict[str, set[str]] = {}
    for reason in reasons:
        entry = behind(reason.origin)
        if reason.kind == "through" and entry is not None:
            inner.setdefault(reason.frame, set()).add(entry)
    return reach([START], lambda frame: inner.get(frame, ()))
