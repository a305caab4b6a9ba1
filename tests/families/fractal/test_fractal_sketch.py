"""Labyrinths in plain characters: what can be followed there is what the corridors join."""

from __future__ import annotations

import random

import pytest
from fractal_ask import FAMILY, load, read, small
from projects import few

from pylab.families.fractal.model import Run
from pylab.families.fractal.sketch import sketch
from pylab.family.walks import reach
from pylab.text.source import Source

SIDES = {
    (0, -1): "│└┘├┤┴", (1, 0): "─└┌├┬┴", (0, 1): "│┌┐├┤┬", (-1, 0): "─┘┐┤┬┴",
}  # fmt: skip
"""The characters that a line leaves to a side."""
HEADS = {">": (1, 0), "<": (-1, 0), "v": (0, 1), "^": (0, -1)}


def followed(drawn):
    """From each location, the others that somebody gets to who follows lines as they are drawn."""
    sign = {(x, y): c for y, line in enumerate(drawn.drawn) for x, c in enumerate(line)}
    place = {cell: name for name, cell in drawn.places.items()}
    found = set()
    for begin, name in place.items():
        pending = [(begin, step) for step in SIDES]
        seen = set(pending)
        while pending:
            (x, y), (right, down) = pending.pop()
            there = x + right, y + down
            mark, back = sign.get(there, " "), (-right, -down)
            if there in place:
                found.add((name, place[there]))
                onward = SIDES
            elif mark in HEADS:
                onward = [HEADS[mark]] if HEADS[mark] != back else []
            elif mark in SIDES[back]:
                onward = [step for step in SIDES if mark in SIDES[step] and step != back]
            else:  # below what stands there, which is no corner
                onward = [(right, down)] if mark == "│" else []
            for step in onward:
                if (there, step) not in seen:
                    seen.add((there, step))
                    pending.append((there, step))
    return found


def joined(labyrinth):
    """From each location, the others that corridors lead to, without any box."""
    near = {}
    for clique in labyrinth.cliques:
        for one in clique:
            near.setdefault(one, set()).update(clique)
    for one, other in labyrinth.oneways:
        near.setdefault(one, set()).add(other)
    names = labyrinth.locations()
    return {(a, b) for a in names for b in reach([a], lambda each: near.get(each, ())) if a != b}


def closure(pairs):
    near = {}
    for one, other in pairs:
        near.setdefault(one, set()).add(other)
    return {(a, b) for a in near for b in reach([a], lambda each: near.get(each, ())) if a != b}


@pytest.mark.parametrize("name", few(["alice", "infinite", "nested-5", "sealed", "turnstile"], 2))
def test_shipped_labyrinths_can_be_followed(name):
    labyrinth = load(f"{name}.lab")
    drawn = sketch(labyrinth)
    assert drawn is not None
    assert closure(followed(drawn)) == joined(labyrinth)


@pytest.mark.parametrize("number", few([3, 8, 25], 1))
def test_random_labyrinths_can_be_followed(number):
    rng, shown = random.Random(23), 0
    for _ in range(number):
        labyrinth = small(rng)
        drawn = sketch(labyrinth)
        if drawn is not None:
            assert closure(followed(drawn)) == joined(labyrinth), FAMILY.write(labyrinth)
            shown += 1
    assert shown > number * 3 // 5


def test_infinite():
    drawn = sketch(read("a X.a\nb X.b\n"))
    assert drawn is not None
    text = "\n".join(drawn.lines("X.b"))
    assert text.count("@") == 1
    assert text.count("X") == 1
    assert "b o─────@ b" in text


def test_long_names_are_numbered_and_large_labyrinths_not_drawn():
    drawn = sketch(read("staircase X.staircase\n"))
    assert drawn is not None
    assert drawn.drawn[-1] == "#1 staircase"
    assert sketch(read("\n".join(f"p{n} A.p{n}" for n in range(60)))) is None


def test_frames_of_a_run_have_the_walker_where_the_run_is():
    labyrinth = load("treasure.lab")
    text = 'visit(0,stack,"inner.start"). visit(1,stack,"A.1"). visit(2,stack("A"),"1").'
    witness = FAMILY.read_witness(Source("run", text))
    assert isinstance(witness, Run)
    script = FAMILY.script(labyrinth, [witness])
    drawn = sketch(labyrinth)
    for frame, configuration in zip(script.ways[0].frames, witness.configurations, strict=True):
        assert frame.split("\n")[3:] == drawn.lines(configuration.location)
    assert "in A, at 1" in script.ways[0].frames[-1]
