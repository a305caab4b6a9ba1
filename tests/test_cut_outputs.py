"""What solvers print, cut off at every byte, and what looks like answers and is none."""

from __future__ import annotations

import functools
import shutil
import subprocess

import pytest
from projects import ROOT, call

import pylab
from pylab.base.errors import WitnessError
from pylab.core.held import hold
from pylab.text import solver_output
from pylab.text.solver_claims import Claim
from pylab.text.source import Source

BOARDS = {
    name: ROOT / f"instances/ravensburger/{name}.lp" for name in ("example-4x4", "single-1x1")
}
PLAN = ROOT / "encodings/ravensburger/plan.lp"
CHEAP = "#minimize { 1,T : push(_,_,T) }.\n"


def printed(*words, text=""):
    """What Debian's programs print; the test is skipped where one of them is not there."""
    words = [*map(str, words)]
    for program in (words[0], *({"clingo"} & {*" ".join(words).split()})):
        if shutil.which(program) is None:
            pytest.skip(f"there is no {program} among this machine's programs")
    return subprocess.run(words, input=text, capture_output=True, text=True, check=False).stdout


@functools.cache
def puzzle(name):
    return pylab.load(str(BOARDS[name]))


def standing(name, text):
    """What becomes of a text: valid, invalid, unknown or unreadable."""
    try:
        held = hold(puzzle(name), solver_output.output(Source("x", text)))
    except WitnessError as error:
        return "unreadable" if error.place else f"without a place: {error}"
    if not held.verdicts:
        assert held.output.silence
        return "unknown"
    return "valid" if all(verdict.valid for verdict in held.verdicts) else "invalid"


OUTPUTS = [(), ("-V0",), ("--outf=1",), ("--outf=2",), ("-q1",), ("-q2,0",), ("-V2", "--stats"),
           ("--enum-mode=brave",), ("--enum-mode=cautious",), ("--enum-mode=cautious", "-V0"),
           ("--enum-mode=cautious", "--outf=1"), ("--enum-mode=brave", "--outf=2")]  # fmt: skip


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("words", OUTPUTS, ids=" ".join)
def test_a_cut_output_is_valid_only_from_the_end_of_an_answer_on(words, name, tmp_path):
    """A 4x4 board with two plans, and one that is solved at the start: no push is needed."""
    cheap = tmp_path / "cheap.lp"
    cheap.write_text(CHEAP if "-V2" in words else "")
    text = printed("clingo", PLAN, BOARDS[name], cheap, 0, *words)
    ends = {"example-4x4": ",2)", "single-1x1": ""}[name]
    found = [standing(name, text[:n]) for n in range(len(text) + 1)]
    assert "invalid" not in found
    whole = found[-1]
    if "--enum-mode" in "".join(words):
        assert whole == "unreadable"
    else:
        assert whole == ("unknown" if "-q2,0" in words else "valid")
    if "valid" in found:
        first = text[: found.index("valid")]
        assert ends in first
        assert first.endswith(("\n", "}", "SATISFIABLE"))


def test_ground_programs_are_no_answers():
    for name in BOARDS:
        for form in ("text", "intermediate", "smodels", "reify"):
            text = printed("gringo", f"--output={form}", PLAN, BOARDS[name])
            cuts = [*range(min(len(text), 300)), *range(300, len(text), 4999), len(text)]
            assert {standing(name, text[:n]) for n in cuts} == {"unreadable"}, (name, form)


def test_the_model_of_a_formula_is_no_answer():
    text = printed("clasp", text="p cnf 2 1\n1 2 0\n")
    assert "\nv 1 2 0\n" in text
    assert {standing("single-1x1", text[:n]) for n in range(len(text))} <= {"unknown", "unreadable"}
    assert standing("single-1x1", text) == "unreadable"


RUBBISH = [
    "17", "17\n", "-17\n", "17 4\n", "hello world\n", "\n\n", "% nothing\n", "pus", "push",
    "<html><body>push(1,w,1).</body></html>\n", "[1, 2]\n", '{"tests": 3}\n', "name,cost\na,1\n",
    "a(1). b(2).\n", "Answer: 1\n17\nSATISFIABLE\n", "Answer: 1\na b\nSATISFIABLE\n",
    "field(1,1).\nfield(1,2).\n", "push(1,w,1) push(2,n", "push(1,w,1) push(2,n,2)",
    "push(1,w,1) push(2,n,2)\npush(1,w,1) push(3,s,2)\n", "Killed\n", "Segmentation fault\n",
    "clingo version 5.4.1\nAnswer: 1\npush(1,w,1)\npush(2,n,2)\nSATISFIABLE\n",
    "clingo version 5\nAnswer: 1\npush(1,w,1)\nclingo version 5\nAnswer: 1\npush(2,n,2)\n",
    "ANSWER\npush(1,w,1).\nINCONSISTENT\nANSWER\npush(2,n,1).\nOPTIMUM\n",
    '{"Solver": "x", "Call": [{"Witnesses": [{}]}], "Result": "SATISFIABLE"}',
]  # fmt: skip


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("text", RUBBISH)
def test_rubbish_is_unreadable_whether_the_puzzle_is_solved_or_not(text, name):
    assert standing(name, text) == "unreadable"


KILLED = ["clingo version 5.4.1\nReading from x\nSolving...\n", "Solving...\nAnswer: 1\n",
          "Answer: 1", "ANSWER\n", "ANSWER\npush(1,w,1).", "s SATISFIABLE\nv push(1,w,1) pu",
          "Solving...\n*** ERROR: (clasp): std::bad_alloc\nUNKNOWN\n", "Answer: 1\nSATISFIABLE\n",
          '{"Call": [{"Witnesses": [{"Costs": [3]}]}], "Result": "OPTIMUM FOUND"}']  # fmt: skip


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("text", KILLED[:6] + KILLED[7:])
def test_an_output_that_ends_before_its_answer_has_none(text, name):
    assert standing(name, text) == "unknown"


def test_of_several_answers_the_whole_ones_are_told():
    text = "Solving...\nAnswer: 1\npush(1,w,1) push(2,n,2)\nAnswer: 2\npush(1,w,1)"
    found = solver_output.output(Source("x", text))
    assert [each.text.split() for each in found.answers] == [["push(1,w,1)", "push(2,n,2)"]]
    assert str(found.cut) == "x:4:1"
    told = call("validate", BOARDS["example-4x4"], "-", stdin=text)
    assert (told.returncode, told.stdout[:6]) == (0, "valid:")
    assert "<stdin>:4:1: this answer is cut off, and not checked" in told.stderr


def test_why_there_is_no_answer_is_said():
    done = call("validate", BOARDS["single-1x1"], "-", stdin="Solving...\nAnswer: 1\n")
    said = "no answer: the output is cut off in the answer that begins in line 2\n"
    assert (done.returncode, done.stdout) == (3, said)
    done = call("validate", BOARDS["single-1x1"], "-", stdin="Solving...\n")
    said = "no answer: the output ends before the first answer\n"
    assert (done.returncode, done.stdout) == (3, said)
    done = call("draw", BOARDS["single-1x1"], "--witness", "-", stdin="Solving...\n")
    assert (done.returncode, "<stdin>:1:1: expected an answer" in done.stderr) == (2, True)


def test_a_clingo_that_is_killed_has_no_answer(tmp_path):
    """Nothing is behind `Solving...` then; the exit code tells nothing more."""
    hole = tmp_path / "pigeons.lp"
    hole.write_text("1 { in(P,H) : H = 1..12 } 1 :- P = 1..13. :- in(P,H), in(Q,H), P < Q.\n")
    text = printed("timeout", "-s", "KILL", "0.4", "clingo", hole)
    assert text.endswith("Solving...\n")
    done = call("validate", BOARDS["single-1x1"], "-", "--exit-code", "137", stdin=text)
    assert (done.returncode, done.stdout) == (3, "no answer: exit code 137 (killed by signal 9)\n")


def test_costs_and_claims_in_json():
    text = printed("clingo", "--outf=2", "-", text="{a}. #minimize { 3@2 : not a; 1@1 : a }.")
    found = solver_output.output(Source("x", text))
    assert (found.claim, found.costs) == (Claim.OPTIMUM, (0, 1))
    found = solver_output.output(Source("x", "ANSWER\na.\nCOST 2@1\n")).ended(30)
    assert (found.claim, found.words) == (Claim.OPTIMUM, "exit code 30")


@pytest.mark.parametrize("form", ["text", "facts", "competition", "json"])
def test_an_empty_plan_is_told_in_every_format_so_that_it_can_be_read(form, tmp_path):
    plan = tmp_path / "plan"
    plan.write_text(call("solve", BOARDS["single-1x1"], "--format", form).stdout)
    done = call("validate", BOARDS["single-1x1"], plan)
    assert (done.returncode, done.stdout[:15]) == (0, "valid: 0 pushes")


def test_warnings_between_the_lines_hide_no_answer(tmp_path):
    """As with `2>&1`; where clingo doesn't say its name, they can't be told from answers."""
    odd = tmp_path / "odd.lp"
    odd.write_text(":- nix(1).\n")
    words = (PLAN, BOARDS["example-4x4"], odd)
    for more, wanted in (((), "valid"), (("--outf=1",), "valid"), (("-V0",), "unreadable")):
        text = printed("sh", "-c", 'exec clingo "$@" 2>&1', "sh", *words, *more)
        assert "info: atom does not occur" in text
        assert standing("example-4x4", text) == wanted
