"""Pictures of plays, step by step: what is carried, what is taken, and when anything changes."""

from __future__ import annotations

import itertools
import math
import re
import xml.etree.ElementTree as ET

import pytest
from asking import ask

from pylab.core import puzzle
from pylab.drawing import palette
from pylab.families.dungeon.family import FAMILY
from pylab.families.dungeon.obstacles import Obstacles
from pylab.text.source import Source

SVG = "{http://www.w3.org/2000/svg}"
NAMES = ["trap.dungeon", "switchyard.dungeon", "demo.dungeon", "oneway.dungeon", "mission.dot"]


def play(name):
    instance = puzzle.load(f"dungeon/{name}").instance
    return instance, ask("dungeon", instance, "solve", engine="native", models=1)[1][0].witness


@pytest.mark.parametrize("name", NAMES)
def test_milestones_are_what_the_checker_saw_happen(name):
    instance, witness = play(name)
    happened, switched = set(), {}
    for each in FAMILY.trace.facts(instance, witness):
        if each.name in ("collected", "opened"):
            happened.add(each.arguments[-1].number)
        elif each.name == "switched":
            switched[each.arguments[0].number] = True
    last = FAMILY.pictures.steps(instance, witness)
    happened |= {t for t in range(1, last + 1) if switched.get(t) != switched.get(t - 1)}
    assert FAMILY.pictures.milestones(instance, witness) == sorted(happened | {0, last})


@pytest.mark.parametrize("name", NAMES)
def test_captions_say_what_is_carried(name):
    instance, witness = play(name)
    facts = FAMILY.trace.facts(instance, witness)
    keys = {f.arguments[1].number: f.arguments[0].number for f in facts if f.name == "keys"}
    for step in FAMILY.pictures.milestones(instance, witness):
        root = ET.fromstring(FAMILY.pictures.step(instance, witness, step).render())
        caption = list(root.iter(f"{SVG}text"))[-1].text
        assert caption.startswith(f"step {step} of " if step else "start")
        told = re.search(r"(\d+) keys?\b", caption)
        assert (int(told[1]) if told else 0) == keys[step]


def test_taken_keys_and_opened_doors_are_no_longer_there():
    instance, witness = play("trap.dungeon")
    first, last = (FAMILY.pictures.step(instance, witness, n).render() for n in (0, 22))
    doors = re.compile(r'width="18" height="18" fill="#(?:9a6b3f|5b7f3a|7a5c99)"')
    assert [len(doors.findall(each)) for each in (first, last)] == [6, 2]  # the pantry stays locked
    open_ = re.compile(r'fill="none" stroke="#(?:9a6b3f|5b7f3a|7a5c99)"')
    assert [len(open_.findall(each)) for each in (first, last)] == [0, 4]
    assert [each.count("M-4 -5A5 5") for each in (first, last)] == [2, 0]  # keys


@pytest.mark.parametrize("name", NAMES)
def test_the_hero_stands_where_the_play_is(name):
    instance, witness = play(name)
    for step in (0, 1, FAMILY.pictures.steps(instance, witness)):
        root = ET.fromstring(FAMILY.pictures.step(instance, witness, step).render())
        heroes = [c for c in root.iter(f"{SVG}circle") if c.get("fill") == palette.HERO]
        assert len(heroes) == 1


def test_a_legend_says_what_this_picture_has_and_nothing_else():
    def told(file):
        instance = puzzle.load(f"dungeon/{file}").instance
        drawing = FAMILY.draw(instance, None)
        root = ET.fromstring(drawing.render())
        named = {room.name for room in instance.chambers} if file != "mission.dot" else set()
        told = {each.text for each in root if each.tag == f"{SVG}text"} - named - {drawing.title}
        return {each for each in told if not each.isdecimal()}  # without coordinates

    trap, yard, mission = map(told, ("trap.dungeon", "switchyard.dungeon", "mission.dot"))
    where = "in a room: (row, column), from 0 in the wall"
    doors = {"door: pantry", "door: vault", "door: gate"}
    assert trap == {"start", "goal", "small key", "water", where, *doors}
    blocks = {"switch", "block, up at first", "block, down at first"}
    assert yard == {
        "start",
        "goal",
        "small key",
        "locked door",
        "bomb",
        "bombable wall",
        where,
        *blocks,
    }
    asked = {f"{thing}, and what asks for it" for thing in ("K: boss key", "I: item")}
    key = "k: small key, and the lock that it opens"
    legend = {each for each in mission if ": " in each}
    assert legend == {"dashes: a wall that a bomb opens", key, *asked}


@pytest.mark.parametrize("theme", palette.THEMES)
def test_walls_are_darker_than_floors_in_all_themes(theme):
    instance, _ = play("trap.dungeon")
    shown = FAMILY.draw(instance, None).render(theme)
    stone, ground = (palette.shaded(c, theme) for c in (palette.STONE, palette.GROUND))
    squares = {
        colour: re.search(rf'<path d="([^"]*)" fill="{colour}"/>', shown)[1].count("M")
        for colour in (stone, ground)
    }
    assert squares[stone] == 4
    assert squares[ground] > 50
    assert sum(bytes.fromhex(stone[1:])) < sum(bytes.fromhex(ground[1:])) - 200


GRAPH = """digraph {
0 [label="s"]
1 [label="k"]
2 [label=""]
3 [label="t"]
0 -> 1 [label=""]
1 -> 0 [label=""]
1 -> 2 [label="b"]
2 -> 1 [label="b"]
0 -> 2 [label="s"]
2 -> 0 [label="s"]
2 -> 3 [label="K"]
3 -> 2 [label="K"]
}
"""


def drawn_graph(*of):
    mission = FAMILY.read(Source("a.dot", GRAPH))
    root = ET.fromstring(FAMILY.pictures.draw(mission, *of).render())
    return root, [each.text for each in root.iter(f"{SVG}text")]


def test_the_legend_of_a_graph_has_rings_then_colours_then_dashes():
    _, texts = drawn_graph()
    assert texts[texts.index("start") :] == [
        "start",
        "goal, with a star",
        "K: boss key, and what asks for it",
        "k: small key",
        "dashes: a wall that a bomb opens",
        "thin dashes: seen through, but no way",
    ]


def test_a_passage_one_only_sees_through_leads_around_rooms_and_dashes_are_drawn_once():
    root, _ = drawn_graph()
    circles = [each for each in root.iter(f"{SVG}circle") if each.get("r") == "19.32"]
    rooms = {(float(each.get("cx")), float(each.get("cy"))) for each in circles}
    dashed = [
        [(float(each.get(f"x{end}")), float(each.get(f"y{end}"))) for end in "12"]
        for each in root.iter(f"{SVG}line")
        if each.get("stroke-dasharray")
    ]
    assert len(rooms) == 4
    assert len(dashed) == 3  # one for the bomb's wall, two by way of a stop
    for a, b in dashed:
        on_it = [(a[0] + (b[0] - a[0]) * n / 50, a[1] + (b[1] - a[1]) * n / 50) for n in range(51)]
        for room in rooms - {a, b}:
            assert min(math.dist(room, each) for each in on_it) > 19.32


def test_what_is_in_the_way_is_said_once():
    words = "the hero does not have K at the start"
    _, texts = drawn_graph(Obstacles((), (words,)))
    assert texts.count(words) == 1


def test_numbers_and_heads_of_a_play_in_a_graph_are_clear():
    instance, way = play("mission.dot")
    root = ET.fromstring(FAMILY.pictures.draw(instance, way).render())
    found = []
    for each in root.iter(f"{SVG}text"):
        if re.fullmatch(r"\d+(, \d+)?", each.text) and "font-weight" not in each.attrib:
            found.append([float(each.get(name)) for name in ("x", "y", "font-size")] + [each.text])
    assert len(found) == 12
    for (x, y, high, one), (u, v, _, other) in itertools.combinations(found, 2):
        wide = 0.55 * high * (len(one) + len(other)) / 2
        assert abs(x - u) >= wide or abs(y - v) >= high, (one, other)
    lines = []
    for each in root.iter(f"{SVG}path"):
        if each.get("stroke") == palette.MOVE:
            lines.append([float(n) for n in re.findall(r"-?[\d.]+", each.get("d"))])
    heads = [
        [float(n) for n in re.split("[ ,]", each.get("points"))]
        for each in root.iter(f"{SVG}polygon")
    ]
    assert len(heads) == len(lines) == 12
    for head in heads:  # each goes on as its line does
        turns = [
            abs((head[2] - head[0]) * (v - b) - (head[3] - head[1]) * (u - a))
            / math.dist(head[:2], head[2:4])
            / math.dist((a, b), (u, v))
            for a, b, u, v in lines
        ]
        assert min(turns) < 0.01
