"""Answers as text, trees, pictures, and the generator."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree

import pytest
from alice_ask import EXAMPLE, Listener, clingo, maze, native, plain, random_maze
from alice_trial import tree
from hypothesis import given, settings
from hypothesis import strategies as st
from projects import many

from pylab.base.errors import PylabError, WitnessError
from pylab.families.alice.family import FAMILY
from pylab.families.alice.generate import Quality, generate, quality
from pylab.families.alice.model import Closed, Count, Maze, Route, State, Tree
from pylab.families.alice.tree import dot, nested, ordered, outline
from pylab.testing import Subject, family_testkit, labs, node
from pylab.text.facts import write_facts
from pylab.text.source import Source

TASKS = ("shortest", "all", "count", "unique", "statistics", "hint", "tree")
TWINS = maze("3 2 ?,b,e_s #,b,s #,b,w #,b,e !,, #,b,w")
GRID = maze("3 3 ?,, #,, #,, #,, #,, #,, #,, #,, !,,")


def read(text: str) -> Any:
    return FAMILY.read_witness(Source("answer", text))


@pytest.mark.skipif(node.NODE is None, reason="there is no node here")
def test_an_atom_that_is_said_twice_is_one_atom_in_a_lab_too() -> None:
    line = maze("3 1 ?,, #,, !,,")
    once = "points(0,0,e). points(1,0,e). painted(1,0,red). length(1)."
    twice = f"painted(1,0,red). {once} points(1,0,e)."
    jobs = [{"facts": write_facts(FAMILY.facts(line)), "answers": [once, twice]}]
    (told,) = labs.run(Subject(FAMILY, family_testkit(FAMILY), 1), jobs)
    one, two = told["ends"]
    assert one == two
    checked = [FAMILY.check(line, read(each)) for each in (once, twice)]
    assert checked[0] == checked[1]


@given(st.integers(0, 10**9))
@settings(max_examples=many(60), deadline=None)
def test_answers_survive_their_text(seed: int) -> None:
    instance = random_maze(random.Random(seed), 5)
    for task in TASKS:
        for witness in native(instance, task)[1][:5]:
            assert read(FAMILY.show(witness)) == witness


def test_the_largest_d_may_be_negative() -> None:
    text = "1 5 #,b,sw_w ?,, #,r,sw !,r,sw #,r,"
    figures = native(maze(text, backwards=True, at="0,2,-1"), "statistics")[1][0]
    assert figures.largest < 0
    assert read(FAMILY.show(figures)) == figures
    assert clingo(maze(text, backwards=True, at="0,2,-1"), "statistics")[1] == [figures]
    with pytest.raises(WitnessError, match="an integer from 0"):
        read(FAMILY.show(replace(figures, states=-1)))


def test_all_kinds_survive_their_text() -> None:
    design = clingo(GRID, "design", length="6")[1][0]
    for witness in (native(TWINS, "unique")[1][0], design, Count(3, 7 * 10**40), Route(())):
        if witness != Route(()):
            assert read(FAMILY.show(witness)) == witness


def test_facts_alone_will_do() -> None:
    route = read("move(e,1,2,1,1) move(e,2,2,1,2)")
    assert route.length is None
    assert [move.direction for move in route.moves] == ["e", "e"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "expected an answer, found no facts"),
        ("length(3).", "expected the facts of one answer, found length/1 together"),
        ("move(up,1,2,1,1).", "expected one of n, ne"),
        ("move(e,1,2,1,x).", "expected an integer as argument 5"),
        ("move(e,1,2,1,1). closed(0,0,1).", "found closed/3, move/5 together"),
        ("move(e,1,2,1,1). length(1). length(2).", "expected one fact length/1, found 2"),
        ("figure(states,3).", "1:1: expected one fact figure(goals,…), found none"),
        ("figure(weight,3).", "expected one of states, goals"),
        ("figure(states,3). figure(states,4).", "1:19: expected one fact figure(states,…)"),
        ("length(1). routes(0,1000000).", "an integer from 0 to 999999"),
        ("length(1). routes(0,1). routes(0,2).", "expected one digit a place"),
        ("length(1). routes(20000,1).", "an integer from 0 to 10000"),
        ("root(0,0,1). branch(0,0,1,e,1,0,1,lost).", "expected one of new, goal"),
        ("push(1,e,1).", "found push/3"),
        ("move(e,1,2,1,1) :- true.", "expected"),
    ],
)
def test_texts_that_are_no_answer(text: str, words: str) -> None:
    with pytest.raises(WitnessError) as caught:
        read(text)
    assert words in str(caught.value)


def test_words_for_people() -> None:
    text = FAMILY.show(native(maze(EXAMPLE), "shortest")[1][0])
    assert text.splitlines()[0] == "% a shortest route, 5 moves"
    assert "% 2: n to (0, 0) with d = 2" in text
    assert FAMILY.show(Closed((State(0, 0, 1),))).startswith(
        "% no route: no move leaves this 1 state"
    )


def example_tree(**options: Any) -> Tree:
    found: Tree = native(maze(EXAMPLE, **options), "tree")[1][0]
    return found


def test_the_tree_of_the_example() -> None:
    lines = outline(example_tree()).splitlines()
    assert lines[:3] == ["(0, 2), 1", "  n  (0, 1), 1", "    n  (0, 0), 2"]
    assert "          n  (1, 0), 1  goal" in lines
    assert sum(line.endswith("out of bounds") for line in lines) == 3
    assert sum(line.endswith("seen before") for line in lines) == 3


def test_trees_end_at_a_depth() -> None:
    shallow = outline(example_tree(depth=2)).splitlines()
    assert len(shallow) == 5
    assert shallow[-1] == "    e  (2, 2), 1  not followed further"


def test_all_reasons() -> None:
    text = "4 1 ?,b,e #,y,e_w # !,,"
    assert "d = 0" in outline(native(maze(text), "tree")[1][0])
    jumping = maze("4 1 ?,b,e #,r,e_w # !,,")
    words = outline(native(jumping, "tree")[1][0])
    assert "goal" in words
    assert "out of bounds" in words
    assert "blank" in outline(native(maze("3 1 ?,b,e # !,,"), "tree")[1][0])
    assert "no arrow" in outline(native(maze("3 1 ?,b,e #,b, !,,"), "tree")[1][0])


TREES = ["4 1 ?,b,e #,y,e_w # !,,", "4 1 ?,b,e #,r,e_w # !,,", "3 1 ?,b,e # !,,", EXAMPLE]


@pytest.mark.parametrize("text", TREES)
def test_trees_are_those_of_brute_force(text: str) -> None:
    for depth in (1, 2, 3, None):
        instance = maze(text, **({} if depth is None else {"depth": depth}))
        (grown,) = native(instance, "tree")[1]
        assert FAMILY.check(instance, grown).valid
        assert {tuple(branch) for branch in grown.branches} == tree(instance)


def test_trees_as_dot_and_json() -> None:
    tree = example_tree()
    graph = dot(tree)
    assert (
        graph.count(" -> ") == len(tree.branches) == graph.count("[label=") - 1 - graph.count("-> ")
    )
    assert "out of bounds" in graph
    data = json.loads(json.dumps(nested(tree)))

    def size(node: dict[str, Any]) -> int:
        return 1 + sum(map(size, node["children"]))

    assert size(data) == len(tree.branches) + 1
    assert data["children"][0]["direction"] == "n"
    with pytest.raises(PylabError, match="only a tree"):
        FAMILY.answer_exports["dot"](maze(EXAMPLE), Count(1, 1))  # type: ignore[attr-defined]


def test_branches_without_a_root_are_kept() -> None:
    tree = example_tree()
    cut = Tree(tree.root, tuple(b for b in tree.branches if b.origin != tree.root))
    assert sorted(ordered(cut)) == sorted(cut.branches)
    assert read(FAMILY.show(cut)) == cut


def pictures() -> list[tuple[Maze, Any]]:
    found: list[tuple[Maze, Any]] = [(maze(EXAMPLE), None)]
    rng = random.Random(5)
    for instance in [maze(EXAMPLE), TWINS, *(random_maze(rng, 5) for _ in range(8))]:
        found += [(instance, native(instance, task)[1][0]) for task in TASKS]
    return [*found, (GRID, clingo(GRID, "design", length="6")[1][0])]


def test_everything_can_be_drawn() -> None:
    for instance, witness in pictures():
        assert FAMILY.picture(instance, witness) == FAMILY.picture(instance, witness)
        drawn = FAMILY.draw(instance, witness).render()
        assert drawn == FAMILY.draw(instance, witness).render()
        svg = ElementTree.fromstring(drawn)
        assert svg.tag.endswith("svg")


def test_wrong_answers_are_drawn_as_they_are_told() -> None:
    route = native(maze(EXAMPLE), "shortest")[1][0]
    astray = tuple(move._replace(x=move.x + 40) for move in route.moves)
    ElementTree.fromstring(FAMILY.draw(maze(EXAMPLE), Route(astray)).render())


def test_the_terminal_picture() -> None:
    lines = FAMILY.picture(maze(EXAMPLE), native(maze(EXAMPLE), "hint")[1][0]).splitlines()
    assert lines[3] == " 0 |   + → |   *   |   -   |"
    assert lines[11] == " 2 |   @ → |   · → |   ·   |"
    assert "      n to (0, 1) with d = 1" in lines
    assert lines[-3:] == [
        "red +: d grows by one on landing",
        "yellow -: d shrinks by one on landing",
        "(column, row), from 0 at the top left",
    ]


def test_generated_mazes_are_what_they_say() -> None:
    rng = random.Random(3)
    found = generate(rng, width=5, height=4, length=9, seconds=30, steps=3000)
    assert quality(found).unique
    assert quality(found).length == 9 == plain(found).length
    assert quality(found).dead == plain(found).statistics()["dead"]
    assert len(plain(found).routes()) == 1
    assert FAMILY.read(Source("new", FAMILY.write(found))) == found


def test_a_number_of_steps_alone_is_not_cut_short_by_a_clock(monkeypatch) -> None:
    whole = generate(random.Random(3), 4, 4, steps=300, seconds=60)
    monkeypatch.setattr(f"{generate.__module__}._SECONDS", 1e-9)
    assert generate(random.Random(3), 4, 4, steps=300) == whole


def test_merit_agrees_with_a_plain_search() -> None:
    rng = random.Random(13)
    for _ in range(100):
        instance = random_maze(rng, 6, options=False)
        walked, found = plain(instance), quality(instance)
        assert (found.length or None) == walked.length
        assert found.states == len(walked.distance)
        assert found.dead == walked.statistics()["dead"]
        if walked.length and walked.length < 30:
            assert found.unique == (len(walked.routes()) == 1)


def test_the_same_seed_makes_the_same_maze() -> None:
    reports: list[tuple[float, Quality]] = []
    one, two = (
        generate(random.Random(8), 4, 4, seconds=60, steps=600, blanks=0.2,
                 report=lambda share, best: reports.append((share, best)))
        for _ in range(2)
    )  # fmt: skip
    assert one == two
    assert sum(map(one.is_blank, one.squares())) == 3
    assert reports[0][0] < reports[-1][0] == 1.0
    assert "a unique shortest route" in str(reports[-1][1])


@pytest.mark.parametrize(
    "wrong",
    [
        {"width": 0},
        {"height": 101},
        {"width": 1, "height": 1},
        {"length": -1},
        {"arrows": 4.0, "most": 3},
        {"arrows": 0.0},
        {"most": 9},
        {"coloured": 1.1},
        {"blanks": -0.1},
        {"width": 2, "height": 1, "blanks": 0.9},
        {"seconds": -1.0},
        {"steps": -1},
    ],
)
def test_parameters_that_make_no_maze(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="expected"):
        generate(random.Random(1), **wrong)


def test_parameters_are_those_of_generate() -> None:
    defaults: Callable[..., Any] = generate
    names = {parameter.name: parameter.default for parameter in FAMILY.parameters}
    values = dict(zip(defaults.__code__.co_varnames[1:], defaults.__defaults__ or (), strict=False))
    assert names == {name: values[name] for name in names}


def test_search_progress_is_told() -> None:
    listener = Listener()
    FAMILY.native.search(maze(EXAMPLE), FAMILY.tasks[0], listener, 1)  # type: ignore[attr-defined]
    assert listener.calls == 5
