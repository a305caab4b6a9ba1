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
from pylab.families.dungeon.draw_graph import draw_graph, legend, room_map
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
from pylab.families.dungeon.terms import place_symbol
from pylab.text.facts import fact


def draw(instance: Instance, witness: Witness | Obstacles | None = None) -> Drawing:
    """The instance as a drawing; a play as a line, the stuck region shaded, wasted doors marked.

    Of obstacles, doors, and tiles that are no floor, are marked.
    """
    if isinstance(instance, Survey):
        return room_map(instance, witness if isinstance(witness, Alignment) else None)
    play = play_of(instance, witness)
    if isinstance(instance, Mission):
        drawing, marks = draw_graph(instance, witness, play), legend(instance)
    else:
        drawing, marks = pictured(instance, witness, play).draw(), []
    words: list[str] = []
    if isinstance(witness, Obstacles):
        if witness.tiles or witness.locks:
            marks.append(("ring", "a lock or a tile that is in the way"))
        marks += [("dots", "a passage that is missing")] * bool(witness.passages)
        words += witness.words()
    return explained(drawing, words, marks) if words or marks else drawing


def pictured(
    dungeon: Dungeon,
    witness: Witness | Obstacles | None,
    play: Played,
    now: Moment | None = None,
) -> ScenePicture:
    """What `scene.lp` makes of a dungeon and of what is said of it; in a moment, of what is left.

    In a moment of a play, the hero is there, and what was collected and opened is no longer.
    """
    if now is not None:
        title = now.caption + (": stuck" if play.region else "")
    else:
        title = story(dungeon, witness, play) if witness else f"Dungeon {dungeon.name}"
    told = [fact("caption", clingo.String(title))]
    told += [fact("hero", place_symbol(place), step) for step, place in enumerate(play.places)]
    told += [fact("stuck", place_symbol(place)) for place in play.region]
    for place, (dead, states) in play.doomed.items():
        told.append(fact("stuck" if dead == states else "doomed", place_symbol(place)))
    wrong = set(witness.doors if isinstance(witness, Margin | Wasted) else ()) | play.wasted
    marked = {tile for tile, mark in dungeon.marks().items() if mark.name in wrong}
    marked |= witness.tiles if isinstance(witness, Obstacles) else frozenset()
    told += [fact("wrong", place_symbol(tile)) for tile in marked]
    if isinstance(witness, Abstract):
        for pair in itertools.pairwise(witness.plan):
            told.append(fact("plan", *map(place_symbol, pair)))
        for place, left in witness.points:
            told.append(fact("far", place_symbol(place), _number(left)))
    if isinstance(witness, Guaranteed):
        told += [fact("certain", clingo.String(e.room), _number(e.keys)) for e in witness.rooms]
    if now is not None:
        told.append(fact("since", now.since))
        dungeon = replace(dungeon, initial=_state(now))
    elif play.places:
        told.append(fact("last", place_symbol(play.places[-1])))
    return FAMILY.pictured(dungeon, more=told)


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
    if isinstance(instance, Mission):
        return draw_graph(instance, shown, so_far, now)
    assert isinstance(instance, Dungeon)
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
