"""Plans, edge lists, facts and witnesses: what is written is read back, and errors have places."""

from __future__ import annotations

import contextlib
import json
import random
import re
from decimal import Decimal
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from projects import few, many, run
from theseus_samples import (
    FAMILY,
    bare_clingo,
    edges_of_the_seed,
    hemme,
    native,
    puzzle_of,
    random_graph,
    random_labyrinth,
    said,
)

from pylab.base.errors import InstanceError, PylabError, WitnessError
from pylab.core.puzzle import Puzzle as Shown
from pylab.families.theseus import export
from pylab.families.theseus.edgelist import HEADER
from pylab.families.theseus.format import facts, from_facts, read, write
from pylab.families.theseus.generate import generate, open_plan
from pylab.families.theseus.model import Puzzle, Route
from pylab.families.theseus.planfile import list_plan
from pylab.text.fact_files import read_facts
from pylab.text.facts import fact, write_facts
from pylab.text.source import Source

SMALL = """\
+---+-G-+
|   o   |
+-o-+---+
|   o   |
+-S-+---+
"""
LIST = """\
# the same, as a list
size 2 2
room r1 0 0 1 1
room r2 1 0 1 1
room r3 0 1 1 1
room r4 1 1 1 1
door 1 0.5
door 0.5 1.0
door 1 1.5
start 0.5 0
goal 1.5 2
"""
EDGES = "node1,node2,weight,direction1,direction2\n0,1,2.0,u,d\n1,2,0.5,r,l\n1,2,0.5,r,l\n"


def test_both_forms_of_a_plan_are_the_same_plan():
    assert puzzle_of(SMALL) == puzzle_of(LIST)
    assert write(puzzle_of(LIST)) == SMALL
    assert puzzle_of(list_plan(puzzle_of(SMALL).floor)) == puzzle_of(SMALL)


def test_a_list_is_read_in_any_order_and_with_any_blanks():
    text = "\r\n\n".join(f"\t {line} \u2003" for line in reversed(LIST.splitlines()[1:]))
    assert puzzle_of(text.replace(" ", "\x0b ") + "\n#room") == puzzle_of(LIST)
    with pytest.raises(InstanceError, match=r"x\.plan:1:2: expected one of size, room"):
        puzzle_of(f" #\n{LIST}")


def test_the_labyrinth_is_read_as_it_is_written():
    assert len(hemme().floor.rooms) == 51
    assert len(hemme().floor.openings) == 83
    assert puzzle_of(write(hemme())) == hemme() == puzzle_of(list_plan(hemme().floor))


def test_walls_may_have_corners_anywhere_and_drawings_may_be_indented():
    text = "".join(f"   {line}\n" for line in SMALL.splitlines())
    assert puzzle_of(text) == puzzle_of(SMALL)
    corners = "+---+-G-+\n|       |\n+---+---+\n| o     |\n+-S-+---+\n"
    with pytest.raises(InstanceError):
        puzzle_of(corners)
    one = "+---G---+\n|       |\n+---S---+\n"
    assert puzzle_of(one) == puzzle_of(one.replace("---G", "--+G").replace("--+G", "---G"))


@pytest.mark.parametrize("puzzle", [hemme(), *map(random_labyrinth, range(5))])
def test_a_plan_is_read_as_it_is_drawn(puzzle):
    drawn = FAMILY.pictured(puzzle, None).text()
    assert "S start" in drawn
    assert puzzle_of(drawn) == puzzle


@pytest.mark.parametrize("seed", few(range(60), 10))
def test_plans_and_facts_are_read_back(seed):
    for puzzle in (random_labyrinth(seed, 6), FAMILY.adapt(random_labyrinth(seed), room=2)):
        plain = random_labyrinth(seed, 6)
        assert puzzle_of(write(plain)) == plain == puzzle_of(list_plan(plain.floor))
        assert FAMILY.from_facts(FAMILY.facts(puzzle)) == puzzle
        text = write_facts(FAMILY.facts(puzzle))
        assert FAMILY.from_facts(read_facts(Source("x.lp", text), FAMILY.vocabulary)) == puzzle
    puzzle = FAMILY.adapt(random_graph(seed), door=2, passage=1)
    assert FAMILY.from_facts(FAMILY.facts(puzzle)) == puzzle


@given(st.data())
@settings(max_examples=many(60), deadline=None)
def test_decimals_stay_exact(data):
    cuts = st.lists(st.decimals(Decimal("0.001"), 9, places=3), min_size=1, max_size=4, unique=True)
    edges = [Decimal(0), *sorted(data.draw(cuts)), Decimal(10)]
    rooms = [f"room r{i} {a} 0 {b - a} 1.5" for i, (a, b) in enumerate(pairwise(edges))]
    doors = [f"door {x} 0.125" for x in edges[1:-1]]
    text = "\n".join(["size 10 1.5", *rooms, *doors, "start 0 0.75", "goal 10 0.75"])
    puzzle = puzzle_of(text)
    assert puzzle_of(list_plan(puzzle.floor)) == puzzle
    assert FAMILY.from_facts(FAMILY.facts(puzzle)) == puzzle


def test_an_edge_list_makes_a_multigraph():
    puzzle = puzzle_of(EDGES, "x.csv")
    keys = [(edge.key, edge.weight) for edge in puzzle.floor.edges]
    half = Decimal("0.5")
    assert ((0, 1, 1), 2) in keys
    assert [key for key in keys if key[0][:2] == (1, 2)] == [((1, 2, 1), half), ((1, 2, 2), half)]
    assert [key for key in keys if key[0][:2] == (5, 4)] == [((5, 4, 1), half), ((5, 4, 2), half)]
    _, found = native(puzzle, "paths")
    assert len(found) == 2


MEETING = """\
+---G---+
|       |
+-o-+---+
|   o   |
+-S-+---+
"""


def broken(text, *replacements):
    for old, new in replacements:
        assert old in text
        text = text.replace(old, new, 1)
    return text


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("", "1:1", "found nothing"),
        (broken(SMALL, ("|   o   |", "|   o  |")), "2:9", "expected 9 characters"),
        (broken(SMALL, ("+-o-+", "+o--+")), "3:2", "in the middle of a wall"),
        (broken(SMALL, ("-G-", "---")), "1:1", "expected one goal, found none"),
        (broken(SMALL, ("+---+-G", "+-G-+-G")), "1:7", "expected one goal, found 2"),
        (broken(SMALL, ("+-S-+---+", "+---+---+")), "1:1", "expected one start"),
        (broken(SMALL, ("-o-+---+", "-o-+- -+")), "3:6", "expected ' ', found '-'"),
        (broken(SMALL, ("|   o   |", "|   o o |")), "2:7", "a wall that two rooms share"),
        (broken(SMALL, ("|   o   |", "| ? o   |")), "2:3", "expected ' ', found '?'"),
        (broken(SMALL, ("+-o-+---+", "+-S-+---+")), "5:3", "expected one start, found 2"),
        (broken(MEETING, ("-G-", "---"), ("-+-", "-G-")), "3:5", "the goal in the outer wall"),
        (SMALL + SMALL.splitlines()[1] + "\n", "6:1", "expected 2 lines a unit"),
        ("+---\n", "1:4", "4 characters a unit"),
        (broken(LIST, ("size 2 2\n", "")), "2:1", "expected a line 'size W H'"),
        (broken(LIST, ("door 1 0.5", "size 2 2")), "7:1", "expected one size, found a second"),
        (broken(LIST, ("size 2 2", "size 0 2")), "2:6", "expected a width above 0"),
        (broken(LIST, ("room r2", 'room "r2')), "4:6", "without quotes"),
        (broken(LIST, ("size 2 2", "size 2 x")), "2:8", "expected a height from 0 to 10000"),
        (broken(LIST, ("size 2 2", "size 2 10000000")), "2:8", "height from 0 to 10000"),
        (broken(LIST, ("size 2 2", "size 2 1.1234567")), "2:8", "at most 3 decimals"),
        (broken(LIST, ("size 2 2", "size 2")), "2:7", "found the end of the line"),
        (broken(LIST, ("size 2 2", "size 2 2 2")), "2:10", "the end of the line"),
        (broken(LIST, ("room r2 1 0 1 1", "room r2 1 0 1 0")), "4:15", "above 0"),
        (broken(LIST, ("room r2 1 0 1 1", "room r1 1 0 1 1")), "4:1", "a new name"),
        (broken(LIST, ("room r2 1 0 1 1", "room r2 0.5 0 1.5 1")), "4:1", "do not overlap"),
        (broken(LIST, ("room r2 1 0 1 1\n", "")), "2:1", "found a gap at 1 0"),
        (broken(LIST, ("room r2 1 0 1 1", "room r2 1 0 2 1")), "4:1", "within 2 by 2"),
        (broken(LIST, ("door 1 0.5", "door 1 1")), "7:1", "a wall that two rooms share"),
        (broken(LIST, ("door 1 0.5", "door 0 0.5")), "7:1", "a wall that two rooms share"),
        (broken(LIST, ("door 1 0.5", "door 1 1.5")), "9:1", "a new place for an opening"),
        (broken(LIST, ("start 0.5 0", "start 0.5 1.5")), "10:1", "in the outer wall"),
        (broken(list_plan(puzzle_of(MEETING).floor), ("goal 1 2", "goal 1 1")), "8:1", "outer"),
        (broken(LIST, ("start 0.5 0", "start 0.50001 0")), "10:7", "at most 3 decimals"),
        (broken(LIST, ("start", "begin")), "10:1", "expected one of size, room"),
    ],
)
def test_errors_in_plans_have_places(text, place, words):
    with pytest.raises(InstanceError) as error:
        puzzle_of(text)
    assert f"x.plan:{place}:" in str(error.value)
    assert words in str(error.value)


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("a,b\n", "1:1", "expected the header"),
        (EDGES + "1,2,3\n", "5:1", "expected 5 fields"),
        (EDGES + "x,2,3,u,d\n", "5:1", "as node1"),
        (EDGES + "1,-2,3,u,d\n", "5:3", "as node2"),
        (EDGES + "1,2,1x3,u,d\n", "5:5", "a weight from 0 to 1000000"),
        (EDGES + "1,2,1.2345678,u,d\n", "5:5", "at most 3 decimals"),
        (EDGES + "1,2,1e7,u,d\n", "5:5", "a weight from 0 to 1000000"),
        (EDGES + "1,2,1e-9,u,d\n", "5:5", "at most 3 decimals"),
        (EDGES + "1,2,0.00001,u,d\n", "5:5", "at most 3 decimals"),
        (EDGES + "1,2,3,north,d\n", "5:7", "one of u, r, d, l"),
        (EDGES.splitlines()[0] + "\n", "2:1", "between at least two nodes"),
        (EDGES + "1,2,3,u,d,->\n", "5:1", "expected 5 fields"),
        (EDGES.replace("\n", ",arrow\n", 1), "2:1", "expected 6 fields"),
        (EDGES.splitlines()[0] + ",arrow\n0,1,1,u,d,<-\n", "2:11", "<-> or -> as arrow"),
    ],
)
def test_errors_in_edge_lists_have_places(text, place, words):
    with pytest.raises(InstanceError) as error:
        puzzle_of(text, "x.csv")
    assert f"x.csv:{place}:" in str(error.value)
    assert words in str(error.value)


PLAN_FACTS = write_facts(FAMILY.facts(puzzle_of(SMALL)))
GRAPH_FACTS = write_facts(FAMILY.facts(puzzle_of(EDGES, "x.csv")))


@pytest.mark.parametrize("scale", [1, 3, 7, 12, 499_999])
@pytest.mark.parametrize("puzzle", [puzzle_of(SMALL), puzzle_of(EDGES, "x.csv")])
def test_the_scale_of_facts_is_any_whole_number(puzzle, scale):
    """All lengths times the same number, and the scale, too, are the same puzzle."""
    lengths = {"scale": 0, "size": 0, "room": 1, "door": 1, "edge": 3}
    given = []
    for each in FAMILY.facts(puzzle):
        name, terms = each.signature.name, each.symbol.arguments
        first = lengths.get(name, len(terms))
        given.append(fact(name, *terms[:first], *(term.number * scale for term in terms[first:])))
    assert FAMILY.from_facts(given) == puzzle


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "expected one fact scale/1"),
        (broken(PLAN_FACTS, ("scale(2)", "scale(3)")), "3 decimals when divided by the scale 3"),
        (broken(PLAN_FACTS, ("scale(2)", "scale(0)")), "expected an integer from 1"),
        (broken(PLAN_FACTS, ("door(0,", "door(7,")), "the number of a door"),
        (broken(PLAN_FACTS, ("door(1,", "door(7,")), "numbered from 0"),
        (broken(PLAN_FACTS, ('"r1"', "r1")), "a string"),
        (broken(PLAN_FACTS, ('"r1"', '"r 1"')), "without spaces"),
        (PLAN_FACTS + "nodes(3).", "expected a plan or a graph"),
        (PLAN_FACTS + "limit(passage,2).", "expected 1 as limit of passage"),
        (PLAN_FACTS + "limit(state,2).", "one of door, room"),
        (PLAN_FACTS + "limit(door,2). limit(door,1).", "one limit of each kind"),
        (PLAN_FACTS + "allowed(back).", "expected allowed(same_wall)"),
        (PLAN_FACTS + "entrance(2).", "expected one fact entrance/1, found 2"),
        (broken(GRAPH_FACTS, ("nodes(3)", "nodes(1)")), "an integer from 0 to 1"),
        (broken(GRAPH_FACTS, ("goal(2)", "goal(0)")), "another state"),
        (GRAPH_FACTS + "edge(0,2,1,4).", "a passage for each edge"),
        (GRAPH_FACTS + "passage(0,2,1,4).", "an edge for each passage"),
        (GRAPH_FACTS + "edge(0,1,1,5).", "as before"),
        (GRAPH_FACTS + "passage(0,1,1,5).", "as before"),
        (GRAPH_FACTS + "limit(room,2).", "expected a plan for a limit on rooms"),
        ("limit(edge,1).\nlimit(room,2)." + GRAPH_FACTS, "x.lp:2:1: expected a plan for a limit"),
        (GRAPH_FACTS + "rooom(0,1,1,5).", "expected scale/1"),
    ],
)
def test_facts_that_are_no_puzzle_are_refused(text, words):
    with pytest.raises(InstanceError) as error:
        FAMILY.from_facts(read_facts(Source("x.lp", text), FAMILY.vocabulary))
    assert words in str(error.value)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"door": "0"}, "a number above 0"),
        ({"door": "many"}, "a number above 0"),
        ({"passage": "2"}, "expected 1 as limit"),
        ({"leaving": "window"}, "expected one of turn, same-wall, back for leaving"),
        ({"graph": "huge"}, "expected one of full, reduced for graph"),
        ({"start": "3"}, "a graph for another start"),
        ({"graph": "reduced", "start": "99"}, "a graph for another start"),
        *(
            ({"graph": "reduced", kind: "1"}, f"the full graph under a limit of {kind}")
            for kind in ("door", "room", "passage", "edge", "point")
        ),
    ],
)
def test_options_that_do_not_fit_are_refused(options, words):
    with pytest.raises(PylabError) as error:
        Shown(FAMILY, hemme(), "").under(**options)
    assert words in str(error.value)


def test_rules_that_there_are_not_are_refused_by_the_family_itself():
    with pytest.raises(InstanceError, match="one of turn, same-wall, back for leaving, found '3'"):
        FAMILY.adapt(hemme(), leaving=3)


def walked(graph, starts, goals):
    """The weights of all paths from a start to a goal, by trying all ways."""
    found = []

    def extend(state, visited, weight):
        if state in goals:
            found.append(weight)
        for edge in graph.edges:
            if edge.source == state and edge.target not in visited:
                extend(edge.target, visited | {edge.target}, weight + edge.weight)

    for start in starts:
        extend(start, {start}, Decimal(0))
    return sorted(found)


@pytest.mark.parametrize("seed", few(range(40), 12))
def test_several_starts_and_goals_are_any_of_each(seed):
    puzzle = random_graph(seed)
    rng, states = random.Random(seed), range(2 * puzzle.floor.nodes)
    starts, goals = rng.sample(states, rng.randint(1, 3)), rng.sample(states, rng.randint(2, 3))
    names = {"start": ",".join(map(str, starts)), "goal": ",".join(map(str, goals))}
    adapted = FAMILY.adapt(puzzle, **names)
    expected = walked(puzzle.floor, starts, goals)
    _, routes = native(adapted, "paths")
    assert sorted(r.weight for r in routes if isinstance(r, Route)) == expected
    assert sorted(route.weight for route in bare_clingo(adapted, "paths")[1]) == expected
    assert all(FAMILY.check(adapted, route).valid for route in routes)
    cycles = [len(native(each, "cycles")[1]) for each in (puzzle, adapted)]
    assert cycles[0] == cycles[1]
    assert from_facts(facts(adapted)) == adapted


@pytest.mark.parametrize("given", ["0,", ",0", "0,,1", "0 1", "0,99"])
def test_several_goals_that_are_no_states(given):
    with pytest.raises(InstanceError, match="expected a state below 6 as goal"):
        FAMILY.adapt(puzzle_of(EDGES, "x.csv"), goal=given)


def test_ends_of_a_bare_graph_can_be_chosen():
    puzzle = FAMILY.adapt(edges_of_the_seed(), start="2", goal="36")
    assert (puzzle.floor.start, puzzle.floor.goal) == (2, 36)
    with pytest.raises(InstanceError):
        FAMILY.adapt(edges_of_the_seed(), start="37")


@given(st.text(alphabet="+-|oSG #\n.0123456789sizeroomdgalt", max_size=200))
@settings(max_examples=many(60), deadline=None)
def test_hostile_text_is_an_error_or_a_puzzle(text):
    for name in ("x.plan", "x.csv"):
        for head in ("", "size 1 1\n", "node1,node2,weight,direction1,direction2\n"):
            with contextlib.suppress(PylabError):
                puzzle_of(head + text, name)


def test_huge_drawings_are_refused_at_once():
    line = "+" + "---+" * 3000
    with pytest.raises(InstanceError):
        puzzle_of("\n".join([line] * 2001))
    with pytest.raises(InstanceError):
        puzzle_of("size 1 1\n" + "room a 0 0 1 1\n" * 5000)


def witnesses(puzzle):
    for name in ("paths", "cycles", "shortest", "longest", "count", "count-cycles", "statistics"):
        _, found = native(puzzle, name)
        yield from found[:50]


@pytest.mark.parametrize("seeds", few([range(6), range(6, 40)], 1), ids=str)
def test_witnesses_are_read_back(seeds):
    for seed in seeds:
        for puzzle in (random_graph(seed), random_labyrinth(seed)):
            for witness in witnesses(puzzle):
                shown = FAMILY.show(witness)
                facts = write_facts(FAMILY.encode(witness))
                for text in (shown, f"% answer 1\n{shown}", facts, facts.replace(".\n", "\n")):
                    again = FAMILY.read_witness(Source("w", text))
                    assert again == said(witness)
                    assert FAMILY.check(puzzle, again).valid


def test_trails_are_read_back():
    puzzle = FAMILY.adapt(Puzzle(open_plan(3, 3)), passage=1)
    _, found = native(puzzle, "paths")
    assert any(len(set(route.states)) < len(route.states) for route in found)
    for route in found:
        assert FAMILY.read_witness(Source("w", FAMILY.show(route))) == said(route)


def test_witnesses_are_data_for_json():
    for puzzle in (puzzle_of(SMALL), random_graph(3)):
        for witness in witnesses(puzzle):
            data = json.loads(json.dumps(FAMILY.data(puzzle, witness)))
            assert data["kind"]
    assert export.csv_row(hemme(), native(hemme(), "shortest")[1][0]).startswith(
        "path,24,30,0 86 8 "
    )


@pytest.mark.slow  # small ones are, every time
def test_statistics_of_the_labyrinth_are_read_back():
    _, (figures,) = native(hemme(), "statistics")
    assert FAMILY.read_witness(Source("w", FAMILY.show(figures))) == figures
    assert FAMILY.read_witness(Source("w", write_facts(FAMILY.encode(figures)))) == figures


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "found no facts"),
        ("nonsense", "expected "),
        ("(0)-[1]->(1)-[2]->(1", "1:19: expected a door in brackets"),
        ("(0)-[1]->(1)=>(1)", "1:13: expected an arrow"),
        ("(0)-[1]->(1)\nuse(0,1,1).", "2:1: expected a door in brackets"),
        ("use(0,1,1). use(2,3,1).", "expected one first edge, found 2"),
        ("use(0,1,1). use(0,2,1).", "several"),
        ("use(0,1,one).", "over integers"),
        ("used(0,1,1).", "expected amount/3"),
        ("use(0,1,1). closed(1).", "found closed/1, use/3 together"),
        ("closed(1). figure(edges,1).", "1:12: expected doors as argument 1"),
        ('figure(doors,1). figure(of_cycles,0). amount(paths,1,"2").', "a number in quotes"),
    ],
)
def test_texts_that_are_no_witness_are_refused(text, words):
    with pytest.raises(WitnessError) as error:
        FAMILY.read_witness(Source("w", text))
    assert words in str(error.value)


@given(st.text(max_size=120))
@settings(max_examples=many(50), deadline=None)
def test_hostile_witnesses_are_errors(text):
    heads = ("", "(0)-[1]->(1)", "use(", "figure(doors,1).\n")
    for head in heads:
        with contextlib.suppress(PylabError):
            FAMILY.read_witness(Source("w", head + text))


@pytest.mark.parametrize("seed", few(range(10), 3))
def test_generated_plans_depend_on_the_seed_alone(seed):
    one, other = (generate(random.Random(seed), width=6, height=4) for _ in range(2))
    assert one == other
    assert puzzle_of(write(one)) == one


@pytest.mark.parametrize(
    "parameters", [{"open": "3"}, {"open": "0x3"}, {"width": 0}, {"merge": 2.0}, {"doors": -1.0}]
)
def test_parameters_out_of_bounds_are_refused(parameters):
    with pytest.raises(ValueError, match="expected"):
        FAMILY.generate(random.Random(1), **parameters)


LONG = 30_000
LONG_WORDS = ("9" * LONG, "x" * LONG, f'"{"x" * LONG}"', f"f({'a,' * LONG}a)", f"1.{'0' * LONG}")


@pytest.mark.parametrize("word", LONG_WORDS, ids=lambda word: word[:3])
def test_what_is_long_is_not_repeated_in_errors(word):
    puzzle = puzzle_of(EDGES, "x.csv")
    facts = write_facts(FAMILY.facts(puzzle))
    calls = [
        *(
            lambda o=o: Shown(FAMILY, puzzle, "").under(**{o: word})
            for o in ("door", "leaving", "graph", "goal")
        ),
        lambda: puzzle_of(EDGES.replace("2.0", word), "x.csv"),
        lambda: puzzle_of(EDGES.replace("0,1", f"{word},1"), "x.csv"),
        lambda: puzzle_of(LIST.replace("r1", word).replace("0.5", word)),
        lambda: FAMILY.from_facts(read_facts(Source("x", f"nodes({word}).\n"), FAMILY.vocabulary)),
        lambda: FAMILY.from_facts(
            read_facts(Source("x", f"{facts}limit({word},1).\n"), FAMILY.vocabulary)
        ),
        *(
            lambda t=t: FAMILY.read_witness(Source("w", t))
            for t in (
                f"use(0,{word},1).",
                f"closed({word}).",
                f"(0)-[1]->({word})",
                f"figure(doors,{word}).",
            )
        ),
    ]
    for call in calls:
        with pytest.raises(PylabError) as error:
            call()
        assert len(str(error.value)) < 1000


def test_exports_name_every_edge_once():
    graph = export.graph_of(hemme())
    assert export.graphml(hemme()).count("<edge ") == len(graph.edges) == 256
    assert export.json_text(hemme()).count('"weight"') == 256
    assert export.edge_list(hemme()).count("\n") == 84
    assert puzzle_of(export.edge_list(hemme()), "x.csv").floor == edges_of_the_seed().floor


PLAIN_PLAN = """\
size 4 2
room a 0 0 2 2
 room  b 2 0 1.50 2
room c 3.5 0 0.5 2.0
door 2 1
door 3.5 1
start 1 0
goal 3.75 2
"""
PLAIN_EDGES = f"{HEADER}\n0,1,2.5,u,r\n1,2,3,r,d\n\n2,3,1e1,l,u\n10,3,0.125,d,d\n"


@pytest.mark.parametrize("text", [PLAIN_PLAN, PLAIN_EDGES])
def test_lines_with_mistakes_are_refused_where_the_mistake_is(text):
    rng, good = random.Random(1), 0
    pieces = [
        *' \t,.0159-euxS"\\\r\u00e9',
        "room ",
        "1234567",
        ".0001",
        "0.0",
        "\n",
        "99999",
        "\u0663",
    ]
    for _ in range(400):
        mutated = text
        for _ in range(rng.randrange(4)):
            at = rng.randrange(text.index("\n"), len(mutated) + 1)
            mutated = mutated[:at] + rng.choice(pieces) + mutated[at + rng.randrange(3) :]
        found, told = None, "x:1:1: expected"
        try:
            found = read(Source("x", mutated))
        except InstanceError as error:
            told = str(error)
        assert re.match(r"x:\d+:\d+: expected ", f"{told} ")
        if found is not None:
            good += 1
            assert from_facts(facts(found)).floor == found.floor
    assert 10 < good < 390


@pytest.mark.parametrize("seed", few(range(40), 12))
def test_graphs_between_names_are_read_as_they_are_written(seed):
    rng = random.Random(f"names {seed}")
    names = [f"n{number}é" for number in range(rng.randint(2, 5))]
    rows = [
        (*rng.sample(names, 2), rng.choice(["", "0.5", "2", "1e1"]), rng.choice(["->", "<->"]))
        for _ in range(rng.randint(1, 9))
    ]
    text = "".join(",".join(filter(None, row)) + "\n" for row in rows)
    start, goal = rows[0][0], rows[-1][1]
    arcs = [(a, b, Decimal(w or 1)) for a, b, w, _ in rows]
    arcs += [(b, a, Decimal(w or 1)) for a, b, w, arrow in rows if arrow == "<->"]

    def weights(here, visited):
        if here == goal:
            yield Decimal(0)
            return
        for a, b, weight in arcs:
            if a == here and b not in visited:
                yield from (weight + rest for rest in weights(b, {*visited, b}))

    if start != goal:
        puzzle = FAMILY.adapt(puzzle_of(text, rng.choice(["x.csv", "-"])), start=start, goal=goal)
        expected = sorted(weights(start, {start}))
        assert sorted(r.weight for r in bare_clingo(puzzle, "paths")[1]) == expected
        found = [r.weight for r in native(puzzle, "paths")[1] if isinstance(r, Route)]
        assert sorted(found) == expected
        assert f'label="{start}"' in export.dot(puzzle)
        if "<" not in text:
            assert read(Source("x.csv", write(puzzle_of(text, "x.csv")))) == puzzle_of(
                text, "x.csv"
            )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a,b,->\nb\n", "x.csv:2:1: expected NODE,NODE,-> or NODE,NODE,WEIGHT,->, found 'b'"),
        ("a,b,->\nb,c,\n", "x.csv:2:5: expected <-> or ->, found ''"),
        ("a,b,->\nb,c,x,->\n", "x.csv:2:5: expected a weight from 0 to 1000000"),
        ("a,b,->\nb,c,1.2345,->\n", "x.csv:2:5: expected a weight from 0 to 1000000"),
        ("a,b,->\n,c,->\n", "x.csv:2:1: expected a node's name of 1 to 60 characters"),
        ("a,b,->\nb,c,1,2,->\n", "x.csv:2:1: expected NODE,NODE,->"),
        ("a,a,->\n", "expected edges between at least two nodes, found one"),
        ("a,b\n", "or a line such as a,b,-> or a,b,2.5,->, found 'a,b'"),
    ],
)
def test_errors_in_graphs_between_names_say_what_is_missing(text, words):
    with pytest.raises(InstanceError) as error:
        read(Source("x.csv", text))
    assert words in str(error.value)


def graphml_of(rows):
    """The rows of a list of edges between names as GraphML, its nodes in the order of the list."""
    names = dict.fromkeys(name for row in rows for name in row[:2])
    edges = [
        f'<edge source="{a}" target="{b}" directed="{str(arrow == "->").lower()}">'
        + f'<data key="w">{weight}</data>' * bool(weight)
        + "</edge>"
        for a, b, weight, arrow in rows
    ]
    nodes = [f'<node id="{name}"/>' for name in names]
    key = '<key id="w" for="edge" attr.name="weight"/>'
    return f"\n<graphml>{key}<graph>{''.join(nodes + edges)}</graph></graphml>\n"


@pytest.mark.parametrize("seed", few(range(40), 12))
def test_graphml_is_read_as_lists_of_edges_are(seed):
    rng = random.Random(f"graphml {seed}")
    names = [f"n{number}é" for number in range(rng.randint(2, 6))]
    rows = [
        (*rng.sample(names, 2), rng.choice(["", "0.5", "2", "1e1"]), rng.choice(["->", "<->"]))
        for _ in range(rng.randint(1, 9))
    ]
    listed = puzzle_of("".join(",".join(filter(None, row)) + "\n" for row in rows), "x.csv")
    given = puzzle_of(graphml_of(rows), rng.choice(["x.graphml", "-"]))
    assert given == listed
    assert given.floor.names == listed.floor.names


@pytest.mark.parametrize("options", [{}, {"graph": "reduced"}])
def test_graphml_that_pylab_writes_has_the_same_routes(options):
    puzzle = FAMILY.adapt(hemme(), **options)
    again = puzzle_of(export.graphml(puzzle), "x.graphml")
    for task in ("count", "count-cycles"):
        ((before,), (after,)) = (native(each, task)[1] for each in (puzzle, again))
        assert (before.weights, before.total) == (after.weights, after.total)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("<graphml", "x:1:1: expected GraphML: "),
        ("<svg/>", "x:1:1: expected <graphml>, found <svg>"),
        ("<!DOCTYPE a><graphml/>", "x:1:12: expected GraphML without a document type"),
        ("<graphml/>", "expected at least two nodes, found none"),
        ('<node id="a b"/>', "< >, found 'a b'"),
        ('<node id="a"/>\n<node id="a"/>', "x:2:1: expected a new id of a node, found 'a' again"),
        (
            '<node id="é"/><node id="c"/><edge source="é" target="b"/>',
            "x:1:45: expected the id of a node, f",
        ),
        ("<hyperedge/>", "expected edges between two nodes, found a hyperedge"),
        ("<graph/>", "expected one graph, found another"),
        (
            '<node id="a"/><node id="b"/>'
            '<edge source="a" target="b"><data key="weight">x</data></edge>',
            "expected a weight from 0 to 1000000 with at most 3 decimals, found 'x'",
        ),
        (
            '<node id="a"><data key="end">start</data></node>'
            '<node id="b"><data key="end">start</data></node>',
            "expected one start, found another",
        ),
        (
            '<node id="a"><data key="end">goal</data></node><node id="b"/>',
            "expected a goal other than the start, found the same node",
        ),
    ],
)
def test_errors_in_graphml_have_places(text, words):
    whole = (
        text if "graphml" in text or "svg" in text else f"<graphml><graph>{text}</graph></graphml>"
    )
    with pytest.raises(InstanceError) as error:
        read(Source("x", whole))
    assert words in str(error.value)


@pytest.mark.parametrize("text", ["", " \n", "hello\n"])
def test_what_is_called_graphml_is_read_as_graphml(text):
    with pytest.raises(InstanceError, match=r"x\.graphml:\d+:\d+: expected GraphML: "):
        read(Source("x.graphml", text))


@pytest.mark.parametrize("engine", ["clingo", "native"])
def test_answers_in_words_have_the_names_of_doors(engine):
    listed = "here,there,->\nthere,here,2,->\nhere,away,->\n"
    for task, words in (
        ("paths", "(here)-[1]->(away)"),
        ("cycles", "(here)-[1]->(there)-[2]->(here)"),
    ):
        done = run(
            "solve", "-", "--family", "theseus", "--task", task, "--engine", engine, stdin=listed
        )
        assert words in done.stdout
    closed = run(
        "solve", "-", "--family", "theseus", "--goal", "there", "--start", "away", stdin=listed
    )
    assert "from the start one only gets to away" in closed.stdout


def test_ends_of_a_graph_between_names_are_names():
    puzzle = puzzle_of("10,20,->\n20,0,->\n", "x.csv")
    assert FAMILY.adapt(puzzle, start="20").floor.start == 1
    with pytest.raises(InstanceError, match="expected a node as goal, one of 10, 20, 0, found '1'"):
        FAMILY.adapt(puzzle, goal="1")
