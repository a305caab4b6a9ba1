"""What is counted is said exactly, whatever rules are combined; without paths, a certificate."""

from __future__ import annotations

import contextlib
import json
import time
from collections import Counter
from decimal import Decimal

import pytest
from projects import call, few, many
from theseus_cases import case
from theseus_samples import (
    FAMILY,
    Watch,
    edges_of_the_seed,
    hemme,
    native,
    puzzle_of,
    random_graph,
    shared_csv,
    task,
)
from work_counted import lines_run

from pylab.base import resources
from pylab.base.errors import InstanceError, LimitReached, PylabError
from pylab.base.finding import Status
from pylab.encoding import files
from pylab.families.theseus import export
from pylab.families.theseus.graph import Way, assemble
from pylab.families.theseus.model import Puzzle

SIMPLE = {
    "back": "no state twice; rooms may be left by the door they were entered by",
    "door-once": "no door is passed twice, in either direction",
    "edge-once": "no way from door to door is walked twice in the same direction",
    "passage-once": "no way from door to door is walked twice, in either direction",
    "point-once": "no point of the plane is touched twice",
    "room-once": "no room is crossed twice",
    "room-thrice": "no state twice, and no room is crossed more than three times",
    "room-twice": "no state twice, and no room is crossed more than twice",
    "same-wall": "no state twice; rooms may be left through the wall they were entered by",
}
HEADER = "node1,node2,weight,direction1,direction2\n"


def meant(name="paths", **rules):
    return FAMILY.counts(FAMILY.adapt(hemme(), **rules), task(name))


@pytest.mark.parametrize("name", SIMPLE)
def test_one_overlay_alone_is_told_in_its_own_words(name):
    options = files.header(files.find(name, "theseus")).options
    assert meant(**options) == f"{name}: {SIMPLE[name]}"


def test_every_overlay_that_sets_an_option_is_told():
    listed = files.header(resources.encodings("theseus") / "variants/rules.lp").overlays
    assert set(listed) == set(SIMPLE)


def test_the_plain_rule_is_left_to_the_header():
    for name in ("paths", "cycles", "shortest", "longest"):
        assert meant(name) == ""
    entries = resources.encodings("theseus")
    for name, of in (("count", "paths"), ("count-cycles", "cycles")):
        what = files.header(entries / f"{of}.lp").sections["Counts"].strip()
        assert meant(name) == f"one answer, the figures of {of} {what}"
        assert what in meant("statistics")


def test_combinations():
    words = meant(passage=1, room=2)
    assert "no way from door to door is walked twice, in either direction" in words
    assert "no room is crossed more than twice" in words
    assert "no state twice" not in words
    words = meant(room=2, door=1, leaving="back")
    assert words.startswith("door-once and room-twice and back: no door is passed twice")
    assert words.endswith("; rooms may be left by the door they were entered by")
    assert meant(room=5) == "room-5-times: no state twice, and no room is crossed more than 5 times"
    assert "no state twice, and no way" in meant("cycles", passage=1)
    assert meant("longest", room=1) == (
        "heaviest: those of the greatest weight among room-once: no room is crossed twice"
    )


@pytest.mark.parametrize("engine", ["clingo", "native"])
@pytest.mark.parametrize(("task", "words"), [("shortest", "lighter"), ("longest", "heavier")])
def test_an_optimum_under_a_named_rule_has_the_same_words_as_under_its_option(task, words, engine):
    asked = ("solve", "theseus/hemme.plan", "--task", task, "--engine", engine)
    for rule in (("--room", "1"), ("--with", "room-once")):
        assert f"\n% no path is {words} ({engine}'s claim" in call(*asked, *rule).stdout


@pytest.mark.parametrize("other", [("--room", "1"), ("--with", "room-once")])
def test_a_named_rule_and_another_limit_are_refused(other):
    done = call("solve", "theseus/hemme.plan", "--with", "room-twice", *other)
    assert done.returncode == 2
    assert "--with room-twice sets --room to 2, and it is also set to 1" in done.stderr


CLOSED = "+---+-G-+\n|   o   |\n+---+---+\n|   o   |\n+-S-+---+\n"


def test_a_goal_out_of_reach_is_refuted_without_a_search():
    puzzle = puzzle_of(CLOSED)
    for name in ("paths", "shortest", "longest", "count"):
        proof = FAMILY.native.refute(puzzle, task(name))
        assert proof.refutes
        assert FAMILY.check(puzzle, proof).valid
    assert FAMILY.native.refute(puzzle, task("cycles")) is None
    assert FAMILY.native.refute(hemme(), task("paths")) is None


def test_a_count_of_nothing_is_none_as_paths_are():
    puzzle = FAMILY.adapt(puzzle_of("+-G-+\n|   |\n+   +\n|   |\n+-S-+\n"), point=1, leaving="back")
    for name in ("paths", "count", "count-cycles"):
        assert native(puzzle, name)[0].status is Status.NONE
    two = puzzle_of(f"{HEADER}0,1,1,u,d\n0,2,1,u,d\n1,1,1,u,u\n2,1,1,d,d\n", "x.csv")
    limited = FAMILY.adapt(two, door=1)
    for name in ("paths", "count"):
        assert native(limited, name)[0].status is native(limited, "paths")[0].status


@pytest.mark.parametrize("value", ["00000000099", "99", "4", "٣", "9" * 5000])
def test_ends_that_do_not_exist_are_refused(value):
    puzzle = puzzle_of(f"{HEADER}0,1,1,u,d\n", "g.csv")
    with pytest.raises(InstanceError, match="expected a state below 4 as goal"):
        FAMILY.adapt(puzzle, goal=value)


def test_a_turn_on_the_spot_is_one_edge_and_is_written_as_one_line():
    text = f"{HEADER}0,0,1.0,u,u\n0,1,1.0,u,d\n"
    puzzle = puzzle_of(text, "x.csv")
    assert [edge.key for edge in puzzle.floor.edges] == [(0, 1, 1), (0, 2, 1), (3, 2, 1)]
    assert puzzle_of(FAMILY.write(puzzle), "x.csv") == puzzle


@pytest.mark.parametrize("leaving", ["back", "same-wall"])
def test_plans_with_other_manners_of_leaving_are_exported(leaving):
    puzzle = FAMILY.adapt(hemme(), leaving=leaving)
    again = puzzle_of(export.edge_list(puzzle), "x.csv")
    reduced = FAMILY.adapt(puzzle, graph="reduced").floor
    assert len(again.floor.edges) == len(reduced.edges)


def test_what_an_edge_list_cannot_say_is_refused_in_a_sentence():
    graph = assemble(2, [Way(0, 1, Decimal(1), 0), Way(0, 2, Decimal(1), 0)], 0, 1)[0]
    with pytest.raises(PylabError, match="from state 0 to state 1 shares its passage"):
        FAMILY.write(Puzzle(graph))


@pytest.mark.parametrize(
    "words",
    ["walked between other ends", "without its last door"],
)
def test_a_list_of_edges_has_its_own_ends(words):
    way = Way(0, 1, Decimal(1), 0), Way(3, 2, Decimal(1), 0)
    ends = (1, 0) if "ends" in words else (0, 1)
    graph = assemble(2, way, *ends)[0]
    if "door" in words:
        graph = assemble(3, (Way(0, 1, Decimal(1), 0), Way(4, 3, Decimal(1), 0)), 0, 2)[0]
    with pytest.raises(PylabError, match="leads from state 0 to that of its last door"):
        FAMILY.write(Puzzle(graph))


@pytest.mark.parametrize("export_", [export.edge_list, export.graphml])
def test_formats_without_limits_refuse_them(export_):
    with pytest.raises(PylabError, match=r"what is limited \(door, passage\); use json"):
        export_(FAMILY.adapt(hemme(), door=1, passage=1))
    text = export.json_text(FAMILY.adapt(hemme(), door=1, passage=1))
    assert json.loads(text)["limits"] == {"door": 1, "passage": 1}


def test_an_edge_list_is_written_as_it_was_read():
    """Line by line, with the directions that it has; weights have a decimal place."""
    text = f"{HEADER}3,1,0.5,r,u\n0,3,0.5,d,r\n0,0,1.5,d,d\n2,0,3.5,l,l\n2,0,3.5,d,l\n0,1,1.0,r,u\n"
    arrows = f"{HEADER.strip()},arrow\n0,1,1.0,u,d,->\n1,0,1.0,l,l,->\n1,2,0.5,r,l,<->\n"
    for each in (text, arrows):
        puzzle = puzzle_of(each, "x.csv")
        assert FAMILY.write(puzzle) == export.edge_list(puzzle) == each
    assert len(puzzle.floor.edges) == 4
    seed = edges_of_the_seed()
    assert FAMILY.write(seed).split() == shared_csv().read_text().split()
    for number in range(many(300)):
        each = case(number)
        if each.name == "x.csv":
            rows = [line.split(",") for line in each.text.split()]
            again = [
                line.split(",") for line in FAMILY.write(puzzle_of(each.text, "x.csv")).split()
            ]
            for row in (*rows[1:], *again[1:]):
                row[2] = float(row[2])
            assert again == rows


def test_a_reduced_edge_list_keeps_the_directions_at_its_ends():
    puzzle = puzzle_of(f"{HEADER}0,1,1,u,l\n1,2,1,r,d\n2,3,1,u,l\n", "x.csv")
    reduced = FAMILY.adapt(puzzle, graph="reduced")
    assert FAMILY.write(reduced) == f"{HEADER}0,1,3.0,u,l\n"


def test_nodes_beyond_the_limit_are_refused():
    with pytest.raises(InstanceError, match="expected a node below 100000 as node2"):
        puzzle_of(f"{HEADER}0,999999,1,u,d\n", "x.csv")


def test_a_quote_in_a_name_is_called_that():
    rest = "0 0 1 1\nstart 0.5 0\ngoal 0.5 1\n"
    with pytest.raises(InstanceError, match="name without quotes and backslashes"):
        puzzle_of(f'size 1 1\nroom a&"b {rest}')
    with pytest.raises(InstanceError, match="name of at most 60 characters"):
        puzzle_of(f"size 1 1\nroom {'a' * 61} {rest}")


def test_the_seed_s_edges_mean_what_the_plan_means():
    assert FAMILY.counts(edges_of_the_seed(), task("count")) == meant("count")


class Impatient(Watch):
    """Stops a search when its time is over."""

    def __init__(self, seconds):
        super().__init__()
        self.end = time.process_time() + seconds

    def progress(self, **figures):
        if time.process_time() > self.end:
            raise LimitReached("time")


def corridor(nodes, back=""):
    rows = "".join(f"{i},{i + 1},1,u,d\n" for i in range(nodes - 1))
    return puzzle_of(f"{HEADER}{rows}{back}", "x.csv")


@pytest.mark.parametrize("name", few(["count-cycles", "paths", "count", "statistics"], 2))
def test_two_doors_among_many_are_counted_at_once(name):
    puzzle = puzzle_of(f"{HEADER}0,99999,1,u,d\n", "x.csv")
    watch = Impatient(20)
    FAMILY.native.search(puzzle, task(name), watch, 0)
    for witness in watch.witnesses:
        assert FAMILY.check(puzzle, witness).valid


@pytest.mark.parametrize("name", few(["count", "count-cycles", "statistics"], 1))
@pytest.mark.parametrize("back", few(["999,999,1,u,u\n0,0,1,d,d\n", ""], 1))
def test_long_corridors_end_in_time(name, back):
    puzzle = corridor(1000, back)
    watch = Impatient(1)
    with contextlib.suppress(LimitReached):
        FAMILY.native.search(puzzle, task(name), watch, 0)
    for witness in watch.witnesses:
        assert FAMILY.check(puzzle, witness).valid


def test_great_weights_far_apart_are_counted_in_a_table(monkeypatch):
    rows = "".join(
        f"{i},{j},{900_000 + 7919 * i + j}.{i}{j}7,{out},{back}\n"
        for i in range(4)
        for j in range(i + 1, 4)
        for out, back in ("ud", "uu", "dd")
    )
    puzzle = puzzle_of(f"{HEADER}{rows}", "x.csv")
    for name, of in (("count", "paths"), ("count-cycles", "cycles")):
        _, (count,) = native(puzzle, name)
        routes = native(puzzle, of)[1]
        assert dict(count.weights) == Counter(route.weight for route in routes)
    monkeypatch.setenv("PYLAB_NATIVE", "0")
    puzzles = [random_graph(seed) for seed in range(60)]
    packed = [native(each, name) for each in puzzles for name in ("count", "count-cycles")]
    monkeypatch.setattr("pylab.families.theseus.frontier.PACKED", 0)
    assert [native(each, name) for each in puzzles for name in ("count", "count-cycles")] == packed


def test_a_great_weight_is_told_at_once():
    def told():
        _, (count,) = native(puzzle_of(f"{HEADER}0,1,1000000,u,d\n", "x.csv"), "count")
        assert count.weights == ((Decimal(1_000_000), 1),)

    assert lines_run(told) < 100_000
