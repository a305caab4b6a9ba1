"""Pictures of dungeons and of what happened in them, and their steps; knows no rule.

Where a stuck hero can still walk is the checker's word, so a picture shows what was checked.
"""

from __future__ import annotations

import itertools

from pylab.base.errors import PylabError
from pylab.drawing.strip import explained
from pylab.drawing.svg import Drawing
from pylab.families.dungeon import dotfile
from pylab.families.dungeon.check import Played
from pylab.families.dungeon.draw_graph import draw_graph, legend, room_map
from pylab.families.dungeon.draw_map import Map
from pylab.families.dungeon.model import (
    Alignment,
    Dungeon,
    Instance,
    Mission,
    Route,
    Survey,
    Witness,
)
from pylab.families.dungeon.moment import changes, moment, play_of
from pylab.families.dungeon.obstacles import Obstacles
from pylab.families.dungeon.roomgraph import room_graph


def draw(instance: Instance, witness: Witness | Obstacles | None = None) -> Drawing:
    """The instance as a drawing; a play as a line, the stuck region shaded, wasted doors marked.

    Of obstacles, doors, and tiles that are no floor, are marked.
    """
    if isinstance(instance, Survey):
        return room_map(instance, witness if isinstance(witness, Alignment) else None)
    play = play_of(instance, witness)
    words: list[str] = []
    if isinstance(instance, Mission):
        drawing, marks = draw_graph(instance, witness, play), legend(instance)
    else:
        rooms = Map(instance, witness, play)
        drawing, marks = rooms.drawn(), rooms.legend()
        words.append(_COORDINATES)
    if isinstance(witness, Obstacles):
        if witness.tiles or witness.locks:
            marks.append(("ring", "a lock or a tile that is in the way"))
        marks += [("dots", "a passage that is missing")] * bool(witness.passages)
        words += witness.words()
    return explained(drawing, words, marks)


_COORDINATES = "in a room: (row, column), from 0 at the top left"


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
    return Map(instance, shown, so_far, now).drawn()


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
