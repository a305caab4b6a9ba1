"""Pictures of routes: in parts, the past in its own colours, and nothing over the goal's word."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from functools import cache

import pytest
from asking import ask

from pylab.core import puzzle
from pylab.families.alice import draw as drawing
from pylab.families.alice.family import FAMILY
from pylab.families.alice.model import Route

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
        found[path.get("d")] = path.get("stroke"), float(path.get("stroke-opacity")) < 0.5
    return found


def numbers(root):
    """The steps whose numbers stand on squares."""
    bold = [t for t in root.iter(f"{SVG}text") if t.get("font-size") == "10.5"]
    return [int(each) for text in bold for each in text.text.split()]


def test_a_long_route_is_drawn_in_parts():
    maze, route = croquet()
    last = len(route.moves)
    assert last == 80
    whole = ET.fromstring(FAMILY.draw(maze, route).render())
    parts = whole.findall(f"{SVG}svg")
    assert len(parts) == 5
    assert sorted(n for part in parts for n in numbers(part)) == [*range(1, last + 1)]
    labels = [t.text for t in whole.findall(f"{SVG}text")]
    assert labels == ["1–16", "17–32", "33–48", "49–64", "65–80"]
    colours = {}
    for number, part in enumerate(parts):
        strong = [leg for leg, (_, faint) in legs(part).items() if not faint]
        assert len(strong) <= 16
        for leg, (colour, _) in legs(part).items():
            colours.setdefault(leg, set()).add(colour)
        tokens = [c for c in part.iter(f"{SVG}circle") if c.get("r") == "14"]
        assert len(tokens) == (number < 4)  # on the goal there is its word
    repeated = [leg for leg, seen in colours.items() if len(seen) > 1]
    assert len(repeated) < len(colours) / 8  # legs that are walked more than once


def test_a_leg_keeps_its_colour_from_step_to_step():
    maze, route = croquet()
    before = {}
    for step in (1, 9, 10, 40, 41, 80):
        root = ET.fromstring(FAMILY.draw_step(maze, route, step).render())
        now = legs(root)
        once = {leg for leg in before if leg in now and now[leg][0] == before[leg][0]}
        assert len(before) - len(once) <= len(before) / 8
        assert sum(not faint for _, faint in now.values()) <= drawing.RECENT
        before = now


def test_nothing_is_drawn_over_the_goals_word():
    maze, route = croquet()
    for drawn in (FAMILY.draw(maze, route), FAMILY.draw_step(maze, route, 80)):
        text = drawn.render()
        assert text.rindex(">GOAL</text>") > text.rindex("<path ")


def test_short_routes_and_large_mazes_are_one_picture():
    maze = puzzle.load("alice/example.alice").instance
    witness = ask("alice", maze, "shortest", engine="native")[1][0].witness
    assert "<svg x=" not in FAMILY.draw(maze, witness).render()


def test_the_parts_of_large_mazes_are_few(monkeypatch):
    maze, route = croquet()
    monkeypatch.setattr(drawing, "SQUARES", 130)
    assert FAMILY.draw(maze, route).render().count("<svg x=") == 2
    monkeypatch.setattr(drawing, "SQUARES", 63)
    assert FAMILY.draw(maze, route).render().count("<svg x=") == 0


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
    root = ET.fromstring(FAMILY.draw_step(maze, route, step).render())
    (token,) = [c for c in root.iter(f"{SVG}circle") if c.get("r") == "14"]
    state = route.moves[step - 1].state if step else maze.first
    place = [t.text for t in root.iter(f"{SVG}text") if t.get("x") == token.get("cx")]
    assert str(state.d) in place
