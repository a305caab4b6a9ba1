"""The log of the source's program: written, read back, and held against a recount."""

from __future__ import annotations

import functools
import hashlib
import re
from dataclasses import replace
from decimal import Decimal

import pytest
from projects import SHARED, call, few
from theseus_samples import (
    FAMILY,
    edges_of_the_seed,
    hemme,
    native,
    puzzle_of,
    random_labyrinth,
    shared_csv,
)

from pylab.base.errors import InstanceError, WitnessError
from pylab.families.theseus import log
from pylab.families.theseus.export import dot
from pylab.families.theseus.model import Log, Route
from pylab.text.source import Source

SMALL = """\
+---+-G-+---+
|   |   o   |
+-o-+   +-o-+
|   o   o   |
+---+   +---+
|   |   o   |
+---+-S-+---+
"""
PRINTED = [
    "(0)-[2.0]->(2)-[1.0]->(4)-[2.0]->(9)-[2.0]->(15)-[2.5]->(10)-[2.5]->(6)",
    "(6)-[4.0]->(8)-[1.5]->(11)-[2.5]->(16)-[2.0]->(18)-[2.5]->(20)-[2.5]->(27)",
    "(27)-[1.0]->(33)-[2.0]->(37)",
]


def logged(puzzle):
    finding, (found,) = native(puzzle, "log")
    assert finding.complete
    assert isinstance(found, Log)
    return found


@functools.cache
def of_the_plan():
    return logged(hemme())


def text_of(found):
    return "\n".join(log.lines(found))


def read(text):
    return FAMILY.read_witness(Source("x", text))


@pytest.mark.parametrize("puzzle", few([hemme, edges_of_the_seed], 1))
def test_the_log_is_the_one_that_was_published(puzzle, counted_once):
    found = logged(puzzle())
    verdict = FAMILY.check(puzzle(), found)
    assert verdict.valid
    assert verdict.summary == "a log of 8256 paths and 3538 cycles, counted again by remainders"
    assert (found.states, found.edges) == (76, 166)
    assert (found.paths.length, found.paths.weight) == ("35.047", "70.516")
    assert (found.cycles.length, found.cycles.weight) == ("24.910", "54.987")
    sizes = [
        (r.length, r.weight) for a in (found.paths, found.cycles) for r in (a.shortest, a.longest)
    ]
    assert sizes == [(14, 30), (51, 104), (3, 4), (39, 85)]
    lines = text_of(found).split("\n")
    assert lines[lines.index(PRINTED[0]) :][:3] == PRINTED
    assert "(1)-[1.0]->(4)-[1.0]->(2)-[2.0]->(1)" in lines
    assert lines[-1] == "(13)-[1.5]->(9)-[1.5]->(7)-[3.5]->(1)"


def test_the_text_is_the_published_one_byte_for_byte(counted_once):
    """All but the running time; the digest is of the published text with 0.00 seconds."""
    text = log.text(replace(of_the_plan(), seconds=0.0))
    digest = "c2694ebe0ecbc93efa51441b36cd72ed925109da1abf845cb75096c7916fe247"
    assert hashlib.sha256(text.encode()).hexdigest() == digest
    page = SHARED.parent / "seeds" / "labyrinth-of-theseus.txt"
    if page.is_file():
        text = text.replace(" 0.00 seconds", " 132.64 seconds")
        assert f"```\n{text}```\n" in page.read_text(encoding="utf-8")


def test_solve_prints_the_text_alone(tmp_path):
    plan = tmp_path / "small.plan"
    plan.write_text(SMALL, encoding="utf-8")
    told = call("solve", str(plan), "--task", "log", "--models", "2")
    assert told.returncode == 0
    assert "% answer 1\n% valid, checked: a log of" in told.stderr
    seconds = re.search(r"Time passed:  (\d+\.\d\d) seconds", told.stdout)
    assert told.stdout == log.text(replace(logged(puzzle_of(SMALL)), seconds=float(seconds[1])))


def test_a_log_is_read_as_it_was_printed_and_as_facts():
    found = logged(puzzle_of(SMALL))
    assert (
        read(f"Building graph ...\nDone!\nTime passed:  1.5 seconds\n\n{text_of(found)}\n") == found
    )
    assert read(FAMILY.show(found)) == found
    assert read("".join(f"{each}\n" for each in FAMILY.encode(found))) == found


@pytest.mark.parametrize("seed", few(range(12), 4))
def test_logs_of_random_labyrinths_are_read_back_and_valid(seed):
    puzzle = random_labyrinth(seed)
    found = logged(puzzle)
    assert FAMILY.check(puzzle, found).valid
    assert read(text_of(found)) == found


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda f: replace(f, states=7), "size"),
        (lambda f: replace(f, edges=1), "size"),
        (lambda f: replace(f, paths=replace(f.paths, total=3)), "count"),
        (lambda f: replace(f, paths=replace(f.paths, length="9.000")), "average"),
        (lambda f: replace(f, cycles=replace(f.cycles, weight="-")), "average"),
        (lambda f: replace(f, paths=replace(f.paths, shortest=f.paths.longest)), "ties"),
        (lambda f: replace(f, paths=replace(f.paths, longest=None)), "ties"),
        (lambda f: replace(f, paths=replace(f.paths, shortest=f.cycles.longest)), "shape"),
        (lambda f: replace(f, cycles=replace(f.cycles, longest=f.paths.longest)), "shape"),
        (lambda f: replace(f, cycles=replace(f.cycles, total=0)), "ties"),
        (
            lambda f: replace(
                f, paths=replace(f.paths, shortest=Route(False, (0, 37), (0,), (Decimal(30),)))
            ),
            "no-way",
        ),
    ],
)
def test_spoilt_logs(change, code, counted_once):
    found = of_the_plan()
    verdict = FAMILY.check(hemme(), change(found))
    assert code in {problem.code for problem in verdict.problems}


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("Node count : 76", "Node count : many", "expected a line 'Node count' with a number"),
        ("Length         : 14", "Length         : 15", "expected a route of 15 edges"),
        ("(6)-[4.0]->(8)", "(7)-[4.0]->(8)", r"expected a line that goes on from \(6\)"),
        ("Average length : 24.910", "", "expected a line 'Average length'"),
        ("(7)-[3.5]->(1)", "(7)-[3.5]->(2)", "expected a cycle that ends in"),
        (
            "Path count     : 3538",
            "Path count     : 3538\nmore",
            "expected a line 'Average length'",
        ),
    ],
)
def test_errors_in_logs(old, new, words):
    text = text_of(of_the_plan())
    with pytest.raises(WitnessError, match=words) as error:
        read(new.join(text.rsplit(old, 1)))
    assert error.value.place is not None


def test_nothing_after_a_log_and_no_log_under_limits():
    with pytest.raises(WitnessError, match="the end of the log"):
        read(f"{text_of(logged(puzzle_of(SMALL)))}\nMore : 1\n")
    limited = FAMILY.adapt(hemme(), door=1)
    assert "knows no other limits" in FAMILY.unsupported(limited, FAMILY.task("log"))


def test_a_printed_path_is_one_of_the_reduced_graph_of_a_plan():
    path = read("\n".join(PRINTED))
    verdict = FAMILY.check(hemme(), path)
    assert verdict.valid
    assert verdict.summary == "path of 14 edges, weight 30, in the reduced graph"
    assert not FAMILY.check(FAMILY.adapt(hemme(), room=1), path).valid
    assert not FAMILY.check(hemme(), replace(path, weights=(Decimal(1), *path.weights[1:]))).valid


def test_ends_are_states_by_number_or_by_door_and_prime():
    puzzle = edges_of_the_seed()
    for given, state in (("5", 5), ("43", 43), ("5'", 43), ("0'", 38)):
        assert FAMILY.adapt(puzzle, start=given).floor.start == state
    for given in ("38'", "76", "5''", "'", "-1"):
        with pytest.raises(InstanceError, match="expected a state below 76 as start, or one as 0'"):
            FAMILY.adapt(puzzle, start=given)


def test_weights_may_have_an_exponent():
    head = "node1,node2,weight,direction1,direction2\n"
    one = FAMILY.read(Source("x.csv", f"{head}0,1,1.5e1,u,d\n0,1,20E-1,u,d\n"))
    assert one == FAMILY.read(Source("x.csv", f"{head}0,1,15.0,u,d\n0,1,2.0,u,d\n"))


def test_a_graph_for_graphviz_has_every_edge():
    puzzle = FAMILY.adapt(hemme(), graph="reduced")
    _, (path,) = native(puzzle, "shortest")
    text = dot(puzzle, path)
    assert text.count(" -> ") == 166
    assert text.count("bold") == 14
    assert '  s42 [label="4\'"];' in text


def test_the_reduced_graph_is_drawn_over_its_plan():
    plain = FAMILY.draw(hemme(), None).render("light")
    puzzle = FAMILY.adapt(hemme(), graph="reduced")
    _, (path,) = native(puzzle, "shortest")
    drawn = FAMILY.draw(puzzle, path).render("light")
    assert all(f">{door}</text>" in drawn for door in range(38))
    assert drawn.count("<line") == plain.count("<line")
    assert "24 steps" in drawn
    assert "8256 paths" in FAMILY.draw(hemme(), of_the_plan()).render("light")
    # over another plan's graph nothing of this plan is drawn
    other = replace(puzzle.floor, edges=puzzle.floor.edges[1:])
    assert "<path" in FAMILY.draw(replace(puzzle, floor=other), None).render("light")


def test_the_edge_list_of_the_source_comes_back_as_it_was():
    assert FAMILY.write(edges_of_the_seed()).split() == shared_csv().read_text().split()
