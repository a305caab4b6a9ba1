"""What solvers print around their answers."""

from __future__ import annotations

import pytest

from pylab.base.errors import WitnessError
from pylab.core.held import hold
from pylab.core.puzzle import load
from pylab.text import solver_output
from pylab.text.facts import EMPTY
from pylab.text.solver_claims import Claim, Output
from pylab.text.source import Source

CLINGO = """clingo version 5.8.0
Reading from plan.lp ...
Solving...
Answer: 1 (Time: 0.002s)
push(1,w,1) push(3,s,2)
Answer: 2
push(1,w,1) push(2,n,2)
SATISFIABLE

Models       : 2
Calls        : 1
Time         : 0.008s (Solving: 0.00s 1st Model: 0.00s Unsat: 0.00s)
CPU Time     : 0.008s
"""


def texts(text):
    return [source.text.split() for source in solver_output.split(Source("a", text))]


def test_clingo_with_two_answers():
    assert texts(CLINGO) == [["push(1,w,1)", "push(3,s,2)"], ["push(1,w,1)", "push(2,n,2)"]]


PRINTED = (
    "% a plan\npush(1,w,1).  % row 1\n% valid, checked: 1 push\n% no plan is shorter (a claim)\n"
)


def test_several_outputs_of_pylab_in_one_file_are_no_single_answer():
    assert len(texts(PRINTED)) == 1
    assert len(texts(PRINTED + "% answer 2\n" + PRINTED)) == 2
    for first in (
        PRINTED,
        "none.\nreached(1).\n% valid, checked: nothing\n% no (certificate checked)\n",
    ):
        with pytest.raises(WitnessError) as caught:
            texts(first + PRINTED)
        line = first.count("\n") + 2
        assert f"a:{line}:1: expected one answer, found facts below the verdict" in str(
            caught.value
        )


def test_lines_keep_their_numbers():
    second = solver_output.split(Source("a", CLINGO))[1]
    assert second.place(second.text.index("push")).line == 7


@pytest.mark.parametrize(
    "text",
    [
        "push(1,w,1). push(3,s,2).",
        "ANSWER\npush(1,w,1). push(3,s,2).\n",
        "ANSWER\npush(1,w,1).\npush(3,s,2).\nCOST 2@1\nOPTIMUM\n",
        "Answer: 1\npush(1,w,1). push(3,s,2).\nOPTIMUM FOUND\n",
    ],
)
def test_one_answer_in_several_guises(text):
    assert texts(text) == [["push(1,w,1).", "push(3,s,2)."]]


@pytest.mark.parametrize("word", ["UNSATISFIABLE", "INCONSISTENT", "UNKNOWN"])
def test_no_answer_is_an_error(word):
    with pytest.raises(WitnessError, match=f"a:2:1: expected an answer, found {word}"):
        solver_output.split(Source("a", f"Solving...\n{word}\n"))


@pytest.mark.parametrize("text", ["", "\n", "  \n\n", "% a comment\n", "% clingo ver"])
def test_a_text_without_anything_is_no_answer(text):
    with pytest.raises(WitnessError, match="a:1:1: expected an answer, found no facts"):
        solver_output.output(Source("a", text))


@pytest.mark.parametrize(
    "text",
    ["Answer: 1\n\n", "ANSWER\n\n", "% answer 1\n\n", "\nSATISFIABLE\n", "v\ns SATISFIABLE\n",
     "Answer: 1\nStable Model:\n", "Answer: 1\nSolving...\nAnswer: 1\n\n",
     '{"Call": [{"Witnesses": [{"Value": []}]}], "Result": "SATISFIABLE"}'],
)  # fmt: skip
def test_an_empty_answer_is_one_that_an_output_says_is_there(text):
    assert texts(text) == [[]]


@pytest.mark.parametrize("text", [f"{EMPTY}\n", "% valid, checked: 0 pushes\n"])
def test_pylab_says_that_an_answer_is_empty(text):
    (answer,) = solver_output.split(Source("a", text))
    assert (answer.marked, answer.begin) == (True, None)


@pytest.mark.parametrize("told", ["none (clingo's claim): no plan", "unknown (time limit of 1 s)"])
def test_our_own_refusal_is_no_answer(told):
    with pytest.raises(WitnessError, match=r"a:2:1: expected an answer, found % (none|unknown)"):
        solver_output.split(Source("a", f"% comment\n% {told}\n"))
    (certificate,) = solver_output.split(Source("a", f"closed(1).\n% {told}\n"))
    assert "closed(1)." in certificate.text


def test_clingos_statistics_are_no_answer():
    text = (
        "clingo version 5.8.0\nSolving...\nAnswer: 1\np(1)\nSATISFIABLE\n\nModels       : 1\n"
        "Choices      : 3        (Domain: 0)\nModel-Level  : 4.0\nRules        : 12\n"
        "Lemmas       : 0        (Deleted: 0)\n  Binary     : 0        (Ratio:   0.00%)\n"
        "Tight        : Yes\nVariables    : 12       (Eliminated:    0 Frozen:    0)\n"
    )
    assert texts(text) == [["p(1)"]]


def test_several_answers_are_no_single_one():
    with pytest.raises(WitnessError, match="found 2"):
        solver_output.single(Source("a", CLINGO))


def claimed(text):
    found = solver_output.output(Source("a", text))
    return [each.text.split() for each in found.answers], found.claim and found.claim.value


@pytest.mark.parametrize(
    ("text", "wanted", "claim"),
    [
        ("a(1) b\na(2) b\nSATISFIABLE\n", [["a(1)", "b"], ["a(2)", "b"]], "found"),
        ("a(1)\nOptimization: 3\na(2)\nOptimization: 1\nOPTIMUM", [["a(1)"], ["a(2)"]], "opt"),
        ("\nSATISFIABLE\n", [[]], "found"),
        ("Answer:\na(1)\nAnswer:\na(2)\nSATISFIABLE", [["a(1)"], ["a(2)"]], "found"),
        ("Answer: 1\nStable Model: a(1) b\n", [["a(1)", "b"]], None),
        ("ANSWER\na(1).\nANSWER\na(2). b.\nCOST 2@1\nOPTIMUM", [["a(1)."], ["a(2).", "b."]], "opt"),
        ("c x\no 3\nv a(1)\nv b\no 2\nv a(2)\ns OPTIMUM\n", [["a(1)", "b"], ["a(2)"]], "opt"),
        ("s SATISFIABLE\nv a(1)\nc more\nv b\n", [["a(1)", "b"]], "found"),
        ("s UNSATISFIABLE\n", [], "none"),
        ('{a(1,"x,{y"), b}\n{}\n', [['a(1,"x,{y")', "b"], []], None),
        ("DLV 2\n\n{a(1), b}\nCOST 3@1\nOPTIMUM\n", [["a(1)", "b"]], "opt"),
        ("DLV [build]\n\nBest model: {a(1), b}\nCost ([Weight:Level]): <[3:1]>\n",
         [["a(1)", "b"]], "opt"),
        ("asprin version 3.1.1\nSolving...\nAnswer: 1\na(1)\nAnswer: 2\na(2) b\nOPTIMUM FOUND\n"
         "SATISFIABLE\n\nModels       : 2\n  Optimum    : yes\n",
         [["a(1)"], ["a(2)", "b"]], "found"),
        ("smodels version 2.34. Reading...done\nAnswer: 1\nStable Model: a(1) b \nTrue\n"
         "Duration: 0.000\nNumber of atoms: 2\nSize of searchspace (removed): 0 (0)\n",
         [["a(1)", "b"]], None),
        ("smodels version 2.34\nAnswer: 1\nStable Model: b \nFalse\n", [["b"]], None),
        ("smodels version 2.34. Reading...done\nFalse\nDuration: 0.000\n", [], "none"),
        ("Answer: 1\na(1)\nAssignment:\nx=1 y=3\nSATISFIABLE\n",
         [["a(1)", "val(x,1)", "val(y,3)"]], "found"),
        ("% clasp version 3\n% Solving...\nINCONSISTENT\n% Models : 0\n", [], "none"),
        ("clingo version 5\nReading from a\nSolving...\nSATISFIABLE\n\nModels : 1+\n", [], "found"),
        ("clingo version 5\nSolving...\nUNKNOWN\n\nTIME LIMIT   : 1\nModels : 0+\n", [], "unknown"),
        ("NO ANSWER SET FOUND\n", [], "none"),
        ("ANSWER SET FOUND\nANSWER SET\na(1).\n", [["a(1)."]], "found"),
        ('{"Solver": "clingo", "Call": [{}], "Result": "UNSATISFIABLE"}', [], "none"),
        ('{"Call": [{"Witnesses": [{"Value": ["b"]}]}], "Result": "OPTIMUM"}', [["b."]], "opt"),
        ('{"answers": [], "status": "unknown"}', [], "unknown"),
        ("% none (clingo's claim)\n", [], "none"),
    ],
)  # fmt: skip
def test_what_solvers_print_and_claim(text, wanted, claim):
    assert claimed(text) == (wanted, "optimum" if claim == "opt" else claim)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a(1) b(2)\nSATISFIABLE\n", 3),
        ("a(1) b(2)\nOPTIMUM FOUND\n", 3),
        ("a(1).\nb(2).\nSATISFIABLE\n", 4),
        ("ANSWER\na(1).\nUNKNOWN\n", 4),
        ("ANSWER\na(1).\nANSWER\na(2).\nOPTIMUM\n", 6),
        ("Answer: 1\na(1)\nSATISFIABLE\n", 4),
        ("clingo version 5\nSolving...\nAnswer: 1\na(1)\nSATISFIABLE\n", 6),
        ("s SATISFIABLE\nv a(1)\n", 3),
        ("s OPTIMUM FOUND\nv a(1)\n", 3),
        ("v a(1)\ns SATISFIABLE\n", 4),
    ],
)
def test_the_outputs_of_two_runs_are_refused(text, line):
    assert solver_output.output(Source("a", text)).answers
    with pytest.raises(WitnessError, match=rf"a:{line}:1: .* of one run of a solver, found two"):
        solver_output.output(Source("a", text * 2))


def test_an_optimum_for_each_answer_is_one_run():
    text = "Answer: 1\na(1)\nOPTIMUM FOUND\nAnswer: 2\na(2)\nOPTIMUM FOUND\nSATISFIABLE\n"
    assert claimed(text) == ([["a(1)"], ["a(2)"]], "found")


def test_an_exit_code_tells_where_the_output_does_not():
    none, silent = Source("a", "INCONSISTENT\n"), Output()
    assert silent.ended(20).claim is Claim.NONE
    assert silent.ended(20).words == "exit code 20"
    assert silent.ended(137).claim is Claim.UNKNOWN
    assert solver_output.output(none).ended(0).claim is Claim.NONE
    with pytest.raises(WitnessError, match="a:1:1: expected an answer because of exit code 10"):
        solver_output.output(none).ended(10)
    with pytest.raises(WitnessError, match="expected no answer because of exit code 20"):
        solver_output.output(Source("a", "p(1).")).ended(20)


def test_what_it_says_of_costs_is_read():
    assert solver_output.output(Source("a", "Answer: 1\nb\nOptimization: 3 -4\n")).costs == (3, -4)
    dlv = "Best model: {b}\nCost ([Weight:Level]): <[3:1],[-4:2]>\n"
    assert solver_output.output(Source("a", dlv)).costs == (-4, 3)
    assert solver_output.output(Source("a", "ANSWER\nb.\nCOST 12@2 3@1\nOPTIMUM\n")).costs == (
        12,
        3,
    )


@pytest.mark.parametrize("text", ['{"a": ' + "[" * 100_000, '{"a": 1}', '{"a', '{"answers": [3]}'])
def test_json_that_is_none_of_ours_is_an_error(text):
    with pytest.raises(WitnessError):
        solver_output.output(Source("a", text))


@pytest.mark.parametrize(
    "name",
    ["alice/example.alice", "dungeon/demo.dungeon", "fractal/alice.lab",
     "ravensburger/example-4x4.lp", "theseus/hemme.plan"],
)  # fmt: skip
def test_facts_of_no_answer_are_told_in_the_same_words_for_all_families(name):
    with pytest.raises(WitnessError, match=r"expected .*/\d, found hello/1"):
        hold(load(name), solver_output.output(Source("a", "hello(1)\n")))


def test_an_answer_that_is_cut_off_ends_at_the_end_of_its_line():
    text = "Answer: 1\npush(1,w,1) push(2,n,2\nSATISFIABLE\n"
    with pytest.raises(WitnessError, match=r"a:2:23: .*found the end of the line"):
        hold(load("ravensburger/example-4x4.lp"), solver_output.output(Source("a", text)))
