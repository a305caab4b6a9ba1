"""Pictures: well-formed, the same each time, and of everything that can be asked."""

from __future__ import annotations

import functools
import random
import re
from itertools import pairwise
from math import dist
from xml.etree import ElementTree

import pytest
from projects import few
from theseus_samples import (
    FAMILY,
    edges_of_the_seed,
    hemme,
    native,
    puzzle_of,
    random_graph,
    random_labyrinth,
)

from pylab.drawing.palette import SCALE

SVG = "{http://www.w3.org/2000/svg}"


def drawn(puzzle, witness):
    text = FAMILY.draw(puzzle, witness).render()
    assert text == FAMILY.draw(puzzle, witness).render()
    return ElementTree.fromstring(text)


SIGNS = "S start   G goal   o door   ^ v < > door walked that way   X walked both ways"
CONVENTION = "doors at (x, y), from 0 at the bottom left"


def test_a_path_is_drawn_step_by_step():
    _, (shortest,) = native(hemme(), "shortest")
    assert FAMILY.pictures.steps(hemme(), shortest) == shortest.length == 24
    texts = [each.text for each in drawn(hemme(), shortest).findall(f"{SVG}text")]
    words = "path: weight 30, 24 steps from door to door"
    assert texts[:2] + texts[-3:] == ["start", "goal", words, "steps 1 to 24", CONVENTION]
    assert sorted(map(int, texts[2:-3])) == sorted([*range(8), *range(11)])  # coordinates
    legend = drawn(hemme(), shortest).findall(f"{SVG}rect")[-len(SCALE) :]
    assert [each.get("fill") for each in legend] == [*SCALE], "the scale has its legend"
    shown = [FAMILY.pictures.step(hemme(), shortest, step).render() for step in range(25)]
    assert len(set(shown)) == 25
    assert "9 of 24 steps" in shown[9]
    colours = [{*re.findall(r'<path[^>]* stroke="([^"]*)"', each)} for each in shown]
    assert all(one <= other for one, other in pairwise(colours)), "a part keeps its colour"


@functools.cache
def closed():
    return puzzle_of("+---+-G-+\n|   o   |\n+---+---+\n|   o   |\n+-S-+---+\n")


LARGER = functools.partial(random_labyrinth, 5, 5)
GRAPH = functools.partial(random_graph, 20)


@pytest.mark.parametrize("made", few([GRAPH, closed, edges_of_the_seed, LARGER, hemme], 2))
def test_everything_can_be_drawn(made):
    puzzle = made()
    drawn(puzzle, None)
    for name in ("longest", "cycles", "count", "count-cycles", "statistics"):
        _, found = native(puzzle, name, 1)
        for witness in found[:1]:
            drawn(puzzle, witness)
            assert FAMILY.picture(puzzle, witness)


def test_doors_walked_both_ways_are_drawn_apart():
    _, (longest, _) = native(hemme(), "longest")
    tree = drawn(hemme(), longest)
    points = [element.get("points") for element in tree.findall(f"{SVG}polygon")]
    assert len(set(points)) == len(points)


def test_the_terminal_shows_arrows_at_doors():
    _, (shortest,) = native(hemme(), "shortest")
    *lines, title, signs, convention = FAMILY.picture(hemme(), shortest).splitlines()
    assert title == "path: weight 30, 24 steps from door to door"
    assert (signs, convention) == (SIGNS, CONVENTION)
    assert lines[2] == "+-o-+-o-+-^-+-o-+-o-+-o-+-o-+"
    assert lines[-1] == "+---+---+---+-S-+---+---+---+"
    assert "X" not in "".join(lines)
    _, (longest, _) = native(hemme(), "longest")
    assert "X" in FAMILY.picture(hemme(), longest).partition(SIGNS)[0]


def test_the_text_of_a_list_of_edges_shows_which_lead_both_ways():
    """`--` stands between two nodes, in the lines of both, where one gets there and back."""
    rng = random.Random(5)
    for _ in range(6):
        lines = [f"{n},{n + 1},{rng.choice(['->', '<->'])}" for n in range(4)]
        lines += [f"{n},{rng.randrange(n - 1)},{rng.choice(['->', '<->'])}" for n in range(2, 5)]
        wanted = set()
        for a, b, arrow in (line.split(",") for line in lines):
            joint = "--" if arrow == "<->" else "->"
            wanted |= {(a, joint, b), (b, joint, a)} if joint == "--" else {(a, joint, b)}
        found = set()
        for line in FAMILY.picture(puzzle_of("\n".join([*lines, ""])), None).splitlines():
            name, *told = re.split(" (?=--|->)", re.sub(r" \[\w+\]", "", line))
            for joint, near in (each.rstrip(";").split(" ", 1) for each in told):
                found |= {(name, joint, other) for other in near.split(", ")}
        assert found == wanted


def test_plans_off_the_lattice_are_rounded_in_text():
    text = "size 1.3 1\nroom a 0 0 1.3 1\nstart 0.5 0\ngoal 1.3 0.5\n"
    assert FAMILY.picture(puzzle_of(text), None).splitlines()[-3:] == ["+-S-+", SIGNS, CONVENTION]
    drawn(puzzle_of(text), None)


def test_the_graph_has_the_nodes_of_its_edges_and_no_two_overlap():
    puzzle = edges_of_the_seed()
    picture = FAMILY.pictured(puzzle)
    places = [*picture.places.values()]
    assert len(places) == puzzle.floor.nodes
    assert not picture.remarks
    assert all(dist(a, b) > 30 for n, a in enumerate(places) for b in places[:n])
