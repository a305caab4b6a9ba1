"""What a labyrinth's file says without effect, or by mistake: one remark each, with its place."""

from __future__ import annotations

import pytest
from projects import ROOT, call

from pylab.core.puzzle import load
from pylab.families.fractal.family import FAMILY
from pylab.families.fractal.oddities import MOST
from pylab.text.source import Source

TOLL = ROOT / "examples/toll.lab"


def remarks(text, name="x.lab", **options):
    read = FAMILY.read(Source(name, text))
    return list(FAMILY.remarks(FAMILY.adapt(read, **options)))


FINISH = "a comment names inner.finish, but the goal is to escape; write 'goal at inner.finish'"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("1 - 2\n2 A.1\n", ["x.lab:1:3: - is a location here; one-way corridors have ->"]),
        ("1 = A.1\n2 = A.2\n", ["x.lab:1:3: = is a location here; one-way corridors have ->"]),
        ("a_b A.- # x\n", ["x.lab:1:5: A.- is a location here; one-way corridors have ->"]),
        ("1 \u2013 2\n", ["x.lab:1:3: \u2013 is a location here; one-way corridors have ->"]),
        ("1 \u2014 A.2\n", ["x.lab:1:3: \u2014 is a location here; one-way corridors have ->"]),
        ("1 -3\n", ["x.lab:1:3: -3 is a location here; one-way corridors have ->"]),
        ("1 A.2-\n", ["x.lab:1:3: A.2- is a location here; one-way corridors have ->"]),
        ("1 2-3\n", []),
        (
            "# get to inner.finish.\n1 A.1\nA.2 inner.finish\n",
            [f"x.lab:1:10: {FINISH} for that"],
        ),
        ("# goal: inner.finish at top level\ngoal at 2\n1 inner.finish 2\n", []),
        ("# goal: any outer location\n1 A.1\n", []),
        ("# nothing about 2\n1 2\n", []),
        (
            "1 2 # the goal (2)\n",
            [FINISH.replace("inner.finish", "2").join(["x.lab:1:17: ", " for that"])],
        ),
        (
            "# start: 2\n1 2\n",
            ["x.lab:1:10: a comment names 2, but the start is 1; write 'start 2' for that"],
        ),
        ("1 2\n3 4\n2 1\n", ["x.lab:3:1: this corridor is there already, on line 1"]),
        ("1 -> 2\n2 -> 1\n1 -> 2\n", ["x.lab:3:1: this corridor is there already, on line 1"]),
        ("1 2 1\n", ["x.lab:1:5: 1 is there twice on this line"]),
        ("red: 1 2\nblue: 1 2\nword: red blue\n", []),
        (
            " red: 1 2\n",
            ["x.lab:1:2: no word has to be spelled, so labels have no effect (red)"],
        ),
        ("red: 1 2\nword: red gold\n", ["gold is a label, though no corridor has it"]),
        (
            "red: 1 2\nwords: from a to b c\na =red=> b\n",
            ["no step leads to the state c of the words"],
        ),
        (
            "1 A.1\ngoal accept q r\n1 --A--> q\n",
            ["no transition leads to the state r, which the goal accepts"],
        ),
    ],
)
def test_what_has_no_effect_is_remarked_on(text, told):
    assert remarks(text) == told


def test_a_remark_is_none_where_an_option_says_otherwise():
    finish = "# goal: inner.finish\n1 inner.finish\nred: 1 2\n"
    assert len(remarks(finish)) == 2
    assert [r.split(": ")[1] for r in remarks(finish, goal="at 2")] == [
        "no word has to be spelled, so labels have no effect (red)"
    ]
    assert remarks(finish, goal="at 2", word="red") == []
    assert remarks(finish, goal="at 2", word="rot") == ["rot is a label, though no corridor has it"]


@pytest.mark.parametrize("task", ["solve", "draw"])
def test_what_is_assumed_is_an_error_if_one_is_strict(task, tmp_path):
    (tmp_path / "x.lab").write_text("1 - 2\n2 A.1\n")
    words = [task, "x.lab", *(["-o", "x.svg"] if task == "draw" else [])]
    done = call(*words, "--strict", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert "some:\n  x.lab:1:3: - is a location here" in done.stderr


def test_labels_that_no_corridor_has_are_told_on_the_command_line():
    done = call("solve", TOLL, "--word", "coin gold", "--strict")
    assert (done.returncode, "gold is a label, though" in done.stderr) == (2, True)
    done = call("solve", TOLL, "--word", "coin gold")
    assert "pylab: assumed: gold is a label, though no corridor has it" in done.stderr
    assert call("solve", TOLL, "--engine", "native").stderr == ""


def test_rules_that_are_there_twice():
    text = "(p <a>)\np <a> --> p <>\np <a> --> p <>\n"
    assert remarks(text, "x.pds") == ["x.pds:3:1: this rule is there already"]


def test_a_file_full_of_mistakes_has_so_many_remarks():
    assert len(remarks("1 2\n" * 3 * MOST + "#\n")) == MOST


@pytest.mark.parametrize("path", sorted((ROOT / "instances/fractal").glob("*.lab")), ids=str)
def test_shipped_labyrinths_have_no_such_thing(path):
    assert FAMILY.remarks(load(path).instance) == ()


def test_remarks_are_no_part_of_the_puzzle():
    one = FAMILY.read(Source("x.lab", "# goal: 2\n1 2\n1 - 3\n"))
    other = FAMILY.read(Source("y.lab", "1 2\n1 - 3\n"))
    assert one == other
    assert FAMILY.from_facts(FAMILY.facts(one)) == one
    assert FAMILY.remarks(one) != FAMILY.remarks(other)
