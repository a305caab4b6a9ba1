"""Graphs as they are drawn, measured: what lies over what, in real mission graphs and the CSV.

Shapes are read off the SVG itself; nothing is taken from the code that draws.
"""

from __future__ import annotations

import functools
import itertools
import math
import re
import xml.etree.ElementTree as ET

import pytest
from projects import ROOT, SHARED, call, few

from pylab.core import puzzle
from pylab.drawing.curves import Curve, around

SVG = "{http://www.w3.org/2000/svg}"
GRAPHS = [
    ROOT / "instances/dungeon/mission.dot",
    *sorted((SHARED / "dungeon/graph").glob("*.dot")),
    *sorted((SHARED / "theseus").glob("*.csv")),
]


def along(commands):
    """Points of a path of lines and quadratic curves."""
    here = None
    for kind, numbers in re.findall(r"([MLQ])([^MLQ]*)", commands):
        numbers = [*map(float, re.findall(r"-?[\d.]+", numbers))]
        *middle, there = zip(numbers[::2], numbers[1::2], strict=True)
        if kind != "M":
            (mx, my), (ax, ay), (bx, by) = (*middle, here)[0], here, there
            for t in (n / 60 for n in range(61)):
                yield (
                    (1 - t) ** 2 * ax + 2 * t * (1 - t) * mx + t * t * bx,
                    (1 - t) ** 2 * ay + 2 * t * (1 - t) * my + t * t * by,
                )
        here = there


@functools.cache
def shapes(path):
    """Nodes as (x, y, r) by what stands in them, edges as lists of points, locks as rectangles.

    An edge with turns is several lines. Of seven points of an arrow the middle one is its tip, of
    three the first.
    """
    loaded = puzzle.load(path)
    root = ET.fromstring(loaded.family.draw(loaded.instance, None).render())
    number = lambda node, key: float(node.get(key))  # noqa: E731 - short
    circles = [[number(c, k) for k in ("cx", "cy", "r")] for c in root.iter(f"{SVG}circle")]
    round_ones = [e for e in root.iter(f"{SVG}ellipse") if e.get("rx") == e.get("ry")]
    circles += [[number(e, k) for k in ("cx", "cy", "rx")] for e in round_ones]
    nodes = {}
    for text in root.iter(f"{SVG}text"):
        x, y = number(text, "x"), number(text, "y")
        for each in circles:
            if each[2] > 10 and abs(each[0] - x) < 0.1 and abs(each[1] - y) < 8:
                nodes[each[0], each[1]] = max(nodes.get((each[0], each[1]), 0), each[2])
    paths = [path_.get("d") for path_ in root.iter(f"{SVG}path")]
    paths += [
        "M{} {}L{} {}".format(*(line.get(key) for key in ("x1", "y1", "x2", "y2")))
        for line in root.iter(f"{SVG}line")
    ]
    edges = [list(along(each)) for each in paths if not re.search("[AHV]", each)]  # no keys, locks
    locks = [
        [number(r, k) for k in ("x", "y", "width", "height")]
        for r in root.iter(f"{SVG}rect")
        if r.get("rx") == "4"
    ]
    heads = [
        [tuple(map(float, each.split(","))) for each in p.get("points").split()]
        for p in next(root.iterfind(f"{SVG}svg"), root).iter(f"{SVG}polygon")  # above the legend
        if p.get("stroke") is None and p.get("fill") == "#8a7f6c"
    ]
    heads = [each[3:] if len(each) == 7 else each for each in heads]
    view = [float(each) for each in root.get("viewBox").split()]
    return loaded, nodes, edges, locks, heads, view


@pytest.mark.parametrize("path", few(GRAPHS, 3), ids=lambda path: path.name)
def test_nothing_lies_over_a_node(path):
    loaded, nodes, edges, locks, _, (left, top, width, height) = shapes(path)
    rooms = getattr(loaded.instance, "rooms", None)
    assert len(nodes) == (len(rooms) if rooms else 38)
    for (one, r), (other, s) in itertools.combinations(nodes.items(), 2):
        assert math.dist(one, other) > r + s, (one, other)
    for (x, y), r in nodes.items():
        assert left + r < x < left + width - r
        assert top + r < y < top + height - r
    assert len(edges) >= len(nodes) - 1
    for points in edges:
        ends = {points[0], points[-1]}
        for node, r in nodes.items():
            if node not in ends:
                assert min(math.dist(node, each) for each in points) > r, (ends, node)
    for x, y, w, h in locks:
        for (cx, cy), r in nodes.items():
            away = math.hypot(max(x - cx, 0, cx - x - w), max(y - cy, 0, cy - y - h))
            assert away > r - 3, ((x, y), (cx, cy))


@pytest.mark.parametrize("graphs", few([[*GRAPHS[:3], GRAPHS[-1]], GRAPHS], 1), ids=len)
def test_one_way_passages_have_arrows(graphs):
    """A passage that does not lead back has a head in front of where it leads."""
    for path in graphs:
        loaded, nodes, _, _, heads, _ = shapes(path)
        if path.suffix != ".dot":
            assert not heads  # every passage of that CSV can be walked both ways
            continue
        ways = {(p.tail, p.head) for p in loaded.instance.passages if not p.sealed}
        drawn = [p for p in loaded.instance.passages if not p.sealed and p.tail != p.head]
        assert len(heads) == sum((p.head, p.tail) not in ways for p in drawn)
        for tip, *_ in heads:
            assert min(math.dist(tip, node) - r for node, r in nodes.items()) < 4


@pytest.mark.parametrize("path", [p for p in GRAPHS if p.suffix == ".csv"], ids=lambda p: p.name)
def test_in_a_terminal_each_door_stands_once_with_those_that_it_leads_to(path):
    loaded = puzzle.load(path)
    floor = loaded.instance.floor
    ways = {(e.source % floor.nodes, e.target % floor.nodes) for e in floor.edges}
    lines = loaded.family.picture(loaded.instance, None).splitlines()
    ended = re.compile(r"(\d+)(?: \[(?:hero|goal)\])?(?: -[->] (.+))?")
    told = [ended.fullmatch(line).groups() for line in lines]
    assert sum("[" in line for line in lines) == 2
    assert sorted(int(name) for name, _ in told) == list(range(floor.nodes))
    found = {(int(name), int(to)) for name, near in told for to in (near or "").split(", ") if to}
    assert {frozenset(way) for way in found} == {frozenset(way) for way in ways}


@pytest.mark.parametrize("path", [p for p in GRAPHS if p.suffix != ".csv"], ids=lambda p: p.name)
def test_in_a_terminal_each_node_stands_once_below_one_that_leads_there(path):
    loaded = puzzle.load(path)
    ways = {(p.tail, p.head) for p in loaded.instance.passages if not p.sealed}
    above, told = [], set()
    found = set()
    for line in loaded.family.picture(loaded.instance, None).split("\n\n")[0].splitlines():
        depth, rest = re.match(r"((?:│  |   )*)((?:[├└]─(?:\[[^]]*\]─)? )?.*)", line).groups()
        level = len(depth) // 3 + rest.startswith(("├", "└"))
        name = re.sub(r"^[├└]─(\[[^]]*\]─)? ", "", rest).split()[0]
        assert name not in told
        told.add(name)
        del above[level:]
        if above:
            found.add((above[-1], name))
        above.append(name)
        also = rest.partition("   also ")[2]
        found |= {
            (name, other.partition("[")[0]) for other in re.sub(r"\[[^]]*\]", "[]", also).split()
        }
    assert found <= ways
    assert {frozenset(way) for way in found} == {frozenset(way) for way in ways if way[0] != way[1]}


def test_an_edge_goes_around_what_is_in_its_way():
    straight = around((0, 0), (100, 0), [(50, 40)], 20, 0)
    assert straight.at(0.5) == (50, 0)
    for blocked in ((50, 0), (50, 10), (20, -5)):
        curve = around((0, 0), (100, 0), [blocked], 20, 0)
        assert min(math.dist(curve.at(n / 99), blocked) for n in range(100)) > 17
        assert (curve.start, curve.end) == ((0, 0), (100, 0))
    assert around((5, 5), (5, 5), [], 20, 0) == Curve((5, 5), (5, 5), (5, 5))


def test_a_head_stands_before_the_end_and_points_at_it():
    tip, one, other = Curve((0, 0), (50, 0), (100, 0)).head(20)
    assert tip == (pytest.approx(80, abs=1), 0)
    assert one[0] == other[0] == pytest.approx(tip[0] - 10)
    assert one[1] == -other[1]


ISLANDS = """dungeon islands
start keys=0 bombs=renewable
legend d = door key red
room A at 0,0
#######
#@.d..#
#.~#.!#
#..#.>.
#######
room B at 0,1
#######
#.k.###
###.#T#
.>..~.#
#######
"""


def test_a_dungeon_of_tiles_is_a_graph_of_its_rooms():
    """Doors, water and one-way tiles are on its edges; what walls part is a node of its own."""
    loaded = puzzle.load(ISLANDS, "dungeon")
    assert loaded.family.answer_exports["dot"](loaded.instance, None).splitlines() == [
        "digraph dungeon {",
        '  node [shape=box, style="rounded"];',
        '  "A" [label="A\\nstart"];',
        '  "A (2)" [label="A (2)\\nswitch"];',
        '  "B" [label="B\\nkey"];',
        '  "B (2)" [label="B (2)\\ngoal"];',
        '  "A" -> "A (2)" [label="lock red", dir=both];',
        '  "A (2)" -> "B" [label="one-way"];',
        '  "B" -> "B (2)" [label="water", dir=both];',
        "}",
    ]


@pytest.mark.parametrize("name", ["trap", "switchyard", "oneway", "demo"])
def test_a_play_is_marked_in_the_graph_of_rooms(name):
    done = call("draw", f"dungeon/{name}.dungeon", "--solve", "--format", "dot")
    assert done.returncode == 0, done.stderr
    rooms = puzzle.load(f"dungeon/{name}.dungeon").instance.chambers
    drawn = set(re.findall(r'^  "([^"]*)" \[label', done.stdout, re.MULTILINE))
    assert {room.name for room in rooms} <= drawn
    bold = set(re.findall(r'^  "([^"]*)" .*bold', done.stdout, re.MULTILINE))
    red = re.findall(r'^  "([^"]*)" -> "([^"]*)" .*red', done.stdout, re.MULTILINE)
    assert bold == {each for way in red for each in way} or len(bold) == 1
    assert {"start", "goal"} <= set(re.findall(r"start|goal", done.stdout))
