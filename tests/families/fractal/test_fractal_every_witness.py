"""Each kind of witness at each command: a picture, a page, or a clear error; never a traceback."""

from __future__ import annotations

import pytest
from fractal_ask import FAMILY, read
from projects import call

from pylab.base.errors import PylabError
from pylab.families.fractal.model import Derivation, Run
from pylab.text.source import Source

PUZZLES = {
    "x.lab": "1 A.1 inner.s\nA.2 B.1\nB.2 -> 2\ngoal: reach 2 inner.s\nstart: 1\n",
    "x.pds": "(p <a b>)\np <a> --> q <>\nq <b> --> p <c>\np <c> --> p <>\n",
}

WITNESSES = {
    "run": 'visit(0,stack,"1"). visit(1,stack("A"),"1"). visit(2,stack,"A.1").',
    "wrong run": 'visit(0,stack,"2"). visit(1,stack,"7"). visit(2,stack("B","B"),"9").',
    "run that begins elsewhere": 'visit(0,stack("A"),"1").',
    "run that jumps": 'visit(0,stack,"1"). visit(1,stack("B"),"2"). visit(2,stack,"1"). '
    'visit(3,stack("A"),"inner.s").',
    "run of a system": 'visit(0,stack("b","a"),"p"). visit(1,stack("b"),"q").',
    "program": 'end("inner.s"). reason(start,"inner.s",walk("1")).',
    "program of nothing": 'end("1").',
    "program with a circle": 'end("2"). reason(start,"2",walk("B.2")). '
    'reason(start,"B.2",walk("2")).',
    "program through a box": 'end("2"). reason(start,"2",through("A","A.1")). '
    'reason("1","2",into("A","1")).',
    "exits": 'exits. end("1"). reached("1").',
    "no exits": "exits.",
    "partition": 'none. reached("1"). class(1,"1"). class(1,"A.1").',
    "table": 'none. reached("1","1"). reached("1","A.1"). reached(start,"1").',
    "automaton": 'automaton. trans("1",bottom,victory).',
    "empty automaton": "automaton.",
    "closed": 'none. trans("p","a","q").',
    "derivation": 'popped(0,"p"). popped(1,"q"). popped(2,"p"). by("p","a","q",1). '
    'by("q","b","p",2). by("p","c","p",3).',
    "derivation with a circle": 'popped(0,"p"). popped(1,"p"). popped(2,"p"). by("p","a","p",1). '
    'between("p","a","p",1,"p"). between("p","a","p",2,"p"). by("q","b","p",2).',
}
"""As text; many are wrong, and not of both puzzles."""

EMPTY = {"empty run": Run(()), "empty derivation": Derivation((), ())}
"""What can't be written."""

LISTED = {
    "x.lab": {"program", "program of nothing", "program through a box"},
    "x.pds": {"derivation", "empty derivation", "derivation with a circle"},
}
"""Those that are runs folded up, right or wrong; what is circular stays a program."""


def witness_of(name):
    return EMPTY.get(name) or FAMILY.read_witness(Source("w", WITNESSES[name]))


@pytest.mark.parametrize("name", [*WITNESSES, *EMPTY])
@pytest.mark.parametrize("puzzle", PUZZLES)
def test_no_member_trips(puzzle, name):
    instance = read(PUZZLES[puzzle], puzzle)
    witness = witness_of(name)
    assert FAMILY.draw(instance, witness).render().startswith("<svg")
    assert FAMILY.picture(instance, witness)
    assert FAMILY.answer_exports["dot"](instance, witness)
    assert FAMILY.unfold(instance, witness, 5)
    FAMILY.check(instance, witness)
    # runs that can be listed have steps, and a step more is an error
    listed = name.endswith("run") or name.startswith("run ")
    listed = (listed and name != "empty run") or name in LISTED[puzzle]
    # and so does the saturation of a labyrinth
    listed |= puzzle == "x.lab" and name.endswith("automaton")
    if not listed:
        with pytest.raises(ValueError, match="expected a run"):
            FAMILY.pictures.steps(instance, witness)
        with pytest.raises(ValueError, match="expected a run"):
            FAMILY.pictures.step(instance, witness, 0).render()
    else:
        last = FAMILY.pictures.steps(instance, witness)
        for step in range(last + 1):
            assert FAMILY.pictures.step(instance, witness, step).render().startswith("<svg")
        with pytest.raises(ValueError, match="expected a step"):
            FAMILY.pictures.step(instance, witness, last + 1).render()
    if puzzle == "x.pds":
        with pytest.raises(PylabError, match="pushdown system"):
            FAMILY.script(instance, [witness])
    else:
        script = FAMILY.script(instance, [witness])
        assert script.ways or script.remark


@pytest.mark.parametrize("name", ["empty run", "wrong run", "run that begins elsewhere"])
def test_what_is_no_way_is_not_shown_as_one(name):
    script = FAMILY.script(read(PUZZLES["x.lab"]), [witness_of(name)])
    assert not script.ways
    assert script.remark == "This answer is no run to be watched."


@pytest.mark.parametrize("arguments", [("watch",), ("draw", "--steps"), ("draw", "--step", "0")])
def test_an_empty_run_at_the_command_line(arguments, tmp_path):
    (tmp_path / "x.lab").write_text(PUZZLES["x.lab"])
    (tmp_path / "w").write_text("% a run of 0 moves\n")
    command, *options = arguments
    page = str(tmp_path / ("x.html" if command == "watch" else "x.svg"))
    done = call(
        command, str(tmp_path / "x.lab"), "--witness", str(tmp_path / "w"), *options, "-o", page
    )
    assert "Traceback" not in done.stderr
    assert "expected an answer, found no facts" in done.stderr
    assert done.returncode == 2
