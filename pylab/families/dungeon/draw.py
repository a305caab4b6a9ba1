"""Pictures of dungeons and of what happened in them, and their steps; knows no rule.

Where a stuck hero can still walk is the checker's word, so a picture shows what was checked.
"""

from __future__ import annotations

import itertools
from dataclasses import replace

import clingo

from pylab.base.errors import PylabError
from pylab.drawing.scenes import ScenePicture
from pylab.drawing.strip import explained
from pylab.drawing.svg import Drawing
from pylab.families.dungeon import dotfile
from pylab.families.dungeon.check import Played
from pylab.families.dungeon.draw_graph import placed, room_map
from pylab.families.dungeon.family import FAMILY
from pylab.families.dungeon.model import (
    Abstract,
    Alignment,
    Dungeon,
    Guaranteed,
    InitialState,
    Instance,
    Margin,
    Mission,
    Route,
    Survey,
    Wasted,
    Witness,
)
from pylab.families.dungeon.moment import Moment, changes, moment, play_of, story
from pylab.families.dungeon.obstacles import Obstacles
from pylab.families.dungeon.roomgraph import room_graph
from pylab.families.dungeon.terms import lock_symbols, name_symbol, place_symbol
from pylab.text.facts import fact


def draw(instance: Instance, witness: Witness | Obstacles | None = None) -> Drawing:
    """The instance as a drawing; a play as a line, the stuck region shaded, wasted doors marked.

    Of obstacles, doors, and tiles that are no floor, are marked.
    """
    if isinstance(instance, Survey):
        return room_map(instance, witness if isinstance(witness, Alignment) else None)
    play = play_of(instance, witness)
    drawing = pictured(instance, witness, play).draw()
    if not isinstance(witness, Obstacles):
        return drawing
    marks = [("ring", "a lock or a tile that is in the way")] * bool(witness.tiles or witness.locks)
    marks += [("dots", "a passage that is missing")] * bool(witness.passages)
    return explained(drawing, witness.words, marks)


def pictured(
    instance: Dungeon | Mission,
    witness: Witness | Obstacles | None,
    play: Played,
    now: Moment | None = None,
) -> ScenePicture:
    """What `scene.lp` makes of an instance and of what is said of it; in a moment, of what is left.

    In a moment of a play, the hero is there, and what was collected and opened is no longer.
    """
    if now is not None:
        title = now.caption + (": stuck" if play.region else "")
    else:
        title = story(instance, witness, play)
    told = [fact("caption", clingo.String(title))]
    told += [fact("hero", place_symbol(place), step) for step, place in enumerate(play.places)]
    told += [fact("stuck", place_symbol(place)) for place in play.region]
    for place, (dead, states) in play.doomed.items():
        told.append(fact("stuck" if dead == states else "doomed", place_symbol(place)))
    wrong = set(witness.doors if isinstance(witness, Margin | Wasted) else ()) | play.wasted
    if isinstance(witness, Obstacles):
        wrong |= witness.locks
        told += [fact("missing", *map(name_symbol, pair)) for pair in witness.passages]
        told += [fact("wrong", place_symbol(tile)) for tile in witness.tiles]
    if isinstance(instance, Mission):
        told += placed(instance)
        locks = lock_symbols(instance)
        told += [fact("wrong", locks[name]) for name in wrong if name in locks]
    else:
        marks = instance.marks().items()
        told += [fact("wrong", place_symbol(tile)) for tile, mark in marks if mark.name in wrong]
    if isinstance(witness, Abstract):
        for pair in itertools.pairwise(witness.plan):
            told.append(fact("plan", *map(place_symbol, pair)))
        for place, left in witness.points:
            told.append(fact("far", place_symbol(place), _number(left)))
    if isinstance(witness, Guaranteed):
        as_term = name_symbol if isinstance(instance, Mission) else clingo.String
        told += [fact("certain", as_term(e.room), _number(e.keys)) for e in witness.rooms]
    if now is not None:
        told.append(fact("since", now.since))
        instance = replace(instance, initial=_state(now))
    elif play.places:
        told.append(fact("last", place_symbol(play.places[-1])))
    return FAMILY.pictured(instance, more=told)


def _number(count: int | None) -> clingo.Symbol:
    """A number in a picture; a dash if there is none."""
    return clingo.String("-") if count is None else clingo.Number(count)


def _state(now: Moment) -> InitialState:
    """A moment as the state that plays begin at."""
    state = now.state
    emptied = {thing.where for thing in state.collected}
    opened = tuple(sorted(state.opened))
    return InitialState(state.place, tuple(emptied), opened, state.switched)


def steps(instance: Instance, witness: Witness | None) -> int:
    """How many steps a play has. Raises ValueError unless the answer is a play."""
    places = play_of(instance, witness).places
    if not places:
        raise ValueError("expected a play, which has steps, found another answer")
    return len(places) - 1


def draw_step(instance: Instance, witness: Witness, step: int) -> Drawing:
    """The instance with a play's first steps. Raises ValueError if there are not so many."""
    last = steps(instance, witness)
    if not 0 <= step <= last:
        raise ValueError(f"expected a step from 0 to {last}, found {step}")
    play = play_of(instance, witness)
    if not play.states:
        return draw(instance, Route(play.places[: step + 1]))
    now = moment(instance, play, step)
    shown = witness if step == last else Route(play.places[: step + 1])
    region = play.region if step == last else frozenset()
    wasted = play.wasted if step == last else frozenset()
    so_far = Played(play.places[: step + 1], region, wasted)
    assert not isinstance(instance, Survey)
    return pictured(instance, shown, so_far, now).draw()


def milestones(instance: Instance, witness: Witness) -> list[int]:
    """The steps of a play at which something changes but the place."""
    play = play_of(instance, witness)
    return changes(play) if play.states else list(range(len(play.places)))


def dot(instance: Instance, witness: Witness | None = None) -> str:
    """A mission graph as a Graphviz graph, a play's rooms and passages marked, that reads back.

    Of a dungeon, the graph of its rooms, for Graphviz alone; PylabError for a survey.
    """
    if isinstance(instance, Survey):
        raise PylabError("a survey of a map and a graph can't be drawn as dot, only as SVG")
    places = play_of(instance, witness).places
    if isinstance(instance, Dungeon):
        return room_graph(instance, places)
    taken = set(itertools.pairwise(places))
    return dotfile.write(
        instance,
        head=("node [shape=box]",),
        of_room=lambda room: {
            "xlabel": room.name,
            **({"style": "bold"} if room.name in places else {}),
        },
        of_passage=lambda each: {"color": "red"} if (each.tail, each.head) in taken else {},
    )
