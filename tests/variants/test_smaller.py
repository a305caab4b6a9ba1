"""Instances a little smaller: a stroke is worth many facts."""

from __future__ import annotations

import itertools
import random

from pylab.analysis.shrink import shrink
from pylab.families.dungeon.model import Dungeon, Mission
from pylab.families.fractal.model import Labyrinth
from pylab.family import registry
from pylab.testing import Subject, family_testkit
from pylab.text.source import Source


def test_a_dungeon_shrinks_by_rooms_and_lines():
    puzzles = registry.get("dungeon")
    text = (
        "dungeon d\nroom A at 0,0\n######\n#@..k#\n#...T#\n######\nroom B at 1,0\n###\n#.#\n###\n"
    )
    instance = puzzles.read(Source("d.dungeon", text))
    found = shrink(puzzles, instance, lambda each: isinstance(each, Dungeon))
    assert found.smallest
    (room,) = found.instance.chambers
    assert room.width * room.height <= 4


def test_a_mission_shrinks_by_rooms():
    puzzles = registry.get("dungeon")
    rng = random.Random(3)
    instance = puzzles.generate(rng, kind="graph", rows=3, columns=3)
    found = shrink(
        puzzles, instance, lambda each: isinstance(each, Mission) and len(each.passages) > 0
    )
    assert found.smallest
    assert len(found.instance.rooms) <= 3
    assert found.tried < 60


def test_a_mission_loses_a_detour():
    """Room 5 gives K to those who have I; the puzzle shows the same with K in room 3."""
    puzzles = registry.get("dungeon")
    subject = Subject(puzzles, family_testkit(puzzles), 1)
    text = (
        'digraph { 0 [label="s,k"] 3 [label="I"] 5 [label="K"] 7 [label="t"] 0 -> 3 [label="k"] '
        '3 -> 0 [label="k"] 0 -> 5 5 -> 0 [label="I"] 0 -> 7 [label="K"] }'
    )

    def there_and_back(each):
        answer = subject.ask(each, subject.first, "native")
        rooms = answer.checked[0].witness.places if answer.cost is not None else ()
        walked = {*itertools.pairwise(rooms)}
        locked = {(p.tail, p.head) for p in each.passages if p.locked}
        return any({way, way[::-1]} <= locked & walked for way in walked)

    found = shrink(puzzles, puzzles.read(Source("m.dot", text)), there_and_back)
    assert found.smallest
    assert len(puzzles.facts(found.instance)) == 13


def test_a_labyrinth_shrinks_by_boxes():
    puzzles = registry.get("fractal")
    rng = random.Random(4)
    instance = puzzles.generate(rng, outer=6, boxes=4, density=1.0)
    found = shrink(
        puzzles, instance, lambda each: isinstance(each, Labyrinth) and bool(each.boxes())
    )
    assert found.smallest
    assert len(found.instance.boxes()) == 1
    assert found.tried < 60


def test_a_pushdown_system_shrinks_by_states():
    puzzles = registry.get("fractal")
    text = "(p <a b>)\np <a> --> q <b>\nq <b> --> r <>\nr <b> --> r <c>\nr <c> --> r <>\n"
    instance = puzzles.read(Source("t.pds", text))
    smaller = list(puzzles.smaller(instance))
    assert {len(each.rules) for each in smaller} >= {1, 2}
    assert any(len(each.stack) == 1 for each in smaller)
