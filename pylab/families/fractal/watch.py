"""A labyrinth as something to watch and to play: in each box is the whole, and can be zoomed into.

Knows what corridors and ports there are, as the labyrinth has them, and no search.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any, cast

from pylab.base.errors import InstanceError
from pylab.base.resources import natural
from pylab.base.words import counted
from pylab.drawing.flight import Leg
from pylab.drawing.scenes import ScenePicture
from pylab.drawing.svg import Drawing, number
from pylab.families.fractal import format
from pylab.families.fractal.check.rules import Rules
from pylab.families.fractal.draw import at, pictured, places
from pylab.families.fractal.format import read
from pylab.families.fractal.layout import (
    MOST,
    SIDE,
    Layout,
    Point,
    Square,
    layout,
    stretches,
)
from pylab.families.fractal.model import (
    Configuration,
    Derivation,
    Exits,
    Instance,
    Labyrinth,
    Partition,
    Program,
    Pushdown,
    Run,
    Table,
    Witness,
    place_of,
)
from pylab.families.fractal.program import listed
from pylab.families.fractal.sketch import Sketch, sketch
from pylab.families.fractal.spelling import certain, unspelled
from pylab.family.film import on_scene
from pylab.family.script import Game, Lesson, Script, Turn, Way, rules_beside
from pylab.text.facts import Quoted, fact
from pylab.text.source import Source

View = tuple[float, float, float, float]
"""A part of the plane: x, y, width, height."""


def script(instance: Instance, witnesses: Sequence[Witness]) -> Script:
    """The walk through this labyrinth, and the runs.

    Raises InstanceError for a pushdown system, and for a labyrinth too large to be drawn.
    """
    if isinstance(instance, Pushdown):
        raise InstanceError("a pushdown system has no picture to be watched")
    if len(instance.locations()) > MOST:
        raise InstanceError(f"expected at most {MOST} locations to watch, found more")
    plan = layout(instance)
    runs = [run for run in (_run(instance, witness) for witness in witnesses) if run is not None]
    shown = pictured(instance, more=[fact("above")], page=True)
    if instance.spelling is not None:
        instance = replace(instance, spelling=certain(instance.spelling))
        shown.facts = [*format.facts(instance), *places(plan)]
    scene = _nested(instance, plan, shown)
    view = scene.alone().view
    data = _data(instance, plan, shown.targets(), view)
    drawn = sketch(instance, plan) if runs else None
    found = [_way(instance, data, run, index, drawn) for index, run in enumerate(runs, 1)]
    ways = tuple(way for way in found if way is not None)
    made = on_scene(
        shown,
        places=shown.targets(),
        rules=rules_beside(__file__),
        ways=ways,
        howto="Click a location to walk to it. At a port, click its box to enter the copy within; "
        "in a copy, click outside the frame to leave it.",
        remark=_remark(instance, witnesses, len(runs) - found.count(None)),
        lesson=_lesson(instance, data),
        game=_game(data, ways, lambda: drawn or sketch(instance, plan)),
    )
    return replace(made, scene=scene, data={**made.data, "view": view})


def _nested(labyrinth: Labyrinth, plan: Layout, shown: ScenePicture) -> Drawing:
    """The picture with a copy of the whole in each box, in which boxes have copies again."""
    above, _ = shown.film()
    maze = pictured(labyrinth, more=[fact("maze")]).draw().parts[1:]
    drawing = Drawing(*above.view[2:], shown.name, left=above.left, top=above.top)

    def copies(name: str) -> None:
        for square in plan.boxes.values():
            (x, y), scale = at((square.x, square.y)), square.side / SIDE
            move = f"translate({number(x)} {number(y)}) scale({scale:.5f})"
            drawing.use(name, transform=move, pointer_events="none")

    with drawing.group("defs", on="page"):
        with drawing.group(id="inmost"):
            drawing.copy(maze)
        with drawing.group(id="inner"):
            drawing.copy(maze)
            copies("inmost")
    drawing.copy([*above.parts[:1], *maze])
    with drawing.group(class_="copy", on="page"):
        copies("inner")
    if above.legend is not None:
        begin, high, wide = above.legend
        drawing.legend = (begin - 1 + len(drawing.parts), high, wide)
    drawing.copy(above.parts[1:])
    return drawing


def laid_out(instance: Instance) -> list[str] | None:
    """Where things lie, as facts for `scene.lp`; None if that can't be watched."""
    if isinstance(instance, Pushdown) or len(instance.locations()) > MOST:
        return None
    return [str(each.symbol) for each in places(layout(instance))]


def _moves(data: Mapping[str, Any], now: Configuration) -> Iterator[tuple[str, Turn]]:
    """The moves, by the ids that the page has for them."""
    here, points = now.location, data["points"]
    x, y = points[here]
    for target in data["walks"][here]:
        towards = (points[target][0] - x, points[target][1] - y)
        there = Configuration(now.stack, target)
        yield f"walk {target}", Turn(f"walk to {target}", there, towards)
    if here in data["enter"]:
        box, inside = data["enter"][here]
        yield "enter", Turn(f"enter box {box}", Configuration((*now.stack, box), inside))
    if out := data["leave"].get((*now.stack[-1:], here)):
        yield "leave", Turn(f"leave, to {out}", Configuration(now.stack[:-1], out))


def _game(data: Mapping[str, Any], ways: Sequence[Way], drawn: Callable[[], Sketch | None]) -> Game:
    """The same in a terminal; where a word is spelled, a location is a pair of `spelling`."""
    sketched = functools.cache(drawn)

    won = data["won"]

    def turns(now: Configuration) -> list[Turn]:
        return [] if won(now) else [turn for _, turn in _moves(data, now)]

    def frame(passed: Sequence[Configuration]) -> str:
        now = passed[-1]
        shown = replace(now, location=data["place"][now.location])
        return _frame(f"after {counted(len(passed) - 1, 'move')}", shown, sketched())

    start = Configuration((), data["start"])
    answers = []
    for way in ways:
        states = [start]
        for move in way.moves:
            states.append(cast("Configuration", dict(_moves(data, states[-1]))[move].after))
        answers.append(states)
    return Game(start, turns, won, frame, answers)


_EXAMPLE = """goal at 3
inner.start A.1
1 -> A.2
2 -> 3
A.3 -> 3
"""


def _lesson(labyrinth: Labyrinth, data: Mapping[str, Any]) -> Lesson:
    goals = sorted({data["place"][target] for target in data["targets"]}, key=natural)
    there = f"one of {', '.join(goals[:6])}" if len(goals) > 1 else "".join(goals)
    more = ", …" if len(goals) > 6 else ""
    if labyrinth.goal.kind == "escape" and len(goals) > 1:
        there, more = "an outer location", ""
    where = "in whatever copy" if data["dive"] else "outside of all copies"
    goal = f"Get to {there}{more}, {where}."
    if data["accept"]:
        goal = "Get to a place that wins. Which places win depends on the copies you are in."
    return Lesson(
        (
            "Walk along corridors, those with an arrow only that way. Each box is a copy of the "
            "whole labyrinth, and is entered at a port on its edge.",
            "You leave a copy at its outer locations, and are back in the labyrinth around it.",
            goal,
            *_spelled(labyrinth),
        ),
        lambda: script(read(Source("example", _EXAMPLE)), ()),
        ("walk A.1", "enter", "walk A.2", "enter", *("walk 3", "leave") * 2, "walk 3"),
    )


def _spelled(labyrinth: Labyrinth) -> Iterator[str]:
    spelling = labyrinth.spelling
    if spelling is not None:
        word = spelling.word
        said = f"the word {' '.join(word) or 'without letters'}" if word is not None else "a word"
        yield (
            f"The labels of the corridors, one after the other, must spell {said}. The state "
            "of its automaton is in brackets. In the end it must be "
            f"{' or '.join(spelling.last)}."
        )


def _run(labyrinth: Labyrinth, witness: Witness) -> Run | None:
    unfolded = listed(labyrinth, witness) if isinstance(witness, Program | Derivation) else witness
    return unfolded if isinstance(unfolded, Run) else None


def _remark(labyrinth: Labyrinth, witnesses: Sequence[Witness], shown: int) -> str:
    match witnesses:
        case [Partition() | Table()]:
            return "There is no way: the answer is a proof that nothing which wins is reached."
        case [Exits(ends=ends)]:
            return (
                "The outer locations that can be reached: "
                + (", ".join(dict.fromkeys(map(_placed(labyrinth), ends))) or "none")
                + "."
            )
        case [Program() | Derivation()] if not shown:
            return "The run is too long to be watched; pylab solve has it folded up."
    return "" if shown or not witnesses else "This answer is no run to be watched."


# locations and moves by number


def _placed(labyrinth: Labyrinth) -> Callable[[str], str]:
    """What says the location of a name: itself, or the first of a pair where a word is spelled."""
    return str if labyrinth.spelling is None else place_of


def _data(
    labyrinth: Labyrinth, plan: Layout, spots: Mapping[str, Point], whole: View
) -> Mapping[str, Any]:
    """Locations and moves; where a word is spelled, of the pairs of `spelling`."""
    pairs, placed = unspelled(labyrinth), _placed(labyrinth)
    names, targets = pairs.locations(), {*pairs.targets()}
    return {
        "place": {name: placed(name) for name in names},
        "points": {name: spots[f"l({Quoted(placed(name))})"] for name in names},
        "walks": {name: _walks(pairs, name) for name in names},
        "between": lambda one, other: _between(labyrinth, plan, placed(one), placed(other)),
        "enter": {port: (box, inside) for box, inside, port in pairs.ports},
        "leave": {(box, inside): port for box, inside, port in pairs.ports},
        "start": pairs.start,
        "targets": [name for name in names if name in targets],
        "dive": pairs.goal.anywhere,
        "won": Rules(pairs).won,
        "accept": labyrinth.goal.names if labyrinth.goal.regular else (),
        "views": {box: _view(square, whole) for box, square in plan.boxes.items()},
    }


def _view(square: Square, whole: View) -> list[float]:
    """The part of the plane that a box takes where the whole view is taken by the frame."""
    (x, y), share = at((square.x, square.y)), square.side / SIDE
    left, top, width, height = whole
    view = (x + left * share, y + top * share, width * share, height * share)
    return [round(value, 3) for value in view]


def _walks(pairs: Labyrinth, name: str) -> list[str]:
    """The other ends of a location's corridors."""
    ends = [end for clique in pairs.cliques if name in clique for end in clique]
    ends += [target for origin, target in pairs.oneways if origin == name]
    return [end for end in dict.fromkeys(ends) if end != name]


def _between(labyrinth: Labyrinth, plan: Layout, origin: str, target: str) -> list[list[float]]:
    """The points between two ends of a corridor."""
    pairs = stretches(labyrinth, plan, origin, target)
    first, *back = (_points(plan.ways[pair]) for pair in pairs)
    whole = [*first, *back[0][-2::-1]] if back else first
    return (whole if pairs[0][0] == origin else whole[::-1])[1:-1]


def _points(way: Iterable[Point]) -> list[list[float]]:
    return [[round(value, 1) for value in at(point)] for point in way]


def _way(
    labyrinth: Labyrinth, data: Mapping[str, Any], run: Run, index: int, drawn: Sketch | None
) -> Way | None:
    """The run as moves; None if there is one that no corridor or port in the picture allows."""
    if run.configurations[:1] != (Configuration((), labyrinth.start),):
        return None
    placed = _placed(labyrinth)
    # the moves so far, by where they may lead: one place, if no word is spelled
    ways: dict[str, tuple[str, ...]] = {data["start"]: ()}
    for before, after in pairwise(run.configurations):
        onward: dict[str, tuple[str, ...]] = {}
        for here, made in ways.items():
            for move, turn in _moves(data, replace(before, location=here)):
                there = cast("Configuration", turn.after)
                if (there.stack, placed(there.location)) == (after.stack, after.location):
                    onward.setdefault(there.location, (*made, move))
        ways = onward
    last = labyrinth.spelling.last if labyrinth.spelling else ()
    found = sorted(ways, key=lambda name: name[len(placed(name)) + 1 : -1] not in last)
    if not found:
        return None
    ids = ways[found[0]]
    done = ["the start", *(f"move {step}: {_told(id_)}" for step, id_ in enumerate(ids, 1))]
    frames = [_frame(*each, drawn) for each in zip(done, run.configurations, strict=True)]
    return Way(f"run {index}", tuple(ids), tuple(frames), lambda: [*_legs(data, ids)])


def _legs(data: Mapping[str, Any], ids: Iterable[str]) -> Iterator[Leg]:
    """The moves of a flight, each with the stack after it."""
    points, here, stack = data["points"], data["start"], list[str]()
    for id_ in ids:
        into = out_of = None
        origin, via = here, list[list[float]]()
        if id_ == "enter":
            box, here = data["enter"][here]
            into = data["views"][box]
            stack.append(box)
        elif id_ == "leave":
            out_of = data["views"][stack[-1]]
            here = data["leave"][stack.pop(), here]
        else:
            here = id_.removeprefix("walk ")
            via = data["between"](origin, here)
        words = " › ".join([*stack[-_SHOWN:], here])
        path = [tuple(each) for each in (points[origin], *via, points[here])]
        yield Leg(words, path, into, out_of)


def _told(move: str) -> str:
    kind, _, target = move.partition(" ")
    words = {"enter": "enter a box", "leave": "leave the box"}
    return words.get(kind) or f"walk to {target}"


def _frame(heading: str, configuration: Configuration, drawn: Sketch | None) -> str:
    """The stack, and the walker in the innermost copy; where that can't be drawn, in words."""
    place = configuration.location
    boxes = " > ".join(configuration.stack[-_SHOWN:])
    inside = f"in {boxes}, at " if boxes else "at "
    lines = drawn.lines(place) if drawn else [f"@ {place}"]
    return "\n".join([heading, f"{inside}{place}", "", *lines])


_SHOWN = 12
"""The most boxes of a stack that are named, the innermost ones."""
