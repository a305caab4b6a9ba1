"""Each kind of witness at each command: a picture, a page, or a clear error; never a traceback."""

from __future__ import annotations

import pytest
from fractal_ask import FAMILY, read
from projects import run

from pylab.errors import PylabError
from pylab.source import Source

PUZZLES = {
    "x.lab": "1 A.1 inner.s\nA.2 B.1\nB.2 -> 2\ngoal: reach 2 inner.s\nstart: 1\n",
    "x.pds": "(p <a b>)\np <a> --> q <>\nq <b> --> p <c>\np <c> --> p <>\n",
}

WITNESSES = {
    "empty run": "run",
    "run": "run\n: 1\nA : 1\n: A.1",
    "wrong run": "run\n: 2\n: 7\nB B : 9",
    "run that begins elsewhere": "run\nA : 1",
    "run that jumps": "run\n: 1\nB : 2\n: 1\nA : inner.s",
    "run of a system": "run\nb a : p\nb : q",
    "program": "program\nend inner.s\n(start) : inner.s <- 1 walk",
    "program of nothing": "program\nend 1",
    "program with a circle": "program\nend 2\n(start) : 2 <- B.2 walk\n(start) : B.2 <- 2 walk",
    "program through a box": "program\nend 2\n(start) : 2 <- A.1 through A\n1 : 2 <- 1 into A",
    "exits": "exits\nend 1\nrefutation\nreached 1",
    "no exits": "exits",
    "partition": "refutation\nreached 1\nclass 1 A.1",
    "table": "refutation\nfrom 1 : 1 A.1\nfrom (start) : 1",
    "automaton": "automaton\n1 <(bottom)> -> (victory)",
    "empty automaton": "automaton",
    "closed": "refutation\np <a> -> q\nclosed",
    "derivation": "derivation\nstates p q p\np <a> -> q by 1\nq <b> -> p by 2\np <c> -> p by 3",
    "empty derivation": "derivation\nstates",
    "derivation with a circle": "derivation\nstates p p p\np <a> -> p by 1 via p\nq <b> -> p by 2",
}
"""As text; many are wrong, and not of both puzzles."""

LISTED = {
    "x.lab": {"program", "program of nothing", "program through a box"},
    "x.pds": {"derivation", "empty derivation", "derivation with a circle"},
}
"""Those that are runs folded up, right or wrong; what is circular stays a program."""


@pytest.mark.parametrize("name", WITNESSES)
@pytest.mark.parametrize("puzzle", PUZZLES)
def test_no_member_trips(puzzle, name):
    instance = read(PUZZLES[puzzle], puzzle)
    witness = FAMILY.read_witness(Source("w", WITNESSES[name]))
    assert FAMILY.draw(instance, witness).render().startswith("<svg")
    assert FAMILY.picture(instance, witness)
    assert FAMILY.dot(instance, witness)
    assert FAMILY.unfold(instance, witness, 5)
    FAMILY.check(instance, witness)
    # runs that can be listed have steps, and a step more is an error
    listed = name.endswith("run") or name.startswith("run ")
    listed = (listed and name != "empty run") or name in LISTED[puzzle]
    if not listed:
        with pytest.raises(ValueError, match="expected a run"):
            FAMILY.steps(instance, witness)
        with pytest.raises(ValueError, match="expected a run"):
            FAMILY.draw_step(instance, witness, 0).render()
    else:
        last = FAMILY.steps(instance, witness)
        for step in range(last + 1):
            assert FAMILY.draw_step(instance, witness, step).render().startswith("<svg")
        with pytest.raises(ValueError, match="expected a step"):
            FAMILY.draw_step(instance, witness, last + 1).render()
    if puzzle == "x.pds":
        with pytest.raises(PylabError, match="pushdown system"):
            FAMILY.script(instance, [witness])
    else:
        script = FAMILY.script(instance, [witness])
        assert script.ways or script.remark


@pytest.mark.parametrize("name", ["empty run", "wrong run", "run that begins elsewhere"])
def test_what_is_no_way_is_not_shown_as_one(name):
    script = FAMILY.script(
        read(PUZZLES["x.lab"]), [FAMILY.read_witness(Source("w", WITNESSES[name]))]
    )
    assert not script.ways
    assert script.remark == "This answer is no run to be watched."


@pytest.mark.parametrize("arguments", [("watch",), ("draw", "--steps"), ("draw", "--step", "0")])
def test_an_empty_run_at_the_command_line(arguments, tmp_path):
    (tmp_path / "x.lab").write_text(PUZZLES["x.lab"])
    (tmp_path / "w").write_text("run\n")
    command, *options = arguments
    page = str(tmp_path / ("x.html" if command == "watch" else "x.svg"))
    done = run(
        command, str(tmp_path / "x.lab"), "--witness", str(tmp_path / "w"), *options, "-o", page
    )
    assert "Traceback" not in done.stderr
    assert "pylab:" in done.stderr
    assert done.returncode == (1 if command == "watch" else 2)
