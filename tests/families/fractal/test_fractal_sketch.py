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

STEPS = {(1, 0): "-", (-1, 0): "-", (0, 1): "|", (0, -1): "|"}
BENDS = {"+": None, ".": (0, -1), "'": (0, 1)}
HEADS = {">": (1, 0), "<": (-1, 0), "v": (0, 1), "^": (0, -1)}


def followed(drawn):
    """From each location, the others that somebody gets to who follows lines as they are drawn."""
    sign = {(x, y): c for y, line in enumerate(drawn.drawn) for x, c in enumerate(line)}
    place = {cell: name for name, cell in drawn.places.items()}
    frames = framed(sign)
    found = set()
    for begin, name in place.items():
        pending = [(begin, step) for step in STEPS]
        seen = set(pending)
        while pending:
            (x, y), (right, down) = pending.pop()
            there = x + right, y + down
            mark = sign.get(there, " ")
            if there in place:
                found.add((name, place[there]))
                # what is joined to a location goes on from it
                onward = list(STEPS) if (x, y) not in frames else []
            elif there in frames or (mark in HEADS and HEADS[mark] == (-right, -down)):
                continue
            elif mark in BENDS:
                closed = BENDS[mark]
                if (-right, -down) == closed:
                    continue
                onward = [step for step in STEPS if step not in ((-right, -down), closed)]
            elif mark in HEADS:
                onward = [HEADS[mark]]
            elif mark in "-|" and (mark == STEPS[right, down] or crossed(sign, there, right)):
                onward = [(right, down)]
            else:
                continue
            for step in onward:
                if (there, step) not in seen:
                    seen.add((there, step))
                    pending.append((there, step))
    return found


def crossed(sign, cell, right):
    """Whether a line from the left to the right passes below another one."""
    return right and all(sign.get((cell[0] + x, cell[1]), " ") in "-|+.'<>o@" for x in (-1, 1))


def framed(sign):
    """The cells of frames: rectangles of at least three rows with locations on their sides."""
    corners = {cell for cell, mark in sign.items() if mark == "+"}
    found = set()
    for x, y in sorted(corners):
        for far, level in sorted(corners):
            if level != y or far < x + 4:
                continue
            lows = [
                low for left, low in corners if left == x and low > y + 1 and (far, low) in corners
            ]
            for low in lows:
                across = [(c, r) for r in (y, low) for c in range(x + 1, far)]
                sides = [(c, r) for c in (x, far) for r in range(y + 1, low)]
                marks = {sign.get(cell, " ") for cell in across} | {"-"}
                if marks <= set("-o@") and {sign.get(c, " ") for c in sides} <= set("|o@"):
                    found |= {*across, *sides, (x, y), (far, y), (x, low), (far, low)}
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
    assert "+----o-----+" in text


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
