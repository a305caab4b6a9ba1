"""Pictures of routes: in parts, the past in its own colours, and nothing over the goal's word."""

from __future__ import annotations

import random
import re
import xml.etree.ElementTree as ET
from functools import cache

import pytest
from alice_ask import random_maze
from asking import ask

from pylab.core import puzzle
from pylab.drawing.scenes import read as read_scene
from pylab.engines import scenes
from pylab.families.alice import draw
from pylab.families.alice.family import FAMILY
from pylab.families.alice.model import Design, Route
from pylab.text.fact_files import read_facts
from pylab.text.facts import fact
from pylab.text.source import Source

SVG = "{http://www.w3.org/2000/svg}"


@cache
def croquet():
    maze = puzzle.load("alice/croquet.alice").instance
    witness = ask("alice", maze, "shortest", engine="native")[1][0].witness
    return maze, Route(witness.moves)


def legs(root):
    """The colours of the route's legs by where they run, and which of them are faint."""
    found = {}
    for path in root.iter(f"{SVG}path"):
        if "Q" in path.get("d"):
            found[path.get("d")] = path.get("stroke"), float(path.get("opacity")) < 0.5
    return found


def tokens(root):
    """The token's group, if it is drawn."""
    return [
        g
        for g in root.iter(f"{SVG}g")
        if any(c.get("r") == "9.6" for c in g.findall(f"{SVG}circle"))
    ]


def numbers(root):
    """The steps whose numbers stand on squares."""
    bold = [t for t in root.iter(f"{SVG}text") if t.get("font-size") == "10.5"]
    return [int(each) for text in bold for each in text.text.split()]


def test_a_long_route_is_drawn_in_parts():
    maze, route = croquet()
    last = len(route.moves)
    assert last == 80
    whole = ET.fromstring(FAMILY.draw(maze, route).render())
    *parts, legend = whole.findall(f"{SVG}svg")
    assert len(parts) == 5
    assert any("(column, row)" in (each.text or "") for each in legend.iter(f"{SVG}text"))
    assert sorted(n for part in parts for n in numbers(part)) == [*range(1, last + 1)]
    labels = [t.text for t in whole.findall(f"{SVG}text")]
    assert labels == ["16", "32", "48", "64", "80"]
    colours = {}
    for number, part in enumerate(parts):
        strong = [leg for leg, (_, faint) in legs(part).items() if not faint]
        assert len(strong) <= 16
        for leg, (colour, _) in legs(part).items():
            colours.setdefault(leg, set()).add(colour)
        assert len(tokens(part)) == (number < 4)  # on the goal there is its word
    repeated = [leg for leg, seen in colours.items() if len(seen) > 1]
    assert len(repeated) < len(colours) / 8  # legs that are walked more than once


def test_a_leg_keeps_its_colour_from_step_to_step():
    maze, route = croquet()
    before = {}
    for step in (1, 9, 10, 40, 41, 79):
        root = ET.fromstring(FAMILY.pictures.step(maze, route, step).render())
        now = legs(root)
        once = {leg for leg in before if leg in now and now[leg][0] == before[leg][0]}
        assert len(before) - len(once) <= len(before) / 8
        assert sum(not faint for _, faint in now.values()) <= 8
        before = now


def test_nothing_is_drawn_over_the_goals_word():
    maze, route = croquet()
    text = FAMILY.pictures.step(maze, route, 80).render()
    assert text.rindex(">GOAL</text>") > max(text.rindex(leg) for leg in legs(ET.fromstring(text)))


def test_short_routes_and_large_mazes_are_one_picture():
    maze = puzzle.load("alice/example.alice").instance
    witness = ask("alice", maze, "shortest", engine="native")[1][0].witness
    assert "<svg x=" not in FAMILY.draw(maze, witness).render()


@pytest.mark.parametrize(("side", "parts"), [(54, 2), (78, 0)])
def test_the_parts_of_large_mazes_are_few(side, parts):
    """All of them have at most 6,000 squares."""
    route = [f"move({'e' if step % 2 else 'w'},{step % 2},0,1,{step})." for step in range(1, 41)]
    facts = f"size({side},{side}). start(0,0). goal(2,2). begin(0,0,1). {' '.join(route)}"
    atoms = scenes.shapes([FAMILY.scene], read_facts(Source("large", facts), None), edits=False)[0]
    assert len(read_scene(atoms).strip) == parts


def test_of_a_large_maze_the_part_around_the_start_is_drawn(monkeypatch):
    monkeypatch.setattr(draw, "SIDE", 4)
    draw.window.cache_clear()
    maze, route = croquet()
    drawn = FAMILY.draw(maze, None).render()
    assert "columns 1 to 4, rows 3 to 6 of 8 by 8" in drawn
    names = [t.text for t in ET.fromstring(drawn).iter(f"{SVG}text") if t.get("font-size") == "14"]
    assert names == ["1", "2", "3", "4", "3", "4", "5", "6"]
    script = FAMILY.script(maze, [])
    assert not script.playable
    assert script.remark == "Too large to be played: a part of it is drawn."
    FAMILY.pictures.step(maze, route, 1)
    monkeypatch.setattr(scenes, "scene", None)  # one picture serves all steps
    assert "columns 1 to 4" in FAMILY.pictures.step(maze, route, 0).render()
    draw.window.cache_clear()


def test_in_a_terminal_steps_stand_on_squares():
    maze, route = croquet()
    board = FAMILY.picture(maze, route).partition("\n\n")[0]
    shown = re.findall(r"(?<=\|) *([\d …]+?) *(?=\|)", board)
    steps = [int(n) for each in shown for n in each.replace("…", " ").split()]
    assert sorted(steps) == [*range(1, 81)] or ("…" in board and set(steps) < set(range(1, 81)))
    assert max(map(len, board.splitlines())) == 3 + 8 * maze.width + 1


@pytest.mark.parametrize("step", [0, 79])
def test_the_token_shows_d(step):
    maze, route = croquet()
    root = ET.fromstring(FAMILY.pictures.step(maze, route, step).render())
    (token,) = tokens(root)
    state = route.moves[step - 1].state if step else maze.first
    assert token.get("transform") == f"translate({64 * state.x + 32} {64 * state.y + 32})"
    assert [t.text for t in token.iter(f"{SVG}text")] == [str(state.d)]


def test_the_token_leaves_the_arrows_of_its_square_free():
    """Of an arrow, which is 28 pixels long, the outer half is seen."""
    maze, route = croquet()
    (token,) = tokens(ET.fromstring(FAMILY.pictures.step(maze, route, 1).render()))
    (disc,) = token.findall(f"{SVG}circle")
    (frame,) = token.findall(f"{SVG}rect")
    assert float(disc.get("r")) + float(disc.get("stroke-width")) / 2 < 14
    assert frame.get("fill") == "none"
    assert float(frame.get("width")) > 56


@pytest.mark.parametrize("page", [True, False])
def test_one_fact_for_each_square_makes_the_picture_of_all_its_facts(page):
    """Pages and drawings give the scene `looks(X,Y,K,C)`, labs `square`, `arrow` and `colour`."""
    rng, drawn = random.Random(7), set()
    for _ in range(25):
        instance = random_maze(rng, 6)
        wall = draw.Obstacles([fact("arrow", *instance.start, "n")], ["an arrow"])
        found = ask("alice", instance, "shortest", engine="native")[1]
        answers = [each.witness for each in found[:1]]
        design = Design(((*instance.start, "e"),), ((*instance.start, "red"),), 3)
        for witness in (None, wall, design, *answers):
            one = draw.pictured(instance, witness, page)
            other = FAMILY.pictured(instance, witness, page=page)
            assert one.film()[0].shapes() == other.film()[0].shapes()
            assert one.whole_text() == other.whole_text()
            drawn.add(one.whole_text())
    assert len(drawn) > 60
