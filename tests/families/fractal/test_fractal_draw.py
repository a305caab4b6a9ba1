"""Pictures: well-formed, the same each time, and with everything that matters in them."""

from __future__ import annotations

import random
from xml.etree import ElementTree

import clingo
import pytest
from fractal_ask import ask, load, read, small
from projects import few

from pylab.engines.scenes import scene
from pylab.families.fractal.family import FAMILY
from pylab.families.fractal.generate import generate
from pylab.families.fractal.layout import SIDE, layout
from pylab.families.fractal.pds import system_of
from pylab.families.fractal.sketch import sketch
from pylab.text.facts import Fact


def texts(svg):
    root = ElementTree.fromstring(svg)
    return [node.text for node in root.iter() if node.tag.endswith("text")]


def test_alice():
    alice = load("alice.lab")
    witness = ask(alice, "shortest", "native")[1][0].witness
    svg = FAMILY.draw(alice, witness).render()
    assert svg == FAMILY.draw(alice, witness).render()
    words = texts(svg)
    for name in (*"ABCD", *(str(n) for n in range(1, 13)), "start", "depth 0"):
        assert name in words
    assert len(svg) > len(FAMILY.draw(alice, None).render())
    paths = [node for node in ElementTree.fromstring(svg).iter() if node.tag.endswith("path")]
    faded = {node.get("d") for node in paths if node.get("opacity")}
    assert faded
    assert not faded & {node.get("d") for node in paths if not node.get("opacity")}


@pytest.mark.parametrize("seed", few(range(800, 806), 3))
def test_every_witness_can_be_drawn(seed):
    labyrinth = small(random.Random(seed))
    for instance in (labyrinth, system_of(labyrinth)):
        for task in ("escape", "winning"):
            witness = ask(instance, task, "native")[1][0].witness
            ElementTree.fromstring(FAMILY.draw(instance, witness).render())
            assert FAMILY.picture(instance, witness).endswith("\n")
            assert FAMILY.answer_exports["dot"](instance, witness).endswith("}\n")
        assert FAMILY.answer_exports["dot"](instance, None).endswith("}\n")


def test_ports_lie_on_their_boxes_and_all_within_the_frame():
    plan = layout(load("alice.lab"))
    for name, (x, y) in plan.points.items():
        assert 0 <= x <= SIDE
        assert 0 <= y <= SIDE
        box, dot, _ = name.partition(".")
        if dot and box in plan.boxes:
            square = plan.boxes[box]
            edges = (x - square.x, square.x + square.side - x, y - square.y)
            edges = (*edges, square.y + square.side - y)
            assert min(map(abs, edges)) < 1e-6


def test_large_ones_just_say_what_they_are():
    large = generate(random.Random(1), outer=500)
    assert (
        "outer locations and 4 boxes: too large to draw"
        in texts(FAMILY.draw(large, None).render())[0]
    )
    witness = ask(large, "escape", "native")[1][0].witness
    assert "is not drawn" in texts(FAMILY.draw(large, witness).render())[1]


def test_one_of_a_kind_is_told_in_the_singular():
    title = FAMILY.picture(read("a A.a"), None).splitlines()[0]
    assert title.startswith("a labyrinth of 1 outer location and 1 box, ")


@pytest.mark.slow
def test_long_names_are_numbered_and_told_below():
    names = [f"entrance_number_{number}_with_long_name" for number in range(1, 13)]
    boxes = [f"Box{letter}" for letter in "ABCDEF"]
    lines = [f"{name} {box}.{name}" for box in boxes for name in names]
    svg = FAMILY.draw(read("\n".join(lines)), None).render()
    words = texts(svg)
    assert words.count("#12") == 7
    assert f"#12 {names[11]}" in words
    root = ElementTree.fromstring(svg)
    for node in root.iter():
        if node.tag.endswith("text"):
            assert float(node.attrib["font-size"]) >= 8


def test_generated_labyrinths_are_reproducible_and_within_bounds():
    assert generate(random.Random(5)) == generate(random.Random(5))
    for wrong in ({"outer": 0}, {"boxes": 0}, {"density": -1}, {"goal": "x"}, {"nested": -1}):
        with pytest.raises(ValueError, match="expected"):
            generate(random.Random(1), **wrong)
    for goal in ("escape", "at", "reach"):
        labyrinth = generate(random.Random(2), goal=goal, oneway=0.5)
        assert labyrinth.goal.kind == goal
        assert labyrinth.oneways


def test_a_terminal_shows_the_sketch_and_lists_the_corridors():
    labyrinth = load("turnstile.lab")
    told = FAMILY.picture(labyrinth, None).splitlines()
    drawn = sketch(labyrinth).lines(labyrinth.start)
    assert told[2 : 2 + len(drawn)] == drawn
    assert [line for line in told if " -> " in line] == [
        f"  {one} -> {other}" for one, other in labyrinth.oneways
    ]


def test_what_has_no_room_in_a_terminal_is_only_listed():
    for crowd in (generate(random.Random(1), outer=40, boxes=9), generate(random.Random(1), 500)):
        assert sketch(crowd) is None
        assert " - " in FAMILY.picture(crowd, None)


def test_a_run_in_a_terminal_is_a_line_a_stay():
    alice = load("alice.lab")
    witness = ask(alice, "shortest", "native")[1][0].witness
    told = FAMILY.picture(alice, witness).splitlines()
    assert "  inner.start - A.3" in told
    assert "    A | 3 - B.1" in told


def test_in_a_lab_all_stays_where_it_was_after_a_change():
    alice = load("alice.lab")
    joined = read(FAMILY.write(alice) + "1 C.2\n1 2 inner.new\n")
    boxed = read(FAMILY.write(alice) + "1 E.2\n")
    plan = [Fact(clingo.parse_term(each)) for each in FAMILY.laid_out(alice)]
    page = Fact(clingo.Function("page"))

    def places(labyrinth):
        shown = scene([FAMILY.scene], [*FAMILY.facts(labyrinth), *plan, page])
        return {name: place for name, place in shown.targets().items() if name[0] in "lb"}

    before, after, more = map(places, (alice, joined, boxed))
    assert before.items() <= after.items()
    assert {*after} - {*before} == {'l("inner.new")'}
    outer = [f'l("{name}")' for name in alice.outer()]
    assert [before[name] for name in outer] == [more[name] for name in outer]
    assert len({more[f'b("{box}")'] for box in "ABCDE"}) == 5


@pytest.mark.parametrize(("page", "outer", "boxes"), [(False, 27, 3), (True, 27, 3), (True, 12, 4)])
@pytest.mark.parametrize("seed", few(range(900, 920), 4))
def test_names_do_not_cover_one_another(seed, page, outer, boxes):
    """Those of ports, in their boxes, and those around the frame; on a page they are larger."""
    labyrinth = generate(random.Random(seed), outer=outer, boxes=boxes, density=1.0)
    shown = FAMILY.pictured(labyrinth, page=True).draw() if page else FAMILY.draw(labyrinth, None)
    root, line = ElementTree.fromstring(shown.render()), 0.7 if page else 0.99
    found = []
    for node in root.iter():
        if node.tag.endswith("text") and "ghostly" not in node.get("class", "") and node.text:
            size = float(node.get("font-size"))
            wide = 0.6 * size * len(node.text)
            found.append((float(node.get("x")), float(node.get("y")), wide, size, node.text))
    assert len(found) > outer
    for index, (x, y, wide, high, name) in enumerate(found):
        for a, b, w, h, other in found[:index]:
            apart = abs(x - a) >= 0.99 * (wide + w) / 2 or abs(y - b) >= line * (high + h) / 2
            assert apart, (name, other)
